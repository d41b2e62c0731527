#!/bin/sh
# full_disk.sh - a contest and a tourney server on a disk that is full, then has room again, then is read-only: clear messages,
# nothing lost.
. "$(dirname "$0")/lib.sh"
robots=${ARENA_ROBOTS:-$root/build/release/robots}

# Each step writes its exit code and messages into NAME.code and NAME.said.
cat >steps.sh <<'END'
arena=$1 robots=$2
step() { # step NAME ACTION ARGUMENTS...
	name=$1
	shift
	"$arena" contest "$@" >"$name.said" 2>&1 </dev/null
	echo $? >"$name.code"
}
begin() { # begin FOLDER: a contest of two robots with one round
	"$arena" contest init "$1" -q --set seed=7:0 --set games_per_round=40 --set games_per_table=10 --set doctor_games=1 --set check_seconds=600 --set final_blocks=5
	for robot in computer raiser; do
		mkdir "$1/submissions/$robot"
		cp "$robots/$robot.so" "$1/submissions/$robot/robot.so"
	done
	"$arena" contest run "$1" --rounds 1 -q
}
end() { # end FOLDER: what is left of it, printed
	"$arena" contest run "$1" --rounds 2 -q && "$arena" contest freeze "$1" -q && "$arena" contest final "$1" &&
		"$arena" contest status "$1" --output json && "$arena" contest status "$1" --output csv
}
serve() { # serve NAME OPTIONS...: a tourney of four robots
	name=$1
	shift
	timeout 900 "$arena" serve -p 0 -n 1 --results tiny/served --seed 1 --set tourney_freq_S=0 --set move_timeout_mS=60000 \
		--set game_timeout_mS=600000 --robot prober --robot computer --robot simpleton --robot tourney_random "$@" >"$name.said" 2>&1 </dev/null
	echo $? >"$name.code"
}
mount -t tmpfs -o size=1m tiny tiny || exit 99
serve full_serve --set games_per_tourney_per_bot=20000
mount -o remount,size=8m none tiny || exit 99
"$arena" standings tourneys --results tiny/served >stored.said 2>&1
serve free_serve --set games_per_tourney_per_bot=20
umount tiny
mount -t tmpfs -o size=8m tiny tiny || exit 99
begin tiny/c
begin whole
head -c 16000000 /dev/zero >tiny/fill 2>/dev/null
step full_init init tiny/new
step full_run run tiny/c --rounds 2
step full_freeze freeze tiny/c
step full_publish publish whole --to tiny/site
mount -o remount,size=32m none tiny || exit 99
step free_publish publish whole --to tiny/site
step free_other publish whole --to other
diff -r tiny/site other >site.diff 2>&1
end tiny/c >tiny.end 2>&1
end whole >whole.end 2>&1
mount -o remount,ro none tiny || exit 99
step fixed_init init tiny/new
step fixed_run run tiny/c
step fixed_begin begin tiny/c autumn
step fixed_status status tiny/c
step fixed_publish publish tiny/c --to site
step fixed_site publish tiny/c --to tiny/page
END
space=
for way in 'unshare -m' 'unshare -rm'; do
	mkdir -p tiny && $way mount -t tmpfs none tiny 2>/dev/null && space=$way && break
done
if [ -z "$space" ]; then
	skip 'a contest on a full disk' 'no mount namespaces here'
	finish
fi
$space sh steps.sh "$arena" "$robots" >steps.out 2>&1
check 'the steps were made' test -e fixed_site.code
gives() { # gives NAME CODE TEXT...: of a step
	code=$(cat "$1.code") step=$1 wanted=$2
	cp "$1.said" "$err"
	shift 2
	if [ "$wanted" = 0 ]; then check "$step" test "$code" = 0; else says "$step" "$wanted" "$@"; fi
}
gives full_serve 5 tiny/served 'free some space'
check 'games of the tourney are stored' grep -q '^Tourneys of this season: [1-9]' stored.said
gives free_serve 0
check 'the next tourney is played' grep -q '^tourney 1 is over: ' free_serve.said
gives full_init 5 tiny/new 'No space left'
gives full_run 5 tiny/c 'free some space'
gives full_freeze 5 tiny/c 'free some space'
gives full_publish 5 tiny/site 'No space left'
gives free_publish 0
check 'a site that was cut off is completed' test ! -s site.diff
check 'a contest that was cut off continues with the same results' cmp tiny.end whole.end
check 'to its end' grep -q '^rank_low\|"state": "ended"' tiny.end
gives fixed_init 5 tiny/new 'Read-only'
gives fixed_run 5 tiny/c 'Read-only'
gives fixed_begin 5 tiny/c 'Read-only'
gives fixed_status 0
gives fixed_publish 0
gives fixed_site 5 tiny/page 'Read-only'
check 'no message names an option that contest does not have' sh -c '! grep -e --db -e "results folder" ./*.said'
finish
