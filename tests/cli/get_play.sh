# get_play.sh - the adapter for robots in Python, and arena_dice.py for them.
. "$(dirname "$0")/lib.sh"
adapter=$root/sdk/python/get_play.py
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
unset PYTHONHASHSEED

play() { # play COMMAND...: its answers to the lines of the file asks
	patiently "$@" <asks >"$out" 2>"$err"
	code=$?
}
answers() { # answers NAME TEXT: the lines after the introduction
	if [ "$code" = 0 ] && [ "$(sed 1d "$out" | tr '\n' ' ')" = "$2 " ]; then pass "$1"; else fail "$1" "exit code $code"; fi
}
cat >asks <<'END'
game wild dice=5 wild=ones
seed 1
A A:53321,B:xx -
A A:53321,B:xx A:13,B:23
B B:xx,A:53321 A:13,B:23,A:0
END

cat >plain.py <<'END'
n = 0
def get_play(me, hands, history):
    global n
    n += 1
    print("I am", me, "and my hands are", hands)
    return 100 * n + len(history)
END
play python3 "$adapter" plain.py
answers 'a file that knows nothing of it' '100 209 313'
check 'it gives its name' test "$(head -n 1 "$out")" = 'robot name=plain lanes=64 matches=yes'
check 'what it prints is no answer' has "$err" 'I am B and my hands are B:xx,A:53321'

# Older interpreters lack sys.orig_argv.
old='import runpy, sys
vars(sys).pop("orig_argv", None)
sys.version_info = eval(sys.argv[1])
del sys.argv[:2]
runpy.run_path(sys.argv[0], run_name="__main__")'
set -- "$adapter" "$adapter" plain.py
play python3 -c "$old" '(3, 7)' "$@"
answers 'Python 3.7' '100 209 313'
play python3 -c "$old" '(3, 6)' "$@"
check 'Python 3.6 is too old' has "$err" 'get_play.py needs Python 3.7 or later, not 3.6'

cat >floats.py <<'END'
def get_play(me, hands, history):
    return 23.9 if not history else "33" if history.count(":") < 3 else False
END
play python3 "$adapter" floats.py
answers 'answers become whole numbers as in the original arena' '23 33 0'

# Eliminated players, as the original arena describes them.
cat >rounds.py <<'END'
def get_play(me, hands, history):
    print(hands)
    return 13
END
cp asks kept
printf 'game wild\nA C:xx,A:53,B:x -\nA C:xx,A:53 -\nA A:5 -\ngame wild\nA A:53,B:xx -\n' >asks
seen='C:xx,A:53,B:x C:xx,A:53,B: C:,A:5,B: A:53,B:xx '
play python3 "$adapter" rounds.py players_out=empty
check 'players that are out have an empty entry, on request' test "$(tr '\n' ' ' <"$err")" = "$seen"
play python3 "$adapter" rounds.py
check 'and no entry otherwise' test "$(sed -n 2p "$err")" = 'C:xx,A:53'
{ echo 'STATELESS = True'; cat rounds.py; } >many.py
printf 'game wild\ntable 0 0\nA C:xx,A:53,B:x -\ntable 4 0\nA A:53,B:xx -\ntable 0 1\nA C:xx,A:53 -\ntable 0 0\nA A:5,D:6 -\n' >asks
play python3 "$adapter" many.py players_out=empty
check 'in each of many games' test "$(tr '\n' ' ' <"$err")" = 'C:xx,A:53,B:x A:53,B:xx C:xx,A:53,B: A:5,D:6 '
check 'which it asks to be told apart' test "$(head -n 1 "$out")" = 'robot name=many lanes=64 tables=yes'
play python3 "$adapter" rounds.py players_out=there
check 'a wrong word is refused' has "$err" "players_out must be 'empty' or 'absent', not 'there'"
printf 'game wild\nA C:xx,A:53,B:x -\nA C:xx,A:53 -\nA A:5 -\ngame wild\nA A:53,B:xx -\n' >asks
second=$root/sdk/python/get_play2.py
for python in python3 $(python2_7); do
	play "$python" "$second" rounds.py players_out=empty
	answers "get_play2.py under $python" '13 13 13 13'
	check "get_play2.py under $python: players that are out" test "$(tr '\n' ' ' <"$err")" = "$seen"
	for variants in '["wild", "dice=1"]' '"wild, dice=1"'; do
		{ echo "VARIANTS = $variants"; cat rounds.py; } >chosen.py
		play "$python" "$second" chosen.py
		check "get_play2.py under $python: its variants" test "$(head -n 1 "$out")" = 'robot name=chosen variants=wild,dice=1 forks=yes'
	done
	play "$python" "$second" rounds.py depth=3
	check "get_play2.py under $python: unknown options" has "$err" "does not know the option 'depth=3'"
