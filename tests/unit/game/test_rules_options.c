/* test_rules_options.c - rules from names, settings and files, and back to text. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "game/game.h"
#include "game_testing.h"

static int value_of(const struct rules *rules, const char *option)
{
	for (int i = 0; rules->family->options[i].name; i++)
		if (strcmp(rules->family->options[i].name, option) == 0)
			return rules->value[i];
	ck_abort_msg("no option %s", option);
}

static void expect_error(int failed, const struct err *err, const char *part)
{
	ck_assert_msg(failed != 0, "no error, where one with '%s' is due", part);
	ck_assert_int_eq(err->code, EXIT_USAGE);
	ck_assert_msg(strstr(err->text, part) != NULL, "'%s' does not say '%s'", err->text, part);
}

START_TEST(every_variant_is_playable)
{
	int n = 0;
	for (const struct variant *v = game_variants; v->name; v++, n++) {
		struct rules rules = rules_of(v->name);
		struct err err = {0};
		ck_assert_str_eq(rules.name, v->name);
		ck_assert(rules.family == v->family);
		ck_assert_msg(rules_check(&rules, 2, &err) == 0, "%s: %s", v->name, err.text);
		ck_assert_msg(rules_check(&rules, 26, &err) == 0, "%s: %s", v->name, err.text);
		ck_assert_int_gt((int)strlen(v->summary), 10);
	}
	ck_assert_int_ge(n, 6);
	ck_assert_str_eq(game_variants[0].name, "liars-dice");
}
END_TEST

/* docs/rules.md section 2. */
START_TEST(variants_are_as_documented)
{
	static const char *const wanted[] = {
		"liars-dice dice=5 faces=6 wild=none caller=next loss=die starter=next illegal=call limit=start "
		"rounds=0 target=0 exact=off ones_rule=plain palifico=off fault=game",
		"wild dice=5 faces=6 wild=ones caller=next loss=die starter=loser illegal=call limit=table rounds=0 "
		"target=0 exact=off ones_rule=plain palifico=off fault=game",
		"round-table dice=4 faces=6 wild=none caller=anyone loss=point starter=loser illegal=die limit=start "
		"rounds=10 target=0 exact=off ones_rule=plain palifico=off fault=game",
		"tourney dice=5 faces=6 wild=drop caller=next loss=die starter=loser illegal=die limit=table rounds=0 "
		"target=0 exact=off ones_rule=plain palifico=off fault=die",
		"perudo dice=5 faces=6 wild=ones caller=next loss=die starter=loser illegal=die limit=table rounds=0 "
		"target=0 exact=gain ones_rule=perudo palifico=on fault=game",
		"one-hand dice=1 faces=6 wild=high caller=next loss=game starter=next illegal=call limit=start "
		"rounds=0 target=0 exact=off ones_rule=plain palifico=off fault=game",
	};
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		char name[48];
		AUTO_STR struct str text = {0};
		snprintf(name, sizeof name, "%.*s", (int)strcspn(wanted[i], " "), wanted[i]);
		struct rules rules = rules_of(name);
		rules_to_text(&rules, &text);
		ck_assert_str_eq(str_text(&text), wanted[i]);
	}
}
END_TEST

START_TEST(names_that_are_nearly_right)
{
	struct rules rules = rules_of("wild"), kept = rules;
	struct err err = {0};
	expect_error(rules_init(&rules, "liers-dice", &err), &err, "did you mean 'liars-dice'");
	expect_error(rules_init(&rules, "peurdo", &err), &err, "did you mean 'perudo'");
	expect_error(rules_init(&rules, "chess", &err), &err, "the variants are liars-dice, wild,");
	expect_error(rules_init(&rules, "", &err), &err, "unknown variant ''");
	expect_error(rules_set(&rules, "dcie=6", &err), &err, "did you mean 'dice'");
	expect_error(rules_set(&rules, "ones-rule=perudo", &err), &err, "did you mean 'ones_rule'");
	expect_error(rules_set(&rules, "colour=red", &err), &err, "dice, faces, wild");
	expect_error(rules_set(&rules, "wild=onse", &err), &err, "did you mean 'ones'");
	expect_error(rules_set(&rules, "wild=sevens", &err), &err, "none, ones, joker, drop or high");
	ck_assert_mem_eq(&rules, &kept, sizeof rules);
}
END_TEST

