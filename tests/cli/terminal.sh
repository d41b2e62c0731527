# terminal.sh - the display while a tournament runs, and that it is removed at the end.
. "$(dirname "$0")/lib.sh"

if ! command -v python3 >/dev/null; then
	skip 'a terminal' 'no python3'
	finish
fi
cat >terminal.py <<'END'
# terminal.py COLUMNS COMMAND...: runs the command on a new terminal and prints all its output.
import fcntl, os, pty, struct, sys, termios
master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
pid = os.fork()
if pid == 0:
    os.setsid()
    for fd in range(3):
        os.dup2(slave, fd)
    try:
        os.execvp(sys.argv[2], sys.argv[2:])
    finally:
        os._exit(127)
os.close(slave)
while True:
    try:
        data = os.read(master, 65536)
    except OSError:
        break
    if not data:
        break
    os.write(1, data)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
END
escape=$(printf '\033')

on_terminal() { # on_terminal COLUMNS TERM ARGUMENTS...: then $code, and $out without carriage returns
	columns=$1
	shift
	TERM=$1
	shift
	export TERM
	patiently python3 terminal.py "$columns" "$arena" "$@" >raw 2>"$err"
	code=$?
	tr -d '\r' <raw >"$out"
}

on_terminal 60 xterm tournament 4000 prober computer caller --seed 1 --no-results -j1
expect 'on a terminal' 0
check 'progress is drawn' grep -q '^.*of 4,00[0-9] games (.*%), .* a second, .* to go$' "$out"
check 'it never wraps' test -z "$(sed "s/$escape\[[0-9]*[A-Za-z]//g" "$out" | sed '/^rank /,$d' | sed '/seed/d' | grep '.\{60\}')"
check 'its end is wiped' sh -c 'sed -n "/seed 1$/,\$p" "$1" | grep -c "to go" | grep -qx 0' - "$out"
check 'the title is bold' grep -q "^$escape\[1mrank.*$escape\[0m$" "$out"
export NO_COLOR=1
on_terminal 60 xterm tournament 40 computer caller --seed 1 --no-results
check 'NO_COLOR is heeded' sh -c '! grep -q "$2\[[01]m" "$1"' - "$out" "$escape"
unset NO_COLOR
on_terminal 60 dumb tournament 4000 prober computer --seed 1 --no-results
check 'a dumb terminal gets no escapes' sh -c '! grep -q "$2" "$1"' - "$out" "$escape"
on_terminal 60 xterm tournament 4000 prober computer --seed 1 --no-results -q
check 'quiet draws no progress' sh -c '! grep -q "to go" "$1"' - "$out"
on_terminal 60 xterm tournament 4000 prober computer --seed 1 --no-results --progress off
check '--progress off draws none' sh -c '! grep -q "to go" "$1"' - "$out"
on_terminal 100 xterm tournament 4000 prober computer --seed 1 --no-results --progress line
check '--progress line draws nothing' sh -c '! grep -q "$2\[[0-9]*[AJ]" "$1"' - "$out" "$escape"
check '--progress line writes lines' grep -q '^arena: .* of 4,000 games (' "$out"
run tournament 4000 prober computer --seed 1 --progress line
check 'games that are stored are told apart' grep -q '^arena: .* of 4,000 games (.*; [0-9,]* stored$' "$err"
run tournament 400 prober computer --seed 1
check 'without a terminal a short run is silent' test ! -s "$err"
run regress computer conservative --seed 1 --progress line
check 'a test shows its LLR' grep -q '^arena: .* games (.*, LLR .* in \[-2.94, 2.94\]' "$err"
on_terminal 80 xterm list variants
check 'lists fit a terminal' test -z "$(sed "s/$escape\[[0-9]*[A-Za-z]//g" "$out" | sed -n '/^option /,$p' | grep '.\{81\}')"

# The widest line on a terminal, without escape sequences.
widest() {
	sed "s/$escape\[[0-9;]*[A-Za-z]//g" "$out" | awk '{ if (length > most) most = length } END { print most + 0 }'
}

run tournament 80 computer caller conservative --seed 1
export NO_COLOR=1
for columns in 46 60 80; do
	on_terminal "$columns" xterm standings --plot off --matrix
	check "standings fit $columns columns" test "$(widest)" -le "$columns"
	check "an interval stays beside its value, $columns columns" test "$(grep -c 'score   95% interval' "$out")" = 1
	on_terminal "$columns" xterm regress caller conservative --seed 1 --games 40 --no-results
	check "regress fits $columns columns" test "$(widest)" -le "$columns"
	on_terminal "$columns" xterm tournament 40 caller conservative computer --seed 1 --no-results --plot off -q
	check "a table of results fits $columns columns" test "$(widest)" -le "$columns"
done
unset NO_COLOR
# Sentences are wrapped, below the number that they follow; a long name does not split the table.
on_terminal 60 dumb exploit prober -r dice=1 --seed 1
check 'a hole is wrapped' grep -q '^           [^ ]' "$out"
check 'no line is wider' test -z "$(LC_ALL=C.UTF-8 grep '.\{61\}' "$out")"
on_terminal 80 dumb tournament 40 a_robot_with_a_long_name_of_v1=prober a_robot_with_a_long_name_of_v2=computer --seed 1 --no-results -q
check 'a long name does not split the table' test "$(grep -c '^rank' "$out")" = 1
check 'its versions can be told apart' test "$(grep -c '_v[12] ' "$out")" = 2
finish
