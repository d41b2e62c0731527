# play.sh - games at the table through pipes: output, accepted and refused input.
. "$(dirname "$0")/lib.sh"
escape=$(printf '\033')

play() { # play ENTRIES ARGUMENTS...: `arena play`, with \n in ENTRIES for Enter
	entries=$1
	shift
	printf "$entries" | patiently "$arena" play --as-given "$@" >"$out" 2>"$err"
	code=$?
}
shows() { # shows NAME TEXT...: on stdout
	shows_name=$1
	shift
	for text in "$@"; do
		if ! grep -qF -e "$text" "$out"; then
			fail "$shows_name" "no \"$text\" on stdout"
			return
		fi
	done
	pass "$shows_name"
}

# In any game: calls if possible, else makes the lowest play.
persist() { # until nobody reads; where SIGPIPE is ignored, only the exit status of printf shows that
	while printf '%s\n' 0 1 11 12 13 14 15 16 21 22 31 32 41 42 2>/dev/null; do :; done
}

# ---- a game ----------------------------------------------------------------------------

play '11\n0\n' human caller
expect 'a game through a pipe' 0
shows 'the game is told' 'Your dice:' 'A you: one one' 'B caller: liar!' 'caller called one one' \
	'The input has ended'
check 'no escapes in a pipe' sh -c '! grep -q "$1" "$2"' - "$escape" "$out"
check 'nothing on stderr' test ! -s "$err"

persist | patiently "$arena" play --as-given human:name=Ann computer --seed 1 >"$out" 2>"$err"
code=$?
expect 'a game to its end' 0
check 'it has a winner' grep -qE '^(You win|computer wins) after [0-9]+ hands\.$' "$out"
check 'and the dice after each hand' grep -qE '^start +5 +5$' "$out"
check 'down to none' grep -qE '^[0-9]+ +([0-9] +out|out +[0-9])$' "$out"
cp "$out" first
persist | patiently "$arena" play --as-given human:name=Ann computer --seed 1 >"$out" 2>"$err"
check 'the same seed is the same game' cmp -s first "$out"
persist | patiently "$arena" play --as-given human:name=Ann computer --seed 1 --trust >"$out" 2>"$err"
check 'and in the arena itself' cmp -s first "$out"
persist | patiently "$arena" play --as-given human:name=Ann computer >"$out" 2>"$err"
check 'without a seed it tells its own' grep -qE '^To play with the same dice: --seed [0-9a-f]{32}$' "$out"
seed=$(sed -n 's/^To play with the same dice: --seed //p' "$out")
cp "$out" first
persist | patiently "$arena" play --as-given human:name=Ann computer --seed "$seed" >"$out" 2>"$err"
check 'which plays it again' sh -c 'sed "/^To play with the same dice/d" first | cmp -s - "$1"' - "$out"

# Without players: the last table.
run play
says 'no table to play at again' 2 'no earlier game is stored'
mkdir -p results/played
echo '{"variant": "wild", "rules": ["dice=1"], "players": ["human:name=Ann", "caller"]}' >results/played/last.json
play '11\n'
expect 'the last table again' 0
shows 'with its rules' 'arena play -v wild -r dice=1 -- human:name=Ann caller' '2 players with 1 die each'
play '11\n' -r dice=2
shows 'with other rules' '2 players with 2 dice each'
rm -r results/played

# Every variant with two and six players; only people; as many players as possible.
for variant in $("$arena" list variants --output json | sed -n 's/.*"variant": "\([^"]*\)".*/\1/p'); do
	robot=caller
	[ "$variant" = maexchen ] && [ -e "$root/robots/maexchen.c" ] && robot=maexchen
	for robots in "$robot" "$robot $robot $robot $robot $robot"; do
		persist | patiently "$arena" play --as-given -v "$variant" human $robots --seed 5 >"$out" 2>"$err"
		code=$?
		expect "$variant against $robots" 0
		check "$variant against $robots is decided" grep -qE '^.* (wins?|share the first place) after [0-9]+ hands?\.$' "$out"
	done
