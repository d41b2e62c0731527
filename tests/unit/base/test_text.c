/* test_text.c - text from outside, growing strings, numbers as text, and lists of names: tables of inputs and
 * results. */
#include <check.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/options.h"
#include "base/text.h"

/* ---- text.h ----------------------------------------------------------------------------- */

static const struct {
	const char *text;
	size_t n; /* bytes of its first character */
} characters[] = {
	{"", 0}, {"\x1f", 0}, {" ", 1}, {"a\xc3", 1}, {"~", 1}, {"\x7f", 0}, {"\x80", 0}, {"\xbf\x80", 0},
	/* of two bytes: U+0080, U+009F, U+00A0, U+07FF, and overlong ones */
	{"\xc2\x80", 0}, {"\xc2\x9f", 0}, {"\xc2\xa0", 2}, {"\xdf\xbf", 2}, {"\xc0\x80", 0}, {"\xc1\xbf", 0},
	/* of three: overlong, U+0800, U+D7FF, the surrogates U+D800 and U+DFFF, U+E000, U+FFFD, and U+FFFE and
	 * U+FFFF */
	{"\xe0\x9f\xbf", 0}, {"\xe0\xa0\x80", 3}, {"\xed\x9f\xbf", 3}, {"\xed\xa0\x80", 0}, {"\xed\xbf\xbf", 0},
	{"\xee\x80\x80", 3},
	{"\xef\xbf\xbd", 3}, {"\xef\xbf\xbe", 0}, {"\xef\xbf\xbf", 0},
	/* of four: overlong, U+10000, U+10FFFF, above it, and a byte that begins more than four */
	{"\xf0\x8f\xbf\xbf", 0}, {"\xf0\x90\x80\x80", 4}, {"\xf4\x8f\xbf\xbf", 4}, {"\xf4\x90\x80\x80", 0},
	{"\xf8\x90\x80\x80", 0},
	/* cut off, or followed by something else */
	{"\xc3", 0}, {"\xc3z", 0}, {"\xc3\xc3", 0}, {"\xe2\x82", 0}, {"\xe2\x82z", 0}, {"\xf0\x90\x80", 0},
	{"\xf0\x90\x80z", 0},
	/* U+061C, U+200E and U+200F, U+2028 to U+202E, U+2066 to U+2069, and their neighbours */
	{"\xd8\x9b", 2}, {"\xd8\x9c", 0}, {"\xd8\x9d", 2}, {"\xe2\x80\x8d", 3}, {"\xe2\x80\x8e", 0},
	{"\xe2\x80\x8f", 0}, {"\xe2\x80\x90", 3}, {"\xe2\x80\xa7", 3}, {"\xe2\x80\xa8", 0}, {"\xe2\x80\xae", 0},
	{"\xe2\x80\xaf", 3}, {"\xe2\x81\xa5", 3},
	{"\xe2\x81\xa6", 0}, {"\xe2\x81\xa9", 0}, {"\xe2\x81\xaa", 3},
};

START_TEST(characters_may_be_printed)
{
	const char *text = characters[_i].text;
	ck_assert_uint_eq(text_character(text), characters[_i].n);
	ck_assert_int_eq(text_is_clean(text), !*text || characters[_i].n == strlen(text));
}
END_TEST

START_TEST(texts_are_made_in_one_statement)
{
	AUTO_STR struct str text = str_of("%s-%d", "a", 5), empty = str_of("%s", ""), clean = text_cleaned("a\033b");
	ck_assert_str_eq(text.text, "a-5");
	ck_assert_str_eq(empty.text, "");
	ck_assert_str_eq(clean.text, "a?b");
	str_set(&text, "%d", 7);
	ck_assert_str_eq(text.text, "7");
	ck_assert_uint_eq(text.length, 1);
}
END_TEST

