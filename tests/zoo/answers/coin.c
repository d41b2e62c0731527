/* coin - tosses a coin in its first game after loading, and plays the match in one of two styles: it calls early, or
 * late. Instances with other salts are equally strong but play differently, since they use the arena's random numbers
 * differently. For the statistics: matches are independent, the blocks of one are not. Expected: ok.
 *
 *	salt=N      1, 2, ...: what the random numbers mean
 *	style=N     0 or 1 instead of the coin
 *	odd=N       random numbers are used in only one of N asks; by default in each */
#include <stdlib.h>
#include <string.h>

#include "arena_robot.h"

static uint64_t salt;
static int style = -1;
static uint32_t odd = 1;

int robot_option(const char *key, const char *value)
{
	if (strcmp(key, "salt") == 0)
		salt = strtoull(value, NULL, 10);
	else if (strcmp(key, "style") == 0)
		style = atoi(value);
	else if (strcmp(key, "odd") == 0)
		odd = (uint32_t)atoi(value);
	else
		return -1;
	return 0;
}

/* 32 random bits, which depend on the salt. */
static uint32_t draw(void)
{
	uint64_t bits = (robot_random() ^ salt * 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
	bits = (bits ^ bits >> 31) * 0x94d049bb133111eb;
	return (uint32_t)(bits >> 32);
}

void robot_game_start(const struct arena_game_start *start)
{
	if (style < 0)
		style = draw() & 1;
}

int get_play(const char *me, const char *hands, const char *history)
{
	const char *last = strrchr(history, ':'), *own = strchr(hands, *me);
	int bid = last ? atoi(last + 1) : 0, face = bid % 10, quantity = bid / 10, n_own = 0, n_hidden = 0;
	uint32_t chance = draw();
	double daring = style ? 1.2 : 0.2;
	if (!own)
		return 0; /* it is eliminated and observes */
	if (!bid)
		return 10 + own[2] - '0';
	for (const char *at = hands; *at; at++)
		n_hidden += *at == 'x';
	int n_dice = n_hidden;
	for (const char *at = own + 2; *at >= '1' && *at <= '9'; at++, n_dice++)
		n_own += *at - '0' == face;
	if (chance % odd == 0)
		daring += (chance >> 16) / 65536.0 - 0.5;
	if (quantity >= n_dice || quantity > n_own + n_hidden / 6.0 + daring)
		return 0;
	return bid + 10;
}
