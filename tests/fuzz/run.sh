#!/bin/sh
# run.sh FUZZER ROBOT SECONDS [TARGET...] - each target for so long, all of them when none is named. What breaks one is
# kept in build/fuzz/TARGET-*, and ends the run.
set -eu
cd "$(dirname "$0")/../.."
fuzzer=$1 robot=$2 seconds=$3
shift 3
[ $# -gt 0 ] || set -- $(sed -n 's/^	{"\([a-z]*\)", parse_.*/\1/p' tests/fuzz/targets.c)
for target; do
	corpus=build/fuzz/$target
	mkdir -p "$corpus"
	[ "$target" != image ] || cp "$robot" "$corpus"
	echo "fuzz  $target"
	TARGET=$target CORPUS=$corpus "$fuzzer" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 \
		-artifact_prefix="$corpus-" "$corpus" >build/fuzz/log 2>&1 || {
		tail -40 build/fuzz/log
		exit 1
	}
	grep -E '^Done|stat::' build/fuzz/log || true
done