START_TEST(elements_are_appended)
{
	int *numbers = NULL, n = 0;
	for (int i = 0; i < 100; i++)
		*MEM_APPEND(numbers, n) = i;
	ck_assert_int_eq(n, 100);
	ck_assert(numbers[0] == 0 && numbers[99] == 99);
	FREE_ALL(numbers, NULL, mem_strdup("freed: the sanitizers find what leaks"));
}
END_TEST

START_TEST(text_is_cleaned)
{
	static const struct {
		const char *text, *clean;
	} all[] = {
		{"", ""}, {"a b", "a b"}, {"\xc3\xa9\xc3", "\xc3\xa9?"}, {"a\033[1m\n", "a?[1m?"},
		{"\xe2\x80\xae" "a", "???a"}, {"\xff\xc3\xa9", "?\xc3\xa9"},
	};
	for (int i = 0; i < COUNT(all); i++) {
		AUTO_STR struct str out = {0};
		text_add_clean(&out, all[i].text);
		ck_assert_str_eq(str_text(&out), all[i].clean);
		ck_assert(text_is_clean(str_text(&out)));
	}
}
END_TEST

START_TEST(text_has_a_width)
{
	static const struct {
		const char *text;
		int width;
	} all[] = {
		{"", 0}, {"abc", 3}, {"\xc3\xa9t\xc3\xa9", 3}, {"e\xcc\x81", 1}, {"\xe4\xb8\xad", 2},
		{"\xf0\x9f\x8e\xb2x", 3},
		{"\033[1mab\033[0mc", 3}, {"a\033[1", 1}, {"a\033", 1}, {"\xff\xfe", 2}, {"\001", 1}, {"\xcd\xb8", 1},
	};
	for (int i = 0; i < COUNT(all); i++)
		ck_assert_msg(text_width(all[i].text) == all[i].width, "'%s': %d", all[i].text,
			      text_width(all[i].text));
}
END_TEST

START_TEST(text_is_wrapped)
{
	static const struct {
		const char *text;
		int at, indent, width;
		const char *lines;
	} all[] = {
		{"", 3, 5, 10, ""}, {"   ", 3, 5, 10, ""}, {"one", 0, 0, 10, "one"}, {"one", 3, 5, 10, "  one"},
		{"one", 5, 5, 10, "one"},
		{"one", 7, 5, 10, "one"}, {"  one   two ", 0, 0, 10, "one two"}, {"one two", 0, 2, 9, "  one two"},
		{"one two", 0, 2, 8, "  one\n  two"}, {"one two", 4, 2, 11, "one two"},
		{"one two", 4, 2, 10, "one\n  two"}, {"a longestword b", 0, 1, 8, " a\n longestword\n b"},
		{"\xc3\xa9\xc3\xa9\xc3\xa9 two", 0, 0, 7, "\xc3\xa9\xc3\xa9\xc3\xa9 two"},
	};
	for (int i = 0; i < COUNT(all); i++) {
		AUTO_STR struct str out = {0};
		text_add_wrapped(&out, all[i].text, all[i].at, all[i].indent, all[i].width);
		ck_assert_str_eq(str_text(&out), all[i].lines);
	}
}
END_TEST

/* ---- str.h ------------------------------------------------------------------------------ */

START_TEST(numbers_are_added_as_printf_does)
{
	static const long long all[] = {0, 1, 9, 10, 11, 99, 100, 101, -1, -9, -10, -99, -100, 12345678901,
		999999999999999999, 1000000000000000000, -1000000000000000000, LLONG_MAX, LLONG_MIN};
	AUTO_STR struct str out = {0}, wanted = {0};
	for (int i = 0; i < COUNT(all); i++) {
		str_add_int(&out, all[i]);
		str_addf(&wanted, "%lld", all[i]);
		ck_assert_str_eq(out.text, wanted.text);
		ck_assert_uint_eq(out.length, strlen(out.text));
	}
}
END_TEST

