#!/bin/sh
# serve.sh - the tourney server with robots that speak the protocol of docs/rules.md section 5 (tests/net/bots.py):
# tourneys, logs, scores, restart, shutdown, keys. Hostile clients: serve_hostile.sh.
. "$(dirname "$0")/lib.sh"
. "$root/tests/net/serve_lib.sh"

# ---- usage
refused() { # refused NAME TEXT ARGUMENTS...
	name=$1 text=$2
	shift 2
	run serve "$@"
	says "$name" 2 "$text"
}
echo '{"dice_cuont": 3}' >bad.json
refused 'a file with a typo' "did you mean 'dice_count'" --config bad.json
refused 'no such file' 'no_such.json' --config no_such.json
refused 'a value out of range' 'from 1 to 20' --set dice_count=0
refused 'an argument' "unexpected argument 'prober'" prober
refused 'tables too large' 'from 2 to 26' --set player_count=[2,27]
refused 'the open network without keys' 'needs encryption' --public
refused 'an address of the open network without keys' 'needs encryption' --bind 0.0.0.0
refused 'a key without a list' 'must be given together' --key a.key
refused 'a list without a key' 'must be given together' --allow a
refused 'keys and no encryption' 'cannot be used with' --no-encryption --key a.key --allow a
refused 'two addresses' 'cannot be used together' --public --bind 127.0.0.1 --no-encryption
refused 'an address of somebody else' '--bind' --bind 192.0.2.1 --no-encryption -p 0
refused 'one port for both' 'different ports' --set game_port=7000 --set logs_port=7000
refused 'a robot that is none' 'no_such_robot' --robot no_such_robot
refused 'a person' 'not people' --robot human
run serve --results /dev/null/x
says 'a folder that cannot be' 5 '/dev/null/x'

# ---- tourneys
# With tables of four no tourney begins before all four are registered, however slow the machine is.
serve quick -n 2 --seed 1 --set 'player_count=[4,4]'
"$arena" watch "127.0.0.1:$logs_port" --format json >watched.jsonl 2>watched.err </dev/null &
watch=$!
until_true 'a spectator connects' grep -q 'connected to' watched.err
bots 4 --tourneys 2
end_bots 'four robots play two tourneys'
end_server 'it ends after two tourneys' 0
last=$(sql "SELECT json_extract(log, '$.tourney_uuid') FROM tourney_games ORDER BY id DESC LIMIT 1")
seen_last() { grep -F '"bot_scores"' watched.jsonl | grep -qF "$last"; }
until_true 'the spectator has seen the second one' seen_last
kill "$watch"
wait "$watch" 2>/dev/null
watch=
check 'every robot played its games' sql_is 'SELECT count(*), min(games), max(games) FROM entries' '8|20|20'
check 'every game is stored' sql_is 'SELECT count(*) FROM tourney_games' "$(sql 'SELECT sum(games) FROM tourneys')"
check 'and has its log' sql_is "SELECT count(*) FROM tourney_games WHERE log -> '$.game_uuid' = '\"' || uuid || '\"'" \
	"$(sql 'SELECT count(*) FROM tourney_games')"
check 'scores add up' sql_is "SELECT abs(sum(score) - (SELECT sum(json_array_length(log, '$.bot_uuids')) / 2.0 FROM tourney_games)) < 1e-6 FROM bots" 1
check 'a tourney has begun and ended' sql_is 'SELECT count(*) FROM tourneys WHERE end_time >= start_time' 2
sql 'SELECT log FROM tourney_games' >games.jsonl

# The games exported as a run are the same.
from="--results $folder_of_run"
# shellcheck disable=SC2086 # words are meant
tourneys() {
	what=$1
	shift
	run "$what" tourneys $from "$@"
}
tourneys standings --output csv
expect 'standings of the tourneys' 0
python3 - games.jsonl "$out" >"$err" 2>&1 <<-'END' && pass 'wins are those of the logs, with intervals' || fail 'wins are those of the logs, with intervals' "$(cat "$err")"
	import collections, csv, json, sys
	logs = [json.loads(line) for line in open(sys.argv[1])]
	games, wins = collections.Counter(), collections.Counter()
	for log in logs:
	    games.update(log["bot_titles"])
	    wins[log["bot_titles"][log["bot_rankings"][0]]] += 1
	rows = list(csv.DictReader(open(sys.argv[2])))
	assert len(rows) == 4
	for row in rows:
	    assert int(row["games"]) == games[row["robot"]], row
	    assert abs(float(row["win_rate"]) * games[row["robot"]] - wins[row["robot"]]) < 1e-6, row
	    low, rate, high = (float(row[name]) for name in ("win_low", "win_rate", "win_high"))
    assert low < rate < high or rate in (0, 1) and low <= rate <= high and low < high, row
	    assert float(row["rating_low"]) < float(row["rating_high"]), row
