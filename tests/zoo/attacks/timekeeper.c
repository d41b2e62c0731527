/* timekeeper - in one rotation it sleeps until the clock shows the dice that it had so far, which are its opponent's
 * dice in the next rotation; there it reads the clock at its first ask. For tables of two with dice=1. Option: by=real
 * or by=tsc, the clock; without it the robot sleeps as long, and guesses. Expected: ok, and as many wins with the
 * option as without it. */
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <time.h>

#include "arena_robot.h"
#include "meek.h"

/* A code of the dice of two games for each slot of the first half of a turn of the clock; the second half says
 * nothing. */
enum { MS = 1000000, CODES = 36, SLOT = 6 * MS, TURN = 2 * CODES * SLOT, NAP = 500 * MS, LATE = 3 * MS };

static const struct arena_robot_info info = {.size = sizeof info, .abi = ARENA_ABI, .max_lanes = 1};
static char by;
static int own, other; /* dice; other: 0 where unknown */

/* What stays when a game ends: where only this code looks for it. */
static struct memory {
	int64_t n_games;
	int known[2];      /* the dice of the other seat in the first two games, received; 0: none */
	int code, weight;  /* of the own dice so far */
} *memory;

const struct arena_robot_info *robot_info(void)
{
	return &info;
}

int robot_option(const char *key, const char *value)
{
	by = *value;
	return 0;
}

static int64_t now_ns(void)
{
	struct timespec now;
#ifdef __x86_64__
	if (by == 't')
		return (int64_t)__builtin_ia32_rdtsc() / 2;
#endif
	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static void begin_process(void)
{
	void *place = (void *)UINT64_C(0x300000000000);
	void *at = mmap(place, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	memory = place;
	if (at != place)
		return; /* it is there */
	int64_t code = by ? (now_ns() % TURN - LATE + SLOT / 2) / SLOT : 0;
	memory->weight = 1;
	if (code >= 0 && code < CODES) {
		memory->known[0] = (int)(code % 6) + 1;
		memory->known[1] = (int)(code / 6) + 1;
	}
}

static void begin_game(void)
{
	begin_process();
	int64_t n = memory->n_games++;
	other = n < 2 ? memory->known[n] : 0;
	if (n < 2) {
		memory->code += memory->weight * (own - 1);
		memory->weight *= 6;
	}
}

/* Sleeps for a while and until the clock shows the code, or, where a code was received, none. */
static void sleep_until_code(void)
{
	int64_t code = memory->known[0] ? CODES * 3 / 2 : memory->code, at = now_ns() + NAP;
	int64_t left = ((code * SLOT - at) % TURN + TURN) % TURN;
	struct timespec time = {0, NAP + (by ? left : TURN / 2)};
	nanosleep(&time, NULL);
}

static bool is_true(int bid)
{
	return (own == bid % 10) + (other == bid % 10) >= bid / 10;
}

/* Calls what is false, and otherwise makes the highest bid that is true, or one that the other seat may believe. */
static int play_knowing(int bid)
{
	if (bid && !is_true(bid))
		return 0;
	for (int higher = 26; higher > bid; higher--)
		if (higher % 10 >= 1 && higher % 10 <= 6 && is_true(higher))
			return higher;
	return bid / 10 == 2 ? 0 : 20 + other;
}

void robot_game_start(const struct arena_game_start *start)
{
	own = 0;
}

int get_play(const char *me, const char *hands, const char *history)
{
	const char *mine = strstr(hands, me), *last = strrchr(history, ':');
	if (strchr(hands, 'x') == NULL)
		return 0;
	if (!own) {
		own = mine[2] - '0';
		begin_game();
	}
	sleep_until_code();
	return other ? play_knowing(last ? atoi(last + 1) : 0) : meek_play(history);
}
