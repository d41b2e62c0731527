/* test_ask.c - what may be typed at the prompts of the table, and what is said about it. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/draw.h"
#include "terminal_scene.h"
#include "test_streams.h"

static const struct scene bid = {"liars-dice", "dice=2", 2, {11, 0, NEXT_HAND, 12, 22, END}, .turn = 0},
	aside = {"round-table", "dice=2", 3, {13, 23, 1, 33, END}, .turn = 0},
	claimed = {"maexchen", "", 2, {65, END}, .turn = 1},
	ended = {"liars-dice", "dice=2", 2, {11, 0, END}, .turn = -1},
	decided = {"liars-dice", "dice=1", 2, {11, 0, END}, .turn = -1},
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
	{&bid, "23\n", 23, LEAVING_NOT, "Raise or call (? for help) > 23"},
	{&bid, "two threes\n", 23, LEAVING_NOT, "your dice"},
	{&bid, "liar\n", 0, LEAVING_NOT, "Bob bids two twos: at least two of the 3 dice on the table show a two."},
	{&bid, "x\n23\n", 23, LEAVING_NOT, "'x' is not a valid play"},
	{&bid, "\n0\n", 0, LEAVING_NOT, "Type a play, or ? for help."},
	{&bid, "12\n23\n", 23, LEAVING_NOT, "One two is not higher than two twos"},
	{&bid, "?\n0\n", 0, LEAVING_NOT, HELP},
	{&bid, "HELP\n31\n", 31, LEAVING_NOT, "hint: the chances. auto: a robot moves for you"},
	{&bid, "hint\n0\n", 0, LEAVING_NOT, "The chance that the bid is true is"},
	{&bid, "odds\n0\n", 0, LEAVING_NOT, "Chances of the lowest raises"},
	{&bid, "rules\n0\n", 0, LEAVING_NOT, "The loser of a hand loses a die"},
	{&bid, "h\n0\n", 0, LEAVING_NOT, "Hand 1: Bob called one one"},
	{&bid, "q\n", 0, LEAVING_BY_WISH, "Raise or call"}, {&bid, "EXIT\n", 0, LEAVING_BY_WISH, "Raise or call"},
	{&bid, "", 0, LEAVING_AT_END, "Raise or call"},
	{&bid, "x\n", 0, LEAVING_AT_END, "'x' is not a valid play"},
	{&bid, "auto 0\n23\n", 23, LEAVING_NOT, "Type 'auto', and after it a number of moves"},
	{&bid, "auto off\n23\n", 23, LEAVING_NOT, "No robot is moving for you."},
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
	ck_assert_msg(strcasestr(str_text(&text), entries[_i].said), "no '%s' in: %s", entries[_i].said,
		      str_text(&text));
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
	ck_assert_int_eq(play_session_ask(&stage.session, 'B', stage.game.view.hands[1], stage.game.view.history, true),
			 0);
	ck_assert_int_eq(play_session_ask(&stage.session, 'A', stage.game.view.hands[0], stage.game.view.history,
					  false), 23);
	ck_assert_int_eq(stage.session.owner, 0);
	stage.session.leaving = LEAVING_BY_WISH;
	ck_assert_int_eq(play_session_ask(&stage.session, 'A', stage.game.view.hands[0], stage.game.view.history,
					  false), 0);
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
	ck_assert_int_eq(play_session_ask(&stage.session, 'A', stage.game.view.hands[0], stage.game.view.history,
					  false), 23);
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
	ck_assert_int_eq(play_session_ask(&stage.session, 'A', stage.game.view.hands[0], stage.game.view.history,
					  false), 24);
	end_scene(&stage);
}
END_TEST

/* A screen is cleared by drawing, so nothing scrolls. */
START_TEST(the_keyboard_is_taken_at_a_screen)
{
	struct stage stage;
	AUTO_STR struct str text = {0};
	begin(&stage, &bid, "\n23\n");
	stage.session.reader = -1;
	stage.session.is_human[1] = true;
	stage.terminal.is_interactive = stage.terminal.is_screen = true;
	ck_assert_int_eq(play_session_ask(&stage.session, 'A', stage.game.view.hands[0], stage.game.view.history,
					  false), 23);
	take_output(&text);
	const char *keyboard = strstr(text.text, "Take the keyboard and press Enter"),
		*dice = strstr(text.text, "your dice");
	ck_assert(text.text[0] == '\033' && keyboard && dice && keyboard < dice);
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
	{&bid, PAGE_INTRO, false, "r\n\n", false, false, LEAVING_NOT, "'r' is not one of these answers.\n"},
	{&bid, PAGE_TURN, true, "\n", false, true, LEAVING_NOT,
		"Enter: next turn - r: run to the end - h: history - q: leave > \n"},
	/* a person plays, so only the steps end */
	{&bid, PAGE_TURN, true, "r\n", false, false, LEAVING_NOT, "Enter: next turn"},
	{&ended, PAGE_SHOWDOWN, false, "\n", false, false, LEAVING_NOT,
	 "Enter: next hand - h: history - q: leave > \n"},
	{&ended, PAGE_SHOWDOWN, true, "?\n\n", false, true, LEAVING_NOT,
		"Enter: next hand - r: run to the end - h: history - q: leave > ?\n"
		"h shows or hides the history; 'rules' prints the rules.\n"},
	{&ended, PAGE_SHOWDOWN, false, "auto on\nauto off\n\n", false, false, LEAVING_NOT,
		"Type this when it is your turn. Now only 'auto off' is possible.\n"},
	{&ended, PAGE_SHOWDOWN, false, "AUTO OFF\n\n", false, false, LEAVING_NOT, "No robot is moving for you.\n"},
	{&decided, PAGE_SHOWDOWN, true, "\n", false, true, LEAVING_NOT,
	 "Enter: the result - h: history - q: leave > \n"},
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
		"The others continue. Enter: next hand - r: run to the end - h: history - q: leave > r\n"));
	ck_assert(stage.session.is_running);
	end_scene(&stage);
}
END_TEST

