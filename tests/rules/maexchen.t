# Mäxchen with the standard settings: turns, claims, beliefs and doubts, what each player sees.
game maexchen
players A B C

# The opener has rolled and claims. The next player, who sees no dice, is asked for belief, and then rolls.
hand A:53 B:63
history -
sees A A:53@10,B:xx@10,C:xx@10
sees B A:xx@10,B:xx@10,C:xx@10
illegal 0 1 : you hold a roll now; claim a value, such as 53
illegal 35 : the larger die comes first: 53, not 35
illegal 56 : the larger die comes first: 65, not 56
illegal 70 : two dice cannot show 70; a value is two digits from 1 to 6, such as 53
illegal 100 120 : two dice cannot show
legal 31 53 65 11 66 21 42     # true or not
A 55
history A:55
sees A A:xx@10,B:xx@10,C:xx@10 # the cup is passed on
sees B A:xx@10,B:xx@10,C:xx@10
legal 0 1
illegal 66 2 -1 : first say whether you believe 55: 1 believes, 0 doubts; you roll and claim afterwards
B 1
history A:55,B:1
sees B A:xx@10,B:63@10,C:xx@10
sees A A:xx@10,B:xx@10,C:xx@10
illegal 0 1 : claim a value higher than 55
illegal 65 55 44 : is not higher than 55
illegal 65 : 65 is not higher than 55; the next higher value is 66, and the highest is Hamburger (42)
B 66
sees B A:xx@10,B:xx@10,C:xx@10
C 0
history A:55,B:1,B:66,C:0
shown A:xx@10,B:63@10,C:xx@10  # only the dice of the last claimer
watch A B C
call C
count 63
loser B
points A:10 B:9 C:10
tells Cid doubted Bob's 66: the dice show 63. Bob loses a point (9 left).
tells-B Cid doubted your 66: the dice show 63. You lose a point (9 left).
tells-C You doubted Bob's 66: the dice show 63. Bob loses a point (9 left).

# The next after the claimer begins. At least the claim is true: the doubter loses.
hand C:54
sees A A:xx@10,B:xx@9,C:xx@10
C 54
A 0
call A
count 54
loser A
shown A:xx@10,B:xx@9,C:54@10
points A:9 B:9 C:10
tells Ann doubted Cid's 54, but the dice show 54. Ann loses a point (9 left).

# More than was claimed is true as well: a double is above 65.
hand A:11
A 65
B 0
loser B
points A:9 B:8 C:10

# 65 is not as much as the lowest double.
hand B:65
B 11
C 0
loser B
points A:9 B:7 C:10

# The order of all values, each the lowest above the one before.
hand C:31 A:31 B:31 C:31 A:31 B:31 C:31 A:31 B:31 C:31 A:31 B:31 C:31 A:31 B:31 C:31 A:31 B:31 C:31 A:31 B:31
C 31
A 1
illegal 31 : the next higher value is 32, and the highest is Hamburger (42)
A 32
B 1
illegal 31 32
B 41
C 1
C 43                           # 42 is the Hamburger
A 1
A 51
B 1
B 52
C 1
C 53
A 1
A 54
B 1
B 61
C 1
C 62
A 1
A 63
B 1
B 64
C 1
C 65
A 1
A 11
B 1
B 22
C 1
C 33
A 1
A 44
B 1
B 55
C 1
illegal 55 : the next higher value is 66, and the highest is Hamburger (42)
C 66
A 1
illegal 65 66 : the next higher value is Mäxchen (21)
A 21
B 1
illegal 21 66 : the only higher value is Hamburger (42)
legal 42
B 42
C 0
count 31
loser B
points A:9 B:6 C:10

# The highest value believed: nothing is lost, no dice are shown, and the believer begins.
hand C:62
C 42
A 1
history C:42,A:1
believed A
shown A:xx@9,B:xx@6,C:xx@10
watch A B C
count 0
loser -
points A:9 B:6 C:10
tells Ann believed Cid's Hamburger (42): maximum value reached, nobody loses.
tells-A You believed Cid's Hamburger (42): maximum value reached, nobody loses.
tells-C Ann believed your Hamburger (42): maximum value reached, nobody loses.

# Also after other claims.
hand A:42 B:21 C:33
A 41
B 1
B 64
C 1
C 42
A 1
believed A
points A:9 B:6 C:10

# What was claimed before the last claim no longer matters.
hand A:31 B:66
A 66
B 1
B 21
C 0
count 66
loser B
points A:9 B:5 C:10

# The whole of a game to the end, with a point each.
game maexchen points_to_start=1
players B A
hand B:61
B 62
A 0
loser B
places B:2 A:1
points B:0 A:1
tells Ann doubted Bob's 62: the dice show 61. Bob loses the last point and is out.
tells-B Ann doubted your 62: the dice show 61. You lose your last point and are out.
over

# The example of docs/maexchen.md, after a hand that A lost.
game maexchen
players A B C
hand A:31
A 55
B 0
loser A
hand B:53 C:65
sees B A:xx@9,B:53@10,C:xx@10
B 55
sees C A:xx@9,B:xx@10,C:xx@10
history B:55
C 1
sees C A:xx@9,B:xx@10,C:65@10
history B:55,C:1
C 66
sees A A:xx@9,B:xx@10,C:xx@10
history B:55,C:1,C:66
A 0
shown A:xx@9,B:xx@10,C:65@10
history B:55,C:1,C:66,A:0
loser C
hand A:31
A 42
B 1
believed B
