# real_life.sh - what users of runners, judges and games like this one reported in public. Each case has the symptom
# from which it comes.
. "$(dirname "$0")/lib.sh"

# ---- tables take turns -------------------------------------------------------------------

# A round robin that is stopped has played nothing at its last table: each table gets a match before any gets the next.
for format in round-robin gauntlet; do
	run tournament 6 --format $format caller bumper simpleton --seed 1 --results short --quiet
	run tournament 18 --format $format caller bumper simpleton --seed 1 --results long --quiet
	"$arena" export --results short --format csv -o - >short.csv
	"$arena" export --results long --format csv -o - | head -n "$(wc -l <short.csv)" >long.csv
	check "a longer $format begins with the games of a shorter one" cmp -s short.csv long.csv
done
# The memory of a robot ends with its match, so a file counts its asks. Chunks are short: the one in play is lost.
make_robot stopper <<'END'
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
int get_play(const char *me, const char *hands, const char *history)
{
	int asks = open("asks", O_CREAT | O_APPEND | O_WRONLY, 0600);
	write(asks, "x", 1);
	if (lseek(asks, 0, SEEK_CUR) == 30000)
		kill(getppid(), SIGINT);
	close(asks);
	return *history ? 0 : 11;
}
END
for format in round-robin gauntlet; do
	rm -f asks
	run tournament 1000000 --format $format ./stopper.so caller bumper --trust -j1 --seed 1:0 --save-interval 10ms --results stopped-$format
	expect "a $format is stopped" 130
	games=$(awk -F, '$1 == "caller" { a = $2 } $1 == "bumper" { b = $2 } $1 == "stopper" { c = $2 }
		END { print a && b && a - b <= 2 && b - a <= 2 && (c == a + b || c - a <= 2 && a - c <= 2) }' stopped-$format/0001/table.csv)
	check "a stopped $format has played each table equally often" test "$games" = 1
done
# ---- a name for each robot ---------------------------------------------------------------
robots=${ARENA_ROBOTS:-$root/build/release/robots}
mkdir v1 v2 'co:lon' && cp "$robots/computer.so" v1/bot.so && cp "$robots/prober.so" v2/bot.so && cp "$robots/caller.so" co:lon/x.so
run regress v2/bot.so v1/bot.so --seed 1:0 --games 4000 --no-results
check '"bot is not worse than bot#2"' has "$out" 'v2/bot is not worse than v1/bot'
run regress new=v2/bot.so v1/bot.so:name=old --field a=calm --field 'prober:risk=0.4,learn=off,caller' --seed 1:0 --games 100 --no-results
check 'names and options in a field' has "$out" 'a,prober:risk=0.4,learn=off,caller'
run tournament 6 Ann=prober v1/bot.so:name=Old co:lon/x.so prober:risk=0.5 --seed 1:0 --results named
expect 'names in a tournament' 0
check 'they are stored, and are no options' json named/0001/run.json \
	'[(r["label"], r["robot"], len(r["options"])) for r in d["robots"]] == [("Ann", "prober", 0), ("Old", "v1/bot.so", 0),
	("x", "co\\:lon/x.so", 0), ("prober:risk=0.5", "prober:risk=0.5", 1)]'
run replay named/0001 1
check 'a replay has them' has "$out" 'Old'
mkdir elsewhere && cd elsewhere && run replay ../named/0001 1 && cd ..
expect 'a path with a colon is found again' 0
run standings --results named --output json
check 'a robot is its file and options, under any name' json "$out" 'sorted(r["robot"] for r in d["robots"]) == ["Ann", "Old", "prober:risk=0.5", "x"]'
run tournament 6 Bob=prober computer --seed 2 --results named
run standings --results named --output json
check 'another name is not another robot' json "$out" 'sorted(r["robot"] for r in d["robots"]) == ["Bob", "computer", "prober:risk=0.5", "x"]'
run tournament 6 a=prober a=computer
says 'a name given twice' 2 "two players are called 'a'"
run tournament 6 a,b=prober computer
says 'a name that would break a CSV' 2 "'a,b' is not a name for a player"
run play Ann=human computer:name=Ann
says 'people and robots have one kind of name' 2 "two players are called 'Ann'"
run play -v maexchen Ann=GodKing:human maexchen
says 'a cheat after a name' 2 'as in GodKing:Ann=human'
run doctor --seed doctor:0 Me=prober --games 1 -v liars-dice
check 'a name for the doctor' has "$out" 'Me'
run __complete tournament 10 old=probe
check 'completion after a name' has "$out" 'old=prober'

# ---- a tournament as a file --------------------------------------------------------------
# "We keep a shell script of forty lines to remember how last year's cup was played."
bad() { # bad NAME 'JSON' TEXT...: the file cup.json; all is on one line or two
	name=$1
	printf '%s\n' "$2" >cup.json
	shift 2
	run tournament --config cup.json --no-results
	says "the file: $name" 2 "$@"
}
players='"games": 6, "robots": ["prober", "computer"]'
awk '/^```json$/ {inside = 1; next} /^```$/ {inside = 0} inside' "$root/docs/results.md" >cup.json
run tournament --config cup.json -q --output csv --results cups
expect 'the example of the documentation' 0
cp "$out" cup.out
run tournament 200 prober bold=prober:risk=0.3 careful=prober:risk=0.7 -v wild -r dice=4 --format round-robin --match-length 2 \
	--move-time 200ms --as-given --seed 'spring cup' -q --output csv --results cups
check 'the same from the command line' cmp "$out" cup.out
check 'it is stored without the file' cmp cups/0001/run.json cups/0002/run.json

# Saved and loaded: the same bytes, except for the order of words in the command.
run tournament 12 prober a='cmd:computer x' "$robots/caller.so" --seats 2 --format round-robin -r dice=4 -r ones_rule=plain -r dice=3 -j2 --as-given \
	--trust --memory 1G -q --output csv --results saved --save-config saved.json
