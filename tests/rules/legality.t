# Which plays are legal: higher bids, faces, quantities; calls when there is nothing to call.
game liars-dice dice=2
players A B
hand A:11 B:12
legal 11 16 21 22 36 41 46
illegal 0 : nothing has been bid
illegal 2 : these rules do not have
illegal 1 3 9 : is not a valid play
illegal -1 -23 -2147483648 : is not a valid play
illegal -23 : -23 is not a valid play; a bid is ten times the quantity plus the face, such as 23 for two threes, and 0 calls
illegal 10 17 20 27 39 : faces are 1 to 6
illegal 39 : 39 ends in 9, and the faces are 1 to 6
illegal 51 56 101 2147483641 : too many; at most 4
illegal 101 : 10 dice are too many; at most 4 may be bid
A 23
legal 0 24 25 26 31 32 33 41 46
illegal 23 : not higher than two threes
illegal 11 16 21 22 : not higher than two threes
illegal 16 : one six is not higher than two threes; bid more dice, or as many of a higher face
illegal 22 : two twos are not higher than two threes; bid more dice, or as many of a higher face
illegal 1 2 3 17 27 47 50 51
B 24
legal 25 31 0
illegal 24 23 21
A 46
legal 0
illegal 46 45 51 56 36     # the highest bid: only a call is left
B 0
loser A
left A:1 B:2

# Other faces: with two there are only ones and twos, with nine up to nines.
game liars-dice dice=1 faces=2
players A B
hand A:1 B:2
legal 11 12 21 22
illegal 13 23 19 31
A 12
legal 21 22 0
illegal 11 12 13
B 22
A 0
count 1
loser B
left A:1 B:0

game liars-dice dice=1 faces=9
players A B
hand A:9 B:9
sees A A:9,B:x
legal 19 29 11
illegal 10 20 30 39
A 29
B 0
count 2
loser B
shown A:9,B:9
tells Bob called two nines: there were two. Bob's call was wrong, Bob loses the last die and is out.

# Twenty dice each, sorted; quantities of three digits are ordinary.
game liars-dice dice=20
players A B
hand A:12345612345612345612 B:66666666666666666666
sees A A:66655544433322221111,B:xxxxxxxxxxxxxxxxxxxx
sees B A:xxxxxxxxxxxxxxxxxxxx,B:66666666666666666666
legal 236 406 401
illegal 411 406000
A 236
history A:236
B 0
history A:236,B:0
count 23
loser B
shown A:66655544433322221111,B:66666666666666666666
left A:20 B:19
tells Bob called 23 sixes: there were 23. Bob's call was wrong, Bob loses a die (19 left).
hand A:12345612345612345612 B:1234561234561234561
A 11
B 0
count 8
loser B
shown A:66655544433322221111,B:6665554443332221111
left A:20 B:18
