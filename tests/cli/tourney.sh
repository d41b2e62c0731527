#!/bin/sh
# tourney.sh - both sides of the tourney: `arena serve` with `arena join` and `arena watch`, over loopback.
. "$(dirname "$0")/lib.sh"
. "$root/tests/net/serve_lib.sh"
. "$root/tests/net/net.sh"
trap 'kill $server $bots $joins 2>/dev/null; cd /; rm -rf "$folder"' EXIT
joins=''

member() { # member ROBOT ARGUMENTS...: one robot joins; its messages go to ROBOT.err
	robot=$1
	shift
	"$arena" join "127.0.0.1:$port" "$robot" "$@" >"${robot##*/}.out" 2>"${robot##*/}.err" </dev/null &
	joins="$joins $!"
}
leave() { # leave NAME: all of them
	# shellcheck disable=SC2086 # words are meant
	members=$(family $joins)
	for pid in $joins; do
		kill -INT "$pid"
		wait "$pid"
		code=$?
		[ "$code" = 0 ] || expect "$1: they leave" 0
	done
	joins=''
	check "$1: nothing is left running" within nobody
}
played() { # played N: have N robots scores of at least $tourneys tourneys?
	[ "$(sql "SELECT count(*) FROM bots WHERE tourneys >= $tourneys" 2>/dev/null)" = "$1" ]
}
errors() {
	sql 'SELECT log FROM tourney_games' | grep -c '"result": *"error_'
}

name='four joins'
cat >echo.py <<'END'
#!/usr/bin/python3
import sys
for line in sys.stdin:
    if line.split()[0] not in ("game", "seed"):
        history = line.split()[2]
        last = 0 if history == "-" else int(history.split(",")[-1].split(":")[1])
        print(11 if last == 0 else 0, flush=True)
END
chmod +x echo.py
read -r port logs_port <<END
$(free_ports 2)
END
ports="--set game_port=$port --set logs_port=$logs_port"
serve games
member prober --player Ada
member computer --player Bob
member tourney_random --player Cyd
member ./echo.py --player Dan --trust
tourneys=1
until_true "$name: a tourney" played 4 && pass "$name: a tourney"
"$arena" watch "127.0.0.1:$logs_port" --count 2 >watch.out 2>watch.err </dev/null
code=$?
expect "$name: games can be watched" 0
check "$name: they can be read" grep -q "'s call was " watch.out
check "$name: nobody made an error" [ "$(errors)" = 0 ]
check "$name: who is who" sql_is 'SELECT group_concat(player, " ") FROM (SELECT player FROM bots ORDER BY player)' 'Ada Bob Cyd Dan'

name='a server that is killed'
kill -9 "$server"
wait "$server" 2>/dev/null
check "$name: it is noticed" within has prober.err 'lost the connection'
tourneys=$(sql 'SELECT max(tourneys) + 2 FROM bots')
serve games
ports='-p 0'
until_true "$name: all are back" played 4 && pass "$name: all are back, and play on"
check "$name: nobody made an error" [ "$(errors)" = 0 ]
check "$name: it was told once" [ "$(grep -c 'lost the connection' computer.err)" = 1 ]
kill -TERM "$server"
end_server "$name: it ends" 0
leave "$name"

name='a program that plays one game in each process'
serve plain -n 4 --set 'player_count=[4,4]' --robot computer --robot calm --robot simple
member ./echo.py --player Dan
end_server "$name: the server ends" 0
leave "$name"
check "$name: nobody made an error" [ "$(errors)" = 0 ]
check "$name: it played" sql_is "SELECT games > 0 FROM bots WHERE player = 'Dan'" 1
check "$name: every game is counted once" [ "$(sed -n 's/.* moves in \([0-9]*\) games$/\1/p' echo.py.out)" = \
	"$(sql "SELECT count(*) FROM tourney_games WHERE log LIKE '%echo.py_1.0_Dan%'")" ]
check "$name: it is not announced as stateless" sql_is "SELECT json_extract(meta, '$.stateless') FROM bots WHERE player = 'Dan'" 0
check "$name: but plays some games at once" sql_is "SELECT json_extract(meta, '$.max_games') > 1 FROM bots WHERE player = 'Dan'" 1

name='keys'
for pair in server friend stranger; do
	"$arena" keygen $pair >/dev/null
done
printf '%s friends\n' "$(cut -d' ' -f2 friend.pub)" >list
serve keys --key server.key --allow list
member prober --player Ada --key friend.key --server-key server.pub
member computer --player Bob --key friend.key --server-key server.pub
member tourney_random --player Cyd --key friend.key --server-key server.pub
member radical --player Eve --key stranger.key --server-key server.pub
check "$name: who is not in the list is not let in" within has radical.err 'rejected (check the port and the keys)'
tourneys=1
until_true "$name: friends play" played 3 && pass "$name: friends play"
check "$name: nobody else" sql_is "SELECT count(*) FROM bots WHERE player = 'Eve'" 0
check "$name: a key is a player" sql_is "SELECT group_concat(DISTINCT player) FROM bots" friends
: >list
until_true "$name: a key leaves the list" grep -q '^removed: prober_1.1_friends .*your key' server.out
until_true "$name: all of its robots leave" grep -q '^waiting for robots: 0 are registered' server.out &&
	pass "$name: who is no longer in the list is thrown out"
check "$name: and is told" within has prober.out 'your key is no longer in the list'
kill -TERM "$server"
end_server "$name: it ends" 0
leave "$name"
check "$name: the stranger was asked nothing" grep -q '^radical: 0 moves' radical.out
finish
