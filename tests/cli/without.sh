#!/bin/sh
# without.sh - without the libraries that only some commands load: the message names the package to install.
. "$(dirname "$0")/lib.sh"

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
finish
