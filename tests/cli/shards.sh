# shards.sh - a run played in parts and merged equals the run played in one place, byte by byte. The recipes of
# docs/many-machines.md are run exactly as written, but for fewer games.
. "$(dirname "$0")/lib.sh"

guide=$root/docs/many-machines.md
recipe() { # recipe MARK: the block of the guide after <!-- MARK -->
	awk -v mark="<!-- $1 -->" '$0 == mark {marked = 1; next}
		marked && /^```sh$/ {inside = 1; next}
		/^```$/ {inside = marked = 0; next}
		inside' "$guide"
}

compare() { # compare NAME WHOLE MERGED: compares the files of two runs
	if diff -r -x clock.json "$2" "$3" >"$out" 2>&1; then pass "$1"; else fail "$1" 'files differ'; fi
}

make_robot moody <<'END'
/* Crashes now and then: in every part, so that the first ten faults of the run are spread over them. */
#include <stdlib.h>
#include <string.h>
static int asks;
int get_play(const char *me, const char *hands, const char *history)
{
	if (++asks % 4 == 0 && random() % 50 == 0)
		*(volatile int *)0 = 1;
	const char *last = strrchr(history, ':');
	return last ? (rand() % 2 ? 0 : atoi(last + 1) + 10) : 13;
}
END

# ---- parts -------------------------------------------------------------------------------
try() { # try NAME N ARGUMENTS...: plays in one place, and in N parts that are merged; only robots that crash need a sandbox
	name=$1 n=$2
	shift 2
	case $* in *moody*) ;; *) set -- "$@" --trust ;; esac
	rm -rf whole part-* tables all.db
	run tournament "$@" --seed shards:0 -q -L 4 --results whole
	check "$name: the whole" test "$code" = 0
	for i in $(seq "$n"); do
		run tournament "$@" --seed shards:0 -q -L 3 --shard "$i/$n" --results "part-$i"
		check "$name: part $i" test "$code" = 0
	done
	run merge all.db part-*/arena.db
	check "$name: merged" test "$code" = 0
	check "$name: nothing is missing" sh -c '! grep -q Missing "$1"' - "$out"
	run standings 1 --db all.db --files tables
	check "$name: its files" test "$code" = 0
	compare "$name: the same bytes" whole/0001 tables
	for form in table csv json; do
		"$arena" standings 1 --results whole --matrix --output $form >wanted
		run standings 1 --db all.db --matrix --output $form
		check "$name: the same standings as $form" cmp -s "$out" wanted
	done
}
try 'two robots' 2 700 prober computer
check 'two robots: the merged run is corrected for luck' awk -F, 'NR > 1 && $21 == "" { exit 1 }' tables/table.csv
try 'a pool' 5 100 prober computer random_raiser caller --format pool --seats 3 -v round-table
try 'the same deals' 4 60 prober computer caller --format round-robin --same-deals
try 'crashes' 3 150 ./moody.so prober computer
check 'crashes: there were ten to tell of' test -e tables/faults/010-moody.txt
run tournament 4 prober computer --shard 9/9 --seed 1 -q --results many
expect 'more parts than matches' 0

# ---- messages about a part ------------------------------------------------------------------
run tournament 300 prober computer --seed shards --trust --shard 2/3 --results said
expect 'a part' 0
check 'a part says so' has "$out" 'Shard 2 of 3: 100 games.'
check 'a part that is done is not to be gone on with' sh -c '! grep -q "Go on with" "$1"' - "$out"
check 'a part says so in its files' has said/0001/run.json '"shard": "2/3"'
run replay said/0001 4 --trust
expect 'what it played can be seen' 0
for game in 2 5 300; do
	run replay said/0001 $game
	says "what another part plays: game $game" 2 "game $game" 'said/0001' 'another shard'
