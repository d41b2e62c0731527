/* test_json.c - JSON files: their form, members that are missing or wrong, and settings from and to JSON. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/typed.h"
#include "temporary_folder.h"

START_TEST(values_have_one_form)
{
	AUTO_STR struct str lines = {0}, line = {0};
	json_add_text(&lines, json_pack("{s:f, s:[i, n], s:s}", "b", 0.1, "a", 3, "text", "\303\266\n"));
	ck_assert_str_eq(lines.text,
			 "{\n  \"b\": 0.1,\n  \"a\": [\n    3,\n    null\n  ],\n  \"text\": \"\303\266\\n\"\n}\n");
	json_add_line(&line, json_pack("{s:f, s:[i, n], s:s}", "b", 0.1, "a", 3, "text", "\303\266"),
		      JSON_ENSURE_ASCII);
	ck_assert_str_eq(line.text, "{\"b\":0.1,\"a\":[3,null],\"text\":\"\\u00F6\"}");
}
END_TEST

/* 15 digits, more than which are noise: 0.1 + 0.2 is 0.3. */
START_TEST(numbers_have_15_digits)
{
	static const struct {
		double number;
		const char *text;
	} cases[] = {
		{0.1 + 0.2, "[0.3]"}, {1.0 / 3, "[0.333333333333333]"}, {-2, "[-2.0]"}, {INFINITY, "[null]"},
		{-INFINITY, "[null]"}, {NAN, "[null]"},
	};
	for (int i = 0; i < COUNT(cases); i++) {
		AUTO_STR struct str line = {0}, lines = {0}, wanted = {0};
		json_add_line(&line, json_pack("[o]", json_number(cases[i].number)), 0);
		ck_assert_str_eq(line.text, cases[i].text);
		json_add_text(&lines, json_pack("[o]", json_number(cases[i].number)));
		str_addf(&wanted, "[\n  %.*s\n]\n", (int)strlen(cases[i].text) - 2, cases[i].text + 1);
		ck_assert_str_eq(lines.text, wanted.text);
	}
	AUTO_JSON json_t *clean = json_clean("a\033\377");
	ck_assert_str_eq(json_string_value(clean), "a??");
}
END_TEST

START_TEST(members_are_checked)
{
	static const struct {
		const char *key, *type, *message; /* NULL: it is good */
	} cases[] = {
		{"text", "text", NULL}, {"none", "text", "'file' has no \"none\""},
		{"five", "text", "\"five\" in 'file' is not text"},
		{"list", "list", NULL}, {"none", "list", "'file' has no \"none\""},
		{"text", "list", "\"text\" in 'file' is not a list"},
		{"five", "number", NULL}, {"none", "number", "'file' has no \"none\""},
		{"real", "number", "\"real\" in 'file' is not a whole number"},
		{"two", "number", "\"two\" in 'file' is 2; it must be from 3 to 8"}, {"three", "number", NULL},
		{"eight", "number", NULL},
		{"nine", "number", "\"nine\" in 'file' is 9; it must be from 3 to 8"},
	};
	AUTO_JSON json_t *object = json_pack("{s:s, s:[], s:f, s:i, s:i, s:i, s:i, s:i}", "text", "words",
		"list", "real", 5.0, "two", 2, "three", 3, "five", 5, "eight", 8, "nine", 9);
	ck_assert_str_eq(json_text_at(object, "text"), "words");
	ck_assert_int_eq(*json_text_at(object, "five") || *json_text_at(object, "none") || *json_text_at(NULL, "text"),
			 0);
	ck_assert_double_eq(json_number_at(object, "real") + json_number_at(object, "two") +
			    json_number_at(object, "text") + json_number_at(NULL, "two"), 7);
	ck_assert_int_eq(json_integer_at(object, "two") + json_integer_at(object, "text") +
			 json_integer_at(object, "none") + json_integer_at(NULL, "two"), 2);
	for (int i = 0; i < COUNT(cases); i++) {
		struct err err = {0};
		long long number = 77;
		bool is_good = cases[i].type[0] == 't' ? json_get_text(object, cases[i].key, "file", &err) != NULL :
			cases[i].type[0] == 'l' ? json_get_array(object, cases[i].key, "file", &err) != NULL :
			json_get_int(object, cases[i].key, (struct json_range){3, 8}, &number, "file", &err) == 0;
		ck_assert_int_eq(is_good, cases[i].message == NULL);
		ck_assert_str_eq(err.text, cases[i].message ? cases[i].message : "");
		ck_assert_int_eq(err.code, cases[i].message ? EXIT_USAGE : EXIT_OK);
		ck_assert(is_good && cases[i].type[0] == 'n' ? number >= 3 && number <= 8 : number == 77);
	}
}
END_TEST

