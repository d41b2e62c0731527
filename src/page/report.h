/* report.h - all data of a report about a run, or about the tourneys of this season, as one JSON value. */
#pragma once

#include <jansson.h>

#include "page/games.h"
#include "store/database.h"
#include "store/run_config.h"
#include "net/server/serve.h"

struct report {
	struct database *database;  /* borrowed */
	int64_t run_id;
	const char *name;           /* name of the run, such as "0007"; borrowed */
	const struct run_config *info;    /* borrowed */
	struct report_wish wish;    /* the caller sets n_games and asked; the other members are set here */
	void (*tell)(const char *lines, void *tell_context); /* as in struct tournament */
	bool has_robot;             /* the page is about one robot: the data then has "about" (page/ratings.h). Set by
				     * the caller; for a gauntlet and a test it is set here to their first robot */
	int robot;                  /* index in the run */
	bool is_of_robot;           /* leave out the parts that are not about this robot; "about" then has "alone" */
	bool is_only_games;         /* only the requested games and the data of their page: for PAGE_GAME */
	uint64_t most_studied;      /* number of games to analyse for each robot; 0: none */
	uint64_t most_coached;      /* number of games to coach for each robot; 0: none */
	bool is_trusted, allows_weak_sandbox;
	const char *folder;         /* folder of the run, if it exists; borrowed, as the next */
	const char *hidden[2];      /* files and folders that program robots may not read, in addition to `folder` */
	struct str remark;          /* the reason why there are no games and studies, if the games could not be
	                             * replayed; owned */
};

void report_release(struct report *report);

/* Returns the data, which the caller owns, or NULL with err. Games that cannot be replayed lead to a remark, not to a
 * failure. */
json_t *report_data(struct report *report, struct err *err);

/* Returns the data of the tourneys of this season, in the same form. Reads them from report->database. The caller sets
 * most_studied and is_only_games, and in wish n_games, asked and n_asked. The caller owns the result; NULL with err.
 * Inconsistent logs are skipped and counted in report->remark. */
json_t *tourneys_data(struct report *report, struct err *err);

/* The page of `arena serve --http`: the HTTP view of a running tourney server. */

struct live;

/* Listens on `where`, "PORT" (only this machine) or "ADDRESS:PORT", and sets the plan's http and page. Writes the
 * address of the page to `address`. Returns NULL with err on failure. The answers come from the plan's database. */
struct live *live_open(const char *where, struct serve_plan *plan, struct str *address, struct err *err);
void live_close(struct live *live); /* may be NULL */
