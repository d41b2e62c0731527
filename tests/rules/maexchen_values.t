# Other special values, no special values, and dice in the order rolled.

# The specials elsewhere: 66 is the Mäxchen, 31 the Hamburger; 21 and 42 are ordinary.
game maexchen maexchen=66 hamburger=31
players A B
hand A:21 B:31
illegal 12 : the larger die comes first: 21, not 12
A 21
B 1
illegal 21
legal 32 42 11 55 66 31
B 55
A 0
count 31
loser A
points A:7 B:10
hand A:31 B:61
A 66
B 1
illegal 65 44 66 : the only higher value is Hamburger (31)
legal 31
B 31
A 1
believed A
hand A:55
A 66
B 0
loser A
points A:6 B:10
hand B:66
B 66
A 0
loser A
points A:4 B:10

# 69 cannot be shown: no Hamburger. The Mäxchen is the highest, and 42 costs what all do.
game maexchen hamburger=69
players A B
hand A:42
A 43
B 0
count 42
loser A
points A:9 B:10
tells Bob doubted Ann's 43: the dice show 42. Ann loses a point (9 left).
hand B:42 A:31
illegal 69 : two dice cannot show 69
B 41
A 1
illegal 41
legal 42 43
A 21
B 1
believed B
tells Bob believed Ann's Mäxchen (21): maximum value reached, nobody loses.

# Neither: 66 is the highest, 21 the lowest.
game maexchen hamburger=69 maexchen=-5
players A B C
hand A:21 B:31
illegal -5 : two dice cannot show -5
A 21
B 1
illegal 21
legal 31 42
B 66
C 1
believed C
hand C:21
C 31
A 0
loser C
points A:10 B:10 C:9
hand A:66                      # nothing turns
A 66
B 0
loser B

# 12 is never shown with the larger die first, so this switches the Mäxchen off.
game maexchen maexchen=12
players A B
hand A:12
A 31
B 0
count 21
loser A
points A:9 B:10
hand B:61
illegal 12 : the larger die comes first: 21, not 12
B 42
A 1
believed A

# As rolled: 12 and 24 are ordinary, 21 and 42 special.
game maexchen order_digits=false
players A B
hand A:12 B:24 A:12
sees A A:12@10,B:xx@10
legal 12 24 45 16 56 65 11 21 42
A 12
B 1
sees B A:xx@10,B:24@10
illegal 12 : the next higher value is 13
legal 13 14 23
B 24
A 1
A 25
B 0
shown A:12@10,B:xx@10
count 12
loser A
points A:9 B:10
hand B:24
B 42
A 0
count 24
loser B
points A:9 B:9
hand A:42
A 24
B 0
count 42
loser B
points A:9 B:6
hand B:56
B 65
A 0
shown A:xx@9,B:56@6
loser B
hand A:65
A 56
B 0
loser B
points A:9 B:4

# As rolled, 12 may be the Mäxchen and 21 is not.
game maexchen order_digits=false maexchen=12 hamburger=33
players A B
hand A:21
A 12
B 0
loser A
points A:9 B:10
hand B:12
B 66
A 0
loser A
points A:7 B:10
hand A:33
A 33
B 1
believed B
