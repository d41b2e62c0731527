#!/bin/sh
# field.sh [RUNS] - the order of a contest's ladder, compared with that of a round robin (field.c), as in the table of
# docs/statistics.md. RUNS ladders for each line, 100 by default: some minutes. With fewer, chance alone can make it fail.
set -eu
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
${CC:-cc} -D_GNU_SOURCE -Isrc -O2 -o "$folder/field" tests/slow/field.c src/contest/pairing.c src/stats/*.c src/base/err.c src/base/mem.c \
	src/base/rng.c src/base/str.c -lnettle -lm
"$folder/field" "${1:-100}" | tee "$folder/table"
awk -F'|' 'NR > 2 && ($4 > 1.15 * $5 + 0.3 || $10 < 0.92) { bad = 1 } END { exit bad }' "$folder/table" || {
	echo 'FAIL a ladder is worse than a round robin, or its intervals miss too often'
	exit 1
}
echo 'ok field'
