#!/bin/sh
# champion.sh BUILD_FOLDER [PART...] - measures the figures of docs/champion.md, part by part: two, strangers, field, lurer, variants,
# tables, exploit, adaptive, process. By default all. Win rates are of GAMES games (20000) each; in matches of 500 blocks of 10 times as
# many (lurer: also in those of 10 and 100), because the interval is that of the matches. SEED (champion) is the seed.
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
	times=10
	for other in prober prober:learn=off champion:way=table computer conservative calm radical simple cpu; do
		against liars-dice "$other"
	done
}

# Robots that champion's answer was not computed against; prober in the same seat.
strangers() {
	times=10
	for other in person:as=hothead person:as=clerk person:as=poet person:as=lawyer person:as=sailor person:as=teacher \
		person:as=merchant person:as=child style:as=honest style:as=bluffer style:as=doubter style:as=imitator \
		style:as=randomiser style:as=jumper style:as=mixer; do
		file=$build/tests/styles/${other%%:*}.so:${other#*:}
		printf '%-20s %s   %s   prober: %s\n' "$other" "$(wins 1 liars-dice champion "$file")" "$(wins 500 liars-dice champion "$file")" \
			"$(wins 1 liars-dice prober "$file")"
	done
}

# The first robots of a round robin of the bundled robots, the styles and the strangers. Each pair plays 60 games (FIELD_GAMES).
field() {
	set -- champion prober bumper caller calm computer conservative cpu nash ones radical raiser random_raiser simple simpleton \
		tourney_random
	for as in honest bluffer liar doubter believer imitator randomiser jumper mixer turncoat two_faced convert; do
		set -- "$@" "$build/tests/styles/style.so:as=$as"
	done
	for as in hothead clerk poet lawyer sailor teacher merchant child; do
		set -- "$@" "$build/tests/styles/person.so:as=$as"
	done
	"$arena" tournament "${FIELD_GAMES:-60}" --format round-robin --seed "$seed" --match-length "${FIELD_LENGTH:-1}" --no-results -q \
		--output csv "$@" | awk -F, 'NR > 1 && NR < 7 { gsub(/"/, ""); printf "%-30s %6.1f (%.1f to %.1f)\n", $1, 100 * $4, 100 * $5, 100 * $6 }'
}

# A robot with champion's source, without and with honest bids at the beginning.
lurer() {
	times=10
	for feint in 0 10; do
		for length in 1 10 100; do
			printf 'feint %2d, matches of %3d: %s\n' "$feint" "$length" \
				"$(wins "$length" liars-dice champion "$build/tests/styles/lurer.so:feint=$feint")"
		done
	done
}

variants() {
	times=10
	for variant in wild tourney; do
		for other in champion:way=table prober prober:learn=off computer conservative calm radical; do
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
		"$arena" exploit champion:way=table --dice "$dice" -r wild=none --samples 16 --most-asks 1000000000000 --output csv |
			awk -F, -v dice="$dice" 'NR > 1 { v[NR - 2] = $5 } END { printf "%s   first %7.4f   second %7.4f   mean %7.4f\n",
				dice, v[0], v[1], (v[0] + v[1]) / 2 }'
	done | tee "$tmp/exploit"
	awk '$1 == "2v1" || $1 == "1v2" { sum += $7 / 2 } END { printf "2 against 1, all four seats: %.4f\n", sum }' "$tmp/exploit"
}

# An adversary that learns against it, and against prober.
adaptive() {
	for robot in champion prober; do
		"$arena" exploit "$robot" --adaptive --matches 500 -q --output csv |
			awk -F, 'NR == 2 { printf "%-10s %s %d: %.1f (%.1f to %.1f)\n", $1, $2, $3, 100 * $5, 100 * $6, 100 * $7 }'
	done
}

# Milliseconds of a run with its start, kilobytes of the largest process and microseconds an ask; those of caller, which does nothing, beside.
process() {
	echo "tables: $(stat -c %s "$build/champion/tables") bytes"
	for robot in champion caller; do
		for n in 1 2 3 4 5; do
			"$build/bench/measure" "$arena" tournament 2 -j1 --no-results -q --seed 1 "$robot" caller
		done | sort -n -k 2 | awk -v robot="$robot" 'NR == 1 {
			printf "%-10s one game: %.0f ms of CPU, %.0f on the clock, %d KB\n", robot, 1000 * $2, 1000 * $1, $3 }'
	done
	for others in prober 'prober prober prober prober prober'; do
		"$arena" tournament 2000 -j1 --no-results -q --seed 1 champion $others |
			awk -v others="$others" '/ champion / { printf "microseconds an ask against %s: %s\n", others, $NF }'
	done
}

for part in ${*:-two strangers field lurer variants tables exploit adaptive process}; do
	case $part in
	two | strangers | field | lurer | variants | tables | exploit | adaptive | process) echo "# $part"; "$part" ;;
	*) echo "champion.sh: no part '$part'" >&2; exit 2 ;;
	esac
done