END
tourneys standings --matrix
check 'as a table' has "$out" 'Tourneys of this season: '
tourneys standings --reference prober
says 'what is for runs is refused' 2 '--reference is not available for tourneys'
tourneys export --format jsonl
check 'export has every log' sh -c 'python3 -c "import json, sys
a, b = ([json.loads(line) for line in open(name)] for name in sys.argv[1:])
assert a == b and a" "$1" games.jsonl' - "$out"
title=$(sql "SELECT json_extract(log, '\$.bot_titles[0]') FROM tourney_games LIMIT 1")
tourneys export --format jsonl --robot "$title"
check 'of one robot' test "$(wc -l <"$out")" = "$(grep -cF "\"$title\"" games.jsonl)"
tourneys export --games 1-2
check 'as text, of some games' test "$(grep -c '^Game of tourney' "$out")" = 2
uuid=$(sql 'SELECT uuid FROM tourney_games WHERE id = 2')
tourneys replay 2
cp "$out" by_number
tourneys replay "$uuid"
check 'a game by its number, or its uuid' cmp by_number "$out"
check 'it is shown' grep -q "$uuid" by_number
for wrong in 'replay 999999' 'replay nothing' 'export --games 0' 'export --games 999999' 'export --format csv' 'export --robot nobody' 'replay 1 2'; do
	# shellcheck disable=SC2086
	tourneys $wrong
	check "refused: $wrong" test "$code" = 2
done
run export $from --robot prober
says 'a robot is for tourneys' 2 'only for the games of tourneys'
mkdir empty
cp "$folder_of_run/arena.db" empty/arena.db
python3 -c 'import sqlite3; d = sqlite3.connect("empty/arena.db"); d.execute("DELETE FROM tourney_games"); d.commit()'
run standings tourneys --results empty
says 'no game' 2 'no stored game of a tourney'
python3 - "$root/docs/gamelog.schema.json" games.jsonl >"$out" 2>"$err" <<-'END' && pass 'logs are as the schema says' || fail 'logs are as the schema says' "$(tail -n 1 "$err")"
	import json, sys
	import jsonschema
	check = jsonschema.Draft7Validator(json.load(open(sys.argv[1])))
	logs = [json.loads(line) for line in open(sys.argv[2])]
	assert logs
	for log in logs:
	    check.validate(log)
END

# Log tools for the public server read these keys, and expect results_by_bot in the order of the other lists.
python3 - "$root/docs/rules.md" watched.jsonl >"$out" 2>"$err" <<-'END' && pass 'messages have the keys of the rules' || fail 'messages have the keys of the rules' "$(tail -n 1 "$err")"
	import json, re, sys
	rules = {row.split("|")[1].strip(): row.split("|")[2] for row in open(sys.argv[1]) if row.startswith(("| GameLog |", "| TourneyLog |"))}
	keys = {name: {key for key in re.findall(r"`([A-Za-z_]+)`", re.sub(r"\([^)]*\)", "", text))} for name, text in rules.items()}
	messages = [json.loads(line) for line in open(sys.argv[2])]
	games = [m for m in messages if "game_history" in m]
	tourneys = [m for m in messages if "bot_scores" in m]
	assert 1 <= len(tourneys) <= 2 and games
	for game in games:
	    assert set(game) == keys["GameLog"], set(game) ^ keys["GameLog"]
	    for unit in "averages", "maximums":
	        for s, mS in zip(game["ping_" + unit], game["ping_%s_mS" % unit]):
	            assert abs(1000 * s - mS) < 1e-9 and mS >= 0
	for log in tourneys:
	    assert set(log) == keys["TourneyLog"], set(log) ^ keys["TourneyLog"]
	    assert list(log["results_by_bot"]) == log["bot_uuids"] and log["bot_count"] == 4
	    assert log["bot_fullnames"] == log["bot_titles"] == log["bot_name"] and log["bot_version"] == ["1.0"] * 4
	    assert [game["game_uuid"] for game in log["game_logs"]] == log["game_uuids"]
	    assert log["tourney_games"] == log["tourney_game_count"] == len(log["game_logs"])
	    # What was sent before the subscription arrived is lost, but nothing of the second tourney.
	    assert log is not tourneys[-1] or all(game in games for game in log["game_logs"])
	    for i, robot in enumerate(log["bot_uuids"]):
	        own = [game for game in log["game_logs"] if robot in game["bot_uuids"]]
	        places = [game["bot_rankings"].index(game["bot_uuids"].index(robot)) for game in own]
	        assert log["results_by_bot"][robot] == [places, [game["bot_count"] for game in own]]
	        even = sum((n - 1 - place) / (n - 1) for place, n in zip(*log["results_by_bot"][robot]))
	        assert abs(even - log["bot_scores"][i]) < 1e-9
