#!/bin/sh
# dist.sh - the tarball of `make dist` builds, and passes its tests, in a folder without git.
set -eu
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tar -xzf "$(make -s dist)" -C "$folder"
cd "$folder"/arena-*
make -s -j2
make -s -j2 "${1:-check}"
