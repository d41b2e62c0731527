# wild= none, ones, joker, drop, high: which dice count for a bid.
game liars-dice dice=3 wild=none
players A B
hand A:114 B:144
A 24
B 0
count 3
loser B
tells Bob called two fours: there were three. Bob's call was wrong, Bob loses a die (2 left).

game liars-dice dice=3 wild=ones
players A B
hand A:114 B:145
A 44
B 54
A 0
count 5 wild 3
loser A
left A:2 B:3
tells Ann called five fours: there were five (three of them wild ones). Ann's call was wrong, Ann loses a die (2 left).

# In a bid on ones they are themselves: nothing else counts for them.
hand A:11 B:166
B 31
A 0
count 3
loser A
tells Ann called three ones: there were three. Ann's call was wrong, Ann loses a die (1 left).

# Only wild dice; starter=next, A called.
hand A:1 B:222
B 36
A 0
count 1 wild 1
loser B
tells Ann called three sixes: there was one (a wild one). Ann's call was right, Bob loses a die (2 left).

hand A:1 B:13
B 36
A 0
count 2 wild 2
loser B
tells Ann called three sixes: there were two (all wild ones). Ann's call was right, Bob loses a die (1 left).

# joker: ones cannot be bid.
game liars-dice dice=2 wild=joker
players A B
hand A:15 B:15
legal 12 16 42
illegal 11 21 41 : jokers
A 25
illegal 31
B 0
count 4 wild 2
loser B
left A:2 B:1
hand A:13 B:5
A 11 illegal             # counts as a call; with nothing bid the hand is lost
illegal-play A
history A:0
loser A
left A:1 B:1

# high: the highest face is wild, and a bid on it counts it alone.
game liars-dice dice=2 wild=high
players A B
hand A:61 B:64
legal 16 26 11
A 34
B 0
count 3 wild 2
loser B
tells Bob called three fours: there were three (two of them wild sixes). Bob's call was wrong, Bob loses a die (1 left).
hand A:62 B:6
A 36
B 0
count 2
loser A
tells Bob called three sixes: there were two. Bob's call was right, Ann loses a die (1 left).

# The highest of four faces is the four; ones are ordinary.
game one-hand faces=4
players A B
hand A:4 B:1
A 21
B 0
count 2 wild 1
loser B
places A:1 B:2
tells Bob called two ones: there were two (one of them a wild four). Bob's call was wrong, Ann wins, Bob loses.
over