done
people=$(for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26; do echo human; done)
persist | patiently "$arena" play --as-given $people -r dice=1 --seed 1 >"$out" 2>"$err"
code=$?
expect 'twenty-six people' 0
shows 'twenty-six people have an end' 'human#' ' after '

run play computer prober --seed 1
expect 'robots alone' 0
shows 'robots alone are told' 'A computer: ' 'B prober: ' 'All dice, those that count in brackets:' ' wins after '
run play computer prober --seed 1 --games 3
check 'three games' test "$(grep -c ' wins after ' "$out")" = 3
check 'who won them is told' grep -qE '^Games won: computer [0-3], prober [0-3]\.$' "$out"
check 'the players open in turn' test "$(grep '^In turn' "$out" | tr '\n' ' ')" = \
	'In turn: A computer, B prober. In turn: B prober, A computer. In turn: A computer, B prober. '
check 'who won how many' grep -qFx "Games won: computer $(grep -c '^computer wins' "$out"), prober $(grep -c '^prober wins' "$out")." "$out"
check 'the games have numbers' test "$(head -n 1 "$out"), $(grep '^Game [0-9]' "$out" | tr '\n' ' ')" = 'Game 1 of 3, Game 1 of 3 Game 2 of 3 Game 3 of 3 '
check 'with an empty line before each' test "$(grep -c '^Game' "$out"), $(grep -B1 '^Game' "$out" | grep -c '^$')" = '4, 3'
run play -v round-table -r rounds=2 -r dice=1 caller computer prober --seed 1 --games 2
shows 'a shared game is half a game' 'computer and prober share the first place after 2 hands.' 'Games won: caller 0, computer 1.5, prober 0.5.'
run play computer prober caller --seed 1 --games 4
check 'three players, too' test "$(sed -n 's/^In turn: \(.\).*/\1/p' "$out" | tr -d '\n')" = ABCA
run play computer prober --seed 1 --games 3 --match-length 2
check 'in a match the seats stay' test "$(grep '^In turn' "$out" | tr '\n' ' ')" = \
	'In turn: A computer, B prober. In turn: A computer, B prober. In turn: B prober, A computer. '
check 'a match ends with the games' test "$(grep -c ' wins after ' "$out")" = 3
cat >grows.c <<'END'
#include "arena_robot.h"
static int n_games;
__attribute__((visibility("default"))) void robot_game_start(const struct arena_game_start *start)
{
	(void)start;
	n_games++;
}
__attribute__((visibility("default"))) int get_play(const char *me, const char *hands, const char *history)
{
	(void)me, (void)hands;
	return *history ? 0 : 10 + n_games; /* it opens with one die of a face that grows from game to game */
}
END
${CC:-cc} -I"$root/sdk" -fPIC -shared -o grows.so grows.c
openings() { grep -A1 '^Hand 1:' "$out" | sed -n 's/^  A grows: one //p' | tr '\n' ' '; }
run play ./grows.so caller --seed 1:0 --games 3 --match-length 3
check 'a robot remembers the games of a match' test "$(openings)" = 'one two three '
run play ./grows.so caller --seed 1:0 --games 3
check 'and no other' test "$(openings)" = 'one one '
play 'auto ./grows.so\n0\nauto\n' -r dice=1 human caller --seed 1:0 --games 3
check 'nor does one that moves for a person' test "$(sed -n 's/^  A you: one //p' "$out" | tr '\n' ' ')" = 'one one '
run play computer prober --seed 1 --games 3
check 'each game has dice of its own' test "$(grep -A1 '^All dice' "$out" | grep '^  A' | sort -u | wc -l)" -gt 3

# ---- the order of the seats --------------------------------------------------------------

order() { printf '' | "$arena" play "$@" | sed -n 's/^Order of play, drawn at random: //p'; }
for seed in 1 2 3 4 5 6 7 8; do
	order --seed $seed human computer prober:name=Oli
