#!/bin/sh
# fresh.sh BUILD_FOLDER - microseconds of CPU time a match of one block (two games) of robots of several kinds against one that
# shares its code: the cost of beginning each match with fresh instances.
#
# Minimum of five runs on one core, since other work on the machine only adds time. GAMES=20000 by default, a hundredth
# of it for programs. For these the wall clock is used: bubblewrap does not wait for all its child processes, so its CPU
# time is unknown. Their next process starts while one plays, on another core if there is one: CORES=0,1 allows two.
set -eu
build=$(cd "$1" && pwd)
"$build/bench/measure" true >/dev/null # built by `make bench`
root=$(cd "$(dirname "$0")/.." && pwd)
games=${GAMES:-20000}
core=${CORES:-$(awk '/Cpus_allowed_list/ {split($2, a, /[-,]/); print a[1]}' /proc/self/status)}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"

row() { printf '%-66s %8s   %s\n' "$1" "$2" "${3-}"; }
# us_a_match FIELD GAMES ROBOT [OPTION ...]: field 1 is wall-clock time, 2 CPU time
us_a_match() {
	field=$1 n=$2 robot=$3
	shift 3
	for _ in 1 2 3 4 5; do
		"$build/bench/measure" taskset -c "$core" "$build/arena" tournament --no-results --quiet --seed 1 -j1 "$@" "$n" \
			"$robot" "$build/bench/fresh_PLAIN.so" | awk -v n="$n" -v f="$field" '{printf "%.1f\n", $f * 2e6 / n}'
	done | sort -n | head -n 1
}
cpu() { us_a_match 2 "$@"; }
wall() { us_a_match 1 "$@"; }

row 'us of CPU a match of two games' measured reach
row 'plain statics of a few bytes: instances share the code' "$(cpu "$games" "$build/bench/fresh_PLAIN.so")"
row 'C++: constructors, containers' "$(cpu "$games" "$build/bench/fresh_CPP.so")" '<= 50 more than without fresh starts'
row 'C++ without fresh starts (--match-length 20), by block' "$(cpu "$games" "$build/bench/fresh_CPP.so" --match-length 20)"
row 'a file of 2 MB with a constructor' "$(cpu "$games" "$build/bench/fresh_BIG.so")" '<= 50 more than without'
row 'the same without fresh starts' "$(cpu "$games" "$build/bench/fresh_BIG.so" --match-length 20)"
row '64 KB of statics' "$(cpu "$games" "$build/bench/fresh_STATICS.so")" '<= 50 more than without'
row 'the same without fresh starts' "$(cpu "$games" "$build/bench/fresh_STATICS.so" --match-length 20)"
row 'a file of 30 MB, all of it statics' "$(cpu $((games / 20)) "$build/bench/fresh_HUGE.so")"
row 'a program with lanes=64, on the wall clock' "$(wall $((games / 100)) "$build/bench/liner:lanes=64")"
row 'a program without lanes, on the wall clock' "$(wall $((games / 100)) "$build/bench/liner")"
row 'a Python program without lanes, on the wall clock' "$(wall $((games / 100)) "$root/tests/programs/conservative.py")"
