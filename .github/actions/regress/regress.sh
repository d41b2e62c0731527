#!/bin/sh
# regress.sh - the script of the action: builds the robot of this checkout and that of $BASE, and compares them by
# `arena regress`. Its settings are environment variables (action.yml). The exit code is that of `arena regress`, or 2
# if a setting or a build fails.
set -u

fail() { # fail TEXT: ends before any game
	echo "regress: $1" >&2
	[ -z "${GITHUB_OUTPUT:-}" ] || echo 'verdict=error' >>"$GITHUB_OUTPUT"
	exit 2
}

[ -n "${ROBOT:-}" ] || fail "the input 'robot' is missing"
[ -n "${BASE:-}" ] || fail "the input 'base' is missing: outside of pull requests there is no default"
top=$(git rev-parse --show-toplevel) || fail 'this is not a checkout of git'
cd "$top" || exit 2
work=$(mktemp -d)
trap 'git worktree remove --force "$work/old" >/dev/null 2>&1; rm -rf "$work"' EXIT

build() { # build FOLDER NAME: the robot of a version
	if [ -n "${BUILD:-}" ]; then
		(cd "$1" && sh -c "$BUILD") >"$work/build.log" 2>&1 || {
			cat "$work/build.log" >&2
			fail "the $2 version cannot be built"
		}
	fi
	[ -e "$1/$ROBOT" ] || fail "the $2 version has no $ROBOT"
}

git rev-parse -q --verify "$BASE^{commit}" >/dev/null || git fetch -q --depth 1 origin "$BASE" ||
	fail "the commit '$BASE' is not there (actions/checkout with fetch-depth: 0 has all)"
git worktree add -q --detach "$work/old" "$BASE" || fail "the commit '$BASE' cannot be checked out"
build "$work/old" old
build "$top" new

# shellcheck disable=SC2086 # options are words
"${ARENA:-arena}" regress "$top/$ROBOT" "$work/old/$ROBOT" ${ARGUMENTS:-} --results "$work/results" --progress off >"$work/text" 2>"$work/said"
code=$?
cat "$work/said" >&2
cat "$work/text"
case $code in
0) verdict=pass ;;
1) verdict=regression ;;
3) verdict=undecided ;;
4) verdict=failed ;;
*) verdict=error ;;
esac

{
	echo "### arena regress: $verdict"
	echo
	echo '```'
	cat "$work/text"
	[ -s "$work/text" ] || cat "$work/said"
	echo '```'
} >"$work/summary"
[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$work/summary" >>"$GITHUB_STEP_SUMMARY"
[ -z "${GITHUB_OUTPUT:-}" ] || echo "verdict=$verdict" >>"$GITHUB_OUTPUT"
if [ "${COMMENT:-}" = true ] && [ -n "${PULL_REQUEST:-}" ]; then
	gh pr comment "$PULL_REQUEST" --body-file "$work/summary" || echo 'regress: the comment could not be posted' >&2
fi
exit $code