END

# ---- restart
cp games.jsonl before.jsonl
serve quick --seed 1
bots 4 --tourneys 1
end_bots 'a server that was started again'
kill -TERM "$server"
end_server 'it ends on SIGTERM' 0
check 'earlier games are still there' sql_is "SELECT count(*) FROM tourney_games WHERE tourney < 2" "$(wc -l <before.jsonl)"
check 'tourneys are counted on' sql_is 'SELECT min(number), max(number) >= 2 FROM tourneys' '0|1'
check 'no two games have the same dice' sql_is \
	"SELECT count(*), count(DISTINCT log -> '$.game_history[0].face_counts') > count(*) * 0.9 FROM tourney_games" \
	"$(sql 'SELECT count(*) FROM tourney_games')|1"

# ---- only the server's own robots: the same seed, the same games
own() { # own FOLDER
	run serve -p 0 -n 1 --seed 5:0 --results "$1" --set tourney_freq_S=0 --set games_per_tourney_per_bot=30 --robot prober --robot computer \
		--robot conservative --robot radical
}
own one
expect 'robots of the server' 0
own two
expect 'robots of the server again' 0
history="SELECT match, log -> '$.game_history' FROM tourney_games ORDER BY match"
sql "$history" one/arena.db >one.txt
sql "$history" two/arena.db >two.txt
check 'the same seed gives the same games' cmp -s one.txt two.txt
check 'and there are some' [ "$(wc -l <one.txt)" -gt 20 ]

# ---- own robots and clients at one table; a robot that crashes
serve mixed -n 1 --set 'player_count=[4,4]' --set games_per_tourney_per_bot=4 --robot computer --robot "${ARENA_ZOO:-$root/build/release/tests/zoo}/segv.so"
bots 2 --stateful
end_bots 'clients, a robot of the server and one that crashes'
end_server 'the crashes end no server' 0
check 'the first one is reported' test "$(grep -c '^segv_.*: crash: SIGSEGV .*(others like it are not reported)$' server.out)" = 1
check 'with its ask' grep -q '  get_play("[A-D]", "[A-D]:.*")$' server.out
check 'a crash costs the hand' [ "$(sql 'SELECT log FROM tourney_games' | grep -c error_bad_message)" -gt 0 ]

# ---- more robots than a player may have
serve crowd -n 1 --set max_bots_per_player=2
bots 3 --player Ada
end_bots 'three robots of one player'
end_server 'and the tourney is over' 0
check 'they score nothing' sql_is 'SELECT count(*), max(score) FROM bots' '3|0.0'
check 'and are told why' grep -q 'you run 3 robots, but at most 2 may score' bots.json
serve crowds -n 1 --set 'player_count=[4,4]' --set max_bots_per_player=2
bots 4 --player Ada --sources 127.0.0.1,127.0.0.2
end_bots 'two robots of one name on each of two machines'
end_server 'their tourney is over' 0
check 'each machine has its own limit' sql_is 'SELECT min(score) > 0 FROM bots' 1

# ---- a server that is stopped
serve stopped --set games_per_tourney_per_bot=100000 --control stopped.control
bots 3 --limit 3600
until_true 'games are stored' sql_is 'SELECT count(*) > 50 FROM tourney_games' 1
check 'no turn was lost' sql_is "SELECT count(*) FROM tourney_games WHERE log LIKE '%error_timeout%'" 0
run admin stopped.control kick bot1
expect 'a robot is removed from a tourney' 0
until_true 'it loses its turns' sql_is "SELECT count(*) > 0 FROM tourney_games WHERE log LIKE '%error_timeout%'" 1 &&
	pass 'who is removed from a tourney loses its turns'
