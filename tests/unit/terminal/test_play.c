/* test_play.c - parts of the table and the menu: dice as pictures, chances, scores, answers. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "game/game.h"
#include "terminal/family.h"
#include "terminal/menu/menu.h"
#include "terminal/parts.h"
#include "terminal/play_session.h"

/* ---- dice ------------------------------------------------------------------------------- */

START_TEST(dice_are_drawn)
{
	static const struct {
		struct dice_look look;
		const char *dice, *wanted;
	} cases[] = {
		{{.size = DICE_LINE, .width = 80}, "531", " 5  3  1\n"},
		{{.size = DICE_LINE, .width = 80, .marked = 1 << 3}, "531", " 5 [3] 1\n"},
		{{.size = DICE_LINE, .width = 80}, "xx", " ?  ?\n"},
		{{.size = DICE_SMALL, .width = 80}, "4", "+---+\n| 4 |\n+---+\n"},
		{{.size = DICE_SMALL, .width = 80, .marked = 1 << 4}, "41", "#===# +---+\n# 4 # | 1 |\n#===# +---+\n"},
		{{.size = DICE_SMALL, .width = 80, .is_utf8 = true, .marked = 1 << 1}, "91",
		 "┌───┐ ╔═══╗\n│ 9 │ ║ 1 ║\n└───┘ ╚═══╝\n"},
		/* Two per row, with equal indents. */
		{{.size = DICE_SMALL, .width = 13, .indent = 2}, "321",
		 "+---+ +---+\n  | 3 | | 2 |\n  +---+ +---+\n  +---+\n  | 1 |\n  +---+\n"},
		{{.size = DICE_LARGE, .width = 80}, "5", "+-------+\n| o   o |\n|   o   |\n| o   o |\n+-------+\n"},
		{{.size = DICE_LARGE, .width = 80, .is_utf8 = true}, "2",
		 "┌───────┐\n│ ●     │\n│       │\n│     ● │\n└───────┘\n"},
		{{.size = DICE_LARGE, .width = 80}, "x", "+-------+\n|       |\n|   ?   |\n|       |\n+-------+\n"},
		{{.size = DICE_LINE, .width = 80, .has_colour = true, .marked = 1 << 2}, "2", "\033[32m[2]\033[0m\n"},
		{{.size = DICE_LARGE, .width = 80}, "", ""},
	};
	AUTO_STR struct str out = {0};
	dice_add(&out, cases[_i].dice, (int)strlen(cases[_i].dice), &cases[_i].look);
	ck_assert_str_eq(str_text(&out), cases[_i].wanted);
}
END_TEST

/* Each face has the right number of pips, and a closed frame. */
START_TEST(faces_have_their_pips)
{
	const char die[2] = {(char)('0' + _i), '\0'};
	struct dice_look look = {.size = DICE_LARGE, .width = 80};
	AUTO_STR struct str out = {0};
	int n_pips = 0;
	dice_add(&out, die, 1, &look);
	for (const char *c = out.text; *c; c++)
		n_pips += *c == 'o';
	ck_assert_int_eq(n_pips, _i);
	ck_assert_int_eq((int)out.length, 5 * (dice_width(DICE_LARGE, 1) + 1));
}
END_TEST

START_TEST(lines_and_widths_are_those_drawn)
{
	for (int n = 1; n <= 20; n++) {
		struct dice_look look = {.size = (enum dice_size)_i, .width = 40, .indent = 3};
		AUTO_STR struct str out = {0};
		int n_lines = 0, widest = 0, at = look.indent;
		dice_add(&out, "66655544433322211133", n, &look);
		for (const char *c = out.text; *c; c++) {
			at = *c == '\n' ? 0 : at + 1;
			widest = at > widest ? at : widest;
			n_lines += *c == '\n';
		}
		ck_assert_int_gt(n_lines, 0);
		ck_assert_int_le(widest, 40);
	}
}
END_TEST

START_TEST(dice_take_columns)
{
	static const struct {
		enum dice_size size;
		int n, columns, n_lines; /* of so many dice in a row */
	} cases[] = {
		{DICE_LINE, 0, 0, 0}, {DICE_LINE, 1, 3, 1}, {DICE_LINE, 2, 6, 1}, {DICE_SMALL, 0, 0, 0},
		{DICE_SMALL, 1, 5, 3}, {DICE_SMALL, 2, 11, 3}, {DICE_LARGE, 0, 0, 0}, {DICE_LARGE, 1, 9, 5},
		{DICE_LARGE, 2, 19, 5}, {DICE_LARGE, 5, 49, 5},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		ck_assert_int_eq(dice_width(cases[i].size, cases[i].n), cases[i].columns);
		/* As many as fit are in one row; with a column less, the last one is below; without room there is one
		 * per row. */
		for (int less = 0; cases[i].n > 1 && less <= 2; less++) {
			struct dice_look look = {.size = cases[i].size,
				.width = less == 2 ? 1 : 4 + cases[i].columns - less, .indent = 4};
			AUTO_STR struct str out = {0};
			dice_add(&out, "11111", cases[i].n, &look);
			ck_assert_int_eq(pages_lines(out.text),
					 cases[i].n_lines * (less == 0 ? 1 : less == 1 ? 2 : cases[i].n));
		}
	}
}
END_TEST

/* ---- descriptions of plays -------------------------------------------------------------- */

/* A game with its own buffers. */
struct bench {
	struct rules rules;
	struct game game;
	char *memory[GAME_MAX_SEATS + 2];
};

