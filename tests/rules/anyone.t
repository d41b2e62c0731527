# caller=anyone: after a bid the others are asked in turn order whether they call, the next
# player first; if no player calls, the next player's answer becomes the next bid.
game liars-dice dice=2 caller=anyone
players A B C D

# No player calls until C, asked out of turn, does.
hand A:66 B:55 C:44 D:33
illegal 0 : nothing has been bid
A 16
history A:16
legal 0 21 25
illegal 16 1 2 27
B 25 waits
legal 0 1 2 16 -5 99       # not yet C's own turn: any answer except 0 lets the bid stand
sees C A:xx,B:xx,C:44,D:xx
history A:16
C 33 waits
D 1                        # the last of the others: B's bid stands now
history A:16,B:25
C 46 waits
D 1 waits
A 12345                    # lets it stand as well
history A:16,B:25,C:46
D 56 waits
A 1 waits
B 0                        # D's bid is never made
history A:16,B:25,C:46,B:0
call B
count 2
loser C
left A:2 B:2 C:1 D:2
tells Bob called four sixes: there were two. Bob's call was right, Cid loses a die (1 left).

# starter=next: C is next after the caller B. The next player calls at once, so no other player is asked.
hand A:66 B:55 C:4 D:33
C 13
D 0
history C:13,D:0
call D
count 2
loser D
left A:2 B:2 C:1 D:1

# The first player who calls is the caller, even if others would call too.
hand A:66 B:55 C:4 D:3
A 26
B 36 waits
C 0
history A:26,C:0
call C
count 2
loser C
left A:2 B:2 C:0 D:1
places A:- B:- C:4 D:-

# C is out and not asked; D, next after C, opens.
hand A:66 B:55 D:3
D 13
A 16 waits
B 1
history D:13,A:16
B 25 waits
D -1
history D:13,A:16,B:25
D 26 waits
A 0
call A
count 2
loser A
left A:1 B:2 C:0 D:1

# The next player's answer is illegal: it counts only if no other player calls.
hand A:6 B:55 D:3
B 15
D 15 waits
A 0
history B:15,A:0
call A
loser A
left A:0 B:2 C:0 D:1
places A:3 B:- C:4 D:-

# With two players left there is no other player to ask.
hand B:55 D:3
B 15
D 23
history B:15,D:23
B 0
call B
count 1
loser D
left A:0 B:2 C:0 D:0
places A:3 B:1 C:4 D:2
over

# illegal=call: the next player's illegal answer counts as his call, after the others were asked.
game liars-dice dice=2 caller=anyone illegal=call
players A B C
hand A:66 B:55 C:44
A 26
B 1 waits                  # letting the bid stand is not allowed at one's own turn
C 1 illegal
history A:26,B:0
call B
count 2
loser B
left A:2 B:1 C:2

# illegal=die: the next player pays, not the player who answered last.
game liars-dice dice=2 caller=anyone illegal=die
players A B C
hand A:66 B:55 C:44
A 26
B 26 waits
C 35 illegal
history A:26,B:26
illegal-play B
loser B
left A:2 B:1 C:2

# exact is for the player whose turn it is; out of turn 2 lets the bid stand.
game liars-dice dice=2 caller=anyone exact=others
players A B C
hand A:66 B:55 C:44
A 26
B 2 waits
C 2
history A:26,B:2
exact B
count 2
loser -
left A:1 B:2 C:1
hand A:6 B:55 C:4
B 25
C 35 waits
A 2
history B:25,C:35
# Another player calls before an exact takes effect.
A 2 waits
B 0
history B:25,C:35,B:0
call B
count 2
loser C
left A:1 B:2 C:0

# wild=drop with anyone: letting a bid stand does not count as a turn of the first round.
game tourney dice=2 caller=anyone
players A B C
hand A:16 B:16 C:44
A 16
B 21 waits
C 1
C 26 waits
A 1
A 36 waits
B 0
history A:16,B:21,C:26,B:0
call B
count 2
loser B
