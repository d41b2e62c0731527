/* run_config.h - the configuration of a run, and run.json, which stores it. */
#pragma once

#include <jansson.h>

#include "game/rules.h"
#include "match/schedule.h"
#include "match/tournament.h"
#include "robot/transport.h"
#include "store/run.h"

/* More games than this are refused. */
#define RUN_MOST_GAMES 1000000000000LL
#define RUN_MOST_SHARDS 1000000LL

/* The results epoch. It is increased when the same command and seed give different games than before
 * (tests/golden/epochs). A run can be continued, merged and played on several machines only by arenas with its epoch.
 * Runs of arenas without epochs have 0. */
enum { RESULTS_EPOCH = 1 };

/* Names of enum format, NULL-terminated. */
extern const char *const run_config_formats[];

/* Names of enum deals, NULL-terminated. */
extern const char *const run_config_deals[];

/* The values of --model of `arena regress`: logistic or normalized. NULL-terminated. */
extern const char *const run_config_models[];

struct run_config_robot {
	char *label;
	char *spec;   /* as on the command line */
	char *sha256; /* of its file and data */
	char *path;   /* where its file was; NULL when unknown. Stored in clock.json, not in run.json */
	char *name, *version, *author; /* from its manifest; NULL when unknown. Not stored in run.json */
};

/* What a run stores in addition to the data for its tables (--log). */
enum run_config_log {
	RUN_LOG_NONE = 0,
	RUN_LOG_GAMES, /* the outcome of each game, in order */
	RUN_LOG_HANDS, /* the same, and every play */
};

/* Names of enum run_config_log, NULL-terminated. */
extern const char *const run_config_logs[];

/* The measure of a test. In a duel it is the Elo of the shares won (--model), in a field the difference of two shares
 * (--by). Field tests of older versions have one of the first two values, but used places. */
enum run_config_model { MODEL_LOGISTIC = 0, MODEL_NORMALIZED, MODEL_WINS, MODEL_PLACES, N_MODELS };

/* The test of `arena regress`: is the first robot as good as the second? Names are those of the options. */
struct run_config_test {
	bool is_set;         /* false: the run is a tournament */
	enum run_config_model model;
	double elo0, elo1, alpha, beta;
	unsigned stop_faults; /* for a tournament; as in struct tournament */
	uint64_t n_matches;  /* number of matches after which it was decided or ended; 0: not yet */
};

/* The configuration of a run. All strings are owned. */
struct run_config {
	char *version; /* of the arena */
	uint32_t epoch; /* RESULTS_EPOCH of that arena */
	char *command; /* in canonical form, without options that do not change results */
	char *seed;
	struct rules rules;
	enum format format;
	int n_seats;
	uint64_t games; /* as requested, and passed to schedule_init */
	uint32_t match_length; /* blocks in a match */
	SCHEDULE_SETTING_MEMBERS;
	enum deals deals;
	bool has_luck; /* as in struct tournament */
	struct limits limits;
	struct run_config_test test;
	enum run_config_log log; /* not in run.json, because it changes no file */
	uint64_t shard, n_shards; /* the part that was played, as in struct tournament; 0 and 1: all */
	int *tables;    /* FORMAT_LISTED, as in struct schedule_options: n_tables of n_seats robots */
	uint64_t n_tables;
	int n_robots;
	struct run_config_robot *robots;
};

/* Initialises *info from a tournament that is ready to be played. */
void run_config_init(struct run_config *info, const struct tournament *tournament, const char *command,
		     const char *seed, uint64_t games);
/* Fails with EXIT_USAGE if the order of the games was chosen by an older arena. `name` is the name of the run, for the
 * message. */
int run_config_check_age(const struct run_config *info, const char *name, struct err *err);

/* Fails with EXIT_USAGE if this arena would play different games. */
int run_config_check_epoch(const struct run_config *info, const char *name, struct err *err);

void run_config_release(struct run_config *info);
#define AUTO_RUN_CONFIG __attribute__((cleanup(run_config_release)))

/* Parses "2/5", the second of five shards, which is shard 1 of n_shards 5. Returns false when the text has another
 * form. */
bool info_read_shard(const char *text, uint64_t *shard, uint64_t *n_shards);

/* Returns the options of the schedule that was played, with the tables of info. run_config_schedule makes the schedule
 * from them, and fails only if schedule_init does. */
struct schedule_options run_config_options(const struct run_config *info);
int run_config_schedule(const struct run_config *info, struct schedule *schedule, struct err *err);

/* Returns the number of matches that the run plays: all, those of its shard, or those needed to decide its test. */
uint64_t run_config_matches(const struct run_config *info, const struct schedule *schedule);

/* Add the non-zero settings of the schedule to an object, and read them from it. Reading fails with EXIT_USAGE if one
 * is out of range. */
void run_config_add_settings(const struct run_config *info, json_t *object);
int run_config_read_settings(struct run_config *info, json_t *object, const char *where, struct err *err);

/* Return the object of run.json, which the caller owns, and read it. Paths are not included. `where` is the name of its
 * file in messages. Reading fails with EXIT_USAGE if it is damaged. */
json_t *run_config_json(const struct run_config *info);
int run_config_from_json(struct run_config *info, json_t *object, const char *where, struct err *err);

/* Adds the member "shard" for a part of a run, as in run.json. Adds nothing for a whole run. */
void run_config_add_shard(const struct run_config *info, json_t *object);

int run_config_write(const struct run_config *info, const struct run *run, struct err *err);

/* Reads run.json of a folder. Fails with EXIT_USAGE if it is damaged. */
int run_config_read(struct run_config *info, const char *folder, struct err *err);

/* Sets the paths of the robots' files from clock.json in the folder, which may be missing or invalid. */
void run_config_read_paths(struct run_config *info, const char *folder);

/* The tables of a run that lists them (FORMAT_LISTED), as text (tables.c). "0-1 2-0" has two tables; the numbers are
 * the positions of the robots in the run. */

/* Appends the tables of the run. Appends nothing for other formats. */
void tables_to_text(const struct run_config *info, struct str *out);

/* Sets the tables of a run whose n_seats and n_robots are set. Returns false and changes nothing if the text has
 * another form or no table, has a number that is not a robot of the run, or has a robot twice at a table. */
bool tables_from_text(struct run_config *info, const char *text);
