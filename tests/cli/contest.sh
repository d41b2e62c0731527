#!/bin/sh
# contest.sh - a contest from a folder of submissions: which robots take part, builds in the sandbox, quotas, rounds
# that are killed, seasons.
. "$(dirname "$0")/lib.sh"

quick='--set seed=7:0 --set games_per_round=40 --set games_per_table=10 --set doctor_games=1 --set build_seconds=20 --set final_blocks=5 --set rules=dice=1 --set round_wait_seconds=3600 --set check_seconds=600'

on_one_core() { # on_one_core COMMAND...: the first that this script may use
	taskset -c "$(taskset -cp $$ | sed 's/.*: *//; s/[-,].*//')" "$@"
}

# ---- usage
refused() { # refused NAME TEXT ARGUMENTS...
	name=$1 text=$2
	shift 2
	run contest "$@"
	says "$name" 2 "$text"
}
refused 'nothing' 'needs an action'
refused 'an action that is none' "'rum' is not an action" rum x
refused 'no folder' 'needs the folder' run
refused 'too much' "not take 'y'" run x y
refused 'a setting with a typo' "did you mean 'table_size'" init x --set table_sise=3
refused 'a variant that is none' 'nim' init x --set variant=nim
refused 'a name with a tab' 'rename it' init "$(printf 'x\ty')"
refused 'no such folder' "'x'" run x
mkdir empty
refused 'a folder without a contest' 'contest' status empty

# ---- submissions
# shellcheck disable=SC2086
run contest init c $quick --set robots_per_team=2 -q
expect 'a new contest' 0
check 'its seed is for its owner alone' test "$(stat -c %a c/contest)" = 600
refused 'a second one' 'already contains a contest' init c
run contest status c
expect 'nothing has happened yet' 0
hostile='<img src=x onerror=alert(1)>'
mkdir -p c/submissions/ann c/submissions/bob c/submissions/cid/walls "c/submissions/$hostile" c/submissions/git 'c/submissions/a:b' c/submissions/eve
cat >c/submissions/ann/caller.c <<'END'
#include "arena_dice.h"
int get_play(const char *me, const char *hands, const char *history)
{
	(void)me;
	(void)hands;
	return *history ? 0 : 11;
}
END
cp c/submissions/ann/caller.c "c/submissions/$hostile/caller.c"
cat >c/submissions/bob/python.py <<'END'
STATELESS = True
def get_play(me, hands, history):
    return 0 if history else 12
END
echo 'int get_play(const char *a, const char *b, const char *c) { return x; }' >c/submissions/cid/broken.c
# What a build must not be able to do: read other files, use the network, write elsewhere, start any number of
# processes.
cat >c/submissions/cid/walls/Makefile <<END
walls.so:
	@! cat '$PWD/c/contest' 2>/dev/null && ! ls '$PWD' 2>/dev/null && echo reads-nothing
	@! grep -qv lo: /proc/net/dev 2>/dev/null || [ "\$\$(grep -c : /proc/net/dev)" = 1 ] && echo no-network
	@! touch /source/x 2>/dev/null && ! touch /usr/x 2>/dev/null && ! touch /sdk/x 2>/dev/null && echo writes-nothing
	@! dd if=/dev/zero of=big bs=1M count=600 2>/dev/null && echo no-disk
	@python3 -c pass && ! python3 -c 'import os; os.memfd_create("x")' 2>/dev/null && echo no-memfd
	@for i in \$\$(seq 300); do sleep 1000 & done; echo all-started
END
ln -s /etc/passwd c/submissions/eve/link.c
echo 'text' >c/submissions/eve/readme.txt
cp c/submissions/ann/caller.c c/submissions/ann/second.c
cp c/submissions/ann/caller.c c/submissions/ann/third.c
cp c/submissions/ann/caller.c c/submissions/git/robot.c
mkdir -p c/submissions/ned/net
echo "def get_play(me, hands, history) # $PWD/c/contest" >c/submissions/ned/lost.py # a traceback names its path
printf 'net.so:\n\t@echo "cannot reach example.org" >&2; exit 6\n' >c/submissions/ned/net/Makefile
git_commit() { # git_commit TAG
	(cd c/submissions/git && git init -q . && git add . && git -c user.name=x -c user.email=x@example.org commit -qm x && git tag "$1")
}
git_commit v1.0
run contest run c --rounds 1
expect 'the first round' 0
takes_part() { # takes_part VERSION
	check "$1 takes part" grep -qxF "$1 takes part" "$out"
}
log() { # log VERSION TEXT
	check "the log of $1 says '$2'" grep -q -- "$2" "c/teams/$1/build.log"
}
takes_part ann/caller-1
takes_part ann/second-1
takes_part bob/python-1
takes_part "$hostile/caller-1"
takes_part git/git-v1.0
check 'compile errors are told' grep -q '^cid/broken-1 does not take part: the build failed: ./broken.c.*error' "$out"
check 'and what a tool has said before make ended' grep -qx 'ned/net-1 does not take part: the build failed: cannot reach example.org' "$out"
log cid/broken-1 'undeclared'
for what in reads-nothing no-network writes-nothing no-disk no-memfd; do log cid/walls-1 $what; done
log cid/walls-1 'Cannot fork'
check 'processes without end are ended' sh -c '! grep -q all-started c/teams/cid/walls-1/build.log'
run contest status c
check 'ratings have one decimal' sh -c 'grep -Eq "^ *1-5 .*( +-?[0-9]+\.[0-9]){3} +[0-9]+ +1$" "$1"' - "$out"
check 'who takes part has a rank' grep -q '^ *1-5 .*bob .*python-1' "$out"
check 'a link is refused' grep -q "eve: link: 'link.c' is a symbolic link" "$out"
check 'a text file is not a robot' grep -q "eve: 'readme.txt' cannot be used as a robot" "$out"
check 'a team has as many robots as it may' grep -q "ann: 'third.c': the team already has the maximum number of robots" "$out"
check 'a name that a team cannot have' grep -q "a:b: 'a:b' is not a valid name" "$out"
run contest status c --output csv
check 'as CSV' grep -q '^1,5,bob,python-1,' "$out"
cp "$out" first.csv