/* Begins a game. `settings` are separated by blanks. */
static void begin(struct bench *bench, const char *variant, const char *settings, int n_seats)
{
	struct err err = {0};
	struct game_view view = {0};
	ck_assert_msg(rules_init(&bench->rules, variant, &err) == 0, "%s", err.text);
	char copy[100], *rest = copy;
	snprintf(copy, sizeof copy, "%s", settings);
	for (char *setting; (setting = strsep(&rest, " ")) != NULL;)
		ck_assert_msg(!*setting || rules_set(&bench->rules, setting, &err) == 0, "%s", err.text);
	bench->memory[0] = view.history = NEW_ARRAY(char, game_history_size(&bench->rules, n_seats));
	bench->memory[1] = view.shown = NEW_ARRAY(char, game_hands_size(&bench->rules, n_seats));
	for (int seat = 0; seat < n_seats; seat++)
		bench->memory[2 + seat] = view.hands[seat] = NEW_ARRAY(char, game_hands_size(&bench->rules, n_seats));
	game_start(&bench->game, &bench->rules, n_seats, "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
		   (struct dice_source){rng_key_of_seed("test"), 0}, &view);
}

static void end(struct bench *bench)
{
	for (int i = 0; i < GAME_MAX_SEATS + 2; i++)
		free(bench->memory[i]);
}

/* The chance of a bid against one unknown die, computed by hand. */
START_TEST(hints_are_exact)
{
	static const struct {
		const char *variant, *setting;
		int bid;
		const char *hands, *wanted;
	} cases[] = {
		{"liars-dice", "dice=1", 13, "A:x,B:5",
		 "one three: 0 of your dice count, and 1 die is hidden. The chance that the bid is true is 16.7%."},
		{"liars-dice", "dice=1", 13, "A:x,B:3",
		 "1 of your dice counts, and 1 die is hidden. The chance that the bid is true is 100%."},
		{"liars-dice", "dice=1", 23, "A:x,B:5", "true is 0%."},
		{"liars-dice", "dice=2", 13, "A:xx,B:65", "true is 30.6%."}, /* 11 of 36 */
		{"wild", "dice=1", 23, "A:x,B:1",
		 "1 of your dice counts, and 1 die is hidden. The chance that the bid is true is 33.3%."},
		{"wild", "dice=1", 11, "A:x,B:5", "true is 16.7%."}, /* ones are not wild for bids on ones */
		{"one-hand", "", 12, "A:x,B:3", "true is 33.3%."},   /* a two or the wild six */
		{"perudo", "dice=1", 13, "A:x,B:3", "true is 100%, exactly right 66.7%."},
		{"liars-dice", "dice=1", 13, "A:x,B:3", "one four 16.7%, one five 16.7%, one six 16.7%"}, /* raises */
		{"maexchen", "", 65, "A:xx@10,B:xx@10", "12 of the 36 rolls show the claim or more: 33.3%."},
		{"maexchen", "", 42, "A:xx@10,B:xx@10", "2 of the 36 rolls show the claim or more: 5.56%."},
	};
	struct bench bench = {0};
	AUTO_STR struct str out = {0};
	begin(&bench, cases[_i].variant, cases[_i].setting, 2);
	ck_assert(game_play(&bench.game, cases[_i].bid));
	family_text_of(&bench.game)->hint(&bench.game, 'B', cases[_i].hands, &out);
	ck_assert_msg(strstr(str_text(&out), cases[_i].wanted), "no '%s' in: %s", cases[_i].wanted, str_text(&out));
	end(&bench);
}
END_TEST

START_TEST(claims_are_described)
{
	static const struct {
		const char *variant;
		int plays[6]; /* 0 ends the list */
		const char *wanted;
	} cases[] = {
		{"liars-dice", {0}, "Nothing has been bid yet."},
		{"liars-dice", {23}, "Ann bids two threes: at least two of the 15 dice on the table show a three."},
		{"liars-dice", {14}, "Ann bids one four: at least one of the 15 dice on the table shows a four."},
		{"wild", {34},
		 "Ann bids three fours: at least three of the 15 dice on the table show a four. Wild ones count too."},
		{"wild", {31}, "Ann bids three ones: at least three of the 15 dice on the table show a one."},
		{"tourney", {21, 32}, "Bob bids three twos: at least three of the 15 dice on the table show a two."},
		{"one-hand", {12},
		 "Ann bids one two: at least one of the 3 dice on the table shows a two. Wild sixes count too."},
		{"liars-dice", {11}, "Ann bids one one: at least one of the 15 dice on the table shows a one."},
		{"maexchen", {0}, "A new hand: nothing has been claimed yet."},
		{"maexchen", {65}, "Ann claims 65 or higher."},
		{"maexchen", {41, 1, 66, 1, 42}, "Cem claims Hamburger (42), the highest value."},
	};
	struct bench bench = {0};
	AUTO_STR struct str out = {0};
	begin(&bench, cases[_i].variant, "", 3);
	for (int i = 0; cases[_i].plays[i]; i++)
		ck_assert(game_play(&bench.game, cases[_i].plays[i]));
	const char *const names[] = {"Ann", "Bob", "Cem"};
	family_text_of(&bench.game)->claim(&bench.game, names, &out);
	ck_assert_str_eq(str_text(&out), cases[_i].wanted);
	end(&bench);
}
END_TEST

#define BID "A bid: 23, '2 3' or 'two threes', that is ten times the quantity plus the face."
#define CALL " To call: 'liar', 'call' or 0."
#define BELIEVE "'believe' or 1: you believe the claim, roll, and must claim more. 'doubt' or 0: the dice are shown.\n"
#define RANDOM "(The dice that you do not see are treated as random.)\n"

