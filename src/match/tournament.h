/* tournament.h - the matches of a run, and playing them with several workers.
 *
 * The coordinator gives matches to worker processes as they become free, and receives chunks (chunk.h). Every chunk is
 * passed on twice: to `arrived` immediately, to be stored, and to `finished` in the order of match numbers, so that the
 * output and the end of a sequential test do not depend on the number of workers. This code does not print. */
#pragma once

#include <signal.h>

#include "game/rules.h"
#include "match/chunk.h"
#include "match/schedule.h"
#include "robot/killed.h"
#include "robot/robot.h"
#include "robot/transport.h"

struct game;
struct workers;

struct tournament {
	struct rules rules;
	struct robot *robots;        /* robots[i], i < schedule.n_robots; and the substitute, if there is one;
				      * borrowed */
	bool has_substitute;         /* robots[schedule.n_robots] plays in the place of others (struct worker_task) */
	struct schedule schedule;
	struct rng_key seed;         /* rng_key_of_seed of the run's seed */
	int n_workers;               /* 0: one per core this process may use */
	/* Workers on other machines that have the configuration of the run (run/session.h); tournament_play ends them
	 * and sets this to NULL. Borrowed. NULL: n_workers processes of this machine. */
	struct workers *workers;
	int n_lanes;                 /* 0: chosen for speed */
	bool is_trusted;             /* no sandbox: robots run inside the workers or, if there are none, in forks of
	                              * this process (forked.h) */
	bool is_worker;              /* this process is a worker (worker_main) */
	bool allows_weak_sandbox;    /* continue where the kernel lacks part of the sandbox */
	const char *hidden[4];       /* files and folders that no program robot may read, NULL-terminated; borrowed */
	struct limits limits;

	uint64_t end_match;          /* plays only the matches below this number; 0: all */
	uint64_t shard, n_shards;    /* n_shards > 1: plays only the matches with number % n_shards == shard */
	int64_t chunk_ns;            /* approximate time of a chunk; 0: CHUNK_DEFAULT_NS. Does not change results */
	bool is_sequential;          /* `finished` may stop after any match: begin with small chunks */
	unsigned stop_faults;        /* for each fault that ends the run, the bit 1 << verdict; illegal plays are kept
	                              * only for this */

	/* Chunks finished in an earlier part of the run, ascending and disjoint; those of several matches have the same
	 * stride. Borrowed. */
	const struct matches *known;
	size_t n_known;
	/* Reads one of these chunks, which the tournament releases. Sets err on failure. */
	int (*recall)(const struct matches *which, struct chunk *chunk, void *context, struct err *err);
	/* Called with each chunk that has been played, in any order. Ends the run with err if it returns non-zero. May
	 * be NULL. */
	int (*arrived)(const struct chunk *chunk, void *context, struct err *err);
	/* Called with the chunks in the order of their matches, including recalled ones. After an early stop it is also
	 * called with chunks after a gap, unless is_sequential. Returns false to stop after this chunk, which is not an
	 * error. */
	bool (*finished)(const struct chunk *chunk, void *context);
	/* keeps_details: chunks keep the order of their matches, and the details of each. keeps_plays: they keep every
	 * play. */
	bool keeps_details, keeps_plays;
	bool has_luck;               /* chunks have the luck of the dice (luck.h); the rules and the schedule must allow
	                              * it */
	/* Gets the stored plays of this match (move_log.h). Returns 1 on success, 0 if there are none and robots must
	 * play, and -1 with err on failure. May be NULL if no plays are stored. With stored plays no robots are asked,
	 * and their files may be missing. */
	int (*stored_plays)(uint64_t match, struct str *plays, void *context, struct err *err);
	/* Compares the result of a match that was replayed from stored plays with the stored result (places as in
	 * chunk.h; signature is NULL without keeps_details). Returns non-zero if it differs, or on a failure of the
	 * system. May be NULL. */
	int (*stored_check)(uint64_t match, const uint8_t *places, size_t size, const uint64_t *signature,
			    void *context, struct err *err);
	void *stored_context;
	/* Called a few times a second with the number of games played, including those of unfinished chunks. May be
	 * NULL. */
	void (*progress)(uint64_t games_played, void *context);
	void *context;
	/* Gets the answers of the people at the table (tournament_watch only); see robot/transport.h. */
	human_ask_fn *human;
	void *human_context;
	/* Called when a watched game has just started, with the seats and human_context, to apply cheats. May be
	 * NULL. */
	void (*began)(struct game *game, const uint8_t *player_in, void *context);
	/* Counts processes of robots that were killed from outside, in all workers; set by tournament_play
	 * (robot/killed.h). */
	struct killed *killed;
	/* naps[robot], shared by all workers (robot/transport.h). NULL: each worker counts separately. */
	struct naps *naps;
	/* Set by a signal handler to stop early; finished chunks are passed on. */
	const volatile sig_atomic_t *stop;
	void (*tell)(const char *lines, void *tell_context); /* receives warnings and notes for the user as whole lines;
	                                                      * NULL: not wanted */
	void *tell_context;
};

