/* config.h - the settings of a tourney server: the keys of its file (docs/rules.md section 5), with their
 * defaults and ranges in one table (config.c). */
#pragma once

#include "base/base.h"

enum scoring { SCORING_531, SCORING_EVEN };
enum { CONFIG_TEXT = 200 };

struct config {
	long long games_per_tourney_per_bot;
	double tourney_freq_S;    /* from the start of a tourney to the start of the next */
	double tourney_min_gap_S; /* from the end of one to the start of the next, at least */
	char tourney_tag[CONFIG_TEXT];
	long long dice_count;
	long long player_count[2]; /* fewest and most robots at a table */
	long long scoring_method;  /* enum scoring */
	double score_mult;
	long long move_timeout_mS, game_timeout_mS;
	bool do_drop_wilds;
	long long game_port, logs_port; /* 0: any that is free */
	char logs_path[CONFIG_TEXT];    /* the folder of the database */
	long long max_bots_per_player;
	long long max_bots;   /* registered at a time */
	long long logs_kept;  /* games whose logs stay in the database */
};

/* The words for enum scoring, NULL-terminated. */
extern const char *const config_scorings[];

void config_init(struct config *config); /* the defaults */

/* Reads settings from the JSON file; other keys stay unchanged. EXIT_USAGE for a file that cannot
 * be read, an unknown key (with the nearest), a value of the wrong type or out of range. */
int config_load(struct config *config, const char *path, struct err *err);

/* "key=value", the value as in the file; text needs no quotes. `where` (an option's name) for errors. */
int config_set(struct config *config, const char *setting, const char *where, struct err *err);
