#!/usr/bin/env bash
# run.sh [-q] [-j N] BUILD_FOLDER [NAME...] - runs all suites and scripts, or the named ones (test_game, usage), on N
# cores, and sums them up. Four per core run at once, since many of them wait for robots, servers and terminals.
#
# Each prints one line when it ends, with its seconds, and its full output if it failed. The end lists the tests that
# failed, each with file, line and message, in an order that does not depend on which finished first. The last line is
# "N passed, N failed", with ", N skipped" if there were any. Exit code 1 if a test failed, or if none ran. In a run of
# all, one or two that failed run once more, alone; the lines "passed only alone: ..." name what failed before that.
#
#   -q   only those that take no time
set -u
cd "$(dirname "$0")/.." || exit 1

# The slowest ones start first, so that none of them runs alone at the end.
first='report contest doctor killed solve serve programs champion test_programs browser test_zoo live test_fuzz mpi forks join real_life
	python_package serve_hostile bench analyse test_fresh languages coach tourney test_match stress'
# Skipped by -q.
slow='champion doctor killed test_database_failing programs test_programs report test_zoo analyse join resume test_move_log serve_hostile serve database tourney
	regress languages docs tourneys contest_languages contest_serve log export shards standings test_sandbox test_sandbox_secrets regress_resume live browser play_terminal llm
	get_play watch failing_calls test_net_state test_game_dice test_maexchen_matches mpi bench'

at_once=1 quick=
while [ $# -gt 0 ]; do
	case $1 in
	-q) quick=yes ;;
	-j) at_once=$2 && shift ;;
	*) break ;;
	esac
	shift
done
build=$1
shift

names() { # all names, the slow ones first
	{
		printf '%s\n' $first $slow
		for file in "$build"/tests/test_*; do [ -x "$file" ] && echo "${file##*/}"; done
		for file in tests/cli/*.sh; do [ "$file" = tests/cli/lib.sh ] || basename "$file" .sh; done
	} | while read -r name; do
		if [ -x "$build/tests/$name" ] || [ -f "tests/cli/$name.sh" ]; then echo "$name"; fi
	done | awk '!seen[$0]++'
}

all=$(names)
if [ $# -gt 0 ]; then
	for name; do
		if ! grep -qxF -e "$name" <<<"$all"; then
			echo "run.sh: there is no suite or script '$name'" >&2
			exit 1
		fi
	done
	wanted=$(printf '%s\n' "$@")
elif [ -n "$quick" ]; then
	wanted=$(grep -vxF -f <(printf '%s\n' $slow) <<<"$all")
else
	wanted=$all
fi

umask 022 # root's tests read some of their files as another user
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES DESTDIR # the scripts call make themselves, with the flags of this build
# Without the detour by which version managers find their Python: some hundred starts of it.
if python=$(python3 -c 'import sys; print(sys.executable)') && [ "$python" != "$(command -v python3)" ]; then
	export PATH="${python%/*}:$PATH"
fi
export ARENA_ROBOTS="$PWD/$build/robots" ARENA_ZOO="$PWD/$build/tests/zoo" ARENA="$PWD/$build/arena"
export ARENA_ROOT="$PWD" ARENA_TESTS="$PWD/$build/tests"
# Prints the failures of a suite. Its time limits are only for hangs: minutes on any machine, but less than that of run_one.sh,
# which cannot name the test.
export CK_VERBOSITY=normal CK_DEFAULT_TIMEOUT=300 CK_TIMEOUT_MULTIPLIER=3
# Memory that the sanitizer holds back must not look like memory filled by a client (net/protocol/socket.h).
export ASAN_OPTIONS="quarantine_size_mb=32${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
# Tests of pages use axe-core if ./setup tests could get it.
axe=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/arena/axe.min.js
[ -n "${ARENA_AXE:-}" ] || [ ! -r "$axe" ] || export ARENA_AXE="$axe"
ARENA_TEST_LOGS=$(mktemp -d) || exit 1
export ARENA_TEST_LOGS
trap 'rm -rf "$ARENA_TEST_LOGS"' EXIT
trap 'exit 130' INT TERM HUP

[ "$at_once" = 1 ] || at_once=$((4 * at_once))
xargs -P "$at_once" -n 1 tests/run_one.sh <<<"$wanted"

# Repeats what failed beside seven others, alone: one test in 15 000 takes a stall of a loaded machine for a fault. More
# than two failures are not chance, and neither is one that occurs twice. What passed alone stays in the output.
failed_in() { [ ! -s "$ARENA_TEST_LOGS/$1.counts" ] || [ "$(cut -d ' ' -f 2 "$ARENA_TEST_LOGS/$1.counts")" != 0 ]; }
failed_first=$(for name in $wanted; do if failed_in "$name"; then echo "$name"; fi; done)
if [ "$wanted" = "$all" ] && [ -n "$failed_first" ] && [ "$(wc -l <<<"$failed_first")" -le 2 ]; then
	for name in $failed_first; do
		first=$(cat "$ARENA_TEST_LOGS/$name.failed")
		tests/run_one.sh "$name"
		failed_in "$name" || sed "s/^/passed only alone: $name  /" <<<"$first"
	done
fi

passed=0 failed=0 skipped=0
for name in $(sort <<<"$wanted"); do
	good=0 bad=1 left_out=0
	[ -s "$ARENA_TEST_LOGS/$name.counts" ] && read -r good bad left_out <"$ARENA_TEST_LOGS/$name.counts"
	passed=$((passed + good)) failed=$((failed + bad)) skipped=$((skipped + left_out))
	[ "$bad" = 0 ] && continue
	[ -n "${has_failed:-}" ] || echo "failed:"
	has_failed=yes
	sed "s/^/  $name  /" "$ARENA_TEST_LOGS/$name.failed"
done
if [ "$skipped" = 0 ]; then
	echo "$passed passed, $failed failed"
else
	echo "$passed passed, $failed failed, $skipped skipped"
fi
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
