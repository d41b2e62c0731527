# ends.sh - SIGINT, SIGTERM and SIGHUP, sent to the arena or to its whole process group at many moments of a run: exit
# code 130, one table, no process left, and the resumed run gives the bytes of an uninterrupted one.
. "$(dirname "$0")/lib.sh"

if ! command -v python3 >/dev/null; then
	skip 'signals' 'no python3'
	finish
fi

ends() { # ends NAME N ARGUMENTS...
	name=$1 n=$2
	shift 2
	python3 "$root/tests/cli/ends.py" "${SEED:-1}" "$n" "$arena" "$@" --results runs >"$out" 2>"$err"
	code=$?
	expect "$name" 0
	rm -rf runs
}
ends 'a sandboxed tournament' 4 tournament 3000 computer random_raiser --seed 1 -j2
ends 'one inside the arena' 4 tournament 12000 computer random_raiser --seed 1 -j2 --trust
ends 'many matches, stored with every play' 2 tournament 450 prober computer caller --seed 1 -j2 --log hands
ends 'a test' 2 regress computer conservative --seed 2 --games 1000 --elo0 -20.5 --elo1 -20 -j2 -q

# The arena does not wait for a slow robot.
make_robot stuck <<'CODE'
int get_play(const char *me, const char *hands, const char *history) { for (;;) ; }
CODE
for trust in '' --trust; do
	for target in process group; do
		rm -rf runs
		# shellcheck disable=SC2086
		python3 - "$target" "$arena" tournament 1000 ./stuck.so computer --move-time 1h --seed 1:0 -j2 --results runs $trust \
			>"$out" 2>"$err" <<'CODE'
import os, signal, subprocess, sys, time
arena = subprocess.Popen(sys.argv[2:], start_new_session=True)
while not os.path.exists("runs/0001/run.json"):
    assert arena.poll() is None
time.sleep(0.2)
(os.killpg if sys.argv[1] == "group" else os.kill)(arena.pid, signal.SIGINT)
sys.exit(arena.wait(timeout=900))
CODE
		code=$?
		expect "a stuck robot ${trust:-in a sandbox}, SIGINT to the $target" 130
		check "it says so (${trust:-sandbox}, $target)" has "$out" 'Stopped after 0 of 1,000 games.'
		check "nobody is blamed (${trust:-sandbox}, $target)" test ! -s "$err"
	done
done

# A closed pipe does not end the run early.
rm -rf runs
"$arena" tournament 3000 computer caller --seed 1 --progress line --results runs 2>&1 | true
run tournament --resume 1 --results runs -q
expect 'a run whose reader has left was played to its end' 0
check 'all its games are there' has runs/0001/table.csv 'computer,3000,'

# With nohup: a hangup that was ignored before stays ignored.
rm -rf runs
(trap '' HUP; exec "$arena" tournament 500000 computer random_raiser --seed 1 --results runs) >"$out" 2>"$err" &
pid=$!
until [ -e runs/0001/run.json ]; do kill -0 $pid 2>/dev/null || break; done
kill -HUP $pid 2>/dev/null
wait $pid
code=$?
expect 'under nohup a hangup changes nothing' 0
finish
