# database.sh - the database of results as the program uses it: its location, its content, and the errors when it cannot
# be used.
. "$(dirname "$0")/lib.sh"

sql() { python3 -SE "$root/tests/cli/stored.py" sql "$@"; }

run tournament 200 prober computer --seed 1 -q
expect 'a tournament' 0
check 'its database is in the results folder' test -s results/arena.db
check 'it has no log beside it' test ! -e results/arena.db-wal
check 'the run is there under its name' test "$(sql results/arena.db 'SELECT name FROM runs')" = 0001
check 'the sums are those of the table' test \
	"$(sql results/arena.db "SELECT label || ',' || sum(games) || ',' || CAST(sum(wins) AS INTEGER) FROM chunk_robots AS c JOIN run_robots AS r
		ON r.run = c.run AND c.robot = position GROUP BY position" | tr ' ' '\n')" = "$(sed 1d results/0001/table.csv | cut -d, -f1-3)"
query=$(sed -n '/^ *sqlite3 results\/arena.db "/,/"$/p' "$root/docs/results.md" | sed 's/^ *sqlite3 results\/arena.db "//; s/"$//')
check 'the query of the guide' test "$(sql results/arena.db "SELECT count(*) || ' ' || count(DISTINCT label) FROM ($query)")" = '2 2'
run tournament 20 prober computer --seed 1 -q --trust --no-results
check 'without results no database is touched' test "$(sql results/arena.db 'SELECT count(*) FROM runs')" = 1
run tournament 20 prober computer --seed 1 -q --trust --no-results --db x.db
says 'a database without results' 2 '--no-results' '--db'
check 'none is made' test ! -e x.db
run tournament 20 prober computer --seed 1 -q --trust --db mine.db
expect 'another database' 0
check 'the run is in that one' test "$(sql mine.db 'SELECT name FROM runs')" = 0002
check 'and not in the other' test "$(sql results/arena.db 'SELECT count(*) FROM runs')" = 1
run tournament 20 prober computer --seed 1 -q --trust --db mine.db --results elsewhere
check 'a name is free when it is free in both' test -e elsewhere/0003/run.json
rm -r results/0001
run tournament 20 prober computer --seed 1 -q --trust
check 'a folder that is gone keeps its number' test -e results/0003/run.json
sh -c 'umask 077; mkdir "odd %?#name"'
run tournament 20 prober computer --seed 1 -q --trust --results 'odd %?#name'
run standings --results 'odd %?#name'
expect 'a folder with an odd name' 0

# Two arenas at once in one folder: each plays its own run, and nothing is lost.
for i in 1 2 3; do
	"$arena" tournament 2000 prober computer --seed "at once $i" -q -j1 --trust --results together >".out$i" 2>".err$i" </dev/null &
	pids="${pids:-} $!"
done
for pid in $pids; do
	wait "$pid"
	code=$?
	expect 'arenas at once' 0
done
check 'arenas at once: nothing is lost' test "$(sql together/arena.db 'SELECT sum(n_matches) FROM chunks GROUP BY run')" = '1000 1000 1000'
check 'arenas at once: each has its folder' test "$(cat together/000?/table.csv | grep -c '^prober,2000,')" = 3
for i in 1 2 3; do
	name=$(sql together/arena.db "SELECT name FROM runs WHERE seed = 'at once $i'")
	check 'arenas at once: the folder is that of the run' has "together/$name/run.json" "\"at once $i\""
done

# ---- databases that cannot be used -----------------------------------------------------------
refuse() { # refuse NAME TEXT...: database bad.db
	name=$1
	shift
	before=$(sha256sum bad.db 2>/dev/null)
	run tournament 20 prober computer --seed 1 -q --db bad.db --results refused
	says "$name: tournament" 5 bad.db "$@"
	check "$name: no game is played, no folder made" test ! -e refused/0001
	run standings --db bad.db
	says "$name: standings" 5 bad.db
	run tournament --resume --db bad.db --results refused
	says "$name: resume" 5 bad.db
	run merge merged.db bad.db
	says "$name: merge" 5 bad.db
	run merge bad.db mine.db
	says "$name: merge into it" 5 bad.db
	check "$name: the file is as it was" test "$before" = "$(sha256sum bad.db 2>/dev/null)"
}
echo 'Dear diary, this is no database, and it is more than a hundred bytes long, so that it must be looked into.' >bad.db
refuse 'text' 'not a database' 'name another one'
cp mine.db bad.db
sql bad.db 'PRAGMA user_version = 99' >/dev/null
refuse 'a newer form' 'format 99' 'newer arena'
cp mine.db bad.db
truncate -s -5000 bad.db
refuse 'cut short' 'its end is missing'
rm bad.db
sql bad.db 'CREATE TABLE cookies (x)' >/dev/null
refuse "a stranger's" "a database of another program"
rm bad.db
mkdir bad.db
run tournament 20 prober computer --seed 1 -q --db bad.db --results refused
says 'a folder' 2 "'bad.db' is a folder"
cp mine.db bad.db/arena.db
run merge merged.db bad.db/
says 'a folder with a database' 2 "'bad.db/arena.db'"
run tournament 20 prober computer --seed 1 -q --trust --db no/such/folder.db --results refused
says 'in no folder' 5 'no/such/folder.db' 'No such file'
cp mine.db hurt.db
sql hurt.db "UPDATE chunks SET outcomes = x'00'" >/dev/null
run standings --db hurt.db
says 'damaged matches: standings' 5 hurt.db 'matches 0 to ' 'of the run 000' '--resume 000'
run standings --db hurt.db --files hurt
says 'damaged matches: files' 5 hurt.db 'matches 0 to '
cp mine.db hurt.db
sql hurt.db "UPDATE run_robots SET label = 'someone' WHERE position = 0" >/dev/null
run standings --db hurt.db
says 'a run that is damaged' 5 hurt.db 'does not match its data'
mkdir sealed
cp mine.db sealed/arena.db
chmod 444 sealed/arena.db
chmod 555 sealed
run_as_nobody standings --results sealed
expect 'a sealed database can be read' 0
run_as_nobody tournament 20 prober computer --seed 1 -q --results sealed
says 'a sealed database cannot be written to' 5 sealed/arena.db 'Permission denied'
chmod 755 sealed

