# library.sh - the arena as a library: the program of docs/library.md gives the numbers of the command, and wrong requests are errors.
. "$(dirname "$0")/lib.sh"
ARENA_PATH=${ARENA_ROBOTS:-$root/build/release/robots}
export ARENA_PATH
case ${arena#"$root"/build/} in plain/* | sanitize*) skip 'the library' 'this build is not position independent'; finish ;; esac
check 'it exports only the functions of arena.h' test "$(nm -D --defined-only "$root/libarena.so" | sed 's/.* //' | sort | tr '\n' ' ')" = \
	"$(sed -n 's/^ARENA_EXPORT.*\(arena_[a-z_]*\)(.*/\1/p' "$root/src/arena.h" | sort | tr '\n' ' ')"
check 'a program in C++ can include it' c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c++ -include "$root/src/arena.h" /dev/null

libraries=$(pkg-config --libs libseccomp sqlite3 nettle jansson)
build() { # build NAME LIBRARY
	# shellcheck disable=SC2086 # words
	cc -std=c11 -Wall -Wextra -Werror -I"$root/src" -o "$1" "$1.c" "$2" $libraries -ldl -lm
}
sed -n '/^```c$/,/^```$/p' "$root/docs/library.md" | sed '1d;$d' >cup.c
check 'the example can be built' build cup "$root/libarena.a"
patiently ./cup >cup.out 2>cup.err
code=$?
expect 'the example plays' 0
run tournament 300 -v wild -r dice=3 --seed cup:0 --results other -q --output csv prober computer conservative
check 'with the numbers of the command' python3 -c 'import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
lines = open(sys.argv[2]).read().splitlines()
assert len(lines) == len(rows) + 1 == 4 and lines[-1] == "seed cup:0, in cups/0001", lines
for row, line in zip(rows, lines):
    wanted = "%s  %-14s %6.2f %%  (%.2f to %.2f)" % (row["rank"], row["robot"], *(100 * float(row[k]) for k in ("win_rate", "low", "high")))
    assert line == wanted, (line, wanted)' "$out" cup.out
check 'and shows progress' grep -q '300 of 300 games' cup.err
run replay --results cups 1 7 --output json
cp "$out" game
run standings --results cups --output json
cp "$out" ratings
run regress prober computer --seed t:0 --games 400 --elo0 0 --elo1 20 --no-results --output json
cp "$out" verdict

# What else the interface has, and its errors.
cat >more.c <<'END'
#include <arena.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct arena_request request;
static const char *const two[] = {"prober", "computer", NULL}, *const one[] = {"prober", NULL}, *const none[] = {"nothing", "prober", NULL};

static void again(void)
{
	struct arena_request fresh = ARENA_REQUEST;
	request = fresh;
	request.robots = two;
	request.games = 20;
}

static void refused(const char *what)
{
	struct arena_error error = {0};
	struct arena_run *run;
	int failed = arena_play(&request, NULL, &run, &error);
	printf("%s: %d %d %s\n", what, failed, error.code, error.text);
	again();
}

static int stop(uint64_t games, uint64_t total, void *context)
{
	*(int *)context = games <= total;
	return 1;
}

static void message(const char *lines, void *context)
{
	printf("%s", context ? "" : lines);
}

static void print(char *text, struct arena_error *error)
{
	printf("%s", text ? text : error->text);
	free(text);
}

int main(int argc, char **argv)
{
	struct arena_error error = {0};
	struct arena_run *run;
	int was_called = 0, n;
	const char *what = argc > 1 ? argv[1] : "";
	again();
	if (strcmp(what, "robots") == 0)
		print(arena_robots(&error), &error);
	else if (strcmp(what, "replay") == 0)
		print(arena_replay("cups", "1", 7, &error), &error);
	else if (strcmp(what, "standings") == 0)
		print(arena_standings("cups", NULL, &error), &error);
	else if (strcmp(what, "no replay") == 0)
		print(arena_replay("cups", "1", 7000, &error), &error);
	else if (strcmp(what, "no standings") == 0)
		print(arena_standings("nowhere", NULL, &error), &error);
	else if (strcmp(what, "regress") == 0) {
		request.seed = "t:0", request.games = 400, request.elo0 = 0, request.elo1 = 20;
		if (arena_play(&request, NULL, &run, &error))
			return 9;
		printf("%s", arena_json(run));
		arena_free(run);
	} else if (strcmp(what, "message") == 0) {
		static const char *const breaking[] = {"./breaks.py", "calm", NULL};
		struct arena_events events = {.size = sizeof events, .message = message};
		request.robots = breaking, request.games = 2;
		if (arena_play(&request, &events, &run, &error))
			return print(NULL, &error), 9;
		arena_free(run);
	} else if (strcmp(what, "stop") == 0) {
		struct arena_events events = {.size = sizeof events, .progress = stop, .context = &was_called};
		request.games = 150000, request.results = "stopped";
		if (arena_play(&request, &events, &run, &error))
			return 9;
		request.resume = strrchr(arena_folder(run), '/') + 1;
		struct arena_run *other;
		if (arena_play(&request, NULL, &other, &error))
			return 8;
		const struct arena_row *rows = arena_rows(other, &n);
		printf("%d %d %d %d %s", was_called, arena_is_complete(run), arena_is_complete(other), n, rows[0].games == 150000 ? "all" : "some");
		arena_free(run);
		arena_free(other);
	} else {
		request.size--, refused("size");
		request.games = 0, refused("games");
		request.seats = 27, refused("seats");
		request.seats = 9, refused("more seats");
		request.rules = (const char *const[]){"dice=no", NULL}, refused("rules");
		request.variant = "willd", refused("variant");
		request.format = "robin", refused("format");
		request.deals = "x", refused("deals");
		request.log = "x", refused("log");
		request.memory = 1, refused("memory");
		request.robots = one, refused("one");
		request.robots = none, refused("none");
		request.robots = NULL, refused("no robots");
		request.elo1 = 5, request.format = "pool", refused("test");
		request.resume = "1", refused("resume");
		request.resume = "1", request.results = "nowhere", refused("resume nowhere");
	}
	return 0;
}
END
check 'the other program can be built' build more "$root/libarena.so"
LD_LIBRARY_PATH=$root
export LD_LIBRARY_PATH
ln -s "$root/libarena.so" "libarena.so.$(sed -n 's/^VERSION := \([0-9]*\).*/\1/p' "$root/Makefile")"
LD_LIBRARY_PATH=.:$root
"$arena" list robots --output json >robots
for what in robots:robots replay:game standings:ratings regress:verdict; do
	patiently ./more "${what%:*}" >found 2>"$err"
	check "${what%:*} gives the JSON of the command" cmp found "${what#*:}"
	check 'and prints nothing' test ! -s "$err"
done
patiently ./more stop >"$out" 2>"$err"
check 'progress can stop a run, which can be resumed' test "$(cat "$out")" = '1 0 1 2 all'
printf 'def get_play(me, hands, history):\n    return 1 // 0\n' >breaks.py
patiently ./more message >"$out" 2>"$err"
check 'messages tell of the first fault' has "$out" 'ZeroDivisionError'
check 'and are not printed' test ! -s "$err"
patiently ./more 'no replay' >"$out" 2>&1
check 'a game that there is not' has "$out" 'has the games 1 to 300'
patiently ./more 'no standings' >"$out" 2>&1
check 'a database that there is not' has "$out" 'nowhere/arena.db'
cp "$root/libarena.so" . && run list robots
check 'the library is no robot' test "$(grep -c libarena "$out")" = 0
patiently ./more >"$out" 2>&1
for line in 'size: -1 2 the request has the wrong size' 'games: -1 2 games must be from 1 to [0-9]*$' 'seats: -1 2 seats must be from 0 to 26$' \
	'more seats: -1 2 seats 9 needs' "rules: -1 2 rule: .*'no'" "variant: -1 2 .*'willd'.*did you mean 'wild'" \
	"format: -1 2 format: there is no 'robin'" "deals: -1 2 deals: there is no 'x'" "log: -1 2 log: there is no 'x'" 'memory: -1 2 times must be' \
	'one: -1 2 .*at least' "none: -1 2 robot 'nothing' not found" 'no robots: -1 2 ' 'test: -1 2 a test (elo0 < elo1) needs two robots' \
	'resume: -1 2 resume needs the folder' "resume nowhere: -1 2 .*'nowhere/arena.db'"; do
	check "refused: ${line%%:*}" grep -q "^$line" "$out"
done
finish
