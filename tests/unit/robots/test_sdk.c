/* test_sdk.c - the header for authors, arena_dice.h: parsing, rules, chances. It and the template compile without a
 * warning as C11 and C++17, and so do the samples of the authors' guide. */
#include <check.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena_dice.h"

/* ---- parsing ------------------------------------------------------------------------ */

static const struct {
	const char *me, *hands;
	int n_players, seat, n_dice, n_mine;
	int mine[10];
	int n[4], points[4];
} hands_cases[] = {
	{"A", "A:53321,B:xx,C:xxxx", 3, 0, 11, 5, {0, 1, 1, 2, 0, 1}, {5, 2, 4}, {0}},
	{"B", "A:xxxxx,B:66531,C:xxxx", 3, 1, 14, 5, {0, 1, 0, 1, 0, 1, 2}, {5, 5, 4}, {0}},
	{"B", "C:x,B:1", 2, 1, 2, 1, {0, 1}, {1, 1}, {0}},
	{"A", "A:53@10,B:xx@9", 2, 0, 4, 2, {0, 0, 0, 1, 0, 1}, {2, 2}, {10, 9}},
	{"B", "A:xx@-3,B:xx@0", 2, 1, 4, 2, {0}, {2, 2}, {-3, 0}},
	{"D", "A:xx,B:xx", 2, -1, 4, 0, {0}, {2, 2}, {0}},
	{"A", "A:99887766554433221111,B:x", 2, 0, 21, 20,
		{0, 4, 2, 2, 2, 2, 2, 2, 2, 2}, {20, 1}, {0}},
	{"A", "", 0, -1, 0, 0, {0}, {0}, {0}},
	{"", "A:12", 1, -1, 2, 0, {0}, {2}, {0}},
	{"A", "A:", 1, 0, 0, 0, {0}, {0}, {0}},
	{"A", ",,A:1,", 1, 0, 1, 1, {0, 1}, {1}, {0}},
	{"A", "nonsense,A:21", 1, 0, 2, 2, {0, 1, 1}, {2}, {0}},
	{"A", "A:2x0?1@@,B:x@", 2, 0, 6, 5, {0, 1, 1}, {5, 1}, {0}},
	{"A", "A:666666666666666666666666666,B:x", 2, 0, 21, 20,
		{0, 0, 0, 0, 0, 0, 20}, {20, 1}, {0}},
};

START_TEST(hands_are_read)
{
	struct dice_hands hands;
	dice_read_hands(&hands, hands_cases[_i].me, hands_cases[_i].hands);
	ck_assert_int_eq(hands.n_players, hands_cases[_i].n_players);
	ck_assert_int_eq(hands.me, hands_cases[_i].seat);
	ck_assert_int_eq(hands.n_dice, hands_cases[_i].n_dice);
	ck_assert_int_eq(hands.n_mine, hands_cases[_i].n_mine);
	for (int face = 0; face <= 9; face++)
		ck_assert_int_eq(hands.mine[face], hands_cases[_i].mine[face]);
	for (int seat = 0; seat < hands.n_players; seat++) {
		ck_assert_int_eq(hands.n[seat], hands_cases[_i].n[seat]);
		ck_assert_int_eq(hands.points[seat], hands_cases[_i].points[seat]);
	}
}
END_TEST

START_TEST(dice_of_a_showdown_are_counted)
{
	struct dice_hands hands;
	dice_read_hands(&hands, "B", "C:6641,A:55531,B:2");
	ck_assert_int_eq(dice_seat_of(&hands, 'A'), 1);
	ck_assert_int_eq(dice_seat_of(&hands, 'D'), -1);
	ck_assert_int_eq(dice_shown(&hands, 1, 5), 3);
	ck_assert_int_eq(dice_shown(&hands, 0, 6), 2);
	ck_assert_int_eq(dice_shown(&hands, 0, 5), 0);
	ck_assert_int_eq(dice_own(&hands, 0), 2);
}
END_TEST

