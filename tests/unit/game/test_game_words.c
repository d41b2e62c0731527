/* test_game_words.c - text for people: plays as words and back, reasons, reminders. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "game/game.h"
#include "game/words.h"
#include "game_testing.h"

static const struct {
	const char *entry;
	int play;
} entries[] = {
	{"23", 23}, {"105", 105}, {" 23 ", 23}, {"0", 0}, {"1", 1}, {"2", 2}, {"-7", -7}, {"999999", 999999},
	{"2 3", 23}, {"2  3", 23}, {"2\t3\n", 23}, {"10 5", 105}, {"2x3", 23}, {"2 x 3", 23}, {"2*3", 23}, {"2, 3", 23},
	{"2.3", 23},
	{"two threes", 23}, {"Two Threes", 23}, {"TWO THREES!", 23}, {"two three", 23}, {"two 3", 23}, {"2 threes", 23},
	{"three 4s", 34}, {"3 4's", 34}, {"three 4", 34}, {"one six", 16}, {"six sixes", 66}, {"6 sixs", 66},
	{"a five", 15}, {"an ace", 11}, {"two aces", 21}, {"eleven twos", 112}, {"twenty ones", 201}, {"21 ones", 211},
	{"liar", 0}, {"Liar!", 0}, {"call", 0}, {"I call", 0}, {"doubt", 0}, {"challenge", 0}, {"dudo", 0},
	{"exact", 2}, {"spot on", 2}, {"Spot  on!", 2}, {"calza", 2}, {"believe", 1}, {"let it stand", 1}, {"pass", 1},
};

START_TEST(entries_that_are_plays)
{
	struct rules rules = rules_of("perudo");
	struct err err = {0};
	int play = -99;
	ck_assert_msg(game_parse_play(&rules, entries[_i].entry, &play, &err), "'%s': %s", entries[_i].entry, err.text);
	ck_assert_msg(play == entries[_i].play, "'%s' became %d", entries[_i].entry, play);
}
END_TEST

static const struct {
	const char *entry, *part;
} others[] = {
	{"", "is not a valid play"}, {"   ", "is not a valid play"}, {"!", "is not a valid play"},
	{"x", "is not a valid play"}, {"liars", "is not a valid play"}, {"two", "is not a valid play"},
	{"threes", "is not a valid play"}, {"threes two", "is not a valid play"},
	{"two threes please", "is not a valid play"}, {"two tens", "is not a valid play"},
	{"2 3 4", "is not a valid play"}, {"23abc", "is not a valid play"},
	{"99999999999999999999", "is not a valid play"}, {"two sevens", "1 to 6"}, {"2 7", "1 to 6"}, {"2 0", "1 to 6"},
	{"2 33", "1 to 6"}, {"0 3", "at least one die"}, {"-2 3", "is not a valid play"},
	{"10000 3", "is not a valid play"}, {"\xff\xfe", "is not a valid play"}, {"two \xff", "is not a valid play"},
	{"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
	 "is not a valid play"},
};

START_TEST(entries_that_are_not_plays)
{
	struct rules rules = rules_of("perudo");
	struct err err = {0};
	int play = -99;
	bool is_play = game_parse_play(&rules, others[_i].entry, &play, &err);
	ck_assert_msg(!is_play, "'%s' became %d", others[_i].entry, play);
	ck_assert_int_eq(play, -99);
	ck_assert_msg(strstr(err.text, others[_i].part) != NULL, "'%s': %s", others[_i].entry, err.text);
}
END_TEST

static bool no_gap(const char *entry, const char *c)
{
	(void)entry;
	(void)c;
	return false;
}

START_TEST(an_entry_has_a_longest_length)
{
	char entry[ENTRY_LONGEST + 2], text[ENTRY_LONGEST + 1];
	memset(entry, 'A', sizeof entry);
	entry[ENTRY_LONGEST + 1] = '\0';
	ck_assert(!entry_normalise(entry, no_gap, text));
	entry[ENTRY_LONGEST] = '\0';
	ck_assert(entry_normalise(entry, no_gap, text));
	ck_assert_uint_eq(strlen(text), ENTRY_LONGEST);
	ck_assert(text[0] == 'a' && text[ENTRY_LONGEST - 1] == 'a');
}
END_TEST

START_TEST(help_names_what_can_be_typed)
{
	struct err err = {0};
	int play;
	struct rules perudo = rules_of("perudo"), table = rules_of("round-table"), plain = rules_of("liars-dice");
	ck_assert(!game_parse_play(&perudo, "help", &play, &err) && strstr(err.text, "exact"));
	ck_assert(!game_parse_play(&table, "help", &play, &err) && strstr(err.text, "stand"));
	ck_assert(!game_parse_play(&plain, "help", &play, &err));
	ck_assert(!strstr(err.text, "exact") && !strstr(err.text, "stand") && strstr(err.text, "liar"));
}
END_TEST

/* The words for a bid can be parsed again. */
START_TEST(words_and_back)
{
	struct rules rules = rules_of("liars-dice");
	struct err err = {0};
	ck_assert_int_eq(rules_set(&rules, "faces=9", &err), 0);
	for (int play = 11; play < 5210; play++) {
		AUTO_STR struct str words = {0};
		int back = -99;
		if (play % 10 == 0)
			continue;
		game_play_words(&rules, play, &words);
		ck_assert_msg(game_parse_play(&rules, str_text(&words), &back, &err), "%s", err.text);
		ck_assert_int_eq(back, play);
	}
}
END_TEST

