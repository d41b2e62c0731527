/* state.c - the STATE of the tourney protocol (docs/rules.md section 5) as the strings of an ask (state.h). */
#include "net/protocol/state.h"

#include "game/dice.h"

enum { FACES = 6 };

void state_rules(const struct rules *rules, struct rules *widest)
{
	*widest = *rules;
	widest->value[LIARS_DICE] = GAME_MAX_DICE;
}

void state_view_init(struct state_view *view, const struct rules *widest)
{
	size_t hands_size = game_hands_size(widest, GAME_MAX_SEATS);
	*view = (struct state_view){NEW_ARRAY(char, game_history_size(widest, GAME_MAX_SEATS)),
		NEW_ARRAY(char, hands_size), NEW_ARRAY(char, hands_size), widest};
}

void state_view_release(struct state_view *view)
{
	FREE_ALL(view->history, view->shown, view->hands);
	*view = (struct state_view){0};
}

static int wrong(struct err *err, const char *what)
{
	return err_set(err, EXIT_USAGE, "%s", what);
}

static bool is_int(const json_t *value, json_int_t min, json_int_t max, int *out)
{
	if (!json_is_integer(value) || json_integer_value(value) < min || json_integer_value(value) > max)
		return false;
	*out = (int)json_integer_value(value);
	return true;
}

static bool get_int(const json_t *object, const char *key, json_int_t min, json_int_t max, int *out)
{
	return is_int(json_object_get(object, key), min, max, out);
}

/* Reads [number of ones, number of twos, ...] as packed dice. */
static bool read_dice(const json_t *counts, uint64_t *dice, int *n_dice)
{
	uint64_t packed = 0;
	int total = 0;
	if (!json_is_array(counts) || json_array_size(counts) != FACES)
		return false;
	for (int face = 1; face <= FACES; face++) {
		int n;
		if (!is_int(json_array_get(counts, (size_t)face - 1), 0, GAME_MAX_DICE, &n) ||
		    (total += n) > GAME_MAX_DICE)
			return false;
		packed += (uint64_t)n * dice_pack(face);
	}
	*dice = packed;
	*n_dice = total;
	return true;
}

static bool read_bids(const json_t *list, struct state_hand *hand)
{
	size_t n = json_array_size(list);
	if (!json_is_array(list) || n > STATE_MAX_BIDS)
		return false;
	for (size_t i = 0; i < n; i++) {
		const json_t *bid = json_array_get(list, i);
		int count, face;
		if (json_array_size(bid) != 3 || !is_int(json_array_get(bid, 0), 0, 9999, &count) ||
		    !is_int(json_array_get(bid, 1), 0, 9, &face) ||
		    !is_int(json_array_get(bid, 2), 0, hand->known.n_seats - 1, &hand->bid[i].seat))
			return false;
		hand->bid[i].play = 10 * count + face;
	}
	hand->n_bids = (int)n;
	return true;
}

/* Replays all bids except the last n_left. Returns false if one is out of turn or illegal. */
static bool replay(struct game *game, const struct state_hand *hand, int n_left, const struct state_watcher *watcher)
{
	for (int i = 0; i < hand->n_bids - n_left; i++) {
		if (game->turn != hand->bid[i].seat || hand->bid[i].play < 10 ||
		    !game_is_legal(game, hand->bid[i].play, NULL))
			return false;
		if (watcher)
			watcher->step(game, hand->bid[i].play, false, watcher->context);
		game_play(game, hand->bid[i].play);
	}
	return true;
}

/* Buffers whose contents are not used. */
struct scratch {
	char history[STATE_MAX_BIDS * 8 + 64];
	char hands[GAME_MAX_SEATS * (GAME_MAX_DICE + 3) + 64];
	char shown[GAME_MAX_SEATS * (GAME_MAX_DICE + 3) + 64];
};

