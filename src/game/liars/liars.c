/* liars.c - common-hand Liar's Dice as a state machine: dealing, turns, calls, faults.
 *
 * A hand consists of a deal, plays in turn order, and an end (a call, an exact, an illegal play or a fault). Then all
 * dice are shown, dice are lost, eliminated seats get their places, and all seats observe. With caller=anyone the other
 * players are asked between two bids: the next player's answer waits in state->answer until all of them let the bid
 * stand. */
#include "game/liars/liars.h"

#include "game/dice.h"
#include "game/encoding.h"
#include "game/view.h"

static bool has_points(const struct game *game)
{
	return game->rules->value[LIARS_LOSS] == LOSS_POINT;
}

static int wild_face(const int *value, bool is_palifico)
{
	if (is_palifico || value[LIARS_WILD] == WILD_NONE)
		return 0;
	return value[LIARS_WILD] == WILD_HIGH ? value[LIARS_FACES] : 1;
}

/* Returns true if any larger integer within the faces and the limit is a legal bid in this hand, without side effects,
 * and nothing else is. This holds for most hands, and liars_play has a fast path for them. */
static bool is_plain(const int *value, bool is_palifico)
{
	return !is_palifico && value[LIARS_CALLER] == CALLER_NEXT && value[LIARS_ONES_RULE] == ONES_PLAIN &&
		value[LIARS_WILD] != WILD_JOKER && value[LIARS_WILD] != WILD_DROP;
}

static void deal(struct game *game, int opener, bool is_palifico)
{
	const int *value = game->rules->value;
	struct liars_state *state = &game->u.liars;
	uint32_t hand = game->hand++;
	uint64_t word = dice_hand_word(&game->dice, hand);
	int n_table = 0;
	for (uint32_t left = game->in; left; left &= left - 1) {
		int seat = __builtin_ctz(left);
		struct game_seat *player = &game->seat[seat];
		uint64_t own = player->n_dice > DICE_WORD ? dice_seat_word(&game->dice, hand, seat) : word;
		player->dice = dice_roll_packed(own, seat, player->n_dice, value[LIARS_FACES]);
		n_table += player->n_dice;
	}
	state->bid = 0;
	state->bidder = -1;
	state->n_bids = 0;
	state->answer = 0;
	state->opener = (int8_t)opener;
	state->is_palifico = is_palifico;
	state->is_plain = is_plain(value, is_palifico);
	state->wild_face = (int8_t)wild_face(value, is_palifico);
	state->fallen = 0;
	state->limit = liars_highest(game->rules, game->n_seats, n_table);
	game->turn = opener;
	game->need = GAME_NEED_PLAY;
	view_deal(game, has_points(game));
}

static void liars_start(struct game *game)
{
	const int *value = game->rules->value;
	game->u.liars = (struct liars_state){0};
	for (int seat = 0; seat < game->n_seats; seat++)
		game->seat[seat].n_dice = (uint8_t)value[LIARS_DICE];
	deal(game, 0, false);
}

static void call(struct game *game, int seat, int play)
{
	view_play(game, seat, PLAY_CALL);
	view_show(game, has_points(game));
	settle_begin(game, HAND_CALL, seat, play);
	game->last.count = liars_count(game, game->last.bid % 10, &game->last.n_wild);
	int bidder = game->last.bidder;
	bool is_true = game->last.count >= game->last.bid / 10;
	settle_loss(game, is_true ? seat : bidder, is_true ? bidder : seat);
	settle_finish(game);
}

static void exact(struct game *game, int seat)
{
	view_play(game, seat, PLAY_EXACT);
	view_show(game, has_points(game));
	settle_begin(game, HAND_EXACT, seat, PLAY_EXACT);
	game->last.count = liars_count(game, game->last.bid % 10, &game->last.n_wild);
	if (game->last.count == game->last.bid / 10)
		settle_exact(game, seat);
	else
		settle_loss(game, seat, game->last.bidder);
	settle_finish(game);
}

static void illegal(struct game *game, int seat, int play)
{
	int cost = game->rules->value[LIARS_ILLEGAL];
	if (cost == ILLEGAL_CALL && game->u.liars.bid) {
		call(game, seat, play);
		return;
	}
	view_play(game, seat, cost == ILLEGAL_CALL ? PLAY_CALL : play);
	view_show(game, has_points(game));
	settle_begin(game, HAND_ILLEGAL, seat, play);
	if (cost == ILLEGAL_GAME)
		settle_expel(game, seat);
	else
		settle_loss(game, seat, -1);
	settle_finish(game);
}

static inline void bid(struct game *game, int seat, int play)
{
	struct liars_state *state = &game->u.liars;
	state->bid = play;
	state->bidder = (int8_t)seat;
	state->n_bids++;
	state->answer = 0;
	game->turn = places_next(game->in, seat);
	view_play(game, seat, play);
}

/* Handles the play of the seat whose turn it is, after no other seat called. */
static bool play_in_turn(struct game *game, int seat, int play)
{
	if (liars_judge(game, play) != LIARS_LEGAL) {
		illegal(game, seat, play);
		return false;
	}
	if (play == PLAY_CALL) {
		call(game, seat, play);
	} else if (play == PLAY_EXACT) {
		exact(game, seat);
	} else {
		if (play % 10 == 1 && liars_drops_wild(game))
			game->u.liars.wild_face = 0;
		bid(game, seat, play);
	}
	return true;
}

/* Handles a bid with caller=anyone: each of the others may call before the next player's answer
 * takes effect. */
