#!/bin/sh
# contest.sh BUILD_FOLDER - the cost of a large contest, for docs/contest.md, in CPU seconds, with ROBOTS=300 and GAMES=100000 in two rounds:
# a round of 10000 games of robots that have been checked, and its memory; `arena contest publish`, the first time, again, and after
# another round; and the size of the site. Then BAD=30 of as many teams sleep in their check or build, fork without end or compile
# slowly: the seconds from the end of the first build to the first round. BAD=0 is the same without them, for comparison.
set -eu
build=$(cd "$1" && pwd)
arena=$build/arena
"$build/bench/measure" true >/dev/null # built by `make bench`
robots=${ROBOTS:-300}
games=${GAMES:-100000}
bad=${BAD:-30}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"

submit() { # submit CONTEST FIRST: robots from number FIRST on
	for i in $(seq "$2" "$robots"); do
		mkdir "$1/submissions/team$i"
		from=$([ $((i % 2)) = 0 ] && echo computer || echo raiser)
		{ cat "$build/robots/$from.so" && printf '%8d' "$i"; } >"$1/submissions/team$i/$from.so"
	done
}
games_per_round() { sed -i "s/\"games_per_round\": [0-9]*/\"games_per_round\": $1/" c/contest; }
publish() { # publish NAME: one row
	seconds=$("$build/bench/measure" "$arena" contest publish c --to site | cut -d' ' -f2)
	printf '%-26s %6.2f s of CPU %6d files, %6d of them new or changed %8.1f MB\n' "$1" "$seconds" "$(find site -type f | wc -l)" \
		"$(find site -type f -newer mark | wc -l)" "$(find site -type f -printf '%s\n' | awk '{s += $1} END {printf "%.1f", s / 1e6}')"
	touch mark
}
play() { # play NAME: one row
	"$build/bench/measure" "$arena" contest run c -q --rounds 1 | awk -v name="$1" '{printf "%-26s %6.2f s of CPU %38.1f MB of memory\n", name, $2, $3 / 1024}'
}

"$arena" contest init c -q --set seed=7 --set doctor_games=1 --set games_per_round=$((games / 2)) --set round_wait_seconds=86400
submit c 1
touch mark
"$arena" contest run c -q --rounds 2
publish 'the first time'
publish 'again'
games_per_round 1000
play 'a round of 1000 games'
publish 'after another round'
games_per_round 10000
play 'a round of 10000 games'

"$arena" contest init hostile -q --set seed=7 --set doctor_games=1 --set build_seconds=6 --set games_per_round=1000
submit hostile $((bad + 1))
for i in $(seq "$bad"); do
	team=hostile/submissions/team$i
	mkdir -p "$team/bot"
	case $((i % 4)) in
	0) printf 'import time\ndef get_play(me, hands, history):\n    time.sleep(0.9)\n    return 0 if history else 13\n' >"$team/bot/bot.py" ;;
	1) printf 'bot.so:\n\tsleep 100000\n' >"$team/bot/Makefile" ;;
	2) printf 'bot.so:\n\tf() { f | f & }; f; sleep 5; while :; do :; done\n' >"$team/bot/Makefile" ;;
	3) printf 'bot.so:\n\twhile :; do :; done\n' >"$team/bot/Makefile" ;;
	esac
done
"$arena" contest run hostile --rounds 1 2>&1 | while read -r line; do printf '%s %s\n' "$(date +%s)" "$line"; done >log
awk '/takes? part|not take part/ && !first {first = $1} /round begins|^[0-9]+ round 1:/ && !began {began = $1} END {
	printf "with %d bad teams the first round began %d s after the first version was ready, without %d of the other versions\n", bad, began - first, late
}' bad="$bad" late="$(grep -cE ': (computer|raiser)-1 is being built and checked' log)" log
