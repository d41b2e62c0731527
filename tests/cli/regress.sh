#!/bin/sh
# regress.sh - the verdict on a new robot: exit codes, output formats, and the example for CI.
. "$(dirname "$0")/lib.sh"

robot() { # robot NAME EXPRESSION: a robot that plays it
	printf '#include <stdlib.h>\n#include <string.h>\nint n; %s\n%s\n' \
		'__attribute__((visibility("default"))) int get_play(const char *me, const char *hands, const char *history)' \
		"{ (void)me; (void)hands; (void)history; n++; return $2; }" >"$1.c"
	cc -std=c11 -O1 -fPIC -shared -o "$1.so" "$1.c" || exit 1
}
games() { sed -n 's/^computer against .*, \([0-9]*\),\{0,1\}\([0-9]*\) games of .*/\1\2/p' "$1"; }
matches() { grep -q -- "$2" "$1"; }

run regress computer conservative --seed 1
expect 'a worse robot' 1
check 'it says so' matches "$out" '^REGRESSION: computer is worse than conservative$'
check 'it names the match length' matches "$out" ' games of liars-dice in matches of 1 block, seed 1$'
check 'the pentanomial counts, the model and the LLR' sh -c 'grep -qE "^Matches: worse [0-9,]+, even [0-9,]+, better [0-9,]+; Ptnml\(0-2\): ([0-9]+, ){4}[0-9]+$" "$1" &&
	grep -qE "^LLR -2\.9[0-9] in \[-2\.94, 2\.94\] for Elo -5 against \+0 \(logistic model\), alpha 0.05, beta 0.05$" "$1"' - "$out"
