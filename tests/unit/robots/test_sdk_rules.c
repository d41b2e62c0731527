/* test_sdk_rules.c - compares arena_dice.h with the game itself: in random games of every variant it must find the same
 * wild face, limit, palifico hands and legal bids as the referee. */
#include <check.h>
#include <stdlib.h>

#include "arena_dice.h"
#include "game/liars/liars.h"

static const char *const settings[] = {
	"", "wild=ones starter=loser limit=table", "wild=joker", "wild=drop limit=table illegal=die fault=die",
	"wild=high faces=4", "wild=drop dice=2 faces=2", "faces=9 dice=20 limit=table",
	"wild=ones ones_rule=perudo palifico=on exact=gain starter=loser limit=table illegal=die",
	"wild=ones ones_rule=perudo palifico=on exact=gain starter=loser limit=table illegal=die fault=die dice=3",
	"wild=joker palifico=on dice=2 starter=loser", "wild=ones ones_rule=perudo", "exact=others limit=table dice=3",
	"dice=4 caller=anyone loss=point starter=loser rounds=10 illegal=die", "dice=1 loss=game wild=high",
	"caller=anyone wild=drop palifico=on dice=3 exact=gain", "illegal=game palifico=on wild=ones dice=3",
	"dice=1 palifico=on wild=ones",
};

struct table {
	struct rules rules;
	struct game game;
	struct game_view view;
	char letters[GAME_MAX_SEATS];
	struct dice_game memory[GAME_MAX_SEATS]; /* of the robot with letter 'A' + i */
	uint64_t random;
};

static uint32_t below(struct table *t, uint32_t n)
{
	return rng_below(rng_next(&t->random), n);
}

static void open_table(struct table *t, const char *text, int n_seats, uint64_t seed)
{
	AUTO_STR struct str canonical = {0};
	struct err err = {0};
	char copy[300];
	t->random = seed;
	ck_assert_int_eq(rules_init(&t->rules, "liars-dice", &err), 0);
	snprintf(copy, sizeof copy, "%s", text);
	for (char *at = copy, *setting; (setting = strsep(&at, " "));)
		if (*setting)
			ck_assert_msg(rules_set(&t->rules, setting, &err) == 0, "%s", err.text);
	ck_assert_int_eq(rules_check(&t->rules, n_seats, &err), 0);
	rules_to_text(&t->rules, &canonical);

	t->view.history = malloc(game_history_size(&t->rules, n_seats));
	t->view.shown = malloc(game_hands_size(&t->rules, n_seats));
	for (int seat = 0; seat < n_seats; seat++) {
		t->view.hands[seat] = malloc(game_hands_size(&t->rules, n_seats));
		t->letters[seat] = (char)('A' + (seat + (int)seed) % n_seats);
		struct arena_game_start start = {sizeof start, (uint32_t)n_seats, "?", t->letters,
			str_text(&canonical)};
		dice_game_start(&t->memory[seat], &start);
	}
}

static void close_table(struct table *t, int n_seats)
{
	free(t->view.history);
	free(t->view.shown);
	for (int seat = 0; seat < n_seats; seat++)
		free(t->view.hands[seat]);
}

static void read_as(struct table *t, int seat, const char *hands, struct dice_view *view)
{
	char me[2] = {t->letters[seat], 0};
	dice_read(view, &t->memory[me[0] - 'A'], me, hands, t->view.history);
}

static void compare(struct table *t, const struct dice_view *view)
{
	const struct liars_state *state = &t->game.u.liars;
	const char *history = t->view.history;
	ck_assert_msg(view->last == state->bid, "last bid in %s", history);
	ck_assert_int_eq(view->last, dice_last_bid(history));
	ck_assert_int_eq(view->limit, state->limit);
	ck_assert_msg(view->is_palifico == state->is_palifico, "palifico in %s, '%s'", t->view.hands[t->game.turn], history);
	ck_assert_msg(view->wild == state->wild_face, "wild in %s", history);
	ck_assert_int_eq(view->hands.letter[view->hands.me], t->letters[t->game.turn]);
	ck_assert(!view->is_showdown);
	if (state->bid)
		ck_assert_int_eq(view->hands.letter[view->bidder], t->letters[state->bidder]);
	ck_assert_int_eq(view->hands.n_mine, game_dice_left(&t->game, t->game.turn));
	if (liars_is_asked_aside(&t->game))
		return;
	ck_assert(view->may_exact == game_is_legal(&t->game, ARENA_EXACT, NULL));
	for (int play = 3; play < 10 * state->limit + 25; play++)
		ck_assert_msg(dice_is_legal(view, play) == game_is_legal(&t->game, play, NULL),
			      "%d after '%s'", play, history);
}

/* A call, an exact, a bid slightly higher, and sometimes an invalid play. */
static int random_play(struct table *t, const struct dice_view *view)
{
	uint32_t kind = below(t, 20);
	if (kind == 0)
		return (int)below(t, 200) - 20;
	if (kind == 1 && view->last)
		return ARENA_EXACT;
	if (kind < 5 && view->last)
		return ARENA_CALL;
	int bid = dice_next_bid(view, 0);
	for (uint32_t steps = below(t, 8); steps && bid; steps--)
		bid = dice_next_bid(view, bid) ? dice_next_bid(view, bid) : bid;
	return bid; /* 0 if no higher bid is left: a call */
}

static void play_to_the_end(struct table *t, int n_seats)
{
	struct dice_view view;
	game_start(&t->game, &t->rules, n_seats, t->letters,
		   (struct dice_source){rng_key_of_seed("sdk"), t->random}, &t->view);
	while (t->game.need != GAME_NEED_OVER) {
		if (t->game.need == GAME_NEED_OBSERVE) {
			for (int seat = 0; seat < n_seats; seat++) {
				if (!game_observes(&t->game, seat))
					continue;
				read_as(t, seat, t->view.shown, &view);
				ck_assert(view.is_showdown);
			}
			game_observed(&t->game);
			continue;
		}
		int seat = t->game.turn;
		read_as(t, seat, t->view.hands[seat], &view);
		compare(t, &view);
		if (below(t, 100) == 0)
			game_fault(&t->game, seat);
		else
			game_play(&t->game, random_play(t, &view));
	}
}

START_TEST(header_and_referee_agree)
{
	static const int sizes[] = {2, 3, 6};
	for (uint64_t seed = 0; seed < 120; seed++) {
		struct table table = {0};
		int n_seats = sizes[seed % 3];
		open_table(&table, settings[_i], n_seats, seed);
		play_to_the_end(&table, n_seats);
		close_table(&table, n_seats);
	}
}
END_TEST

START_TEST(named_variants_are_understood)
{
	for (const struct variant *variant = game_variants; variant->name; variant++) {
		if (variant->family != &family_liars)
			continue;
		struct table table = {0};
		open_table(&table, variant->settings, 4, 7);
		play_to_the_end(&table, 4);
		close_table(&table, 4);
	}
}
END_TEST

SUITE(60,
	LOOP(header_and_referee_agree, 0, COUNT(settings)),
	TEST(named_variants_are_understood))
