# log.sh - `--log hands`: games whose robots would not play the same again are replayed from the database.
. "$(dirname "$0")/lib.sh"

cp "$root/tests/zoo/attacks/clock.c" clock.c
cc -D_GNU_SOURCE -I"$root/sdk" -shared -fPIC -O1 -w -o clock.so clock.c || exit 1
game='tournament 90 ./clock.so prober computer --seed 1:0 -q'

# shellcheck disable=SC2086
run $game --log hands -j1
expect 'a run whose plays are kept' 0

# winners.py CSV TABLE: does each robot win as many games in the log as in the table?
cat >winners.py <<'END_OF_PYTHON'
import collections, csv, json, sys
wins, games = collections.Counter(), set()
for line in open(sys.argv[1]):
	log = json.loads(line)
	first = log["bot_rankings"]
	games.add(log["game_index"])
	for bot in first:
		if bot["rank"] == 1:
			wins[bot["bot_index"]] += 1
table = {row["robot"]: float(row["wins"]) for row in csv.DictReader(open(sys.argv[2]))}
assert len(games) == 90, len(games)
assert sorted(wins.values()) == sorted(table.values()), (wins, table)
END_OF_PYTHON

for form in text jsonl csv; do
	run export --format $form
	expect "export as $form" 0
	check "export as $form says where the plays come from" has "$err" 'no robot is run'
	cp "$out" "kept.$form"
	run export --format $form
	check "export as $form: the same again" cmp -s "$out" "kept.$form"
done
run replay 17
expect 'a replay' 0
cp "$out" replay.txt
run replay 17 --output json
check 'the replay is the game of the export' python3 -c '
import json
moments = [json.loads(line) for line in open(".out")]
plays = [m["play"] for m in moments if m["event"] == "play"]
import csv
rows = [int(r["play"]) for r in csv.DictReader(open("kept.csv")) if r["game"] == "17" and r["verdict"] in ("ok", "illegal")]
assert plays == rows and plays, (plays, rows)'
run analyse clock --output json
expect 'an analysis' 0
cp "$out" analysis.json
check 'of all its games, without a baseline' json analysis.json 'd["games"] == 90 and d["baseline"] is None'
run analyse clock --baseline computer
says 'a baseline needs robots that play again' 2 '--baseline'

# The robots are deleted: they are not needed.
mv clock.so gone.so
run replay 17
check 'a replay without the robots' cmp -s "$out" replay.txt
run export --format csv
check 'an export without them' cmp -s "$out" kept.csv
run analyse clock --output json
check 'an analysis without them' cmp -s "$out" analysis.json
run replay 17 --db nowhere.db
says 'a database that is not there' 2 'nowhere.db'
mv results/arena.db arena.db
run replay 17
says 'without the database they are missed' 2 'clock'
run replay 17 --db arena.db
check 'the database may be elsewhere' cmp -s "$out" replay.txt
mv arena.db results/arena.db
mv gone.so clock.so

