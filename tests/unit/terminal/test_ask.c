/* test_ask.c - what may be typed at the prompts of the table, and what is said about it. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/ask.h"
#include "terminal_scene.h"
#include "test_streams.h"

static const struct scene bid = {"liars-dice", "dice=2", 2, {11, 0, NEXT_HAND, 12, 22, END}, .turn = 0},
	aside = {"round-table", "dice=2", 3, {13, 23, 1, 33, END}, .turn = 0}, claimed = {"maexchen", "", 2, {65, END}, .turn = 1},
	ended = {"liars-dice", "dice=2", 2, {11, 0, END}, .turn = -1}, decided = {"liars-dice", "dice=1", 2, {11, 0, END},
		.turn = -1},
	out = {"liars-dice", "dice=1", 3, {11, 0, END}, .turn = -1};

static void begin(struct stage *stage, const struct scene *scene, const char *typed)
{
	begin_scene(stage, scene);
	capture();
	give_input(typed, strlen(typed));
}

#define HELP \
	"A bid: 23, '2 3' or 'two threes', that is ten times the quantity plus the face. To call: 'liar', 'call' or 0." 

/* ---- a play ----------------------------------------------------------------------------- */

static const struct {
	const struct scene *scene;
	const char *typed;
	int play;
	enum leaving leaving;
	const char *said; /* among other things; without regard to line breaks */
} entries[] = {
	{&bid, "23\n", 23, LEAVING_NOT, "Raise or call (? for help) > 23"}, {&bid, "two threes\n", 23, LEAVING_NOT, "your dice"},
	{&bid, "liar\n", 0, LEAVING_NOT, "Bob bids two twos: at least two of the 3 dice on the table show a two."},
	{&bid, "x\n23\n", 23, LEAVING_NOT, "'x' is not a valid play"}, {&bid, "\n0\n", 0, LEAVING_NOT, "Type a play, or ? for help."},
	{&bid, "12\n23\n", 23, LEAVING_NOT, "One two is not higher than two twos"}, {&bid, "?\n0\n", 0, LEAVING_NOT, HELP},
	{&bid, "HELP\n31\n", 31, LEAVING_NOT, "hint: the chances. auto: a robot moves for you"},
	{&bid, "hint\n0\n", 0, LEAVING_NOT, "The chance that the bid is true is"},
	{&bid, "odds\n0\n", 0, LEAVING_NOT, "Chances of the lowest raises"},
	{&bid, "rules\n0\n", 0, LEAVING_NOT, "The loser of a hand loses a die"},
	{&bid, "h\n0\n", 0, LEAVING_NOT, "Hand 1: Bob called one one"},
	{&bid, "q\n", 0, LEAVING_BY_WISH, "Raise or call"}, {&bid, "EXIT\n", 0, LEAVING_BY_WISH, "Raise or call"},
	{&bid, "", 0, LEAVING_AT_END, "Raise or call"},
	{&bid, "x\n", 0, LEAVING_AT_END, "'x' is not a valid play"},
	{&bid, "auto 0\n23\n", 23, LEAVING_NOT, "Type 'auto', and after it a number of moves"},
	{&bid, "auto off\n23\n", 23, LEAVING_NOT, "No robot moves for you now."},
	{&aside, "\n", 1, LEAVING_NOT, "Do you call? Enter lets it stand"},
	{&aside, "0\n", 0, LEAVING_NOT, "Do you call?"},
	{&claimed, "believe\n", 1, LEAVING_NOT, "Do you believe it? 1 yes, 0 no"},
	{&claimed, "\n0\n", 0, LEAVING_NOT, "Type a play"},
};

static void join_lines(struct str *text)
{
	size_t n = 0;
	for (const char *at = str_text(text); *at; at++)
		if (*at != '\n' && *at != ' ')
			text->text[n++] = *at;
		else if (n && text->text[n - 1] != ' ')
			text->text[n++] = ' ';
	text->length = n;
	text->text[n] = '\0';
}

