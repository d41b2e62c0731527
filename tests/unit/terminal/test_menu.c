/* test_menu.c - the questions of the menu: what they show, what Enter means, and what is said about an answer. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "terminal/menu/menu.h"
#include "test_streams.h"

/* Begins a menu as menu_init does, but with made-up robots, of which the last plays only wild and perudo. */
static void begin(struct menu *menu, const char *variant)
{
	static const char *const names[] = {"caller", "computer", "prober"};
	*menu = (struct menu){.n_people = 1, .n_opponents = 1, .n_robots = 3};
	menu->people[0] = mem_strdup("");
	menu->robots = NEW_ARRAY(struct menu_robot, 3);
	for (int i = 0; i < 3; i++)
		menu->robots[i] = (struct menu_robot){
			.name = mem_strdup(names[i]), .summary = mem_strdup("plays well"),
				.variants = mem_strdup(i == 2 ? "wild perudo" : ""),
		};
	menu_set_variant(menu, variant);
}

#define NAMES "Type names of up to 30 characters, separated by commas; or 0 for no human player.\n"
#define RULE_NUMBERS " is not in the list. Type a number from 1 to 14, or a name.\n"

enum { VARIANT = QUESTION_VARIANT, PEOPLE, COUNTED, ROBOTS, WILD, RULES };

/* Answers to one menu, one after the other. */
struct answer {
	int question;
	const char *answer, *message; /* "": it is taken, without a remark */
	const char *usual;            /* what Enter means afterwards */
};

static const struct answer of_a_game[] = {
	{VARIANT, "", "", "Liar's Dice (wild)"}, {PEOPLE, "", "", "one person without a name"}, {COUNTED, "", "", "1"},
	{ROBOTS, "", "", "computer"},
	{WILD, "", "", "yes"}, {RULES, "", "", "start"},
	{PEOPLE, "Ann,,Bob", NAMES, "one person without a name"},
	{PEOPLE, "Ann, Oli#207", "", "Ann, Oli#207 (a robot)"},
	{COUNTED, "", "", "0"}, {PEOPLE, "1234567890123456789012345678901", NAMES, "Ann, Oli#207 (a robot)"},
	{PEOPLE, "  Ann  ,Bob ", "", "Ann, Bob"},
	{PEOPLE, "MegaMax: Ann", "MegaMax: Ann: MegaMax is a cheat of M\303\244xchen; play it with -v maexchen.\n",
	 "Ann, Bob"},
	{COUNTED, "25", "Type a number from 0 to 24.\n", "0"}, {COUNTED, "x", "Type a number from 0 to 24.\n", "0"},
	{COUNTED, "2", "", "2"},
	{ROBOTS, "1", "", "caller caller"}, {ROBOTS, "1 prober", "", "caller prober"},
	{ROBOTS, "random, 3", "", "random prober"},
	{ROBOTS, "1 2 3", "You chose 3; type one for all robots, or 2.\n", "random prober"},
	{ROBOTS, "4", "'4' is not in the list. Type a number from 1 to 3, or a name.\n", "random prober"},
	{ROBOTS, "probre",
	 "'probre' is not in the list (did you mean 'prober'?). Type a number from 1 to 3, or a name.\n",
		"random prober"},
	{COUNTED, "2", "", "2"}, {ROBOTS, "", "", "random prober"}, {COUNTED, "3", "", "3"},
	{ROBOTS, "", "", "computer computer computer"},
	{WILD, "no", "", "no"},
	{WILD, "JOKER", "Type yes or no: wild must be none, ones, joker, drop or high, not 'JOKER'\n", "no"},
	{WILD, "joker", "", "joker"}, {WILD, "Y", "", "yes"},
	{RULES, "15", "'15'" RULE_NUMBERS, "start"}, {RULES, "dice 7", "Set dice=7.\n", "start"},
	{RULES, "1=4", "Set dice=4.\n", "start"},
	{RULES, "dice 21", "dice must be a whole number from 1 to 20, not '21'\n", "start"},
	{RULES, "faces", "faces: faces of a die. Now 6; it can be 2 to 9.\n", "keep faces=6"},
	{RULES, "10", "faces must be a whole number from 2 to 9, not '10'\n", "keep faces=6"},
	{RULES, "8", "Set faces=8.\n", "start"},
	{RULES, "faces", "faces: faces of a die. Now 8; it can be 2 to 9.\n", "keep faces=8"},
	{RULES, "", "faces=8 stays.\n", "start"}, {RULES, "loss=point", "Set loss=point.\n", "start"},
	{RULES, "", "These settings contradict each other: ", "start"}, {RULES, "rounds 3", "Set rounds=3.\n", "start"},
	{RULES, "", "", "start"},
	{PEOPLE, "0", "", "none (you watch)"}, {COUNTED, "1", "Type a number from 2 to 26.\n", "3"},
	{COUNTED, "26", "", "26"}, {PEOPLE, "Ann", "", "Ann"}, {COUNTED, "", "", "25"},
	{VARIANT, "chess", "'chess' is not in the list. Type a number from 1 to ", "Liar's Dice (wild)"},
	{VARIANT, "liar's dice", "", "Liar's Dice"}, {VARIANT, "Mäxchen", "", "Mäxchen"},
	{VARIANT, "liar's dice (wild)", "", "Liar's Dice (wild)"}, {VARIANT, "maex", "", "Mäxchen"},
	{PEOPLE, "MegaMax: Ann, GodKing: Bob", "GodKing: Bob: a game can have only one cheat.\n", "Ann"},
	{PEOPLE, "MegaMaxOli#3", "MegaMaxOli#3: only people can cheat.\n", "Ann"},
	{PEOPLE, "MegaMax", "", "one person without a name"},
};