done
run export said/0001 --trust --games 1-10
expect 'an export of a part' 0
check 'has its games' test "$(grep -c ' ends: ' "$out")" = 4
run export said/0001 --games 5-6
says 'an export of nothing' 2 'game 5' 'another shard'
run tournament 300 prober computer --seed shards --trust --shard 2/3 --log hands -q --results logged-part
run export logged-part/0001 -o logged.text
says 'an export of a part with stored plays' 0 'using the stored plays'
check 'has the same games' sh -c '"$1" export said/0001 --trust | cmp -s - logged.text' - "$arena"
for shard in 0/2 3/2 1 1/ x/y 1/0 -1/2 1/2/3; do
	run tournament 300 prober computer --no-results --shard=$shard
	says "shard $shard" 2 "'$shard'" '--shard'
done
run tournament 300 prober computer --no-results --shard 1/3
says 'a shard that draws a seed of its own' 2 "'--shard' needs '--seed TEXT', the same for all parts"

# ---- merging ------------------------------------------------------------------------------
for i in 1 2 3 4; do
	run tournament 400 prober computer --seed merge:0 -q --trust --shard $i/4 --results m-$i
done
cp m-1/arena.db before.db
run merge some.db m-1/arena.db m-3/arena.db
expect 'some of the parts' 0
check 'it says what is there' has "$out" 'Run 0001 in some.db has 100 of 200 matches, 100 of them new.'
check 'it says what is missing' has "$out" 'Missing: all of shard 2/4, all of shard 4/4.'
run standings --db some.db
check 'standings of what is there' grep -q '200 games' "$out"
run merge some.db m-3/arena.db
expect 'the same part again' 0
check 'the same part again adds nothing' has "$out" 'has 100 of 200 matches, 0 of them new'
run merge some.db m-4/arena.db m-2/arena.db
expect 'the others later' 0
check 'then nothing is missing' sh -c '! grep -q Missing "$1"' - "$out"
check 'the parts are left as they were' cmp -s m-1/arena.db before.db
run tournament --resume 1 --db some.db --results resumed -q --trust
expect 'a merged run has been played to its end' 0
run merge half.db m-1/arena.db
check 'of one part, too, what is missing' has "$out" 'Missing: all of shard 2/4, all of shard 3/4, all of shard 4/4.'
run tournament --resume 1 --db half.db --results half -q --trust
expect 'what is missing of a merged run can be played' 0
compare 'and the files are those of the whole' resumed/0001 half/0001
# Of parts with and without their plays no run can be made.
run tournament 400 prober computer --seed merge:0 -q --trust --shard 2/4 --log hands --results logged
run merge other.db m-1/arena.db logged/arena.db
says 'parts that do not store the same' 2 'no part' '--log'
check 'then nothing is written' test ! -e other.db
# A damaged run beside a part is left out; a part that is damaged is an error.
cp m-2/arena.db hurt.db
python3 -SE "$root/tests/cli/stored.py" sql hurt.db "UPDATE runs SET seed = 'x'" >/dev/null
run merge other.db m-1/arena.db hurt.db
says 'a part that is damaged' 5 hurt.db 'does not match its data'
cp hurt.db beside.db
run tournament 400 prober computer --seed merge:0 -q --trust --shard 3/4 --db beside.db --results beside
run merge other.db m-1/arena.db beside.db
says 'a damaged run beside a part' 0 'warning' beside.db 'does not match its data' '1 run was not merged'
check 'the part is merged' has "$out" 'has 100 of 200 matches'
run merge m-1/arena.db m-2/arena.db m-3/arena.db m-4/arena.db
expect 'into one of the parts' 0
run standings 1 --results m-1 --files tables-1
compare 'into one of the parts: the whole' resumed/0001 tables-1

# Unfinished parts: the missing matches are played, and none twice.
for i in 1 2; do
	run tournament 3000 prober computer --seed half -q --trust --shard $i/2 --save-interval 10ms -j1 --results h-$i
done
cat >thin.py <<'END'
import sqlite3
for i in 1, 2:
	with sqlite3.connect(f"h-{i}/arena.db") as db:
		firsts = sorted(row[0] for row in db.execute("SELECT first FROM chunks"))
		gone = firsts[1:4 - i]
		assert gone, firsts
		n, = db.execute(f"SELECT sum(n_matches) FROM chunks WHERE first IN ({','.join(map(str, gone))})").fetchone()
		print(f"{n} of the 750 matches of shard {i}/2", end=", " if i == 1 else ".\n")
		for table in "chunks", "chunk_robots":
			db.execute(f"DELETE FROM {table} WHERE first IN ({','.join(map(str, gone))})")
		db.execute("UPDATE runs SET seal = 0")
		for sum, in db.execute("SELECT checksum FROM chunks").fetchall():
			db.execute("UPDATE runs SET seal = (seal | ?1) - (seal & ?1)", (sum,))
