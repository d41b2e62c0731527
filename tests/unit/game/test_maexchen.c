/* test_maexchen.c - random games of Mäxchen with random settings: every step agrees with a simple reading of the rules,
 * strings show exactly what they should, and games end. */
#include <limits.h>

#include "game_testing.h"
#include "test_maexchen_reference.h"

static int some_play(struct table *t)
{
	const struct maexchen_state *state = &t->game.u.maexchen;
	if (!t->is_orderly && below(t, 8) == 0) {
		int kind = below(t, 4);
		if (kind == 2)
			return (int)(uint32_t)rng_next(&t->random);
		return kind == 0 ? below(t, 70) : kind == 1 ? -below(t, 100) : 2;
	}
	if (state->is_believing)
		return below(t, 10) < 7;
	int from = state->claim ? index_of(t, state->claim) + 1 : 0;
	return t->order[from + below(t, 1 + below(t, t->n_values - from))];
}

static void fault(struct table *t, int seat)
{
	game_fault(&t->game, seat);
	t->points[seat] = t->is_out[seat] ? t->points[seat] : 0;
	t->is_out[seat] = true;
}

static bool is_decided(const struct table *t)
{
	return n_left(t) == 1 || t->n_hands >= MAEXCHEN_MAX_HANDS;
}

/* A crash during the observations, or at a turn. Returns the seat that must be asked, if it was `next` before. */
static int some_faults(struct table *t, int next)
{
	bool is_watching = t->game.need == GAME_NEED_OBSERVE;
	bool has_believed = is_watching && t->game.last.end == HAND_BELIEVED;
	int from = next;
	if (is_watching && !has_believed)
		from = t->game.last.end == HAND_CALL ? t->game.last.bidder : t->game.last.actor;
	for (int seat = 0; seat < t->n && is_watching && !is_decided(t); seat++)
		if (game_observes(&t->game, seat) && below(t, 40) == 0 && !t->is_out[seat])
			fault(t, seat);
	if (is_decided(t))
		return next;
	if (is_watching)
		return has_believed && !t->is_out[from] ? from : seat_after(t, from);
	if (below(t, 60) != 0)
		return next;
	int starter = t->game.u.maexchen.starter;
	fault(t, t->game.turn);
	str_clear(&t->history);
	str_add(&t->history, "");
	return t->is_out[starter] ? seat_after(t, starter) : starter;
}

static void step(struct table *t)
{
	int next = play(t, some_play(t));
	check_players(t);
	check_strings(t);
	if (t->has_faults)
		next = some_faults(t, next);
	if (t->game.need == GAME_NEED_OBSERVE) {
		game_observed(&t->game);
		str_clear(&t->history);
		str_add(&t->history, "");
	}
	SAME(t, "is the game over", t->game.need == GAME_NEED_OVER, is_decided(t));
	if (t->game.need == GAME_NEED_PLAY)
		SAME(t, "turn", t->game.turn, next);
	check_players(t);
	check_strings(t);
}

/* Every place from 1 to n is taken; shared places leave as many of the next ones empty. */
static void check_places(struct table *t)
{
	for (int seat = 0; seat < t->n; seat++) {
		int n_tied, n_there = 0, n_above = 0, place = game_place(&t->game, seat, &n_tied);
		for (int other = 0; other < t->n; other++) {
			int n_other, place_other = game_place(&t->game, other, &n_other);
			n_there += place_other == place;
			n_above += place_other < place;
			if (!t->is_out[seat] && !t->is_out[other])
				SAME(t, "is better placed", place_other < place, t->points[other] > t->points[seat]);
		}
		SAME(t, "seats that share a place", n_there, n_tied);
		SAME(t, "seats in better places", n_above, place - 1);
	}
}

static void play_out(struct table *t)
{
	check_strings(t);
	while (t->game.need != GAME_NEED_OVER)
		step(t);
	check_places(t);
}

static void set_random_options(struct table *t)
{
	static const int odd[] = {-1, 0, 2, 3, -2, 26, 27, -25, 1000003, 2000000000, -2000000000};
	static const int specials[] = {11, 12, 21, 24, 42, 33, 66, 65, 69, -5, 0, 7};
	int *value = t->rules.value;
	for (int i = MAEXCHEN_MAEXCHEN; i <= MAEXCHEN_HAMBURGER; i++)
		if (below(t, 2))
			value[i] = specials[below(t, 12)];
	for (int i = 0; t->rules.family->options[i].name; i++)
		if (t->rules.family->options[i].type == RULE_WORD && below(t, 2))
			value[i] = below(t, t->rules.family->options[i].max + 1);
	if (below(t, 2))
		value[MAEXCHEN_PLAY_ORDER] = odd[below(t, 11)];
	if (below(t, 2))
		value[MAEXCHEN_POINTS_TO_START] = below(t, 20);
	for (int i = MAEXCHEN_LOSS_NORMAL; i <= MAEXCHEN_LOSS_HAMBURGER; i++)
		if (below(t, 2))
			value[i] = 1 + below(t, 4);
	/* Rarely, since these games may last all 10,000 hands. */
	if (below(t, 100) == 0)
		value[MAEXCHEN_LOSS_NORMAL] = below(t, 8) - 7;
	if (below(t, 100) == 0)
		value[MAEXCHEN_LOSS_MAEXCHEN] = below(t, 8) - 7;
}

