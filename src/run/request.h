/* request.h - which games are played, how, and where they are stored. It is plain data, and the input of all code that
 * plays or replays. A command fills it from its options (cli/request_args.h), a contest from its settings. A run is a
 * function of the request and of the robots' files. */
#pragma once

#include "match/tournament.h"
#include "store/run_config.h"

/* The values of --progress: how progress is shown on stderr. */
enum progress_wish {
	PROGRESS_AUTO = 0, /* drawn on a terminal; elsewhere a line every minute */
	PROGRESS_LINE,     /* lines, the first one immediately */
	PROGRESS_NONE,
};

/* Strings and arrays are borrowed. */
struct request {
	/* The games. */
	struct rules rules;
	struct schedule_options matches; /* seed and n_robots are set by session_prepare */
	char *const *robots;       /* robots[i], i < n_robots: as on a command line */
	int n_robots;
	const char *seed;          /* of the run, with its nonce (seed.h) */
	struct limits limits;
	bool corrects_luck;        /* correct for luck if the rules and the schedule allow it (luck_obstacle) */
	struct run_config_test test; /* the test, or the faults that end a tournament */
	uint64_t shard, n_shards;  /* as in struct tournament */
	const char *command;       /* the command that plays the same games again; stored with the run */

	/* How the games are played; does not change results. */
	int n_workers, n_lanes;    /* as in struct tournament */
	int64_t chunk_ns;          /* likewise */
	const volatile sig_atomic_t *stop; /* likewise */
	bool is_trusted, allows_weak_sandbox;
	bool accepts_all;          /* accept robots that do not list the rules, cannot be loaded, or have changed since
	                            * the run */
	bool checks_memory;        /* warn if limits.memory, which the user chose, exceeds the available memory */
	const char *const *network; /* network[i], i < n_network: a list of robots, separated by commas, that may use
	                             * the network */
	int n_network;

	/* Where the run is stored. */
	const char *results;       /* folder of the runs */
	const char *database;      /* NULL: arena.db in results */
	const char *hidden[4];     /* as in struct tournament */
	bool stores_nothing;
	enum run_config_log log;
	bool is_resumed;           /* resume `run`, or if it is NULL the latest unfinished run, which then determines
	                            * the games */
	const char *run;
	const char *const *argv;   /* the command line as typed, for clock.json; ended by NULL */

	/* Output other than the result. */
	enum progress_wish progress;
	bool is_quiet;
	void (*tell)(const char *lines, void *tell_context); /* as in struct tournament */
	void *tell_context;
};

/* Checks that the options are compatible with each other. Fails with EXIT_USAGE and names the options. session_prepare
 * checks robots and rules. */
int request_check(const struct request *request, struct err *err);

/* Sets those fields of a request that a stored run determines. The request borrows the strings and tables of config. */
void request_of_run(const struct run_config *config, struct request *request);

/* Sets the fields of a tournament that a request determines, which are all except its robots, schedule and
 * callbacks. */
void request_tournament(const struct request *request, struct tournament *tournament);

/* Returns the path of the database. The caller owns it. */
char *request_database(const struct request *request, const char *results);
