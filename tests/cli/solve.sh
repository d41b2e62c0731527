#!/bin/sh
# solve.sh - `arena solve` and `arena exploit`: their results, the robots they create, and what they refuse.
. "$(dirname "$0")/lib.sh"

# field FILE ROW COLUMN: of CSV; row 1 is the first below the header
field() { awk -F, -v row="$2" -v column="$3" 'NR == row + 1 {print $column}' "$1"; }
near() { # near A B TOLERANCE, for check
	awk -v a="$1" -v b="$2" -v most="$3" 'BEGIN {d = a - b; exit !(a != "" && b != "" && d <= most && -d <= most)}'
}
# value SEAT ROBOT ARGUMENTS...: the robot's loss by `exploit` when it sits first (1) or second (2)
value() {
	value_seat=$1
	shift
	patiently "$arena" exploit "$@" --output csv 2>"$err" >"$out" </dev/null
	field "$out" "$value_seat" 5
}
exploits() { # exploits NAME FIRST SECOND TOLERANCE ROBOT ARGUMENTS...
	exploits_name=$1 first=$2 second=$3 most=$4
	shift 4
	check "$exploits_name, first" near "$(value 1 "$@")" "$first" "$most"
	check "$exploits_name, second" near "$(field "$out" 2 5)" "$second" "$most"
}

# ---- robots that do not mix ----

# The robot loses by calling at the opening, and by calling a bid on a die that the opponent holds.
exploits 'caller' 1 1 1e-6 caller -v one-hand -r wild=none
# Two faces. The robot opens 11 with a one, 12 with a two. The opponent with a two, or with a one after 11, makes a true
# bid and is called; with a one after 12 it can only lose. Opening with a two it bids 12; opening with a one it has no
# true bid that wins more than half the time.
exploits 'conservative, two faces' 0.5 0.5 1e-6 conservative -v one-hand -r wild=none -r faces=2
# After three bids it bids 22 or something illegal: the opponent waits for the false bid.
exploits 'bumper, two faces' 1 1 1e-6 bumper -v one-hand -r wild=none -r faces=2
exploits 'conservative' 0.1666667 0.1666667 1e-6 conservative -v one-hand -r wild=none
exploits 'conservative, 2v1' 0.2129630 0.1296296 1e-6 conservative --dice 2v1
exploits 'conservative, 1v2' 0.6296296 0.6296296 1e-6 conservative --dice 1v2
exploits 'conservative, 2v2, inside the arena' 0.6141976 0.5570988 1e-6 conservative --dice 2v2 --trust
run exploit conservative --dice 2v2 --output csv
cp "$out" sandboxed
run exploit conservative --dice 2v2 --output csv --trust
check 'sandboxed or not, the same bytes' cmp -s sandboxed "$out"
run exploit conservative -v one-hand -r wild=none
check 'a hole in words' has "$out" 'after one six it calls and loses 100.0 % of these hands (13.9 % of all); most of all with 17 % of its dice after A:11,B:16'
run exploit conservative -v one-hand -r wild=none --output json
check 'as JSON' json "$out" 'abs(d["exploitability"] - 1/6) < 1e-6 and d["seats"][0]["holes"][0]["bids"] == [11, 16] and not d["is_mixed"]'
# It calls each bid on a die that it does not hold; the opponent holds it.
check 'the costliest holes first' json "$out" '[(h["after"], h["play"], h["is_illegal"], round(36 * h["chance"], 4), round(36 * h["worth"], 4))
	for h in d["seats"][0]["holes"][:3]] == [(16, 0, False, 5, 5), (15, 0, False, 4, 4), (14, 0, False, 3, 3)]'
check 'a hand of each' json "$out" 'all(abs(36 * h["bids_worth"] - 1) < 1e-5 and abs(6 * h["bids_dice"] - 1) < 1e-5 for h in d["seats"][0]["holes"][:3])'

# ---- robots that mix ----