says 'a tournament whose robot cannot be loaded is not saved' 4 "the robot 'a' cannot be loaded"
check 'and has no file' test ! -e saved.json
run tournament 12 prober 'a=prober:risk=0.25' "$robots/caller.so" --seats 2 --format round-robin -r dice=4 -r ones_rule=plain -r dice=3 -j2 --as-given \
	--trust --memory 1G -q --output csv --results saved --save-config saved.json
expect 'a tournament is saved' 0
cp "$out" saved.out
check 'the file has the drawn seed and no permission' json saved.json '[k for k in d] == ["games", "robots", "rule", "format", "seats", "as-given", "seed", "jobs",
	"memory", "output", "results", "quiet"] and d["rule"] == {"dice": 3, "ones_rule": "plain"} and d["games"] == 12'
run tournament --config saved.json --save-config again.json
check 'loaded, it has the same table' cmp "$out" saved.out
check 'saved again, it is the same file' cmp saved.json again.json
for file in table.csv table.json run.json; do
	for n in 1 2; do grep -v -e '"command"' -e '"checksum"' saved/000$n/$file >$n.txt; done
	check "and the same $file" cmp 1.txt 2.txt
done

printf '\357\273\277{%s, "seed": "7", "rule": {"dice": 3}, "jobs": 2, "quiet": false}\n' "$players" >cup.json
run tournament --config cup.json --seed 8 -v wild -r faces=4 4 --no-results --save-config again.json
expect 'a byte-order mark, and options after the file' 0
check 'the command line overrides the file' json again.json 'd == {"games": 4, "robots": ["prober", "computer"], "variant": "wild",
	"rule": {"dice": 3, "faces": 4}, "seed": "8", "jobs": 2, "no-results": True}'
run tournament --config cup.json 4 caller bumper --no-results --save-config again.json
check 'and its robots' json again.json 'd["robots"] == ["caller", "bumper"] and d["seed"] == "7"'
run tournament --config cup.json 4 caller --no-results
says 'one robot is too few, with a file as without' 2 'two robots'
echo '{"robots": ["prober", {"robot": "cmd:nowhere y", "name": "c"}]}' >cup.json
run tournament --config cup.json 4 --no-results
says 'a command has a name' 4 "the robot 'c' cannot be loaded"
printf '%s\n' '{"robots": [{"robot": "prober:risk=0.5", "options": {"a": "x,\\y", "b": true, "c": 1e3, "d": 2}}, "prober"]}' >cup.json
run tournament --config cup.json 4 --no-results
says 'options of a robot' 2 'prober:risk=0.5,a=x\,\\y,b=true,c=1000.0,d=2'
run tournament --config cup.json --no-results
says 'no games' 2 'number of games'

bad 'a typo in a key' "{$players,
	\"matchlength\": 2}" "cup.json:2: 'matchlength' is not an option of tournament (did you mean 'match-length'?)"
bad 'the line after lists, objects and quotes' '{"games": 4, "robots": [{"robot": "prober", "options": {"x": "\"}]{\\"}},
	"a\nb"], "rule": {}, "seed": "x}",

	"seads": 2}' "cup.json:2: robot 'a"
bad 'the same without that robot' '{"games": 4, "robots": [{"robot": "prober", "options": {"x": "\"}]{\\"}},
	"computer"], "rule": {}, "seed": "x}",

	"seads": 2}' "cup.json:4: 'seads'" "'seats'"
bad 'a number as text' "{$players,
	\"seats\": \"2\"}" "cup.json:2: 'seats' must be a whole number from 2 to"
bad 'a number out of range' "{\"games\": 0}" "cup.json:1: 'games' must be a whole number from 1 to 1000000000000, not '0'"
bad 'text as a number' "{$players, \"seed\": 7}" "cup.json:1: 'seed' must be text"
bad 'a time without a unit' "{$players, \"move-time\": \"200\"}" "cup.json:1: 'move-time' must be a time"
bad 'a word that is none' "{$players, \"format\": \"tabel\"}" "cup.json:1: 'format' must be table" "did you mean 'table'"
bad 'a flag that is no flag' "{$players, \"as-given\": 1}" "cup.json:1: 'as-given' must be true or false, not '1'"
bad 'an unknown variant' "{$players, \"variant\": \"wlid\"}" "cup.json:1: " "did you mean 'wild'"
bad 'rules as text' "{$players, \"rule\": \"dice=3\"}" "cup.json:1: 'rule' must be an object"
bad 'a rule of another type' "{$players, \"rule\": {\"dice\": [3]}}" "cup.json:1: 'dice' must be text, a number, true or false"
bad 'an unknown rule' "{$players, \"rule\": {\"dice\": 3,
	\"dices\": 3}}" 'cup.json:2: ' "'dices'" "'dice'"
bad 'a rule of another variant' "{$players, \"variant\": \"maexchen\", \"rule\": {\"dice\": 3}}" 'cup.json:1: ' "'dice'"
bad 'robots as text' '{"games": 6, "robots": "prober computer"}' "cup.json:1: 'robots' must be a list"
bad 'a robot as a number' '{"games": 6, "robots": [7]}' "cup.json:1: a robot must be text or an object"
bad 'an unknown robot' '{"games": 6, "robots": ["prober",
	"compter"]}' "cup.json:2: robot 'compter' not found" "'computer'"
bad 'a robot without a robot' '{"robots": [{"name": "x"}]}' "cup.json:1: a robot needs the key 'robot'"
bad 'a key of no robot' '{"robots": [{"robot": "prober", "nam": "x"}]}' "cup.json:1: 'nam' is not a key of a robot (did you mean 'name'?)"
bad 'a name that is a number' '{"robots": [{"robot": "prober", "name": 7}]}' "cup.json:1: 'name' must be text"
bad 'a bad name' '{"robots": [{"robot": "prober",
	"name": "a=b"}]}' "cup.json:2: 'a=b' is not a name for a player"
