# new.sh - `arena new`: the robot is written, builds without a warning, and plays.
. "$(dirname "$0")/lib.sh"

for name in '' My 1st my-robot my.robot ../my my/robot 'my robot' human _my ".so" "$(printf '%060d' 0 | tr 0 a)"; do
	run new "$name"
	says "the name '$name'" 2 "'$name'"
done
long=$(printf '%040d' 0 | tr 0 a)
run new "a$long"
says '41 letters' 2 'at most 40 in all'
run new
says 'no name' 2 'name'
run new myrobot --language cobol
says 'a language there is no template for' 2 "'cobol'"
run new one two
says 'two names' 2 "'two'"
check 'nothing was written' test -z "$(ls)"

run new myrobot
expect 'a new robot' 0
check 'it has its name' sh -c 'grep -q "\"myrobot\"" myrobot.c && ! grep -qw template myrobot.c'
check 'it has a Makefile' test -s Makefile
check 'the next commands are told' sh -c 'grep -q "^  make myrobot.so" "$1" && grep -q "tournament .* myrobot computer" "$1"' - "$out"
make=$(sed -n 's/^  \(make .*\)/\1/p' "$out")
check 'the first of them builds it' sh -c "$make >make.log 2>&1"
check 'without a warning' sh -c '! grep -i warning make.log'
play=$(sed -n 's/^  .* \(tournament .*\)/\1/p' "$out")
# shellcheck disable=SC2086
run $play -q
expect 'the second of them plays it' 0
check 'it plays well' grep -q '^ *1  myrobot ' "$out"
run list robots
check 'it is listed' grep -q '^myrobot ' "$out"
mkdir elsewhere
(cd elsewhere && : >Makefile && "$arena" new third) >"$out" 2>"$err"
check 'an empty Makefile is left alone' sh -c 'grep -qx "  make third.so" "$1" && ! test -s elsewhere/Makefile' - "$out"
rm -r elsewhere
run new second
make=$(sed -n 's/^  \(make .*\)/\1/p' "$out")
check 'what a second one tells builds it with the same Makefile' sh -c "$make >make.log 2>&1 && rm second.c second.so"

echo mine >myrobot.c
run new myrobot
says 'a name that is taken' 2 'myrobot.c'
check 'what was there is left alone' test "$(cat myrobot.c)" = mine
echo 'all:' >Makefile
run new another
expect 'where there is a Makefile' 0
check 'the Makefile is left alone' test "$(cat Makefile)" = 'all:'
run new --language python snake
expect 'in a language with a folder, a Makefile is not needed' 0
check 'the folder has a program' test -s snake/snake.py
run new --language go snake
says 'a folder that is there already' 2 "'snake'"
check 'the folder is left alone' test "$(ls snake)" = snake.py
run new "$long" --language python
expect '40 letters' 0
# A path with a blank is in quotes.
check 'what it prints for a program' test "$(tr -d "'" <"$out")" = "$long/$long.py is a complete robot; change it as you like. To see it play:
  $arena tournament 100 $long/$long.py computer"
for language in c++ javascript rust go java; do run new "of_$(printf %s "$language" | tr -d +)" --language "$language"; cat "$out" >>told; done
check 'what it prints for the other languages' test "$(grep -v 'is a complete robot' told | sed "s|ARENA_SDK=.*|SDK|; s|'||g; s|$arena|arena|" | tr '\n' ';')" = \
	'  make -C of_c SDK;  arena tournament 100 of_c/of_c.so computer;  arena tournament 100 of_javascript/of_javascript.js computer;  cargo build --release --manifest-path of_rust/Cargo.toml;  arena tournament 100 of_rust/target/release/of_rust computer;  (cd of_go && go build -o of_go);  arena tournament 100 of_go/of_go computer;  make -C of_java;  arena tournament 100 of_java/of_java computer;'
check 'their files' test "$(find of_* -type f | LC_ALL=C sort | tr '\n' ' ')" = \
	'of_c/Makefile of_c/of_c.cpp of_c/program.cpp of_go/go.mod of_go/main.go of_java/Main.java of_java/Makefile of_javascript/of_javascript.js of_rust/Cargo.toml of_rust/src/main.rs '
check 'scripts can be run, and no others' test "$(find of_* "$long" -type f -perm -u+x | LC_ALL=C sort | tr '\n' ' ')" = ""
for makefile in GNUmakefile makefile; do
	mkdir there && : >there/$makefile
	(cd there && "$arena" new third) >"$out" 2>"$err"
	check "a $makefile is enough" test "$(cd there && echo *)" = "$(printf '%s\n' $makefile third.c | LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//')"
	rm -r there
done
mkdir few none && ln -s "$(command -v timeout)" few
(PATH=$folder/none:$folder/few && run new --language rust crab)
check 'what is not installed is named' grep -q "'cargo' is not installed; install the package cargo" "$err"
: >few/cargo && chmod +x few/cargo
for path in "$folder/few" "$folder/none:$folder/few" "$folder/few:$folder/none"; do
	rm -r crab
	(PATH=$path && run new --language rust crab)
	check "what is installed is not named: $path" test ! -s "$err"
done
run new computer
check 'a name that the arena uses is allowed, with a note' sh -c 'grep -q "note.*computer" "$1"' - "$err"
# An installed arena has everything it needs, wherever it is installed.
make -s -C "$root" install DESTDIR="$folder/there" >"$out" 2>"$err"
code=$?
expect 'it can be installed' 0
mkdir elsewhere && cd elsewhere || exit 1
arena=$folder/there$prefix/bin/arena
run new myrobot
make=$(sed -n 's/^  \(make .*\)/\1/p' "$out")
check 'what an installed one tells builds its robot' sh -c "$make >make.log 2>&1"
run tournament 2 myrobot computer
expect 'which plays against an installed one' 0
run contest init cup --set games_per_round=40 --set doctor_games=1 --set check_seconds=600 -q
mkdir cup/submissions/ann
cp myrobot.c cup/submissions/ann
run contest run cup --rounds 1
check 'and an installed one builds it in a contest' grep -qx 'ann/myrobot-1 takes part' "$out"
cd ..

if [ "$(id -u)" != 0 ]; then
	mkdir sealed && chmod 555 sealed
	(cd sealed && "$arena" new mine >"$out" 2>"$err")
	code=$?
	says 'a folder that cannot be written to' 5 'mine.c'
fi
finish