done >orders
check 'people are seated at random' test "$(sort -u orders | wc -l)" -gt 2
check 'a robot has the name it was given' test "$(grep -c 'Oli' orders)" = 8
check 'the seed decides' test "$(order --seed 3 human computer prober:name=Oli)" = "$(sed -n 3p orders)"
play '' human computer prober
shows '--as-given keeps the order' 'In turn: A you, B computer, C prober.'
run play computer prober --seed 5
shows 'robots alone keep it too' 'In turn: A computer, B prober.'

# ---- a robot that moves for a person -----------------------------------------------------

(yes auto | head -n 400) | patiently "$arena" play --as-given human computer --seed 3 >"$out" 2>"$err"
code=$?
expect 'auto plays a whole game' 0
shows 'auto says who moves' 'computer moves for you.' ' after '
cp "$out" first
(yes auto | head -n 400) | patiently "$arena" play --as-given human computer --seed 3 >"$out" 2>"$err"
check 'and the same with the same seed' cmp -s first "$out"
play 'auto caller\nauto compter\nauto prober\nq\n' human caller --seed 3
shows 'auto with a robot' 'caller would play liar!, but nothing has been bid yet; open' "did you mean 'computer'" 'prober moves for you.'

play 'auto 3\nq\n' human computer --seed 3
check 'auto with a number' test "$(grep -c 'computer moves for you' "$out")" = 3
shows 'and then the person is asked' 'Raise or call (? for help) > q'
play 'auto on prober\n' human computer --seed 3
expect 'auto on plays to the end' 0
shows 'without a question' 'prober moves for you.' ' after '
check 'after the first' test "$(grep -c '> ' "$out")" = 1
play 'auto 5 6\nauto a b\nauto 0\nauto off\nq\n' human computer --seed 3
shows 'auto explains what it takes' 'and one robot' 'No robot is moving for you.'
check 'each time' test "$(grep -c "Type 'auto', and after it" "$out")" = 3
play 'auto on caller\nq\n' human computer --seed 3
shows 'a robot that cannot move is off again' 'caller would play liar!' '> q'

play 'auto\nq\n' human prober -v perudo --seed 3
shows 'where the usual robot does not play, another moves' 'prober moves for you.'
play 'auto computer\nq\n' human prober -v perudo --seed 3
shows 'but not when it was named' "The robot 'computer' does not play Liar's Dice (perudo)."

# ---- dice that a person may see --------------------------------------------------------

play '' human computer prober --seed 9 --open
grep -E '^  [BC] [a-z]+:( [1-6])+$' "$out" | sed 's/.*: //; s/ /  /g' >theirs
check 'the open game shows them' test "$(wc -l <theirs)" = 2
play '' human computer prober --seed 9
check 'the dice of others do not leak' sh -c '! grep -qF -f theirs "$1"' - "$out"
shows 'the own dice are shown' 'Your dice:'

# ---- entries ---------------------------------------------------------------------------

play 'two threes\n' human caller --seed 3
shows 'words' 'A you: two threes'
play '2 3\n' human caller --seed 3
shows 'two numbers' 'A you: two threes'
play '  23  \n' human caller --seed 3
shows 'blanks around it' 'A you: two threes'
play '23\r\n' human caller --seed 3
shows 'lines of Windows' 'A you: two threes'
play '23' human caller --seed 3
shows 'a last line without its end' 'A you: two threes'
play 'liar\n' computer human --seed 3
shows 'a call' 'A computer: ' 'B you: liar!' 'You called '
check 'one person is you' grep -qE 'Your call was (right, computer loses|wrong, you lose) a die' "$out"
play '11\n0\n' human:name=Ann human:name=Bob --seed 3
check 'several have names' grep -qE "Bob's call was (right, Ann|wrong, Bob) loses a die" "$out"
play 'hello\n99\n0\n-5\n17\n999\n\n23\n' human caller --seed 3
shows 'wrong entries are explained' "'hello' is not a valid play" '99 ends in 9' 'Nothing has been bid yet' '-5 is not a valid play' \
	'17 ends in 7' 'Type a play, or ? for help' 'A you: two threes'
