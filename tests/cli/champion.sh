# champion.sh - robots that learn: prober's learning costs nothing against many styles; the tables of champion, what it gains by
# them, and what it loses to a player that knows its source.
. "$(dirname "$0")/lib.sh"
style=$ARENA_TESTS/styles/style.so person=$ARENA_TESTS/styles/person.so lurer=$ARENA_TESTS/styles/lurer.so robots=${ARENA_TESTS%/tests}/robots

# Each call is in the cheaper way, with or without a sandbox: trusted robots answer faster, but most are loaded again for every match.
wins() { # wins ARGUMENTS...: the number of games that $robot wins
	run tournament "$@" --seed champion:0 --no-results -q --output csv
	sed -n "s/^\"*$robot[\",][^0-9]*\([0-9]*\),\([0-9]*\),.*/\2/p" "$out"
}

# At most 1 game in 100 less than without learning, plus 3 for chance: the dice are the same.
for as in honest bluffer liar doubter believer imitator randomiser jumper mixer turncoat two_faced convert; do
	for length in 1 200; do
		[ "$length" = 1 ] && trust='' || trust=--trust
		# shellcheck disable=SC2086 # $trust may be no word
		robot=prober:learn=on with=$(wins 800 --match-length "$length" $trust "$robot" "$style:as=$as")
		# shellcheck disable=SC2086
		robot=prober:learn=off without=$(wins 800 --match-length "$length" $trust "$robot" "$style:as=$as")
		check "learning costs nothing: $as, $length" test "${with:-0}" -ge $((${without:-9999} - 32))
	done
done

# People who believe bids and often bluff: what prober learned from its raised bids lost 4 games in 100 to them.
with=0 without=0
for as in actor sly hothead; do
	robot=prober:learn=on with=$((with + $(wins 2000 --match-length 500 --trust "$robot" "$person:as=$as")))
	robot=prober:learn=off without=$((without + $(wins 2000 --match-length 500 --trust "$robot" "$person:as=$as")))
done
check 'learning costs nothing: people who bluff' test "$with" -ge $((without - 60))

# With one die each, a prober that does not hold face F calls 1 of F: a robot that always opens with 16 no longer wins.
cat >opener.c <<'END'
#include <string.h>
int get_play(const char *me, const char *hands, const char *history);
int get_play(const char *me, const char *hands, const char *history)
{
	(void)me, (void)hands;
	return *history ? 0 : 16;
}
END
cc -shared -fPIC -o opener.so opener.c
robot=prober
check 'prober calls a bluff with one die each' test "$(wins 600 -r dice=1 prober ./opener.so)" -gt 300

# Computes a table of hands of one die each twice.
make_table=${ARENA_TESTS%/tests}/champion/make_table code_table=${ARENA_TESTS%/tests}/champion/code_table
check 'a small table' patiently "$make_table" computed 1 >values
check 'the opener of one die each wins 4 in 9' grep -q '^liars-dice: 1 against 1 dice: .* wins 0.4444$' values
check 'with wild ones, a bit less than half' grep -q '^wild: 1 against 1 dice: .* wins 0.4893$' values
patiently "$make_table" again 1 >again.txt
check 'a table is the same to the byte' cmp computed again
check 'it is coded' "$code_table" computed table
"$code_table" again coded_again
check 'with the same bytes' cmp table coded_again
run_table() { patiently "$make_table" "$@" >"$out" 2>"$err"; code=$?; }
run_table
expect 'make_table without a file' 2
run_table computed 6
expect 'make_table with too many dice' 2
run_table computed 5 401
expect 'make_table with too many iterations' 2
run_table no/such/folder/table 1
expect 'make_table without a folder' 5
run_code() { "$code_table" "$@" >"$out" 2>"$err"; code=$?; }
run_code table
expect 'code_table with one file' 2
run_code table other
expect 'code_table with a coded table' 2
head -c 1000 computed >half
run_code half other
expect 'code_table with half a table' 2
run_code no-such-table other
expect 'code_table without a table' 5
run_code computed no/such/folder/table
expect 'code_table without a folder' 5
# Random mixtures of large hands: coded and looked up, they are the same.
cc -D_GNU_SOURCE -I"$root/sdk" -I"$root/robots" -std=c11 -O1 -g -Wall -Werror -o mixtures "$root/tests/cli/mixtures.c"
check 'a computed table of random mixtures' ./mixtures write random
"$code_table" random coded
cat table coded >both
check 'each holding has its mixture, also in the second table of a file' ./mixtures compare both
cc -D_GNU_SOURCE -I"$root/sdk" -I"$root/robots" -std=c11 -O2 -fPIC -fvisibility=hidden -c -o champion.o "$root/robots/champion/champion.c"
link_champion() { # link_champion NAME [TABLES]: NAME.so
	cc -fPIC -shared -Wl,-z,defs ${2:+"-DCHAMPION_TABLES=\"$2\""} -o "$1.so" champion.o "$root/robots/champion/table.S" -lm
}
link_champion champion table

