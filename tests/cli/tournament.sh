# tournament.sh - tables, files, formats and exit codes of `arena tournament`.
. "$(dirname "$0")/lib.sh"

run tournament 100 prober computer --seed 1
expect 'a tournament' 0
check 'it prints a table' grep -q '^ *1  prober  *100 ' "$out"
check 'with the CPU time of an ask' grep -q '^rank .* us/ask' "$out"
check 'it names the seed' has "$out" 'seed 1'
check 'it names the match length' has "$out" 'matches of 1 block, seed 1'
check 'it names the folder' has "$out" 'Saved in results/0001/ (with everything needed to replay the run).'
check 'it is silent on stderr' test ! -s "$err"
for file in run.json table.txt table.csv table.json clock.json; do
	check "it writes $file" test -s "results/0001/$file"
done
check 'it writes nothing else' test "$(ls results/0001 | wc -l)" = 5
check 'it needs no colours in a file' test -z "$(grep "$(printf '\033')" "$out" results/0001/table.txt)"

run tournament 100 prober computer --seed 1 --output csv -q
expect 'csv' 0
check 'csv begins with the columns promised' sh -c \
	'head -n 1 "$1" | grep -q "^robot,games,wins,win_rate,low,high,illegal,timeouts,crashes.*,rank,rank_best,rank_worst,matches,match_length,"' - "$out"
check 'the manual page lists these columns' sh -c \
	'test "$(head -n 1 "$1" | sed "s/,/ , /g")" = "$(sed -n "s/^\.Cm \(robot , .*\) \.\$/\1/p" "$2")"' - "$out" "$root/docs/man/arena.1"
check 'csv is as in the file' cmp -s "$out" results/0002/table.csv
check 'csv is the same every time' cmp -s results/0001/table.csv results/0002/table.csv
check 'csv with --quiet has nothing beside it' test ! -s "$err"
run tournament 2000 prober computer --seed 1 --output csv -q --no-results
check 'the luck of the dice is removed' sh -c 'awk -F, "NR > 1 && !(\$22 < \$21 && \$21 < \$23 && \$24 > \$2) { exit 1 }" "$1"' - "$out"
cut -d, -f1-20 "$out" >corrected.csv
run tournament 20 prober computer --seed 1 --no-results --no-luck-correction
check 'then the heading says so' has "$out" 'Not corrected for the luck of the dice: --no-luck-correction'
run tournament 20 prober computer --seed 1 --no-results
check 'so it does with few matches' has "$out" 'too few games (a robot needs 90 matches)'
run tournament 200 prober computer caller --format gauntlet --same-deals --seed 1 --no-results
check 'with the same deals' has "$out" 'several matches have the same dice'
run tournament 20 mia maexchen -v maexchen --seed 1 --no-results
check 'and in Maexchen' has "$out" 'depend on which claims were believed'
run tournament 2000 prober computer --seed 1 --output csv -q --no-results --no-luck-correction
check 'only on request it is not' sh -c 'cut -d, -f1-20 "$1" | cmp -s - corrected.csv && cut -d, -f21-24 "$1" | grep -cx ",,," | grep -qx 2' - "$out"
run tournament 100 prober computer --seed 1 --output json
expect 'json' 0
check 'json is as in the file' cmp -s "$out" results/0003/table.json
check 'json tells the folder on stderr' has "$err" 'results/0003'
if command -v python3 >/dev/null; then
	check 'csv can be read' python3 -c 'import csv, sys
rows = list(csv.DictReader(open("results/0002/table.csv")))
sys.exit(0 if [r["robot"] for r in rows] == ["prober", "computer"] and sum(int(r["games"]) for r in rows) == 200
	and sum(float(r["wins"]) for r in rows) == 100
	and all(float(r["low"]) <= float(r["win_rate"]) <= float(r["high"]) for r in rows) else 1)'
	check 'json can be read' json "$out" \
		'd["seed"] == "1" and d["games"] == 100 == d["games_finished"] and [r["robot"] for r in d["robots"]] == ["prober", "computer"]