static void enter(struct game *game, const struct state_hand *hand, int me, const struct state_view *view,
		  struct scratch *scratch)
{
	struct game_view all = {
		.history = view->history ? view->history : scratch->history,
		.shown = view->shown ? view->shown : scratch->shown,
	};
	for (int seat = 0; seat < hand->known.n_seats; seat++)
		all.hands[seat] = view->hands && seat == me ? view->hands : scratch->hands;
	liars_enter(game, view->widest, &hand->known, &all);
}

static int read_players(struct state *state, const json_t *json, struct err *err)
{
	struct liars_known *known = &state->hand.known;
	const json_t *dice_counts = json_object_get(json, "dice_counts");
	int n_own, n_in = 0;
	if (!get_int(json, "player_count", 2, GAME_MAX_SEATS, &known->n_seats))
		return wrong(err, "player_count is not a number from 2 to 26");
	if (!get_int(json, "bot_index", 0, known->n_seats - 1, &state->me))
		return wrong(err, "bot_index is not the index of a player");
	if (!json_is_array(dice_counts) || json_array_size(dice_counts) != (size_t)known->n_seats)
		return wrong(err, "dice_counts does not have one number for each player");
	for (int seat = 0; seat < known->n_seats; seat++) {
		int n;
		if (!is_int(json_array_get(dice_counts, (size_t)seat), 0, GAME_MAX_DICE, &n))
			return wrong(err, "dice_counts has a number that is not from 0 to 20");
		known->n_dice[seat] = (uint8_t)n;
		n_in += n > 0;
	}
	if (!read_dice(json_object_get(json, "dice"), &known->dice[state->me], &n_own))
		return wrong(err, "dice is not a list of six counts");
	if (n_own != known->n_dice[state->me] || !n_own)
		return wrong(err, "the number of dice differs from dice_counts");
	return n_in > 1 ? 0 : wrong(err, "dice_counts leaves no opponent");
}

static int read_hand(struct state *state, const json_t *json, const struct rules *widest, struct err *err)
{
	struct state_hand *hand = &state->hand;
	const json_t *bid = json_object_get(json, "bid");
	int count, face;
	if (!read_bids(json_object_get(json, "bid_history"), hand))
		return wrong(err, "bid_history is not a list of bids");
	if (json_array_size(bid) != 2 || !is_int(json_array_get(bid, 0), 0, 9999, &count) ||
	    !is_int(json_array_get(bid, 1), 0, 9, &face))
		return wrong(err, "bid is not a valid bid");
	int last = hand->n_bids ? hand->bid[hand->n_bids - 1].play : 0;
	if (hand->n_bids ? last != 10 * count + face : count != 0)
		return wrong(err, "bid is not the last one of bid_history");
	struct game game;
	struct scratch scratch;
	hand->known.opener = hand->n_bids ? hand->bid[0].seat : state->me;
	if (!hand->known.n_dice[hand->known.opener])
		return wrong(err, "bid_history begins with a player who has been eliminated");
	enter(&game, hand, state->me, &(struct state_view){.widest = widest}, &scratch);
	if (!replay(&game, hand, 0, NULL))
		return wrong(err, "bid_history is not possible");
	return game.turn == state->me ? 0 : wrong(err, "it is another player's turn");
}

int state_read(struct state *state, const char *text, size_t size, const struct rules *widest, struct err *err)
{
	json_error_t error;
	*state = (struct state){0};
	if (size > STATE_MAX_BYTES)
		return wrong(err, "it is longer than a game can be");
	json_t *json = json_loadb(text, size, 0, &error);
	const json_t *hands = json_object_get(json, "round_history");
	int failed = 0;
	if (!json_is_object(json))
		failed = wrong(err, "it is not a JSON object");
	else if (hands && !json_is_array(hands))
		failed = wrong(err, "round_history is not a list");
	else if (read_players(state, json, err) || read_hand(state, json, widest, err))
		failed = -1;
	if (failed) {
		json_decref(json);
		return -1;
	}
	state->json = json;
	state->n_hands = (int)json_array_size(hands);
	return 0;
}

void state_release(struct state *state)
{
	json_decref(state->json);
	*state = (struct state){0};
}