/* The whole text of a hint and of the help, what is asked for, and which dice are marked, after some plays. */
static const struct {
	const char *variant, *settings; /* separated by blanks */
	int n_seats, plays[6];          /* -1 ends the list */
	char me;
	const char *hands, *prompt, *help, *hint;
} situations[] = {
	{"liars-dice", "dice=2", 2, {-1}, 'B', "A:xx,B:65", "you open",
		BID "\n"
		"The lowest bid for each face now: 11 12 13 14 15 16; at most 4 dice may be bid.\n",
		"The highest bids that are more likely true than not: one five 100%, one six 100%.\n" RANDOM},
	{"liars-dice", "dice=1 faces=2", 2, {-1}, 'A', "A:2,B:x", "you open",
		BID "\n"
		"The lowest bid for each face now: 11 12; at most 2 dice may be bid.\n",
		"The highest bids that are more likely true than not: one one 50%, two twos 50%.\n" RANDOM},
	{"wild", "dice=1 wild=joker", 2, {-1}, 'A', "A:1,B:x", "you open",
		BID "\n"
		"The lowest bid for each face now: 12 13 14 15 16; at most 2 dice may be bid.\n",
		"The highest bids that are more likely true than not: one two 100%, one three 100%, one four 100%, one "
		"five 100%, one six 100%.\n" RANDOM},
	{"liars-dice", "dice=1", 5, {-1}, 'A', "A:1,B:x,C:x,D:x,E:x", "you open",
		BID "\n"
		"The lowest bid for each face now: 11 12 13 14 15 16; at most 5 dice may be bid.\n",
		"The highest bids that are more likely true than not: two ones 51.8%, one two 51.8%, one three 51.8%, "
		"one four 51.8%, one five 51.8%, one six 51.8%.\n" RANDOM},
	{"liars-dice", "dice=1", 2, {13, -1}, 'B', "A:x,B:3", "raise or call",
		BID CALL "\n"
		"The lowest bid for each face now: 21 22 23 14 15 16; at most 2 dice may be bid.\n",
		"one three: 1 of your dice counts, and 1 die is hidden. The chance that the bid is true is 100%.\n"
		"Chances of the lowest raises: two ones 0%, two twos 0%, two threes 16.7%, one four 16.7%, one five "
		"16.7%, one six 16.7%.\n" RANDOM},
	{"liars-dice", "dice=1", 2, {26, -1}, 'B', "A:x,B:6", "raise or call",
		BID CALL "\n"
		"No higher bid is possible.\n",
		"two sixes: 1 of your dice counts, and 1 die is hidden. "
		"The chance that the bid is true is 16.7%.\n" RANDOM},
	{"liars-dice", "dice=5", 2, {56, -1}, 'B', "A:xxxxx,B:11111", "raise or call",
		BID CALL "\n"
		"The lowest bid for each face now: 61 62 63 64 65 66; at most 10 dice may be bid.\n",
		"five sixes: 0 of your dice count, and 5 dice are hidden. The chance that the bid is true is less than "
		"0.1%.\n"
		"Chances of the lowest raises: six ones 59.8%, six twos 0%, six threes 0%, six fours 0%, six fives 0%, "
		"six sixes 0%.\n" RANDOM},
	{"liars-dice", "dice=20", 3, {16, -1}, 'B',
	 "A:xxxxxxxxxxxxxxxxxxxx,B:11111111111111111111,C:xxxxxxxxxxxxxxxxxxxx", "raise or call", BID CALL "\n"
		"The lowest bid for each face now: 21 22 23 24 25 26; at most 60 dice may be bid.\n",
		"one six: 0 of your dice count, and 40 dice are hidden. The chance that the bid is true is more than "
		"99.9%.\n"
		"Chances of the lowest raises: two ones 100%, two twos 99.4%, two threes 99.4%, two fours 99.4%, two "
		"fives 99.4%, two sixes 99.4%.\n" RANDOM},
	{"perudo", "dice=2", 2, {12, -1}, 'B', "A:xx,B:12", "raise, call or exact",
		BID CALL " Exactly right: 'exact' or 2.\n"
		"The lowest bid for each face now: 11 22 13 14 15 16; at most 4 dice may be bid.\n",
		"one two: 2 of your dice count, and 2 dice are hidden. The chance that the bid is true is 100%, "
		"exactly right 0%.\n"
		"Chances of the lowest raises: one one 100%, two twos 100%, one three 100%, one four 100%, "
		"one five 100%, one six 100%.\n" RANDOM},
	{"perudo", "dice=2", 2, {-1}, 'A', "A:12,B:xx", "you open",
		BID "\n"
		"The lowest bid for each face now: 12 13 14 15 16; at most 4 dice may be bid.\n",
		"The highest bids that are more likely true than not: three twos 55.6%, two threes 55.6%, two fours "
		"55.6%, two fives 55.6%, two sixes 55.6%.\n" RANDOM},
	{"round-table", "dice=1", 3, {12, 13, -1}, 'A', "A:3,B:x,C:x", "do you call? Enter lets it stand",
		"You may call out of turn: 'liar' or 0. Enter, 'stand' or 1 lets the bid stand.\n",
		"one two: 0 of your dice count, and 2 dice are hidden. "
		"The chance that the bid is true is 30.6%.\n" RANDOM},
	{"maexchen", "", 2, {-1}, 'A', "A:53,B:xx", "your claim",
		"Claim a value, true or not: 53, 'five three', 'double four'. Possible now, from the lowest: "
		"31 32 41 43 51 52 53 54 61 62 63 64 65 11 22 33 44 55 66 21 42.\n",
		"Chances that a roll shows this value or more: 31 100%, 32 94.4%, 41 88.9%, 43 83.3%, 51 77.8%, "
		"52 72.2%, 53 66.7%, 54 61.1%, 61 55.6%, 62 50%, 63 44.4%, 64 38.9%, 65 33.3%, 11 27.8%, 22 25%, "
		"33 22.2%, 44 19.4%, 55 16.7%, 66 13.9%, 21 11.1%, 42 5.56%.\n"},
	{"maexchen", "", 2, {65, -1}, 'B', "A:xx,B:xx", "do you believe it? 1 yes, 0 no",
		BELIEVE,
		"12 of the 36 rolls show the claim or more: 33.3%.\n"},
	{"maexchen", "", 2, {42, -1}, 'B', "A:xx,B:xx", "do you believe it? 1 yes, 0 no",
		BELIEVE,
		"2 of the 36 rolls show the claim or more: 5.56%.\n"},
	{"maexchen", "", 2, {54, 1, -1}, 'B', "A:xx,B:65", "your claim",
		"Claim a value, true or not: 53, 'five three', 'double four'. Possible now, from the lowest: "
		"61 62 63 64 65 11 22 33 44 55 66 21 42.\n",
		"Chances that a roll shows this value or more: 61 55.6%, 62 50%, 63 44.4%, 64 38.9%, 65 33.3%, "
		"11 27.8%, 22 25%, 33 22.2%, 44 19.4%, 55 16.7%, 66 13.9%, 21 11.1%, 42 5.56%.\n"},
};