# ---- a round does not wait for a version that sleeps; its end is looked at below
# shellcheck disable=SC2086
run contest init slow $quick --set round_wait_seconds=0 --set rules='dice=1 fault=call' -q
mkdir -p slow/submissions/bob slow/submissions/sly/z slow/submissions/poor/p
cp -r c/submissions/ann slow/submissions/ann
rm slow/submissions/ann/second.c slow/submissions/ann/third.c
sed 's/11;/12;/' c/submissions/ann/caller.c >slow/submissions/bob/caller.c
printf 'z.so:\n\tsleep 100000\n' >slow/submissions/sly/z/Makefile
printf 'p.so:\n\t@echo "sh: 1: Cannot fork" >&2; exit 2\n' >slow/submissions/poor/p/Makefile
# What robot.json asks for, and robots that play although something about them is unusual.
for team in exec line wish wrong odd; do mkdir -p slow/submissions/$team/bot; done
printf '#!/usr/bin/env python3\nexec("def get" + "_play(me, hands, history): return 0 if history else 13")\n' >slow/submissions/exec/bot/main
chmod +x slow/submissions/exec/bot/main
echo '{"language": "python"}' >slow/submissions/exec/bot/robot.json
printf 'import sys\nfor line in sys.stdin:\n    words = line.split()\n    if len(words[0]) == 1:\n        print(14 if words[2] == "-" else 0, flush=True)\n' >slow/submissions/line/bot/prog.py
echo '{"command": "python3 prog.py", "name": "liner", "version": "v7"}' >slow/submissions/line/bot/robot.json
printf 'def robot_option(key, value):\n    return (key, value) != ("risk", "0.5")\ndef get_play(me, hands, history):\n    return 0 if history else 15\n' \
	>slow/submissions/wish/bot/bot.py
cp c/submissions/bob/python.py slow/submissions/wish/bot/helper.so
echo '{"options": {"risk": 0.5, "players_out": "empty"}}' >slow/submissions/wish/bot/robot.json
cp c/submissions/bob/python.py slow/submissions/wrong/bot/bot.py
echo '{"comand": "python3 bot.py"}' >slow/submissions/wrong/bot/robot.json
printf 'def get_play(me, hands, history):\n    return 0 if history else 77 if "A:1" in hands else 16\n' >slow/submissions/odd/bot/bot.py
# Shapes in which robots were submitted elsewhere. Each plays, except for z-none.
for team in import robot cpp raise node make python none; do mkdir -p slow/submissions/z-$team/bot; done
caller='def get_play(me, hands, history):\n    return 0 if history else 13\n'
liner='while read -r me hands history; do case $me in ?) case $history in -) echo 13 ;; *) echo 0 ;; esac ;; esac; done'
# shellcheck disable=SC2059
printf "$caller" | tee slow/submissions/z-import/bot/brain.py slow/submissions/z-python/bot/bot.py >slow/submissions/z-none/bot/bot.py
echo 'from brain import get_play' >slow/submissions/z-import/bot/bot.py
printf '#!/bin/sh\n%s\n' "$liner" | tee slow/submissions/z-make/bot/bot.sh >slow/submissions/z-robot/bot/robot
chmod +x slow/submissions/z-robot/bot/robot
echo notes >slow/submissions/z-robot/bot/notes.txt
printf 'robot: bot.sh\n\tcp bot.sh robot && chmod +x robot\n' >slow/submissions/z-make/bot/Makefile
printf 'int choose(const char *);\nextern "C" int get_play(const char *, const char *, const char *history) { return choose(history); }\n' \
	>slow/submissions/z-cpp/bot/bot.cpp
echo 'int choose(const char *history) { return *history ? 0 : 15; }' >slow/submissions/z-cpp/bot/choose.cpp
printf 'def get_play(me, hands, history):\n    if "A:1" in hands:\n        raise ValueError\n    return 0 if history else 16\n' >slow/submissions/z-raise/bot/bot.py
echo 'exports.get_play = require("./brain.js").get_play;' >slow/submissions/z-node/bot/bot.js
echo 'exports.get_play = (me, hands, history) => history ? 0 : 13;' >slow/submissions/z-node/bot/brain.js
python3 -c 'import sys; print("{\"language\": \"python%d.%d\"}" % sys.version_info[:2])' >slow/submissions/z-python/bot/robot.json
echo '{"language": "python2.99"}' >slow/submissions/z-none/bot/robot.json
mkdir -p slow/submissions/z-zip nest/a/b
cp slow/submissions/z-import/bot/*.py nest/a/b/
(cd nest && python3 -m zipfile -c ../slow/submissions/z-zip/bot.zip a)
"$arena" contest run slow --rounds 1 >slow.out 2>&1 3>&- </dev/null &
slow=$!

# ---- when there is no place for a version, the one that has taken longest begins again after it; looked at below
# shellcheck disable=SC2086
run contest init late $quick --set build_memory_mb=1000000 --set rules=dice=1 -q
for team in ann bob; do
	mkdir -p late/submissions/$team/z
	printf 'z.so:\n\tsleep 6\n\t$(CC) -I/sdk -shared -fPIC -o z.so z.c\n' >late/submissions/$team/z/Makefile
	cp c/submissions/ann/caller.c late/submissions/$team/z/z.c
done
cp -r slow/submissions/bob late/submissions/cid
on_one_core "$arena" contest build late >late.out 2>&1 3>&- </dev/null &
late=$!

# ---- builds side by side, and the memory of one together
small="$quick --set build_memory_mb=300 --set versions_per_day=2"
held='import time; kept = bytearray(200 << 20); time.sleep(60)'
for name in many one; do
	# shellcheck disable=SC2086
	run contest init $name $small --set robots_per_team=3 -q
	for team in ann bob cid; do
		mkdir -p $name/submissions/$team
		for robot in a b e; do cp c/submissions/ann/caller.c $name/submissions/$team/$robot.c; done
	done
	mkdir $name/submissions/hog
	mkdir $name/submissions/hog/greedy
	printf 'greedy.so:\n\t@echo began\n\t@for i in 1 2 3; do python3 -c "%s" & done; wait; echo all-held\n' "$held" >$name/submissions/hog/greedy/Makefile
done
run contest run many --rounds 1
expect 'many builds' 0
grep -v '^waiting for' "$out" >many.out
check 'the memory of a build is limited together' sh -c "grep -q 'processes used more than 300 MB of memory together' many/teams/hog/greedy-1/build.log"
check 'each of its processes may hold that much' sh -c "grep -q began many/teams/hog/greedy-1/build.log && ! grep -q all-held many/teams/hog/greedy-1/build.log"
run contest status many
check 'the day has as many versions as it may' grep -q 'ann: e: a new version waits until tomorrow' "$out"
if command -v taskset >/dev/null; then
	code=0
	on_one_core "$arena" contest run one --rounds 1 >"$out" 2>"$err" </dev/null || code=$?
	expect 'the same on one core' 0
	grep -v '^waiting for' "$out" >one.out
	check 'says the same in the same order' cmp many.out one.out
	for name in many one; do python3 -SE "$root/tests/cli/stored.py" sql $name/results/arena.db \
		'SELECT team, robot, name, sha256, file, reason, is_active FROM contest_versions ORDER BY id' >$name.versions; done
	check 'and has entered the same versions' cmp many.versions one.versions
	check 'which are six that play' sh -c 'python3 "$1" sql many/results/arena.db "SELECT count(*) FROM contest_versions WHERE is_active" |
		grep -qw 6' - "$root/tests/cli/stored.py"
else
	skip 'the same on one core' 'there is no taskset'
fi

# ---- rounds, killed
rm -rf b && cp -r c b
run contest run c --rounds 2
check 'nothing is built again' sh -c "! grep -q 'takes part' '$out'"
state() { # state FOLDER: the state that a contest prints, and what it has stored of its rounds
	"$arena" contest status "$1" --output json
	python3 -SE "$root/tests/cli/stored.py" sql "$1/results/arena.db" 'SELECT round, version, elo, low, high, matches FROM contest_ratings ORDER BY 1, 2'
	# not their names: a run that is killed before it is in the database leaves its number unused
	python3 -SE "$root/tests/cli/stored.py" sql "$1/results/arena.db" 'SELECT seed, tables FROM runs ORDER BY id'
	cat "$1"/results/*/table.csv
}
rounds() { # rounds FOLDER
	"$arena" contest status "$1" --output json | sed -n 's/.*"round": \([0-9]*\).*/\1/p'
}
"$arena" contest run b -q >.killed 2>&1 3>&- </dev/null &
pid=$!
until [ -e b/results/0002/run.json ] || ! kill -0 $pid 2>/dev/null; do :; done
run contest run b
says 'one at a time' 5 'another `arena contest` is running'
kill -9 $pid
wait $pid 2>/dev/null
check 'it was killed' test -e b/results/0002/run.json
run contest run b --rounds 1 # finishes the round in which it was killed
while [ "$code" = 0 ] && [ "$(rounds b)" -lt 3 ]; do run contest run b --rounds 1; done
while [ "$code" = 0 ] && [ "$(rounds c)" -lt "$(rounds b)" ]; do run contest run c --rounds 1; done
# Killed when all matches were stored and no file was written.
last=$(find b/results -name table.json | sort | tail -n 1)
cp "$last" whole.json
rm "$last" "${last%json}csv" "${last%json}txt"
run contest run b --rounds 1
expect 'a round without its files is resumed' 0
check 'which are written' cmp "$last" whole.json
run contest run c --rounds 1
while [ "$code" = 0 ] && [ "$(rounds b)" -lt "$(rounds c)" ]; do run contest run b --rounds 1; done
while [ "$code" = 0 ] && [ "$(rounds c)" -lt "$(rounds b)" ]; do run contest run c --rounds 1; done
state c >c.state
state b >b.state
check 'killed and continued is the same' diff c.state b.state
check 'and something was played' test "$(wc -l <c.state)" -gt 60