/* Of every length around the sizes of its memory. */
START_TEST(strings_grow)
{
	for (int n = 0; n < 300; n++) {
		AUTO_STR struct str out = {0};
		char wanted[310];
		str_addf(&out, "%0*d%s", n + 1, 7, "x");
		str_addf(&out, "%s", "yz");
		snprintf(wanted, sizeof wanted, "%0*d%s", n + 1, 7, "xyz");
		ck_assert_str_eq(out.text, wanted);
		ck_assert_uint_eq(out.length, strlen(wanted));
		ck_assert_uint_gt(out.capacity, out.length);
		str_clear(&out);
		ck_assert_str_eq(str_text(&out), "");
	}
}
END_TEST

static const struct {
	const char *text;
	long long min, max;
	bool is_good;
	long long number;
} whole_numbers[] = {
	{"0", 0, 5, true, 0}, {"5", 0, 5, true, 5}, {"-1", 0, 5, false, 0}, {"6", 0, 5, false, 0},
	{"-2", -2, 5, true, -2}, {"-3", -2, 5, false, 0},
	{"007", 0, 9, true, 7}, {"9", 0, 9, true, 9}, {"", 0, 5, false, 0}, {"-", -5, 5, false, 0},
	{"+1", 0, 5, false, 0}, {" 1", 0, 5, false, 0},
	{"1 ", 0, 5, false, 0}, {"1x", 0, 5, false, 0}, {"0x1", 0, 5, false, 0}, {"\t1", 0, 5, false, 0},
	{"9223372036854775807", LLONG_MIN, LLONG_MAX, true, LLONG_MAX},
	{"9223372036854775808", LLONG_MIN, LLONG_MAX, false, 0},
	{"-9223372036854775808", LLONG_MIN, LLONG_MAX, true, LLONG_MIN},
	{"-9223372036854775809", LLONG_MIN, LLONG_MAX, false, 0},
};

START_TEST(whole_numbers_are_read)
{
	long long number = 77;
	errno = ERANGE; /* of something before */
	ck_assert_int_eq(str_to_int(whole_numbers[_i].text, whole_numbers[_i].min, whole_numbers[_i].max, &number),
		whole_numbers[_i].is_good);
	ck_assert_int_eq(number, whole_numbers[_i].is_good ? whole_numbers[_i].number : 77);
}
END_TEST

START_TEST(numbers_are_read)
{
	static const struct {
		const char *text;
		bool is_good;
		double number;
	} all[] = {
		{"0", true, 0}, {"-1.5", true, -1.5}, {"+.5", true, 0.5}, {"1e3", true, 1000}, {"2E-1", true, 0.2},
		{"", false, 0}, {"1.2.3", false, 0},
		{" 1", false, 0}, {"1 ", false, 0}, {"0x10", false, 0}, {"inf", false, 0}, {"nan", false, 0},
		{"1e999", false, 0},
	};
	for (int i = 0; i < COUNT(all); i++) {
		double number = 77;
		errno = ERANGE;
		ck_assert_msg(str_to_double(all[i].text, &number) == all[i].is_good, "'%s'", all[i].text);
		ck_assert_double_eq(number, all[i].is_good ? all[i].number : 77);
	}
}
END_TEST

START_TEST(ends_are_compared)
{
	ck_assert(str_ends("a.so", ".so") && str_ends("a.so.so", ".so") && str_ends("ab", "b"));
	ck_assert(!str_ends(".so", ".so") && !str_ends("so", ".so") && !str_ends("a.s", ".so") &&
		  !str_ends("a.sox", ".so") && !str_ends("", "a"));
}
END_TEST

