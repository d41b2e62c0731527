# analyse.sh - `arena analyse`: robots with known habits, and every number computed again from exported games.
. "$(dirname "$0")/lib.sh"
PYTHONPATH=$root/tests/cli PYTHONDONTWRITEBYTECODE=1
export PYTHONPATH PYTHONDONTWRITEBYTECODE

run analyse prober
says 'without any run' 2 'no runs'
run tournament 60 conservative computer caller bumper --seed 5 -q
run analyse
says 'without a robot' 2 'name of a robot'
run analyse conservativ
says 'a robot that did not play' 2 "'conservativ'" "did you mean 'conservative'"
run analyse prober
says 'a robot that is not near to any' 2 "'prober'" 'results/0001'
run analyse computer 7
says 'a run that is not there' 2 "'7'"
run analyse computer 1 2
says 'too many words' 2 "'2'"
run analyse computer --worst 3 --trust
expect 'its worst losses' 0
check 'three of them' [ "$(grep -c ' of arena replay 0001 ' "$out")" = 3 ]
sed -n 's/^  \(bid\|called\) \([a-z ]*\), true.*hand \([0-9]*\) of arena replay \([0-9]*\) \([0-9]*\)$/\2 \4 \5/p' "$out" | while read -r many face run game; do
	"$arena" replay "$run" "$game" | grep -q "$many $face" || echo "$many $face in $game"
done >missed
check 'each is in the game that is named' [ ! -s missed ]
"$arena" analyse computer --worst 200 --output json --trust >worst.json
check 'ordered by what they cost' json worst.json '(lambda c: len(c) > 20 and min(c) > 0 and all(a >= b - 1e-12 for a, b in zip(c, c[1:])))(
	[2 * w["chance"] - 1 if w["is_call"] else (1 if w["right"] is None else w["right"]) - w["chance"] for w in d["worst"]])'
for games in 0 -1 x 1.5; do
	run analyse computer --games "$games"
	says "--games $games" 2 '--games'
done
run analyse computer --baseline nobody_at_all
says 'a baseline that is not there' 2 'nobody_at_all'
mkdir damaged
head -c 300 results/0001/run.json >damaged/run.json
run analyse computer damaged
says 'run.json cut short' 2 'damaged/run.json'
sed -e 's/"sha256": "/"sha256": "0/' -e 's/"luck_correction": \(.*\),/"luck_correction": \1/' -e '/"checksum"/d' results/0001/run.json >damaged/run.json
run analyse computer damaged
says 'another file of a robot' 2 'SHA-256' '--anyway'
run analyse computer damaged --anyway --baseline none --trust
expect 'another file of a robot, anyway' 0

# ---- the same bytes --------------------------------------------------------------------------

run analyse computer
expect 'a robot of the latest run' 0
cp "$out" table
for words in '1 --trust' 'results/0001 --trust' '--games 60 --trust' '--baseline computer'; do
	# shellcheck disable=SC2086
	run analyse computer $words
	check "analyse computer $words is the same" cmp -s "$out" table
done
for play in -j1 '-j2 -L 3 --trust'; do
	# shellcheck disable=SC2086
	run tournament 60 conservative computer caller bumper --seed 5 -q $play --results "ways$play"
	run analyse computer --results "ways$play" --trust
	check "of a run with $play it is the same" cmp -s "$out" table
done
check 'no clock, unless asked for' sh -c '! grep -q CPU table'
run analyse computer --clock --trust
check 'the clock, when asked for' grep -q 'microseconds of CPU time per ask' "$out"
check 'and the spread of its times' grep -Eq 'one by one: median [0-9.]+ [um]s, 99 % within [0-9.]+ [um]s, longest [0-9.]+ [um]s' "$out"
for how in '' --trust; do
	# shellcheck disable=SC2086
	run analyse computer --clock --output json $how
	check "in their order $how" json "$out" '0 < d["cpu_us"]["median"] <= d["cpu_us"]["p99"] <= d["cpu_us"]["longest"] and d["cpu_us"]["asks"] > 500'