START_TEST(answers_are_taken_or_explained)
{
	struct menu menu;
	begin(&menu, "wild");
	for (int i = 0; i < COUNT(of_a_game); i++) {
		const struct answer *answer = &of_a_game[i];
		AUTO_STR struct str message = {0}, usual = {0};
		bool is_taken = menu_questions[answer->question].take(&menu, answer->answer, &message);
		size_t n = strlen(answer->message), n_said = n &&
			answer->message[n - 1] != '\n' ? n : message.length; /* a beginning */
		ck_assert_msg(is_taken == (n == 0), "'%s': %s", answer->answer, str_text(&message));
		ck_assert_msg(n_said == n && strncmp(str_text(&message), answer->message, n) == 0, "'%s': %s",
			      answer->answer, str_text(&message));
		menu_questions[answer->question].fallback(&menu, &usual);
		ck_assert_msg(strcmp(usual.text, answer->usual) == 0, "after '%s': %s", answer->answer, usual.text);
	}
	menu_release(&menu);
}
END_TEST

START_TEST(choices_are_shown)
{
	struct menu menu;
	AUTO_STR struct str robots = {0}, none = {0}, rules = {0}, variants = {0};
	begin(&menu, "wild");
	menu_questions[ROBOTS].show(&menu, 80, &robots);
	ck_assert_str_eq(robots.text,
		"   1  caller    plays well\n"
		"   2  computer  plays well\n"
		"   3  prober    plays well\n");
	menu_questions[RULES].show(&menu, 80, &rules);
	ck_assert_int_eq(strncmp(rules.text, "   1  dice=5          ", 22), 0);
	menu_questions[VARIANT].show(&menu, 79, &variants);
	ck_assert_ptr_nonnull(strstr(variants.text, "   1  Liar's Dice  five dice"));
	ck_assert_ptr_nonnull(strstr(variants.text, "\n   7  Mäxchen      two dice"));
	ck_assert_ptr_nonnull(strstr(rules.text, "\n   3  wild=ones       "));
	menu.setting = 1; /* only its value is asked for */
	str_clear(&rules);
	menu_questions[RULES].show(&menu, 80, &rules);
	ck_assert_str_eq(str_text(&rules), "");
	ck_assert_str_eq(menu_questions[RULES].hint_of(&menu), "the value");
	for (int i = 0; i < 2; i++)
		free(menu.robots[i].variants), menu.robots[i].variants = mem_strdup("tourney");
	menu_set_variant(&menu, "liars-dice");
	menu_questions[ROBOTS].show(&menu, 80, &none);
	ck_assert_str_eq(none.text, "  No robot plays this variant: see `arena list robots`.\n");
	str_clear(&none);
	ck_assert(!menu_questions[ROBOTS].take(&menu, "", &none));
	ck_assert_str_eq(none.text, "No robot can play this game; go back and choose another one.\n");
	menu_release(&menu);
}
END_TEST

