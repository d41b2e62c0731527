#!/bin/sh
# epochs.sh FOLDER - prints the last line of tests/golden/epochs as it must be: the results epoch of the source, and a hash of who won
# how many games in the golden runs in FOLDER. If the games change, the epoch must be raised (src/store/run_config.h).
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
epoch=$(sed -n 's/^enum { RESULTS_EPOCH = \([0-9]*\) };$/\1/p' "$root/src/store/run_config.h")
echo "$epoch $(cut -d, -f1-3 "$1"/*.table.csv | sha256sum | cut -d' ' -f1)"
