#!/bin/sh
# coverage.sh [RUNS [TABLE...]] - prints how often intervals contain the true value in simulated tournaments (coverage.c), in the
# form of the tables of docs/statistics.md: of all tables, or of wins, ratings, ranks, tests, proportions. RUNS tournaments for each
# number, 1000 by default; ratings take a quarter of them, or a twentieth of pools of more than 6 robots.
set -eu
cd "$(dirname "$0")/../.."
make suites NAMES=none >/dev/null
make build/release/tests/arena.a >/dev/null
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
libraries=$(for p in libseccomp sqlite3 nettle jansson libzmq libmicrohttpd; do pkg-config --exists $p && pkg-config --libs $p; done)
# shellcheck disable=SC2086
${CC:-cc} -D_GNU_SOURCE -Isrc -Isdk -std=gnu11 -O2 -o "$folder/coverage" tests/slow/coverage.c build/release/tests/arena.a $libraries -ldl -lm
"$folder/coverage" "${@:-1000}"
