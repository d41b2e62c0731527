# resume.sh - runs that were killed or interrupted are resumed to the bytes of an uninterrupted run.
. "$(dirname "$0")/lib.sh"

make_robot moody <"$root/tests/cli/moody.c"

compare() { # compare NAME FOLDER: compares the files of a run with those of the uninterrupted one
	if diff -r -x clock.json whole/0001 "$2" >"$out" 2>&1; then pass "$1"; else fail "$1" 'files differ'; fi
}

# Few lanes: with a robot that crashes, each resumed run starts a process for each lane. As many games as give more crashes than
# there are reports.
game='tournament 300 ./moody.so prober computer --seed resume:0 -L 3 -q'
# shellcheck disable=SC2086
run $game --results whole
expect 'the uninterrupted run' 0
check 'it has crash reports' test -e whole/0001/faults/010-moody.txt
matches=$(python3 -SE "$root/tests/cli/stored.py" matches whole/arena.db)

python3 "$root/tests/cli/kill.py" "$matches" "'$arena' $game --results runs --save-interval 10ms" \
	"'$arena' tournament --resume 1 --results runs -q -j2 -L 2 --save-interval 10ms" >"$out" 2>&1
code=$?
expect 'killed 20 times, each time it goes on, and leaves nobody behind' 0
run tournament --resume --results runs -q
expect 'and is played to its end' 0
compare 'killed 20 times: the same bytes' runs/0001
cat >same.py <<'END'
import sqlite3
db = [sqlite3.connect(f"{folder}/arena.db") for folder in ("whole", "runs")]
assert [row for row in db[1].execute("PRAGMA integrity_check")] == [("ok",)]
for sql in ("SELECT * FROM robots", "SELECT name, command, seed, checksum, fault_seal FROM runs", "SELECT * FROM run_robots",
	"SELECT sum(n_matches), sum(n_alike) FROM chunks", "SELECT robot, sum(matches), sum(games), sum(asks), sum(illegal), "
	"sum(timeouts), sum(crashes), sum(failed_games) FROM chunk_robots GROUP BY robot", "SELECT * FROM faults"):
	rows = [sorted(base.execute(sql)) for base in db]
	assert rows[0] == rows[1] and rows[0], sql
def luck(base): # the sums of what the dice favoured, over chunks
	total = []
	for (blob,) in base.execute("SELECT luck FROM chunks"):
		at = number = shift = 0
		for byte in blob:
			number |= (byte & 127) << shift
			shift += 7
			if byte < 128:
				total += [0] * (at + 1 - len(total))
				total[at] += -(number >> 1) if number & 1 else number >> 1
				at, number, shift = at + 1, 0, 0
	return total
assert any(luck(db[0])) and luck(db[0]) == luck(db[1]), "luck"
END
check 'killed 20 times: the database is sound and has the same results' python3 same.py
run tournament --resume --results runs
says 'nothing is left to resume' 2 'runs/arena.db' 'no unfinished tournament'
# Killed after the last match, when only the tables were missing.
rm runs/0001/table.*
run tournament --resume --results runs -q
expect 'only the tables were missing' 0
compare 'they are written' runs/0001
# A fault whose report could not be written, with all matches stored.
rm -r runs/0001/faults
: >runs/0001/faults
run tournament --resume 1 --results runs -q
says 'a crash report that cannot be written' 5 'runs/0001/faults' '--resume 0001 --results runs'
rm runs/0001/faults
run tournament --resume --results runs -q
compare 'it is found, and told' runs/0001
run tournament --resume 0001 --results runs
expect 'a run at its end may be named' 0
compare 'it is told once more' runs/0001

