#!/bin/sh
# doctor.sh - the output of `arena doctor` for healthy robots and for faulty ones, one robot for each fault.
. "$(dirname "$0")/lib.sh"

# robot NAME BODY [MORE]: a robot that lists liars-dice as supported. BODY is the body of get_play, MORE precedes it. A
# robot that only calls, or opens with the lowest bid, plays legally.
robot() {
	make_robot "$1" <<-END
		#include <arena_robot.h>
		#include <fcntl.h>
		#include <stdio.h>
		#include <stdlib.h>
		#include <string.h>
		#include <time.h>
		#include <unistd.h>
		static const struct arena_robot_info info = {
			.size = sizeof info, .abi = ARENA_ABI, .name = "$1", .variants = "liars-dice"};
		const struct arena_robot_info *robot_info(void) { return &info; }
		#define SIMPLE (history[0] ? 0 : 11)
		${3:-}
		int get_play(const char *me, const char *hands, const char *history) { $2 }
	END
}

doctor() { # doctor ROBOT [OPTION...]: with time for all checks on a busy machine, unless the options limit it
	case $* in *--check-time*) ;; *) set -- "$@" --check-time 600s ;; esac
	run doctor --seed doctor:0 "$@"
}

# line LEVEL CHECK TEXT: for check; does the output contain that line?
line() { grep -Eq "^$1 +$2 +.*$3" "$out"; }
# Short games, for what every game shows.
short='--games 1 -v liars-dice -r dice=1'
# sick NAME CODE LEVEL CHECK TEXT [OPTION...]: checks the doctor's line about the robot, and the exit code. Without options in short games
sick() {
	sick_robot=$1 sick_code=$2 sick_level=$3 sick_check=$4 sick_text=$5
	shift 5
	# shellcheck disable=SC2086 # words are meant
	[ $# -gt 0 ] || set -- $short
	doctor "./$sick_robot.so" "$@"
	expect "$sick_robot: exit code" "$sick_code"
	check "$sick_robot: told" line "$sick_level" "$sick_check" "$sick_text"
}

doctor computer --games 1
expect 'a healthy robot' 0
check 'it is said to be' has "$out" 'computer: healthy'
check 'no line but ok' test "$(grep -Ec '^(warning|fault)' "$out")" = 0
check 'all its variants were played' line ok plays 'games without a fault'
check 'no colours in a file' test "$(grep -c "$(printf '\033')" "$out")" = 0
doctor maexchen --games 1
expect 'a healthy robot of another family' 0

robot illegal 'return strlen(history) > 4 ? 99 : SIMPLE;'
sick illegal 4 fault plays 'illegal plays' --games 1 -v liars-dice -r dice=1
check 'at tables of two, three and six' line fault plays '11 illegal plays in 11 games \(in liars-dice\)$'
check 'with the first place' has "$out" '  first in liars-dice, 2 robots, game 1:'
check 'and the reason' has "$out" '  99 ends in 9, and the faces are 1 to 6'
check 'with its strings' grep -Eq 'get_play\("A", "A:.*\) returned 99' "$out"

robot crasher 'return strlen(history) > 4 ? stumble((int *)(strlen(me) - 1)) : SIMPLE;' '
__attribute__((noinline)) static int stumble(int *p)
{
#line 77 "crasher_source.c"
	return *(volatile int *)p;
}'
sick crasher 4 fault crashes 'SIGSEGV'
check 'in each game' line fault crashes '11 in 11 games: SIGSEGV'
check 'not its memory' line warning memory 'not judged: the long run ended early'
check 'in its function and on its line' has "$out" 'in stumble (crasher_source.c:77)'
# shellcheck disable=SC2086
mkdir watched && printf '#!/bin/sh\necho "$@" >>words\nexec %s "$@"\n' "$(command -v bwrap)" >watched/bwrap && chmod +x watched/bwrap
patiently env PATH="$folder/watched:$PATH" "$arena" doctor ./crasher.so $short >watched.txt 2>&1 </dev/null
check 'addr2line has a filter for system calls' grep -q -e '--seccomp [0-9]* .* addr2line' words
check 'and finds the line' grep -q '(crasher_source.c:77)' watched.txt
# shellcheck disable=SC2086
patiently env PATH=/nowhere "$arena" doctor ./crasher.so $short >"$out" 2>"$err" </dev/null
check 'without addr2line it says so' has "$out" 'Install binutils'
check 'with its function still' has "$out" 'in stumble+0x'

# An inlined function is reported by its own name and line. It fails only at a table of six, and only in an instance
# that was asked before: the printed debugger command must reach the failure all the same.
robot inliner 'return ++n > 4 && strstr(hands, "F:") ? hasty((int *)(strlen(me) - 1)) : SIMPLE;' '
static int n;
#line 5 "inlined.h"
static inline __attribute__((always_inline)) int hasty(int *p) { return *(volatile int *)p; }
#line 50 "inliner.c"'
sick inliner 4 fault crashes 'in hasty \(inlined.h:5\), inlined in get_play \(inliner.c:5' --games 6
sed -n 's/^ *gdb --args arena //p' "$out" >again
check 'a command for a debugger' grep -q -e '--trust ./inliner.so --games=6 --seed=doctor:0 -v liars-dice$' again
# the words of the command
run $(cat again)
says 'it ends in the crash' 5 'killed by SIGSEGV'
# Under a debugger there is no fork, so the crash stops the process that it controls (status 11 << 8 | 0x7f).
cat >debugger.py <<'END'
import ctypes, os, sys
ptrace = ctypes.CDLL(None, use_errno=True).ptrace
pid = os.fork()
if pid == 0:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    ptrace(0, 0, None, None)
    os.execv(sys.argv[1], sys.argv[1:])
while True:
    status = os.waitpid(pid, 0)[1]
    if not os.WIFSTOPPED(status) or os.WSTOPSIG(status) == 11:
        break
    signal = os.WSTOPSIG(status)
    ptrace(7, pid, None, ctypes.c_void_p(0 if signal == 5 else signal))
if os.WIFSTOPPED(status):
    os.kill(pid, 9)
sys.exit(0 if os.WIFSTOPPED(status) else 1)
END
check 'a debugger stops at the crash' patiently python3 -IS debugger.py "$arena" $(cat again)
doctor --trust computer --games 1
expect 'without a crash' 0
check 'only games are judged then' test "$(grep -c '^ok' "$out")" = 3

cat >./traceback.py <<-END
	#!/usr/bin/python3
	import sys
	print("robot variants=liars-dice", flush=True)
	for line in sys.stdin:
	    if line[1] == " ":
	        print([11][line.count(":") > 3], flush=True)
END
chmod +x traceback.py
doctor ./traceback.py --games 1 -v liars-dice -r dice=2
expect 'a program that dies' 4
check 'with the end of its traceback' has "$out" 'IndexError: list index out of range'
check 'and no debugger for machine code' test "$(grep -c gdb "$out")" = 0
check 'these words are not a fault' line ok prints 'nothing except its last words'
# Advice is for the language of the robot.
cat >./talks.py <<-END
	class Robot:
	    n = 0
	    def game_start(self, rules):
	        print("n", self.n)
	    def play(self, me, hands, history):
	        self.n += 1
	        return 0 if history else 11 + self.n % 6
END
doctor ./talks.py --games 1 -v liars-dice -r dice=1
check 'a class that learns and prints' line warning learning 'it learns'
check 'is advised in its own language' sh -c 'grep -q "forget everything in game_start" "$1" && grep -q "crash reports\.$" "$1" &&
	! grep -q "robot_info\|robot_log\|arena_robot.h\|statics" "$1"' - "$out"
echo 'raise SystemExit(1)' >./leaves.py
doctor ./leaves.py
check 'and so is one that cannot be loaded' sh -c 'grep -q "cannot be loaded" "$1" && ! grep -q constructors "$1"' - "$out"
doctor "cmd:sh -c 'read line; exit 1'" --games 1 -v liars-dice
check 'one that dies without a word' has "$out" 'It wrote nothing'

# After its elimination it is still shown the last dice, but has none itself: this ask must be reported.
robot gone 'const char *own = strchr(hands, *me); return own ? SIMPLE : *(volatile int *)own;' '#include <string.h>'
sick gone 4 fault crashes 'SIGSEGV'
check 'with the ask of the showdown' sh -c "sed -n 's/.*get_play(\"A\", \"\([^\"]*\)\".*/\1/p' '$out' | head -n 1 | grep -qv 'A:'"

make_robot plain <<-END
	int get_play(const char *me, const char *hands, const char *history) { return history[0] ? 0 : 11; }
END

# Not by the second: on a busy machine the same games may be played again in a second of the same parity.
robot clock 'struct timespec now; clock_gettime(CLOCK_MONOTONIC, &now); return history[0] ? 0 : 11 + now.tv_nsec / 1000 % 2;'
sick clock 4 fault 'same seed' 'went differently'
check 'with the play that differs' has "$out" 'before'
printf '%s\n' 'import random' 'own = random.Random()' 'def get_play(me, hands, history):' \
	'    return 0 if history else own.randrange(11, 17)' >drawn.py
doctor ./drawn.py
expect 'a generator without a seed' 4
check 'the ask, and both plays' sh -c "grep -A1 'get_play(.A., .A:[1-6]*,B:x*., ..)' '$out' | grep -q 'returned 1[1-6], and 1[1-6] before'"
check 'what to do' has "$out" 'with a number from that module'

doctor ./plain.so --games 1 -v perudo
expect 'asked for a variant that it cannot play, it has a fault' 4
check 'what the others learn is not held against it' line ok learning 'the same way'

# One robot with all that is no fault: each has its own line. Of its asks one in 20 is slow, which is enough for the slowest in a hundred.
robot untidy '
	printf("my hand is %s\n", hands);
	open("/etc/passwd", O_RDONLY);
	kept = memset(malloc(4096), 1, 4096);
	clock_t end = clock() + CLOCKS_PER_SEC / 60;
	if (++n_asks % 20 == 0)
		while (clock() < end)
			;
	return history[0] ? 0 : ++n > 9 ? 12 : 11;' 'static int n, n_asks; void *kept;'
sick untidy 0 warning learning 'learns, or its state leaks' --move-time 30ms --games 1 -v liars-dice -r dice=1
untidy() { # untidy CHECK TEXT
	check "$1: told" line warning "$1" "$2"
}
untidy memory 'grows'
check 'the size is marked as measured' grep -q 'measured: .* more resident memory for every game' "$out"
untidy speed 'near the limit of --move-time'
untidy prints 'it begins'
check 'its words' has "$out" 'my hand is A:'
untidy sandbox 'refused system calls: openat$'

# The pages of a table come in as they are read: of a file that is mapped, and of the robot itself.
make_robot tabled <<-'END'
	#include <arena_robot.h>
	static const struct arena_robot_info info = {.size = sizeof info, .abi = ARENA_ABI, .name = "tabled", .variants = "liars-dice"};
	static const char own[16 << 20] = {1};
	static const char *mapped;
	static size_t size, at;
	const struct arena_robot_info *robot_info(void)
	{
		if (!mapped)
			mapped = robot_data("table", &size);
		return &info;
	}
	int get_play(const char *me, const char *hands, const char *history)
	{
		at += 4096;
		return !mapped || mapped[at % size] || own[at % sizeof own] > 1 ? -1 : history[0] ? 0 : 11;
	}
END
mkdir -p tabled.data && truncate -s 16M tabled.data/table
sick tabled 0 ok memory 'does not grow'

robot stuck 'while (strlen(history) > 4) ; return SIMPLE;'
sick stuck 4 fault timeouts 'in time'

# A robot can forge the calls that were refused: all of them. Their number is not told, and few of their names.
cat >places.c <<-END
	#include <stdio.h>
	#include "robot/channel.h"
	int main(void)
	{
		printf("size=%zu,fill=%zu/%zu/255\n", sizeof(struct channel), offsetof(struct channel, refused), sizeof ((struct channel *)0)->refused);
	}
END
cc -D_GNU_SOURCE -I"$root/src" -I"$root/sdk" -o places places.c
# shellcheck disable=SC2086
doctor "${ARENA_ZOO:-$root/build/release/tests/zoo}/tamper.so:$(./places),load=0,then=play" $short
check 'forged refusals: a few names' line warning sandbox 'refused system calls: ([a-z0-9_]*, ){7}[a-z0-9_]* and 1016 more$'

robot constructor 'return SIMPLE;' '__attribute__((constructor)) static void early(void) { abort(); }'
sick constructor 4 fault loading 'SIGABRT'
check 'in its constructor' grep -q 'in early[+ ]' "$out"
check 'with advice about constructors' has "$out" 'Its constructors or robot_info crash'

# A robot cannot hold up the checks: loading that takes more than its own CPU time is ended early, with the reason.
robot loader 'return SIMPLE;' '__attribute__((constructor)) static void load(void) { for (;;) ; }'
sick loader 4 fault loading 'had not finished loading when the time of the checks ran out' --check-time 1s --start-time 500ms
check 'the other checks are left out' line warning time 'the checks ended after 1 s of wall-clock time, before all of them were done$'
echo 'while True: pass' >loader.py
doctor ./loader.py --check-time 1s --start-time 500ms
expect 'a program that never starts' 4
check 'is named with the reason' line fault time 'before all of them were done: the robot did not answer$'
printf 'import time\ndef get_play(me, hands, history):\n\ttime.sleep(0.05)\n\treturn 0 if history else 13\n' >naps.py
doctor ./naps.py --check-time 5s
expect 'one that is only slow has no fault' 0
check 'but a warning' line warning time 'before all of them were done$'

make_robot nothing <<-END
	int got_play(void) { return 0; }
END
sick nothing 4 fault loading 'get_play'
check 'only loading is judged' test "$(grep -c '^ok' "$out")" = 2
check 'the remedy: export get_play' has "$out" 'Export it: int get_play('

make_robot unresolved <<-END
	int nowhere(void);
	int get_play(const char *me, const char *hands, const char *history) { return nowhere(); }
END
sick unresolved 4 fault loading 'nowhere'
check 'the remedy: link the library' has "$out" 'Link the library that defines that name'

make_robot future <<-END
	#include <arena_robot.h>
	static const struct arena_robot_info info = {.size = sizeof info, .abi = 99};
	const struct arena_robot_info *robot_info(void) { return &info; }
	int get_play(const char *me, const char *hands, const char *history) { return 0; }
END
sick future 4 fault loading 'version 99'
check 'the remedy: rebuild' has "$out" 'Rebuild it with the arena_robot.h'

make_robot titled <<-END
	#include <arena_robot.h>
	static const struct arena_robot_info info = {
		.size = sizeof info, .abi = ARENA_ABI, .name = "T", .version = "2", .author = "B", .variants = "liars-dice"};
	const struct arena_robot_info *robot_info(void) { return &info; }
	int get_play(const char *me, const char *hands, const char *history) { return *history ? 0 : 11; }
END
# shellcheck disable=SC2086
doctor --trust ./titled.so $short
check 'a game for each seat of two, three and six' line ok plays '11 games without a fault \(liars-dice\)$'
check 'its name, version and author' has "$out" '; describes itself as T 2 by B; plays liars-dice'

echo text >text.so
sick text 4 fault loading 'cannot be loaded'
check 'the remedy: build a shared object' has "$out" 'Build it as a shared object'
echo 'int get_play(void) { return 0; }' >object.c
cc -c -o object.so object.c
sick object 4 fault loading 'cannot be loaded'
check 'an object file is one' has "$out" 'It is an object file. Build it as a shared object'
printf '#!/bin/sh\r\necho 0\r\n' >returns
chmod +x returns
doctor ./returns
expect 'a script of Windows' 4
check 'how its returns are removed' has "$out" "Remove the carriage returns: sed -i 's/\\r\$//' FILE"

# A robot without a manifest is seated in every variant, and variants that it does not support do not count as faults.
doctor ./plain.so --games 1
expect 'a plain robot' 0
check 'it should say what it plays' line warning manifest 'does not list the variants'
check 'what it cannot play is a remark' line warning plays 'perudo'

# The output of `arena new` is healthy without changes.
run new fresh --language python
doctor ./fresh/fresh.py --games 1
expect 'the template' 0
check 'nothing is wrong with the template' sh -c 'grep -q "^fresh.py: healthy$" "$1" && ! grep -q "^warning" "$1"' - "$out"

# shellcheck disable=SC2086
doctor ./illegal.so $short --output json
expect 'JSON has the same exit code' 4
cp "$out" first
check 'JSON has the finding' json first 'not d["healthy"] and any(f["level"] == "fault" and f["check"] == "plays" and "99" in f["detail"][1] for f in d["findings"])'
# shellcheck disable=SC2086
doctor ./illegal.so $short --output json
check 'and is the same each time' cmp -s "$out" first
check 'nothing measured in it' test "$(grep -c measured first)" = 0

doctor --trust computer -v liars-dice --games 1000
expect 'as many games as a match can have' 0
check 'in whole rotations of each table' line ok plays '2995 games without a fault \(liars-dice\)'
doctor --trust computer -v liars-dice --games 4
check 'a few games, in whole rotations too' line ok plays '16 games without a fault \(liars-dice\)'
doctor computer --games 1001
says 'and no more' 2 '1000'
run doctor
says 'no robot' 2 'arena doctor ROBOT'
doctor nobody
says 'an unknown robot' 2 "'nobody'"
doctor human
says 'a person' 2 'people'
doctor computer:hat=red
says 'an option it does not take' 2 'hat'
finish
