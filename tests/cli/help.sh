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

# A list keeps its columns, and what is too long for a line continues below its beginning.
run help contest
check 'paragraphs are wrapped' grep -qx 'plays rounds with them. docs/contest.md describes the folder, its settings and' "$out"
check 'a list has columns' sh -c 'grep -qx "  final FOLDER          plays the final of a frozen season, which then ends" "$1" &&
	grep -A 1 "^  retry FOLDER .WHICH.  builds unchanged submissions again: those of a TEAM that$" "$1" |
	grep -qx "                        failed, or a TEAM/VERSION"' - "$out"
check 'parts have an empty line between' test "$(grep -c '^$' "$out")" = 4
check 'all examples are there' test "$(sed -n '/^Examples:$/,$p' "$out" | grep -c '^  arena contest ')" = 4
check 'the commands have columns' grep -qx '  contest     run a contest from a folder of submissions' commands

# As wide as the terminal, from 60 to 100 columns.
if command -v python3 >/dev/null; then
	wide() { # wide COLUMNS: the longest line of a help text there
		python3 -IS -c 'import fcntl, os, pty, struct, subprocess, sys, termios
near, far = pty.openpty()
fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", 30, int(sys.argv[1]), 0, 0))
process = subprocess.Popen([sys.argv[2], "help", "standings"], stdin=subprocess.DEVNULL, stdout=far)
os.close(far)
text = b""
try:
    while True:
        part = os.read(near, 65536)
        if not part:
            break
        text += part
except OSError:
    pass
process.wait()
text = text.decode().replace("\r", "").partition("\nExamples:")[0]
print(max(map(len, text.splitlines()[1:])))' "$1" "$arena"
	}
	check 'in 50 columns 60 are used' test "$(wide 50)" -gt 55 -a "$(wide 50)" -le 60
	check 'in 70 columns 70' test "$(wide 70)" -gt 65 -a "$(wide 70)" -le 70
	check 'in 200 columns 100' test "$(wide 200)" -gt 90 -a "$(wide 200)" -le 100
else
	skip 'as wide as the terminal' 'no python3'
fi

# Only after wrong use of a command its help is named.
run tournament
check 'wrong use names the help' test "$(tail -n 1 "$err")" = 'See `arena help tournament`.'
run compare
says 'another name of a command' 2 'arena regress NEW OLD' 'See `arena help regress`.'
run analyze
says 'another spelling' 2 'analyse needs the name of a robot' 'See `arena help analyse`.'
run help no_such_command
check 'an unknown command has no help to name' sh -c '! grep -q ^See "$1"' - "$err"
run help tournament list
says 'help of two commands' 2 "unexpected argument 'list': help takes one command"
check 'help does not name itself' sh -c '! grep -q ^See "$1"' - "$err"
run report -o missing/folder.html
check 'nor does what fails in the world' sh -c 'test "$2" = 5 && ! grep -q ^See "$1"' - "$err" "$code"
run "$(printf 'a\033[2Jb')"
check 'control characters are not printed' grep -q "no command 'a?\[2Jb'" "$err"
run --version extra
expect 'words after --version are ignored' 0

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
