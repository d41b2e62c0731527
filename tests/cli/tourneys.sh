#!/bin/sh
# tourneys.sh - the games of the tourney server as the run "tourneys": standings, analyse, export, replay and report. serve.sh tests
# what a server adds to them.
. "$(dirname "$0")/lib.sh"

"$arena" serve -p 0 -n 1 --results real --set tourney_freq_S=0 --set games_per_tourney_per_bot=40 --seed 1 --set move_timeout_mS=60000 \
	--set game_timeout_mS=600000 --robot prober --robot computer --robot simpleton --robot tourney_random >serve.out 2>serve.err </dev/null
code=$?
expect 'a tourney of four robots' 0
run export tourneys --results real --format jsonl -o games.jsonl
expect 'its logs' 0

prints() { # prints NAME TEXT...: on stdout, with exit code 0
	what=$1
	expect "$what" 0
	shift
	for text; do
		check "$what: $text" has "$out" "$text"
	done
}

# Counted from the logs only.
cat >count.py <<'END2'
import json, sys
logs, found = [json.loads(line) for line in open("games.jsonl")], json.load(open(sys.argv[1]))
title, fair, wins, n = found["robot"], 0, 0, 0
calls = right = bids = called = false = turns = illegal = hands = 0
for log in logs:
    if title not in log["bot_titles"]:
        continue
    me, n = log["bot_titles"].index(title), n + 1
    fair += 1 / len(log["bot_titles"])
    wins += log["bot_rankings"][0] == me
    for hand in log["game_history"]:
        is_error = hand["result"].startswith("error_")
        is_call = hand["result"].endswith("_call")
        made = hand["bid_history"][:-1] if is_error else hand["bid_history"]
        hands += sum(hand["face_counts"][me]) > 0
        mine = [bid for bid in made if bid[2] == me]
        bids += len(mine)
        turns += len(mine) + (hand["calling_player"] == me)
        illegal += is_error and hand["calling_player"] == me
        if is_call and hand["calling_player"] == me:
            calls += 1
            right += hand["result"] == "good_call"
        if is_call and made and made[-1][2] == me:
            called += 1
assert found["games"] == found["games_of_robot"] == n, (found["games"], n)
assert abs(found["fair"] - fair / n) < 1e-9 and abs(found["wins"]["mean"] - wins / n) < 1e-9
assert found["calls"]["precision"]["trials"] == calls and found["calls"]["precision"]["hits"] == right, found["calls"]
assert found["bids"]["called"]["trials"] == bids and found["bids"]["called"]["hits"] == called, (found["bids"], bids, called)
assert (found["asks"], found["illegal"], found["faults"], found["hands"]) == (turns, illegal, 0, hands)
assert sum(seat["games"] for seat in found["by_seat"]) == n
END2
for robot in prober simpleton; do
	run analyse $robot tourneys --results real --output json
	expect "analyse: $robot" 0
	cp "$out" found.json
	check "$robot: the counts are those of the logs" python3 count.py found.json
