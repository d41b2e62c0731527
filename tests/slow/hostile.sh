#!/bin/sh
# hostile.sh [GAMES] - what a robot that sleeps costs ten honest robots: round robins of GAMES games for each pair (default 100000), of the
# ten and a harmless eleventh, and with the robot that sleeps in its place. Fails if that takes a tenth longer, or an honest
# robot loses a game by a fault. Also prints the time of 20 games against robots that fill their memory or start many processes, which
# are within their limits. Five minutes. The robot that sleeps costs some seconds, whatever the number of games: with few games that is
# more than a tenth, and so is other work on the machine.
set -eu
games=${1:-100000}
root=$(cd "$(dirname "$0")/../.." && pwd)
arena=${ARENA:-$root/arena}
zoo=${ARENA_ZOO:-$root/build/release/tests/zoo}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
honest="computer conservative prober champion calm radical five_sixes simple raiser nash"
n_failed=0

# play NAME GAMES ROBOTS...: prints the milliseconds
play() {
	name=$1
	shift
	began=$(date +%s%N)
	"$arena" tournament "$@" --format round-robin --memory 64M --seed 1:0 --no-results -q --output json >"$folder/$name" || [ $? = 4 ]
	echo $((($(date +%s%N) - began) / 1000000))
}

for robot in cpu "$zoo/hog.so" "$root/tests/programs/bad.py:mode=ok" "$root/tests/programs/bad.py:mode=bomb"; do
	echo "20 games against $(basename "$robot"): $(play few 20 prober "$robot") ms"
done
# shellcheck disable=SC2086
harmless=$(play harmless "$games" $honest cpu)
for ms in 950 5000; do
	# shellcheck disable=SC2086
	beside=$(play beside "$games" $honest "$zoo/napper.so:ms=$ms")
	python3 - "$folder/harmless" "$folder/beside" "$harmless" "$beside" $ms <<'E2' || n_failed=1
import json, sys

robots = json.load(open(sys.argv[2]))["robots"]
faults = sum(robot["failed_games"] for robot in robots if not robot["robot"].startswith("napper"))
more = 100 * (int(sys.argv[4]) / int(sys.argv[3]) - 1)
print("beside a robot that sleeps %s ms an ask: %.1f s, beside a harmless one %.1f s (%+.0f %%); games that the ten lost by faults: %d"
	% (sys.argv[5], int(sys.argv[4]) / 1000, int(sys.argv[3]) / 1000, more, faults))
sys.exit(len(robots) != 11 or faults > 0 or more > 10)
E2
done
exit $n_failed