START_TEST(random_games_follow_the_rules)
{
	for (int i = 0; i < (_i <= 6 ? 150 : 25); i++) {
		struct table t = {.random = (uint64_t)(_i * 1000 + i), .has_faults = i % 4 == 3,
			.is_orderly = i % 3 == 1};
		struct err err;
		do {
			ck_assert_int_eq(rules_init(&t.rules, "maexchen", &err), 0);
			if (i > 3)
				set_random_options(&t);
		} while (rules_check(&t.rules, _i, &err));
		open_table(&t, _i, (uint64_t)i);
		play_out(&t);
		ck_assert_int_le(t.n_hands, MAEXCHEN_MAX_HANDS);
		close_table(&t);
	}
}
END_TEST

static void open_with(struct table *t, int n, const char *const *settings)
{
	struct err err = {0};
	ck_assert_int_eq(rules_init(&t->rules, "maexchen", &err), 0);
	for (; *settings; settings++)
		ck_assert_msg(rules_set(&t->rules, *settings, &err) == 0, "%s", err.text);
	ck_assert_msg(rules_check(&t->rules, n, &err) == 0, "%s", err.text);
	open_table(t, n, 1);
}

/* With a loss of 0 a game never ends by itself: after 10,000 hands it is decided by points, and a message says so. */
START_TEST(endless_games_are_cut)
{
	static const char *const all[][4] = {
		{"point_loss_normal=0", "maexchen=69", "hamburger=69"},
		{"point_loss_normal=-100000", "point_loss_hamburger=-100000", "point_loss_maexchen=-100000"},
		{"points_to_start=1000000"},
	};
	static const char *const names[] = {"Ann", "Bob", "Cid"};
	struct table t = {.random = 1, .is_orderly = true};
	open_with(&t, 3, all[_i]);
	AUTO_STR struct str told = {0};
	while (t.game.need != GAME_NEED_OVER) {
		play(&t, some_play(&t));
		if (t.game.need != GAME_NEED_OBSERVE)
			continue;
		str_clear(&told);
		game_describe_hand(&t.game, names, &told);
		SAME(&t, "is it told",
		     strstr(told.text, "After 10000 hands the game ends, and the points decide.") != NULL,
		     t.n_hands == MAEXCHEN_MAX_HANDS);
		game_observed(&t.game);
		str_clear(&t.history);
	}
	ck_assert_int_eq(t.n_hands, MAEXCHEN_MAX_HANDS);
	check_places(&t);
	close_table(&t);
}
END_TEST

/* All 36 values in turn, and the longest illegal play. */
START_TEST(the_longest_history_fits)
{
	static const char *const as_rolled[] = {"order_digits=false", NULL};
	struct table t = {.random = 1};
	open_with(&t, GAME_MAX_SEATS, as_rolled);
	ck_assert_int_eq(t.n_values, 36);
	for (int i = 0; i < t.n_values; i++) {
		if (i)
			play(&t, 1);
		play(&t, t.order[i]);
	}
	play(&t, INT_MIN);
	check_strings(&t);
	ck_assert_uint_lt(t.game.history_length, t.history_size);
	close_table(&t);
}
END_TEST

/* A roll is only in the buffer of its own seat, and only until the claim: all other bytes that a robot could read do
 * not depend on the roll. */
