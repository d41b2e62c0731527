/* maexchen.c - Mäxchen as a state machine: rolls, claims, doubts, losses, reversals of direction.
 *
 * In a hand, the starter rolls and claims; each player after it either doubts, or believes, rolls and
 * claims a higher value. It ends when a claim is doubted, when the highest value is believed, or with an illegal play.
 * Then points are lost, seats with less than one point are out, and all seats observe. A crash or timeout loses the
 * game, and the hand begins again for the others. */
#include "game/maexchen/maexchen.h"

#include "game/dice.h"
#include "game/encoding.h"
#include "game/maexchen/cheat.h"
#include "game/view.h"

/* Returns the seat of the set that comes before this one in turn order. */
static int place_before(uint32_t set, int seat)
{
	uint32_t before = set & ((UINT32_C(1) << seat) - 1);
	return 31 - __builtin_clz(before ? before : set);
}

/* Moves play_order steps from a seat, counting only seats that are still in the game. If the seat itself is out, the
 * steps begin at its place, and play_order=0 means the next seat. */
static int next_seat(const struct game *game, int seat)
{
	int direction = game->u.maexchen.direction;
	int64_t step = (int64_t)game->rules->value[MAEXCHEN_PLAY_ORDER] * direction;
	if (step == 0 && game_is_in(game, seat))
		return seat;
	if (step == 0)
		step = direction;
	int n_in = __builtin_popcount(game->in);
	int n_steps = 1 + (int)(((step < 0 ? -step : step) - 1) % n_in);
	for (; n_steps > 0; n_steps--)
		seat = step > 0 ? places_next(game->in, seat) : place_before(game->in, seat);
	return seat;
}

static int still_in_or_next(const struct game *game, int seat)
{
	return game_is_in(game, seat) ? seat : next_seat(game, seat);
}

void maexchen_hold(struct game *game, int first, int second)
{
	struct maexchen_state *state = &game->u.maexchen;
	state->roll = maexchen_value_of(game->rules->value, first, second);
	game->seat[game->turn].dice = dice_pack(first) + dice_pack(second);
	maexchen_view_roll(game, game->turn, state->roll);
}

void maexchen_roll(struct game *game, int seat)
{
	struct maexchen_state *state = &game->u.maexchen;
	uint64_t number = (uint64_t)state->n_rolls << 40 | (uint64_t)seat << 32 | (game->hand - 1);
	uint64_t word = rng_block_word(&game->dice, number);
	int first = 1 + (int)dice_next(&word, MAEXCHEN_FACES), second = 1 + (int)dice_next(&word, MAEXCHEN_FACES);
	if (state->cheat && state->cheater == seat)
		maexchen_cheat_roll(game, &word, &first, &second);
	game->turn = seat;
	game->need = GAME_NEED_PLAY;
	state->is_believing = false;
	maexchen_hold(game, first, second);
}

static void deal(struct game *game, int starter)
{
	struct maexchen_state *state = &game->u.maexchen;
	game->hand++;
	state->claim = 0;
	state->claimer = -1;
	state->starter = (int8_t)starter;
	state->n_rolls = 0;
	for (uint32_t left = game->in; left; left &= left - 1)
		game->seat[__builtin_ctz(left)].dice = 0;
	maexchen_view_deal(game);
	maexchen_roll(game, starter);
}

static void maexchen_start(struct game *game)
{
	game->u.maexchen = (struct maexchen_state){.direction = 1};
	for (int seat = 0; seat < game->n_seats; seat++) {
		game->seat[seat].points = game->rules->value[MAEXCHEN_POINTS_TO_START];
		game->seat[seat].n_dice = MAEXCHEN_DICE;
	}
	deal(game, 0);
}

static void note_end(struct game *game, enum hand_end end, int actor, int play, int roll)
{
	game->last.end = end;
	game->last.actor = actor;
	game->last.play = play;
	game->last.bidder = game->u.maexchen.claimer;
	game->last.bid = game->u.maexchen.claim;
	game->last.count = roll;
	game->last.n_wild = 0;
	game->last.loser = -1;
	for (int seat = 0; seat < game->n_seats; seat++)
		game->last.delta[seat] = 0;
}

