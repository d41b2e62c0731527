/* settings.h - the settings of a contest: the file FOLDER/contest, JSON with the keys of one table (settings.c,
 * docs/contest.md). */
#ifndef ARENA_CONTEST_SETTINGS_H
#define ARENA_CONTEST_SETTINGS_H

#include "base/err.h"
#include "base/str.h"
#include "game/rules.h"
#include "robot/transport.h"

enum { SETTINGS_TEXT = 200 };

struct settings {
	char title[SETTINGS_TEXT];
	char season[SETTINGS_TEXT];   /* name of the first one */
	char seed[SETTINGS_TEXT];     /* everything that is drawn follows from it */
	char variant[SETTINGS_TEXT];
	char rules[SETTINGS_TEXT];    /* "dice=3 wild=ones": what is not as the variant has it; "" */
	long long move_time_ms, memory_mb;
	long long table_size;         /* seats; fewer while there are fewer robots */
	long long games_per_round, games_per_table;
	long long match_length;       /* blocks */
	long long robots_per_team, versions_per_day;
	long long submission_mb;      /* of the files of a robot */
	long long build_seconds;      /* CPU time of a process; ten times as long by the clock */
	long long build_memory_mb, build_disk_mb;
	long long doctor_games;       /* at each table, before a version takes part */
	long long final_blocks;       /* at each table of the final */
};

/* The defaults, without a seed. */
void settings_init(struct settings *settings);

/* Reads FOLDER/contest. EXIT_USAGE for a file that cannot be read, an unknown key (with the nearest), a value of the
 * wrong type or out of range, rules that cannot be played. */
int settings_load(struct settings *settings, const char *folder, struct err *err);

/* "key=value"; `where` (an option's name) for errors. */
int settings_set(struct settings *settings, const char *setting, const char *where, struct err *err);

/* Every key with its value, as JSON. */
void settings_to_text(const struct settings *settings, struct str *out);

/* What they say of the rules. EXIT_USAGE. */
int settings_rules(const struct settings *settings, struct rules *rules, struct err *err);
struct limits settings_limits(const struct settings *settings);

#endif
