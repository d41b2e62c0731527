# nonce.sh - the nonce in the seed: a robot that guesses what people type gains nothing, and the printed seed repeats a run.
. "$(dirname "$0")/lib.sh"
cp "${ARENA_ZOO:-$root/build/release/tests/zoo}/seeder.so" . # the path of the clone may have blanks
robots='./seeder.so ./seeder.so:blind=yes'

# tournament ARGUMENTS...: the table goes to "$out", and $seed is the seed printed in its heading.
tournament() {
	run tournament "$@"
	seed=$(sed -n '1s/.*, seed //p' "$out")
}
wins() { sed -n 's/^ *[-0-9]* *seeder  *[0-9]* *\([0-9]*\) .*/\1/p' "$out"; }

# Each pair of games has the same dice from both seats, and two equal robots share it.
tournament 40 $robots --seed 7:0 --results a
check 'without a nonce the robot knows all dice' test "$code$(wins)" = 040
tournament 40 $robots --seed 7 --results b
check 'with a nonce it wins as often as without the channel' test "$code$(wins)" = 020
check 'the heading has the nonce' sh -c "printf %s '$seed' | grep -Exq '7:[0-9a-f]{32}'"
check 'a message says how to repeat the run' has "$err" "to repeat the run: --seed $seed"
check 'it is one line' test "$(wc -l <"$err")" = 1
check 'the run has it' json b/0001/run.json "d['seed'] == '$seed' and ' --seed=$seed ' in d['command']"
run replay --results b 1
expect 'a replay has the stored seed' 0
nonce=$seed
tournament 40 $robots --seed "$nonce" --results c
check 'the printed seed repeats the run' cmp -s b/0001/table.csv c/0001/table.csv
check 'without a message' test ! -s "$err"
tournament 40 $robots --seed 7 --results d
check 'another run has another nonce' test "$seed" != "$nonce"
tournament 40 prober computer --seed 7 --results e
check 'bundled robots play without a nonce' test "$code$seed" = 07
tournament 40 prober computer --seed 7:0 --results f
check 'which has the same dice as an empty one' cmp -s e/0001/table.csv f/0001/table.csv
run tournament 40 "cmd:/bin/cat" prober --seed 7 --no-results
check 'a command is not bundled' has "$err" '--seed 7:'
cp "${ARENA_ROBOTS:-$root/build/release/robots}/prober.so" .
run tournament 4 prober computer --seed 7 --no-results
check 'nor is a copy of a bundled robot' has "$err" 'to repeat the run: --seed 7:'
run tournament 4 computer "${ARENA_ROBOTS:-$root/build/release/robots}/prober.so" --seed 7 --no-results
check 'a bundled robot by its path is' test ! -s "$err"

run tournament 40 $robots --seed 7 --shard 1/2
says 'parts of a run need the same nonce' 2 "'--shard' needs a seed with a nonce" '--seed 7:'
run tournament 40 $robots --seed "$nonce" --shard 1/2 --results s
expect 'a part with a nonce' 0
run regress $robots --seed 7 --games 40 --no-results
check 'regress has a nonce' has "$out" 'seed 7:'
run play --seed 7 $robots
check 'play prints it' has "$out" 'To play with the same dice: --seed 7:'
run play --seed 7 caller computer
check 'but not with bundled robots' sh -c '! grep -q "same dice again" "$0"' "$out"
run contest init season --set seed=7 -q
check 'a contest has a nonce in its seed' grep -Eq '"seed": "7:[0-9a-f]{32}"' season/contest
finish
