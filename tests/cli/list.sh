# list.sh - `arena list`: robots and variants.
. "$(dirname "$0")/lib.sh"

run list robots
expect 'list robots' 0
for robot in prober computer caller random_raiser bumper simpleton conservative; do
	check "list robots has $robot" grep -q "^$robot  " "$out"
done
make_robot broken <<'END'
int nothing;
END
make_robot silent <<'END'
int get_play(const char *me, const char *hands, const char *history) { return 0; }
END
make_robot deadly <<'END'
#include <stdlib.h>
__attribute__((constructor)) static void begin(void) { abort(); }
int get_play(const char *me, const char *hands, const char *history) { return 0; }
END
echo 'not a robot' >text.so
mkdir -p path/llm && cp silent.so path/far_away.so
export ARENA_PATH="$folder/nowhere:$folder/path"
run list robots
expect 'list robots among broken ones' 0
cp "$out" robots
check 'a robot that exports nothing is listed with the reason' grep -q '^broken .*cannot be loaded: .*get_play' "$out"
check 'a robot that crashes while loading is listed with the reason' grep -q '^deadly .*cannot be loaded: .*SIGABRT' "$out"
check 'a file that is no shared object is listed with the reason' grep -q '^text .*cannot be loaded: ' "$out"
check 'a robot that says nothing is listed' grep -q '^silent ' "$out"
check 'robots in $ARENA_PATH are listed' grep -q '^far_away ' "$out"
check 'the others are still listed' grep -q '^prober ' "$out"
check 'a folder is not a robot, and does not hide one of its name' grep -q '^llm .*asks a language model' "$out"
run list robots --output json
expect 'list robots as json' 0
if command -v python3 >/dev/null; then
	check 'list robots as json can be read' json "$out" \
		'{r["robot"]: r for r in d}["broken"]["problem"] and {r["robot"]: r for r in d}["prober"]["problem"] is None'
else
	skip 'list robots as json can be read' 'no python3'
fi
check 'what each plays' sh -c 'grep -q "^prober  *all except maexchen  " "$1" && grep -q "^mia  *maexchen  " "$1" && grep -q "^llm  *all  *asks" "$1" &&
	grep -q "^bumper  *all except perudo maexchen  " "$1" && grep -q "^silent  *all  *(no description)" "$1"' - robots
if command -v python3 >/dev/null; then
	check 'all that is known of a robot' json "$out" '{r["robot"]: r for r in d}["silent"] == {"robot": "silent", "path": "./silent.so", "summary": "",
	"version": "", "author": "", "variants": "", "options": "", "problem": None}'
	check 'its options and variants' json "$out" '[(r["version"], r["options"].startswith("risk=0"), r["path"].endswith("/prober.so"))
	for r in d if r["robot"] == "prober"] == [("1.1", True, True)] and [r["variants"] for r in d if r["robot"] == "mia"] == ["maexchen"]'
fi
unset ARENA_PATH

run list variants
expect 'list variants' 0
for variant in 'liars-dice (default)' wild round-table tourney perudo one-hand; do
	check "list variants has $variant" has "$out" "$variant: "
done
for option in dice faces wild caller loss starter illegal limit rounds target exact ones_rule palifico fault; do
	check "list variants explains $option" grep -q "^$option  .*\[.*\].*  [a-z0-9]" "$out"
done
run list variants perudo
expect 'list variants perudo' 0
check 'it has the values of perudo' sh -c 'grep -q "^ones_rule .*\[perudo\]" "$1" && grep -q "^wild .*\[ones\]" "$1"' - "$out"
run list variants perudo wild
says 'one variant only' 2 "does not take 'wild'"
run list variants perudo --output json
check 'a variant as json' json "$out" 'd["variant"] == "perudo" and d["family"] == "common-hand" and "exact=gain" in d["settings"]'
run list variants --output json
expect 'list variants as json' 0
if command -v python3 >/dev/null; then
	check 'list variants as json can be read' json "$out" '[v["variant"] for v in d][0] == "liars-dice" and all(v["rules"] for v in d)'
fi
check 'no colours but on a terminal' test -z "$(grep "$(printf '\033')" "$out")"
finish
