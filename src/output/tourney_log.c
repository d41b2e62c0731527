/* tourney_log.c - GameLog and TourneyLog (tourney_log.h). Jansson writes the parts that can contain text. Hands, which
 * are nearly the whole log, consist only of numbers and fixed words. They are written directly, which takes a third of
 * the time. */
#include "output/tourney_log.h"

#include <math.h>

#include "base/json.h"
#include "game/dice.h"
#include "game/liars/liars.h"

static const char *const result_names[] = {
	[TOURNEY_LOG_GOOD_CALL] = "good_call", [TOURNEY_LOG_BAD_CALL] = "bad_call",
	[TOURNEY_LOG_GOOD_EXACT] = "good_exact", [TOURNEY_LOG_BAD_EXACT] = "bad_exact",
	[TOURNEY_LOG_ERROR_BID] = "error_bid", [TOURNEY_LOG_ERROR_OVERFLOW] = "error_overflow",
	[TOURNEY_LOG_ERROR_BAD_MESSAGE] = "error_bad_message", [TOURNEY_LOG_ERROR_TIMEOUT] = "error_timeout",
};

enum tourney_log_result tourney_log_illegal(int play, int n_faces, int n_dice)
{
	int face = play % 10;
	if (play == PLAY_CALL)
		return TOURNEY_LOG_BAD_CALL;
	if (play < 10 || face < 1 || face > n_faces)
		return TOURNEY_LOG_ERROR_BAD_MESSAGE;
	return play / 10 > n_dice ? TOURNEY_LOG_ERROR_OVERFLOW : TOURNEY_LOG_ERROR_BID;
}

void tourney_log_add_int(const char *before, int number, struct str *out)
{
	str_add(out, before);
	str_add_int(out, number);
}

void tourney_log_add_bids(const struct tourney_log_bid *bids, int n_bids, struct str *out)
{
	for (int i = 0; i < n_bids; i++) {
		tourney_log_add_int(i ? ",[" : "[", bids[i].play / 10, out);
		tourney_log_add_int(",", bids[i].play % 10, out);
		tourney_log_add_int(",", bids[i].seat, out);
		str_add(out, "]");
	}
}

void tourney_log_add_faces(uint64_t dice, int n_faces, struct str *out)
{
	for (int face = 1; face <= n_faces; face++)
		tourney_log_add_int(face > 1 ? "," : "[", dice_showing(dice, face), out);
	str_add(out, "]");
}

void tourney_log_add_hand(const struct tourney_log_hand *hand, struct str *out)
{
	str_add(out, out->length ? ",{\"losing_player\":" : "{\"losing_player\":");
	if (hand->loser < 0)
		str_add(out, "null");
	else
		str_add_int(out, hand->loser);
	tourney_log_add_int(",\"calling_player\":", hand->caller, out);
	str_addf(out, ",\"result\":\"%s\",\"bid_history\":[", result_names[hand->result]);
	tourney_log_add_bids(hand->bids, hand->n_bids, out);
	str_add(out, "],\"face_counts\":[");
	for (int seat = 0; seat < hand->n_seats; seat++) {
		str_add_n(out, ",", seat > 0);
		tourney_log_add_faces(hand->dice[seat], hand->n_faces, out);
	}
	str_add(out, "]}");
}

static json_t *strings(const char *const *texts, int n)
{
	return JSON_LIST(i, n, json_clean(texts[i]));
}

/* Returns the seats, winner first. Seats that share a place are in turn order. */
static json_t *rankings(const struct tourney_log_game *game)
{
	json_t *list = json_array();
	for (int place = 1; place <= game->n_seats; place++)
		for (int seat = 0; seat < game->n_seats; seat++)
			if (game->places[seat] == place)
				json_array_append_new(list, json_integer(seat));
	return list;
}

