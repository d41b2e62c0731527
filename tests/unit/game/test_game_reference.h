/* test_game_reference.h - a second, simple implementation of common-hand Liar's Dice: arrays and loops, strings rebuilt
 * with printf. It shares no code with src/game except the roll of the dice. test_game.c plays both side by side. */
#pragma once

#include <string.h>

#include "game/dice.h"
#include "game/game.h"

enum { REF_PLAY, REF_SHOWDOWN, REF_OVER };

struct ref {
	const struct rules *rules;
	struct rng_key key;
	uint64_t block;
	int n, state, turn, hand, n_done;
	char letters[GAME_MAX_SEATS + 1];
	int n_dice[GAME_MAX_SEATS], dice[GAME_MAX_SEATS][GAME_MAX_DICE], points[GAME_MAX_SEATS];
	bool is_out[GAME_MAX_SEATS], is_gone[GAME_MAX_SEATS], had_one_die[GAME_MAX_SEATS], fell[GAME_MAX_SEATS];
	int place[GAME_MAX_SEATS], n_tied[GAME_MAX_SEATS];
	bool in_hand[GAME_MAX_SEATS]; /* was dealt dice in this hand */
	int n_in_hand[GAME_MAX_SEATS], points_in_hand[GAME_MAX_SEATS]; /* as at the deal */
	int plays[20000], players[20000], n_plays; /* the history */
	int opener, bidder, bid, n_bids, stored_answer;
	bool is_palifico, is_dropped, is_decided;
	int actor, loser;
	bool was_exact_right;
};

/* Returns the value of an option by its name: an int, or the index of the word. */
static int ref_number(const struct ref *r, const char *option)
{
	for (int i = 0; r->rules->family->options[i].name; i++)
		if (strcmp(r->rules->family->options[i].name, option) == 0)
			return r->rules->value[i];
	bug("no option %s", option);
}

static bool ref_is(const struct ref *r, const char *option, const char *word)
{
	for (int i = 0; r->rules->family->options[i].name; i++)
		if (strcmp(r->rules->family->options[i].name, option) == 0)
			return strcmp(r->rules->family->options[i].words[r->rules->value[i]], word) == 0;
	bug("no option %s", option);
}

static int ref_next(const struct ref *r, int seat)
{
	do {
		seat = (seat + 1) % r->n;
	} while (r->is_out[seat]);
	return seat;
}

static int ref_n_in(const struct ref *r)
{
	int n = 0;
	for (int seat = 0; seat < r->n; seat++)
		n += !r->is_out[seat];
	return n;
}

static void ref_deal(struct ref *r, int opener, bool is_palifico)
{
	for (int seat = 0; seat < r->n; seat++) {
		uint8_t rolled[GAME_MAX_DICE];
		r->in_hand[seat] = !r->is_out[seat];
		r->n_in_hand[seat] = r->in_hand[seat] ? r->n_dice[seat] : 0;
		r->points_in_hand[seat] = r->points[seat];
		r->fell[seat] = false;
		/* many dice have a word of their own */
		uint64_t of_seat = r->n_in_hand[seat] > 8 ? (uint64_t)(1 + seat) << 32 : 0;
		dice_roll(rng_word(r->key, r->block, of_seat | (uint32_t)r->hand), seat, r->n_in_hand[seat],
			ref_number(r, "faces"), rolled);
		for (int k = 0; k < r->n_in_hand[seat]; k++)
			r->dice[seat][k] = rolled[k];
		for (int i = 0; i < r->n_in_hand[seat]; i++)
			for (int k = i + 1; k < r->n_in_hand[seat]; k++)
				if (r->dice[seat][k] > r->dice[seat][i]) {
					int swapped = r->dice[seat][i];
					r->dice[seat][i] = r->dice[seat][k];
					r->dice[seat][k] = swapped;
				}
	}
	r->hand++;
	r->n_plays = r->n_bids = r->bid = r->stored_answer = 0;
	r->bidder = -1;
	r->opener = r->turn = opener;
	r->is_palifico = is_palifico;
	r->is_dropped = false;
	r->state = REF_PLAY;
}

static void ref_start(struct ref *r, const struct rules *rules, int n, const char *letters, struct rng_key key,
		uint64_t block)
{
	memset(r, 0, sizeof *r);
	r->rules = rules;
	r->n = n;
	r->key = key;
	r->block = block;
	memcpy(r->letters, letters, (size_t)n);
	for (int seat = 0; seat < n; seat++)
		r->n_dice[seat] = ref_number(r, "dice");
	ref_deal(r, 0, false);
}

/* Maps bids to numbers so that higher bids have larger numbers. */
static int ref_rank(const struct ref *r, int bid)
{
	if (ref_is(r, "ones_rule", "perudo") && !r->is_palifico && bid % 10 == 1)
		return 2 * (bid / 10) * 100 + 99;
	return bid / 10 * 100 + bid % 10;
}

