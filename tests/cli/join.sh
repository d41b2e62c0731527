#!/bin/sh
# join.sh - `arena join` at a server: that of tests/net/table.py, which also misbehaves.
. "$(dirname "$0")/lib.sh"
. "$root/tests/net/net.sh"
zoo=${ARENA_ZOO:-$root/build/release/tests/zoo}

run join
says 'it needs a server' 2 'host of a server'
run join localhost
says 'it needs robots' 2 'at least one robot'
run join localhost nobody_of_that_name
says 'an unknown robot' 2 'nobody_of_that_name'
for address in '' :5555 host:0 host:65536 host:x a/b ::1 '[::1]:'; do
	run join "$address" prober
	says "an address that is none: '$address'" 2 "'$address'"
done
run join nobody.invalid prober
says 'a machine that nobody knows' 5 "'nobody.invalid'" 'check the name'
run join localhost human
says 'a person without a page' 2 'join --browser HOST human'
run join --browser localhost prober
says 'a robot at a page' 2 'join --browser HOST human'
run join --browser localhost human prober
says 'a person and a robot' 2 'is for one person'
run join localhost prober --listen 0
says 'where, but no page' 2 "'--listen' needs '--browser'"
run join localhost prober --turn-time 1s
says 'a time, but no page' 2 "'--turn-time' needs '--browser'"
run join localhost prober -r faces=8
says 'rules that the protocol cannot tell' 2 'faces=6'
run join localhost prober -r wild=maybe
says 'a rule that is none' 2 '--rule' 'wild'
address=127.55.$(($$ / 254 % 254)).$(($$ % 254 + 1)) # that nothing else uses, also if these tests run twice
for default in "5555 join $address prober" "5556 watch $address"; do
	# shellcheck disable=SC2086 # words
	set -- $default
	port=$1
	shift
	check "the port of $1" python3 "$root/tests/net/default_port.py" "$address" "$port" "$arena" "$@"
done
cp "$zoo/no_get_play.so" .
run join localhost ./no_get_play.so
expect 'no robot that can be loaded' 4
check 'it says so' has "$err" 'no robot can be loaded'
check 'and why' has "$err" 'no_get_play cannot be loaded and does not join: it does not export get_play'

name='three robots'
start_table 0 3 30 8
start_join prober computer tourney_random --player 'Ada Lovelace' --machine-learning --seed 1
end_table
check "$name: nobody made an error" json table.json \
	'sum(n for r in d["results"].values() for k, n in r.items() if k.startswith("error")) == 0'
check "$name: who they are" json table.json \
	'sorted(b["full_title"] for b in d["bots"]) == ["%s_Ada Lovelace" % n for n in ("computer_1.0", "prober_1.1", "tourney_random_1.0")]'
check "$name: their flags" json table.json \
	'all(b["machine_learning"] and b["stateless"] and not b["internet"] and not b["software_engineer"] for b in d["bots"])'
check "$name: the better one wins" json table.json 'd["wins"].get("prober_1.1_Ada Lovelace", 0) > 15'
end_join INT
check "$name: what the server prints" has "$out" 'computer: the tourney begins'
check "$name: the sums" left computer '30 games'

name='more games than lanes'
start_table 0 3 30 12
start_join prober computer tourney_random --player Ada -L 3 --internet --software-engineer
end_table
check "$name: other flags" json table.json \
	'all(b["internet"] and b["software_engineer"] and not b["machine_learning"] for b in d["bots"])'
check "$name: nobody made an error" json table.json \
	'sum(n for r in d["results"].values() for k, n in r.items() if k.startswith("error")) == 0'
end_join TERM

name='a hostile server'
start_table 0 3 12 6 --hostile
start_join prober computer tourney_random --player Ada --stateful
end_table
check "$name: nobody made an error" json table.json \
	'sum(n for r in d["results"].values() for k, n in r.items() if k.startswith("error")) == 0'
check "$name: not stateless" json table.json 'not any(b["stateless"] for b in d["bots"])'
end_join INT
check "$name: one line about it" test "$(grep -c '^arena: prober: a message from the server was dropped' "$err")" = 1
check "$name: what the server says again and again is shown once" test "$(grep -c '^prober: .*hello' "$out")" = 1
check "$name: the others are counted" left prober 'messages of the server dropped'
check "$name: nothing reaches the terminal raw" test "$(tr -d '\n\40-\176' <"$out" | wc -c)" = 0

