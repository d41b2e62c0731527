# golden_results.sh - small runs of every variant and format, compared byte by byte with tests/golden: any changed digit
# or column is detected. After a deliberate change: `make golden`, then review the difference.
. "$(dirname "$0")/lib.sh"

sh "$root/tests/golden/make.sh" "$arena" "$folder/new" >"$out" 2>"$err"
code=$?
expect 'the runs are played' 0
for file in "$root"/tests/golden/results/*; do
	name=${file##*/}
	if diff -u "$file" "new/$name" >"$out" 2>&1; then pass "$name"; else fail "$name" 'differs (renew with: make golden)'; fi
done
check 'the results epoch is that of these games (renew with: make golden)' test "$(tail -n 1 "$root/tests/golden/epochs")" = \
	"$(sh "$root/tests/golden/epochs.sh" new)"
check 'there is nothing new' sh -c 'cd new && for f in *; do [ -e "$1/$f" ] || exit 1; done' - "$root/tests/golden/results"
finish
