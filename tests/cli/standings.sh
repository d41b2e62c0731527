# standings.sh - `arena standings`: its numbers equal those of the tables, also across runs, and every cell has a number
# or a word, whatever was played.
. "$(dirname "$0")/lib.sh"

# What a list says does not depend on a sandbox: none is the cheapest.
plays() { # plays ARGUMENTS...: a tournament
	run tournament "$@" -q --trust
}

# All output formats of a list: they succeed, and contain no nan or inf.
forms() { # forms NAME ARGUMENTS...
	name=$1
	shift
	for form in table csv json; do
		run standings "$@" --output $form
		expect "$name as $form" 0
		check "$name as $form: all numbers are numbers" sh -c '! grep -qiE "nan|[^a-z]inf([^a-z]|$)|-0\.0( |$)" "$1"' - "$out"
		cp "$out" "list.$form"
	done
	run standings "$@" --matrix
	expect "$name with matrices" 0
	check "$name with matrices: all numbers are numbers" sh -c '! grep -qiE "nan|[^a-z]inf([^a-z]|$)" "$1"' - "$out"
	cp "$out" list.matrix
	run standings "$@" --matrix --output json
	check "$name: json can be read" json "$out" 'd["robots"] is not None and len(d["pairs"]) == len(d["robots"]) * (len(d["robots"]) - 1)'
	run standings "$@" --matrix --output csv
	check "$name: pairs as csv" python3 -c 'import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
assert all(0 <= float(r[k] or 0) <= 1 for r in rows for k in ("before", "los"))' "$out"
}

run standings
says 'no database' 2 'results/arena.db'

# ---- one run of two --------------------------------------------------------------------------
plays 500 prober computer --seed 1
forms 'two robots' 1
cat >two.py <<'END'
import csv, json, math
table = {r["robot"]: r for r in csv.DictReader(open("results/0001/table.csv"))}
rows = list(csv.DictReader(open("list.csv")))
assert [r["robot"] for r in rows] == ["prober", "computer"] and [r["rank"] for r in rows] == ["1", "2"]
for r in rows:
	t = table[r["robot"]]
	assert r["games"] == t["games"] and r["matches"] == t["matches"] == "250"
	assert [r[k] for k in ("rank", "rank_best", "rank_worst")] == [t[k] for k in ("rank", "rank_best", "rank_worst")]
	for mine, its in ("win_rate", "win_rate"), ("win_low", "low"), ("win_high", "high"), ("score", "win_rate"), ("score_low", "low"):
		assert abs(float(r[mine]) - float(t[its])) < 1e-12, (mine, r[mine], t[its])
	assert float(r["rating_low"]) < float(r["rating"]) < float(r["rating_high"]) and r["rating_kind"] == "between"
score = float(rows[0]["score"])
distance = float(rows[0]["rating"]) - float(rows[1]["rating"])
assert abs(distance - 400 * math.log10(score / (1 - score))) < 4, distance  # except for the effect of the prior
assert abs(float(rows[0]["rating"]) + float(rows[1]["rating"])) < 1e-6
info = json.load(open("results/0001/run.json"))
data = json.load(open("list.json"))
assert {r["sha256"] for r in data["robots"]} == {r["sha256"] for r in info["robots"]}
assert data["rules"] == info["rules"] and data["run"] == "0001" and data["games"] == 500 and data["matches"] == 250
assert data["match_length"] == 1 and data["ratings"]["model"] == "bradley-terry" and data["ratings"]["by"] == "wins"
END
check 'two robots: the numbers are those of the table' python3 two.py
check 'two robots: the model is named' has list.table 'Bradley-Terry'
check 'two robots: places say nothing more' sh -c '! grep -q score list.table'
check 'two robots: the match length is named' has list.table '500 games in 250 matches of 1 block at tables of 2'
run standings --reference computer
check 'the reference has 0' grep -q '^ *2  computer .* 0\.0  *0\.0 to 0\.0$' "$out"
check 'the reference is named' has "$out" 'computer has 0'
run standings --reference compute
says 'a reference that is not there' 2 "'compute'" "did you mean 'computer'"

