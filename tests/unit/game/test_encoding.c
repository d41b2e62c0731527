/* test_encoding.c - plays as numbers and positions as bits, beside the strings of the same game; saved games beside
 * games that were not saved. */
#include "game/encoding.h"

#include "game_testing.h"

static const struct {
	const char *variant, *settings;
} some_rules[] = {
	{"liars-dice", ""}, {"wild", ""}, {"round-table", ""}, {"tourney", ""}, {"perudo", ""}, {"one-hand", ""},
	{"maexchen", ""}, {"perudo", "dice=2 faces=4 exact=others"}, {"liars-dice", "dice=20 faces=9"},
	{"liars-dice", "wild=joker dice=3"},
	{"round-table", "exact=gain dice=9 target=4"}, {"tourney", "caller=anyone limit=start illegal=call"},
	{"wild", "wild=high dice=8 faces=2"}, {"maexchen", "order_digits=false play_order=-1"},
	{"maexchen", "play_order=2 point_loss_normal=-3 point_loss_maexchen=9"},
	{"maexchen", "play_order=0 maexchen=33 hamburger=69"},
};

static void open_rules(struct rules *rules, int i)
{
	struct err err = {0};
	char settings[200], *rest = settings;
	ck_assert_msg(rules_init(rules, some_rules[i].variant, &err) == 0, "%s", err.text);
	strcpy(settings, some_rules[i].settings);
	for (char *setting; (setting = strtok_r(rest, " ", &rest));)
		ck_assert_msg(rules_set(rules, setting, &err) == 0, "%s", err.text);
}

/* A string of an ask with the letters A, B, ... in turn order from the observer, whose entry comes first. */
static void relabel(const struct game *game, int seat, const char *text, bool turns, struct str *out)
{
	char letter[128] = {0}, copy[20000], *entry[2000], *rest = copy;
	int n = 0, first = 0, k = 0;
	for (int i = 0; i < game->n_seats; i++) {
		int other = (seat + i) % game->n_seats;
		if (i == 0 || game_is_in(game, other))
			letter[(int)game->seat[other].letter] = (char)('A' + k++);
	}
	strcpy(copy, text);
	for (char *one; (one = strtok_r(rest, ",", &rest));)
		entry[n++] = one;
	/* If the observer is out, the next player in turn order is B. */
	for (int i = 0; i < n && turns; i++)
		if (letter[(int)*entry[i]] < letter[(int)*entry[first]])
			first = i;
	for (int i = 0; i < n; i++) {
		const char *one = entry[(first + i) % n];
		str_addf(out, "%s%c%s", i ? "," : "", letter[(int)*one], one + 1);
	}
}

static void check_strings(const struct encoding *encoding, const struct game *game, int seat, const uint64_t *bids)
{
	uint8_t *bits = (uint8_t *)guarded(encoding->n_bits);
	char *seen = guarded(game_hands_size(game->rules, game->n_seats));
	struct str hands = {0}, history = {0}, wanted_hands = {0}, wanted_history = {0};
	encoding_observe(encoding, game, seat, bids, bits);
	ck_assert(encoding_strings(encoding, bits, &hands, &history));
	game_see(game, seat, seen);
	relabel(game, seat, seen, true, &wanted_hands);
	relabel(game, seat, game->view.history, false, &wanted_history);
	ck_assert_str_eq(str_text(&hands), str_text(&wanted_hands));
	ck_assert_str_eq(str_text(&history), str_text(&wanted_history));
	str_release(&hands);
	str_release(&history);
	str_release(&wanted_hands);
	str_release(&wanted_history);
	free_guarded(seen, game_hands_size(game->rules, game->n_seats));
	free_guarded((char *)bits, encoding->n_bits);
}

/* The mask has all plays that the rules allow, and no others. */
static int check_mask(const struct encoding *encoding, const struct game *game, uint64_t random)
{
	uint8_t *mask = (uint8_t *)guarded((size_t)encoding->n_actions);
	int n = 0, chosen = -1;
	encoding_mask(encoding, game, mask);
	int most = encoding_play(encoding, encoding->n_actions - 1) + 12, step = most > 500 ? 7 : 1;
	for (int play = -2; play <= most; play += play < 100 ? 1 : step) {
		struct err err = {0};
		int action = encoding_action(encoding, play);
		bool is_legal = game_is_legal(game, play, &err);
		if (action >= 0)
			ck_assert_int_eq(encoding_play(encoding, action), play);
		if (action >= 0 && mask[action])
			ck_assert_msg(is_legal, "%d: %s", play, err.text);
		if (is_legal && !liars_is_asked_aside(game))
			ck_assert_msg(action >= 0 && mask[action] == 1, "%d", play);
	}
	for (int action = 0; action < encoding->n_actions; action++)
		n += mask[action];
	int k = (int)rng_below(random, (uint32_t)n);
	for (int action = 0; action < encoding->n_actions && chosen < 0; action++)
		if (mask[action] && k-- == 0)
			chosen = action;
	free_guarded((char *)mask, (size_t)encoding->n_actions);
	return encoding_play(encoding, chosen);
}

