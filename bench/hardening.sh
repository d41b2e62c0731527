#!/bin/sh
# hardening.sh BUILD_FOLDER - the cost of the flags that harden the arena itself (stack protector, checked copies,
# control-flow protection, position independence, read-only relocations): CPU time with them / without. Builds the arena
# without them in build/plain. Each figure is the minimum of $REPEAT alternating runs on one core.
set -eu
build=$1
"$build/bench/measure" true >/dev/null # built by `make bench`
# Not a part of the make that started this: it passes no jobs on.
env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -j"$(nproc)" HARDENED=no build/plain/arena >/dev/null
pair="$build/robots/computer.so $build/robots/conservative.so"
cheap="$build/bench/paced_0.so $build/bench/paced_0.so"
core=$(awk '/Cpus_allowed_list/ {split($2, a, /[-,]/); print a[1]}' /proc/self/status)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

least() { sort -n "$1" | head -n 1; }
cost() { # cost TEXT ARGUMENTS...
	text=$1
	shift
	rm -f "$tmp"/*
	for _ in $(seq "${REPEAT:-7}"); do
		for folder in "$build" build/plain; do
			"$build/bench/measure" taskset -c "$core" "$folder/arena" tournament --no-results --quiet --seed 1 -j1 "$@" |
				cut -d' ' -f2 >>"$tmp/$(basename "$folder")"
		done
	done
	awk -v a="$(least "$tmp/$(basename "$build")")" -v b="$(least "$tmp/plain")" -v text="$text" \
		'BEGIN {printf "%-66s %8.3f   <= 1.05\n", text, a / b}'
}
games=${GAMES:-200000}
# shellcheck disable=SC2086 # lists of words are meant
{
	cost 'hardened / not, sandboxed, 27ns' "$games" $cheap
	cost 'hardened / not, sandboxed, computer against conservative' "$games" $pair
	cost 'hardened / not, in-process, computer against conservative' --trust "$games" $pair
	cost 'hardened / not, sandboxed, one game at a time' -L1 $((games / 10)) $pair
}