check 'without the luck of the dice' matches "$out" '^Without the luck of the dice: score 4[0-9.]*%; uncorrected, the same precision takes [0-9],[0-9]* games$'
check 'in six lines' test "$(wc -l <"$out")" = 6
cp "$out" first
run regress computer conservative --seed 1 -j1
check 'the same bytes with one worker' cmp -s "$out" first
run regress computer conservative --seed 1 --trust
check 'and without a sandbox' cmp -s "$out" first
run regress computer conservative --seed 1 --no-luck-correction --no-results
expect 'with the luck of the dice' 1
check 'it needs more games' test "$(games "$out")" -gt "$(games first)"
check 'it says why in a line of six' matches "$out" '^Not corrected for the luck of the dice: --no-luck-correction was given$'
check 'and in no more' test "$(wc -l <"$out")" = 6
run compare conservative computer --seed 1 --trust
expect 'a better robot, by the other name of the command' 0
check 'it says so too' matches "$out" '^PASS: conservative is not worse than computer by 5 Elo$'
run regress computer computer --seed 1 --trust
expect 'the same robot' 0
check 'nothing has changed' matches "$out" '^NO DIFFERENCE: no difference in 514 games: every play was the same$'
check 'then there is no Elo, and no value of the test' sh -c '! grep -qE "Elo|LLR" "$1"' - "$out"
run regress prober computer --field conservative,simpleton --seed 1 --trust
expect 'better in a field' 0
run regress computer prober --field conservative,simpleton --seed 1
expect 'worse in a field' 1
check 'it is not corrected' matches "$out" '^Not corrected for the luck of the dice: with --field, each match is played twice with the same dice$'
cp "$out" first
run regress computer prober --field conservative,simpleton --seed 1 -j1 --trust
check 'a field with one worker, trusted' cmp -s "$out" first
run regress simple simpleton --field calm,cpu --elo0 0 --elo1 5 --seed 1 --trust
expect 'one that wins less, though its places are better' 1
check 'both numbers are there' matches "$out" '^Win rate -[0-9.]* points (95%: .*), score +[0-9.]* points; LOS'
check 'a large effect is decided early' matches "$out" '; decided by betting, because the effect is far from both$'
run regress simple simpleton --field calm,cpu --elo0 0 --elo1 5 --seed 1 --trust --by places
expect 'its places are better' 0
check 'they are named first' matches "$out" '^Score +[0-9.]* points (95%: .*), win rate -[0-9.]* points; LOS'
check 'and as what is tested' matches "$out" ' (by places), alpha'
run regress computer computer --elo0 0 --elo1 10 --seed 1 --trust
expect 'no difference is no gain' 1
run regress prober computer --by wins
says 'a measure without a field' 2 '--by needs --field'
run regress prober computer --field calm --model normalized
says 'a model with a field' 2 '--model is for tests without --field'
run regress prober prober --field computer --seed 1 --trust
expect 'the same in a field' 0
check 'nothing has changed there' matches "$out" '^NO DIFFERENCE: no difference in 2,052 games: every play was the same$'
run regress calm radical --field computer,conservative -v wild --seed r5 --games 900 --output json --trust
check 'equal differences are one value' json "$out" 'len(d["values"]) > 5 and len({round(v, 9) for v, _ in d["values"]}) == len(d["values"])'
run regress computer conservative --seed 1 --beta 0.2 --no-results --output json --trust
expect 'a test with another error rate' 1
check 'its bounds' json "$out" 'abs(d["sprt"]["lower"] + 1.55814) < 1e-5 and abs(d["sprt"]["upper"] - 2.77259) < 1e-5'
check 'the default model is named' json "$out" 'd["sprt"]["model"] == "logistic"'
cp "$out" logistic
run regress computer conservative --seed 1 --beta 0.2 --no-results --output json --model normalized --trust
expect 'bounds in deviations of a game' 1
check 'the model is named' json "$out" 'd["sprt"]["model"] == "normalized" and d["sprt"]["llr"] <= d["sprt"]["lower"] and d["los"] < 0.05'
check 'it needs another number of games' json "$out" "d['games'] != $(sed -n 's/^  "games": \([0-9]*\),$/\1/p' logistic)"
run regress computer conservative --seed 1 --games 100 --no-results --model normalized --trust
check 'it is not corrected either' matches "$out" '^Not corrected for the luck of the dice: --model normalized uses the deviation'
run regress computer conservative --seed 1 --games 20000 --trust
cp "$out" few
run regress computer conservative --seed 1 --games 900000 --trust
check 'the cap on games changes no verdict' cmp -s "$out" few
run regress computer prober --field conservative,simpleton --seed 1 --games 60000 --trust
check 'nor in a field' cmp -s "$out" first
run regress computer conservative --seed 1 --match-length 20 --trust
expect 'longer matches' 1
check 'they are named' matches "$out" 'in matches of 20 blocks'
run regress computer conservative --seed 1 --games 100 --elo0 -1 --elo1 0 --trust
expect 'too few games' 3
check 'it says undecided' matches "$out" '^UNDECIDED'
run regress computer caller --seed 1 --games 4 -q --no-results --trust
check 'of two pairs that were won it knows little' matches "$out" '^Elo >= -1199.8 (95%); score 100.00%; LOS 87.5%$'
run regress caller computer --seed 1 --games 4 -q --no-results --trust
check 'nor of two that were lost' matches "$out" '^Elo <= +1199.8 (95%); score 0.00%; LOS 12.5%$'

robot crasher 'n == 3 ? (abort(), 0) : 0'
run regress ./crasher.so computer --seed 1:0
expect 'a robot that crashes' 4
check 'its crashes are told' matches "$out" '^A ROBOT FAILED: crasher: 0 timeouts, [1-9]'
check 'and where they are described' matches "$err" '/faults has a report of each failure$'
check 'there is one' test -s "$(sed -n 's/^arena: \(.*\)\/faults has.*/\1/p' "$err")/faults/001-crasher.txt"
run regress prober computer --field caller,./crasher.so --seed 1:0
expect 'a robot of the field that crashes' 4
check 'the crashes of the field are counted' matches "$out" '; the field: 0 timeouts, [1-9][0-9]* crash'
robot cheater 'n == 3 ? 99999 : 0'
run regress ./cheater.so computer --seed 1:0
expect 'a robot whose plays are illegal' 1
check 'they are counted' matches "$out" '^Illegal plays: [1-9][0-9,]* by cheater, 0 by computer$'
echo no >text.so
run regress ./text.so computer --seed 1:0
expect 'a robot that cannot be loaded' 4

