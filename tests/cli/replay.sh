# replay.sh - `arena replay`.
. "$(dirname "$0")/lib.sh"

run replay 1
says 'without any run' 2 'no runs'
run tournament 30 prober computer random_raiser --seed 5:0 -v tourney
run replay
says 'without a game' 2 'number of a game'
run replay 0
says 'game 0' 2 "'0'" '1 to 30'
run replay 31
says 'a game too many' 2 "'31'" '1 to 30'
run replay one
says 'a game that is no number' 2 "'one'"
run replay 7 1
says 'a run that is not there' 2 "'7'"
run replay 1 2 3
says 'too many numbers' 2 "'3'"

run replay 17
expect 'a game of the latest run' 0
cp "$out" first
check 'it tells every ask' grep -q '^  A prober .*A:[1-6x]*,.*\[.*\]  -> [0-9]' first
check 'it tells the showdown' has first 'All dice: '
check 'it tells the places' sh -c 'sed -n "/^Places:/,\$p" first | grep -c "^  [123]\. " | grep -qx 3'
for words in '1 17' '0001 17' 'results/0001 17' '17 --trust'; do
	# shellcheck disable=SC2086
	run replay $words
	check "replay $words is the same" cmp -s "$out" first
done
(mkdir -p elsewhere && cd elsewhere && "$arena" replay ../results/0001 17 >"$out" 2>"$err")
check 'from another folder it is the same' cmp -s "$out" first
run replay 18
check 'another game is another' sh -c '! cmp -s "$1" first' - "$out"

run replay 17 --output json
expect 'json' 0
if command -v python3 >/dev/null; then
	check 'json: an object to a line, and the story adds up' python3 -c 'import json, sys
d = [json.loads(line) for line in open(sys.argv[1])]
assert d[0]["event"] == "game" and d[0]["game"] == 17 and len(d[0]["seats"]) == 3
assert d[-1]["event"] == "over" and sorted(p["place"] for p in d[-1]["places"]) == [1, 2, 3]
plays = [x for x in d if x["event"] == "play"]
for p in plays:
	assert p["hands"].count("x") > 0 or p["hands"].count(":") == 1, p
	own = [h for h in p["hands"].split(",") if h[0] == p["me"]]
	assert len(own) == 1 and "x" not in own[0], p
shown = [x for x in d if x["event"] == "showdown"]
assert len(shown) >= 3 and all("x" not in s["hands"] and s["words"] for s in shown)' "$out"
else
	skip 'json can be read' 'no python3'
fi
"$arena" replay 17 >/dev/full 2>"$err"
code=$?
says 'on a full disk' 5 'standard output'

# The sum over all games, replayed one by one, equals the table.
wins=0
for game in $(seq 30); do
	run replay "$game"
	grep -q '^  1\. [ABC] prober$' "$out" && wins=$((wins + 1))
done
check 'the games told make the table' grep -q "^prober,30,$wins," results/0001/table.csv

make_robot mine <<'END'
int get_play(const char *me, const char *hands, const char *history) { return *history ? 0 : 11; }
END
run tournament 10 ./mine.so computer --seed 5:0 --as-given
run replay 3
expect 'a robot by its path' 0
cp "$out" third
mkdir -p deeper
(cd deeper && "$arena" replay .. 3 >/dev/null 2>"$err")
check 'a folder that is no run is refused' test $? = 2
(cd results/0002 && "$arena" replay . 3 >"$out" 2>"$err")
check 'its file is found from elsewhere' cmp -s "$out" third
make_robot mine <<'END'
int get_play(const char *me, const char *hands, const char *history) { return *history ? 0 : 12; }
END
run replay 3
says 'a robot that has changed' 2 "'mine'" "$(sed -n '/"label": "mine"/,/}/s/.*"sha256": "\(.*\)".*/\1/p' results/0002/run.json)" \
	"$(sha256sum mine.so | cut -d' ' -f1)" '--anyway'
run replay 3 --anyway
expect 'a robot that has changed, anyway' 0
check 'anyway plays the new one' sh -c 'grep -q -- "-> 12 " "$1"' - "$out"
check 'anyway warns' has "$err" "'mine'"
rm mine.so
run replay 3
says 'a robot that is gone' 2 './mine.so'
for game in 999 abc; do # arguments are checked before robots are looked for
	run replay $game
	says "game $game of a run without its robot" 2 "'$game'" '1 to 10'
done

for damage in 's/"seats": 3/"seats": 99/' 's/"seed":/"sed":/' 's/{//' 's/tourney dice=5/tourney dice=-5/' 's/"sha256": "/"sha256": "0/' \
	's/"games": 30/"games": [30]/' 's/"robot": "prober"/"robot": "nobody_at_all"/'; do
	mkdir -p damaged
	sed "$damage" results/0001/run.json >damaged/run.json
	if cmp -s results/0001/run.json damaged/run.json; then fail "run.json after $damage" 'it is not damaged'; fi
	run replay damaged 3
	says "run.json after $damage" 2
done
head -c 300 results/0001/run.json >damaged/run.json
run replay damaged 3
says 'run.json cut short' 2 'damaged/run.json'
rm damaged/run.json
run replay damaged 3
says 'no run.json' 2 'damaged/run.json'
mkdir damaged/run.json
run replay damaged 3
says 'run.json is a folder' 2 'damaged/run.json'

