# export.sh - `arena export`: the same bytes however the run was played, and correct.
. "$(dirname "$0")/lib.sh"
PYTHONPATH=$root/tests/cli PYTHONDONTWRITEBYTECODE=1
export PYTHONPATH PYTHONDONTWRITEBYTECODE

run export
says 'without any run' 2 'no runs'
run tournament 30 prober computer random_raiser --seed 5 -v tourney -q --trust
for games in 0 31 20-31 5-3 one 1- -3 3-4-5 '' 99999999999999999999; do
	run export --games "$games"
	if [ "$code" = 2 ] && grep -q 'games' "$err"; then pass "--games '$games'"; else fail "--games '$games'" "exit code $code"; fi
done
run export 7
says 'a run that is not there' 2 "'7'"
run export 1 2
says 'two runs' 2 "'2'"
run export --format xml
says 'another format' 2 'xml'
for damage in 's/"seats": 3/"seats": 99/' 's/"seed":/"sed":/' 's/{//' 's/"sha256": "/"sha256": "0/' 's/"games": 30/"games": [30]/' \
	's/"robot": "prober"/"robot": "nobody_at_all"/'; do
	mkdir -p damaged
	sed "$damage" results/0001/run.json >damaged/run.json
	run export damaged
	says "run.json after $damage" 2
	check "nothing is written after $damage" test ! -s "$out"
done
head -c 300 results/0001/run.json >damaged/run.json
run export damaged -o exported
says 'run.json cut short' 2 'damaged/run.json'
check 'nor a file for it' test ! -e exported

# ---- the same bytes --------------------------------------------------------------------------
# With and without a sandbox, which is the expensive part: one of each kind has it.

for form in text jsonl csv; do
	run export --format $form
	expect "$form" 0
	cp "$out" "all.$form"
	check "$form is not empty" test -s "all.$form"
	check "$form: nothing on stderr" test ! -s "$err"
	for words in '1 --trust' '0001 --trust' 'results/0001 --trust -o file' '--games 1-30 --trust' '-j1 --trust -o -' -j2 '-j3 --trust' '-j50 --trust'; do
		rm -f file
		# shellcheck disable=SC2086
		run export --format $form $words
		[ -e file ] && cp file "$out"
		check "$form $words is the same" cmp -s "$out" "all.$form"
	done
done
check 'no other files are left' test ! -e file.new
way=0
for play in -j1 '-j2 -L 3' --trust; do
	# shellcheck disable=SC2086
	run tournament 30 prober computer random_raiser --seed 5 -v tourney -q $play --results "ways/$way"
	for form in text jsonl csv; do
		run export --trust --results "ways/$way" --format $form
		check "$form of a run with $play is the same" cmp -s "$out" "all.$form"
	done
	way=$((way + 1))
done
run tournament 30 prober computer random_raiser --seed 6 -v tourney -q --trust --results other
run export --trust --results other
check 'another seed, other games' sh -c '! cmp -s "$1" all.text' - "$out"
in_order() { sed -n 's/ begins: .*//p' "$out" | cmp -s - <(seq "$1"); } # in_order N: games 1 to N
run tournament 60 prober computer caller --match-length 4 -v one-hand --seed 5 -q --trust --results blocks
run export --trust --results blocks
check 'matches of several blocks: every game once' in_order 60
# More games than are in progress at once.
run tournament 36000 computer caller -v one-hand --seed 5 -q --trust --results many
run export --trust -j1 --results many
check 'many games: every game once' in_order 36000
cp "$out" many.text
run export --trust -j2 --results many
check 'many games: the same from two processes' cmp -s "$out" many.text
rm many.text

