# report.sh - `arena report`: the file, and with Chromium the page as people see and use it (tests/report).
. "$(dirname "$0")/lib.sh"

# A robot that writes hostile text wherever it can: its file name, its manifest, its output.
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
			if (history[0] && rand() % 64 == 0)
				*(volatile int *)0 = 0;
			return history[0] ? 0 : 12 + rand() % 2;
		}
	END
	cp bad.so "$bad.so"
}

run report
says 'no run at all' 2 'results/arena.db'

make_bad 1
run tournament 10 --format round-robin --seed '</script><script>window.hacked=1</script>' -q prober computer "./$bad.so"
expect 'a run with a hostile robot' 0
make_bad 2
run tournament 24 --format round-robin --seed 2:0 -q prober computer "./$bad.so"
expect 'a run with its next version' 0
cp "${ARENA_ROBOTS:-$root/build/release/robots}/maexchen.so" conservative_and-long-winded_maexchen.so
run tournament 12 -v maexchen --format pool --seats 3 --seed 3 -q -r points_to_start=2 mia maexchen maexchen "$folder/conservative_and-long-winded_maexchen.so:lie=safe"
expect 'a run of another variant' 0
run tournament 20 -v round-table -r wild=ones --seed 4 -q computer prober computer
expect 'a run where anyone calls' 0

run report 2
expect 'into the folder of the run' 0
run report results/0002/ -j 3 -o again.html
check 'the same bytes again, from three processes' cmp -s again.html results/0002/report.html
check 'as many games as are asked for' [ "$(grep -o '"why":' again.html | wc -l)" -ge 12 ]
check 'dramatic ones among them' sh -c 'grep -q "the lead changes [1-9]" again.html && grep -q "a bluff of [^\"]*% that" again.html'
data() { # data FILE EXPRESSION of `d`
	sed -n 's/.*<script type="application\/json" id="data">\(.*\)<\/script>.*/\1/p' "$1" >data.json && json data.json "$2"
}
pairs='[frozenset(s["robot"] for s in g["seats"]) for g in d["games"] if "the first of this pair" in g["why"] or "the first game" in g["why"]]'
check 'one of each pair' data again.html "len($pairs) == 3 == len(set($pairs))"
check 'of pairs without another game' data again.html 'all("the first of this pair" not in g["why"][1:] for g in d["games"])'
check 'five losses of a robot' data again.html 'max(len(a["worst"]) for a in d["analysis"]) == 5'
check 'of modest size' [ "$(wc -c <again.html)" -lt 600000 ]
run report -o anyone.html --trust
expect 'the latest run' 0
run report 3 -o maexchen.html
expect 'another variant' 0
run report 3 -o - --trust
check 'trusted robots, the same bytes' cmp -s "$out" maexchen.html
check 'a robot without its folder' has maexchen.html 'mia maexchen maexchen conservative_and-long-winded_maexchen.so:lie=safe'
check 'no folder of this machine in a page' sh -c '! grep -Fq "$1" "$2"/*.html' - "$folder" "$folder"

run report 7
says 'no such run' 2 "no run '7'"
run report 2 3
says 'one run only' 2 "'3'"
run report 2 --game 0
says 'no game 0' 2 "'0'"
run report 2 --game 1000
says 'no such game' 2 '72'
run report 2 -o missing/folder.html
says 'a folder that is not there' 5 'missing/folder.html'
run report 1000 -o missing/folder.html
says 'noticed before anything else' 5 'missing/folder.html'
echo old >kept.html
(ulimit -f 8; exec "$arena" report 2 --games 0 --analysis 0 -o kept.html) >"$out" 2>"$err"
check 'a report that cannot be written leaves the old one' test "$(cat kept.html)" = old
run report 2 --games 0 --game 7 --analysis 0 -o one.html
check 'a game that was asked for' has one.html '"number":7'
make_robot process <<'END'
#include <stdio.h>
#include <unistd.h>
int get_play(const char *me, const char *hands, const char *history) { printf(" process=%d\n", (int)getppid()); fflush(stdout); return history[0] ? 0 : 11; }
END
run tournament 2 --format round-robin --seed 8:0 -q --trust --results processes ./process.so ./process.so ./process.so
for n in 1 3; do
	run report --results processes --trust --analysis 0 -j $n
	check "games are looked for by all processes: $n" [ "$(cat "$out" "$err" | grep -o 'process=[0-9]*' | sort -u | wc -l)" = $n ]
