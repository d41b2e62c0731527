#!/bin/sh
# layers.sh - the layers of src/ (the map in src/README.md): a file may include its own layer and those to its left;
# game, robot and stats do not include each other. SQL is only in store, and robots include only the SDK. Lines are no
# longer than .editorconfig says.
. "$(dirname "$0")/lib.sh"

# The layers from left to right. Folders of one line do not include each other.
order='base
game robot stats
solve match
store
record standings exploit
coach
output
run
library net
page
doctor terminal
contest
cli'
layers=$(echo $order)
is_layer() {
	case " $layers " in *" $1 "*) true ;; *) false ;; esac
}

n=0
while read -r rooms; do
	n=$((n + 1))
	for room in $rooms; do eval "place_$room=$n"; done
done <<END
$order
END

# May $1 include $2?
may_include() { [ "$1" = "$2" ] || eval "[ \"\$place_$2\" -lt \"\$place_$1\" ]"; }

# "FILE HEADER" for each header that these files name, whatever the brackets. Files that do not exist are left out.
includes() { # includes FILE...
	for file; do
		shift
		[ -f "$file" ] && set -- "$@" "$file"
	done
	[ $# = 0 ] || awk '/^[ \t]*#[ \t]*include_next/ {print FILENAME, "include_next"; next}
		/^[ \t]*#[ \t]*include[ \t]*[<"]/ {sub(/^[^<"]*[<"]/, ""); sub(/[">].*/, ""); print FILENAME, $0}' "$@"
}

# The offending lines of one layer of the tree $1; the path of the tree may contain blanks.
offences() ( # offences ROOT LAYER
	cd "$1" || exit
	ours=" $(find src -name '*.h' -printf '%f ')"
	# shellcheck disable=SC2046 # the files of src have no blanks
	includes $(find "src/$2" -name '*.[ch]' ! -path '*/preload/*' | sort) | while read -r file header; do
		first=${header%%/*}
		case $header in
		*..*) echo "$file: $header (a path out of its folder)" ;;
		sqlite3.h) [ "$2" = store ] || echo "$file: $header (SQL is for store)" ;;
		zmq.h) [ "$2" = net ] || echo "$file: $header (the network is for net)" ;;
		arena_robot.h) [ "$2" = robot ] || echo "$file: $header (the ABI is for robot)" ;;
		arena.h) [ "$2" = library ] || echo "$file: $header (the interface is for library)" ;;
		*/*) if is_layer "$first" && ! may_include "$2" "$first"; then echo "$file: $header"; fi ;;
		*.h) case $ours in *" $header "*) echo "$file: $header (without its layer)" ;; esac ;;
		esac
	done
)

# Robots and the SDK include nothing of src/.
robot_offences() ( # robot_offences ROOT
	cd "$1" || exit
	includes robots/*.[ch] robots/champion/champion.c $(ls robots/champion/*.h | grep -v population) sdk/*.h sdk/template/*.c sdk/cpp/*.cpp | while read -r file header; do
		case $header in
		arena_*.h) [ -f "sdk/$header" ] || echo "$file: $header" ;;
		*..* | include_next) echo "$file: $header" ;;
		*) if [ -f "src/$header" ]; then echo "$file: $header"; fi ;;
		esac
	done
)

# The program robots/llm describes the rules to a model in the arena's own words: it may include base and game.
llm_offences() ( # llm_offences ROOT
	cd "$1" || exit
	includes robots/llm/*.[ch] | while read -r file header; do
		case $header in
		*..* | include_next) echo "$file: $header" ;;
		base/* | game/* | curl/curl.h | sys/*) ;;
		*/*) echo "$file: $header" ;;
		esac
	done
)

# The programs that compute and code champion's table may include base and solve.
table_offences() ( # table_offences ROOT
	cd "$1" || exit
	includes robots/champion/*_table.c robots/champion/population.h | while read -r file header; do
		case $header in
		base/* | solve/* | robots/champion/*.h) ;;
		*/*) echo "$file: $header" ;;
		esac
	done
)

