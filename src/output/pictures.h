/* pictures.h - the tables of the commands as pictures: --plot. */
#pragma once

#include "record/study.h"
#include "standings/pool_list.h"
#include "standings/standings.h"

enum pictures { PICTURES_AUTO, PICTURES_ON, PICTURES_OFF };
extern const char *const picture_words[]; /* of --plot, in this order */

/* Shall they be drawn on stdout? */
bool pictures_are_wanted(enum pictures wish);

/* Each adds an empty line and pictures of at most `width` columns (0: 80). */
void pictures_of_standings(const struct standings *standings, int width, bool has_colour, struct str *out);
void pictures_of_pool(const struct pool_list *list, int width, bool has_colour, struct str *out);
void pictures_of_analysis(const struct analysis_report *report, int width, bool has_colour, struct str *out);

/* A matrix of chances or shares, a coloured cell for each pair; share as in pool_list.h. Colours are needed. */
void pictures_of_pairs(const struct pool_list *list, const char *title,
		       bool (*share)(const struct pool_list *list, int a, int b, double *value), int width, struct str *out);
