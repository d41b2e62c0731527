#!/bin/sh
# program.sh BUILD_FOLDER - asks per second of a program robot through the arena, confined, against the same program
# asked through bare pipes: medians of three, on one core.
set -eu
build=$(cd "$1" && pwd)
"$build/bench/measure" true >/dev/null # built by `make bench`
asks=${ASKS:-200000}
core=$(awk '/Cpus_allowed_list/ {split($2, a, /[-,]/); print a[1]}' /proc/self/status)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
ln -s "$build" "$tmp/build"
cd "$tmp"
build=build # lists of words use it, and the real path may have blanks
liner=./$build/bench/liner

median() { sort -n | sed -n 2p; }
row() { printf '%-58s %8s   %s\n' "$1" "$2" "${3-}"; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN {printf "%.2f", a / b}'; }
run="taskset -c $core $build/arena tournament --no-results -q --seed 1 -j1 --output csv"
# Both players are the program: asks of both, divided by wall-clock seconds.
play() { # play GAMES LANES; a program that declares lanes=1 would be restarted for every rotation
	# shellcheck disable=SC2086 # a list of words is meant
	n=$($run -L "$2" "$1" "$liner:lanes=64" "$liner:lanes=64" |
		awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == "asks") c = i} NR > 1 {s += $c} END {print s}')
	# shellcheck disable=SC2086
	"$build/bench/measure" $run -L "$2" "$1" "$liner:lanes=64" "$liner:lanes=64" | awk -v n="$n" '{print n / $1}'
}

for _ in 1 2 3; do
	taskset -c "$core" "$build/bench/pingpong" "$asks" "$liner" lanes=1 >>bare
	play $((asks / 20)) 1 >>one
	play $((asks / 20)) 64 >>many
done
row "asks a second through bare pipes" "$(median <bare)"
row 'program robot, one ask at a time / bare pipes' "$(ratio "$(median <one)" "$(median <bare)")" '>= 0.50'
row 'program robot, 64 lanes / bare pipes' "$(ratio "$(median <many)" "$(median <bare)")" '>= 5.00'