void state_game(const struct state *state, const struct state_view *view, struct game *game)
{
	struct scratch unused; /* buffers for the hands of other seats, which are not read */
	enter(game, &state->hand, state->me, view, &unused);
	bug_if(!replay(game, &state->hand, 0, NULL)); /* cannot fail, because state_read has replayed the same bids */
}

void state_ask(const struct state *state, const struct state_view *view)
{
	struct game game;
	state_game(state, view, &game);
}

bool state_is_legal(const struct state *state, int play, const struct rules *widest, struct str *reason)
{
	struct game game;
	struct scratch buffers;
	struct err why = {0};
	state_game(state, &(struct state_view){.history = buffers.history, .hands = buffers.hands, .widest = widest},
		   &game);
	if (game_is_legal(&game, play, &why))
		return true;
	str_addf(reason, "get_play(\"%c\", \"%s\", \"%s\") returned %d: %s", 'A' + state->me, buffers.hands,
		 buffers.history, play, why.text);
	return false;
}

/* Returns true for the results of a hand that ended with a call; all others are errors of `calling_player`. */
static bool is_call(const char *result)
{
	return strcmp(result, "good_call") == 0 || strcmp(result, "bad_call") == 0;
}

static bool read_finished(const json_t *json, int n_seats, struct state_hand *hand)
{
	const json_t *face_counts = json_object_get(json, "face_counts");
	const char *result = json_string_value(json_object_get(json, "result"));
	int n_in = 0;
	hand->known.n_seats = n_seats;
	if (!result || json_array_size(face_counts) != (size_t)n_seats ||
	    !get_int(json, "calling_player", 0, n_seats - 1, &hand->caller))
		return false;
	for (int seat = 0; seat < n_seats; seat++) {
		int n;
		if (!read_dice(json_array_get(face_counts, (size_t)seat), &hand->known.dice[seat], &n))
			return false;
		hand->known.n_dice[seat] = (uint8_t)n;
		n_in += n > 0;
	}
	hand->is_call = is_call(result);
	if (n_in < 2 || !read_bids(json_object_get(json, "bid_history"), hand))
		return false;
	hand->known.opener = hand->n_bids ? hand->bid[0].seat : hand->caller;
	return hand->known.n_dice[hand->known.opener] > 0;
}

bool state_replay(const json_t *hand_json, int n_seats, const struct state_view *view, struct state_hand *hand,
		  struct game *game, const struct state_watcher *watcher)
{
	struct scratch scratch;
	*hand = (struct state_hand){0};
	if (!read_finished(hand_json, n_seats, hand))
		return false;
	/* An illegal bid is the last in the list, because it ended the hand. Calls are not in the list. */
	bool has_error = !hand->is_call && hand->n_bids && hand->bid[hand->n_bids - 1].seat == hand->caller;
	bool is_fault = !has_error && !hand->is_call;
	int last = has_error ? hand->bid[hand->n_bids - 1].play : PLAY_CALL;
	enter(game, hand, -1, view, &scratch);
	if (!replay(game, hand, has_error, watcher) || game->turn != hand->caller)
		return false;
	if (watcher)
		watcher->step(game, last, is_fault, watcher->context);
	if (is_fault)
		game_fault(game, hand->caller);
	else
		game_play(game, last);
	return game->need == GAME_NEED_OBSERVE;
}

bool state_showdown(const struct state *state, int number, const struct state_view *view)
{
	struct state_hand hand;
	struct game game;
	const json_t *list = json_object_get(state->json, "round_history");
	return state_replay(json_array_get(list, (size_t)number), state->hand.known.n_seats, view, &hand, &game, NULL);
}

json_t *state_response(const struct state *state, int play)
{
	json_t *game = json_object_get(state->json, "game_uuid");
	json_t *response = play == PLAY_CALL
		? json_pack("{s:s}", "response_type", "call")
		: json_pack("{s:s, s:[i, i]}", "response_type", "bid", "bid", play / 10, play % 10);
	if (json_is_string(game))
		json_object_set(response, "game_uuid", game);
	return response;
}
