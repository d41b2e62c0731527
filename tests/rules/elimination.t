# Which players are eliminated, in which places; and the turn skips eliminated players.
game liars-dice dice=1
players C A D B          # letters stay with the robot; seats are in this order

hand C:1 A:2 D:3 B:4
C 11
A 12
D 13
B 0
loser B
left C:1 A:1 D:1 B:0
places C:- A:- D:- B:4
watch C A D B
tells Bob called one three: there was one. Bob's call was wrong, Bob loses the last die and is out.

# C is next after B. The last in turn order, now D, is followed by C.
hand C:1 A:2 D:3
sees C C:1,A:x,D:x
C 16
A 26
D 36
C 0
history C:16,A:26,D:36,C:0
loser D
shown C:1,A:2,D:3
watch C A D B            # eliminated players observe
left C:1 A:1 D:0 B:0
places C:- A:- D:3 B:4

# After the caller C comes A.
hand C:1 A:2
A 16
C 0
loser A
left C:1 A:0 D:0 B:0
places C:1 A:2 D:3 B:4
over

# The player after the caller goes out: the next one still in opens.
game liars-dice dice=1
players A B C D
hand A:1 B:1 C:1 D:1
A 16
B 26
C 36
D 0
loser C
hand A:1 B:1 D:1
A 16
B 0
loser A
left A:0 B:1 C:0 D:1
hand B:1 D:1
D 11                     # after the caller B: C and A are out
B 0
loser B
places A:3 B:2 C:4 D:1
over

# The caller himself goes out: the next one still in after him opens.
game liars-dice dice=1
players A B C
hand A:5 B:5 C:5
A 15
B 0
loser B
left A:1 B:0 C:1
places A:- B:3 C:-
hand A:5 C:5
C 15
A 0
loser A
left A:0 B:0 C:1
places A:2 B:3 C:1
over
