# help.sh - help and version texts, and output that cannot be written.
. "$(dirname "$0")/lib.sh"

run
expect 'arena alone' 0
for command in play tournament new; do
	check "arena alone proposes $command" has "$out" "./arena $command "
done
check 'arena alone is short' test "$(wc -l <"$out")" -le 12
cp "$out" overview

run help
expect 'help' 0
cp "$out" commands
run --help
check 'help and --help are the same' cmp -s "$out" commands
names=$(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' commands)
run --help tournamnet
says '--help of no command' 2 "'tournamnet'" "'tournament'"
check 'help lists commands' test "$(echo "$names" | wc -w)" -ge 5

for command in $names; do
	run help "$command"
	expect "help $command" 0
	cp "$out" one
	run "$command" --help
	check "$command --help is the same" cmp -s "$out" one
	run --help "$command"
	check "--help $command is the same" cmp -s "$out" one
	run "$command" -h
	check "$command -h is the same" cmp -s "$out" one
	check "help $command has a usage line" has one "Usage: arena $command "
	check "help $command has the option --help" has one '--help'
	check "help $command ends with an example" sh -c 'sed -n "/^Examples:/,\$p" one | tail -n 1 | grep -q "^  arena "'
	check "help $command fits 80 columns" test -z "$(grep '.\{81\}' one)"
done

run --version
expect '--version' 0
check '--version prints one line' grep -qx 'arena [0-9.]*' "$out"

for words in '' help 'help tournament' 'list variants' --version 'list variants --output json'; do
	# shellcheck disable=SC2086
	"$arena" $words >/dev/full 2>"$err"
	code=$?
	says "a full disk: arena $words" 5 'standard output'
	# shellcheck disable=SC2086
	"$arena" $words >&- 2>"$err"
	code=$?
	says "a closed output: arena $words" 5 'standard output'
done
"$arena" tournament 2 caller computer --no-results >/dev/full 2>"$err"
code=$?
says 'a full disk: a tournament' 5 'standard output'

# A closed pipe is not an error with a message: the program dies by SIGPIPE, as others do.
mkfifo pipe
(exec 3<pipe) &
"$arena" list variants >pipe 2>"$err"
code=$?
wait
check 'a closed pipe is not talked about' test ! -s "$err"
check 'a closed pipe ends it as SIGPIPE would' test "$code" = 141 -o "$code" = 0
finish
