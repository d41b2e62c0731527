# manual.sh - the manual page and the shell completion agree with the program.
. "$(dirname "$0")/lib.sh"

page=$root/docs/man/arena.1
check 'the manual page is up to date' "$root/docs/man/update" "$arena" --check
if command -v mandoc >/dev/null; then
	mandoc -Tlint "$page" >"$out" 2>&1
	code=$?
	expect 'mandoc finds nothing wrong' 0
	check 'mandoc says nothing' test ! -s "$out"
else
	skip 'mandoc finds nothing wrong' 'no mandoc'
fi

offers() { # offers NAME WORDS... -- WANTED... : exactly these completions are offered
	name=$1
	shift
	typed=
	while [ "$1" != -- ]; do
		typed="$typed '$1'"
		shift
	done
	shift
	eval "run __complete $typed"
	got=$(cut -f1 "$out" | sort | tr '\n' ' ')
	wanted=$(printf '%s\n' "$@" | sort | tr '\n' ' ')
	if [ "$got" = "$wanted" ]; then pass "$name"; else fail "$name" "offers '$got', not '$wanted'"; fi
}
offers 'a command' tour -- tournament
offers 'an option' tournament 10 --form -- --format=
offers 'a word of an option' tournament --format r -- round-robin
offers 'a word after =' tournament --output=j -- json
offers 'a variant' tournament -v p -- perudo
offers 'a rule' tournament -r ex -- exact=
offers 'a value of a rule' tournament --rule exact= -- exact=off exact=others exact=gain
offers 'a robot' tournament 10 prober simplet -- simpleton
offers 'a thing to list' list v -- variants
offers 'a command to be helped with' help repl -- replay
offers 'help before a command' --h -- --help
offers 'the version before a command' --v -- --version
offers 'a rule of any family' tournament -r hambur -- hamburger=
offers 'a number of a rule' tournament -r dice= -- dice=
offers 'a robot after a flag' tournament --quiet simplet -- simpleton
offers 'a value of a letter' standings -v perud -- perudo
offers 'another thing to list' list r -- robots
offers 'the help of a command' tournament --hel -- --help
offers 'an option without a value' tournament --qui -- --quiet
run __complete tour
check 'with its meaning' grep -qx "$(printf 'tournament\tlet robots play many games against each other')" "$out"
for words in '' 'tournament --frobnicate=x' 'tournament --quiet=' 'tournament --seed=' 'standings -v=perud'; do
	# shellcheck disable=SC2086 # words are meant
	run __complete $words
	check "nothing after '$words'" test "$code" = 0 -a ! -s "$out"
done
run __complete play ''
check 'people play too' has "$out" 'human'
run __complete tournament 10 ''
check 'but no tournaments' sh -c "! grep -q '^human' '$out'"
run __complete frobnicate x
expect 'of an unknown command nothing' 0
check 'of an unknown command nothing is offered' test ! -s "$out"

# Each option of a command's help is offered, and no others.
for command in $("$arena" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
	"$arena" help "$command" | sed -n 's/^  *\(-[a-zA-Z], \)*\(--[a-z0-9-]*\).*/\2/p' | sort >helped
	"$arena" __complete "$command" -- | cut -f1 | tr -d = | sort >offered
	check "the options of $command" cmp -s helped offered
done

if command -v bash >/dev/null; then
	cat >try.bash <<'END'
PATH=$(dirname "$1"):$PATH
. "$2"
try() {
	local wanted=$1
	shift
	COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
	_arena
	[[ "${COMPREPLY[*]}" == "$wanted" ]] || { echo "$*: '${COMPREPLY[*]}', not '$wanted'"; exit 1; }
}
try tournament arena tour
try --format= arena tournament --form
try round-robin arena tournament --format = r
try round-robin arena tournament --format r
try 'off others gain' arena tournament -r exact =
try others arena tournament --rule = exact = ot
try prober arena tournament 10 prob
END
	bash try.bash "$arena" "$root/completion/arena.bash" >"$out" 2>&1
	code=$?
	expect 'bash completes' 0
fi
if command -v zsh >/dev/null; then
	check 'zsh can read its completion' zsh -n "$root/completion/_arena"
fi
finish
