#!/bin/sh
# regress_errors.sh [RUNS [SEEDS]] - how often `arena regress` is wrong, over many seeds (default 1000): "SEEDS 1" and so on (default
# "errors 1").
#
# The robot is `computer`. The new one is the same but draws one more random number at each ask, so it is equally strong
# and plays differently. It should fail in at most beta = 5 % of the runs (default bounds: elo1 0), and, if the test
# requires a gain that it does not have (elo0 0, elo1 10), pass in at most alpha = 5 %. Power: against `conservative`,
# which is 26.5 Elo stronger, a test for 5 Elo or more must succeed in 95 %.
set -eu
runs=${1:-1000} seeds=${2:-errors}
root=$(cd "$(dirname "$0")/../.." && pwd)
arena=${ARENA:-$root/arena}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed 's/^int get_play(.*$/static int play(const char *me, const char *hands, const char *history)/' \
	"$root/robots/computer.c" >"$folder/other.c"
cat >>"$folder/other.c" <<'END'

int get_play(const char *me, const char *hands, const char *history)
{
	robot_random();
	return play(me, hands, history);
}
END
cc -std=c11 -O2 -D_GNU_SOURCE -fPIC -shared -fvisibility=hidden -I"$root/sdk" -o "$folder/other.so" "$folder/other.c" -lm

# count CODE NEW OLD OPTIONS...: in how many runs this was the exit code.
count() {
	wanted=$1 n=0
	shift
	for seed in $(seq "$runs"); do
		code=0
		"$arena" regress "$@" --seed "$seeds $seed" -q --no-results >/dev/null 2>&1 || code=$?
		[ "$code" = "$wanted" ] && n=$((n + 1))
	done
	echo "$n"
}
tell() { echo "$1: $2 of $runs"; }

alarms=$(count 1 "$folder/other.so" computer)
tell 'false regressions (at most 5 % expected)' "$alarms"
gains=$(count 0 "$folder/other.so" computer --elo0 0 --elo1 10)
tell 'false gains (at most 5 % expected)' "$gains"
found=$(count 0 conservative computer --elo0 0 --elo1 5)
tell 'true gains found (at least 95 % expected)' "$found"
# The counts are binomial: three standard deviations around 5 % are allowed.
awk -v a="$alarms" -v g="$gains" -v f="$found" -v n="$runs" 'BEGIN {
	most = n * 0.05 + 3 * sqrt(n * 0.05 * 0.95)
	exit !(a <= most && g <= most && n - f <= most)
}' || {
	echo "FAIL error rates"
	exit 1
}
echo "ok error rates"
