/* record.c - what a robot did at the server (record.h). */
#include "net/server/record.h"

#include "base/json.h"
#include "net/logs/log_game.h"
#include "store/tourney.h"

enum { LOOKED_AT = 2000, GAMES = 50, TOURNEYS = 50, FAULTS = 20 };

/* Its seat; -1: it is not at the table. */
static int seat_of(const json_t *log, const char *title)
{
	const json_t *titles = json_object_get(log, "bot_titles");
	for (size_t seat = 0; seat < json_array_size(titles); seat++) {
		const char *other = json_string_value(json_array_get(titles, seat));
		if (other && strcmp(other, title) == 0)
			return (int)seat;
	}
	return -1;
}

/* With the members of the log that name the game. */
static json_t *named(const json_t *log)
{
	static const char *const keys[] = {"game_uuid", "tourney_index", "match_index"};
	json_t *game = json_object();
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		json_object_set(game, keys[i], json_object_get(log, keys[i]));
	return game;
}

static json_t *game_of(const json_t *log, int seat)
{
	static const char *const keys[] = {"end_time", "bot_titles", "bot_rankings"};
	uint8_t places[GAME_MAX_SEATS];
	int n = (int)json_array_size(json_object_get(log, "bot_titles"));
	json_t *game = named(log);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		json_object_set(game, keys[i], json_object_get(log, keys[i]));
	bool is_ranked = n <= GAME_MAX_SEATS && log_places(json_object_get(log, "bot_rankings"), n, places);
	json_object_set_new(game, "place", is_ranked ? json_integer(places[seat]) : json_null());
	return game;
}

/* The hands that the seat ended: by its call, or by an error. */
static void add_hands(const json_t *log, int seat, json_t *hands, json_t *faults)
{
	const json_t *history = json_object_get(log, "game_history");
	for (size_t i = 0; i < json_array_size(history); i++) {
		const json_t *hand = json_array_get(history, i), *caller = json_object_get(hand, "calling_player");
		const char *result = json_string_value(json_object_get(hand, "result"));
		if (!result || !json_is_integer(caller) || json_integer_value(caller) != seat)
			continue;
		json_object_set_new(hands, result, json_integer(json_integer_value(json_object_get(hands, result)) + 1));
		if (strncmp(result, "error_", 6) != 0 || json_array_size(faults) >= FAULTS)
			continue;
		json_t *fault = named(log);
		json_object_set_new(fault, "hand", json_integer((json_int_t)i + 1));
		json_object_set_new(fault, "result", json_clean(result));
		json_array_append_new(faults, fault);
	}
}

json_t *server_record(struct database *database, const char *title)
{
	AUTO_JSON json_t *logs = tourney_logs_of(database, title, LOOKED_AT, GAMES, NULL);
	json_t *tourneys = json_array_size(logs) ? tourney_entries_of(database, title, TOURNEYS, NULL) : NULL;
	if (!tourneys)
		return NULL;
	json_t *games = json_array(), *hands = json_object(), *faults = json_array();
	for (size_t i = 0; i < json_array_size(logs); i++) {
		const json_t *log = json_array_get(logs, i);
		int seat = seat_of(log, title);
		if (seat < 0)
			continue;
		json_array_append_new(games, game_of(log, seat));
		add_hands(log, seat, hands, faults);
	}
	return json_pack("{s:o, s:o, s:o, s:o, s:o}", "title", json_clean(title), "tourneys", tourneys, "games", games, "hands", hands,
			 "faults", faults);
}
