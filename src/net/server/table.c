/* table.c - see table.h. */
#include "net/server/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "game/dice.h"
#include "game/liars/liars.h"

enum { FACES = 6 };

static const char *const result_names[] = {
	[BOUT_GOOD_CALL] = "good_call", [BOUT_BAD_CALL] = "bad_call", [BOUT_ERROR_BID] = "error_bid",
	[BOUT_ERROR_OVERFLOW] = "error_overflow", [BOUT_ERROR_BAD_MESSAGE] = "error_bad_message",
	[BOUT_ERROR_TIMEOUT] = "error_timeout"};

void bout_begin(struct bout *bout, const struct rules *rules, int n_seats, struct rng_key dice_key, uint64_t number,
		 const char *uuid, const struct game_view *view)
{
	struct str bids = bout->bids, rounds = bout->rounds;
	char letters[GAME_MAX_SEATS];
	*bout = (struct bout){.bids = bids, .rounds = rounds};
	str_clear(&bout->bids);
	str_clear(&bout->rounds);
	snprintf(bout->uuid, sizeof bout->uuid, "%s", uuid);
	for (int seat = 0; seat < n_seats; seat++)
		letters[seat] = (char)('A' + seat);
	game_start(&bout->game, rules, n_seats, letters, dice_key, number, view);
	bout->in_hand = bout->game.in;
}

void bout_release(struct bout *bout)
{
	str_release(&bout->bids);
	str_release(&bout->rounds);
}

/* ---- JSON --------------------------------------------------------------------------- */

/* A STATE is mostly numbers, and most of the server's work is to write them: no printf. */
static void add_numbers(const int *numbers, int n, struct str *out)
{
	for (int i = 0; i < n; i++) {
		str_add_n(out, i ? "," : "[", 1);
		str_add_int(out, numbers[i]);
	}
	str_add_n(out, "]", 1);
}

static void add_number(const char *before, int number, struct str *out)
{
	str_add(out, before);
	str_add_int(out, number);
}

static void add_faces(const struct bout *bout, int seat, struct str *out)
{
	uint64_t dice = bout->in_hand >> seat & 1 ? bout->game.seat[seat].dice : 0;
	int counts[FACES];
	for (int face = 1; face <= FACES; face++)
		counts[face - 1] = dice_showing(dice, face);
	add_numbers(counts, FACES, out);
}

static void add_bid(struct bout *bout, int bid, int seat)
{
	str_add(&bout->bids, bout->bids.length ? "," : "");
	add_numbers((int[]){bid / 10, bid % 10, seat}, 3, &bout->bids);
}

void bout_add_state(const struct bout *bout, struct str *out)
{
	const struct game *game = &bout->game;
	const struct common_state *state = &game->u.common;
	/* Any bid beats [0, 6]. */
	int n_dice[GAME_MAX_SEATS];
	for (int seat = 0; seat < game->n_seats; seat++)
		n_dice[seat] = game_dice_left(game, seat);
	bool is_first_round = state->n_bids < __builtin_popcount(game->in);
	str_add(out, "{\"bid\":");
	add_numbers((int[]){state->bid / 10, state->bid ? state->bid % 10 : FACES}, 2, out);
	str_add(out, ",\"dice\":");
	add_faces(bout, game->turn, out);
	add_number(",\"player_count\":", game->n_seats, out);
	str_add(out, ",\"dice_counts\":");
	add_numbers(n_dice, game->n_seats, out);
	add_number(",\"bot_index\":", game->turn, out);
	str_add(out, state->wild_face ? ",\"wild_ones\":true" : ",\"wild_ones\":false");
	str_add(out, is_first_round ? ",\"first_round\":true" : ",\"first_round\":false");
	str_add(out, ",\"bid_history\":[");
	str_add_n(out, str_text(&bout->bids), bout->bids.length);
	add_number("],\"round_count\":", bout->n_rounds, out);
	str_add(out, ",\"round_history\":[");
	str_add_n(out, str_text(&bout->rounds), bout->rounds.length);
	str_add(out, "],\"game_uuid\":\"");
	str_add(out, bout->uuid);
	str_add(out, "\"}");
}

/* ---- turns -------------------------------------------------------------------------- */

void bout_took(struct bout *bout, double seconds)
{
	int seat = bout->game.turn;
	bout->n_turns[seat]++;
	bout->waited_S[seat] += seconds;
	if (seconds > bout->longest_S[seat])
		bout->longest_S[seat] = seconds;
}

static void end_hand(struct bout *bout, enum bout_result result)
{
	struct str *out = &bout->rounds;
	str_addf(out, "%s{\"losing_player\":%d,\"calling_player\":%d,\"result\":\"%s\",\"bid_history\":[", out->length ? "," : "",
		 bout->game.last.loser, bout->game.last.actor, result_names[result]);
	str_add_n(out, str_text(&bout->bids), bout->bids.length);
	str_add(out, "],\"face_counts\":[");
	for (int seat = 0; seat < bout->game.n_seats; seat++) {
		str_add(out, seat ? "," : "");
		add_faces(bout, seat, out);
	}
	str_add(out, "]}");
	str_clear(&bout->bids);
	bout->n_rounds++;
}

