# forks.sh - Python robots with state in globals: executions in one process, and forks of a process that has loaded the robot, play
# as processes that are started for each match do.
. "$(dirname "$0")/lib.sh"
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE

# robot NAME <CODE: a robot whose plays follow the number n that get_play finds. CODE: what its file begins with, then the body
# of get_play after a line "--". It imports os, so that it is forked. alone_NAME.py is the same robot with a thread, and is not.
robot() {
	{ echo; cat; } >code # so that "--" is not the first line, where the second sed would not see it
	{
		echo 'n, os = 0, __import__("os")'
		sed '/^--$/,$d' code
		echo 'def get_play(me, hands, history):'
		echo '    global n'
		sed '1,/^--$/d; s/^/    /' code
		echo '    last = int(history.split(":")[-1]) if history else 0'
		echo '    return 0 if last >= 60 + n % 20 else last // 10 * 10 + 11 + n % 6'
	} >"$1.py"
	{
		echo 'import threading, time'
		echo 'threading.Thread(target=time.sleep, args=[10**6], daemon=True).start()'
		cat "$1.py"
	} >"alone_$1.py"
}
numbers() { # numbers ROBOT FILE OPTIONS...
	robot=$1 file=$2
	shift 2
	run tournament "${games:-18}" -q --no-results --seed 1:0 --output csv "$robot" computer "$@"
	expect "in the arena: $robot $*" 0
	sed -e 1d -e 's/^[^,]*,//' "$out" >"$file"
}
manifest() { printf '' | python3 "$root/sdk/python/get_play.py" "$1" 2>/dev/null | head -n 1; }
same() { # same NAME WHAT WORD: alone and forked; WORD is in its manifest
	name=$1 what=$2
	check "$what: its manifest" test "$(manifest "$name.py")" = "robot name=$name${3:+ $3}"
	numbers "./alone_$name.py" wanted -j1
	numbers "./$name.py" found -j1
	check "$what: with forks and without" cmp wanted found
}

robot globals <<'END'
import os, random, sys
luck = random.random()
def robot_game_start(rules):
    global luck
    luck = random.random()
--
n += 1 + int(100 * luck) + int(random.random() * 3)
os.environ["N"] = str(int(os.environ.get("N", "0")) + n)
n += int(os.environ["N"]) + len(hands) + (os.getpid() + os.getppid() if sys.argv[1:] else 0)
END
check 'with a thread it is not forked' test "$(manifest alone_globals.py)" = 'robot name=alone_globals alone=started_a_thread'
numbers ./alone_globals.py wanted -j1
for how in '-j1 -L 1' '-j2 -L 5' -j1 '-j1 --trust'; do
	# shellcheck disable=SC2086 # words
	numbers ./globals.py found $how
	check "globals, the environment, random numbers: $how" cmp wanted found
done

robot files <<'END'
--
try:
    n = len(open("/tmp/n").read())
except OSError:
    pass
open("/tmp/n", "a").write("n")
END
games=60 # so that one process forks for several matches of a rotation
same files 'files in /tmp' forks=yes
games=18
robot shared <<'END'
import mmap
memory = mmap.mmap(-1, 4096)
--
memory[0] = (memory[0] + 1) % 256
n = memory[0]
END
same shared 'shared memory of before the fork' alone=mapped_shared_memory
robot opened <<'END'
import json
file = open(json.__file__)
--
n += sum(file.read(10).encode())
END
same opened 'a file that is open before the fork' alone=opened_a_file
robot priority <<'END'
import os
--
parent = int(open("/proc/self/stat").read().split(") ")[1].split()[1])
try:
    n += os.getpriority(os.PRIO_PROCESS, parent) + 1
    os.setpriority(os.PRIO_PROCESS, parent, min(n, 19))
except OSError:
    n += 40
END
same priority 'the priority of the process that forks' forks=yes
robot raises <<'END'
--
n += 1
if n == 3 and "6" in hands:
    raise ValueError("six")
END
same raises 'an exception' forks=yes
robot hangs <<'END'
--
n += 1
while n == 3 and "66" in hands:
    pass
END
same hangs 'a fork that hangs' forks=yes
robot floods <<'END'
--
n += 1
print("n" * 30000)
END
same floods 'a fork that prints much' forks=yes
robot hoards <<'END'
--
n += 1
if n == 3 and "6" in hands:
    hoard = bytearray(600 << 20)
END
same hoards 'a fork that takes too much memory' forks=yes
robot parent <<'END'
import os
--
n += 1
END
cat >>parent.py <<'END'
parent = os.getpid(), os.getppid()
def begin(state=[]):
    state.append(0)
    if len(state) == 3:
        os._exit(1)
os.register_at_fork(after_in_parent=begin)
END
same parent 'the death of the process that forks' forks=yes