# The lines of src, sdk, robots and tests with more columns than .editorconfig allows. A character of UTF-8 is one column.
long_lines() ( # long_lines ROOT
	most=$(sed -n 's/^max_line_length = //p' "$root/.editorconfig")
	cd "$1" || exit
	find src sdk robots tests -name '*.[ch]' -exec env LC_ALL=C awk -v most="$most" '{
		rest = $0
		gsub(/[\200-\277]/, "", rest)
		for (columns = 0; (tab = index(rest, "\t")) > 0; rest = substr(rest, tab + 1))
			columns += tab - 1 + 8 - (columns + tab - 1) % 8
		if (columns + length(rest) > most) print FILENAME ":" FNR
	}' {} +
)

verdict() { # verdict NAME OFFENCES
	if [ -z "$2" ]; then pass "$1"; else fail "$1" "$2"; fi
}

for layer in $layers; do
	if [ -n "$(find "$root/src/$layer" -name '*.c')" ]; then
		verdict "layers: $layer" "$(offences "$root" "$layer")"
	else
		fail "layers: $layer" "there is no such folder"
	fi
done
for part in "$root"/src/*/; do
	part=$(basename "$part")
	if ! is_layer "$part" && [ -n "$(find "$root/src/$part" -name '*.[ch]')" ]; then
		fail "layers: src/$part" "belongs to no layer"
	fi
done
verdict 'layers: robots and the SDK' "$(robot_offences "$root")"
verdict 'layers: the robot llm' "$(llm_offences "$root")"
verdict 'layers: the table of champion' "$(table_offences "$root")"
verdict 'layers: the length of lines' "$(long_lines "$root")"

# A check that cannot fail proves nothing: in a copy, each layer includes what it may not.
plant() { # plant FILE LINE
	mkdir -p "$(dirname "tree/$1")"
	printf '%s\n' "$2" >"tree/$1"
}
for layer in $layers; do
	plant "src/$layer/own.h" "#include <stdio.h>"
done
planted() { # planted NAME LAYER LINE: is this line detected in a file of the layer?
	plant "src/$2/planted.c" "$3"
	if [ -n "$(offences tree "$2")" ]; then pass "layers: notices $1"; else fail "layers: notices $1" "it does not"; fi
	rm "tree/src/$2/planted.c"
}
planted 'base on game' base '#include "game/own.h"'
planted 'game on robot' game '#include "robot/own.h"'
planted 'robot on game' robot '#include "game/own.h"'
planted 'robot on stats' robot '#include "stats/own.h"'
planted 'stats on robot' stats '  #  include <robot/own.h>'
planted 'solve on match' solve '#include "match/own.h"'
planted 'match on store' match '#include "store/own.h"'
planted 'store on net' store '#include "net/own.h"'
planted 'coach on output' coach '#include "output/own.h"'
planted 'exploit on coach' exploit '#include "coach/own.h"'
planted 'output on run' output '#include "run/own.h"'
planted 'record on standings' record '#include "standings/own.h"'
planted 'terminal on doctor' terminal '#include "doctor/own.h"'
planted 'net on cli' net '#include "cli/own.h"'
planted 'store on cli' store '#include "cli/own.h" /* only once */'
planted 'a way around' game '#include "../robot/own.h"'
planted 'a header without its layer' match '#include "own.h"'
planted 'SQL in match' match '#include <sqlite3.h>'
plant robots/planted.c '#include "game/own.h"'
if [ -n "$(robot_offences tree)" ]; then pass 'layers: notices a robot on game'; else fail 'layers: notices a robot on game' "it does not"; fi
plant robots/llm/planted.c '#include "robot/own.h"'
if [ -n "$(llm_offences tree)" ]; then pass 'layers: notices llm on robot'; else fail 'layers: notices llm on robot' "it does not"; fi
plant src/cli/planted.c '#include "base/own.h"'
plant sdk/planted.h "$(printf '\t/* %0106d */' 0)"
plant tests/planted.c ''
verdict 'layers: lets a line of 120 columns be' "$(long_lines tree)"
plant tests/planted.c "$(printf '\t/* %0107d */' 0)"
if [ -n "$(long_lines tree)" ]; then pass 'layers: notices a long line'; else fail 'layers: notices a long line' "it does not"; fi
verdict 'layers: lets the right ones be' "$(for layer in $layers; do offences tree "$layer"; done)"

finish
