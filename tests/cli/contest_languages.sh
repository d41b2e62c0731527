#!/bin/sh
# contest_languages.sh - submissions in Rust, Go and Java to a contest: the templates of `arena new`, built behind walls without a network.
. "$(dirname "$0")/lib.sh"

made='' missing=''
hand_in() { # hand_in LANGUAGE COMPILER: the template as a team hands it in
	if [ -x "/usr/bin/$2" ] || [ -x "/usr/local/bin/$2" ]; then made="$made $1"; else missing="$missing $1"; fi
	mkdir -p "c/submissions/team-$1"
	(cd "c/submissions/team-$1" && "$arena" new "bot$1" --language "$1" >/dev/null) || fail "arena new: $1" "exit code $?"
}
run contest init c --set seed=7:0 --set games_per_round=20 --set games_per_table=10 --set doctor_games=1 --set check_seconds=600 --set robots_per_team=2 --set move_time_ms=1000 -q
expect 'a contest' 0
hand_in rust cargo
hand_in go go
hand_in java javac
mkdir c/submissions/other
printf 'int get_play(const char *a, const char *b, const char *c) { (void)a; (void)b; return *c ? 0 : 11; }\n' >c/submissions/other/caller.c
run contest run c --rounds 1
expect 'a round' 0
for language in $made; do
	check "$language: it is built and takes part" grep -qxF "team-$language/bot$language-1 takes part" "$out" ||
		cat c/teams/team-"$language"/*/build.log c/teams/team-"$language"/*/doctor.txt
	check "$language: the build log says how" grep -q '^\$ \(cargo build\|go build\|make\)' "c/teams/team-$language/bot$language-1/build.log"
done
for language in $missing; do
	echo "$language is not installed here"
	check "$language: the build says so" grep -q "^team-$language/bot$language-1 does not take part: the build failed: .*not found" "$out"
done
[ "$made" ] || finish
run contest status c --output json
for language in $made; do
	json "$out" "[r for r in d['standings'] if r['team'] == 'team-$language'][0]['matches'] > 0" &&
		pass "$language: it has played" || fail "$language: it has played" "$(cat "$out")"
done

# Code of others is handed in with the robot; what would have to be downloaded is not there, and the log says so.
helpers='' missing=''
case $made in *rust*)
	robot=c/submissions/team-rust/botrust
	cp -R $robot c/submissions/team-rust/other
	mkdir -p $robot/helper/src
	printf '[package]\nname = "helper"\nversion = "1.0.0"\n' >$robot/helper/Cargo.toml
	echo 'pub fn help() {}' >$robot/helper/src/lib.rs
	printf '\n[dependencies]\nhelper = {path = "helper"}\n' >>$robot/Cargo.toml
	printf '\n[dependencies]\nserde = "1"\n' >>c/submissions/team-rust/other/Cargo.toml
	helpers='team-rust/botrust-2' missing='team-rust/other-1'
esac
case $made in *go*)
	robot=c/submissions/team-go/botgo
	cp -R $robot c/submissions/team-go/other
	mkdir $robot/helper
	printf 'module example.org/helper\n' >$robot/helper/go.mod
	printf 'package helper\n' >$robot/helper/helper.go
	printf 'package main\n\nimport _ "example.org/helper"\n' | tee $robot/use.go >c/submissions/team-go/other/use.go
	printf '\nrequire example.org/helper v1.0.0\nreplace example.org/helper => ./helper\n' >>$robot/go.mod
	printf '\nrequire example.org/helper v1.0.0\n' >>c/submissions/team-go/other/go.mod
	helpers="$helpers team-go/botgo-2" missing="$missing team-go/other-1"
esac
run contest run c --rounds 1
expect 'another round' 0
for version in $helpers; do check "$version has a helper with it" grep -qxF "$version takes part" "$out"; done
for version in $missing; do check "$version lacks one" grep -q "^$version does not take part: the build failed: " "$out"; done
finish