static const struct {
	const char *setting, *part;
} bad_settings[] = {
	{"", "OPTION=VALUE"}, {"dice", "OPTION=VALUE"}, {"=5", "OPTION=VALUE"}, {"dice 5", "OPTION=VALUE"},
	{"dice=", "whole number from 1 to 20"}, {"dice=0", "1 to 20"}, {"dice=21", "1 to 20"}, {"dice=-5", "1 to 20"},
	{"dice=5x", "1 to 20"}, {"dice= 5", "1 to 20"}, {"dice=+5", "1 to 20"}, {"dice=5.0", "1 to 20"},
	{"dice=99999999999999999999", "1 to 20"}, {"dice=4294967301", "1 to 20"}, {"dice=five", "1 to 20"},
	{"faces=1", "2 to 9"}, {"faces=10", "2 to 9"}, {"rounds=-1", "0 to 10000"}, {"rounds=10001", "0 to 10000"},
	{"wild=", "wild must be"}, {"wild=ONES", "wild must be"}, {"wild=1", "wild must be"},
	{"wild=ones ", "wild must be"}, {"Dice=5", "unknown option"}, {"dice==5", "1 to 20"},
	{" dice=5", "unknown option"}, {"palifico=true", "palifico must be off or on, not 'true'"},
	{"loss=dice", "die, point or game"},
};

START_TEST(bad_settings_are_refused)
{
	struct rules rules = rules_of("liars-dice"), kept = rules;
	struct err err = {0};
	expect_error(rules_set(&rules, bad_settings[_i].setting, &err), &err, bad_settings[_i].part);
	ck_assert_mem_eq(&rules, &kept, sizeof rules);
}
END_TEST

START_TEST(good_settings_are_accepted)
{
	struct rules rules = rules_of("liars-dice");
	struct err err = {0};
	int n = 0;
	for (const struct rule_option *option = rules.family->options; option->name; option++, n++) {
		ck_assert_int_ge(option->fallback, option->min);
		ck_assert_int_le(option->fallback, option->max);
		ck_assert(option->help && option->help[0]);
		for (int value = option->min; value <= option->max;
		     value += option->type == RULE_INT ? 1 + value / 50 : 1) {
			char setting[100];
			if (option->type == RULE_WORD)
				snprintf(setting, sizeof setting, "%s=%s", option->name, option->words[value]);
			else
				snprintf(setting, sizeof setting, "%s=%d", option->name, value);
			ck_assert_msg(rules_set(&rules, setting, &err) == 0, "%s", err.text);
			ck_assert_int_eq(value_of(&rules, option->name), value);
		}
		if (option->type == RULE_WORD)
			ck_assert(option->words[option->max] && !option->words[option->max + 1]);
	}
	ck_assert_int_eq(n, 14);
	ck_assert_str_eq(rules.name, "liars-dice");
}
END_TEST

/* What other rooms ask of rules; docs/rules.md section 2. */
START_TEST(rules_have_properties)
{
	static const struct {
		const char *variant, *setting;
		bool has_last_hand, has_margin, asks_everyone, fits_tourney;
		int highest_face;
	} all[] = {
		{"liars-dice", "dice=5", true, true, false, true, 6},
		{"liars-dice", "faces=9", true, true, false, false, 9},
		{"liars-dice", "caller=anyone", true, true, true, false, 6},
		{"tourney", "dice=5", true, true, false, true, 6},
		{"tourney", "palifico=on", true, true, false, false, 6},
		{"round-table", "caller=next", false, true, false, false, 6},
		{"one-hand", "dice=1", true, false, false, false, 6},
	};
	for (int i = 0; i < COUNT(all); i++) {
		struct rules rules = rules_of(all[i].variant);
		const struct family *family = rules.family;
		ck_assert_int_eq(rules_set(&rules, all[i].setting, NULL), 0);
		ck_assert_int_eq(family->has_last_hand(&rules), all[i].has_last_hand);
		ck_assert_int_eq(family->has_margin(&rules), all[i].has_margin);
		ck_assert_int_eq(family->asks_everyone(&rules), all[i].asks_everyone);
		ck_assert_int_eq(family->fits_tourney(&rules), all[i].fits_tourney);
		ck_assert_int_eq(family->highest_face(&rules), all[i].highest_face);
	}
}
END_TEST

START_TEST(only_2_to_26_can_play)
{
	static const int wrong[] = {-1, 0, 1, 27, 1000};
	struct rules rules = rules_of("liars-dice");
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct err err = {0};
		expect_error(rules_check(&rules, wrong[i], &err), &err, "2 to 26 players");
	}
}
END_TEST