done
run analyse simpleton tourneys --results real --games 10 --worst 2 # a robot that loses some of any ten
prints 'some games' 'simpleton_1.0_local in 10 of its 40 games of tourney, tables of ' 'arena replay tourneys '
game=$(sed -n 's/.*arena replay tourneys \([0-9]*\)$/\1/p' "$out" | head -n 1)
run replay tourneys "$game" --results real
prints 'a loss can be replayed' 'simpleton_1.0_local'
run replay tourneys --results real
says 'replay needs a game' 2 'replay tourneys needs one game: its number or its game_uuid'
run replay tourneys 1 2 --results real
says 'replay needs one game' 2 'replay tourneys needs one game'
run replay tourneys 1 --results real
expect 'the first game' 0
run replay tourneys 0 --results real
expect 'there is none before it' 2
run replay tourneys 999999 --results real
says 'a game that is not there' 2 "the tourneys have no stored log of a game '999999'"
run replay tourneys no-such-uuid --results real
expect 'nor one of this uuid' 2
run replay tourneys 3 --results real
cp "$out" third
run replay tourneys "$(sed -n '3s/.*"game_uuid": *"\([^"]*\)".*/\1/p' games.jsonl)" --results real
check 'a uuid is as good as a number' cmp -s third "$out"
run replay tourneys 3 --results real --output json
check 'as JSON it is a line of the export' sh -c 'sed -n 3p games.jsonl | cmp -s - "$1"' - "$out"

n=$(wc -l <games.jsonl)
run standings tourneys --results real --output json
check 'standings as JSON' json "$out" "d['run'] == 'tourneys' and d['games'] == $n and len(d['robots']) == 4 and 'pairs' not in d"
run standings tourneys --results real --output json --matrix
check 'with pairs' json "$out" 'len(d["pairs"]) == 12'
run standings tourneys --results real --output csv
check 'standings as CSV' test "$(wc -l <"$out")" = 5
run standings tourneys --results real
prints 'standings' "Tourneys of this season: $n games whose logs are kept" 'prober_1.1_local'
cp "$out" plain
run standings tourneys --results real --matrix
check 'a matrix is more' test "$(wc -l <"$out")" -gt "$(wc -l <plain)"
for option in '--variant wild' '--rule dice=3' '--match-length 1' --as-given '--reference prober' '--files files' '--plot on'; do
	# shellcheck disable=SC2086 # words are meant
	run standings tourneys --results real $option
	says "standings: not $option" 2 "${option%% *} is not available for tourneys"
done

exports() { # exports NAME LINES ARGUMENTS...: as many games
	what=$1 lines=$2
	shift 2
	run export tourneys --results real --format jsonl "$@"
	expect "export: $what" 0
	check "export: $what: $lines games" test "$(wc -l <"$out")" = "$lines"
}
exports 'a part' 2 --games 2-3
check 'which is that part' sh -c 'sed -n 2,3p games.jsonl | cmp -s - "$1"' - "$out"
exports 'one game' 1 --games 4
exports 'a robot' "$(grep -c '"prober_1.1_local"' games.jsonl)" --robot prober
exports 'its title' "$(grep -c '"prober_1.1_local"' games.jsonl)" --robot prober_1.1_local
run export tourneys --results real --format jsonl --robot prob -o none.jsonl
says 'a name is whole' 2 'no such game of a tourney is stored'
check 'and nothing is written' test ! -e none.jsonl
run export tourneys --results real --games 999999
says 'no such game' 2 'no such game of a tourney is stored'
run export tourneys --results nowhere
says 'no database' 2 'nowhere/arena.db'
run export tourneys --results real -o missing/games.jsonl
says 'no folder for the file' 5 'missing/games.jsonl'
run export tourneys --results real --format csv
says 'no CSV' 2 '--format csv is not available for tourneys'
run export tourneys 3 --results real
says 'one run' 2 "unexpected argument '3': export takes one run"
run export tourneys --results real --games 3
check 'as text it is the replay' cmp -s third "$out"

run analyse prober tourneys --results real --anyway
says 'anyway of no run' 2 '--anyway is not available for tourneys'
run analyse prober tourneys --results real --baseline none
prints 'no baseline' 'prober_1.1_local in '
cp "$out" plain
run analyse prober tourneys --results real --plot on
check 'pictures are more' test "$(wc -l <"$out")" -gt "$(wc -l <plain)"
run analyse nobdy tourneys --results real
says 'an unknown robot' 2 "no robot 'nobdy' plays in the tourneys"
run analyse prober tourneys --results real --clock
says 'the clock of no run' 2 '--clock is not available for tourneys'
run analyse prober tourneys --results real --baseline computer
says 'no other robot has these dice' 2 '--baseline is not available'

only='only analyse, export, replay, report and standings can read '"'tourneys'"
run coach prober tourneys --results real
says 'coach reads no tourneys' 2 "there is no run 'tourneys'" "$only"
run tournament --resume tourneys --results real
says 'resume reads no tourneys' 2 "has no run 'tourneys'" "$only"
run standings toureys --results real
says 'a name near it' 2 "has no run 'toureys'" "$only"
run standings 17 --results real
check 'a run that is not there: no word of tourneys' sh -c '! grep tourneys "$1"' - "$err"
run tournament 10 prober computer --results real -q
run coach tourneys --results real
says 'coach without a robot' 2 "no robot 'tourneys'" "$only"
run tourneys
says 'a command of this name' 2 "no command 'tourneys'" "$only"

run report tourneys --results real
prints 'a report' 'The report of run tourneys is in real/tourneys-report.html'
run report tourneys --results real --only-game 3 -o one.html
prints 'a page of one game' 'The game of run tourneys is in one.html'
run report tourneys --results real --only-game 999999 -o none.html
says 'a game that was not played' 2 'game 999999 is not stored'
check 'and no page' test ! -e none.html
cat >page.py <<'END2'
import json, re, sys
text = open(sys.argv[1]).read()
data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S).group(1).replace("<\\/", "</"))
print(json.dumps(data))
END2
python3 page.py real/tourneys-report.html >data.json 2>"$err"
json data.json 'len(d["robots"]) == 4 and d["robots"][0]["robot"] == "prober_1.1_local" and len(d["analysis"]) == 4 and len(d["games"]) >= 12' &&
	pass 'its data' || fail 'its data' "$(head -c 300 data.json "$err")"
