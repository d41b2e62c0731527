#!/bin/sh
# costs.sh BUILD_FOLDER - what starts, forks and asks of robots in Python cost, in ms of CPU time, for docs/programs.md. Two of the same
# robots play each other, on one core. They need about 4 us for an ask, and have a process for each match, or a fork, or one for all.
set -eu
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
core=$(awk '/Cpus_allowed_list/ {split($2, a, /[-,]/); print a[1]}' /proc/self/status)
games=${GAMES:-1000}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
row() { printf '%-58s %8s\n' "$1" "$(awk "BEGIN {printf \"%.3f\", $2}")"; }
cat >again.py <<'END'
n = 0
def get_play(me, hands, history):
    global n
    n += 1
    last = int(history.split(":")[-1]) if history else 0
    return 0 if last > 40 + n % 20 else last // 10 * 10 + 13
END
{ echo 'import os'; cat again.py; } >forks.py
{ echo 'import threading, time'; echo 'threading.Thread(target=time.sleep, args=[10**6], daemon=True).start()'; cat again.py; } >alone.py
{ echo 'class Robot:'; echo '    n = 0'; sed -n '2,$s/^/    /p' again.py | sed -e '/global/d' -e 's/get_play(/play(self, /' -e 's/\bn\b/self.n/g'; } >class.py
measure() { # measure ROBOT GAMES: ms for a game in the fastest of $REPEAT runs, and asks in it, in $ms and $asks
	least=$(for _ in $(seq "${REPEAT:-3}"); do
		"$root/bench/cpu.sh" table taskset -c "$core" "$build/arena" tournament --no-results -q --seed 1 -j1 --output csv "$2" "./$1.py" "./$1.py"
	done | sort -n | head -n 1)
	asks=$(awk -F, -v n="$2" 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == "asks") c = i} NR > 1 {s += $c} END {print s / n}' table)
	ms=$(awk "BEGIN {print 1000 * $least / $2}")
}
printf '%-58s %8s   %s\n' "$("$root/bench/cpu.sh")" measured reach
measure class 2
few=$ms
measure class "$games"
class=$ms
measure again "$games"
again=$ms
measure forks "$games"
forks=$ms
measure alone $((games / 10 + 2))
row 'asks in a game, of both robots' "$asks"
row 'ms: a start of Python with the robot, in the sandbox' "($ms - $class) / 2"
row 'ms: a game, started for each match' "$ms"
row 'ms: a game, forked for each match' "$forks"
row 'ms: a game, executed again for each match' "$again"
row 'ms: a game of class Robot' "$class"
row 'ms: a run of 2 games: the starts of the arena and of Python' "2 * $few"
row 'ms: an ask of class Robot, with the arena'"'"'s work' "$class / $asks"