/* Random rules, converted to text and read again, are unchanged. */
START_TEST(text_and_back)
{
	uint64_t random = 1;
	for (int i = 0; i < 2000; i++) {
		struct rules rules = rules_of("perudo"), back;
		struct err err = {0};
		AUTO_STR struct str text = {0}, again = {0};
		for (int k = 0; rules.family->options[k].name; k++) {
			const struct rule_option *option = &rules.family->options[k];
			rules.value[k] = option->min +
				(int)rng_below(rng_next(&random), (uint32_t)(option->max - option->min + 1));
		}
		if (i % 2)
			snprintf(rules.name, sizeof rules.name, "of-a-file.%d", i);
		rules_to_text(&rules, &text);
		ck_assert_msg(rules_from_text(&back, str_text(&text), &err) == 0, "%s", err.text);
		rules_to_text(&back, &again);
		ck_assert_str_eq(str_text(&text), str_text(&again));
		ck_assert(back.family == rules.family);
		ck_assert_mem_eq(back.value, rules.value, sizeof rules.value);
	}
}
END_TEST

START_TEST(bad_texts_are_refused)
{
	static const struct {
		const char *text, *part;
	} bad[] = {
		{"", "the text of the rules must begin with a name of up to 47 letters"},
		{"   \n", "begin with a name"}, {"nobody", "neither"},
		{"nobody colour=red", "neither"}, {"mine wild=ones", "neither"}, {"mine dices=5", "neither"},
		{"wild dice=77", "1 to 20"}, {"wild dice=5 colour=red", "unknown option"},
		{"mine dice=5 wild", "OPTION=VALUE"},
		{"a-name-that-is-longer-than-the-forty-seven-letters-it-may-have dice=5", "begin with a name"},
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct rules rules = rules_of("wild"), kept = rules;
		struct err err = {0};
		expect_error(rules_from_text(&rules, bad[i].text, &err), &err, bad[i].part);
		ck_assert_mem_eq(&rules, &kept, sizeof rules);
	}
}
END_TEST

/* Writes a file into a temporary folder, which is removed at the end. */
static char folder[] = "/tmp/arena-rules-XXXXXX";
static char path[100];

static void make_folder(void)
{
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/house.rules", folder);
}

static void remove_folder(void)
{
	unlink(path);
	rmdir(path);
	rmdir(folder);
}

static void write_file(const char *bytes, size_t n)
{
	FILE *file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes, 1, n, file), n);
	ck_assert_int_eq(fclose(file), 0);
}

static void expect_bad_file(const char *bytes, size_t n, const char *part)
{
	struct rules rules = rules_of("perudo"), kept = rules;
	struct err err = {0};
	write_file(bytes, n);
	expect_error(rules_load(&rules, path, &err), &err, part);
	ck_assert_mem_eq(&rules, &kept, sizeof rules);
}

START_TEST(a_good_file)
{
	static const char text[] =
		"# our house\n\n  variant=wild dice=4   # fewer dice\r\n\tfaces=8\nexact=gain dice=3";
	struct rules rules;
	struct err err = {0};
	write_file(text, sizeof text - 1);
	ck_assert_msg(rules_load(&rules, path, &err) == 0, "%s", err.text);
	ck_assert_str_eq(rules.name, "house");
	ck_assert_int_eq(value_of(&rules, "dice"), 3);
	ck_assert_int_eq(value_of(&rules, "faces"), 8);
	ck_assert_int_eq(value_of(&rules, "exact"), 2);
	AUTO_STR struct str out = {0};
	rules_to_text(&rules, &out);
	ck_assert_str_eq(str_text(&out),
			 "house dice=3 faces=8 wild=ones caller=next loss=die starter=loser illegal=call "
			 "limit=table rounds=0 target=0 exact=gain ones_rule=plain palifico=off fault=game");
	/* by its path, as with -v */
	struct rules opened;
	ck_assert_int_eq(rules_open(&opened, path, &err), 0);
	ck_assert_mem_eq(opened.value, rules.value, sizeof rules.value);
	ck_assert_int_eq(rules_open(&opened, "tourney", &err), 0);
	ck_assert_str_eq(opened.name, "tourney");
}
END_TEST