json data.json 'd["run"] == "tourneys" and abs(sum(r["games"] for r in d["robots"]) / d["games_played"] - d["seats"]) < 1e-9' &&
	pass 'the fair share' || fail 'the fair share' "$(head -c 300 data.json)"

# Turns without an answer, an impossible game, and an earlier season.
mkdir made
cp real/arena.db made/arena.db
python3 - >"$out" 2>"$err" <<-'END2' && pass 'other games' || fail 'other games' "$(cat "$err")"
	import json, sqlite3
	d = sqlite3.connect("made/arena.db")
	last, tourney, when = d.execute("SELECT max(id), max(tourney), max(end_time) FROM tourney_games").fetchone()
	d.execute("INSERT INTO seasons (name, end_time) VALUES ('first', ?)", (when,))
	three, two = [0, 0, 1, 0, 0, 0], [0, 1, 0, 0, 0, 0]
	both = [0, 1, 1, 0, 0, 0]
	def game(number, hands):
	    log = dict(json.loads(d.execute("SELECT log FROM tourney_games LIMIT 1").fetchone()[0]), game_history=hands, bot_count=2,
	               bot_titles=["Xi_1_a", "Ypsilon_1_a"], bot_rankings=[0, 1], dice_count=2, game_uuid="made-%d" % number)
	    d.execute("INSERT INTO tourney_games (uuid, tourney, match, end_time, log) VALUES (?, ?, ?, '9999-01-01 00:00:00', ?)",
	              ("made-%d" % number, tourney, 9000 + number, json.dumps(log)))
	def hand(caller, result, bids, dice):
	    return dict(losing_player=1, calling_player=caller, result=result, bid_history=bids, face_counts=dice)
	game(1, [hand(1, "error_timeout", [[1, 3, 0]], [both, both]), hand(1, "error_bad_message", [], [both, two])])
	game(2, [hand(1, "error_bid", [[2, 3, 0], [1, 2, 1]], [both, two])])
	game(3, [hand(1, "good_call", [[1, 3, 1]], [both, two])])
	d.commit()
	print(last)
END2
run standings tourneys --results made
prints 'the season alone' 'Tourneys of this season: 3 games'
run analyse Ypsilon tourneys --results made --output json
expect 'a robot that does not answer' 0
cp "$out" found.json
check 'a log that contradicts the rules is counted' has "$err" 'games left out because their logs are inconsistent: 1'
json found.json 'd["games_of_robot"] == 3 and d["games"] == 2 and (d["asks"], d["illegal"], d["faults"], d["hands"]) == (3, 1, 2, 3)' &&
	pass 'its faults' || fail 'its faults' "$(cat found.json)"