START_TEST(more_players_than_letters_are_cut_off)
{
	char text[40 * 4 + 1] = "";
	for (int i = 0; i < 40; i++)
		strcat(text, "Z:x,");
	struct dice_hands hands;
	dice_read_hands(&hands, "A", text);
	ck_assert_int_eq(hands.n_players, DICE_MAX_PLAYERS);
	ck_assert_int_eq(hands.n_dice, DICE_MAX_PLAYERS);
}
END_TEST

static const struct {
	const char *history;
	int n_plays, last_bid;
	struct dice_play last;
} history_cases[] = {
	{"", 0, 0, {0, 0}},
	{"A:23", 1, 23, {'A', 23}},
	{"A:23,B:33,C:0", 3, 33, {'C', 0}},
	{"A:23,B:33,C:2", 3, 33, {'C', 2}},
	{"B:1036", 1, 1036, {'B', 1036}},
	{"A:0", 1, 0, {'A', 0}},
	{"A:23,B:-7", 2, 23, {'B', -7}},
	{"A:23,B:-71", 2, 23, {'B', -71}},
	{"A:11,B:20", 2, 11, {'B', 20}},
	{"A:23,", 1, 23, {'A', 23}},
	{",,A:23", 1, 23, {'A', 23}},
	{"23", 0, 0, {0, 0}},
	{"A23,B:", 1, 0, {'B', 0}},
	{"A:", 1, 0, {'A', 0}},
	{"x", 0, 0, {0, 0}},
};

START_TEST(histories_are_read)
{
	struct dice_play play = {0, 0};
	int n = 0;
	for (const char *at = history_cases[_i].history; dice_next_play(&at, &play);)
		n++;
	ck_assert_int_eq(n, history_cases[_i].n_plays);
	ck_assert_int_eq(play.who, history_cases[_i].last.who);
	ck_assert_int_eq(play.play, history_cases[_i].last.play);
	ck_assert_int_eq(dice_last_bid(history_cases[_i].history), history_cases[_i].last_bid);
}
END_TEST

/* Random text of relevant bytes, in memory of exactly its size, so that a sanitizer detects every access beyond it. */
static char *garbage(uint64_t *state, size_t longest)
{
	static const char bytes[] = "AAABZ::::,,,,0123456789xxxx@@--?\x80\xff ";
	size_t n = (*state = *state * 6364136223846793005u + 1442695040888963407u, *state >> 33) % longest;
	char *text = malloc(n + 1);
	for (size_t i = 0; i < n; i++) {
		*state = *state * 6364136223846793005u + 1442695040888963407u;
		text[i] = bytes[(*state >> 33) % (sizeof bytes - 1)];
	}
	text[n] = '\0';
	return text;
}

START_TEST(garbage_does_no_harm)
{
	static struct dice_odds odds;
	struct dice_view view;
	uint64_t state = (uint64_t)_i;
	char rules[200];
	struct dice_game game;
	const char *wild[] = {"none", "ones", "joker", "drop", "high"};
	snprintf(rules, sizeof rules, "x dice=%d faces=%d wild=%s ones_rule=%s palifico=on exact=gain limit=%s",
		 1 + _i % 20, 2 + _i % 8, wild[_i % 5], _i % 3 ? "plain" : "perudo", _i % 2 ? "start" : "table");
	dice_read_rules(&game, rules, 2 + _i % 25);
	for (int round = 0; round < 2000; round++) {
		char *me = garbage(&state, 3), *hands = garbage(&state, round % 400 + 1),
		     *history = garbage(&state, 60), *text = garbage(&state, 60);
		dice_read(&view, &game, me, hands, history);
		ck_assert_int_le(view.hands.n_players, DICE_MAX_PLAYERS);
		ck_assert_int_le(view.hands.n_dice, DICE_MAX_TABLE);
		ck_assert_int_ge(view.n_unknown, 0);
		ck_assert_int_lt(view.bidder, DICE_MAX_PLAYERS);
		int n = 0;
		for (int bid = dice_next_bid(&view, 0); bid && n < 20; bid = dice_next_bid(&view, bid), n++) {
			double chance = dice_chance(&view, &odds, bid);
			ck_assert(dice_is_legal(&view, bid) && chance >= 0 && chance < 1 + 1e-9);
		}
		struct dice_play play;
		for (const char *at = history; dice_next_play(&at, &play);)
			;
		(void)dice_last_bid(history);
		dice_read_rules(&game, text, 2);
		dice_read_rules(&game, rules, 2 + _i % 25);
		free(me);
		free(hands);
		free(history);
		free(text);
	}
}
END_TEST