static bool ref_is_legal(const struct ref *r, int play)
{
	int quantity = play / 10, face = play % 10, limit = 0;
	if (play == 0)
		return r->bid != 0;
	if (play == 2)
		return r->bid != 0 && !ref_is(r, "exact", "off");
	for (int seat = 0; seat < r->n; seat++)
		limit += ref_is(r, "limit", "start") ? ref_number(r, "dice") : r->n_in_hand[seat];
	if (play < 0 || quantity < 1 || quantity > limit || face < 1 || face > ref_number(r, "faces"))
		return false;
	if (face == 1 && !r->is_palifico && ref_is(r, "wild", "joker"))
		return false;
	if (r->bid == 0)
		return r->is_palifico || face != 1 || !ref_is(r, "ones_rule", "perudo");
	if (r->is_palifico && face != r->bid % 10)
		return false;
	return ref_rank(r, play) > ref_rank(r, r->bid);
}

static int ref_count(const struct ref *r, int face)
{
	int n = 0, wild = 0;
	if (!r->is_palifico && ref_is(r, "wild", "high"))
		wild = ref_number(r, "faces");
	else if (!r->is_palifico && !ref_is(r, "wild", "none") && !r->is_dropped)
		wild = 1;
	for (int seat = 0; seat < r->n; seat++)
		for (int k = 0; k < r->n_in_hand[seat]; k++)
			n += r->dice[seat][k] == face || (r->dice[seat][k] == wild && face != wild);
	return n;
}

static void ref_out(struct ref *r, const bool *is_leaving)
{
	int n_left = 0, n_leaving = 0;
	for (int seat = 0; seat < r->n; seat++) {
		n_leaving += is_leaving[seat];
		n_left += !r->is_out[seat] && !is_leaving[seat];
	}
	for (int seat = 0; seat < r->n; seat++)
		if (is_leaving[seat]) {
			r->is_out[seat] = true;
			r->place[seat] = n_left + 1;
			r->n_tied[seat] = n_leaving;
		}
}

static void ref_expel(struct ref *r, int seat)
{
	bool is_leaving[GAME_MAX_SEATS] = {false};
	is_leaving[seat] = true;
	r->n_dice[seat] = 0;
	ref_out(r, is_leaving);
}

static void ref_lose(struct ref *r, const bool *loses)
{
	bool is_leaving[GAME_MAX_SEATS] = {false}, is_any = false;
	for (int seat = 0; seat < r->n; seat++) {
		if (!loses[seat])
			continue;
		if (!ref_is(r, "loss", "die")) {
			r->points[seat]--;
			continue;
		}
		r->n_dice[seat]--;
		if (r->n_dice[seat] == 1 && !r->had_one_die[seat])
			r->fell[seat] = r->had_one_die[seat] = true;
		is_leaving[seat] = r->n_dice[seat] == 0;
		is_any |= is_leaving[seat];
	}
	if (is_any)
		ref_out(r, is_leaving);
}

static void ref_lose_one(struct ref *r, int loser, int winner)
{
	bool loses[GAME_MAX_SEATS] = {false};
	loses[loser] = true;
	ref_lose(r, loses);
	r->loser = loser;
	if (winner >= 0 && !ref_is(r, "loss", "die"))
		r->points[winner]++;
}

static void ref_decide(struct ref *r)
{
	bool is_target = false;
	for (int seat = 0; seat < r->n; seat++)
		is_target |= ref_number(r, "target") && !r->is_out[seat] && r->points[seat] >= ref_number(r, "target");
	r->is_decided = ref_n_in(r) == 1 || is_target || r->hand >= 10000 ||
		(ref_number(r, "rounds") && r->n_done >= ref_number(r, "rounds")) ||
		(ref_is(r, "loss", "game") && r->n_done > 0);
	for (int seat = 0; seat < r->n && r->is_decided; seat++) {
		if (r->is_out[seat])
			continue;
		const int *score = ref_is(r, "loss", "die") ? r->n_dice : r->points;
		r->place[seat] = 1;
		for (int other = 0; other < r->n; other++) {
			r->place[seat] += !r->is_out[other] && score[other] > score[seat];
			r->n_tied[seat] += !r->is_out[other] && score[other] == score[seat];
		}
	}
}

static void ref_end_hand(struct ref *r)
{
	r->n_done++;
	r->state = REF_SHOWDOWN;
	ref_decide(r);
}

static void ref_note(struct ref *r, int seat, int play)
{
	r->players[r->n_plays] = seat;
	r->plays[r->n_plays++] = play;
}

static void ref_call(struct ref *r, int seat)
{
	ref_note(r, seat, 0);
	if (ref_count(r, r->bid % 10) >= r->bid / 10)
		ref_lose_one(r, seat, r->bidder);
	else
		ref_lose_one(r, r->bidder, seat);
	ref_end_hand(r);
}