#define CHUNK_DEFAULT_NS INT64_C(2000000000)

enum { CHUNK_MATCHES = 1 << 18 }; /* the maximum for a chunk, however fast the robots are */

/* Returns the number of robots, with the substitute. */
static inline int tournament_n_robots(const struct tournament *tournament)
{
	return tournament->schedule.n_robots + tournament->has_substitute;
}

/* Returns chunk_ns or its default. The default is longer with many tables, because a chunk plays them one after another
 * (match/coming.c). */
int64_t tournament_chunk_ns(const struct tournament *tournament);

/* Returns the minimum number of matches of a chunk; a run with fewer matches has one chunk. With few matches, the small
 * amount of information that robots in the first rotation may leak would help robots in later rotations. The minimum is
 * 1 for trusted robots, for robots with the network, which can leak more anyway, and with a short chunk_ns. */
uint64_t tournament_least_matches(const struct tournament *tournament);

/* Returns true if the robot lists these rules as supported. */
bool tournament_suits(const struct robot *robot, const struct rules *rules);

/* Returns the name of a rule that was added later than the robot knows (its manifest does not name it) and that does
 * not have its default value, or NULL if there is none. */
const char *tournament_unknown_rule(const struct robot *robot, const struct rules *rules);

/* Adds the names of the variants that the robot plays, with `separator` between them. */
void tournament_add_variants(const struct robot *robot, const char *separator, struct str *out);

/* Formats lines and passes them to `tell`. */
void tournament_tell(const struct tournament *tournament, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Loads each robot once in the sandbox, with its options, and fills in its manifest, or its fault when it cannot be
 * loaded. Fails with EXIT_USAGE when a robot refuses an option. */
int tournament_probe(struct tournament *tournament, struct err *err);

/* Loads the robot at a path, as a tournament with the default limits would. Returns non-zero with the reason in err if
 * it cannot be loaded. The caller releases the robot in both cases. */
int tournament_try(const char *path, bool is_trusted, bool allows_weak, struct robot *robot, struct err *err);

/* Call it after tournament_probe. Fails with EXIT_ROBOT if robots could not be loaded, and gives the reason for
 * each. */
int tournament_check_loaded(const struct tournament *tournament, struct err *err);

/* Plays all matches. Also returns 0 when stopped early. */
int tournament_play(struct tournament *tournament, struct err *err);

/* Watched games. */

/* An event of a watched game. All other information comes from the functions of the game. */
enum watch_kind {
	WATCH_GAME,     /* a game begins; `seat` is -1 */
	WATCH_HAND,     /* a hand begins: its dice have been dealt, and `seat` opens it */
	WATCH_ASK,      /* `seat` is about to be asked */
	WATCH_ANSWER,   /* it answered `play`, which is already applied; `verdict` says whether it was legal */
	WATCH_FAULT,    /* it crashed or timed out; `fault` describes this */
	WATCH_SHOWDOWN, /* all dice are shown, and the robots have not observed them yet; game->last says how the hand
	                 * ended */
	WATCH_OVER,     /* the game is over: places are final */
};

/* The events that a watcher gets. */
enum events_shown {
	SHOW_ASKS,      /* all */
	SHOW_HANDS,     /* all except WATCH_ASK and WATCH_ANSWER; a WATCH_HAND has no hands string */
	SHOW_SHOWDOWNS, /* the same, but WATCH_HAND only after a robot has failed in the game */
};

struct watch_event {
	enum watch_kind kind;
	const struct game *game;
	const struct match_plan *plan; /* the plan of its match; NULL: not in a tournament */
	uint64_t number;            /* number of the game in the run, from 0 */
	int seat;
	int player;                 /* index in the table of the robot in `seat` */
	int play;
	enum verdict verdict;
	const struct fault *fault;
	const char *me, *hands, *history; /* the strings of the ask (HAND, ASK, ANSWER and FAULT) */
	const char *output;         /* the robot's output during this ask (usually "") */
	int lane;                   /* a lane of the worker; a game stays in one lane, and games in a lane do not
	                             * overlap */
};

/* Plays the games of one rotation of one match from its beginning up to and including `game`, in this process with one
 * lane, and passes only the events of that game to `watch`, which returns false to stop. Robots may be human
 * (robot/transport.h). */
int tournament_watch(struct tournament *tournament, uint64_t game,
		     bool (*watch)(const struct watch_event *watch_event, void *context), void *context,
		     struct err *err);

/* Plays and watches all games of one rotation of one match. */
int tournament_watch_rotation(struct tournament *tournament, uint64_t match, int rotation,
			      bool (*watch)(const struct watch_event *watch_event, void *context), void *context,
			      struct err *err);

/* Plays and watches all games of one match, rotation by rotation: rotation 0 of every block, then rotation 1, ... */
int tournament_watch_match(struct tournament *tournament, uint64_t match,
			   bool (*watch)(const struct watch_event *watch_event, void *context), void *context,
			   struct err *err);