# Robots that play the same again: with and without the log, with any -j, after any interruption.
stored() { # stored FOLDER: a hash of the plays
	python3 -SE "$root/tests/cli/stored.py" plays "$1/arena.db"
}
# A name, its robots, further options.
for case in 'duel:prober computer:' 'table:prober bumper conservative:-v wild' 'pool:mia maexchen maexchen:-v maexchen --format pool --seats 2'; do
	name=${case%%:*} robots=${case#*:} options=${case##*:}
	robots=${robots%%:*}
	game="tournament 150 $robots --seed 5:0 -q $options"
	# shellcheck disable=SC2086
	run $game --trust --results "plain_$name"
	expect "$name: nothing kept" 0
	for how in 'one -j1' 'two -j2 -L 3' 'trusted --trust'; do
		# shellcheck disable=SC2086
		run $game --log hands --results "${how%% *}_$name" ${how#* }
		if diff -r -x clock.json "plain_$name/0001" "${how%% *}_$name/0001" >"$out" 2>&1; then
			pass "$name: kept, ${how#* }: the same files"
		else
			fail "$name: kept, ${how#* }" 'other files'
		fi
		plays=$(stored "${how%% *}_$name")
		[ "$how" != 'one -j1' ] || first=$plays
		[ "$how" != 'one -j1' ] || [ "$name" != duel ] || duel=$plays
		check "$name: ${how#* }: the same plays" test -n "$plays" -a "$plays" = "$first"
	done
	run export --trust --format csv --results "plain_$name"
	cp "$out" played.csv
	run export --format csv --results "one_$name"
	check "$name: what is kept is what would be played" cmp -s "$out" played.csv
done
cat >drop.py <<'END'
import sqlite3
with sqlite3.connect("two_duel/arena.db") as db:
	n_chunks = db.execute("SELECT count(*) FROM chunks").fetchone()[0]
	assert n_chunks >= 2, n_chunks
	for table in "plays", "chunk_robots", "chunks":
		db.execute(f"DELETE FROM {table} WHERE first > 0")
END
check 'a chunk is dropped' python3 drop.py
run tournament --resume 1 --results two_duel -q
check 'what was missing is kept too' test "$(stored two_duel)" = "$duel"

# A test, and a run in shards.
run regress prober computer --field conservative --seed 1:0 --trust --log hands --results test
expect 'a test whose plays are kept' 0
run export --format csv --results test
check 'they are exported' has "$err" 'no robot is run'
for part in 1 2; do
	run tournament 150 prober computer --seed 5:0 -q --trust --log hands --shard $part/2 --results "part$part"
done
run merge whole.db part1/arena.db part2/arena.db
mkdir -p whole && mv whole.db whole/arena.db
check 'merged, they are those of the whole' test "$(stored whole)" = "$duel"

# Only the outcomes of the games in order.
run tournament 150 prober computer --seed 5:0 -q --trust --log games --results order
check 'only the order: no plays' test "$(python3 -c 'import sqlite3
db = sqlite3.connect("order/arena.db")
print(*db.execute("SELECT log, (SELECT count(*) FROM plays), (SELECT count(*) FROM chunks WHERE ordering IS NULL) FROM runs").fetchone())')" = 'games 0 0'
check 'and the same files' diff -r -x clock.json order/0001 plain_duel/0001

run tournament 10 prober computer --log hands --no-results
says 'kept, and not' 2 '--log'
run tournament --resume 1 --log hands --results order
says 'what is kept belongs to the run' 2 '--log'
run tournament 10 prober computer --log everything
says 'nothing of the kind' 2 'everything'

# Forged or damaged databases.
damage() { # damage SQL
	python3 -IS -c 'import sqlite3, sys
with sqlite3.connect("results/arena.db") as db:
	db.execute(sys.argv[1])' "$1"
}
fails() { # fails NAME CODE TEXT: as says, besides the remark on the source of the plays
	sed -i '/no robot is run/d' "$err"
	says "$@"
}
# The results of another run are valid, but they do not fit the plays of ours.
run tournament 90 ./clock.so prober computer --seed 2:0 -q --log hands -j1 --results other
cp results/arena.db good.db
cat >swap.py <<'END'
import sqlite3
with sqlite3.connect("results/arena.db") as db:
	db.execute("ATTACH 'other/arena.db' AS other")
	for table in "chunks", "chunk_robots", "faults":
		db.execute(f"DELETE FROM {table}")
		db.execute(f"INSERT INTO {table} SELECT * FROM other.{table}")
	db.execute("UPDATE runs SET (seal, fault_seal) = (SELECT seal, fault_seal FROM other.runs)")
	plays = [row for row in db.execute("SELECT plays FROM plays")]
	assert len(plays) == 1, "not a single chunk"
END
check 'results of another run' python3 swap.py
run standings
expect 'that are sound' 0
run export
fails 'a result that is not that of its plays' 5 'do not lead to its stored result'
check 'nothing is written then' test ! -s "$out"
cp good.db results/arena.db
cat >change.py <<'END'
# Changes the first bid of the first game by one face: the game continues, and its other plays remain legal.
import sqlite3, sys
sys.path.insert(0, sys.argv[1])
import stored
with sqlite3.connect("results/arena.db") as db:
	plays = bytearray(stored.plays(db)[1, 3])
	start = 1 + (plays[0] > 127)
	number = (plays[start] & 127) + 128 * plays[start + 1]
	assert number % 16 == 0 and plays[start] > 127 > plays[start + 1], plays[:9].hex()
	number += 16 if number // 16 % 10 == 1 else -16
	plays[start:start + 2] = bytes([number % 128 + 128, number // 128])
	stored.put_plays(db, 1, 3, bytes(plays))
END
check 'another play is stored' python3 change.py "$root/tests/cli"
run analyse prober
fails 'another play, as legal' 5 'stored plays of match 3'
run report
fails 'and in the report' 5 "stored plays of match 3 do not lead to its stored result: the database 'results/arena.db' was changed"
check 'which is not written' test ! -e results/0001/report.html
damage 'UPDATE plays SET plays = substr(plays, 1, length(plays) - 1)'
run export --format csv
fails 'plays that are cut short' 5 'damaged'
run report -o cut.html
fails 'also for a report' 5 "the database 'results/arena.db' is damaged: matches " '--resume 0001 plays them again'
damage "UPDATE plays SET plays = x'ffffffffffffffff'"
run replay 17
fails 'plays that are none' 5 'damaged'
damage 'DELETE FROM plays'
run replay 17
fails 'plays that are gone' 2 'no plays'
run report
fails 'a report does without' 0 'no plays'
damage "UPDATE runs SET log = 'much'"
run standings
fails 'a log that cannot be' 5 'unknown log'
finish