done
for n in 1 2; do
	make_robot lion <<-END
		#include "arena_robot.h"
		static const struct arena_robot_info info = {.size = sizeof info, .abi = ARENA_ABI, .name = "lion", .version = "1.0"};
		ARENA_ROBOT_EXPORT const struct arena_robot_info *robot_info(void) { return &info; }
		ARENA_ROBOT_EXPORT int get_play(const char *me, const char *hands, const char *history) { return history[0] ? 0 : 1$n; }
	END
	run tournament 2 --seed $n:0 -q --trust --results lions ./lion.so computer
done
run report --results lions --trust --analysis 0 --games 0 -o lions.html
check 'versions with the same number have their hashes, too' [ "$(grep -o '"label":"1.0 [0-9a-f]\{7\}"' lions.html | sort -u | wc -l)" = 2 ]
run report 2 --only-game 7
expect 'one game alone' 0
check 'its file is named after it' has "$out" 'results/0002/game-7.html'
run report 2 --only-game 7 -o -
check 'on stdout the same bytes' cmp -s "$out" results/0002/game-7.html
check 'its page is small' [ "$(wc -c <results/0002/game-7.html)" -lt 150000 ]
run report 2 --only-game 7 --game 3
says 'one game or several' 2 '--only-game'
# ---- pictures and previews -------------------------------------------------------------------

elements() { # elements FILE: of well-formed XML
	python3 -c 'import sys, xml.etree.ElementTree as tree
print(*sorted({e.tag.split("}")[1] for e in tree.parse(sys.argv[1]).iter()}))' "$1"
}
run report 2 --only-game 7 --image results/0002/game-7.svg
expect 'a picture of a game' 0
check 'it is named, and there is no page' test "$(cat "$out")" = 'The picture of game 7 is in results/0002/game-7.svg.'
run report 2 --game 30 --games 0 --analysis 0 --image hostile.svg
expect 'a picture of a game of the hostile robot' 0
check 'its name is only text' test "$(elements hostile.svg)" = 'circle desc g path rect style svg text title'
check 'of which there is some' has hostile.svg '&lt;img src=x'
run report 3 --image maexchen.svg
expect 'the boldest moment of a run' 0
run report 2 --only-game 7 --url https://example.org/runs/game.html --image 'results/a "b.svg' -o game.html
expect 'a page with an address' 0
check 'its preview' has game.html '<meta property="og:url" content="https://example.org/runs/game.html">'
check 'without a picture that previews do not support' sh -c '! grep -q og:image game.html'
run report 2 --url 'https://example.org/"><b>' -o game.html
says 'no address' 2 '--url'
run report 2 --image game.jpg
says 'no such format' 2 '.svg, .png or .gif' "'game.jpg'"
run report 2 --only-game 7 --image missing/game.svg
says 'no such folder' 5 'missing/game.svg'
run report 2 --only-game 73 --image none.svg
says 'a picture of a game that does not exist' 2 '72'
run report 2 --games 0 --analysis 0 --image none.svg
says 'a report without games' 2 '--image'
check 'no picture of that' test ! -e none.svg
mkdir programs
ln -s "$(command -v timeout)" "$(command -v grep)" programs/
echo old >kept.png
PATH=$folder/programs run report 2 --only-game 7 --image kept.png
says 'without a converter' 5 'rsvg-convert' 'librsvg2-bin' '.svg'
printf '#!/bin/sh\necho wrong >&2\nexit 3\n' >programs/rsvg-convert
chmod +x programs/rsvg-convert
PATH=$folder/programs:$PATH run report 2 --only-game 7 --image kept.png
says 'a converter that fails' 5 'status 3' 'wrong'
check 'the old file is still there' test "$(cat kept.png)" = old
if command -v rsvg-convert >/dev/null && command -v convert >/dev/null; then
	run report 2 --only-game 7 --url https://example.org/runs/ --image "a \"b.png" -o game.html
	expect 'a picture as PNG' 0
	check 'in the size of previews' test "$(head -c 24 a*b.png | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a0000000d49484452000004b000000276
	check 'in the preview' has game.html '<meta property="og:image" content="https://example.org/runs/a%20%22b.png">'
	run report 3 --only-game 1 --image game.gif
	expect 'a game move by move' 0
	check 'in several pictures' test "$(LC_ALL=C grep -ao '!.[[:cntrl:]].x' game.gif | wc -l)" -gt 5
	printf '#!/bin/sh\nexec cat /dev/fd/3\n' >programs/rsvg-convert
	PATH=$folder/programs:/usr/bin:/bin run report 2 --only-game 7 --image kept.gif
	says 'ImageMagick fails' 5 'convert failed'
	rm programs/rsvg-convert
	ln -s "$(command -v rsvg-convert)" programs/
	PATH=$folder/programs run report 2 --only-game 7 --image kept.gif
	says 'without ImageMagick' 5 'imagemagick'
	check 'no half file' sh -c '! ls kept.gif*'