START_TEST(words_have_a_distance)
{
	char longest[65];
	static const struct {
		const char *a, *b;
		int distance;
	} all[] = {
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"abc", "abd", 1}, {"abc", "ab", 1},
		{"abc", "bc", 1}, {"abc", "acb", 1},
		{"ab", "ba", 1}, {"abcd", "badc", 2}, {"kitten", "sitting", 3}, {"ca", "abc", 3},
		{"abcdef", "fedcba", 5}, {"aab", "aba", 1}, {"x", "yz", 2},
		{"abxc", "acb", 3},
	};
	for (int i = 0; i < COUNT(all); i++) {
		ck_assert_msg(str_distance(all[i].a, all[i].b) == all[i].distance, "%s %s: %d", all[i].a, all[i].b,
			str_distance(all[i].a, all[i].b));
		ck_assert_int_eq(str_distance(all[i].b, all[i].a), all[i].distance);
	}
	/* Names of more than 63 letters are far from all others. */
	memset(longest, 'a', 64);
	longest[64] = '\0';
	ck_assert_int_eq(str_distance(longest + 1, longest + 1), 0);
	ck_assert_int_eq(str_distance(longest, longest), 63);
	ck_assert_int_eq(str_distance(longest, longest + 1), 63);
	ck_assert_int_eq(str_distance(longest + 1, longest), 63);
}
END_TEST

/* ---- err.h ------------------------------------------------------------------------------ */

START_TEST(errors_are_cut_at_their_size)
{
	struct err err = {0};
	AUTO_STR struct str text = {0};
	while (text.length < sizeof err.text - 8 + (size_t)_i)
		str_add_char(&text, 'x');
	errno = ENOENT;
	ck_assert_int_eq(err_errno(&err, "%s", text.text), -1);
	ck_assert_int_eq(errno, ENOENT);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	str_add(&text, ": No such file or directory");
	ck_assert_uint_eq(strlen(err.text), sizeof err.text - 1);
	ck_assert_int_eq(strncmp(err.text, text.text, sizeof err.text - 1), 0);
	ck_assert_int_eq(err_set(&err, EXIT_USAGE, "%s", text.text), -1);
	ck_assert(err.code == EXIT_USAGE && strlen(err.text) == sizeof err.text - 1);
	ck_assert(err_set(NULL, EXIT_USAGE, "nothing") == -1 && err_errno(NULL, "nothing") == -1);
}
END_TEST

/* ---- nearest.h -------------------------------------------------------------------------- */

static const char *const names[] = {"wild", "wind", "perudo", "tourney", NULL};

START_TEST(a_name_is_near_up_to_a_third)
{
	static const struct {
		const char *wanted, *nearest; /* NULL: none */
	} all[] = {
		{"wild", "wild"}, {"wld", "wild"}, {"wlid", "wild"}, {"wid", "wild"}, {"winb", "wind"},
		{"perud", "perudo"}, {"pe", "perudo"}, {"p", NULL},
		{"pxruxo", "perudo"}, {"pxxudo", "perudo"}, {"pxxxdo", NULL}, {"turney", "tourney"},
		{"tourneys", "tourney"}, {"tourneyxyz", "tourney"},
		{"tourneywxyz", "tourney"}, {"tourneyvwxyz", NULL}, {"xxrney", NULL}, {"", NULL}, {"Wild", "wild"},
	};
	for (int i = 0; i < COUNT(all); i++) {
		struct nearest nearest = {.wanted = all[i].wanted};
		const char *found = nearest_of(all[i].wanted, names);
		ck_assert_msg(found == all[i].nearest ||
			      (found && all[i].nearest && strcmp(found, all[i].nearest) == 0), "'%s' gives '%s'",
			      all[i].wanted, found ? found : "none");
		for (int k = 0; names[k]; k++)
			nearest_consider(&nearest, names[k]);
		ck_assert_str_eq(nearest.name, found ? found : "");
	}
}
END_TEST

/* A beginning is as near as a name with one other letter; of two that are as near, the first is taken. */
START_TEST(the_nearest_name_is_taken)
{
	static const struct {
		const char *wanted, *names[3], *nearest;
	} all[] = {
		{"wind", {"wing", "window", NULL}, "wing"}, {"wind", {"window", "wing", NULL}, "window"},
		{"b", {"b", "bc", NULL}, "b"}, {"b", {"bc", "b", NULL}, "b"},
	};
	for (int i = 0; i < COUNT(all); i++) {
		struct nearest nearest = {.wanted = all[i].wanted};
		ck_assert_str_eq(nearest_of(all[i].wanted, all[i].names), all[i].nearest);
		nearest_consider(&nearest, all[i].names[0]);
		nearest_consider(&nearest, all[i].names[1]);
		ck_assert_str_eq(nearest.name, all[i].nearest);
	}
	static const char *const letters[] = {"b", NULL};
	struct err err = {0};
	ck_assert_int_ne(nearest_refuse(&(struct nearest_table){letters, sizeof *letters, 2}, "bc", "unknown",
					"there is", &err), 0);
	ck_assert_str_eq(err.text, "unknown 'bc' (did you mean 'b'?)");
}
END_TEST

