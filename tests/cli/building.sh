#!/bin/sh
# building.sh - what surrounds a build: ./setup on different machines, the list of targets, install and uninstall.
. "$(dirname "$0")/lib.sh"

# ---- setup: the tools that it calls are stand-ins ------------------------------------------------

mkdir tools
for tool in sh grep cat env; do ln -s "$(command -v $tool)" tools; done
stand_in() { # stand_in NAME: a script from stdin
	{ echo '#!/bin/sh' && cat; } >"tools/$1" && chmod +x "tools/$1"
}
echo 'exit 1' | stand_in dpkg-query # nothing is installed
echo 'echo 1000' | stand_in id
echo 'exit 1' | stand_in bwrap
# shellcheck disable=SC2016
echo 'echo "apt-get $*" >>calls' | stand_in apt-get
echo 'ID=debian' >debian
echo 'ID=ubuntu' >ubuntu
setup() { # setup RELEASE ARGUMENTS...
	release=$1
	shift
	: >calls
	patiently env PATH="$folder/tools" ARENA_OS_RELEASE="$release" /bin/sh "$root/setup" "$@" >"$out" 2>"$err" </dev/null
	code=$?
}

setup debian --help
expect 'setup --help' 0
check 'it tells both ways to call it' sh -c 'grep -q "./setup  " "$1" && grep -q "./setup tests" "$1"' - "$out"
setup debian nonsense
expect 'setup with a word it does not know' 2
check 'it tells how it is called' has "$err" 'usage: ./setup'
check 'and installs nothing' test ! -s calls

setup debian
expect 'setup without root and sudo' 1
for package in gcc make libsqlite3-dev bubblewrap; do
	check "setup: prints what to install: $package" grep -q "^  apt-get update && apt-get install .* $package" "$err"
done
check 'setup: not what only tests need' sh -c '! grep -qw check "$1"' - "$err"
setup debian tests
check 'setup tests: what tests need, too' grep -q "^  apt-get .* check .* chromium" "$err"
check 'setup tests: and installs nothing' test ! -s calls
setup ubuntu tests
expect 'setup tests on Ubuntu' 1
check 'setup tests on Ubuntu: no chromium' sh -c '! grep -q "^  apt-get .* chromium" "$1"' - "$err"
check 'setup tests on Ubuntu: says what is skipped' has "$err" 'the tests in a browser are skipped'

# A sudo that asks for a password; ./setup uses it only if there is a terminal.
# shellcheck disable=SC2016
echo 'case $1 in -n) exit 1 ;; -v) echo asked >>calls; exit "$(cat answer)" ;; *) "$@" ;; esac' | stand_in sudo
echo 0 >answer
setup debian
expect 'setup with a sudo that asks, without a terminal' 1
check 'setup: it prints what to do' has "$err" 'apt-get update'
check 'setup: nobody was asked' test ! -s calls
at_terminal() {
	: >calls
	script -qec "env PATH='$folder/tools' ARENA_OS_RELEASE=debian /bin/sh '$root/setup'" /dev/null >"$out" 2>"$err" </dev/null
	code=$?
}
at_terminal
expect 'setup with a sudo that asks, at a terminal' 0
check 'setup: it asks, then installs' sh -c 'tr "\n" " " <calls | grep -q "^asked apt-get -qq update apt-get -qq install .* gcc "'
check 'setup: where user namespaces are closed, it says so' has "$out" 'may not make user namespaces here'
echo 1 >answer
at_terminal
expect 'setup with a wrong password' 1
check 'setup: it prints what to do then' has "$out" 'apt-get update'

# An apt-get of which one part fails.
echo 0 >answer
apt_get_fails() { # apt_get_fails WHAT...
	printf 'echo "apt-get $*" >>calls\nfor what in %s; do case " $* " in *" $what "*) exit 100 ;; esac; done\n' "$*" | stand_in apt-get
	at_terminal
}
apt_get_fails update
expect 'setup with a dead source that has none of the packages' 0
check 'setup: it installs without the update' grep -q '^apt-get -qq install .* gcc ' calls
check 'setup: it reports the update' has "$out" 'apt-get update failed, but all packages were installed'
apt_get_fails install
expect 'setup that can install nothing' 1
check 'setup: it says so' has "$out" 'apt-get could not install the packages'
check 'setup: it prints the command' has "$out" '  apt-get update && apt-get install'
check 'setup: it does not blame the sources' sh -c '! grep -q sources.list "$1"' - "$out"
apt_get_fails update install
expect 'setup without any source' 1
check 'setup: it names the sources' has "$out" 'repair or remove the sources'

echo 'echo install ok installed' | stand_in dpkg-query
setup debian
expect 'setup with all installed' 0
check 'setup: it calls nothing' test ! -s calls
rm tools/sudo
echo 'exit 0' | stand_in bwrap

