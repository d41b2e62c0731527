#!/usr/bin/python3 -SE
"""Counts the asks of each game, by the lines `table K N`, and ends when a count is wrong. With lanes=1 it counts from each
`game` line. Its plays depend on that count, so they are the same either way."""
import sys

lanes = next((argument.partition("=")[2] for argument in sys.argv[1:] if argument.startswith("lanes=")), "1")
print("robot name=tables tables=yes lanes=" + lanes, flush=True)
counts, table = {}, "0"
for line in sys.stdin:
    words = line.split()
    if words[0] == "table":
        table = words[1]
        if int(words[2]) != (counts.get(table, 0) if words[2] != "0" else 0):
            sys.exit("ask %s of a game is its ask %d" % (words[2], counts.get(table, 0)))
        counts[table] = int(words[2])
    elif words[0] == "game" and lanes == "1":
        counts[table] = 0
    elif words[0] not in ("game", "seed"):
        last = words[2].split(":")[-1] if words[2] != "-" else "1"
        print(0 if counts[table] % 3 == 2 and words[2] != "-" else int(last) // 10 * 10 + 10 + 1 + counts[table] % 6, flush=True)
        counts[table] += 1