done
for title in Score Bids Calls 'By seat' 'By its dice' 'Where it loses'; do
	check "the table has '$title'" grep -q "^$title" table
done
"$arena" analyse computer --trust >/dev/full 2>"$err"
code=$?
says 'on a full disk' 5 'standard output'
"$arena" analyse computer --trust 2>"$err" | head -n 1 >"$out"
check 'into head: no complaint' test ! -s "$err"

# ---- robots with known habits ---------------------------------------------------------------

value() { # value NAME ROBOT EXPRESSION of `d`
	run analyse "$2" --output json --baseline none --trust
	check "$1" json "$out" "$3"
}
if ! command -v python3 >/dev/null; then
	skip 'the numbers' 'no python3'
	finish
fi
value 'conservative never lies' conservative 'd["bids"]["bids"] > 50 and all(d["bids"][k]["hits"] == 0 for k in ("false", "unlikely", "unbacked", "caught"))'
value 'conservative loses by its calls alone' conservative '[l["cause"] for l in d["losses"] if l["hands"]] == ["own_call_wrong"]'
value 'caller calls all there is' caller 'd["calls"]["recall"]["value"] == 1 and d["calls"]["rate"]["value"] == 1 and d["calls"]["rate"]["trials"] > 20'
value 'caller bids nothing' caller 'd["bids"]["bids"] == 0 and d["bids"]["false"]["value"] == 0'
value 'caller opens with an illegal call' caller 'd["illegal"] == [l["hands"] for l in d["losses"] if l["cause"] == "illegal"][0] > 0'
value 'bumper never calls' bumper 'd["calls"]["rate"]["hits"] == 0 and d["calls"]["rate"]["trials"] > 20 and d["calibration"]["called"]["count"] == 0'
value 'bumper loses by its bids alone' bumper '[l["cause"] for l in d["losses"] if l["hands"]] == ["own_bid_called"]'
value 'all games are looked at, each in a seat' bumper 'd["games"] == 60 == sum(s["games"] for s in d["by_seat"]) == d["games_of_robot"]'
value 'nobody in its place without a baseline' bumper 'd["baseline"] is None'

make_robot crasher <"$root/tests/cli/crasher.c"
run tournament 60 ./crasher.so computer --seed 5:0 -q --results crash
run analyse crasher --output json --results crash --baseline none
check 'a robot that dies' json "$out" 'd["faults"] > 0 and d["games"] == 60 and [l["games"] for l in d["losses"] if l["cause"] == "fault"][0] > 0'
make_robot absent <<'END'
#include <stdlib.h>
__attribute__((constructor)) static void die(void) { abort(); }
int get_play(const char *me, const char *hands, const char *history) { return 0; }
END
run analyse crasher --baseline ./absent.so --results crash
says 'a baseline that cannot be loaded' 2 'absent'

# ---- computed again --------------------------------------------------------------------------

