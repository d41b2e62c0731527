# golden.sh - all files except clock.json and the database have the same bytes for any number of workers and lanes,
# sandboxed or not.
. "$(dirname "$0")/lib.sh"

make_robot moody <<'END'
/* Crashes now and then, prints, keeps state, and uses every source of chance there is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static int asks;
int get_play(const char *me, const char *hands, const char *history)
{
	srand((unsigned)time(NULL));
	printf("ask %d: %s %s\n", asks, hands, history);
	if (++asks % 4 == 0 && random() % 13 == 0)
		*(volatile int *)0 = 1;
	if (drand48() < 0.02)
		return 99999;
	const char *last = strrchr(history, ':');
	return last ? (rand() % 2 ? 0 : atoi(last + 1) + 10) : 13;
}
END

compare() { # compare NAME ARGUMENTS... : plays in all ways, and compares with the first
	name=$1 without_sandbox=--trust
	shift
	rm -rf runs
	case $* in *moody*) without_sandbox= ;; esac # a crash would end the arena
	for way in -j1 -j2 -j3 --trust '-L 1' '-L 7' '-j2 -L 3' '-j2 -L 256 --trust'; do
		case $way in *--trust*) [ -n "$without_sandbox" ] || continue ;; esac
		# shellcheck disable=SC2086
		run tournament "$@" $way --seed golden:0 --results "runs/$(echo "$way" | tr -d ' -')" -q
		check "$name $way plays" test "$code" = 0
	done
	for run in runs/j1 runs/*; do
		# The division into rows may differ; what is computed from them may not.
		"$arena" standings 1 --results "$run" --output csv >"$run/standings.csv" 2>&1
		# shellcheck disable=SC2086
		"$arena" export 1 --results "$run" --format csv --games 1-20 $without_sandbox >"$run/games.csv" 2>/dev/null
		if diff -r -x clock.json -x 'arena.db*' runs/j1 "$run" >"$out" 2>&1; then
			pass "$name: ${run#runs/} is as j1"
		else
			fail "$name: ${run#runs/} is as j1" 'files differ'
		fi
	done
	check "$name: there was something to compare" test "$(find runs/j1 -type f | wc -l)" -ge 5
	check "$name: and games and standings" sh -c 'test -s runs/j1/games.csv && test -s runs/j1/standings.csv'
}

compare 'two robots' 200 prober computer
compare 'five robots' 60 prober computer random_raiser bumper conservative -v tourney
compare 'pool' 120 prober computer random_raiser caller --format pool --seats 3 -v round-table
compare 'crashes' 30 ./moody.so prober computer
check 'crashes: there were some' test -e runs/j1/0001/faults/001-moody.txt
run tournament 30 ./moody.so prober computer --seed other:0 --results runs/other -q
check 'another seed gives another table' sh -c '! cmp -s runs/j1/0001/table.csv runs/other/0001/table.csv'
finish
