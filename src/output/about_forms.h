/* about_forms.h - the data for a page about one robot. The report (page/about.c) and the site of a contest fill in
 * these structs from their own results, because this room does not compute results.
 *
 * about_json returns an object of texts for a template (base/template.h) or a script. An empty list is null, so that
 * {{#beats}} and {{^beats}} work:
 *
 *   {{#beats}}<p>Beats {{#list}}{{comma}}
 *     <a href="{{link}}"><bdi>{{~name}}</bdi></a> ({{share}} %){{/list}}.</p>{{/beats}}
 *
 *   beats, loses_to, undecided: {list: [{comma, name, link, share, low, high, games}]}
 *     comma: "" for the first, ", " for the others; share, low, high: percent with one decimal, "54.6"; games: "1,200"
 *   faults: {list: [{kind, number, game, link, cause}]}
 *     kind: "timeout"; number: how many, "1,200"; game: an integer, 0 if no game is known */
#pragma once

#include <jansson.h>

#include "robot/verdict.h"
#include "stats/interval.h"

/* Another robot. All texts are borrowed, and need not be clean. */
struct about_opponent {
	const char *name, *link; /* link: address of its page; "": none */
	struct interval share;   /* the robot's share of the games that one of the two won, from 0 to 1 */
	uint64_t games;
	int result;              /* 1: the robot is significantly better, -1: significantly worse, 0: undecided
				  * (stats/ranks.h, ranks_results) */
};

/* Its faults of one kind. */
struct about_fault {
	enum verdict verdict;
	uint64_t n;
	uint64_t game;           /* number of a game in which it occurred, from 1; 0: unknown */
	const char *link;        /* address of this game; "": none */
	const char *cause;       /* the cause in this game; "": unknown */
};

struct about {
	const struct about_opponent *opponents;
	int n_opponents;
	const struct about_fault *faults; /* those with n = 0 are left out */
	int n_faults;
};

/* Returns the JSON object. The caller owns it. */
json_t *about_json(const struct about *about);