START_TEST(entries_are_plays_or_explained)
{
	struct stage stage;
	AUTO_STR struct str text = {0};
	begin(&stage, entries[_i].scene, entries[_i].typed);
	int play = play_session_ask(&stage.session, 'A', stage.game.view.hands[0], stage.game.view.history, false);
	take_output(&text);
	join_lines(&text);
	ck_assert_int_eq(play, entries[_i].play);
	ck_assert_int_eq(stage.session.leaving, entries[_i].leaving);
	ck_assert_msg(strcasestr(str_text(&text), entries[_i].said), "no '%s' in: %s", entries[_i].said, str_text(&text));
	ck_assert_int_eq(stage.session.turn, 0);
	ck_assert_int_eq(stage.session.shows_history, strcmp(entries[_i].typed, "h\n0\n") != 0);
	ck_assert_str_eq(stage.session.own_hands, stage.game.view.hands[0]);
	end_scene(&stage);
}
END_TEST

/* Of several people each is called by name. Nothing is asked at a showdown, or by one who leaves. */
START_TEST(people_are_called_by_name)
{
	struct stage stage;
	AUTO_STR struct str text = {0};
	begin(&stage, &bid, "23\n24\n");
	stage.session.reader = -1;
	stage.session.is_human[1] = true;
	ck_assert_int_eq(play_session_ask(&stage.session, 'B', stage.game.view.hands[1], stage.game.view.history, true), 0);
	ck_assert_int_eq(play_session_ask(&stage.session, 'A', stage.game.view.hands[0], stage.game.view.history, false), 23);
	ck_assert_int_eq(stage.session.owner, 0);
	stage.session.leaving = LEAVING_BY_WISH;
	ck_assert_int_eq(play_session_ask(&stage.session, 'A', stage.game.view.hands[0], stage.game.view.history, false), 0);
	take_output(&text);
	ck_assert_ptr_nonnull(strstr(text.text, "Ann (A), raise or call (? for help) > 23\n"));
	ck_assert_ptr_null(strstr(text.text, "24"));
	ck_assert_ptr_nonnull(strstr(text.text, "Ann (A), your dice:"));
	end_scene(&stage);
}
END_TEST

/* At a terminal the next person takes the keyboard before any dice are shown: 24 empty lines hide what was before. */
START_TEST(the_keyboard_is_taken)
{
	struct stage stage;
	AUTO_STR struct str text = {0};
	begin(&stage, &bid, "23\n\n23\n24\n");
	stage.session.reader = -1;
	stage.session.is_human[1] = true;
	stage.terminal.is_interactive = true;
	ck_assert_int_eq(play_session_ask(&stage.session, 'A', stage.game.view.hands[0], stage.game.view.history, false), 23);
	ck_assert_int_eq(stage.session.at_keyboard, 0);
	take_output(&text);
	int n_lines = 0;
	while (text.text[n_lines] == '\n')
		n_lines++;
	ck_assert_msg(n_lines == 24, "%s", text.text);
	const char *first = strstr(text.text, "Ann (A), it is your turn. Take the keyboard and press Enter >");
	const char *again = strstr(text.text, "Press only Enter, so that no player sees another player's dice.");
	const char *dice = strstr(text.text, "your dice");
	ck_assert(first && again && dice && first < again && again < dice);
	/* Ann is still there. */
	ck_assert_int_eq(play_session_ask(&stage.session, 'A', stage.game.view.hands[0], stage.game.view.history, false), 24);
	end_scene(&stage);
}
END_TEST

/* ---- between plays ---------------------------------------------------------------------- */