bad 'a bad robot' '{"robots": [{"robot": "prober:"}]}' 'cup.json:1: ' 'key=value'
bad 'two names' '{"robots": [{"robot": "prober:name=a", "name": "b"}]}' 'cup.json:1: ' 'two names'
bad 'options in a list' '{"robots": [{"robot": "prober", "options": ["risk=0.4"]}]}' "cup.json:1: 'options' must be an object"
bad 'an option of another type' '{"robots": [{"robot": "prober", "options": {"risk": null}}]}' "cup.json:1: 'risk' must be text, a number"
bad 'an option that is two' '{"robots": [{"robot": "prober", "options": {"a=1,b": 2}}]}' "cup.json:1: 'a=1,b' is not a name for an option"
bad 'options of a command' '{"robots": [{"robot": "cmd:cat", "options": {"a": 2}}]}' 'cup.json:1: a command line contains its own options'
bad 'a key twice' "{$players,
	\"seed\": \"1\",
	\"seed\": \"2\"}" 'cup.json:3: duplicate object key'
bad 'not JSON' 'games = 6' 'cup.json:1: '
bad 'a list' '[]' 'cup.json:1: the file must be an object'
bad 'nothing' '' 'cup.json:' 'expected'
for key in trust weak-sandbox network readable resume config save-config; do
	bad "it cannot contain $key" "{\"$key\": true}" "cup.json:1: '$key' cannot be in a file; give --$key on the command line"
done
head -c 270000 /dev/zero | tr '\0' ' ' >cup.json
run tournament --config cup.json
says 'a huge file' 2 "'cup.json' is larger than 262144 bytes"
run tournament --config missing.json
says 'a missing file' 2 "cannot open 'missing.json'"
run tournament --config cup.toml
says 'TOML' 2 "'cup.toml': the file of a tournament is JSON, not TOML"
run tournament 4 prober computer --save-config cup.toml --no-results
says 'TOML to be written' 2 "'cup.toml': the file of a tournament is JSON, not TOML"
run tournament 4 prober computer --save-config nowhere/cup.json --no-results
says 'a file that cannot be written' 5 'nowhere/cup.json'
cp "$robots/prober.so" "$(printf 'pr\377ber.so')"
run tournament 4 "$(printf './pr\377ber.so')" computer --save-config cup.json --no-results
says 'a name that JSON cannot have' 2 '--save-config' 'UTF-8'
for option in --config=cup.json --save-config=cup.json; do
	run tournament --resume "$option"
	says "a resumed run has no $option" 2 "${option%=*}" 'cannot be given with it'
done

# ---- a broken robot is noticed -----------------------------------------------------------
# "A typo in a path, and the tournament ended with a row of zeros after two hours."
broken() { # broken NAME ROBOT REASON
	run tournament 10 computer "$2" --seed 1 --results broken
	says "$1" 4 "cannot be loaded: $3" "to examine it: arena doctor"
	check "$1: before the first game" test ! -s "$out"
}
echo 'int get_pay(void) { return 0; }' | make_robot no_play
echo 'int missing(void); int get_play(const char *a, const char *b, const char *c) { return missing(); }' | make_robot undefined
echo '__attribute__((constructor)) static void die(void) { __builtin_trap(); }
int get_play(const char *a, const char *b, const char *c) { return 11; }' | make_robot dies
echo 'not a library' >text.so
printf '#!/no/such/interpreter\n' >strange
printf '#!/usr/bin/env no-such-interpreter\n' >stranger
printf '#!/usr/bin/python3\nimport no_such_module\n' >import.py
printf '#!/bin/sh\nexit 0\n' >leaves
chmod +x strange stranger import.py leaves
broken 'a library without get_play' ./no_play.so 'it does not export get_play'
broken 'an undefined symbol' ./undefined.so 'undefined symbol: missing'
broken 'a constructor that crashes' ./dies.so 'SIG'
broken 'a text as a library' ./text.so ''
broken 'a command that is not there' 'cmd:no-such-program x' 'cannot start no-such-program'
broken 'no such interpreter' ./strange 'cannot find the interpreter'
broken 'nor for env' ./stranger 'its interpreter was not found'
broken 'an import that fails' ./import.py "it ended before it read a line: exited with status 1: ModuleNotFoundError"
broken 'a program that ends at once' ./leaves 'it ended before it read a line: exited with status 0'
check 'no run was begun for them' test ! -e broken
run tournament 10 ./no_play.so computer ./text.so --no-results
says 'all broken robots are named' 4 "'no_play'" "'text'"
run tournament 10 ./no_play.so computer --no-results -q --anyway
check 'the organiser may play them anyway' grep -q '^no_play could not be loaded: ' "$out"
run regress ./leaves computer --no-results
says 'a broken robot in a test' 4 "'leaves' cannot be loaded"
run serve --robot ./no_play.so -n 1
says 'at the server' 4 "'no_play' cannot be loaded"
run exploit ./leaves -r dice=1
says 'one whose holes are wanted' 4 "'leaves' cannot be loaded"
run coach ./text.so --against computer
says 'one that wants a coach' 4 "'text' cannot be loaded"
# It may break between a run and its continuation, here with its interpreter.
printf '#!/bin/sh\nread x; read x; read x; echo 11; while read x; do echo 0; done\n' >interpreter
printf '#!%s/interpreter\n' "$folder" >fine
chmod +x interpreter fine
run tournament 20 ./fine computer --seed 1:0 --results begun -q --trust
rm begun/0001/table.json interpreter
run tournament --resume --results begun
says 'one that has broken since the run began' 4 "'fine' cannot be loaded: cannot find the interpreter"
check 'nothing of the run was changed' test ! -e begun/0001/table.json
# "Stop at the first crash, not after the last game": the run ends at the same game whoever plays it.
faulty() { # faulty NAME: a robot that fails with some dice, as $NAME says; with DIES, which a sandbox hides, it ends a worker
	make_robot "$1" <<END
#include <signal.h>
#include <stdlib.h>
#include <string.h>
int get_play(const char *me, const char *hands, const char *history)
{
	enum { unruly = 1, slow = 2, frail = 4 };
	if (getenv("DIES") && strstr(hands, "2222")) raise(SIGKILL);
	if ($1 & frail && strstr(hands, "111")) abort();
	if ($1 & slow && strstr(hands, "5555")) for (volatile int i = 0;; i++);
	if ($1 & (unruly | frail) && strstr(hands, "6666")) return 99999;
	return *history ? 0 : 11;
}
END
}
faulty unruly && faulty slow && faulty frail
stop='tournament 20000 computer --seed 3:0 -r dice=4 --move-time 50ms -q'
stops() { # stops NAME ROBOT KINDS TEXT [OPTION...]: and says the text
	name=$1 robot=$2 kinds=$3 text=$4
	shift 4
	run $stop "./$robot.so" --stop-on-fault "$kinds" "$@"
	says "$name" 4 "arena: $robot $text" 'which ended the run (--stop-on-fault)'
}
stops 'an illegal play' unruly illegal 'made an illegal play in game ' --results stop -j1
game=$(sed -n 's/^To replay.* //p' "$err")
check 'its report' grep -q '^verdict   illegal' stop/0001/faults/001-unruly.txt
check 'how far the run came' grep -q '^Ended at the first fault (--stop-on-fault) after .* of 20,000 games' stop/0001/table.txt
run replay 1 "$game" --results stop
check 'the command that is named shows the play' grep -q 99999 "$out"
run replay 1 $((game + 8)) --results stop
says 'later matches were not played' 2 'was not played'
stops 'by two workers' unruly illegal "made an illegal play in game $game," --results stop -j2
stops 'without a sandbox' unruly any "made an illegal play in game $game," --results stop -j2 --trust
stops 'with every game in the database' unruly illegal "made an illegal play in game $game," --results stop --log hands -L 5
stops 'without results' unruly illegal "made an illegal play in game $game," --no-results
DIES=1 run $stop ./unruly.so --stop-on-fault illegal --results stop --trust -j1 -L 1 --save-interval 10ms
says 'a run that was interrupted' 5 'tournament --resume 0005'
run tournament --resume --results stop -q
says 'stops there, too' 4 "made an illegal play in game $game," "arena replay 0005 --results stop $game"
for number in 2 3 4 5; do
	for file in table.txt table.csv; do
		check "the same $file: $number" cmp "stop/0001/$file" "stop/000$number/$file"
	done