/* ---- rules -------------------------------------------------------------------------- */

START_TEST(rules_are_read)
{
	struct dice_game game;
	dice_read_rules(&game, "perudo dice=4 faces=8 wild=high caller=anyone loss=point starter=loser illegal=die "
			"limit=table rounds=10 target=7 exact=gain ones_rule=perudo palifico=on fault=game", 3);
	ck_assert_int_eq(game.n_players, 3);
	ck_assert_int_eq(game.dice, 4);
	ck_assert_int_eq(game.faces, 8);
	ck_assert_int_eq(game.wild, DICE_WILD_HIGH);
	ck_assert_int_eq(game.caller, DICE_CALLER_ANYONE);
	ck_assert_int_eq(game.loss, DICE_LOSS_POINT);
	ck_assert_int_eq(game.starter, DICE_STARTER_LOSER);
	ck_assert_int_eq(game.limit, DICE_LIMIT_TABLE);
	ck_assert_int_eq(game.rounds, 10);
	ck_assert_int_eq(game.target, 7);
	ck_assert_int_eq(game.exact, DICE_EXACT_GAIN);
	ck_assert_int_eq(game.ones_rule, DICE_ONES_PERUDO);
	ck_assert(game.palifico);
}
END_TEST

/* Settings that are missing or meaningless have their values of liars-dice. */
static const char *const default_rules[] = {
	"liars-dice dice=5 faces=6 wild=none caller=next loss=die starter=next illegal=call limit=start",
	"liars-dice", "", "wild=", "dice=0 faces=1 wild=all", "dice=21 faces=10", "dice faces wild",
	"xdice=3 dicex=4 wildwild=ones", "dice=-5 faces=none", "limit=starter",
};

START_TEST(missing_rules_have_defaults)
{
	static const struct dice_game unset = DICE_GAME_DEFAULT;
	struct dice_game game;
	memset(&game, 0xff, sizeof game);
	dice_read_rules(&game, default_rules[_i], 0);
	ck_assert_int_eq(game.n_players, unset.n_players);
	ck_assert_int_eq(game.dice, 5);
	ck_assert_int_eq(game.faces, 6);
	ck_assert_int_eq(game.wild, DICE_WILD_NONE);
	ck_assert_int_eq(game.caller, DICE_CALLER_NEXT);
	ck_assert_int_eq(game.loss, DICE_LOSS_DIE);
	ck_assert_int_eq(game.starter, DICE_STARTER_NEXT);
	ck_assert_int_eq(game.limit, DICE_LIMIT_START);
	ck_assert_int_eq(game.exact, DICE_EXACT_OFF);
	ck_assert_int_eq(game.ones_rule, DICE_ONES_PLAIN);
	ck_assert(!game.palifico && !game.is_palifico && !game.has_ended);
	ck_assert(unset.dice == 5 && unset.faces == 6 && !unset.palifico);
}
END_TEST

START_TEST(other_options_are_found_by_name)
{
	const char *rules = "maexchen maexchen=21 hamburger=-5 order_digits=true bot_lie=aggressive";
	ck_assert_int_eq(dice_rule_number(rules, "maexchen", 0), 21);
	ck_assert_int_eq(dice_rule_number(rules, "hamburger", 42), -5);
	ck_assert_int_eq(dice_rule_number(rules, "points_to_start", 10), 10);
	ck_assert_int_eq(dice_rule_number(rules, "order_digits", 3), 3);
	ck_assert_int_eq(dice_rule_word(rules, "order_digits", "false true", 0), 1);
	ck_assert_int_eq(dice_rule_word(rules, "bot_lie", "safe normal aggressive", 1), 2);
	ck_assert_int_eq(dice_rule_word(rules, "bot_lie", "safe normal", 1), 1);
	ck_assert_ptr_null(dice_rule(rules, "lie"));
}
END_TEST

