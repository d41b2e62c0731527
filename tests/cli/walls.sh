# walls.sh - hardening of the arena's own binary, and how the sandbox keeps robots from files.
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
# A robot may read only its own data files: no links to other places, and not the results of the run.
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
# A file that the robot maps while it loads: all lanes read it, in the sandbox and in the arena; no other files.
mkdir tabled.data other.data
printf 'bid' >tabled.data/table
printf 'secret' >other.data/table
make_robot tabled <<'END'
#include "arena_robot.h"
static const char *table;
static size_t size, others;
__attribute__((constructor)) static void be_loaded_for_each_lane(void) { size = 1; }
int robot_option(const char *key, const char *value)
{
	table = robot_data("table", &size);
	robot_data("../other.data/table", &others);
	return table == NULL || size != 3;
}
int get_play(const char *me, const char *hands, const char *history)
{
	if (others)
		__builtin_trap();
	return *history ? table[0] == 'b' ? 0 : -1 : 11;
}
END
run tournament 20 ./tabled.so:on=1 conservative --seed 1:0 --no-results -q --output csv
expect 'walls: a robot maps its data' 0
cp "$out" tabled.csv
run tournament 20 ./tabled.so:on=1 conservative --seed 1:0 --no-results -q --output csv -L 1 -j 2
check 'walls: in each lane' cmp "$out" tabled.csv
printf 'no' >tabled.data/table
run tournament 2 ./tabled.so:on=1 conservative --no-results -q
says 'walls: or says that it cannot use them' 2 'tabled'

# A robot's file name and manifest, on every way to a terminal or a spreadsheet: no escape sequences, no control
# characters in UTF-8, no characters that change the writing direction.
esc=$(printf '\033') c1=$(printf '\302\233') turn=$(printf '\342\200\256')
mkdir -p odd
cat >odd.c <<END
#include <stdint.h>
#include "arena_robot.h"
static const struct arena_robot_info info = {.size = sizeof info, .abi = ARENA_ABI, .name = "${c1}31m${turn}", .summary = "a${c1}2Jb${turn}c"};
const struct arena_robot_info *robot_info(void) { return &info; }
int get_play(const char *me, const char *hands, const char *history) { if (history[0]) __builtin_trap(); return 11; }
END
${CC:-cc} -w -shared -fPIC -I"$root/sdk" -o "odd/x${esc}[31m${c1}2J${turn}.so" odd.c
cp "odd/x${esc}[31m${c1}2J${turn}.so" 'odd/=1+1.so'
odd=$(printf '%s' odd/x*.so)
clean() { # clean NAME FILE...: checks that the files contain none of these
	name=$1
	shift
	if grep -qE "$esc|$c1|$turn" "$@"; then fail "$name" "$(grep -hE "$esc|$c1|$turn" "$@" | cat -v | head -3)"; else pass "$name"; fi
}
ARENA_PATH=odd "$arena" list robots >"$out" 2>"$err"
check 'text: it is listed' grep -q '^x?' "$out"
clean 'text: list robots' "$out" "$err"
ARENA_PATH=odd "$arena" list robots --output json >"$out" 2>"$err"
clean 'text: list robots, in JSON' "$out" "$err"
for way in '' '--output json'; do
	# shellcheck disable=SC2086
	run doctor --seed doctor:0 "$odd" --games 4 -v liars-dice $way
	clean "text: doctor $way" "$out" "$err"
done
for form in table csv json; do
	run tournament 4 "$odd" odd/=1+1.so conservative --no-results --output $form -q
	clean "text: tournament, $form" "$out" "$err"
	run tournament 4 odd/=1+1.so conservative --results odd-results --output $form -q
	clean "text: tournament of stored robots, $form" "$out" "$err"
	run standings --results odd-results --output $form
	clean "text: standings, $form" "$out" "$err"