/* A candidate that does not fit in the field is not taken. */
START_TEST(long_candidates_are_left_out)
{
	char candidate[65];
	struct nearest nearest = {.wanted = "xx"};
	memset(candidate, 'x', 64);
	candidate[64] = '\0';
	nearest_consider(&nearest, candidate);
	ck_assert_str_eq(nearest.name, "");
	nearest_consider(&nearest, candidate + 1);
	ck_assert_str_eq(nearest.name, candidate + 1);
}
END_TEST

START_TEST(names_are_listed)
{
	static const char *const lists[][4] = {{NULL}, {"a", NULL}, {"a", "b", NULL}, {"a", "b", "c", NULL}};
	static const char *const texts[] = {"", "'a'", "'a' or 'b'", "'a', 'b' or 'c'"};
	for (int i = 0; i < COUNT(texts); i++) {
		AUTO_STR struct str out = {0};
		nearest_add_all(lists[i], "'", " or ", &out);
		ck_assert_str_eq(str_text(&out), texts[i]);
	}
	ck_assert_int_eq(nearest_exact("wild", names), 0);
	ck_assert_int_eq(nearest_exact("tourney", names), 3);
	ck_assert_int_eq(nearest_exact("tourne", names), -1);
	ck_assert_str_eq(nearest_hint("wlid", names).text, " (did you mean 'wild'?)");
	ck_assert_str_eq(nearest_hint("chess", names).text, "");
}
END_TEST

START_TEST(unknown_names_are_refused)
{
	static const struct named {
		const char *name;
		int other;
	} all[] = {{"wild", 1}, {"wind", 2}, {"perudo", 3}, {NULL, 4}};
	static const struct {
		int n;
		const char *wanted, *message;
	} wanted[] = {
		{4, "chess", "unknown game 'chess'; the games are wild, wind, perudo"},
		{1, "chess", "unknown game 'chess'; the games are wild"},
		{4, "peurdo", "unknown game 'peurdo' (did you mean 'perudo'?)"},
		{2, "peurdo", "unknown game 'peurdo'; the games are wild, wind"},
		{2, "\033wild", "unknown game '?wild' (did you mean 'wild'?)"},
	};
	for (int i = 0; i < COUNT(wanted); i++) {
		struct err err = {0};
		struct nearest_table table = {all, sizeof *all, wanted[i].n};
		ck_assert_int_ne(nearest_refuse(&table, wanted[i].wanted, "unknown game", "the games are", &err), 0);
		ck_assert_int_eq(err.code, EXIT_USAGE);
		ck_assert_str_eq(err.text, wanted[i].message);
	}
}
END_TEST

START_TEST(folders_of_absolute_paths_are_left_out)
{
	static const char *const texts[][2] = {{"", ""}, {"/", "/"}, {"/a", "a"}, {"a/b ./c", "a/b ./c"},
		{"/a/b.so:risk=1/2", "b.so:risk=1/2"},
		{"x '/a b/c d.so' -o=/e/f/", "x 'c d.so' -o=f/"},
		{"'cmd:python3 /a/b.py /c/d'", "'cmd:python3 b.py d'"},
		{"open /a/b: no (/c/d, /e)", "open b: no (d, e)"}, {"http://a/b 1 / 2 '/'", "http://a/b 1 / 2 '/'"},
		{"cmd:/a/b", "cmd:b"}};
	for (int i = 0; i < COUNT(texts); i++) {
		AUTO_STR struct str out = {0};
		text_add_without_folders(&out, texts[i][0]);
		ck_assert_str_eq(str_text(&out), texts[i][1]);
	}
}
END_TEST