# An interrupted run prints the command to resume it, which is then executed. The signal comes with a change of a file in the middle,
# of which there are enough even if nothing is stored before the end.
${CC:-cc} -D_GNU_SOURCE -w -shared -fPIC -O1 -o die.so "$root/tests/cli/die.c" -ldl || exit 1
for signal in INT TERM; do
	rm -rf stopped
	# shellcheck disable=SC2086
	patiently env LD_PRELOAD=./die.so ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0" \
		DIE_OF="$(kill -l "$signal")" DIE_AT=150 "$arena" ${game% -q} --results stopped --save-interval 10ms >"$out" 2>"$err" </dev/null
	code=$?
	expect "SIG$signal" 130
	command=$(sed -n 's/^To continue: arena //p' "$out")
	check "SIG$signal says how to go on" test "$command" = 'tournament --resume 0001 --results stopped'
	# The tables of the part would pass for those of the whole if one of these could not be written.
	rm stopped/0001/table.txt
	mkdir stopped/0001/table.txt
	run tournament --resume --results stopped -q -L 3
	says "SIG$signal: a table that cannot be written" 5 'stopped/0001/table.txt'
	check "SIG$signal: then no table says that all are" test ! -e stopped/0001/table.json
	rmdir stopped/0001/table.txt
	# shellcheck disable=SC2086
	run $command -q -L 3
	expect "SIG$signal: the command goes on" 0
	compare "SIG$signal: the same bytes" stopped/0001
done
# With the same dice at all tables.
same='tournament 400 ./moody.so prober computer --format round-robin --same-deals --seed resume:0 -L 3'
# shellcheck disable=SC2086
run $same -q --results whole
# shellcheck disable=SC2086
patiently env LD_PRELOAD=./die.so ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0" \
	DIE_OF="$(kill -l KILL)" DIE_AT=200 "$arena" $same -q --results same --save-interval 10ms >"$out" 2>"$err" </dev/null
check 'the same deals: killed in the middle' test "$(python3 -SE "$root/tests/cli/stored.py" matches same/arena.db)" -gt 2
run tournament --resume --results same -q -j1
check 'the same deals: the same bytes' diff -r -x clock.json whole/0002 same/0001
rm -rf stopped/0001
run tournament --resume stopped/0001
expect 'a folder that is gone' 0
compare 'it is made again' stopped/0001
rm -rf stopped/0001
run tournament --resume --results stopped
says 'a complete run without its folder is not resumed by itself' 2 'no unfinished tournament'

# Stored matches are not played again: matches of another run that replace ours stay unchanged.
short='tournament 60 ./moody.so prober computer -q -j1'
# shellcheck disable=SC2086
run $short --seed elsewhere:0 --results odd
# shellcheck disable=SC2086
run $short --seed resume:0 --results stopped
check 'they would not be the same' sh -c '! cmp -s stopped/0002/table.csv odd/0001/table.csv && test -e odd/0001/faults'
cat >change.py <<'END'
import sqlite3
with sqlite3.connect("stopped/arena.db") as db:
	assert db.execute("SELECT count(*) FROM chunks WHERE run = 2").fetchone() >= (1,) # several on a busy machine
	db.execute("ATTACH 'odd/arena.db' AS odd")
	for table in "chunks", "chunk_robots", "faults":
		db.execute(f"DELETE FROM main.{table} WHERE run = 2")
		columns = [row[1] for row in db.execute(f"PRAGMA main.table_info({table})")]
		db.execute(f"INSERT INTO main.{table} SELECT 2, {','.join(columns[1:])} FROM odd.{table}")
	db.execute("UPDATE main.runs SET (seal, fault_seal) = (SELECT seal, fault_seal FROM odd.runs) WHERE id = 2")
END
check 'other results are put in' python3 change.py
run tournament --resume 2 --results stopped -q
expect 'a run with other results' 0
check 'they are taken as they are stored' cmp -s stopped/0002/table.csv odd/0001/table.csv

# Only one process may play a run.
"$arena" tournament 100000000 prober computer --seed 1 -q -j1 --save-interval 20ms --results busy >.first 2>&1 </dev/null &
pid=$!
until [ -n "$(python3 -SE "$root/tests/cli/stored.py" matches busy/arena.db 2>/dev/null)" ]; do kill -0 $pid 2>/dev/null || break; done
run tournament --resume 1 --results busy
says 'a run that is being played' 5 'the run 0001' "process $pid" 'busy/arena.db'
run merge busy/arena.db whole/arena.db
expect 'another run may be merged in meanwhile' 0
run tournament 20 prober computer --seed 2 -q --results busy
expect 'or played' 0
run standings 1 --results busy
expect 'and all may look on' 0
kill -9 $pid
wait $pid 2>/dev/null
"$arena" tournament --resume 1 --results busy -q -j1 --save-interval 20ms >.first 2>&1 </dev/null &
pid=$!
was=$(python3 -SE "$root/tests/cli/stored.py" sql busy/arena.db 'SELECT sum(n_matches) FROM chunks WHERE run = 1')
while [ "$(python3 -SE "$root/tests/cli/stored.py" sql busy/arena.db 'SELECT sum(n_matches) FROM chunks WHERE run = 1')" = "$was" ]; do
	kill -0 $pid 2>/dev/null || break