static const struct {
	const char *rules, *hands, *history;
	int wild;
	const char *legal;   /* some legal bids */
	const char *illegal; /* some illegal ones */
} legal_cases[] = {
	{"liars-dice", "A:12,B:xx", "", 0, "11 12 26 46 101 106", "0 1 2 6 10 17 20 111 -11"},
	{"liars-dice", "A:12,B:xx", "B:23", 0, "24 26 31 103", "11 23 22 27 30 111"},
	{"liars-dice limit=table", "A:12,B:xx", "B:23", 0, "24 46", "51 47"},
	{"wild wild=ones", "A:12,B:xx", "B:23", 1, "24 31", "21"},
	{"joker wild=joker", "A:12,B:xx", "B:23", 1, "24 32", "31 41"},
	{"high wild=high faces=4", "A:12,B:xx", "B:23", 4, "24 31", "25 26 22"},
	{"drop wild=drop", "A:12,B:xx,C:xx", "B:23,C:31", 0, "32", "31"},
	{"drop wild=drop", "A:12,B:xx,C:xx", "A:11,B:23,C:31", 0, "32", "31"},
	{"drop wild=drop", "A:12,B:xx,C:xx", "A:12,B:23,C:24,A:31", 1, "32", "31"},
	{"drop wild=drop", "A:12,B:xx,C:xx", "A:12,B:23,C:24", 1, "31", "23"},
	{"p wild=ones ones_rule=perudo limit=table", "A:12345,B:xxxxx", "", 1, "12 106", "11 21 107"},
	{"p wild=ones ones_rule=perudo limit=table", "A:12345,B:xxxxx", "B:54", 1, "55 62 31 41 51", "53 21 11"},
	{"p wild=ones ones_rule=perudo limit=table", "A:12345,B:xxxxx", "B:44", 1, "21 45", "11 44 43"},
	{"p wild=ones ones_rule=perudo limit=table", "A:12345,B:xxxxx", "B:31", 1, "72 76 41 82", "62 66 31 32"},
};

START_TEST(legality)
{
	struct dice_game game;
	struct dice_view view;
	dice_read_rules(&game, legal_cases[_i].rules, 5);
	if (game.limit == DICE_LIMIT_START)
		game.dice = 2; /* at most 10 dice may be bid */
	dice_read(&view, &game, "A", legal_cases[_i].hands, legal_cases[_i].history);
	ck_assert_int_eq(view.wild, legal_cases[_i].wild);
	char *end;
	for (const char *at = legal_cases[_i].legal; *at; at = end) {
		long bid = strtol(at, &end, 10);
		ck_assert_msg(dice_is_legal(&view, (int)bid), "%ld should be legal", bid);
	}
	for (const char *at = legal_cases[_i].illegal; *at; at = end) {
		long bid = strtol(at, &end, 10);
		ck_assert_msg(!dice_is_legal(&view, (int)bid), "%ld should be illegal", bid);
	}
	/* Stepping through all bids finds the legal ones, each once, in order. */
	int next = dice_next_bid(&view, 0);
	for (int bid = -20; bid < 10 * view.limit + 100; bid++)
		if (dice_is_legal(&view, bid)) {
			ck_assert_int_eq(bid, next);
			next = dice_next_bid(&view, bid);
		}
	ck_assert_int_eq(next, 0);
}
END_TEST

START_TEST(bids_are_coded)
{
	ck_assert_int_eq(dice_bid(10, 5), 105);
	ck_assert_int_eq(dice_quantity(105), 10);
	ck_assert_int_eq(dice_face(105), 5);
	ck_assert(dice_is_bid(11) && dice_is_bid(4689));
	ck_assert(!dice_is_bid(0) && !dice_is_bid(2) && !dice_is_bid(9) && !dice_is_bid(20) && !dice_is_bid(-23));
}
END_TEST