START_TEST(an_empty_file_is_the_default)
{
	struct rules rules;
	struct err err = {0};
	write_file("", 0);
	ck_assert_int_eq(rules_load(&rules, path, &err), 0);
	ck_assert_mem_eq(rules.value, rules_of("liars-dice").value, sizeof rules.value);
}
END_TEST

START_TEST(hostile_files)
{
	static char huge[1 << 20];
	memset(huge, 'x', sizeof huge);
	expect_bad_file(huge, sizeof huge, "larger than");
	expect_bad_file(huge, 60000, "house.rules:1: 'xxx");
	memset(huge, '\n', sizeof huge);
	expect_bad_file(huge, sizeof huge, "larger than");
	memset(huge, '=', 5000);
	expect_bad_file(huge, 5000, "OPTION=VALUE");
	expect_bad_file("dice=5\0faces=6", 14, "binary");
	expect_bad_file("\x7f" "ELF\x02\x01\x01\0\0\0", 10, "binary");
	expect_bad_file("\xff\xfe\x80=5", 5, "unknown option");
	expect_bad_file("dice=5\ndice=77\n", 15, "house.rules:2: dice must be a whole number from 1 to 20, not '77'");
	expect_bad_file("dice=5\nvariant=wild\n", 20, "house.rules:2: variant= must come before");
	expect_bad_file("variant=wlid\n", 13, "did you mean 'wild'");
	expect_bad_file("variant=wild variant=wild", 25, "must come before");
	expect_bad_file("variant=", 8, "unknown variant");
	expect_bad_file("dice = 5\n", 9, "OPTION=VALUE");
}
END_TEST

START_TEST(files_that_are_not_rules)
{
	struct rules rules = rules_of("perudo"), kept = rules;
	struct err err = {0};
	expect_error(rules_load(&rules, path, &err), &err, "No such file");
	ck_assert_int_eq(mkdir(path, 0700), 0);
	expect_error(rules_load(&rules, path, &err), &err, "irectory");
	expect_error(rules_open(&rules, "./no-such-rules", &err), &err, "no-such-rules");
	expect_error(rules_load(&rules, "", &err), &err, "No such file");
	ck_assert_mem_eq(&rules, &kept, sizeof rules);
}
END_TEST

/* The name of rules is a single word, whatever the file's name is. */
START_TEST(names_of_files)
{
	static const struct {
		const char *file, *name;
	} names[] = {
		{"plain", "plain"}, {"two words.rules", "two_words"}, {".hidden", ".hidden"}, {"a=b.c.d", "a_b.c"},
		{"t\xc3\xa4st", "t__st"}, {"09AZaz-_+.x", "09AZaz-_+"}, {":@[`{", "_____"},
		{"0123456789012345678901234567890123456789012345678901234567890",
		 "01234567890123456789012345678901234567890123456"},
	};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct rules rules, back;
		struct err err = {0};
		AUTO_STR struct str text = {0};
		snprintf(path, sizeof path, "%s/%s", folder, names[i].file);
		write_file("dice=2\n", 7);
		ck_assert_msg(rules_load(&rules, path, &err) == 0, "%s", err.text);
		ck_assert_str_eq(rules.name, names[i].name);
		rules_to_text(&rules, &text);
		ck_assert_msg(rules_from_text(&back, str_text(&text), &err) == 0, "%s", err.text);
		ck_assert_str_eq(back.name, rules.name);
		unlink(path);
	}
}
END_TEST

int main(void)
{
	TCase *cases = add_case("options", 0);
	tcase_add_test(cases, every_variant_is_playable);
	tcase_add_test(cases, variants_are_as_documented);
	tcase_add_test(cases, names_that_are_nearly_right);
	tcase_add_loop_test(cases, bad_settings_are_refused, 0, COUNT(bad_settings));
	tcase_add_test(cases, good_settings_are_accepted);
	tcase_add_test(cases, rules_have_properties);
	tcase_add_test(cases, only_2_to_26_can_play);
	tcase_add_test(cases, text_and_back);
	tcase_add_test(cases, bad_texts_are_refused);

	TCase *files = add_case("files", 0);
	tcase_add_checked_fixture(files, make_folder, remove_folder);
	tcase_add_test(files, a_good_file);
	tcase_add_test(files, an_empty_file_is_the_default);
	tcase_add_test(files, hostile_files);
	tcase_add_test(files, files_that_are_not_rules);
	tcase_add_test(files, names_of_files);
	return run_suite();
}
