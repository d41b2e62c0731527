# english.sh - texts for people have none of the phrases of tests/english.txt, which says what to write instead.
. "$(dirname "$0")/lib.sh"

look() { # look ROOT: $offences
	offences=$(python3 "$root/tests/cli/english.py" "$1" "$root/tests/english.txt" 2>"$err") || offences="english.py failed $offences"
}
look "$root"
if [ -z "$offences" ]; then pass 'english: no such phrase'; else fail 'english: phrases to replace' "$offences"; fi

# In a tree with one phrase of each kind the script names all of them, and nothing else.
mkdir -p 'a tree/docs' 'a tree/src/cli/commands' 'a tree/sdk'
plant() { # plant FILE TEXT
	printf '%b\n' "$2" >"a tree/$1"
}
plant docs/one.md 'A robot goes on\n\nand\nruns for\never.'
plant README.md 'It `goes on` from here; name spaces.'
plant NEWS.md 'Nothing to see.'
plant src/cli/commands/new.txt 'NAME\n  goes on'
plant src/one.c '/* goes on */\nerr_set("cannot "\n\t"make %s", name);\nf("goes", "on"); /* "goes on" */'
plant src/one.h '/* one.h - a loop that goes\n * on. */\nint goes, on;'
plant sdk/one.h '// goes on\nint x = sizeof "x"; // made of'
look 'a tree'
expected="README.md:1: 'goes on'
README.md:1: 'name spaces'
docs/one.md:1: 'goes on'
docs/one.md:4: 'for ever'
sdk/one.h:1: 'goes on'
sdk/one.h:2: 'made of'
src/cli/commands/new.txt:2: 'goes on'
src/one.c:2: 'cannot make'
src/one.c:1: 'goes on'
src/one.c:4: 'goes on'
src/one.h:1: 'goes on'"
found=$(printf '%s\n' "$offences" | sed "s/^\([^']*'[^']*'\): .*/\1/")
if [ "$found" = "$expected" ]; then pass 'english: finds each kind'; else fail 'english: finds each kind' "$found"; fi
look 'nowhere'
check 'english: a folder without texts is an error' test -n "$offences"
finish