# ---- more at a table --------------------------------------------------------------------------
plays 400 prober computer conservative simpleton --seed 2
forms 'four robots' 2
check 'four robots: the model is named' has list.table 'choice model (who won at each table)'
cat >four.py <<'END'
import csv, json
table = {r["robot"]: r for r in csv.DictReader(open("results/0002/table.csv"))}
rows = list(csv.DictReader(open("list.csv")))
for r in rows:
	t = table[r["robot"]]
	for mine, its in ("score", "score"), ("win_rate", "win_rate"), ("win_low", "low"), ("win_high", "high"):
		assert abs(float(r[mine]) - float(t[its])) < 1e-12, (mine, r[mine], t[its])
	for key in "games", "matches":
		assert r[key] == t[key]
# Rankings agree: the order of the ratings is that of the win rates, here and in the table.
assert [r["robot"] for r in rows] == list(table)
assert [float(r["rating"]) for r in rows] == sorted((float(r["rating"]) for r in rows), reverse=True)
data = json.load(open("list.json"))["ratings"]
assert data["model"] == "choice" and data["by"] == "wins" and len(data["models"]) == 1
END
check 'four robots: the numbers are those of the table' python3 four.py
for by in wins places; do
	run standings 2 --matrix --output csv --by $by
	cp "$out" pairs.csv
	check "four robots by $by: shares of a pair add up" python3 -c 'import csv, sys
rows = {(r["robot"], r["opponent"]): r for r in csv.DictReader(open("pairs.csv"))}
table = {r["robot"]: r for r in csv.DictReader(open("results/0002/table.csv"))}
assert len(rows) == 12
for (a, b), r in rows.items():
	assert r["games"] == "400"
	wins = [float(table[robot]["wins"]) for robot in (a, b)]
	assert float(r["decided"]) == (sum(wins) if sys.argv[1] == "wins" else 400)
	assert sys.argv[1] == "places" or abs(float(r["before"]) - wins[0] / sum(wins)) < 1e-9
	for key in "before", "los":
		assert abs(float(r[key]) + float(rows[b, a][key]) - 1) < 1e-9' $by
done
forms 'four robots by places' 2 --by places
check 'by places: the direction is said' grep -qE '^Places are given from the (first|last), which explains the games better' list.table
check 'by places: the score comes first' grep -q '^rank  robot .* games  *score  *95% interval  *win rate ' list.table
check 'by places: the model is another' json list.json 'd["ratings"]["model"] == "plackett-luce" and d["ratings"]["by"] == "places"'

# ---- several runs --------------------------------------------------------------------------
cp "${ARENA_ROBOTS:-$root/build/release/robots}/prober.so" renamed.so
plays 100 ./renamed.so computer --seed 3:0
plays 100 prober:risk=0.4 computer --seed 4
plays 60 prober computer -v wild --seed 5
plays 60 prober computer -v wild -r dice=3 --seed 6
run standings --output json
check 'the rules of the latest run' json "$out" 'd["runs"] == 1 and d["games"] == 60 and "dice=3" in d["rules"]'
run standings -v wild --output json
check 'the rules of a variant' json "$out" 'd["runs"] == 1 and d["games"] == 60 and "dice=5" in d["rules"]'
run standings -v wild -r dice=3
check 'a rule changed' has "$out" 'wild dice=3, 1 run, 60 games in 30 matches of 1 block at tables of 2'
run standings -v liars-dice --output json
check 'across runs: a robot is its file and its options' json "$out" 'd["runs"] == 4 and d["games"] == 1100
and {r["robot"]: r["games"] for r in d["robots"]} == {"prober:risk=0.4": 100, "renamed": 1000, "computer": 1100, "conservative": 400, "simpleton": 400}'
run standings -v liars-dice
check 'across runs: tables of all sizes' has "$out" 'at tables of 2 to 4'
plays 120 prober computer -v one-hand --match-length 6 --seed 8
run standings --output json
check 'the match length of the latest run' json "$out" 'd["match_length"] == 6 and d["runs"] == 1 and d["matches"] == 10'
plays 40 prober computer -v one-hand --seed 8
run standings --output json
check 'runs of another match length are not counted' json "$out" 'd["match_length"] == 1 and d["runs"] == 1 and d["games"] == 40'
run standings
check 'it says so' has "$out" 'Not counted: 1 run with these rules'
run standings -v one-hand --match-length 6
check 'they can be asked for' has "$out" '120 games in 10 matches of 6 blocks'
run standings -v one-hand --match-length 7
says 'a match length that nobody played' 2 'none with matches of 7 blocks'
plays 60 prober computer caller -v one-hand --as-given --seed 8
run standings
check 'circles as given are told' has "$out" 'seats as given'
check 'at tables of two they are no matter' has "$out" '2 runs, 100 games'
plays 60 prober computer caller -v one-hand --seed 8
run standings
check 'drawn circles are not mixed with given ones' has "$out" '2 runs, 100 games'
run standings --as-given
check 'given ones can be asked for' has "$out" 'seats as given'
run standings -v perudo
says 'a variant that nobody played' 2 'no run of perudo'
run standings -r dice=3
says 'a rule of no variant' 2 '--variant'
run standings 1 -v wild
says 'a run and a variant' 2 '--variant'
run standings 99
says 'a run that is not there' 2 "'99'"
run standings 1 2
says 'two runs' 2 "'2'"
run standings -v wil
says 'a variant that is none' 2 "'wil'"
mkdir other
make_robot other/computer <<'END'
int get_play(const char *me, const char *hands, const char *history) { return *history ? 0 : 11; }
END
plays 40 other/computer.so computer --seed 7:0 --results names
plays 40 computer other/computer.so --seed 8:0 --results names
run standings --results names --output csv
check 'robots that are called alike' sh -c 'cut -d, -f1,2 "$1" | sort | tr "\n" " " | grep -qx "computer,80 other/computer,80 robot,games "' - "$out"
plays 40 other/computer.so prober --seed 7:0 --results names2
plays 40 computer prober --seed 7 --results names2
run standings --results names2 --output csv
check 'robots that are called alike are told apart' grep -qE '^computer@[0-9a-f]{7},40,' "$out"

