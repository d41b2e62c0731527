#!/bin/sh
# table.sh BUILD_FOLDER - checks that robots/champion/equilibrium.table is what make_table and code_table write. Takes five minutes.
# Both are built by `make check`, or by the target champion-table.
set -eu
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
"$build/champion/make_table" "$tmp/computed"
"$build/champion/code_table" "$tmp/computed" "$tmp/coded"
cmp "$tmp/coded" robots/champion/equilibrium.table
echo "the table is the computed one"
