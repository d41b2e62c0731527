/* settings.h - the settings of a contest: the file FOLDER/contest, JSON with the keys of one table (settings.c,
 * docs/contest.md). */
#pragma once

#include "game/rules.h"
#include "robot/transport.h"

enum { SETTINGS_TEXT = 200 };

struct settings {
	char title[SETTINGS_TEXT];
	char season[SETTINGS_TEXT];   /* name of the first season */
	char seed[SETTINGS_TEXT];     /* everything that is drawn at random follows from it */
	char variant[SETTINGS_TEXT];
	char rules[SETTINGS_TEXT];    /* "dice=3 wild=ones": changes to the variant; "": none */
	long long move_time_ms, start_time_ms, memory_mb;
	long long table_size;         /* seats at a table; fewer while fewer robots take part */
	long long deals;              /* 0: mirrored; 1: independent */
	long long games_per_round, games_per_table;
	long long match_length;       /* blocks */
	long long robots_per_team, versions_per_day;
	long long submission_mb;      /* limit for the files of a robot */
	long long build_seconds;      /* CPU time of a process; the wall-clock limit is ten times as long */
	long long build_memory_mb, build_disk_mb;
	long long check_seconds;      /* of the wall clock, for the check of a version; then the rest of it is left out */
	long long round_wait_seconds; /* a round waits so long for versions that are not ready, when two robots can play */
	long long team_minutes_per_day; /* of the wall clock, for the builds and checks of a team */
	long long doctor_games;       /* at each table of the check before a version takes part */
	long long final_blocks;       /* at each table of the final */
};

/* Sets the defaults, without a seed. */
void settings_init(struct settings *settings);

/* Reads FOLDER/contest. Fails with EXIT_USAGE if the file cannot be read, a key is unknown (the message suggests the
 * nearest), a value has the wrong type or is out of range, or the rules cannot be played. */
int settings_load(struct settings *settings, const char *folder, struct err *err);

/* Sets one key from "key=value". `where` is the option's name for error messages. */
int settings_set(struct settings *settings, const char *setting, const char *where, struct err *err);

/* Adds all keys with their values, as JSON. */
void settings_to_text(const struct settings *settings, struct str *out);

/* Sets the rules that the settings define. EXIT_USAGE. */
int settings_rules(const struct settings *settings, struct rules *rules, struct err *err);
struct limits settings_limits(const struct settings *settings);
