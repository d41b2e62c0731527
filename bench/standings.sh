#!/bin/sh
# standings.sh BUILD_FOLDER - `arena standings` over a million stored matches of two seats, against the sqlite3
# shell that sums the same rows. CPU seconds, the median of three.
set -eu
build=$(cd "$1" && pwd)
"$build/bench/measure" true >/dev/null # built by `make bench`
matches=${MATCHES:-1000000}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"

median() { sort -n | sed -n 2p; }
cpu() { "$build/bench/measure" "$@" | cut -d' ' -f2; }
row() { printf '%-58s %8s   %s\n' "$1" "$2" "${3-}"; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN {printf "%.2f", a / b}'; }

# Plays a hundred matches of a run with a thousand games per match, and stores them repeatedly.
"$build/arena" tournament $((matches * 1000)) "$build/robots/computer.so" "$build/robots/conservative.so" \
	--seed 1 --shard 1/$((matches / 100)) -q --results . >played
cat >multiply.py <<'PYTHON'
import sqlite3, sys
db, n = sqlite3.connect("arena.db"), int(sys.argv[1])
matches = db.execute("SELECT n_blocks, outcomes FROM matches ORDER BY number").fetchall()
seats = db.execute("SELECT * FROM seats ORDER BY number, player").fetchall()
db.execute("DELETE FROM matches")
db.execute("DELETE FROM seats")
db.execute("UPDATE runs SET shard = 0, n_shards = 1")
db.executemany("INSERT INTO matches (run, number, n_blocks, outcomes) VALUES (1, ?, ?, ?)", ((i, *matches[i % len(matches)]) for i in range(n)))
db.executemany(f"INSERT INTO seats VALUES ({','.join('?' * 15)})",
	((1, i, *seat[2:]) for i in range(n) for at in [i % len(matches)] for seat in seats[2 * at:2 * at + 2]))
db.commit()
PYTHON
python3 multiply.py "$matches"
sums='SELECT robot, sum(games), sum(wins), sum(block_sum), sum(block_squares), sum(places), sum(scores), sum(asks) FROM seats WHERE run = 1 GROUP BY robot'
for _ in 1 2 3; do
	cpu sqlite3 arena.db "$sums" >>plain
	cpu sqlite3 arena.db 'SELECT sum(n_blocks), sum(length(outcomes)) FROM matches WHERE run = 1' >>matches
	cpu "$build/arena" standings 1 --results . --matrix >>standings
done
row "standings over $matches matches / sums over their seats" "$(ratio "$(median <standings)" "$(median <plain)")" '<= 3.00'
row '  seconds of CPU: standings' "$(median <standings)"
row '  the sums in the sqlite3 shell' "$(median <plain)"
row '  only reading the matches in the sqlite3 shell' "$(median <matches)"