else
	skip 'PNG and GIF' 'there is no rsvg-convert or no convert'
fi

# The picture of docs/report.md. A robot's mark depends on its file, and so on the compiler.
run tournament 100 --format round-robin --seed 1 -q --trust --results pictured prober computer conservative simpleton radical
run report --results pictured --only-game 202 --image pictured.svg --trust
grep -v 'class="face"' pictured.svg >pictured.bare
check 'the picture of the documentation' sh -c 'grep -v "class=\"face\"" "$1/docs/images/game.svg" | cmp -s - pictured.bare' - "$root"

# Names that differ only at their end, of robots that play illegally.
for version in 1 2; do
	make_robot "averylongrobotname-in_class_bc-v$version" <<-END
		#include <stdlib.h>
		int get_play(const char *me, const char *hands, const char *history) { return rand() % (30 * $version) == 0 ? 999 : history[0] ? 0 : 11; }
	END
done
run tournament 40 --format pool --seats 3 --seed 3 -q --trust --results names ./averylongrobotname-in_class_bc-v1.so ./averylongrobotname-in_class_bc-v2.so computer
run report --results names --games 1 --analysis 40 --trust -o names.html
check 'a game with an illegal play of each robot' data names.html '{why.split()[0][-2:] for g in d["games"] for why in g["why"] if "plays illegally" in why} == {"v1", "v2"} == {r["robot"][-2:] for r in d["robots"] if r["illegal"]}'

run report 2 --games 0 --analysis 0 -o none.html
expect 'neither games nor analysis' 0
check 'there are none' has none.html '"analysis":[]'

# ---- puzzles ------------------------------------------------------------------------------------