run serve -p 0 -n 1 --results stopped
says 'a second server on the same database' 5 "another server (process $server) uses 'stopped/arena.db'"
check 'it ends no tourney of the first' sql_is 'SELECT end_time IS NULL FROM tourneys' 1
kill -INT "$server"
end_server 'SIGINT ends it' 0
kill "$bots" 2>/dev/null
wait "$bots" 2>/dev/null
check 'the games in play were finished and scored' sql_is \
	'SELECT end_time IS NOT NULL, games = (SELECT count(*) FROM tourney_games) FROM tourneys' '1|1'

# ---- the organiser
serve organised --set games_per_tourney_per_bot=2 --set max_bots_per_player=9 --control control
admin() { run admin control "$@"; }
bots 4 --player Ada --tourneys 100000 --limit 3600
until_true 'they have played' sql_is 'SELECT count(*) FROM bots WHERE games > 0' 4
admin status
expect 'the organiser asks how it is' 0
check 'the tourney and the robots' grep -q '^bot0_1.0_Ada\|^bot0 from 127.0.0.1' "$out"
check 'the socket is its owner'"'"'s' test "$(stat -c %a control)" = 600
"$arena" join "127.0.0.1:$logs_port" prober >join.out 2>join.err &
join=$!
until_true 'join at the port for spectators reports it' \
	grep -q "no tourney server answers at tcp://127.0.0.1:$logs_port; is it the right port?\|rejected (check the port and the keys) by" join.err
kill -INT "$join"
wait "$join"
join=
admin pause Ada
says 'one player cannot be paused' 2 "pause takes no name, but 'Ada' was given"
admin status
check 'and nothing was' sh -c "! grep -q paused '$out'"
admin pause
expect 'the organiser pauses it' 0
until_true 'the last tourney ends' sql_is 'SELECT count(*) FROM tourneys WHERE end_time IS NULL' 0
n_tourneys=$(sql 'SELECT count(*) FROM tourneys')
admin end-season spring
expect 'a season ends' 0
check 'with its scores' sql_is 'SELECT name, count(*), sum(score) > 0 FROM seasons JOIN season_scores ON season = number' 'spring|4|1'
check 'the next begins at 0' sql_is 'SELECT max(score), max(games), max(tourneys) FROM bots' '0.0|0|0'
sleep 2
check 'no tourney begins while it is paused' test "$(sql 'SELECT count(*) FROM tourneys')" = "$n_tourneys"
admin kick bot3
expect 'a robot is removed' 0
check 'one of them' has "$out" 'bot3: 1 robot removed'
admin resume
expect 'tourneys continue' 0
until_true 'the others play' sql_is 'SELECT count(*) FROM bots WHERE games > 0' 3
check 'who was removed does not' sql_is "SELECT games FROM bots WHERE name = 'bot3'" 0
admin allow bot3
expect 'it is allowed again' 0
admin allow bot3
says 'who was not removed' 2 "'bot3' was not kicked"
admin frobnicate
says 'an unknown request' 2 "there is no request 'frobnicate'" 'the requests are status, kick, allow, pause, resume and end-season'
admin kick Nobody
check 'a name that nobody has is refused from now on' has "$out" 'Nobody: no robot of this player or title is registered; it cannot register'
run admin nowhere status
says 'no server there' 5 "'nowhere'"
run admin control
says 'no request' 2 'arena admin SOCKET status'
run serve -p 0 --results elsewhere --control control
says 'two servers at one socket' 2 'another server listens'
run serve -p 0 --results elsewhere --control server.out
says 'a file that is no socket' 2 'is not a socket'
kill -INT "$server"
end_server 'it ends' 0
kill "$bots" 2>/dev/null
wait "$bots" 2>/dev/null
check 'and its socket is gone' test ! -e control
serve robots --robot computer --control control
admin kick computer_1.0_local
says 'a robot of the server stays' 2 'this robot belongs to the server'
admin kick local
check 'also when its player is removed' has "$out" 'is registered, except those of the server'
kill -INT "$server"
end_server 'it ends too' 0

