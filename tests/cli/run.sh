#!/bin/sh
# run.sh [SCRIPT...] - runs the scripts of this folder (or only those) and prints the totals. Exit
# code 1 when a case failed, or when there was none.
cd "$(dirname "$0")" || exit 1
[ $# -gt 0 ] || set -- *.sh
passed=0 failed=0
for script in "$@"; do
	case $script in lib.sh | run.sh) continue ;; esac
	lines=$(sh "$script" 2>&1)
	status=$?
	good=$(printf '%s\n' "$lines" | grep -c '^ok ') bad=$(printf '%s\n' "$lines" | grep -c '^FAIL ')
	if [ "$status" != 0 ] && [ "$bad" = 0 ] || [ $((good + bad)) = 0 ]; then
		lines="$lines
FAIL $script: exit code $status after $good cases"
		bad=$((bad + 1))
	fi
	printf '%s\n' "$lines" | sed "s/^\(ok\|FAIL\) /\1 ${script%.sh}: /"
	passed=$((passed + good)) failed=$((failed + bad))
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