# Instances share a robot that has up to 4096 bytes of statics, and champion has nearly as many. It plays the same at the limit and above.
for size in 4096 4097; do
	mkdir "statics$size"
	python3 -c '
import struct, sys
data, size = bytearray(open("champion.so", "rb").read()), int(sys.argv[1])
parts = [struct.unpack_from("<IIQQQQQQ", data, 64 + 56 * i) for i in range(data[56])]
write, = [i for i, part in enumerate(parts) if part[0] == 1 and part[1] & 2]
begin = max([parts[write][3]] + [(part[3] + part[6]) & -4096 for part in parts if part[0] == 0x6474e552])
struct.pack_into("<Q", data, 64 + 56 * write + 40, begin + size - parts[write][3])
open(f"statics{size}/champion.so", "wb").write(data)' "$size"
	run tournament 200 "./statics$size/champion.so" prober -r dice=1 --match-length 10 --seed champion:0 --no-results -q --output csv
	mv "$out" "statics$size/results"
done
run tournament 200 ./champion.so prober -r dice=1 --match-length 10 --seed champion:0 --no-results -q --output csv
check 'champion with 4096 bytes of statics' cmp "$out" statics4096/results
check 'champion with more' cmp "$out" statics4097/results

# A table of an earlier format counts as none.
{ printf 'champ 2\n' && tr '\0' '\377' </dev/zero | head -c 100000; } >old
link_champion old old
run tournament 20 ./old.so prober --no-results -q --output csv
check 'a table of another format is not read' test "$code" = 0
check 'nor does it make the robot crash' test "$(cut -d, -f1,2 "$out" | grep -c old)" = 1

for way in table all; do
	robot=champion:way=$way
	check "champion, way=$way, beats prober by its table" test "$(wins 1000 -r dice=1 ./champion.so:way=$way prober:learn=off)" -gt 500
done

# When two of three are left, it begins with the table against a robot that has played well, and not against a weak one.
run_table computed 2 80
"$code_table" computed table2
link_champion end table2
for variant in wild tourney perudo; do
	robot=end:way=table
	check "champion beats prober by its table in $variant" test "$(wins 2000 -v $variant -r dice=2 ./end.so:way=table prober)" -gt 1050
done
# An answer to a population gains more than the table from a robot of it, and little less from others.
run_table computed2 answer computed liars-dice 0.5 1 "$robots/simple.so"
expect 'an answer' 0
run_table again2 answer computed liars-dice 0.5 1 "$robots/simple.so"
check 'an answer is the same to the byte' cmp computed2 again2
"$code_table" computed2 answer
run_table computed2 answer computed tourney,perudo 0.5 1 "$robots/calm.so"
"$code_table" computed2 answer2
cat table2 answer answer2 >both
link_champion end both
robot=end:way=table alone=$(wins 2000 -r dice=1 ./end.so:way=table simple)
robot=end
check 'the answer gains more' test "$(wins 2000 -r dice=1 ./end.so simple)" -gt $((${alone:-9999} + 60))
for variant in tourney perudo; do
	robot=end:way=table alone=$(wins 4000 -v $variant -r dice=1 ./end.so:way=table calm)
	robot=end
	check "the answer of another file gains more in $variant" test "$(wins 4000 -v $variant -r dice=1 ./end.so calm)" -gt $((${alone:-9999} + 40))
