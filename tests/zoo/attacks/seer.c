/* seer - with --trust, where it shares its process with its opponent, which is another seer: each shows the other its dice. With the
 * option see=1 it calls what is false and bids what is true. Without it, it plays like meek. Expected: ok; one that sees is named. */
#include <stdbool.h>
#include <sys/mman.h>

#include "arena_robot.h"
#include "meek.h"

static struct shown {
	char dice[2][32]; /* by letter */
} *shown;
static bool sees;

int robot_option(const char *key, const char *value)
{
	sees = *value == '1';
	return 0;
}

static int count(int face)
{
	int n = 0;
	for (int player = 0; player < 2; player++)
		for (const char *die = shown->dice[player]; *die >= '1' && *die <= '9'; die++)
			n += *die - '0' == face;
	return n;
}

/* The highest bid that is true. */
static int highest(void)
{
	int best = 0;
	for (int face = 1; face <= 6; face++)
		if (count(face) && 10 * count(face) + face > best)
			best = 10 * count(face) + face;
	return best;
}

int get_play(const char *me, const char *hands, const char *history)
{
	const char *own = strchr(hands, *me), *last = strrchr(history, ':');
	int bid = last ? atoi(last + 1) : 0;
	shown = (struct shown *)0x600000000000;
	mmap(shown, sizeof *shown, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	if (!strchr(hands, 'x'))
		return 0;
	strncpy(shown->dice[*me - 'A'], own + 2, 31);
	if (!sees || !bid)
		return meek_play(history);
	return count(bid % 10) < bid / 10 || highest() <= bid ? 0 : highest();
}
