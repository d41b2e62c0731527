# trials.sh - the stored trials of CONTRIBUTING.md: each addition still applies, compiles, and changes no more files than its table says.
. "$(dirname "$0")/lib.sh"

trial() { # trial NAME FILES: tests/trials/NAME.patch
	patch=$root/tests/trials/$1.patch
	n=$(grep -c '^+++ ' "$patch")
	check "$1 changes at most $2 files" test "$n" -le "$2"
	check "CONTRIBUTING.md says so of $1" grep -q "^| .*tests/trials/$1.patch.* | $2 |" "$root/CONTRIBUTING.md"
	mkdir "$1" && cd "$1" || return
	# shellcheck disable=SC2046 # names without blanks
	(cd "$root" && tar -cf - src sdk $(sed -n 's|^+++ b/\(docs/.*\)|\1|p' "$patch")) | tar -xf -
	GIT_CEILING_DIRECTORIES=${PWD%/*} git apply "$patch" >"$out" 2>"$err"
	code=$?
	expect "$1 applies: if not, make the addition again, and store git diff" 0
	for file in $(sed -n 's|^+++ b/\(src/.*\.c\)$|\1|p' "$patch"); do
		check "$1: $file compiles" cc -std=gnu11 -D_GNU_SOURCE -Wall -Werror -Isrc -Isdk -I"${arena%/*}" -fsyntax-only "$file"
	done
	cd ..
}
trial rule_option 4
finish
