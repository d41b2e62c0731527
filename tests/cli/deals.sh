# deals.sh - dice of its own for each game: what a robot remembers from the first rotation of a match helps it only with mirrored deals.
. "$(dirname "$0")/lib.sh"
zoo=${ARENA_ZOO:-$root/build/release/tests/zoo}

# It remembers the dice of the first rotation in the memory of the arena.
known() { # known ARGUMENTS...: the share of games that it wins
	run tournament 200 "$zoo/dealt.so:matches=100" conservative --as-given --trust -j1 -L1 --seed 1:0 --no-results -q --output csv "$@"
	sed -n 's/^dealt[^,]*,200,\([0-9]*\),.*/\1/p' "$out"
}
blind() {
	run tournament 200 "$zoo/dealt.so:matches=9999" conservative --as-given --trust -j1 -L1 --seed 1:0 --no-results -q --output csv "$@"
	sed -n 's/^dealt[^,]*,200,\([0-9]*\),.*/\1/p' "$out"
}
mirrored=$(known) without=$(blind)
check "mirrored deals: it gains ($mirrored, $without without)" test "$mirrored" -gt $((without + 15))
check 'independent deals: it gains nothing' test "$(known --deals independent)" -le "$(blind --deals independent)"

# Stored, printed, resumed, replayed, divided.
game='tournament 60 prober computer caller --format round-robin --deals independent --seed 1'
run $game --results a --log hands
check 'the heading says so' grep -q 'with independent dice in each game, matches' "$out"
check 'and the command' grep -q ' --deals=independent ' a/0001/run.json
check 'and the configuration' grep -q '"deals": "independent"' a/0001/run.json
run replay --results a 1
grep 'All dice' "$out" | head -n 1 >first
run replay --results a 2
grep 'All dice' "$out" | head -n 1 >second
check 'the second rotation has other dice' sh -c '! cmp -s first second'
for part in 1 2; do
	run $game --shard $part/2 --results part$part -q
done
run merge all.db part1/arena.db part2/arena.db
run standings 1 --db all.db --files tables
check 'parts give the same bytes' cmp -s a/0001/table.csv tables/table.csv
run $game --results b -q
check 'so does another run' cmp -s a/0001/table.csv b/0001/table.csv
run replay --results a 2
cp "$out" stored
run replay --results b 2
check 'the robots replay the game that was stored' cmp -s stored "$out"
run tournament 60 prober computer --same-deals --format gauntlet --deals independent
says 'not with the same deals' 2 '--deals independent cannot be given with it'
run regress prober computer --field caller --deals independent --no-results
says 'nor in a field' 2 '--deals independent cannot be used with'
finish
