/* in_progress.c - the games in progress, for spectators (in_progress.h). */
#include "net/server/in_progress.h"

#include "base/json.h"
#include "net/server/inside.h"
#include "net/server/viewer.h"

static json_t *titles_of(const struct server *server, const struct tourney_table *table)
{
	return JSON_LIST(seat, table->tourney_game.game.n_seats, json_clean(server->clients[table->client[seat]].meta.title));
}

static json_t *line_of(const struct server *server, const struct tourney_table *table)
{
	const struct tourney_game *played = &table->tourney_game;
	json_t *counts = JSON_LIST(seat, played->game.n_seats, json_integer(game_dice_left(&played->game, seat)));
	return json_pack("{s:s, s:I, s:i, s:s, s:o, s:o, s:i}", "game_uuid", played->uuid, "tourney_index",
			 (json_int_t)server->tourney.number,
			 "match_index", table->match, "start_time", table->started, "bot_titles",
			 titles_of(server, table), "dice_counts", counts,
			 "hand", played->n_rounds + (played->game.need == GAME_NEED_PLAY));
}

static int by_match(const void *a, const void *b)
{
	const struct tourney_table *first = *(struct tourney_table *const *)a, *second = *(struct tourney_table *const *)b;
	return first->match - second->match;
}

json_t *in_progress_list(const struct server *server, int most)
{
	const struct tourney_table *tables[TOURNEY_TABLES];
	json_t *list = json_array();
	int n = 0;
	for (int i = 0; i < TOURNEY_TABLES; i++)
		if (server->tourney_tables[i].state != TOURNEY_TABLE_FREE)
			tables[n++] = &server->tourney_tables[i];
	qsort(tables, (size_t)n, sizeof *tables, by_match);
	for (int i = 0; i < n && i < most; i++)
		json_array_append_new(list, line_of(server, tables[i]));
	return list;
}

json_t *in_progress_game(const struct server *server, const char *uuid)
{
	for (int i = 0; i < TOURNEY_TABLES; i++) {
		const struct tourney_table *table = &server->tourney_tables[i];
		if (table->state == TOURNEY_TABLE_FREE || strcmp(table->tourney_game.uuid, uuid) != 0)
			continue;
		AUTO_JSON json_t *titles = titles_of(server, table);
		return viewer_in_progress(&table->tourney_game, titles, table->match, server->tourney.number);
	}
	return NULL;
}