static bool play_with_anyone(struct game *game, int play)
{
	struct liars_state *state = &game->u.liars;
	if (play == PLAY_CALL) {
		call(game, game->turn, play);
		return true;
	}
	int next = places_next(game->in, state->bidder);
	if (game->turn == next)
		state->answer = play;
	game->turn = places_next(game->in, game->turn);
	if (game->turn != state->bidder)
		return true;
	return play_in_turn(game, next, state->answer);
}

static bool liars_play(struct game *game, int play)
{
	const struct liars_state *state = &game->u.liars;
	bug_if(game->need != GAME_NEED_PLAY);
	if (play > state->bid && play > 10 && state->is_plain) {
		unsigned quantity = (unsigned)play / 10, face = (unsigned)play - 10 * quantity;
		if (face - 1 < (unsigned)game->rules->value[LIARS_FACES] && quantity <= (unsigned)state->limit) {
			bid(game, game->turn, play);
			return true;
		}
	}
	if (state->bid && game->rules->value[LIARS_CALLER] == CALLER_ANYONE)
		return play_with_anyone(game, play);
	return play_in_turn(game, game->turn, play);
}

static int still_in_or_next(const struct game *game, int seat)
{
	return game->in >> seat & 1 ? seat : places_next(game->in, seat);
}

static void liars_observed(struct game *game)
{
	bug_if(game->need != GAME_NEED_OBSERVE);
	const struct liars_state *state = &game->u.liars;
	if (state->is_decided) {
		game->need = GAME_NEED_OVER;
		return;
	}
	uint32_t fallen = state->fallen & game->in;
	bool is_exact = game->last.end == HAND_EXACT && game->last.loser < 0;
	if (game->rules->value[LIARS_PALIFICO] && fallen)
		deal(game, places_next(fallen, game->last.actor), true);
	else if (is_exact)
		deal(game, still_in_or_next(game, game->last.actor), false);
	else if (game->rules->value[LIARS_STARTER] == STARTER_LOSER)
		deal(game, still_in_or_next(game, game->last.loser), false);
	else
		deal(game, places_next(game->in, game->last.actor), false);
}

/* Ends the hand after a fault of the seat: the hand is dealt again for the others, or the game is over. */
static void forfeit_hand(struct game *game, int seat)
{
	struct liars_state *state = &game->u.liars;
	settle_begin(game, HAND_FAULT, seat, 0);
	settle_expel(game, seat);
	settle_decide(game);
	if (state->is_decided) {
		game->need = GAME_NEED_OVER;
		return;
	}
	bool is_opener_in = game->in >> state->opener & 1;
	deal(game, still_in_or_next(game, state->opener), state->is_palifico && is_opener_in);
}

static void lose_hand_by_fault(struct game *game, int seat)
{
	view_show(game, has_points(game));
	settle_begin(game, HAND_FAULT, seat, 0);
	settle_loss(game, seat, -1);
	settle_finish(game);
}

/* Handles a fault at the showdown. The losses of the hand, and places that were already given, remain. */
static void fault_observing(struct game *game, int seat, bool is_forfeit)
{
	bool is_in = game->in >> seat & 1;
	if (game->u.liars.is_decided || !is_in)
		return;
	struct hand_result result = game->last;
	if (is_forfeit)
		settle_expel(game, seat);
	else
		settle_take(game, UINT32_C(1) << seat);
	game->last = result;
	settle_decide(game);
}

static void liars_fault(struct game *game, int seat)
{
	int cost = game->rules->value[LIARS_FAULT];
	bool is_observing = game->need == GAME_NEED_OBSERVE;
	if (cost == FAULT_GAME)
		game->forfeited |= UINT32_C(1) << seat;
	if (is_observing && cost != FAULT_CALL)
		fault_observing(game, seat, cost == FAULT_GAME);
	else if (is_observing || !(game->in >> seat & 1))
		return;
	else if (cost == FAULT_GAME)
		forfeit_hand(game, seat);
	else if (cost == FAULT_CALL && game->u.liars.bid)
		call(game, seat, PLAY_CALL);
	else
		lose_hand_by_fault(game, seat);
}

static size_t liars_hands_size(const struct rules *rules, int n_seats)
{
	return view_hands_size(n_seats, rules->value[LIARS_DICE], rules->value[LIARS_LOSS] == LOSS_POINT);
}

static void liars_see(const struct game *game, int seat, char *hands)
{
	view_see(game, seat, has_points(game), hands);
}

static size_t liars_history_size(const struct rules *rules, int n_seats)
{
	int limit = liars_highest(rules, n_seats, rules->value[LIARS_DICE] * n_seats);
	/* In the longest history, each possible bid is made, and then the play that ends the hand. */
	int n_bids = limit * rules->value[LIARS_FACES];
	char digits[ENCODE_MAX];
	int width = (int)(encode_long(digits, limit * 10 + 9) - digits);
	return view_history_size(n_bids, width) + view_history_size(1, ENCODE_MAX);
}

const struct family family_liars = {
	.name = "common-hand", .title = "Liar's Dice", .options = liars_options,
	.check = liars_check, .start = liars_start,
	.play = liars_play, .fault = liars_fault, .observed = liars_observed, .see = liars_see,
	.history_size = liars_history_size, .hands_size = liars_hands_size, .play_words = liars_play_words,
	.parse_play = liars_parse_play, .is_legal = liars_is_legal, .reminder = liars_reminder,
	.describe_hand = liars_describe_hand, .judge = liars_judge_bid, .wild_face = liars_wild_face,
	.has_last_hand = liars_has_last_hand, .fits_tourney = liars_fits_tourney, .has_margin = liars_has_margin,
	.asks_everyone = liars_asks_everyone, .highest_face = liars_highest_face, .wild_option = "wild",
	.encoding = &liars_encoding, .state_size = sizeof(struct liars_state), .baseline = "computer",
	.counts_dice = true, .has_exact = true,
};