END
check 'chunks are dropped' sh -c 'python3 thin.py >missing'
run merge h.db h-1/arena.db h-2/arena.db
expect 'parts that are not complete' 0
check 'it says how many are missing' has "$out" "Missing: $(cat missing)"
run tournament --resume 1 --db h.db --results h -q --trust
expect 'what is missing of both is played' 0
run tournament 3000 prober computer --seed half -q --trust --results h-whole
compare 'and it is the whole' h-whole/0001 h/0001
check 'chunks keep their stride' test "$(python3 -SE "$root/tests/cli/stored.py" sql h.db 'SELECT DISTINCT stride FROM chunks WHERE n_matches > 1')" = 2

# Different divisions.
run tournament 400 prober computer --seed merge:0 -q --trust --shard 1/3 --results three
run merge refused.db m-2/arena.db three/arena.db
says 'parts that were divided in another way' 2 'I/4' 'I/3'
check 'parts that were divided in another way: nothing is written' test ! -e refused.db
run merge some.db three/arena.db
says 'nor into a database that was' 2 'I/4' 'I/3'

refuse() { # refuse NAME TEXT ARGUMENTS...: a part of another run
	name=$1 text=$2
	shift 2
	rm -rf odd
	run tournament "$@" -q --trust --results odd
	run merge refused.db m-2/arena.db odd/arena.db
	says "refused: $name" 2 'odd/arena.db' "$text"
	check "refused: $name: nothing is written" test ! -e refused.db
}
refuse 'another seed' "the seed ('merge:0' and 'other')" 400 prober computer --seed other --shard 1/4
refuse 'another rule' 'the rules (' 400 prober computer --seed merge:0 -r dice=3 --shard 1/4
refuse 'other games' 'the number of games (400 and 402)' 402 prober computer --seed merge:0 --shard 1/4
refuse 'other matches' 'the length of a match (1 and 2)' 400 prober computer --seed merge:0 --match-length 2 --shard 1/4
refuse 'another order at the table' '--as-given' 400 prober computer --seed merge:0 --as-given --shard 1/4
refuse 'another robot' "the file of the robot 'computer'" 400 prober caller --seed merge:0 --shard 1/4
mkdir -p tabled/prober.data && cp "${ARENA_ROBOTS:-$root/build/release/robots}/prober.so" tabled
refuse 'other options' "the options of the robot 'prober'" 400 prober:risk=0.4 computer --seed merge:0 --shard 1/4
refuse 'another order' "the file of the robot 'prober'" 400 computer prober --seed merge:0 --shard 1/4
refuse 'other data of a robot' "the file of the robot 'prober' or its data folder" 400 tabled/prober.so computer --seed merge:0 --shard 1/4
refuse 'another limit' 'the move time' 400 prober computer --seed merge:0 --move-time 1s --shard 1/4
run merge refused.db
says 'no parts' 2 'at least one'
run merge refused.db m-2/arena.db nowhere.db
says 'a part that is not there' 2 'nowhere.db'
run merge refused.db m-2/arena.db moody.c
says 'a part that is no database' 5 'moody.c'
run merge m-2/arena.db m-3/arena.db m-2/arena.db
says 'into itself' 2 'm-2/arena.db'
run merge --run 7 refused.db m-2/arena.db
says 'a run that is not there' 2 "'7'"
check 'after all that nothing is written' test ! -e refused.db
# The name is in use by another run.
run tournament 30 prober computer --seed taken -q --trust --results taken
run merge taken/arena.db m-2/arena.db m-3/arena.db
check 'a name that is taken' has "$out" 'Run 0002 in taken/arena.db'
run tournament 30 prober computer --seed taken -q --trust --results taken
check 'a new run takes the next name' test -e taken/0003/run.json