grep -E '^17(\.| )' all.text >seventeen
run export --trust --games 17
check 'one game alone' cmp -s "$out" seventeen
grep -E '^(29|30)(\.| )' all.text >last
run export --trust --games 29-30
check 'the last two games' cmp -s "$out" last
check 'text: games in order' sh -c 'sed -n "s/ begins: .*//p" all.text >began && seq 30 | cmp -s - began'
check 'text: a line for the end' test "$(grep -cE '^[0-9]+ ends: 1\. [ABC], 2\. [ABC], 3\. [ABC]$' all.text)" = 30
check 'text: a line for each hand' grep -qE '^17\.1  [ABC]:[1-6]{5},.*  \[.*[ABC]:0\]  . called .*\.$' all.text
run tournament 60 prober computer cpu random_raiser --seed 5 -v one-hand -q --trust --results one-hand
run export --trust --results one-hand
grep ' ends: ' "$out" >ends
cat >ends.py <<'END'
# Shared places are marked, and no others; a line has all four fields.
import re, sys
lines = open("ends").read().splitlines()
assert len(lines) == 60 and any("shared" in line for line in lines)
for line in lines:
    places = [re.fullmatch(r"(\d)\. ([A-D])( \(shared\))?", part).groups() for part in line.split(" ends: ")[1].split(", ")]
    assert sorted(letter for _, letter, _ in places) == list("ABCD"), line
    for place, _, is_shared in places:
        assert bool(is_shared) == ([other for other, _, _ in places].count(place) > 1), line
END
check 'text: shared places are said to be' python3 ends.py
for shard in 1 2; do
	run tournament 30 prober computer random_raiser --seed 5 -v tourney -q --trust --shard $shard/2 --results "shard$shard"
	run export --trust --format csv --results "shard$shard"
	tail -n +2 "$out" >"part$shard"
done
tail -n +2 all.csv | sort >whole
check 'shards: the parts are the whole' sh -c 'sort part1 part2 | cmp -s - whole && test -s part1 && test -s part2'
check 'shards: each is in order' sh -c 'for p in part1 part2; do cut -d, -f1 $p | sort -nc || exit 1; done'
cp -r results/0001 stopped
sed -i 's/"games_finished": 30/"games_finished": 12/' stopped/table.json
run export --trust stopped
sed '/^13 begins/,$d' all.text >first12
check 'of a stopped run what was played' cmp -s "$out" first12

# ---- they are correct ------------------------------------------------------------------------

run tournament 10 five_sixes caller --seed 5 -q --trust --as-given --results known
run export --trust --results known --games 1-2
# A opens game 1 with five sixes and is called; B opens game 2 with a call, which is illegal.
check 'known: who called whom' grep -qE '^1\.1  A:[1-6]{5},B:[1-6]{5}  \[A:56,B:0\]  B called five sixes: ' "$out"
check 'known: an illegal call' grep -qE "^2\.1  .*  \[B:0\]  B's play 0 was illegal: B loses a die" "$out"
run export --trust --results known --format csv
check 'known: every play of five_sixes' sh -c 'grep ",five_sixes," "$1" | grep -vE ",56,(ok|illegal)$" | grep -q . && exit 1
	grep -q ",five_sixes," "$1"' - "$out"
check 'known: every play of caller' sh -c '! grep ",caller," "$1" | grep -vE ",0,(ok|illegal)$" | grep -q .' - "$out"

if ! command -v python3 >/dev/null; then
	skip 'games are true' 'no python3'
	finish
fi