/* A call when nothing was bid is a wrong one: [0, 6] is true. What is no bid of the game's still stands in
 * the history when it has a count and a face. */
static enum bout_result judge_illegal(struct bout *bout, int play, int seat, int n_dice)
{
	int face = play % 10;
	if (play == PLAY_CALL)
		return BOUT_BAD_CALL;
	if (play < 10 || face < 1 || face > FACES)
		return BOUT_ERROR_BAD_MESSAGE;
	add_bid(bout, play, seat);
	return play / 10 > n_dice ? BOUT_ERROR_OVERFLOW : BOUT_ERROR_BID;
}

void bout_play(struct bout *bout, int play)
{
	struct game *game = &bout->game;
	int seat = game->turn, n_dice = game->u.common.limit;
	bool is_legal = game_play(game, play);
	if (is_legal && play != PLAY_CALL)
		add_bid(bout, play, seat);
	else if (is_legal)
		end_hand(bout, game->last.loser == seat ? BOUT_BAD_CALL : BOUT_GOOD_CALL);
	else
		end_hand(bout, judge_illegal(bout, play, seat, n_dice));
}

void bout_response(struct bout *bout, const struct response *response)
{
	bout_play(bout, response->is_call ? PLAY_CALL : 10 * response->count + response->face);
}

void bout_failed(struct bout *bout, enum bout_result why)
{
	game_fault(&bout->game, bout->game.turn);
	end_hand(bout, why);
}

void bout_observed(struct bout *bout)
{
	game_observed(&bout->game);
	bout->in_hand = bout->game.in;
}

/* ---- the log ------------------------------------------------------------------------ */

static void add_list(const char *name, const char *const *texts, int n, struct str *out)
{
	str_addf(out, ",\"%s\":[", name);
	for (int i = 0; i < n; i++) {
		str_add(out, i ? "," : "");
		message_add_string(out, texts[i]);
	}
	str_add(out, "]");
}

static void add_rankings(const struct game *game, struct str *out)
{
	int player_at[GAME_MAX_SEATS + 1], n_tied;
	for (int seat = 0; seat < game->n_seats; seat++)
		player_at[game_place(game, seat, &n_tied)] = seat;
	str_add(out, ",\"bot_rankings\":[");
	for (int place = 1; place <= game->n_seats; place++)
		str_addf(out, "%s%d", place > 1 ? "," : "", player_at[place]);
	str_add(out, "]");
}

void bout_add_log(const struct bout *bout, const struct bout_setting *setting, struct str *out)
{
	const struct game *game = &bout->game;
	const int *value = game->rules->value;
	str_add(out, "{\"game_history\":[");
	str_add_n(out, str_text(&bout->rounds), bout->rounds.length);
	str_addf(out, "],\"bot_count\":%d,\"dice_count\":%d,\"wild_ones_drop\":%s", game->n_seats, value[COMMON_DICE],
		 value[COMMON_WILD] == WILD_DROP ? "true" : "false");
	add_list("bot_uuids", setting->uuids, game->n_seats, out);
	add_list("bot_titles", setting->titles, game->n_seats, out);
	str_addf(out, ",\"game_uuid\":\"%s\",\"tourney_uuid\":\"%s\"", bout->uuid, setting->tourney_uuid);
	add_rankings(game, out);
	str_addf(out, ",\"tourney_index\":%" PRId64 ",\"match_index\":%d,\"start_time\":\"%s\",\"end_time\":\"%s\"",
		 setting->tourney_index, setting->match_index, setting->started, setting->ended);
	str_add(out, ",\"ping_averages\":[");
	for (int seat = 0; seat < game->n_seats; seat++)
		str_addf(out, "%s%.6f", seat ? "," : "",
			 bout->n_turns[seat] ? bout->waited_S[seat] / (double)bout->n_turns[seat] : 0);
	str_add(out, "],\"ping_maximums\":[");
	for (int seat = 0; seat < game->n_seats; seat++)
		str_addf(out, "%s%.6f", seat ? "," : "", bout->longest_S[seat]);
	str_add(out, "]}");
}

void bout_make_uuid(struct rng_key key, uint64_t number, char uuid[BOUT_UUID + 1])
{
	uint64_t a = rng_word(key, number, 0), b = rng_word(key, number, 1);
	snprintf(uuid, BOUT_UUID + 1, "%08x-%04x-8%03x-%04x-%012" PRIx64, (unsigned)(a >> 32), (unsigned)(a >> 16 & 0xffff),
		 (unsigned)(a & 0xfff), (unsigned)(0x8000 | (b >> 48 & 0x3fff)), b & 0xffffffffffff);
}