# again WILD ROBOT FOLDER: compares every number with one computed from the exported games.
again() {
	for form in jsonl csv; do # of all robots of a run
		[ -e "$3.$form" ] || "$arena" export --results "$3" --format "$form" --trust -o "$3.$form" || return 1
	done
	"$arena" analyse "$2" --results "$3" --output json --baseline none --trust >analysis.json || return 1
	python3 - "$1" "$2" "$3" <<'END'
import json, sys
from gamelog import *
wild, robot, folder = sys.argv[1:]
d = json.load(open("analysis.json"))
all_games, all_rows = games(folder + ".jsonl"), [row for row in rows(folder + ".csv") if row["robot"] == robot]
n = all_games[0]["bot_count"]
seat_of = [game["bot_titles"].index(robot) for game in all_games]
won = [game["bot_rankings"][0] == seat for game, seat in zip(all_games, seat_of)]
assert d["games"] == len(all_games) and abs(d["wins"]["mean"] - sum(won) / len(won)) < 1e-12
for seat in range(n):
	at = [w for w, s in zip(won, seat_of) if s == seat]
	assert d["by_seat"][seat]["games"] == len(at) and abs(d["by_seat"][seat]["wins"]["mean"] - sum(at) / len(at)) < 1e-12

own = [bid for game, seat in zip(all_games, seat_of) for bid in bids(game, wild) if bid[0] == seat]
assert d["bids"]["bids"] == len(own)
assert d["bids"]["false"]["hits"] == sum(not is_true for _, is_true, _, _ in own)
assert d["bids"]["unlikely"]["hits"] == sum(chance < 0.5 - 1e-9 for _, _, chance, _ in own)
assert d["bids"]["unbacked"]["hits"] == sum(backing == 0 for _, _, _, backing in own)

faced = [row for row in all_rows if row["last_bid"] and row["verdict"] == "ok"]
called = [row for row in faced if row["play"] == "0"]
passed = [row for row in faced if row["play"] != "0"]
for key, want in ("called_false", [called, "0"]), ("called_true", [called, "1"]), ("passed_false", [passed, "0"]), ("passed_true", [passed, "1"]):
	assert d["calls"][key] == sum(row["is_true"] == want[1] for row in want[0]), key
lies = sum(row["is_true"] == "0" for row in faced)
if called:
	assert abs(d["calls"]["precision"]["value"] - sum(row["is_true"] == "0" for row in called) / len(called)) < 1e-12
if lies:
	assert abs(d["calls"]["recall"]["value"] - sum(row["is_true"] == "0" for row in called) / lies) < 1e-12
for name, part in ("called", called), ("passed", passed):
	got = d["calibration"][name]
	assert got["count"] == len(part)
	if part:
		brier = sum((float(row["chance"]) - int(row["is_true"])) ** 2 for row in part) / len(part)
		assert abs(got["brier"] - brier) < 1e-12, (got["brier"], brier)
	for i, bin in enumerate(got["bins"]):
		assert bin["true"]["trials"] == sum(min(int(float(row["chance"]) * 10), 9) == i for row in part)
		assert bin["true"]["hits"] == sum(min(int(float(row["chance"]) * 10), 9) == i for row in part if row["is_true"] == "1")

hands, by_dice, causes, ends = 0, {}, {}, {}
for game, seat, win in zip(all_games, seat_of, won):
	last = "none"
	for hand in game["game_history"]:
		dice = sum(hand["face_counts"][seat])
		if not dice:
			continue
		hands += 1
		lost = hand["losing_player"] == seat
		entry = by_dice.setdefault(dice, [0, 0, 0])
		entry[0] += 1
		entry[1] += lost
		entry[2] += win
		if lost:
			is_caller = hand["calling_player"] == seat
			last = "own_bid_called" if not is_caller else "illegal" if hand["result"].startswith("error") or not hand["bid_history"] else "own_call_wrong"
			causes[last] = causes.get(last, 0) + 1
	if not win:
		ends[last] = ends.get(last, 0) + 1
assert d["hands"] == hands
assert {e["dice"]: [e["lost"]["trials"], e["lost"]["hits"]] for e in d["by_dice"]} == {k: v[:2] for k, v in by_dice.items()}
assert all(abs(e["wins"] - by_dice[e["dice"]][2] / e["lost"]["trials"]) < 1e-12 for e in d["by_dice"])
assert {l["cause"]: l["hands"] for l in d["losses"] if l["hands"]} == causes, (d["losses"], causes)
assert {l["cause"]: l["games"] for l in d["losses"] if l["games"]} == ends, (d["losses"], ends)
assert d["illegal"] == sum(row["verdict"] == "illegal" for row in all_rows) and d["asks"] == len(all_rows)
END
}
for robot in conservative computer caller bumper; do
	check "liars-dice: the numbers of $robot" again none $robot results
done
run tournament 60 prober computer random_raiser --seed 5 -q -v wild --trust --results wild
run tournament 60 prober computer random_raiser --seed 5 -q -v tourney --trust --results tourney
for robot in prober computer random_raiser; do
	check "wild: the numbers of $robot" again ones $robot wild
	check "tourney: the numbers of $robot" again drop $robot tourney
done