# verify WILD FOLDER [COST]: checks every game of the folder's latest run by the rules, and JSON against CSV. A fault costs COST
# where there are robots that crash, which need a sandbox.
verify() {
	confined=--trust
	[ -z "${3:-}" ] || confined=
	# shellcheck disable=SC2086
	"$arena" export $confined --results "$2" --format jsonl -o games.jsonl && "$arena" export $confined --results "$2" --format csv -o games.csv || return 1
	python3 - "$1" "${3:-}" <<'END'
import sys, uuid
from gamelog import *
wild, cost = sys.argv[1:]
all_games, all_rows = games("games.jsonl"), rows("games.csv")
assert len({game["game_uuid"] for game in all_games}) == len(all_games)
for number, game in enumerate(all_games):
	check_game(game, wild, cost == "game")
	assert game["match_index"] == number
	assert game["game_uuid"] == str(uuid.uuid5(uuid.UUID(game["tourney_uuid"]), "game %d" % (number + 1)))
n_bids = n_faced = 0
for row in all_rows:
	game = all_games[int(row["game"]) - 1]
	hand = [hand for hand in game["game_history"] if any(map(sum, hand["face_counts"]))][int(row["hand"]) - 1]
	faces = hand["face_counts"][int(row["seat"])]
	assert row["own_dice"] == "".join(str(f) * faces[f - 1] for f in range(6, 0, -1)), row
	assert int(row["table_dice"]) == sum(map(sum, hand["face_counts"])), row
	assert game["bot_titles"][int(row["seat"])] == row["robot"], row
	plays = [item.split(":") for item in row["history"].split(",") if item]
	assert (plays[-1][1] if plays else "") == row["last_bid"], row
	if row["last_bid"]:
		n_faced += 1
		quantity, face = divmod(int(row["last_bid"]), 10)
		n_in = sum(1 for own in hand["face_counts"] if sum(own))
		ones = is_wild(wild, [divmod(int(play), 10) for _, play in plays], face, n_in)
		own = faces[face - 1] + (faces[0] if ones else 0)
		chance = tail(int(row["table_dice"]) - sum(faces), quantity - own, (2 if ones else 1) / 6)
		assert abs(chance - float(row["chance"])) < 1e-12, (row, chance)
		assert int(row["is_true"]) == (count(hand, face, ones) >= quantity), row
	n_bids += row["verdict"] == "ok" and int(row["play"]) > 9
assert n_faced and n_bids == sum(len(list(bids(game, wild))) for game in all_games)
END
}
check 'tourney: JSON and CSV follow from the rules' verify drop results
run tournament 60 computer conservative simpleton --seed 5 -q --trust --results liars
check 'liars-dice: JSON and CSV follow from the rules' verify none liars
run tournament 60 prober computer random_raiser bumper --seed 5 -q --trust -v wild --results wild
check 'wild: JSON and CSV follow from the rules' verify ones wild
check 'the winners are those of the table' python3 -c 'import csv
from gamelog import *
won = {}
for game in games("games.jsonl"):
	winner = game["bot_titles"][game["bot_rankings"][0]]
	won[winner] = won.get(winner, 0) + 1
for row in csv.DictReader(open("wild/0001/table.csv")):
	assert won.get(row["robot"], 0) == float(row["wins"]), row'

# If a robot dies, its games are played again from the beginning of the rotation, and count once.
make_robot crasher <"$root/tests/cli/crasher.c"
run tournament 24 ./crasher.so computer conservative --seed 5:0 -q --results crash
check 'crashes: JSON and CSV follow from the rules' verify none crash game
check 'crashes: all are there, and in the table' python3 -c 'import csv
from gamelog import *
played = [row for row in rows("games.csv") if row["verdict"] == "crash"]
assert played and all(row["robot"] == "crasher" and row["play"] == "" for row in played)
hands = [hand for game in games("games.jsonl") for hand in game["game_history"] if hand["result"] == "error_bad_message"]
assert len([hand for hand in hands if any(map(sum, hand["face_counts"]))]) == len(played) < len(hands)
table = {row["robot"]: row for row in csv.DictReader(open("crash/0001/table.csv"))}
assert int(table["crasher"]["crashes"]) >= len(hands)'
run tournament 12 ./crasher.so computer conservative --seed 5:0 -q -v round-table --results crashpoints
run export --results crashpoints
check 'crashes: the hands have points' sh -c 'grep "crashed or ran out of time and is out" "$1" >hands && ! grep -qv "@" hands' - "$out"
run export -j1 --results crash # one process stops after the last game, so it must not count one twice
check 'crashes: text says what they cost' grep -qE '^[0-9]+\.[0-9]+  .*crashed or ran out of time( when the dice were shown)? and is out of the game\.$' "$out"
check 'crashes: text has every game once' in_order 24
run tournament 96 ./crasher.so computer conservative --match-length 16 --seed 5:0 -q --results crashes # of games before the crash, too
run export -j1 --results crashes
check 'crashes late in a match: text has every game once' in_order 96

