# resume.sh - runs that were killed or interrupted go on to the same bytes as if nothing had happened.
. "$(dirname "$0")/lib.sh"

make_robot moody <<'END'
/* Crashes now and then and prints, so that there are capsules to be written again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int asks;
int get_play(const char *me, const char *hands, const char *history)
{
	printf("ask %d: %s %s\n", asks, hands, history);
	if (++asks % 4 == 0 && random() % 40 == 0)
		*(volatile int *)0 = 1;
	const char *last = strrchr(history, ':');
	return last ? (rand() % 2 ? 0 : atoi(last + 1) + 10) : 13;
}
END

compare() { # compare NAME FOLDER: the files of a run with the uninterrupted one's
	if diff -r -x clock.json whole/0001 "$2" >"$out" 2>&1; then pass "$1"; else fail "$1" 'files differ'; fi
}

# Few lanes: each restarted run makes a process for each of them, for a robot that crashes.
game='tournament 900 ./moody.so prober computer --seed resume -L 3 -q'
# shellcheck disable=SC2086
run $game --results whole
expect 'the uninterrupted run' 0
check 'it has capsules' test -e whole/0001/faults/010-moody.txt
matches=$(python3 -c 'import sqlite3; print(sqlite3.connect("whole/arena.db").execute("SELECT count(*) FROM matches").fetchone()[0])')

python3 "$root/tests/cli/kill.py" "$matches" "'$arena' $game --results runs" "'$arena' tournament --resume 1 --results runs -q -j2 -L 2" >"$out" 2>&1
code=$?
expect 'killed 20 times, each time it goes on, and leaves nobody behind' 0
run tournament --resume --results runs -q
expect 'and is played to its end' 0
compare 'killed 20 times: the same bytes' runs/0001
cat >same.py <<'END'
import sqlite3, sys
db = [sqlite3.connect(f"{folder}/arena.db") for folder in ("whole", "runs")]
assert [row for row in db[1].execute("PRAGMA integrity_check")] == [("ok",)]
for table in "robots", "runs", "run_robots", "matches", "seats", "faults":
	rows = [sorted(base.execute(f"SELECT * FROM {table}")) for base in db]
	assert rows[0] == rows[1] and rows[0], table
END
check 'killed 20 times: the database is sound and has the same rows' python3 same.py
run tournament --resume --results runs
says 'nothing is left to go on with' 2 'no tournament' 'runs/arena.db' 'left to go on with'
# Killed when all was played, and nothing but the tables was to be written.
rm runs/0001/table.*
run tournament --resume --results runs -q
expect 'only the tables were missing' 0
compare 'they are written' runs/0001
# The story of a fault could not be told, and all matches are there.
rm -r runs/0001/faults
: >runs/0001/faults
run tournament --resume 1 --results runs -q
says 'a capsule that cannot be written' 5 'runs/0001/faults/001-moody.txt' '--resume 0001 --results runs'
rm runs/0001/faults
run tournament --resume --results runs -q
compare 'it is found, and told' runs/0001
run tournament --resume 0001 --results runs
expect 'a run at its end may be named' 0
compare 'it is told once more' runs/0001

# Interrupted: it says how to go on, and that is what is done.
for signal in INT TERM; do
	rm -rf stopped
	# shellcheck disable=SC2086
	"$arena" ${game% -q} --results stopped >"$out" 2>"$err" &
	pid=$!
	until [ -e stopped/0001/run.json ]; do kill -0 $pid 2>/dev/null || break; done
	kill -$signal $pid
	wait $pid
	code=$?
	expect "SIG$signal" 130
	command=$(sed -n 's/^Go on with: arena //p' "$out")
	check "SIG$signal says how to go on" test "$command" = 'tournament --resume 0001 --results stopped'
	# shellcheck disable=SC2086
	run $command -q -L 3
	expect "SIG$signal: the command goes on" 0
	compare "SIG$signal: the same bytes" stopped/0001
done
rm -rf stopped/0001
run tournament --resume stopped/0001
expect 'a folder that is gone' 0
compare 'it is made again' stopped/0001

# What is stored is not played again: a match that was changed stays as it is.
cat >change.py <<'END'
import sqlite3
with sqlite3.connect("stopped/arena.db") as db:
	db.execute("UPDATE seats SET asks = asks + 1000000 WHERE number = 0 AND player = 1")
	db.execute("DELETE FROM matches WHERE number = 17")
	db.execute("DELETE FROM seats WHERE number = 17")
END
cat >asks.py <<'END'
import csv
asks = [{row["robot"]: int(row["asks"]) for row in csv.DictReader(open(f"{folder}/0001/table.csv"))} for folder in ("whole", "stopped")]
assert asks[1].pop("prober") - asks[0].pop("prober") == 1000000 and asks[0] == asks[1], asks
END
python3 change.py
run tournament --resume --results stopped -q --output csv
expect 'one match is missing' 0
check 'only that one is played' python3 asks.py

# ---- what cannot be gone on with ------------------------------------------------------------
run tournament --resume --results nowhere
says 'no database' 2 'nowhere/arena.db'
check 'none is made' test ! -e nowhere
run tournament --resume 7 --results runs
says 'no such run' 2 "'7'" 'runs/arena.db'
run tournament --resume 1 2 --results runs
says 'too much said' 2 "'2'"
for option in --seed=1 --variant=wild --rule=dice=3 --format=pool --seats=2 --move-time=1s --memory=1G --shard=1/2 --no-results; do
	run tournament --resume 1 --results runs $option
	says "$option belongs to the run" 2 "${option%%=*}"
done
cp runs/arena.db elsewhere.db
run tournament 30 prober computer --seed 3 --results other -q
run tournament --resume 1 --results other --db elsewhere.db
says 'a folder that is of another run' 2 'other/0001' '--db'
was=$(sha256sum moody.so | cut -d' ' -f1)
make_robot moody <<'END'
int get_play(const char *me, const char *hands, const char *history) { return 0; }
END
run tournament --resume 1 --results runs
says 'a robot that has changed' 2 "'moody'" "$was" "$(sha256sum moody.so | cut -d' ' -f1)"
rm moody.so
run tournament --resume 1 --results runs
says 'a robot that is gone' 2 './moody.so'
finish