done
check 'text: a name that is a formula is made text' grep -q "^\"'=1+1\"," odd-results/0001/table.csv
clean 'text: the files of a run' odd-results/0001/table.* odd-results/0001/*.json
for form in text jsonl csv; do
	run export --results odd-results --format $form
	clean "text: export, $form" "$out" "$err"
done
run replay --results odd-results 1
clean 'text: replay' "$out" "$err"
run report odd-results/0001 -o odd.html
clean 'text: report' "$out" "$err" odd.html
run analyse conservative --results odd-results
clean 'text: analyse' "$out" "$err"
run tournament 2 "odd/no${esc}[31m" conservative --no-results
clean 'text: errors' "$out" "$err"
run play "$odd" conservative --seed 1:0 --plain
clean 'text: play' "$out" "$err"

# The page of a server: what the browser gets, and what the server prints about it.
. "$root/tests/net/serve_lib.sh"
serve paged --http 0 --robot "$odd" --robot computer --robot conservative --robot prober
page=$(sed -n 's/^page: //p' server.out)
cat >page.py <<'END'
import json, sys, time, urllib.request
def get(path):
    return urllib.request.urlopen(sys.argv[1] + path).read().decode()
def strings(value):
    for item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []:
        yield from (str(item[0]), *strings(item[1])) if isinstance(value, dict) else strings(item[1])
    if isinstance(value, str):
        yield value
end = time.monotonic() + 600
while not (games := json.loads(get("api/games.json")))["games"] and time.monotonic() < end:
    time.sleep(0.1)
print(get(""), *strings(games), *strings(json.loads(get("api/standings.json"))), sep="\n")
for game in games["games"]:
    print(*strings(json.loads(get("api/games/%s.json" % game["game_uuid"]))), sep="\n")
END
/usr/bin/python3 page.py "$page" >page.txt 2>"$err"
check 'text: the live page is there, and the robot on it' grep -q '^x .31m??2J' page.txt
clean 'text: the live page' page.txt server.out server.err
kill -TERM "$server"
wait "$server"
server=

# A robot that is never wrong, and the same robot when it does not see the dice of the other.
zoo=${ARENA_ZOO:-$root/build/release/tests/zoo}
cp "$zoo/seer.so" other.so
run tournament 100 "$zoo/seer.so:see=1" ./other.so --trust --no-results -q --seed 1
check 'walls: a robot that is always right is named' grep -q 'seer:see=1 was right in .* may know the dice' "$out"
named='seer:see=2 was right in .* may know the dice'
sees() { run "$@" "$zoo/seer.so:see=2" ./other.so --trust -r loss=game -q --seed 1:0; }
sees tournament 200 -j1 --results whole
check 'walls: so is one that knows the dice of the later rotations alone' grep -q "$named" "$out"
check 'walls: also in the stored table' sh -c 'grep -qF "$(grep "$1" "$2")" whole/0001/table.txt' - "$named" "$out"
sees tournament 200 -j2 --log games --shard 1/2 --results half1
sees tournament 200 -j1 --log games --shard 2/2 --results half2
run merge both.db half1/arena.db half2/arena.db
run standings --db both.db --files both
run standings --db whole/arena.db --files again
check 'walls: and after a merge, with the same numbers' diff whole/0001/table.txt both/table.txt
check 'walls: and read from the database' diff whole/0001/table.txt again/table.txt
sees regress --games 300 --elo0 0 --elo1 600 --results test
check 'walls: regress names it, too' grep -q "$named" "$err"
run tournament 100 "$zoo/seer.so" ./other.so --trust --no-results -q --seed 1
check 'walls: one that is not is not named' sh -c '! grep -q "may know" "$1"' - "$out"

# Kernels and containers without part of the sandbox.
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
	says 'walls: a weak sandbox says which wall is missing' 0 'sandbox is incomplete' 'no Landlock'
	lacking 444 38 "$root/tests/programs/conservative.py" computer
	says 'walls: nor are there programs without Landlock' 5 'no Landlock'
	lacking 317 1 computer conservative
	expect 'walls: a container that refuses seccomp(2) is no fault of a robot' 0
	check 'walls: which plays' sh -c '! grep -q "could not be loaded" "$1"' - "$out"
	lacking 157 1 computer conservative
	says 'walls: nor is one that refuses prctl(2)' 5 'set up the sandbox'
	# A container without name spaces: programs are refused, and robots of the zoo play as usual.
	cp "$root/tests/programs/conservative.py" .
	lacking spaces 1 ./conservative.py computer
	says 'walls: without name spaces a program is refused' 5 'cannot confine' '--trust'
	zoo=${ARENA_ZOO:-$root/build/release/tests/zoo}
	set --
	for robot in meek counter_loaded tls forks threads files sockets segv; do set -- "$@" "$zoo/$robot.so"; done
	run tournament 8 "$@" --format round-robin --no-results --seed 1:0 -q --output csv
	cp "$out" elsewhere.csv
	./refuse spaces 1 "$arena" tournament 8 "$@" --format round-robin --no-results --seed 1:0 -q --output csv >"$out" 2>"$err"
	code=$?
	expect 'walls: and a .so plays (one of them crashes)' 4
	check 'walls: all of the zoo have the same verdicts there' cmp elsewhere.csv "$out"
	check 'walls: also the one that crashes in each of its games' grep -Eq '^segv,56,0,.*,56,56,' "$out"
else
	skip 'walls: kernels that lack a wall' 'its system calls have the numbers of x86_64'
fi

# A robot's process does not have root's capabilities, so another user's folder may be unreadable for it.
if [ "$(id -u)" = 0 ]; then
	mkdir closed
	cp -r "${ARENA_ROBOTS:-$root/build/release/robots}"/nash.* closed
	chown 65534 closed && chmod 700 closed
	run tournament 2 closed/nash.so computer -r dice=1 --no-results
	says 'walls: a robot does not play without its files' 5 'cannot read' 'nash.data'
	chmod 755 closed
	run tournament 2 closed/nash.so computer -r dice=1 --no-results
	expect 'walls: and plays when it may read them' 0
fi
finish