# ---- the guide -------------------------------------------------------------------------------
script() { # script GAMES: shard.sh of the guide with so many games
	recipe shard.sh | sed "s/ tournament 3000 / tournament $1 /"
}
recipes() { # recipes FOLDER: a folder as the guide requires
	mkdir "$1" && ln -s "$arena" "$1/arena" && script 120 >"$1/shard.sh"
	for name in prober computer conservative; do cp "${ARENA_ROBOTS:-$root/build/release/robots}/$name.so" "$1"; done
}
arguments=$(script 120 | sed -n 's/^exec .\/arena tournament \([0-9].*\) \\$/\1/p')
# shellcheck disable=SC2086
run tournament ${arguments:-none} --seed 2026:0 -q --results guide
expect 'the run of the guide' 0
if command -v parallel >/dev/null; then
	recipes ssh
	echo : >ssh/hosts
	recipe parallel >ssh/recipe
	(cd ssh && HOME=$folder sh -eu recipe) >"$out" 2>&1 </dev/null
	code=$?
	expect 'GNU parallel' 0
	compare 'GNU parallel: the same bytes' guide/0001 ssh/tables
	check 'GNU parallel: it was in parts' test "$(find ssh -name arena.db | wc -l)" = 8
else
	skip 'GNU parallel' 'not installed'
fi

# The tasks of the array one after the other, as Slurm would start them. The first gets the signal for its time limit as
# soon as it has begun, and is submitted again.
recipes slurm
recipe slurm >slurm/job.sh
SLURM_SUBMIT_DIR=$folder/slurm SLURM_TMPDIR=$folder SLURM_JOB_ID=17 SLURM_ARRAY_TASK_MAX=8
export SLURM_SUBMIT_DIR SLURM_TMPDIR SLURM_JOB_ID SLURM_ARRAY_TASK_MAX SLURM_ARRAY_TASK_ID
SLURM_ARRAY_TASK_ID=1
script 100000000000 >slurm/shard.sh # too many to end before the signal
sh slurm/job.sh >"$out" 2>&1 </dev/null &
pid=$!
until [ -e 17-1/shard-1/0001/run.json ]; do kill -0 $pid 2>/dev/null || break; done
kill -TERM $pid
wait $pid
code=$?
expect 'Slurm: time is up' 130
check 'Slurm: what was played is copied back' test -s slurm/shard-1/0001/table.txt
check 'Slurm: and not left on the node' test ! -e 17-1
check 'Slurm: as a whole' sh -c '! ls -d slurm/shard-1.* 2>/dev/null'

# A requeued task: the node has an incomplete database from before, with its log, and the last copy back was truncated.
mkdir -p 17-1 && cp -r slurm/shard-1 17-1 && echo garbage >17-1/shard-1/arena.db-wal
mv slurm/shard-1 slurm/shard-1.old && mkdir slurm/shard-1.new && echo cut >slurm/shard-1.new/arena.db
sh slurm/job.sh >"$out" 2>&1 </dev/null &
pid=$!
until head -c 2 17-1/shard-1/arena.db-wal 2>/dev/null | LC_ALL=C grep -aq ^7; do kill -0 $pid 2>/dev/null || break; done
kill -TERM $pid
wait $pid
code=$?
expect 'Slurm: a requeued task goes on from the last copy' 130
check 'Slurm: and leaves one' sh -c 'test -s slurm/shard-1/arena.db && ! ls -d slurm/shard-1.* 17-1 2>/dev/null'
rm -rf slurm/shard-1
script 120 >slurm/shard.sh
for SLURM_ARRAY_TASK_ID in 1 2 3 4 5 6 7 8 3; do # task 3 again
	sh slurm/job.sh >"$out" 2>&1 </dev/null
	code=$?
	expect "Slurm: task $SLURM_ARRAY_TASK_ID" 0
done
recipe slurm-merge >slurm/recipe
(cd slurm && sh -eu recipe) >"$out" 2>&1
code=$?
expect 'Slurm: merged' 0
compare 'Slurm: the same bytes' guide/0001 slurm/tables
finish
