/* tournament.h - plays a schedule with several workers and hands on the results in match order.
 *
 * The coordinator gives match numbers to worker processes as they become free and takes back
 * their results; it calls `finished` strictly in the order of match numbers, so that whatever
 * is summed, printed or stored is the same for every number of workers. It prints nothing. */
#ifndef ARENA_MATCH_TOURNAMENT_H
#define ARENA_MATCH_TOURNAMENT_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"
#include "game/rules.h"
#include "match/result.h"
#include "match/schedule.h"
#include "robot/human.h"
#include "robot/port.h"
#include "robot/robot.h"

struct game;

struct tournament {
	struct rules rules;
	struct robot *robots;        /* robots[i], i < schedule.n_robots; borrowed */
	struct schedule schedule;
	struct rng_key seed;         /* rng_key_of_seed of the run's seed */
	int n_workers;               /* 0: one per core this process may use */
	int n_lanes;                 /* 0: as many as pay */
	bool is_trusted;             /* robots inside the workers, no sandbox */
	bool allows_weak_sandbox;    /* go on where the kernel lacks part of the sandbox */
	const char *hidden[4];       /* files and folders that no program robot may read, NULL-terminated; borrowed */
	struct limits limits;

	uint64_t first_match, end_match; /* plays matches first .. end - 1 only; end 0: all */
	uint64_t shard, n_shards;    /* n_shards > 1: plays only the matches with number % n_shards == shard */

	/* Is this match finished already, in an earlier part of the run? 1 and *result filled (the
	 * tournament releases it), 0 no, -1 err. NULL: nothing is. Asked in match order. */
	int (*recall)(const struct match_plan *plan, struct match_result *result, void *context, struct err *err);
	/* Called in match order, for recalled matches too. Return false to stop after this match (nothing is an error). */
	bool (*finished)(const struct match_result *result, void *context);
	/* What is kept of the games in match_result: the order in which its blocks were played, and every play. */
	bool keeps_order, keeps_plays;
	/* The plays of this match as they were kept (playlog.h) into *plays: 1; 0 when they were not, and the
	 * robots must play; -1 err. NULL: none were. Where they were no robot is asked: it need not even be there. */
	int (*kept_plays)(uint64_t match, struct str *plays, void *context, struct err *err);
	/* Is this what was stored of the match whose plays these were? Non-zero: no, or the world failed. NULL: not asked. */
	int (*kept_check)(const struct match_result *result, void *context, struct err *err);
	void *kept_context;
	/* Called now and then (a few times a second) with the number of games finished; may be NULL. */
	void (*progress)(uint64_t games_finished, void *context);
	void *context;
	/* Answers for the people at the table (tournament_watch only); see robot/human.h. */
	human_ask_fn *human;
	void *human_context;
	/* Called when a watched game has just been started, with who sits where: what people at the table
	 * may have agreed on goes in here. NULL: nothing. Gets human_context. */
	void (*began)(struct game *game, const uint8_t *player_in, void *context);
	/* Set by a signal handler to stop early; what is finished in order has been handed on. */
	const volatile sig_atomic_t *stop;
};

/* Loads each robot once, confined, to fill its card, or its fault when it cannot be loaded.
 * Tells it its options: one it refuses is EXIT_USAGE. */
int tournament_meet(struct tournament *tournament, struct err *err);

/* Plays it all. 0 also when stopped early. */
int tournament_play(struct tournament *tournament, struct err *err);

/* ---- one game, watched ------------------------------------------------------------------ */

/* Something that happens in a watched game. The game's functions give the rest. */
enum moment {
	MOMENT_GAME,     /* a game begins; `seat` is -1 */
	MOMENT_ASK,      /* `seat` is about to be asked */
	MOMENT_ANSWER,   /* it answered `play`, `verdict` says whether the play was legal; already applied */
	MOMENT_FAULT,    /* it crashed or timed out; `fault` says how */
	MOMENT_SHOWDOWN, /* all dice are shown; game->last says how the hand ended; before observation */
	MOMENT_OVER,     /* the game is over: places are final */
};

struct spectacle {
	enum moment moment;
	const struct game *game;
	uint64_t number;            /* of the game in the run, from 0 */
	int seat;
	int player;                 /* index in the table of the robot in `seat` */
	int play;
	enum verdict verdict;
	const struct fault *fault;
	const char *me, *hands, *history; /* the strings of the ask (ASK, ANSWER and FAULT) */
	const char *output;         /* what the robot printed during this ask ("" for most) */
};

/* Plays the games of one leg (one rotation of one match) from its beginning up to and including
 * `game`, in this process with one lane, and shows the moments of that game alone to `watch`,
 * which returns false to break off. Robots may be human (robot/human.h). */
int tournament_watch(struct tournament *tournament, uint64_t game,
		     bool (*watch)(const struct spectacle *spectacle, void *context), void *context,
		     struct err *err);

/* The same for all games of one match, leg by leg: rotation 0 of every block, then rotation 1, ... */
int tournament_watch_match(struct tournament *tournament, uint64_t match,
			   bool (*watch)(const struct spectacle *spectacle, void *context), void *context,
			   struct err *err);

#endif
