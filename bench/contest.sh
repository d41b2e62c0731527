#!/bin/sh
# contest.sh BUILD_FOLDER - the cost of the site of a large contest, ROBOTS=300 and GAMES=100000 in two rounds: CPU seconds of
# `arena contest publish`, the first time, again, and after another round of 1000 games; and its size. For docs/contest.md.
set -eu
build=$(cd "$1" && pwd)
"$build/bench/measure" true >/dev/null # built by `make bench`
robots=${ROBOTS:-300}
games=${GAMES:-100000}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"

"$build/arena" contest init c -q --set seed=7 --set doctor_games=1 --set games_per_round=$((games / 2))
for i in $(seq "$robots"); do
	mkdir "c/submissions/team$i"
	from=$([ $((i % 2)) = 0 ] && echo computer || echo raiser)
	{ cat "$build/robots/$from.so" && printf '%8d' "$i"; } >"c/submissions/team$i/$from.so"
done
publish() { # publish NAME: one row
	seconds=$("$build/bench/measure" "$build/arena" contest publish c --to site | cut -d' ' -f2)
	printf '%-26s %6.2f s of CPU %6d files, %6d of them new or changed %8.1f MB\n' "$1" "$seconds" "$(find site -type f | wc -l)" \
		"$(find site -type f -newer mark | wc -l)" "$(find site -type f -printf '%s\n' | awk '{s += $1} END {printf "%.1f", s / 1e6}')"
	touch mark
}
touch mark
"$build/arena" contest run c -q --rounds 2
publish 'the first time'
publish 'again'
sed -i "s/\"games_per_round\": $((games / 2))/\"games_per_round\": 1000/" c/contest
"$build/arena" contest run c -q --rounds 1
publish 'after another round'