and abs(sum(r["win_rate"] for r in d["robots"]) - 1) < 1e-12 and all(sum(r["places"]) == 100 for r in d["robots"])'
	check 'run.json can be read' json results/0001/run.json \
		'd["format"] == "table" and d["seats"] == 2 and d["rules"].startswith("liars-dice dice=5 ")
and [len(r["sha256"]) for r in d["robots"]] == [64, 64]'
	check 'clock.json can be read' json results/0001/clock.json 'd["command"][1] == "tournament" and d["seconds"] > 0'
else
	skip 'what is written can be read' 'no python3'
fi

# The recorded command gives the same results, whatever other options the first one had.
run tournament 60 -j1 --trust --results other --seed "it's" computer -r dice=3 caller:  -v wild --output json -q
expect 'any order of options' 2
run tournament 60 -j1 --trust --results other --seed "it's" computer -r dice=3 caller -v wild --output json -q
expect 'options among the robots' 0
command=$(sed -n 's/^  "command": "arena \(.*\)",$/\1/p' other/0001/run.json | sed 's/\\\\/\\/g')
eval "run $command --results other"
expect 'the command recorded can be given' 0
check 'the command recorded gives the same table' cmp -s other/0001/table.json other/0002/table.json
check 'the command recorded gives the same run.json' cmp -s other/0001/run.json other/0002/run.json
check 'the command recorded has nothing that changes no result' sh -c '! grep "\"command\"" other/0001/run.json | grep -qE "jobs|trust|results|output|quiet"'

run tournament 10 caller computer --no-results --seed 1
expect 'without results' 0
check 'without results nothing is written' test ! -e results/0004
run tournament 10 caller computer --no-results
first=$(sed -n 's/.*seed \([0-9a-f]*\)$/\1/p' "$out")
run tournament 10 caller computer --no-results
second=$(sed -n 's/.*seed \([0-9a-f]*\)$/\1/p' "$out")
check 'a seed is drawn' test "${#first}" = 32
check 'another seed is drawn' test "$first" != "$second"
run tournament 5 caller caller caller --no-results -q
expect 'one robot three times' 0
check 'copies have names of their own' sh -c 'grep -q "caller " "$1" && grep -q "caller#2 " "$1" && grep -q "caller#3 " "$1"' - "$out"
check 'games are rounded up to whole blocks' grep -q '^ *1-3  caller  *6 ' "$out"
check 'more than two have places' grep -q '  place  ' "$out"
check 'robots alike share the ranks and the wins' test "$(grep -c '^ *1-3  caller.* 33.33%  ' "$out")" = 3
check 'it is said that they are alike' has "$out" 'All robots played identically in every game'
run tournament 10 caller caller --no-results -q
check 'two robots alike are named' has "$out" 'caller and caller#2 played identically in every game: they cannot be distinguished.'

# Matches: their length is part of the configuration, and the games are rounded up to whole matches.
run tournament 10 caller computer --match-length 7 --seed 1 --results lengths
expect 'matches of seven blocks' 0
check 'the heading says so' has "$out" '14 games of liars-dice, one table of 2, matches of 7 blocks, seed 1'
check 'the csv says so' grep -q '^computer,14,.*,1,7,' lengths/0001/table.csv
check 'run.json says so' has lengths/0001/run.json '"match_length": 7'
run tournament 600 prober computer conservative simpleton --no-results --output csv -q --seed 1
cp "$out" drawn
run tournament 600 prober computer conservative simpleton --no-results --output csv -q --seed 1 --as-given
check 'as given other games are played' sh -c '! cmp -s drawn "$1"' - "$out"
run tournament 600 simpleton computer prober conservative --no-results --output csv -q --seed 1
cp "$out" turned
check 'the order on the command line decides nothing' python3 -c 'import csv
a, b = ({r["robot"]: r for r in csv.DictReader(open(f))} for f in ("drawn", "turned"))
assert all(float(a[r]["low"]) <= float(b[r]["high"]) and float(b[r]["low"]) <= float(a[r]["high"]) for r in a)'

