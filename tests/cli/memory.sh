# memory.sh - the memory for all robots together is checked against the machine before a run begins.
. "$(dirname "$0")/lib.sh"
zoo=${ARENA_ZOO:-$root/build/release/tests/zoo}
big=$zoo/big_file.so # 30 MB, loaded for each instance

run tournament -j 2 4 caller prober
expect 'a small run is played' 0
check 'nothing is said of memory' [ "$(grep -c memory "$err")" = 0 ]

rm -rf results
run tournament -j 1024 100000 --format round-robin "$big" "$big" "$big" "$big" "$big" "$big" "$big" "$big" "$big" "$big"
says 'files that do not fit' 5 'files alone' '1024 workers' '-j'
check 'a run that is refused leaves nothing' [ ! -e results/0001 ]

run tournament --no-results -j 1 4 "$big" caller
expect 'one worker with them is fine' 0

run tournament --no-results -j 2 --memory 4T 4 caller prober
says 'a limit that the machine does not have' 0 'warning' '--memory 4194304M' '2 workers with 2 processes each'

run tournament --no-results -j 2 --memory 16M 4 caller prober
expect 'a small limit' 0
check 'of a small limit nothing is said' [ "$(grep -c 'available' "$err")" = 0 ]

run tournament --no-results -j 2 --memory 4T --trust 4 caller prober
check 'nor of robots in the arena itself' [ "$(grep -c 'available' "$err")" = 0 ]

run tournament --no-results -j 2 --memory 4T 4 "$root/tests/programs/conservative.py" caller
says 'programs count as well' 0 'warning' '2 workers with 2 processes each'
set --
for i in $(seq 18); do set -- "$@" "cmd:sh -c 'while read -r word rest; do case \$word in game|seed) ;; *) echo 0 ;; esac; done; exit $i'"; done
run tournament --no-results -j 2 --memory 4T 18 --format pool --seats 2 "$@"
says 'a worker keeps at most 16 programs' 0 '2 workers with 16 processes each'

# What honest robots allocate in each match is given back before it adds up to the limit (600 MB to 512), however many play at once.
make_robot allocator <<'CODE'
#include <stdlib.h>
#include <string.h>
int get_play(const char *me, const char *hands, const char *history)
{
	static char *block;
	if (!block && !(block = malloc(3 << 20)))
		return -1;
	const char *last = strrchr(history, ':');
	int bid = last ? atoi(last + 1) : 0;
	return !bid ? 11 : bid % 10 < 6 ? bid + 1 : 0;
}
CODE
for lanes in 1 64 512; do
	run tournament 400 ./allocator.so caller --seed 1:0 -j 1 -L $lanes --no-results -q --output csv
	cp "$out" "lanes.$lanes"
	check "memory is given back, $lanes matches at once" cmp lanes.1 "lanes.$lanes"
done
run tournament 400 ./allocator.so caller --seed 1:0 -j 1 --no-results -q --output json
check 'and no allocation fails' json "$out" 'd["robots"][0]["illegal"] == 0 and d["robots"][1]["robot"] == "caller"'

# Nor does it matter how many share a process when the limit is small: an allocation that fails for others' sake is made again alone.
for when in 0 12; do
	make_robot "taker$when" <<-CODE
		#include <stdlib.h>
		#include <string.h>
		int get_play(const char *me, const char *hands, const char *history)
		{
			static char *block;
			static int n;
			if (n++ >= $when && !block && !(block = malloc(12 << 20)))
				return -1;
			const char *last = strrchr(history, ':');
			int bid = last ? atoi(last + 1) : 0;
			return !bid ? 11 : bid % 10 < 6 ? bid + 1 : 0;
		}
	CODE
	for lanes in 1 4 64; do
		run tournament 60 "./taker$when.so" caller --match-length 3 --seed 1:0 -j 1 -L $lanes --memory 32M --no-results -q --output json
		check "12 MB of 32 from ask $when on, $lanes matches at once" \
			json "$out" '[r["illegal"] for r in d["robots"] if r["robot"] != "caller"] == [0]'
		cp "$out" "taken.$lanes"
		check "the same table, $lanes matches at once" cmp taken.1 "taken.$lanes"
	done