static void leave(struct game *game, int seat)
{
	game->seat[seat].n_dice = 0;
	places_out(game, UINT32_C(1) << seat);
}

/* Ends the game if it is decided, and assigns all open places. */
static void decide(struct game *game)
{
	int32_t score[GAME_MAX_SEATS];
	struct maexchen_state *state = &game->u.maexchen;
	state->is_decided = !(game->in & (game->in - 1)) || state->n_done >= MAEXCHEN_MAX_HANDS;
	if (!state->is_decided)
		return;
	for (int seat = 0; seat < game->n_seats; seat++)
		score[seat] = game->seat[seat].points;
	places_rank(game, score);
}

/* Ends the hand: `loser` loses the points of the roll, or those of an ordinary roll after an illegal answer without
 * one. Reverses the direction if necessary. */
static void settle(struct game *game, int loser, int roll)
{
	const int *setting = game->rules->value;
	struct maexchen_state *state = &game->u.maexchen;
	int loss = maexchen_loss(setting, roll);
	if (loss > 0 && state->cheat == MAEXCHEN_CHEAT_GOD_KING && state->cheater == loser)
		loss = 0;
	game->last.loser = loser;
	game->last.delta[loser] = -loss;
	game->seat[loser].points -= loss;
	if (maexchen_turns(setting, roll))
		state->direction = (int8_t)-state->direction;
	if (game->seat[loser].points < 1)
		leave(game, loser);
}

static void finish(struct game *game)
{
	game->u.maexchen.n_done++;
	decide(game);
	game->need = GAME_NEED_OBSERVE;
}

static void doubt(struct game *game, int seat)
{
	const int *setting = game->rules->value;
	const struct maexchen_state *state = &game->u.maexchen;
	view_play(game, seat, MAEXCHEN_DOUBT);
	maexchen_view_open(game, state->claimer, state->roll, game->view.shown);
	note_end(game, HAND_CALL, seat, MAEXCHEN_DOUBT, state->roll);
	bool is_true = maexchen_rank(setting, state->roll) >= maexchen_rank(setting, state->claim);
	settle(game, is_true ? seat : state->claimer, state->roll);
	finish(game);
}

/* Ends the hand after an illegal answer. The roll that the seat holds counts, but there is none if the seat was asked
 * whether it believes. */
static void illegal(struct game *game, int seat, int play)
{
	bool has_roll = !game->u.maexchen.is_believing;
	int roll = has_roll ? game->u.maexchen.roll : 0;
	view_play(game, seat, play);
	maexchen_view_open(game, has_roll ? seat : -1, roll, game->view.shown);
	note_end(game, HAND_ILLEGAL, seat, play, roll);
	settle(game, seat, roll);
	finish(game);
}

static void believe(struct game *game, int seat)
{
	struct maexchen_state *state = &game->u.maexchen;
	view_play(game, seat, MAEXCHEN_BELIEVE);
	game->seat[state->claimer].dice = 0; /* they will never be shown */
	if (state->claim == maexchen_highest(game->rules->value)) {
		maexchen_view_open(game, -1, 0, game->view.shown);
		note_end(game, HAND_BELIEVED, seat, MAEXCHEN_BELIEVE, 0);
		finish(game);
	} else {
		state->n_rolls++;
		maexchen_roll(game, seat);
	}
}

static void claim(struct game *game, int seat, int play)
{
	struct maexchen_state *state = &game->u.maexchen;
	view_play(game, seat, play);
	maexchen_view_mask(game, seat);
	state->claim = play;
	state->claimer = (int8_t)seat;
	state->is_believing = true;
	game->turn = next_seat(game, seat);
}

enum maexchen_verdict maexchen_judge(const struct game *game, int play)
{
	const int *setting = game->rules->value;
	const struct maexchen_state *state = &game->u.maexchen;
	bool is_answer = play == MAEXCHEN_DOUBT || play == MAEXCHEN_BELIEVE;
	if (state->is_believing)
		return is_answer ? MAEXCHEN_LEGAL : MAEXCHEN_NO_ANSWER;
	if (is_answer)
		return MAEXCHEN_NOT_NOW;
	if (!maexchen_is_value(setting, play)) {
		int swapped = play > 0 && play < 100 ? play % 10 * 10 + play / 10 : 0;
		return maexchen_is_value(setting, swapped) ? MAEXCHEN_SMALLER_FIRST : MAEXCHEN_NO_VALUE;
	}
	if (state->claim && maexchen_rank(setting, play) <= maexchen_rank(setting, state->claim))
		return MAEXCHEN_NOT_HIGHER;
	return MAEXCHEN_LEGAL;
}

