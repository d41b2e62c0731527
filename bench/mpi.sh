#!/bin/bash
# mpi.sh BUILD_FOLDER [OPTIONS] - what rank 0 costs: CPU time for each chunk and each match that it stores, and for waiting, from
# three runs of SECONDS_EACH in three ranks; and how many cores it can therefore supply. OPTIONS, such as --log hands, are for the
# three runs. For docs/many-machines.md.
#
# CPU time of rank 0 = waiting * wall time + chunk * chunks + match * matches. In the first run robots are so slow that no
# chunk arrives, in the second chunks are long, in the third they are short.
set -eu
build=$(cd "$1" && pwd)
"$build/bench/measure" true >/dev/null # built by `make bench`
options=("${@:2}")
each=${SECONDS_EACH:-10}
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
ln -s "$build" "$tmp/build"
cd "$tmp"
pair="./build/robots/computer.so ./build/robots/conservative.so" # the real path may have blanks
cat >slow.c <<'END'
#include <time.h>
int get_play(const char *me, const char *hands, const char *history)
{
	(void)me, (void)hands;
	for (clock_t begin = clock(); clock() - begin < CLOCKS_PER_SEC / 20;)
		;
	return *history ? 0 : 11;
}
END
cc -O2 -shared -fPIC -o slow.so slow.c

# measure NAME ARGUMENTS...: "CPU s of rank 0, chunks, matches" of a run that is interrupted
measure() {
	local name=$1
	shift
	mpirun -n 1 bash -c 'TIMEFORMAT="%U %S"; { time timeout -s INT "$@" >/dev/null 2>&1; } 2>cpu' - "$each" \
		"$build/arena-ompi-c" tournament 1000000000 "$@" "${options[@]}" -q --seed 1 --results "$name" : -n 2 "$build/arena-ompi-c" >/dev/null 2>&1 || true
	python3 - "$name" <<'END'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1] + "/arena.db")
print(sum(map(float, open("cpu").read().split())), *db.execute("SELECT count(*), ifnull(sum(n_matches), 0) FROM chunks").fetchone())
END
}
# shellcheck disable=SC2086 # lists of words are meant
{
	measure waiting ./slow.so ./slow.so --move-time 1s
	measure long $pair
	measure short $pair --save-interval 10ms
	"$build/bench/measure" "$build/arena" tournament -q --seed 1 -j1 --no-results 200000 $pair
} >measured
python3 - "$each" <<'END'
import sys
each, lines = float(sys.argv[1]), [list(map(float, line.split())) for line in open("measured")]
waiting, long, short, speed = lines
idle = waiting[0] / each
# cpu - idle = chunk * chunks + match * matches, of the long and the short run
a, b = (run[0] - waiting[0] for run in (long, short))
determinant = long[1] * short[2] - short[1] * long[2]
chunk, match = (a * short[2] - b * long[2]) / determinant, (long[1] * b - short[1] * a) / determinant
matches = 100000 / speed[1]
row = lambda name, text: print(f"{name:58} {text:>12}")
row("waiting, of a core", f"{idle:.2%}")
row(f"a chunk ({short[1]:.0f} and {long[1]:.0f} of them)", f"{chunk * 1e6:.0f} us")
row(f"a match ({short[2]:.0f} and {long[2]:.0f} of them)", f"{match * 1e9:.0f} ns")
row("chunks a second", f"{1 / chunk:.0f}")
row("matches of computer, conservative a second of a core", f"{matches:.0f}")
row("cores of these", f"{1 / (chunk * max(0.5, matches / 65536) + match * matches):.0f}")
row("cores of robots with few matches in a chunk of 2 s", f"{2 / chunk:.0f}")
END
