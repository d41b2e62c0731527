/* standings.h - the sums of a tournament by robot, and their forms: table, CSV, JSON, and a few
 * lines while it is running. All but the CPU column is a function of the matches alone. */
#ifndef ARENA_CLI_STANDINGS_H
#define ARENA_CLI_STANDINGS_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "base/str.h"
#include "match/result.h"
#include "robot/robot.h"

/* The first fault of a robot, for the line under the table. */
struct mishap {
	bool is_set;
	uint64_t game;       /* from 1 */
	enum verdict verdict;
	char cause[200];
	char *capsule;       /* within the run's folder; NULL when none was written; owned */
};

struct standing {
	struct tally tally;
	int64_t cpu_ns;      /* -1: not known */
	struct mishap mishap;
};

struct standings {
	int n_robots;
	int n_seats;
	const struct robot *robots; /* borrowed */
	struct standing *of;        /* of[i] belongs to robots[i]; owned */
};

void standings_init(struct standings *standings, const struct robot *robots, int n_robots, int n_seats);
void standings_release(struct standings *standings);

/* Adds a match. Must be called in the order of matches: sums of doubles depend on it. */
void standings_add(struct standings *standings, const struct match_result *result);

/* Games played so far. */
uint64_t standings_games(const struct standings *standings);

/* order[rank] is the index of a robot, best win rate first, then as given; n_robots of them. */
void standings_sort(const struct standings *standings, int *order);

/* The table. width: columns of the terminal it must fit, 0 for none. has_cpu: with the CPU time per ask, which no
 * reproducible file may hold. folder: put before the names of capsules ("results/0001/", or ""). */
void standings_table(const struct standings *standings, int width, bool has_colour, bool has_cpu, const char *folder,
		     struct str *out);
void standings_csv(const struct standings *standings, struct str *out);
/* An array with an object per robot; the caller's. */
json_t *standings_json(const struct standings *standings);

/* The first n_rows of the table in short lines of at most `width` columns, while playing. */
void standings_brief(const struct standings *standings, int n_rows, int width, struct str *out);

/* Did a robot fail in every one of its games, or in every one that it was needed for? */
bool standings_has_failed_robot(const struct standings *standings);

#endif