START_TEST(what_may_be_done_is_explained)
{
	struct bench bench = {0};
	AUTO_STR struct str help = {0}, hint = {0};
	begin(&bench, situations[_i].variant, situations[_i].settings, situations[_i].n_seats);
	for (int i = 0; situations[_i].plays[i] >= 0; i++)
		ck_assert(game_play(&bench.game, situations[_i].plays[i]));
	const struct family_text *text = family_text_of(&bench.game);
	ck_assert_uint_eq(text->marks(&bench.game), 0); /* nothing has been shown */
	text->help(&bench.game, &help);
	text->hint(&bench.game, situations[_i].me, situations[_i].hands, &hint);
	ck_assert_str_eq(text->prompt(&bench.game), situations[_i].prompt);
	ck_assert_str_eq(help.text, situations[_i].help);
	ck_assert_str_eq(hint.text, situations[_i].hint);
	end(&bench);
}
END_TEST

/* Only the dice on the table are counted, and a special hand is told. */
START_TEST(claims_are_of_the_dice_on_the_table)
{
	static const struct {
		const char *variant, *wanted;
	} cases[] = {
		{"liars-dice", "Cem bids one two: at least one of the 2 dice on the table shows a two."},
		{"perudo",
		 "Ann bids one two: at least one of the 3 dice on the table shows a two. Palifico: "
		 "nothing is wild in this hand, and the face of the bid cannot change."},
	};
	const char *const names[] = {"Ann", "Bob", "Cem"};
	for (int i = 0; i < COUNT(cases); i++) {
		struct bench bench = {0};
		AUTO_STR struct str out = {0};
		begin(&bench, cases[i].variant, i ? "dice=2" : "dice=1", i ? 2 : 3);
		ck_assert(game_play(&bench.game, 12) && game_play(&bench.game, 0));
		game_observed(&bench.game);
		game_play(&bench.game, 12);
		family_text_of(&bench.game)->claim(&bench.game, names, &out);
		ck_assert_str_eq(out.text, cases[i].wanted);
		end(&bench);
	}
}
END_TEST

/* Every family has a text for every situation. */
START_TEST(every_variant_has_family_text)
{
	struct bench bench = {0};
	AUTO_STR struct str out = {0};
	begin(&bench, game_variants[_i].name, "", 4);
	const struct family_text *family_text = family_text_of(&bench.game);
	ck_assert_ptr_eq(family_text->family, game_variants[_i].family);
	family_text->help(&bench.game, &out);
	ck_assert_uint_gt(out.length, 0);
	ck_assert_uint_gt(strlen(family_text->prompt(&bench.game)), 0);
	ck_assert_int_eq(family_text->empty_entry(&bench.game), -1); /* the opener cannot pass: an empty answer is
	                                                              * invalid */
	end(&bench);
}
END_TEST

/* A family without a text of its own. */
START_TEST(other_families_have_general_texts)
{
	const char *const names[] = {"Ann", "Bob"};
	struct bench bench = {0};
	AUTO_STR struct str claim = {0}, help = {0}, hint = {0};
	begin(&bench, "wild", "", 2);
	struct family other = *bench.rules.family;
	bench.rules.family = &other;
	const struct family_text *text = family_text_of(&bench.game);
	ck_assert(!text->family && !text->counts_dice && !text->has_signed_points);
	text->claim(&bench.game, names, &claim);
	ck_assert_str_eq(claim.text, "Nothing has been played yet.");
	ck_assert(game_play(&bench.game, 23));
	str_clear(&claim);
	text->claim(&bench.game, names, &claim);
	ck_assert_str_eq(claim.text, "The hand is in play.");
	ck_assert_str_eq(text->prompt(&bench.game), "your play");
	ck_assert_int_eq(text->empty_entry(&bench.game), -1);
	ck_assert_uint_eq(text->marks(&bench.game), 0);
	text->help(&bench.game, &help);
	ck_assert_str_eq(help.text, "Type a play as a number or in words; 'rules' prints the rules.\n");
	text->hint(&bench.game, 'A', "A:11111", &hint);
	ck_assert_str_eq(hint.text, "Hints are not available for this game.\n");
	end(&bench);
}
END_TEST

START_TEST(enter_passes_when_asked_out_of_turn)
{
	struct bench bench = {0};
	begin(&bench, "round-table", "", 3);
	ck_assert(game_play(&bench.game, 23));
	ck_assert_int_eq(family_text_of(&bench.game)->empty_entry(&bench.game), -1); /* the next player */
	ck_assert(game_play(&bench.game, 33));
	ck_assert_int_eq(family_text_of(&bench.game)->empty_entry(&bench.game), 1);
	end(&bench);
}
END_TEST

