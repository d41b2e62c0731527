#!/bin/sh
# run.sh BUILD_FOLDER [NAME...] - runs every suite and script, or those named (test_game, usage),
# and sums them up; the last line is
# "N passed, N failed", with ", N skipped" when some were. Exit code 1 when something failed, or
# when nothing ran.
set -u
build=$1
shift
names=" $* "
cd "$(dirname "$0")/.." || exit 1

unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES # the scripts call make themselves
export ARENA_ROBOTS="$PWD/$build/robots" ARENA_ZOO="$PWD/$build/tests/robots" ARENA="$PWD/$build/arena"
export ARENA_ROOT="$PWD" CK_VERBOSITY=minimal CK_DEFAULT_TIMEOUT=300
# Memory that the sanitizer keeps back is not to look like what a stranger filled (net/socket.h).
export ASAN_OPTIONS="quarantine_size_mb=32${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
passed=0 failed=0 skipped=0

wanted() { [ "$names" = '  ' ] || case $names in *" $1 "*) ;; *) return 1 ;; esac; }

# A Check suite ends in "100%: Checks: 12, Failures: 0, Errors: 0".
count_suite() {
	counts=$(sed -n 's/.*Checks: \([0-9]*\), Failures: \([0-9]*\), Errors: \([0-9]*\).*/\1 \2 \3/p' "$log")
	bad=0 all=0
	while read -r checks failures errors; do
		[ -n "$checks" ] || continue
		all=$((all + checks)) bad=$((bad + failures + errors))
	done <<-END
		$counts
	END
	if [ "$1" != 0 ] && [ "$bad" = 0 ] || [ "$all" = 0 ]; then
		bad=$((bad + 1)) all=$((all + 1))
	fi
	passed=$((passed + all - bad)) failed=$((failed + bad))
	return "$bad"
}

for suite in "$build"/tests/test_*; do
	if [ ! -x "$suite" ] || ! wanted "${suite##*/}"; then continue; fi
	"$suite" >"$log" 2>&1 </dev/null
	if count_suite $?; then
		echo "ok    ${suite##*/}"
	else
		echo "FAIL  ${suite##*/}"
		cat "$log"
	fi
done

# A script prints "ok NAME", "FAIL NAME: why" or "skip NAME: why" for each case.
for script in tests/cli/*.sh; do
	name=${script##*/} name=${name%.sh}
	if [ "$name" = lib ] || ! wanted "$name"; then continue; fi
	sh "$script" >"$log" 2>&1 </dev/null
	status=$?
	good=$(grep -c '^ok ' "$log") bad=$(grep -c '^FAIL ' "$log") left_out=$(grep -c '^skip ' "$log")
	if [ "$status" != 0 ] && [ "$bad" = 0 ] || [ $((good + bad + left_out)) = 0 ]; then
		bad=$((bad + 1))
	fi
	passed=$((passed + good)) failed=$((failed + bad)) skipped=$((skipped + left_out))
	grep '^skip ' "$log"
	if [ "$bad" = 0 ]; then
		echo "ok    ${script##*/} ($good)"
	else
		echo "FAIL  ${script##*/}"
		grep -v '^ok ' "$log"
	fi
done

if [ "$skipped" = 0 ]; then
	echo "$passed passed, $failed failed"
else
	echo "$passed passed, $failed failed, $skipped skipped"
fi
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