# shellcheck disable=SC2086
run contest init endless $quick --set build_seconds=1 -q
mkdir -p endless/submissions/kim/loop
printf 'loop.so:\n\t@echo building; while :; do :; done\n' >endless/submissions/kim/loop/Makefile
"$arena" contest build endless >"$out" 2>"$err" 3>&- </dev/null &
pid=$!
until [ -e endless/teams/kim/loop-1/build.log ] || ! kill -0 $pid 2>/dev/null; do :; done
kill $pid
wait $pid
check 'an interrupted build counts for the day of its team' grep -Eqx '[-0-9]{10} [1-9][0-9]*' endless/teams/kim/.time
code=0
env PATH=/nowhere "$arena" contest run endless --rounds 1 >"$out" 2>"$err" </dev/null || code=$?
says 'no builds without bubblewrap' 5 'install the package bubblewrap'
if [ ! -e "$prefix/share/arena/template/robot.c" ]; then
	mkdir alone
	cp "$arena" alone/
	code=0
	alone/arena contest run endless --rounds 1 >"$out" 2>"$err" </dev/null || code=$?
	says 'nor without the SDK' 5 'the templates of the SDK'
fi
run contest run endless --rounds 1
# On a busy machine the limit on the wall clock may come first.
check 'a build that takes too long is reported with its limit' grep -Eq '^kim/loop-1 does not take part: the build failed: .*( a process was killed; the limits of a process are 1 s of CPU time| killed after 10 seconds$)' "$out"

# ---- the site
refused 'a site without a folder' 'needs the folder of the site' publish c
run contest publish c --to site
expect 'a site' 0
n=$(find site -type f | wc -l)
check 'it has pages' grep -q "^$n files in site, $n of them new or changed" "$out"
check 'of teams with versions, one for all and one for the team' test "$(find site/teams -type f | wc -l)" = 12
check 'and of the others the reasons' grep -q '<bdi>eve</bdi>: .*symbolic link' site/index.html
check 'of bids to judge' grep -q '<a href="puzzles.html">Would you call?</a> Bids of the last round' site/index.html
check 'of games' test "$(find site/games -type f | wc -l)" -ge 3
check 'and archives' test "$(wc -l <site/archive/1-1.csv)" -gt 40
check 'of how to take part' grep -q 'arena doctor -v liars-dice -r dice=1 ' site/take-part.html
check 'the first sentence names the leader' grep -q '<p class="lead"><a href="teams/[0-9]*.html"><bdi>[^/]*</bdi></a> leads after round' site/index.html
check 'the game of the night is one of the last round' sh -c 'game=$(sed -n "s/.*class=.button. href=.\(games\/[^\"]*\).*/\1/p" site/index.html)
	grep -q "Game [0-9]* of round [0-9]*, the most dramatic" site/index.html && grep -q "<title>Round [0-9]*, game " "site/$game"'
check 'links lead to files' python3 - <<'END'
import os, re, sys, xml.dom.minidom
feed = xml.dom.minidom.parse("site/feed.xml")
ids = [one.firstChild.data for one in feed.getElementsByTagName("id")]
assert len(ids) == len(set(ids)) > 3 and all(one.startswith("urn:uuid:") for one in ids), ids
assert "<img src=x" in "".join(one.firstChild.data for one in feed.getElementsByTagName("content"))
for folder, _, names in os.walk("site"):
    for name in names:
        if not name.endswith(".html"):
            continue
        text = open(os.path.join(folder, name)).read()
        if folder.endswith("games"):
            place, game = name[:-5].split("-")[1:]
            assert "%s, game %s<" % ("Round " + place if place != "0" else "Final", game) in text, name
            continue
        if name == "puzzles.html":
            assert text.count('"champion":') > 2, name
            continue
        assert "default-src 'none'; style-src 'self'" in text, name
        assert re.search('property="og:description" content="[^"]*, [^"]*"', text), name
        assert "<script" not in text and "<img" not in text, name
        for link in re.findall(r'(?:href|src)="([^"#]+)"', text):
            assert os.path.exists(os.path.join(folder, link)), (name, link)
