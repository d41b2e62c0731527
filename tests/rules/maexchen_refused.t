# Impossible settings are refused with the reason.
refused maexchen points_to_start=0 : fewer than 1 point is eliminated
refused maexchen points_to_start=-3 : fewer than 1 point is eliminated
refused maexchen maexchen=42 : they must differ
refused maexchen hamburger=21 : they must differ
refused maexchen maexchen=66 hamburger=66 : they must differ
refused maexchen order_digits=false maexchen=12 hamburger=12 : they must differ

# The same value twice, but one that two dice cannot show: both are off.
game maexchen maexchen=12 hamburger=12
players A B
hand A:12
A 21
B 0
count 21
loser B
points A:10 B:9

# Anything else is allowed: losses of 0, negative losses, any order of play.
game maexchen points_to_start=1 point_loss_normal=0 play_order=-2000000000
players A B
hand A:53
A 55
A 0
loser A
points A:1 B:1
