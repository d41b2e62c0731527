#!/bin/sh
# programs.sh - robots that are programs and use the line protocol: the same games as a .so, in all ways to run them.
. "$(dirname "$0")/lib.sh"
programs=$root/tests/programs

# Runs programs that never answer in the background: the arena waits for them as long as an interpreter may take to
# start.
printf '#!/usr/bin/python3\nimport sys\nfor line in sys.stdin: print(0)\n' >buffered.py
printf '#!/usr/bin/python3\nimport sys\nsys.stdin.readline()\nwhile True: pass\n' >thinker.py
chmod +x buffered.py thinker.py
"$arena" tournament 2 ./buffered.py computer --no-results -q --move-time 20ms >buffered.out 2>&1 &
buffered=$!
"$arena" tournament 2 ./thinker.py computer --no-results -q --move-time 20ms >thinker.out 2>&1 &
thinker=$!

# The table without times, and with the robot's name replaced.
table() { cut -d, -f2- "$out" | sed 's/^[^,]*,/robot,/'; }

cp "$programs/conservative.py" .
run tournament 8 conservative computer --seed p:0 --no-results -q --output csv
table >.so
check 'programs: there is something to compare' test "$(wc -l <.so)" = 3
for robot in ./conservative.py conservative.py:lanes=64 ./conservative.py:lanes=3 'cmd:/usr/bin/python3 conservative.py lanes=64'; do
	for way in -j1 '-j2 -L 5' '-L1 --trust'; do
		# shellcheck disable=SC2086
		run tournament 8 "$robot" computer --seed p:0 --no-results -q --output csv $way
		table >.program
		check "programs: $robot $way plays as the .so" cmp .so .program
	done
done

# A robot that looks for ways to communicate between processes, and then plays as the others do. Run outside /tmp, and
# in it.
if [ "$(uname -m)" = x86_64 ]; then
	for place in "${HOME:-/var/tmp}" "$folder"; do
		cage=$(mktemp -d "$place/.arena-cage-XXXXXX")
		cp "$programs/channels.py" "$programs/conservative.py" "$cage"
		mkfifo "$cage/talk.fifo"
		run tournament 8 "$cage/channels.py" computer --seed p:0 --no-results -q --output csv
		table >.program
		check "programs: no channel to be found, in $place" cmp .so .program
		grep -F 'found:' "$err" || true
		rm -rf "$cage"
	done
else
	skip 'programs: no channel to be found' 'its system calls have the numbers of x86_64'
fi

cp "$programs/runtime.py" .
run tournament 8 ./runtime.py computer --seed p:0 --no-results -q -j1 -L1 --output csv
table >.program
check 'programs: Python has threads, processes, pools, event loops, files and timers' cmp .so .program

