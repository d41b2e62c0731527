# How a call is judged, which player loses, which player opens next (starter=next: the player after the caller).
game liars-dice dice=3
players A B

# Exactly as many as bid: the bid is true, the caller loses.
hand A:443 B:421
A 34
B 0
call B
count 3
loser B
left A:3 B:2
tells Bob called three fours: there were three. Bob's call was wrong, Bob loses a die (2 left).
tells-B You called three fours: there were three. Your call was wrong, you lose a die (2 left).

# More than bid: true as well. A, next after B, opens.
hand A:444 B:42
A 24
B 0
count 4
loser B
left A:3 B:1
tells Bob called two fours: there were four. Bob's call was wrong, Bob loses a die (1 left).

# One fewer: the bidder loses.
hand A:431 B:6
A 24
B 0
count 1
loser A
left A:2 B:1
tells Bob called two fours: there was one. Bob's call was right, Ann loses a die (2 left).

# None at all. B raises and A calls; nothing is wild, so ones are only ones.
hand A:11 B:1
A 15
B 16
A 0
count 0
loser B
left A:2 B:0
places A:1 B:2
shown A:11,B:1
watch A B
tells Ann called one six: there were none. Ann's call was right, Bob loses the last die and is out.
tells-A You called one six: there were none. Your call was right, Bob loses the last die and is out.
tells-B Ann called one six: there were none. Ann's call was right, you lose your last die and are out.
over

# When nothing is wild, a bid on ones is like any other.
game liars-dice dice=2
players A B
hand A:11 B:12
A 11
B 31
A 0
count 3
loser A
left A:1 B:2
hand A:1 B:21
B 16          # A called, so B opens
A 0
count 0
loser B
left A:1 B:1

# Two dice are left, but limit=start still lets four be bid: a hopeless bid is legal.
hand A:1 B:2
B 12
A 42
B 0
count 1
loser A
left A:0 B:1
places A:2 B:1
over
