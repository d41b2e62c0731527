# killed.sh - the arena is killed at moments at which it changes a file, one after the other: at every third, or at each with
# EVERY_MOMENT=1, as in .ci/run. Whatever the moment, the resumed run gives the bytes of an uninterrupted one, and nothing that
# was stored is lost.
. "$(dirname "$0")/lib.sh"
step=3
[ -z "${EVERY_MOMENT:-}" ] || step=1

${CC:-cc} -D_GNU_SOURCE -w -shared -fPIC -O1 -o die.so "$root/tests/cli/die.c" -ldl || exit 1
make_robot moody <<'END'
/* Crashes now and then, so that there are crash reports to be written. */
#include <stdlib.h>
#include <string.h>
static int asks;
int get_play(const char *me, const char *hands, const char *history)
{
	if (++asks % 4 == 0 && random() % 8 == 0)
		*(volatile int *)0 = 1;
	const char *last = strrchr(history, ':');
	return last ? (rand() % 2 ? 0 : atoi(last + 1) + 10) : 13;
}
END

dies() { # dies MOMENT ARGUMENTS...: false when it finished before
	moment=$1
	shift
	patiently env LD_PRELOAD=./die.so ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0" \
		DIE_AT="$moment" "$arena" "$@" >"$out" 2>"$err" </dev/null
	code=$?
	[ "$code" = 137 ]
}

# The files of the run, which is resumed or, if it had not begun, started.
goes_on() { # goes_on COMMAND ARGUMENTS...
	case $* in *--trust*) trust=--trust ;; *) trust= ;; esac
	# shellcheck disable=SC2086
	run "$1" --resume --results runs -q $trust
	if [ "$code" = 2 ] && [ ! -e runs/0002/table.json ]; then run "$@" --results runs; fi
	[ "$code" != 5 ] && diff -r -x clock.json whole/0002 "$(echo runs/000[2-9] | sed 's/.* //')" >>"$out"
}

everywhere() { # everywhere NAME COMMAND ARGUMENTS...: kills a run at these moments, and compares it with an
               # uninterrupted one
	name=$1
	shift
	rm -rf whole before
	run tournament 2 prober computer --seed 1:0 -q --trust --results before
	cp -r before whole
	run "$@" --results whole
	moment=1
	while rm -rf runs && cp -r before runs && dies "$moment" "$@" --results runs; do
		if ! goes_on "$@"; then
			fail "$name" "killed at moment $moment it does not come to the same bytes"
			return
		fi
		moment=$((moment + step))
	done
	check "$name: killed at each of $(((moment - 1) / step)) moments" test "$code" = 0 -a "$moment" -gt 40
}
everywhere 'a tournament with crashes' tournament 4 ./moody.so computer --seed 3:0 -q -j1 --log hands
check 'crashes: there are crash reports' test -e whole/0002/faults/001-moody.txt
everywhere 'a test' regress prober caller --seed 1:0 --elo0 -300 --elo1 300 -q -j1 --trust

for part in 1 2; do
	run tournament 4 ./moody.so computer --seed 3:0 -q --results part$part --shard $part/2
done
run tournament 4 ./moody.so computer --seed 3:0 -q --results whole
moment=1
while rm -rf all.db* tables && cp before/arena.db all.db && dies "$moment" merge all.db part1/arena.db part2/arena.db; do
	run merge all.db part1/arena.db part2/arena.db
	run standings 2 --db all.db --files tables
	if ! diff -r -x clock.json whole/0003 tables >>"$out"; then
		fail 'merge' "killed at moment $moment it does not come to the same bytes"
		finish
	fi
	moment=$((moment + step))
done
check "merge: killed at each of $(((moment - 1) / step)) moments" test "$moment" -gt 40 -a "$code" = 0
finish