/* The highlighted faces are those that the game counted. */
START_TEST(marks_are_the_dice_that_count)
{
	struct bench bench = {0};
	begin(&bench, "wild", "", 2);
	ck_assert_uint_eq(family_text_of(&bench.game)->marks(&bench.game), 0);
	ck_assert(game_play(&bench.game, 33));
	ck_assert(game_play(&bench.game, 0));
	ck_assert_uint_eq(family_text_of(&bench.game)->marks(&bench.game), 1u << 3 | 1u << 1);
	int n = 0;
	for (const char *c = bench.game.view.shown; *c; c++)
		n += *c == '3' || *c == '1';
	ck_assert_int_eq(n, bench.game.last.count);
	end(&bench);
	/* Also after 'exact', and without a wild face. */
	begin(&bench, "liars-dice", "exact=gain", 2);
	ck_assert(game_play(&bench.game, 34) && game_play(&bench.game, 2));
	ck_assert_int_eq(bench.game.last.end, HAND_EXACT);
	ck_assert_uint_eq(family_text_of(&bench.game)->marks(&bench.game), 1u << 4);
	end(&bench);
	begin(&bench, "maexchen", "", 2);
	ck_assert(game_play(&bench.game, 65) && game_play(&bench.game, 0));
	ck_assert_uint_eq(family_text_of(&bench.game)->marks(&bench.game), 0);
	end(&bench);
}
END_TEST

/* ---- strings of an ask ------------------------------------------------------------------ */

START_TEST(histories_and_hands_are_read)
{
	const char *at = "A:23,C:105,B:-7", *text;
	int player, play, n;
	ck_assert(history_next_play(&at, &player, &play));
	ck_assert(player == 0 && play == 23);
	ck_assert(history_next_play(&at, &player, &play));
	ck_assert(player == 2 && play == 105);
	ck_assert(history_next_play(&at, &player, &play));
	ck_assert(player == 1 && play == -7);
	ck_assert(!history_next_play(&at, &player, &play));
	at = "A:53@10,B:xx@-9";
	ck_assert(history_next_entry(&at, &player, &text, &n));
	ck_assert(player == 0 && n == 2 && strncmp(text, "53", 2) == 0);
	ck_assert(history_next_entry(&at, &player, &text, &n));
	ck_assert(player == 1 && n == 2 && strncmp(text, "xx", 2) == 0);
	ck_assert(!history_next_entry(&at, &player, &text, &n));
	at = "Z:5";
	ck_assert(history_next_play(&at, &player, &play) && player == 25 && play == 5 && !*at);
	for (const char *const *bad = (const char *const[]){"@:1", "[:1", "", ",", "a:1", "A", "A;2", "7:7", NULL};
	     *bad; bad++) {
		at = *bad;
		ck_assert(!history_next_play(&at, &player, &play));
	}
}
END_TEST

/* ---- names ------------------------------------------------------------------------------ */

/* The only person is "you", except at a page, or with a name. */
START_TEST(players_have_names)
{
	static char labels[3][9] = {"Oli", "human", "human#2"};
	for (int n_people = 1; n_people <= 2; n_people++) {
		for (int is_at_pages = 0; is_at_pages < 2; is_at_pages++) {
			struct terminal terminal = {.wake = -1};
			struct play_session session;
			struct robot robots[] = {{.kind = ROBOT_SO, .label = labels[0], .is_named = true},
				{.kind = ROBOT_HUMAN, .label = labels[1]},
				{.kind = n_people == 2 ? ROBOT_HUMAN : ROBOT_SO, .label = labels[2]}};
			struct tournament tournament = {.robots = robots, .schedule = {.n_robots = 3}};
			play_session_init(&session, &tournament, &terminal, is_at_pages);
			ck_assert_int_eq(session.n_humans, n_people);
			ck_assert_int_eq(session.reader, n_people == 1 && !is_at_pages ? 1 : -1);
			ck_assert_str_eq(session.name[0], "Oli");
			ck_assert_str_eq(session.name[1], session.reader == 1 ? "you" : "human");
			ck_assert_str_eq(session.name[2], "human#2");
			ck_assert(!session.is_human[0] && session.is_human[1] &&
				  session.is_human[2] == (n_people == 2));
			ck_assert(session.shows_history && session.turn == -1 && session.owner == -1 &&
				  session.at_keyboard == -1);
			play_session_release(&session);
			robots[1].is_named = true;
			play_session_init(&session, &tournament, &terminal, is_at_pages);
			ck_assert_str_eq(session.name[1], "human");
			play_session_release(&session);
		}
	}
}
END_TEST

/* ---- scores ----------------------------------------------------------------------------- */

START_TEST(scores_are_a_table)
{
	const char *const names[] = {"Ann", "Bob"};
	struct score score = {.n_players = 2};
	AUTO_STR struct str out = {0};
	static const int values[4][2] = {{2, 2}, {2, 1}, {2, 0}, {2, 0}};
	static const unsigned outs[4] = {0, 0, 2, 2};
	for (int hand = 0; hand < 4; hand++) {
		struct score_row *row = score_row(&score, hand);
		memcpy(row->value, values[hand], sizeof values[hand]);
		row->out = outs[hand];
	}
	ck_assert_ptr_eq(score_row(&score, 3), &score.rows[3]);
	ck_assert_int_eq(score.n_rows, 4);
	score_table(&score, names, 80, false, &out);
	ck_assert_str_eq(out.text,
		"hand   A Ann  B Bob\n"
		"start      2      2\n"
		"1          2      1\n"
		"2          2    out\n"
		"3          2       \n");
	score_release(&score);
}
END_TEST

/* Only points that start at 0 have signs. Who is out is so once. */
START_TEST(scores_have_signs)
{
	const char *const names[] = {"Ann", "Bob"};
	for (int is_signed = 0; is_signed < 2; is_signed++) {
		struct score score = {.n_players = 2, .is_points = true, .is_signed = is_signed};
		AUTO_STR struct str out = {0};
		*score_row(&score, 0) = (struct score_row){.value = {0, 0}, .out = 1};
		*score_row(&score, 1) = (struct score_row){.hand = 1, .value = {3, -2}, .out = 1};
		*score_row(&score, 2) = (struct score_row){.hand = 2, .value = {5, 12}, .out = 1};
		score_table(&score, names, 80, false, &out);
		ck_assert_str_eq(out.text, is_signed ?
			"hand   A Ann  B Bob\n"
			"start    out      0\n"
			"1                -2\n"
			"2               +12\n" :
			"hand   A Ann  B Bob\n"
			"start    out      0\n"
			"1                -2\n"
			"2                12\n");
		score_release(&score);
	}
}
END_TEST

