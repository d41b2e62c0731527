# lib.sh - for the scripts beside it: a temporary folder, the arena in it, and a line for each case.
#
#   . "$(dirname "$0")/lib.sh"
#   run tournament 10 prober computer     the arena; then $code, and the files $out and $err
#   expect 'NAME' CODE                    the case: was that its exit code? (and it did not hang)
#   says 'NAME' CODE TEXT...              and are these texts in what it said on stderr?
#   check 'NAME' COMMAND...               the case: does the command succeed?
#   run_as_nobody tournament 10 ...       as somebody whom permissions bind: root may write everywhere
#   pass 'NAME'; fail 'NAME' WHY; skip 'NAME' WHY
#   patiently COMMAND...                  with the limit for what hangs, for commands that are run without `run`
#
# At the end: finish. Nothing here waits for time to pass. What hangs is ended after $limit_s and ends the script, as that
# and not as a difference of bytes.
set -u
root=${ARENA_ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}
arena=${ARENA:-$root/arena}
folder=$(mktemp -d) || exit 1
out=$folder/.out err=$folder/.err n_failed=0 code= limit_s=900
trap 'cd /; rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
exec 3>&1
cd "$folder" || exit 1
unset ARENA_PATH NO_COLOR POSIXLY_CORRECT

pass() { echo "ok $1"; }
skip() { # not run, and said so; where everything must run (CI) that is a failure
	if [ -n "${ARENA_NO_SKIP:-}" ]; then fail "$1" "skipped: $2"; else echo "skip $1: $2"; fi
}
fail() {
	n_failed=$((n_failed + 1))
	echo "FAIL $(where): $1: $2"
	head -n 20 "$out" "$err" 2>/dev/null | sed 's/^/    /'
}
where() { # the file, and the line of it that is being run; only bash knows that
	if [ -n "${BASH_VERSION:-}" ]; then
		eval 'echo "tests/cli/${0##*/}:${BASH_LINENO[${#BASH_LINENO[@]} - 2]}"'
	else
		echo "tests/cli/${0##*/}"
	fi
}

patiently() { # patiently COMMAND...
	timeout "$limit_s" "$@" 3>&-
	patiently_code=$?
	# On the script's own output, whatever the command's is; and from within a pipe the script must end, too.
	if [ "$patiently_code" = 124 ]; then
		echo "FAIL $(where): timeout: did not end within $limit_s s: $*" >&3
		kill -s TERM "$$"
	fi
	return "$patiently_code"
}

run() { # run ARGUMENTS...
	patiently "$arena" "$@" >"$out" 2>"$err" </dev/null
	code=$?
	stop_without_namespaces "$*"
}

# Robots that are programs are confined in user namespaces, which some systems (Ubuntu) keep from ordinary users. A script
# that comes to such a robot there ends, and what is left of it is skipped.
stop_without_namespaces() { # stop_without_namespaces WHAT
	if [ "$code" = 5 ] && grep -q 'needs user name spaces' "$err" && [ "$(id -u)" != 0 ] &&
		! bwrap --unshare-user --ro-bind / / true 2>/dev/null; then
		skip "from '$1' on" 'ordinary users may not make user namespaces here'
		finish
	fi
}

run_as_nobody() { # run_as_nobody ARGUMENTS...: who is not root is bound already
	if [ "$(id -u)" != 0 ]; then
		run "$@"
		return
	fi
	# The build may lie in a home folder that is closed to others: here is a copy.
	if [ ! -d "$folder/.nobody" ]; then
		chmod 755 "$folder" && mkdir "$folder/.nobody" && cp -r "${ARENA_ROBOTS:-$root/build/release/robots}" "$arena" "$folder/.nobody/"
	fi
	patiently setpriv --reuid=65534 --regid=65534 --clear-groups "$folder/.nobody/arena" "$@" >"$out" 2>"$err" </dev/null
	code=$?
}

expect() { # expect NAME CODE
	if [ "$code" = "$2" ]; then pass "$1"; else fail "$1" "exit code $code, not $2"; fi
}

says() { # says NAME CODE TEXT...
	says_name=$1 says_code=$2
	shift 2
	if [ "$code" != "$says_code" ]; then
		fail "$says_name" "exit code $code, not $says_code"
		return
	fi
	for text in "$@"; do
		if ! grep -qF -e "$text" "$err"; then
			fail "$says_name" "no \"$text\" on stderr"
			return
		fi
	done
	# A message, not a stack of them: the error and where to read on.
	if [ "$(grep -c '^arena: ' "$err")" != 1 ]; then
		fail "$says_name" "not one message but $(grep -c '^arena: ' "$err")"
		return
	fi
	pass "$says_name"
}

check() { # check NAME COMMAND...
	check_name=$1
	shift
	if "$@"; then pass "$check_name"; else fail "$check_name" "$*"; fi
}

has() { # has FILE TEXT: for check
	grep -qF -e "$2" "$1"
}

make_robot() { # make_robot NAME: C from stdin to NAME.so in the current folder
	cat >"$1.c" && ${CC:-cc} -D_GNU_SOURCE -I"$root/sdk" -shared -fPIC -g -O1 -w -o "$1.so" "$1.c"
}

json() { # json FILE EXPRESSION: is it JSON, and is the expression of `d` true in it?
	python3 -c 'import json, sys
d = json.load(open(sys.argv[1]))
sys.exit(0 if eval("(" + sys.argv[2] + ")") else 1)' "$1" "$2"
}

finish() {
	[ "$n_failed" = 0 ]
	exit
}
