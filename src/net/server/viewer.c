/* viewer.c - a GameLog of the tourney, and the games in progress, for the replay viewer (viewer.h). */
#include "net/server/viewer.h"

#include "base/json.h"
#include "game/dice.h"
#include "game/liars/liars.h"
#include "net/protocol/state.h"
#include "net/server/inside.h"
#include "output/truth.h"

struct viewed_game {
	int n_seats;
	const char *names[GAME_MAX_SEATS]; /* the seats' in the result */
	struct rules widest;
	struct state_view view;
	const char *result;  /* of the hand */
	json_t *steps;       /* of the hand; borrowed */
	int n_plays;
};

static void add_step(const struct game *game, int play, bool is_fault, void *context)
{
	struct viewed_game *replay = context;
	struct err why = {0};
	AUTO_STR struct str words = {0};
	size_t n_steps = json_array_size(replay->steps);
	if (n_steps) /* the bid of the previous play */
		json_object_set_new(json_array_get(replay->steps, n_steps - 1), "truth", truth_json(game));
	game_see(game, game->turn, replay->view.hands);
	json_t *step = json_pack("{s:i, s:i, s:s}", "seat", game->turn, "at", (int)game->history_length, "hands", replay->view.hands);
	if (is_fault) {
		bool is_timeout = strcmp(replay->result, "error_timeout") == 0;
		json_add(step, "{s:s, s:o}", "verdict", is_timeout ? "timeout" : "message", "cause", json_clean(replay->result));
	} else {
		game_play_words(game->rules, play, &words);
		json_add(step, "{s:i, s:s, s:s}", "play", play, "words", str_text(&words), "verdict",
			game_is_legal(game, play, &why) ? "ok" : "illegal");
		replay->n_plays++;
	}
	json_array_append_new(replay->steps, step);
}

/* A hand in which seats have so many dice. Takes over dice and steps. */
static json_t *new_hand(int n_seats, const int *left, json_t *dice, json_t *steps, const char *history)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:s}", "dice", dice,
		"left", JSON_LIST(seat, n_seats, json_integer(left[seat])), "points", JSON_LIST(seat, n_seats, json_integer(0)),
		"in", JSON_LIST(seat, n_seats, json_integer(left[seat] > 0)), "steps", steps, "history", history);
}

static json_t *hand_of(struct viewed_game *replay, const json_t *logged)
{
	AUTO_FREE struct state_hand *hand = NEW(struct state_hand);
	AUTO_STR struct str words = {0};
	struct game game;
	const char *result = json_string_value(json_object_get(logged, "result"));
	int left[GAME_MAX_SEATS];
	replay->result = result ? result : "?";
	replay->steps = json_array();
	const struct state_watcher watcher = {add_step, replay};
	bool is_played = state_replay(logged, replay->n_seats, &replay->view, hand, &game, &watcher);
	if (!is_played)
		json_array_clear(replay->steps);
	for (int seat = 0; seat < replay->n_seats; seat++)
		left[seat] = hand->known.n_dice[seat];
	json_t *json = new_hand(replay->n_seats, left, JSON_LIST(seat, replay->n_seats, truth_dice(hand->known.dice[seat])),
		replay->steps, is_played ? replay->view.history : "");
	if (!is_played)
		return json;
	game_describe_hand(&game, replay->names, &words);
	json_object_set_new(json, "end", truth_end(game.rules, &game.last, replay->n_seats, str_text(&words),
		replay->view.shown, game.last.n_wild > 0));
	return json;
}

/* By seat: [place, how many share it]. */
static json_t *places_of(const struct viewed_game *replay, const json_t *rankings)
{
	int place[GAME_MAX_SEATS];
	for (int seat = 0; seat < replay->n_seats; seat++)
		place[seat] = replay->n_seats;
	for (size_t i = 0; i < json_array_size(rankings) && i < (size_t)replay->n_seats; i++) {
		json_int_t seat = json_integer_value(json_array_get(rankings, i));
		if (seat >= 0 && seat < replay->n_seats)
			place[seat] = (int)i + 1;
	}
	return JSON_LIST(seat, replay->n_seats, json_pack("[i, i]", place[seat], 1));
}

static json_t *integer_of(const json_t *log, const char *key)
{
	return json_integer(json_integer_value(json_object_get(log, key)));
}