run tournament 20 prober computer bumper caller --format round-robin --no-results --output csv -q
expect 'round-robin' 0
check 'round-robin: all against all' test "$(cut -d, -f2 "$out" | sed 1d | sort -u)" = 60
run tournament 20 prober computer bumper caller --format gauntlet --no-results --output csv -q
expect 'gauntlet' 0
check 'gauntlet: the first against each' test "$(cut -d, -f1,2 "$out" | sed 1d | sort | tr '\n' ' ')" = 'bumper,20 caller,20 computer,20 prober,60 '
run tournament 2 caller computer prober bumper --format round-robin --seats 3 --shard 1/4 --seed 1 --trust -q --results part --output csv
check 'a robot without games has no place' test "$(cut -d, -f1,2,11 "$out" | grep ',0,')" = 'bumper,0,'
run tournament 2 caller computer prober bumper --format round-robin --seats 3 --shard 1/4 --seed 1 --trust -q --results part
check 'nor in the table' grep -q '^ .* bumper  *0  *0 .*  -  *0  ' "$out"
run tournament 40 computer conservative calm prober --format gauntlet --same-deals -v one-hand --seed same -q --output csv --results same \
	--save-config same.json
expect 'the same deals' 0
cp "$out" same.csv
check 'the same deals: it is stored' has same/0001/run.json '"deals": "same"'
check 'the same deals: said in the heading' has same/0001/table.txt 'gauntlet of 4 robots at tables of 2 with the same deals'
run tournament --config same.json --trust -j2 -q --output csv --no-results
check 'the same deals: from a file, trusted' cmp "$out" same.csv
run export same/0001
check 'the same deals: at every table' python3 -c 'import re, sys
hands = [re.match(r"(\d+)\.1 +(\S+)", line).groups() for line in open(sys.argv[1]) if re.match(r"\d+\.1 ", line)]
dice = [hand[1] for hand in hands]
assert len(dice) == 120 and [int(hand[0]) for hand in hands] == list(range(1, 121))
sets = [dice[i:i + 6] for i in range(0, 120, 6)]
assert all(s[0:2] == s[2:4] == s[4:6] for s in sets) and len({tuple(s) for s in sets}) > 15' "$out"
run tournament 60 prober computer bumper caller --format pool --seats 3 --no-results --output csv -q
expect 'pool' 0
check 'pool: equally often' test "$(cut -d, -f2 "$out" | sed 1d | sort -u | wc -l)" = 1
printf '# mine\nvariant=wild dice=2\nillegal=game\n' >mine
run tournament 10 caller computer -v mine --seed 1 -q
expect 'a variant file' 0
check 'a robot that plays its family is not warned of' test ! -s "$err"
run tournament 2 caller mia -v mine -q
says 'one that does not is refused' 2 "'mia' does not list 'mine' as supported; it plays maexchen. Choose" '--anyway'
check 'and nothing is stored' test ! -e results/0005
run tournament 2 caller mia -v mine --no-results -q --anyway
expect 'or seated anyway' 0
check 'with a warning' has "$err" "these robots do not list 'mine' as supported: mia"
check 'its rules are recorded' has results/0004/run.json '"rules": "mine dice=2 faces=6 wild=ones '
check 'every variant plays' sh -c 'for v in liars-dice wild round-table tourney perudo one-hand; do
	"$1" tournament 8 prober caller caller -v $v --no-results -q >/dev/null || exit 1; done' - "$arena"

make_robot crasher <<'END'
#include <stdio.h>
#include <stdlib.h>
int get_play(const char *me, const char *hands, const char *history) { printf("my last words\n"); abort(); }
END
make_robot empty <<'END'
int get_pay(void) { return 0; }
END
run tournament 20 ./crasher.so computer --seed 1:0
expect 'a robot that always crashes' 4
check 'it has a column' has "$out" 'crashes'
check 'the others have none' sh -c '! grep -qE "timeouts|illegal" "$1"' - "$out"
check 'it has a line that names its crash report' grep -q '^crasher failed in 20 of its 20 games.*(results/0005/faults/001-crasher.txt)$' "$out"
check 'its first ten faults are kept' test "$(ls results/0005/faults | wc -l)" = 10
for text in 'SIGABRT' 'my last words' 'seed      1' 'robot     crasher' 'game      1' 'arena replay .. 1' 'verdict   crash'; do
	check "its crash report has: $text" has results/0005/faults/001-crasher.txt "$text"
