/* arena_robot.h - the whole interface between a robot and the arena.
 *
 * A robot is a shared object that exports one function, get_play. A robot that exports only this function is complete,
 * and does not need this header. Everything else here is optional: a manifest (robot_info), options (robot_option), the
 * start of a game (robot_game_start), the arena's random numbers (robot_random) and a log (robot_log).
 *
 * Rules of the interface: integers have fixed widths, structs begin with their size and only grow at the end, and
 * strings are NUL-terminated and belong to the caller. All calls come from one thread, one at a time. For each match
 * and seat there is a fresh instance of the robot with its own statics, so globals may be used freely. They keep their
 * values between the games that the instance plays.
 *
 * Compiles as C11 and C++17. */
#ifndef ARENA_ROBOT_H
#define ARENA_ROBOT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ARENA_ROBOT_EXPORT __attribute__((visibility("default")))

/* The version of this interface. The arena loads robots built against any version from
 * ARENA_ABI_OLDEST to its own. */
#define ARENA_ABI        1u
#define ARENA_ABI_OLDEST 1u

/* The plays that are not bids; a bid is 10 * quantity + face. */
#define ARENA_CALL    0 /* "liar": call, challenge, doubt */
#define ARENA_BELIEVE 1 /* believe a claim; let a bid stand */
#define ARENA_EXACT   2 /* "spot on", in variants that allow it */

/* ---- required --------------------------------------------------------------------- */

/* Answers one ask. The arena calls it on the robot's turn, and once at the end of each hand, when all dice are shown
 * (its return value is then ignored).
 *   me       the robot's letter, "A" to "Z", the same for the whole match
 *   hands    "A:53321,B:xx,C:xxxx": the players still in the hand, in turn order. The robot's own dice are digits,
 *            highest first, those of others "x"; at the end of the hand all are shown. In variants scored by points
 *            each entry ends in "@POINTS"
 *   history  the plays of this hand, oldest first, "A:23,B:33"; "" at the first turn
 * The strings are valid until get_play returns. Returns the play. */
ARENA_ROBOT_EXPORT int get_play(const char *me, const char *hands, const char *history);

/* ---- optional exports ------------------------------------------------------------- */

/* The robot's manifest. The arena calls it once after loading; the struct and its strings
 * stay valid for as long as the robot is loaded. */
struct arena_robot_info {
	uint32_t size;         /* sizeof(struct arena_robot_info) */
	uint32_t abi;          /* ARENA_ABI */
	const char *name;      /* "prober"; NULL: the file's name */
	const char *version;   /* "1.0" or NULL */
	const char *author;    /* or NULL */
	const char *summary;   /* one line for `arena list robots`, or NULL */
	/* The variants that it plays, separated by spaces; NULL: all. Each item is the name of a variant ("wild
	 * perudo"), or a rule that it needs, KEY=VALUE as in `rules` of arena_game_start ("dice=* ones_rule=plain";
	 * "*": any value). It plays a variant if the name is listed (or no name is) and all needs are met, so it also
	 * plays variants that are added later. A rule added after arena 1.0 must be named here ("rule=*"), or the robot
	 * plays only with its default value. */
	const char *variants;
	uint32_t max_lanes;    /* maximum number of copies in one process; 0: any number. For big tables. */
	uint32_t reserved;     /* 0 */
	const char *options;   /* its options in words, "risk=0.5: call below this chance"; or NULL */
};
ARENA_ROBOT_EXPORT const struct arena_robot_info *robot_info(void);

/* Sets one option of `NAME:key=value,...`. Called after loading and before the first game. The key "name" is reserved
 * for the arena. Returns 0, or non-zero for an unknown key or an invalid value, which is then a usage error. */
ARENA_ROBOT_EXPORT int robot_option(const char *key, const char *value);

