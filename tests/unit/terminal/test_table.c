/* test_table.c - what a person sees of a game: the players, the pages of a screen, and the same as text below text. */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "terminal/draw.h"
#include "terminal/parts.h"
#include "terminal/screen.h"
#include "terminal/play_session.h"
#include "terminal_scene.h"
#include "test_streams.h"

/* Removes what clears the rest of each line. */
static void drop_clearing(struct str *text)
{
	static const char clears[] = "\033[K\n";
	for (char *at = text->text; (at = strstr(at, clears)); at++) {
		memmove(at, at + strlen(clears) - 1, strlen(at + strlen(clears) - 1) + 1);
		text->length -= strlen(clears) - 1;
	}
}

static void check_text(const struct str *is, const char *wanted)
{
	ck_assert_str_eq(str_text(is), wanted);
}

/* ---- the players ------------------------------------------------------------------------ */

static const struct {
	struct scene scene;
	bool is_compact;
	int width;
	const char *wanted;
} drawn_players[] = {
	{{"liars-dice", "", 3, {END}, .turn = 0, .is_utf8 = true}, false, 79,
		" ▸ A Ann                  5 ▪▪▪▪▪  \n"
		"   B Bob                  5 ▪▪▪▪▪  \n"
		"   C Christopher..xander  5 ▪▪▪▪▪  \n"},
	{{"liars-dice", "dice=2", 4, {23, 33, END}, .turn = 2}, false, 60,
		"   A Ann              2 **  two threes\n"
		"   B Bob              2 **  three threes\n"
		" > C Christop..ander  2 **  ...\n"
		"   D Dörte            2 **  \n"},
	{{"liars-dice", "dice=6", 2, {23, END}, .turn = -1}, false, 60,
		"   A Ann  6 ******  two threes\n"
		"   B Bob  6 ******  \n"},
	{{"liars-dice", "dice=7", 3, {23, END}, .turn = 1, .is_utf8 = true}, false, 60,
		"   A Ann              7  two threes\n"
		" ▸ B Bob              7  …\n"
		"   C Christop..ander  7  \n"},
	{{"liars-dice", "dice=2", 4, {23, 33, END}, .turn = 2, .is_utf8 = true}, false, 59,
		"   A Ann             2  two threes\n"
		"   B Bob             2  three threes\n"
		" ▸ C Christop..nder  2  …\n"
		"   D Dörte           2  \n"},
	{{"liars-dice", "dice=1", 4, {13, 0, NEXT_HAND, 12, 13, END}, .turn = 0, .has_colour = true}, false, 79,
		"\033[1m > A Ann                  1 *  \033[0m\n"
		"\033[2m   B Bob                       out, place 4\033[0m\n"
		"   C Christopher..xander  1 *  one two\n"
		"   D Dörte                1 *  one three\n"},
	{{"liars-dice", "dice=2", 4, {23, 33, END}, .turn = -1, .is_open = true}, false, 79,
		"   A Ann                  2 63  two threes\n"
		"   B Bob                  2 33  three threes\n"
		"   C Christopher..xander  2 41  \n"
		"   D Dörte                2 21  \n"},
	{{"round-table", "", 2, {11, 0, NEXT_HAND, 45, END}, .turn = 0}, false, 79,
		" > A Ann  4 ****  +1  \n"
		"   B Bob  4 ****  -1  four fives\n"},
	{{"maexchen", "", 3, {65, END}, .turn = 1}, false, 79,
		"   A Ann                 10  six-five\n"
		" > B Bob                 10  ...\n"
		"   C Christopher..xander 10  \n"},
	{{"liars-dice", "dice=2", 4, {23, 33, END}, .turn = 2}, true, 79,
		"   A Ann       2  23      B Bob       2  33    > C Christop  2  ...\n"
		"   D Dörte     2  \n"},
	{{"liars-dice", "dice=2", 4, {23, 33, END}, .turn = 2}, true, 50,
		"   A Ann       2  23      B Bob       2  33\n"
		" > C Christop  2  ...     D Dörte     2  \n"},
	{{"liars-dice", "dice=2", 4, {23, 33, END}, .turn = 0}, true, 25,
		" > A Ann       2  23\n"
		"   B Bob       2  33\n"
		"   C Christop  2  \n"
		"   D Dörte     2  \n"},
	{{"liars-dice", "dice=2", 4, {23, 33, END}, .turn = 0}, true, 20,
		" > A Ann       2  23\n"
		"   B Bob       2  33\n"
		"   C Christop  2  \n"
		"   D Dörte     2  \n"},
	{{"liars-dice", "dice=1", 4, {13, 0, NEXT_HAND, 12, 13, END}, .turn = 0}, true, 79,
		" > A Ann       1                 B Bob          out, place 4\n"
		"   C Christop  1  12             D Dörte     1  13\n"},
};

START_TEST(players_are_drawn)
{
	struct stage stage;
	AUTO_STR struct str out = {0};
	begin_scene(&stage, &drawn_players[_i].scene);
	const struct layout layout = {.is_compact = drawn_players[_i].is_compact};
	drawing_add_players(&(struct drawing){&stage.session, &layout, drawn_players[_i].width, 24, &out});
	check_text(&out, drawn_players[_i].wanted);
	end_scene(&stage);
}
END_TEST

/* ---- pages of a screen ------------------------------------------------------------------ */

