# report.sh - `arena report`: the file, and with Chromium the page as people see and use it (tests/report).
. "$(dirname "$0")/lib.sh"

# A robot that does its worst in all it may write: its file, what it says of itself, what it prints.
bad='<img src=x onerror=window.hacked=1>&lt;b&gt;'
make_bad() { # make_bad VERSION
	make_robot bad <<-END
		#include <stdio.h>
		#include <stdlib.h>
		#include "arena_robot.h"
		static const struct arena_robot_info info = {.size = sizeof info, .abi = ARENA_ABI,
			.name = "</script><script>window.hacked=1</script>", .version = "$1<!--<script>"};
		ARENA_ROBOT_EXPORT const struct arena_robot_info *robot_info(void) { return &info; }
		ARENA_ROBOT_EXPORT int get_play(const char *me, const char *hands, const char *history) {
			printf("</script><script>window.hacked=1</script> ]]> \xe2\x80\xa8 %s\n", history);
			fflush(stdout);
			if (history[0] && rand() % 8 == 0)
				*(volatile int *)0 = 0;
			return history[0] ? 0 : 12 + rand() % 2;
		}
	END
	cp bad.so "$bad.so"
}

run report
says 'no run at all' 2 'results/arena.db'

make_bad 1
run tournament 60 --format round-robin --seed '</script><script>window.hacked=1</script>' -q prober computer "./$bad.so"
expect 'a run with a hostile robot' 0
make_bad 2
run tournament 60 --format round-robin --seed 2 -q prober computer "./$bad.so"
expect 'a run with its next version' 0
run tournament 30 -v maexchen --format pool --seats 3 --seed 3 -q mia maexchen maexchen mia
expect 'a run of another variant' 0
run tournament 20 -v round-table --seed 4 -q computer prober computer
expect 'a run where anyone calls' 0

run report 2
if ! grep -q '^The report of run 0002 is in results/0002/report.html' "$out"; then
	case $(cat "$err") in
	*node-d3*)
		says 'without D3 it says what to install' 5 'node-d3' 'esbuild'
		skip 'the page' 'built without node-d3 and esbuild'
		finish
		;;
	esac
fi
expect 'into the folder of the run' 0
run report results/0002/ -o again.html
check 'the same bytes again' cmp -s again.html results/0002/report.html
run report 2 -o -
check 'on stdout the same bytes' cmp -s "$out" again.html
check 'as many games as are asked for' [ "$(grep -o '"why":' again.html | wc -l)" -ge 12 ]
check 'dramatic ones among them' sh -c 'grep -q "the lead changes [1-9]" again.html && grep -q "a bluff of [^\"]*% that" again.html'
check 'of modest size' [ "$(wc -c <again.html)" -lt 600000 ]
run report -o anyone.html
expect 'the latest run' 0
run report 3 -o maexchen.html
expect 'another variant' 0
run report 3 -o - --trust
check 'trusted robots, the same bytes' cmp -s "$out" maexchen.html

run report 7
says 'no such run' 2 "no run '7'"
run report 2 3
says 'one run only' 2 "'3'"
run report 2 --game 0
says 'no game 0' 2 "'0'"
run report 2 --game 1000
says 'no such game' 2 '180'
run report 2 -o missing/folder.html
says 'a folder that is not there' 5 'missing/folder.html'
echo old >kept.html
(ulimit -f 8; exec "$arena" report 2 -o kept.html) >"$out" 2>"$err"
check 'a report that cannot be written leaves the old one' test "$(cat kept.html)" = old
run report 2 --games 0 --game 7 -o one.html
check 'a game that was asked for' has one.html '"number":7'
run report 2 --only-game 7
expect 'one game alone' 0
check 'its file is named after it' has "$out" 'results/0002/game-7.html'
check 'its page is small' [ "$(wc -c <results/0002/game-7.html)" -lt 150000 ]
run report 2 --only-game 7 --game 3
says 'one game or several' 2 '--only-game'
run report 2 --games 0 --analysis 0 -o none.html
expect 'neither games nor analysis' 0
check 'there are none' has none.html '"analysis":[]'

mv "$bad.so" gone.so
run report 2 -o without.html
says 'a robot that is gone: no games, and why' 0 'no sample games'
check 'the rest is there' has without.html '"games":[]'
check 'no analysis either' has without.html '"analysis":[]'
cp gone.so "$bad.so"
printf ' ' >>"$bad.so"
run report 2 -o changed.html
says 'a robot that has changed since: the reason in a line' 0 'analysis: the robot'
check 'its line breaks are blanks' test "$(grep -c 'has SHA-256 [0-9a-f]*, the run had [0-9a-f]* (' "$err")" = 1
mv gone.so "$bad.so"

if command -v tidy >/dev/null; then
	for page in again.html without.html anyone.html; do
		tidy -errors -quiet "$page" >"$out" 2>&1
		check "valid HTML: $page" [ ! -s "$out" ]
	done
else
	skip 'valid HTML' 'there is no tidy'
fi

if ! why=$(PYTHONDONTWRITEBYTECODE=1 python3 "$root/tests/report/browser.py" 2>&1); then
	skip 'the page in a browser' "$why"
	finish
fi
PYTHONDONTWRITEBYTECODE=1 python3 "$root/tests/report/page.py" "$arena" "$folder/results/0002" "$folder/results/0002/game-7.html" "$folder/again.html" "$folder/maexchen.html" \
	"$folder/anyone.html" "$folder/without.html" >"$out" 2>"$err"
code=$?
cat "$out"
if grep -q '^FAIL' "$out"; then
	n_failed=$((n_failed + 1))
else
	expect 'the browser went through all pages' 0
fi
if command -v tidy >/dev/null && [ -e again.html.drawn.html ]; then
	# Of what it warns, it does not know this attribute (WAI-ARIA 1.1) yet, and the marks of the strip have no text.
	tidy -errors -quiet again.html.drawn.html 2>&1 | grep -v -e 'attribute "aria-current"' -e 'trimming empty <\(i\|span\)>' >"$out"
	check 'valid HTML when drawn' [ ! -s "$out" ]
fi
finish
