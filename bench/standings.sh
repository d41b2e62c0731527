#!/bin/sh
# standings.sh BUILD_FOLDER - the cost of `arena standings` for a pool of ROBOTS=24 robots and GAMES=200000 games, stored in many
# small chunks, against playing these games. CPU seconds, the median of three.
set -eu
build=$(cd "$1" && pwd)
"$build/bench/measure" true >/dev/null # built by `make bench`
games=${GAMES:-200000} robots=${ROBOTS:-24}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"

median() { sort -n | sed -n 2p; }
cpu() { "$build/bench/measure" "$@" | cut -d' ' -f2; }
row() { printf '%-58s %8s   %s\n' "$1" "$2" "${3-}"; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN {printf "%.3f", a / b}'; }

set --
for i in $(seq "$robots"); do
	name=$([ $((i % 2)) = 0 ] && echo computer || echo conservative)
	{ cat "$build/robots/$name.so" && printf '%8d' "$i"; } >"$name$i.so"
	set -- "$@" "./$name$i.so"
done
cpu "$build/arena" tournament "$games" "$@" --format pool --seats 2 --seed 1 -q --save-interval 10ms --results . >play
for _ in 1 2 3; do
	cpu "$build/arena" standings 1 --results . --matrix >>standings
done
row "standings of $games games of $robots robots / playing them" "$(ratio "$(median <standings)" "$(cat play)")" '<= 0.050'
row '  seconds of CPU: standings' "$(median <standings)"