# One random number per ask: the die that it names does not depend on its own, so the response is as against a robot
# that always bids the same.
make_robot coin <<'END'
#include <arena_robot.h>
int get_play(const char *me, const char *hands, const char *history)
{
	return *history ? 0 : robot_random_unit() < 0.3 ? 11 : 12;
}
END
# Two faces, one die each. After 11 (30 %) an opponent that holds a two bids 12, which is true and is called; everything
# else wins half: 0.3 * 0.5. When the robot sits second it calls any bid, so any true bid wins.
exploits 'a robot that mixes' 0.15 1 1e-6 ./coin.so -v one-hand -r wild=none -r faces=2
run exploit ./coin.so -v one-hand -r wild=none -r faces=2
check 'its chances are known' has "$out" 'The numbers are exact.'
# In three of four games it opens with its own die, decided by the second random number that it draws.
make_robot bluffer <<'END'
#include <arena_robot.h>
#include <string.h>
int get_play(const char *me, const char *hands, const char *history)
{
	robot_random();
	int face = strchr(hands, *me)[2] - '0';
	return *history ? 0 : robot_random_unit() < 0.75 ? 10 + face : 13 - face;
}
END
run exploit ./bluffer.so -v one-hand -r wild=none -r faces=2 --samples 400 --output csv
# The opponent with a one: after 11 it bids 21 (+0.5), after 12 it calls (-0.5). With a two: after 11 it bids 12 (+1),
# after 12 it bids 22 (+0.5). Total 0.375.
check 'a robot whose chances must be sampled' test "$(field "$out" 1 7)" = 0
check 'the upper number' near "$(field "$out" 1 5)" 0.375 0.04
check 'the lower number' near "$(field "$out" 1 6)" 0.375 0.04

# ---- solutions ----

run solve -v one-hand -r wild=none -r faces=3 --save ./three.so --output csv
check 'the value of a small hand' near "$(field "$out" 1 3)" -0.1111111 1e-4
run solve -v one-hand --save ./one.so --output csv
check 'the value with a wild face' near "$(field "$out" 1 3)" -0.0271318 1e-4
own=$(field "$out" 1 4)
first=$(value 1 ./one.so -v one-hand --samples 8)
second=$(field "$out" 2 5)
check 'exploit measures what solve says' near "$(awk -v a="$first" -v b="$second" 'BEGIN {print (a + b) / 2}')" "$own" 1e-5
run solve -r dice=2 -r wild=joker -r faces=3 --output csv --save ./match.so --accuracy 0.001
check 'all hands of a match' test "$(wc -l <"$out")" = 5
check 'its file' test -s match.data/joker-3-next.solution
run tournament 200 ./match.so conservative -r dice=2 -r wild=joker -r faces=3 --seed 1:0
expect 'a solution plays' 0
check 'and wins' test "$(awk '/ match /{print $4}' "$out")" -gt 100

# A damaged file is not used: the robot guesses, and is as exploitable as without a file.
cp one.so bare.so
bare=$(value 1 ./bare.so -v one-hand --samples 4)
cp -r one.data damaged.data && cp one.so damaged.so
printf '\001' | dd of=damaged.data/high-6.solution bs=1 seek=5000 conv=notrunc 2>/dev/null
check 'a damaged solution' near "$(value 1 ./damaged.so -v one-hand --samples 4)" "$bare" 0
head -c 3000 one.data/high-6.solution >damaged.data/high-6.solution
check 'a short solution' near "$(value 1 ./damaged.so -v one-hand --samples 4)" "$bare" 0

# ---- best responses ----

run exploit conservative -v one-hand -r wild=none --dice 2v2 -r dice=2 --save ./best.so --output csv
promised=$(awk -F, 'NR > 1 {sum += (1 + $5) / 2} END {print sum / 2}' "$out")
run tournament 8000 ./best.so conservative -v one-hand -r wild=none -r dice=2 --seed 1:0
won=$(awk '/ best /{print $4 / $3}' "$out")
check 'a best response wins what it promises' near "$won" "$promised" 0.018

