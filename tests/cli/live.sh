#!/bin/sh
# live.sh - `arena serve --http`: the page as people see it, in Chromium (tests/report/live.py), and its options. HTTP
# itself is tested in tests/unit/net/test_net_http.c.
. "$(dirname "$0")/lib.sh"
. "$root/tests/net/serve_lib.sh"

for where in x 65536 -1 127.0.0.1: '::1:80x'; do
	run serve --http "$where"
	says "no port: '$where'" 2 '--http'
done
run serve -p 0 --http localhost:0
says 'no number of an address' 2 "'localhost'"
run serve -p 0 --http 192.0.2.1:0
says 'an address of somebody else' 5 '192.0.2.1'

# What can be seen of a game in progress, over everything that the server sends.
serve spectators -n 1 --http 127.0.0.1:0 --set games_per_tourney_per_bot=1 --set 'player_count=[3,3]' --set move_timeout_mS=600000 \
	--set game_timeout_mS=3600000
page=$(sed -n 's/^page: //p' server.out)
/usr/bin/python3 "$root/tests/net/spectator.py" "$port" "$logs_port" "$page" >spectator.out 2>spectator.err
code=$?
cat spectator.out
cp spectator.err "$err"
expect 'spectators see no dice' 0
end_server 'their tourney ends' 0

if ! why=$(PYTHONDONTWRITEBYTECODE=1 python3 "$root/tests/report/browser.py" 2>&1); then
	skip 'the page in a browser' "$why"
	finish
fi
browse() { # browse WHAT [PID, or PIPE]
	/usr/bin/python3 "$root/tests/report/live.py" "$1" "$page" ${2:+"$2"} >live.out 2>live.err
	code=$?
	cat live.out
	n_failed=$((n_failed + $(grep -c '^FAIL' live.out)))
	cp live.err "$err"
	expect "the browser went through: $1" 0
}
open_page() { # open_page FOLDER ARGUMENTS...
	serve "$@"
	page=$(sed -n 's/^page: //p' server.out)
}
end_page() { # end_page NAME
	kill -TERM "$server"
	end_server "$1" 0
}
quartet='--robot prober --robot computer --robot conservative --robot radical'

# The pages of a contest's server, seen by the same browser.
run contest init contest --set seed=7:0 --set rules=dice=1 --set doctor_games=1 --set check_seconds=600 -q
mkdir contest/submissions/ann
echo 'int get_play(void) { return x; }' >contest/submissions/ann/bot.c
run contest build contest
expect 'a submission that cannot be built' 0
token=$("$arena" contest invite contest ann)
"$arena" contest serve contest --listen 127.0.0.1:0 >contest.out 2>&1 &
watch=$!
until_true 'the server of the contest is there' grep -q sign-in contest.out
organiser=$(sed -n 's/^sign in as the organiser: //p' contest.out)
open_page empty --http 0
browse empty "${organiser%#*}#$token $organiser"
kill "$watch"
wait "$watch"
code=$?
watch=
expect 'the server of the contest ends' 0
if command -v tidy >/dev/null; then
	curl -s -o page.html "$page" || /usr/bin/python3 -c 'import sys, urllib.request
open("page.html", "wb").write(urllib.request.urlopen(sys.argv[1]).read())' "$page"
	tidy -errors -quiet page.html >"$out" 2>&1
	check 'valid HTML' [ ! -s "$out" ]
else
	skip 'valid HTML' 'there is no tidy'
fi
end_page 'an empty server ends'

# shellcheck disable=SC2086 # words are meant
run serve -p 0 -n 2 --seed 3 --results full --set tourney_freq_S=0 --set games_per_tourney_per_bot=5 $quartet
expect 'two tourneys' 0
open_page full --http 127.0.0.1:0
browse full
end_page 'a server that has played ends'

# shellcheck disable=SC2086
open_page moving --http 0 $quartet
browse moving
end_page 'a server that plays ends'

# shellcheck disable=SC2086
open_page tables --http 0 $quartet --set games_per_tourney_per_bot=2 --set move_timeout_mS=600000 --set game_timeout_mS=3600000 \
	--set 'player_count=[5,5]'
mkfifo go_on
/usr/bin/python3 "$root/tests/net/bots.py" "$port" 1 --tourneys 9999 --until go_on >bots.out 2>bots.err &
bots=$!
browse tables go_on
end_page 'a server with games in progress ends'
kill "$bots"
wait "$bots" 2>/dev/null
bots=

port_of_page=$(free_ports 1)
open_page away --http "$port_of_page"
browse away "$server" &
browser=$!
until_true 'the browser sees it go' grep -q '^gone' live.out
wait "$server"
open_page away --http "$port_of_page"
wait "$browser" || n_failed=$((n_failed + 1))
check 'it came back' grep -q '^ok one that is back too' live.out
end_page 'it ends'
finish