# The Java virtual machine, which starts threads and waits for them.
if command -v javac >/dev/null && command -v jar >/dev/null; then
	javac -d . "$programs/Conservative.java" && jar cfe conservative.jar Conservative ./*.class
	run tournament 8 'cmd:java -Xshare:auto -jar conservative.jar' computer --seed p:0 --no-results -q -j1 -L1 --output csv
	table >.program
	check 'programs: Java plays as the .so' cmp .so .program
else
	skip 'programs: Java plays as the .so' 'javac is not installed'
fi

# Reproducible files have the same bytes in all ways, also for a robot that uses its seeds, and a run that was
# interrupted can be resumed.
cp "$programs/chance.py" .
for robot in ./chance.py ./chance.py:lanes=7; do
	rm -rf runs
	for way in -j1 '-j2 -L 5' '-j2 -L1 --trust'; do
		# shellcheck disable=SC2086
		run tournament 8 "$robot" computer random_raiser --seed p:0 -q --results "runs/$(echo "$way" | tr -d ' -')" $way
		check "programs: $robot $way plays" test "$code" = 0
	done
	for other in runs/*; do
		check "programs: $robot has the same files, ${other#runs/}" diff -r -x clock.json -x 'arena.db*' runs/j1 "$other"
	done
done
run tournament 8 ./chance.py computer random_raiser --seed other:0 -q -j1 --trust --results runs/other
check 'programs: another seed, other files' sh -c '! cmp -s runs/j1/0001/table.csv runs/other/0001/table.csv'
run replay --results runs/other 7
check 'programs: a replay shows what was printed' has "$out" 'thought of '
check 'programs: and succeeds' test "$code" = 0
run tournament 2 ./chance.py ./chance.py computer --seed p:0 --no-results -q -j1 --trust --format round-robin --output csv
check 'programs: a round-robin' test "$(wc -l <"$out")" = 4
run play ./chance.py computer --seed 1:0 --plain --trust
expect 'programs: a game at the table' 0
for robot in conservative ./conservative.py ./conservative.py:lanes=9; do
	yes '11
0' | patiently "$arena" play human "$robot" --seed 1:0 --plain --trust >"$out" 2>"$err"
	sed -n '/^Dice after/,$p' "$out" | tail -n +3 | tr -s ' ' >".evening $(basename "$robot")"
done
check 'programs: a person plays against one' grep -q out '.evening conservative.py'
for robot in conservative.py conservative.py:lanes=9; do
	check "programs: as against the .so: $robot" cmp '.evening conservative' ".evening $robot"
done
# A process with many games can request the game's number with each ask.
cp "$programs/tables.py" .
for robot in ./tables.py ./tables.py:lanes=9; do
	run tournament 12 "$robot" computer --no-results --seed 3:0 -L 9 -j1 --trust --output csv
	check "programs: $robot is told its games" test "$code" = 0
	tail -n +2 "$out" | sed 's/:lanes=9//' | cut -d, -f 1-8 >".tables $(basename "$robot")"
done
check 'programs: it remembers of each what one process for each would' cmp '.tables tables.py' '.tables tables.py:lanes=9'
check 'programs: and neither fails' grep -q '^tables.py,' '.tables tables.py'
printf '# changed\n' >>chance.py
run replay --results runs/other 7
says 'programs: a changed program is another robot' 2 'is not the file that played'

# The results of the run, which contain its seed, are hidden from its robots; network and keys are available only on
# request.
cp "$programs/spy.py" .
export SOME_API_KEY=sesame OTHER_API_KEY=open _API_KEY=closed
secret() { # secret NAME TEXT ARGUMENTS...: does the description of its fault contain the text?
	secret_name=$1 text=$2
	shift 2
	rm -rf results elsewhere mine.db*
	run tournament 2 "$@" computer --seed very-secret:0
	if grep -qF "$text" results/0001/faults/001-spy.py.txt elsewhere/0001/faults/001-spy.py.txt 2>/dev/null; then
		pass "$secret_name"
	else
		fail "$secret_name" "no '$text'"
		cat results/0001/faults/* elsewhere/0001/faults/* 2>/dev/null
	fi
}
secret 'spy: results are hidden' 'found: nothing; keys: none' ./spy.py
for database in '' '--db mine.db' '--db elsewhere/mine.db'; do
	# shellcheck disable=SC2086
	{
		secret "spy: wherever they are $database" 'found: nothing; keys: none' ./spy.py --results elsewhere $database
		run replay elsewhere/0001 1 $database
		check 'spy: in a replay, too' has "$out" 'found: nothing; keys: none'
		run report elsewhere/0001 $database -o -
	}
	check 'spy: and in a report' has "$out" 'found: nothing; keys: none'
done
secret 'spy: whatever the folder' 'found: nothing; keys: none' ./spy.py --results elsewhere/
# A home folder has more than robots, however $HOME says where it is.
mkdir -p home/inner
ln -s home house
cp spy.py home
echo very-secret >home/diary
own_home=${HOME-}
for HOME in "$folder/home" "$folder/home/" "$folder/house" "$folder/home/inner"; do
	export HOME
	secret "spy: nothing else of its home ${HOME#"$folder/"}" 'found: nothing; keys: none' home/spy.py
done
HOME=$own_home
secret 'spy: the rest of another folder' 'found: diary; keys: none' home/spy.py
secret 'spy: it finds them without walls' 'run.json' ./spy.py --trust
secret 'spy: no network' 'interfaces: 1' ./spy.py
secret 'spy: the key that it names for a robot with the network, and no other' 'keys: sesame; others: 0' ./spy.py --network ./spy.py
check 'spy: its usage is in the table' has "$out" 'spy.py reports that it used 41 requests, 0 tokens in, 0 out, $1.2500'
check 'spy: and in clock.json' json results/0001/clock.json 'd["robots"][0]["spent"]["requests"] == 41'
check 'spy: and not in the table file' sh -c '! grep -q spent results/0001/table.*'
check 'spy: the key is in no file' sh -c '! grep -rq sesame results/*/*.json results/*/table*'
run tournament 2 ./spy.py computer --network nobody --no-results
says 'programs: --network for nobody' 2 "this command has no robot 'nobody'"
run tournament 2 ./spy.py computer --network computer --no-results
says 'programs: --network for a .so' 2 "'computer' is not a program"
unset SOME_API_KEY OTHER_API_KEY _API_KEY

# Without bubblewrap: refused, unless --trust is given.
mkdir -p bin
for tool in sh cat env python3; do ln -s "$(command -v $tool)" "bin/$tool"; done
timeout=$(command -v timeout)
without() { "$timeout" 900 env PATH="$folder/bin" "$arena" "$@" >"$out" 2>"$err" </dev/null; code=$?; }
without tournament 2 ./conservative.py computer --no-results
says 'programs: without bubblewrap' 5 'install the package bubblewrap' '--trust'
without tournament 2 ./conservative.py computer --no-results --trust
expect 'programs: trusted without bubblewrap' 0
printf '#!/bin/sh\necho "no name spaces today" >&2\nexit 1\n' >bin/bwrap
chmod +x bin/bwrap
without tournament 2 ./conservative.py computer --no-results
says 'programs: where bubblewrap does not work' 5 "cannot confine the robot 'conservative.py': no name spaces today" '--trust'
# The first start is that of the probe; a start in a match that fails is repeated once.
for failing in 2 '[2-9]'; do
	printf '#!/bin/sh\nn=1\nwhile ! mkdir "%s/start$n" 2>/dev/null; do n=$((n + 1)); done\ncase $n in\n%s) exit 7 ;;\nesac\nexec %s "$@"\n' \
		"$folder" "$failing" "$(command -v bwrap)" >bin/bwrap
	rm -rf start[0-9]*
	without tournament 2 ./conservative.py computer --no-results -q -j1 -L1 --seed p:0 --output csv
	table >".failing$failing"
done
says 'programs: bubblewrap fails twice in a row' 5 "cannot confine the robot 'conservative.py': its process ended with status 7"
run tournament 2 ./conservative.py computer --no-results -q -j1 -L1 --seed p:0 --output csv
table >.program
check 'programs: bubblewrap fails once' cmp .failing2 .program

# Names, and errors in them.
mkdir -p folder
printf '#!/bin/sh\nwhile read -r word rest; do case $word in game | seed) ;; *) echo 0 ;; esac; done\n' >folder/quitter
chmod +x folder/quitter
run tournament 2 quitter computer --no-results
says 'programs: not found without a path' 2 "robot 'quitter' not found"
code=$(ARENA_PATH=folder "$arena" tournament 2 quitter computer --no-results -q >"$out" 2>"$err"; echo $?)
expect 'programs: found in $ARENA_PATH' 0
ARENA_PATH=folder "$arena" list robots >"$out" 2>"$err"
check 'programs: and listed' grep -q '^quitter' "$out"
check 'programs: what lies here is not started by a list' sh -c "! grep -q '^conservative.py' '$out'"
printf 'print(1)\n' >plain.py
echo 'int get_play(void) { return 0; }' >source.c
run tournament 2 ./source.c computer --no-results
says 'programs: source code' 2 'source code: build it'
run tournament 2 ./plain.py computer --no-results
says 'programs: a Python file without get_play' 4 'plain has no function get_play'
run tournament 2 plain.py computer --no-results
says 'programs: named without a folder' 4 'plain has no function get_play'
run tournament 2 "cmd:python3 'bot" computer --no-results
says 'programs: an open quote' 2 'a closing quote is missing'
run tournament 2 cmd:no-such-program computer --no-results
says 'programs: a command that is not there' 4 'cannot start no-such-program: No such file or directory'

# The other commands.
run doctor --seed doctor:0 --check-time 600s ./conservative.py:lanes=64 --games 4 -v liars-dice
expect 'programs: the doctor finds it healthy' 0
check 'programs: and tells what it says' has "$out" 'one plays up to 64 games at once'
run doctor --seed doctor:0 --check-time 600s ./conservative.py --games 4 -v liars-dice
check 'programs: and how to be faster' has "$out" 'robot lanes=64'
run doctor --seed doctor:0 cmd:no-such-program
expect 'programs: the doctor knows what does not start' 4
run regress ./conservative.py:lanes=64 conservative --games 40 --no-results -q -j1 --trust
expect 'programs: no regression against its like' 3
run tournament 8 ./conservative.py:lanes=9 'cmd:/usr/bin/python3 conservative.py' --seed e:0 -q -j1 --trust --results export
run export --trust -j1 --results export
expect 'programs: games are exported' 0
run analyse conservative.py:lanes=9 --trust --results export
expect 'programs: and analysed' 0
printf 'echo 0\n' >notes.txt
run tournament 8 'cmd:/usr/bin/python3 conservative.py notes.txt' computer --seed e:0 -q -j1 --results words
printf 'echo 1\n' >notes.txt
run replay --results words 1
says 'programs: the files of a command belong to it' 2 'is not the file that played'

# An interrupted run is resumed.
"$arena" tournament 300 ./conservative.py:lanes=64 computer --seed r:0 -q --results cut >"$out" 2>"$err" &
arena_pid=$!
until [ -e cut/0001/run.json ]; do kill -0 "$arena_pid" 2>/dev/null || break; done
kill -TERM "$arena_pid"
wait "$arena_pid"
run tournament --resume 0001 --results cut -q
expect 'programs: gone on with' 0
run tournament 300 ./conservative.py:lanes=64 computer --seed r:0 -q --results whole
check 'programs: the same in the end' diff -r -x clock.json -x 'arena.db*' cut whole

wait "$buffered" "$thinker"
check 'programs: who never answers is asked whether he flushes' has buffered.out 'has not answered at all for 3 s: does it flush'
check 'programs: who thinks for ever before his first answer' has thinker.out 'used more than 3.02 s of CPU time before its first answer'

# After kill -9 of the arena no process is left, confined or not.
for way in '' --trust; do
	# shellcheck disable=SC2086
	"$arena" tournament 100000 "$folder/conservative.py:mark=$$" computer --no-results -q $way >"$out" 2>"$err" &
	arena_pid=$!
	n_alive() { ps axww -o args | grep -F "mark=$$" | grep -c '^/usr/bin/python3'; }
	seen=
	while kill -0 "$arena_pid" 2>/dev/null; do if [ "$(n_alive)" -ge 2 ]; then seen=yes && break; fi; sleep 0.1; done
	check "programs: $way they run" test -n "$seen"
	kill -9 "$arena_pid"
	wait "$arena_pid" 2>/dev/null
	left() { ps axww -o args | grep -F "mark=$$" | grep -qv grep; }
	for _ in $(seq 6000); do left || break; sleep 0.1; done
	check "programs: $way nothing outlives the arena" sh -c "! ps axww -o args | grep -F mark=$$ | grep -v grep | grep -q conservative"
done
finish
