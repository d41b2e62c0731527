/* test_maexchen.c - random games of Mäxchen under random settings: every step is as a plain reading
 * of the rules says, strings show what they should and nothing else, and games end. */
#include <check.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "game/maexchen.h"
#include "game/maexchen_testing.h"

enum { CANARY = 64, CANARY_BYTE = 0xa5, MAX_VALUES = 36 };

struct table {
	struct rules rules;
	struct game game;
	struct game_view view;
	int n;
	char letters[GAME_MAX_SEATS + 1];
	size_t history_size, hands_size;
	char *seen;              /* for game_see */
	uint64_t random;         /* state of the players' choices */
	bool has_faults, is_orderly;
	int n_plays, n_hands;
	/* The plain reading: what must be the case. */
	int order[MAX_VALUES], n_values; /* all values, lowest first */
	int points[GAME_MAX_SEATS], direction;
	bool is_out[GAME_MAX_SEATS];
	struct str history, wanted;
};

static int below(struct table *t, int n)
{
	return (int)rng_below(rng_next(&t->random), (uint32_t)n);
}

static void explain(const struct table *t, struct str *out)
{
	rules_to_text(&t->rules, out);
	str_addf(out, "; %d players, block %d, hand %d, history '%s', turn %d", t->n, (int)t->game.block,
		(int)t->game.hand, t->view.history, t->game.turn);
}

#define SAME(t, what, got, wanted_value) \
	do { \
		long long same_got = (got), same_wanted = (wanted_value); \
		if (same_got != same_wanted) { \
			AUTO_STR struct str where = {0}; \
			explain((t), &where); \
			ck_abort_msg("%s is %lld, not %lld: %s", what, same_got, same_wanted, where.text); \
		} \
	} while (0)

static void same_text(struct table *t, const char *what, const char *got, const char *wanted)
{
	if (strcmp(got, wanted) == 0)
		return;
	AUTO_STR struct str where = {0};
	explain(t, &where);
	ck_abort_msg("%s is '%s', not '%s': %s", what, got, wanted, where.text);
}

/* ---- the rules, read plainly ------------------------------------------------------------ */

static bool has_digits_of_dice(const int *setting, int value)
{
	for (int first = 1; first <= 6; first++)
		for (int second = 1; second <= (setting[MAEXCHEN_ORDER_DIGITS] ? first : 6); second++)
			if (value == 10 * first + second)
				return true;
	return false;
}

static bool is_special(const int *setting, int value)
{
	return value == setting[MAEXCHEN_MAEXCHEN] || value == setting[MAEXCHEN_HAMBURGER];
}

/* Lowest first: ordinary ones by size, doubles, Mäxchen, Hamburger. */
static void list_values(struct table *t)
{
	const int *setting = t->rules.value;
	t->n_values = 0;
	for (int doubles = 0; doubles < 2; doubles++)
		for (int value = 11; value <= 66; value++)
			if (has_digits_of_dice(setting, value) && !is_special(setting, value) &&
			    (value / 10 == value % 10) == doubles)
				t->order[t->n_values++] = value;
	if (has_digits_of_dice(setting, setting[MAEXCHEN_MAEXCHEN]))
		t->order[t->n_values++] = setting[MAEXCHEN_MAEXCHEN];
	if (has_digits_of_dice(setting, setting[MAEXCHEN_HAMBURGER]))
		t->order[t->n_values++] = setting[MAEXCHEN_HAMBURGER];
}

/* From 0; -1 for what is no value. */
static int index_of(const struct table *t, int value)
{
	for (int i = 0; i < t->n_values; i++)
		if (t->order[i] == value)
			return i;
	return -1;
}

static int n_left(const struct table *t)
{
	int n = 0;
	for (int seat = 0; seat < t->n; seat++)
		n += !t->is_out[seat];
	return n;
}

