#!/bin/sh
# champion.sh BUILD_FOLDER - the win rates of champion, as in docs/champion.md: GAMES games (20000) each, in short and in
# long matches. Needs `make champion`.
set -eu
build=$1
games=${GAMES:-20000}
arena=$build/arena
table=$(stat -c %s "$build/champion/table" 2>/dev/null) || { echo "champion.sh: run make champion first" >&2; exit 1; }
echo "table: $table bytes"

wins() { # wins LENGTH ROBOT OTHER...: the win rate of ROBOT and its interval in percent
	length=$1
	shift
	name=$(basename "$1" .so)
	"$arena" tournament "$games" --seed champion --match-length "$length" --no-results -q --output csv "$@" |
		awk -F, -v name="$name" '{ gsub(/"/, "") } $1 == name { printf "%6.1f (%.1f to %.1f)", 100 * $4, 100 * $5, 100 * $6; exit }'
}

for other in prober prober:learn=off champion:way=table computer conservative calm radical simple cpu; do
	printf '%-20s %s   %s\n' "$other" "$(wins 1 champion "$other")" "$(wins 500 champion "$other")"
done
for other in 'computer conservative' 'computer conservative calm' 'conservative calm radical simple cpu' 'prober prober prober'; do
	printf '%-40s %s   prober: %s\n' "$other" "$(wins 1 champion $other)" "$(wins 1 prober $other)"
done
