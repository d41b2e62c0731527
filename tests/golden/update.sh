#!/bin/sh
# update.sh [ARENA] - renews tests/golden/results; look at `git diff tests/golden` before you commit it.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
arena=$(realpath "${1:-$root/arena}") # make.sh changes the folder
rm -rf "$root/tests/golden/new"
sh "$root/tests/golden/make.sh" "$arena" "$root/tests/golden/new"
line=$("$root/tests/golden/epochs.sh" "$root/tests/golden/new")
if ! grep -qx "$line" "$root/tests/golden/epochs"; then
	# If only runs were added, the games of the others are those of this epoch, whose line then changes.
	known=$(mktemp -d)
	for file in "$root"/tests/golden/results/*.table.csv; do
		cp "$root/tests/golden/new/${file##*/}" "$known" || true
	done
	if grep -qx "$("$root/tests/golden/epochs.sh" "$known")" "$root/tests/golden/epochs"; then
		sed -i "/^${line%% *} /d" "$root/tests/golden/epochs"
	fi
	rm -r "$known"
	grep -q "^${line%% *} " "$root/tests/golden/epochs" && {
		echo 'update.sh: the games of the golden runs have changed: raise RESULTS_EPOCH in src/store/run_config.h first' >&2
		exit 1
	}
	echo "$line" >>"$root/tests/golden/epochs"
fi
rm -rf "$root/tests/golden/results"
mv "$root/tests/golden/new" "$root/tests/golden/results"
git -C "$root" --no-pager diff --stat -- tests/golden 2>/dev/null || true