/* computer, else the robot with the name of the game, else any. */
START_TEST(a_robot_is_usual)
{
	struct menu menu;
	begin(&menu, "wild");
	ck_assert_int_eq(menu_usual_robot(&menu), 1);
	menu.robots[1].plays = false;
	ck_assert_int_eq(menu_usual_robot(&menu), MENU_AT_RANDOM);
	free(menu.robots[2].name);
	menu.robots[2].name = mem_strdup("wild");
	ck_assert_int_eq(menu_usual_robot(&menu), 2);
	menu_release(&menu);
}
END_TEST

/* The first question that Enter alone does not answer. */
/* Robots that are not found, or do not play by these rules, are left out; so is a table of an unknown variant. */
START_TEST(the_last_table_is_set)
{
	static char computer[] = "computer", ann[] = "human:name=Ann", bob[] = "Bob=human", oli[] = "Oli=computer",
		prober[] = "prober", gone[] = "./gone.so";
	char *specs[] = {computer, ann, prober, bob, gone, oli};
	AUTO_STR struct str people = {0}, opponents = {0};
	struct rules rules;
	struct menu menu;
	begin(&menu, "liars-dice");
	ck_assert_int_eq(rules_init(&rules, _i ? "wild" : "liars-dice", NULL) || rules_set(&rules, "dice=3", NULL), 0);
	menu_set_table(&menu, &rules, specs, COUNT(specs));
	menu_questions[PEOPLE].fallback(&menu, &people);
	ck_assert_str_eq(people.text, "Ann, Bob");
	menu_questions[ROBOTS].fallback(&menu, &opponents);
	ck_assert_str_eq(opponents.text, _i ? "computer prober computer" : "computer computer");
	ck_assert_str_eq(menu.rules.name, _i ? "wild" : "liars-dice");
	ck_assert_int_eq(rules_set(&rules, "dice=3", NULL) || memcmp(menu.rules.value, rules.value, sizeof rules.value),
			 0);
	rules.name[0] = 'x';
	menu_set_table(&menu, &rules, specs, 2);
	ck_assert_int_eq(menu.n_people, 2);
	menu_release(&menu);
}
END_TEST

START_TEST(the_rest_may_refuse)
{
	struct menu menu;
	AUTO_STR struct str message = {0};
	begin(&menu, "wild");
	ck_assert_int_eq(menu_take_rest(&menu, 0, &message), -1);
	ck_assert(!menu_questions[RULES].take(&menu, "loss=point", &message));
	str_clear(&message);
	ck_assert_int_eq(menu_take_rest(&menu, 1, &message), QUESTION_RULES);
	ck_assert_uint_gt(message.length, 0);
	menu_release(&menu);
}
END_TEST

/* Robots that are programs are not chosen by chance. */
START_TEST(chance_chooses_robots_that_need_nothing)
{
	struct menu menu;
	AUTO_STR struct str message = {0};
	int n[3] = {0};
	begin(&menu, "wild");
	menu.robots[1].is_program = true;
	ck_assert(menu_questions[ROBOTS].take(&menu, "random", &message));
	for (int i = 0; i < 64; i++) {
		struct words words = {0};
		menu_command(&menu, &words);
		ck_assert_int_eq(words.n, 4); /* -v wild human ROBOT */
		for (int k = 0; k < 3; k++)
			n[k] += strcmp(words.word[3], menu.robots[k].name) == 0;
		words_release(&words);
	}
	ck_assert(n[0] > 0 && n[1] == 0 && n[2] > 0 && n[0] + n[2] == 64);
	menu_release(&menu);
}
END_TEST

/* ---- at a terminal ---------------------------------------------------------------------- */

