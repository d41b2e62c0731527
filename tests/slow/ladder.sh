#!/bin/sh
# ladder.sh [RUNS] - how often the intervals of a contest's ladder contain the true value when they are read after every
# round (ladder.c), as in the table of docs/statistics.md. RUNS ladders for each line, 300 by default: some minutes.
# Fails if the intervals miss in more than one of twenty cases, by three standard deviations.
set -eu
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
${CC:-cc} -D_GNU_SOURCE -Isrc -O2 -o "$folder/ladder" tests/slow/ladder.c src/contest/pairing.c src/stats/*.c src/base/err.c src/base/mem.c \
	src/base/rng.c src/base/str.c -lnettle -lm
"$folder/ladder" "${1:-300}" | tee "$folder/table"
awk -F'|' -v runs="${1:-300}" 'NR > 2 && $6 < 0.95 - 3 * sqrt(0.0475 / runs) { bad = 1 } END { exit bad }' "$folder/table" || {
	echo 'FAIL the intervals of a ladder miss the truth too often'
	exit 1
}
echo 'ok ladder'