/* Robots alone, or persons who are out: what is offered, in full, and what `r` does. */
static const struct {
	const struct scene *scene;
	enum page page;
	bool has_person, is_stepping;
	const char *said;
	bool is_running; /* after r */
} audiences[] = {
	{&bid, PAGE_TURN, false, true, "Enter: next turn - r: run to the end - h: history - q: leave > r\n", true},
	{&bid, PAGE_TURN, false, false, "Enter: next turn - r: run to the end - h: history - q: leave > r\n", true},
	{&bid, PAGE_TURN, true, false, "Enter: next turn - h: history - q: leave > r\n", false},
	{&bid, PAGE_INTRO, false, true,
	 "Enter: begin - q: leave > r\n'r' is not one of these answers.\nEnter: begin - q: leave > \n", false},
	{&ended, PAGE_SHOWDOWN, false, true, "Enter: next hand - r: run to the end - h: history - q: leave > r\n",
	 true},
	{&decided, PAGE_SHOWDOWN, false, true, "Enter: the result - h: history - q: leave > r\n", true},
	{&decided, PAGE_SHOWDOWN, true, false, "Enter: the result - h: history - q: leave > r\n", true},
};

START_TEST(an_audience_is_offered_the_end)
{
	struct stage stage;
	AUTO_STR struct str text = {0};
	begin(&stage, audiences[_i].scene, "r\n\n");
	struct play_session *session = &stage.session;
	session->is_stepping = audiences[_i].is_stepping;
	session->is_human[0] = false;
	session->n_humans = audiences[_i].has_person;
	if (audiences[_i].has_person) /* who has lost the last die, where one has */
		session->is_human[play_session_is_in(session, 0) && audiences[_i].page == PAGE_SHOWDOWN ? 1 : 0] = true;
	play_session_hold(session, audiences[_i].page);
	take_output(&text);
	ck_assert_str_eq(text.text, audiences[_i].said);
	ck_assert_int_eq(session->is_running, audiences[_i].is_running);
	end_scene(&stage);
}
END_TEST

/* `auto off` is offered while a robot moves for somebody in the game, and stops the robots of all. */
START_TEST(robots_of_all_people_are_stopped)
{
	struct stage stage;
	AUTO_STR struct str text = {0};
	begin(&stage, &out, "auto off\n\n");
	struct play_session *session = &stage.session;
	int lost = play_session_is_in(session, 0) ? 1 : 0;
	session->deputy[lost].n_moves = DEPUTY_ALWAYS;
	session->deputy[2].n_moves = _i ? 3 : 0;
	play_session_hold(session, PAGE_SHOWDOWN);
	take_output(&text);
	ck_assert_int_eq(strstr(text.text, "auto off: you move again") != NULL, _i);
	for (int player = 0; player < 3; player++)
		ck_assert_int_eq(session->deputy[player].n_moves, 0);
	end_scene(&stage);
}
END_TEST

/* ---- a screen --------------------------------------------------------------------------- */

static const struct scene many = {"liars-dice", "dice=2", 26, {23, 24, 25, 26, 31, 32, 33, 34, END}, .turn = 0};

/* The prompts and "more" that a message of so many lines brings, when Enter is typed until the play. */
static void read_message(struct stage *stage, enum page page, int n_lines, struct str *text)
{
	AUTO_STR struct str message = {0}, line = {0};
	for (int i = 0; i < n_lines; i++)
		str_addf(&message, "line %d\n", i + 1);
	begin(stage, &many, "\n\n\n\n");
	stage->terminal.is_screen = true;
	ck_assert(prompt_read(&stage->session, page, &message, "Your play >", &line));
	ck_assert_uint_eq(message.length, 0);
	take_output(text);
}

