/* settings.h - the settings of a contest: the file FOLDER/contest, JSON with the keys of one table (settings.c,
 * docs/contest.md). */
#pragma once

#include "game/rules.h"
#include "robot/transport.h"

enum { SETTINGS_TEXT = 200, SETTINGS_LONG = 8192, SETTINGS_TIME = 20 };

struct settings {
	char title[SETTINGS_TEXT];
	char season[SETTINGS_TEXT];   /* name of the first season */
	char seed[SETTINGS_TEXT];     /* all random choices follow from it */
	char opens[SETTINGS_TEXT];    /* when rounds begin, in UTC as the next two; "": immediately */
	char freezes[SETTINGS_TEXT];  /* when the season stops accepting versions; "": at the command `arena contest
	                               * freeze` */
	char final[SETTINGS_TEXT];    /* when the final is played; "": at the command `arena contest final` */
	char hand_in[SETTINGS_TEXT];  /* how teams submit their robots, for the site; "": not stated */
	char site[SETTINGS_TEXT];     /* the address of the site, for its feed; "": none */
	char categories[SETTINGS_LONG]; /* "NAME: TEAM, TEAM / NAME: TEAM": groups of teams with separate standings */
	char rounds[SETTINGS_LONG];   /* "wild dice=3 seats=2 / liars-dice": the games of the rounds, in turn; "":
	                               * variant, rules and table_size apply to all */
	char variant[SETTINGS_TEXT];
	char rules[SETTINGS_TEXT];    /* "dice=3 wild=ones": changes to the variant; "": none */
	long long move_time_ms, start_time_ms, memory_mb;
	long long table_size;         /* seats at a table; fewer as long as fewer robots take part */
	long long deals;              /* 0: mirrored; 1: independent */
	long long games_per_round, games_per_table;
	long long match_length;       /* blocks */
	long long robots_per_team, versions_per_day;
	long long submission_mb;      /* limit for the files of a robot */
	long long build_seconds;      /* CPU time of a process; the wall-clock limit is ten times as long */
	long long build_memory_mb, build_disk_mb;
	long long read_seconds;       /* of wall-clock time, for reading a git repository or a zip archive */
	long long check_seconds;      /* of wall-clock time, for the check of a version; the rest of the check is
				       * skipped */
	long long round_wait_seconds; /* how long a round waits for versions that are not ready, once two robots can
				       * play */
	long long challenges_per_hour; /* unrated matches that a team may request (serve/) */
	long long team_minutes_per_day; /* of wall-clock time, for the builds and checks of a team */
	long long on_round_seconds;   /* of wall-clock time, for the command of --on-round */
	long long doctor_games;       /* at each table of the check before a version takes part */
	long long final_blocks;       /* at each table of the final */
	long long final_form;         /* enum evening_form */
	long long final_rounds;       /* of a Swiss tournament; 0: depends on the number of robots */
	long long final_top;          /* how many of the top robots take part in a Swiss tournament or elimination; 0:
	                               * all */
	long long final_seats;        /* seats at each of its tables; 0: table_size */
	long long final_results;      /* 0: results of the final are printed and published when they are known; 1: after
	                               * they have been shown */
};

/* Sets the defaults. The seed is left empty. */
void settings_init(struct settings *settings);

/* Reads FOLDER/contest. Fails with EXIT_USAGE if the file cannot be read, a key is unknown (the message suggests the
 * nearest), a value has the wrong type or is out of range, or the rules cannot be played. */
int settings_load(struct settings *settings, const char *folder, struct err *err);

/* Sets one key from "key=value". `where` is the name of the option in error messages. */
int settings_set(struct settings *settings, const char *setting, const char *where, struct err *err);

/* Adds all keys with their values, as JSON. */
void settings_to_text(const struct settings *settings, struct str *out);

/* Makes the checks that involve several settings or the format of a text: rules, times, categories. Fails with
 * EXIT_USAGE. */
int settings_check(const struct settings *settings, struct err *err);

/* Sets the rules that the settings define. Fails with EXIT_USAGE. */
int settings_rules(const struct settings *settings, struct rules *rules, struct err *err);

/* Sets the rules and the seats at a table of a round (from 1). Fails with EXIT_USAGE. */
int settings_round(const struct settings *settings, int64_t round, struct rules *rules, int *n_seats, struct err *err);

/* Adds the text of game i of those that the rounds have in turn, i < settings_n_rounds: "wild dice=3 seats=2". */
void settings_round_text(const struct settings *settings, int i, struct str *out);

/* Returns the number of different games that the rounds have in turn: 1 unless `rounds` is set. */
int settings_n_rounds(const struct settings *settings);
struct limits settings_limits(const struct settings *settings);

/* Sets *name to the name of a category (they count from 0). Returns false if there is none with this number. */
bool settings_category(const struct settings *settings, int category, struct str *name);

/* Returns true if the team is in this category. */
bool settings_has_team(const struct settings *settings, int category, const char *team);

/* Converts the time "YYYY-MM-DD HH:MM" (the space may be a 'T', and a 'Z' may follow) to the format of the database,
 * with seconds. Returns false if the text is not a time. */
bool settings_time(const char *text, char time[SETTINGS_TIME]);