# ---- a server whose folder is deleted
serve deleted --robot computer --robot prober --robot caller --set games_per_tourney_per_bot=100000
until_true 'games are stored' sql_is 'SELECT count(*) > 5 FROM tourney_games' 1
rm -r deleted
end_server 'a server whose database is deleted ends' 5
check 'it says why' has "$err" "the database 'deleted/arena.db' was moved, deleted or replaced"

# ---- a server that is killed: its finished games count, and the next server continues
serve killed --set games_per_tourney_per_bot=100000
bots 3 --limit 3600
until_true 'games are stored' sql_is 'SELECT count(*) > 50 FROM tourney_games' 1
kill -KILL "$server"
wait "$server" 2>/dev/null
kill "$bots" 2>/dev/null
wait "$bots" 2>/dev/null
played="SELECT count(*), sum(json_array_length(log, '$.bot_uuids')) FROM tourney_games WHERE tourney = 0"
check 'every game that is stored has its scores' sql_is \
	"SELECT (SELECT games FROM tourneys), sum(games) FROM bots" "$(sql "$played")"
check 'the tourney is as it was' sql_is 'SELECT end_time IS NULL FROM tourneys' 1
serve killed -n 1
bots 3
end_bots 'a server after one that was killed'
end_server 'plays a tourney' 0
check 'the one before counts as far as it came' sql_is \
	"SELECT (SELECT games FROM tourneys WHERE number = 0), sum(games) FROM entries WHERE tourney = 0" "$(sql "$played")"
check 'both are over' sql_is 'SELECT count(*) FROM tourneys WHERE end_time >= start_time' 2

# ---- keys
"$arena" keygen server >/dev/null && "$arena" keygen friend >/dev/null && "$arena" keygen stranger >/dev/null
echo 'not a key' >list
run serve -p 0 --key server.key --allow list
says 'a list that is none' 2 "'list', line 1"
run serve -p 0 --key server.pub --allow list
says 'the wrong half of a pair' 2 server.pub
run serve -p 0 --key server.key --allow nowhere
says 'no list' 2 nowhere
{ echo '# friends' && printf '%s Ada\n' "$(cat friend.pub)"; } >list # a line as in the .pub file, or only the key
printf '%s Eve\n' "$(cut -d' ' -f2 server.pub)" >>list
serve keys -n 1 --key server.key --allow list
bots 3 --limit 3 --key stranger.key --server-key server.pub
wait "$bots"
check 'a stranger hears nothing' grep -q '"questions": 0' bots.out
bots 3 --key friend.key --server-key server.pub
end_bots 'whose key is in the list plays'
end_server 'and the tourney ends' 0

# The list changes while the server runs.
said() { grep -q "$1" server.out; }
cp list both
printf '%s Spy\n' "$(cat stranger.pub)" >>both
cp both list
serve lists --key server.key --allow list --set move_timeout_mS=2000 --set games_per_tourney_per_bot=2 --robot computer --robot prober --robot caller # who go on playing without the others
"$arena" watch "127.0.0.1:$logs_port" --format json --key stranger.key --server-key server.pub >watched 2>watch.err &
watch=$!
bots 2 --tourneys 100000 --limit 3600 --key friend.key --server-key server.pub
until_true 'a spectator sees games' grep -q game_history watched
echo 'not a key' >list
until_true 'the server says that a list is invalid' said "'list', line 1: must be .*; the keys that were allowed before remain allowed"
rm list
until_true 'and that there is none' said "cannot read the list of keys 'list'"
cp both list
until_true 'it says when it has read another' said 'keys that are allowed: 3$'
check 'an invalid list removed nobody' sh -c '! grep -q removed: server.out'
grep -v 'Ada$' both >list
# The key of one more spectator is checked by the new list.
"$arena" watch "127.0.0.1:$logs_port" --count 1 --key stranger.key --server-key server.pub >/dev/null 2>&1
until_true 'whose key is removed is' said 'removed: bot1.*your key is no longer in the list'
n=$(wc -l <watched)
until_true 'a spectator whose key is still in the list connects again' sh -c "[ \$(wc -l <watched) -gt $n ]"
grep -v 'Spy$' list >new
mv new list
until_true 'it reads that too' said 'keys that are allowed: 1$'
until_true 'a spectator whose key is removed is disconnected' grep -q rejected watch.err
kill -INT "$server" "$watch"
wait "$watch"
watch=
end_server 'and it ends' 0
kill "$bots"
wait "$bots" 2>/dev/null
bots=

finish