static const struct {
	const struct scene *scene;
	enum page page;
	bool is_stepping;
	const char *typed;
	bool is_running; /* afterwards, as is_stepping and leaving */
	bool is_still_stepping;
	enum leaving leaving;
	const char *said;
} holds[] = {
	{&bid, PAGE_INTRO, false, "\n", false, false, LEAVING_NOT, "Enter: begin - q: leave > \n"},
	{&bid, PAGE_INTRO, false, "rules\nr\n\n", false, false, LEAVING_NOT,
		"The rules are shown above. Press Enter to begin.\n"},
	{&bid, PAGE_INTRO, false, "r\n\n", false, false, LEAVING_NOT, "'r' is not one of these.\n"},
	{&bid, PAGE_TURN, true, "\n", false, true, LEAVING_NOT,
		"Enter: next turn - r: run to the end - h: history - q: leave > \n"},
	{&bid, PAGE_TURN, true, "r\n", false, false, LEAVING_NOT, "Enter: next turn"}, /* a person plays, so only the steps end */
	{&ended, PAGE_SHOWDOWN, false, "\n", false, false, LEAVING_NOT, "Enter: next hand - h: history - q: leave > \n"},
	{&ended, PAGE_SHOWDOWN, true, "?\n\n", false, true, LEAVING_NOT,
		"Enter: next hand - r: run to the end - h: history - q: leave > ?\n"
		"h shows or hides the history; 'rules' prints the rules.\n"},
	{&ended, PAGE_SHOWDOWN, false, "auto on\nauto off\n\n", false, false, LEAVING_NOT,
		"Type this when it is your turn. Now only 'auto off' is possible.\n"},
	{&ended, PAGE_SHOWDOWN, false, "AUTO OFF\n\n", false, false, LEAVING_NOT, "No robot moves for you now.\n"},
	{&decided, PAGE_SHOWDOWN, true, "\n", false, true, LEAVING_NOT, "Enter: the result - h: history - q: leave > \n"},
	{&out, PAGE_SHOWDOWN, false, "r\n", false, false, LEAVING_NOT, "Enter: next hand"},
	{&ended, PAGE_SHOWDOWN, false, "bye\n", false, false, LEAVING_BY_WISH, "q: leave"},
	{&ended, PAGE_SHOWDOWN, false, "", false, false, LEAVING_AT_END, "q: leave"},
};

START_TEST(pages_are_held)
{
	struct stage stage;
	AUTO_STR struct str text = {0};
	begin(&stage, holds[_i].scene, holds[_i].typed);
	stage.session.is_stepping = holds[_i].is_stepping;
	play_session_hold(&stage.session, holds[_i].page);
	take_output(&text);
	ck_assert_msg(strstr(str_text(&text), holds[_i].said), "no '%s' in: %s", holds[_i].said, str_text(&text));
	ck_assert_int_eq(stage.session.is_running, holds[_i].is_running);
	ck_assert_int_eq(stage.session.is_stepping, holds[_i].is_still_stepping);
	ck_assert_int_eq(stage.session.leaving, holds[_i].leaving);
	end_scene(&stage);
}
END_TEST

/* When the last person is out of the game, it may run to its end. */
START_TEST(an_audience_may_skip_the_rest)
{
	struct stage stage;
	AUTO_STR struct str text = {0};
	begin(&stage, &out, "r\n");
	stage.session.is_human[0] = false;
	stage.session.is_human[1] = true; /* Bob has lost his die, or Ann hers */
	if (play_session_is_in(&stage.session, 1)) {
		stage.session.is_human[0] = true;
		stage.session.is_human[1] = false;
	}
	play_session_hold(&stage.session, PAGE_SHOWDOWN);
	take_output(&text);
	ck_assert_ptr_nonnull(strstr(text.text,
		"The others play on. Enter: next hand - r: run to the end - h: history - q: leave > r\n"));
	ck_assert(stage.session.is_running);
	end_scene(&stage);
}
END_TEST

SUITE(0,
	LOOP(entries_are_plays_or_explained, 0, COUNT(entries)),
	TEST(people_are_called_by_name),
	TEST(the_keyboard_is_taken),
	LOOP(pages_are_held, 0, COUNT(holds)),
	TEST(an_audience_may_skip_the_rest))