END
check 'hostile names are text' sh -c "sed 's/<wbr>//g' site/index.html | grep -qF '&lt;img src=x onerror=alert(1)&gt;'"
check 'hostile names are text in games' sh -c "! grep -lF '<img src=x' -r site --include='*.html'"
run contest pages c
expect 'the pages of the teams' 0
page_of() { # page_of TEAM
	sed -n "s/^$1: //p" "$out"
}
check 'build logs are there' grep -q 'undeclared' "site/$(page_of cid)"
check 'a path in the output of a robot begins in the contest' grep -qF 'File &quot;teams/ned/lost-1/source/lost.py' "site/$(page_of ned)"
check 'these are for the team alone' test "$(grep -rlE 'undeclared|lost\.py|cannot reach example' site | sort)" = \
	"$(for team in cid ned; do echo "site/$(page_of $team)"; done | sort)"
check 'no page links to them' sh -c '! grep -rlF "$(basename "$1")" site' - "$(page_of ned)"
check 'the others say what kind of failure it was' sh -c 'grep -l "does not take part: the build failed<" site/teams/[0-9].html | grep -q .'
check 'nothing says where the contest lies' sh -c "! grep -rlF '$PWD' site"
check 'nor what else is on this machine' sh -c "! grep -E '/sdk/python|it looked for' c/teams/*/*/doctor.txt"
check 'nor its seed' sh -c "! grep -rl '\"seed\": \"7\"' site"
run contest publish c --to site
check 'what has not changed is left alone' grep -q "^$n files in site, 0 of them new" "$out"
for place in c c/submissions/site c/teams; do
	refused "no site in $place" 'is a folder of the contest' publish c --to "$place"
done
refused 'nor in that of another contest' "'site' contains the site of another contest" publish many --to site
mkdir pages
echo mine >pages/index.html
refused 'nor among other files' "'pages' has files that do not belong to a contest site" publish c --to pages
check 'which stay' grep -qx mine pages/index.html
mkdir -p new/archive # as after a publication that was killed early
run contest publish c --to new
expect 'but in a folder that is empty' 0
sed -i 's/"seed": "7:0"/"seed": "8:0"/' c/contest
run contest final c
says 'a season keeps its seed' 2 "has a different seed than when the season 'Season 1' began"
refused 'also to be looked at' 'a different seed' publish c --to site
sed -i 's/"seed": "8:0"/"seed": "7:0"/' c/contest
rm -r b/teams # the database alone is sufficient
run contest publish b --to other
check 'the same from the killed one' sh -c 'sed "/<details>/,/<.details>/d" site/index.html | cmp - other/index.html && cmp site/versus.html other/versus.html'

# A robot that is sound until it meets a certain opening.
# shellcheck disable=SC2086
run contest init pair $quick --set 'rules=dice=5 starter=loser' --set games_per_round=10 -q
mkdir -p pair/submissions/ann pair/submissions/zed
sed 's/11;/106;/' c/submissions/ann/caller.c >pair/submissions/ann/opener.c
cat >pair/submissions/zed/dies.py <<'END'
import os
import sys
STATELESS = True
def get_play(me, hands, history):
    if history[1:] == ":106":
        sys.exit("I die in " + os.path.abspath(__file__))
    return 0 if history else 11
END
run contest run pair --rounds 2
check 'a robot that fails in all its games is named' test "$(grep -cx 'zed/dies-1 failed in all of its [0-9]* games' "$out")" = 2
run contest publish pair --to pair.site
fault='<li>round 2, game [0-9]*: crash: .*I die in teams/zed/dies-1/source/dies.py'
check 'faults have their round, and no path of the machine' sh -c "cat pair.site/teams/*.html | tr '\n' ' ' | grep -q '$fault' &&
	! grep -rqF '$PWD' pair.site"
check 'and their cause is for the team alone' test "$(grep -rl 'I die in' pair.site | wc -l)" = 1
check 'the page for all has the kind' sh -c 'cat pair.site/teams/[0-9].html | grep -q "<li>round 2, game [0-9]*: crash</li>"' 

# ---- versions
echo '/* changed */' >>c/submissions/ann/caller.c
rm c/submissions/ann/second.c c/submissions/ann/third.c
echo 'int get_play(const char *a, const char *b, const char *c) { for (;;); }' >"c/submissions/$hostile/caller.c"
echo '/* changed */' >>c/submissions/git/robot.c
echo '# changed' >>c/submissions/ned/net/Makefile
git_commit v1.1
run contest run c --rounds 1
leader=$(sed -n 's/.* games so far; \(.*\) leads$/\1/p' "$out")
takes_part ann/caller-2
takes_part git/git-v1.1
check 'a robot that hangs is not sound' grep -qF "$hostile/caller-2 does not take part: " "$out"
run contest status c
check 'of a robot that is not sound the latest version is told' sh -c 'grep -q "^ned: net-2 does not" "$1" && ! grep -q net-1 "$1"' - "$out"
run contest status c --output csv
check 'a robot that takes part leads' test "$leader" = "$(sed -n '2s/^[0-9]*,[0-9]*,\(.*\),\([^,]*-[^,]*\),-*[0-9.]*,-.*/\1\/\2/p' "$out")"
check 'the version before stays then' grep -qF "$hostile,caller-1," "$out"
check 'the new version is there' grep -q ',ann,caller-2,' "$out"
check 'the old one is not, nor the one that was withdrawn' sh -c "! grep -q 'ann,caller-1\|ann,second' '$out'"
sed -i 's/"versions_per_day": 10/"versions_per_day": 1/' c/contest # the version above; earlier ones may be from the day before
echo '/* changed again */' >>c/submissions/git/robot.c
git_commit v1.2
run contest run c --rounds 1
check 'a version too many waits' sh -c "! grep -q 'git-v1.2 takes part' '$out'"
run contest status c
check 'and that is said' grep -q 'git: git: a new version waits until tomorrow' "$out"

# ---- seasons
run contest final c
says 'no final before it is frozen' 2 'is not frozen'
run contest begin c
says 'no season before the end of the last' 2 'has not ended'
run contest freeze c
expect 'frozen' 0
seal=$(tail -n 1 "$out")
echo '/* too late */' >>c/submissions/ann/caller.c
run contest run c --rounds 1
check 'no versions after that' sh -c "! grep -q 'takes part' '$out'"
run contest final c
expect 'the final' 0
check 'the seed is that of the seal' test "$(sed -n 's/^Seed: //p' "$out" | tr -d '\n' | sha256sum | cut -d' ' -f1)" = "$seal"
run contest publish c --to site
check 'its table is seen at once' sh -c 'sed -n "/id=.final/,/<.section>/p" site/index.html | grep -q "<table" &&
	! sed -n "/id=.final/,/<.section>/p" site/index.html | grep -q "<details"'