static const struct {
	struct scene scene;
	enum page page;
	const char *message, *prompt, *wanted;
} pages[] = {
	{{"wild", "dice=2", 3, {END}, .turn = -1}, PAGE_INTRO, "", "Enter: begin >",
		"\033[?1049h\033[H\033[2J\033[H\033[?25h"
		" Liar's Dice (wild) - hand 1                                                  \n"
		" -----------------------------------------------------------------------------\n\n"
		"  Liar's Dice (wild): 3 players with 2 dice each, faces 1 to 6.\n"
		"  A bid says how many dice of all players show a face: 23 is two threes. The\n"
		"  next must be higher: more dice, or as many of a higher face. No more dice may\n"
		"  be bid than are on the table.\n"
		"  0 calls the last bid a lie. All dice are then shown. The bid is true if at\n"
		"  least that many dice show the face.\n"
		"  Ones are wild: they count as any face, except in a bid on ones.\n"
		"  The loser of a hand loses a die; the last player with dice wins.\n"
		"  An illegal play counts as a call.\n"
		"\n"
		"  In turn: A Ann, B Bob, C Christopher-Alexander.\n"
		"\n"
		"  Enter: begin > \033[K\033[J"},
	{{"liars-dice", "dice=2", 2, {11, 0, NEXT_HAND, 12, 22, END}, .turn = 0, .is_utf8 = true}, PAGE_TURN,
		"'x' is not a play.\n", "raise or call >",
		"\033[?1049h\033[H\033[2J\033[H\033[?25h"
		" Liar's Dice · hand 2                                      3 dice on the table\n"
		" ─────────────────────────────────────────────────────────────────────────────\n"
		" ▸ A Ann  1 ▪   one two\n   B Bob  2 ▪▪  two twos\n"
		" ─────────────────────────────────────────────────────────────────────────────\n"
		"  Hand 1: Bob called one one: there were none. Bob's call was right, you lose a\n  die (1 left).\n"
		"  A one two · B two twos\n"
		"\n"
		"  Bob bids two twos: at least two of the 3 dice on the table show a two.\n"
		"\n"
		"  Your dice\n"
		"  ┌───────┐\n"
		"  │ ●   ● │\n"
		"  │   ●   │\n"
		"  │ ●   ● │\n"
		"  └───────┘\n"
		"\n"
		"  'x' is not a play.\n"
		"  raise or call > \033[K\033[J"},
	{{"liars-dice", "dice=5 faces=9", 6, {23, END}, .turn = 1, .is_open = true}, PAGE_TURN, NULL, NULL,
		"\033[?1049h\033[H\033[2J\033[H\033[?25l"
		" Liar's Dice - hand 1 (open)                              30 dice on the table\n"
		" -----------------------------------------------------------------------------\n"
		"   A Ann                  5 98653  two threes\n > B Bob                  5 97421  ...\n"
		"   C Christopher..xander  5 99961  \n   D Dörte                5 76632  \n"
		"   E Ann                  5 97321  \n   F Bob                  5 87764  \n"
		" -----------------------------------------------------------------------------\n"
		"  A two threes\n"
		"\n"
		"  You bid two threes: at least two of the 30 dice on the table show a three.\n"
		"\n"
		"  Your dice\n"
		"  +-------+ +-------+ +-------+ +-------+ +-------+\n"
		"  | o o o | | o o o | | o   o | | o   o | | o     |\n"
		"  | o o o | | o   o | | o   o | |   o   | |   o   |\n"
		"  | o o o | | o o o | | o   o | | o   o | |     o |\n"
		"  +-------+ +-------+ +-------+ +-------+ +-------+\n"
		"\n"
		"\033[K\033[J"},
	{{"liars-dice", "dice=2", 26, {23, 24, 25, 26, 31, 32, 33, 34, END}, .turn = 0}, PAGE_TURN, "",
	 "raise or call >",
		"\033[?1049h\033[H\033[2J\033[H\033[?25h"
		" Liar's Dice - hand 1                                     52 dice on the table\n"
		" -----------------------------------------------------------------------------\n"
		" > A Ann       2  23      B Bob       2  24      C Christop  2  25\n"
		"   D Dörte     2  26      E Ann       2  31      F Bob       2  32\n"
		"   G Christop  2  33      H Dörte     2  34      I Ann       2  \n"
		"   J Bob       2          K Christop  2          L Dörte     2  \n"
		"   M Ann       2          N Bob       2          O Christop  2  \n"
		"   P Dörte     2          Q Ann       2          R Bob       2  \n"
		"   S Christop  2          T Dörte     2          U Ann       2  \n"
		"   V Bob       2          W Christop  2          X Dörte     2  \n"
		"   Y Ann       2          Z Bob       2  \n"
		" -----------------------------------------------------------------------------\n"
		"  A two threes, B two fours, C two fives, D two sixes, E three ones,\n"
		"  F three twos, G three threes, H three fours\n"
		"\n"
		"  Dörte bids three fours: at least three of the 52 dice on the table show a\n"
		"  four.\n"
		"\n"
		"  Your dice\n"
		"  +---+ +---+\n"
		"  | 6 | | 3 |\n"
		"  +---+ +---+\n"
		"\n"
		"  raise or call > \033[K\033[J"},
	{{"wild", "dice=3", 3, {23, 33, 43, 0, END}, .turn = -1, .is_utf8 = true}, PAGE_SHOWDOWN, "",
	 "Enter: next hand >",
		"\033[?1049h\033[H\033[2J\033[H\033[?25h"
		" Liar's Dice (wild) · hand 1 · all dice                                       \n"
		" ─────────────────────────────────────────────────────────────────────────────\n\n"
		"  A two threes · B three threes · C four threes · A liar!\n\n"
		"  A Ann                  ┌───┐ ╔═══╗ ┌───┐\n                         │ 6 │ ║ 3 ║ │ 2 │\n"
		"                         └───┘ ╚═══╝ └───┘\n"
		"  B Bob                  ┌───┐ ╔═══╗ ╔═══╗\n"
		"                         │ 5 │ ║ 3 ║ ║ 3 ║\n"
		"                         └───┘ ╚═══╝ ╚═══╝\n"
		"  C Christopher..xander  ┌───┐ ┌───┐ ╔═══╗\n"
		"                         │ 6 │ │ 4 │ ║ 1 ║\n"
		"                         └───┘ └───┘ ╚═══╝\n"
		"\n"
		"  You called four threes: there were four (one of them a wild one). Your call\n"
		"  was wrong, you lose a die (2 left).\n"
		"\n"
		"  Enter: next hand > \033[K\033[J"},
	{{"maexchen", "", 2, {65, END}, .turn = 0}, PAGE_TURN, "", "do you believe it? >",
		"\033[?1049h\033[H\033[2J\033[H\033[?25h"
		" Mäxchen - hand 1                                                             \n"
		" -----------------------------------------------------------------------------\n"
		" > A Ann 10  six-five\n   B Bob 10  \n"
		" -----------------------------------------------------------------------------\n  A six-five\n\n"
		"  You claim 65 or higher.\n"
		"\n"
		"  do you believe it? > \033[K\033[J"},
	{{"maexchen", "", 2, {65, 0, END}, .turn = -1}, PAGE_SHOWDOWN, "", "Enter: next hand >",
		"\033[?1049h\033[H\033[2J\033[H\033[?25h"
		" Mäxchen - hand 1                                                             \n"
		" -----------------------------------------------------------------------------\n"
		"\n"
		"  A six-five, B doubts\n"
		"\n"
		"  A Ann  +---+ +---+\n"
		"         | 6 | | 1 |\n"
		"         +---+ +---+\n"
		"\n"
		"  Bob doubted your 65: the dice show 61. You lose a point (9 left).\n"
		"\n"
		"  Enter: next hand > \033[K\033[J"},
	{{"wild", "", 2, {END}, .turn = -1}, PAGE_MESSAGE, "One line.\n", "Enter >",
		"\033[?1049h\033[H\033[2J\033[H\033[?25h"
		" Liar's Dice (wild) - hand 1                                                  \n"
		" -----------------------------------------------------------------------------\n"
		"\n"
		"  One line.\n"
		"\n"
		"  Enter > \033[K\033[J"},
};

