/* contest.h - a folder of a contest, opened:
 *
 *   FOLDER/contest               its settings (settings.h)
 *          submissions/TEAM/...  what teams hand in; the arena only reads it
 *          teams/TEAM/VERSION/   a version: source/ with its files and the robot, build.log, doctor.txt
 *          results/              the database, and a run for each round and final
 *
 * A season is rounds that never end (round.h), until it is frozen and its final is played (final.h). What is drawn in
 * round R of season S follows from the seed of the settings, S and R. Their seeds are hashes of it: that of a round,
 * which everybody may know, says nothing of the next. A contest has at most one process that changes it. */
#ifndef ARENA_CONTEST_CONTEST_H
#define ARENA_CONTEST_CONTEST_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"
#include "contest/settings.h"
#include "game/rules.h"
#include "store/contest.h"
#include "store/database.h"

enum { CONTEST_TIME = 20, CONTEST_SEED = 65 };

struct contest {
	char *folder, *results, *path; /* of the contest, of its runs, of the database; owned */
	struct settings settings;
	struct rules rules;
	int lock;                      /* descriptor; -1 without */
	struct database *database;     /* NULL while a round is played, which opens it itself */
	struct contest_season season;  /* the latest; number 0: none, which a reader may meet */
	int n_jobs;                    /* 0: one a core */
	bool allows_weak_sandbox;
	const volatile sig_atomic_t *stop;
	void (*say)(const char *line); /* told of what happens; NULL: nobody is */
};

enum contest_mode { CONTEST_READ, CONTEST_CHANGE };

/* contest: zeroed, with stop and say of the caller's; released by the caller in any case. CONTEST_CHANGE takes the
 * lock, makes the database, and begins the first season. EXIT_USAGE for a folder without a contest, EXIT_WORLD when
 * another process has it. */
int contest_open(struct contest *contest, const char *folder, enum contest_mode mode, struct err *err);
void contest_release(struct contest *contest);
#define AUTO_CONTEST __attribute__((cleanup(contest_release)))

/* Closes the database, and opens it again. */
void contest_leave_database(struct contest *contest);
int contest_enter_database(struct contest *contest, struct err *err);

/* Begins the next season, which must not be in progress. name: NULL: "Season N". */
int contest_next_season(struct contest *contest, const char *name, struct err *err);

/* Reads the latest season again. */
int contest_read_season(struct contest *contest, struct err *err);

/* The seed of a round (from 1) of a season, or of its final (round 0). */
void contest_seed(const struct contest *contest, int64_t season, int64_t round, char seed[CONTEST_SEED]);

/* The time as the database has it, in UTC. */
void contest_now(char text[CONTEST_TIME]);

/* Adds a path within the folder. */
void contest_path(const struct contest *contest, const char *name, struct str *out);

/* Says a line of format. */
void contest_say(const struct contest *contest, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* "team/name": what a version is called in tables. */
void contest_label(const struct contest_version *version, struct str *out);

#endif
