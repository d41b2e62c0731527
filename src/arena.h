/* arena.h - the arena as a library: tournaments, tests, replays and ratings from a program. docs/library.md has an example.
 *
 * The library starts processes, and is not for several threads at once. It prints nothing, never exits, and has no state between
 * two calls. Robots always run in the sandbox. Texts are UTF-8. */
#ifndef ARENA_H
#define ARENA_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ARENA_EXPORT __attribute__((visibility("default")))

/* Of a failure: 2 for a wrong request, 4 for a robot that cannot be loaded, 5 for the disk, the kernel or the database, 130 when
 * `progress` stopped it. The text says what is wrong and what to do. */
struct arena_error {
	int32_t code;
	char text[1024];
};

/* What is played. Start from ARENA_REQUEST, and change what differs from the default. All strings and arrays are the caller's and
 * must live until the call returns; arrays end with NULL. `arena help tournament` describes the options of the same names. */
struct arena_request {
	uint32_t size;              /* sizeof (struct arena_request) */
	const char *variant;        /* a variant, or a file of rules; NULL: liars-dice */
	const char *const *rules;   /* "dice=6"; NULL: none */
	const char *const *robots;  /* as on a command line: "prober:risk=0.4"; people cannot play */
	uint64_t games;             /* from 1, at each table; in a pool, in all. Of a test: at most */
	const char *format;         /* "table", "round-robin", "gauntlet", "pool", "paired"; NULL: table */
	int32_t seats;              /* of a table; 0: as for --seats */
	uint32_t match_length;      /* blocks in a match; 0: 1 */
	const char *deals;          /* "mirrored", "independent", "same"; NULL: mirrored */
	const char *seed;           /* NULL: a new one. With robots that are not bundled it gets a nonce */
	int64_t move_time_ns, start_time_ns; /* CPU time for an ask, and to start; 0: 100 ms, 3 s */
	uint64_t memory;            /* bytes of a process; 0: 512 MB */
	int32_t jobs, lanes;        /* worker processes, and matches that each plays at once; 0: chosen for speed */
	const char *results;        /* folder of the runs; NULL: nothing is stored */
	const char *log;            /* what is stored of each game: "none", "games", "hands"; NULL: none */
	const char *resume;         /* name of a stored run, which is continued: then only results, jobs and lanes count */

	/* A test, if elo0 < elo1: is the first of two robots as good as the second? */
	double elo0, elo1, alpha, beta; /* alpha, beta: 0: 0.05 */
};
#define ARENA_REQUEST {.size = sizeof(struct arena_request)}

/* Called during a run, in the thread of the caller. Each may be NULL. */
struct arena_events {
	uint32_t size;              /* sizeof (struct arena_events) */
	/* A few times a second: games played so far, of a total. Not 0: the run stops after the games in play. */
	int (*progress)(uint64_t games, uint64_t total, void *context);
	void (*message)(const char *lines, void *context); /* a warning, or the first fault of a robot: whole lines */
	void *context;
};

/* A robot in the table. */
struct arena_row {
	const char *robot;          /* unique in the run */
	uint64_t games, illegal, timeouts, crashes;
	double wins, win_low, win_high; /* share of the games that it won, from 0 to 1, with its 95 % interval */
	double score;               /* mean place, from 0 (last) to 1 */
	int32_t rank, rank_best, rank_worst; /* from 1; the ranks that it may have */
};

/* The outcome of a run. */
struct arena_run;

/* Plays a run, or continues one. 0, also when it was stopped; else error is set, and *run is NULL. arena_free frees *run. */
ARENA_EXPORT int arena_play(const struct arena_request *request, const struct arena_events *events, struct arena_run **run,
			    struct arena_error *error);
ARENA_EXPORT void arena_free(struct arena_run *run);

/* The rows, best first; *n of them. They belong to the run, as all that follows. */
ARENA_EXPORT const struct arena_row *arena_rows(const struct arena_run *run, int32_t *n);

/* The seed, which with the same request gives the same games; the folder of the run, "" if nothing was stored. */
ARENA_EXPORT const char *arena_seed(const struct arena_run *run);
ARENA_EXPORT const char *arena_folder(const struct arena_run *run);

/* table.json of the run (docs/results.md); of a test the object of `arena regress --output json` (docs/regression.md). */
ARENA_EXPORT const char *arena_json(const struct arena_run *run);

/* 1: it was played to its end, or its test is decided. */
ARENA_EXPORT int arena_is_complete(const struct arena_run *run);

/* The robots that can be found and whether they can be loaded: the array of `arena list robots --output json`. NULL: error. The caller
 * frees the text with free(). */
ARENA_EXPORT char *arena_robots(struct arena_error *error);

/* A game of a stored run, from 1, played again: the object of `arena replay --output json` (docs/logs.md). run: a name, or NULL for the
 * latest in the folder `results`. As arena_robots. */
ARENA_EXPORT char *arena_replay(const char *results, const char *run, uint64_t game, struct arena_error *error);

/* Ratings over all stored runs with the rules of the latest one, or over one run: the object of `arena standings --output json`
 * (docs/results.md). As arena_replay. */
ARENA_EXPORT char *arena_standings(const char *results, const char *run, struct arena_error *error);

#ifdef __cplusplus
}
#endif
#endif
