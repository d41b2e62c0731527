# ones_rule=perudo: ones are worth double.
game perudo dice=5 palifico=off
players A B
hand A:12345 B:12345
illegal 11 21 51 : the first bid may not be on ones
legal 12 16 26
A 53
legal 31 41 51 54 55 62 0 2
illegal 11 21 : after five threes a bid on ones needs at least three
illegal 53 52 46 : not higher
B 31
legal 41 51 101 72 73 76
illegal 31 21 11 : not higher
illegal 62 66 56 36 : after three ones a bid on another face needs at least seven
A 72
legal 41 51 73
illegal 31 21 : needs at least four
B 41
legal 51 92 96
illegal 86 82 72 : needs at least nine
A 92
legal 51 61
illegal 41 : needs at least five
B 51
legal 61 101
illegal 106 : needs at least eleven
illegal 111 112 : too many; at most
A 0
call A
count 2                    # ones alone
loser B
left A:5 B:4

# An even quantity needs exactly half.
hand A:12345 B:1234
B 26
legal 11 21
A 11
legal 21 32
illegal 26 22
B 32
legal 21
illegal 11
A 0
count 4 wild 2             # wild=ones
loser A
left A:4 B:4

# Without the rule ones are the lowest face.
game perudo dice=5 palifico=off ones_rule=plain
players A B
hand A:12345 B:12345
legal 11 21
A 53
illegal 31 51
legal 61
B 61
legal 62
A 62
B 0
count 4 wild 2
loser A

# Ten of a face.
game perudo dice=9
players A B
hand A:123456123 B:123456123
A 106
legal 51 116
illegal 41 : after ten sixes a bid on ones needs at least five
B 101
illegal 182 : after ten ones a bid on another face needs at least 21
A 0
count 4
loser B