# With unequal dice the response in each seat is a hand of its own: 2 against 1, and 1 against 2.
run exploit conservative -v one-hand -r wild=none -r dice=2 --dice 2v1 --save ./uneven.so --output csv
numbers() { od -An -tu4 -j"$1" -N8 uneven.data/*.solution | xargs; }
check 'the hands of both seats are saved' test "$(numbers 48), $(numbers 72)" = '2 1, 1 2'

# A local best response wins at most as much as the best response, and not much less against a robot whose bids reveal
# its dice.
run exploit conservative --dice 2v2 --most-asks 0 --hands 400 --output csv
check 'a local best response has no exact number' test -z "$(field "$out" 1 5)"
check 'it wins no more than the best response' awk -v low="$(field "$out" 1 11)" 'BEGIN {exit !(low < 0.6141976)}'
check 'and nearly as much' awk -v high="$(field "$out" 1 12)" 'BEGIN {exit !(high > 0.6)}'
run exploit conservative --dice 2v2 --most-asks 0 --hands 10
check 'it is called a lower bound' has "$out" 'This is a lower bound'
# In large hands it looks ahead in a sample, and ends when it is precise.
run exploit prober --dice 5v5 -r wild=none --precision 0.2
check 'a large hand ends soon, and is a lower bound' has "$out" 'This is a lower bound'

# ---- Mäxchen ----

# The starter's chance to win a game with one point each: 0.6465003, by an independent linear program.
run exploit mia -v maexchen -r points_to_start=1 --samples 8 --keep --output csv
check 'mia, begins' near "$(field "$out" 1 3)" -0.2930006 1e-6
check 'mia, does not begin' near "$(field "$out" 2 3)" 0.2930006 1e-6
make_robot gull <<'END'
#include <arena_robot.h>
#include <stdlib.h>
#include <string.h>
int get_play(const char *me, const char *hands, const char *history)
{
	const char *last = strrchr(history, ':'); /* a claim to believe, or its own belief before */
	return last && atoi(last + 1) > 1 ? 1 : 42;
}
END
run exploit ./gull.so -v maexchen -r points_to_start=1 --output csv
# It claims the highest value with any roll. The opponent doubts, and loses only to a Hamburger, 2 of 36.
check 'a robot that claims the highest value' near "$(field "$out" 1 3)" "$(awk 'BEGIN {print 1 - 2 * 2 / 36}')" 1e-6
run exploit ./gull.so -v maexchen -r points_to_start=1 --save ./gullible.so
check 'a hole in Mäxchen, in words' has "$out" 'it claims Hamburger (42), is doubted and loses 94.4 % of these hands'
run exploit ./gull.so -v maexchen -r points_to_start=2 --save ./gullible.so --output json
promised=$(sed -n 's/.*"exploitability": \([0-9.]*\).*/\1/p' "$out")
check 'the same hole as JSON' json "$out" 'd["holes"][0]["kind"] == "claim" and d["holes"][0]["claim"] == 42 and d["holes"][0]["points"] > 0.5'
run tournament 4000 ./gullible.so ./gull.so -v maexchen -r points_to_start=2 --seed 1:0 --no-results -q --output csv
check 'a best response in Mäxchen wins what it promises' near "$(field "$out" 1 4)" "$(awk -v v="$promised" 'BEGIN {print (1 + v) / 2}')" 0.015
# It answers each claim, and begins each hand, illegally. The opponent claims the lowest value. With two points the robot loses one, or
# the game by a Mäxchen or Hamburger that it has rolled.
make_robot rude <<'END'
#include <stdlib.h>
#include <string.h>
int get_play(const char *me, const char *hands, const char *history)
{
	const char *last = strrchr(history, ':');
	return last && atoi(last + 1) > 1 ? 7 : 99;
}
END
run exploit ./rude.so -v maexchen -r points_to_start=2 --samples 4 --trust --output json
check 'one that always answers illegally loses' json "$out" 'd["first"] == d["second"] == 1 and d["is_exact"] and d["failed_asks"] == 0'
check 'it was asked at all points' json "$out" 'd["states"] == 4 * (21 * 22 / 2 + 21 * 21)'
check 'its illegal answers are holes' json "$out" '[(h["kind"], h["after"], h["claim"]) for h in d["holes"]] == [("illegal", 31, None),
	("illegal", None, None)] and abs(d["holes"][0]["hands"] - (1 + 16 / 36)) < 1e-6 and abs(d["holes"][1]["hands"] - 0.5) < 1e-6'
# Its answers look random in the number that it draws first: the search for steps gives up, within bounds of memory.
run exploit maexchen -v maexchen -r points_to_start=1 --samples 32 --output csv
check 'a robot that draws several numbers' test "$(field "$out" 1 4)" = 0
run exploit mia -v maexchen -r points_to_start=11
says 'too many points' 2 'points_to_start=10'

