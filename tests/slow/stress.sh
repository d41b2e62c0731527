#!/bin/sh
# stress.sh [RUNS] - runs tests/cli/stress.sh with 200 runs (default): tournaments of all formats with two to eight
# workers beside 8 busy processes and with the smallest socket buffers, sixty times as long. None may hang; all must give
# the bytes of a quiet run.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
STRESS_RUNS=${1:-200} STRESS_LONG=60 STRESS_NICE=0 ARENA_ROOT=$root ARENA=${ARENA:-$root/arena} exec bash "$root/tests/cli/stress.sh"
