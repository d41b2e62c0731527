/* log_game.h - converts a GameLog (docs/logs.md) to a game record, so that the analyses and pages of watched games also
 * work for games of the tourney server. The game layer plays every hand again, so a log with impossible bids is
 * refused. */
#pragma once

#include <jansson.h>

#include "game/rules.h"
#include "net/protocol/state.h"
#include "record/game_record.h"

/* A zeroed reader is empty; one reader may read many logs. */
struct log_game {
	struct game_record record;
	struct rules rules;                  /* of the record */
	struct state_view view;              /* of a hand; owned */
	/* The hand that was read last. */
	struct state_hand hand;
	struct game game;
	const char *result;
	bool has_begun;      /* its start has been recorded */
	bool is_pending;     /* an answer has not been recorded yet: */
	int seat, play;
	enum verdict verdict;
};

#define AUTO_LOG_GAME __attribute__((cleanup(log_game_release)))
void log_game_release(struct log_game *game);

/* Reads a log into game->record, with its words. The game gets this number (from 0). robots[seat], borrowed, are the
 * indices of its robots (game_record_robot). False when the log is inconsistent; the record is then undefined. */
bool log_game_read(struct log_game *game, const json_t *log, uint64_t number, const int *robots);

/* The same hand by hand. Begins the record of a game at a table with these titles; false: there is no such table. wild: of the rules
 * (enum liars_wild). */
bool log_game_begin(struct log_game *log, const json_t *titles, int wild, uint64_t number, const int *robots);
/* Adds the next hand to the record, if it is consistent. */
bool log_game_add(struct log_game *log, const json_t *hand);

/* Reads bot_rankings: places[seat], from 1. False when it is not an order of n seats. */
bool log_places(const json_t *rankings, int n, uint8_t *places);
