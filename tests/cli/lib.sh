# lib.sh - for the scripts beside it: a temporary folder, the arena in it, and a line for each case.
#
#   . "$(dirname "$0")/lib.sh"
#   run tournament 10 prober computer     the arena; then $code, and the files $out and $err
#   expect 'NAME' CODE                    the case: was this the exit code, and did it not hang?
#   says 'NAME' CODE TEXT...              the same, and are these texts in its stderr?
#   check 'NAME' COMMAND...               the case: does the command succeed?
#   run_as_nobody tournament 10 ...       as the user nobody: permissions do not apply to root
#   pass 'NAME'; fail 'NAME' WHY; skip 'NAME' WHY
#   free_ports N                          ports for servers that come back
#   patiently COMMAND...                  with the time limit of `run`, for other commands
#
# The last line is `finish`. Nothing here waits for time to pass. A command that hangs is killed after $limit_s seconds. This
# ends the script with a message about the hang, instead of a difference of bytes.
set -u
root=${ARENA_ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}
arena=${ARENA:-$root/arena}
folder=$(mktemp -d) || exit 1
prefix=${PREFIX:-/usr/local} # the PREFIX of the Makefile
out=$folder/.out err=$folder/.err n_failed=0 code= limit_s=900
trap 'cd /; rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
exec 3>&1
cd "$folder" || exit 1
unset ARENA_PATH NO_COLOR POSIXLY_CORRECT
export LC_ALL=C.UTF-8 # whatever the locale outside is, or without one

pass() { echo "ok $1"; }
skip() { # counts as skipped, with the reason; as a failure where everything must run (CI)
	if [ -n "${ARENA_NO_SKIP:-}" ]; then fail "$1" "skipped: $2"; else echo "skip $1: $2"; fi
}
fail() {
	n_failed=$((n_failed + 1))
	echo "FAIL $(where): $1: $2"
	head -n 20 "$out" "$err" 2>/dev/null | sed 's/^/    /'
}
where() { # the file and the current line of it; only bash can tell
	if [ -n "${BASH_VERSION:-}" ]; then
		eval 'echo "tests/cli/${0##*/}:${BASH_LINENO[${#BASH_LINENO[@]} - 2]}"'
	else
		echo "tests/cli/${0##*/}"
	fi
}

patiently() { # patiently COMMAND...
	timeout "$limit_s" "$@" 3>&-
	patiently_code=$?
	# Written to the script's own stderr, whatever the command's is. The script must also end if this runs inside a
	# pipe.
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

# Programs that are robots are confined by user namespaces, which some systems (Ubuntu) do not allow for ordinary users.
# There, a script that needs such a robot ends, and the rest of it is skipped.
stop_without_namespaces() { # stop_without_namespaces WHAT
	if [ "$code" = 5 ] && grep -q 'needs user namespaces' "$err" && [ "$(id -u)" != 0 ] &&
		! bwrap --unshare-user --ro-bind / / true 2>/dev/null; then
		skip "from '$1' on" 'ordinary users may not make user namespaces here'
		finish
	fi
}

run_as_nobody() { # run_as_nobody ARGUMENTS...: an ordinary user needs no change
	if [ "$(id -u)" != 0 ]; then
		run "$@"
		return
	fi
	# The build may be in a home folder that other users cannot read: use a copy.
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
	# A single message: the error and where to read more.
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

# For a server that comes back at its address: nobody else gets these by asking for any port, or as the near end of a connection.
free_ports() { # free_ports N: prints N ports in one line
	python3 -IS -c 'import random, socket, sys
with open("/proc/sys/net/ipv4/ip_local_port_range") as file:
    low, high = map(int, file.read().split())
ports = [port for port in range(10000, 65536) if not low <= port <= high]
random.shuffle(ports)
free = (port for port in ports if socket.socket().connect_ex(("127.0.0.1", port)))
print(*[next(free) for _ in range(int(sys.argv[1]))])' "$1"
}

python2_7() { # its path, if it is installed: Debian no longer has it
	for python2_7 in "$(command -v python2.7)" ~/.pyenv/versions/2.7*/bin/python2.7; do
		"$python2_7" -c '' 2>/dev/null && echo "$python2_7" && return
	done
}

json() { # json FILE EXPRESSION: is it JSON, and is the expression of `d` true?
	python3 -IS -c 'import json, sys
d = json.load(open(sys.argv[1]))
sys.exit(0 if eval("(" + sys.argv[2] + ")") else 1)' "$1" "$2"
}

finish() {
	[ "$n_failed" = 0 ]
	exit
}