START_TEST(damaged_files_are_refused)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
		{"", "'file' is damaged: line "}, {"{", "'file' is damaged: line 1: "},
		{"{\n\"a\": 1,\n}", "'file' is damaged: line 3: "},
		{"[]", "'file' is damaged: it does not contain an object"},
		{"{\"a\": 1, \"a\": 2}", "'file' is damaged: line 1: duplicate"},
	};
	for (int i = 0; i < COUNT(cases); i++) {
		struct err err = {0};
		write_file("file", cases[i].text);
		ck_assert_ptr_null(json_read("file", &err));
		ck_assert_int_eq(err.code, EXIT_USAGE);
		ck_assert_msg(strncmp(err.text, cases[i].message, strlen(cases[i].message)) == 0, "%s", err.text);
	}
	struct err err = {0};
	ck_assert_ptr_null(json_read("missing", &err));
	ck_assert(err.code == EXIT_USAGE && strstr(err.text, "cannot open 'missing'"));
	ck_assert_ptr_null(json_read("missing", NULL));
	/* No file is larger than 16 MB. */
	ck_assert_int_eq(truncate("file", 16 << 20), 0);
	ck_assert_ptr_null(json_read("file", &err));
	ck_assert_msg(strstr(err.text, "'file' is damaged: ") != NULL, "%s", err.text);
	ck_assert_int_eq(truncate("file", (16 << 20) + 1), 0);
	ck_assert_ptr_null(json_read("file", &err));
	ck_assert_str_eq(err.text, "'file' is larger than 16777216 bytes");
	write_file("file", "{\"a\": 1}");
	AUTO_JSON json_t *object = json_read("file", &err);
	ck_assert_int_eq(json_integer_value(json_object_get(object, "a")), 1);
}
END_TEST

/* ---- settings --------------------------------------------------------------------------- */

struct settings {
	long long count, any, word, range[2], time, size;
	double real;
	bool flag;
	char text[9];
	char *token;
	const char *borrowed;
};

static const char *const words[] = {"one", "two", NULL};
static const struct typed_key keys[] = {
	{.name = "count", .kind = TYPED_INT, .at = offsetof(struct settings, count), .min = -2, .max = 7},
	{.name = "any", .kind = TYPED_INT, .at = offsetof(struct settings, any)},
	{.name = "word", .kind = TYPED_WORD, .at = offsetof(struct settings, word), .words = words},
	{.name = "range", .kind = TYPED_RANGE, .at = offsetof(struct settings, range), .min = 1, .max = 9},
	{.name = "time", .kind = TYPED_DURATION, .at = offsetof(struct settings, time), .min = 1e6, .max = 36e11},
	{.name = "size", .kind = TYPED_SIZE, .at = offsetof(struct settings, size), .min = 1 << 10, .max = 1 << 30},
	{.name = "real", .kind = TYPED_REAL, .at = offsetof(struct settings, real), .min = -1, .max = 1},
	{.name = "flag", .kind = TYPED_BOOL, .at = offsetof(struct settings, flag)},
	{.name = "text", .kind = TYPED_TEXT, .at = offsetof(struct settings, text), .max = 8},
	{.name = "token", .kind = TYPED_TOKEN, .at = offsetof(struct settings, token)},
	{.name = "borrowed", .kind = TYPED_BORROWED, .at = offsetof(struct settings, borrowed)},
};

static const struct typed_key *key_of(const char *name)
{
	for (int i = 0; i < COUNT(keys); i++)
		if (strcmp(keys[i].name, name) == 0)
			return &keys[i];
	ck_abort_msg("no key %s", name);
}

/* A value as text, and what it is in JSON; NULL: it is refused. */
static const struct {
	const char *key, *text, *json;
} texts[] = {
	{"count", "-2", "-2"}, {"count", "7", "7"}, {"count", "8", NULL}, {"count", "-3", NULL},
	{"any", "-9223372036854775808", "-9223372036854775808"},
	{"any", "9223372036854775808", NULL}, {"word", "one", "\"one\""}, {"word", "two", "\"two\""},
	{"word", "on", NULL},
	{"range", "[1, 9]", "[1,9]"}, {"range", "[4, 4]", "[4,4]"}, {"range", "[0, 9]", NULL},
	{"range", "[1, 10]", NULL}, {"range", "[5, 4]", NULL},
	{"range", "[1]", NULL}, {"range", "[1, 2, 3]", NULL}, {"range", "[1, 2.0]", NULL}, {"range", "[1.0, 2]", NULL},
	{"range", "1", NULL},
	{"time", "1ms", "1000000"}, {"time", "0.999ms", NULL}, {"time", "1H", "3600000000000"},
	{"time", "60m", "3600000000000"}, {"time", "61m", NULL},
	{"time", "2500us", "2500000"}, {"time", "1500000ns", "1500000"}, {"time", "1000000.6ns", "1000001"},
	{"time", "1000000.4ns", "1000000"},
	{"time", ".5s", "500000000"}, {"time", "5", NULL}, {"time", "ms", NULL}, {"time", "1 ms", NULL},
	{"time", "0000000000000000000000.5s", "500000000"},
	{"time", "00000000000000000000000.5s", NULL},
	{"size", "1K", "1024"}, {"size", "1023", NULL}, {"size", "1024", "1024"}, {"size", "1.5m", "1572864"},
	{"size", "1G", "1073741824"},
	{"size", "1025M", NULL}, {"size", "1T", NULL}, {"size", "9999999999T", NULL}, {"size", "1KB", NULL},
	{"real", "-1", "-1.0"}, {"real", "1.0", "1.0"}, {"real", "1.01", NULL}, {"real", "-1.01", NULL},
	{"real", "0.25", "0.25"}, {"real", "x", NULL},
	{"flag", "true", "true"}, {"flag", "false", "false"}, {"flag", "1", NULL}, {"flag", "yes", NULL},
	{"text", "a", "\"a\""}, {"text", "12345678", "\"12345678\""}, {"text", "123456789", NULL}, {"text", "", NULL},
	{"text", "a\n", NULL},
	{"token", "!~", "\"!~\""}, {"token", "a b", NULL}, {"token", "\177", NULL}, {"token", "", NULL},
	{"token", "\303\266", NULL},
	{"borrowed", "a b\n", "\"a b\\n\""}, {"borrowed", "", NULL},
};