run regress computer
says 'one robot' 2 'NEW OLD'
run regress computer prober --elo0 5 --elo1 0
says 'bounds the wrong way round' 2 'elo'
run regress computer prober --alpha 0.7
says 'an alpha that is none' 2 'alpha'
run regress computer human
says 'a person' 2 'a human plays'
run regress computer prober --field nobody
says 'an unknown robot in the field' 2 "'nobody'"
run regress computer prober --field 'prober:learn=off,risk=0.3,caller' --field calm --seed 1 --games 100 --no-results
check 'a field with options' has "$out" 'each with prober:learn=off,risk=0.3,caller,calm'
run regress computer prober --field "$(printf 'caller,%.0s' $(seq 25))caller"
says 'a field of 26' 2 'more than 25 robots'
run regress computer prober --field "$(printf 'caller,%.0s' $(seq 24))nobody"
says 'a field of 25 is looked for' 2 "'nobody'"
run regress computer conservative --seed 1 --junit nowhere/x.xml --trust
says 'a file that cannot be written' 5 'nowhere/x.xml'
check 'is noticed before the test' test ! -s "$out"

run regress computer conservative --seed 1 --output junit --junit file.xml --trust
check 'the JUnit document is the same in a file' cmp -s "$out" file.xml
check 'it is XML with one failure' python3 -c "
import xml.etree.ElementTree as e
suite = e.parse('file.xml').getroot()[0]
assert suite.get('failures') == '1' and suite[0][0].tag == 'failure'"
odd=$(printf './x\033[31m<&\377"].so')
cp "${ARENA_ROBOTS:-$root/build/release/robots}/caller.so" "$odd"
run regress computer "$odd" --seed 1 --games 4 -q --no-results --trust
check 'a robot of an odd name does not colour the terminal' matches "$out" '^computer against x?\[31m<&?"\], 4 games'
run regress computer "$odd" --seed '<&>' --games 4 -q --no-results --output junit --trust
check 'nor is its XML wrong' python3 -c "
import sys, xml.etree.ElementTree as e
assert e.parse(sys.argv[1]).getroot()[0][0].get('name') == 'computer against x?[31m<&?\"]'" "$out"
run regress computer conservative --seed 1 --output json --trust
cp "$out" regress.json
check 'the JSON can be read' python3 -c "
import json
r = json.load(open('regress.json'))
assert r['verdict'] == 'regression' and r['games'] == 2 * r['blocks'] == 2 * r['matches'] and r['match_length'] == 1
assert r['matches'] == r['better'] + r['even'] + r['worse'] == sum(count for value, count in r['values'])
assert r['low'] < r['effect'] < r['high'] < 0
assert r['corrected_score'] < 0.5 and r['games_without_correction'] > r['games']"

# The example for CI, exactly as in the guide.
git init -q repository 2>/dev/null
cd repository || exit 1
git config user.name arena
git config user.email arena@localhost
cp "$root/robots/conservative.c" myrobot.c
git add . && git commit -qm old && git branch -q old
awk '/# begin of the script/ {on = 1} on {print} /# end of the script/ {on = 0}' "$root/docs/regression.md" |
	sed 's/^          //' >script.sh
mkdir kit && ln -s "$root/sdk" kit/sdk && ln -s "$arena" kit/arena
BASE=old ARENA=$PWD/kit patiently sh -e script.sh >"$out" 2>"$err"
code=$?
expect 'the CI example: no change' 0
cp "$root/robots/caller.c" myrobot.c
BASE=old ARENA=$PWD/kit patiently sh -e script.sh >"$out" 2>"$err"
code=$?
expect 'the CI example: a regression' 1
check 'it leaves its document' matches regress.xml '<failure'
finish