/* Walks step by step over those left. */
static int seat_after(const struct table *t, int seat)
{
	long long step = (long long)t->rules.value[MAEXCHEN_PLAY_ORDER] * t->direction;
	if (step == 0 && !t->is_out[seat])
		return seat;
	if (step == 0)
		step = t->direction;
	int way = step > 0 ? 1 : t->n - 1, left = n_left(t);
	long long n_steps = (step > 0 ? step : -step) % left;
	if (n_steps == 0)
		n_steps = left;
	while (n_steps > 0) {
		seat = (seat + way) % t->n;
		n_steps -= !t->is_out[seat];
	}
	return seat;
}

/* "A:xx@10,B:53@9": seat sees a roll (0: nobody does). */
static const char *hands_with(struct table *t, int open, int roll)
{
	str_clear(&t->wanted);
	for (int seat = 0; seat < t->n; seat++) {
		if (t->is_out[seat])
			continue;
		str_addf(&t->wanted, "%s%c:", t->wanted.length ? "," : "", t->letters[seat]);
		if (seat == open && roll)
			str_addf(&t->wanted, "%d", roll);
		else
			str_add(&t->wanted, "xx");
		str_addf(&t->wanted, "@%d", t->points[seat]);
	}
	return t->wanted.text;
}

/* ---- a table ---------------------------------------------------------------------------- */

static char *guarded(size_t size)
{
	char *buffer = mem_zeroed(size + CANARY, 1);
	memset(buffer, CANARY_BYTE, size + CANARY);
	return buffer;
}

static void check_guard(const char *buffer, size_t size)
{
	for (size_t i = 0; i < CANARY; i++)
		if ((unsigned char)buffer[size + i] != CANARY_BYTE)
			ck_abort_msg("byte %zu past the end of a buffer of %zu was written", i, size);
}