check 'the final is on the site' sh -c 'grep -q "<p class=.lead.>.* won the final of <bdi>Season 1</bdi> with [0-9.]* % of its games" site/index.html &&
	grep -q "^arena tournament [0-9]* --format round-robin " site/index.html && grep -q "^<p class=.note.>Game [0-9]* of the final" site/index.html' 
check 'and its seed' grep -q "$(printf '%s' "$seal" | cut -c1-64)" site/index.html
run contest final c
says 'one final' 2 'has been played'
check 'everybody meets everybody' grep -q '^60 games of liars-dice dice=1, round-robin of 4 robots' c/results/*/table.txt
run contest run c
says 'it has ended' 2 'has ended'
run contest begin c 'autumn'
expect 'the next season' 0
run contest status c
check 'its name' grep -q '^autumn, open' "$out"
check 'its robots play since its first round' sh -c '[ "$(grep -c "^ *1-4 .* 0  *1$" "$1")" = 4 ]' - "$out"
run contest publish c --to site
check 'the final before is still on the site, with its seed and seal' sh -c 'sed -n "/id=.earlier/,\$ p" site/index.html >earlier
	grep -q "won the final with" earlier && grep -qF "$1" earlier &&
	sed -n "s/.*; it is <code>\([^<]*\).*/\1/p" earlier | tr -d "\n" | sha256sum | grep -qF "$1"' - "$seal"

