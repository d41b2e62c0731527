#!/bin/sh
# mutants.sh - do the tests detect changes? Changes an operator or a constant in one line of the arena, builds, runs the
# tests of that folder, and reports which mutants survived; repeats this with other changes.
#
#   tests/slow/mutants.sh [-n COUNT] [-s SEED] [-t SECONDS] [FOLDER or FILE or FILE:LINE...]
#
#   -n COUNT     how many mutants (40)
#   -s SEED      the same seed and sources, the same mutants (1)
#   -t SECONDS   most that the tests of one mutant may take; one that takes longer is not counted (600)
#   FOLDER...    below src/: game stats match store; or files, or lines (game/odds.c:55)
#
# With SANITIZE=address,undefined in the environment, mutants are built with the sanitizers, which find accesses out of bounds.
# All tests pass without a change before the first mutant that they are to find, inside the same walls; otherwise the script
# ends. A source is also tested by the script of its name: cmd_list.c by list.
#
# A mutant may do anything; one whose kill() was changed ended every process of a machine. So mutants run in a copy, in
# bubblewrap: with their own processes, no network, an empty home folder, and everything except the copy read-only.
# Exit code 1 if more than one in ten survived: then look at each; a mutant that behaves like the original is not a fault of
# the tests.
set -eu
command -v bwrap >/dev/null || { echo 'mutants.sh: needs the package bubblewrap' >&2; exit 5; }
exec python3 "$(dirname "$0")/mutants.py" "$@"
