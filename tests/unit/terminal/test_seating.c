/* test_seating.c - who sits where, the codes of cheats before names, and what `auto` takes. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "terminal/series.h"
#include "terminal/play_session.h"

enum { MOST_WORDS = 28 };

/* Splits words that are separated by blanks; their memory is `line`. */
static struct request parse(char *line, bool is_as_given)
{
	static char *words[MOST_WORDS + 1];
	struct request request = {.robots = words, .matches.is_as_given = is_as_given};
	for (char *word = strtok(line, " "); word; word = strtok(NULL, " "))
		words[request.n_robots++] = word;
	return request;
}

static const struct {
	const char *variant, *line;
	bool has_people;
	const char *cheat;   /* the code, or "" */
	int cheater;
	const char *message; /* NULL: all can sit down */
} tables[] = {
	{"wild", "computer prober", false, "", 0, NULL}, {"wild", "human computer", true, "", 0, NULL},
	{"wild", "a human:name=Ann", true, "", 0, NULL},
	{"wild", "humans computer", false, "", 0, NULL}, {"wild", "x:human computer", false, "", 0, NULL},
	{"wild", "computer", false, "", 0, "a game needs 2 to 26 players, not 1; 'human' is you"},
	{"wild", "a a a a a a a a a a a a a a a a a a a a a a a a a a", false, "", 0, NULL},
	{"wild", "a a a a a a a a a a a a a a a a a a a a a a a a a a a", false, "", 0, "not 27"},
	{"maexchen", "MegaMax:human computer", true, "MegaMax", 0, NULL},
	{"maexchen", "a MegaMax:human:name=Bob", true, "MegaMax", 1, NULL},
	{"maexchen", "MegaMax:computer a", false, "", 0,
	 "'MegaMax:computer': only people can cheat; write MegaMax:human"},
	{"maexchen", "GodKing:human MegaMax:human", true, "", 0, "'MegaMax:human': a game can have only one cheat"},
	{"maexchen", "MegaMaxhuman computer", false, "", 0, NULL},
};

START_TEST(people_and_cheats_are_found)
{
	struct rules rules;
	struct seating seating;
	struct err err = {0};
	char line[200];
	snprintf(line, sizeof line, "%s", tables[_i].line);
	const struct request request = parse(line, true);
	ck_assert_int_eq(rules_init(&rules, tables[_i].variant, NULL), 0);
	ck_assert_int_eq(seating_has_people(request.robots, request.n_robots), tables[_i].has_people);
	int failed = seating_init(&seating, &request, &rules, rng_key_of_seed("a"), &err);
	if (tables[_i].message) {
		ck_assert(failed && err.code == EXIT_USAGE);
		ck_assert_msg(strstr(err.text, tables[_i].message), "%s", err.text);
	} else {
		ck_assert_msg(!failed, "%s", err.text);
		ck_assert_int_eq(seating.n, request.n_robots);
		ck_assert_str_eq(maexchen_cheat_code(seating.cheat), tables[_i].cheat);
		ck_assert(!*tables[_i].cheat || seating.cheater == tables[_i].cheater);
		ck_assert(!seating.is_drawn);
		size_t n_code = strlen(tables[_i].cheat); /* it is not part of the robot's name */
		for (int i = 0; i < seating.n; i++)
			ck_assert_str_eq(seating.spec[i],
					 request.robots[i] + (n_code && i == seating.cheater ? n_code + 1 : 0));
	}
}
END_TEST

/* With people at the table the order is drawn: each is as likely as another. */
START_TEST(the_order_is_drawn)
{
	enum { DRAWS = 600 };
	int n_first[3] = {0}, n_ascending = 0;
	struct rules rules;
	ck_assert_int_eq(rules_init(&rules, "wild", NULL), 0);
	for (int i = 0; i < DRAWS; i++) {
		struct seating seating;
		char line[] = "human b c", seed[20];
		snprintf(seed, sizeof seed, "%d", i);
		const struct request request = parse(line, false);
		ck_assert_int_eq(seating_init(&seating, &request, &rules, rng_key_of_seed(seed), NULL), 0);
		ck_assert(seating.is_drawn && seating.n == 3);
		const char *order = "hbc";
		n_first[strchr(order, seating.spec[0][0]) - order]++;
		ck_assert_int_eq(seating.spec[0][0] + seating.spec[1][0] + seating.spec[2][0], 'h' + 'b' + 'c');
		n_ascending += seating.spec[0][0] == 'h' && seating.spec[1][0] == 'b';
		}
	for (int i = 0; i < 3; i++)
		ck_assert_int_lt(abs(n_first[i] - DRAWS / 3), 60);
	ck_assert_int_lt(abs(n_ascending - DRAWS / 6), 50);
}
END_TEST

/* ---- auto ------------------------------------------------------------------------------- */

START_TEST(auto_is_a_word)
{
	static const struct {
		const char *entry;
		bool is_auto;
	} cases[] = {{"auto", true}, {"AUTO", true}, {"auto 3", true}, {"auto off", true}, {"autos", false},
		{"aut", false},
	{"", false}, {"an auto", false}};
	for (int i = 0; i < COUNT(cases); i++)
		ck_assert_int_eq(auto_is(cases[i].entry), cases[i].is_auto);
}
END_TEST

static const struct {
	const char *entry;
	int n_moves; /* before: 7; afterwards */
	const char *message;
} entries[] = {
	{"auto", 1, ""}, {"auto 1", 1, ""}, {"auto 3", 3, ""}, {"auto  3 ", 3, ""}, {"auto 1000000", 1000000, ""},
	{"auto on", DEPUTY_ALWAYS, ""},
	{"Auto ON", DEPUTY_ALWAYS, ""}, {"auto off", 0, "No robot is moving for you.\n"},
	{"auto stop", 0, "No robot is moving for you.\n"},
	{"auto computer", 1, ""}, {"auto computer 4", 4, ""}, {"auto 4 computer", 4, ""},
	{"auto off computer", 0, "No robot is moving for you.\n"},
	{"auto 0", 7, "Type"}, {"auto 1000001", 7, "Type"}, {"auto -1", 7, "Type"}, {"auto 3 4", 7, "Type"},
	{"auto on off", 7, "Type"},
	{"auto computer computer", 7, "Type"}, {"auto 3x", 7, "Type"},
};

START_TEST(auto_takes_a_number_and_a_robot)
{
	static char spec[] = "computer"; /* chosen before */
	struct tournament tournament = {0};
	struct play_session session = {.tournament = &tournament, .n_players = 2};
	AUTO_STR struct str message = {0};
	session.deputy[1] = (struct deputy){.spec = spec, .n_moves = 7};
	bool is_obeyed = auto_obey(&session, 1, entries[_i].entry, &message);
	ck_assert_int_eq(is_obeyed, entries[_i].message[0] != 'T');
	ck_assert_int_eq(session.deputy[1].n_moves, entries[_i].n_moves);
	if (is_obeyed)
		ck_assert_str_eq(str_text(&message), entries[_i].message);
	else
		ck_assert_str_eq(message.text,
			"Type 'auto', and after it a number of moves from 1 to 1000000, 'on' or 'off', "
			"and one robot.\n");
	ck_assert_int_eq(auto_is_on(&session, 1), entries[_i].n_moves != 0);
	ck_assert(!auto_is_on(&session, 0));
}
END_TEST

SUITE(0,
	LOOP(people_and_cheats_are_found, 0, COUNT(tables)),
	TEST(the_order_is_drawn),
	TEST(auto_is_a_word),
	LOOP(auto_takes_a_number_and_a_robot, 0, COUNT(entries)))
