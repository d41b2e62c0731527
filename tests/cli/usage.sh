# usage.sh - usage errors: a message that names the error and the remedy, exit code 2.
. "$(dirname "$0")/lib.sh"

refused() { # refused NAME TEXT... -- ARGUMENTS...
	name=$1
	shift
	n=0
	for word in "$@"; do
		[ "$word" = -- ] && break
		n=$((n + 1))
	done
	texts=$n
	# The texts go behind the arguments, where says takes them from.
	while [ "$n" -gt 0 ]; do
		set -- "$@" "$1"
		shift
		n=$((n - 1))
	done
	shift # --
	n=$(($# - texts))
	while [ "$n" -gt 0 ]; do
		set -- "$@" "$1"
		shift
		n=$((n - 1))
	done
	# Now: texts, then arguments.
	case $texts in
	1) text1=$1 text2= text3= ;;
	2) text1=$1 text2=$2 text3= ;;
	3) text1=$1 text2=$2 text3=$3 ;;
	esac
	shift "$texts"
	run "$@"
	says "$name" 2 "$text1" "${text2:-arena}" "${text3:-arena}"
}

refused 'unknown command' "no command 'frobnicate'" 'arena help' -- frobnicate
refused 'command with a typo' "'tournamnt'" "did you mean 'tournament'" -- tournamnt
refused 'empty command' "no command ''" -- ''
refused 'option with a typo before a command' "'--verson'" "'--version'" -- --verson
refused 'option in place of a command' "'--seed'" 'command' -- --seed 1 tournament

refused 'nothing to play' 'number of games' 'two robots' -- tournament
refused 'no robots' 'two robots' -- tournament 10
refused 'one robot' 'two robots' -- tournament 10 computer
refused 'games that are no number' "'ten'" 'number of games' -- tournament ten computer caller
refused 'no games' "'0'" 'from 1' -- tournament 0 computer caller
refused 'negative games' "'-5'" 'negative' -- tournament -5 computer caller
refused 'negative games after --' "'-5'" 'from 1' -- tournament -- -5 computer caller
refused 'half a game' "'1.5'" -- tournament 1.5 computer caller
refused 'empty number of games' "''" -- tournament '' computer caller
refused 'huge number of games' "'99999999999999999999'" -- tournament 99999999999999999999 computer caller
refused 'more games than are allowed' "'1000000000001'" '1000000000000' -- tournament 1000000000001 computer caller
refused 'robots before games' "'computer'" 'number of games' -- tournament computer caller 10

refused 'unknown robot' "robot 'compter' not found" "did you mean 'computer'" 'list robots' -- tournament 10 caller compter
refused 'unknown robot unlike any' "'zzzzzzzzzz'" 'list robots' -- tournament 10 caller zzzzzzzzzz
echo 'int x;' >mine.c
refused 'a robot that was not built' "robot 'mine' not found, but its source 'mine.c' is here" 'make' -- tournament 10 caller mine
ln -s nowhere lost.so
refused 'a link to nothing is not suggested' "robot 'lost' not found here" -- tournament 10 caller lost
rm mine.c lost.so
refused 'robot without a file' "'./nobody.so'" -- tournament 10 caller ./nobody.so
refused 'robot without a name' 'name' -- tournament 10 caller ''
refused 'robot with options alone' 'name' -- tournament 10 caller :a=b
refused 'robot that is a folder' "'/tmp'" -- tournament 10 caller /tmp
refused 'robot option without value' "'nonsense'" 'key=value' -- tournament 10 caller computer:nonsense
refused 'robot option that it has not' "'foo=1'" 'it has risk=0' -- tournament 10 caller prober:foo=1
refused 'human in a tournament' 'arena play' -- tournament 10 human computer
set -- computer computer computer computer computer computer computer computer computer
refused '27 robots' '27' '26' -- tournament 27 "$@" "$@" "$@"

refused 'unknown variant' "'wlid'" "did you mean 'wild'" -- tournament 10 caller computer -v wlid
refused 'variant file that is not there' "'./nowhere'" -- tournament 10 caller computer -v ./nowhere
refused 'variant file that is a folder' "'/'" -- tournament 10 caller computer -v /
printf 'dice=5\nnonsense\n' >broken
refused 'variant file with nonsense' 'nonsense' 'broken' -- tournament 10 caller computer -v broken
head -c 100000 /dev/zero >zeros
refused 'variant file of zeros' 'zeros' -- tournament 10 caller computer -v ./zeros
refused 'unknown rule' "'dise'" "did you mean 'dice'" -- tournament 10 caller computer -r dise=3
refused 'rule without value' "'dice'" -- tournament 10 caller computer -r dice
refused 'rule out of range' "'30'" '20' 'dice' -- tournament 10 caller computer -r dice=30
refused 'rule of another word' "'twos'" 'wild' 'ones' -- tournament 10 caller computer -r wild=twos
refused 'rules that make no game' 'loss=point' -- tournament 10 caller computer -r loss=point

