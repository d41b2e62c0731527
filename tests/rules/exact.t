# Play 2, exact: exactly as many as were bid.
# others: if right, all other players lose a die, and the caller opens.
game liars-dice dice=2 exact=others
players A B C
hand A:66 B:55 C:44
illegal 2 : nothing has been bid
A 26
legal 2 0 31
B 2
history A:26,B:2
exact B
count 2
loser -
shown A:66,B:55,C:44
left A:1 B:2 C:1
change A:-1 B:0 C:-1
tells Bob said exactly two sixes: there were two. That was right, Ann loses a die (1 left), Cid loses a die (1 left).

# B opens. More than bid is not exact: the caller loses a die.
hand A:6 B:55 C:4
B 15
C 2
exact C
count 2
loser C
left A:1 B:2 C:0
places A:- B:- C:3
tells Cid said exactly one five: there were two. That was wrong, Cid loses the last die and is out.

# Fewer than bid is not exact either. starter=next: after the caller C comes A.
hand A:6 B:55
A 26
B 2
exact B
count 1
loser B
left A:1 B:1 C:0
hand A:6 B:5
A 16
B 2
exact B
left A:0 B:1 C:0
places A:2 B:1 C:3
over

# Several go out at once and share their places.
game liars-dice dice=1 exact=others
players A B C D
hand A:6 B:5 C:4 D:3
A 16
B 26
C 0
loser B
left A:1 B:0 C:1 D:1
hand A:6 C:4 D:3
D 13
A 2
left A:1 B:0 C:0 D:0
places A:1 B:4 C:2/2 D:2/2
tells Ann said exactly one three: there was one. That was right, Cid loses the last die and is out, Dan loses the last die and is out.
watch A B C D
over

# Some go out, others only lose a die.
game liars-dice dice=2 exact=others
players A B C
hand A:66 B:55 C:44
A 36
B 0
loser A
left A:1 B:2 C:2
hand A:6 B:55 C:44
C 34
A 0
loser C
left A:1 B:2 C:1
hand A:6 B:55 C:4
B 15
C 0
loser C
left A:1 B:2 C:0
hand A:6 B:55
A 16
B 2
left A:0 B:2 C:0
places A:2 B:1 C:3
over

# gain: the caller gets a die back, up to the number at the start.
game liars-dice dice=2 exact=gain
players A B C
hand A:66 B:55 C:44
A 26
B 2
exact B
count 2
loser -
left A:2 B:2 C:2
tells Bob said exactly two sixes: there were two. That was right, nothing changes.
hand A:66 B:55 C:44
B 35
C 0
loser B
left A:2 B:1 C:2
hand A:66 B:5 C:44
A 26
B 2
exact B
left A:2 B:2 C:2
tells Bob said exactly two sixes: there were two. That was right, Bob gets a die back (2 now).
tells-B You said exactly two sixes: there were two. That was right, you get a die back (2 now).
change A:0 B:1 C:0
# The die is in the next hand, which the caller opens.
hand A:66 B:55 C:44
sees B A:xx,B:55,C:xx
B 25
C 2
left A:2 B:2 C:2
hand A:66 B:55 C:44
C 14
A 2
exact A
count 2
loser A
left A:1 B:2 C:2

# Wild dice count for an exact as for a call.
game wild dice=2 exact=gain
players A B
hand A:16 B:16
A 36
B 2
exact B
count 4 wild 2
loser B
hand A:16 B:6
B 36
A 2
exact A
count 3 wild 1
loser -
left A:2 B:1
# A was right and opens, although starter=loser lets the loser open otherwise.
hand A:16 B:6
A 26
B 0
loser B
over
