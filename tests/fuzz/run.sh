#!/bin/sh
# run.sh FUZZER ROBOT SECONDS [TARGET...] - each target for so long, all of them when none is named. What breaks one is
# kept in build/fuzz/TARGET-*, and ends the run. What a search found is kept in build/fuzz/TARGET for the next one.
set -eu
cd "$(dirname "$0")/../.."
fuzzer=$1 robot=$2 seconds=$3
shift 3
[ $# -gt 0 ] || set -- $(sed -n 's/^	{"\([a-z]*\)", parse_.*/\1/p' tests/fuzz/targets.c)
for target; do
	corpus=build/fuzz/$target
	mkdir -p "$corpus"
	for input in tests/fuzz/corpus/"$target"/*; do [ ! -e "$input" ] || cp "$input" "$corpus"; done
	[ "$target" != image ] || cp "$robot" "$corpus"
	echo "fuzz  $target"
	TARGET=$target CORPUS=$corpus "$fuzzer" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 \
		-artifact_prefix="$corpus-" "$corpus" >"$corpus.log" 2>&1 || {
		tail -40 "$corpus.log"
		exit 1
	}
	grep '^Done' "$corpus.log" || true
done