START_TEST(rolls_are_in_no_other_buffer)
{
	static const char *const standard[] = {NULL};
	struct table t = {.random = (uint64_t)_i, .is_orderly = true};
	open_with(&t, _i, standard);
	char *before = mem_zeroed((size_t)(_i + 2), t.hands_size);
	while (t.game.need != GAME_NEED_OVER && t.n_hands < 40) {
		int roller = t.game.turn;
		bool has_rolled = !t.game.u.maexchen.is_believing;
		maexchen_set_roll(&t.game, 1, 1);
		for (int seat = 0; seat < _i; seat++)
			memcpy(before + (size_t)seat * t.hands_size, t.view.hands[seat], t.hands_size);
		memcpy(before + (size_t)_i * t.hands_size, t.view.shown, t.hands_size);
		maexchen_set_roll(&t.game, 6, 5);
		for (int seat = 0; seat < _i; seat++)
			SAME(&t, "are the hands the same",
				memcmp(before + (size_t)seat * t.hands_size, t.view.hands[seat], t.hands_size) == 0,
				seat != roller);
		SAME(&t, "is shown the same", memcmp(before + (size_t)_i * t.hands_size, t.view.shown, t.hands_size),
		     0);
		SAME(&t, "has it rolled", has_rolled, true);
		play(&t, some_play(&t));
		SAME(&t, "is the roll gone", strstr(t.view.hands[roller], ":65") == NULL, true);
		play(&t, below(&t, 3) > 0);
		if (t.game.need == GAME_NEED_OBSERVE) {
			game_observed(&t.game);
			str_clear(&t.history);
		}
	}
	free(before);
	close_table(&t);
}
END_TEST

/* After a belief the dice under the cup are gone; the believer has rolled its own. */
START_TEST(believed_dice_are_gone)
{
	static const char *const standard[] = {NULL};
	struct table t = {.random = 1};
	uint8_t dice[GAME_MAX_DICE];
	open_with(&t, 3, standard);
	maexchen_set_roll(&t.game, 3, 5);
	ck_assert(game_dice(&t.game, 0, dice) == 2 && dice[0] == 5 && dice[1] == 3);
	game_play(&t.game, 53);
	ck_assert_int_eq(game_dice(&t.game, 0, dice), 2);
	game_play(&t.game, 1);
	ck_assert_int_eq(game_dice(&t.game, 0, dice), 0);
	ck_assert_int_eq(game_dice(&t.game, 1, dice), 2);
	close_table(&t);
}
END_TEST

/* The hands are copied from the stack, and nothing behind them. */
START_TEST(the_stack_is_in_no_buffer)
{
	static const char *const standard[] = {NULL};
	struct table t = {.random = (uint64_t)_i};
	open_with(&t, _i, standard);
	paint_stack();
	game_start(&t.game, &t.rules, _i, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", (struct dice_source){.block = 2}, &t.view);
	for (int seat = 0; seat < _i; seat++)
		ck_assert_ptr_null(memchr(t.view.hands[seat], PAINT, t.hands_size));
	close_table(&t);
}
END_TEST

/* Reasons, reminders and replay printers work in every state. */
START_TEST(every_state_has_words)
{
	static const char *const names[GAME_MAX_SEATS] = {"Ann", "Bob", "Cid", "Dan", "Eve", "Fay"};
	for (int i = 0; i < 200; i++) {
		struct table t = {.random = (uint64_t)i};
		struct err err;
		do {
			ck_assert_int_eq(rules_init(&t.rules, "maexchen", &err), 0);
			set_random_options(&t);
		} while (rules_check(&t.rules, 6, &err));
		open_table(&t, 6, (uint64_t)i);
		AUTO_STR struct str text = {0};
		game_reminder(&t.rules, 6, &text);
		for (const char *end = text.text; *end; end++)
			ck_assert_msg(*end != '\n' || end[-1] == '.', "a sentence is broken: %s", text.text);
		while (t.game.need != GAME_NEED_OVER && t.n_hands < 50) {
			int some = some_play(&t);
			err.text[0] = '\0';
			bool is_legal = game_is_legal(&t.game, some, &err);
			SAME(&t, "is there a reason", err.text[0] != '\0', !is_legal);
			str_clear(&text);
			game_play_words(&t.rules, some, &text);
			SAME(&t, "are there words", text.length > 0, true);
			play(&t, some);
			if (t.game.need != GAME_NEED_OBSERVE)
				continue;
			str_clear(&text);
			game_describe_hand(&t.game, names, &text);
			SAME(&t, "is it told", text.length > 10 && text.text[text.length - 1] == '.', true);
			game_observed(&t.game);
			str_clear(&t.history);
		}
		close_table(&t);
	}
}
END_TEST

SUITE(300,
	LOOP(random_games_follow_the_rules, 2, GAME_MAX_SEATS + 1),
	LOOP(endless_games_are_cut, 0, 3),
	TEST(the_longest_history_fits),
	LOOP(rolls_are_in_no_other_buffer, 2, GAME_MAX_SEATS + 1),
	TEST(believed_dice_are_gone),
	LOOP(the_stack_is_in_no_buffer, 2, GAME_MAX_SEATS + 1),
	TEST(every_state_has_words))
