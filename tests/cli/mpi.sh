# mpi.sh - the arena under mpirun: the bytes of one machine, errors once and with the rank's name, and what was interrupted or
# killed is resumed. For each MPI that is installed.
. "$(dirname "$0")/lib.sh"
plain=$arena built=$(dirname "${ARENA:-$root/build/release/arena}")
# Open MPI keeps files here and may leave some behind when a rank is killed.
export TMPDIR="$folder/tmp of mpi"
mkdir "$TMPDIR"
# More ranks than cores, and for root.
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

make_robot moody <"$root/tests/cli/moody.c"
make_robot killer <<'END'
/* In the arena itself (--trust) it kills its worker. */
#include <signal.h>
int get_play(const char *me, const char *hands, const char *history)
{
	raise(SIGKILL);
	return 0;
}
END

compare() { # compare NAME FOLDER FOLDER: the files of two runs
	if diff -r -x clock.json "$2" "$3" >"$out" 2>&1; then pass "$1"; else fail "$1" 'files differ'; fi
}

ranks() { # ranks N ARGUMENTS...: the arena in N ranks
	n_ranks=$1
	shift
	patiently "$mpirun" -n "$n_ranks" "$arena" "$@" >"$out" 2>"$err" </dev/null
	code=$?
	stop_without_namespaces "$*"
}

once() { # once TEXT FILE: mpirun adds messages of its own
	[ "$(grep -cF -e "$1" "$2")" = 1 ]
}

# What one machine plays.
game='tournament 300 ./moody.so prober computer --seed mpi:0 -q --log hands'
# shellcheck disable=SC2086
run $game -j 2 --results whole
expect 'on one machine' 0
check 'it has crash reports' test -e whole/0001/faults/010-moody.txt
"$arena" export --results whole --format csv >whole.csv 2>"$err"
pool='tournament 100 prober computer bumper caller --format pool --seats 3 -v round-table --seed mpi -q'
# shellcheck disable=SC2086
run $pool -j 2 --results pool
expect 'a pool on one machine' 0
test='regress prober:risk=0.4 prober --seed mpi --games 3000 -q'
# shellcheck disable=SC2086
run $test -j 2 --results test
test_code=$code
cp "$out" test.txt
long='tournament 12000 prober computer --seed mpi -q --save-interval 10ms'
# shellcheck disable=SC2086
run $long -j 2 --results long
expect 'a longer run on one machine' 0

try() { # try MPI MPIRUN
	arena=$built/arena-$1 mpirun=$2
	rm -rf runs other alone results
	# shellcheck disable=SC2086
	ranks 3 $game --results runs
	expect "$1: three ranks" 0
	compare "$1: the same bytes" whole/0001 runs/0001
	"$plain" export --results runs --format csv >"$out" 2>"$err"
	check "$1: every play is stored" cmp -s "$out" whole.csv
	# shellcheck disable=SC2086
	ranks 4 $pool --results runs
	compare "$1: a pool" pool/0001 runs/0002
	# shellcheck disable=SC2086
	ranks 3 $test --results runs
	expect "$1: a test has the same exit code" "$test_code"
	check "$1: a test stops at the same match" cmp -s "$out" test.txt
	compare "$1: a test has the same files" test/0001 runs/0003
	ranks 3 tournament 20 "$root/tests/programs/conservative.py" computer --seed 1:0 -q --results runs
	expect "$1: a program plays" 0

	ranks 3 help regress
	expect "$1: help" 0
	check "$1: help is printed once" once Usage: "$out"
	ranks 3 tournament 10 nobody prober
	expect "$1: a usage error" 2
	check "$1: it is printed once" once "'nobody'" "$err"
	ranks 3 tournament 10 prober computer -j 2
	expect "$1: --jobs" 2
	check "$1: --jobs is refused" once '--jobs is for the workers of one machine' "$err"
	# shellcheck disable=SC2086
	ranks 1 $game -j 2 --results other
	expect "$1: one rank plays with processes" 0
	compare "$1: one rank has the same bytes" whole/0001 other/0001

	# shellcheck disable=SC2086
	run $pool -j 2 --results alone
	expect "$1: without mpirun it plays alone" 0
	compare "$1: alone: the same bytes" pool/0001 alone/0001
	ranks 6 tournament 4 prober computer --seed 1 -q --results other
	expect "$1: more ranks than matches" 0

	mkdir -p here there
	cp "${ARENA_ROBOTS:-$root/build/release/robots}/prober.so" here/robot.so
	cp "${ARENA_ROBOTS:-$root/build/release/robots}/computer.so" there/robot.so
	patiently "$mpirun" -n 2 -wdir "$PWD/here" "$arena" tournament 10 ./robot.so computer -q : \
		-n 1 -wdir "$PWD/there" "$arena" >"$out" 2>"$err" </dev/null
	code=$?
	expect "$1: another file of a robot on a machine" 2
	check "$1: it is refused with its name, rank and host" once "rank 2 on $(uname -n): the robot 'robot' is not the file" "$err"
	check "$1: nothing is left of the run" test ! -e here/results
	for place in here there; do
		cp "${ARENA_ROBOTS:-$root/build/release/robots}/prober.so" $place/tabled.so
		mkdir $place/tabled.data && echo $place >$place/tabled.data/table
	done
	patiently "$mpirun" -n 2 -wdir "$PWD/here" "$arena" tournament 10 ./tabled.so computer -q : \
		-n 1 -wdir "$PWD/there" "$arena" >"$out" 2>"$err" </dev/null
	code=$?
	expect "$1: other data of a robot on a machine" 2
	check "$1: its folder is named" once "with the data folder '$(realpath there)/tabled.data'" "$err"
	ranks 3 tournament 100 ./killer.so computer -q --trust --results other
	expect "$1: a worker that is killed" 5
	check "$1: its rank and signal are named" grep -q 'rank [12] on .*: a worker of the arena was killed by SIGKILL' "$err"

	for how in '0 TERM' '2 KILL' '0 KILL'; do
		rm -rf runs
		# shellcheck disable=SC2086
		patiently python3 "$root/tests/cli/mpi_signal.py" $how 500 "$mpirun" -n 3 "$arena" $long --results runs >"$out" 2>"$err"
		code=$?
		expect "$1: $how: the job ends, and no process is left" 0
		if [ "$how" = '0 TERM' ]; then
			check "$1: interrupted" has "$err" 'mpirun ended with 130'
			check "$1: interrupted: one table" test "$(grep -c '1  prober' "$out")" = 1
		else
			check "$1: $how: a failure" grep -q 'mpirun ended with [1-9]' "$err"
		fi
		ranks 3 tournament --resume --results runs -q
		expect "$1: resumed after $how" 0
		compare "$1: the same bytes after $how" long/0001 runs/0001
	done
}

n_tried=0
for package in ompi-c mpich; do
	case $package in ompi-c) name=openmpi ;; *) name=mpich ;; esac
	mpirun=$(command -v "mpirun.$name") || mpirun=$(command -v mpirun) || continue
	[ -x "$built/arena-$package" ] || continue
	try "$package" "$mpirun"
	n_tried=$((n_tried + 1))
done
[ "$n_tried" != 0 ] || skip 'the arena under mpirun' 'no MPI is installed (libopenmpi-dev and openmpi-bin)'
finish
