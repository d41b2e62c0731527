# illegal: what an illegal play costs, and how it is written in the history.
# call: it counts as a call and is written as one.
game liars-dice dice=2 illegal=call
players A B
hand A:66 B:55
A 26
B 26 illegal
history A:26,B:0
shown A:66,B:55
call B
count 2
loser B
left A:2 B:1
tells Bob's play 26 is illegal and counts as a call. Bob called two sixes: there were two. Bob's call was wrong, Bob loses a die (1 left).
hand A:66 B:5
A 36
B -7 illegal             # it can also win
history A:36,B:0
call B
count 2
loser A
left A:1 B:1
# Without a bid there is nothing to call: the hand is lost.
hand A:6 B:5
A 2147483647 illegal
history A:0
shown A:6,B:5
watch A B
illegal-play A
loser A
left A:0 B:1
places A:2 B:1
tells Ann's play 2147483647 was illegal: Ann loses the last die and is out.
over

# Likewise for a call at the first turn.
game liars-dice dice=2 illegal=call
players A B
hand A:66 B:55
A 0 illegal
history A:0
illegal-play A
loser A
left A:1 B:2
hand A:6 B:55            # starter=next
B 1 illegal
history B:0
illegal-play B
left A:1 B:1

# die: it costs the hand, whatever the dice, and is written as returned.
game liars-dice dice=2 illegal=die
players A B C
hand A:66 B:55 C:44
A 36
B -2147483648 illegal
history A:36,B:-2147483648
shown A:66,B:55,C:44
illegal-play B
loser B
left A:2 B:1 C:2
tells Bob's play -2147483648 was illegal: Bob loses a die (1 left).
hand A:66 B:5 C:44
C 0 illegal
history C:0
illegal-play C
loser C
left A:2 B:1 C:1
hand A:66 B:5 C:4
A 11
B 2 illegal              # exact=off
history A:11,B:2
loser B
left A:2 B:0 C:1
places A:- B:3 C:-
watch A B C
hand A:66 C:4
C 1234567890 illegal
history C:1234567890
loser C
places A:1 B:3 C:2
over

# game: the offender takes the worst place still open at once.
game liars-dice dice=3 illegal=game
players A B C D
hand A:666 B:555 C:444 D:333
A 26
B 20 illegal
history A:26,B:20
shown A:666,B:555,C:444,D:333
watch A B C D
illegal-play B
loser B
left A:3 B:0 C:3 D:3
places A:- B:4 C:- D:-
tells Bob's play 20 was illegal: Bob is out.
tells-B Your play 20 was illegal: you are out.
hand A:666 C:444 D:333
C 16
D 99 illegal
places A:- B:4 C:- D:3
hand A:666 C:444
A 5 illegal
places A:2 B:4 C:1 D:3
left A:0 B:0 C:3 D:0
over

# Two dice at once.
game liars-dice dice=2 illegal=game
players A B
hand A:66 B:55
A 27 illegal
illegal-play A
left A:0 B:2
places A:2 B:1
tells Ann's play 27 was illegal: Ann is out.
over