# The equilibrium, by another method than mia's: the values of the linear program, and what exploit measures of the robot.
run solve -v maexchen -r points_to_start=2 --save ./cup.so --output json
check 'the values of Mäxchen' json "$out" 'all(abs((1 + v["value"]) / 2 - w) < 1e-5 for v in d["values"] if v["points"] == v["opponent_points"]
	for w in [[0.6465003, 0.5862387][v["points"] - 1]])'
check 'it is near equilibrium' json "$out" '0 <= d["exploitability"] < 1e-4'
check 'how often each claim begins a hand' json "$out" 'abs(sum(o["claimed"] for o in d["openings"]) - 1) < 1e-6'
own=$(sed -n 's/.*"exploitability": \([0-9.e-]*\).*/\1/p' "$out")
run exploit ./cup.so -v maexchen -r points_to_start=2 --samples 16 --keep --output csv
first=$(field "$out" 1 3) second=$(field "$out" 2 3)
check 'exploit measures in Mäxchen what solve says' near "$(awk -v a="$first" -v b="$second" 'BEGIN {print (a + b) / 2}')" "$own" 1e-4
run solve -v maexchen -r points_to_start=2 --output csv
check 'a row for all points' test "$(wc -l <"$out")" = 5
run solve -v maexchen -r points_to_start=2
check 'how a hand begins' grep -q '^Mäxchen (21) ' "$out"
run tournament 20 ./cup.so mia -v maexchen --no-results
expect 'with more points than it has solved it guesses' 0
cp cup.so spilt.so && cp -r cup.data spilt.data
printf '\001' | dd of=spilt.data/maexchen.solution bs=1 seek=5000 conv=notrunc 2>/dev/null
run tournament 2 ./spilt.so mia -v maexchen --no-results
says 'a damaged solution of Mäxchen' 2 "does not list 'maexchen'"
run exploit mia -v maexchen --dice 1v1
says 'dice in Mäxchen' 2 '--dice does not apply'

# ---- refused arguments ----

run exploit
says 'no robot' 2 'name one robot'
run exploit computer --dice 2x1
says 'dice' 2 'as in 2v1'
run exploit computer --dice 6v1
says 'too many dice' 2 '-r dice=6'
run exploit computer -v perudo
says 'perudo' 2 'exact calls'
run exploit computer --save nonsense
says 'a robot that is none' 2 '.so'
run exploit conservative --dice 2v2 --most-asks 0 --hands 2 --save ./local.so
says 'a local response cannot be saved' 2 '--most-asks'
# ---- an adversary that learns ----

