# fault=game: a crash or a timeout costs the game, and the hand is dealt again for the others.
game liars-dice dice=2 fault=game
players A B C D
hand A:66 B:55 C:44 D:33
A 16
B fails
loser B
places A:- B:4 C:- D:-
left A:2 B:0 C:2 D:2
change A:0 B:-2 C:0 D:0
tells Bob crashed or ran out of time and is out of the game.
tells-B You crashed or ran out of time and are out of the game.
# The same opener. The player who failed is not asked again, not even to observe.
hand A:66 C:44 D:33
history -
sees A A:66,C:xx,D:xx
legal 86                   # limit=start: still the dice of four
A 16
C 36
D 0
watch A C D
loser C
left A:2 B:0 C:1 D:2
# The opener fails: the next player still in the game opens.
hand A:66 C:4 D:33
A fails
loser A
places A:3 B:4 C:- D:-
hand C:4 D:33
C 13
D 0
watch C D
count 2
loser D
left A:0 B:0 C:1 D:1
# Only one is left: the game is over at once.
hand C:4 D:3
C 14
D fails
loser D
left A:0 B:0 C:1 D:0
places A:3 B:4 C:1 D:2
over

# A fault during an observation: the loss of the hand is not changed.
game liars-dice dice=2 fault=game
players A B C
hand A:66 B:55 C:44
A 16
B 0
loser B
left A:2 B:1 C:2
C fails
left A:2 B:1 C:0
change A:0 B:-1 C:0
places A:- B:- C:3
watch A B
# starter=next: C would have opened; the next one still in does.
hand A:66 B:5
A 16
B 0
loser B
places A:1 B:2 C:3
watch A B
# The game is decided: a fault now changes no place.
A fails
places A:1 B:2 C:3
left A:2 B:0 C:0
watch B
over

# The player who lost the last die fails during an observation: its place is not changed.
game liars-dice dice=1 fault=game
players A B C
hand A:6 B:5 C:4
A 16
B 0
loser B
places A:- B:3 C:-
B fails
places A:- B:3 C:-
watch A C
hand A:6 C:4
C 14
A 0
watch A C
places A:2 B:3 C:1
over

# Two fail at the same showdown; the last one left has won.
game liars-dice dice=2 fault=game
players A B C
hand A:66 B:55 C:44
A 16
B 0
A fails
places A:3 B:- C:-
C fails
places A:3 B:1 C:2
left A:0 B:1 C:0
B fails                    # decided
places A:3 B:1 C:2
over

# fault=die: as an illegal play with illegal=die. The history stays as it was.
game liars-dice dice=2 fault=die
players A B C
hand A:66 B:55 C:44
A 16
B fails
history A:16
shown A:66,B:55,C:44
watch A B C
failure B
loser B
left A:2 B:1 C:2
tells Bob crashed or ran out of time: Bob loses a die (1 left).
# starter=next
hand A:66 B:5 C:44
C fails
history -
failure C
left A:2 B:1 C:1
hand A:66 B:5 C:4
A 16
B 0
loser B
left A:2 B:0 C:1
places A:- B:3 C:-
# During an observation it costs one more die; eliminated players lose nothing more.
A fails
left A:1 B:0 C:1
B fails
left A:1 B:0 C:1
C fails
left A:1 B:0 C:0
places A:1 B:3 C:2
watch A B C
over

# On points: one point, which no player gains.
game round-table caller=next rounds=2 fault=die
players A B C
hand A:6666 B:5555 C:4444
A 16
B fails
failure B
points A:0 B:-1 C:0
C fails
points A:0 B:-1 C:-1
change A:0 B:-1 C:0
tells Bob crashed or ran out of time: Bob loses a point (-1 now).
hand A:6666 B:5555 C:4444
B 15
C 0
points A:0 B:0 C:-2
places A:1/2 B:1/2 C:3
A fails                    # the last showdown: nothing changes
points A:0 B:0 C:-2
places A:1/2 B:1/2 C:3
over

# On points with fault=game: an unfinished hand does not count.
game round-table caller=next rounds=1 fault=game
players A B C
hand A:6666 B:5555 C:4444
A 16
B fails
places A:- B:3 C:-
hand A:6666 C:4444
A 16
C 0
points A:1 B:0 C:-1
places A:1 B:3 C:2
over

# One hand decides the game, but not a hand that is dealt again.
game one-hand
players A B C
hand A:6 B:3 C:1
A 13
B fails
places A:- B:3 C:-
hand A:6 C:1
A 16
C 0
places A:1 B:3 C:2
over
game one-hand fault=die
players A B C
hand A:6 B:3 C:1
A 13
B fails
failure B
places A:1/2 B:3 C:1/2
over

# A player fails when asked out of turn.
game liars-dice dice=2 caller=anyone fault=die
players A B C
hand A:66 B:55 C:44
A 16
B 15 waits
C fails
history A:16
failure C
loser C
left A:2 B:2 C:1
hand A:66 B:55 C:4         # starter=next
A 16
B 0
loser B

# A palifico hand is dealt again as one, unless its player failed.
game perudo dice=2 fault=game
players A B C D
hand A:66 B:55 C:44 D:33
A 26
B 0
loser B
hand A:66 B:5 C:44 D:33
B 15
illegal 16
C fails
places A:- B:- C:4 D:-
hand A:66 B:5 D:33
B 15
illegal 16
legal 25
D fails
places A:- B:- C:4 D:3
hand A:66 B:5
B fails
left A:2 B:0 C:0 D:0
places A:1 B:2 C:4 D:3
over
game perudo dice=2 fault=game
players A B C
hand A:66 B:55 C:44
A 26
B 0
loser B
hand A:66 B:5 C:44
B fails
places A:- B:3 C:-
hand A:66 C:44
C 14
legal 15
A 0
loser A
# The next palifico player fails during an observation: an ordinary hand follows.
game perudo dice=2 fault=game
players A B C
hand A:66 B:55 C:44
A 26
B 0
loser B
B fails
places A:- B:3 C:-
hand A:66 C:44
C 14
legal 15
A 0
loser A

# fault=call: as a call. Without a bid it costs the hand; at the end of a hand it costs nothing.
game liars-dice dice=2 fault=call
players A B C
hand A:66 B:55 C:44
A 16
B fails
history A:16,B:0
call B
loser B
left A:2 B:1 C:2
A fails
left A:2 B:1 C:2
watch A B C
hand A:66 B:5 C:44
C fails
history -
failure C
loser C
left A:2 B:1 C:1
hand A:66 B:5 C:4
A 25
B fails
call B
loser A
left A:1 B:1 C:1
