# net.sh - for the scripts of ../cli that need two sides of a network: after lib.sh.
#
#   name='what it is about'       stands before the colon in the names of the cases
#   start_table PORT ROBOTS GAMES AT_ONCE...   table.py; then $port, $logs_port; end_table: until its games are over
#   start_join ROBOT...           in the background, as $join; its output into $join_out or $out; end_join SIGNAL
#   within COMMAND...             waits until it is true. A wait that takes ten minutes fails and ends the script, since what
#                                 follows might wait for ever
trap 'kill $table $join $watch 2>/dev/null; cd /; rm -rf "$folder"' EXIT
table='' join='' watch=''

within() { # within COMMAND...
	n=0
	until "$@"; do
		n=$((n + 1))
		if [ "$n" -gt 6000 ]; then
			fail "$name" "not within ten minutes: $*"
			finish
		fi
		sleep 0.1
	done
}
start_table() { # start_table PORT ROBOTS GAMES AT_ONCE...: writes its result to table.json
	: >table.out
	PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$root/tests/net/table.py" "$@" >table.out 2>table.err &
	table=$!
	within [ -s table.out ]
	read -r port logs_port <table.out
}
start_join() { # start_join ARGUMENTS...
	# A command in the background opens its files later. If they still had the text of the case before, the script would
	# go on at once, and signal a process that does not handle signals yet.
	: >"$out"
	: >"$err"
	"$arena" join "127.0.0.1:$port" "$@" >"${join_out:-$out}" 2>"$err" </dev/null &
	join=$!
}
end_table() { # waits until its games are over
	wait "$table"
	code=$?
	sed 1d table.out >table.json
	cat table.err >>"$err"
	expect "$name: all games are played" 0
}
end_join() { # end_join SIGNAL
	members=$(family "$join")
	kill -"$1" "$join"
	wait "$join"
	code=$?
	expect "$name: it leaves on $1" 0
	check "$name: nothing is left running" within nobody
}
family() { # family PID...: prints these processes and all their descendants, separated by commas
	ps -e -o pid=,ppid= | awk -v tops=" $* " '{ up[$1] = $2 } END {
		for (pid in up) {
			for (at = pid; at && !index(tops, " " at " ");) at = up[at]
			if (at) { printf "%s%s", comma, pid; comma = "," }
		} }'
}
members=''
nobody() { # are all processes of this join gone? $members: also those of robots, which have other names
	! ps -e -o args | grep -F "join 127.0.0.1:$port" | grep -vq grep &&
		! { [ -n "$members" ] && ps -o stat= -p "$members" | grep -q '^[^Z]'; }
}
left() { # left NAME TEXT: do the sums of the robot end with this text?
	grep -q "^$1: [0-9]* moves in .*$2\$" "$out"
}

