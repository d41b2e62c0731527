/* arena.h - the arena as a library: tournaments, tests, replays, ratings, and games step by step. docs/library.md has
 * an example.
 *
 * The library starts processes, and is not thread-safe. It prints nothing, never exits, and has no state between two
 * calls. Robots always run in the sandbox. Texts are UTF-8. */
#ifndef ARENA_H
#define ARENA_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ARENA_EXPORT __attribute__((visibility("default")))

/* The reason why a call failed. code is 2 for an invalid request, 4 for a robot that cannot be loaded, 5 for a failure
 * of the disk, the kernel or the database, and 130 if the call was stopped. text says what is wrong and what to do. */
struct arena_error {
	int32_t code;
	char text[1024];
};

/* Returns the version of the library, such as "1.0.0". The text is a constant. */
ARENA_EXPORT const char *arena_version(void);

/* The games to play, and how to play them. Start from ARENA_REQUEST and change the fields that should differ from the
 * defaults. All strings and arrays belong to the caller and must stay valid until the call returns; arrays end with
 * NULL. `arena help tournament` describes the options of the same names. */
struct arena_request {
	uint32_t size;              /* sizeof (struct arena_request) */
	const char *variant;        /* a variant, or a file of rules; NULL: liars-dice */
	const char *const *rules;   /* "dice=6"; NULL: none */
	const char *const *robots;  /* as on a command line: "prober:risk=0.4"; people cannot play */
	uint64_t games;             /* at least 1: games at each table; for a pool, in total; for a test, at most */
	const char *format;         /* "table", "round-robin", "gauntlet", "pool", "paired"; NULL: table */
	int32_t seats;              /* seats at a table; 0: the default of --seats */
	uint32_t match_length;      /* blocks in a match; 0: 1 */
	const char *deals;          /* "mirrored", "independent", "same"; NULL: mirrored */
	const char *seed;           /* NULL: a new one. If a robot is not bundled, a nonce is added to it */
	int64_t move_time_ns, start_time_ns; /* CPU time for an ask, and for the start; 0: 100 ms and 3 s */
	uint64_t memory;            /* bytes of a process; 0: 512 MB */
	int32_t jobs, lanes;        /* worker processes, and matches that each plays at once; 0: chosen for speed */
	const char *results;        /* folder of the runs; NULL: nothing is stored */
	const char *log;            /* what is stored of each game: "none", "games", "hands"; NULL: none */
	const char *resume;         /* name of a stored run to continue; then only results, jobs and lanes are used */

	/* With elo0 < elo1 the run is a test: is the first of two robots as good as the second? */
	double elo0, elo1, alpha, beta; /* alpha, beta: 0: 0.05 */
};
#define ARENA_REQUEST {.size = sizeof(struct arena_request)}

/* Callbacks, called during a call in the caller's thread, and a flag that stops the call. Each may be NULL. */
struct arena_events {
	uint32_t size;              /* sizeof (struct arena_events) */
	/* Called a few times a second in arena_play with the number of games played so far and the total. If it returns
	 * non-zero, the run stops after the games in play. */
	int (*progress)(uint64_t games, uint64_t total, void *context);
	void (*message)(const char *lines, void *context); /* a warning, or the first fault of a robot: whole lines */
	void *context;
	/* The call ends soon after this becomes non-zero, as if progress had returned non-zero. Another thread or a
	 * signal handler may set it. arena_play returns the games played so far; other functions fail with code 130. */
	volatile int *stop;
};

/* A robot in the table. */
struct arena_row {
	const char *robot;          /* unique in the run */
	uint64_t games, illegal, timeouts, crashes;
	double wins, win_low, win_high; /* share of the games that it won, from 0 to 1, with its 95 % interval */
	double score;               /* mean place, from 0 (last) to 1 */
	int32_t rank, rank_best, rank_worst; /* from 1; rank_best to rank_worst are the ranks that it may have */
};

/* The outcome of a run. */
struct arena_run;

/* Plays a run, or continues one. Returns 0, even if the run was stopped. On failure returns -1, fills error and sets
 * *run to NULL. The caller frees *run with arena_free. */
ARENA_EXPORT int arena_play(const struct arena_request *request, const struct arena_events *events,
			    struct arena_run **run, struct arena_error *error);
ARENA_EXPORT void arena_free(struct arena_run *run);

/* Returns the rows, best first, and stores their number in *n. The run owns them, and also the strings that the next
 * three functions return. */
ARENA_EXPORT const struct arena_row *arena_rows(const struct arena_run *run, int32_t *n);

/* Return the seed, with which the same request gives the same games, and the folder of the run ("" if there is
 * none). */
ARENA_EXPORT const char *arena_seed(const struct arena_run *run);
ARENA_EXPORT const char *arena_folder(const struct arena_run *run);

