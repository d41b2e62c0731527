#!/bin/sh
# update.sh [ARENA] - renews tests/golden/results; look at `git diff tests/golden` before you commit it.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
arena=$(realpath "${1:-$root/arena}") # make.sh changes the folder
rm -rf "$root/tests/golden/new"
sh "$root/tests/golden/make.sh" "$arena" "$root/tests/golden/new"
rm -rf "$root/tests/golden/results"
mv "$root/tests/golden/new" "$root/tests/golden/results"
git -C "$root" --no-pager diff --stat -- tests/golden 2>/dev/null || true
