#!/bin/sh
# random.sh - the random numbers of robots are a function of seed, block, seat and ask only.
. "$(dirname "$0")/lib.sh"

cat >teller.c <<'END'
#include <stdlib.h>
#include <time.h>
#include "arena_robot.h"
int get_play(const char *me, const char *hands, const char *history)
{
	(void)me, (void)hands;
	srand((unsigned)time(NULL));
	srandom((unsigned)(size_t)&me);
	srand48(clock());
	robot_log("numbers %llx %x %lx %lx", (unsigned long long)robot_random(), rand(), random(), lrand48());
	return *history ? 0 : 11;
}
END
cc -D_GNU_SOURCE -std=c11 -fPIC -shared -I"$root/sdk" -o teller.so teller.c || exit 1
cp teller.so other.so

# The output of the robots in a game, at all their asks.
all_numbers() { "$arena" replay "$1" | sed -n 's/^ *| numbers //p'; }

run tournament 8 ./teller.so ./other.so --seed 1:0
expect 'a robot that draws numbers' 0
all_numbers 1 >game1
all_numbers 2 >game2
all_numbers 3 >game3
check 'there are numbers' test "$(wc -l <game1)" -ge 10
check 'no number comes twice in a game' test -z "$(tr ' ' '\n' <game1 | sort | uniq -d)"
check 'the other rotation of a block has the same, seat by seat' cmp -s game1 game2
check 'another block has others' test -z "$(sort game1 game3 | uniq -d)"
all_numbers 1 >again
check 'a replay has them again' cmp -s game1 again
run tournament 8 ./teller.so ./other.so --seed 1:0 --trust
all_numbers 1 >again
check 'so has a run without a sandbox' cmp -s game1 again
run tournament 8 ./teller.so ./other.so --seed 2:0
all_numbers 1 >again
check 'another seed has others' test -z "$(sort game1 again | uniq -d)"
finish