/* What was typed, how it ended, the titles of the questions in their order, and the command. */
static const struct {
	const char *typed;
	enum menu_end end;
	const char *titles, *command;
} sessions[] = {
	{"\n\n\n\n\n\n", MENU_START, "123456", "-v wild human computer"},
	{"s\n", MENU_START, "1", "-v wild human computer"},
	{"q\n", MENU_LEAVE, "1", NULL}, {"", MENU_LEAVE, "1", NULL}, {"\n\nexit\n", MENU_LEAVE, "123", NULL},
	{"\nAnn, Bob\n0\nno\n\n", MENU_START, "12345", "-v wild -r wild=none human:name=Ann human:name=Bob"},
		/* no robots to choose */
	{"\nback\n\nAnn\n\nb\n\n\n\n\n", MENU_START, "121234345" "6", "-v wild human:name=Ann computer"},
	{"b\nb\nmaexchen\n\n\n\n\n", MENU_START, "1112345", "-v maexchen human computer"},
	{"maexchen\n\n\n\nb\n\n\n", MENU_START, "1234545", "-v maexchen human computer"},
	{"?\nm\nchess\n\ns\n", MENU_START, "11112", "-v wild human computer"},
	{"\n\n\n\n\ndice\nb\ndice\n3\n\n", MENU_START, "1234566666", "-v wild -r dice=3 human computer"},
	{"\n\n\n\n\nloss=point\ns\nrounds=2\ns\n", MENU_START, "123456666",
	 "-v wild -r loss=point -r rounds=2 human computer"},
};

static void check_command(const struct menu *menu, const char *wanted)
{
	struct words words = {0};
	AUTO_STR struct str line = {0};
	menu_command(menu, &words);
	for (int i = 0; i < words.n; i++)
		str_addf(&line, "%s%s", i ? " " : "", words.word[i]);
	ck_assert_str_eq(line.text, wanted);
	words_release(&words);
}

START_TEST(questions_follow_each_other)
{
	struct menu menu;
	struct terminal terminal = {.wake = -1};
	AUTO_STR struct str out = {0}, titles = {0};
	begin(&menu, "wild");
	capture();
	give_input(sessions[_i].typed, strlen(sessions[_i].typed));
	ck_assert_int_eq(menu_ask(&menu, &terminal), sessions[_i].end);
	take_output(&out);
	for (const char *at = out.text; (at = strstr(at, "Question ")) != NULL; at++)
		str_add_n(&titles, at + 9, 1);
	ck_assert_str_eq(titles.text, sessions[_i].titles);
	if (sessions[_i].command)
		check_command(&menu, sessions[_i].command);
	terminal_release(&terminal);
	menu_release(&menu);
}
END_TEST

START_TEST(a_question_is_printed)
{
	struct menu menu;
	struct terminal terminal = {.wake = -1};
	AUTO_STR struct str out = {0};
	begin(&menu, "wild");
	capture();
	give_input("\n\n2\n7\n?\n", 8);
	ck_assert_int_eq(menu_ask(&menu, &terminal), MENU_LEAVE);
	take_output(&out);
	const char *from = strstr(out.text, "Question 4: ");
	ck_assert_ptr_nonnull(from);
	ck_assert_str_eq(from,
		"Question 4: which robots?\n\n"
		"   1  caller    plays well\n   2  computer  plays well\n   3  prober    plays well\n\n"
		"  Type one for all, or one for each: 1 3 3; or random. Enter: computer. Also:\n"
		"  help, back, s to start, q to leave.\n"
		"  > 7\n"
		"\n Question 4: which robots?\n\n"
		"   1  caller    plays well\n   2  computer  plays well\n   3  prober    plays well\n\n"
		"  '7' is not in the list. Type a number from 1 to 3, or a name.\n\n"
		"  Type one for all, or one for each: 1 3 3; or random. Enter: computer. Also:\n"
		"  help, back, s to start, q to leave.\n"
		"  > ?\n"
		"\n Question 4: which robots?\n\n"
		"   1  caller    plays well\n   2  computer  plays well\n   3  prober    plays well\n\n"
		"  Numbers or names from the list, with spaces between them. 'random' chooses\n"
		"  for you.\n"
		"  `arena list robots` describes each of them.\n"
		"  'back' goes to the previous question, 's' starts the game as it is, 'q' or\n"
		"  ctrl-D quits.\n\n"
		"  Type one for all, or one for each: 1 3 3; or random. Enter: computer. Also:\n"
		"  help, back, s to start, q to leave.\n"
		"  > ");
	terminal_release(&terminal);
	menu_release(&menu);
}
END_TEST