/* Scores that are exactly as wide as the screen are one table; with a column less, they are two. A name that is too
 * long for any table has a table of its own. */
START_TEST(scores_fit_the_screen)
{
	const char *const names[] = {"Ann", "Bob", "Cem"};
	static const struct {
		int width;
		const char *wanted;
	} cases[] = {
		{26, "hand   A Ann  B Bob  C Cem\nstart      1      2      3\n"},
		{25, "hand   A Ann  B Bob\nstart      1      2\n\nhand   C Cem\nstart      3\n"},
		{19, "hand   A Ann  B Bob\nstart      1      2\n\nhand   C Cem\nstart      3\n"},
		{18, "hand   A Ann\nstart      1\n\nhand   B Bob\nstart      2\n\nhand   C Cem\nstart      3\n"},
		{1, "hand   A Ann\nstart      1\n\nhand   B Bob\nstart      2\n\nhand   C Cem\nstart      3\n"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct score score = {.n_players = 3};
		AUTO_STR struct str out = {0};
		*score_row(&score, 0) = (struct score_row){.value = {1, 2, 3}};
		score_table(&score, names, cases[i].width, false, &out);
		ck_assert_str_eq(out.text, cases[i].wanted);
		score_release(&score);
	}
}
END_TEST

/* Scores that are wider than the screen are several tables, each with some of the players. */
START_TEST(wide_scores_are_split)
{
	const char *names[26];
	struct score score = {.n_players = 26, .is_points = true, .is_signed = true};
	AUTO_STR struct str out = {0};
	for (int i = 0; i < 26; i++)
		names[i] = "somebody";
	for (int hand = 0; hand < 3; hand++)
		for (int i = 0; i < 26; i++)
			score_row(&score, hand)->value[i] = hand * (i - 13);
	score_table(&score, names, 40, false, &out);
	int widest = 0, at = 0;
	for (const char *c = out.text; *c; c++) {
		at = *c == '\n' ? 0 : at + 1;
		widest = at > widest ? at : widest;
	}
	ck_assert_int_le(widest, 40);
	for (char letter = 'A'; letter <= 'Z'; letter++) {
		const char title[] = {letter, ' ', 's', 'o', 'm', 'e', '\0'};
		ck_assert_msg(strstr(out.text, title), "no %c", letter);
	}
	ck_assert(strstr(out.text, "+24") && strstr(out.text, "-26"));
	score_release(&score);
}
END_TEST

/* ---- the menu --------------------------------------------------------------------------- */

START_TEST(choices_are_picked)
{
	static const char *const names[] = {"computer", "caller", "conservative", NULL};
	static const struct {
		const char *answer;
		int wanted;
	} cases[] = {
		{"1", 0}, {"3", 2}, {"caller", 1}, {"CALLER", 1}, {"comp", 0}, {"con", 2},
		{"0", -1}, {"4", -1}, {"-1", -1}, {"co", -1}, {"robot", -1}, {"99999999999999999999", -1},
	};
	AUTO_STR struct str message = {0};
	ck_assert_int_eq(list_pick(cases[_i].answer, names, 3, &message), cases[_i].wanted);
	ck_assert_int_eq(message.length > 0, cases[_i].wanted < 0);
}
END_TEST

START_TEST(lists_fit)
{
	struct list list = {0};
	AUTO_STR struct str out = {0};
	for (int i = 0; i < 5; i++)
		list_add(&list, i ? "somebody" : "one", "does this and that, and when it must also something else");
	list_show(&list, 50, &out);
	int n_lines = 0, widest = 0, at = 0;
	for (const char *c = out.text; *c; c++) {
		at = *c == '\n' ? 0 : at + 1;
		widest = at > widest ? at : widest;
		n_lines += *c == '\n';
	}
	ck_assert_int_eq(n_lines, 10);
	ck_assert_int_le(widest, 50);
	ck_assert(strstr(out.text, " 1  one") && strstr(out.text, " 5  somebody"));
}
END_TEST

/* Every line is on one page, in order; a wrapped line is not split between pages unless a page is too small for it. */
START_TEST(pages_hold_all_lines)
{
	static const char text[] = "one\ntwo\n          of two\nthree\n          of three\n          of three\n";
	static const struct {
		int rows, n;
		const char *second; /* the beginning of the second page */
	} cases[] = {{6, 1, ""}, {9, 1, ""}, {5, 2, "three"}, {4, 2, "three"}, {3, 2, "three"}, {2, 4, "two"},
		{1, 6, "two"}, {0, 6, "two"}};
	AUTO_STR struct str all = {0}, second = {0};
	int rows = cases[_i].rows, n = pages_count(text, rows);
	ck_assert_int_eq(n, cases[_i].n);
	for (int page = 0; page < n; page++) {
		size_t before = all.length;
		pages_add(text, rows, page, &all);
		ck_assert_int_le(pages_lines(all.text + before), rows < 1 ? 1 : rows);
	}
	ck_assert_str_eq(all.text, text);
	pages_add(text, rows, 1, &second);
	ck_assert_int_eq(strncmp(str_text(&second), cases[_i].second, strlen(cases[_i].second)), 0);
	ck_assert_int_eq(pages_count("", rows), 1);
}
END_TEST

static bool answer(struct menu *menu, int question, const char *text)
{
	AUTO_STR struct str message = {0};
	bool is_taken = menu_questions[question].take(menu, text, &message);
	/* A rejected answer is explained. A changed setting is confirmed, and the question is asked again. */
	ck_assert_msg(is_taken || message.length > 0, "'%s': nothing was said", text);
	return is_taken;
}

/* Like menu_init, without searching for robots. */
static void begin_menu(struct menu *menu)
{
	static const char *const names[] = {"caller", "computer", "prober"};
	*menu = (struct menu){.n_people = 1, .n_opponents = 1, .n_robots = 3};
	menu->people[0] = mem_strdup("");
	menu->robots = NEW_ARRAY(struct menu_robot, 3);
	for (int i = 0; i < 3; i++)
		menu->robots[i] = (struct menu_robot){
			.name = mem_strdup(names[i]), .summary = mem_strdup("plays"),
			.variants = mem_strdup(i == 2 ? "wild perudo" : ""),
		};
	menu_set_variant(menu, game_variants[0].name);
}

enum { ASK_VARIANT, ASK_PEOPLE, ASK_COUNT, ASK_ROBOTS, ASK_WILD, ASK_RULES };

static void expect_command(const struct menu *menu, const char *wanted)
{
	struct words words = {0};
	AUTO_STR struct str line = {0};
	menu_command(menu, &words);
	for (int i = 0; i < words.n; i++)
		str_addf(&line, "%s%s", i ? " " : "", words.word[i]);
	ck_assert_str_eq(line.text, wanted);
	words_release(&words);
}

START_TEST(enter_alone_makes_a_game)
{
	struct menu menu;
	begin_menu(&menu);
	for (int i = 0; i < n_menu_questions; i++) {
		AUTO_STR struct str usual = {0};
		menu_questions[i].fallback(&menu, &usual);
		ck_assert_uint_gt(usual.length, 0);
		ck_assert(answer(&menu, i, ""));
	}
	expect_command(&menu, "human computer");
	menu_release(&menu);
}
END_TEST

START_TEST(answers_make_a_command)
{
	struct menu menu;
	begin_menu(&menu);
	ck_assert(!answer(&menu, ASK_VARIANT, "chess"));
	ck_assert(answer(&menu, ASK_VARIANT, "wild"));
	ck_assert(!answer(&menu, ASK_PEOPLE, "Ann,,Bob"));
	ck_assert(answer(&menu, ASK_PEOPLE, " Ann ,  Bob B. "));
	ck_assert(!answer(&menu, ASK_COUNT, "25")); /* 24 seats are left */
	ck_assert(answer(&menu, ASK_COUNT, "3"));
	ck_assert(!answer(&menu, ASK_ROBOTS, "1 2"));
	ck_assert(!answer(&menu, ASK_ROBOTS, "4"));
	ck_assert(answer(&menu, ASK_ROBOTS, "3, caller 3"));
	ck_assert(!answer(&menu, ASK_WILD, "perhaps"));
	ck_assert(answer(&menu, ASK_WILD, "No"));
	ck_assert(!answer(&menu, ASK_RULES, "1 6"));
	ck_assert(!answer(&menu, ASK_RULES, "exact=gain"));
	ck_assert(!answer(&menu, ASK_RULES, "1 21"));
	ck_assert(!answer(&menu, ASK_RULES, "palifico"));
	ck_assert(!answer(&menu, ASK_RULES, "")); /* no change */
	ck_assert(!answer(&menu, ASK_RULES, "loss"));
	ck_assert(!answer(&menu, ASK_RULES, "perhaps"));
	ck_assert(!answer(&menu, ASK_RULES, "2 7"));
	ck_assert(!answer(&menu, ASK_RULES, "2"));
	ck_assert(!answer(&menu, ASK_RULES, "6"));
	ck_assert(answer(&menu, ASK_RULES, ""));
	expect_command(&menu,
		"-v wild -r dice=6 -r wild=none -r exact=gain human:name=Ann human:name=Bob B. prober caller prober");
	menu_release(&menu);
}
END_TEST

START_TEST(wild_ones_are_asked_for_where_there_are_any)
{
	static const char *const usual[][2] = {{"liars-dice", "no"}, {"wild", "yes"}, {"tourney", "drop"},
		{"one-hand", "high"}};
	struct menu menu;
	begin_menu(&menu);
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
		AUTO_STR struct str out = {0};
		ck_assert(answer(&menu, ASK_VARIANT, usual[i][0]));
		ck_assert(menu_asks(&menu, &menu_questions[ASK_WILD]));
		menu_questions[ASK_WILD].fallback(&menu, &out);
		ck_assert_str_eq(out.text, usual[i][1]);
	}
	ck_assert(answer(&menu, ASK_VARIANT, "liars-dice"));
	ck_assert(answer(&menu, ASK_WILD, "Y") && answer(&menu, ASK_ROBOTS, ""));
	expect_command(&menu, "-r wild=ones human computer");
	ck_assert(answer(&menu, ASK_VARIANT, "maexchen"));
	ck_assert(!menu_asks(&menu, &menu_questions[ASK_WILD]));
	menu_release(&menu);
}
END_TEST