make_robot crasher <<'END'
#include <stdio.h>
#include <stdlib.h>
int get_play(const char *me, const char *hands, const char *history) { if (*history) { puts("oh no"); abort(); } return 11; }
END
run tournament 10 ./crasher.so computer --seed 5:0
game=$(sed -n 's/^game *//p' results/0003/faults/001-crasher.txt)
(cd results/0003/faults && "$arena" replay .. "$game" >"$out" 2>"$err")
check 'and what it cost' grep -qE 'crasher crashed or ran out of time( when the dice were shown)? and is out of the game\.$' "$out"
check 'the command of a crash report shows the crash' sh -c 'grep -q "crash: SIGABRT" "$1" && grep -q "| oh no" "$1"' - "$out"
check 'and so does that for a debugger, but for this ask' test "$(sed -n "s/^debug by *arena replay .. $game //p" results/0003/faults/001-crasher.txt)" = \
	"--ask $(sed -n 's/^me *//p' results/0003/faults/001-crasher.txt)$(sed -n 's/^ask *\([0-9]*\) .*/\1/p' results/0003/faults/001-crasher.txt) --debug"

# One ask. The robot in C counts its asks.
make_robot counter <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int get_play(const char *me, const char *hands, const char *history)
{
	static int n;
	int last = *history ? atoi(strrchr(history, ':') + 1) : 0;
	printf("ask %d\n", ++n);
	if (n == 9)
		abort();
	return last > 30 ? 0 : last / 10 * 10 + 13;
}
END
run tournament 4 ./counter.so computer prober --seed 5:0
check 'the first fault of a robot is shown at once' grep -q '^counter crashed in game [0-9]*: SIGABRT' "$err"
check 'with what it printed' grep -qx '  | ask 9' "$err"
debug=$(sed -n '/^counter crashed/,$s/^  To call it again in a debugger: arena //p' "$err" | head -n 1)
check 'and with the command for a debugger' expr "$debug" : 'replay 0004 [0-9]* --ask A9 --debug$' '>' 0 >/dev/null
asked=$(sed -n '/^counter crashed/,$s/^  \(get_play(.*\)/\1/p' "$err" | head -n 1)
shown=${debug% --debug}
# shellcheck disable=SC2086
run $shown
expect 'one ask' 0
check 'it is that of the fault' test "$(head -n 1 "$out")" = "$asked"
check 'with the fault and the output' test "$(sed -n '2p;$p' "$out" | tr '\n' ' ')" = 'crash: SIGABRT (Aborted)   | ask 9 '
n_asks=0 n_shown=0
while [ $n_asks -lt 8 ]; do # all asks of a game up to this one, also those at the end of a hand
	n_asks=$((n_asks + 1))
	run ${shown%A9}A$n_asks
	n_shown=$((n_shown + $(grep -cx "  | ask $n_asks" "$out")))
	cat "$out" >>asks
done
check 'plays are shown with their output' test $n_shown -ge 4
check 'an ask at the end of a hand' grep -q '^saw all dice' asks
check 'a play in words' grep -q '^returned [0-9]*, [a-z]* [a-z]*$' asks
run ${shown%A9}A99
says 'an ask that there was not' 2 'A is asked '
for ask in a1 D1 A0 A 3; do
	run replay 1 --ask $ask
	says "the ask '$ask'" 2 "not '$ask'"
done
run replay 1 --debug
says 'a debugger without an ask' 2 'name it with --ask'
run replay 1 --ask A1 --output json
says 'an ask as JSON' 2 'only with text output'

# A debugger gets the command, which stops right before the ask; it then ignores the calls of other robots.
mkdir bin none && ln -s "$(command -v timeout)" none
cat >bin/gdb <<'END'
#!/usr/bin/python3
import ctypes, os, sys
words = sys.argv[sys.argv.index("--args") + 1:]
print(*[word for word in sys.argv if word[:6] in ("tbreak", "ignore")], sep=", ")
sys.stdout.flush()
ptrace = ctypes.CDLL(None, use_errno=True).ptrace
pid = os.fork()
if pid == 0:
    ptrace(0, 0, None, None)
    os.execv(words[0], words)
n = 0
while n < 2 and os.WIFSTOPPED(os.waitpid(pid, 0)[1]):  # the exec is the first stop
    n += 1
    if n < 2:
        ptrace(7, pid, None, None)
print("stopped")
os.kill(pid, 9)
END
chmod +x bin/gdb
debug_with() { # debug_with PATH WORDS...: the run of a debugger
	debug_path=$1
	shift
	PATH=$debug_path patiently "$arena" "$@" </dev/null >"$out" 2>"$err"
	code=$?
}
# shellcheck disable=SC2086
debug_with "$folder/bin:$PATH" $debug
expect 'a debugger' 0
check 'it stops at the ask' test "$(grep -v '^crash\|^  |\|^ask' "$out" | tr '\n' ';')" = "$asked;tbreak get_play, ignore 1 2;$asked;stopped;"
# shellcheck disable=SC2086
debug_with "$folder/none" $debug
says 'no debugger' 5 'cannot start gdb'
if command -v gdb >/dev/null; then
	# shellcheck disable=SC2086
	debug_with "$PATH" $debug
	check 'gdb stops in the robot' grep -q '^Temporary breakpoint 1.*get_play.* (me=.*"A"' "$out"
fi
run tournament 4 ./counter.so computer --seed 5:0 --log hands
run replay 1 --ask A1
expect 'an ask of a run that stored its plays' 0
run replay 1 --ask A1 --debug
expect 'where no robot is run' 2
check 'it says so' has "$err" '--debug cannot be used on a run that stored its plays'
# With caller=anyone a play is judged after other players have answered, too.
make_robot mine <<'END'
int get_play(const char *me, const char *hands, const char *history) { return *history ? 99999 : 11; }
END
run tournament 6 prober ./mine.so computer -v round-table --seed 5:0 --as-given
run replay 1
check 'the illegal play is marked, and no other' sh -c 'grep -q "99999 .*illegal" "$1" && ! grep illegal "$1" | grep -v "99999\|^round-table"' - "$out"
finish