done
run tournament --resume --results stop
says 'then it is finished' 2 'no unfinished tournament'
cp -r stop/0005 ended
run tournament --resume 5 --results stop
says 'resumed once more' 4 "made an illegal play in game $game,"
check 'the same files' diff -r -x clock.json ended stop/0005
stops 'a crash' frail timeout,crash 'crashed in game ' --no-results
says 'its cause' 4 'SIGABRT'
stops 'one after ten faults that do not count' frail illegal 'made an illegal play in the match that begins with game ' --no-results -j2
stops 'a timeout' slow any 'took too long in game ' --no-results
stops 'a robot that cannot be loaded' no_play crash 'could not be loaded in game 1: ' --no-results --anyway
run $stop computer --stop-on-fault illegal --results sound
expect 'a run without a fault' 0
check 'is whole' grep -q '^ *1-2 .*20000' sound/0001/table.txt
run $stop computer --stop-on-fault crash,load --no-results
says 'an unknown kind' 2 "not 'crash,load'"
run $stop computer --stop-on-fault any --shard 1/2 --no-results
says 'a part of a run' 2 '--shard cannot be given with it'

# ---- --trust keeps the arena's own state -------------------------------------------------

# The robots state (in its first ask) and early_state (in a constructor) change what $STATE names. tests/unit/robot/test_so_symptoms.c has
# each state, here are the commands.
zoo=${ARENA_ZOO:-$root/build/release/tests/zoo}

# The same table on stdout as from the robot that changes nothing, and the same files with the same modes.
kept() { # kept ROBOT STATE
	STATE=$2 run tournament 24 "$zoo/$1.so" computer --seed 1:0 --trust -q -j2 --results "runs/$1-$2" --db "runs/$1-$2.db"
	expect "$1, $2" 0
	cp "$out" "runs/$1-$2.out"
	(cd "runs/$1-$2" && find . -printf '%p %m\n' | sort && cat 0001/table.json && stat -c %a "../$1-$2.db") >"runs/$1-$2.files"
	check "$1, $2: the table" cmp "runs/$1-$2.out" "runs/$1-none.out"
	check "$1, $2: the files" cmp "runs/$1-$2.files" "runs/$1-none.files"
}
mkdir runs
for state in none folder umask print descriptors fork; do
	kept early_state $state
done
for state in none all user; do
	kept state $state
done

# Commands that show or store what they see of the games: nothing of the robot in their output, and the whole of it.
watched() { # watched NAME ARGUMENTS...
	name=$1
	shift
	STATE=none run "$@"
	expect "$name" 0
	cp "$out" clean
	STATE=all run "$@"
	expect "$name, with all" 0
	check "$name: the same output" cmp "$out" clean
}
STATE=none run tournament 24 "$zoo/state.so" computer --seed 1:0 --trust -q --results seen
for command in 'replay 1' 'export --format csv' 'analyse state' 'export --format jsonl -j1'; do
	watched "${command%% *}" $command --trust --results seen
done
watched list list robots --trust
watched doctor doctor "$zoo/state.so" -v liars-dice --trust --games 4
watched play play "$zoo/state.so" computer --seed 1:0 --plain --trust
watched exploit exploit "$zoo/state.so" -r dice=1 --trust
for state in all mask folder; do
	STATE=$state run export --trust --results seen -o $state.txt
	expect "export, $state" 0
	check "export, $state: the file and its mode" sh -c "cmp all.txt $state.txt && test $(stat -c %a $state.txt) = $(stat -c %a all.txt)"