# ---- the last evening: a Swiss tournament, eliminations
run contest run c --rounds 1
run contest freeze c
expect 'a season with another final' 0
refused 'tables of one' "'final_seats' must be 0 (as table_size) or" final c --seats 1
refused 'a double elimination at larger tables' "a double elimination has tables of two" final c --form double-elimination --seats 3
refused 'nothing to show' 'no final of this contest is a Swiss tournament or an elimination' show c
for form in killed cup double top; do rm -rf $form && cp -r c $form; done
sed -i 's/"at-once"/"when-shown"/; s/"round-robin"/"elimination"/' cup/contest
evening() { # evening FOLDER: the state of its final, and what is stored of it
	"$arena" contest status "$1" --output json
	# not their names: a run that is killed before it is in the database leaves its number unused
	python3 -SE "$root/tests/cli/stored.py" sql "$1/results/arena.db" 'SELECT seed, tables FROM runs ORDER BY id'
	cat "$1"/results/*/table.csv "$1"/results/final-2.json
}
first=$(find killed/results -name run.json | wc -l)
"$arena" contest final killed --form swiss --rounds 3 -q >.killed 2>&1 3>&- </dev/null &
pid=$!
until [ "$(find killed/results -name run.json | wc -l)" -gt "$first" ] || ! kill -0 $pid 2>/dev/null; do :; done
kill -9 $pid
wait $pid 2>/dev/null
run contest run killed --rounds 1
check 'no rounds once the final has begun' grep -q "the final of the season 'autumn' has begun" "$out"
expect 'which is not a failure' 0
run contest final killed
expect 'a Swiss tournament that was killed' 0
run contest final c --form swiss --rounds 3
expect 'a Swiss tournament' 0
check 'which says how long it takes' grep -Eq '^the final has 4 robots \(swiss\), 3 rounds, about 6 matches and 60 games; judging by the rounds so far, it takes about ' "$out"
check 'everybody meets everybody once' sh -c '[ "$(grep -Ec "^  .* (beats|and) " "$1")" = 6 ] && [ "$(grep -E "^  .* (beats|and) " "$1" | sort -u | wc -l)" = 6 ] && grep -q "points  Buchholz" "$1"' - "$out"
evening c >c.state
evening killed >killed.state
check 'killed and continued is the same' diff c.state killed.state
run contest publish c --to site --sign-in
check 'a link for the teams of contest serve' grep -q '<a href="team">Your team</a>' site/index.html
check 'its winner is in the first sentence' grep -q '<p class="lead">.* won the final of <bdi>autumn</bdi>, a Swiss tournament of 3 rounds, with' site/index.html
check 'its rounds are on the site' sh -c 'sed -n "/id=.final/,/<.section>/p" site/index.html >final && [ "$(grep -c "<h3>Round" final)" = 3 ] && grep -q Buchholz final'
check 'and in the feed' grep -q 'autumn: the final' site/feed.xml
run contest final top --form elimination --top 2 --blocks 5
check 'a final of the first two alone' grep -Eq '^the final has 2 robots .* 10 games' "$out"
run contest status top --output json
check 'the scores of its match are those of its games' python3 -c '
import csv, glob, json, sys
(match,) = json.load(open(sys.argv[1]))["final"]["rounds"][0]["matches"]
scores = {robot["robot"]: robot["score"] for robot in match["robots"]}
sums = dict.fromkeys(scores, 0)
for name in glob.glob("top/results/*/table.csv"):
    with open(name) as file:
        rows = {row["robot"]: row for row in csv.DictReader(file)}
    for robot in scores if rows.keys() == scores.keys() else ():
        sums[robot] += float(rows[robot]["score"]) * int(rows[robot]["games"])
assert all(abs(sums[robot] / match["games"] - score) < 1e-9 for robot, score in scores.items())' "$out"
run contest final double --form double-elimination
expect 'a double elimination' 0
check 'with a bracket for those who have lost once' sh -c 'for round in "Winners. semifinals" "Losers. round 1" "Winners. final" "Losers. final" Final; do grep -qx "$round" "$1" || exit 1; done' - "$out"
cp double/results/final-2.json final.json
python3 -c '
import json, sys
final = json.load(open("final.json"))
final["players"].reverse()
json.dump(final, sys.stdout)' >double/results/final-2.json
run contest status double
says 'a final with other players' 5 'the matches of a run of the final are not those'
sed 's/caller-/nobody-/' final.json >double/results/final-2.json
run contest status double
says 'players that there are not' 5 'its players are not versions of the contest'
echo '{}' >double/results/final-2.json
run contest status double
says 'a final whose file is damaged' 2 "final-2.json"

# What has not been shown is not printed.
run contest final cup --seats 4
expect 'an elimination at a table of four' 0
check 'of which nothing is printed' sh -c 'grep -q "Its results are printed when" "$1" && grep -q "^  .* - .* - .* - " "$1" && ! grep -q "%" "$1"' - "$out"
run contest publish cup --to cup.site
check 'nor published' sh -c 'sed -n "/id=.final/,/<.section>/p" cup.site/index.html | grep -q "to come" && ! grep -q "won the final of <bdi>autumn" cup.site/index.html && ! grep -q "autumn: the final" cup.site/feed.xml'
run contest show cup --games 2 --pause 1ms
expect 'it is shown' 0
check 'move by move' sh -c 'grep -q "^Final, match 1 of 1: .*(seed 1) - " "$1" && grep -q "^Game 10 of 20" "$1" && grep -q "^Game 20 of 20. Games won so far: " "$1" && grep -q "^Hand 1: dice" "$1"' - "$out"
check 'with its result' grep -q '^1 .*/.* [0-9.]*%, 2 ' "$out"
run contest publish cup --to cup.site
check 'then it is published' grep -q 'won the final of <bdi>autumn</bdi>, an elimination of 4 robots' cup.site/index.html
run contest show cup --games 0
check 'and not shown again' sh -c '! grep -q "match 1 of 1" "$1" && grep -q "^rank  seed" "$1"' - "$out"
run contest show cup --games 0 --from 1
check 'unless that is wanted' grep -q 'match 1 of 1' "$out"
run contest status c --cpu
check 'the CPU time of the teams' sh -c 'grep -q "^ann  *[0-9.]*  *[0-9.]*%  *[0-9]" "$1"' - "$out"
run contest status c --cpu --output json
check 'as JSON' grep -q '"cpu_ms_per_game"' "$out"
run contest begin c winter
run contest publish c --to site
check 'the final before is among the earlier seasons' sh -c 'sed -n "/id=.earlier/,\$ p" site/index.html | grep -q "won the final, a Swiss tournament"'

# ---- the times of a season
refused 'a time that is none' "'opens' must be a time in UTC, such as '2026-03-01 18:00', not 'tomorrow'" init x --set opens=tomorrow
refused 'a day that is none' "'final' must be a time in UTC" init x --set 'final=2026-02-30 18:00'
refused 'a final before the end of the submissions' "'final' is earlier than a time that it must follow" init x --set 'freezes=2026-03-02T18:00Z' --set 'final=2026-03-01 18:00'
refused 'a category without teams' "number 2 has no ':' after its name" init x --set 'categories=a: ann / b'
keys() { # keys JSON: adds settings
	python3 - "$1" <<'END'
import json, sys
with open("many/contest") as file:
    settings = json.load(file)
settings.update(json.loads(sys.argv[1]))
with open("many/contest", "w") as file:
    json.dump(settings, file)
END
}
refused 'rounds without a variant' "'rounds' must be variants with their options" init x --set 'rounds=wild /'
refused 'rounds with a variant that is none' nim init x --set 'rounds=wild / nim'
refused 'rounds with too many seats' "'seats' in 'rounds' must be a whole number from 2" init x --set 'rounds=wild seats=99'
refused 'rounds with seats that are no number' "'seats' in 'rounds' must be a whole number from 2" init x --set 'rounds=wild seats=3x'
n_rounds=$(rounds many)
keys '{"opens": "2100-01-01 10:00", "freezes": "2100-01-02 10:00", "categories": "students: bob, ann / nobody: eve", "site": "https://example.org/"}'
run contest run many --rounds 1
expect 'a season that is not open yet' 0
check 'which is said' grep -qx "the season 'Season 1' opens at 2100-01-01 10:00 UTC" "$out"
check 'and has no rounds' test "$(rounds many)" = "$n_rounds"
run contest check many
expect 'what is missing before it opens' 2
for line in 'ok: only its owner can read the settings with the seed' "ok: 'opens' is 2100-01-01 10:00 UTC" "ok: 'final' is not set: .*" 'ok: 4 teams have submitted; .*' \
	"ok: category 'students' has 2 teams that submitted" "missing: category 'nobody' has 0 teams that submitted" "note: 'hand_in' is not set: .*" 'ok: the site is https://example.org/' 'ok: C: .*'; do
	check "it says '$line'" grep -qx "$line" "$out"
done
chmod 640 many/contest
run contest check many
check 'others could read the seed' grep -q '^missing: others can read the seed' "$out"
chmod 600 many/contest
# The season has begun long ago, and its times are over.
keys '{"opens": "2021-01-01 10:00", "freezes": "2021-01-02 10:00", "final": "2021-01-03T10:00Z", "categories": "students: bob, ann", "rounds": "wild dice=1 / wild dice=2 seats=3"}'
run contest check many
check 'times before the season began are not used' grep -q "^missing: 'final', 2021-01-03 10:00, is before this season began" "$out"
keys '{"read_seconds": 1}'
mkdir many/submissions/fifo
(cd many/submissions/fifo && git init -q . && rm .git/HEAD && mkfifo .git/HEAD)
run contest run many --rounds 1 --on-round 'cat >>rounds.json; sleep 100 & echo no mail; exit 3'
expect 'so it plays' 0
check 'a repository that cannot be read in its time' grep -qx 'fifo: fifo: reading it took longer than 1 seconds (read_seconds)' "$out"
check 'costs its team a third of its day' grep -q ' 600$' many/teams/fifo/.time
printf '%s 1800\n' "$(date -u +%F)" >many/teams/fifo/.time
for run in many/results/*/; do last=$run; done
check 'by turns with the rules of the round' sh -c 'seats=$((3 - $1 % 2)) && grep -q "\"seats\": $seats" "$2/table.json" && grep -q "wild dice=$((2 - $1 % 2)) " "$2/table.json"' - $((n_rounds + 1)) "$last"
check 'the command gets the standings' sh -c 'grep -q "\"round\": '$((n_rounds + 1))'" rounds.json && grep -q "\"state\": \"open\"" rounds.json && grep -q "\"elo\"" rounds.json'
check 'its failure is said and stops nothing, and what it leaves running is not waited for' grep -qx -- '--on-round: sh failed (status 3): no mail' "$out"
python3 -c "
import sqlite3
with sqlite3.connect('many/results/arena.db') as database:
    database.execute(\"UPDATE contest_seasons SET begun = '2020-01-01 00:00:00', checksum = NULL\")"
keys '{"on_round_seconds": 5}'
run contest run many --rounds 1 --on-round 'cat >final.json; sleep 100'
expect 'the season ends by itself' 0
check 'frozen, and with its final' sh -c 'grep -qx "the season .Season 1. is frozen" "$1" && grep -qx "the season .Season 1. has ended with its final" "$1"' - "$out"
check 'of which the command gets to know' sh -c 'grep -q "\"round\": null" final.json && grep -q "\"state\": \"ended\"" final.json'
check 'and which has a limit' grep -qx -- '--on-round: sh failed (status 124): it was ended after 5 seconds (on_round_seconds)' "$out"
check 'the repository is left alone until tomorrow' grep -q '^fifo: fifo: it is read again tomorrow' "$out"
run contest publish many --to many.site
check 'the site has the category' sh -c 'sed -n "/id=.category-1./,/<.section>/p" many.site/index.html | grep -c "<tr><td>" | grep -qx 4'
check 'and each game of the rounds has standings' sh -c 'for game in "wild dice=1" "wild dice=2 seats=3"; do
	grep -qF "<bdi>Rounds of $game</bdi>" many.site/index.html || exit 1; done; sed -n "/id=.category-3./,/<.section>/p" many.site/index.html | grep -c "<tr><td>" | grep -qx "$(sed -n "/id=.category-2./,/<.section>/p" many.site/index.html | grep -c "<tr><td>")"'
check 'the languages' grep -q '<bdi>C</bdi></th><td class="text version">cc' many.site/take-part.html
check 'and a feed with its address' grep -qF 'href="https://example.org/feed.xml"' many.site/feed.xml

# ---- the version that slept
wait $late
check 'a version that finds no place is built and checked before one that takes long' sh -c '[ late/teams/ann/z-1/doctor.txt -nt late/teams/cid/caller-1/doctor.txt ] &&
	[ "$(cat late/teams/*/*/doctor.txt | grep -c ": healthy")" = 3 ]'