/* A game of perudo as a robot sees it, ask by ask. */
static const struct {
	const char *hands, *history;
	bool is_showdown, is_palifico;
} palifico_asks[] = {
	{"A:xx,B:21", "A:12", false, false},
	{"A:43,B:21", "A:12,B:0", true, false},
	{"A:xx,B:1", "A:12", false, true},       /* B is down to one die */
	{"A:xx,B:1", "A:12,B:22,A:32", false, true},
	{"A:43,B:1", "A:12,B:22,A:32,B:2", true, true},
	{"A:xx,B:21", "B:12,A:13", false, false}, /* and got one back */
	{"A:43,B:21", "B:12,A:13,B:0", true, false},
	{"A:xx,B:1", "", false, false},           /* not for the first time */
	{"A:43,B:1", "B:12,A:99", true, false},   /* ended by an illegal play */
	{"A:x,B:1", "", false, true},
	{"A:3,B:1", "B:12,A:0", true, true},
	{"A:x,B:1", "", false, false},            /* an exact with all dice: nothing changed */
};

START_TEST(palifico_is_noticed)
{
	struct dice_game game;
	struct dice_view view;
	dice_read_rules(&game, "perudo dice=2 wild=ones ones_rule=perudo exact=gain palifico=on limit=table", 2);
	for (size_t i = 0; i < sizeof palifico_asks / sizeof *palifico_asks; i++) {
		dice_read(&view, &game, "B", palifico_asks[i].hands, palifico_asks[i].history);
		ck_assert_msg(view.is_showdown == palifico_asks[i].is_showdown, "showdown at ask %zu", i);
		ck_assert_msg(view.is_palifico == palifico_asks[i].is_palifico, "palifico at ask %zu", i);
		ck_assert_int_eq(view.wild, palifico_asks[i].is_palifico ? 0 : 1);
		ck_assert(view.may_exact == (view.last != 0));
		if (!view.is_palifico || view.is_showdown || !view.last)
			continue;
		ck_assert(dice_is_legal(&view, view.last + 10) || dice_quantity(view.last) == view.limit);
		ck_assert(!dice_is_legal(&view, view.last + 1) && !dice_is_legal(&view, view.last + 11));
	}
}
END_TEST

/* ---- chances ------------------------------------------------------------------------ */

/* Counts by enumerating all rolls of n dice. */
START_TEST(chances_match_enumeration)
{
	static const char *const wilds[] = {"none", "ones", "joker", "drop", "high"};
	static struct dice_odds odds;
	int faces = 2 + _i % 8, n_theirs = 1 + _i / 8 % 4;
	const char *own = &"9876543221"[9 - faces];   /* all faces, and a second of 2 */
	for (size_t w = 0; w < 5; w++) {
		char rules[80], hands[40];
		snprintf(rules, sizeof rules, "x dice=20 faces=%d wild=%s", faces, wilds[w]);
		snprintf(hands, sizeof hands, "B:%s,A:%.*s", own, n_theirs, "xxxx");
		struct dice_game game;
		struct dice_view view;
		dice_read_rules(&game, rules, 2);
		dice_read(&view, &game, "B", hands, "");
		ck_assert_int_eq(view.n_unknown, n_theirs);

		for (int face = 1; face <= faces; face++) {
			long n_rolls = 0, rolls_with[32] = {0};
			int roll[4] = {1, 1, 1, 1};
			int die;
			do {
				int count = 0;
				for (const char *c = own; *c; c++)
					count += *c - '0' == face ||
						(view.wild && view.wild != face && *c - '0' == view.wild);
				for (int k = 0; k < n_theirs; k++)
					count += roll[k] == face ||
						(view.wild && view.wild != face && roll[k] == view.wild);
				rolls_with[count]++;
				n_rolls++;
				for (die = 0; die < n_theirs && roll[die] == faces; die++)
					roll[die] = 1;
				if (die < n_theirs)
					roll[die]++;
			} while (die < n_theirs);

			for (int quantity = 1; quantity < 16; quantity++) {
				long at_least = 0;
				for (int count = quantity; count < 32; count++)
					at_least += rolls_with[count];
				int bid = dice_bid(quantity, face);
				ck_assert_double_eq_tol(dice_chance(&view, &odds, bid),
							(double)at_least / (double)n_rolls, 1e-12);
				ck_assert_double_eq_tol(dice_chance_exact(&view, &odds, bid),
							(double)rolls_with[quantity] / (double)n_rolls, 1e-12);
			}
			double one = 1.0 / faces + (view.wild && view.wild != face ? 1.0 / faces : 0);
			ck_assert_double_eq_tol(dice_chance_of_one(face, view.wild, faces), one, 1e-15);
		}
	}
}
END_TEST