START_TEST(pages_are_drawn)
{
	struct stage stage;
	AUTO_STR struct str out = {0};
	begin_scene(&stage, &pages[_i].scene);
	stage.terminal.is_screen = true;
	ck_assert(play_session_fits(&stage.session, pages[_i].page, pages[_i].message, pages[_i].prompt));
	play_session_draw(&stage.session, pages[_i].page, pages[_i].message, pages[_i].prompt);
	take_output(&out);
	drop_clearing(&out);
	check_text(&out, pages[_i].wanted);
	end_scene(&stage);
}
END_TEST

/* ---- the size of the screen ------------------------------------------------------------- */

/* Draws a page on a screen of this size. */
static void draw_at(struct stage *stage, enum page page, const char *prompt, unsigned short columns,
		    unsigned short rows, struct str *out)
{
	pid_t copier = capture_terminal(columns, rows);
	stage->terminal.is_screen = true;
	stage->terminal.is_drawn = false;
	str_clear(out);
	play_session_draw(&stage->session, page, NULL, prompt);
	take_terminal(copier, out);
	drop_clearing(out);
}

static int count(const char *text, const char *what)
{
	int n = 0;
	for (; (text = strstr(text, what)); text += strlen(what))
		n++;
	return n;
}

/* Adds the size of the dice, the numbers of lines with plays, earlier hands, players and small dice, and the number of
 * empty lines. */
static void describe_drawing(const char *drawing, struct str *out)
{
	int n_plays = 0;
	for (const char *line = drawing; (line = strchr(line, '\n')) != NULL;)
		n_plays += strncmp(++line, "  ", 2) == 0 && line[2] >= 'A' && line[2] <= 'D' && line[3] == ' ';
	str_addf(out, "%s %d %d %d %d",
		 strstr(drawing, "+-------+") ? "large" : strstr(drawing, "+---+") ? "small" : "line", n_plays,
		 count(drawing, "past\n"), count(drawing, "\n   ") + count(drawing, "\n > "), count(drawing, "\n\n"));
}

/* With the fewest rows that each layout needs. */
START_TEST(the_richest_layout_that_fits_is_drawn)
{
	static const struct scene scene = {"liars-dice", "dice=4", 4, {111, 112, 113, 114, 115, 116, 121, 122, 123, 124,
		125, 126, 131, 132, 133, 134, 135, 136, 141, 142, END}, .turn = 0};
	static const int n_words[] = {12, 5, 12, 12, 22}; /* of each hand before: two lines, one, two, two, three */
	struct stage stage;
	AUTO_STR struct str all = {0}, last = {0};
	begin_scene(&stage, &scene);
	for (int hand = 0; hand < COUNT(n_words); hand++) {
		str_addf(&stage.session.past, "Hand %d:", hand + 1);
		for (int i = 0; i < n_words[hand]; i++)
			str_add(&stage.session.past, " past");
		str_add(&stage.session.past, "\n");
	}
	for (int rows = 9; rows <= 36; rows++) {
		AUTO_STR struct str drawing = {0}, description = {0};
		draw_at(&stage, PAGE_TURN, "you >", 48, (unsigned short)rows, &drawing);
		describe_drawing(drawing.text, &description);
		if (strcmp(str_text(&last), description.text) != 0)
			str_addf(&all, "%d: %s\n", rows, description.text);
		str_clear(&last);
		str_add(&last, description.text);
	}
	ck_assert_str_eq(all.text,
		"9: line 0 0 3 0\n"
		"11: line 1 0 3 0\n"
		"13: small 1 0 2 0\n"
		"17: small 2 0 2 3\n"
		"20: small 3 0 4 3\n"
		"21: large 2 0 4 3\n"
		"24: large 3 2 4 3\n"
		"31: large 6 6 4 3\n");
	end_scene(&stage);
}
END_TEST

static const struct {
	unsigned short columns;
	const char *top;
} tops[] = {
	{46, " Liar's Dice - hand 1   16 dice on the table\n -------------------------------------------\n "},
	{45, " Liar's Dice - hand 1  16 dice on the table\n ------------------------------------------\n "},
	{44, " Liar's Dice - hand 1\n -----------------------------------------\n "},
	{17, " Liar's Dice - h\n --------------\n "}, {16, " Liar's Dice - \n --------------\n "},
	{14, " Liar's Dice \n ------------\n "},
};

/* One column stays empty, and the title leaves at least two blanks before the number of dice. */
START_TEST(lines_are_as_wide_as_the_screen)
{
	static const struct scene scene = {"liars-dice", "dice=4", 4, {END}, .turn = 0};
	struct stage stage;
	AUTO_STR struct str out = {0};
	begin_scene(&stage, &scene);
	draw_at(&stage, PAGE_TURN, "you >", tops[_i].columns, 24, &out);
	const char *top = strstr(out.text, "\033[?25h") + strlen("\033[?25h");
	ck_assert_msg(strncmp(top, tops[_i].top, strlen(tops[_i].top)) == 0, "%s", top);
	end_scene(&stage);
}
END_TEST

/* Shown and hidden: the plays of the hand, and the hands before. */
START_TEST(the_history_may_be_hidden)
{
	static const struct scene scene = {"liars-dice", "dice=2", 2, {11, 0, NEXT_HAND, 12, 22, END}, .turn = 0};
	struct stage stage;
	AUTO_STR struct str out = {0};
	begin_scene(&stage, &scene);
	stage.session.shows_history = false;
	draw_at(&stage, PAGE_TURN, "you >", 80, 40, &out);
	ck_assert(!strstr(out.text, "Hand 1: ") && !strstr(out.text, "A one two"));
	stage.session.shows_history = true;
	draw_at(&stage, PAGE_TURN, "you >", 80, 40, &out);
	ck_assert(strstr(out.text, "Hand 1: ") && strstr(out.text, "A one two"));
	end_scene(&stage);
}
END_TEST

/* A prompt that is too long for its line is continued below; a blank after it and the last column stay free. */
START_TEST(long_prompts_are_wrapped)
{
	static const struct scene scene = {"wild", "", 2, {END}, .turn = -1};
	struct stage stage;
	begin_scene(&stage, &scene);
	for (int length = 60; length < 90; length++) {
		AUTO_STR struct str prompt = {0}, out = {0};
		str_add(&prompt, "x");
		while (prompt.length + 2 < (size_t)length)
			str_add(&prompt, "x");
		str_add(&prompt, " >");
		draw_at(&stage, PAGE_MESSAGE, prompt.text, 80, 24, &out);
		ck_assert_msg((strstr(out.text, "\n  >") != NULL) == (length > 75), "%d: %s", length, out.text);
	}
	end_scene(&stage);
}
END_TEST