wait $slow
code=$?
expect 'a round with a version that sleeps' 0
check 'it begins without it, and says so' grep -Eq '^the round begins without the versions that are not ready: ([^ ,]+( \([0-9]{1,4} s\))?, )*(sly/z-1( \([0-9]{1,4} s\))?(, .*)?|\.\.\.)$' slow.out
check 'which ends later' sh -c "sed '1,/^round 1: /d' slow.out | grep -q '^sly/z-1 does not take part: .* none of its processes used the CPU for 10 seconds'"
for version in exec/bot-1 line/liner-v7 wish/bot-1; do check "$version is what robot.json asks for" grep -qx "$version takes part" slow.out; done
shapes='import robot cpp raise make python'
if command -v node >/dev/null; then shapes="$shapes node"; fi
if command -v unzip >/dev/null; then shapes="$shapes zip"; fi
for shape in $shapes; do check "a robot in the shape $shape plays" grep -qx "z-$shape/bot-1 takes part" slow.out; done
check 'a version of Python that is not installed' grep -qx 'z-none/bot-1 does not take part: python2.99 is not installed on this machine (robot.json)' slow.out
check 'a key that robot.json has not' grep -q "^wrong/bot-1 does not take part: robot.json: 'comand' is not one of name, version" slow.out
check 'an illegal play that is a call excludes no robot' grep -qx 'odd/bot-1 takes part' slow.out
check 'a build without processes is tried again' grep -q '^poor: p-1 was not built because the machine had too few processes' slow.out
date -u '+%Y-%m-%d 1800' >slow/teams/ann/.time
echo '/* changed */' >>slow/submissions/ann/caller.c
run contest run slow --rounds 1
check 'a day of a team has so many minutes' grep -q 'ann: caller: .* until tomorrow (UTC), because the builds and checks of today took' "$out"
check 'it was tried again' grep -qx '1 new version to build and check' "$out"

# ---- what goes wrong with the files of a contest, of a team or of the machine
# shellcheck disable=SC2086
run contest init d $quick -q
mkdir -p d/submissions/ann d/submissions/bob d/submissions/cid
cp c/submissions/eve/readme.txt d/submissions/cid/-dash.c
cp c/submissions/git/robot.c d/submissions/bob/opener.c
sed 's/11;/12;/' c/submissions/git/robot.c >d/submissions/ann/caller.c
mkdir d/submissions/cid/aaa
ln -s nowhere d/submissions/cid/bbb.c
cat >d/submissions/cid/moody.c <<END
int get_play(const char *me, const char *hands, const char *history)
{
	(void)me, (void)hands;
	return *history ? 0 : 11;
}
END
chmod 700 d/submissions/ann
run contest run d --rounds 1
takes_part cid/moody-1
check 'an invalid name of a robot is reported at once' grep -q "^cid: '-dash.c' is not a valid name for a robot: a name is 1 to 64 bytes long" "$out"
run contest run d --rounds 1
check 'but not again' sh -c "! grep -q dash '$out'"
check 'versions are for their owner alone' test "$(stat -c %a d/teams)" = 700
refused 'an option of another action' 'contest status does not take --rounds' status d --rounds 2
refused 'so init alone takes settings' 'contest run does not take --set' run d --set seed=9
refused 'no site in the submissions' 'is a folder of the contest' publish d --to d/submissions/site/deep
check 'and no folder either' test ! -e d/submissions/site

if [ "$(id -u)" != 0 ]; then # root reads everything
	chmod 000 d/submissions/bob
	run contest run d --rounds 1
	expect 'a team whose folder cannot be read stops no other' 0
	check 'it is reported' grep -q "^bob: the folder 'bob' cannot be read: Permission denied" "$out"
	run contest status d --output csv
	check 'and its robot plays on' grep -q ',bob,opener-1,' "$out"
	chmod 700 d/submissions/bob
fi

robot=d/teams/bob/opener-1/source/opener.so
cp $robot whole.so
printf '\001' | dd of=$robot bs=1 seek=5000 conv=notrunc 2>/dev/null
run contest run d --rounds 1
says 'a robot that was damaged does not play' 5 "opener.so' has changed since it played as bob/opener-1" "arena contest retry FOLDER 'bob/opener-1'"
rm $robot
run contest run d --rounds 1
says 'nor does one that is missing' 5 "opener.so'" "arena contest retry FOLDER 'bob/opener-1'"
cp whole.so $robot
run contest run d --rounds 1
expect 'but when it is back' 0
rm $robot
refused 'retry needs a version that there is' "'bob/opener-7' is neither a version" retry d bob/opener-7
refused 'or a team with one that does not take part' "'bob' is neither" retry d bob
refused 'or any' 'nothing to build again' retry d
run contest retry d bob/opener-1
expect 'it is built again' 0
run contest run d --rounds 1
takes_part bob/opener-2
check 'as the same robot' cmp whole.so d/teams/bob/opener-2/source/opener.so
run contest status d --output csv
check 'which replaces it' sh -c 'grep -q ",bob,opener-2," "$1" && ! grep -q ",bob,opener-1," "$1"' - "$out"

# The machine's fault: a compiler that was missing, say.
mkdir d/submissions/dan
mkdir d/submissions/dan/tool
printf 'tool.so:\n\t@cc -shared -fPIC -o tool.so tool.txt\n' >d/submissions/dan/tool/Makefile
cp d/submissions/cid/moody.c d/submissions/dan/tool/tool.txt
run contest run d --rounds 1
check 'it does not take part' grep -q '^dan/tool-1 does not take part' "$out"
run contest run d --rounds 1
check 'and is not built again' sh -c "! grep -q dan '$out'"
run contest retry d dan
expect 'until it is asked for' 0
run contest run d --rounds 1
check 'then it is' grep -q '^dan/tool-2 does not take part' "$out"

