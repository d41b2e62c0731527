#!/bin/sh
# docs.sh - the documentation is correct: commands after <!-- run --> run, and the C samples compile.
. "$(dirname "$0")/lib.sh"

ln -s "$arena" arena
ARENA_PATH=${ARENA_ROBOTS:-$root/build/release/robots}
export ARENA_PATH

# commands FILE: the lines of its ```sh blocks marked with <!-- run -->, without comments.
commands() {
	awk '/^<!-- run -->$/ {marked = 1; next}
		marked && /^```sh$/ {inside = 1; next}
		/^```$/ {inside = marked = 0; next}
		inside' "$1" | sed -e 's/ *#.*$//' -e '/^$/d'
}

# Each ```python block of programs.md is the file named in its second line.
awk '/^```python$/ {inside = 1; n = 0; next} /^```$/ {inside = 0}
	inside {lines[++n] = $0; if (n == 2) {file = substr($0, 3); print lines[1] > file} if (n >= 2) print > file}' \
	"$root/docs/programs.md"
check 'programs.md has a program' test -s bot.py

for file in "$root"/README.md "$root"/docs/*.md; do
	name=${file##*/}
	commands "$file" >"$folder/.commands"
	rm -rf results # each page is independent: its first run has number 1
	while read -r line; do
		patiently sh -c "$line" >"$out" 2>"$err" </dev/null
		code=$?
		stop_without_namespaces "$line"
		expect "$name: $line" 0
	done <"$folder/.commands"
done
check 'the README has commands' test "$(commands "$root/README.md" | wc -l)" -ge 5

# Each ```c block is a file of its own.
awk -v to="$folder/sample" '/^```c$/ {n++; inside = 1; next} /^```$/ {inside = 0} inside {print > (to n ".c")}' \
	"$root/docs/authors-guide.md"
n_samples=0
for sample in "$folder"/sample*.c; do
	[ -f "$sample" ] || continue
	n_samples=$((n_samples + 1))
	check "authors-guide.md: C sample $n_samples compiles" \
		cc -D_GNU_SOURCE -std=c11 -Wall -Wextra -Werror -fPIC -shared -I"$root/sdk" -o "$folder/sample.so" "$sample" -lm
done
[ "$n_samples" -gt 0 ] || fail 'the guide has samples' 'none found'

# Relative links point to existing files.
dead_links() { # dead_links PAGE...
	grep -oH ']([^)#: ]*[)#]' "$@" | sed 's/:](/\t/; s/.$//; /\t$/d' | sort -u | while IFS='	' read -r page link; do
		[ -e "${page%/*}/$link" ] || echo "$page: $link"
	done
}
dead=$(dead_links "$root"/*.md "$root"/docs/*.md "$root"/src/README.md "$root"/tests/README.md "$root"/tests/rules/README.md \
	"$root"/bench/README.md "$root"/results/README.md)
if [ -z "$dead" ]; then pass 'every link leads to a file'; else fail 'every link leads to a file' "$dead"; fi
echo '[x](nowhere.md) [y](/)' >page.md
check 'a dead link is noticed' test "$(dead_links ./page.md)" = './page.md: nowhere.md'

# So do the pages and sections cited in source comments and messages.
dead_citations() { # dead_citations FOLDER...
	grep -rhoE '(docs|src|tests)/[a-zA-Z-]+\.md( section [0-9]+)?|\b[A-Z]{2,}\.md' "$@" | sort -u | while read -r page section; do
		[ -f "$root/$page" ] || { echo "$page" && continue; }
		[ -z "$section" ] || grep -q "^## ${section#section }\. " "$root/$page" || echo "$page $section"
	done
}
dead=$(dead_citations "$root/src" "$root/sdk" "$root/robots" "$root/tests/unit" "$root/tests/net" "$root/Makefile")
if [ -z "$dead" ]; then pass 'every cited page exists'; else fail 'every cited page exists' "$dead"; fi
echo 'docs/rules.md section 5, docs/rules.md section 99, NOTES.md' >cites
check 'a dead citation is noticed' test "$(dead_citations cites | tr '\n' ' ')" = 'NOTES.md docs/rules.md section 99 '

# The map of the code names every file of src/, except groups, which it names by a prefix.
grep -oE '[[:alnum:]_]+' "$root/src/README.md" >named
unnamed=$(find "$root/src" -name '*.[ch]' | sed 's|.*/||; s|\.[ch]$||; /^cmd_/d; /^database_/d' | sort -u | grep -vxF -f named)
if [ -z "$unnamed" ]; then pass 'src/README.md names every file'; else fail 'src/README.md names every file' "$unnamed"; fi

# A comment that was wrapped by a script must keep its paragraphs: no empty " *" line may end up inside a line.
flattened() { grep -rnE '^( \*|/\*) .*[.:] \* [A-Z]|^ \*.* \*/.*\*/' --include='*.[ch]' "$@"; }
if flattened "$root/src" "$root/sdk" "$root/robots" "$root/tests"; then
	fail 'comments keep their paragraphs' "$(flattened "$root/src" "$root/sdk" "$root/robots" "$root/tests")"
else
	pass 'comments keep their paragraphs'
fi
mkdir flat && printf '/* one. * Two\n */\n' >flat/flat.c
check 'a flattened comment is noticed' flattened flat

finish