/* What is longer than a line is cut. Characters are counted, not their bytes, and styles take no room. */
START_TEST(drawn_lines_are_cut)
{
	static const char text[] = "1\n123456789\n1234567890\nöäüöäüöäüö\n\033[1m123\033[0m4567890\033[0m\n1\033[2";
	static const char cut[] = "1\n123456789\n123456789\nöäüöäüöäü\n\033[1m123\033[0m456789\033[0m\n1\033[2";
	struct terminal terminal = {.is_screen = true, .wake = -1};
	AUTO_STR struct str out = {0}, again = {0};
	pid_t copier = capture_terminal(10, 24);
	terminal_draw(&terminal, text, false);
	ck_assert(terminal.is_drawn);
	take_terminal(copier, &out);
	drop_clearing(&out);
	ck_assert_int_eq(strncmp(out.text, "\033[?1049h\033[H\033[2J\033[H\033[?25l", 24), 0);
	ck_assert_int_eq(strncmp(out.text + 24, cut, strlen(cut)), 0);
	ck_assert_str_eq(out.text + 24 + strlen(cut), "\033[K\033[J");
	/* The screen is entered once, and left once. */
	copier = capture_terminal(10, 24);
	terminal_draw(&terminal, "a\n", false);
	terminal_leave(&terminal);
	terminal_leave(&terminal);
	take_terminal(copier, &again);
	ck_assert_str_eq(again.text, "\033[H\033[?25la\033[K\n\033[K\033[J\033[?25h\033[?1049l");
	ck_assert(!terminal.is_drawn);
}
END_TEST

START_TEST(too_much_does_not_fit)
{
	struct stage stage;
	static const struct scene scene = {"wild", "", 2, {END}, .turn = -1};
	begin_scene(&stage, &scene);
	for (int n = 0; n < 40; n++) {
		AUTO_STR struct str message = {0};
		for (int i = 0; i < n; i++)
			str_add(&message, "line\n");
		/* A title with a line below it, the message, and the line of the prompt. */
		ck_assert_int_eq(play_session_fits(&stage.session, PAGE_MESSAGE, str_text(&message), "Enter >"),
				 n <= 21);
	}
	end_scene(&stage);
}
END_TEST

/* ---- events ---------------------------------------------------------------------------- */

static bool has_next;

static bool count_game(void *context)
{
	++*(int *)context;
	return has_next;
}

static bool show(struct stage *stage, enum watch_kind kind, int player, const char *history)
{
	static const struct fault fault = {.cause = "it \033 crashed"};
	const struct watch_event s = {
		.kind = kind, .game = &stage->game, .seat = player, .player = player, .fault = &fault,
		.hands = stage->game.view.hands[player], .me = (const char[]){(char)('A' + player), '\0'},
		.history = history,
	};
	return play_session_watch(&s, &stage->session);
}

/* A fault is told at once, or with the next page of a screen. */
START_TEST(faults_are_told)
{
	static const struct scene scene = {"wild", "", 3, {23, END}, .turn = 1};
	struct stage stage;
	AUTO_STR struct str out = {0};
	begin_scene(&stage, &scene);
	stage.terminal.is_screen = _i;
	struct robot robots[3] = {{.label = NULL}};
	stage.tournament.robots = robots;
	ck_assert(show(&stage, WATCH_FAULT, 1, "A:23") && show(&stage, WATCH_FAULT, 1, "A:23") &&
		  show(&stage, WATCH_FAULT, 2, "A:23"));
	take_output(&out);
	static const char wanted[] = /* the ask only with the first fault of a robot */
		"B Bob failed: it ? crashed.\n  get_play(\"B\", \"A:xxxxx,B:65332,C:xxxxx\", \"A:23\")\n"
		"B Bob failed: it ? crashed.\n"
		"C Christopher-Alexander failed: it ? crashed.\n"
		"  get_play(\"C\", \"A:xxxxx,B:xxxxx,C:66431\", \"A:23\")\n";
	ck_assert_str_eq(str_text(&out), _i ? "" : wanted);
	ck_assert_str_eq(str_text(&stage.session.notice), _i ? wanted : "");
	ck_assert_int_eq(stage.session.turn, -1);
	end_scene(&stage);
}
END_TEST

/* Each play is printed once, and who answered is not asked any more. */
START_TEST(plays_are_told_once)
{
	static const struct scene scene = {"wild", "", 3, {23, 33, END}, .turn = 1};
	struct stage stage;
	AUTO_STR struct str out = {0};
	begin_scene(&stage, &scene);
	ck_assert(show(&stage, WATCH_ANSWER, 0, "A:23"));
	ck_assert_uint_eq(stage.session.n_told, 4);
	ck_assert(show(&stage, WATCH_ANSWER, 1, "A:23,B:33"));
	ck_assert(show(&stage, WATCH_ANSWER, 2, "A:23,B:33"));
	ck_assert_int_eq(stage.session.turn, -1);
	stage.session.is_running = true;
	ck_assert(show(&stage, WATCH_ANSWER, 2, "A:23,B:33,C:34"));
	take_output(&out);
	ck_assert_str_eq(out.text, "  A Ann: two threes\n  B Bob: three threes\n");
	ck_assert_int_eq(stage.session.owner, 0); /* the only person */
	stage.session.is_human[1] = true;
	ck_assert(show(&stage, WATCH_ANSWER, 2, "A:23,B:33,C:34"));
	ck_assert_int_eq(stage.session.owner, 0);
	ck_assert(show(&stage, WATCH_ANSWER, 1, "A:23,B:33,C:34"));
	ck_assert_int_eq(stage.session.owner, -1); /* the next person must not see the dice of the last one */
	ck_assert_ptr_null(stage.session.own_hands);
	stage.session.leaving = LEAVING_BY_WISH;
	ck_assert(!show(&stage, WATCH_ANSWER, 1, "A:23,B:33,C:34"));
	end_scene(&stage);
}
END_TEST

/* Shared wins are fractions; the session goes on if there is a next game. */
START_TEST(wins_are_counted)
{
	static const struct scene scenes[] = {
		{"round-table", "rounds=2 dice=1", 6, {42, 0, NEXT_HAND, 12, 0, END}, .turn = -1},
		{"liars-dice", "dice=1", 2, {11, 0, END}, .turn = -1},
	};
	static const double wins[2][6] = {{1 / 6.0, 1 / 6.0, 1 / 6.0, 1 / 6.0, 1 / 6.0, 1 / 6.0}, {0, 1}};
	struct stage stage;
	int n_games = 0;
	begin_scene(&stage, &scenes[_i]);
	game_observed(&stage.game);
	ck_assert(show(&stage, WATCH_OVER, 0, ""));
	stage.session.next_game = count_game;
	stage.session.next_context = &n_games;
	has_next = true;
	ck_assert(show(&stage, WATCH_OVER, 0, ""));
	has_next = false;
	ck_assert(!show(&stage, WATCH_OVER, 0, ""));
	ck_assert_int_eq(n_games, 2);
	for (int player = 0; player < scenes[_i].n_players; player++)
		ck_assert_double_eq_tol(stage.session.wins[player], 3 * wins[_i][player], 1e-9);
	end_scene(&stage);
}
END_TEST

