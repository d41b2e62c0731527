/* test_sdk_rules.c - compares arena_dice.h with the game itself: in random games of every variant it must find the same
 * wild face, limit, palifico hands and legal bids as the referee. And the constants and options of the SDK are those of
 * src/game. */
#include <check.h>
#include <stdlib.h>

#include "arena_dice.h"
#include "arena_maexchen.h"
#include "game/liars/liars.h"
#include "game/maexchen/maexchen.h"

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

enum { MAXIMUM = 90000 }; /* of the numbers that are tried: the SDK stops at about a million */

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
	ck_assert_msg(view->is_palifico == state->is_palifico, "palifico in %s, '%s'", t->view.hands[t->game.turn],
		      history);
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

/* The options that the SDK reads, with the value that it reads; the others do not matter to a player. */
static const struct known {
	const char *option;
	size_t at, size; /* of the member of the game */
} known_liars[] = {
#define KNOWN(game, option, member) {option, offsetof(struct game, member), sizeof ((struct game *)NULL)->member}
	KNOWN(dice_game, "dice", dice), KNOWN(dice_game, "faces", faces), KNOWN(dice_game, "wild", wild),
	KNOWN(dice_game, "caller", caller), KNOWN(dice_game, "loss", loss), KNOWN(dice_game, "starter", starter),
	KNOWN(dice_game, "limit", limit), KNOWN(dice_game, "rounds", rounds), KNOWN(dice_game, "target", target),
	KNOWN(dice_game, "exact", exact), KNOWN(dice_game, "ones_rule", ones_rule),
	KNOWN(dice_game, "palifico", palifico),
	{"illegal", 0, 0}, {"fault", 0, 0}, {NULL, 0, 0},
}, known_maexchen[] = {
	KNOWN(maex_game, "order_digits", order_digits), KNOWN(maex_game, "play_order", play_order),
	KNOWN(maex_game, "points_to_start", points), KNOWN(maex_game, "point_loss_normal", loss[MAEX_NORMAL]),
	KNOWN(maex_game, "point_loss_maexchen", loss[MAEX_MAEXCHEN]),
	KNOWN(maex_game, "point_loss_hamburger", loss[MAEX_HAMBURGER]),
	KNOWN(maex_game, "reverse_maexchen", turns[MAEX_MAEXCHEN]),
	KNOWN(maex_game, "reverse_hamburger", turns[MAEX_HAMBURGER]), KNOWN(maex_game, "bot_lie", bot_lie),
	KNOWN(maex_game, "bot_believe", bot_believe),
	{"maexchen", 0, 0}, {"hamburger", 0, 0}, {NULL, 0, 0}, /* both: the test below */
};

/* The value in a game that the SDK has read from a text of rules. */
static int value_of(bool is_maexchen, const struct known *known, const char *rules)
{
	union {
		struct dice_game liars;
		struct maex_game maexchen;
	} game;
	if (is_maexchen)
		maex_read_rules(&game.maexchen, rules, 0);
	else
		dice_read_rules(&game.liars, rules, 0);
	const char *at = (const char *)&game + known->at;
	return known->size == sizeof(bool) ? *(const bool *)at : *(const int *)at;
}

static bool is_later(const struct family *family, const char *name)
{
	for (const char *const *later = family->later; later && *later; later++)
		if (strcmp(*later, name) == 0)
			return true;
	return false;
}

static void check_option(const struct family *family, const struct rule_option *option, const struct known *known)
{
	bool is_maexchen = family == &family_maexchen;
	while (known->option && strcmp(known->option, option->name) != 0)
		known++;
	/* Robots that do not know a later option refuse it (family->later). */
	ck_assert_msg(known->option || is_later(family, option->name),
		      "the SDK does not know %s, which is not a later option", option->name);
	if (!known->size)
		return;
	ck_assert_msg(value_of(is_maexchen, known, "") == option->fallback, "the default of %s", option->name);
	int low = option->min < -MAXIMUM ? -MAXIMUM : option->min, high = option->max > MAXIMUM ? MAXIMUM : option->max;
	for (int i = 0; i <= 10; i++) {
		int value = option->words ? i : low + i * (high - low) / 10;
		if (value > high)
			break;
		AUTO_STR struct str text = option->words ? str_of("any %s=%s", option->name, option->words[value])
							 : str_of("any %s=%d", option->name, value);
		ck_assert_msg(value_of(is_maexchen, known, text.text) == value, "%s", text.text);
	}
}

START_TEST(every_option_is_read)
{
	for (const struct rule_option *option = family_liars.options; option->name; option++)
		check_option(&family_liars, option, known_liars);
	for (const struct rule_option *option = family_maexchen.options; option->name; option++)
		check_option(&family_maexchen, option, known_maexchen);
}
END_TEST

START_TEST(constants_are_those_of_the_arena)
{
	ck_assert_int_eq(DICE_MAX_PLAYERS, GAME_MAX_SEATS);
	ck_assert_int_eq(DICE_MAX_DICE, GAME_MAX_DICE);
	ck_assert_int_eq(DICE_MAX_FACES, GAME_MAX_FACES);
	ck_assert_int_eq(ARENA_CALL, PLAY_CALL);
	ck_assert_int_eq(ARENA_BELIEVE, PLAY_BELIEVE);
	ck_assert_int_eq(ARENA_EXACT, PLAY_EXACT);
	ck_assert_int_eq(ARENA_CALL, MAEXCHEN_DOUBT);
	ck_assert_int_eq(ARENA_BELIEVE, MAEXCHEN_BELIEVE);
	ck_assert_int_eq(MAEX_ROLLS, MAEXCHEN_MAX_CLAIMS);
	ck_assert_int_eq(MAEX_MAX_VALUES, MAEXCHEN_MAX_CLAIMS);
}
END_TEST

/* Of each two values the arena and the SDK find the same one higher. */
START_TEST(values_of_maexchen_have_the_same_order)
{
	static const char *const rules[] = {"maexchen", "maexchen=33 hamburger=69 order_digits=false",
		"maexchen=12 order_digits=false"};
	struct maex_game game;
	struct rules ours;
	AUTO_FREE char *copy = mem_strdup(rules[_i]);
	maex_read_rules(&game, rules[_i], 2);
	ck_assert_int_eq(rules_init(&ours, "maexchen", NULL), 0);
	for (char *at = copy, *setting; (setting = strsep(&at, " "));)
		if (strchr(setting, '='))
			ck_assert_int_eq(rules_set(&ours, setting, NULL), 0);
	for (int a = 0; a < 100; a++) {
		ck_assert_int_eq(maex_index(&game, a) != MAEX_NONE, maexchen_is_value(ours.value, a));
		for (int b = 0; b < 100; b++)
			if (maexchen_is_value(ours.value, a) && maexchen_is_value(ours.value, b))
				ck_assert_int_eq(maex_index(&game, a) < maex_index(&game, b),
						 maexchen_rank(ours.value, a) < maexchen_rank(ours.value, b));
	}
}
END_TEST

SUITE(60,
	LOOP(header_and_referee_agree, 0, COUNT(settings)),
	TEST(named_variants_are_understood),
	TEST(every_option_is_read),
	TEST(constants_are_those_of_the_arena),
	LOOP(values_of_maexchen_have_the_same_order, 0, 3))
