# loss=game: one hand decides. The loser is last; the winner of the call is first.
game one-hand
players A B
hand A:6 B:3
sees A A:6,B:x
A 23
B 0
count 2 wild 1
loser B
places A:1 B:2
watch A B
over

game one-hand
players A B C D
hand A:6 B:3 C:1 D:2
A 12
B 13
C 33
D 0
count 2 wild 1
loser C
places A:2/2 B:2/2 C:4 D:1
tells Dan called three threes: there were two (one of them a wild six). Dan's call was right, Cid loses, Dan wins.
tells-D You called three threes: there were two (one of them a wild six). Your call was right, Cid loses, you win.
tells-C Dan called three threes: there were two (one of them a wild six). Dan's call was right, you lose, Dan wins.
over

# An illegal play that nobody wins by: the offender is last, the others share.
game one-hand
players A B C
hand A:6 B:3 C:1
A 3 illegal
history A:0
illegal-play A
loser A
places A:3 B:1/2 C:1/2
over

game one-hand illegal=game
players A B C
hand A:6 B:3 C:1
A 12
B 3 illegal
illegal-play B
loser B
places A:1/2 B:3 C:1/2
over

game one-hand illegal=die
players A B
hand A:6 B:3
A 12
B 3 illegal
history A:12,B:3
loser B
places A:1 B:2
over

# exact: right wins alone, the others share the last places; wrong is a lost call.
game one-hand exact=others
players A B C
hand A:6 B:3 C:1
A 23
B 2
exact B
count 2 wild 1
places A:2/2 B:1 C:2/2
tells Bob said exactly two threes: there were two (one of them a wild six). That was right, Ann loses, Bob wins, Cid loses.
over

game one-hand exact=gain
players A B C
hand A:6 B:3 C:1
A 23
B 2
places A:2/2 B:1 C:2/2
over

game one-hand exact=gain
players A B C
hand A:6 B:3 C:1
A 13
B 2
exact B
count 2 wild 1
loser B
places A:1 B:3 C:2
over