/* Nothing of the game before is left. */
START_TEST(games_begin_anew)
{
	static const struct scene scene = {"liars-dice", "dice=2", 3, {11, 0, NEXT_HAND, 12, 22, END}, .turn = 0};
	struct stage stage;
	AUTO_STR struct str out = {0};
	begin_scene(&stage, &scene);
	struct play_session *session = &stage.session;
	score_row(&session->score, 1);
	str_add(&session->notice, "notice");
	session->n_told = 3;
	session->at_keyboard = session->turn = 0;
	session->is_running = session->is_drawn = true;
	ck_assert(show(&stage, WATCH_GAME, 0, ""));
	ck_assert(session->hand == 0 && session->n_told == 0 && session->turn == -1 && session->at_keyboard == -1);
	ck_assert(session->owner == -1 && !session->own_hands && !session->is_running);
	ck_assert(session->past.length == 0 && session->notice.length == 0);
	ck_assert(session->score.n_rows == 0 && session->score.n_players == 3);
	ck_assert(show(&stage, WATCH_HAND, 0, ""));
	ck_assert(session->hand == 1 && session->score.n_rows == 1 && session->score.rows[0].hand == 0 &&
		  session->score.rows[0].out == 0);
	ck_assert(!session->score.is_points && !session->score.is_signed);
	session->at_keyboard = session->n_told = 2;
	ck_assert(show(&stage, WATCH_HAND, 0, ""));
	ck_assert(session->hand == 2 && session->score.n_rows == 2 && session->score.rows[1].hand == 1);
	ck_assert(session->n_told == 0 && session->at_keyboard == -1);
	for (int player = 0; player < 3; player++)
		ck_assert_int_eq(session->score.rows[1].value[player], game_dice_left(&stage.game, player));
	take_output(&out);
	ck_assert_ptr_nonnull(strstr(out.text,
		"Order of play, drawn at random: A Ann, B Bob, C Christopher-Alexander.\n\n"
		"Hand 1: dice A 2; B 1; C 2\n"));
	ck_assert_ptr_nonnull(strstr(out.text, "\nHand 2: dice A 2; B 1; C 2\n"));
	end_scene(&stage);
}
END_TEST

/* Points have signs where they start at 0. */
START_TEST(points_are_scored)
{
	static const struct {
		struct scene scene;
		bool is_signed;
		int first, second;
	} cases[] = {
		{{"round-table", "", 2, {11, 0, NEXT_HAND, END}, .turn = 0}, true, 1, -1},
		{{"maexchen", "points_to_start=4", 2, {65, 0, NEXT_HAND, END}, .turn = 0}, false, 3, 4},
	};
	for (int i = 0; i < COUNT(cases); i++) {
		struct stage stage;
		begin_scene(&stage, &cases[i].scene);
		ck_assert(show(&stage, WATCH_HAND, 0, ""));
		const struct score *score = &stage.session.score;
		ck_assert(score->is_points && score->is_signed == cases[i].is_signed);
		ck_assert_int_eq(score->rows[0].value[0], cases[i].first);
		ck_assert_int_eq(score->rows[0].value[1], cases[i].second);
		ck_assert_uint_eq(score->rows[0].out, 0);
		end_scene(&stage);
	}
}
END_TEST

/* After a showdown, those who are out are shown, but nobody's dice, and it is nobody's turn. */
START_TEST(showdowns_are_scored)
{
	static const struct scene scene = {"liars-dice", "dice=1", 3, {11, 0, END}, .turn = 0};
	struct stage stage;
	AUTO_STR struct str out = {0};
	begin_scene(&stage, &scene);
	stage.session.is_running = _i;
	stage.session.at_keyboard = 0;
	ck_assert(show(&stage, WATCH_SHOWDOWN, 0, ""));
	const struct score_row *row = &stage.session.score.rows[0];
	for (int player = 0; player < 3; player++)
		ck_assert_int_eq(row->out >> player & 1, !play_session_is_in(&stage.session, player));
	ck_assert(row->hand == 1 && row->out && !(row->out & (row->out - 1)) && row->out < 8);
	ck_assert(stage.session.turn == -1 && stage.session.owner == -1 && stage.session.at_keyboard == -1);
	ck_assert_int_eq(strncmp(stage.session.past.text, "Hand 1: Bob called one one: ", 28), 0);
	take_output(&out);
	ck_assert_int_eq(strncmp(str_text(&out), "All dice", 8) == 0, !_i);
	ck_assert_int_eq(out.length == 0, _i);
	end_scene(&stage);
}
END_TEST

/* ---- text below text -------------------------------------------------------------------- */

static const struct {
	struct scene scene;
	bool has_art;
	const char *wanted;
} texts[] = {
	{{"liars-dice", "dice=2", 2, {11, 0, NEXT_HAND, 12, 22, END}, .turn = 0}, false,
		"\n"
		"Hand 2: dice A 1; B 2\n"
		"  B Bob: one one\n"
		"Bob bids two twos: at least two of the 3 dice on the table show a two.\n"
		"Your dice:  5\n"
		"  Hand 1: Bob called one one: there were none. Bob's call was right, you lose a\n"
		"  die (1 left).\n"
		"  Hand 2:\n"
		"  A one two, B two twos\n"},
	{{"liars-dice", "dice=2", 3, {11, 0, NEXT_HAND, 12, 22, END}, .turn = 0, .is_utf8 = true, .is_open = true},
	 true,
		"\n"
		"Hand 2: dice A 2; B 1; C 2\n"
		"  A Ann: 5 1\n"
		"  B Bob: 5\n"
		"  C Christopher-Alexander: 5 3\n"
		"  B Bob: one one\n"
		"You bid two twos: at least two of the 5 dice on the table show a two.\n"
		"Your dice:\n"
		"  ┌───┐ ┌───┐\n"
		"  │ 5 │ │ 1 │\n"
		"  └───┘ └───┘\n"
		"  Hand 1: Bob called one one: there was one. Bob's call was wrong, Bob loses a\n"
		"  die (1 left).\n"
		"  Hand 2:\n"
		"  C one two · A two twos\n"},
	{{"round-table", "", 3, {11, 0, END}, .turn = 0}, false,
		"\n"
		"Hand 1: dice A 4, points +1; B 4, points -1; C 4, points 0\n"
		"  B Bob: one one\n"
		"You bid one one: at least one of the 12 dice on the table shows a one.\n"
		"Your dice:  6  3  2  1\n"
		"  Hand 1:\n"
		"  A one one, B liar!\n"},
	{{"maexchen", "", 3, {65, END}, .turn = 1}, false,
		"\n"
		"Hand 1: points A 10; B 10; C 10\n"
		"  B Bob: six-five\n"
		"You claim 65 or higher.\n"
		"  Hand 1:\n"
		"  A six-five\n"},
};