/* Exact values, from sums of fractions. */
static const struct {
	int k, n, faces;
	bool with_wild;
	double chance;
} tail_cases[] = {
	{1, 5, 6, false, 0.598122427983539},
	{2, 5, 6, false, 0.196244855967078},
	{5, 5, 6, false, 0.000128600823045268},
	{2, 5, 6, true, 0.539094650205761},
	{3, 10, 6, true, 0.7008586089518875},
	{0, 10, 6, true, 1},
	{-4, 10, 6, true, 1},
	{11, 10, 6, true, 0},
	{1, 0, 6, true, 0},
	{7, 12, 2, true, 1},
	{100, 519, 6, false, 0.06487680329833025},
	{200, 500, 6, true, 0.0010525456156171592},
	{519, 519, 9, false, 0},
};

START_TEST(tails_of_the_binomial)
{
	static struct dice_odds odds;
	double chance = dice_at_least(&odds, tail_cases[_i].k, tail_cases[_i].n, tail_cases[_i].faces,
				      tail_cases[_i].with_wild);
	ck_assert_double_eq_tol(chance, tail_cases[_i].chance, 1e-12);
}
END_TEST

START_TEST(tails_fall_and_add_up)
{
	static double at_least[DICE_MAX_TABLE + 1];
	for (int n = 0; n <= DICE_MAX_TABLE; n += 13) {
		double p = (n % 7 + 1) / 9.0, mean = 0;
		dice_tails(at_least, n, p);
		for (int k = 1; k <= n; k++) {
			ck_assert(at_least[k] <= at_least[k - 1] && at_least[k] >= 0);
			mean += at_least[k];
		}
		ck_assert(at_least[0] == 1);
		ck_assert_double_eq_tol(mean, n * p, 1e-9);
	}
}
END_TEST

/* ---- as authors use it ------------------------------------------------------------------- */

static const char *const compilers[] = {"cc", "gcc", "clang"};
static const char *const cxx_compilers[] = {"c++", "g++", "clang++"};

#define WARNINGS "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wcast-qual -Wwrite-strings -Werror -fsyntax-only "

/* Compiles a file with every available compiler of the list; at least the first must be available. */
static void must_compile(const char *const *compiler, const char *flags, const char *path)
{
	for (int i = 0; i < 3; i++) {
		char command[600];
		snprintf(command, sizeof command, "command -v %s >/dev/null", compiler[i]);
		bool is_there = system(command) == 0;
		ck_assert_msg(is_there || i > 0, "no %s here", compiler[i]);
		snprintf(command, sizeof command, "%s %s " WARNINGS "-Isdk %s", compiler[i], flags, path);
		if (is_there)
			ck_assert_msg(system(command) == 0, "failed: %s", command);
	}
}

static const char *const headers[] = {"arena_robot.h", "arena_dice.h"};

START_TEST(headers_compile_alone)
{
	/* included in an empty file, where unused functions of the header must not cause warnings */
	char flags[200];
	snprintf(flags, sizeof flags, "-std=c11 -Wstrict-prototypes -Wmissing-prototypes -include sdk/%s -x c",
		 headers[_i]);
	must_compile(compilers, flags, "/dev/null");
	snprintf(flags, sizeof flags, "-std=c++17 -include sdk/%s -x c++", headers[_i]);
	must_compile(cxx_compilers, flags, "/dev/null");
}
END_TEST

START_TEST(template_compiles_as_c_and_cxx)
{
	must_compile(compilers, "-std=c11 -Wstrict-prototypes -Wmissing-prototypes", "sdk/template/robot.c");
	must_compile(cxx_compilers, "-std=c++17 -x c++", "sdk/template/robot.c");
}
END_TEST

/* `arena new NAME` replaces each "template" by NAME. */
START_TEST(template_has_its_placeholder)
{
	char text[8192] = "";
	FILE *file = fopen("sdk/template/robot.c", "r");
	ck_assert_ptr_nonnull(file);
	size_t n = fread(text, 1, sizeof text - 1, file);
	fclose(file);
	ck_assert(n > 0 && n < sizeof text - 1);
	ck_assert(strncmp(text, "/* template - ", 14) == 0);
	ck_assert_ptr_nonnull(strstr(text, "\"template\""));
}
END_TEST

