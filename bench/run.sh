#!/bin/sh
# run.sh BUILD_FOLDER - the ratios of the arena's speed, each measured in one run of this script.
#
# CPU times on one core are compared, except two workers against one: these are compared by wall-clock time, which needs
# an idle machine. Every figure is the minimum of $REPEAT runs, alternating with its reference: other work on the
# machine, or on the other half of the core, only adds time (the same run has taken 0.71 and 1.28 s on a virtual
# machine).
set -eu
build=$(cd "$1" && pwd)
"$build/bench/measure" true >/dev/null # built by `make bench`
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
ln -s "$build" "$tmp/build"
cd "$tmp"
build=build # lists of words use it, and the real path may have blanks
arena=$build/arena robots=./$build/robots
games=${GAMES:-200000}
repeat=${REPEAT:-7}
many=${MANY:-10000000}
pair="$robots/computer.so $robots/conservative.so"
core=$(awk '/Cpus_allowed_list/ {split($2, a, /[-,]/); print a[1]}' /proc/self/status)

play() { "$build/bench/measure" "$@"; }
one_core() { play taskset -c "$core" "$@"; }
# A bare loop does not compute what the dice favoured; rows of their own show what this costs.
lucky="$arena tournament --no-results --quiet --seed 1" run="$lucky --no-luck-correction"

# Figures: field 1 is wall-clock time, 2 CPU time, 3 memory.
add() { cut -d' ' -f"$2" >>"$tmp/$1"; }
m() { sort -n <"$tmp/$1" | head -n 1; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN {printf "%.2f", a / b}'; }
row() { printf '%-66s %8s   %s\n' "$1" "$2" "$3"; }

# shellcheck disable=SC2086 # lists of words are meant
asks() { $run --output csv "$@" | awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == "asks") c = i} NR > 1 {s += $c} END {print s}'; }
per_ask() { awk -v a="$1" -v n="$2" 'BEGIN {print a / n * 1e9}'; }

# against NAME GAMES ROBOT...: the bare loop, in-process and sandboxed
against() {
	name=$1 n=$2
	shift 2
	for _ in $(seq "$repeat"); do
		one_core "$build/bench/bare" "$n" "$@" | add "$name.bare" 2
		one_core $run -j1 --trust "$n" "$@" | add "$name.trust" 2
		one_core $run -j1 "$n" "$@" | add "$name.sandbox" 2
	done
}
against_rows() { # against_rows NAME TEXT REACH REACH
	row "in-process / bare loop, $2" "$(ratio "$(m "$1.bare")" "$(m "$1.trust")")" "$3"
	row "sandboxed / bare loop, $2" "$(ratio "$(m "$1.bare")" "$(m "$1.sandbox")")" "$4"
}

row 'what (liars-dice)' measured reach
for kind in '0 27ns 1' '30 65ns 1' '95 150ns 2' '750 1us 10'; do
	# shellcheck disable=SC2086
	set -- $kind
	robot=./$build/bench/paced_$1.so
	against "paced$1" $((games / $3)) "$robot" "$robot"
	reach=''
	[ "$1" = 0 ] && reach='>= 0.90' reach2='>= 0.50'
	against_rows "paced$1" "robots of about $2 an ask" "$reach" "${reach2:-}"
	reach2=
done
# shellcheck disable=SC2086
{
	against usual "$games" $pair
	against_rows usual 'computer against conservative' '>= 0.95' '>= 0.65'
	against short $((games / 2)) "./$build/bench/paced_0.so" "./$build/bench/paced_0.so"
	against_rows short "$((games / 2)) games, 27ns" '>= 0.86' '>= 0.48'
	against short_usual $((games / 2)) $pair
	against_rows short_usual "$((games / 2)) games, computer against conservative" '>= 0.90' '>= 0.62'
	for _ in $(seq "$repeat"); do
		play $run -j1 $((2 * games)) $pair | add j1 1
		play $run -j2 $((2 * games)) $pair | add j2 1
		play "$build/bench/bare" "$games" $pair | add bare1 1
		play sh -c '"$@" & "$@" && wait' - "$build/bench/bare" "$games" $pair | add bare2 1
		one_core $run -j1 -L1 $((games / 5)) $pair | add single 2
	done
	row 'two workers / one, wall clock' "$(ratio "$(m j1)" "$(m j2)")" '>= 1.90'
	row "  the same of two bare loops at once, the machine's own part" \
		"$(awk -v a="$(m bare1)" -v b="$(m bare2)" 'BEGIN {printf "%.2f", 2 * a / b}')" ''
	against six $((games / 4)) $pair $pair $pair
	asks2=$(asks "$games" $pair) asks6=$(asks $((games / 4)) $pair $pair $pair)
	row 'time per ask at 6 seats / at 2, sandboxed' \
		"$(ratio "$(per_ask "$(m six.sandbox)" "$asks6")" "$(per_ask "$(m usual.sandbox)" "$asks2")")" '<= 1.20'
	row '  the same of the bare loop, which is the robots own part' \
		"$(ratio "$(per_ask "$(m six.bare)" "$asks6")" "$(per_ask "$(m usual.bare)" "$asks2")")" ''
	slow="$robots/prober.so $robots/calm.so"
	for _ in $(seq "$repeat"); do
		one_core $lucky -j1 "$games" $pair | add usual.luck 2
		one_core $lucky -j1 --trust "$games" $pair | add usual.luck_trust 2
		one_core $run -j1 $((games / 10)) $slow | add slow.plain 2
		one_core $lucky -j1 $((games / 10)) $slow | add slow.luck 2
	done
	row 'with the luck correction / without, computer against conservative' "$(ratio "$(m usual.luck)" "$(m usual.sandbox)")" '<= 1.03'
	row '  the same, in-process' "$(ratio "$(m usual.luck_trust)" "$(m usual.trust)")" '<= 1.03'
	row '  the same sandboxed, prober against calm' "$(ratio "$(m slow.luck)" "$(m slow.plain)")" '<= 1.03'
	table="$pair $pair $pair $pair $pair $pair $pair $pair $pair $pair $pair $pair $pair"
	for _ in $(seq "$repeat"); do
		one_core $run -j1 --trust $((games / 50)) $table | add 26.trust 2
		one_core $run -j1 $((games / 50)) $table | add 26.sandbox 2
	done
	row '26 seats, sandboxed / in-process, CPU' "$(ratio "$(m 26.sandbox)" "$(m 26.trust)")" '<= 2.00'
	small=$(play $run $((many / 10)) $pair | cut -d' ' -f3)
	large=$(play $run "$many" $pair | cut -d' ' -f3)
}
row "peak memory, $many games / $((many / 10))" "$(ratio "$large" "$small")" '<= 1.10'
row 'sandboxed, one game at a time (-L 1), games a second' \
	"$(awk -v n=$((games / 5)) -v s="$(m single)" 'BEGIN {printf "%.0f", n / s}')" '>= 4000'