# One die each. It draws its plays until it has seen three honest bids in its first three hands; then it calls each bid, and opens
# with a face that it does not hold. wary=1: it always draws.
make_robot lured <<'END'
#include <arena_dice.h>
#include <stdlib.h>
static struct dice_game game = DICE_GAME_DEFAULT;
static int n_seen, n_honest, is_wary;
static const struct arena_robot_info info = {.size = sizeof info, .abi = ARENA_ABI, .name = "lured", .options = "wary=0: is never lured"};
const struct arena_robot_info *robot_info(void) { return &info; }
int robot_option(const char *key, const char *value) { is_wary = atoi(value); return 0; }
void robot_game_start(const struct arena_game_start *start) { dice_game_start(&game, start); }
int get_play(const char *me, const char *hands, const char *history)
{
	struct dice_view view;
	dice_read(&view, &game, me, hands, history);
	if (view.hands.me < 0)
		return 0;
	int own = dice_own(&view.hands, 0);
	if (view.is_showdown) {
		if (view.last && view.bidder != view.hands.me && ++n_seen <= 3)
			n_honest += dice_shown(&view.hands, view.bidder, dice_face(view.last)) > 0;
		return 0;
	}
	if (n_honest >= 3 && !is_wary)
		return view.last ? ARENA_CALL : dice_bid(1, own % 6 + 1);
	if (!view.last)
		return dice_bid(1, robot_random_unit() < 0.5 ? own : own < 6 ? own + 1 : own);
	if (dice_quantity(view.last) > 1)
		return dice_face(view.last) == own && robot_random_unit() < 0.5 ? dice_bid(2, 6) : ARENA_CALL;
	return dice_face(view.last) == own ? dice_bid(2, own) : dice_face(view.last) < own && robot_random_unit() < 0.7 ? dice_bid(1, own) : ARENA_CALL;
}
END
run exploit ./lured.so --adaptive --matches 100 --match-length 20 -r dice=1 --output json
check 'an adversary lures a robot with honest bids' json "$out" 'd["lower_bound"]["low"] > 0.7 and d["feint"] == "honest"'
# Without the feints all of them would learn to win about 0.75.
check 'after a feint of bluffs it wins less' json "$out" 'd["feints"][2]["learnt"]["low"] > d["feints"][6]["learnt"]["high"] + 0.1'
run exploit ./lured.so:wary=1 --adaptive --matches 100 --match-length 20 -r dice=1 --output json
check 'one that is not lured loses less' json "$out" 'd["lower_bound"]["high"] < 0.7 and len(d["feints"]) == 9'
run exploit champion:way=table --adaptive --matches 300 -r dice=1 -r wild=none --output csv
check 'it wins nothing from an equilibrium' awk -F, 'NR == 2 {exit !($6 < 0.5 && $7 > 0.5)}' "$out"
run exploit ./lured.so --adaptive --matches 10 --match-length 5 -r dice=1
check 'a lower bound in words' has "$out" 'This is a lower bound'
cp "$out" sandboxed
replay=$(sed -n 's/.*The first match again: arena //p' sandboxed)
run exploit ./lured.so --adaptive --matches 10 --match-length 5 -r dice=1 --seed=other
check 'another seed, other games' test "$(sed -n 2p sandboxed)" != "$(sed -n 2p "$out")"
# shellcheck disable=SC2086
run $replay
check 'the command replays a match' test "$(grep -c '^[0-9]* [AB]:[1-6],[AB]:[1-6] [AB]:.* [AB] \(wins\|loses\)$' "$out")" = 10
cp "$out" replayed
# shellcheck disable=SC2086
run $replay --trust
check 'with the same hands inside the arena' cmp -s replayed "$out"
run exploit caller --adaptive --matches 10 --replay 11
says 'a match that was not played' 2 'from 1 to 10'
run exploit caller --replay 1
says 'a match without an adversary' 2 '--adaptive'
run exploit caller --adaptive --dice 1v1
says 'a hand with an adversary' 2 '--dice does not apply'
run exploit maexchen -v maexchen --adaptive
says 'an adversary at Mäxchen' 2 '--adaptive does not apply'

run solve -v one-hand --iterations 7 --accuracy 0 --output csv
expect 'a number of iterations' 0
check 'no more and no fewer' has "$out" ',7,0'
run solve five
says 'solve with a name' 2 "unexpected argument 'five'"
run solve -v maexchen --dice 1v1
says 'dice of Mäxchen' 2 '--dice does not apply'
run solve -v maexchen -r points_to_start=11
says 'many points of Mäxchen' 2 'points_to_start=10'
run solve -v maexchen -r point_loss_normal=0
says 'a hand that costs nothing' 2 'at least one point'
run solve -v maexchen --save nonsense
says 'a file that is not a robot' 2 '.so'
for command in 'solve -v one-hand' 'solve -v maexchen' 'exploit computer -v one-hand' 'exploit maexchen -v maexchen'; do
	# shellcheck disable=SC2086
	run $command --save ./missing/robot.so
	says "$command: a folder that is not there" 5 'missing/robot.so'
	check "$command: this is said before the work is done" test ! -s "$out"
done
run solve --dice 10v10 -r dice=10 -r faces=9
says 'a hand too large for the memory' 2 'has 180 bids and needs' 'raise --memory'
run solve --dice 3v2 --save ./large.so --output csv
expect 'a large hand' 0
check 'is solved on merged states, with a lower bound' has "$out" ',33,1,1'
check 'its value' near "$(field "$out" 1 3)" 0.136 0.002
check 'its exploitability' near "$(field "$out" 1 4)" 0.017 0.002
run tournament 200 ./large.so conservative --no-results -q -r dice=3
expect 'and its robot plays' 0
run solve -v maexchen --memory 1G
says 'solve: memory at Mäxchen' 2 '--memory does not apply'
run exploit human
says 'exploit: a person' 2 'robots, not people'
run exploit human -v maexchen
says 'exploit: a person at Mäxchen' 2 'robots, not people'

finish
