# starter: next is the player after the caller, loser the one who lost the hand.
game liars-dice dice=2 starter=next
players A B C
hand A:66 B:55 C:44
A 26
B 36
C 0              # right: B loses; after the caller C comes A
loser B
hand A:66 B:5 C:44
A 26
B 0              # wrong: B loses and is out; after the caller comes C
loser B
places A:- B:3 C:-
hand A:66 C:44
C 11
A 0              # right; after A comes C
loser C
hand A:66 C:4
C 11
A 0
loser C
over

game liars-dice dice=2 starter=loser
players A B C
hand A:66 B:55 C:44
A 26
B 36
C 0              # B lost and opens
loser B
hand A:66 B:5 C:44
B 11
C 0              # B loses the last die: C is next
loser B
hand A:66 C:44
C 11
A 0              # C lost
loser C
hand A:66 C:4
C 14
A 0              # A lost
loser A
hand A:6 C:4
A 16
C 0              # C lost and is out
loser C
places A:1 B:3 C:2
over

# The loser was not the caller and is still in.
game liars-dice dice=2 starter=loser
players A B C
hand A:66 B:55 C:44
A 16
B 26
C 36
A 0
loser C
hand A:66 B:55 C:4
C 14
A 0
loser A
left A:1 B:2 C:1

# After an illegal play that loses the hand: the next one, or the loser himself.
game liars-dice dice=2 starter=next illegal=die
players A B C
hand A:66 B:55 C:44
A 26
B 19 illegal
loser B
hand A:66 B:5 C:44
C 14
A 0
loser A

game liars-dice dice=2 starter=loser illegal=die
players A B C
hand A:66 B:55 C:44
A 26
B 19 illegal
loser B
hand A:66 B:5 C:44
B 15
C 0
loser C