done
cp kept asks

cat >noisy.py <<'END'
import os, subprocess
print("loading")
def get_play(me, hands, history):
    os.write(1, b"from below\n")
    subprocess.run(["echo", "from a child"])
    try:
        return len(input())
    except EOFError:
        return 23
END
play python3 "$adapter" noisy.py
answers 'whatever writes to its output, or reads its input' '23 23 23'
check 'all of it is on stderr' test "$(grep -c '^loading$\|^from below$\|^from a child$' "$err")" = 7

fails() { # fails NAME TEXT: NAME.py ends with an error that contains this text
	play python3 "$adapter" "$1.py"
	if [ "$code" = "${4:-1}" ] && has "$err" "$2"; then pass "$3"; else fail "$3" "exit code $code"; fi
}
echo 'def get_play(me, hands, history): return 1 // 0' >zero.py
fails zero ZeroDivisionError 'an exception ends it, with a traceback'
check 'the traceback names the line, and is of the robot alone' test "$(grep File "$err")" = '  File "zero.py", line 1, in get_play'
echo 'def get_play(me, hands, history): return "two threes"' >text.py
fails text "the play must be a number, not 'two threes'" 'an answer that is not a number ends it'
echo 'def get_play(me, hands, history): pass' >nothing.py
fails nothing "the play must be a number, not None" 'no answer ends it'
echo 'def get_play(me, hands, history)' >colon.py
fails colon "(colon.py, line 1)" 'an error of syntax names its place in the last line' 125
printf 'def get_play(me, hands, history):\n    exit()\n' >leaves.py
fails leaves 'exit() ends the process of the robot, which counts as a crash.' 'exit() in a robot'
printf 'def get_play(me, hands, history):\n    return int(input())\n' >asking.py
fails asking 'A robot has no input.' 'input() in a robot'
printf 'import sys\nsys.exit("a wrong way")\ndef get_play(me, hands, history):\n    return 0\n' >early.py
fails early 'exit() ends the process' 'exit() while it is loaded' 125
echo 'import numpyy.linalg' >lacks.py
fails lacks "$(python3 -c 'import sys; print(sys.executable)') -m venv $folder/lacks.venv && $folder/lacks.venv/bin/pip install numpyy" 'a module that is missing' 125
class='class Robot:\n    def get_play(self, me, hands, history):\n        return 0\n'
printf "$class" >method.py # shellcheck disable=SC2059 # it has line ends
fails method 'the class Robot of method has no method play(self, me, hands, history): rename get_play to play' 'a class with the wrong method' 125
printf "$class" | sed 's/Robot/Bot/' >bots.py
fails bots 'but a class with this method: add the line get_play = Bot().get_play' 'a class without a function' 125
printf "$class" | sed 's/Robot/Bot/; s/get_play/play/' >bots.py
fails bots 'rename Bot to Robot' 'a class with another name' 125
echo 'def getPlay(me, hands, history): return 0' >camel.py
fails camel 'and no class Robot: rename getPlay to get_play' 'a function with another name' 125
{ echo 'VARIANTS = "wild, dice=1"'; cat plain.py; } >text_list.py
play python3 "$adapter" text_list.py
check 'variants as one text' test "$(head -n 1 "$out")" = 'robot name=text_list variants=wild,dice=1 lanes=64 matches=yes'
echo 'get_plya = 1' >other.py
fails other 'other has no function get_play(me, hands, history)' 'a file without get_play' 125
for way in 'print("heard", sys.stdin.readline().split()[0])' 'print("heard", input().split()[0])' 'print("heard", sys.stdin.read().split()[0])' \
	'print("heard", next(iter(sys.stdin.buffer)).decode().split()[0])' 'if __name__ == "__main__": print("heard", input().split()[0])'; do
	printf 'import sys\n%s\n' "$way" >loop.py
	play python3 "$adapter" loop.py
	check "a program with a loop of its own: $way" test "$code $(cat "$out")" = '0 heard game'
