# regress_resume.sh - tests of `arena regress` that were killed or interrupted give the same verdict, in the same words,
# as uninterrupted ones; and what the other commands do with a test.
. "$(dirname "$0")/lib.sh"

count() { # count FOLDER: the number of matches stored there
	python3 -IS -c 'import sqlite3, sys
print(sqlite3.connect(sys.argv[1]).execute("SELECT ifnull(sum(n_matches), 0) FROM chunks").fetchone()[0])' "$1/arena.db"
}
decided() { # decided FOLDER: the number of matches after which it was decided, or else the number of matches
	python3 -IS -c 'import sqlite3, sys
print(sqlite3.connect(sys.argv[1]).execute("SELECT ifnull(n_matches, (SELECT sum(n_matches) FROM chunks)) FROM tests").fetchone()[0])' \
		"$1/arena.db"
}
same() { # same NAME FOLDER FOLDER: compares the files of two runs
	if diff -r -x clock.json "$2" "$3" >"$out" 2>&1; then pass "$1"; else fail "$1" 'files differ'; fi
}

# whole_and_killed NAME CODE ARGUMENTS...: plays a test uninterrupted, and again killed 20 times; $whole has its
# results.
whole_and_killed() {
	name=$1 wanted=$2 whole=whole_$1
	shift 2
	rm -rf runs
	run regress "$@" --results "$whole"
	expect "$name: uninterrupted" "$wanted"
	cp "$out" "$name.txt"
	# Kills only well before the end, which may come before the kill. The number of matches stored after the decision
	# varies.
	python3 "$root/tests/cli/kill.py" $(($(decided "$whole") / 2)) "'$arena' regress $* -q -j1 --save-interval 10ms --results runs" \
		"'$arena' regress --resume 1 --results runs -q -j2 --save-interval 10ms" >"$out" 2>&1
	code=$?
	expect "$name: killed 20 times, each time it goes on" 0
	run regress --resume 1 --results runs -q
	expect "$name: and comes to its end" "$wanted"
	check "$name: in the same words" cmp -s "$out" "$name.txt"
	same "$name: the same files" "$whole/0001" runs/0001
	check "$name: decided by the same match" test "$(decided "$whole")" = "$(decided runs)"
	for form in json junit; do
		run regress --resume 1 --results runs --output $form
		cp "$out" "killed.$form"
		run regress --resume 1 --results "$whole" --output $form
		check "$name: the same $form, told once more" cmp -s "$out" "killed.$form"
	done
	run regress "$@" -j1 --no-results
	check "$name: the same without results" cmp -s "$out" "$name.txt"
}

# Ended by the maximum number of games, decided in a duel, decided in a field, and with only equal plays.
whole_and_killed undecided 3 computer conservative --seed 2 --games 1000 --elo0 -20.5 --elo1 -20
whole_and_killed duel 1 computer conservative --seed 1 --games 40000 --elo0 -20
whole_and_killed field 1 computer prober --field conservative,simpleton --seed 1 --games 20000
check 'the test is in the database' python3 -c 'import sqlite3
row = sqlite3.connect("runs/arena.db").execute("SELECT model, elo0, elo1, alpha, beta, n_matches FROM tests").fetchone()
assert row[:5] == ("wins", -5, 0, 0.05, 0.05) and row[5] > 50, row'
whole_and_killed unchanged 0 prober prober --seed 1 --field computer,caller,bumper,conservative --games 9000

# ---- interrupted ------------------------------------------------------------------------------
# So close together that it takes days to tell them apart.
for signal in INT TERM HUP; do
	rm -rf stopped
	"$arena" regress computer conservative --seed 2 --games 100000000 --elo0 -20.02 --elo1 -20 --results stopped >"$out" 2>"$err" &
	pid=$!
	until [ -e stopped/arena.db ] && [ "$(count stopped 2>/dev/null || echo 0)" -gt 0 ]; do kill -0 $pid 2>/dev/null || break; done
	kill -$signal $pid
	wait $pid
	code=$?
	expect "SIG$signal" 130
	check "SIG$signal: it says undecided" has "$out" 'UNDECIDED: interrupted'
	check "SIG$signal: and how to continue" has "$err" 'to continue: arena regress --resume 0001 --results stopped'
done
run standings --results stopped --files stopped/again
expect 'the files of an interrupted test, made again' 0
same 'they are the same' stopped/0001 stopped/again

# ---- the other commands -----------------------------------------------------------------------
same_files() { # same_files NAME FOLDER: standings recreates the files
	run standings 1 --results "$2" --files "$2/again"
	expect "$1: files made again" 0
	same "$1: they are the same" "$2/0001" "$2/again"
}
same_files duel whole_duel
same_files field whole_field
run standings 1 --results whole_field
expect 'the ratings of a test that is named' 0
run standings --results whole_duel
says 'alone it is no tournament' 2 'no run of' 'regress'
run tournament 20 prober computer --seed 1 --results whole_duel -q
run standings --results whole_duel
check 'beside a tournament it does not count' has "$out" ', 20 games in 10 matches of 1 block'
run tournament --resume --results whole_duel
says 'no tournament to go on with' 2 'no unfinished tournament'
run tournament --resume 1 --results whole_duel
says 'a test is none' 2 'arena regress --resume 1'
run regress --resume 2 --results whole_duel
says 'a tournament is no test' 2 'arena tournament --resume 2'
run regress --resume --results whole_duel
says 'no test to go on with' 2 'no unfinished test'
run regress --resume 1 --elo0 3 --results whole_duel
says 'what is tested belongs to the run' 2 '--elo0'
run regress --resume 1 2 --results whole_duel
says 'too much said' 2 "'2'"
run regress computer prober --no-results --db x.db
says 'a database, and none' 2 '--no-results'
run replay 1 7 --results whole_field
expect 'a game of the field is played again' 0
run report 1 --results whole_duel -o report.html
expect 'a report of a test' 0
check 'it says what it is of' has report.html 'A test (arena regress), decided after'

# Two arenas play parts of one test.
run merge all.db stopped/arena.db whole_duel/arena.db
says 'two tests are not one' 2 'differ in'
run regress prober prober --seed 1 --field computer,caller,bumper,conservative --games 9000 -q -j1 --results again
expect 'a test once more' 0
run merge all.db again/arena.db whole_unchanged/arena.db
expect 'both are merged' 0
run standings 1 --db all.db --files merged
same 'they are the whole' whole_unchanged/0001 merged
finish
