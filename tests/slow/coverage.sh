#!/bin/sh
# coverage.sh [RUNS] - prints how often intervals contain the true value in simulated tournaments (coverage.c), in the
# form of the tables of docs/statistics.md. RUNS tournaments for each number, 2000 by default: some minutes.
set -eu
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
${CC:-cc} -D_GNU_SOURCE -Isrc -O2 -o "$folder/coverage" tests/slow/coverage.c src/stats/*.c src/stats/*/*.c \
	src/base/err.c src/base/mem.c src/base/rng.c -lnettle -lm
"$folder/coverage" "${1:-2000}"