static int count(const char *text, const char *what)
{
	int n = 0;
	for (; (text = strstr(text, what)); text += strlen(what))
		n++;
	return n;
}

/* With 24 rows, a page holds 17 lines of a text. A third of the rows is beside the table, whether the text fits there
 * or not. */
START_TEST(long_messages_have_pages)
{
	static const struct {
		int n_lines, n_pages; /* 0: it is beside the table */
	} cases[] = {{1, 0}, {8, 0}, {9, 1}, {17, 1}, {18, 2}, {34, 2}, {35, 3}};
	for (int i = 0; i < COUNT(cases); i++) {
		struct stage stage;
		AUTO_STR struct str text = {0}, last = {0};
		read_message(&stage, PAGE_TURN, cases[i].n_lines, &text);
		int n_pages = cases[i].n_pages;
		ck_assert_int_eq(count(text.text, "Enter: more (page "), n_pages > 1 ? n_pages - 1 : 0);
		for (int page = 1; page < n_pages; page++) {
			AUTO_STR struct str more = {0}, first = {0};
			str_addf(&more, "Enter: more (page %d of %d) >", page, n_pages);
			str_addf(&first, "  line %d\033", 17 * page);
			ck_assert_msg(strstr(text.text, more.text) && strstr(text.text, first.text), "%d: %s",
				      cases[i].n_lines, text.text);
		}
		/* After the last page the table is drawn again, without the message. */
		ck_assert_int_eq(count(text.text, "Your play >"), n_pages ? 2 : 1);
		ck_assert_int_eq(count(text.text, "B Bob"), 1);
		str_addf(&last, "  line %d\033", cases[i].n_lines);
		ck_assert_int_eq(count(text.text, last.text), 1);
		end_scene(&stage);
	}
}
END_TEST

/* The page at the end is a text if it does not fit. The entry below its last page is the answer. */
START_TEST(long_ends_have_pages)
{
	static const struct scene end = {"liars-dice", "dice=2", 26, {23, 24, 0, END}, .turn = -1};
	struct stage stage;
	AUTO_STR struct str text = {0}, message = {0}, line = {0};
	begin(&stage, &end, "\nanswer\n");
	stage.terminal.is_screen = true;
	str_add(&stage.session.notice, "Before.\n");
	str_add(&message, "After.\n");
	ck_assert(prompt_read(&stage.session, PAGE_SHOWDOWN, &message, "Go on >", &line));
	ck_assert_str_eq(line.text, "answer");
	ck_assert_uint_eq(stage.session.notice.length + message.length, 0);
	take_output(&text);
	ck_assert_int_eq(count(text.text, "Enter: more (page 1 of 2) >"), 1);
	ck_assert_int_eq(count(text.text, "Go on >"), 1);
	const char *outcome = strstr(text.text, "called two fours"), *notice = strstr(text.text, "  Before."),
		   *after = strstr(text.text, "  After.");
	ck_assert(outcome && notice && after && outcome < notice && notice < after);
	for (char letter = 'A'; letter <= 'Z'; letter++) {
		const char row[] = {' ', ' ', letter, ' ', '\0'};
		ck_assert_int_eq(count(text.text, row), 1);
	}
	end_scene(&stage);
}
END_TEST

/* Who leaves between two pages is not asked any more. */
START_TEST(pages_can_be_left)
{
	static const struct {
		const char *typed;
		bool is_line;
		enum leaving leaving;
	} cases[] = {{"Q\n", true, LEAVING_NOT}, {"", false, LEAVING_AT_END}, {"\n", false, LEAVING_AT_END}};
	struct stage stage;
	AUTO_STR struct str message = {0}, line = {0};
	begin(&stage, &many, cases[_i].typed);
	stage.terminal.is_screen = true;
	for (int i = 0; i < 30; i++)
		str_add(&message, "line\n");
	ck_assert_int_eq(prompt_read(&stage.session, PAGE_TURN, &message, "Your play >", &line), cases[_i].is_line);
	ck_assert_int_eq(stage.session.leaving, cases[_i].leaving);
	ck_assert(!cases[_i].is_line || strcmp(line.text, "Q") == 0);
	end_scene(&stage);
}
END_TEST

SUITE(0,
	LOOP(entries_are_plays_or_explained, 0, COUNT(entries)),
	TEST(people_are_called_by_name),
	TEST(the_keyboard_is_taken),
	TEST(the_keyboard_is_taken_at_a_screen),
	LOOP(pages_are_held, 0, COUNT(holds)),
	TEST(an_audience_may_skip_the_rest),
	LOOP(an_audience_is_offered_the_end, 0, COUNT(audiences)),
	LOOP(robots_of_all_people_are_stopped, 0, 2),
	TEST(long_messages_have_pages),
	TEST(long_ends_have_pages),
	LOOP(pages_can_be_left, 0, 3))
