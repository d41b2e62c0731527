#!/bin/sh
# program.sh BUILD_FOLDER - asks per second of a program robot through the arena, confined, against the same program
# asked through bare pipes: medians of $REPEAT runs, on one core, wall clock. Then robots in Python and JavaScript against a bare loop, and
# in C++ against the same robot as a .so: the least of them, in CPU time if a control group can count it (cpu.sh).
set -eu
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
"$build/bench/measure" true >/dev/null # built by `make bench`
asks=${ASKS:-200000}
core=$(awk '/Cpus_allowed_list/ {split($2, a, /[-,]/); print a[1]}' /proc/self/status)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
ln -s "$build" "$tmp/build"
cd "$tmp"
build=build # lists of words use it, and the real path may have blanks
liner=./$build/bench/liner

median() { sort -n | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'; }
row() { printf '%-58s %8s   %s\n' "$1" "$2" "${3-}"; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN {printf "%.2f", a / b}'; }
run="taskset -c $core $build/arena tournament --no-results -q --seed 1 -j1 --output csv"
sum_asks='NR == 1 {for (i = 1; i <= NF; i++) if ($i == "asks") c = i} NR > 1 {s += $c}' # of a table in CSV
# shellcheck disable=SC2086 # a list of words is meant
asks() { $run "$@" | awk -F, "$sum_asks END {print s}"; }
# Both players are the program: asks of both, divided by wall-clock seconds.
play() { # play GAMES LANES; a program that declares lanes=1 would be restarted for every rotation
	n=$(asks -L "$2" "$1" "$liner:lanes=64" "$liner:lanes=64")
	# shellcheck disable=SC2086
	"$build/bench/measure" $run -L "$2" "$1" "$liner:lanes=64" "$liner:lanes=64" | awk -v n="$n" '{print n / $1}'
}

for _ in $(seq "${REPEAT:-3}"); do
	taskset -c "$core" "$build/bench/pingpong" "$asks" "$liner" lanes=1 >>bare
	play $((asks / 20)) 1 >>one
	play $((asks / 20)) 64 >>many
done
row "asks a second through bare pipes" "$(median <bare)"
row 'program robot, one ask at a time / bare pipes' "$(ratio "$(median <one)" "$(median <bare)")" '>= 0.50'
row 'program robot, 64 lanes / bare pipes' "$(ratio "$(median <many)" "$(median <bare)")" '>= 5.00'

# Python: time an ask of the arena on one core, from the command to the table, against a bare loop with the same two robots. The
# template plays as it is, as a function with its state in a global, and with more work for each ask. With fewer games the start of the
# interpreters, which the loop does not count, would be a larger part.
games=${GAMES:-5000}
few=$((games < 1000 ? games : 1000))
python='taskset -c '$core' /usr/bin/python3'
cp "$root/sdk/python/template.py" class.py
{ cat class.py; printf 'robot = Robot()\nget_play, robot_game_start = robot.play, robot.game_start\n'; } >function.py
{ cat class.py; printf 'class Robot(Robot):\n    def play(self, *ask):\n        sum(range(1500))\n        return super().play(*ask)\n'; } >work.py
printf '%-58s %8s   %s\n' "$("$root/bench/cpu.sh")" measured reach
time_of() { # time_of ROBOT: for an ask
	# shellcheck disable=SC2086 # likewise
	seconds=$("$root/bench/cpu.sh" table $run "$games" "$1" "$1")
	awk -F, -v seconds="$seconds" "$sum_asks END {print seconds / s}" table
}
wall() { "$build/bench/measure" "$build/arena" tournament --no-results -q --seed 1 "$few" "$1" computer | cut -d ' ' -f 1; }
least() { sort -n | head -n 1; }
for _ in $(seq "${REPEAT:-3}"); do
	for robot in class function work; do
		loop=$robot
		[ $robot = function ] && loop=class
		# shellcheck disable=SC2086
		$python "$root/bench/loop.py" $loop.py "$games" | awk '{print $1 / $2}' >>loop_$robot
		time_of ./$robot.py >>time_$robot
	done
	wall ./function.py >>wall_function
	wall ./class.py >>wall_class
done
row 'bare Python loop / arena: class Robot (the template)' "$(ratio "$(least <loop_class)" "$(least <time_class)")" '>= 1.20'
row 'the same with 20 us more for each ask' "$(ratio "$(least <loop_work)" "$(least <time_work)")" '>= 0.90'
row 'the same as get_play with a global' "$(ratio "$(least <loop_function)" "$(least <time_function)")" '>= 0.50'
row "$few games, get_play against computer, wall-clock seconds" "$(least <wall_function)" '< 1'
row "$few games, class Robot against computer, wall-clock seconds" "$(least <wall_class)" '< 1'

# JavaScript: likewise. C++: a program against the same robot as a .so. numpy: a robot that imports it and has state in globals.
if command -v node >/dev/null; then
	cp "$root/sdk/javascript/template.js" class.js
	{ cat class.js; echo 'module.exports = { Robot };'; } >exported.js
	for _ in $(seq "${REPEAT:-3}"); do
		taskset -c "$core" node "$root/bench/loop.js" exported.js "$games" | awk '{print $1 / $2}' >>loop_javascript
		time_of ./class.js >>time_javascript
	done
	row 'bare JavaScript loop / arena: class Robot (the template)' "$(ratio "$(least <loop_javascript)" "$(least <time_javascript)")" '>= 0.80'
else
	row 'bare JavaScript loop / arena' - 'left out: no node'
fi
c++ -std=c++17 -O2 -I"$root/sdk" -shared -fPIC -o cpp.so "$root/sdk/cpp/template.cpp"
c++ -std=c++17 -O2 -I"$root/sdk" -o cpp "$root/sdk/cpp/template.cpp" "$root/sdk/cpp/program.cpp"
for _ in $(seq "${REPEAT:-3}"); do
	time_of ./cpp >>time_program
	time_of ./cpp.so >>time_so
done
row 'the C++ template as a program / as a .so' "$(ratio "$(least <time_program)" "$(least <time_so)")" '<= 5.00'
if /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
	{ echo 'import numpy'; cat function.py; } >numbers.py
	for _ in $(seq "${REPEAT:-3}"); do
		wall ./numbers.py >>wall_numpy
	done
	row "$few games, get_play that imports numpy, wall-clock seconds" "$(least <wall_numpy)" '< 3'
else
	row "$few games, get_play that imports numpy" - 'left out: /usr/bin/python3 has no numpy'
fi
