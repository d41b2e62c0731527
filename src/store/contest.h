/* contest.h - the tables of contests in the database (schema.sql): versions, seasons, ratings. The rounds of a contest
 * are runs. */
#pragma once

#include <jansson.h>

#include "store/database.h"

/* A version of a robot that a team has submitted. All strings are owned; none is NULL. */
struct contest_version {
	int64_t id;
	char *team, *robot, *name;
	char *sha256;    /* of its files; "retry N": forgotten, so that the same files are built again as a new
	                  * version */
	char *played;    /* SHA-256 of the robot file that played in its last run; "": it has not played */
	char *file;      /* path of the robot within the folder of the contest; "" if the version has none */
	char *reason;    /* why it may not take part; "" if it may */
	char *arrived;   /* YYYY-MM-DD HH:MM:SS, UTC */
	int64_t season, round; /* the first round in which it may play */
	bool is_active;
};

struct contest_versions {
	struct contest_version *items; /* ascending by id; owned */
	int n;
};

void contest_versions_release(struct contest_versions *versions);
#define AUTO_VERSIONS __attribute__((cleanup(contest_versions_release)))

/* Reads all versions; the caller releases *versions. */
int contest_get_versions(struct database *database, struct contest_versions *versions, struct err *err);

/* Returns true if the team has a version of this name. */
bool contest_has_version(const struct contest_versions *versions, const char *team, const char *name);

/* Returns the index of the first version of a team, or -1 if it has none. */
int contest_find_team(const struct contest_versions *versions, const char *team);

/* Adds a version and sets its id. If it is active, it replaces the active version of its robot. */
int contest_put_version(struct database *database, struct contest_version *version, struct err *err);

/* Makes this version the active one of its robot. With id 0 the robot has no active version. */
int contest_set_active(struct database *database, const char *team, const char *robot, int64_t id, struct err *err);

/* Forgets the hash of a version's files, so that the same files become a new version. */
int contest_forget_files(struct database *database, int64_t id, struct err *err);

bool contest_is_forgotten(const struct contest_version *version);

/* Returns how many versions of a team arrived on the day of the given time. A version that was built again counts only
 * once. */
int contest_count_of_day(const struct contest_versions *versions, const char *team, const char *time);

/* Replaces all notes with notes[i] for teams[i], i < n. */
int contest_put_notes(struct database *database, const char *const *teams, const char *const *notes, int n,
		      struct err *err);

/* Returns [[team, note], ...] in the order in which they were stored. The caller owns it. Returns NULL with err on
 * failure. */
json_t *contest_notes(struct database *database, struct err *err);

/* A season. All strings are owned. `frozen` and `ended` are "" until these events happen. */
struct contest_season {
	int64_t number; /* from 1; 0: there is no season yet */
	char *name, *begun, *frozen, *ended, *seal;
};
void contest_season_release(struct contest_season *season);

/* Reads season `number`, or the latest for 0; *season is zeroed if it does not exist. The caller releases it. */
int contest_get_season(struct database *database, int64_t number, struct contest_season *season, struct err *err);

int contest_begin_season(struct database *database, const struct contest_season *season, struct err *err);

/* Freeze or end the latest season at the time `now`. A season that is already frozen, or has ended, keeps its time. */
int contest_freeze_season(struct database *database, const char *now, struct err *err);
int contest_end_season(struct database *database, const char *now, struct err *err);

struct contest_rating {
	int64_t version;
	double elo, low, high;
	uint64_t matches; /* in the season so far */
};

/* Stores the ratings after a round in one transaction. A round that already has ratings keeps them. */
int contest_put_ratings(struct database *database, int64_t season, int64_t round, const struct contest_rating *ratings,
			int n, struct err *err);

/* Calls visit for each rating of the season: by round, then by version id. */
int contest_each_rating(struct database *database, int64_t season,
			void (*visit)(int64_t round, const struct contest_rating *rating, void *context), void *context,
			struct err *err);

/* A stored fault; all members are borrowed. */
struct contest_fault {
	const char *label;   /* label of the version that failed */
	const char *verdict, *cause, *output;
	int64_t run, game;   /* the game's number from 1 */
};

/* Calls visit for each fault of all runs, latest run first. */
int contest_each_fault(struct database *database, void (*visit)(const struct contest_fault *fault, void *context),
		       void *context, struct err *err);

/* Sets *round to the last round of the season that has ratings, or to 0 if there is none. */
int contest_last_rated(struct database *database, int64_t season, int64_t *round, struct err *err);

/* Finds the run with this seed. Sets *run to its id, or to 0 if there is none. */
int contest_find_run(struct database *database, const char *seed, int64_t *run, struct err *err);