# The games of the baseline are ordinary runs with the same dice and robots: plays and counts them.
for variant in one-hand liars-dice; do
	folder_of=baseline-$variant
	for play in 'prober conservative' 'computer conservative' 'computer computer'; do
		# shellcheck disable=SC2086
		run tournament 200 $play --seed 7 -q -v $variant --trust --results "$folder_of"
	done
	for number in 1 2; do
		"$arena" export $number --results "$folder_of" --format jsonl --trust -o "played$number.jsonl"
	done
	run analyse prober 1 --results "$folder_of" --output json --baseline computer --trust
	check "$variant: ahead is what it wins more than the baseline with the same dice" python3 -c 'import json, sys
from gamelog import *
d = json.load(open(sys.argv[1]))
mine, other = games("played1.jsonl"), games("played2.jsonl")
seats = [game["bot_titles"].index("prober") for game in mine]
def wins(log):
	return [float(game["bot_rankings"][0] == seat) for game, seat in zip(log, seats)]
y, z = wins(mine), wins(other)
n, mean = len(y), lambda v: sum(v) / len(v)
assert abs(d["baseline"]["wins"]["mean"] - mean(z)) < 1e-9 and abs(d["baseline"]["ahead"]["mean"] - mean(y) + mean(z)) < 1e-9
matches = [(a + b) / 2 for a, b in zip(y[::2], y[1::2])]
spread = sum((m - mean(y)) ** 2 for m in matches) / (len(matches) - 1)
assert abs(d["worth"] - mean(y) * (1 - mean(y)) / 2 / spread) < 1e-9, d["worth"]
assert d["wins"]["low"] < mean(y) < d["wins"]["high"]' "$out"
done
run analyse computer 3 --results baseline-liars-dice --output json --trust
check 'robots that play alike: nobody is ahead, and luck cancels' json "$out" 'd["baseline"]["ahead"]["mean"] == 0 and d["worth"] is None and d["wins"]["low"] < 0.5 < d["wins"]["high"]'
run analyse prober 1 --results baseline-one-hand --output json --trust
check 'every deal from every seat saves games' json "$out" 'd["worth"] > 1.5'
run tournament 400 conservative computer --match-length 10 --seed 5 -q --trust --results long
run analyse computer --results long --output json
check 'a match of many blocks is one unit' json "$out" 'd["games"] == 400 and all(s["games"] == 200 for s in d["by_seat"]) and d["wins"]["low"] < d["wins"]["mean"] < d["wins"]["high"]'
cp "$out" once
run analyse computer --results long --output json --trust
check 'and the same when its games are mixed otherwise' cmp -s "$out" once

run tournament 600 --format round-robin prober computer conservative bumper --seed 5 -q --trust --results field
run analyse prober --results field --games 300 --output json --baseline none --trust
check 'a part of its games, and of every opponent' json "$out" 'd["games_of_robot"] == 1800 and 250 <= d["games"] <= 300'
run analyse prober --results field --games 1 --output json --baseline none --trust
check 'at least one match' json "$out" '1 <= d["games"] <= 1000'
cp -r field/0001 stopped
sed -i 's/"games_finished": 3600/"games_finished": 0/' stopped/table.json
run analyse prober stopped
says 'a run that was stopped before its first game' 2 'prober' 'no finished game'

run tournament 20 maexchen maexchen:lie=safe --seed 5 -q -v maexchen --results mia
run analyse maexchen --results mia --output json --trust
check 'Mäxchen: claims, doubts, points' json "$out" 'd["bids"]["bids"] > 50 and d["bids"]["false"]["hits"] > 0 and d["calls"]["rate"]["hits"] > 0 and d["baseline"]["robot"] == "maexchen"'
run tournament 30 prober caller computer --seed 5 -q -v round-table --results points
run analyse prober --results points --output json --trust
check 'on points no hand loses the game' json "$out" 'all(l["games"] is None for l in d["losses"]) and d["by_dice"][0]["dice"] == 4'
run analyse prober --results points --baseline human
says 'a person is no baseline' 2 '--baseline' 'not a person'
finish