/* Returns times in seconds (with per_second = 1000 in milliseconds), rounded to the microsecond. */
static json_t *times(const double *seconds, int n, double per_second)
{
	return JSON_LIST(i, n, json_real(round(seconds[i] * 1e6) / (1e6 / per_second)));
}

void tourney_log_add_game(const struct tourney_log_game *game, struct str *out)
{
	const int *value = game->rules->value;
	int n = game->n_seats;
	json_t *log = json_pack("{s:i, s:i, s:b, s:o, s:o, s:s, s:s, s:o, s:I, s:I, s:s, s:s, s:o, s:o, s:o, s:o}",
		"bot_count", n, "dice_count", value[LIARS_DICE], "wild_ones_drop", value[LIARS_WILD] == WILD_DROP,
		"bot_uuids", strings(game->uuids, n), "bot_titles", strings(game->titles, n), "game_uuid",
		game->game_uuid, "tourney_uuid", game->tourney_uuid, "bot_rankings", rankings(game), "tourney_index",
		(json_int_t)game->tourney_index, "match_index", (json_int_t)game->match_index, "start_time",
		game->started, "end_time", game->ended, "ping_averages", times(game->ping_average_S, n, 1),
		"ping_maximums", times(game->ping_maximum_S, n, 1), "ping_averages_mS",
		times(game->ping_average_S, n, 1000), "ping_maximums_mS", times(game->ping_maximum_S, n, 1000));
	bug_if(!log);
	str_addf(out, "{\"game_history\":[%s],", game->hands);
	json_add_line(out, log, JSON_EMBED);
	str_add(out, "}");
}

/* Adds the robots: lists of their data, and their results by UUID, in the same order. */
static void add_robots(const struct tourney_log_tourney *tourney, json_t *log)
{
	static const char *const keys[] = {"bot_uuids", "bot_titles", "bot_fullnames", "bot_player", "bot_name",
		"bot_version"};
	json_t *scores = json_array(), *results = json_object();
	json_object_set_new(log, "bot_count", json_integer(tourney->n_entries));
	for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
		json_object_set_new(log, keys[k], json_array());
	for (int i = 0; i < tourney->n_entries; i++) {
		const struct tourney_log_entry *entry = &tourney->entries[i];
		const char *const texts[] = {entry->uuid, entry->title, entry->title, entry->player, entry->name,
			entry->version};
		for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
			json_array_append_new(json_object_get(log, keys[k]), json_clean(texts[k]));
		json_array_append_new(scores, json_real(entry->score));
		json_t *places = JSON_LIST(k, (int)entry->n_games, json_integer(entry->places[k].place));
		json_t *sizes = JSON_LIST(k, (int)entry->n_games, json_integer(entry->places[k].n_robots));
		json_object_set_new(results, entry->uuid, json_pack("[o, o]", places, sizes));
	}
	json_object_set_new(log, "bot_scores", scores);
	json_object_set_new(log, "results_by_bot", results);
}

void tourney_log_add_tourney(const struct tourney_log_tourney *tourney, struct str *out)
{
	json_t *log = json_pack("{s:o, s:I, s:I, s:s, s:f, s:s, s:s, s:s, s:I}",
		"tourney_tag", json_clean(tourney->tag), "tourney_games", (json_int_t)tourney->n_games,
		"tourney_game_count", (json_int_t)tourney->n_games, "scoring_method", tourney->scoring_method,
		"score_multiplier", tourney->score_multiplier, "start_time", tourney->started,
		"end_time", tourney->ended, "tourney_uuid", tourney->uuid, "tourney_index", (json_int_t)tourney->index);
	bug_if(!log);
	add_robots(tourney, log);
	json_object_set(log, "game_uuids", tourney->game_uuids);
	/* The games' logs, possibly megabytes, are already JSON, so they are copied without being parsed. */
	str_add(out, "{");
	json_add_line(out, log, JSON_EMBED);
	str_add(out, ",\"game_logs\":[");
	str_add(out, tourney->game_logs);
	str_add(out, "]}");
}
