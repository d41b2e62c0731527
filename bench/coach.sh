#!/bin/sh
# coach.sh BUILD_FOLDER [ROBOT...] - compares the loss that `arena coach` prints with the measured one. By default for six
# robots. First the loss by all decisions in GAMES games (4000) against champion's table, then half minus the share of
# 10 * GAMES games won against it; with half the width of the 95 % interval. The difference may exceed its interval by 0.005, for
# the rounding of the table and the states that it does not have. OPTIONS are options of the games (-v liars-dice), SEED the
# seed. The last line has the number of robots whose difference is outside.
set -eu
arena=$(cd "$1" && pwd)/arena
shift
games=${GAMES:-4000} options=${OPTIONS:--v liars-dice} seed=${SEED:-coach:0}
for robot in ${*:-prober conservative computer calm radical simple}; do
	# shellcheck disable=SC2086 # options are several words
	coach=$("$arena" coach "$robot" --against champion:way=table --games "$games" $options --seed "$seed" --output json |
		python3 -c 'import json, sys; d = json.load(sys.stdin); print(d["net"], d["net_half"], d["loss"])')
	# shellcheck disable=SC2086
	"$arena" tournament $((10 * games)) "$robot" champion:way=table $options --seed "$seed" --no-results -q --output csv |
		awk -F, -v name="$(basename "${robot%%:*}" .so)" -v coach="$coach" '{ gsub(/"/, "") } index($1, name) == 1 {
			split(coach, c, " "); loss = 0.5 - $4; half = ($6 - $5) / 2; difference = c[1] - loss
			most = sqrt(half * half + c[2] * c[2]) + 0.005
			is_outside = difference > most || difference < -most
			printf "%-14s coach %.3f ± %.3f (by mistakes %.3f)   measured %.3f ± %.3f   difference %+.3f, at most %.3f%s\n",
				name, c[1], c[2], c[3], loss, half, difference, most, is_outside ? " OUTSIDE" : ""
			exit }'
done | awk '{ print } /OUTSIDE/ { n++ } END { printf "outside: %d of %d\n", n, NR }'
