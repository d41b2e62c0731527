# wild=drop: ones are wild until someone bids ones in the first round of the hand.
game tourney dice=3
players A B C

# No player bids ones: they stay wild.
hand A:114 B:222 C:554
A 24
B 34
C 44
A 0
count 4 wild 2
loser A
left A:2 B:3 C:3

# starter=loser: A opens. The first bid is on ones: from then on they are only ones.
hand A:14 B:144 C:225
A 11
B 24
C 44
A 0
count 3
loser C
tells Ann called four fours: there were three. Ann's call was right, Cid loses a die (2 left).
left A:2 B:3 C:2

# The last one of the first round bids them: C opens, B is the third.
hand A:14 B:144 C:25
C 12
A 14
B 21
C 34
A 0
count 3
loser A
left A:1 B:3 C:2

# The second round is too late: ones stay wild. A opens; the fourth bid is on ones.
hand A:1 B:144 C:25
A 12
B 14
C 15
A 21
B 44
C 0
count 4 wild 2
loser C
left A:1 B:3 C:1

# A bid on ones always counts only ones, whether they are wild or not.
hand A:1 B:144 C:2
C 12
A 13
B 14
C 31
A 0
count 2
loser C
left A:1 B:3 C:0
places A:- B:- C:3

# C is out: A opens, and the first round is of two players.
hand A:1 B:144
A 12
B 14
A 21                     # the third bid: too late
B 34
A 0
count 4 wild 2
loser A
left A:0 B:3 C:0
places A:2 B:1 C:3
over

# In the next hand they are wild again.
game tourney dice=2
players A B
hand A:11 B:22
A 11
B 22
A 0
count 2
loser A
hand A:1 B:22
A 12
B 32
A 0
count 3 wild 1
loser A
over
