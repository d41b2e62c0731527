/* tournament.h - the matches of a run, and playing them with several workers.
 *
 * The coordinator gives runs of matches to worker processes as they become free and takes back chunks (chunk.h). Every
 * chunk is passed on twice: to `arrived` at once, to be stored, and to `finished` in the order of match numbers, so that
 * output and the end of a sequential test are the same for any number of workers. No code here prints. */
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
	struct robot *robots;        /* robots[i], i < schedule.n_robots; and the substitute, if there is one; borrowed */
	bool has_substitute;         /* robots[schedule.n_robots] plays in the place of others (struct worker_task) */
	struct schedule schedule;
	struct rng_key seed;         /* rng_key_of_seed of the run's seed */
	int n_workers;               /* 0: one per core this process may use */
	/* Workers on other machines that have the configuration of the run (run/session.h); tournament_play ends them and sets
	 * this to NULL. Borrowed. NULL: n_workers processes of this machine. */
	struct workers *workers;
	int n_lanes;                 /* 0: chosen for speed */
	bool is_trusted;             /* no sandbox: robots inside the workers, otherwise in forks of the process (forked.h) */
	bool is_worker;              /* this process is a worker (worker_main) */
	bool allows_weak_sandbox;    /* continue where the kernel lacks part of the sandbox */
	const char *hidden[4];       /* files and folders that no program robot may read, NULL-terminated; borrowed */
	struct limits limits;

	uint64_t end_match;          /* plays only the matches below this number; 0: all */
	uint64_t shard, n_shards;    /* n_shards > 1: plays only the matches with number % n_shards == shard */
	int64_t chunk_ns;            /* approximate time of a chunk; 0: CHUNK_DEFAULT_NS. Does not change results */
	bool is_sequential;          /* `finished` may stop after any match: begin with small chunks */
	unsigned stop_faults;        /* 1 << verdict of each fault that ends the run; illegal plays are kept only for this */

	/* Chunks finished in an earlier part of the run, ascending and disjoint; those of several matches have the same
	 * stride. Borrowed. */
	const struct matches *known;
	size_t n_known;
	/* Reads one of these chunks (the tournament releases it). Sets err on failure. */
	int (*recall)(const struct matches *which, struct chunk *chunk, void *context, struct err *err);
	/* Called with each chunk that has been played, in any order. Ends the run with err if it returns non-zero. May
	 * be NULL. */
	int (*arrived)(const struct chunk *chunk, void *context, struct err *err);
	/* Called with the chunks in the order of their matches, recalled ones too; after an early stop also with those
	 * after a gap, unless is_sequential. Returns false to stop after this chunk (not an error). */
	bool (*finished)(const struct chunk *chunk, void *context);
	/* Do chunks keep the order of their matches with the details of each? Do they keep every play? */
	bool keeps_details, keeps_plays;
	bool has_luck;               /* chunks have the luck of the dice (luck.h), which the rules and the schedule allow */
	/* Gets the stored plays of this match (move_log.h). Returns 1, 0 if there are none and robots must play, or -1
	 * with err on failure. NULL: none are stored. With stored plays no robot is asked, and its file may be missing. */
	int (*stored_plays)(uint64_t match, struct str *plays, void *context, struct err *err);
	/* Checks the result of a match from stored plays against the stored result (places as in chunk.h; signature:
	 * NULL without keeps_details). Returns non-zero if it differs, or on a failure of the system. NULL: no check. */
	int (*stored_check)(uint64_t match, const uint8_t *places, size_t size, const uint64_t *signature, void *context,
			  struct err *err);
	void *stored_context;
	/* Called a few times a second with the number of games played, those of unfinished chunks included;
	 * may be NULL. */
	void (*progress)(uint64_t games_played, void *context);
	void *context;
	/* Answers for the people at the table (tournament_watch only); see robot/transport.h. */
	human_ask_fn *human;
	void *human_context;
	/* Called when a watched game has just been started, with the seats, to apply cheats. NULL: nothing. Gets
	 * human_context. */
	void (*began)(struct game *game, const uint8_t *player_in, void *context);
	/* Processes of robots that were killed from outside, in all workers; set by tournament_play (robot/killed.h). */
	struct killed *killed;
	/* By robot, shared by all workers (robot/transport.h). NULL: each worker counts alone. */
	struct naps *naps;
	/* Set by a signal handler to stop early; finished chunks are passed on. */
	const volatile sig_atomic_t *stop;
	void (*tell)(const char *lines, void *tell_context); /* takes warnings and notes for the user, whole lines; NULL: none */
	void *tell_context;
};

#define CHUNK_DEFAULT_NS INT64_C(2000000000)