done
for variants in palifico liars-dice,, wild,sideways; do
	run_table other answer computed $variants 0.5 1 "$robots/conservative.so"
	expect "an answer in the variants $variants" 2
done
check 'an answer in no variant: the message' grep -q "no table for one of the variants 'wild,sideways'" "$err"
run_table other answer computed liars-dice 1.5 1 "$robots/conservative.so"
expect 'an answer with too large a weight' 2
check 'an answer with too large a weight: the message' grep -q "WEIGHT is from 0 to 1" "$err"
run_table other answer no-such-file liars-dice 0.5 1 "$robots/conservative.so"
expect 'an answer without values' 2
check 'an answer without values: the message' grep -q "cannot read a table from 'no-such-file'" "$err"
run_table other answer computed liars-dice 0.5 1 no-such-robot.so
expect 'an answer to no robot' 2
check 'an answer to no robot: the message' grep -q "cannot load the robot 'no-such-robot.so'" "$err"

# The lurer knows champion's ways. Against a way without mixing it wins nearly all; champion plays so only with what it has won.
robot=lurer:way=typical
check 'the lurer answers what does not mix' test "$(wins 60 "$lurer:way=typical" "$robots/champion.so:way=typical")" -gt 48
for length in 10 100; do
	robot=champion
	check "champion is not lured, $length" test "$(wins 1000 --match-length $length "$robots/champion.so" "$lurer")" -gt 450
done

# In the other games it has champion's table, or the results above would say nothing.
robot=lurer:way=table even=$(wins 1000 "$lurer:way=table" "$robots/champion.so:way=table")
check 'the lurer plays by the table' test "${even:-999}" -gt 450 -a "${even:-999}" -lt 550

robot=end
check 'the table at the end against prober' test "$(wins --trust 1500 -r dice=2 ./end.so prober prober)" -gt 520
check 'not against conservative' test "$(wins --trust 1500 -r dice=2 ./end.so conservative conservative)" -gt 1080
robot=end:way=table
check 'where it would cost much' test "$(wins 1500 -r dice=2 ./end.so:way=table conservative conservative)" -lt 1020

# Without a table it still beats a weak robot, and it plays legally in every variant and at every table size.
link_champion bare
run list robots
check 'a champion without a table says so' grep -q "built without its tables, plays as prober" "$out"
run tournament 10 ./bare.so:way=table computer --no-results
says 'nor can it play by the table alone' 2 "way=table'; it has way=all: of hands of two: typical or styles alone"
robot=bare
check 'champion without a table' test "$(wins 400 ./bare.so computer)" -gt 300
# At tables of more it plays by its formulas against players who play well, and finds out when weak players call.
check 'three probers' test "$(wins --trust 400 ./bare.so prober prober prober)" -gt 130
check 'three probers with wild dice' test "$(wins --trust 400 -v wild ./bare.so prober prober prober)" -gt 115
check 'three weak robots' test "$(wins --trust 400 ./bare.so computer conservative calm)" -gt 345
# On the same dice prober wins less.
as_champion=$(wins --trust 1500 -v perudo ./bare.so calm radical)
robot=prober
check 'more than prober against two weak robots' test "${as_champion:-0}" -gt $(($(wins --trust 1500 -v perudo prober calm radical) + 60))
for variant in liars-dice wild round-table tourney perudo one-hand; do
	run tournament 60 ./champion.so ./bare.so calm --seed champion:0 --no-results -q --output json -v "$variant"
	check "champion in $variant" json "$out" 'all(r["illegal"] == 0 and r["crashes"] == 0 for r in d["robots"] if r["robot"] != "calm")'
done
# The robot of the box: with one die each its table is an equilibrium, which pays 1/9.
run exploit champion:way=table --dice 1v1 -r wild=none --samples 16 --output csv
check 'the table in the box' test "$(cut -d, -f5 "$out" | tr '\n' ' ')" = 'value 0.1111111 -0.1111111 '
run tournament 10 ./champion.so:way=sideways computer --no-results
says 'an option that champion does not have' 2 'way=sideways'
finish