name='robots that fail'
start_table 0 4 3 3
start_join prober "$zoo/segv.so" "$zoo/loop.so" "$zoo/garbage.so" --player Ada --move-time 50ms
end_table
check "$name: an illegal play is told once, with what was asked" test "$(grep -c \
	'^arena: garbage: illegal play: get_play("[A-D]", "[A-D]:.*", ".*") returned .* (others are only counted)$' "$err")" = 1
# Sometimes prober bluffs, and calling it is right.
check "$name: they call" json table.json 'd["results"]["segv_1.0_Ada"]["bad_call"] == 15 and not set(d["results"]["segv_1.0_Ada"]) - {"bad_call", "good_call"}'
check "$name: nonsense is the server's to judge" json table.json 'd["results"]["garbage_1.0_Ada"] == {"error_bad_message": 15}'
check "$name: the others go on" json table.json 'd["wins"] == {"prober_1.1_Ada": 3}'
end_join INT
check "$name: a crash is told once" test "$(grep -c '^arena: segv: crash: SIGSEGV' "$err")" = 1
check "$name: with its ask" grep -q '^arena: segv:   get_play("[A-D]", "[A-D]:.*")$' "$err"
check "$name: so is a timeout" test "$(grep -c '^arena: loop: timeout: ' "$err")" = 1
check "$name: one fault in each game" left segv '3 games, 3 faults'
check "$name: every illegal play is counted" left garbage '3 games, 15 illegal plays'

name='a robot that cannot be loaded'
start_table 0 2 2 1
start_join ./no_get_play.so prober computer --player Ada --trust
end_table
check "$name: it stays at home" has "$err" 'no_get_play cannot be loaded'
end_join INT

name='a server that sends a message without end'
endless() { # endless KIND COMMAND [ROBOT]
	: >endless.out
	/usr/bin/python3 "$root/tests/net/endless.py" "$1" >endless.out 2>&1 &
	table=$!
	shift
	within [ -s endless.out ]
	run "$1" "127.0.0.1:$(cat endless.out)" ${2:+"$2"}
	expect "$name: $1 leaves" 5
	check "$name: $1 says why" has "$err" 'sent more than 192 MB'
	wait "$table"
}
endless ROUTER join prober
endless PUB watch

name='a server that is killed'
start_table "$(free_ports 1)" 2 1000000 4
start_join prober computer --player Ada
both_play() { has "$err" 'prober: connected' && has "$err" 'computer: connected'; }
check "$name: they play" within both_play
kill -9 "$table"
wait "$table" 2>/dev/null
check "$name: it is noticed" within has "$err" 'prober: lost the connection'
start_table "$port" 2 5 4
end_table
check "$name: they are back" test "$(grep -c '^arena: prober: connected' "$err")" -ge 2
end_join INT

name='a killed join'
start_table 0 2 1000000 4
start_join prober computer --player Ada
check "$name: they play" within has "$err" 'computer: connected'
robots_run() { members=$(family "$join") && [ "$(echo "$members" | tr , '\n' | wc -l)" -ge 5 ]; } # join, and for each robot its client and its process
check "$name: their processes run" within robots_run
kill -9 "$join"
wait "$join" 2>/dev/null
check "$name: its robots leave too" within nobody
kill "$table"
wait "$table" 2>/dev/null

name='a full disk'
start_table 0 2 1000000 2
join_out=/dev/full
start_join prober computer --player Ada
join_out=
check "$name: it plays" within has "$err" 'prober: connected'
kill -INT "$join"
wait "$join"
code=$?
expect "$name: its lines are lost" 5
check "$name: it says so" has "$err" 'prober: cannot write all of the output'
kill "$table"
wait "$table" 2>/dev/null
table='' join=''

name='encryption'
run keygen server
run keygen me
run keygen other
start_table 0 2 3 2 --key server.key
start_join prober computer --player Ada --key me.key --server-key server.pub
end_table
end_join INT
start_table 0 2 3 2 --key server.key
start_join prober --player Ada --key me.key --server-key other.pub
check "$name: another server than it says is not let in" within has "$err" 'prober: rejected (check the port and the keys)'
end_join INT
start_join prober --player Ada
check "$name: nobody without a key" within has "$err" 'prober: rejected (check the port and the keys)'
end_join INT
check "$name: nobody has played" left prober '0 games'
kill "$table"
wait "$table" 2>/dev/null
table='' join=''
finish