START_TEST(robots_are_those_of_the_variant)
{
	struct menu menu;
	AUTO_STR struct str out = {0};
	begin_menu(&menu);
	menu_questions[ASK_ROBOTS].show(&menu, 80, &out);
	ck_assert(strstr(out.text, "computer") && !strstr(out.text, "prober"));
	ck_assert(!answer(&menu, ASK_ROBOTS, "prober"));
	ck_assert(answer(&menu, ASK_VARIANT, "perudo"));
	ck_assert(answer(&menu, ASK_ROBOTS, "prober"));
	/* After a change of the variant, the chosen robots may not support it. */
	ck_assert(answer(&menu, ASK_VARIANT, "tourney"));
	ck_assert(answer(&menu, ASK_ROBOTS, ""));
	expect_command(&menu, "-v tourney human computer");
	menu_release(&menu);
}
END_TEST

START_TEST(seats_are_enough_and_not_too_many)
{
	struct menu menu;
	begin_menu(&menu);
	ck_assert(!answer(&menu, ASK_COUNT, "0")); /* no opponents */
	ck_assert(answer(&menu, ASK_PEOPLE, "0"));
	ck_assert_int_eq(menu.n_opponents, 2);
	ck_assert(!answer(&menu, ASK_COUNT, "1"));
	ck_assert(answer(&menu, ASK_COUNT, "26"));
	ck_assert(answer(&menu, ASK_ROBOTS, "random"));
	ck_assert(answer(&menu, ASK_PEOPLE, "Ann, Bob"));
	ck_assert_int_eq(menu.n_opponents, 24);
	ck_assert(answer(&menu, ASK_COUNT, "0"));
	ck_assert(!menu_asks(&menu, &menu_questions[ASK_ROBOTS]));
	expect_command(&menu, "human:name=Ann human:name=Bob");
	menu_release(&menu);
}
END_TEST

