#!/bin/sh
# watch.sh - `arena watch`: the output for spectators of the tables of tests/net/table.py, which also misbehave.
. "$(dirname "$0")/lib.sh"
. "$root/tests/net/net.sh"

start_watch() { # start_watch NAME ARGUMENTS...: its output in NAME.out and NAME.err
	to=$1
	shift
	: >"$to.out"
	: >"$to.err"
	"$arena" watch "127.0.0.1:$logs_port" "$@" >"$to.out" 2>"$to.err" </dev/null &
	watch="$watch $!"
	last=$!
	check "$name: $to sees the server" within has "$to.err" 'connected to'
}
end_watch() { # end_watch NAME PID: waits for it to end
	wait "$2"
	code=$?
	cp "$1.out" "$out"
	cp "$1.err" "$err"
	expect "$name: $1 ends" 0
}

run watch
says 'it needs a server' 2 'host of one server'
run watch a b
says 'one server' 2 'host of one server'
run watch host:99999
says 'no such port' 2 "'host:99999'"
run watch nobody.invalid
says 'a machine that nobody knows' 5 "'nobody.invalid'" 'check the name'
run watch localhost --count 0
says 'no games' 2 '--count'

name='games'
start_table 0 3 40 4 --logs 0 --spectators 5
start_watch text --count 5
text=$last
start_watch json --format json --count 30
json=$last
start_watch other --robot nobody
other=$last
start_watch one --robot prober --format json --count 5
one=$last
start_watch scores --format json
scores=$last
start_join prober computer tourney_random --player Ada
end_table
end_watch text "$text"
check "$name: five of them" test "$(grep -c '^Game of tourney 1, game ' text.out)" = 5
check "$name: who came" has text.out 'prober_1.1_Ada has registered'
check "$name: bids in words" grep -qE '^  (prober|computer|tourney_random)_1.[01]_Ada  +[a-z]+ (one|two|three|four|five|six)s?$' text.out
check "$name: calls" grep -qE '^  [a-z_]+_1.[01]_Ada  +liar!$' text.out
check "$name: how hands end" grep -qE "^  [a-z_]+_1.[01]_Ada called .*'s call was (right|wrong), .* loses (a|the last) die" text.out
check "$name: a hand cannot go otherwise" sh -c '! grep -q "cannot have gone" text.out'
check "$name: places" grep -qE '^1 [a-z_]+_1.[01]_Ada, 2 [a-z_]+_1.[01]_Ada, 3 ' text.out
check "$name: no colours in a file" sh -c '! grep -q "$(printf "\033")" text.out'
end_watch json "$json"
end_watch one "$one"
for file in json one; do
	/usr/bin/python3 -c 'import json, sys; json.dump([json.loads(line) for line in open(sys.argv[1])], open(sys.argv[2], "w"))' $file.out $file.json
done
check "$name: as objects" json json.json 'sum("game_history" in m for m in d) == 30 and sum("session_uuid" in m for m in d) == 3'
check "$name: of one robot" json one.json 'len(d) == 6 and d[0]["name"] == "prober"'
# Each bid of a game is a line of its text.
/usr/bin/python3 - <<'END' >"$out" 2>"$err"
import json
games = [m for m in json.load(open("json.json")) if "game_history" in m]
text = open("text.out").read()
assert "Game of" in text
parts = {part.split("\n")[0].split(", ")[-1]: part for part in text.split("Game of")[1:]}
same = [g for g in games if g["game_uuid"] in parts]
assert len(same) == 5, len(same)
for game in same:
    lines = parts[game["game_uuid"]].split("\n")
    for hand in range(len(game["game_history"])):
        begin = lines.index("Hand %d" % (hand + 1))
        end = lines.index("Hand %d" % (hand + 2)) if hand + 1 < len(game["game_history"]) else len(lines) - 3
        played = game["game_history"][hand]
        n_in = sum(sum(faces) > 0 for faces in played["face_counts"])
        is_call = played["result"].endswith("call")
        assert end - begin == 1 + n_in + len(played["bid_history"]) + is_call + 1, (hand, lines[begin:end])
END
code=$?
expect "$name: a line to each bid" 0
check "$name: the scores come last" within grep -q '"bot_scores"' scores.out
kill -INT "$scores" "$other"
end_watch scores "$scores"
end_watch other "$other"
check "$name: nothing of others" test ! -s other.out
end_join INT

name='a terminal'
start_table 0 3 1000000 2 --logs 0
start_join prober computer tourney_random --player 'Ada Augusta King Noel'
/usr/bin/python3 - "$arena" "127.0.0.1:$logs_port" <<'END' >terminal.out 2>"$err"
import fcntl, os, pty, struct, sys, termios
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
    os.execv(sys.argv[1], [sys.argv[1], "watch", sys.argv[2], "--count", "3"])
try:
    while data := os.read(terminal, 65536):
        os.write(1, data)
except OSError:
    pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
END
code=$?
expect "$name: three games" 0
check "$name: what hands end with is wrapped between words" test "$(tr -d '\r' <terminal.out | sed 's/\x1b\[[0-9;]*m//g' | grep -v -e '^Game' -e '^arena' | awk '
	length > 60 { n++ } /^  [a-z_.0-9]+_1.[01]_Ada Augusta King Noel called/ { called++ } END { print n + 0, (called > 5) }')" = '0 1'
end_join INT
kill "$table"
wait "$table" 2>/dev/null

name='a hostile server'
start_table 0 3 4 2 --logs 0 --spectators 1 --hostile
start_watch hostile
hostile=$last
start_join prober computer tourney_random --player Ada
end_table
check "$name: all is shown" within has hostile.out 'Scores of tourney 1'
kill -TERM "$hostile"
end_watch hostile "$hostile"
check "$name: one line about it" test "$(grep -c 'a message from the server was dropped' hostile.err)" = 1
check "$name: nothing reaches the terminal raw" test "$(tr -d '\n\40-\176' <hostile.out | wc -c)" = 0
check "$name: what cannot be right is said" has hostile.out 'the log is inconsistent; its result: ?]0;title?'
check "$name: numbers of any size" has hostile.out '1e+308'
check "$name: in short lines" sh -c '! sed -n "/Scores of/,/^$/p" hostile.out | grep -q "[0-9]\{100\}"'
check "$name: good games are shown" grep -q 'called .* call was' hostile.out
end_join INT

name='a server that comes back'
read -r port logs_port <<END
$(free_ports 2)
END
start_table "$port" 2 1000000 2 --logs "$logs_port"
start_watch back
back=$last
start_join prober computer --player Ada
check "$name: games" within has back.out 'Game of'
kill -9 "$table"
wait "$table" 2>/dev/null
check "$name: it is noticed" within has back.err 'lost the connection'
before=$(grep -c '^Game of' back.out)
start_table "$port" 2 1000000 2 --logs "$logs_port"
more() { [ "$(grep -c '^Game of' back.out)" -gt "$before" ]; }
check "$name: it is back" within more
kill -INT "$back"
end_watch back "$back"
kill -9 "$table"
wait "$table" 2>/dev/null
end_join INT

name='encryption'
run keygen server
run keygen me
start_table 0 2 6 2 --logs 0 --spectators 1 --key server.key
start_watch encrypted --key me.key --server-key server.pub --count 1
encrypted=$last
start_join prober computer --player Ada --key me.key --server-key server.pub
end_table
end_watch encrypted "$encrypted"
end_join INT
table='' join='' watch=''
finish
