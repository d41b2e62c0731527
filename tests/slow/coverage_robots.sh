#!/bin/sh
# coverage_robots.sh [SCALE [RUNS]] - how often intervals contain the true value in real runs of the arena, and how
# often `arena regress` is wrong about robots that toss a coin when they are loaded, as in docs/statistics.md.
#
# SCALE (default 1) multiplies the number of matches (coverage_robots.c); RUNS (default 100) is the number of regress
# runs of each kind. 0.1 and 20 take a minute. Fails if regress is wrong more often than its alpha allows, by three
# standard deviations.
set -eu
scale=${1:-1} runs=${2:-100}
cd "$(dirname "$0")/../.."
make suites NAMES=none >/dev/null
make arena build/release/tests/arena.a >/dev/null
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
libraries=$(for p in libseccomp sqlite3 nettle jansson libzmq libmicrohttpd; do pkg-config --exists $p && pkg-config --libs $p; done)
zoo=build/release/tests/zoo
# shellcheck disable=SC2086
${CC:-cc} -D_GNU_SOURCE -Isrc -Isdk -std=gnu11 -O2 -rdynamic -o "$folder/coverage" tests/slow/coverage_robots.c \
	build/release/tests/arena.a $libraries -ldl -lm
"$folder/coverage" build/release/robots $zoo "$scale"

# wrong NAME CODE OPTIONS...: in how many runs of two equal robots the exit code is CODE.
failed=0
wrong() {
	name=$1 code=$2 n=0 decided=0
	shift 2
	for seed in $(seq "$runs"); do
		got=0
		./arena regress "$zoo/coin.so:salt=1" "$zoo/coin.so:salt=2" --match-length 20 "$@" --seed "coin $seed" --trust -j1 -q \
			--no-results >"$folder/out" 2>&1 || got=$?
		case $got in
		0 | 1) decided=$((decided + 1)) ;;
		3) ;;
		*) cat "$folder/out" >&2 && exit 1 ;;
		esac
		[ $got != "$code" ] || n=$((n + 1))
	done
	printf '| %s | %s | %s | %s | 0.05 |\n' "$name" "$n" "$decided" "$runs"
	awk -v n="$n" -v runs="$runs" 'BEGIN { exit n > runs * 0.05 + 3 * sqrt(runs * 0.05 * 0.95) }' || failed=1
}
printf '\n| regress, of equal robots | wrong | decided | runs | allowed |\n|---|---|---|---|---|\n'
wrong 'a gain? (0 to 50)' 0 --elo0 0 --elo1 50
wrong 'not worse? (-50 to 0)' 1 --elo0 -50 --elo1 0
wrong 'a gain in a field? (0 to 50)' 0 --elo0 0 --elo1 50 --field computer,conservative
wrong 'not worse in a field? (-50 to 0)' 1 --elo0 -50 --elo1 0 --field computer,conservative
[ $failed = 0 ] || { echo 'FAIL regress is wrong too often'; exit 1; }
echo 'ok coverage_robots'