START_TEST(names_may_have_codes_and_marks)
{
	struct menu menu;
	begin_menu(&menu);
	ck_assert(!answer(&menu, ASK_PEOPLE, "GodKingAnn")); /* it does not support Mäxchen */
	ck_assert(answer(&menu, ASK_VARIANT, "maexchen"));
	ck_assert(!answer(&menu, ASK_PEOPLE, "GodKing, MegaMax"));
	ck_assert(!answer(&menu, ASK_PEOPLE, "GodKingOli#2"));
	ck_assert(answer(&menu, ASK_PEOPLE, "Ann, MegaMax: Bob, Oli#207"));
	ck_assert_int_eq(menu_humans(&menu), 2);
	ck_assert(answer(&menu, ASK_COUNT, ""));
	expect_command(&menu, "-v maexchen human:name=Ann MegaMax:human:name=Bob computer:name=Oli#207");
	ck_assert(!answer(&menu, ASK_RULES, "maexchen=69"));
	ck_assert(!answer(&menu, ASK_RULES, "")); /* no dice show 69 */
	ck_assert(answer(&menu, ASK_VARIANT, "wild"));
	expect_command(&menu, "-v wild human:name=Ann human:name=Bob computer:name=Oli#207");
	ck_assert(answer(&menu, ASK_PEOPLE, "HamToTheBurge, Oli#, #5, O#li"));
	ck_assert_int_eq(menu_humans(&menu), 4);
	menu_release(&menu);
}
END_TEST

/* Impossible rules are refused when the game starts, not while they are being changed. */
START_TEST(rules_are_checked_at_the_start)
{
	struct menu menu;
	begin_menu(&menu);
	ck_assert(!answer(&menu, ASK_RULES, "loss=point"));
	ck_assert(!answer(&menu, ASK_RULES, ""));
	ck_assert(!answer(&menu, ASK_RULES, "rounds 4"));
	ck_assert(answer(&menu, ASK_RULES, ""));
	menu_release(&menu);
}
END_TEST

/* The settings of every family can be changed by their numbers. */
START_TEST(settings_go_by_number)
{
	struct menu menu;
	begin_menu(&menu);
	menu_set_variant(&menu, game_variants[_i].name);
	for (int i = 0; menu.rules.family->options[i].name; i++) {
		const struct rule_option *option = &menu.rules.family->options[i];
		AUTO_STR struct str entry = {0};
		str_addf(&entry, "%d ", i + 1);
		if (option->type == RULE_WORD)
			str_add(&entry, option->words[option->max]);
		else
			str_addf(&entry, "%d", option->max);
		ck_assert(!answer(&menu, ASK_RULES, entry.text));
		ck_assert_msg(menu.rules.value[i] == option->max, "%s", option->name);
	}
	menu_release(&menu);
}
END_TEST

int main(void)
{
	TCase *cases = add_case("play", 0);
	int n_variants = 0;
	while (game_variants[n_variants].name)
		n_variants++;
	tcase_add_loop_test(cases, dice_are_drawn, 0, 12);
	tcase_add_loop_test(cases, faces_have_their_pips, 1, 10);
	tcase_add_loop_test(cases, lines_and_widths_are_those_drawn, DICE_LINE, DICE_LARGE + 1);
	tcase_add_test(cases, dice_take_columns);
	tcase_add_loop_test(cases, hints_are_exact, 0, 11);
	tcase_add_loop_test(cases, what_may_be_done_is_explained, 0, COUNT(situations));
	tcase_add_loop_test(cases, claims_are_described, 0, 11);
	tcase_add_test(cases, claims_are_of_the_dice_on_the_table);
	tcase_add_loop_test(cases, every_variant_has_family_text, 0, n_variants);
	tcase_add_test(cases, other_families_have_general_texts);
	tcase_add_test(cases, enter_passes_when_asked_out_of_turn);
	tcase_add_test(cases, marks_are_the_dice_that_count);
	tcase_add_test(cases, histories_and_hands_are_read);
	tcase_add_test(cases, players_have_names);
	tcase_add_test(cases, scores_are_a_table);
	tcase_add_test(cases, scores_have_signs);
	tcase_add_test(cases, scores_fit_the_screen);
	tcase_add_test(cases, wide_scores_are_split);
	tcase_add_loop_test(cases, choices_are_picked, 0, 12);
	tcase_add_test(cases, lists_fit);
	tcase_add_loop_test(cases, pages_hold_all_lines, 0, 8);
	tcase_add_test(cases, enter_alone_makes_a_game);
	tcase_add_test(cases, answers_make_a_command);
	tcase_add_test(cases, wild_ones_are_asked_for_where_there_are_any);
	tcase_add_test(cases, robots_are_those_of_the_variant);
	tcase_add_test(cases, seats_are_enough_and_not_too_many);
	tcase_add_test(cases, names_may_have_codes_and_marks);
	tcase_add_test(cases, rules_are_checked_at_the_start);
	tcase_add_loop_test(cases, settings_go_by_number, 0, n_variants);
	return run_suite();
}