check 'and asked again' test "$(sed -n '1,/A you: two threes/p' "$out" | grep -c 'You open (? for help) >')" = 8
play '?\nhint\nrules\nh\n23\n' human caller --seed 3
shows 'help, chances, rules, history' 'The lowest bid for each face now: 11 12 13 14 15 16; at most 10 dice may be bid.' \
	'more likely true than not' 'No die is wild.' 'Hand 1: nothing yet' 'A you: two threes'
play '\000\001\033[2J\377\n23\n' human caller --seed 3
expect 'bytes that are no text' 0
shows 'bytes that are no text are no play' 'is not a valid play' 'A you: two threes'
check 'and are not sent back' sh -c '! grep -q "$1" "$2"' - "$escape" "$out"
{ head -c 300000 /dev/zero | tr '\0' 1; echo; echo 23; } | patiently "$arena" play --as-given human caller --seed 3 >"$out" 2>"$err"
code=$?
expect 'a line without end' 0
shows 'after it the next one counts' 'A you: two threes'
play '23\nstand\n\n' human computer computer -v round-table --seed 2
expect 'anybody may call' 0
play '23\nstand\n' human computer computer -v round-table --seed 2
grep -v ' > ' "$out" >stands
play '23\n\n' human computer computer -v round-table --seed 2
grep -v ' > ' "$out" >passes
check 'where one may pass, an empty line passes' cmp stands passes
check 'and the game goes on' grep -q 'C computer#2: two fives' passes
play 'b\n11\n' caller human -v maexchen --seed 4
expect 'Mäxchen' 0

for word in q quit leave exit; do
	play "$word\n" human caller
	expect "'$word' leaves" 0
	check "'$word' says so" grep -q '^You leave the table\.$' "$out"
done
run play --as-given human caller
expect 'no input at all' 0
shows 'no input at all is told' 'The input has ended: you leave the table.'

# ---- steps -----------------------------------------------------------------------------

run play --step computer prober --seed 1
expect 'steps without input' 0
check 'steps without input go nowhere' sh -c '! grep -q " wins " "$1"' - "$out"
play '\n\n\n' --step computer prober --seed 1
check 'each Enter is a turn' test "$(grep -c 'Enter: next' "$out")" = 4
play 'h\nx\nr\n' --step computer prober --seed 1
expect 'run to the end' 0
shows 'run to the end has one' "'x' is not one of these" ' wins after '
check 'and shows nothing on the way' test "$(grep -c '^Hand ' "$out")" = 2
play 'q\n' --step computer prober --seed 1
check 'leave while stepping' grep -q '^You leave the table\.$' "$out"

# ---- robots that fail ------------------------------------------------------------------

make_robot crashes <<'END'
int get_play(const char *me, const char *hands, const char *history) { *(volatile int *)0 = 1; return 0; }
END
persist | patiently "$arena" play --as-given human ./crashes.so caller --seed 1:0 >"$out" 2>"$err"
code=$?
expect 'a robot that crashes' 0
shows 'a robot that crashes is told' 'B crashes failed: SIGSEGV' ' after '
printf 'def get_play(me, hands, history):\n    return 1 // 0\n' >divides.py
persist | patiently "$arena" play --as-given human divides --seed 1:0 >"$out" 2>"$err"
check 'the traceback of a Python robot, with its ask' sh -c 'grep -q "^  get_play(\"B\", " "$1" && grep -q "^  |   File \".*divides.py\", line 2, in get_play$" "$1"' - "$out"
sed -n 's/^  To ask it again: //p' "$out" >again.sh
check 'and a command that asks it again' sh -c 'test -s again.sh && sh again.sh 2>&1 | grep -q "line 2, in get_play"'
persist | patiently "$arena" play --as-given human ./crashes.so --seed 1:0 >"$out" 2>"$err"
code=$?
expect 'and when it was the only one' 0
shows 'the person has won' 'You win'
play 'auto on ./crashes.so\n11\nq\n' human caller --seed 3:0
shows 'a robot that crashes for a person' './crashes.so failed: SIGSEGV' '> 11' 'A you: one one'
check 'moves no more' sh -c '! grep -q "moves for you" "$1"' - "$out"
echo nonsense >nothing.so
run play --as-given human ./nothing.so
check 'a robot that is none' test "$code" = 4
check 'is named' grep -q "'nothing' cannot be loaded" "$err"

