#!/bin/sh
# detector.sh [RUNS] - which robots a run names as knowing hidden dice: RUNS runs (default 1000) of bundled robots, in turn in several
# games, must name none. 200 games must name a robot that knows all dice, and one that knows those of the later rotations.
# A thousand runs take five minutes.
set -eu
runs=${1:-1000}
root=$(cd "$(dirname "$0")/../.." && pwd)
arena=${ARENA:-$root/arena}
zoo=${ARENA_ZOO:-$root/build/release/tests/zoo}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$zoo/seer.so" "$folder/other.so"

# play GAMES OPTIONS...
play() {
	games=$1
	shift
	"$arena" tournament "$games" "$@" --no-results -q >"$folder/out" 2>&1 || { cat "$folder/out"; exit 1; }
}

n=0
for seed in $(seq "$runs"); do
	case $((seed % 10)) in
	0) set -- computer conservative prober champion --format round-robin ;;
	1) set -- five_sixes caller raiser ones --format round-robin ;;
	2) set -- prober computer five_sixes caller --seats 4 ;;
	3) set -- prober champion -r loss=game ;;
	4) set -- prober champion five_sixes -r dice=1 --format round-robin ;;
	5) set -- prober champion radical calm -v wild --format round-robin ;;
	6) set -- prober computer nash -v one-hand --format round-robin ;;
	7) set -- mia maexchen -v maexchen ;;
	8) set -- champion simpleton simple cpu --format gauntlet ;;
	9) set -- prober bumper random_raiser --seats 3 --match-length 10 ;;
	esac
	play 600 "$@" --seed "$seed"
	if grep 'may know the dice' "$folder/out"; then
		echo "  named with: $* --seed $seed"
		n=$((n + 1))
	fi
done
echo "bundled robots: named in $n of $runs runs"

for see in 1 2; do
	n=0 n_calls=0
	for seed in $(seq 50); do
		play 200 "$zoo/seer.so:see=$see" "$folder/other.so" --trust -r loss=game --seed "$seed:0"
		n=$((n + $(grep -c 'seer:.*may know the dice' "$folder/out" | sed 's/2/1/')))
		n_calls=$((n_calls + $(grep -c 'seer:.* was right in ' "$folder/out" || true)))
	done
	echo "seer:see=$see: named in $n of 50 runs of 200 games, by its calls in $n_calls"
done
