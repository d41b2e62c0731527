#!/bin/sh
# store.sh BUILD_FOLDER - the cost of storing results: CPU seconds with a database against without, and of `export` against
# playing, the minimum of seven on one core; and how large the database of MANY=10000000 games becomes.
set -eu
build=$(cd "$1" && pwd)
"$build/bench/measure" true >/dev/null # built by `make bench`
games=${GAMES:-100000}
many=${MANY:-10000000}
core=$(awk '/Cpus_allowed_list/ {split($2, a, /[-,]/); print a[1]}' /proc/self/status)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
ln -s "$build" "$tmp/build"
cd "$tmp"
build=build # lists of words use it, and the real path may have blanks
pair="./$build/robots/computer.so ./$build/robots/conservative.so"

least() { sort -n | head -n 1; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN {printf "%.3f", a / b}'; }
cpu() { "$build/bench/measure" taskset -c "$core" "$build/arena" "$@" | cut -d' ' -f2; }
play() { cpu tournament -q --seed 1 -j1 "$@"; }
row() { printf '%-58s %8s   %s\n' "$1" "$2" "${3-}"; }
megabytes() { find "$1" -name 'arena.db*' -printf '%s\n' | awk -v times="$2" '{s += $1} END {printf "%.1f", s * times / 1e6}'; }

# shellcheck disable=SC2086 # lists of words are meant
for _ in 1 2 3 4 5 6 7; do
	play --no-results "$games" $pair >>without
	rm -rf results
	play "$games" $pair >>with
	cpu export results/0001 -j1 -o games.txt >>export
done
row "time of $games games, stored / not stored" "$(ratio "$(least <with)" "$(least <without)")" '<= 1.050'
row "time of export of the run / of playing it" "$(ratio "$(least <export)" "$(least <without)")" '<= 1.500'

# Every tenth match of the many games: all matches take about the same space.
run="$build/arena tournament -q --seed 1 $many"
# shellcheck disable=SC2086
$run $pair --shard 1/10 --results two >/dev/null
row "MB of $many games of two seats" "$(megabytes two 10)" '<= 20'
# shellcheck disable=SC2086
$run $pair $pair $pair --shard 1/10 --results six >/dev/null
row "MB of $many games of six seats" "$(megabytes six 10)" '<= 20'