# ---- results that are hard to rate -------------------------------------------------------------
make_robot hopeless <<'END'
int get_play(const char *me, const char *hands, const char *history) { return 0; }
END
plays 100 prober ./hopeless.so --seed 1:0 --results sweep
forms 'a clean sweep' --results sweep
check 'a clean sweep has bounds, and no other rating' sh -c 'grep -qE "^ *1  prober .*  -  *>= [0-9.]+$" list.table &&
	grep -qE "^ *2  hopeless .*  -  *<= -[0-9.]+$" list.table'
check 'a clean sweep is told of' has list.table 'won every game'
plays 4 prober computer --shard 9/9 --seed 1 --results none
forms 'no games' --results none
check 'no games: it says so' has list.table 'No games yet.'
check 'no games: every robot is listed' test "$(grep -c '^ *-  [a-z]* *0  *-  ' list.table)" = 2
run standings --results none --reference prober
expect 'no games, with a reference' 0
plays 40 caller caller caller --seed 1 --results same
forms 'a robot with itself' --results same
plays 60 ./hopeless.so ./hopeless.so caller -v maexchen --anyway --seed 1:0 --results ties
forms 'ties' --results ties
plays 2 prober computer --seed 1 --results one
forms 'a single block' --results one
run standings --results one
check 'it is one' has "$out" '2 games in 1 match of 1 block at'
plays 26 $(printf 'caller %.0s' $(seq 25)) computer --seed 1 --results many
forms 'twenty-six seats' --results many
plays 40 prober computer --seed 1 --results islands
plays 40 simpleton conservative --seed 1 --results islands
run standings --results islands
expect 'a field that is not connected' 0
check 'it is said' has "$out" 'Some robots never met, not even through others.'
check 'each island has a list of its own' test "$(grep -c '^rank ' "$out")" = 2
# The ratings of an island are those that it would have on its own.
run standings --results islands --output csv
cp "$out" both.csv
for run in 1 2; do
	run standings $run --results islands --output csv
	check "island $run is rated as if it were alone" python3 -c 'import csv, sys
both = {r["robot"]: r for r in csv.DictReader(open("both.csv"))}
for r in csv.DictReader(open(sys.argv[1])):
	for key in r:
		assert r[key] == both[r["robot"]][key] or key in ("island", "level"), (key, r[key], both[r["robot"]][key])' "$out"