# Damaged matches, and no others, are played again.
run tournament 4000 prober computer --seed mend -q --trust -j2 --results mend
cp -r mend/0001 mended
sql mend/arena.db "UPDATE chunks SET outcomes = zeroblob(5) WHERE first > 0" >/dev/null
run tournament --resume 1 --results mend -q --trust
says 'damaged matches are played again' 0 'matches of the run 0001 are damaged in the database' 'they will be played again'
check 'to the same bytes' diff -r -x clock.json mended mend/0001
run tournament --resume 1 --results mend -q --trust
check 'then nothing is damaged' test ! -s "$err"

# They are not deleted if they cannot be played again.
cp "${ARENA_ROBOTS:-$root/build/release/robots}/caller.so" caller.so
run tournament 40 ./caller.so prober --seed kept:0 -q --trust --log hands --results kept
sql kept/arena.db "UPDATE plays SET plays = zeroblob(5)" >/dev/null
mv caller.so away.so
run tournament --resume 1 --results kept -q --trust
says 'damaged plays of a robot that is missing' 2 "'./caller.so'"
run standings --results kept
check 'their results are kept' grep -q '40 games in 20 matches' "$out"
mv away.so caller.so
run tournament --resume 1 --results kept -q --trust
says 'they are played again when it is there' 0 'will be played again'
run standings --results mend
expect 'nor for standings' 0

# A database that is deleted while it is written to.
for way in 'rm -r gone/arena.db' 'mv gone/arena.db gone/other.db' 'cp --remove-destination mine.db gone/arena.db'; do
	rm -rf gone
	"$arena" tournament 100000000 prober computer --seed 1 -q --trust -j1 --save-interval 20ms --results gone >"$out" 2>"$err" </dev/null &
	pid=$!
	until [ "$(sql gone/arena.db 'SELECT count(*) > 1 FROM chunks' 2>/dev/null)" = 1 ]; do kill -0 $pid 2>/dev/null || break; done
	$way
	wait $pid
	code=$?
	says "$way" 5 'gone/arena.db' 'was moved, deleted or replaced' 'put it back'
	check "$way: nothing is left to resume" sh -c '! grep -q "to continue" "$1"' - "$err"
done
for interval in 1ms 2h soon; do
	run tournament 20 prober computer --save-interval $interval --no-results
	says "--save-interval $interval" 2 '--save-interval'
done

# Files may not grow any further, as on a full disk.
large='--trust --log hands --save-interval 10ms -j1'
# shellcheck disable=SC2086
sh -c 'ulimit -f 900; exec "$@"' - "$arena" tournament 20000 prober computer --seed full -q $large --results small >"$out" 2>"$err" </dev/null
code=$?
says 'files that may not grow' 5 small/arena.db 'space on the disk' '--resume 0001 --results small'
run tournament --resume -q --trust --results small
run tournament 20000 prober computer --seed full -q --trust --results whole
check 'files that may grow again: the same bytes' diff -r -x clock.json whole/0001 small/0001

# A disk that is full for a while during a tournament.
space=
for way in 'unshare -m' 'unshare -rm'; do
	mkdir -p tiny && $way mount -t tmpfs none tiny 2>/dev/null && space=$way && break
done
if [ -n "$space" ]; then
	cat >full.sh <<'END'
mount -t tmpfs -o size=640k tiny tiny || exit 99
"$1" tournament 20000 prober computer --seed full -q --trust --log hands --save-interval 10ms -j1 --results tiny >.out 2>.err
echo $? >code
command=$(sed -n 's/^.*to continue: arena //p' .err)
mount -o remount,size=64m none tiny || exit 99
python3 "$2" matches tiny/arena.db >stored
eval "\"\$1\" $command -q --trust"
cp -r tiny/0001 resumed
END
	rm -f "$out" "$err"
	$space sh full.sh "$arena" "$root/tests/cli/stored.py" >"$folder/.log" 2>&1
	code=$(cat code)
	says 'a disk that fills up' 5 tiny/arena.db 'space on the disk' 'played so far are stored' '--resume 0001 --results tiny'
	check 'a disk that fills up: what was played is stored' test "$(cat stored)" -gt 100
	check 'with room again it goes on to the same bytes' diff -r -x clock.json whole/0001 resumed
else
	skip 'a disk that fills up' 'no mount namespaces here'
fi
finish