done

# A robot that ends its process ends the command, and the message says how.
STATE=abort run replay 1 --trust --results seen
says 'abort() in a replay' 5 'killed by SIGABRT' '--trust'

# ---- names of files ----------------------------------------------------------------------
tab=$(printf 'a\tb') latin=$(printf 'l\374b') turned=$(printf 'u\342\200\256b') line=$(printf 'n\nl')
printf 'for line in open(0):\n    print(0, flush=True)\n' >zero.py
for name in "$tab" "$latin" "$turned" "$line"; do
	cp "$robots/computer.so" "$name.so"
	run tournament 6 "./$name.so" prober --seed 1:0 --results odd
	says 'such a robot is not found again' 2 'the robot' 'rename it'
	run tournament 6 "cmd:python3 zero.py '$name.so'" prober --seed 1:0 --results odd
	says 'nor such a command' 2 'the robot' 'rename it'
	run tournament 6 prober computer --results "$name"
	says 'nor such a results folder' 2 'the results folder' 'rename it'
	run tournament 6 prober computer --results odd --db "$name"
	says 'nor such a database' 2 'the database' 'rename it'
	echo dice=2 >"$name.rules"
	run tournament 6 prober computer --results odd -v "./$name.rules"
	says 'nor such rules' 2 'the rules file' 'rename it'
	mkdir "$name" && cp "$robots/computer.so" "$name/bot.so" && cd "$name" || exit 1
	run tournament 6 ./bot.so prober --seed 1:0 --results ../odd
	says 'nor what is in such a folder' 2 'the robot' 'rename it'
	cd ..
done
check 'nothing was stored' test ! -e odd/0001
run tournament 6 "./$tab.so" prober --seed 1:0 --no-results
expect 'without results it plays' 0

# ---- a start-up limit --------------------------------------------------------------------

cat >model.py <<'END'
#!/usr/bin/python3
import sys, time
print("robot name=model lanes=8 start_ms=600", flush=True)
while time.process_time() < 0.5:
    pass
for line in sys.stdin:
    words = line.split()
    if words[0] not in ("game", "seed"):
        print(0 if words[2] != "-" else 11, flush=True)
END
chmod +x model.py
run tournament 2 ./model.py computer --results starts -q --start-time 50ms
says 'start: a robot declares what it needs' 4 'declares that it needs --start-time 0.6s, but the limit is 0.05s'
check 'start: the limit of an ask does not include it' has "$out" 'before its first answer (--start-time)'
check 'start: the limit is part of the run' json starts/0001/run.json 'd["start_time_ns"] == 50000000'
run tournament 2 ./model.py computer --results starts -q --start-time 20s
check 'start: with enough time it plays' json starts/0002/table.json 'sum(row.get("timeouts", 0) for row in d["robots"]) == 0'
run doctor --seed doctor:0 --check-time 600s ./model.py -v one-hand --games 1 --start-time 60ms
expect 'start: doctor finds a fault' 4
check 'start: and says what is needed' grep -q 's; run with --start-time [0-9]*s, and print start_ms=[0-9]*000 in its manifest' "$out"

# ---- what a robot finds in the sandbox ---------------------------------------------------

# plays NAME ROBOT [OPTION...]: can the robot play in the sandbox?
plays() {
	plays_name=$1
	shift
	run tournament 2 "$@" computer --no-results -q
	check "sandbox: $plays_name" sh -c '[ "$1" = 0 ] && ! grep -qE "failed|could not|crashe" "$2" "$3"' sh "$code" "$out" "$err"
}
mkdir -p box/app box/module/deep elsewhere
cat >box/app/__main__.py <<'END'
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] not in ("game", "seed"):
        print(0 if words[2] != "-" else 11, flush=True)
END
cp box/app/__main__.py box/module/deep/player.py
cp box/app/__main__.py box/bot.py
cd box || exit 1
plays 'python3 DIR' 'cmd:python3 app'
plays 'python3 -m' 'cmd:python3 -m module.deep.player'
plays 'a class path' 'cmd:/usr/bin/env PYTHONPATH=app:module python3 -m deep.player'
cd app || exit 1
plays 'the current folder, .' 'cmd:python3 .'
cd ../..
# Virtual environments: one of links, one level up; one of a copy, whose base has the library.
python=$(readlink -f "$(command -v python3)")
mkdir -p 'my venv/bin' base/bin base/lib copied/bin
ln -s "$python" base/bin/python3.real
ln -s "$PWD/base/bin/python3.real" 'my venv/bin/python'
printf 'home = /usr/bin\n' >'my venv/pyvenv.cfg'
cd box || exit 1
plays 'an environment one folder up, of links' "cmd:'../my venv/bin/python' bot.py"
cd ..
ln -s 'my venv' current && mkdir links && ln -s ../current links/newest
cd box || exit 1
plays 'links in the middle of a path' 'cmd:../links/newest/bin/python bot.py'
cd ..
# pyenv: a script in shims finds the version in the folder beside it.
mkdir -p pyenv/shims pyenv/versions/3/bin && ln -s 3 pyenv/versions/current
printf '#!/bin/sh\nexec python3 "$@"\n' >pyenv/versions/3/bin/python
printf '#!/bin/sh\nexec "%s/pyenv/versions/current/bin/python" "$@"\n' "$PWD" >pyenv/shims/python
chmod +x pyenv/shims/python pyenv/versions/3/bin/python
plays "pyenv's shims" 'cmd:pyenv/shims/python box/bot.py'
echo 'word = 7' >base/lib/of_base.py
printf '#!/bin/sh\ncat "%s/base/lib/of_base.py" >/dev/null && exec python3 "$@"\n' "$PWD" >copied/bin/python
chmod +x copied/bin/python
printf 'home = %s/base/bin\nversion = 3\n' "$PWD" >copied/pyvenv.cfg
plays 'the base of an environment' 'cmd:copied/bin/python box/bot.py'
case $PWD in
*' '*) skip 'sandbox: the interpreter of a first line' 'its path has a space here' ;;
*)
	(echo "#!$PWD/copied/bin/python" && cat box/bot.py) >elsewhere/script
	chmod +x elsewhere/script
	plays 'the interpreter of a first line' elsewhere/script
	;;
