# first_hour.sh - the first hour of an author who comes from an arena where a robot is a Python file with get_play, also without a locale.
. "$(dirname "$0")/lib.sh"
ARENA_PATH=${ARENA_ROBOTS:-$root/build/release/robots}
export ARENA_PATH
unset LANG LC_ALL LC_CTYPE

plays() { # plays NAME ROBOT [ARGUMENTS...]: no fault, and no complaint
	plays_name=$1
	shift
	run tournament 4 --seed 1:0 -q "$@" computer
	expect "$plays_name" 0
	check "$plays_name: nothing to complain about" sh -c '! test -s "$1" && ! grep -q "crash\|illegal" "$2"' - "$err" "$out"
}

# The robots at the beginning of the README and of the guide.
for page in README.md docs/authors-guide.md; do
	sed -n '/^```python$/,/^```$/{/^```/d;p}' "$root/$page" >robot.py
	plays "the robot of $page" robot
done

cat >robot.py <<'END_OF_FILE'
"""Mein erster Würfelroboter."""
import random

seen = {}


class Memory:
    games = 0


def get_play(me, hands, history):
    seen[me] = seen.get(me, 0) + 1
    print("höchstens", seen)
    last = int(history.split(":")[-1]) if history else 0
    if last > 20:
        return 0
    return last // 10 * 10 + 11 + random.randrange(6) // 6 if last % 10 == 0 else last + 10
END_OF_FILE
plays 'robot.py by its name' robot
plays 'robot.py by its file' robot.py
plays 'robot.py by its path' ./robot.py
plays 'robot.py by its path without the ending' ./robot
{ echo '#!/usr/bin/env python3'; cat robot.py; } >program
chmod +x program
plays 'a file without an ending' ./program
run new made --language python
printf 'class Robot:\n    def play(self, me, hands, history):\n        return 0 if history else 11\n' >object.py
run list robots
for name in robot made object; do
	check "$name is listed" grep -q "^$name  *all " "$out"
done
run replay 1
check 'its output is in the replay' grep -q "^      | höchstens {'[AB]': 1}" "$out"

# The next version imports the first one, whatever the adapter calls its own things.
echo 'from robot import get_play' >robot_v2.py
printf 'import pickle\nimport robot\nfrom robot import get_play as old\nassert pickle.loads(pickle.dumps(robot.Memory())).games == 0\ndef get_play(me, hands, history):\n    return old(me, hands, history)\n' >robot_v3.py
printf 'import pickle\nclass Mine:\n    n = 3\nassert pickle.loads(pickle.dumps(Mine())).n == 3\nfrom robot import get_play\n' >robot_v4.py
plays 'a version that imports the first one' robot_v2
plays 'a version that calls it' robot_v3
plays 'a version whose classes are pickled' robot_v4
run regress robot_v2 robot --games 8 -q
check 'two versions can be compared, and play the same' grep -q 'score 50.00%' "$out"

{ printf '#!/usr/bin/env python3\n'; cat robot.py; } >first_line.py
plays 'a file with #! that is not executable' first_line
chmod +x first_line.py
plays 'the same, executable' first_line

cat >bot.py <<'END_OF_FILE'
class Bot:
    def __init__(self):
        self.n = 0

    def get_play(self, me, hands, history):
        self.n += 1
        last = int(history.split(":")[-1]) if history else 0
        return 0 if last > 20 else last + 10 if last else 11


get_play = Bot().get_play
VARIANTS = ["liars-dice"]
END_OF_FILE
plays 'a method of an object' bot
run tournament 4 -v wild bot computer
says 'which lists its variants' 2 "the robot 'bot' does not list 'wild' as supported"
sed 's/"liars-dice"/"liar-dice"/' bot.py >typo.py
run tournament 4 typo computer
says 'a variant with a typo' 2 "(unknown variant 'liar-dice' (did you mean 'liars-dice'?))"
sed 's/"liars-dice"/"liars-dice", "wld"/' bot.py >typo.py
run tournament 4 typo computer
check 'a second one' grep -q "^arena: warning: typo: its manifest: unknown variant 'wld'" "$err"

# The current folder comes before the bundled robots.
cp bot.py simple.py
plays 'a robot with the name of a bundled one' simple
check 'is the one in this folder' test "$(cat results/*/run.json | sed -n '/"label": "\(bot\|simple\)"/,/sha256/s/.*sha256//p' | uniq | wc -l)" = 1

run doctor --seed doctor:0 --check-time 600s robot --games 1
expect 'doctor: a file with only get_play' 0
check 'doctor: which is examined in liars-dice alone' sh -c 'grep -q "tested only in liars-dice" "$1" && ! grep -q "wild," "$1"' - "$out"
run doctor --seed doctor:0 --check-time 600s robot --games 1 -v wild
check 'doctor: or in the variant that is asked for' grep -q 'without a fault (wild)\|(in wild)' "$out"

# In older arenas an exception is a call, and memory lasts for all games.
cat >raises.py <<'END_OF_FILE'
def get_play(me, hands, history):
    if history and not history.endswith(":0"):
        raise KeyError("no answer")
    return 11
