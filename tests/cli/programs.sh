#!/bin/sh
# programs.sh - robots that are programs, speaking lines: the same games as a .so, by every way to them.
. "$(dirname "$0")/lib.sh"
programs=$root/tests/programs

# The table without what a clock says, and under the same name.
table() { cut -d, -f2- "$out" | sed 's/^[^,]*,/robot,/'; }

cp "$programs/conservative.py" .
run tournament 60 conservative computer --seed p --no-results -q --output csv
table >.so
check 'programs: there is something to compare' test "$(wc -l <.so)" = 3
for robot in ./conservative.py conservative.py:lanes=64 ./conservative.py:lanes=3 'cmd:/usr/bin/python3 conservative.py lanes=64'; do
	for way in -j1 '-j2 -L1' --trust '-L 5'; do
		# shellcheck disable=SC2086
		run tournament 60 "$robot" computer --seed p --no-results -q --output csv $way
		table >.program
		check "programs: $robot $way plays as the .so" cmp .so .program
	done
done
finish
