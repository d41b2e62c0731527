# play_terminal.sh - games and the menu at a terminal: runs pty_play.py.
. "$(dirname "$0")/lib.sh"
if command -v python3 >/dev/null; then
	python3 "$root/tests/pty_play.py" "$arena" || n_failed=1
else
	skip 'games at a terminal' 'no python3'
fi
finish