# One process plays many matches, if the file can be executed again for each.
robot again <<'END'
import random
luck = random.random()
seen = []
def robot_game_start(rules):
    global luck
    luck += random.random()
--
seen.append(history)
n += len(seen) + int(100 * luck) + random.randrange(3)
END
sed -i 's/^n, os = .*/n = 0/' again.py
same again 'a file that is executed again' 'lanes=64 matches=yes'
for how in '-j1 -L 1' '-j2 -L 5 --trust'; do
	# shellcheck disable=SC2086 # words
	numbers ./again.py found $how
	check "a file that is executed again: $how" cmp wanted found
done
robot table <<'END'
import random, time
luck = random.random()
began = time.process_time()
while time.process_time() < began + 0.03:
    pass
--
n += 1 + int(100 * luck) + random.randrange(3)
END
sed -i 's/^n, os = .*/n = 0/' table.py
same table 'a file that computes while it is loaded' forks=yes
python=/usr/bin/python3 # which has the packages of ./setup, whatever is first in the path
robots=43
"$python" -c 'import numpy' 2>/dev/null || {
	robots=42
	skip 'a file that uses numpy is executed again' 'no python3-numpy'
}
patiently "$python" "$root/tests/cli/fresh.py" "$root/sdk/python/get_play.py" >"$out" 2>&1
check 'files that are executed again, and files that must not be' test "$(cat "$out")" = "$robots robots"

# A worker starts a program once for each rotation, if all its matches fit in a chunk.
cat >starts.py <<'END'
open("starts", "a").write("x")
class Robot:
    def play(self, me, hands, history):
        return 0 if history else 11
END
run tournament 400 -q --no-results --seed 1 --trust -j2 ./starts.py computer
check 'a start to ask for the manifest, and two for each worker' test "$(cat starts)" = xxxxx

# The same in Python 2.7, where it is installed, and the adapter for it in Python 3.
cat >old.py <<'END'
import random
n, luck = 0, random.random()
def get_play(me, hands, history):
    global n
    n += 1
    print("ask %d" % n)
    last = int(history.split(":")[-1]) if history else 0
    return 0 if last >= 60 + n % 20 else last // 10 * 10 + 11 + (n + int(10 * random.random() + 10 * luck)) % 6
END
mkdir sdk # the path of the clone may have blanks
cp "$root"/sdk/python/arena_*.py "$root/sdk/python/get_play2.py" sdk
for python in /usr/bin/python3 $(python2_7); do
	case $python in *python3) before="cmd:$python ./sdk/get_play2.py " first= ;; *) before=./ first="#!$python" ;; esac
	{ echo "$first"; cat old.py; } >forked.py
	{ echo "$first"; echo 'import threading, time'; echo 't = threading.Thread(target=time.sleep, args=[10**6])'; echo 't.daemon = True'; echo 't.start()'
		cat old.py; } >alone.py
	check "get_play2.py, ${python##*/}: it forks" test "$(printf '' | "$python" "$root/sdk/python/get_play2.py" forked.py)" = 'robot name=forked forks=yes'
	numbers "${before}alone.py" wanted -j1
	numbers "${before}forked.py" found -j1
	check "get_play2.py, ${python##*/}: with forks and without" cmp wanted found
done

# When starts take most of the time, that is said.
robot slow <<'END'
import time
while time.process_time() < 0.3:
    pass
--
n += 1
END
run tournament 6 ./alone_slow.py computer --no-results --seed 1:0
check 'starts that take most of the time are counted, with the reason' grep -q \
	'^alone_slow.py was started 6 times, which took about .* s of CPU time, because its file started a thread while it was loaded\. ' "$out"
run tournament 6 ./slow.py computer --no-results --seed 1:0
check 'not those of a robot that is forked' sh -c '! grep -q "was started" "$1"' - "$out"
# Forks that have just begun do not count as processes that use CPU time between asks. A process of its own is the second in its sandbox.
cat >forks.py <<'END'
import os
def get_play(me, hands, history):
    return 5 if int(os.readlink("/proc/self")) < 3 else 0 if history else 12
END
run tournament 600 -q --no-results --seed 1:0 -j1 --output csv ./forks.py ./forks.py
check 'forks do not end the process that they come from' test "$(cut -d , -f 7 "$out" | tr '\n' ' ')" = 'illegal 0 0 '
cat >retries.py <<'END'
import gc, os
def get_play(me, hands, history):
    if gc.get_freeze_count():
        open("lost", "a").write("x")
        os._exit(0)
    return 0 if history else 11
END
run tournament 12 -q --no-results --seed 1:0 --trust -j1 -L 1 ./retries.py computer
expect 'a robot that ends its forks' 0
check 'it can tell only one match to be played again' test "$(cat lost)" = x
finish
