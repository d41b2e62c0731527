# Illegal plays lose as if caught with the roll held; crashes and timeouts cost the game.
game maexchen
players A B C

# No possible value; the dice are shown, and the next after the offender begins.
hand A:53
A 77 illegal
history A:77
illegal-play A
shown A:53@10,B:xx@10,C:xx@10
watch A B C
count 53
loser A
points A:9 B:10 C:10
tells Ann's play 77 was illegal, with a roll of 53: Ann loses a point (9 left).
tells-A Your play 77 was illegal, with a roll of 53: you lose a point (9 left).

# Not higher; a Hamburger is held, which costs three and turns.
hand B:61 C:42
B 61
C 1
C 61 illegal
history B:61,C:1,C:61
shown A:xx@9,B:xx@10,C:42@10
count 42
loser C
points A:9 B:10 C:7
tells Cid's play 61 was illegal, with a roll of Hamburger (42): Cid loses three points (7 left); the direction turns.

# Doubting when a claim is required.
hand B:66
B 0 illegal
loser B
hand A:21
A 1 illegal
loser A
points A:7 B:9 C:7
tells Ann's play 1 was illegal, with a roll of Mäxchen (21): Ann loses two points (7 left); the direction turns.

# Neither 0 nor 1 when belief is asked: there is no roll, so it costs as much as an ordinary one.
hand B:42
B 64
C 65 illegal
history B:64,C:65
shown A:xx@7,B:xx@9,C:xx@7
illegal-play C
count 0
loser C
points A:7 B:9 C:6
tells Cid's play 65 was illegal: Cid loses a point (6 left).
hand A:61
A 62
B -2147483648 illegal
history A:62,B:-2147483648
loser B
hand C:61
C 2147483647 illegal
history C:2147483647
loser C

# With a loss that gives points, so does an illegal play: no rule excludes this.
game maexchen point_loss_normal=-1
players A B
hand A:61
A 12 illegal
loser A
points A:11 B:10

# A crash: the worst place, and the others play the hand again, with the same starter.
game maexchen
players A B C D
hand A:61
A 62
B fails
tells Bob crashed or ran out of time and is out of the game.
tells-B You crashed or ran out of time and are out of the game.
loser B
change A:0 B:-10 C:0 D:0
hand A:61
sees A A:61@10,C:xx@10,D:xx@10
A 62
C 0
loser A
watch A C D
places A:- B:4 C:- D:-
points A:9 B:0 C:10 D:10

# The starter itself: the next begins. Then a crash during the observations.
hand C:61
C fails
hand D:61
D 62
A 0
loser D
D fails
change A:0 B:0 C:0 D:-1
places A:1 B:4 C:3 D:2
over

# In the middle of a hand; the direction stays turned.
game maexchen
players A B C D
hand A:21
A 21
B 0
loser B
hand D:31 C:32
D 31
C 1
C fails
hand D:31 B:33
D 31
B 1
B 33
A 0
loser A
tells Ann doubted Bob's 33, but the dice show 33. Ann loses a point (9 left).
# The believer, who should begin, is eliminated: the next player begins.
hand A:61
A 42
D 1
believed D
D fails
hand B:61
B 62
A 0
loser B
points A:9 B:7 C:0 D:0
