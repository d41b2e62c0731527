/* contest.h - an open contest. Its folder has:
 *
 *   FOLDER/contest               its settings (settings.h)
 *          submissions/TEAM/...  the teams' submissions; the arena only reads them
 *          teams/TEAM/VERSION/   a version: source/ with its files and the robot, build.log, doctor.txt
 *          results/              the database, and a run for each round and final
 *
 * A season consists of any number of rounds (round.c), until it is frozen and its final is played. All random choices
 * in round R of season S follow from the seed in the settings, S and R. The seed of a round is a hash of these, so a
 * published seed reveals nothing about the seed of the next round. At most one process at a time may change a
 * contest. */
#pragma once

#include <signal.h>
#include <time.h>

#include "contest/settings.h"
#include "store/contest.h"

struct prepared;

/* Versions that are being built and checked (prepare.h), while rounds are played. */
struct workshop {
	struct prepared *list; /* in the order in which they were added; owned */
	int n;
};

enum { CONTEST_TIME = 20, CONTEST_SEED = 65 };

struct contest {
	char *folder, *results, *path; /* the folder of the contest, the folder of its runs, the path of the database;
	                                * owned */
	struct settings settings;
	struct rules rules;
	int lock;                      /* descriptor of the lock file; -1 when not locked */
	struct database *database;     /* NULL while a round is played, because the round opens the database itself */
	struct contest_season season;  /* the latest one; number 0: no season has begun, which is possible only with
	                                * CONTEST_READ */
	struct workshop workshop;
	int n_jobs;                    /* 0: one per core */
	bool allows_weak_sandbox;
	const volatile sig_atomic_t *stop;
	const char *on_round;          /* the command of --on-round; borrowed; NULL: none */
	bool has_sign_in;              /* the pages of the site have a link to the sign-in page of `contest serve` */
	void (*say)(const char *line); /* called with each progress message; may be NULL */
};

enum contest_mode { CONTEST_READ, CONTEST_CHANGE };

/* Opens a contest. The caller zeroes `contest`, sets its stop and say, and releases it even after a failure.
 * CONTEST_CHANGE takes the lock, creates the database if there is none, and begins the first season. Fails with
 * EXIT_USAGE if the folder has no contest, and with EXIT_WORLD if another process holds the lock. */
int contest_open(struct contest *contest, const char *folder, enum contest_mode mode, struct err *err);
void contest_release(struct contest *contest);
#define AUTO_CONTEST __attribute__((cleanup(contest_release)))

/* Close the database, and reopen it. */
void contest_leave_database(struct contest *contest);
int contest_enter_database(struct contest *contest, struct err *err);

/* Begins the next season. The latest season must have ended. If name is NULL, the season is called "Season N". */
int contest_next_season(struct contest *contest, const char *name, struct err *err);

/* Reads the latest season again. Fails with EXIT_USAGE if the seed in the settings has changed since it began. */
int contest_read_season(struct contest *contest, struct err *err);

/* Computes the seed of a round of a season (rounds count from 1), or of its final (round 0). */
void contest_seed(const struct contest *contest, int64_t season, int64_t round, char seed[CONTEST_SEED]);

/* Write a time, or the current time, in UTC and in the format of the database. */
void contest_write_time(time_t time, char text[CONTEST_TIME]);
void contest_now(char text[CONTEST_TIME]);

/* Writes a time of the settings in the format of the database. Returns false if it is not set, or if it is before the
 * season began, because then it was meant for an earlier season. */
bool contest_time(const struct contest *contest, const char *setting, char time[CONTEST_TIME]);

/* Returns true if the setting has such a time and it has passed. */
bool contest_time_has_come(const struct contest *contest, const char *setting);

/* Returns the path of `name` inside the folder. */
struct str contest_path(const struct contest *contest, const char *name);

/* Appends text for teams: paths in the contest's folder are made relative to it, which hides the location of the
 * folder. */
void contest_add_public(const struct contest *contest, const char *text, struct str *out);

/* Adds the kind of a failure without its details: the part of the text before its first colon, such as "the build
 * failed". */
void contest_add_kind(const char *text, struct str *out);

/* Returns the path within the site of a team's private page. Its name is derived from the contest's seed, so it cannot
 * be guessed. */
struct str contest_team_page(const struct contest *contest, const char *team);

