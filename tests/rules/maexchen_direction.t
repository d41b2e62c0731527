# The next player: play_order, changes of direction, and eliminated players.
game maexchen
players A B C D

# A Mäxchen is shown: play continues backwards from the claimer.
hand A:31 B:21
A 41
B 1
B 66
C 0
loser C
points A:10 B:10 C:8 D:10
tells Cid doubted Bob's 66, but the dice show Mäxchen (21). Cid loses two points (8 left); the direction turns.
hand A:31 D:41 C:54
A 41
D 1
D 62
C 1
C 63
B 0
loser C
hand B:42
B 43
A 0
loser A
tells Ann doubted Bob's 43, but the dice show Hamburger (42). Ann loses three points (7 left); the direction turns.

# Forwards again. Only a shown Mäxchen changes the direction, not a claimed one.
hand C:61
C 21
D 0
loser C
hand D:61
D 31
A 0
loser A

# A believed Mäxchen is not shown, and does not change the direction.
hand A:21 B:61
A 41
B 1
B 62
C 0
loser B
hand C:61
C 61
D 0
loser D

game maexchen reverse_maexchen=false
players A B C
hand A:21
A 21
B 0
loser B
points A:10 B:8 C:10
tells Bob doubted Ann's Mäxchen (21), but the dice show Mäxchen (21). Bob loses two points (8 left).
hand B:42
B 21
C 0
loser C
hand A:61
A 61
C 0
loser C

game maexchen reverse_hamburger=false
players A B C
hand A:42
A 21
B 0
loser B
tells Bob doubted Ann's Mäxchen (21), but the dice show Hamburger (42). Bob loses three points (7 left).
hand B:21
B 21
C 0
loser C
hand A:61
A 61
C 0
loser C

# Backwards from the start; a turned direction then goes forwards.
game maexchen play_order=-1
players A B C
hand A:61 C:62
A 61
C 1
C 62
B 0
loser B
hand B:21
B 21
A 0
loser A
hand C:61
C 61
A 0
loser A

# Every second player. With two left, two steps lead back to the same player.
game maexchen play_order=2 points_to_start=1
players A B C D E
hand A:54 C:61 E:62 B:63
A 61
C 1
C 62
E 1
E 63
B 1
B 64
D 0
loser B
places A:- B:5 C:- D:- E:-
hand D:61 A:62                 # of A, C, D, E the second after where B sat
D 61
A 1
A 63
D 0                            # C, then D
loser A
hand D:61 C:62                 # after A: C, D
D 62
C 1                            # E, C
C 63
E 0                            # D, E
loser C
hand E:61
E 61
E 0                            # its own claim: it loses with either answer
loser E
places A:4 B:5 C:3 D:1 E:2
over

# Taken modulo the players left: 4 of 3 is one step, 4 of 2 leads back.
game maexchen play_order=4 points_to_start=1
players A B C
hand A:61 B:61
A 61
B 1
B 62
C 0
loser B
hand A:61                      # after B, who is out: C, A, C, A
A 61
A 0
loser A
places A:2 B:3 C:1
over

# -4 of 3 is one step back; a turn makes it one forwards.
game maexchen play_order=-4
players A B C
hand A:21
A 61
C 0
loser C
hand B:61
B 62
C 0
loser B
hand C:61
C 62
A 0
loser C

# 0: the same player, until he is out; then his neighbour.
game maexchen play_order=0 points_to_start=2
players A B C
hand A:61 A:62
A 61
A 1
A 63
A 0
loser A
shown A:62@2,B:xx@2,C:xx@2
points A:1 B:2 C:2
hand A:65
A 64
A 0
loser A
places A:3 B:- C:-
hand B:21
B 21
B 0
loser B
places A:3 B:2 C:1
over

# The direction turned, the neighbour is the one before.
game maexchen play_order=0 points_to_start=1 point_loss_maexchen=1
players A B C
hand A:21
A 21
A 0
loser A
hand C:61
C 62
C 0
loser C
places A:3 B:1 C:2
over

# The player who believed the highest value begins, whatever the direction.
game maexchen play_order=-1
players A B C
hand A:31
A 42
C 1
believed C
hand C:31
C 32
B 0
loser C
hand B:42                      # turns forwards
B 41
A 0
loser A
hand C:61
C 42
A 1
believed A
hand A:61
A 61
B 0
loser B
points A:7 B:9 C:9
