#!/usr/bin/env python3
"""few_matches.py [MATCHES]: computes what intervals can do with 10 (or so many) matches of a pair, each lost, split or won.

"possible": the share of win rates for which some results in a row have a chance of 0.94 to 0.96 together, as the coverage of a
deterministic interval has to. "arena": the exact coverage, least and largest, of the arena's interval; "without Student": of the same
interval with the quantile for infinitely many matches."""
import math, sys

n = int(sys.argv[1]) if len(sys.argv) > 1 else 10
UNSEEN, NORMAL = 0.25, 3.841

def chances(split, won):
	"""Of each number of matches lost, split and won."""
	lost = 1 - split - won
	return {(i, n - i - k, k): math.comb(n, i) * math.comb(n - i, k) * lost ** i * split ** (n - i - k) * won ** k
		for i in range(n + 1) for k in range(n + 1 - i)}

def is_possible(all_chances):
	points = [0.0] * (2 * n + 1)
	for (_, split, won), chance in all_chances.items():
		points[split + 2 * won] += chance
	sums = [0.0]
	for chance in points:
		sums.append(sums[-1] + chance)
	return any(0.94 <= high - low <= 0.96 for low in sums for high in sums)

def statistic(counts, mean):
	"""Twice the difference of the log-likelihoods (src/stats/interval.h)."""
	seen = [(counts[0] + UNSEEN, -mean), (counts[1], 0.5 - mean), (counts[2] + UNSEEN, 1 - mean)]
	low, high = -1 / (1 - mean) + 1e-12, 1 / mean - 1e-12
	for _ in range(60):
		middle = (low + high) / 2
		if sum(times * x / (1 + middle * x) for times, x in seen) > 0:
			low = middle
		else:
			high = middle
	return 2 * sum(times * math.log(1 + low * x) for times, x in seen)

def student(df):
	"""The 0.975 quantile, squared."""
	density = lambda t: math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(df * math.pi) * (1 + t * t / df) ** (-(df + 1) / 2)
	area, t, step = 0.5, 0.0, 1e-4
	while area < 0.975:
		area += density(t + step / 2) * step
		t += step
	return t * t

quantiles = [student(n - 1), NORMAL]
print(f"| {n} matches, of which split | possible | arena | without Student |\n|---|---|---|---|")
for split in 0, 0.3, 0.5, 0.7, 0.9, 0.98:
	possible = sum(is_possible(chances(split, (1 - split) * k / 200)) for k in range(1, 200)) / 199
	covered = [[], []]
	for part in (k / 40 for k in range(2, 21)):
		won, found = (1 - split) * part, [0.0, 0.0]
		for counts, chance in chances(split, won).items():
			if chance > 1e-9:
				value = statistic(counts, split / 2 + won)
				for i in 0, 1:
					found[i] += chance * (value <= quantiles[i])
		for i in 0, 1:
			covered[i].append(found[i])
	print(f"| {split} | {possible:.2f} | " + " | ".join(f"{min(c):.3f} to {max(c):.3f}" for c in covered) + " |", flush=True)
