#!/usr/bin/env bash
# run_one.sh NAME - runs one suite or script for run.sh, and prints its result in one piece. Writes NAME.counts (passed,
# failed, skipped) and NAME.failed, a line for each failed test, to $ARENA_TEST_LOGS.
set -u
name=$1
log=$ARENA_TEST_LOGS/$name.log failures=$ARENA_TEST_LOGS/$name.failed
hang_s=1200 # longer than any test takes on any machine, unless it hangs
good=0 bad=0 left_out=0
TIMEFORMAT='%R %U %S'
: >"$failures"

run() { # run COMMAND...: $status, and its seconds
	local seconds
	seconds=$({ time timeout --foreground -k 20 "$hang_s" "$@" >"$log" 2>&1 </dev/null; echo $? >"$log.status"; } 2>&1)
	read -r status <"$log.status"
	read -r wall user system <<<"$seconds"
	cost=$(awk "BEGIN {printf \"%.1f s, %.1f s of CPU\", $wall, $user + $system}")
}

# Each part of a Check suite ends in "100%: Checks: 12, Failures: 0, Errors: 0"; a failure is
# "FILE:LINE:F:case:test:round: message". A suite that must end ends all of its process group, which would be that of run.sh.
run_suite() {
	run setsid "$ARENA_TESTS/$name"
	read -r good bad < <(awk 'match($0, /Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+/) {
		gsub(/[^0-9 ]/, "", $0); n += $(NF - 2); bad += $(NF - 1) + $NF} END {print n - bad, bad + 0}' "$log")
	grep -aE '^[^ ]+\.[ch]:[0-9]+:[FE]:' "$log" >"$failures"
}

# A script prints "ok NAME", "FAIL FILE:LINE: NAME: why" or "skip NAME: why" for each case.
run_script() {
	run bash "tests/cli/$name.sh"
	good=$(grep -ac '^ok ' "$log") bad=$(grep -ac '^FAIL ' "$log") left_out=$(grep -ac '^skip ' "$log")
	sed -n 's/^FAIL //p' "$log" >"$failures"
	grep -a '^skip ' "$log"
}

report() {
	if [ -x "$ARENA_TESTS/$name" ]; then run_suite; else run_script; fi
	local problem=
	if [ "$status" = 124 ] || [ "$status" = 137 ]; then
		problem="did not end within $hang_s s, or was killed, after: $(tail -n 1 "$log")"
	elif [ "$status" != 0 ] && [ "$bad" = 0 ]; then
		problem="nothing failed in it, but its exit code is $status"
	elif [ $((good + bad + left_out)) = 0 ]; then
		problem='nothing ran'
	fi
	if [ -n "$problem" ]; then
		bad=$((bad + 1))
		echo "$name: $problem" >>"$failures"
	fi
	if [ "$bad" = 0 ]; then
		echo "ok    $name ($good, $cost)"
	else
		echo "FAIL  $name ($bad of $((good + bad)), $cost)"
		[ -z "$problem" ] || echo "$problem"
		grep -aEv '^ok ' "$log"
	fi
	echo "$good $bad $left_out" >"$ARENA_TEST_LOGS/$name.counts"
}

text=$(report)
exec 9<"$ARENA_TEST_LOGS" && flock 9
printf '%s\n' "$text"
exit 0 # the result is in the counts
