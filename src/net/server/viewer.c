/* viewer.c - a GameLog of the tourney, and the games in progress, for the replay viewer (page.h). */
#include "net/server/page.h"

#include "base/json.h"
#include "game/liars/liars.h"
#include "net/logs/log_game.h"
#include "net/server/inside.h"
#include "output/viewer.h"

/* Returns a hand in which left[seat] is the number of a seat's dice. Takes over dice and steps. */
static json_t *new_hand(int n_seats, const int *left, json_t *dice, json_t *steps, const char *history)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:s}", "dice", dice,
		"left", JSON_LIST(seat, n_seats, json_integer(left[seat])),
		"points", JSON_LIST(seat, n_seats, json_integer(0)),
		"in", JSON_LIST(seat, n_seats, json_integer(left[seat] > 0)), "steps", steps, "history", history);
}

/* Returns a hand. An inconsistent hand has only its dice. */
static json_t *hand_of(struct log_game *log, const json_t *logged)
{
	const struct game_record *record = &log->record;
	int left[GAME_MAX_SEATS];
	if (log_game_add(log, logged)) {
		json_t *hand = viewer_hand(record, &record->hands[record->n_hands - 1]);
		json_t *steps = json_object_get(hand, "steps");
		json_t *last = json_array_get(steps, json_array_size(steps) - 1);
		if (json_object_get(last, "cause") && strcmp(log->result, "error_timeout") != 0)
			json_object_set_new(last, "verdict", json_string("message"));
		return hand;
	}
	for (int seat = 0; seat < record->n_seats; seat++)
		left[seat] = log->hand.known.n_dice[seat];
	return new_hand(record->n_seats, left, JSON_LIST(seat, record->n_seats, truth_dice(log->hand.known.dice[seat])),
			json_array(), "");
}

/* Returns for each seat [place, number of seats that share it]. */
static json_t *places_of(int n, const json_t *rankings)
{
	int place[GAME_MAX_SEATS];
	for (int seat = 0; seat < n; seat++)
		place[seat] = n;
	for (size_t i = 0; i < json_array_size(rankings) && i < (size_t)n; i++) {
		json_int_t seat = json_integer_value(json_array_get(rankings, i));
		if (seat >= 0 && seat < n)
			place[seat] = (int)i + 1;
	}
	return JSON_LIST(seat, n, json_pack("[i, i]", place[seat], 1));
}

static json_t *integer_of(const json_t *log, const char *key)
{
	return json_integer(json_integer_value(json_object_get(log, key)));
}

static json_t *seats_of(const json_t *titles)
{
	json_t *seats = json_array();
	for (size_t seat = 0; seat < json_array_size(titles); seat++) {
		const char me[] = {(char)('A' + seat), '\0'}, *title = json_string_value(json_array_get(titles, seat));
		json_array_append_new(seats, json_pack("{s:s, s:o}", "me", me, "name", json_clean(title ? title : me)));
	}
	return seats;
}

/* Adds the seats and the finished hands to a game. Returns the number of plays. */
static int add_hands(struct log_game *log, const json_t *titles, const json_t *logged, json_t *game)
{
	json_t *hands = JSON_LIST(i, (int)json_array_size(logged), hand_of(log, json_array_get(logged, (size_t)i)));
	int n_plays = COUNT_IF(i, log->record.n_asks, !log->record.asks[i].cause);
	json_add(game, "{s:o, s:o}", "seats", seats_of(titles), "hands", hands);
	return n_plays;
}

json_t *viewer_of_log(const json_t *log)
{
	const json_t *logged = json_object_get(log, "game_history"), *titles = json_object_get(log, "bot_titles");
	AUTO_LOG_GAME struct log_game reader = {0};
	int wild = json_is_false(json_object_get(log, "wild_ones_drop")) ? WILD_ONES : WILD_DROP;
	if (!json_array_size(logged) || !log_game_begin(&reader, titles, wild, 0, NULL))
		return NULL;
	json_t *game = json_pack("{s:o, s:o}", "number", integer_of(log, "match_index"),
				 "tourney", integer_of(log, "tourney_index"));
	int n_plays = add_hands(&reader, titles, logged, game);
	json_add(game, "{s:o, s:i}", "places", places_of(reader.record.n_seats, json_object_get(log, "bot_rankings")),
		 "plays", n_plays);
	return game;
}

/* Returns the public part of the hand in progress: the number of each player's dice, and the bids. */
static json_t *hand_in_progress(const struct tourney_game *played)
{
	static const char hidden[] = "xxxxxxxxxxxxxxxxxxxx";
	const struct game *game = &played->game;
	int left[GAME_MAX_SEATS];
	json_t *steps = json_array();
	_Static_assert(sizeof hidden > GAME_MAX_DICE, "an x for each die");
	for (int seat = 0; seat < game->n_seats; seat++)
		left[seat] = played->in_hand >> seat & 1 ? game_dice_left(game, seat) : 0;
	for (int i = 0; i < played->n_bids; i++) {
		const struct tourney_log_bid *bid = &played->bids[i];
		AUTO_STR struct str words = {0};
		game_play_words(game->rules, bid->play, &words);
		json_array_append_new(steps,
			json_pack("{s:i, s:i, s:i, s:s, s:s, s:{s:i, s:i, s:i}}", "seat", bid->seat, "at", 0, "play",
			bid->play, "words", str_text(&words), "verdict", "ok", "truth", "seat", bid->seat, "bid",
			bid->play, "wild", 0));
	}
	return new_hand(game->n_seats, left, JSON_LIST(seat, game->n_seats, json_stringn(hidden, (size_t)left[seat])),
			steps, "");
}

json_t *viewer_in_progress(const struct tourney_game *played, const json_t *titles, int number, int64_t tourney)
{
	AUTO_LOG_GAME struct log_game reader = {0};
	AUTO_STR struct str rounds = str_of("[%s]", str_text(&played->rounds));
	AUTO_JSON json_t *logged = json_loads(rounds.text, 0, NULL);
	bool is_played = played->game.need == GAME_NEED_PLAY;
	bug_if(!logged);
	if (!log_game_begin(&reader, titles, played->game.rules->value[LIARS_WILD], 0, NULL))
		return NULL;
	json_t *game = json_pack("{s:i, s:I}", "number", number, "tourney", (json_int_t)tourney);
	int n_plays = add_hands(&reader, titles, logged, game);
	if (is_played)
		json_array_append_new(json_object_get(game, "hands"), hand_in_progress(played));
	json_add(game, "{s:i, s:i}", "turn", is_played ? played->game.turn : -1,
		 "plays", n_plays + (is_played ? played->n_bids : 0));
	return game;
}

static json_t *titles_of(const struct server *server, const struct tourney_table *table)
{
	return JSON_LIST(seat, table->tourney_game.game.n_seats,
			 json_clean(server->clients[table->client[seat]].meta.title));
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

ORDER_BY(by_match, struct tourney_table *, (*item)->match)

json_t *in_progress_list(const struct server *server, int most)
{
	const struct tourney_table *tables[TOURNEY_TABLES];
	int n = 0;
	for (int i = 0; i < TOURNEY_TABLES; i++)
		if (server->tourney_tables[i].state != TOURNEY_TABLE_FREE)
			tables[n++] = &server->tourney_tables[i];
	qsort(tables, (size_t)n, sizeof *tables, by_match);
	return JSON_LIST(i, n < most ? n : most, line_of(server, tables[i]));
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
