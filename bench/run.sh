#!/bin/sh
# run.sh BUILD_FOLDER - the ratios of the arena's speed, each measured in one run of this script.
#
# On one core CPU time is compared, so that a busy machine changes little; two workers against
# one is compared on the wall clock and wants an idle machine. Every figure is the median of three.
set -eu
build=$1
arena=$build/arena robots=$build/robots
games=${GAMES:-600000}
six_games=$((games / 2)) # at six seats: long enough that the start of 36 robot processes does not show
pair='computer conservative'
pair_files="$robots/computer.so $robots/conservative.so"
six_files="$pair_files $pair_files $pair_files"
"$build/bench/measure" true >/dev/null # `make bench` makes it
core=$(awk '/Cpus_allowed_list/ {split($2, a, /[-,]/); print a[1]}' /proc/self/status)

median() { sort -n | sed -n 2p; }
play() { "$build/bench/measure" "$@"; }
one_core() { play taskset -c "$core" "$@"; }
run="$arena tournament --no-results --quiet --seed 1"

# Three times each: the field of `measure`, 1 wall, 2 CPU, 3 memory. Rounds are interleaved below.
field() { cut -d' ' -f"$1"; }

ratio() { awk -v a="$1" -v b="$2" 'BEGIN {printf "%.2f", a / b}'; }
row() { printf '%-58s %8s   %s\n' "$1" "$2" "$3"; }

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# shellcheck disable=SC2086 # lists of words are meant
for _ in 1 2 3; do
	one_core "$build/bench/bare" "$games" $pair_files | field 2 >>"$tmp/bare"
	one_core $run -j1 --trust "$games" $pair | field 2 >>"$tmp/trust"
	one_core $run -j1 "$games" $pair | field 2 >>"$tmp/sandbox"
	play $run -j1 "$games" $pair | field 1 >>"$tmp/j1"
	play $run -j2 "$games" $pair | field 1 >>"$tmp/j2"
	one_core $run -j1 -L1 40000 $pair | field 1 >>"$tmp/single"
	one_core "$build/bench/bare" "$six_games" $six_files | field 2 >>"$tmp/bare6"
	one_core $run -j1 "$six_games" $pair $pair $pair | field 2 >>"$tmp/six"
done
m() { median <"$tmp/$1"; }

# shellcheck disable=SC2086
asks() { $run --output csv "$@" | awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == "asks") c = i} NR > 1 {s += $c} END {print s}'; }
# shellcheck disable=SC2086
asks2=$(asks "$games" $pair) asks6=$(asks "$six_games" $pair $pair $pair)
per_ask() { awk -v a="$1" -v n="$2" 'BEGIN {print a / n * 1e9}'; }

# shellcheck disable=SC2086
small=$(play $run 10000 $pair | field 3)
# shellcheck disable=SC2086
large=$(play $run "${MANY:-10000000}" $pair | field 3)

row 'what (computer against conservative, liars-dice)' measured reach
row 'in-process / bare loop' "$(ratio "$(m bare)" "$(m trust)")" '>= 0.75'
row 'sandboxed / bare loop' "$(ratio "$(m bare)" "$(m sandbox)")" '>= 0.50'
row 'two workers / one' "$(ratio "$(m j1)" "$(m j2)")" '>= 1.80'
row 'time per ask at 6 seats / at 2, sandboxed' \
	"$(ratio "$(per_ask "$(m six)" "$asks6")" "$(per_ask "$(m sandbox)" "$asks2")")" '<= 1.30'
row '  the same of the bare loop, which is the robots own part' \
	"$(ratio "$(per_ask "$(m bare6)" "$asks6")" "$(per_ask "$(m bare)" "$asks2")")" ''
row "peak memory, ${MANY:-10000000} games / 10000" "$(ratio "$large" "$small")" '<= 1.10'
row 'sandboxed, one game at a time (-L 1), games a second' \
	"$(awk -v s="$(m single)" 'BEGIN {printf "%.0f", 40000 / s}')" '>= 4000'
