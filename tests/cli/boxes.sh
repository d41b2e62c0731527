# boxes.sh - what two boxes of programs that are started one after the other can read. A robot between them raises all the counters that it
# can. Whatever differs is in the list below, and in SECURITY.md ("Counters of the whole machine", "Time and caches").
. "$(dirname "$0")/lib.sh"
if [ "$(uname -m)" != x86_64 ]; then
	skip 'boxes: all that a program can read' 'its system calls have the numbers of x86_64'
	finish
fi

cat >known <<'END'
^clock:
^times( |:)
^usage 
^(affinity|cpu) 
^aux:(3|7|15|25|31|33) 
^/proc/(self|1)/(arch_status|auxv|autogroup|io|maps|numa_maps|sched|schedstat|smaps|smaps_rollup|stack|stat|statm|syscall|wchan) 
^/proc/(self|1)/status:(Vm.*|Rss.*|Cpus_allowed.*|.*ctxt_switches) 
^/proc/(self|1)/(mountinfo|mounts|mountstats) 
^(mount|device): 
^(mount|device):
^stat:/proc 
^ns:
^fd:(stdin|stdout|stderr|memfd|pipe|socket):number 
^fd:[a-z]*:(device|info) 
^/proc/self/net/(netlink|unix|sockstat|sockstat6|protocols|softnet_stat) 
END

cp "$root/tests/programs/census.py" "$root/tests/programs/conservative.py" .
read_box() { # read_box PART FILE: what a new box reads
	rm -rf results
	run tournament 1 ./census.py:part="$1" computer -q -j1 -L1
	sed '1,/^Last output/d' results/0001/faults/001-*.txt >"$2"
}
for part in files processes places descriptors calls; do
	read_box $part first
	run tournament 2 ./census.py:raise=yes computer --no-results -q -j1 -L1
	expect "boxes: a robot raises counters after $part" 0
	read_box $part second
	check "boxes: $part are read whole" sh -c 'grep -q "^whole$" second && test "$(wc -c <second)" -lt 8192'
	diff first second | sed -n 's/^> //p' >changed
	if grep -Ev -f known changed >unknown; then
		fail "boxes: $part do not depend on what ran before" "$(cut -d' ' -f1 unknown | tr '\n' ' ')"
	else
		pass "boxes: $part do not depend on what ran before"
	fi
	cat changed >>all_changed
done
check 'boxes: the robot raised a counter that is known' grep -q '^fd:pipe:number' all_changed
finish
