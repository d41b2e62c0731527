#!/bin/sh
# make.sh ARENA FOLDER - plays a small run of each variant and format and writes what the commands say of it into FOLDER,
# which is made. What is in tests/golden/results is this, reviewed; golden_results.sh compares, update.sh renews. Without a sandbox:
# that changes no byte (tests/cli/golden.sh), and starting one takes longer than most of the runs.
set -eu
arena=$(realpath "$1") out=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$work"
unset ARENA_PATH POSIXLY_CORRECT
export NO_COLOR=1

says() { # says FILE ARGUMENTS...: what the arena prints
	file=$1
	shift
	"$arena" "$@" >"$out/$file" 2>"$work/err" </dev/null || { code=$?; cat "$work/err" >&2; [ $code = 1 ] || [ $code = 3 ] || exit 1; }
}
plays() { # plays NAME ARGUMENTS...: a run, and all that is told of it
	name=$1
	shift
	"$arena" tournament "$@" --trust --anyway --seed golden --results "$name" -q >/dev/null 2>"$work/err" || { cat "$work/err" >&2; exit 1; }
	cp "$name/0001/table.csv" "$out/$name.table.csv"
	cp "$name/0001/table.txt" "$out/$name.table.txt"
	says "$name.standings.txt" standings 1 --matrix --results "$name"
}
tells() { # tells NAME ROBOT: a game of the run, and what a robot did in it
	says "$1.replay.txt" replay 1 2 --trust --results "$1"
	says "$1.analysis.txt" analyse "$2" 1 --trust --results "$1"
}

for variant in liars-dice wild round-table tourney perudo one-hand; do
	plays "$variant" 240 computer caller conservative -v "$variant"
	tells "$variant" computer
done
plays maexchen 240 maexchen calm simple -v maexchen
tells maexchen maexchen

plays two 200 computer conservative
plays long 600 computer conservative simpleton --match-length 10
plays given 240 computer conservative simpleton bumper --as-given
plays round-robin 60 computer caller conservative simpleton --format round-robin
plays gauntlet 60 computer caller conservative simpleton --format gauntlet --seats 3
plays pool 300 computer caller conservative simpleton bumper --format pool --seats 3
plays alike 100 caller caller
plays sweep 20 computer bumper -r dice=1
says two.standings.csv standings 1 --output csv --results two
says pool.places.txt standings 1 --by places --matrix --results pool

says duel.txt regress computer conservative --trust --seed golden --no-results -q
says long-duel.txt regress computer conservative --trust --seed golden --match-length 5 --no-results -q
says field.txt regress computer conservative --field simpleton,bumper --trust --seed golden --no-results -q
says unchanged.txt regress computer computer --trust --seed golden --no-results -q
says undecided.txt regress computer conservative --trust --seed golden --games 100 --elo0 -1 --elo1 0 --no-results -q
says duel.json regress computer conservative --trust --seed golden --output json --no-results -q
# Hashes of files are those of one compiler.
sed -i 's/"sha256": "[0-9a-f]*"/"sha256": "..."/; s/[0-9a-f]\{64\}/.../' "$out"/*