/* Returns the run's table.json (docs/results.md), or for a test the object of `arena regress --output json`
 * (docs/regression.md). */
ARENA_EXPORT const char *arena_json(const struct arena_run *run);

/* Returns 1 if all games were played or the test is decided, else 0. */
ARENA_EXPORT int arena_is_complete(const struct arena_run *run);

/* Lists the robots that can be found and whether they can be loaded, as `arena list robots --output json` does. Returns
 * NULL and sets error on failure. The caller frees the text with free(). */
ARENA_EXPORT char *arena_robots(struct arena_error *error);

/* Replays a game of a stored run (games count from 1), and returns the object of `arena replay --output json`
 * (docs/logs.md). run: a name, or NULL for the latest run in the folder `results`. Errors and ownership are those of
 * arena_robots. */
ARENA_EXPORT char *arena_replay(const char *results, const char *run, uint64_t game, struct arena_error *error);

/* Rates the robots over one run, or (run NULL) over all stored runs with the rules of the latest one, and returns the
 * object of `arena standings
 * --output json` (docs/results.md). Errors and ownership are those of arena_robots. */
ARENA_EXPORT char *arena_standings(const char *results, const char *run, struct arena_error *error);

/* Many games at once, step by step, for programs that learn. docs/research.md describes actions and observations.
 *
 * Each game is played in a slot. In each step the caller chooses an action for each slot; players that the caller does
 * not play are robots. Nothing is allocated after arena_games_new. If there are no robots, different threads may use
 * different objects at the same time. The processes of robots that are not bundled end with the thread that started
 * them. */
struct arena_games;

struct arena_games_request {
	uint32_t size;              /* sizeof (struct arena_games_request) */
	const char *variant;        /* this one and `rules`: as in struct arena_request */
	const char *const *rules;
	const char *seed;
	const char *deals;          /* "independent", or "mirrored": the dice are played once in each rotation of the
	                             * seats; NULL: independent */
	int32_t seats;              /* players at a table, 2 to 26; 0: 2 */
	int32_t slots;              /* games at once, at least 1; with robots at most 1024, or 64 if one of them is not
				     * bundled */
	int32_t restarts;           /* 1: when a game ends, the next one begins in its slot in the same step */
	const char *const *robots;  /* robots[player], player < seats: a robot as on a command line, or NULL if the
	                             * caller plays, which must be so at least once. robots NULL: the caller plays
	                             * all */
};
#define ARENA_GAMES_REQUEST {.size = sizeof(struct arena_games_request)}

/* Arrays of the caller, which each step fills; NULL: not wanted. They must stay valid as long as the games exist. */
struct arena_games_arrays {
	uint32_t size;              /* sizeof (struct arena_games_arrays) */
	int32_t *player;            /* [slots]: the player to act; -1: the game is over, or a robot can no longer be
				     * asked */
	uint8_t *mask;              /* [slots][actions]: 1 if the action is legal, else 0. The next step checks actions
				     * with it */
	uint8_t *observation;       /* [slots][bits]: what the player to act sees, 0 or 1 each; all 0 if there is no
	                             * such player */
	float *reward;              /* [slots][seats]: for the games that ended in this step, from -1 (last place) to 1
	                             * (first); the sum over the players is 0 */
	uint8_t *over;              /* [slots]: how many games ended in this step (with restarts it can be more than
				     * 1) */
};

/* Begins the first game in each slot: game i in slot i, followed later by game i + slots and so on. Game i is game i +
 * 1 of `arena tournament` with the same rules, seed, --deals and number of robots. Returns 0, or -1 and fills error.
 * The caller frees *games with arena_games_free. */
ARENA_EXPORT int arena_games_new(const struct arena_games_request *request, const struct arena_games_arrays *arrays,
				 struct arena_games **games, struct arena_error *error);
ARENA_EXPORT void arena_games_free(struct arena_games *games);

/* Plays actions[slot] in each game; -1 leaves a game unchanged. Returns 0, or -1 and fills error. With code 2 an action
 * was not legal, or its game was over; the text names the slot, and no game has changed. */
ARENA_EXPORT int arena_games_step(struct arena_games *games, const int32_t *actions, struct arena_error *error);

/* Plays an action in the only slot of games that have the arrays player, mask and observation, and copies the last two
 * to mask[actions] and observation[bits]. Returns the player to act, -1 if the game is over, or -2 and fills error as
 * arena_games_step does. */
ARENA_EXPORT int32_t arena_games_step_one(struct arena_games *games, int32_t action, uint8_t *observation,
					  uint8_t *mask, struct arena_error *error);

/* Begins the next game in each slot for which which[slot] is not 0 (NULL: in all); games in progress are dropped.
 * Returns 0, or -1 and fills error. */