done
fails missing "missing.py" 'a file that is not there' 125
play python3 "$adapter"
check 'no file' sh -c '[ "$1" = 1 ] && grep -q usage "$2"' - "$code" "$err"

cat >luck.py <<'END'
import random
def get_play(me, hands, history):
    return 10 * random.randrange(1, 10**6) + int("".join(sorted({"1", "2", "3", "4", "5"}, key=lambda x: 0)))
END
luck() { printf 'seed %s\nA A:1,B:x -\nA A:1,B:x A:11\n' "$1" | python3 "$adapter" luck.py | sed 1d | tr '\n' ' '; }
first=$(luck 18446744073709551615)
check 'random numbers and the order of sets follow the seed' test "$first" = "$(luck 18446744073709551615)"
check 'another seed gives others' test "$first" != "$(luck 2)"

cat >full.py <<'END'
"""A robot with everything."""
__version__ = "1.2 beta"
__author__ = "Some Body"
VARIANTS = ["wild", "dice=1"]
STATELESS = True
depth = faces = 0
def robot_option(key, value):
    global depth
    if key != "depth":
        return True
    depth = int(value)
def robot_game_start(rules):
    global faces
    faces = int(rules["faces"]) if rules["variant"] == "wild" else -1
def get_play(me, hands, history):
    return 10 * depth + faces
END
printf 'game wild dice=5 faces=9\nA A:1,B:x -\n' >asks
play python3 "$adapter" full.py depth=7
answers 'options and rules arrive' '79'
check 'it introduces itself' test "$(head -n 1 "$out")" = 'robot name=full version=1.2_beta author=Some_Body variants=wild,dice=1 lanes=64'
: >asks
for option in width=7 depth; do
	play python3 "$adapter" full.py "$option"
	check "the option '$option' is not known" sh -c '[ "$1" = 1 ] && grep -q "option .$2." "$3"' - "$code" "$option" "$err"
done
play python3 "$adapter" full.py
check 'without asks it introduces itself and ends' test "$code $(wc -l <"$out")" = '0 1'

printf 'A A:1,B:x -\nA A:1,B:x A:11,B:12\n' >asks
{ printf '#!/usr/bin/env -S python3 "%s"\n' "$adapter"; cat plain.py; } >shebang.py
chmod +x shebang.py
play ./shebang.py
answers 'as the first line of the file' '100 209'
cp "$adapter" "$root/sdk/python/arena_forks.py" .
{ printf '#!/usr/bin/env python3\n'; cat plain.py; printf '\nfrom get_play import run; run(globals())\n'; } >own.py
chmod +x own.py
play ./own.py
answers 'as its last line' '100 209'
check 'with its name' test "$(head -n 1 "$out")" = 'robot name=own forks=yes'

