# The cost of a hand depends on the value that is shown, not on the claim or the loser.
game maexchen
players A B

hand A:42
A 42
B 0
count 42
loser B
points A:10 B:7
tells Bob doubted Ann's Hamburger (42), but the dice show Hamburger (42). Bob loses three points (7 left); the direction turns.

hand B:42
B 31
A 0
loser A
points A:7 B:7

hand A:21
A 42
B 0
loser A
points A:5 B:7
tells Bob doubted Ann's Hamburger (42): the dice show Mäxchen (21). Ann loses two points (5 left); the direction turns.

# Dice in the order rolled; the larger comes first.
hand B:12
sees B A:xx@5,B:21@7
B 66
A 0
loser A
points A:3 B:7

hand A:66
A 21
B 0
loser A
points A:2 B:7

# A loss of more points than are left: the player is eliminated, with points below zero.
hand B:24
B 33
A 0
loser A
points A:-1 B:7
places A:2 B:1
tells Ann doubted Bob's 33, but the dice show Hamburger (42). Ann loses three points and is out; the direction turns.
over

# Eliminated players are not asked; places are given from the bottom.
game maexchen points_to_start=3 point_loss_normal=2 point_loss_maexchen=3 point_loss_hamburger=5
players A B C D
hand A:54
A 55
B 0
loser A
points A:1 B:3 C:3 D:3
places A:- B:- C:- D:-
hand B:42
B 42
C 0
loser C
points A:1 B:3 C:-2 D:3
places A:- B:- C:4 D:-
watch A B C D
C fails                        # it is out already: nothing else changes
points A:1 B:3 C:-2 D:3
places A:- B:- C:4 D:-
watch A B D
hand A:31                      # the direction has turned: A comes before B
A 32
D 0
loser A
points A:-1 B:3 C:-2 D:3
places A:3 B:- C:4 D:-
hand D:61
sees D B:xx@3,D:61@3
sees B B:xx@3,D:xx@3
D 61
B 0
loser B
shown B:xx@3,D:61@3
points A:-1 B:1 C:-2 D:3
hand B:62                      # from D, backwards, skipping eliminated players
B 63
D 0
loser B
places A:3 B:2 C:4 D:1
D fails                        # decided: nothing changes
points A:-1 B:-1 C:-2 D:3
places A:3 B:2 C:4 D:1
over

# A negative loss gives points, a loss of 0 leaves them.
game maexchen point_loss_normal=-7 point_loss_maexchen=0
players A B
hand A:61
A 62
B 0
loser A
points A:17 B:10
change A:7 B:0
tells Bob doubted Ann's 62: the dice show 61. Ann gets seven points (17 now).
tells-A Bob doubted your 62: the dice show 61. You get seven points (17 now).
hand B:21
B 21
A 0
loser A
points A:17 B:10
tells Ann doubted Bob's Mäxchen (21), but the dice show Mäxchen (21). Ann loses nothing (17 left); the direction turns.
hand A:42
A 42
B 0
loser B
points A:17 B:7
places A:- B:-

# All at once.
game maexchen points_to_start=100 point_loss_hamburger=100000
players A B
hand A:42
A 41
B 0
loser B
points A:100 B:-99900
places A:1 B:2
over