static void open_table(struct table *t, int n, uint64_t block)
{
	struct rng_key key = rng_key_of_seed("random games");
	strcpy(t->letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
	for (int i = n - 1; i > 0; i--) {
		int k = below(t, i + 1);
		char swapped = t->letters[i];
		t->letters[i] = t->letters[k];
		t->letters[k] = swapped;
	}
	t->n = n;
	t->history_size = game_history_size(&t->rules, n);
	t->hands_size = game_hands_size(&t->rules, n);
	t->view.history = guarded(t->history_size);
	t->view.shown = guarded(t->hands_size);
	t->seen = guarded(t->hands_size);
	for (int seat = 0; seat < n; seat++) {
		t->view.hands[seat] = guarded(t->hands_size);
		t->points[seat] = t->rules.value[MAEXCHEN_POINTS_TO_START];
	}
	t->direction = 1;
	list_values(t);
	str_add(&t->history, "");
	game_start(&t->game, &t->rules, n, t->letters, key, block, &t->view);
	SAME(t, "who begins", t->game.turn, 0);
}

static void close_table(struct table *t)
{
	check_guard(t->view.history, t->history_size);
	check_guard(t->view.shown, t->hands_size);
	check_guard(t->seen, t->hands_size);
	free(t->view.history);
	free(t->view.shown);
	free(t->seen);
	for (int seat = 0; seat < t->n; seat++) {
		check_guard(t->view.hands[seat], t->hands_size);
		free(t->view.hands[seat]);
	}
	str_release(&t->history);
	str_release(&t->wanted);
}

/* ---- steps, and what they must lead to -------------------------------------------------- */

static void check_strings(struct table *t)
{
	const struct maexchen_state *state = &t->game.u.maexchen;
	if (t->game.need == GAME_NEED_OVER)
		return;
	same_text(t, "history", t->view.history, str_text(&t->history));
	SAME(t, "history length", t->game.history_length, (long long)t->history.length);
	game_see(&t->game, t->game.turn, t->seen);
	if (t->game.need == GAME_NEED_OBSERVE) {
		same_text(t, "what game_see writes", t->seen, t->view.shown);
		return;
	}
	for (int seat = 0; seat < t->n; seat++) {
		bool has_roll = seat == t->game.turn && !state->is_believing;
		bool is_looked_at = seat == t->game.turn || t->n_plays % t->n == seat; /* all of them take long */
		if (!t->is_out[seat] && is_looked_at)
			same_text(t, "hands", t->view.hands[seat], hands_with(t, seat, has_roll ? state->roll : 0));
	}
	same_text(t, "what game_see writes", t->seen, t->view.hands[t->game.turn]);
	SAME(t, "is a value rolled", index_of(t, state->roll) >= 0, true);
}

static void check_players(struct table *t)
{
	for (int seat = 0; seat < t->n; seat++) {
		int n_tied, place = game_place(&t->game, seat, &n_tied);
		SAME(t, "points", game_points(&t->game, seat), t->points[seat]);
		SAME(t, "is in", game_is_in(&t->game, seat), !t->is_out[seat]);
		if (t->is_out[seat])
			SAME(t, "is placed", place > n_left(t) && n_tied == 1, true);
		else if (n_left(t) > 1 && t->n_hands < MAEXCHEN_MAX_HANDS)
			SAME(t, "place", place, 0);
	}
}

/* The hand cost `loser` what this roll costs (0: none was held). */
static void lose(struct table *t, int loser, int roll)
{
	const int *setting = t->rules.value;
	int cost = setting[MAEXCHEN_LOSS_NORMAL];
	bool turns = false;
	if (roll && roll == setting[MAEXCHEN_HAMBURGER]) {
		cost = setting[MAEXCHEN_LOSS_HAMBURGER];
		turns = setting[MAEXCHEN_REVERSE_HAMBURGER];
	} else if (roll && roll == setting[MAEXCHEN_MAEXCHEN]) {
		cost = setting[MAEXCHEN_LOSS_MAEXCHEN];
		turns = setting[MAEXCHEN_REVERSE_MAEXCHEN];
	}
	t->points[loser] -= cost;
	SAME(t, "loser", t->game.last.loser, loser);
	SAME(t, "roll told", t->game.last.count, roll);
	for (int seat = 0; seat < t->n; seat++)
		SAME(t, "change of points", t->game.last.delta[seat], seat == loser ? -cost : 0);
	if (t->points[loser] < 1)
		t->is_out[loser] = true;
	if (turns)
		t->direction = -t->direction;
}

static void check_showdown(struct table *t, int open, int roll)
{
	SAME(t, "need", t->game.need, GAME_NEED_OBSERVE);
	same_text(t, "shown", t->view.shown, hands_with(t, open, roll));
	t->n_hands++;
}

/* One play; returns the seat that must be asked next, or that begins the next hand. */
static int play(struct table *t, int play)
{
	const struct maexchen_state *state = &t->game.u.maexchen;
	int seat = t->game.turn, roll = state->roll, claim = state->claim, claimer = state->claimer;
	bool was_believing = state->is_believing;
	bool is_legal = was_believing ? play == 0 || play == 1 : index_of(t, play) > (claim ? index_of(t, claim) : -1);
	SAME(t, "is legal", game_is_legal(&t->game, play, NULL), is_legal);
	SAME(t, "was legal", game_play(&t->game, play), is_legal);
	str_addf(&t->history, "%s%c:%d", t->history.length ? "," : "", t->letters[seat], play);
	t->n_plays++;
	if (!is_legal) {
		check_showdown(t, was_believing ? -1 : seat, roll);
		SAME(t, "end", t->game.last.end, HAND_ILLEGAL);
		lose(t, seat, was_believing ? 0 : roll);
		return seat_after(t, seat);
	}
	if (!was_believing)
		return seat_after(t, seat);
	if (play == 1 && claim != t->order[t->n_values - 1]) {
		SAME(t, "is a claim asked for", state->is_believing, false);
		return seat;
	}
	check_showdown(t, play == 0 ? claimer : -1, roll);
	SAME(t, "end", t->game.last.end, play == 0 ? HAND_CALL : HAND_BELIEVED);
	if (play == 1)
		return seat;
	lose(t, index_of(t, roll) >= index_of(t, claim) ? seat : claimer, roll);
	return seat_after(t, claimer);
}

static int some_play(struct table *t)
{
	const struct maexchen_state *state = &t->game.u.maexchen;
	if (!t->is_orderly && below(t, 8) == 0) {
		int kind = below(t, 4);
		return kind == 0 ? below(t, 70) : kind == 1 ? -below(t, 100) : kind == 2 ? (int)(uint32_t)rng_next(&t->random) : 2;
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

/* A crash while all look on, or at a turn; returns the seat that must be asked, given it was `next`. */
static int some_faults(struct table *t, int next)
{
	bool is_watching = t->game.need == GAME_NEED_OBSERVE;
	bool has_believed = is_watching && t->game.last.end == HAND_BELIEVED;
	int from = is_watching && !has_believed ? (t->game.last.end == HAND_CALL ? t->game.last.bidder : t->game.last.actor) : next;
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

/* Every place from 1 to n is taken, shared ones leaving as many open below. */
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
	/* Rarely, as these games may take all of their 10 000 hands. */
	if (below(t, 100) == 0)
		value[MAEXCHEN_LOSS_NORMAL] = below(t, 8) - 7;
	if (below(t, 100) == 0)
		value[MAEXCHEN_LOSS_MAEXCHEN] = below(t, 8) - 7;
}

START_TEST(random_games_go_by_the_rules)
{
	for (int i = 0; i < (_i <= 6 ? 150 : 25); i++) {
		struct table t = {.random = (uint64_t)(_i * 1000 + i), .has_faults = i % 4 == 3, .is_orderly = i % 3 == 1};
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

/* A loss of 0 goes on for ever: 10 000 hands, then the places by points, and it is said. */
START_TEST(endless_games_are_cut)
{
	static const char *const all[][4] = {
		{"point_loss_normal=0", "maexchen=69", "hamburger=69"}, {"point_loss_normal=-100000", "point_loss_hamburger=-100000",
			"point_loss_maexchen=-100000"}, {"points_to_start=1000000"},
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
		game_tell_hand(&t.game, names, &told);
		SAME(&t, "is it told", strstr(told.text, "After 10000 hands without an end the points decide.") != NULL,
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

/* A roll stands in the buffer of its own seat alone, and there only until the claim: all other
 * bytes that a robot could read are the same whatever was rolled. */
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
				memcmp(before + (size_t)seat * t.hands_size, t.view.hands[seat], t.hands_size) == 0, seat != roller);
		SAME(&t, "is shown the same", memcmp(before + (size_t)_i * t.hands_size, t.view.shown, t.hands_size), 0);
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

/* Reasons, reminders and tales come for whatever there is, and are lines a terminal can show. */
START_TEST(there_are_words_for_everything)
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
		for (const char *line = text.text; *line; line += strcspn(line, "\n") + 1)
			ck_assert_msg(strcspn(line, "\n") <= 100, "a long line: %s", line);
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
			game_tell_hand(&t.game, names, &text);
			SAME(&t, "is it told", text.length > 10 && text.text[text.length - 1] == '.', true);
			game_observed(&t.game);
			str_clear(&t.history);
		}
		close_table(&t);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("maexchen");
	TCase *cases = tcase_create("random games");
	tcase_set_timeout(cases, 300);
	tcase_add_loop_test(cases, random_games_go_by_the_rules, 2, GAME_MAX_SEATS + 1);
	tcase_add_loop_test(cases, endless_games_are_cut, 0, 3);
	tcase_add_test(cases, the_longest_history_fits);
	tcase_add_loop_test(cases, rolls_are_in_no_other_buffer, 2, GAME_MAX_SEATS + 1);
	tcase_add_test(cases, there_are_words_for_everything);
	suite_add_tcase(suite, cases);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	int n_failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return n_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