START_TEST(a_turn_is_printed)
{
	struct stage stage;
	AUTO_STR struct str out = {0};
	begin_scene(&stage, &texts[_i].scene);
	stage.terminal.has_art = texts[_i].has_art;
	plain_hand(&stage.session);
	plain_play(&stage.session, 1, texts[_i].scene.plays[0]);
	plain_turn(&stage.session);
	plain_history(&stage.session);
	take_output(&out);
	check_text(&out, texts[_i].wanted);
	end_scene(&stage);
}
END_TEST

static const struct {
	struct scene scene;
	bool has_art, has_scores;
	const char *wanted;
} results[] = {
	{{"liars-dice", "dice=1", 2, {11, 0, END}, .turn = -1}, false, false,
		"All dice, those that count in brackets:\n"
		"  A Ann   3\n"
		"  B Bob   3\n"
		"Bob called one one: there were none. Bob's call was right, you lose your last\n"
		"die and are out.\n"
		"\n"
		"Bob wins after 1 hand.\n"},
	{{"liars-dice", "dice=1", 3, {11, 0, NEXT_HAND, 16, 0, END}, .turn = -1, .is_utf8 = true}, true, true,
		"All dice:\n"
		"  A Ann                   ┌───┐\n"
		"                          │ 5 │\n"
		"                          └───┘\n"
		"  C Christopher-..xander  ┌───┐\n"
		"                          │ 5 │\n"
		"                          └───┘\n"
		"You called one six: there were none. Your call was right, Christopher-Alexander\n"
		"loses the last die and is out.\n"
		"\n"
		"  ════════════\n"
		"  ★ You win! ★\n"
		"  ════════════\n"
		"\n"
		"You win after 2 hands.\n"
		"Congratulations!\n"
		"  Places: 1. You, 2. Christopher-Alexander, 3. Bob\n"
		"\n"
		"Dice after each hand:\n"
		"hand   A Ann  B Bob  C Christopher-Alexander\n"
		"start      0      0                        0\n"
		"1          0      1                        2\n"
		"2          0      2                        4\n"},
	{{"round-table", "rounds=1", 4, {42, 0, END}, .turn = -1}, false, true,
		"All dice, those that count in brackets:\n"
		"  A Ann                    6  3 [2] 1\n"
		"  B Bob                    5  3  3 [2]\n"
		"  C Christopher-..xander   6  6  4  1\n"
		"  D Dörte                  3 [2] 1  1\n"
		"Bob called four twos: there were three. Bob's call was right, you lose a point\n"
		"(-1 now), Bob gains a point (1 now).\n"
		"\n"
		"Bob wins after 1 hand.\n"
		"  Places: 1. Bob, 2. Christopher-Alexander and Dörte, 4. you\n"
		"\n"
		"Points after each hand:\n"
		"hand   A Ann  B Bob  C Christopher-Alexander  D Dörte\n"
		"start      0      0                        0        0\n"
		"1          0      1                        2        3\n"
		"2          0      2                        4        6\n"},
	{{"one-hand", "", 4, {16, 26, 36, 0, END}, .turn = -1, .has_colour = true}, true, false,
		"All dice:\n"
		"  A Ann                   +---+\n"
		"                          | 3 |\n"
		"                          +---+\n"
		"  B Bob                   +---+\n"
		"                          | 3 |\n"
		"                          +---+\n"
		"  C Christopher-..xander  +---+\n"
		"                          | 1 |\n"
		"                          +---+\n"
		"  D Dörte                 +---+\n"
		"                          | 2 |\n"
		"                          +---+\n"
		"Dörte called three sixes: there were none. Dörte's call was right,\n"
		"Christopher-Alexander loses, Dörte wins.\n"
		"\n"
		"  ===============\n"
		"  \033[1m* Dörte wins! *\033[0m\n"
		"  ===============\n"
		"\n"
		"\033[1mDörte wins\033[0m after 1 hand.\n"
		"  Places: 1. Dörte, 2. you and Bob, 4. Christopher-Alexander\n"},
	{{"round-table", "rounds=2 dice=1", 6, {42, 0, NEXT_HAND, 12, 0, END}, .turn = -1}, true, false,
		"All dice:\n"
		"  A Ann                   +---+\n"
		"                          | 5 |\n"
		"                          +---+\n"
		"  B Bob                   +---+\n"
		"                          | 5 |\n"
		"                          +---+\n"
		"  C Christopher-..xander  +---+\n"
		"                          | 5 |\n"
		"                          +---+\n"
		"  D Dörte                 +---+\n"
		"                          | 5 |\n"
		"                          +---+\n"
		"  E Ann                   #===#\n"
		"                          # 2 #\n"
		"                          #===#\n"
		"  F Bob                   +---+\n"
		"                          | 1 |\n"
		"                          +---+\n"
		"Bob called one two: there was one. Bob's call was wrong, you gain a point (0\n"
		"now), Bob loses a point (0 now).\n"
		"\n"
		"  ============================================================================\n"
		"  * You, Bob, Christopher-Alexander, Dörte, Ann and Bob share the first place! *\n"
		"  ============================================================================\n"
		"\n"
		"You, Bob, Christopher-Alexander, Dörte, Ann and Bob share the first place after 2 hands.\n"
		"  Places: 1. You, Bob, Christopher-Alexander, Dörte, Ann and Bob\n"},
};

START_TEST(a_result_is_printed)
{
	struct stage stage;
	AUTO_STR struct str out = {0};
	begin_scene(&stage, &results[_i].scene);
	stage.terminal.has_art = results[_i].has_art;
	plain_showdown(&stage.session);
	plain_note_hand(&stage.session);
	if (results[_i].has_scores)
		for (int hand = 0; hand < 3; hand++)
			for (int player = 0; player < 4; player++)
				score_row(&stage.session.score, hand)->value[player] = hand * player;
	game_observed(&stage.game);
	ck_assert_int_eq(stage.game.need, GAME_NEED_OVER);
	plain_result(&stage.session);
	take_output(&out);
	check_text(&out, results[_i].wanted);
	end_scene(&stage);
}
END_TEST