START_TEST(plays_in_words)
{
	static const struct {
		const char *variant;
		int play;
		const char *words;
	} told[] = {
		{"perudo", 34, "three fours"}, {"perudo", 11, "one one"}, {"perudo", 16, "one six"},
		{"perudo", 26, "two sixes"}, {"perudo", 215, "21 fives"}, {"perudo", 0, "liar!"},
		{"perudo", 2, "exact!"}, {"wild", 2, "2 (invalid)"},
		{"wild", 1, "1 (invalid)"}, {"round-table", 1, "lets it stand"}, {"wild", 27, "27 (invalid)"},
		{"wild", 20, "20 (invalid)"}, {"wild", 10, "10 (invalid)"},
		{"wild", -23, "-23 (invalid)"}, {"wild", -2147483647 - 1, "-2147483648 (invalid)"},
	};
	for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
		struct rules rules = rules_of(told[i].variant);
		AUTO_STR struct str words = {0};
		game_play_words(&rules, told[i].play, &words);
		ck_assert_str_eq(str_text(&words), told[i].words);
	}
}
END_TEST

/* docs/rules.md section 2. */
static const struct {
	const char *variant, *setting, *has, *has_not;
} reminders[] = {
	{"liars-dice", NULL, "No die is wild", "exactly"}, {"liars-dice", NULL, "At most 15 dice may be bid", "point"},
	{"liars-dice", NULL, "An illegal play counts as a call.", "loses the"},
	{"liars-dice", "wild=joker", "Ones are jokers", "Ones are wild"},
	{"wild", NULL, "Ones are wild", "No die"}, {"wild", NULL, "than are on the table", "At most"},
	{"wild", "illegal=game", "An illegal play loses the game.", "counts as a call"},
	{"tourney", NULL, "until someone bids ones", "jokers"}, {"tourney", NULL, "loses the hand", "counts as a call"},
	{"perudo", NULL, "Ones are worth double", "jokers"}, {"perudo", NULL, "exactly right", "point"},
	{"perudo", NULL, "down to one die", "game."}, {"perudo", NULL, "you win a lost die back", "all others lose"},
	{"perudo", "exact=others", "all others lose a die", "lost die back"},
	{"round-table", NULL, "anybody may", "loses a die"}, {"round-table", NULL, "10 hands are played", "points end"},
	{"round-table", NULL, "3 players with 4 dice each, faces 1 to 6.", "4 players"},
	{"round-table", "target=7", " 7 points end the game.", "7 hands"},
	{"one-hand", NULL, "The 6 is wild", "loses a die"},
	{"one-hand", NULL, "One hand decides", "gains"},
};

START_TEST(reminders_describe_the_rules_in_force)
{
	struct rules rules = rules_of(reminders[_i].variant);
	AUTO_STR struct str text = {0};
	ck_assert(!reminders[_i].setting || rules_set(&rules, reminders[_i].setting, NULL) == 0);
	game_reminder(&rules, 3, &text);
	ck_assert_msg(strstr(str_text(&text), reminders[_i].has) != NULL, "no '%s' in: %s", reminders[_i].has,
		      str_text(&text));
	ck_assert_msg(!strstr(str_text(&text), reminders[_i].has_not), "'%s' in: %s", reminders[_i].has_not,
		      str_text(&text));
	for (const char *end = text.text; *end; end++) /* lines are wrapped for display, so a line of the text must end
	                                                * with a sentence */
		ck_assert_msg(*end != '\n' || end[-1] == '.', "a sentence is broken: %s", text.text);
	ck_assert_int_eq(text.text[text.length - 1], '\n');
}
END_TEST

SUITE(0,
	LOOP(entries_that_are_plays, 0, COUNT(entries)),
	LOOP(entries_that_are_not_plays, 0, COUNT(others)),
	TEST(an_entry_has_a_longest_length),
	TEST(help_names_what_can_be_typed),
	TEST(words_and_back),
	TEST(plays_in_words),
	LOOP(reminders_describe_the_rules_in_force, 0, COUNT(reminders)))