/* The seats, and the buffers of their hands. json: titles[seat]. False when there is no table of so many. */
static bool begin(struct viewed_game *replay, const json_t *titles, const struct rules *rules, json_t **seats)
{
	replay->n_seats = (int)json_array_size(titles);
	if (replay->n_seats < 2 || replay->n_seats > GAME_MAX_SEATS)
		return false;
	state_rules(rules, &replay->widest);
	state_view_init(&replay->view, &replay->widest);
	*seats = json_array();
	for (int seat = 0; seat < replay->n_seats; seat++) {
		const char me[] = {(char)('A' + seat), '\0'}, *title = json_string_value(json_array_get(titles, (size_t)seat));
		json_array_append_new(*seats, json_pack("{s:s, s:o}", "me", me, "name", json_clean(title ? title : me)));
		replay->names[seat] = json_string_value(json_object_get(json_array_get(*seats, (size_t)seat), "name"));
	}
	return true;
}

static json_t *hands_of(struct viewed_game *replay, const json_t *logged)
{
	return JSON_LIST(i, (int)json_array_size(logged), hand_of(replay, json_array_get(logged, (size_t)i)));
}

json_t *viewer_of_log(const json_t *log)
{
	const json_t *logged = json_object_get(log, "game_history");
	struct viewed_game replay = {0};
	struct rules rules;
	json_t *seats;
	bug_if(rules_init(&rules, "tourney", NULL));
	if (json_is_false(json_object_get(log, "wild_ones_drop")))
		rules.value[LIARS_WILD] = WILD_ONES;
	if (!json_array_size(logged) || !begin(&replay, json_object_get(log, "bot_titles"), &rules, &seats))
		return NULL;
	json_t *hands = hands_of(&replay, logged);
	state_view_release(&replay.view);
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:i}", "number", integer_of(log, "match_index"), "tourney",
			 integer_of(log, "tourney_index"), "seats", seats, "hands", hands, "places",
			 places_of(&replay, json_object_get(log, "bot_rankings")), "plays", replay.n_plays);
}

/* What all at the table know of its hand: how many dice each player has, and the bids. Not what is true of them. */
static json_t *hand_in_progress(struct viewed_game *replay, const struct tourney_game *played)
{
	static const char hidden[] = "xxxxxxxxxxxxxxxxxxxx";
	const struct game *game = &played->game;
	int left[GAME_MAX_SEATS];
	json_t *steps = json_array();
	_Static_assert(sizeof hidden > GAME_MAX_DICE, "an x for each die");
	for (int seat = 0; seat < game->n_seats; seat++)
		left[seat] = played->in_hand >> seat & 1 ? game_dice_left(game, seat) : 0;
	for (int i = 0; i < played->n_bids; i++, replay->n_plays++) {
		const struct tourney_log_bid *bid = &played->bids[i];
		AUTO_STR struct str words = {0};
		game_play_words(game->rules, bid->play, &words);
		json_array_append_new(steps, json_pack("{s:i, s:i, s:i, s:s, s:s, s:{s:i, s:i, s:i}}", "seat", bid->seat, "at", 0, "play",
			bid->play, "words", str_text(&words), "verdict", "ok", "truth", "seat", bid->seat, "bid", bid->play, "wild", 0));
	}
	return new_hand(game->n_seats, left, JSON_LIST(seat, game->n_seats, json_stringn(hidden, (size_t)left[seat])), steps, "");
}

json_t *viewer_in_progress(const struct tourney_game *played, const json_t *titles, int number, int64_t tourney)
{
	struct viewed_game replay = {0};
	json_t *seats;
	AUTO_STR struct str rounds = str_of("[%s]", str_text(&played->rounds));
	AUTO_JSON json_t *logged = json_loads(rounds.text, 0, NULL);
	bug_if(!logged);
	if (!begin(&replay, titles, played->game.rules, &seats))
		return NULL;
	json_t *hands = hands_of(&replay, logged);
	if (played->game.need == GAME_NEED_PLAY)
		json_array_append_new(hands, hand_in_progress(&replay, played));
	state_view_release(&replay.view);
	return json_pack("{s:i, s:I, s:o, s:o, s:i, s:i}", "number", number, "tourney", (json_int_t)tourney, "seats", seats, "hands", hands,
			 "turn", played->game.need == GAME_NEED_PLAY ? played->game.turn : -1, "plays", replay.n_plays);
}

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