run puzzles 2
expect 'positions to judge' 0
check 'in the folder of the run' grep -q '^10 positions of run 0002 are in results/0002/puzzles.html (' "$out"
run puzzles results/0002 -j 2 -o -
check 'the same bytes from two processes' cmp -s "$out" results/0002/puzzles.html
run puzzles 2 --seed other -o puzzles.html
check 'another seed, other positions' sh -c '! cmp -s puzzles.html results/0002/puzzles.html'
check 'ten, from the games that are there' data puzzles.html 'len(d["puzzles"]) == 10 and {p["game"] for p in d["puzzles"]} == {g["number"] for g in d["games"]}'
check 'the preview gives no answer away' sh -c 'grep -q "og:description\" content=\"10 bids of games between robots" puzzles.html'
check 'the same choice in a report, of its games' data again.html '{p["game"] for p in d["puzzles"]} <= {g["number"] for g in d["games"]} and all(p["champion"]["of"] == 10 for p in d["puzzles"])'
check 'champion does not play Mäxchen' data maexchen.html 'd["puzzles"] and not any("champion" in p for p in d["puzzles"])'
check 'it plays where anyone calls' data anyone.html 'all("champion" in p for p in d["puzzles"])'
run tournament 40 --seed 10:0 -q --trust --results champions champion computer
run puzzles --results champions -o champions.html
run puzzles --results champions --trust -o -
check 'the same bytes, trusted or not' cmp -s "$out" champions.html
answers='[(p["champion"], g["hands"][p["hand"]]["steps"][p["step"] + 1]) for p in d["puzzles"] for g in d["games"] if g["number"] == p["game"]]'
own="[(c, a) for c, a in $answers if {r['index']: r['robot'] for r in d['robots']}[next(g['seats'][a['seat']]['robot'] for g in d['games'] if any(a in h['steps'] for h in g['hands']))] == 'champion']"
check "what it would do is what it did" data champions.html "len($own) > 2 and sum(c['calls'] == c['of'] if a['play'] == 0 else a['words'] == c['words'] for c, a in $own) > 0.6 * len($own)"
run tournament 2 --seed 1:0 -q --trust --results short -r dice=1 caller ones
run puzzles --results short -o short.html
says 'too few positions' 2 'a page needs 3'
check 'no page of that' test ! -e short.html
run puzzles 2 3
says 'one run' 2 "'3'"
run puzzles 7
says 'a run that is not there' 2 "no run '7'"
run puzzles 2 -o missing/puzzles.html
says 'a folder that does not exist' 5 'missing/puzzles.html'
run puzzles tourneys
says 'no tourneys' 2

# ---- the coach -------------------------------------------------------------------------------------

run tournament 12 --format round-robin -r dice=2 --seed 7 -q --results coached prober computer conservative
run report --results coached --coach 20 -o coached.html -j 2
expect 'a report with the coach' 0
run report --results coached --coach 20 -o - --trust -j 1
check 'the same bytes for any number of processes' cmp -s "$out" coached.html
for robot in prober computer conservative; do
	run coach $robot --results coached --games 20 --worst 5 --output json --trust
	cp "$out" "$robot.json"
done
check 'the numbers are those of arena coach' data coached.html '[{k: v for k, v in r.items() if k != "tables"} for r in d["coach"]["robots"]] == [json.load(open(r["robot"] + ".json")) for r in d["coach"]["robots"]] and len(d["coach"]["robots"]) == 3'
check 'the games of all costly positions are there' data coached.html '{p["game"] for r in d["coach"]["robots"] for p in r["costliest"]} <= {g["number"] for g in d["games"]}'
check 'and say why' has coached.html 'a mistake of computer that cost much'
run report --results coached --coach 20 --games 0 --analysis 0 --trust -o none.html
check 'without games, the coach alone' data none.html 'd["games"] == [] and d["analysis"] == [] and len(d["coach"]["robots"]) == 3'
check 'not asked for' data again.html 'd["coach"] == {}'
check 'where it does not apply, the reason' data anyone.html 'd["coach"] == {"why": "coach supports only games between two players; this run has tables of 3"}'
check 'nor in Mäxchen' data maexchen.html '"common-hand" in d["coach"]["why"]'
run report tourneys --coach 10
says 'not of tourneys' 2 '--coach' 'tourneys'

# ---- one robot -------------------------------------------------------------------------------------

