/* test_maexchen_words.c - text for people in Mäxchen: typed input, plays as words, reasons, reminders; and the twelve
 * settings. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "game/maexchen/maexchen.h"

static struct rules rules_with(const char *setting)
{
	struct rules rules;
	struct err err = {0};
	ck_assert_msg(rules_init(&rules, "maexchen", &err) == 0, "%s", err.text);
	if (setting && rules_set(&rules, setting, &err))
		ck_abort_msg("%s", err.text);
	return rules;
}

static const struct {
	const char *entry;
	int play;
} entries[] = {
	{"0", 0}, {"1", 1}, {"believe", 1}, {"Believe!", 1}, {"I believe it", 1}, {"b", 1}, {"yes", 1}, {"y", 1},
	{"doubt", 0}, {"DOUBT", 0}, {"I doubt it.", 0}, {"d", 0}, {"no", 0}, {"n", 0}, {"liar", 0}, {"call", 0},
	{"53", 53}, {" 53 ", 53}, {"5 3", 53}, {"5,3", 53}, {"5-3", 53}, {"five three", 53}, {"Five-Three", 53},
	{"35", 35}, {"double four", 44}, {"double fours", 44}, {"Double 4", 44}, {"two fours", 44}, {"two twos", 22},
	{"pair of sixes", 66}, {"six six", 66}, {"two four", 24}, {"two six", 26}, {"two sixes", 66}, {"six-five", 65},
	{"mia", 21}, {"Mäxchen", 21}, {"Maexchen", 21}, {"MAEXCHEN", 21}, {"max", 21}, {"MÄXCHEN", 21}, {"two one", 21},
	{"Hamburger", 42}, {"burger", 42}, {"four two", 42}, {"42", 42}, {"-7", -7}, {"999", 999}, {"one", 1},
};

START_TEST(entries_that_are_plays)
{
	struct rules rules = rules_with(NULL);
	struct err err = {0};
	int play = -99;
	ck_assert_msg(game_parse_play(&rules, entries[_i].entry, &play, &err), "'%s': %s", entries[_i].entry, err.text);
	ck_assert_msg(play == entries[_i].play, "'%s' became %d", entries[_i].entry, play);
}
END_TEST

static const char *const others[] = {
	"", "   ", "!", "x", "five", "double", "pair", "pair of", "two", "five three please", "5 3 1", "53abc", "two ",
	"5 0", "five zero", "12 3", "99999999999999999999", "\xff\xfe", "five \xff", "- 5", "-", "--", "M\xe4xchen",
	"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
};

START_TEST(entries_that_are_not_plays)
{
	struct rules rules = rules_with(NULL);
	struct err err = {0};
	int play = -99;
	ck_assert_msg(!game_parse_play(&rules, others[_i], &play, &err), "'%s' became %d", others[_i], play);
	ck_assert_int_eq(play, -99);
	ck_assert(strstr(err.text, "is not a valid play") && strstr(err.text, "'believe' (or 1)"));
}
END_TEST

START_TEST(special_values_by_name)
{
	struct rules rules = rules_with("maexchen=66");
	struct err err = {0};
	int play = -99;
	ck_assert(game_parse_play(&rules, "Mäxchen", &play, &err));
	ck_assert_int_eq(play, 66);
	rules = rules_with("hamburger=69");
	play = -99;
	ck_assert(!game_parse_play(&rules, "hamburger", &play, &err));
	ck_assert_int_eq(play, -99);
	ck_assert_str_eq(err.text, "there is no Hamburger in this game");
}
END_TEST

static const struct {
	const char *setting;
	int play;
	const char *words;
} plays[] = {
	{NULL, 0, "doubts"}, {NULL, 1, "believes"}, {NULL, 53, "five-three"}, {NULL, 44, "double four"},
	{NULL, 21, "Mäxchen"}, {NULL, 42, "Hamburger"}, {NULL, 12, "12 (invalid)"}, {NULL, 70, "70 (invalid)"},
	{NULL, -3, "-3 (invalid)"}, {"maexchen=66", 66, "Mäxchen"}, {"maexchen=66", 21, "two-one"},
	{"hamburger=69", 42, "four-two"}, {"hamburger=69", 69, "69 (invalid)"}, {"order_digits=false", 12, "one-two"},
};

START_TEST(plays_in_words)
{
	struct rules rules = rules_with(plays[_i].setting);
	AUTO_STR struct str text = {0};
	game_play_words(&rules, plays[_i].play, &text);
	ck_assert_str_eq(text.text, plays[_i].words);
}
END_TEST

START_TEST(words_are_read_back)
{
	static const char *const settings[] = {NULL, "order_digits=false", "maexchen=66", "hamburger=69"};
	struct rules rules = rules_with(settings[_i]);
	for (int value = 11; value <= 66; value++) {
		AUTO_STR struct str text = {0};
		struct err err = {0};
		int play = -99;
		if (!maexchen_is_value(rules.value, value))
			continue;
		game_play_words(&rules, value, &text);
		ck_assert_msg(game_parse_play(&rules, text.text, &play, &err), "%s", err.text);
		ck_assert_int_eq(play, value);
	}
}
END_TEST

/* docs/rules.md section 3: the names, the order and the defaults. */
START_TEST(the_twelve_settings)
{
	static const char *const wanted = "maexchen maexchen=21 hamburger=42 order_digits=true play_order=1 "
		"points_to_start=10 point_loss_normal=1 point_loss_maexchen=2 point_loss_hamburger=3 "
		"reverse_maexchen=true reverse_hamburger=true bot_lie=aggressive bot_believe=normal";
	struct rules rules = rules_with(NULL);
	AUTO_STR struct str text = {0};
	rules_to_text(&rules, &text);
	ck_assert_str_eq(text.text, wanted);
	for (const struct rule_option *option = rules.family->options; option->name; option++)
		ck_assert(option->type != RULE_WORD || (option->words[option->max] && !option->words[option->max + 1]));
}
END_TEST