done
run standings --results islands --output json --matrix
check 'who never met has no share, and nobody is the better one' json "$out" 'd["ratings"]["islands"] == 2
and [[p["before"], p["los"]] for p in d["pairs"] if {p["robot"], p["opponent"]} == {"prober", "simpleton"}] == [[None, None]] * 2'
plays 2 $(printf 'prober:risk=0.%d ' $(seq 11 39)) --format pool --seed 1 --results wide
run standings --results islands --nash
says 'a mix of robots that never met' 2 'a decided game between each pair of them' 'round-robin'
run tournament 3000 --format round-robin conservative computer simpleton --results circle -q --seed 3 --trust
run standings --results circle --nash
expect 'a circle of three' 0
check 'it is named' grep -qx 'conservative > computer > simpleton > conservative: each surely beats the next.' "$out"
check 'the ratings do not explain it' grep -q '^The ratings do not explain all results: .* (z [0-9.]*). Of 3 pairs, 3 surely differ.$' "$out"
check 'the mix that none of them beats has all three' sh -c 'grep -cE " [1-9][0-9]*\.[0-9]%  +[-+]0\.[01]$" "$1" | grep -qx 3' - "$out"
run standings --results circle --nash --output json
check 'as data' json "$out" 'd["misfit"]["cycle"] == ["conservative", "computer", "simpleton"] and abs(sum(r["nash"] for r in d["robots"]) - 1) < 1e-9'
run standings --results wide --matrix
says 'a matrix that is too wide' 2 '28' '--output csv'

# ---- a damaged run ------------------------------------------------------------------------------
# Its rules are read to choose what the options leave open, and to find the runs of the same kind.
cp -r islands damaged
for run in 1 2; do
	cp islands/arena.db damaged/arena.db
	python3 -IS -c 'import sqlite3, sys
with sqlite3.connect("damaged/arena.db") as db:
	db.execute("UPDATE runs SET games = games + 2 WHERE id = ?", (sys.argv[1],))' $run
	run standings -v liars-dice --results damaged
	says "run $run is damaged" 5 "run 000$run" 'damaged'
done

# ---- the files of a run ------------------------------------------------------------------------
run standings 1 --files again
expect 'files of a run' 0
check 'files of a run: the same bytes' diff -r -x clock.json results/0001 again
run standings 1 --files again
expect 'files of a run, once more' 0
run standings 2 --files again
says 'files of another run in the same folder' 2 'again' 'does not belong to the run'
touch file
run standings 1 --files file
says 'files into a file' 5 'file'
"$arena" standings >/dev/full 2>"$err"
code=$?
says 'on a full disk' 5 'standard output'

# The same games, played again, are no news.
once() { run tournament 40 "$@" -r dice=2 --trust -q --results again; }
once caller computer --seed a
once caller computer --seed b
run standings --results again --output csv
sort "$out" | cut -d, -f1-10,19 >two.csv
once caller computer --seed a
once caller computer --seed a --log hands
once computer caller --seed a
run standings --results again --output csv
check 'a run that was played again counts once' sh -c 'sort "$1" | cut -d, -f1-10,19 | cmp two.csv -' - "$out"
run standings --results again
check 'which is said' grep -q '^Not counted: 3 runs with the same seed, robots and settings as another run, and so the same games.$' "$out"
once caller computer --seed a --as-given --match-length 2
once caller computer bumper --seed a
once caller bumper computer --seed a
run standings --results again
check 'other circles of three are other games' grep -q ' 4 runs, 16[0-9] games' "$out"

# Without the luck of the dice: of a run as in its table, of several runs only if all have it.
play() { "$arena" tournament 600 computer conservative --results luck -q "$@" >/dev/null; }
play --seed 1
run standings 1 --results luck --output csv
check 'the corrected win rates are those of the table' sh -c 'cut -d, -f1,20-23 "$1" | sort >mine; cut -d, -f1,21-24 luck/0001/table.csv | sort | cmp mine -' - "$out"
run standings 1 --results luck
check 'a line explains them' has "$out" 'corrected: the win rate without the luck of the dice'
play --seed 2
run standings --results luck --output csv
check 'two runs are corrected together' awk -F, 'NR > 1 && !($23 > $2 && $2 == 1200 && $20 != $4) { exit 1 }' "$out"
play --seed 3 --no-luck-correction
run standings --results luck --output csv
check 'a run without what the dice favoured: none' awk -F, 'NR > 1 && $20 $21 $22 $23 != "" { exit 1 }' "$out"
run standings --results luck
check 'nor are there columns' sh -c '! grep -q corrected "$1"' - "$out"
finish