/* How the last hand ended is shown above the result if it was not shown before. */
START_TEST(the_last_hand_of_a_run_is_told)
{
	static const struct scene scene = {"liars-dice", "dice=1", 3, {11, 0, NEXT_HAND, 16, 0, END}, .turn = -1};
	struct stage stage;
	AUTO_STR struct str out = {0};
	begin_scene(&stage, &scene);
	plain_note_hand(&stage.session);
	game_observed(&stage.game);
	stage.session.is_running = true;
	plain_result(&stage.session);
	take_output(&out);
	check_text(&out,
		"Hand 2: You called one six: there were none. Your call was right,\n"
		"Christopher-Alexander loses the last die and is out.\n"
		"\n"
		"You win after 2 hands.\n"
		"Congratulations!\n"
		"  Places: 1. You, 2. Christopher-Alexander, 3. Bob\n");
	end_scene(&stage);
}
END_TEST

/* ---- parts ------------------------------------------------------------------------------ */

/* Any face is shown; a hand that nobody may see is not. */
START_TEST(shown_dice_are_listed)
{
	static const struct scene nines = {"liars-dice", "dice=5 faces=9", 2, {23, 0, END}, .turn = -1},
		cup = {"maexchen", "", 2,
		{65, 0, END}, .turn = -1};
	struct stage stage;
	AUTO_STR struct str out = {0}, other = {0};
	begin_scene(&stage, &nines);
	part_add_shown(&stage.session, DICE_LINE, 80, &out);
	check_text(&out, "  A Ann   9  8  6  5 [3]\n  B Bob   9  7  4  2  1\n");
	end_scene(&stage);
	begin_scene(&stage, &cup);
	part_add_shown(&stage.session, DICE_LINE, 80, &other);
	check_text(&other, "  A Ann   6  1\n");
	end_scene(&stage);
}
END_TEST

START_TEST(paragraphs_are_wrapped)
{
	static const struct {
		const char *text;
		int indent, width;
		const char *lines;
	} cases[] = {
		{"", 2, 20, ""}, {"one", 2, 20, "  one\n"}, {"one\n", 0, 20, "one\n"},
		{"\n\none", 2, 20, "\n\n  one\n"}, {"a  b", 2, 7, "  a  b\n"}, {"a  b", 2, 6, "  a b\n"},
		{"one two\nthree", 1, 6, " one\n two\n three\n"}, {"\303\266\303\266 x", 0, 5, "\303\266\303\266 x\n"},
	};
	for (int i = 0; i < COUNT(cases); i++) {
		AUTO_STR struct str out = {0};
		part_add_paragraphs(&out, cases[i].text, cases[i].indent, cases[i].width);
		ck_assert_str_eq(str_text(&out), cases[i].lines);
	}
}
END_TEST

START_TEST(names_have_a_width)
{
	static const struct scene scene = {"wild", "", 4, {END}, .turn = -1};
	static const struct {
		int player, width;
		const char *name;
	} cases[] = {{0, 3, "Ann"}, {0, 5, "Ann  "}, {0, 2, "An"}, {3, 5, "D\303\266rte"}, {3, 2, "D\303\266"},
		{3, 1, "D"},
	{3, 6, "D\303\266rte "}};
	struct stage stage;
	begin_scene(&stage, &scene);
	for (int i = 0; i < COUNT(cases); i++) {
		AUTO_STR struct str out = {0};
		part_add_name(&stage.session, cases[i].player, cases[i].width, &out);
		ck_assert_str_eq(str_text(&out), cases[i].name);
	}
	ck_assert_int_eq(part_name_width(&stage.session, 40), 21);
	ck_assert_int_eq(part_name_width(&stage.session, 21), 21);
	ck_assert_int_eq(part_name_width(&stage.session, 20), 20);
	for (int player = 0; player < 4; player++) /* one column */
		stage.session.name[player][1] = '\0';
	stage.session.name[3][0] = 'D';
	ck_assert_int_eq(part_name_width(&stage.session, 20), 1);
	end_scene(&stage);
}
END_TEST

/* Only the owner's dice are shown, and none under a cup. */
START_TEST(own_dice_are_found)
{
	static const struct scene scene = {"wild", "", 2, {END}, .turn = -1};
	static const struct {
		const char *hands;
		int owner, n;
		const char *dice;
	} cases[] = {{"A:53,B:xx", 0, 2, "53"}, {"A:x,B:641@2", 1, 3, "641"}, {"A:xx@9,B:xx@9", 0, 0, NULL},
	{"A:53,B:xx", -1, 0, NULL}, {"A:53", 1, 0, NULL}};
	struct stage stage;
	const char *dice;
	begin_scene(&stage, &scene);
	free(stage.session.own_hands);
	stage.session.own_hands = NULL; /* before the first ask of a hand */
	ck_assert_int_eq(part_own_dice(&stage.session, &dice), 0);
	for (int i = 0; i < COUNT(cases); i++) {
		free(stage.session.own_hands);
		stage.session.own_hands = mem_strdup(cases[i].hands);
		stage.session.owner = cases[i].owner;
		ck_assert_int_eq(part_own_dice(&stage.session, &dice), cases[i].n);
		ck_assert(!cases[i].n || strncmp(dice, cases[i].dice, strlen(cases[i].dice)) == 0);
	}
	end_scene(&stage);
}
END_TEST

/* ---- entries ---------------------------------------------------------------------------- */

static void begin_entries(struct terminal *terminal, const char *bytes, size_t n)
{
	give_input(bytes, n);
	*terminal = (struct terminal){.wake = -1};
}

/* Lines without blanks around them and without control characters; the last one needs no newline. */
START_TEST(entries_are_lines)
{
	static const char bytes[] = " 23 \r\n\t two  threes\t\n\n\033[A5\0x\n\377\303\266\nlast ";
	static const char *const lines[] = {"23", "two  threes", "", "?[A5?x", "?\303\266", "last"};
	struct terminal terminal;
	AUTO_STR struct str line = {0}, out = {0}, wanted = {0};
	begin_entries(&terminal, bytes, sizeof bytes - 1);
	for (int i = 0; i < COUNT(lines); i++) {
		ck_assert_int_eq(terminal_read(&terminal, &line), ENTRY_LINE);
		ck_assert_str_eq(str_text(&line), lines[i]);
		str_addf(&wanted, "%s\n", lines[i]);
	}
	ck_assert_int_eq(terminal_read(&terminal, &line), ENTRY_END);
	ck_assert_int_eq(terminal_read(&terminal, &line), ENTRY_END);
	take_output(&out); /* no terminal has echoed them */
	check_text(&out, wanted.text);
	for (int i = 0; i < 2; i++) {
		terminal_release(&terminal);
		ck_assert_int_eq(terminal.wake, -1);
	}
}
END_TEST

