#!/usr/bin/env python3
"""corrected.py [RUNS [ARENA [SEEDS]]]: prints how often the 95 % intervals of the win rate and of the corrected win rate contain the truth, in
RUNS (default 250) tournaments of each kind, with the seeds "SEEDS 0" (default "run 0") and so on. The truth is the win rate in 500 000 other games. docs/statistics.md has the table."""
import csv, subprocess, sys

runs = int(sys.argv[1]) if len(sys.argv) > 1 else 250
arena = sys.argv[2] if len(sys.argv) > 2 else "./arena"
seeds = sys.argv[3] if len(sys.argv) > 3 else "run"
pairs = ["conservative computer", "prober computer", "calm radical"]

def first(games, robots, seed):
	command = [arena, "tournament", str(games), *robots.split(), "--seed", seed, "--trust", "--no-results", "-q", "-j1", "--output", "csv"]
	text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
	rows = {row["robot"]: row for row in csv.DictReader(text.splitlines())}
	return {key: float(value) for key, value in rows[robots.split()[0]].items() if key != "robot" and value}

print("| pair, games | win rate | corrected | as games, mean |\n|---|---|---|---|")
for robots in pairs:
	truth = first(500000, robots, "truth")["win_rate"]
	for games in 400, 2000:
		rows = [first(games, robots, f"{seeds} {i}") for i in range(runs)]
		rows = [row for row in rows if "corrected" in row]
		plain = sum(row["low"] <= truth <= row["high"] for row in rows) / len(rows)
		corrected = sum(row["corrected_low"] <= truth <= row["corrected_high"] for row in rows) / len(rows)
		as_games = sum(row["as_games"] for row in rows) / len(rows)
		print(f"| {' against '.join(robots.split())}, {games} | {plain:.3f} | {corrected:.3f} | {as_games:.0f} |", flush=True)
