#!/bin/sh
# without.sh - without the optional libraries, missing at the build or at the start: commands that need one name the package to install,
# and everything else works. Only the files that differ are compiled, beside a copy of the others.
. "$(dirname "$0")/lib.sh"
unset SANITIZE
built=$(dirname "$arena")

build() { # build FOLDER LIBRARY...: builds the arena without them; from now on it is $arena
	arena=$folder/$1/arena b=$folder/$1
	shift
	mkdir "$b"
	(cd "$built" && tar -cf - --exclude=./tests --exclude=./bench .) | (cd "$b" && tar -xf -)
	make_it() { make -s -C "$root" DEVELOPER=1 B="$b" WITHOUT="$*" "$target" >"$out" 2>"$err"; }
	target=$b/flags make_it "$@"
	find "$b" -type f -exec touch -r "$b/flags" {} + # the same time for all files: none is older than its sources
	# Everything that depends on the flags is compiled again.
	grep -rl --include='*.c' ARENA_LIB "$root/src" | sed "s|^$root/src/\(.*\)c\$|$b/\1o|" | xargs rm "$b/llm/libs" "$arena"
	for target in "$arena" "$b/robots/llm"; do
		make_it "$@" || fail "a build without $*" 'failed'
	done
}

# Built with them, but they are missing where the arena runs, or damaged.
mkdir damaged
for library in $(grep -aoE 'lib(zmq|microhttpd|qrencode)\.so\.[0-9]+' "$arena" | sort -u); do
	: >"damaged/$library"
done
check 'this build has all' test "$(find damaged -type f | wc -l)" = 3
check 'and none is linked' sh -c "! ldd '$arena' | grep -E 'libzmq|libmicrohttpd|libqrencode'"
export LD_LIBRARY_PATH="$folder/damaged"
for command in 'serve -p 0' 'join localhost prober' 'watch localhost' 'keygen me'; do
	# shellcheck disable=SC2086 # words are meant
	run $command
	says "libzmq cannot be loaded: $command" 5 'cannot load ZeroMQ' 'libzmq5'
done
check 'no half of a pair of keys was made' test ! -e me.key
run play --browser human computer
says 'libmicrohttpd cannot be loaded: a game in the browser' 5 'cannot load libmicrohttpd' 'libmicrohttpd12'
unset LD_LIBRARY_PATH

build bare libzmq libmicrohttpd libqrencode libcurl
for command in 'serve' 'join localhost prober' 'watch localhost' 'keygen me'; do
	# shellcheck disable=SC2086 # words are meant
	run $command
	says "without libzmq: $command" 5 'libzmq3-dev' "arena ${command%% *}"
done
check 'and nothing of it is loaded' sh -c "! grep -aE 'lib(zmq|microhttpd|qrencode)\.so' '$arena'"
run join --help
expect 'its help is there' 0
run tournament 20 prober computer --seed 1
expect 'tournaments are played' 0
run standings
expect 'results are read' 0
check 'without libcurl: the robot says so' sh -c "! '$folder/bare/robots/llm' </dev/null 2>'$err'"
check 'and what to install' has "$err" 'install libcurl4-openssl-dev'

build page libmicrohttpd
run serve -p 0 --http 0
says 'without libmicrohttpd: the page' 5 'libmicrohttpd-dev'
run play --browser human computer
says 'without libmicrohttpd: a game in the browser' 5 'libmicrohttpd-dev'
run serve -p 0 -n 1 --set tourney_freq_S=0 --set games_per_tourney_per_bot=5 --robot prober --robot computer --robot conservative
expect 'the server works' 0
finish
