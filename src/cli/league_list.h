/* league_list.h - a rating list of a league and its forms: table, CSV, JSON. Nothing in them is NaN or
 * infinite, whatever was played. */
#ifndef ARENA_CLI_LEAGUE_LIST_H
#define ARENA_CLI_LEAGUE_LIST_H

#include <stdbool.h>

#include <jansson.h>

#include "base/str.h"
#include "cli/league.h"
#include "stats/rating.h"

struct league_list {
	const struct league *league;
	struct ratings ratings;
	int *order;       /* order[rank] is the index of a robot, best first; owned */
	int reference;    /* whose rating is 0; -1: their mean is */
	double *met, *before; /* league_matrix; NULL when not wanted; owned */
};

/* Rates the finished league. reference: index of a robot, or -1. */
void league_list_init(struct league_list *list, const struct league *league, int reference, bool has_matrix);
void league_list_release(struct league_list *list);

/* Of a robot that has no games: zeroed, in no component. */
struct robot_rating league_list_rating(const struct league_list *list, int robot);

/* The rank of order[at], from 1: robots whose ratings are equal share it. */
int league_list_rank(const struct league_list *list, int at);

/* Share of the games of a and b in which a finished before b, or the chance that a is better. False when
 * there is none. */
bool league_list_before(const struct league_list *list, int a, int b, double *share);
bool league_list_superiority(const struct league_list *list, int a, int b, double *chance);

/* Do first places say anything that the score does not? */
bool league_list_has_firsts(const struct league_list *list);

/* A table of text can hold the matrices of so many robots. */
enum { LEAGUE_WIDEST_MATRIX = 28 };

/* title: what was played, for the first line. */
void league_list_table(const struct league_list *list, const char *title, bool has_colour, struct str *out);

/* A line per robot, or with the matrix a line per pair of robots. */
void league_list_csv(const struct league_list *list, struct str *out);

/* Adds "ratings", "robots" and with the matrix "pairs" to the object. */
void league_list_json(const struct league_list *list, json_t *object);

#endif
