# results.sh - results folders that cannot be used: detected before a game is played, exit code 5.
. "$(dirname "$0")/lib.sh"

touch file
for place in file file/below /dev/null /proc/nothing; do
	run tournament 100 caller computer --results $place
	says "results in $place" 5 "$place"
done
mkdir sealed unreadable
chmod 555 sealed
chmod 333 unreadable
for kind in written:sealed read:unreadable; do
	run_as_nobody tournament 100 caller computer --results "${kind#*:}"
	says "results in a folder that cannot be ${kind%:*}" 5 "${kind#*:}" 'Permission denied'
done
chmod 755 sealed unreadable

# A file system of one page, in a separate mount namespace.
cat >full.sh <<'END'
mkdir -p tiny && mount -t tmpfs -o size="$1",nr_inodes=100 tiny tiny || exit 99
[ "$2" = filled ] && head -c 100000 /dev/zero >tiny/big 2>/dev/null
"$3" tournament 10 caller computer --seed 1 --results tiny --db beside.db
code=$?
ls -A tiny tiny/0001 2>/dev/null >left
exit $code
END
space=
for way in 'unshare -m' 'unshare -rm'; do
	mkdir -p tiny && $way mount -t tmpfs none tiny 2>/dev/null && space=$way && break
done
if [ -n "$space" ]; then
	$space sh full.sh 64k filled "$arena" >"$out" 2>"$err"
	code=$?
	says 'results on a full disk' 5 'tiny/0001/run.json' 'No space left'
	check 'a run that could not begin leaves no folder' sh -c '! grep -q 0001 left'
	$space sh full.sh 8k empty "$arena" >"$out" 2>"$err"
	code=$?
	says 'a disk that fills up' 5 'tiny/0001/' 'No space left'
	check 'the table is printed all the same' has "$out" 'win rate'
	check 'no half-written file is left' sh -c '! grep -q "\.new" left'
else
	skip 'results on a full disk' 'no mount namespaces here'
fi
run tournament 10 caller computer --results deep/er/still
expect 'results in folders that are not there yet' 0
check 'they are made' test -s deep/er/still/0001/table.csv

# A new checkout already has the folder, with a README in it.
mkdir results
cp "$root/results/README.md" results
run tournament 10 caller computer
expect 'results beside a README' 0
check 'the first run has number 1' test -s results/0001/table.csv
run replay 1
expect 'the latest run is found beside a README' 0
check 'the README is left alone' cmp -s "$root/results/README.md" results/README.md
check 'git ignores runs, and not the README' sh -c 'cd "$1" && { [ ! -e .git ] || { git check-ignore -q results/0001 && ! git check-ignore -q results/README.md; }; }' - "$root"
finish
