# languages.sh - the templates of the SDK: each is written and built as `arena new` describes, and all play the same,
# ask by ask, in real games of every variant.
. "$(dirname "$0")/lib.sh"
ARENA_PATH=${ARENA_ROBOTS:-$root/build/release/robots}
export ARENA_PATH

# Records what the template in C is asked in real games, and its answers.
${CC:-cc} -D_GNU_SOURCE -I"$root/sdk" -shared -fPIC -O1 -w -o recorder.so "$root/tests/languages/recorder.c"
record() { # record ARGUMENTS...
	run tournament 40 --trust -j1 -q --no-results --seed 1:0 "$@"
	expect "games to compare in: $*" 0
}
for variant in liars-dice wild round-table tourney perudo one-hand; do
	record -v "$variant" ./recorder.so cpu radical tourney_random
done
record -v wild -r wild=joker -r dice=3 -r faces=9 ./recorder.so cpu radical
record -r palifico=on -r exact=others ./recorder.so radical cpu
record -v maexchen ./recorder.so maexchen mia
record -v maexchen -r order_digits=false -r hamburger=69 -r maexchen=33 ./recorder.so maexchen mia
check 'there is much to compare' test "$(grep -vc '^-' answers)" -gt 5000
check 'and there are games of both families' sh -c 'grep -q "^game perudo" asks && grep -q "^game maexchen" asks'

${CC:-cc} -std=c11 -O1 -shared -fPIC -I"$root/sdk" -o dice.so "$root/tests/languages/dice.c"
PYTHONDONTWRITEBYTECODE=1 python3 "$root/tests/languages/arena_dice_test.py" asks ./dice.so "$root/sdk/python" >"$out" 2>"$err"
code=$?
expect 'arena_dice.py is of one mind with arena_dice.h' 0

start() { # start ROBOT: as the arena starts it
	case $1 in
	*.py) PYTHONDONTWRITEBYTECODE=1 patiently python3 "$root/sdk/python/get_play.py" "$1" ;;
	*.js) patiently node "$root/sdk/javascript/arena_robot.js" "$1" ;;
	*) patiently "$1" ;;
	esac
}
ends_with_its_input() { # ends_with_its_input ROBOT
	start "$1" </dev/null >"$out"
}
# plays_the_same ROBOT: does it answer every ask as the template in C does?
plays_the_same() {
	start "$1" <asks >got 2>"$err" || return 1
	sed 1d got | paste -d ' ' - answers |
		awk 'NF != 2 || ($2 != "-" && $1 != $2) {bad = 1} END {exit bad || NR < 5000}'
}

# language NAME TOOL ROBOT...: builds one as `arena new` says; each ROBOT is a program that plays the same.
language() {
	language=$1 tool=$2
	shift 2
	run new --language "$language" bot
	expect "$language: a new robot" 0
	check "$language: its name is in it" sh -c "grep -rqw bot bot && ! grep -rqw template bot"
	if ! command -v "$tool" >/dev/null; then
		check "$language: without '$tool', which is not here, it says what to install" grep -q "'$tool' is not installed" "$err"
		rm -r bot
		return
	fi
	check "$language: nothing to say against it" test ! -s "$err"
	commands=$(sed -n '/^  /p' "$out")
	build=$(echo "$commands" | sed '$d')
	if [ -n "$build" ]; then
		check "$language: it is built as is said ($tool is here)" sh -c "$build >build.log 2>&1"
		check "$language: without a warning" sh -c '! grep -i warning build.log'
	fi
	for robot; do
		check "$language: $robot plays as all the others" plays_the_same "./$robot"
		for variant in perudo maexchen; do
			run tournament 40 -v "$variant" -q --no-results --seed 1:0 "./$robot" ./twin.so
			check "$language: $robot splits every block of $variant with the one in C" \
				test "$(grep -c ' 50\.00% ' "$out")" = 2
		done
		check "$language: $robot introduces itself" grep -q '^robot name=bot .*lanes=64 matches=yes' got
		check "$language: $robot ends with its input" ends_with_its_input "./$robot"
	done
}

# The template in C represents all: it plays legally, and better than at random.
run new twin
sh -c "$(sed -n 's/^  \(make .*\)/\1/p' "$out")" >/dev/null 2>&1
plays_well() { # plays_well VARIANT OPPONENT...
	variant=$1
	shift
	run tournament 99 -v "$variant" -q --no-results --trust --seed 1:0 --output csv ./twin.so "$@"
	check "$variant: legal plays, and more wins than $*" awk -F, '
		NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i}
		$1 == "twin" {is_good = $at["illegal"] == 0 && $at["rank"] == 1 && $at["low"] > 0.5}
		END {exit !is_good}' "$out"
}
for variant in liars-dice wild round-table tourney perudo one-hand; do
	plays_well "$variant" cpu tourney_random
done
plays_well maexchen maexchen maexchen

language c++ g++ bot/bot
check 'c++: its .so is there too' test -s bot/bot.so
run tournament 200 -q --no-results bot/bot.so ./twin.so
check 'c++: the .so and that in C split every block' test "$(grep -c ' 50\.00% ' "$out")" = 2
rm -r bot
language python python3 bot/bot.py
rm -r bot
language javascript node bot/bot.js
rm -r bot
CARGO_NET_OFFLINE=true
GOFLAGS=-mod=mod GOCACHE=$folder/.go HOME=${HOME:-$folder}
export CARGO_NET_OFFLINE GOFLAGS GOCACHE HOME
language rust cargo bot/target/release/bot
rm -rf bot
language go go bot/bot
rm -rf bot
language java javac bot/bot
rm -rf bot
finish