/* On a screen of 24 rows, 40 robots take three pages; the fourth is the first again. */
START_TEST(long_lists_have_pages)
{
	struct menu menu;
	struct terminal terminal = {.wake = -1, .is_screen = true};
	AUTO_STR struct str out = {0};
	static const char *const pages[] = {"1 of 3", "2 of 3", "3 of 3", "1 of 3"};
	bool is_listed[41] = {false};
	begin(&menu, "wild");
	menu.robots = mem_resize(menu.robots, 40, sizeof *menu.robots);
	for (; menu.n_robots < 40; menu.n_robots++)
		menu.robots[menu.n_robots] = (struct menu_robot){
			.name = mem_strdup("r"), .summary = mem_strdup("plays"), .variants = mem_strdup(""),
			.plays = true,
		};
	capture();
	static const char typed[] = "\n\n\nm\nm\nm\nq\n";
	give_input(typed, sizeof typed - 1);
	ck_assert_int_eq(menu_ask(&menu, &terminal), MENU_LEAVE);
	take_output(&out);
	const char *screen = strstr(out.text, "Question 4");
	for (int i = 0; i < COUNT(pages); i++) {
		ck_assert_ptr_nonnull(screen);
		const char *next = strstr(screen + 1, "Question 4"), *end = next ? next : screen + strlen(screen);
		const char *page = strstr(screen, "for more (page "); /* the line may be broken before it */
		int n_lines = 0;
		ck_assert(page && page < end);
		ck_assert_int_eq(strncmp(page + strlen("for more (page "), pages[i], strlen(pages[i])), 0);
		for (const char *c = screen; c < end; c++) {
			n_lines += *c == '\n';
			int number = *c == '\n' && end - c > 5 ? atoi(c + 1) : 0;
			if (number > 0 && number <= 40)
				is_listed[number] = true;
		}
		ck_assert_int_le(n_lines, 23);
		screen = next;
	}
	for (int number = 1; number <= 40; number++)
		ck_assert_msg(is_listed[number], "%d is on no page", number);
	terminal_release(&terminal);
	menu_release(&menu);
}
END_TEST

/* Draws the question about the robots on a screen of 24 rows, with this many robots. Returns the number of its
 * lines. */
static int draw_robots(int n_robots, unsigned short columns, struct str *drawing)
{
	struct menu menu;
	struct terminal terminal = {.wake = -1, .is_screen = true};
	AUTO_STR struct str out = {0};
	begin(&menu, "wild");
	menu.robots = mem_resize(menu.robots, 40, sizeof *menu.robots);
	for (; menu.n_robots < n_robots; menu.n_robots++)
		menu.robots[menu.n_robots] = (struct menu_robot){
			.name = mem_strdup("r"), .summary = mem_strdup("plays"), .variants = mem_strdup(""),
			.plays = true,
		};
	pid_t copier = capture_terminal(columns, 24);
	give_input("\n\n\nq\n", 5);
	ck_assert_int_eq(menu_ask(&menu, &terminal), MENU_LEAVE);
	terminal_release(&terminal);
	menu_release(&menu);
	take_terminal(copier, &out);
	const char *from = strstr(out.text, "Question 4");
	str_add_n(drawing, from, (size_t)(strstr(from, "\033[J") - from));
	int n_lines = 1;
	for (const char *c = drawing->text; *c; c++)
		n_lines += *c == '\n';
	return n_lines;
}

/* As many robots are shown as there are rows for. If there are pages, a line is kept for their numbers, and may
 * wrap. */
