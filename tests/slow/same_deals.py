#!/usr/bin/env python3
"""same_deals.py [RUNS [ARENA]]: prints by how much more certain `--same-deals` makes a win rate and the difference of two: the
variance over RUNS (default 200) seeds with other dice at each table, divided by that with the same dice. 1.5 means: as certain
with two thirds of the games. docs/statistics.md has the table; it takes two minutes."""
import csv, statistics, subprocess, sys

runs = int(sys.argv[1]) if len(sys.argv) > 1 else 200
arena = sys.argv[2] if len(sys.argv) > 2 else "./arena"
versions = ["prober:risk=0.5", "prober:risk=0.52"]
designs = [ # name, options, robots, the two that are compared
	("gauntlet, two versions of a robot", "--format gauntlet", ["computer", *versions], versions),
	("gauntlet in `one-hand`, two similar robots", "--format gauntlet -v one-hand", ["calm", "computer", "conservative"],
		["computer", "conservative"]),
	("gauntlet, two different robots", "--format gauntlet", ["calm", "computer", "prober"], ["computer", "prober"]),
	("gauntlet, tables of 3, two different robots", "--format gauntlet --seats 3", ["calm", "computer", "conservative", "prober"],
		["computer", "conservative"]),
	("round robin, two versions of a robot", "--format round-robin", ["computer", "calm", *versions], versions),
	("round robin, two different robots", "--format round-robin", ["computer", "calm", "radical", "conservative"],
		["computer", "radical"]),
]

def rates(options, robots, seed):
	command = [arena, "tournament", "99", *options.split(), *robots, "--seed", str(seed), "--trust", "--no-results", "-q", "-j1",
		"--output", "csv"]
	text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
	return {row["robot"]: float(row["win_rate"]) for row in csv.DictReader(text.splitlines())}

print("| design | win rate of the first | difference of the two |\n|---|---|---|")
for name, options, robots, (a, b) in designs:
	variances = []
	for more in "", " --same-deals":
		results = [rates(options + more, robots, seed) for seed in range(runs)]
		variances.append([statistics.variance(r[robots[0]] for r in results), statistics.variance(r[a] - r[b] for r in results)])
	print(f"| {name} | {variances[0][0] / variances[1][0]:.2f} | {variances[0][1] / variances[1][1]:.2f} |", flush=True)
