#!/bin/sh
# solve.sh BUILD_FOLDER - iterations a second of `arena solve` and of textbook counterfactual regret minimisation
# (textbook_cfr.c) on the same hand, one die against one with nothing wild. CPU seconds, the median of three.
set -eu
build=$(cd "$1" && pwd)
"$build/bench/measure" true >/dev/null # built by `make bench`
iterations=${ITERATIONS:-3000}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"

median() { sort -n | sed -n 2p; }
cpu() { "$build/bench/measure" "$@" | cut -d' ' -f2; }
row() { printf '%-58s %8s   %s\n' "$1" "$2" "${3-}"; }

# The difference of two runs, which removes the time for starting and for measuring the result.
for _ in 1 2 3; do
	for n in 10 "$iterations"; do
		cpu "$build/arena" solve -v one-hand -r wild=none --accuracy 0 --iterations "$n" >>"solve.$n"
	done
	"$build/bench/textbook_cfr" $((iterations / 60)) | cut -d' ' -f1 >>textbook
done
speed=$(awk -v n="$iterations" -v more="$(median <"solve.$iterations")" -v few="$(median <solve.10)" \
	'BEGIN {printf "%.0f", (n - 10) / (more - few)}')
row 'solve: iterations a second / textbook CFR' "$(awk -v a="$speed" -v b="$(median <textbook)" 'BEGIN {printf "%.1f", a / b}')" '>= 5.00'
row '  iterations a second: solve, measuring included' "$speed"
row '  textbook CFR' "$(median <textbook)"