enum { CHUNK_MATCHES = 1 << 18 }; /* a chunk has no more, however fast the robots are */

/* Returns the number of robots, with the substitute. */
static inline int tournament_n_robots(const struct tournament *tournament)
{
	return tournament->schedule.n_robots + tournament->has_substitute;
}

/* Returns chunk_ns or its default. The default is longer with many tables, because a chunk plays them one after another
 * (match/coming.c). */
int64_t tournament_chunk_ns(const struct tournament *tournament);

/* Returns the least number of matches of a chunk; a run with fewer matches has one chunk. With few matches, robots in later
 * rotations could use the little information that robots in the first rotation may leak. It is 1 for trusted robots, for
 * robots with the network, which can leak more, and with a short chunk_ns. */
uint64_t tournament_least_matches(const struct tournament *tournament);

/* Does the robot list these rules? */
bool tournament_suits(const struct robot *robot, const struct rules *rules);

/* Returns the name of a rule that is newer than the robot (its manifest does not name it) and does not have its default
 * value, or NULL if there is none. */
const char *tournament_unknown_rule(const struct robot *robot, const struct rules *rules);

/* Adds the names of the variants that the robot plays, with `separator` between them. */
void tournament_add_variants(const struct robot *robot, const char *separator, struct str *out);

/* Passes lines on to `tell`. */
void tournament_tell(const struct tournament *tournament, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Loads each robot once, confined, to fill its manifest, or its fault when it cannot be loaded. Passes its options; a
 * refused one is EXIT_USAGE. */
int tournament_probe(struct tournament *tournament, struct err *err);

/* Loads the robot at a path as a tournament with the default limits does. Returns non-zero with the reason in err if it
 * cannot be loaded. The caller releases the robot in both cases. */
int tournament_try(const char *path, bool is_trusted, bool allows_weak, struct robot *robot, struct err *err);

/* Called after tournament_probe. Fails with EXIT_ROBOT if robots could not be loaded, with the reason of each. */
int tournament_check_loaded(const struct tournament *tournament, struct err *err);

/* Plays all matches. Returns 0 also when stopped early. */
int tournament_play(struct tournament *tournament, struct err *err);

/* Watched games. */

/* An event of a watched game. For all else call the functions of the game. */
enum watch_kind {
	WATCH_GAME,     /* a game begins; `seat` is -1 */
	WATCH_HAND,     /* a hand begins: its dice have been dealt, `seat` opens it */
	WATCH_ASK,      /* `seat` is about to be asked */
	WATCH_ANSWER,   /* it answered `play`, `verdict` says whether the play was legal; already applied */
	WATCH_FAULT,    /* it crashed or timed out; `fault` says how */
	WATCH_SHOWDOWN, /* all dice are shown; game->last says how the hand ended; before observation */
	WATCH_OVER,     /* the game is over: places are final */
};

/* The events that a watcher gets. */
enum events_shown {
	SHOW_ASKS,      /* all */
	SHOW_HANDS,     /* not WATCH_ASK and WATCH_ANSWER; a WATCH_HAND has no hands string */
	SHOW_SHOWDOWNS, /* also no WATCH_HAND before a robot has failed in the game */
};

struct watch_event {
	enum watch_kind kind;
	const struct game *game;
	const struct match_plan *plan; /* of its match; NULL: not in a tournament */
	uint64_t number;            /* of the game in the run, from 0 */
	int seat;
	int player;                 /* index in the table of the robot in `seat` */
	int play;
	enum verdict verdict;
	const struct fault *fault;
	const char *me, *hands, *history; /* the strings of the ask (HAND, ASK, ANSWER and FAULT) */
	const char *output;         /* what the robot printed during this ask ("" for most) */
	int lane;                   /* of the worker: a game stays in one lane, and games of a lane do not overlap */
};

/* Plays the games of one rotation of one match from its beginning up to and including `game`, in this process with one
 * lane, and passes the events of that game alone to `watch`, which returns false to stop. Robots may be human
 * (robot/transport.h). */
int tournament_watch(struct tournament *tournament, uint64_t game,
		     bool (*watch)(const struct watch_event *watch_event, void *context), void *context,
		     struct err *err);

/* Plays and watches all games of one rotation of one match. */
int tournament_watch_rotation(struct tournament *tournament, uint64_t match, int rotation,
			      bool (*watch)(const struct watch_event *watch_event, void *context), void *context, struct err *err);

/* Plays and watches all games of one match, rotation by rotation: rotation 0 of every block, then rotation 1, ... */
int tournament_watch_match(struct tournament *tournament, uint64_t match,
			   bool (*watch)(const struct watch_event *watch_event, void *context), void *context,
			   struct err *err);
