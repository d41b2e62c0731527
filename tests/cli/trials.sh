# trials.sh - the stored trials of CONTRIBUTING.md: each addition still applies, compiles, and changes no more files and lines than
# its table says.
. "$(dirname "$0")/lib.sh"
build=${arena%/*}

trial() { # trial NAME FILES SOURCES...: tests/trials/NAME.patch; SOURCES: what else has to compile
	name=$1 most=$2 patch=$root/tests/trials/$1.patch
	shift 2
	files=$(grep -c '^+++ ' "$patch")
	lines=$(grep -c '^+[^+]\|^+$' "$patch")
	check "$name changes at most $most files" test "$files" -le "$most"
	check "CONTRIBUTING.md says of $name: $files files, $lines lines" \
		grep -q "^| .*tests/trials/$name\.patch.* | $files[^|]* | $lines |" "$root/CONTRIBUTING.md"
	mkdir "$name" && cd "$name" || return
	# shellcheck disable=SC2046 # names without spaces
	(cd "$root" && tar -cf - src sdk $(sed -n '/^--- a\/src\//d; s|^--- a/||p' "$patch")) | tar -xf -
	GIT_CEILING_DIRECTORIES=${PWD%/*} git apply -C1 "$patch" >"$out" 2>"$err"
	code=$?
	expect "$name applies; if not, make the addition again, and store git diff" 0
	mkdir cli
	awk -f src/cli/options.awk src/cli/commands/*.txt >cli/texts.inc
	awk -f src/cli/options.awk src/cli/options.txt >cli/options.inc
	for file in $(sed -n 's|^+++ b/\(src/.*\.c\)$|\1|p' "$patch") "$@"; do
		check "$name: $file compiles" cc -std=gnu11 -D_GNU_SOURCE -fPIE -Wall -Werror -DARENA_VERSION='"1"' -I. -Isrc -Isdk \
			-I"$build" -c -o "$(echo "$file" | tr / _).o" "$file"
	done
	cd ..
}

# works NAME MAIN PATTERN ARGUMENTS...: this object of main and the objects of the trial in place of the arena's own print a line of
# this pattern.
works() {
	name=$1 main=$2 pattern=$3
	shift 3
	if nm "$arena" | grep -q __asan_init; then
		return # the objects of the trial have no sanitizers
	fi
	if ! [ -f "$build/tests/arena.a" ]; then
		skip "$name works" 'make suites has not made the archive of objects'
		return
	fi
	# shellcheck disable=SC2046 # paths without spaces
	check "$name can be linked" cc -rdynamic -o "$name/arena" "$main" "$name"/*.o "$build/tests/arena.a" \
		$(ldd "$arena" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p') -lm
	ARENA_PATH=${ARENA_ROBOTS:-$build/robots} patiently "$name/arena" "$@" >"$out" 2>"$err"
	check "$name works" grep -q "$pattern" "$out"
}

trial variant 4
trial rule_option 4
trial robot 3
trial command 4 src/cli/main.c
trial option 3
trial option_results 4 src/match/schedule.c src/store/run_config.c src/store/merge.c src/cli/request_args.c \
	src/cli/commands/cmd_tournament.c
trial column 2
trial statistic 4 src/output/analysis_json.c

main=$build/cli/main.o
works variant "$main" '^duel: ' list variants duel
works rule_option "$main" '^bumper,20,' tournament 20 computer bumper --rule max_quantity=1 --trust --no-results -q --seed 1 --output csv \
	--anyway
works option "$main" '^perudo$' list variants --brief
works column "$main" ',asks_per_game$' tournament 20 computer bumper --trust --no-results -q --seed 1 --output csv

cat >settings.c <<'END'
#include <stdio.h>
#include "store/run_config.h"
int main(void)
{
	struct run_config info = {.first_deal = 7}, read = {0};
	json_t *all = json_object();
	run_config_add_settings(&info, all);
	int failed = run_config_read_settings(&read, all, "run.json", NULL);
	json_object_set_new(all, "first_deal", json_integer(1000000001));
	printf("%d %d, too large: %d\n", failed, read.first_deal, run_config_read_settings(&info, all, "run.json", NULL));
	json_decref(all);
}
END
cc -std=gnu11 -D_GNU_SOURCE -fPIE -Ioption_results/src -Ioption_results/sdk -c settings.c
works option_results settings.o '^0 7, too large: -1$'

cc -std=c11 -Irobot/sdk -shared -fPIC -o opener.so robot/robots/opener.c
run tournament 20 ./opener.so caller --trust --no-results -q --seed 1:0 --output csv
check 'the robot plays' grep -q '^opener,20,[1-9]' "$out"
finish