/* Plays one game at random twice at once: with strings, and without them, saved after each play. */
static void play_both(struct rules *rules, int n, uint64_t number)
{
	struct encoding encoding;
	struct game_view view, none = {0};
	struct game with, without;
	struct rng_key key = rng_key_of_seed("encoding");
	uint64_t bids[100] = {0};
	char *saved = guarded(game_saved_size(rules, n));
	encoding_init(&encoding, rules, n);
	guard_view(&view, rules, n);
	game_start(&with, rules, n, "HGFEDCBA", (struct dice_source){key, number}, &view);
	game_start(&without, rules, n, "HGFEDCBA", (struct dice_source){key, number}, &none);
	for (uint64_t i = 0; with.need != GAME_NEED_OVER && i < 120; i++) {
		int play = check_mask(&encoding, &with, rng_word(key, number, i));
		for (int seat = 0; seat < n; seat++)
			check_strings(&encoding, &with, seat, bids);
		game_save(&without, saved);
		memset(&without.u, PAINT, sizeof without.u);
		memset(without.seat, PAINT, sizeof without.seat);
		memset(&without.last, 0, sizeof without.last);
		memset(&without.dice, PAINT, sizeof without.dice);
		game_restore(&without, key, saved);
		uint32_t hand = with.hand;
		ck_assert(game_play(&with, play) && game_play(&without, play));
		ck_assert_int_eq(with.need, without.need);
		if (with.need == GAME_NEED_OBSERVE) {
			game_observed(&with);
			game_observed(&without);
		}
		if (with.hand != hand)
			memset(bids, 0, sizeof bids);
		int bid = with.need == GAME_NEED_PLAY ? encoding_bid_on_table(&encoding, &with) : -1;
		if (bid >= 0)
			bids[bid / 64] |= UINT64_C(1) << bid % 64;
		ck_assert_int_eq(with.need, without.need);
		ck_assert_int_eq(with.turn, without.turn);
		for (int seat = 0; seat < n; seat++) {
			ck_assert(with.seat[seat].dice == without.seat[seat].dice &&
				  with.seat[seat].points == without.seat[seat].points);
			ck_assert_int_eq(with.seat[seat].place, without.seat[seat].place);
		}
	}
	free_guarded_view(&view, rules, n);
	free_guarded(saved, game_saved_size(rules, n));
}

START_TEST(the_bits_are_the_strings_of_the_ask)
{
	struct rules rules;
	open_rules(&rules, _i);
	for (int n = 2; n <= 6; n += 2)
		for (uint64_t number = 0; number < 2; number++)
			play_both(&rules, n, number);
}
END_TEST

/* Any bytes are read without a fault, and what is accepted is written again by some observation or refused. */
START_TEST(bits_that_are_no_observation_are_refused)
{
	struct rules rules;
	struct encoding encoding;
	uint64_t random = 7;
	int n_accepted = 0;
	open_rules(&rules, _i);
	encoding_init(&encoding, &rules, 3);
	uint8_t *bits = (uint8_t *)guarded(encoding.n_bits);
	for (int try = 0; try < 300; try++) {
		struct str hands = {0}, history = {0};
		for (size_t i = 0; i < encoding.n_bits; i++)
			bits[i] = rng_next(&random) % 40 == 0;
		n_accepted += encoding_strings(&encoding, bits, &hands, &history);
		str_release(&hands);
		str_release(&history);
	}
	memset(bits, 0, encoding.n_bits);
	struct str none = {0};
	ck_assert(!encoding_strings(&encoding, bits, &none, &none)); /* no seat begins the hand */
	bits[0] = 2;
	ck_assert(!encoding_strings(&encoding, bits, &none, &none));
	ck_assert_int_lt(n_accepted, 100);
	str_release(&none);
	free_guarded((char *)bits, encoding.n_bits);
}
END_TEST

SUITE(60, LOOP(the_bits_are_the_strings_of_the_ask, 0, COUNT(some_rules)),
      LOOP(bits_that_are_no_observation_are_refused, 0, COUNT(some_rules)))