static const struct {
	unsigned short columns;
	int n_robots, n_pages, n_lines;
} full_screens[] = {
	{80, 18, 1, 24}, {80, 19, 2, 23}, {80, 34, 2, 23}, {80, 35, 3, 23}, {61, 18, 1, 24}, {61, 19, 2, 24},
	{60, 17, 1, 24}, {60, 18, 2, 23},
};

START_TEST(lists_fill_the_screen)
{
	AUTO_STR struct str drawing = {0}, page = {0};
	ck_assert_int_eq(draw_robots(full_screens[_i].n_robots, full_screens[_i].columns, &drawing),
			 full_screens[_i].n_lines);
	str_addf(&page, "(page 1 of %d), help", full_screens[_i].n_pages);
	for (char *c = drawing.text; *c; c++) /* a line may be broken in it */
		*c = *c == '\n' ? ' ' : *c;
	ck_assert_int_eq(strstr(drawing.text, "(page") != NULL, full_screens[_i].n_pages > 1);
	ck_assert_msg(full_screens[_i].n_pages == 1 || strstr(drawing.text, page.text), "no %s in %s", page.text,
		      drawing.text);
}
END_TEST

/* There may be up to 26 names. The question about robots says that some have names. */
START_TEST(names_fill_the_table)
{
	struct menu menu;
	AUTO_STR struct str message = {0}, names = {0};
	begin(&menu, "wild");
	ck_assert_str_eq(menu_questions[COUNTED].hint_of(&menu), "a number");
	ck_assert(menu_questions[PEOPLE].take(&menu, "Ann, Oli#1", &message));
	ck_assert_str_eq(menu_questions[COUNTED].hint_of(&menu), "the number of robots, besides those with a name");
	for (int i = 0; i < 26; i++)
		str_addf(&names, "%sn%d", i ? "," : "", i);
	ck_assert(menu_questions[PEOPLE].take(&menu, names.text, &message));
	ck_assert_int_eq(menu.n_people, 26);
	ck_assert_str_eq(menu.people[25], "n25");
	ck_assert_int_eq(menu.n_opponents, 0);
	ck_assert(menu_questions[COUNTED].take(&menu, "0", &message));
	ck_assert_uint_eq(message.length, 0);
	ck_assert(!menu_questions[COUNTED].take(&menu, "1", &message));
	ck_assert_str_eq(message.text, "Type a number from 0 to 0.\n");
	str_clear(&message);
	str_add(&names, ",n26");
	ck_assert(!menu_questions[PEOPLE].take(&menu, names.text, &message));
	ck_assert_str_eq(message.text, NAMES);
	ck_assert_int_eq(menu.n_people, 26);
	menu_release(&menu);
}
END_TEST

/* A robot for each seat, and no more. */
START_TEST(robots_fill_the_table)
{
	struct menu menu;
	AUTO_STR struct str message = {0}, answer = {0};
	begin(&menu, "wild");
	ck_assert(menu_questions[PEOPLE].take(&menu, "0", &message));
	ck_assert(menu_questions[COUNTED].take(&menu, "26", &message));
	for (int i = 0; i < 26; i++)
		str_addf(&answer, " %s", i % 2 ? "prober" : "caller");
	ck_assert(menu_questions[ROBOTS].take(&menu, answer.text, &message));
	for (int i = 0; i < 26; i++)
		ck_assert_int_eq(menu.opponent[i], i % 2 ? 2 : 0);
	str_add(&answer, " caller");
	ck_assert(!menu_questions[ROBOTS].take(&menu, answer.text, &message));
	ck_assert_str_eq(message.text, "You chose 27; type one for all robots, or 26.\n");
	menu_release(&menu);
}
END_TEST

SUITE(0,
	TEST(answers_are_taken_or_explained),
	TEST(choices_are_shown),
	TEST(a_robot_is_usual),
	LOOP(the_last_table_is_set, 0, 2), TEST(the_rest_may_refuse),
	TEST(chance_chooses_robots_that_need_nothing),
	LOOP(questions_follow_each_other, 0, COUNT(sessions)),
	TEST(a_question_is_printed),
	TEST(long_lists_have_pages),
	LOOP(lists_fill_the_screen, 0, COUNT(full_screens)),
	TEST(names_fill_the_table),
	TEST(robots_fill_the_table))
