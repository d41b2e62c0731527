/* info.h - what a run played, and run.json, where it stands. */
#ifndef ARENA_STORE_INFO_H
#define ARENA_STORE_INFO_H

#include <stdint.h>

#include "base/err.h"
#include "game/rules.h"
#include "match/schedule.h"
#include "match/tournament.h"
#include "robot/port.h"
#include "store/run.h"

/* More games than this are refused. */
#define INFO_MOST_GAMES 1000000000000LL

/* Names of enum format, NULL-terminated. */
extern const char *const info_formats[];

struct info_robot {
	char *label;
	char *spec;   /* as on the command line */
	char *sha256; /* of its file */
	char *path;   /* where its file was; NULL when that is not known. Not in run.json but in clock.json */
};

/* All strings are owned. */
struct info {
	char *version; /* of the arena */
	char *command; /* canonical: without what cannot change a result */
	char *seed;
	struct rules rules;
	enum format format;
	int n_seats;
	uint64_t games; /* as asked for: the argument of schedule_init */
	struct limits limits;
	int n_robots;
	struct info_robot *robots;
};

/* From a tournament that is ready to be played. */
void info_init(struct info *info, const struct tournament *tournament, const char *command, const char *seed,
	       uint64_t games);
void info_release(struct info *info);

int info_write(const struct info *info, const struct tournament *tournament, const struct run *run, struct err *err);

/* Reads run.json of a folder, which may be damaged in any way: EXIT_USAGE then. */
int info_read(struct info *info, const char *folder, struct err *err);

#endif
