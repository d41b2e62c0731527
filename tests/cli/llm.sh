# llm.sh - the robot that asks a language model, alone and in the arena, with a mock service.
. "$(dirname "$0")/lib.sh"
llm=${ARENA_ROBOTS:-$root/build/release/robots}/llm
PYTHONDONTWRITEBYTECODE=1 python3 "$root/tests/llm/llm_test.py" "$llm" || n_failed=$((n_failed + 1))

# In the arena, with the service on the loopback.
ARENA_PATH=$(dirname "$llm") ARENA_LLM_KEY=sk-secret-0123456789 ARENA_LLM_MODEL=test
export ARENA_PATH ARENA_LLM_KEY ARENA_LLM_MODEL
mkfifo pipe
PYTHONDONTWRITEBYTECODE=1 python3 "$root/tests/llm/stand_in.py" >pipe &
stand_in=$!
trap 'kill "$stand_in" 2>/dev/null; cd /; rm -rf "$folder"' EXIT
read -r port <pipe

fight() { # fight BEHAVIOUR ARGUMENTS...: with its base URL, and further arguments of `tournament`
	ARENA_LLM_URL=http://127.0.0.1:$port/$1
	export ARENA_LLM_URL
	shift
	run tournament --network llm --move-time 10s --results results --output csv --seed 1:0 "$@"
}
requests() { # requests BEHAVIOUR: how many requests have arrived
	python3 -c 'import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1]).read().decode())' \
		"http://127.0.0.1:$port/$1"
}
column() { # column ROBOT NAME: of the table
	awk -F, -v robot="$1" -v name="$2" 'NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i} index($1, robot) == 1 {print $at[name]}' "$out"
}
plays_cleanly() { test "$(column llm games) $(column llm timeouts) $(column llm crashes)" = "$1 0 0"; }

for variant in liars-dice round-table perudo one-hand maexchen; do
	partner=radical
	[ "$variant" != maexchen ] || partner=mia
	fight good 4 -v "$variant" llm "$partner"
	expect "a tournament of $variant" 0
	check "$variant: nothing goes wrong" plays_cleanly 4
	check "$variant: no play is illegal" test "$(column llm illegal)" = 0
done
check 'the service was asked' test "$(requests good)" -gt 50
ARENA_LLM_MAX_REQUESTS=25 fight two_lines 16 -j2 llm computer
check 'a budget holds in the whole run' test "$(requests two_lines)" = 25
check 'and all games are played' plays_cleanly 16
fight knows_no_model 2 llm computer
check 'what the robot says about its service is in a file of the run' grep -q "no more requests because.*The model 'test' does not exist" \
	"$(find results -name clock.json -newer pipe | sort | tail -n 1)"
fight echo 4 llm:backoff=0.01 computer
check 'a service that repeats the key' plays_cleanly 4
fight locked 4 llm computer
check 'and one that does not take it' plays_cleanly 4
check 'the key is in no file of the runs, and was never printed' sh -c '! grep -rqF sk-secret results "$@"' - "$out" "$err"
check 'there was something to look through' test "$(find results -type f | wc -l)" -gt 10
run tournament 2 --results results llm computer
says 'without --network there is no service, and it says what is missing' 4 'warning: llm, when it was started, exited with status' 'needs a key'
run tournament 2 --network llm --results results llm:max_requests=0,patience=3 computer
says 'too little time: told at once' 0 'llm:max_requests=0,patience=3 declares that it needs --move-time 0.5s, but the limit is 0.1s'
export ARENA_LLM_URL=http://127.0.0.1:1
run tournament 20 --network llm --results results llm computer
says 'nobody there: told at once' 0 "the service cannot be reached (Couldn't connect to server): radical will play"
check 'and radical plays' grep -q '^llm reports that it used 0 requests, .*; [1-9][0-9]* plays were made without the service$' "$out"
check 'whose plays decided hands is in a table' grep -Eq '^the fallback +[1-9][0-9]* +[1-9][0-9]* +[0-9.]+%$' "$out"
finish
