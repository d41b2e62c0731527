#!/bin/sh
# run.sh FUZZER ROBOT SECONDS [TARGET...] - runs each target (default: all of them) for the given time, as many at a
# time as there are cores. Inputs that fail are kept in build/fuzz/TARGET-*, and end the search. Inputs that a search
# found are kept in build/fuzz/TARGET for the next one.
set -eu
cd "$(dirname "$0")/../.."
fuzzer=$1 robot=$2 seconds=$3
shift 3
[ $# -gt 0 ] || set -- $(sed -n 's/^	{"\([a-z]*\)", parse_.*/\1/p' tests/fuzz/targets.c)
if [ $# -gt 1 ]; then
	printf '%s\n' "$@" | xargs -n 1 -P "$(nproc 2>/dev/null || echo 1)" tests/fuzz/run.sh "$fuzzer" "$robot" "$seconds"
	exit
fi
corpus=build/fuzz/$1
mkdir -p "$corpus"
for input in tests/fuzz/corpus/"$1"/*; do [ ! -e "$input" ] || cp "$input" "$corpus"; done
[ "$1" != image ] || cp "$robot" "$corpus"
TARGET=$1 CORPUS=$corpus "$fuzzer" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 \
	-artifact_prefix="$corpus-" "$corpus" >"$corpus.log" 2>&1 || {
	tail -40 "$corpus.log"
	exit 1
}
echo "fuzz  $1: $(grep '^Done' "$corpus.log" || true)"
