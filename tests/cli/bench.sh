# bench.sh - the scripts of `make bench` run, and print a number in each row. Here with few games, whose times mean nothing.
. "$(dirname "$0")/lib.sh"
build=$(dirname "$arena")
run tournament 2 prober computer --no-results # the scripts need the sandbox
expect 'a sandbox' 0

# Without hardening.sh, which builds the arena a second time.
measure() { # measure NAME ROWS: it prints so many rows with a number
	patiently "$root/bench/$1.sh" "$build" >"$out" 2>"$err" </dev/null
	code=$?
	expect "$1" 0
	check "$1: a number in each row" test "$(grep -vc 'measured  *reach$' "$out")" = "$2" -a \
		"$(grep -cE ' [0-9]+(\.[0-9]+)?(   .*)?$' "$out")" = "$2"
	check "$1: nothing else" test ! -s "$err"
}
export GAMES=1000 REPEAT=1 MANY=10000 ROBOTS=3 ASKS=2000 ITERATIONS=120
measure run 24
GAMES=200 measure fresh 11
measure store 4
measure standings 2
GAMES=60 measure program 11
GAMES=20 measure costs 8
measure solve 3
check 'make bench runs these and one more' test "$(make -n -C "$root" bench | grep -c '^bench/[a-z]*\.sh ')" = 7
finish
