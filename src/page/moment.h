/* moment.h - the moments of a recorded game (output/viewer.c describes its form): the text of each, and the most
 * dramatic one. They are the frames of web/story.js except those of asks that are collapsed; tests/report/page.py
 * compares both. */
#pragma once

#include <jansson.h>

#include "base/base.h"

enum moment_kind { MOMENT_DEAL = 0, MOMENT_STEP, MOMENT_END };

struct moment {
	enum moment_kind kind;
	size_t hand, step; /* step: used by MOMENT_STEP */
};

/* A game and its moments. */
struct moments {
	const json_t *data, *game; /* data of the page, and a game in its "games"; borrowed */
	struct moment *list;       /* n of them; owned */
	int n;
};
#define AUTO_MOMENTS __attribute__((cleanup(moments_release)))

void moments_of(const json_t *data, const json_t *game, struct moments *moments);
void moments_release(struct moments *moments);

/* Returns the index of the moment with the most dramatic play, or 0 if there is none. Sets *drama, unless it is NULL,
 * to a measure of its drama for comparing games, or to 0. */
int moments_boldest(const struct moments *moments, double *drama);

/* Returns the game of the page with the most dramatic play, the first of several, or NULL if the page has no games. */
const json_t *moments_boldest_game(const json_t *data);

/* Adds a description of what happens, such as "ann: three fours". */
void moment_words(const struct moments *moments, const struct moment *moment, struct str *out);

/* If a bid is made at this moment, adds whether it is true, given all dice. */
void moment_truth(const struct moments *moments, const struct moment *moment, struct str *out);

/* Returns the bid on the table ("truth" of a step, output/viewer.c), or NULL. */
const json_t *moment_bid(const struct moments *moments, const struct moment *moment);

/* Returns the bid in words. */
const char *moment_bid_words(const struct moments *moments, const struct moment *moment);

/* Returns the seat that plays, or -1. */
int moment_actor(const struct moments *moments, const struct moment *moment);

/* Sets *out to the dice of a seat as digits, or to "" if it has none or they are unknown. */
void moment_dice(const struct moments *moments, const struct moment *moment, int seat, struct str *out);

/* Returns the hand of the moment, and the name of the robot in a seat. */
const json_t *moment_hand(const struct moments *moments, const struct moment *moment);
const char *moment_name(const struct moments *moments, int seat);
