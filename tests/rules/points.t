# loss=point: the winner of the call gains one, the loser loses one; dice stay.
game round-table caller=next rounds=3
players A B C
hand A:6655 B:1122 C:3344
sees A A:6655@0,B:xxxx@0,C:xxxx@0
A 26
B 0
count 2
loser B
points A:1 B:-1 C:0
left A:4 B:4 C:4
shown A:6655@0,B:2211@0,C:4433@0      # as the hand was played
tells Bob called two sixes: there were two. Bob's call was wrong, Ann gains a point (1 now), Bob loses a point (-1 now).
change A:1 B:-1 C:0
tells-A Bob called two sixes: there were two. Bob's call was wrong, you gain a point (1 now), Bob loses a point (-1 now).
tells-B You called two sixes: there were two. Your call was wrong, Ann gains a point (1 now), you lose a point (-1 now).
# starter=loser
hand A:6655 B:1122 C:3344
sees C A:xxxx@1,B:xxxx@-1,C:4433@0
B 36
C 0
count 2
loser B
points A:1 B:-2 C:1
places A:- B:- C:-
shown A:6655@1,B:2211@-1,C:4433@0
# An illegal play costs a point and nobody gains one. The third hand is the last.
hand A:6655 B:1122 C:3344
B 7 illegal
illegal-play B
loser B
points A:1 B:-3 C:1
tells Bob's play 7 was illegal: Bob loses a point (-3 now).
places A:1/2 B:3 C:1/2
watch A B C
over

# illegal=call: as a call it can win a point; with nothing bid it only loses one.
game round-table caller=next rounds=2 illegal=call
players A B
hand A:6655 B:1122
A 36
B 36 illegal
call B
count 2
points A:-1 B:1
hand A:6655 B:1122
A 0 illegal
illegal-play A
points A:-2 B:1
places A:2 B:1
over

# illegal=game: out, with the worst place; the others play on.
game round-table caller=next rounds=2 illegal=game
players A B C
hand A:6655 B:1122 C:3344
A 16
B 16 illegal
illegal-play B
loser B
places A:- B:3 C:-
points A:0 B:0 C:0
left A:4 B:0 C:4
tells Bob's play 16 was illegal: Bob is out of the game.
tells-B Your play 16 was illegal: you are out of the game.
hand A:6655 C:3344
sees C A:xxxx@0,C:4433@0
C 16
A 0
points A:-1 B:0 C:1
places A:2 B:3 C:1
over

# target: the game ends when someone has so many points.
game round-table caller=next rounds=0 target=2
players A B C
hand A:6655 B:1122 C:3344
A 16
B 0
points A:1 B:-1 C:0
hand A:6655 B:1122 C:3344
B 36
C 0
points A:1 B:-2 C:1
hand A:6655 B:1122 C:3344
B 11
C 34
A 0
points A:2 B:-2 C:0
places A:1 B:3 C:2
over

# Whichever comes first. All equal: all share the first place.
game round-table caller=next rounds=2 target=9
players A B
hand A:6655 B:1122
A 16
B 0
points A:1 B:-1
places A:- B:-
hand A:6655 B:1122
B 11
A 0
points A:0 B:0
places A:1/2 B:1/2
over

# The places below can be shared too.
game round-table caller=next rounds=1
players A B C D
hand A:6655 B:1122 C:3344 D:3344
A 11
B 22
C 0
count 2
loser C
points A:0 B:1 C:-1 D:0
places A:2/2 B:1 C:4 D:2/2
over

# exact on points: right gains one; with others all others lose one. Wrong is as a lost call.
game round-table caller=next rounds=3 exact=others
players A B C
hand A:6655 B:1122 C:3344
A 26
B 2
exact B
count 2
loser -
points A:-1 B:1 C:-1
left A:4 B:4 C:4
tells Bob said exactly two sixes: there were two. That was right, Ann loses a point (-1 now), Bob gains a point (1 now), Cid loses a point (-1 now).
# Whoever was right opens.
hand A:6655 B:1122 C:3344
B 11
C 2
exact C
count 2
loser C
points A:-1 B:2 C:-2
hand A:6655 B:1122 C:3344
C 13
A 0
points A:-2 B:2 C:-1
places A:3 B:1 C:2
over

game round-table caller=next rounds=1 exact=gain
players A B C
hand A:6655 B:1122 C:3344
A 26
B 2
exact B
loser -
points A:0 B:1 C:0
places A:2/2 B:1 C:2/2
over