# axe-core, which npm gets. A file with another hash is not used.
for tool in mkdir mktemp mv rm tar sha256sum gzip cp; do ln -s "$(command -v $tool)" tools; done
axe() { # axe WHY: it is not installed
	HOME=$folder/home setup debian tests
	expect "setup without axe-core: $1" 0
	check "setup: it says why: $1" has "$err" "axe-core 4.14.1 is not installed ($1)"
	check 'setup: and leaves nothing' test -z "$(find home -type f 2>/dev/null)"
}
axe 'npm is missing'
echo 'exit 1' | stand_in npm
axe 'npm could not get it'
mkdir package
echo 'hacked = 1' >package/axe.min.js
tar -czf other.tgz package
echo "cp '$folder/other.tgz' axe-core-4.14.1.tgz" | stand_in npm
axe 'its hash is not the expected one'
if [ -r "${ARENA_AXE:-}" ]; then
	cp "$ARENA_AXE" package/axe.min.js
	tar -czf other.tgz package
	HOME=$folder/home setup debian tests
	check 'setup: axe-core is installed' cmp "$ARENA_AXE" home/.cache/arena/axe.min.js
	check 'setup: and it says nothing' test ! -s "$err"
	echo 'exit 1' | stand_in npm
	HOME=$folder/home setup debian tests
	check 'setup: once' test ! -s "$err"
fi
rm -r package
setup debian
check 'setup: and says nothing' sh -c '! [ -s "$1" ] && ! [ -s "$2" ]' - "$out" "$err"

# ---- make ----------------------------------------------------------------------------------------

make -s -C "$root" help >"$out" 2>"$err"
code=$?
expect 'make help' 0
for target in $(sed -n 's/^\.PHONY: all//p' "$root/Makefile"); do
	[ "$target" = FORCE ] || check "make help tells of $target" grep -q "^make $target " "$out"
done

mkdir few
real=$(command -v pkg-config)
# shellcheck disable=SC2016
printf '#!/bin/sh\ncase " $* " in *" check "*) exit 1 ;; *) exec %s "$@" ;; esac\n' "$real" >few/pkg-config
chmod +x few/pkg-config
for goal in check check-quick suites; do
	PATH="$folder/few:$PATH" make -n -C "$root" "$goal" >"$out" 2>"$err"
	code=$?
	expect "make $goal without Check" 2
	check "make $goal without Check says what to do" has "$err" './setup tests'
done
PATH="$folder/few:$PATH" make -n -C "$root" >"$out" 2>"$err"
code=$?
expect 'make without Check' 0

make -s -C "$root" install DESTDIR="$folder/there" >"$out" 2>"$err"
code=$?
expect 'make install' 0
check 'another PREFIX compiles one file again, not all' sh -c '! grep -q ARENA_PREFIX "$1/flags" && [ "$(cat "$1/prefix")" = "$2" ]' - \
	"$(dirname "${ARENA:-$root/build/release/arena}")" "$prefix"
mkdir -p "there$prefix/share/arena"
check 'it installs' test -x "there$prefix/bin/arena"
for page in $(grep -rhoE '\bdocs/[a-z-]+\.(md|json)' "$root"/src/cli/*.c "$root"/src/cli/commands/*.c "$root"/src/doctor/*.c "$root"/src/net/server/*.c | sort -u) \
	LICENSE README.md; do
	check "it installs $page, which messages name" test -s "there$prefix/share/doc/arena/$page"
done
echo mine >"there$prefix/lib/arena/robots/mine.so"
make -s -C "$root" uninstall DESTDIR="$folder/there" >"$out" 2>"$err"
code=$?
expect 'make uninstall' 0
check 'uninstall leaves what it has not installed, and that alone' \
	test "$(find there -type f)" = "there$prefix/lib/arena/robots/mine.so"
check 'uninstall leaves no folder of its own' test ! -e "there$prefix/share/arena" -a ! -e "there$prefix/share/doc/arena"

# Tests that fail run once more, alone, and both results are printed (tests/run.sh).
mkdir -p tree/tests/cli tree/build/tests
cp "$root/tests/run.sh" "$root/tests/run_one.sh" tree/tests
echo 'echo "ok good"' >tree/tests/cli/good.sh
echo '[ -e again ] && echo "ok once" && exit; touch again; echo "FAIL once.sh:1: once: late"; exit 1' >tree/tests/cli/once.sh
tree/tests/run.sh -j 2 build >"$out" 2>"$err"
code=$?
expect 'a test that fails only beside others' 0
check 'it counts once' test "$(tail -n 1 "$out")" = '2 passed, 0 failed'
check 'what failed at first is printed' has "$out" 'passed only alone: once  once.sh:1: once: late'
echo 'echo "FAIL never.sh:1: never: wrong"; exit 1' >tree/tests/cli/never.sh
tree/tests/run.sh -j 2 build >"$out" 2>"$err"
code=$?
expect 'a test that fails twice' 1
check 'it fails' has "$out" '  never  never.sh:1: never: wrong'
rm tree/again
cp tree/tests/cli/never.sh tree/tests/cli/neither.sh
tree/tests/run.sh -j 2 build >"$out" 2>"$err"
code=$?
expect 'three tests that fail' 1
check 'none of the three runs again' test "$(tail -n 1 "$out")" = '1 passed, 3 failed'
finish
