/* spectators.h - the pages of people who watch a game and do not play. They share one address, whose token is
 * independent of the players' tokens. They all get the same view, which has no hidden dice, and they cannot act.
 *
 * Their requests take little time: the view is made once for all of them, their pages poll less often if there are
 * many, and in each second only the first SPECTATORS_VIEWS requests get a view. */
#pragma once

#include <jansson.h>

#include "base/base.h"

enum {
	SITE_TOKEN = 32,        /* characters: 128 random bits */
	SPECTATORS_MOST = 256,  /* maximum number of pages that are counted; more pages may watch */
	SPECTATORS_VIEWS = 200, /* maximum number of views sent in a second */
};

#define SITE_AWAY_NS INT64_C(20000000000) /* a page without requests for this time does not count as open */

struct spectators {
	char token[SITE_TOKEN + 1]; /* "": spectators are not admitted */
	json_t *view;               /* owned; NULL: none yet */
	unsigned version;           /* version of the view; 0 if there is none */
	int64_t held_until_ns;      /* until this time they get this view, even if there is a newer state */
	int n_views;                /* number of views sent in the second that began at second_ns */
	int64_t second_ns;
	struct spectator {
		long long number;      /* the random number that the page has drawn */
		int64_t seen_ns;       /* time of the page's last request; 0: never */
		unsigned seen_version; /* version of the view last sent to the page */
	} page[SPECTATORS_MOST];
};

/* Returns how many pages are open. now_ns is the value of clock_wall_ns. */
int spectators_count(const struct spectators *spectators, int64_t now_ns);

/* Returns true if all open pages have this version. */
bool spectators_are_told(const struct spectators *spectators, unsigned version, int64_t now_ns);

/* Returns the answer to a page that knows the version `known` and has drawn the random number `number` (-1: none, so
 * the page is not counted). The answer has the view, if its version is another one, and
 *   spectators  how many pages are open
 *   poll        the time until the next request of this page, in ms
 * The caller owns it. */
json_t *spectators_look(struct spectators *spectators, long long known, long long number, int64_t now_ns);
