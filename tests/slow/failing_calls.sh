#!/usr/bin/env bash
# failing_calls.sh - tests/cli/failing_calls.sh with a failure of each single call instead of a sample: about an hour.
set -u
cd "$(dirname "$0")/../.." || exit 1
ARENA_EVERY_CALL=1 exec bash tests/cli/failing_calls.sh