/* Formats a line and passes it to contest->say. */
void contest_say(const struct contest *contest, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns "team/name", the label of a version in tables. */
struct str contest_label(const struct contest_version *version);

/* Plays n rounds, or for n = 0 plays until it is stopped. First it finishes what an earlier process left unfinished.
 * New versions enter before each round, unless the season is frozen. Ends early, with a message, when fewer than two
 * robots take part. Returns -1 with err on failure, with EXIT_INTERRUPTED after a stop. The matches played so far are
 * then stored. */
int round_play_all(struct contest *contest, int64_t n, struct err *err);

/* Enters the robots submitted so far, and freezes the season. Fails with EXIT_USAGE if the season has ended or fewer
 * than two robots take part. */
int round_freeze(struct contest *contest, struct err *err);

/* Plays or resumes the final of a frozen season, and ends the season. In a round robin all active versions take part,
 * at every possible table if there are not too many tables, otherwise in a pool. last_evening.h has the other forms. */
int round_play_final(struct contest *contest, struct err *err);

/* Freezes the season or plays its final if the settings say that it is time to. Sets *may_play to whether rounds may be
 * played now. Fails as round_play_final does. */
int calendar_follow(struct contest *contest, bool *may_play, struct err *err);

/* Runs contest->on_round, if it is set, with `/bin/sh -c`, and writes a JSON object to its standard input: contest,
 * season, state, round (null for a final), games, leader, standings, notes. Waits at most on_round_seconds for it to
 * end. If the command fails, prints the first line of its output. round 0: the final. */
void on_round(const struct contest *contest, int64_t round);

/* Tables of versions, all with the same number of seats and of blocks. All pointers are borrowed. */
struct round_tables {
	const struct contest_versions *versions;
	const int *robots;  /* robots[i], i < n_robots: indices in versions */
	int n_robots, n_seats;
	const int *tables;  /* tables[t * n_seats + i]: indices in robots */
	uint64_t n_tables, blocks;
	const char *seed;   /* the seed of their run */
};

/* Plays the run of these tables, or resumes it. */
int round_play_tables(struct contest *contest, const struct round_tables *tables, struct err *err);

/* Sets *is_complete to true if all matches of the run are stored and its files are written. */
int round_is_complete(const struct contest *contest, int64_t run, bool *is_complete, struct err *err);

/* Scans FOLDER/submissions. Builds and checks new submissions, and enters them as versions that may play from `round`
 * on. Withdraws robots that are no longer there. Handles teams and their robots in the order of their names. Stores a
 * note with the reason for each refused submission. ENTER_ALL waits for all builds. ENTER_READY stops waiting
 * round_wait_seconds after two robots can play; a later call enters the versions whose builds are then still in
 * progress. ENTER_LOOK does not wait. Returns -1 with err on failure, with EXIT_INTERRUPTED after a stop. */
enum enter_wait { ENTER_READY, ENTER_ALL, ENTER_LOOK };
int enter_all(struct contest *contest, int64_t round, enum enter_wait wait, struct err *err);

/* Builds and checks all submissions, including those that arrive during this time, until all are ready. Does not play.
 * Fails with EXIT_USAGE if the season accepts no more versions, and with EXIT_INTERRUPTED after a stop. */
int contest_build(struct contest *contest, struct err *err);

/* Checks the requirements of a contest. Adds a line for each, which says whether it is met, and sets *n_missing to the
 * number of those that are not. Writes the languages that can be built to FOLDER/languages.json, for the site. */
int contest_check(const struct contest *contest, struct str *out, int *n_missing, struct err *err);

/* The CPU time of robots in the rounds of a season (usage.c). The data comes from the files of the runs (clock.json,
 * table.json). A round that was interrupted has no CPU time and does not count. */

/* Prints how many games a final has, and about how long they take. games[i] is the number of games of version i,
 * n_games that of the whole final; `what` is, for example, "7 rounds". */
int usage_say_estimate(const struct contest *contest, const double *games, double n_games, const char *what,
		       struct err *err);

/* Add the CPU time of each team, largest first, as a table; or return it as an array of objects, which the caller
 * owns. */
int usage_text(const struct contest *contest, bool has_colour, struct str *out, struct err *err);
json_t *usage_json(const struct contest *contest, struct err *err);

/* Fails with EXIT_USAGE if the folder `to`, which need not exist, is inside the contest's folder or contains it. A site
 * there would publish the contest's files, including the settings with the seed. */
int publish_check_place(const struct contest *contest, const char *to, struct err *err);

struct publish_count {
	int n_files, n_written; /* the number of all files, and of files that were new or had changed */
};

/* Creates the folder `to` if needed and writes the site there. Fails with EXIT_USAGE if it is a folder of the contest,
 * or has the site of another contest. Files that are up to date are not written again. The pages of games and the
 * archives of rounds never change, so existing ones are not even generated again. */
int publish_site(const struct contest *contest, const char *to, struct publish_count *count, struct err *err);