static void ref_exact(struct ref *r, int seat)
{
	ref_note(r, seat, 2);
	if (ref_count(r, r->bid % 10) != r->bid / 10) {
		ref_lose_one(r, seat, r->bidder);
	} else {
		bool loses[GAME_MAX_SEATS];
		r->was_exact_right = true;
		for (int other = 0; other < r->n; other++)
			loses[other] = other != seat && !r->is_out[other];
		if (ref_is(r, "exact", "others"))
			ref_lose(r, loses);
		else if (ref_is(r, "loss", "die") && r->n_dice[seat] < ref_number(r, "dice"))
			r->n_dice[seat]++;
		if (!ref_is(r, "loss", "die"))
			r->points[seat]++;
	}
	ref_end_hand(r);
}

static void ref_illegal(struct ref *r, int seat, int play)
{
	if (ref_is(r, "illegal", "call") && r->bid) {
		ref_call(r, seat);
		return;
	}
	ref_note(r, seat, ref_is(r, "illegal", "call") ? 0 : play);
	if (ref_is(r, "illegal", "game"))
		ref_expel(r, seat), r->loser = seat;
	else
		ref_lose_one(r, seat, -1);
	ref_end_hand(r);
}

/* Handles the play of a seat at its turn. */
static bool ref_turn(struct ref *r, int seat, int play)
{
	r->actor = seat;
	r->was_exact_right = false;
	if (!ref_is_legal(r, play)) {
		ref_illegal(r, seat, play);
		return false;
	}
	if (play == 0) {
		ref_call(r, seat);
	} else if (play == 2) {
		ref_exact(r, seat);
	} else {
		ref_note(r, seat, play);
		r->is_dropped |= play % 10 == 1 && ref_is(r, "wild", "drop") && r->n_bids < ref_n_in(r);
		r->n_bids++;
		r->bid = play;
		r->bidder = seat;
		r->turn = ref_next(r, seat);
	}
	return true;
}

static bool ref_play(struct ref *r, int play)
{
	if (ref_is(r, "caller", "next") || !r->bid)
		return ref_turn(r, r->turn, play);
	int first = ref_next(r, r->bidder);
	if (play == 0)
		return ref_turn(r, r->turn, 0);
	if (r->turn == first)
		r->stored_answer = play;
	r->turn = ref_next(r, r->turn);
	return r->turn == r->bidder ? ref_turn(r, first, r->stored_answer) : true;
}

static void ref_observed(struct ref *r)
{
	int opener = r->actor;
	if (r->is_decided) {
		r->state = REF_OVER;
		return;
	}
	for (int i = 1; i <= r->n; i++) {
		int seat = (r->actor + i) % r->n;
		if (ref_is(r, "palifico", "on") && r->fell[seat] && !r->is_out[seat]) {
			ref_deal(r, seat, true);
			return;
		}
	}
	if (!r->was_exact_right)
		opener = ref_is(r, "starter", "loser") ? r->loser : ref_next(r, r->actor);
	ref_deal(r, r->is_out[opener] ? ref_next(r, opener) : opener, false);
}

static void ref_fault(struct ref *r, int seat)
{
	bool is_game = ref_is(r, "fault", "game");
	r->is_gone[seat] |= is_game;
	if (r->is_out[seat])
		return;
	if (r->state == REF_SHOWDOWN) {
		int loser = r->loser;
		if (r->is_decided || ref_is(r, "fault", "call"))
			return;
		if (is_game)
			ref_expel(r, seat);
		else
			ref_lose_one(r, seat, -1);
		r->loser = loser;
		ref_decide(r);
		return;
	}
	r->actor = r->loser = seat;
	r->was_exact_right = false;
	if (ref_is(r, "fault", "call") && r->bid) {
		ref_call(r, seat);
		return;
	}
	if (!is_game) {
		ref_lose_one(r, seat, -1);
		ref_end_hand(r);
		return;
	}
	ref_expel(r, seat);
	ref_decide(r);
	if (r->is_decided)
		r->state = REF_OVER;
	else if (r->is_out[r->opener])
		ref_deal(r, ref_next(r, r->opener), false);
	else
		ref_deal(r, r->opener, r->is_palifico);
}

/* Writes the hands as the viewer sees them. With viewer -1 all dice are shown. */
static void ref_hands(const struct ref *r, int viewer, struct str *out)
{
	str_clear(out);
	for (int seat = 0; seat < r->n; seat++) {
		if (!r->in_hand[seat])
			continue;
		str_addf(out, "%s%c:", out->length ? "," : "", r->letters[seat]);
		for (int k = 0; k < r->n_in_hand[seat]; k++) {
			char die = (char)(viewer < 0 || viewer == seat ? '0' + r->dice[seat][k] : 'x');
			str_add_n(out, &die, 1);
		}
		if (ref_is(r, "loss", "point"))
			str_addf(out, "@%d", r->points_in_hand[seat]);
	}
}

static void ref_history(const struct ref *r, struct str *out)
{
	str_clear(out);
	for (int i = 0; i < r->n_plays; i++)
		str_addf(out, "%s%c:%d", i ? "," : "", r->letters[r->players[i]], r->plays[i]);
}