esac

mkdir -p shared/models secret/results
echo 11 >shared/models/weights
(echo '#!/usr/bin/python3' && echo "first = int(open('$PWD/shared/models/weights').read())" && sed 's/else 11/else first/' box/bot.py) >elsewhere/model.py
chmod +x elsewhere/model.py
plays 'a folder of --readable' elsewhere/model.py --readable shared/models
run tournament 2 elsewhere/model.py computer --results shown -q --readable shared/models --readable base
check 'sandbox: it is part of the run' json shown/0001/run.json "d['readable'] == '$PWD/shared/models:$PWD/base'"
run replay 1 --results shown
expect 'sandbox: and of its replay' 0
check 'sandbox: which has no fault' sh -c '! grep -qE "crash|exited" "$1"' sh "$out"
run doctor --seed doctor:0 --check-time 600s elsewhere/model.py -v one-hand --games 1
check 'sandbox: doctor says what was looked for' has "$out" "looked for '$PWD/shared/models/weights', which the sandbox does not show (--readable DIR"
check 'sandbox: and what is shown' has "$out" "it can read /usr, $PWD/elsewhere"
make_robot reads_weights <<-END
	#include <stdio.h>
	static int first;
	static __attribute__((constructor)) void load(void)
	{
		FILE *file = fopen("$PWD/shared/models/weights", "r");
		if (!file || fscanf(file, "%d", &first) != 1) __builtin_trap();
	}
	int get_play(const char *me, const char *hands, const char *history) { return *history ? 0 : first; }
END
plays 'a .so reads it while it loads' ./reads_weights.so --readable shared/models
for folder_of in / "$PWD/secret"; do
	run tournament 2 caller computer --results secret/results --readable "$folder_of"
	says "sandbox: --readable $folder_of has more than robots may read" 2 --readable
done
run tournament 2 caller computer --results secret/results --readable nowhere
says 'sandbox: --readable of nothing' 2 "cannot find the folder 'nowhere'"
run tournament 2 caller computer --results secret/results --readable box/bot.py
says 'sandbox: --readable of a file' 2 'is not a folder'
mkdir with:colon
run tournament 2 caller computer --results secret/results --readable with:colon
says 'sandbox: --readable with a colon' 2 'has a colon'
# shellcheck disable=SC2046 # words are meant
run tournament 2 caller computer --results secret/results $(for _ in $(seq 400); do echo --readable shared/models; done)
says 'sandbox: too much to read' 2 'longer than 4095 bytes'

# ---- Python ------------------------------------------------------------------------------
cat >pool.py <<'END'
import multiprocessing, os, time
lock = multiprocessing.Lock()
def hold():
    with lock:
        time.sleep(0.3)
def square(x):
    return x * x
def get_play(me, hands, history):
    if not history:
        with multiprocessing.Pool(2) as pool:
            assert pool.map(square, range(4)) == [0, 1, 4, 9]
        queue = multiprocessing.Queue()
        queue.put(11)
        other = multiprocessing.Process(target=hold)
        lock.acquire()
        other.start()
        before = time.process_time()
        lock.acquire(timeout=0.3)
        assert time.process_time() - before < 0.05, "a wait uses CPU time"
        lock.release()
        other.join()
        return queue.get()
    return 0
END
run tournament 1 ./pool.py computer --move-time 5s -q --no-results --output json
check 'multiprocessing: "Read-only file system" in /dev/shm' json "$out" "[r for r in d['robots'] if r['robot'] == 'pool.py'][0]['crashes'] == 0"
mkdir names && cat >names/helper.py <<'END'
import statistics
def low(x):
    return int(statistics.mean([x]))
END
cat >names/statistics.py <<'END'
import enum, json, pickle, random, re, statistics as library
from helper import low
class Bot:
    def get_play(self, me, hands, history):
        assert isinstance(pickle.loads(pickle.dumps(self)), Bot) and random.random() and json.dumps(1)
        return low(library.mean([11])) if not history else 0
get_play = Bot().get_play
END
for name in json enum re random robot; do cp names/statistics.py names/$name.py; done
echo 'from robot import get_play' >names/robot_v2.py
for name in statistics json enum re random robot robot_v2; do
	printf 'A A:1,B:x -\nA A:1,B:x A:11\n' | (cd names && PYTHONDONTWRITEBYTECODE=1 PYTHONHASHSEED=0 python3 "$root/sdk/python/get_play.py" $name.py) >"$out" 2>"$err"
	check "Python: a robot called $name.py beside others" test "$(tr '\n' ' ' <"$out")" = "robot name=$name forks=yes 11 0 "
done
printf '#!/usr/bin/python3\ndef get_play(me, hands, history):\n    return 0 if history else 11\n' >line.py
run tournament 2 ./line.py computer -q --no-results --output json
check 'Python: a first line #! and only get_play' json "$out" "[r for r in d['robots'] if r['robot'] == 'line.py'][0]['crashes'] == 0"

# ---- Java and other languages ------------------------------------------------------------
echo 'print(11)' >bot.js
run tournament 2 ./bot.js computer
says 'a script in JavaScript that is no robot' 4 'ReferenceError: print is not defined'
for pair in rb=ruby pl=perl lua=lua; do
	echo 'print(11)' >bot.${pair%=*} && chmod +x bot.${pair%=*}
	run tournament 2 ./bot.${pair%=*} computer
	says "a script without a first line: .${pair%=*}" 2 "add the first line '#!/usr/bin/env ${pair#*=}'" "'cmd:${pair#*=} ./bot.${pair%=*}'"
