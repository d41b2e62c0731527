/* seer - with --trust, where it shares its process with its opponent, which is another seer: each shows the other its
 * dice. With the option see=1 it calls what is false and bids what is true. With see=2 it does so only where the same
 * two hands met before, which with -r loss=game is in the later rotation. Without it, it plays like meek. Expected: ok;
 * one that sees is named. */
#include <stdbool.h>
#include <sys/mman.h>

#include "arena_robot.h"
#include "meek.h"

enum { MOST = 4096, HAND = 32 };
static struct shown {
	char dice[2][HAND]; /* by letter */
	char met[MOST][2][HAND];
	int n;
} *shown;
static char see;

int robot_option(const char *key, const char *value)
{
	see = *value;
	return 0;
}

static int count(int face)
{
	int n = 0;
	for (int player = 0; player < 2; player++)
		for (const char *die = shown->dice[player]; *die; die++)
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

static bool have_met(const char *mine, const char *others)
{
	for (int i = 0; i < shown->n; i++)
		if (strcmp(shown->met[i][1], mine) == 0 && strcmp(shown->met[i][0], others) == 0)
			return true;
	return false;
}

int get_play(const char *me, const char *hands, const char *history)
{
	const char *own = strchr(hands, *me) + 2, *last = strrchr(history, ':');
	int bid = last ? atoi(last + 1) : 0;
	shown = (struct shown *)0x600000000000;
	mmap(shown, sizeof *shown, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	char *mine = shown->dice[*me - 'A'], *others = shown->dice['B' - *me];
	if (!strchr(hands, 'x')) {
		if (see == '2' && shown->n < MOST && !have_met(mine, others)) {
			strcpy(shown->met[shown->n][0], mine);
			strcpy(shown->met[shown->n++][1], others);
		}
		return 0;
	}
	size_t n = strspn(own, "123456789");
	memcpy(mine, own, n);
	mine[n] = '\0';
	if (!bid || !(see == '1' || (see == '2' && have_met(mine, others))))
		return meek_play(history);
	return count(bid % 10) < bid / 10 || highest() <= bid ? 0 : highest();
}
