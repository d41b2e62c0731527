# The example of the encoding: a hand of three, C with one die fewer. The strings must match exactly.
game liars-dice
players A B C

hand A:22333 B:11111 C:66666
sees A A:33322,B:xxxxx,C:xxxxx
sees B A:xxxxx,B:11111,C:xxxxx
history -
A 23
history A:23
B 33
C 0
call C
loser C
left A:5 B:5 C:4

hand A:12345 B:15366 C:2646
history -
sees A A:54321,B:xxxxx,C:xxxx
A 23
history A:23
sees B A:xxxxx,B:66531,C:xxxx
B 33
history A:23,B:33
sees C A:xxxxx,B:xxxxx,C:6642
C 0
history A:23,B:33,C:0
shown A:54321,B:66531,C:6642
watch A B C
call C
count 2
loser B
left A:5 B:4 C:4
places A:- B:- C:-
tells Cid called three threes: there were two. Cid's call was right, Bob loses a die (4 left).