/* A line of 4096 bytes or more is taken without its end. */
START_TEST(long_entries_are_taken_in_parts)
{
	static char bytes[8002];
	size_t n = 4094 + (size_t)_i;
	struct terminal terminal;
	AUTO_STR struct str line = {0};
	memset(bytes, 'x', n);
	strcpy(bytes + n, "y\n5\n");
	begin_entries(&terminal, bytes, n + 4);
	size_t parts = 0;
	do {
		ck_assert_int_eq(terminal_read(&terminal, &line), ENTRY_LINE);
		parts += line.length;
	} while (parts < n + 1);
	ck_assert_uint_eq(parts, n + 1);
	while (terminal_read(&terminal, &line) == ENTRY_LINE && !line.length)
		; /* the end of the line */
	ck_assert_str_eq(str_text(&line), "5");
	terminal_release(&terminal);
}
END_TEST

START_TEST(words_are_found)
{
	static const struct {
		const char *entry, *words;
		bool is_one;
	} cases[] = {
		{"q", "q quit", true}, {"QUIT", "q quit", true}, {"qu", "q quit", false}, {"quits", "q quit", false},
		{"", "q quit", false},
		{"quit", "", false}, {"b", "a  b", true}, {"a b", "a b", false},
	};
	for (int i = 0; i < COUNT(cases); i++)
		ck_assert_int_eq(terminal_is_one_of(cases[i].entry, cases[i].words), cases[i].is_one);
}
END_TEST

/* ---- kinds of terminals ----------------------------------------------------------------- */

static const struct {
	bool is_input, is_output; /* terminals? */
	const char *term;
	bool is_plain, wants_screen;
	bool is_interactive, is_screen, has_colour, has_art, is_utf8;
} kinds[] = {
	{true, true, "xterm", false, true, true, true, true, true, true},
	{true, true, "xterm", false, false, true, false, true, true, true},
	{true, true, "xterm", true, true, true, false, false, false, false},
	{true, true, "dumb", false, true, true, false, false, true, true},
	{true, true, NULL, false, true, true, false, false, true, true},
	{false, true, "xterm", false, true, false, false, true, true, true},
	{true, false, "xterm", false, true, false, false, false, false, false},
	{false, false, "xterm", true, true, false, false, false, false, false},
};

/* stdin and stdout become terminals, or files. */
static pid_t open_streams(bool is_input, bool is_output)
{
	pid_t copier = capture_terminal(80, 24);
	give_input("", 0);
	if (is_input)
		ck_assert_int_eq(dup2(STDOUT_FILENO, STDIN_FILENO), STDIN_FILENO);
	if (!is_output)
		ck_assert_int_eq(dup2(fileno(captured), STDOUT_FILENO), STDOUT_FILENO);
	return copier;
}

static void close_streams(pid_t copier, struct str *out)
{
	give_input("", 0);
	take_terminal(copier, out);
}

START_TEST(terminals_are_of_a_kind)
{
	struct terminal terminal;
	AUTO_STR struct str out = {0};
	unsetenv("NO_COLOR");
	unsetenv("TERM");
	setenv("LC_ALL", "C.UTF-8", 1);
	if (kinds[_i].term)
		setenv("TERM", kinds[_i].term, 1);
	pid_t copier = open_streams(kinds[_i].is_input, kinds[_i].is_output);
	terminal_init(&terminal, kinds[_i].is_plain, kinds[_i].wants_screen);
	ck_assert_int_eq(terminal.is_interactive, kinds[_i].is_interactive);
	ck_assert_int_eq(terminal.is_screen, kinds[_i].is_screen);
	ck_assert_int_eq(terminal.has_colour, kinds[_i].has_colour);
	ck_assert_int_eq(terminal.has_art, kinds[_i].has_art);
	ck_assert_int_eq(terminal.is_utf8, kinds[_i].is_utf8);
	ck_assert(!terminal.is_drawn && !terminal.is_at_end && terminal.wake >= 0);
	ck_assert_int_ne(fcntl(terminal.wake, F_GETFD) & FD_CLOEXEC, 0);
	int wake = terminal.wake;
	terminal_release(&terminal);
	ck_assert(terminal.wake == -1 && fcntl(wake, F_GETFD) == -1);
	close_streams(copier, &out);
	ck_assert_str_eq(str_text(&out), "");
}
END_TEST

/* Every wait after ctrl-C notices it, even if it came before the wait. A new size is noticed once, and only on a
 * screen. */
START_TEST(signals_are_noticed)
{
	struct terminal terminal;
	AUTO_STR struct str out = {0}, line = {0};
	bool is_screen = _i;
	setenv("TERM", "xterm", 1);
	pid_t copier = open_streams(true, true);
	signal(SIGWINCH, SIG_IGN);
	terminal_init(&terminal, false, is_screen);
	raise(SIGWINCH);
	give_input("11\n12\n", 6);
	ck_assert_int_eq(terminal_read(&terminal, &line), is_screen ? ENTRY_RESIZED : ENTRY_LINE);
	ck_assert_int_eq(terminal_read(&terminal, &line), ENTRY_LINE);
	ck_assert_str_eq(line.text, is_screen ? "11" : "12");
	ck_assert(terminal_pause(&terminal, 1000000) && !terminal_is_interrupted());
	raise(_i ? SIGINT : SIGTERM);
	ck_assert(terminal_is_interrupted() && !terminal_pause(&terminal, INT64_C(3600) * 1000000000));
	ck_assert_int_eq(terminal_read(&terminal, &line), ENTRY_INTERRUPTED);
	ck_assert_int_eq(terminal_read(&terminal, &line), ENTRY_INTERRUPTED);
	terminal_release(&terminal);
	close_streams(copier, &out);
}
END_TEST

SUITE_WITH(capture, NULL, 0,
	LOOP(players_are_drawn, 0, COUNT(drawn_players)),
	LOOP(pages_are_drawn, 0, COUNT(pages)),
	TEST(the_richest_layout_that_fits_is_drawn),
	LOOP(lines_are_as_wide_as_the_screen, 0, COUNT(tops)),
	TEST(the_history_may_be_hidden),
	TEST(long_prompts_are_wrapped),
	TEST(drawn_lines_are_cut),
	TEST(too_much_does_not_fit),
	LOOP(faults_are_told, 0, 2),
	TEST(plays_are_told_once),
	LOOP(wins_are_counted, 0, 2),
	TEST(games_begin_anew),
	TEST(points_are_scored),
	LOOP(showdowns_are_scored, 0, 2),
	LOOP(a_turn_is_printed, 0, COUNT(texts)),
	LOOP(a_result_is_printed, 0, COUNT(results)),
	TEST(the_last_hand_of_a_run_is_told),
	TEST(shown_dice_are_listed),
	TEST(paragraphs_are_wrapped),
	TEST(names_have_a_width),
	TEST(own_dice_are_found),
	TEST(entries_are_lines),
	LOOP(long_entries_are_taken_in_parts, 0, 4),
	TEST(words_are_found),
	LOOP(terminals_are_of_a_kind, 0, COUNT(kinds)),
	LOOP(signals_are_noticed, 0, 2))
