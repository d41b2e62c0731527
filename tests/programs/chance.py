#!/usr/bin/python3 -SE
"""Plays by chance: from the seed it is given for a game or, with lanes=N, for each ask. Prints what it does."""
import random
import sys

for argument in sys.argv[1:]:
    print("robot name=chance", argument, flush=True)
n = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "seed":
        random.seed(int(words[1]))
    elif words[0] != "game":
        n += 1
        last = words[2].split(":")[-1] if words[2] != "-" else ""
        play = 0 if last and random.random() < 0.3 else (int(last) if last else 1) // 10 * 10 + 10 + random.randint(1, 6)
        print("thought of %d" % play, file=sys.stderr)
        print(play, flush=True)