END_OF_FILE
run tournament 4 --seed 1:0 -r fault=call --log hands raises computer
expect 'an exception is a call, and a fault' 4
check 'which is reported' grep -q "raises failed in 4 of its 4 games; .* KeyError: 'no answer'" "$out"
run replay 1
check 'the game continues' grep -q '^Hand 5' "$out"
printf 'def get_play(me, hands, history):\n    print("so far", end="")\n    return 0 if history else 11\n' >prints.py
run tournament 2 --seed 1:0 -q prints computer
run replay 1 --ask A1
check 'output without a new line is that of its ask' grep -qx '  | so far' "$out"
# A crash is shown at once, and its ask can be looked into.
run tournament 4 --seed 1:0 raises computer
check 'the traceback is printed' sh -c 'grep -q "^raises crashed in game [1-4]: .* KeyError: .no answer." "$1" && grep -q "^  |   File \".*raises.py\", line 3, in get_play$" "$1"' - "$err"
debug=$(sed -n 's/^  To call it again in a debugger: arena //p' "$err")
asked=$(sed -n 's/^  get_play("[AB]", "[^"]*", "\(.*\)")$/\1/p' "$err")
# shellcheck disable=SC2086
mkdir other_python
printf '#!/bin/sh\necho not this one\n' >other_python/python3
chmod +x other_python/python3
# shellcheck disable=SC2086
printf 'p "history is", history\ncontinue\np "then", history\nquit\n' |
	PATH=$folder/other_python:$PATH patiently "$arena" $debug >"$out" 2>"$err"
check 'pdb stops at this ask' grep -qF "('history is', '$asked')" "$out"
check 'and once more at the exception' grep -qF "('then', '$asked')" "$out"
cat >learns.py <<'END_OF_FILE'
import random
class Robot:
    def __init__(self):
        self.seen = []
    def play(self, me, hands, history):
        self.seen.append(random.random())
        print("seen", self.seen)
        return 0 if history else 11
END_OF_FILE
run tournament 4 --seed 1:0 -q learns computer
echo continue | patiently "$arena" replay 1 --ask A3 --debug >"$out" 2>"$err"
check 'with the same memory and random numbers' sh -c 'grep -o "seen \[.*,.*,.*\]" "$1" | sort | uniq -c | grep -q "^ *2 "' - "$out"
echo continue | patiently "$arena" replay 1 --ask A3 --debug >"$out" 2>"$err"
check 'what it returned is printed' grep -q '^returned [01]$' "$out"
echo q | patiently "$arena" replay 1 --ask A3 --debug >"$out" 2>"$err"
check 'but not after q' sh -c '! grep -q "returned None" "$1"' - "$out"
run tournament 4 --seed 1:0 -q 'cmd:python3 -c "import sys; [print(0, flush=True) for line in sys.stdin if line[1] == chr(32)]"' computer
run replay 1 --ask A1 --debug
says 'a program of another kind' 2 'is for a .so and for a Python or JavaScript file'
run tournament 4 --seed 1:0 'cmd:python3 -c "import sys; sys.stdin.readline(); sys.exit(not sys.stdin.read(1))"' raises computer
check 'a crash names the debugger only where there is one' sh -c 'grep -q "^  To see the game: arena replay [0-9]* [0-9]*$" "$1" && grep -q -- "--debug$" "$1"' - "$err"
run tournament 4 --seed 1:0 --log hands raises computer
check 'and not for stored plays' sh -c 'grep -q "^  To see the game: " "$1" && ! grep -q -- --debug "$1"' - "$err"

# What doctor says of a robot that crashes, and of one that writes beside itself.
printf 'def get_play(me, hands, history):\n    return {}[11 // 10] if history else 11\n' >divides.py
run doctor --seed doctor:0 --check-time 600s divides --games 1
check 'doctor: a division in a traceback is no path' sh -c 'grep -q "11 // 10" "$1" && ! grep -q "looked for" "$1"' - "$out"
check 'doctor names the way to a debugger' grep -q 'the command for a debugger is printed' "$out"
printf 'log = open("log.txt", "w")\ndef get_play(me, hands, history):\n    return 0 if history else 11\n' >writes.py
run doctor --seed doctor:0 --check-time 600s writes
check 'doctor says where a robot can write' grep -q 'It can write to /tmp only' "$out"
printf 'def get_play(me, hands, history)\n    return 0\n' >colon.py
run doctor --seed doctor:0 --check-time 600s colon
check 'doctor refers to the page of programs' grep -q 'See docs/programs.md' "$out"

# Modules from beside the robot, and from a virtual environment.
if python3 -m venv --without-pip needs.venv >/dev/null 2>&1; then
	echo 'play = 11' >"$(echo needs.venv/lib/python3*/site-packages)/installed.py"
	echo 'call = 0' >beside.py
	printf 'import beside, installed\ndef get_play(me, hands, history):\n    return beside.call if history else installed.play\n' >needs.py
	cp needs.py other.py
	plays 'modules from a virtual environment beside the robot' needs
	run tournament 4 other computer
	says 'without it' 4 "No module named 'installed'"
	run doctor --seed doctor:0 --check-time 600s other
	check 'doctor says how to install a module' grep -q "/usr/bin/python3 -m venv $folder/other.venv && $folder/other.venv/bin/pip install installed" "$out"
	VIRTUAL_ENV=$folder/needs.venv
	export VIRTUAL_ENV
	plays 'modules of the active environment' other
	unset VIRTUAL_ENV
else
	skip 'virtual environments' 'python3 has no venv'
fi

cat >counts.py <<'END_OF_FILE'
import sys
asks = 0
def get_play(me, hands, history):
    global asks
    asks += 1
    print("ask", asks, file=sys.stderr)
    return 0 if history else 11
END_OF_FILE
run tournament 40 --seed 1:0 --match-length 20 -q counts computer
run replay 39
check 'memory lasts for the games of a match' grep -q '| ask [1-9][0-9][0-9]' "$out"
finish