refused 'unknown option' "'--frobnicate'" -- tournament 10 caller computer --frobnicate
refused 'option with a typo' "'--ouptut'" "'--output'" -- tournament 10 caller computer --ouptut csv
refused 'unknown letter' "'-Z'" -- tournament 10 caller computer -Z
refused 'option without value' "'--seed'" 'value' -- tournament 10 caller computer --seed
refused 'option for a value' "'--seed'" "'--output'" -- tournament 10 caller computer --seed --output csv
refused 'empty seed' "'--seed'" -- tournament 10 caller computer --seed ''
refused 'empty results' "'--results'" -- tournament 10 caller computer --results ''
refused 'seed that no file can hold' 'seed' 'UTF-8' -- tournament 10 caller computer --seed "$(printf '\377')"
refused 'no jobs' "'--jobs'" "'0'" -- tournament 10 caller computer -j 0
refused 'negative jobs' "'--jobs'" "'-2'" -- tournament 10 caller computer -j -2
refused 'many jobs' "'--jobs'" "'100000'" '1024' -- tournament 10 caller computer -j 100000
refused 'jobs of letters' "'--jobs'" "'two'" -- tournament 10 caller computer --jobs=two
refused 'no lanes' "'--lanes'" "'0'" -- tournament 10 caller computer -L0
refused 'no match' "'--match-length'" "'0'" -- tournament 10 caller computer --match-length 0
refused 'matches too long' "'--match-length'" '100000' -- tournament 10 caller computer --match-length 100001
refused 'matches of letters' "'--match-length'" "'long'" -- regress caller computer --match-length long
refused 'progress with a typo' "'of'" "did you mean 'off'" -- tournament 10 caller computer --progress of
refused 'ranked by nothing known' "'win'" "did you mean 'wins'" -- standings --by win
refused 'one seat' "'--seats'" "'1'" -- tournament 10 caller computer --seats 1
refused 'more seats than robots' '3' 'robots' -- tournament 10 caller computer --seats 3 --format round-robin
refused 'two robots as a pair' '--format paired' 'at least three robots' -- tournament 10 caller computer --format paired
refused 'the same deals at one table' '--same-deals' 'round-robin or gauntlet' -- tournament 10 caller computer --same-deals
refused 'one robot alone' 'at least two robots' 'name another one' -- tournament 10 caller
refused 'more seats than robots, at one table' 'at least as many robots' -- tournament 10 caller computer --seats 9
refused 'seats at one table' '--format' -- tournament 10 caller computer bumper --seats 2
refused 'time without unit' "'--move-time'" "'100'" 'ms' -- tournament 10 caller computer --move-time 100
refused 'no start time' "'--start-time'" "'0ms'" -- tournament 10 caller computer --start-time 0ms
refused 'no time' "'--move-time'" "'0ms'" -- tournament 10 caller computer --move-time 0ms
refused 'little memory' "'--memory'" "'1K'" '16M' -- tournament 10 caller computer --memory 1K
refused 'memory of letters' "'--memory'" "'much'" -- tournament 10 caller computer --memory much
refused 'output with a typo' "'jsn'" "did you mean 'json'" -- tournament 10 caller computer --output jsn
refused 'format with a typo' "'rond-robin'" "'round-robin'" -- tournament 10 caller computer --format rond-robin
refused 'flag with a value' "'--quiet" 'no value' -- tournament 10 caller computer --quiet=very

refused 'list of nothing' 'robots' 'variants' -- list
refused 'list with a typo' "'robts'" "did you mean 'robots'" -- list robts
refused 'list of an unknown variant' "'wlid'" "'wild'" -- list variants wlid
refused 'list of too much' "'wild'" -- list robots wild
refused 'help about nothing known' "'tournamnt'" "'tournament'" -- help tournamnt
refused 'help about two' "'list'" -- help tournament list
check 'nothing was written by wrong use' test ! -e results
echo >file
run tournament 10 caller computer --results file
says 'results in a file' 5 "'file' is not a folder" 'name another'
finish
