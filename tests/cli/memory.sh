# memory.sh - memory for all robots together is checked against the machine before a run begins.
. "$(dirname "$0")/lib.sh"
zoo=${ARENA_ZOO:-$root/build/release/tests/zoo}
big=$zoo/big_file.so # 30 MB, loaded for each instance

run tournament -j 2 4 caller prober
expect 'a small run is played' 0
check 'nothing is said of memory' [ "$(grep -c memory "$err")" = 0 ]

run tournament --no-results -j 1024 100000 --format round-robin "$big" "$big" "$big" "$big" "$big" "$big" "$big" "$big" "$big" "$big"
says 'files that do not fit' 5 'files alone' '1024 workers' '-j'

rm -rf results
run tournament -j 1024 100000 --format round-robin "$big" "$big" "$big" "$big" "$big" "$big" "$big" "$big" "$big" "$big"
check 'a run that is refused leaves nothing' [ ! -e results/0001 ]

run tournament --no-results -j 1 4 "$big" caller
expect 'one worker with them is fine' 0

run tournament --no-results -j 2 --memory 4T 4 caller prober
says 'a limit that the machine does not have' 0 'warning' '--memory 4194304M' '2 workers with 2 processes each'

run tournament --no-results -j 2 --memory 16M 4 caller prober
expect 'a small limit' 0
check 'of a small limit nothing is said' [ "$(grep -c 'available' "$err")" = 0 ]

run tournament --no-results -j 2 --memory 4T --trust 4 caller prober
check 'nor of robots in the arena itself' [ "$(grep -c 'available' "$err")" = 0 ]

run tournament --no-results -j 2 --memory 4T 4 "$root/tests/programs/conservative.py" caller
says 'programs count as well' 0 'warning' '2 workers with 2 processes each'

finish