json found.json '{l["cause"]: l["hands"] for l in d["losses"]}["fault"] == 2 and {l["cause"]: l["games"] for l in d["losses"]}["illegal"] == 1' &&
	pass 'why it lost' || fail 'why it lost' "$(cat found.json)"
run report tourneys --results made -o made.html
prints 'a report of it' 'in made.html'
check 'with what was left out' has "$err" 'games left out because their logs are inconsistent: 1'
python3 page.py made.html >data.json 2>"$err"
json data.json '[(f["verdict"], f["cause"]) for f in d["faults"]] == [("timeout", "error_timeout"), ("crash", "error_bad_message")]' &&
	json data.json '[f["game"] for f in d["faults"]] == [d["games"][0]["number"]] * 2' && pass 'the faults' || fail 'the faults' "$(head -c 300 data.json "$err")"
json data.json '{r["robot"]: (r["illegal"], r["timeouts"], r["crashes"]) for r in d["robots"]}["Ypsilon_1_a"] == (1, 1, 1)' &&
	pass 'counted' || fail 'counted' "$(head -c 300 data.json)"
json data.json '[w for w in d["games"][0]["why"] if w.startswith("Ypsilon")] == ["Ypsilon_1_a takes too long", "Ypsilon_1_a fails"]' &&
	pass 'a game with both' || fail 'a game with both' "$(head -c 300 data.json)"
json data.json 'd["slow"] == [] and all(a["tables"] for a in d["analysis"])' &&
	pass 'all that the page needs' || fail 'all that the page needs' "$(head -c 300 data.json)"
python3 - <<-'END2'
	import json, sqlite3
	d = sqlite3.connect("made/arena.db")
	log = json.loads(d.execute("SELECT log FROM tourney_games WHERE uuid = 'made-3'").fetchone()[0])
	log["game_history"][0].update(result="error_timeout", face_counts=[[0] * 6] * 2)
	d.execute("UPDATE tourney_games SET log = ? WHERE uuid = 'made-3'", (json.dumps(log),))
	d.commit()
END2
run report tourneys --results made -o made.html
prints 'an inconsistent log with a failure does not prevent the report' 'in made.html'
python3 - <<-'END2'
	import json, sqlite3
	d = sqlite3.connect("made/arena.db")
	row = d.execute("SELECT tourney, log FROM tourney_games WHERE uuid = 'made-1'").fetchone()
	for i in range(11):
	    log = dict(json.loads(row[1]), bot_titles=["First_%d" % i, "Second_%d" % i], game_uuid="more-%d" % i)
	    d.execute("INSERT INTO tourney_games (uuid, tourney, match, end_time, log) VALUES (?, ?, ?, '9999-01-01 00:00:00', ?)",
	              ("more-%d" % i, row[0], 9100 + i, json.dumps(log)))
	d.commit()
END2
run report tourneys --results made -o made.html
python3 page.py made.html >data.json 2>"$err"
json data.json '(len(d["robots"]), len(d["analysis"]), len(d["faults"])) == (24, 8, 20) and d["analysis"][7]["robot"] == "First_6"' &&
	pass 'the best robots of many, and the first faults' || fail 'the best robots of many, and the first faults' "$(head -c 300 data.json "$err")"
python3 -c 'import sqlite3; d = sqlite3.connect("made/arena.db"); d.execute("UPDATE seasons SET end_time = ?", ("9999-12-31 00:00:00",)); d.commit()'
for command in 'analyse prober tourneys' 'report tourneys'; do
	# shellcheck disable=SC2086 # words are meant
	run $command --results made
	says "$command: no game of this season" 2 'this season has no stored game of a tourney'
done
finish