static bool maexchen_play(struct game *game, int play)
{
	bug_if(game->need != GAME_NEED_PLAY);
	int seat = game->turn;
	if (maexchen_judge(game, play) != MAEXCHEN_LEGAL) {
		illegal(game, seat, play);
		return false;
	}
	if (!game->u.maexchen.is_believing)
		claim(game, seat, play);
	else if (play == MAEXCHEN_DOUBT)
		doubt(game, seat);
	else
		believe(game, seat);
	return true;
}

static void maexchen_observed(struct game *game)
{
	bug_if(game->need != GAME_NEED_OBSERVE);
	const struct hand_result *last = &game->last;
	if (game->u.maexchen.is_decided)
		game->need = GAME_NEED_OVER;
	else if (last->end == HAND_BELIEVED)
		deal(game, still_in_or_next(game, last->actor));
	else
		deal(game, next_seat(game, last->end == HAND_CALL ? last->bidder : last->actor));
}

/* Gives the seat the worst place still open. Its points have already been deducted. */
static void expel(struct game *game, int seat)
{
	game->last.loser = seat;
	game->last.delta[seat] -= game->seat[seat].points;
	game->seat[seat].points = 0;
	leave(game, seat);
}

static void forfeit_hand(struct game *game, int seat)
{
	note_end(game, HAND_FAULT, seat, 0, 0);
	expel(game, seat);
	decide(game);
	if (game->u.maexchen.is_decided)
		game->need = GAME_NEED_OVER;
	else
		deal(game, still_in_or_next(game, game->u.maexchen.starter));
}

/* Handles a fault at the showdown. The losses of the hand, and places that were already given, remain. */
static void forfeit_observing(struct game *game, int seat)
{
	if (game->u.maexchen.is_decided)
		return;
	struct hand_result result = game->last;
	expel(game, seat);
	game->last = result;
	decide(game);
}

static void maexchen_fault(struct game *game, int seat)
{
	game->forfeited |= UINT32_C(1) << seat;
	if (!game_is_in(game, seat))
		return;
	if (game->need == GAME_NEED_OBSERVE)
		forfeit_observing(game, seat);
	else
		forfeit_hand(game, seat);
}

static size_t maexchen_history_size(const struct rules *rules, int n_seats)
{
	/* In the longest history, each possible claim is made and believed, and an illegal play follows. */
	return view_history_size(2 * MAEXCHEN_MAX_CLAIMS, 2) + view_history_size(1, ENCODE_MAX);
}

static size_t maexchen_hands_size(const struct rules *rules, int n_seats)
{
	return view_hands_size(n_seats, MAEXCHEN_DICE, true);
}

static void maexchen_see(const struct game *game, int seat, char *hands)
{
	const struct maexchen_state *state = &game->u.maexchen;
	bool has_roll = seat == game->turn && game->need == GAME_NEED_PLAY && !state->is_believing;
	maexchen_view_open(game, has_roll ? seat : -1, state->roll, hands);
}

const struct family family_maexchen = {
	.name = "maexchen", .title = "Mäxchen", .options = maexchen_options,
	.check = maexchen_check, .start = maexchen_start,
	.play = maexchen_play, .fault = maexchen_fault, .observed = maexchen_observed, .see = maexchen_see,
	.history_size = maexchen_history_size, .hands_size = maexchen_hands_size, .play_words = maexchen_play_words,
	.parse_play = maexchen_parse_play, .is_legal = maexchen_is_legal, .reminder = maexchen_reminder,
	.describe_hand = maexchen_describe_hand, .judge = maexchen_judge_claim, .next_claim = maexchen_next_claim,
	.encoding = &maexchen_encoding, .state_size = offsetof(struct maexchen_state, dice_at), .baseline = "maexchen",
	.n_dice_on_table = MAEXCHEN_DICE,
};