done
for pair in 'jar=java -Xmx256m -jar' 'java=java -Xmx256m'; do
	echo x >Bot.${pair%%=*}
	run tournament 2 ./Bot.${pair%%=*} computer
	says "a file of Java: .${pair%%=*}" 2 "'cmd:${pair#*=} ./Bot.${pair%%=*}'"
done

# Submissions to a contest: archives, a project in folders of its own, files that belong together, Java.
run contest init java --set seed=7:0 --set games_per_round=4 --set games_per_table=2 --set doctor_games=1 --set check_seconds=600 --set robots_per_team=9 --set move_time_ms=1000 -q
expect 'a contest for submissions' 0
handed=$folder/java/submissions
mkdir -p "$handed/packed" "$handed/nested/bot/bot-main/bot" "$handed/flat/two" "$handed/folder/bot/bot"
for name in a.zip b.tar.gz c.tgz; do echo x >"$handed/packed/$name"; done
python3 - "$handed/packed" <<'END'
import sys, zipfile
def pack(name, *members):
    with zipfile.ZipFile("%s/%s.zip" % (sys.argv[1], name), "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in members:
            archive.writestr(path, text)
link = zipfile.ZipInfo("bot.c")
link.create_system, link.external_attr = 3, 0o120777 << 16
robot = "from helper import play\ndef get_play(me, hands, history):\n    return play(history)\n"
pack("good", ("bot/good.py", robot), ("bot/helper.py", "def play(history):\n    return 0 if history else 11\n"), ("__MACOSX/bot/._good.py", "x"))
pack("large", ("large.c", " " * (40 << 20)))
pack("link", (link, "/etc/passwd"))
pack("many", *(("%d.c" % i, "") for i in range(2001)))
pack("up", ("../../../../up.py", robot.replace("from helper import play", "play = lambda history: 0 if history else 11")))
END
echo 'int get_play(const char *a, const char *b, const char *c) { (void)a; (void)b; return *c ? 0 : 11; }' >"$handed/nested/bot/bot-main/bot.c"
echo notes >"$handed/nested/bot/bot-main/bot/notes.txt"
printf 'from helper import play\ndef get_play(me, hands, history):\n    return play(history)\n' | tee "$handed/flat/two/two.py" >"$handed/flat/bot.py"
printf 'def play(history):\n    return 0 if history else 11\n' | tee "$handed/flat/two/helper.py" >"$handed/flat/helper.py"
printf 'all:\n\tmkdir -p .target/release\n\tcp play .target/release/bot\n' >"$handed/folder/bot/Makefile"
cat >"$handed/folder/bot/play" <<'END'
#!/bin/sh
while read -r me hands history; do
	case $me,$history in game,* | seed,*) ;; *,-) echo 11 ;; *) echo 0 ;; esac
done
END
chmod +x "$handed/folder/bot/play"
echo notes >"$handed/folder/bot/bot/notes.txt"
has_java=$(command -v javac || true)
if [ -n "$has_java" ]; then
	mkdir -p "$handed/jvm/pack/pack" "$handed/jvm/none"
	sed 's/\<Main\>/Start/; 1i package pack;' "$root/sdk/java/Main.java" >"$handed/jvm/pack/pack/Start.java"
	echo 'package pack; class Before {}' >"$handed/jvm/pack/pack/Before.java"
	mkdir "$handed/jvm/pack/pack/pack" # the robot's file cannot have this name
	echo notes >"$handed/jvm/pack/pack/pack/notes.txt"
	echo 'class None {}' >"$handed/jvm/none/None.java"
	javac -encoding UTF-8 -d classes "$root/sdk/java/Main.java" && jar --create --file "$handed/jvm/ready.jar" --main-class Main -C classes .
fi
run contest run java --rounds 1
expect 'a round with submissions' 0
for name in b.tar.gz c.tgz; do
	check "a contest: an archive is not a robot: $name" has "$out" "packed: '$name' cannot be used as a robot: it is an archive; make a zip archive of it, or unpack it into a folder"
done
if command -v unzip >/dev/null; then
	for name in good up; do check "a contest: an archive: $name" grep -qx "packed/$name-1 takes part" "$out"; done
	check 'a contest: what is not an archive' grep -q '^packed: a: .*' "$out"
	check 'a contest: an archive that unpacks to more than a robot may have' grep -q '^packed: large: arena: the output is larger than' "$out"
	check 'a contest: an archive with a link' grep -qx 'packed: link: the archive contains a link' "$out"
	check 'a contest: an archive with too many files' grep -qx 'packed: many: the archive has more than 2000 files' "$out"
	check 'a contest: files of an archive stay in the folder of their version' sh -c 'test -e java/teams/packed/up-1/source/up.py && test ! -e java/teams/.unpack &&
		[ "$(find .. -maxdepth 3 -name up.py | wc -l)" = 0 ]'
else
	skip 'a contest: archives' 'there is no unzip'
fi
check 'a contest: a nested project' grep -qx 'nested/bot-1 takes part' "$out"
check 'a contest: a flat file without its helper' grep -q '^flat/bot-1 does not take part: .*helper.* (if it is a file of the robot, submit both in a folder; packages are those that the organiser has installed)$' "$out"
check 'a contest: a folder with its helper' grep -qx 'flat/two-1 takes part' "$out"
check 'a contest: a folder with the name of the robot' grep -qx 'folder/bot-1 takes part' "$out"
if [ -n "$has_java" ]; then
	check 'a contest: Java in a package' grep -qx 'jvm/pack-1 takes part' "$out"
	check 'a contest: a .jar' grep -qx 'jvm/ready-1 takes part' "$out"
	check 'a contest: Java without main' has "$out" 'jvm/none-1 does not take part: the build failed: arena: error: no class has a method main'
else
	skip 'a contest: Java' 'javac is not installed'
fi

