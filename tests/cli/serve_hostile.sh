#!/bin/sh
# serve_hostile.sh - 200 hostile clients (tests/net/hostile.py) and four fair ones at a server, for 10 seconds or
# ARENA_SOAK_SECONDS: every game is finished, memory does not grow, and fair clients are not affected.
. "$(dirname "$0")/lib.sh"
. "$root/tests/net/serve_lib.sh"
seconds=${ARENA_SOAK_SECONDS:-10}

descriptors() {
	find "/proc/$server/fd" -mindepth 1 2>/dev/null | wc -l
}
kilobytes() { # kilobytes FIELD
	sed -n "s/^$1:[ \t]*\([0-9]*\).*/\1/p" "/proc/$server/status"
}
few_descriptors() {
	[ "$(descriptors)" -le $((n_before + 2)) ]
}

serve soak --seed 1 --set move_timeout_mS=1000 --set game_timeout_mS=8000 --set games_per_tourney_per_bot=3 --set max_bots=220 \
	--set logs_kept=500 --set tourney_min_gap_S=0.2
bots 4 --tourneys 1
end_bots 'before: fair robots play'
bots 4 --tourneys 1000000
n_over=$(sql 'SELECT count(*) FROM tourneys WHERE end_time NOT NULL')
until_true 'tourneys are over, the last of them with all four' sql_is "SELECT count(*) > $n_over + 2 FROM tourneys WHERE end_time NOT NULL" 1
n_before=$(descriptors) memory_before=$(kilobytes VmRSS)

/usr/bin/python3 "$root/tests/net/hostile.py" "$port" "$logs_port" 200 "$seconds" >hostile.json 2>hostile.err
code=$?
cat hostile.err >"$err"
expect 'the hostile clients did their worst' 0
check 'every kind of hostile client misbehaved' json hostile.json 'len(d) == 12'
memory_after=$(kilobytes VmRSS)
kill -TERM "$bots"
end_bots 'fair robots were served meanwhile, and told nothing wrong'
check 'and their tourneys went on' json bots.json 'd["tourneys"] >= 1 and d["questions"] > 100'

bots 3 --tourneys 2
end_bots 'afterwards: others play as before'
check 'descriptors are back' until_true 'descriptors are back' few_descriptors
check "memory: $memory_before KB before, $memory_after KB after" [ "$memory_after" -lt $((memory_before + 250000)) ]
check "memory: $(kilobytes VmHWM) KB at most" [ "$(kilobytes VmHWM)" -lt 300000 ]

kill -TERM "$server"
end_server 'the server ends as if nothing had been' 0
check 'hostile robots took part' sql_is "SELECT count(*) > 20 FROM bots WHERE player LIKE 'hostile%'" 1
check 'no game is lost: all of a tourney are counted' sql_is \
	'SELECT count(*) FROM tourneys WHERE end_time NOT NULL AND number > (SELECT min(tourney) FROM tourney_games) AND games != (SELECT count(*) FROM tourney_games WHERE tourney = number)' 0
check 'no tourney is lost' sql_is 'SELECT count(*) FROM tourneys WHERE end_time IS NULL' 0
check 'every robot has played all of its games' sql_is \
	'SELECT count(*) FROM entries WHERE games < 3 AND tourney < (SELECT max(number) FROM tourneys)' 0
check 'the oldest logs are gone' sql_is 'SELECT count(*) <= 500 + 200 FROM tourney_games' 1
control=$(printf '[\001-\011\013-\037\177]')
check 'what the server says is text' [ "$(LC_ALL=C grep -c "$control" server.out)" = 0 ]
check 'and so is what it stores' sql_is "SELECT count(*) FROM bots WHERE player || name || meta LIKE '%' || char(27) || '%'" 0

finish