/* The template, and a robot that does not use the headers, as `arena new` and its Makefile leave them in a folder
 * outside the project. */
START_TEST(template_builds_outside_the_tree)
{
	char folder[] = "/tmp/arena-sdk-XXXXXX", command[600], path[100];
	bool is_exported[2] = {false, false};
	static const char *const built[2] = {"robot", "bare"};
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(command, sizeof command,
		 "cp sdk/template/robot.c sdk/template/Makefile %s && "
		 "echo 'int get_play(const char *a, const char *b, const char *c) { return !a + !b + !c; "
		 "}' > %s/bare.c && make -s -C %s ARENA_SDK=\"$PWD/sdk\" >/dev/null", folder, folder, folder);
	int failed = system(command);
	for (int i = 0; i < 2 && !failed; i++) {
		snprintf(path, sizeof path, "%s/%s.so", folder, built[i]);
		void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
		is_exported[i] = handle && dlsym(handle, "get_play");
	}
	char clean[100];
	snprintf(clean, sizeof clean, "rm -r %s", folder);
	ck_assert_int_eq(system(clean), 0);
	ck_assert_msg(!failed, "failed: %s", command);
	ck_assert(is_exported[0]);
	ck_assert(is_exported[1]);
}
END_TEST

/* Every ```c block of the guide is a translation unit. */
START_TEST(samples_of_the_guide_compile)
{
	char folder[] = "/tmp/arena-guide-XXXXXX", path[100], line[1000];
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/sample.c", folder);
	FILE *guide = fopen("docs/authors-guide.md", "r"), *sample = NULL;
	ck_assert_ptr_nonnull(guide);
	int n_samples = 0;
	while (fgets(line, sizeof line, guide)) {
		if (!sample && strcmp(line, "```c\n") == 0) {
			sample = fopen(path, "w");
			ck_assert_ptr_nonnull(sample);
		} else if (sample && strcmp(line, "```\n") == 0) {
			fclose(sample);
			sample = NULL;
			n_samples++;
			must_compile(compilers, "-std=c11", path);
		} else if (sample) {
			fputs(line, sample);
		}
	}
	fclose(guide);
	ck_assert_ptr_null(sample);
	ck_assert_int_ge(n_samples, 3);
	unlink(path);
	rmdir(folder);
}
END_TEST

int main(void)
{
	TCase *parsing = add_case("parsing", 0);
	tcase_add_loop_test(parsing, hands_are_read, 0, COUNT(hands_cases));
	tcase_add_test(parsing, dice_of_a_showdown_are_counted);
	tcase_add_test(parsing, more_players_than_letters_are_cut_off);
	tcase_add_loop_test(parsing, histories_are_read, 0, COUNT(history_cases));
	tcase_add_loop_test(parsing, garbage_does_no_harm, 0, 60);

	TCase *rules = add_case("rules", 0);
	tcase_add_test(rules, rules_are_read);
	tcase_add_loop_test(rules, missing_rules_have_defaults, 0, COUNT(default_rules));
	tcase_add_test(rules, other_options_are_found_by_name);
	tcase_add_loop_test(rules, legality, 0, COUNT(legal_cases));
	tcase_add_test(rules, bids_are_coded);
	tcase_add_test(rules, palifico_is_noticed);

	TCase *chances = add_case("chances", 0);
	tcase_add_loop_test(chances, chances_match_enumeration, 0, 32);
	tcase_add_loop_test(chances, tails_of_the_binomial, 0, COUNT(tail_cases));
	tcase_add_test(chances, tails_fall_and_add_up);

	TCase *authors = add_case("authors", 120);
	tcase_add_loop_test(authors, headers_compile_alone, 0, COUNT(headers));
	tcase_add_test(authors, template_compiles_as_c_and_cxx);
	tcase_add_test(authors, template_has_its_placeholder);
	tcase_add_test(authors, template_builds_outside_the_tree);
	tcase_add_test(authors, samples_of_the_guide_compile);
	return run_suite();
}
