# palifico: the hand after a player comes down to one die for the first time.
game perudo dice=2
players A B C
hand A:16 B:15 C:14
A 26
B 36
C 0
count 4 wild 3
loser C
left A:2 B:2 C:1
# C opens (he lost). Any face, ones as well; nothing is wild, and the face stays.
hand A:16 B:15 C:1
illegal 0 2
legal 12 16 11 21
C 15
legal 25 35 0 2
illegal 16 : all bids are on the face of the first one; bid more fives
illegal 15 : not higher
illegal 21 26 31 36
A 25
B 0
count 1
loser A
left A:1 B:2 C:1

# A came down to one die: he opens another one. On ones; perudo's rule for them does not hold.
hand A:1 B:16 C:1
A 11
legal 21 31
illegal 32 34 12
B 31
C 0
count 3
loser C
left A:1 B:2 C:0
places A:- B:- C:3

# An ordinary hand again: C is out, A next; ones are wild.
hand A:1 B:16
illegal 11 : first bid may not be on ones
A 16
B 36
A 0
count 3 wild 2
loser A
left A:0 B:2 C:0
over

# Only the first time. B comes down to one die, wins one back and comes down again.
game perudo dice=2
players A B
hand A:66 B:55
A 26
B 0
loser B
left A:2 B:1
hand A:66 B:5
B 16
A 26
B 2
exact B
count 2
loser -
left A:2 B:2
hand A:66 B:55
B 16
A 26
B 0
loser B
left A:2 B:1
hand A:66 B:1
B 16
legal 22 23 11             # perudo: half as many ones
A 36
B 0
count 3 wild 1
loser B
over

# starter=next does not matter for it: the player who fell opens.
game perudo dice=2 starter=next
players A B C
hand A:66 B:55 C:44
A 26
B 0
loser B
hand A:66 B:5 C:44
B 15
illegal 16
C 0
loser C
hand A:66 B:5 C:4
C 14
A 24
B 0
count 1
loser A
left A:1 B:1 C:1
hand A:6 B:5 C:4
A 16
illegal 21 25
B 26
C 0
loser B
# All have had theirs.
hand A:6 C:4
A 16
legal 22 23
C 0
loser C
over

# Two fall at once: the first after the caller opens. Nobody who begins with one die has one.
game liars-dice dice=2 exact=others palifico=on
players A B C D
hand A:66 B:55 C:44 D:33
A 26
B 2
left A:1 B:2 C:1 D:1
hand A:6 B:55 C:4 D:3
C 14
illegal 15
legal 24
D 0
loser D
left A:1 B:2 C:1 D:0
# The others had theirs in the same hand.
hand A:6 B:55 C:4
A 14
legal 15
B 0
loser B
left A:1 B:1 C:1 D:0
hand A:6 B:5 C:4
B 15
illegal 16
C 25
A 0
loser C

game liars-dice dice=1 palifico=on
players A B
hand A:6 B:5
A 14
legal 15
B 0
loser A
over

# Jokers are none in it, and may be bid; high dice are not wild either.
game liars-dice dice=2 wild=joker palifico=on starter=loser
players A B
hand A:16 B:15
illegal 11
A 56 illegal
loser A
hand A:1 B:15
legal 11 21
A 11
illegal 12
B 21
A 0
count 2
loser A
over

game liars-dice dice=2 wild=high palifico=on starter=loser
players A B
hand A:16 B:16
A 31
B 0
count 4 wild 2
loser B
hand A:16 B:6
B 11
A 21
B 0
count 1
loser A