# ---- the schema ------------------------------------------------------------------------------

python=
for candidate in python3 /usr/bin/python3; do
	"$candidate" -c 'import jsonschema' 2>/dev/null && python=$candidate && break
done
if [ -n "$python" ]; then
	for play in '-v perudo --anyway prober computer prober' '-v round-table prober caller computer' '-v one-hand prober computer' \
		'-r illegal=game -r dice=1 random_raiser five_sixes caller'; do
		# shellcheck disable=SC2086
		run tournament 30 $play --seed 5 -q --trust --results schema
		run export --trust --results schema --format jsonl
		cat "$out" >>mixed.jsonl
	done
	cat all.jsonl games.jsonl >>mixed.jsonl
	"$python" - "$root/docs/gamelog.schema.json" >"$out" 2>"$err" <<'END'
import copy, json, sys, jsonschema
schema = json.load(open(sys.argv[1]))
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
seen, game = set(), None
for line in open("mixed.jsonl"):
	game = json.loads(line)
	validator.validate(game)
	seen |= {hand["result"] for hand in game["game_history"]}
wanted = {"good_call", "bad_call", "good_exact", "bad_exact", "error_bid", "error_overflow", "error_bad_message"}
assert seen == wanted, seen ^ wanted

def spoil(change):
	broken = copy.deepcopy(game)
	change(broken)
	assert not validator.is_valid(broken), change.__name__

def no_hands(g): g["game_history"] = []
def no_uuid(g): g["game_uuid"] = "1234"
def missing(g): del g["bot_rankings"]
def more(g): g["colour"] = "red"
def twice(g): g["bot_rankings"] = [0, 0]
def negative(g): g["game_history"][0]["losing_player"] = -1
def unknown(g): g["game_history"][0]["result"] = "lucky_call"
def short_bid(g): g["game_history"][0]["bid_history"] = [[1, 2]]
def faceless(g): g["game_history"][0]["bid_history"] = [[1, 0, 0]]
def text(g): g["dice_count"] = "5"
def time(g): g["start_time"] = "yesterday"
for change in no_hands, no_uuid, missing, more, twice, negative, unknown, short_bid, faceless, text, time:
	spoil(change)
END
	code=$?
	expect 'every game is valid by the schema, and broken ones are not' 0
else
	skip 'every game is valid by the schema, and broken ones are not' 'no python3-jsonschema'
fi

# ---- other games and endings -----------------------------------------------------------------

run tournament 10 maexchen mia --seed 5 -q --trust -v maexchen --results mia
run export --results mia --format jsonl
says 'Mäxchen has no GameLog' 2 'maexchen' 'csv'
check 'and nothing is written' test ! -s "$out"
run export --trust --results mia --format csv
expect 'Mäxchen as CSV' 0
check 'Mäxchen: the chance of a claim is a number of rolls of 36' python3 -c 'import sys
from gamelog import *
order = [f * 10 + s for f in range(1, 7) for s in range(1, f)] + [11, 22, 33, 44, 55, 66]
order = [v for v in order if v not in (21, 42)] + [21, 42]
ways = {v: 1 if v % 11 == 0 else 2 for v in order}
n = 0
for row in rows(sys.argv[1]):
	if row["last_bid"]:
		n += 1
		at = order.index(int(row["last_bid"]))
		assert abs(sum(ways[v] for v in order[at:]) / 36 - float(row["chance"])) < 1e-12, row
		assert row["own_dice"] == ""
	else:
		assert len(row["own_dice"]) == 2, row
assert n > 20' "$out"

