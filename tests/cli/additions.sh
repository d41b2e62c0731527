# additions.sh - what is added to the arena is described and tested in all places that CONTRIBUTING.md names: variants and
# options of rules, robots, commands and their options, statistics.
. "$(dirname "$0")/lib.sh"
ARENA_PATH=${ARENA_ROBOTS:-$root/build/release/robots}
export ARENA_PATH

tested() { grep -rqE -e "$1" "$root/tests" --include='*.sh' --include='*.py' --include='*.c' --exclude=additions.sh; }

# Each prints what is missing, for the names on its standard input.
without_row() { while read -r name; do grep -q "^| \`$name\`" "$root/docs/rules.md" || echo "$name"; done; }
without_golden() { while read -r name; do [ -f "$root/tests/golden/results/$name.table.txt" ] || echo "$name"; done; }
without_rules_test() { while read -r name; do cat "$root"/tests/rules/*.t | grep -q "^game $name\b" || echo "$name"; done; }
without_option_text() { while read -r name; do cat "$root/docs/rules.md" "$root/docs/maexchen.md" | grep -q "\`$name\b" || echo "$name"; done; }
without_robot_section() { while read -r name; do grep -qE "^#+ .*\b$name\b|^\| $name \|" "$root/docs/robots.md" || echo "$name"; done; }
without_robot_test() { while read -r name; do [ -f "$root/tests/cli/$name.sh" ] || tested "\b$name\.so\b" || grep -qE "\"$name\"|robots/$name\.c\"" "$root"/tests/unit/robots/*.c || echo "$name"; done; }
without_script() { while read -r name; do [ -f "$root/tests/cli/$name.sh" ] || tested "(arena\"?|run) $name\b" || echo "$name"; done; }
without_option_test() { # a line is a command, an option, and its letter or '-'
	while read -r name option letter; do
		tested "--$option\b" || { [ "$letter" != - ] && tested "\b$name\b.* -$letter\b"; } || echo "$name --$option"
	done
}
without_key() { while read -r name; do [ "$name" = expected ] || grep -qx "$name" keys || echo "$name"; done; } # its line has two numbers
without_key_text() { while read -r key; do grep -qwi "$key" "$root/docs/analysis.md" || echo "$key"; done; }

complete() { # complete NAME FUNCTION: of the names in the file `names`, none is missing
	[ -s names ] || fail "$1" 'there are no names'
	missing=$("$2" <names | tr '\n' ' ')
	if [ -z "$missing" ]; then pass "$1"; else fail "$1" "missing: $missing"; fi
}
notices() { # notices FUNCTION LINE: a name that is nowhere
	check "$1 notices what is missing" test -n "$(echo "$2" | "$1")"
}

values() { # values KEY FILE: of this key, anywhere in the JSON; of "*": all keys
	python3 -c 'import json, sys
def walk(value):
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if key == sys.argv[1]:
            print(item)
        elif sys.argv[1] == "*" and isinstance(key, str):
            print(key)
        walk(item)
walk(json.load(open(sys.argv[2])))' "$1" "$2" | sort -u
}

run list variants --output json
cp "$out" variants.json
values variant variants.json >names
complete 'docs/rules.md has a row for each variant' without_row
complete 'tests/golden has a run of each variant' without_golden
complete 'tests/rules has a game of each variant' without_rules_test
values option variants.json >names
complete 'docs/rules.md or docs/maexchen.md describes each option of rules' without_option_text

(cd "$root/robots" && ls ./*.c ./*/*.c | sed -n 's|^\./\([a-z0-9_]*\)\.c$|\1|p; s|^\./\([a-z0-9_]*\)/\(\1\|main\)\.c$|\1|p') >names
complete 'docs/robots.md has a section for each robot' without_robot_section
complete 'each robot is in a test' without_robot_test

run help
sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' "$out" >names
check 'each command is in the table of commands' test "$(sort names)" = \
	"$(cd "$root/src/cli/commands" && ls cmd_*.c | sed 's/^cmd_//; s/\.c$//' | sort)"
complete 'a script runs each command' without_script
while read -r command; do
	run help "$command"
	sed -n 's/^  -\(.\), --\([a-z0-9-]*\).*/\2 \1/p; s/^      --\([a-z0-9-]*\).*/\1 -/p' "$out" | sed "/^help /d; s/^/$command /"
done <names >options
mv options names
complete 'each option of a command is in a test' without_option_test

run tournament 60 prober computer caller --match-length 2 -q --seed 1
run analyse prober --output json --clock --worst 2
expect 'an analysis' 0
values '*' "$out" >keys
run analyse prober --baseline none
sed -n 's/^  \([a-z]*\)  *[-0-9.]*  *% .*/\1/p' "$out" >names
complete 'the JSON of an analysis has each line of the text' without_key
sort -u keys names >both && mv both names
complete 'docs/analysis.md describes each statistic' without_key_text

for function in without_row without_golden without_rules_test without_option_text without_robot_section without_robot_test \
	without_script without_key without_key_text; do
	notices $function no_such_name
done
notices without_option_test 'tournament no-such-option -'
finish