done
run tournament --resume 1 --results busy
says 'one that was resumed' 5 "process $pid"
kill -INT $pid
wait $pid
code=$?
check 'the first one was not disturbed' test "$code" = 130

# ---- runs that cannot be resumed -------------------------------------------------------------
run tournament --resume --results nowhere
says 'no database' 2 'nowhere/arena.db'
check 'none is made' test ! -e nowhere
run tournament --resume 7 --results runs
says 'no such run' 2 "'7'" 'runs/arena.db'
run tournament --resume 1 2 --results runs
says 'too much said' 2 "'2'"
for option in --seed=1 --variant=wild --rule=dice=3 --format=pool --seats=2 --move-time=1s --start-time=1s --readable=. --memory=1G --shard=1/2 --no-results --match-length=2 --as-given; do
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

# The data of a robot belongs to it. The run is interrupted while it begins.
cp "${ARENA_ROBOTS:-$root/build/release/robots}/prober.so" tabled.so
file_hash=$(sha256sum <tabled.so | cut -c 1-64)
mkdir -p tabled.data/deep tabled.data/a
for name in table .hidden deep/table a/b a.c; do echo "$name" >"tabled.data/$name"; done
patiently env LD_PRELOAD=./die.so ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0" DIE_OF=2 DIE_AT=60 \
	"$arena" tournament 900 ./tabled.so computer --seed data:0 --results data --save-interval 10ms >"$out" 2>"$err" </dev/null
code=$?
expect 'a robot with data is interrupted' 130
was=$({ sha256sum <tabled.so | cut -c 1-64; cd tabled.data && find . -type f -printf '%P\0' | LC_ALL=C sort -z | xargs -0r sha256sum -z; } |
	sha256sum | cut -c 1-64)
check 'its hash is that of its file and data' has data/0001/run.json "$was"
cp -r tabled.data kept
refuse_data() { # refuse_data NAME: with the data as it is now
	run tournament --resume 1 --results data -q
	says "$1: another robot" 2 "'tabled'" 'or its data folder has changed' "with the data folder '$(realpath tabled.data)'" "$was"
	rm -rf tabled.data
	cp -r kept tabled.data
}
echo other >tabled.data/deep/table
refuse_data 'a changed file of its data'
rm tabled.data/table
refuse_data 'a removed file of its data'
: >tabled.data/deep/new
refuse_data 'an added file of its data'
mv tabled.data/a.c tabled.data/c
refuse_data 'a renamed file of its data'
ln -s table tabled.data/link
refuse_data 'a link in its data'
rm -r tabled.data
run tournament --resume 1 --results data -q
says 'its data is gone: another robot' 2 "'tabled'" 'or its data folder has changed' 'without a data folder' "$was" "$file_hash"
cp -r kept tabled.data
mkfifo tabled.data/pipe # neither read nor waited for
run tournament --resume 1 --results data -q
expect 'a run with the same data is resumed' 0
run tournament 900 ./tabled.so computer --seed data:0 --results other -q
check 'to the bytes of an uninterrupted run' diff -r -x clock.json data/0001 other/0002
mv tabled.data away
run replay 1 --results data
says 'its data is gone: nothing is replayed' 2 'or its data folder has changed' "$was" '--anyway'
mv away tabled.data
chmod 000 tabled.data/deep/table
run_as_nobody tournament 2 ./tabled.so computer --no-results
says 'data that cannot be read' 5 "cannot read the robot's data" 'tabled.data/deep/table'
finish