START_TEST(settings_are_read_and_written)
{
	struct settings to = {.count = 5}, before = to;
	const struct typed_key *key = key_of(texts[_i].key);
	ck_assert_msg(typed_parse(key, &to, texts[_i].text) == (texts[_i].json != NULL), "%s '%s'", key->name,
		      texts[_i].text);
	if (!texts[_i].json) {
		ck_assert_mem_eq(&to, &before, sizeof to);
		return;
	}
	AUTO_JSON json_t *value = typed_json(key, &to);
	char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
	ck_assert_str_eq(text, texts[_i].json);
	/* The same from JSON, where times and sizes have units, too. */
	struct settings again = {0};
	bool has_unit = key->kind == TYPED_DURATION || key->kind == TYPED_SIZE;
	ck_assert_int_eq(typed_parse_json(key, &again, value), !has_unit);
	AUTO_JSON json_t *same = typed_json(key, &again);
	ck_assert_int_eq(json_equal(value, same), !has_unit);
	free(text);
	free(to.token);
	free(again.token);
}
END_TEST

START_TEST(settings_come_from_a_file)
{
	static const struct {
		const char *text, *message; /* NULL: it is good */
	} cases[] = {
		{"{}", NULL},
		{"{\"count\": 3, \"time\": \"2s\", \"range\": [2, 3], \"real\": 1, \"flag\": true, \"word\": \"two\"}",
		 NULL},
		{"{\"cuont\": 3}", "file: there is no key 'cuont' (did you mean 'count'?)"},
		{"{\"count\": 9}", "file: 'count' must be a whole number from -2 to 7, not '9'"},
		{"{\"count\": \"3\"}", "file: 'count' must be a whole number from -2 to 7, not '\"3\"'"},
		{"{\"any\": 1.5}", "file: 'any' must be a whole number, not '1.5'"},
		{"{\"real\": 2}", "file: 'real' must be a number from -1 to 1, not '2'"},
		{"{\"time\": 2}",
		 "file: 'time' must be a time with its unit, like 100ms or 2s, from 1ms to 1h, not '2'"},
		{"{\"size\": \"2T\"}", "file: 'size' must be a size like 512M from 1K to 1G, not '\"2T\"'"},
		{"{\"flag\": 1}", "file: 'flag' must be true or false, not '1'"},
		{"{\"range\": [3]}",
		 "file: 'range' must be a list [minimum, maximum] of whole numbers from 1 to 9, not '[3]'"},
		{"{\"text\": 1}", "file: 'text' must be text of 1 to 8 bytes without control characters"},
		{"{\"token\": \"a b\"}", "file: 'token' must be printable characters without spaces"},
		{"{\"borrowed\": \"\"}", "file: 'borrowed' must be text that is not empty"},
		{"{\"word\": \"tow\"}", "file: 'word' must be one or two, not 'tow' (did you mean 'two'?)"},
	};
	for (int i = 0; i < COUNT(cases); i++) {
		struct settings to = {0};
		struct err err = {0};
		write_file("file", cases[i].text);
		ck_assert_int_eq(typed_load(keys, COUNT(keys), &to, "file", &err), cases[i].message ? -1 : 0);
		ck_assert_int_eq(strncmp(err.text, cases[i].message ? cases[i].message : "",
			cases[i].message ? strlen(cases[i].message) : 1), 0);
		if (i == 1)
			ck_assert(to.count == 3 && to.time == 2000000000 && to.range[0] == 2 && to.range[1] == 3 &&
				to.real == 1 && to.flag && to.word == 1);
	}
	ck_assert_int_ne(typed_load(keys, COUNT(keys), &(struct settings){0}, "missing", NULL), 0);
}
END_TEST

int main(void)
{
	TCase *values = add_case("values", 0), *files = add_case("files", 0);
	tcase_add_test(values, values_have_one_form);
	tcase_add_test(values, numbers_have_15_digits);
	tcase_add_test(values, members_are_checked);
	tcase_add_loop_test(values, settings_are_read_and_written, 0, COUNT(texts));
	tcase_add_checked_fixture(files, enter_folder, leave_folder);
	tcase_add_test(files, damaged_files_are_refused);
	tcase_add_test(files, settings_come_from_a_file);
	return run_suite();
}