run export --format csv -o /dev/full
says 'a full disk' 5 '/dev/full'
"$arena" export >/dev/full 2>"$err"
code=$?
says 'a full disk on stdout' 5 'standard output'
run export -o nowhere/file
says 'a folder that is not there' 5 'nowhere/file'
"$arena" export --format csv 2>"$err" | head -n 1 >"$out"
check 'into head' grep -q '^game,hand,' "$out"
check 'into head: no complaint' test ! -s "$err"
# A trusted robot sends SIGINT, as Ctrl-C would: workers ignore it, the arena does not. Once only, since a second one ends
# the arena at once. Or it sends SIGKILL, or runs a command.
make_robot stopper <<'END'
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int asks;
static int arena(void) /* the parent of the worker whose fork this is */
{
	char path[64];
	int parent = 0;
	snprintf(path, sizeof path, "/proc/%d/stat", getppid());
	FILE *file = fopen(path, "r");
	if (file) fscanf(file, "%*d %*s %*c %d", &parent), fclose(file);
	return parent;
}
int get_play(const char *me, const char *hands, const char *history)
{
	if (++asks == 5)
		raise(SIGINT);
	if (asks == 5 && getenv("STOP_ARENA") && open("stop.sent", O_CREAT | O_EXCL, 0600) >= 0)
		kill(arena(), atoi(getenv("STOP_ARENA")));
	if (asks == 5 && getenv("DURING") && open("during", O_CREAT | O_EXCL, 0600) >= 0 && system(getenv("DURING")))
		return 0;
	return *history ? 0 : 11;
}
END
run tournament 60 ./stopper.so computer --seed 5:0 -q --trust --results stopper
expect 'a tournament goes on' 0
run export --results stopper --trust -j 2 -o stopped.txt
expect 'an export goes on' 0
rm stopped.txt
export STOP_ARENA=2
run export --results stopper --trust -j 2 -o stopped.txt
expect 'an interrupted export says so' 130
check 'and leaves no part of a file' sh -c '! ls stopped.txt*'
rm stop.sent
STOP_ARENA=9
run export --results stopper --trust -j 2 -o stopped.txt
unset STOP_ARENA
expect 'an export is killed' 137
check 'its file does not appear' test ! -e stopped.txt
check 'a part of it is left' test -e stopped.txt.new
run export --results stopper -o stopped.txt
expect 'the next export overwrites it' 0
check 'and is whole' grep -q '^60 ends' stopped.txt
check 'the part is removed' test ! -e stopped.txt.new
rm stopped.txt
DURING="'$arena' export --results stopper -o stopped.txt 2>second; echo \$? >>second"
export DURING
run export --results stopper --trust -j 2 -o stopped.txt
unset DURING
expect 'an export beside another into the same file' 0
check 'the other one is refused' sh -c 'grep -q "another process is writing .stopped.txt." second && grep -qx 5 second'
check 'the file is whole' grep -q '^60 ends' stopped.txt
mkfifo pipe
cat pipe >"$out" &
run_out=$("$arena" export -o pipe 2>&1)
code=$?
wait
check 'into a named pipe' sh -c 'test -z "$1" && cmp -s "$2" all.text && test -p pipe' - "$run_out" "$out"

run tournament 3000 computer conservative --seed 5 -q --trust --results long
for to in pipe ''; do
	exec 8<>pipe # a reader that does not read: the arena blocks when the pipe is full
	"$arena" export --results long ${to:+-o "$to"} >&8 2>"$err" &
	pid=$!
	head -c 1 <&8 >/dev/null # it has begun to write
	until grep -qs '^State:.S' /proc/$pid/status || ! kill -0 $pid 2>/dev/null; do :; done
	kill -TERM $pid
	patiently tail -s 0.1 --pid=$pid -f /dev/null
	wait $pid
	code=$?
	expect "a signal ends a write that blocks${to:+, also to a file}" 130
	exec 8>&-
done
finish