ARENA_EXPORT int arena_games_restart(struct arena_games *games, const uint8_t *which, struct arena_error *error);

/* Fills actions[slots] with legal actions drawn uniformly at random, or -1 where there is none. Requires the array
 * `mask`. */
ARENA_EXPORT void arena_games_sample(struct arena_games *games, int32_t *actions);

/* Return the number of actions, and the number of bits of an observation. */
ARENA_EXPORT int32_t arena_games_actions(const struct arena_games *games);
ARENA_EXPORT int32_t arena_games_bits(const struct arena_games *games);

/* Return the play for an action (docs/rules.md), and the action for a play; -1 if there is none. */
ARENA_EXPORT int32_t arena_games_play(const struct arena_games *games, int32_t action);
ARENA_EXPORT int32_t arena_games_action(const struct arena_games *games, int32_t play);

/* Writes what a player of the game in a slot knows into bits[n], where n is arena_games_bits(games). Returns 0, or -1
 * if the game is over or there is no such slot or player. */
ARENA_EXPORT int arena_games_observe(const struct arena_games *games, int32_t slot, int32_t player, uint8_t *bits);

/* Converts an observation to the strings that a robot would get, and returns hands and history with a newline between
 * them. The observer is A, the next player B, and so on. Returns NULL if the bits are not an observation. The caller
 * frees the text with free(). */
ARENA_EXPORT char *arena_games_strings(const struct arena_games *games, const uint8_t *bits);

/* Returns the position of the player to act in words, as the robot llm sends it to a model: the question with the dice,
 * the plays so far and the legal plays. With is_rules it returns the rules and the form of an answer instead. The
 * player is A, the next one B, and so on. Returns NULL if the slot has no game in play. The caller frees the text with
 * free(). */
ARENA_EXPORT char *arena_games_words(const struct arena_games *games, int32_t slot, int32_t is_rules);

/* Finds the action in the answer of a model or a person: "[Bid] 3 4", "**Play: 23**", "three fours", "liar!". Returns
 * 0. Returns -1 if the answer has no play, more than one, or one that is not legal; the text of error gives the reason
 * in words for the model. */
ARENA_EXPORT int arena_games_answer(const struct arena_games *games, int32_t slot, const char *answer, int32_t *action,
				    struct arena_error *error);

/* A policy for hands of two players. Fills probabilities[action], which are 0 at first, for the legal actions (mask);
 * they must sum to 1. The observation has the form of arena_games_new with two seats. Returns non-zero to stop. */
typedef int arena_policy(const uint8_t *observation, const uint8_t *mask, double *probabilities, void *context);

struct arena_exploit_request {
	uint32_t size;              /* sizeof (struct arena_exploit_request) */
	const char *variant;        /* this one and `rules`: as in struct arena_request */
	const char *const *rules;
	int32_t dice, opponent_dice; /* dice of the policy and of its opponent, at most as many as in the rules; 0: as
	                              * in the rules */
	arena_policy *policy;
	void *context;
	const volatile int *stop;    /* as in struct arena_events; may be NULL */
};
#define ARENA_EXPLOIT_REQUEST {.size = sizeof(struct arena_exploit_request)}

/* Computes how much a perfect opponent that knows the policy wins from it in one hand, where a win is +1 and a loss -1:
 * values[0] if the policy moves first, values[1] if it moves second. Works for the Liar's Dice hands that `arena
 * exploit` can measure exactly (docs/solve.md). Returns 0, or -1 and fills error. */
ARENA_EXPORT int arena_exploit(const struct arena_exploit_request *request, double values[2],
			       struct arena_error *error);

/* Measures a robot, named as on a command line, as `arena exploit` does. The policy of the request is not used. A robot
 * that mixes its plays is asked `samples` times in each state (0: 64). Returns the object of `arena exploit --output
 * json` (docs/solve.md). Errors and ownership are those of arena_robots. */
ARENA_EXPORT char *arena_exploit_robot(const struct arena_exploit_request *request, const char *robot, int32_t samples,
				       struct arena_error *error);

/* Receives a part of a strategy: the probabilities of the actions for an observation, as in arena_policy. */
typedef void arena_strategy(const uint8_t *observation, const double *probabilities, void *context);

/* Solves the hand in which the opener has `first` dice and the other player `second`, until the exploitability is at
 * most `accuracy`. Returns the object of `arena solve --output json` (docs/solve.md). found (may be NULL) is called for
 * each observation that a player of the solution can make. stop: as in struct arena_events; may be NULL. Errors and
 * ownership are those of arena_robots. */
ARENA_EXPORT char *arena_solve(const char *variant, const char *const *rules, int32_t first, int32_t second,
	double accuracy, arena_strategy *found, void *context, const volatile int *stop, struct arena_error *error);

#ifdef __cplusplus
}
#endif
#endif