done

# Few descriptors: fewer instances in a process, but the same games.
(ulimit -n 64 && exec "$arena" tournament 200 "$zoo/tls.so" caller --seed 1:0 -j 1 --no-results -q --output csv) >few 2>"$err"
code=$?
expect 'few descriptors are enough' 0
run tournament 200 "$zoo/tls.so" caller --seed 1:0 -j 1 --no-results -q --output csv
check 'and give the same table' cmp "$out" few
# So many that the loader has fewer left for libraries than without a limit.
(ulimit -n 64 && exec "$arena" tournament 100 "$zoo/tls.so" caller --seed 1:0 -j 1 --no-results -q) >"$out" 2>"$err"
code=$?
expect 'just enough descriptors' 0
(ulimit -n 63 && exec "$arena" tournament 2 prober caller --no-results -q) >"$out" 2>"$err"
code=$?
says 'too few descriptors' 5 'ulimit -n' 'is 63' 'needs 64'
(ulimit -Ss 64 && exec "$arena" tournament 2 prober caller --no-results -q) >"$out" 2>"$err"
code=$?
expect 'a small stack is raised' 0
(ulimit -s 64 && exec "$arena" tournament 2 prober caller --no-results -q) >"$out" 2>"$err"
code=$?
says 'one that may not be raised' 5 'ulimit -s' 'is 64 KB' 'needs 1024'
(ulimit -v 400000 && exec "$arena" tournament 2 prober caller --no-results -q) >"$out" 2>"$err"
code=$?
says 'less address space than --memory' 5 'ulimit -v' '390 MB' '--memory'

# A robot that fills what it may have, in a group: together its processes fit, or it is to blame when the kernel ends one again.
group=/sys/fs/cgroup$(sed -n 's/^0:://p' /proc/self/cgroup)/arena-test-$$ name=memory.max
if grep -q '^[0-9]*:memory:' /proc/self/cgroup; then
	group=/sys/fs/cgroup/memory$(sed -n 's/^[0-9]*:memory://p' /proc/self/cgroup)/arena-test-$$ name=memory.limit_in_bytes
fi
# in_group LIMIT ARGUMENTS...
in_group() {
	echo "$1" >"$group/$name" || return
	shift
	(sh -c 'echo $PPID' >"$group/cgroup.procs" && exec "$arena" "$@" --no-results -q) >"$out" 2>"$err"
	code=$?
}
if [ -e "$zoo/hog.so" ] && mkdir "$group" 2>/dev/null && [ -e "$group/$name" ]; then
	in_group 300M tournament 20 "$zoo/hog.so" caller --memory 32M -j 2 --seed 1:0
	expect 'a hog does not end the run' 0
	peak=$(cat "$group/memory.max_usage_in_bytes" "$group/memory.peak" 2>/dev/null || true)
	check 'and takes half of the memory' test "${peak:-0}" -lt 200000000
	check 'the kernel ends nothing' grep -qsx 'oom_kill 0' "$group/memory.oom_control" "$group/memory.events"
	in_group 40M tournament 10 "$zoo/hog.so" caller --memory 64M -j 1 --seed 1:0
	expect 'one that does not fit at all fails' 4
	check 'with the reason' grep -q 'hog failed in 10 of its 10 games.*killed by the kernel for lack of memory, again' "$out"
	rmdir "$group"
else
	echo 'a hog in a control group is not tested: no group with a limit of memory can be made here'
	rmdir "$group" 2>/dev/null
fi

# A match of 100 000 blocks takes a megabyte; room for 512 of them took 600.
check 'memory for one long match' python3 -SE -c '
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
sys.exit(0 if peak < 300 else "%d MB" % peak)' "$arena" tournament 1 caller caller --match-length 100000 --trust -j1 --seed 1:0 --no-results -q
finish
