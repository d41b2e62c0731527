# coach.sh - `arena coach`: the names of planted mistakes, the same bytes for any number of processes, and what it
# refuses.
. "$(dirname "$0")/lib.sh"

run coach prober
says 'without any run' 2 'no runs'

# One die each: a robot that bids its die and never calls, and one that calls everything.
make_robot honest <<'END'
#include "arena_dice.h"
static struct dice_game game = DICE_GAME_DEFAULT;
void robot_game_start(const struct arena_game_start *start)
{
	dice_game_start(&game, start);
}
int get_play(const char *me, const char *hands, const char *history)
{
	struct dice_view view;
	dice_read(&view, &game, me, hands, history);
	int face = 1;
	while (face < view.faces && !view.hands.mine[face])
		face++;
	for (int quantity = 1; quantity <= 2; quantity++)
		if (dice_bid(quantity, face) > view.last)
			return dice_bid(quantity, face);
	return dice_next_bid(&view, view.last);
}
END
run tournament 60 ./honest.so caller conservative computer --format round-robin -r dice=1 --seed 5:0 -q
expect 'a tournament' 0
run coach
says 'without a robot' 2 'name of a robot'
run coach callr
says 'a robot that did not play' 2 "'callr'" "did you mean 'caller'"
run coach caller 7
says 'a run that is not there' 2 "'7'"
run coach caller 1 2
says 'too many words' 2 "'2'"
run coach caller --games 0
says 'no games' 2 '--games'

run coach caller -j1
expect 'a robot that calls every bid' 0
cp "$out" table
check 'the whole loss in a line' grep -q '^caller loses 0\.[0-9]* ± 0\.[0-9]* wins a game by its decisions;$' table
check 'no line is longer than a terminal' sh -c '! grep -E "^.{81}" table'
check 'ten positions' [ "$(grep -c 'of  arena replay 0001 ' table)" = 10 ]
run coach caller -j2
check '-j2 prints the same' cmp -s "$out" table
run coach caller 1 --trust
check 'and so does --trust' cmp -s "$out" table
run coach caller --output json --worst 1000
check 'JSON: kinds add up' json "$out" 'abs(sum(k["loss"] for k in d["kinds"]) - d["loss"]) < 1e-12 and abs(sum(k["share"] for k in d["kinds"]) - 1) < 1e-12'
check 'positions too' json "$out" 'abs(sum(p["times"] * p["loss"] for p in d["costliest"]) / d["games"] - d["loss"]) < 1e-9'
check 'it calls too early, and calls where there is nothing to call' json "$out" '{k["kind"] for k in d["kinds"]} == {"called_too_early", "illegal"} and d["exact"] == d["decisions"]'
game=$(python3 -c 'import json, sys; p = json.load(open(sys.argv[1]))["costliest"][0]; print(p["game"])' "$out")
run replay "$game"
check 'the game can be replayed' grep -q caller "$out"
run coach caller --output csv
check 'CSV: a row for each kind and all' [ "$(sed 's/,.*//' "$out" | tr '\n' ' ')" = 'kind illegal called_too_early all ' ]

# New games are those of a tournament with the same options.
run tournament 40 conservative computer -r dice=1 --seed new --match-length 4 --results there -q
run coach conservative --results there --output json
cp "$out" stored
run coach conservative --against computer --games 40 -r dice=1 --seed new --match-length 4 --results nowhere --output json
check 'new games have the numbers of stored ones' cmp -s stored "$out"
check 'and nothing is stored' test ! -e nowhere
run coach conservative --against computer --games 40 -r dice=1 --seed new --match-length 4
check 'new games: the tournament that plays them' grep -q '^  arena tournament 40 --seed new -v liars-dice -r dice=1 --match-length 4 conservative computer$' "$out"
check 'and no run' sh -c '! grep -q "arena replay 0" "$0"' "$out"
# The loss to champion's table agrees with the share of games that it wins.
sums() { GAMES=1000 "$root/bench/coach.sh" "${ARENA_TESTS%/tests}" conservative; }
check 'the sum agrees with the games' sh -c 'echo "$1" | grep -q "outside: 0 of 1"' - "$(sums)"
run coach conservative --seed new
says 'an option of new games without them' 2 'add --against'
run coach conservative 1 --against computer
says 'new games and a run' 2 "the run '1' cannot be given with it"
run coach conservative --against nobody
says 'against a robot that is not there' 2 "'nobody'"
run coach mia --against mia -v maexchen
says 'new games of Mäxchen' 2 "not 'maexchen'"

run coach honest --output json
check 'the first mistake of a robot that never calls' json "$out" 'd["kinds"][0]["kind"] == "called_too_late" and d["kinds"][0]["share"] > 0.9 and d["loss"] > 0.005'
run tournament 100 nash conservative -r dice=1 --seed 5 -q --results solved
run coach nash --results solved --output json
check 'nash loses next to nothing' json "$out" 'd["loss"] < 0.002 and d["exact"] > 0.8 * d["decisions"]'
cp "$out" sandboxed
run coach nash --results solved --output json --trust
check 'and finds its files beside another robot in the arena itself' cmp -s "$out" sandboxed

# Whole games, in which a hand is worth the rest of the game; the same bytes twice.
run tournament 20 conservative computer -r dice=2 -v wild --seed 5 -q --results wild
run coach computer --results wild -j1 --output json --worst 1000
expect 'whole games' 0
cp "$out" whole
check 'values are chances' json whole 'd["decisions"] > 30 and all(0 <= p["value"] < p["better_value"] <= 1 and p["error"] >= 0 for p in d["costliest"])'
run coach computer --results wild -j2 --output json --worst 1000
check 'with two processes the same' cmp -s "$out" whole
run tournament 20 conservative computer -r dice=1 --seed 5 -q --results few
run coach computer --results few --games 6 --output json
check 'a part of the games' json "$out" 'd["games"] == 6 and d["games_of_robot"] == 20'
check 'too few matches for an interval: JSON' json "$out" 'd["half"] is None and d["net_half"] is None and all(k["half"] is None for k in d["kinds"])'
run coach computer --results few --games 5 --output json
check 'rounded up to whole matches' json "$out" 'd["games"] == 6'
run coach computer --results few --games 1
check 'too few matches for an interval: text' sh -c '! grep "±" "$0" | grep -v "±  *is given\|no ± is\|better"' "$out"
check 'and it says so' grep -q '^With fewer than 10 matches no ± is given.$' "$out"
run coach computer --against conservative --games 5 -v one-hand --seed 1 --output json
check 'new games are rounded up, too' json "$out" 'd["games"] == 6'

# Runs that cannot be coached.
run tournament 6 prober computer conservative --seed 5 -q --results three
run coach prober --results three
says 'tables of three' 2 'two players' 'tables of 3'
run tournament 4 prober computer -v perudo --seed 5 -q --results perudo
run coach prober --results perudo
says 'exact calls' 2 "'perudo'"
run tournament 4 mia maexchen -v maexchen --seed 5 -q --results mia
run coach mia --results mia
says 'Mäxchen' 2 "'maexchen'"
run tournament 4 prober computer -v round-table --seed 5 -q --results points
run coach prober --results points
says 'points' 2 'loss=point'
run coach computer --against human
says 'a person is not coached against' 2 'robots' 'arena play'
run coach human --against computer
says 'nor coached' 2 'robots' 'arena play'

finish