run report 2 --robot nobody
says 'no such robot' 2 "no robot 'nobody' plays in the run '0002'"
run report 2 --robot computer --only-game 3
says 'a robot or a game' 2 '--robot' '--only-game'
run report tourneys --robot computer
says 'no robot of tourneys' 2 '--robot' 'tourneys'
run report 2 --robot "$bad" --games 6 --analysis 20 --coach 0
expect 'the page of a hostile robot' 0
check 'its file has its number' has "$out" 'page of a robot of run 0002 is in results/0002/robot-3.html'
check 'it is about that robot, and no other' data results/0002/robot-3.html 'd["about"]["alone"] and [a["robot"] for a in d["analysis"]] == [d["robots"][i]["robot"] for i in range(3) if d["robots"][i]["index"] == 2] and d["versus"] is None and {f["robot"] for f in d["faults"]} == {2}'
check 'all its games are games of that robot' data results/0002/robot-3.html 'len(d["games"]) >= 6 and all(2 in [s["robot"] for s in g["seats"]] for g in d["games"])'
check 'a game with a crash among them' data results/0002/robot-3.html '[f["kind"] for f in d["about"]["faults"]["list"]] == ["crash"] and any(d["about"]["faults"]["list"][0]["game"] == g["number"] for g in d["games"])'
check 'its versions' data results/0002/robot-3.html '[v["robots"] for v in d["versions"]] == [[2]]'
check 'a page about all is not about one' data again.html 'd["about"] is None'
run report --results coached --robot computer -o own.html
expect 'a page of a robot that can be coached' 0
check 'its mistakes are rated unless otherwise asked' data own.html '[r["robot"] for r in d["coach"]["robots"]] == ["computer"]'
run tournament 24 --format gauntlet --seed 12:0 -q --results gauntlets computer "./$bad.so" prober conservative simpleton caller
run report --results gauntlets --games 12 --analysis 50 -o gauntlet.html
expect 'a report of a gauntlet' 0
check 'it is about its first robot, with the results of its table' data gauntlet.html \
	'"; ".join(v + " " + ", ".join(o["name"] for o in sorted(d["about"][k]["list"], key=lambda o: [r["index"] for r in d["robots"] if r["robot"] == o["name"]])) for k, v in (("beats", "beats"), ("loses_to", "loses to"), ("undecided", "is undecided against")) if d["about"][k]) + "." in open("gauntlets/0001/table.txt").read()'

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

# ---- a robot that always times out -------------------------------------------------------------

make_robot hanging <<'END'
int get_play(const char *me, const char *hands, const char *history) { for (;;) ; }
END
run tournament 6 --format round-robin --seed 6:0 -q --move-time 20ms --results slow ./hanging.so prober computer
run report --results slow -o slow.html
expect 'a robot that always times out' 0
check 'its games are left out, but for a few of its own' data slow.html '{a["robot"]: a["games"] for a in d["analysis"]} == {"prober": 6, "computer": 6, "hanging": 2}'
check 'all games are counted' data slow.html 'all(a["games_of_robot"] == 12 for a in d["analysis"])'
check 'it is named' data slow.html '[r["robot"] for r in d["robots"] if r["index"] in d["slow"]] == ["hanging"]'
check 'few of its games are shown' data slow.html '0 < sum(any(s["verdict"] == "timeout" for h in g["hands"] for s in h["steps"]) for g in d["games"]) <= 6'
run tournament 20 --match-length 20 --seed 6:0 -q --move-time 20ms --results slowest ./hanging.so computer
run report --results slowest -o slowest.html
expect 'a match of which each game has a timeout' 0
check 'no such match is analysed' data slowest.html 'd["analysis"] == [] and len(d["games"]) >= 1'

# ---- the numbers, from the games ---------------------------------------------------------------

