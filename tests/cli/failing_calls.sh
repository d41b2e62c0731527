# failing_calls.sh - one call of write, fsync, malloc, fork, mmap or realpath fails during a run (tests/failing/fail.c). Each
# failure has a message and no crash, and after --resume the results have the same bytes. All calls of realpath are tried, of the
# others some; ARENA_EVERY_CALL=1 tries all (tests/slow/failing_calls.sh).
. "$(dirname "$0")/lib.sh"

if [ -n "${ARENA_SANITIZED:-}" ]; then
	skip 'calls that fail' 'sanitizers have an allocator of their own'
	finish
fi
${CC:-cc} -D_GNU_SOURCE -shared -fPIC -O1 -Wall -o fail.so "$root/tests/failing/fail.c" || fail 'the library' 'it cannot be built'

# failing CALL N ARGUMENTS...: the arena with a failure at the Nth call
failing() {
	printf '\0\0\0\0\0\0\0\0' >count
	fail_call=$1 fail_at=$2
	shift 2
	patiently env FAIL_CALL="$fail_call" FAIL_AT="$fail_at" FAIL_COUNT="$folder/count" LD_PRELOAD="$folder/fail.so" "$arena" "$@" \
		>"$out" 2>"$err" </dev/null
	code=$?
}

play='tournament 40 prober computer --seed 1 -j1 -q --log hands'
# shellcheck disable=SC2086
run $play --results good
expect 'without a failure' 0

# files FOLDER: its results, except the times
files() {
	cat "$1/0001/table.csv" "$1/0001/table.json" "$1/0001/run.json" && "$arena" export --results "$1" --format csv -o - 2>&1
}
files good >good.files

one() { # one CALL N: a run with this failure, then its results
	name="$1, call $2"
	rm -rf broken
	# shellcheck disable=SC2086
	failing "$1" "$2" $play --results broken
	if [ "$code" != 0 ] && [ "$code" != 5 ] && [ "$code" != 4 ]; then
		fail "$name" "exit code $code"
	elif [ "$code" != 0 ] && ! grep -q '^arena: ' "$err"; then
		fail "$name" 'there is no message'
	fi
	[ "$code" = 0 ] || run tournament --resume -q --results broken
	# shellcheck disable=SC2086
	[ "$code" = 0 ] || { rm -rf broken && run $play --results broken; }
	files broken >broken.files
	cmp -s good.files broken.files || fail "$name" 'the results differ after --resume'
}

for call in write fsync fork mmap malloc realpath; do
	# shellcheck disable=SC2086
	failing $call 0 $play --results counted-$call
	expect "calls of $call are counted" 0
	total=$(od -An -t u8 count | tr -d ' ')
	check "there are calls of $call" test "$total" -gt 0
	step=$((total / 5 + 1))
	[ -z "${ARENA_EVERY_CALL:-}" ] && [ $call != realpath ] || step=1
	failed_before=$n_failed n=1
	while [ "$n" -le "$total" ]; do
		one $call $n
		n=$((n + step))
	done
	[ "$n_failed" != "$failed_before" ] || pass "failures of $call, in steps of $step of $total"
done

finish
