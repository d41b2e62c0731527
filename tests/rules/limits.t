# limit: dice at the start of the game, of all players, or dice now on the table.
game liars-dice dice=2 limit=start
players A B C
hand A:66 B:66 C:66
legal 61 66
illegal 71 : too many; at most 6
A 66
B 0
count 6
loser B
# Five dice are left, six may still be bid.
hand A:66 B:6 C:66
legal 66
illegal 71
C 66
A 0
count 5
loser C

game liars-dice dice=2 limit=table
players A B C
hand A:66 B:66 C:66
legal 61 66
illegal 71 : too many; at most 6
A 66
B 0
count 6
loser B
hand A:66 B:6 C:66
legal 56
illegal 61 66 : too many; at most 5
C 61 illegal
loser C
hand A:66 B:6 C:6
legal 46
illegal 51
A 46
B 47 illegal
loser B
# B is out: three dice of two players.
hand A:66 C:6
legal 36
illegal 41 : too many; at most 3
C 36
A 0
count 3
loser A
hand A:6 C:6
legal 26
illegal 31
C 21
A 0
count 0
loser C
over

# The limit does not depend on points: dice are never removed.
game round-table limit=table caller=next
players A B
hand A:6666 B:6666
legal 86
illegal 91
A 86
B 0
loser B
hand A:6666 B:6666
legal 86
illegal 91
B 86
A 0
loser A
points A:0 B:0
