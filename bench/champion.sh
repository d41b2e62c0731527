#!/bin/sh
# champion.sh BUILD_FOLDER [PART...] - what docs/champion.md says of champion, part by part: two, variants, tables, exploit,
# process. By default all. Win rates are of GAMES games (20000) each; in matches of 500 blocks of 30 times as many (two) or 5
# times (variants), because the interval is that of the matches. SEED (champion) is the seed. Needs `make champion`.
set -eu
build=$(cd "$1" && pwd)
"$build/bench/measure" true >/dev/null # built by `make bench`
shift
games=${GAMES:-20000} seed=${SEED:-champion}
arena=$build/arena
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

wins() { # wins LENGTH VARIANT ROBOT OTHER...: the win rate of ROBOT and its interval in percent
	length=$1 variant=$2 n=$games
	shift 2
	name=$(basename "$1" .so)
	[ "$length" = 1 ] || n=$((times * games))
	"$arena" tournament "$n" --seed "$seed" -v "$variant" --match-length "$length" --no-results -q --output csv "$@" |
		awk -F, -v name="$name" '{ gsub(/"/, "") } $1 == name { printf "%6.1f (%.1f to %.1f)", 100 * $4, 100 * $5, 100 * $6; exit }'
}

against() { # against VARIANT OTHER: a row, in short and in long matches
	printf '%-12s %-20s %s   %s\n' "$1" "$2" "$(wins 1 "$1" champion "$2")" "$(wins 500 "$1" champion "$2")"
}

two() {
	times=30
	for other in prober prober:learn=off champion:way=table computer conservative calm radical simple cpu; do
		against liars-dice "$other"
	done
}

variants() {
	times=5
	for variant in wild tourney; do
		for other in prober prober:learn=off computer conservative calm radical; do
			against "$variant" "$other"
		done
	done
	for other in prober prober:learn=off calm radical simple; do
		against perudo "$other"
	done
}

table_of() { # table_of VARIANT OTHER...: champion, and prober in the same chair
	variant=$1
	shift
	printf '%-12s %-36s %s   prober: %s\n' "$variant" "$*" "$(wins 1 "$variant" champion "$@")" "$(wins 1 "$variant" prober "$@")"
}

tables() {
	for variant in liars-dice wild tourney; do
		table_of "$variant" computer conservative
		table_of "$variant" computer conservative calm
		table_of "$variant" prober conservative calm
		table_of "$variant" prober prober prober
		table_of "$variant" conservative calm radical computer prober
	done
	table_of perudo calm radical
	table_of perudo prober prober prober
	table_of perudo calm radical simple calm prober
}

# One hand of liars-dice. The robot has N dice and the opponent M; a hand in which the robot sits second is one of M against N.
exploit() {
	for dice in 1v1 2v1 1v2 2v2; do
		"$arena" exploit champion --dice "$dice" -r wild=none --samples 16 --most-asks 1000000000000 --output csv |
			awk -F, -v dice="$dice" 'NR > 1 { v[NR - 2] = $5 } END { printf "%s   first %7.4f   second %7.4f   mean %7.4f\n",
				dice, v[0], v[1], (v[0] + v[1]) / 2 }'
	done | tee "$tmp/exploit"
	awk '$1 == "2v1" || $1 == "1v2" { sum += $7 / 2 } END { printf "2 against 1, all four seats: %.4f\n", sum }' "$tmp/exploit"
}

# Milliseconds to load, kilobytes of the largest process and microseconds an ask; those of caller, which does nothing, beside.
process() {
	echo "tables: $(stat -c %s "$build/champion/tables") bytes"
	for robot in champion caller; do
		for n in 1 2 3 4 5; do
			"$build/bench/measure" "$arena" tournament 2 -j1 --no-results -q --seed 1 "$robot" caller
		done | sort -n | awk -v robot="$robot" 'NR == 1 { printf "%-10s one game: %.0f ms, %d KB\n", robot, 1000 * $1, $3 }'
	done
	for others in prober 'prober prober prober prober prober'; do
		"$arena" tournament 2000 -j1 --no-results -q --seed 1 champion $others |
			awk -v others="$others" '/ champion / { printf "microseconds an ask against %s: %s\n", others, $NF }'
	done
}

for part in ${*:-two variants tables exploit process}; do
	case $part in
	two | variants | tables | exploit | process) echo "# $part"; "$part" ;;
	*) echo "champion.sh: no part '$part'" >&2; exit 2 ;;
	esac
done
