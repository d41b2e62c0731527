/* arena_robot.h - the whole interface between a robot and the arena.
 *
 * A robot is a shared object that exports one function, get_play. A robot that exports only this function, without this
 * header, is complete. Everything else here is optional: a manifest (robot_info), options (robot_option), the start of a
 * game (robot_game_start), the arena's random numbers (robot_random) and a log (robot_log).
 *
 * Rules of the interface: integers have fixed widths, structs begin with their size and only grow at the end, strings are
 * NUL-terminated and belong to the caller. All calls come from one thread, one at a time. Each match and seat has a fresh
 * instance of the robot with its own statics, so globals may be used freely. They keep their values from game to game of
 * the match in that seat.
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

/* One ask. The arena calls it in the robot's turn, and once at the end of each hand, when all dice are shown (the return
 * value is then ignored).
 *   me       the robot's letter, "A" to "Z", the same for the whole match
 *   hands    "A:53321,B:xx,C:xxxx": the players still in the hand, in turn order; own dice as digits, highest first,
 *            others' as x; all shown at the end of the hand; in variants scored by points each entry ends in "@POINTS"
 *   history  the plays of this hand, oldest first, "A:23,B:33"; "" at the first turn
 * The strings are valid until it returns. Returns the play. */
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
	/* What it plays, separated by spaces; NULL: everything. Names of variants, "wild perudo"; or rules that it needs,
	 * KEY=VALUE as in `rules` of arena_game_start, "dice=* ones_rule=plain" ("*": any value). It plays a variant if
	 * its name is listed (or no name is) and all needs are met, so it also plays later variants. A rule that
	 * arenas after 1.0 have added must be named here ("rule=*"), or the robot plays only its default. */
	const char *variants;
	uint32_t max_lanes;    /* maximum number of copies in one process; 0: any number. For big tables. */
	uint32_t reserved;     /* 0 */
	const char *options;   /* its options in words, "risk=0.5: call below this chance"; or NULL */
};
ARENA_ROBOT_EXPORT const struct arena_robot_info *robot_info(void);

/* One option of `NAME:key=value,...`, called after loading and before the first game. The key "name" is the arena's.
 * Returns 0, or non-zero for an unknown key or a bad value (a usage error). */
ARENA_ROBOT_EXPORT int robot_option(const char *key, const char *value);

/* A new game begins. Called before the first ask of each game. */
struct arena_game_start {
	uint32_t size;        /* of the struct as the arena knows it; test before using later fields */
	uint32_t n_players;   /* 2 to 26 */
	const char *me;       /* the robot's letter */
	const char *letters;  /* all letters in turn order of this game, "CAB" */
	const char *rules;    /* "liars-dice dice=5 faces=6 wild=none ...": variant and every option */
};
ARENA_ROBOT_EXPORT void robot_game_start(const struct arena_game_start *start);

/* ---- services of the host ---------------------------------------------------------- */

/* Filled by the arena before robot_option is called; owned by the arena. */
struct arena_host {
	uint32_t size;
	uint32_t abi;
	/* 64 random bits: a function of the tournament's seed, the block, the seat and the ask, so that runs with the
	 * same seed get the same numbers. rand(), random() and drand48() give such numbers too; their seeding calls do
	 * nothing. */
	uint64_t (*random)(void);
	/* Adds a line to the robot's log. The last 8 KB are kept, and shown with a fault and in a replay. printf works as
	 * well. */
	void (*log)(const char *line);
	/* Folder with the robot's own files, readable while it loads: NAME.data beside NAME.so.
	 * "" when there is none. */
	const char *data_folder;
	/* Maps a file of that folder read-only, and sets its size in bytes. All copies in a process share the mapping, which stays
	 * until the process ends. Call it only while the robot loads: in a constructor, robot_option or robot_info. NULL
	 * if the file cannot be read or is empty. Use robot_data. */
	const void *(*map_data)(const char *name, size_t *size);
};

/* The services, for the robot's own code; NULL when it runs without the arena. Hidden, so that each robot in a process
 * has its own. */
extern __attribute__((visibility("hidden"))) const struct arena_host *arena_host;
__attribute__((weak, visibility("hidden"))) const struct arena_host *arena_host
#ifdef __cplusplus
	= nullptr;
#else
	= NULL;
#endif

/* Exported for the arena, which calls it once after loading and before anything else, so that robots link without the
 * arena (-z defs). Do not call it. */
ARENA_ROBOT_EXPORT void robot_take_host(const struct arena_host *host);
__attribute__((weak)) ARENA_ROBOT_EXPORT void robot_take_host(const struct arena_host *host)
{
	arena_host = host;
}

/* 64 random bits; without the arena, a fixed sequence (splitmix64). */
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

/* Uniform in 0 .. n-1 (n >= 1); bias below n / 2^32. */
static inline uint32_t robot_random_below(uint32_t n)
{
	return (uint32_t)(((robot_random() >> 32) * n) >> 32);
}

/* Uniform in [0, 1). */
static inline double robot_random_unit(void)
{
	return (double)(robot_random() >> 11) * 0x1p-53;
}

/* The bytes of the file NAME.data/name and their number, as arena_host.map_data gives them. NULL without such a file, without
 * the arena, or in an arena that does not map files. */
static inline const void *robot_data(const char *name, size_t *size)
{
	const size_t needed = offsetof(struct arena_host, map_data) + sizeof arena_host->map_data;
	*size = 0;
	return arena_host && arena_host->size >= needed && arena_host->map_data ? arena_host->map_data(name, size) : NULL;
}

#include <stdio.h>

/* printf to the robot's log. */
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
