# walls.sh - the walls of the arena itself, as it was linked; and what the walls around robots keep from files.
. "$(dirname "$0")/lib.sh"

if [ -n "${ARENA_SANITIZED:-}" ] || ! command -v readelf >/dev/null; then
	skip 'walls: how the arena is linked' 'readelf is not installed'
else
	readelf -Wlhd "$arena" >elf
	check 'walls: position independent' grep -q 'Type: *DYN' elf
	check 'walls: what the linker filled in is read-only' grep -q GNU_RELRO elf
	check 'walls: and filled in at once' grep -Eq 'BIND_NOW|Flags:.*NOW' elf
	check 'walls: no code on the stack' sh -c 'grep GNU_STACK elf | grep -q "RW "'
	readelf -Ws --dyn-syms "$arena" >symbols
	if nm "$arena" 2>/dev/null | grep -q __asan_init; then
		skip 'walls: checked copies' 'the sanitizers bring checks of their own'
	else
		check 'walls: the stack is guarded' grep -q __stack_chk_fail symbols
		check 'walls: copies are checked' grep -q _chk@ symbols
	fi
fi
# What a robot may read of files is its own: not a link to elsewhere, nor what holds the results of the run.
robots=${ARENA_ROBOTS:-$root/build/release/robots}
cp "$robots/computer.so" mine.so
ln -s / mine.data
run tournament 2 ./mine.so conservative --no-results -q
says 'walls: data that is a link' 2 'mine.data' 'is a link'
rm mine.data
mkdir -p mine.data/results elsewhere
run tournament 2 ./mine.so conservative --results mine.data/results -q
says 'walls: data that holds the results' 2 'could read'
run tournament 2 ./mine.so conservative --results mine.data -q
says 'walls: data that is the results' 2 'could read'
run tournament 2 ./mine.so conservative --results . -q
says 'walls: data that lies in the results' 2 'could read'
run tournament 2 ./mine.so conservative --db mine.data/new.db --results elsewhere -q
says 'walls: data that holds the database' 2 'could read'
run tournament 2 ./mine.so conservative --results elsewhere -q
expect 'walls: data that holds neither' 0
check 'walls: only the person reads the files of a run' sh -c 'test -z "$(find elsewhere -type f -perm /077)" && test -s elsewhere/0001/run.json'
# Kernels and containers that lack a wall.
if [ "$(uname -m)" = x86_64 ] && ${CC:-cc} -o refuse "$root/tests/cli/refuse.c"; then
	lacking() { # lacking NUMBER ERRNO ARGUMENTS...
		number=$1 why=$2
		shift 2
		./refuse "$number" "$why" "$arena" tournament 2 "$@" --no-results -q >"$out" 2>"$err"
		code=$?
	}
	lacking 444 38 computer conservative
	says 'walls: without Landlock the arena refuses' 5 'no Landlock'
	lacking 444 38 computer conservative --weak-sandbox
	says 'walls: a weak sandbox says which wall is missing' 0 'weak here' 'no Landlock'
	lacking 444 38 "$root/tests/programs/conservative.py" computer
	says 'walls: nor are there programs without Landlock' 5 'no Landlock'
	lacking 317 1 computer conservative
	expect 'walls: a container that refuses seccomp(2) is no fault of a robot' 0
	check 'walls: which plays' sh -c '! grep -q "could not be loaded" "$1"' - "$out"
	lacking 157 1 computer conservative
	says 'walls: nor is one that refuses prctl(2)' 5 'set up the sandbox'
	lacking 272 1 computer conservative
	expect 'walls: without user name spaces a .so plays' 0
	if [ "$(id -u)" = 0 ]; then
		lacking 272 1 "$root/tests/programs/conservative.py" computer
		says 'walls: and a program is refused' 5 'cannot confine' '--trust'
	fi
else
	skip 'walls: kernels that lack a wall' 'its system calls have the numbers of x86_64'
fi
finish
