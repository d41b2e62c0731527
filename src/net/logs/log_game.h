/* log_game.h - converts a GameLog (docs/logs.md) to a game record, so that analyses and pages of games also work for
 * games of the tourney server. The game layer replays every hand, so a log with impossible bids is refused. */
#pragma once

#include <jansson.h>

#include "net/protocol/state.h"
#include "record/game_record.h"

/* A zeroed reader is empty. One reader may read many logs. */
struct log_game {
	struct game_record record;
	struct rules rules;                  /* rules of the recorded game */
	struct state_view view;              /* buffers for the strings of a hand; owned */
	/* The hand that was read last. */
	struct state_hand hand;
	struct game game;
	const char *result;
	bool has_begun;      /* the beginning of the hand has been recorded */
	bool is_pending;     /* the answer in the next three fields has not been recorded yet */
	int seat, play;
	enum verdict verdict;
};

#define AUTO_LOG_GAME __attribute__((cleanup(log_game_release)))
void log_game_release(struct log_game *game);

/* Reads a log into game->record, including the descriptions in words. `number` becomes the number of the game, from 0.
 * robots[seat], borrowed, is the index of a robot (game_record_robot). Returns false when the log is inconsistent; the
 * record is then undefined. */
bool log_game_read(struct log_game *game, const json_t *log, uint64_t number, const int *robots);

/* Begins the record of a game of robots with these titles. Its hands are added one by one. Returns false if a game
 * cannot have this number of robots. `wild` is the option of the rules (enum liars_wild). */
bool log_game_begin(struct log_game *log, const json_t *titles, int wild, uint64_t number, const int *robots);
/* Adds the next hand to the record, if it is consistent. */
bool log_game_add(struct log_game *log, const json_t *hand);

/* Reads bot_rankings into places[seat], from 1. Returns false when it is not a ranking of n seats. */
bool log_places(const json_t *rankings, int n, uint8_t *places);

/* Logs of a tourney (GameLog and TourneyLog, docs/rules.md section 5) as text for spectators. The input is untrusted:
 * names are cleaned and truncated, numbers are checked, and an inconsistent log is reported as such. */

/* Names of robots by session_uuid, for logs that lack them. A zeroed struct is empty. */
struct watch_names {
	int next; /* the entry to replace next */
	struct {
		char uuid[64], title[96];
	} known[512];
};

/* Stores the names that a META contains. */
void watch_remember(struct watch_names *names, const json_t *meta);

/* Adds the title that a META contains, cleaned and truncated. */
void watch_add_title(const json_t *meta, struct str *out);

/* Returns true if this message (META, GameLog or TourneyLog) is about the robot, which is given by its title or the
 * name in its title. */
bool watch_concerns(const struct watch_names *names, const json_t *message, const char *robot);

/* Adds a whole game, wrapped to `columns`: a line for each bid, a sentence about the end of each hand, and the
 * places. */
void watch_add_game(const struct watch_names *names, const json_t *log, bool has_colour, int columns, struct str *out);

/* Adds the scores as a table. */
void watch_add_tourney(const struct watch_names *names, const json_t *log, bool has_colour, struct str *out);