/* ---- options.h: words for a shell, lines of help ---------------------------------------- */

START_TEST(words_are_quoted_for_a_shell)
{
	static const char *const words[][2] = {{"", "''"}, {"a", "a"}, {"A-z_0=.,:/+@%", "A-z_0=.,:/+@%"}, {"a#", "a#"},
	{"#a", "'#a'"},
		{"a b", "'a b'"}, {"it's", "'it'\\''s'"}, {"~", "'~'"}, {"$x", "'$x'"}};
	for (int i = 0; i < COUNT(words); i++) {
		AUTO_STR struct str out = {0};
		text_add_shell_word(&out, words[i][0]);
		ck_assert_str_eq(str_text(&out), words[i][1]);
	}
}
END_TEST

START_TEST(options_are_listed)
{
	static const struct opt options[] = {
		{.name = "quiet", .letter = 'q', .type = OPT_FLAG, .help = "Say nothing."},
		{.name = "count", .type = OPT_INT, .value = "N", .min = 1, .max = 5, .help = "A number."},
		{.name = "seed", .type = OPT_TEXT, .value = "TEXT", .fallback = "x",
		 .help = "A text of several words."},
		{.name = "eleven-byte", .type = OPT_TEXT, .value = "VALUE", .help = "Fits."},
		{.name = "twelve-bytes", .type = OPT_TEXT, .value = "VALUE", .help = "Next line."},
		{0},
	};
	AUTO_STR struct str out = {0};
	opts_help(options, 50, &out);
	ck_assert_str_eq(out.text,
		"  -q, --quiet             Say nothing.\n"
		"      --count N           A number. [from 1 to 5]\n"
		"      --seed TEXT         A text of several words.\n"
		"                          [default x]\n"
		"      --eleven-byte VALUE\n"
		"                          Fits.\n"
		"      --twelve-bytes VALUE\n"
		"                          Next line.\n"
		"  -h, --help              Show this help.\n");
}
END_TEST

START_TEST(lines_are_read_one_by_one)
{
	AUTO_STR struct str line = {0};
	const char *text = "one\n\nlast";
	ck_assert(str_next_line(&line, &text));
	ck_assert_str_eq(line.text, "one");
	ck_assert(str_next_line(&line, &text));
	ck_assert_str_eq(line.text, "");
	ck_assert(str_next_line(&line, &text));
	ck_assert_str_eq(line.text, "last");
	ck_assert(!str_next_line(&line, &text));
}
END_TEST

START_TEST(markup_is_escaped)
{
	AUTO_STR struct str out = {0};
	text_add_markup(&out, "a<b>&\"'");
	ck_assert_str_eq(out.text, "a&lt;b&gt;&amp;&quot;&#39;");
}
END_TEST

SUITE(0,
	LOOP(characters_may_be_printed, 0, COUNT(characters)),
	TEST(text_is_cleaned),
	TEST(folders_of_absolute_paths_are_left_out),
	TEST(text_has_a_width),
	TEST(text_is_wrapped),
	TEST(numbers_are_added_as_printf_does),
	TEST(strings_grow),
	TEST(texts_are_made_in_one_statement),
	TEST(elements_are_appended),
	LOOP(whole_numbers_are_read, 0, COUNT(whole_numbers)),
	TEST(numbers_are_read),
	TEST(ends_are_compared),
	TEST(words_have_a_distance),
	LOOP(errors_are_cut_at_their_size, 0, 10),
	TEST(a_name_is_near_up_to_a_third),
	TEST(the_nearest_name_is_taken),
	TEST(long_candidates_are_left_out),
	TEST(names_are_listed),
	TEST(unknown_names_are_refused),
	TEST(words_are_quoted_for_a_shell),
	TEST(options_are_listed),
	TEST(lines_are_read_one_by_one),
	TEST(markup_is_escaped))
