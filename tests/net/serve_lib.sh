# serve_lib.sh - for the scripts of the tourney server, after lib.sh: starts a server in the background and its clients.
# A wait that takes ten minutes fails and ends the script, since what follows might wait for ever.
server='' bots='' join='' watch='' port='' logs_port='' db=''
# shellcheck disable=SC2154 # folder: of lib.sh
trap 'kill $server $bots $join $watch 2>/dev/null; cd /; rm -rf "$folder"' EXIT
export PYTHONDONTWRITEBYTECODE=1

until_true() { # until_true WHAT COMMAND...
	until_what=$1 until_n=0
	shift
	until "$@"; do
		until_n=$((until_n + 1))
		if [ "$until_n" -gt 6000 ]; then
			fail "$until_what" 'not within ten minutes'
			finish
		fi
		sleep 0.1
	done
}

ports='-p 0' # or other options for the address
serve() { # serve FOLDER ARGUMENTS...: quick tourneys, into FOLDER
	db=$1/arena.db
	: >server.out
	folder_of_run=$1
	shift
	# shellcheck disable=SC2086 # words are meant
	"$arena" serve $ports --results "$folder_of_run" --set tourney_freq_S=1 --set tourney_min_gap_S=0.5 --set games_per_tourney_per_bot=20 \
		--set move_timeout_mS=60000 --set game_timeout_mS=3600000 --set max_bots_per_player=9 "$@" >server.out 2>server.err &
	server=$!
	until_true 'the server listens' grep -q '^spectators: ' server.out
	port=$(sed -n 's/^robots: .*://p' server.out)
	logs_port=$(sed -n 's/^spectators: .*://p' server.out)
}

end_server() { # end_server NAME CODE
	wait "$server"
	code=$?
	server=
	cat server.out >"$out"
	cat server.err >"$err"
	expect "$1" "$2"
}

bots() { # bots N OPTIONS...
	: >bots.out
	/usr/bin/python3 "$root/tests/net/bots.py" "$port" "$@" >bots.out 2>bots.err &
	bots=$!
	until_true 'the robots connect' grep -q ready bots.out
}

end_bots() { # end_bots NAME: did they play to the end, without errors?
	wait "$bots"
	code=$?
	bots=
	sed 1d bots.out >bots.json
	cat bots.json bots.err >"$err"
	expect "$1" 0
}

sql() { # sql QUERY [DATABASE]: prints one line per row, values separated by '|'
	python3 -IS -c 'import sqlite3, sys
db = sqlite3.connect("file:%s?mode=ro" % sys.argv[1], uri=True, timeout=60)
for row in db.execute(sys.argv[2]):
    print("|".join(str(value) for value in row))' "${2:-$db}" "$1"
}

sql_is() { # sql_is QUERY RESULT
	[ "$(sql "$1" 2>/dev/null)" = "$2" ]
}