done
check 'csv always has the columns' grep -q '^crasher,20,0,0,.*,0,0,20,' results/0005/table.csv
run tournament 20 ./empty.so computer --seed 1:0 -q --anyway
expect 'a robot that cannot be loaded' 4
check 'it has a line that says why' grep -q '^empty could not be loaded: .*get_play' "$out"
run tournament 6 ./crasher.so ./empty.so ./crasher.so --seed 1:0 -q --anyway
expect 'nobody who can play' 4
check 'every robot has its line' test "$(grep -cE '^(crasher|crasher#2|empty) ' "$out")" = 3
run tournament 10 computer caller -v maexchen --anyway
case $code in
0) check 'robots of another game are warned of, once' test "$(grep -c '^arena: warning' "$err")" = 1 ;;
*) skip 'robots of another game are warned of' 'only one family of games' ;;
esac

# Interrupted: the table so far, and exit code 130. run.json exists as soon as signals are handled.
for signal in INT TERM HUP; do
	rm -rf stopped
	"$arena" tournament 100000000000 caller computer --seed 1 --results stopped >"$out" 2>"$err" &
	pid=$!
	until [ -e stopped/0001/run.json ]; do kill -0 $pid 2>/dev/null || break; done
	kill -$signal $pid
	wait $pid
	code=$?
	expect "SIG$signal" 130
	check "SIG$signal leaves the table so far" grep -qE '^Stopped after [0-9,]+ of 100,000,000,000 games\.$' "$out"
	check "SIG$signal names the command that continues" has "$out" 'To continue: arena tournament --resume 0001 --results stopped'
	check "SIG$signal leaves the files" test -s stopped/0001/table.csv
	check "SIG$signal is nothing to complain about" test ! -s "$err"
done

# The folder of a run may be deleted while it is played; its matches are in the database.
"$arena" tournament 100000000000 caller computer --seed 1 --results lost >"$out" 2>"$err" &
pid=$!
until [ -e lost/0001/run.json ]; do kill -0 $pid 2>/dev/null || break; done
rm -rf lost/0001
kill -INT $pid
wait $pid
code=$?
expect 'a run whose folder was deleted' 130
check 'has its files again' test -s lost/0001/table.csv
# Where stderr is no terminal, a line a minute, or the first at once if it was asked for.
run tournament 20000 prober computer --seed 1 --no-results --progress line
check '--progress line: the first line at once' grep -q '^arena: .* of 20,000 games (.*%)' "$err"
run tournament 20 prober computer --seed 1 --no-results
check 'else none in the first minute' test ! -s "$err"
run tournament 400 --format gauntlet computer simpleton conservative prober calm --trust --no-results -q --seed 4
expect 'a gauntlet' 0
check 'a gauntlet: what the first robot did' grep -qx 'computer beats simpleton, calm; loses to prober; is undecided against conservative.' "$out"
check 'a gauntlet: the first robot is above those that it beats' sh -c 'sed 1d "$1" | sed -n "/computer  /,\$p" | sed -n 2p | grep -q calm' - "$out"
run tournament 400 --format gauntlet computer simpleton conservative prober calm --trust --no-results -q --seed 4 --output json
check 'a gauntlet: ranks follow' json "$out" '[r["robot"] for r in d["robots"]] == ["prober", "conservative", "computer", "calm", "simpleton"] and d["robots"][2]["rank"] == 3'
run tournament 200 --format round-robin prober computer simpleton --trust --no-results -q --seed 4 --output json
check 'the intervals of a round robin leave out what its opponents differ by' json "$out" 'd["robots"][1]["high"] - d["robots"][1]["low"] < 0.08'
finish