/* Describes the game that begins. Passed to robot_game_start before the first ask of each game. */
struct arena_game_start {
	uint32_t size;        /* size of the struct in this arena; check it before using later fields */
	uint32_t n_players;   /* 2 to 26 */
	const char *me;       /* the robot's letter */
	const char *letters;  /* all letters, in the turn order of this game, "CAB" */
	const char *rules;    /* "liars-dice dice=5 faces=6 wild=none ...": variant and every option */
};
ARENA_ROBOT_EXPORT void robot_game_start(const struct arena_game_start *start);

/* ---- services of the host ---------------------------------------------------------- */

/* The arena fills this before it calls robot_option, and owns it. */
struct arena_host {
	uint32_t size;
	uint32_t abi;
	/* Returns 64 random bits: a function of the tournament's seed, the block, the seat and the ask, so that runs
	 * with the same seed get the same numbers. rand(), random() and drand48() return such numbers too; srand() and
	 * similar calls do nothing. */
	uint64_t (*random)(void);
	/* Adds a line to the robot's log. The last 8 KB are kept, and shown with a fault and in a replay. Output of
	 * printf is added, too. */
	void (*log)(const char *line);
	/* The folder with the robot's own files, NAME.data beside NAME.so, readable while the robot is being loaded; ""
	 * when there is none. */
	const char *data_folder;
	/* Maps a file of that folder read-only, and sets *size to its bytes. All copies in a process share the mapping,
	 * which lasts until the process ends. Call it only while the robot is being loaded: in a constructor,
	 * robot_option or robot_info. Returns NULL if the file cannot be read or is empty. Robots should use robot_data
	 * instead. */
	const void *(*map_data)(const char *name, size_t *size);
};

/* The services, for the robot's own code; NULL when it runs without the arena. The symbol is hidden, so that each robot
 * in a process has its own. */
extern __attribute__((visibility("hidden"))) const struct arena_host *arena_host;
__attribute__((weak, visibility("hidden"))) const struct arena_host *arena_host
#ifdef __cplusplus
	= nullptr;
#else
	= NULL;
#endif

/* Called by the arena once after loading, before any other function. The arena passes its services in this way so that
 * robots can be linked without it (-z defs). Do not call it. */
ARENA_ROBOT_EXPORT void robot_take_host(const struct arena_host *host);
__attribute__((weak)) ARENA_ROBOT_EXPORT void robot_take_host(const struct arena_host *host)
{
	arena_host = host;
}

/* Returns 64 random bits. Without the arena they come from a fixed sequence (splitmix64). */
static inline uint64_t robot_random(void)
{
	static uint64_t alone;
	if (arena_host)
		return arena_host->random();
	uint64_t z = alone += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/* Returns a uniform number in 0 .. n-1 (n >= 1); its bias is below n / 2^32. */
static inline uint32_t robot_random_below(uint32_t n)
{
	return (uint32_t)(((robot_random() >> 32) * n) >> 32);
}

/* Returns a uniform number in [0, 1). */
static inline double robot_random_unit(void)
{
	return (double)(robot_random() >> 11) * 0x1p-53;
}

/* Returns the contents of the file NAME.data/name and sets *size, as arena_host.map_data does. Returns NULL if there is
 * no such file, if there is no arena, or if the arena cannot map files. */
static inline const void *robot_data(const char *name, size_t *size)
{
	const size_t needed = offsetof(struct arena_host, map_data) + sizeof arena_host->map_data;
	*size = 0;
	return arena_host && arena_host->size >= needed && arena_host->map_data ? arena_host->map_data(name, size)
										: NULL;
}

#include <stdio.h>

/* Prints to the robot's log, as printf does. */
__attribute__((format(printf, 1, 2))) static inline void robot_log(const char *format, ...)
{
	char line[512];
	va_list args;
	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	if (arena_host)
		arena_host->log(line);
	else
		fprintf(stderr, "%s\n", line);
}

#ifdef __cplusplus
}
#endif

#endif