static const char *const taken[] = {
	"maexchen=69", "maexchen=-5", "hamburger=0", "hamburger=1000000", "order_digits=false", "play_order=0",
	"play_order=-1", "play_order=2000000000", "points_to_start=1", "point_loss_normal=-7", "point_loss_normal=0",
	"point_loss_maexchen=100", "point_loss_hamburger=-1", "reverse_maexchen=false", "reverse_hamburger=false",
	"bot_lie=safe", "bot_lie=aggressive", "bot_believe=naive", "bot_believe=suspicious",
};

START_TEST(settings_that_are_accepted)
{
	struct rules rules = rules_with(taken[_i]);
	struct err err = {0};
	ck_assert_msg(rules_check(&rules, 2, &err) == 0, "%s", err.text);
	ck_assert_msg(rules_check(&rules, 26, &err) == 0, "%s", err.text);
	ck_assert_int_ne(rules_check(&rules, 1, &err), 0);
	ck_assert_int_ne(rules_check(&rules, 27, &err), 0);
}
END_TEST

static const char *const not_taken[] = {
	"order_digits=maybe", "order_digits=1", "play_order=one", "play_order=1.5", "play_order=", "bot_lie=naive",
	"bot_believe=safe", "points_to_start=ten", "maexchen=", "reverse_maexchen=2", "max_hands=5", "dice=3",
};

START_TEST(settings_that_are_refused)
{
	struct rules rules = rules_with(NULL);
	struct err err = {0};
	ck_assert_int_ne(rules_set(&rules, not_taken[_i], &err), 0);
	ck_assert_int_eq(err.code, EXIT_USAGE);
}
END_TEST

static const struct {
	const char *setting, *part;
} reminders[] = {
	{NULL, "Mäxchen: 3 players, 10 points each."}, {NULL, "Values from low to high: 31 and up by size"},
	{NULL, "1, with a Mäxchen 2, with a Hamburger 3."}, {NULL, "When a Mäxchen or a Hamburger is shown, the"},
	{"points_to_start=1", "1 point each"}, {"hamburger=69", "1, with a Mäxchen 2.\n"},
	{"hamburger=69", "When a Mäxchen is shown, the"},
	{"reverse_maexchen=false", "\nWhen a Hamburger is shown, the"},
	{"maexchen=69", "low to high: 21 and"}, {"order_digits=false", "low to high: 12 and"},
	{"order_digits=false", "35 is not 53"}, {"play_order=0", "The same player continues"},
	{"play_order=-1", "play_order=-1"}, {"play_order=3", "play_order=3"}, {"point_loss_normal=-7", ": -7, with"},
	{"play_order=-1", "Each turn moves 1 player back"}, {"play_order=3", "Each turn moves 3 players on"},
};

START_TEST(reminders_describe_the_settings)
{
	struct rules rules = rules_with(reminders[_i].setting);
	AUTO_STR struct str text = {0};
	game_reminder(&rules, 3, &text);
	ck_assert_msg(strstr(text.text, reminders[_i].part) != NULL, "%s", text.text);
}
END_TEST

static const struct {
	const char *setting, *part;
} unsaid[] = {
	{NULL, "next player is"}, {NULL, "The same player"}, {"play_order=2", "The same player"},
	{"play_order=0", "next player is"},
	{"reverse_maexchen=false", "a Mäxchen or"}, {"reverse_hamburger=false", "or a Hamburger"},
};

START_TEST(reminders_do_not_describe_of_others)
{
	struct rules rules = rules_with(unsaid[_i].setting);
	AUTO_STR struct str text = {0};
	game_reminder(&rules, 3, &text);
	ck_assert_msg(strstr(text.text, unsaid[_i].part) == NULL, "%s", text.text);
}
END_TEST

SUITE(0,
	LOOP(entries_that_are_plays, 0, COUNT(entries)),
	LOOP(entries_that_are_not_plays, 0, COUNT(others)),
	TEST(special_values_by_name),
	LOOP(plays_in_words, 0, COUNT(plays)),
	LOOP(words_are_read_back, 0, 4),
	TEST(the_twelve_settings),
	LOOP(settings_that_are_accepted, 0, COUNT(taken)),
	LOOP(settings_that_are_refused, 0, COUNT(not_taken)),
	LOOP(reminders_describe_the_settings, 0, COUNT(reminders)),
	LOOP(reminders_do_not_describe_of_others, 0, COUNT(unsaid)))