# ---- programs that run on -----------------------------------------------------------------

program() { # program NAME: Python from stdin
	{ echo '#!/usr/bin/env python3'; cat; } >"$1" && chmod +x "$1"
}
program endless.py <<'END'
import sys
while True:
    words = sys.stdin.readline().split()
    if words and len(words[0]) == 1:
        print(0 if words[2] != "-" else 11, flush=True)
END
# Works after the first line, and again after the end.
program tidy.py <<'END'
import sys, time
def work(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
for line in sys.stdin:
    words = line.split()
    if words[0] == "game":
        work(0.2)
    if len(words[0]) == 1:
        print(0 if words[2] != "-" else 11, flush=True)
work(0.03)
sys.stderr.write("tidied up\n")
print("robot name=tidy", flush=True)
sys.exit(3)
END
program poller.py <<'END'
import os, sys
os.set_blocking(0, False)
print("robot name=poller", flush=True)
while True:
    try:
        lines = os.read(0, 4096)
        if not lines or b"seed" in lines:
            sys.exit(4 if lines else 3)
    except BlockingIOError:
        pass
END
program junk.py <<'END'
import sys
for line in sys.stdin:
    if len(line.split()[0]) == 1:
        print("23\0junk", flush=True)
END
warning='kept running after the end of its input and was killed'
for way in '' --trust; do
	run tournament 2 ./endless.py computer -q --no-results $way
	says "runs on $way" 0 "endless.py, when it was started, $warning; end the loop when readline() returns ''"
	check "runs on $way: one warning" test "$(grep -c "$warning" "$err")" = 1
	run tournament 2 ./tidy.py computer -q --no-results --move-time 1s $way
	says "works at its start and cleans up $way" 0 'tidy.py, when it was started, exited with status 3: tidied up'
	run tournament 2 ./junk.py computer -q --no-results $way
	check "a NUL byte in an answer $way" grep -q "answered '23' and a NUL byte, which is not a number" "$out" "$err"
done
run tournament 1 ./poller.py computer -q --no-results --trust
says 'polls its input, which ends too' 4 'poller.py, when it was started, exited with status 3'

# ---- byte-order marks --------------------------------------------------------------------
# "unknown option '<U+FEFF>variant'": a file that Notepad has saved.
printf '\357\273\277variant=wild\ndice=3\n' >bom.rules
run tournament 10 computer caller -v bom.rules --no-results
check 'a rules file' has "$out" 'games of bom dice=3 '
printf '\357\273\277{"dice_cuont": 3}' >bom.json
run serve --config bom.json
says 'the configuration of the server' 2 "did you mean 'dice_count'"
run contest init bom.contest -q
{ printf '\357\273\277' && cat bom.contest/contest; } >marked && mv marked bom.contest/contest
run contest status bom.contest
expect 'a contest' 0
printf '\357\273\277# friends\nnonsense\n' >bom.list
run keygen bom
run serve --public --key bom.key --allow bom.list
says 'a list of keys' 2 "'bom.list', line 2"

# ---- fresh machines ----------------------------------------------------------------------

# Without LANG: the tests' own tools do not know the characters of a plot.
check 'tests of pictures pass without a locale' sh -c 'env -u LANG -u LC_ALL -u LC_CTYPE bash "$1/tests/cli/plot.sh" >plots 2>&1' - "$root"

# ---- words -------------------------------------------------------------------------------
run new pyfold --language python
run tournament 6 pyfold computer --seed 1 --no-results
expect "robot 'pyfold' not found here" 0
run new cppfold --language c++
run tournament 6 cppfold computer --seed 1 --no-results
says 'a folder that is not built' 2 "the folder 'cppfold' has no robot" 'build it first'
cp pyfold/pyfold.py flat.py
run tournament 6 flat computer --seed 1 --no-results
expect 'a bare name of a program here' 0
cp pyfold/pyfold.py flat.js
run tournament 6 flat computer --seed 1 --no-results
says 'two of them' 2 "'flat' can be 'flat.py' or 'flat.js'"

run tournament --games 100 prober computer
says '--games, which is an argument' 2 "unknown option '--games': GAMES is an argument without a name: arena tournament GAMES"
run tournament 100 --seed prober computer
says 'a forgotten value of --seed' 2 "(--seed took 'prober' as its value)"
run tournament 100 --seed words computer
check 'a value that names no robot is not mentioned' sh -c '! grep -q "as its value" "$1"' - "$err"
for words in 'js of_js/of_js.js' 'cpp of_cpp/of_cpp.cpp' 'rs of_rs/src/main.rs' 'py of_py/of_py.py' 'golang of_golang/main.go'; do
	run new "of_${words%% *}" --language "${words%% *}"
	check "--language ${words%% *}" test -f "${words#* }"
done
for manifest in 'lanes=1025:from 1 to 1024' "lane=64:did you mean 'lanes'?" 'lanes:lanes has no value' 'tables=maybe:no or yes' 'matches=yes:matches=yes needs lanes=N' 'move_ms=0:from 1 to 2147483647'; do
	printf '#!/bin/sh\necho robot name=Foo %s\nwhile read -r word rest; do case $word in ?) echo 11 ;; esac; done\n' "${manifest%%:*}" >said.sh
	chmod +x said.sh
	run tournament 2 ./said.sh computer --no-results
	check "a manifest with ${manifest%%:*}" has "$err" "${manifest#*:}"
done
run exploit conservative -r dice=1 --progress line
check 'exploit shows progress without a terminal' grep -q '^arena: .* states$' "$err"
run coach computer --against conservative --games 20 -r dice=1 --progress line
check 'coach shows progress without a terminal' grep -q '^arena: .* of the hands, .* to go$' "$err"
run coach computer --against conservative --games 20 -r dice=1 --progress line -q
check 'and none with --quiet' test ! -s "$err"
run export 1 2
says 'an argument too many' 2 "unexpected argument '2': export takes one run"

finish