# In the arena: a copy of conservative in Python plays exactly as conservative does, with memory and without.
cat >careful.py <<'END'
def get_play(me, hands, history):
    mine = dict(entry.split(":") for entry in hands.split(",")).get(me, "")
    last = int(history.split(":")[-1]) if history else 0
    for quantity in range(max(1, last // 10), len(mine) + 1):
        for face in range(1, 7):
            if mine.count(str(face)) >= quantity and 10 * quantity + face > last:
                return 10 * quantity + face
    return 0
END
{ echo 'STATELESS = True'; cat careful.py; } >stateless.py
numbers() { # numbers ROBOT FILE: games, wins, rate, interval, plays of both against computer
	run tournament 12 -q --no-results --seed 1:0 --output csv -j1 -L 3 "$1" computer
	expect "in the arena: $1" 0
	sed -e 1d -e 's/^[^,]*,//' "$out" >"$2"
}
ARENA_PATH=${ARENA_ROBOTS:-$root/build/release/robots}
export ARENA_PATH
numbers conservative wanted
for robot in "cmd:python3 '$adapter' careful.py" "cmd:python3 '$adapter' stateless.py"; do
	numbers "$robot" found
	check 'it plays as conservative does' cmp wanted found
done

# An object for each match, in one process, remembers what a process for each match does.
cat >object.py <<'END'
import random
class Robot:
    def __init__(self):
        self.games = self.asks = 0
        self.luck = random.random()
    def game_start(self, rules):
        self.games += 1
    def play(self, me, hands, history):
        self.asks += 1
        last = int(history.split(":")[-1]) if history else 0
        if last > 30 and random.random() < 0.2:
            return 0
        return 0 if last >= 60 + self.asks % 20 else last // 10 * 10 + 11 + (self.asks + self.games) % 6
END
sed -e '/random/d' -e '/return 0$/d' object.py >plain_object.py
sed -e '/^class/d' -e 's/^    def __init__.*/if True:/' -e 's/def game_start(self, /def robot_game_start(/' -e 's/def play(self, /def get_play(/' \
	-e 's/self\.//g' -e 's/^    def/def/' -e 's/^        \(games = \)/    \1/' -e 's/^        \(.* += 1\)/        global games, asks; \1/' plain_object.py >globals.py
printf 'game wild faces=6\nmatch 3\nseed 1\ntable 3 0\nA A:1,B:x -\nmatch 0\nseed 1\ntable 0 0\nA A:1,B:x A:23\nseed 2\ntable 3 1\nA A:1,B:x -\nmatch 3\nseed 1\ntable 3 0\nA A:1,B:x -\n' >asks
play python3 "$adapter" object.py
answers 'a class: an object for each match' '13 33 14 13'
check 'which it asks to be told apart' test "$(head -n 1 "$out")" = 'robot name=object lanes=64 matches=yes'
many() { # many ROBOT FILE OPTIONS...: as numbers
	robot=$1 file=$2
	shift 2
	run tournament 60 -q --no-results --seed 1:0 --output csv --match-length 3 "$robot" computer "$@"
	expect "in the arena: $robot $*" 0
	sed -e 1d -e 's/^[^,]*,//' "$out" >"$file"
}
many ./globals.py processes
for how in '-j1 -L 64' '-j2 -L 5' '-j1 -L 1' --trust; do
	# shellcheck disable=SC2086 # words
	many ./plain_object.py objects $how
	check "objects remember what processes do: $how" cmp processes objects
	# shellcheck disable=SC2086
	many ./object.py "lucky.$(echo "$how" | tr -d ' -')" $how
done
check 'their random numbers do not depend on the company' sh -c 'for file; do cmp "$1" "$file" || exit; done' - lucky.*
check 'and matter' sh -c '! cmp -s lucky.trust objects'

# The sample in arena_dice.py runs with the adapter.
cp "$root/sdk/python/arena_dice.py" .
sed -n '/^    from arena_dice/,/^"""/p' arena_dice.py | sed -e '$d' -e 's/^    //' >sample.py
printf 'game wild dice=5 faces=6 wild=ones\nA A:53321,B:xx -\nA A:53321,B:xx A:13,B:73\nA A:53321,B:xx A:13,B:33\n' >asks
play python3 "$adapter" sample.py
answers 'the sample in arena_dice.py plays' '11 0 34'

# A file with only the function, neither executable nor with a first line #!, is accepted as a robot.
cp stateless.py plain.py
sed -i '/^#!/d; /get_play import/d; /^run(/d' plain.py
chmod -x plain.py
numbers ./plain.py found
check 'a file with only get_play plays as it is' cmp wanted found
{ printf '\357\273\277'; sed 's/^def get_play(/def get_play (/' careful.py; } >windows.py
numbers ./windows.py found
check 'also one that begins with a mark of UTF-8, as editors of Windows write it' cmp wanted found
echo 'print("no robot")' >none.py
run tournament 10 ./none.py computer
check 'a file without get_play cannot be loaded' sh -c 'cat "$@" | grep -qF "none has no function get_play(me, hands, history)"' - "$out" "$err"
finish
