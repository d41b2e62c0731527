# packaging.sh - the GitHub Action's script, the Containerfile and the Debian package: the parts that can be tested
# without GitHub, containers and a build of the package (tests/slow/debian.sh builds it).
. "$(dirname "$0")/lib.sh"
ARENA_PATH=${ARENA_ROBOTS:-$root/build/release/robots}
export ARENA_PATH
script=$root/.github/actions/regress/regress.sh

# ---- the action ----------------------------------------------------------------------------------

mkdir repository tools
cat >tools/gh <<'END'
#!/bin/sh
echo "$*" >>"$CALLS"
cat "$5" >>"$CALLS"
END
chmod +x tools/gh
cat >repository/bot.c <<'END'
#include <string.h>
int get_play(const char *me, const char *hands, const char *history)
{
	(void)me, (void)hands;
	return !*history ? 13 : CALL;
}
END
git_in() { git -C repository -c user.name=Ada -c user.email=ada@example.org -c commit.gpgsign=false "$@" >/dev/null 2>&1; }
sed -i 's/CALL/0/' repository/bot.c
git_in init && git_in add -A && git_in commit -m old
base=$(git -C repository rev-parse HEAD)
action() { # action NAME=VALUE...: runs the script as the action does
	rm -f outputs summary calls
	: >calls
	(cd repository && patiently env PATH="$folder/tools:$PATH" CALLS="$folder/calls" GITHUB_OUTPUT="$folder/outputs" \
		GITHUB_STEP_SUMMARY="$folder/summary" ARENA="$arena" BASE="$base" ROBOT=bot.so PULL_REQUEST=7 \
		BUILD="${CC:-cc} -O1 -fPIC -shared -o bot.so bot.c" ARGUMENTS='--seed 1:0 --games 2000 -q' "$@" sh "$script") >"$out" 2>"$err" </dev/null
	code=$?
}
action COMMENT=true
expect 'action: a robot that has not changed passes' 0
check 'action: the verdict is an output' grep -qx 'verdict=pass' outputs
check 'action: and in the summary of the job' grep -q '^### arena regress: pass' summary
check 'action: it is posted to the pull request' grep -q '^pr comment 7 --body-file' calls
check 'action: the whole of it' sh -c 'grep -q "NO DIFFERENCE" summary && grep -q "NO DIFFERENCE" calls'
check 'action: it leaves no worktree' test "$(git -C repository worktree list | wc -l)" = 1
echo 'int get_play(const char *me, const char *hands, const char *history) { (void)me, (void)hands, (void)history; return 7; }' >repository/bot.c
action
expect 'action: a worse one is a regression' 1
check 'action: the verdict says so' grep -qx 'verdict=regression' outputs
check 'action: nothing is posted unasked' test ! -s calls
echo 'not C' >repository/bot.c
action
expect 'action: a version that cannot be built' 2
check 'action: a version that cannot be built: it is said' has "$err" 'the new version cannot be built'
check 'action: is an error' grep -qx 'verdict=error' outputs
action BUILD=
expect 'action: a robot that is not there' 2
check 'action: a robot that is not there: it is said' has "$err" 'the old version has no bot.so'
action BASE=
expect 'action: no base' 2
check 'action: no base: it is said' has "$err" "the input 'base' is missing"
action ROBOT=
expect 'action: no robot' 2
check 'action: no robot: it is said' has "$err" "the input 'robot' is missing"
check 'action: every setting of the script is one of the action' sh -c '
	for name in ROBOT BUILD BASE ARGUMENTS ARENA COMMENT PULL_REQUEST GH_TOKEN; do
		grep -q "^ *$name: \${{" "$1" || exit 1
	done' - "$root/.github/actions/regress/action.yml"

# ---- the container and the package ---------------------------------------------------------------

build=$(sed -n "s/^build='\(.*\)'$/\1/p" "$root/setup")
for package in $build; do
	check "container: has what ./setup installs: $package" grep -qw -- "$package" "$root/Containerfile"
	case $package in gcc | make | libc6-dev) continue ;; esac # every build has them
	check "package: build depends on $package" grep -qw -- "$package" "$root/debian/control"
done
check 'container: it runs as an ordinary user' grep -q '^USER arena$' "$root/Containerfile"
release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
if grep -q "^FROM debian:$release-slim" "$root/Containerfile"; then
	loaded() { # libraries that only some commands load are not in ldd's list
		ldd "$arena" "$ARENA_PATH/llm" 2>/dev/null | awk '$3 ~ /^\// {print $3}'
		for library in $(grep -aoE 'lib(zmq|microhttpd|qrencode)\.so\.[0-9]+' "$arena"); do cc -print-file-name="$library"; done
	}
	loaded | xargs readlink -f | sort -u | xargs dpkg -S 2>/dev/null | sed 's/:.*//' |
		grep -E '^lib(zmq|sqlite|seccomp|jansson|microhttpd|qrencode|curl|nettle)' >libraries
	check 'container: all its libraries were looked for' test "$(sort -u libraries | wc -l)" -ge 8
	for package in $(sort -u libraries); do
		check "container: has the library of $package" grep -qw -- "$package" "$root/Containerfile"
	done
fi
check 'package: its version is that of the arena' grep -q "^arena-dice ($("$arena" --version | sed 's/[^0-9]*\([0-9.]*\).*/\1/'))" "$root/debian/changelog"
(cd "$folder" && mkdir play && ARENA=$arena AUTOPKGTEST_TMP=$folder/play ARENA_SDK=$root/sdk sh "$root/debian/tests/tournament") >"$out" 2>"$err"
code=$?
expect 'package: its test plays' 0

# ---- the tarball -----------------------------------------------------------------------------------

version=$("$arena" --version | sed 's/arena //')
if [ -e "$root/.git" ]; then
	(cd "$root" && patiently make -s dist) >"$out" 2>"$err"
	code=$?
	expect 'tarball: it is made' 0
	check 'tarball: and named' has "$out" "build/arena-$version.tar.gz"
	tar -xzf "$root/build/arena-$version.tar.gz"
	(cd "arena-$version" && find . -type f -o -type l | sed 's|^\./||' | sort) >packed
	git -C "$root" ls-tree -r --name-only -z HEAD | tr '\0' '\n' | sort >committed
	check 'tarball: it has all files of the commit' cmp -s packed committed
	check 'tarball: none of them asks for git when it builds' sh -c '! make -C "$1" -n arena 2>&1 | grep -w git' - "arena-$version"
fi
finish
