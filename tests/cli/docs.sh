#!/bin/sh
# The documentation is true: the commands that stand after <!-- run --> run, and the C samples compile.
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

# Each ```python block of programs.md is the file that its second line names.
awk '/^```python$/ {inside = 1; n = 0; next} /^```$/ {inside = 0}
	inside {lines[++n] = $0; if (n == 2) {file = substr($0, 3); print lines[1] > file} if (n >= 2) print > file}' \
	"$root/docs/programs.md"
check 'programs.md has a program' test -s bot.py

for file in "$root"/README.md "$root"/docs/*.md; do
	name=${file##*/}
	commands "$file" >"$folder/.commands"
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

finish