make_version() { # make_version NUMBER: a robot that bids one more, or calls at random
	make_robot "version-$1" <<-END
		#include <stdlib.h>
		#include <string.h>
		int get_play(const char *me, const char *hands, const char *history) {
			const char *last = strrchr(history, ':');
			int bid = last ? atoi(last + 1) : 0;
			return !last ? 11 : bid > 36 || rand() % ($1 + 2) == 0 ? 0 : bid % 10 == 6 ? bid + 5 : bid + 1;
		}
	END
}
numbers() { # numbers NAME ARGUMENTS...: checks a report of a tournament with them; the numbers are the same in a sandbox, at a higher price
	name=$1
	shift
	"$arena" tournament "$@" --seed numbers --results "$name" -q --trust >/dev/null 2>"$err" && "$arena" report --results "$name" --games 0 --trust -o "$name.html" >/dev/null &&
		"$arena" export --results "$name" --format jsonl -o "$name.jsonl" && python3 "$root/tests/report/numbers.py" "$name.html" "$name.jsonl"
}
if command -v python3 >/dev/null; then
	make_version 1
	make_version 2
	check 'numbers of two versions' numbers two 60 ./version-1.so ./version-2.so
	check 'a version is named by the number of its file' has two.html '"label":"2"'
	run regress ./version-1.so ./version-2.so --games 400 --seed 5:0 --results two -q --trust
	sentence=$(sed -n '1s/^[A-Z ]*: //p' "$out")
	run report --results two --games 2 --analysis 0 --trust -o tested.html
	check 'a test is about its new robot, with its result' data tested.html "d['about']['robot'] == 0 and [t['run'] for t in d['about']['tests']] == ['0002'] and d['about']['tests'][0]['words'].startswith('$sentence (Elo ')"
	run report 1 --results two --robot version-2 --games 0 --analysis 0 --trust -o tested.html
	check 'the page of the old one has it, too' data tested.html "len(d['about']['tests']) == 1 and d['versions'][0]['robots'] == [0, 1]"
	check 'numbers of pairs' numbers pairs 40 --format round-robin computer conservative simpleton
	check 'numbers of long matches at a table of three' numbers long 720 --match-length 12 computer conservative simpleton
	check 'numbers of a pool' numbers pool 120 --format pool --seats 3 computer conservative simpleton prober
	sed 's/"low":0\.[0-9]\{3\}/"low":0.123/' pairs.html >wrong.html
	check 'a wrong number is noticed' sh -c '! python3 "$1" wrong.html pairs.jsonl >/dev/null' - "$root/tests/report/numbers.py"
else
	skip 'the numbers' 'no python3'
fi

if command -v tidy >/dev/null; then
	for page in again.html without.html anyone.html; do
		tidy -errors -quiet "$page" >"$out" 2>&1
		check "valid HTML: $page" [ ! -s "$out" ]
	done
else
	skip 'valid HTML' 'there is no tidy'
fi

# Thresholds of one robot are 26 robots.
risks=$(seq -f 'prober:risk=0.%02.0f' 10 35)
# shellcheck disable=SC2086 # a list of words is meant
run tournament 600 --format pool --seats 3 --seed 5 -q --trust --results large $risks
run report --results large --games 0 --analysis 0 -o large.html
expect 'a run of 26 robots' 0

run tournament 100 --format round-robin --seed 10 -q --trust --results upsets computer conservative caller ones five_sixes
run report --results upsets --analysis 0 --games 4 --game 36 -o upsets.html
expect 'a run with upsets' 0

if ! why=$(PYTHONDONTWRITEBYTECODE=1 python3 "$root/tests/report/browser.py" 2>&1); then
	skip 'the page in a browser' "$why"
	finish
fi
PYTHONDONTWRITEBYTECODE=1 python3 "$root/tests/report/page.py" "$arena" "$folder/results/0002" "$folder/results/0002/game-7.html" "$folder/large.html" "$folder/upsets.html" "$folder/again.html" "$folder/maexchen.html" "$folder/coached.html" \
	"$folder/own.html" "$folder/gauntlet.html" "$folder/anyone.html" "$folder/without.html" "$folder/names.html" >"$out" 2>"$err"
code=$?
cat "$out"
if grep -q '^FAIL' "$out"; then
	n_failed=$((n_failed + 1))
else
	expect 'the browser went through all pages' 0
fi
if command -v tidy >/dev/null && [ -e again.html.drawn.html ]; then
	# Exceptions: the checker does not know this attribute (WAI-ARIA 1.1) yet, and the marks of the strip have no text.
	tidy -errors -quiet again.html.drawn.html 2>&1 | grep -v -e 'attribute "aria-current"' -e 'trimming empty <\(i\|span\)>' >"$out"
	check 'valid HTML when drawn' [ ! -s "$out" ]
fi
finish