echo '/* changed */' >>d/submissions/cid/moody.c
run contest freeze d
expect 'freezing takes what is submitted' 0
takes_part cid/moody-2
robot=d/teams/ann/caller-1/source/caller.so
mv $robot frozen.so
for what in missing damaged; do
	[ $what = missing ] || sed 's/get_play/got_play/' frozen.so >$robot
	run contest final d
	says "no final with a robot that is $what" 5 "caller.so'" 'Restore it from a backup'
	check "which cannot be another version ($what)" sh -c '! grep -q retry "$1"' - "$err"
done
cp frozen.so $robot
run contest final d
expect 'its final' 0
check 'is played by these' grep -q 'cid/moody-2' "$out"
last=$(find d/results -name table.csv | sort | tail -n 1)
cut -d, -f2,3 "$last" | sed 1d | sort >final.wins
run contest publish d --to final.site
again=$(sed -n 's/^arena tournament /tournament /p' final.site/index.html | sed 's|\([a-z]*/[a-z]*-[0-9]\)|d/teams/\1/source/*.so|g')
check 'the site says which robots it was' sh -c 'grep -q "^$(sha256sum <d/teams/ann/caller-1/source/caller.so | cut -d" " -f1)  ann/caller-1$" final.site/index.html'
# shellcheck disable=SC2086
run $again --no-results -q --output csv
expect 'the command that plays it again' 0
check 'with the same result' sh -c 'cut -d, -f2,3 "$1" | sed 1d | sort | cmp - final.wins && [ "$(wc -l <final.wins)" = 3 ]' - "$out"
run contest begin d 'Season 1'
says 'a season has a name of its own' 2 "a season 'Season 1' exists already"
run contest begin d
expect 'or none' 0

# What a contest has stored, changed.
change() { # change SQL: in a copy of b
	rm -rf flipped && cp -r b flipped
	python3 -SE "$root/tests/cli/stored.py" sql flipped/results/arena.db "$1" >/dev/null
}
for sql in 'UPDATE contest_ratings SET elo = elo + 1e-9 WHERE round = 2 AND version = 1' \
	"UPDATE contest_versions SET is_active = 0 WHERE team = 'bob'" "UPDATE contest_seasons SET begun = '2001-01-01 00:00:00'"; do
	change "$sql"
	for action in status 'publish --to flipped.site'; do
		# shellcheck disable=SC2086
		run contest $action flipped
		says "$action: $sql" 5 "flipped/results/arena.db' is damaged: a " "of the contest; restore it from a backup"
	done
done
change 'UPDATE contest_ratings SET checksum = NULL'
run contest status flipped
expect 'rows of an older arena have no checksum' 0

for what in missing empty; do
	[ $what = missing ] && mv d/results/arena.db kept.db || : >d/results/arena.db
	for action in 'run --rounds 1' status 'publish --to nosite'; do
		# shellcheck disable=SC2086
		run contest $action d
		says "$action with a database that is $what" 5 "arena.db' is missing or empty, but the contest has begun: restore it"
	done
done
mv kept.db d/results/arena.db
run contest run d --rounds 1
expect 'when it is restored' 0

# shellcheck disable=SC2086
run contest init z $quick -q
mkdir -p z/submissions/ann
run contest freeze z
says 'fewer than two robots cannot be frozen' 2 'a final needs at least two robots, but 0 take part'
cp d/submissions/ann/caller.c z/submissions/ann/
run contest freeze z
says 'nor one' 2 '1 takes part' "the season 'Season 1' stays open"
cp -r d/submissions/bob z/submissions/
run contest run z --rounds 1
expect 'it is open' 0
takes_part bob/opener-1

# ---- robots that are similar
# shellcheck disable=SC2086
run contest init alike $quick --set rules=dice=5 --set games_per_round=90 -q
refused 'nothing to compare' 'has not begun yet' similar alike
mkdir -p alike/submissions/ann alike/submissions/bob alike/submissions/cid alike/submissions/dan alike/submissions/eve alike/submissions/fay
cp "$root/robots/computer.c" alike/submissions/ann/mine.c
sed 's/deviation/spread/g; s/table/dice/g; s/history/past/g' "$root/robots/computer.c" >alike/submissions/bob/other.c
cp "$root/robots/conservative.c" alike/submissions/cid/mine.c
# Its random numbers are its own.
{ sed -n '/#include/p' "$root/robots/computer.c" && cat <<'END' && sed '/#include/d; s/robot_random_unit/unit/g; s/robot_random_below/below/g' "$root/robots/computer.c"; } >alike/submissions/dan/seed.c
static unsigned state = 4711;
static double unit(void) { return (state = state * 1103515245 + 12345) / 4294967296.0; }
static unsigned below(unsigned n) { return (unsigned)(unit() * n); }
END
cp c/submissions/ann/caller.c alike/submissions/eve/caller.c
cp c/submissions/ann/caller.c alike/submissions/fay/caller.c
run contest run alike --rounds 1
for version in ann/mine-1 bob/other-1 cid/mine-1 dan/seed-1 eve/caller-1 fay/caller-1; do takes_part $version; done
run contest similar alike --output csv
expect 'similar robots' 0
sed 1d "$out" | grep -v ',0\r*$' | cut -d, -f1-3 >alike.pairs
check 'a renamed copy, a copy with another seed, and equal files, but not computer and conservative' sh -c 'printf "%s\n" ann/mine-1,bob/other-1,0 ann/mine-1,dan/seed-1,0 bob/other-1,dan/seed-1,0 eve/caller-1,fay/caller-1,1 >wanted && sort alike.pairs | diff wanted -'
check 'a copy plays alike' grep -q '^ann/mine-1,bob/other-1,0,.*,1,0\.[0-9]*,1,[1-9][0-9]*,1' "$out"
run contest similar alike
check 'as a table' sh -c 'grep -q "^4 pairs of versions of different teams are similar" "$1" && grep -q "^eve/caller-1  fay/caller-1  equal " "$1" && grep -q "^ann/mine-1 *cid/mine-1 " "$1"' - "$out"
run contest similar alike --output json
check 'as JSON' grep -q '"equal_files": 1' "$out"
check 'four positions from each game' grep -q '"positions": 360' "$out"

# ---- the check has dice that no robot knows
for seed in 1 2; do
	run contest init seed$seed --set seed=$seed:0 --set doctor_games=1 -q
	mkdir -p seed$seed/submissions/ann
	printf 'import sys\ndef get_play(me, hands, history):\n    sys.exit("sees " + hands)\n' >seed$seed/submissions/ann/bot.py
	run contest run seed$seed --rounds 1
done
check 'the dice of a check depend on the secret of the contest' sh -c '
	a=$(grep -m1 -o "sees A:[1-6]*" seed1/teams/ann/bot-1/doctor.txt) && b=$(grep -m1 -o "sees A:[1-6]*" seed2/teams/ann/bot-1/doctor.txt) &&
	[ "$a" != "$b" ]'
finish