# ---- wrong use -------------------------------------------------------------------------

refused() { # refused NAME TEXT ARGUMENTS...
	name=$1 text=$2
	shift 2
	run play "$@"
	says "$name" 2 "$text"
}
refused 'one player' 'needs 2 to 26 players, not 1' human
refused 'twenty-seven players' 'not 27' $people human
refused 'a robot that is not there' "did you mean 'computer'" human compter
refused 'a variant that is not there' "'wid'" -v wid human computer
refused 'a rule that is not there' "'dise'" -r dise=3 human computer
refused 'rules that do not go together' 'rounds=' -r loss=point human computer
refused 'an option of humans' 'name=' human:age=7 computer
refused 'a name that is none' '1 to 30 characters' 'human:name=' computer
refused 'no games' "'0'" --games 0 human computer
refused 'a pause without end' "'1h'" --pause 1h human computer
run play --as-given human computer --pause 0
check 'a time without its unit' test "$code" = 2

# ---- the menu --------------------------------------------------------------------------

menu() { # menu ENTRIES
	printf "$1" | patiently "$arena" menu --as-given >"$out" 2>"$err"
	code=$?
}
menu 'wild\nAnn\n2\ncaller computer\n\n1\n2\ndice\n\n\n34\nq\nq\n'
expect 'the menu' 0
shows 'the menu prints the command' 'arena play --as-given -v wild -r dice=2 human:name=Ann caller computer' 'dice: dice each player' \
	'Your dice:' 'A Ann: three fours' 'You leave the table.' 'Goodbye.'
menu 's\nq\nq\n'
shows 's starts at once' 'arena play --as-given human computer' 'Your dice:'
menu 'q\n'
check 'q starts nothing' sh -c '! grep -q "arena play" "$1"' - "$out"
menu 'help\nback\nperudo\nback\n2\n\n\n\n\n\nq\n\nq\nq\n'
shows 'help, back, Enter, again' "'s' starts the game" 'arena play --as-given -v wild human computer' 'Enter: play again'
check 'the same game twice' test "$(grep -c '^arena play --as-given -v wild human computer$' "$out")" = 2
menu 'chess\n7777\n'
shows 'what is not in the list' "'chess' is not in the list" "'7777' is not in the list"
expect 'the menu without more input' 0
menu ''
expect 'the menu without input' 0
menu '\nleave\n'
check 'leave' sh -c '! grep -q "arena play" "$1"' - "$out"
menu "\n0\n3\nrandom\ns\nq\n"
shows 'a game to watch' 'arena play ' ' wins after '
menu "\nO'Neil, Mary Ann\n0\ns\nq\nq\n"
shows 'names are quoted for the shell' "arena play --as-given 'human:name=O'\\''Neil' 'human:name=Mary Ann'"
line=$(grep '^arena play' "$out")
printf 'q\n' | sh -c "'$arena' ${line#arena}" >"$out" 2>"$err"
code=$?
expect 'the command of the menu works' 0
shows 'the command of the menu plays the same' "In turn: A O'Neil, B Mary Ann."
menu 'maexchen\nGodKingAnn, Oli#207\n\ns\nq\nq\n'
shows 'a cheat, and a robot by its name' 'arena play --as-given -v maexchen GodKing:human:name=Ann maexchen:name=Oli#207' \
	'In turn: A Ann, B Oli#207.'
menu 'maexchen\nGodKing:Ann\ns\nq\nq\n'
shows 'a cheat with a colon' 'arena play --as-given -v maexchen GodKing:human:name=Ann maexchen'
menu 'maexchen\nGodKing, MegaMaxBob\nGodKingOli#2\nback\nwild\nGodKingAnn\nAnn\ns\nq\nq\n'
shows 'cheats that are refused' 'a game can have only one cheat' 'only people can cheat' 'GodKing is a cheat of Mäxchen' \
	'arena play --as-given -v wild human:name=Ann computer'
run menu computer
says 'the menu takes no arguments' 2 "'computer'"
finish
