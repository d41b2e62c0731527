/* test_columns.c - one list of columns as JSON, CSV and text: which columns each has, and numbers that JSON cannot
 * express. */
#include <check.h>
#include <math.h>

#include "base/json.h"
#include "output/columns.h"

struct line {
	const char *name;
	double share, low, high;
};

COLUMN_VALUE(line, name, json_clean(r->name))
COLUMN_VALUE(line, share, json_number(r->share))
COLUMN_VALUE(line, interval, json_pack("[o, o]", json_number(r->low), json_number(r->high)))
COLUMN_TEXT(line, interval_text, "%.1f - %.1f", r->low, r->high)

static const struct column columns[] = {
	{.key = "name", .title = "name", .value = name, .is_left = true},
	{.key = "share", .title = "share", .value = share},
	{.key = "interval", .title = "interval", .value = interval, .add_text = interval_text, .csv = "low,high"},
};
enum { N = sizeof columns / sizeof *columns };

static const struct {
	struct line line;
	const char *json, *csv, *text;
} cases[] = {
	{{"a", 0.5, 0.25, 1}, "{\"name\":\"a\",\"share\":0.5,\"interval\":[0.25,1.0]}", "a,0.5,0.25,1\n",
	 "[\"a\",\"0.5\",\"0.2 - 1.0\"]"},
	{{"b", NAN, 0.5, INFINITY}, "{\"name\":\"b\",\"share\":null,\"interval\":[0.5,null]}", "b,,0.5,\n",
	 "[\"b\",\"\",\"0.5 - inf\"]"},
	{{"c", -INFINITY, NAN, NAN}, "{\"name\":\"c\",\"share\":null,\"interval\":[null,null]}", "c,,,\n",
	 "[\"c\",\"\",\"nan - nan\"]"},
};

START_TEST(numbers_that_are_not_finite_are_empty)
{
	AUTO_STR struct str json = {0}, csv = {0}, text = {0};
	json_add_line(&json, columns_json(columns, N, &cases[_i].line), 0);
	ck_assert_str_eq(json.text, cases[_i].json);
	columns_add_csv(columns, N, &cases[_i].line, &csv);
	ck_assert_str_eq(csv.text, cases[_i].csv);
	json_add_line(&text, columns_row_texts(columns, N, 0, &cases[_i].line), 0);
	ck_assert_str_eq(text.text, cases[_i].text);
}
END_TEST

START_TEST(the_titles_of_csv_are_in_its_order)
{
	AUTO_STR struct str csv = {0};
	columns_add_csv_titles(columns, N, &csv);
	ck_assert_str_eq(csv.text, "name,share,low,high\n");
}
END_TEST

/* ---- where a column appears, and in which order ------------------------------------------- */

COLUMN_VALUE(line, low, json_number(r->low))
COLUMN_VALUE(line, number, json_integer((json_int_t)(14 * r->share)))
COLUMN_VALUE(line, nothing, r->low < 0 ? json_null() : NULL)
COLUMN_VALUE(line, quoted, json_sprintf("%s,b", r->name))
COLUMN_TEXT(line, low_text, "%.2f", r->low)

enum { WITH_A = 1, WITH_B = 2 };

static const struct column placed[] = {
	{.key = "last", .title = "last", .value = number},
	{.key = "third", .value = interval, .csv = "third_low,third_high", .csv_at = 3},
	{.key = "first", .title = "first", .value = name, .csv_at = 1, .is_left = true},
	{.title = "only in text", .add_text = low_text},
	{.key = "only in json", .value = nothing, .csv = ""},
	{.key = "second", .title = "with a", .value = quoted, .csv_at = 2, .shown_with = WITH_A, .is_left = true},
	{.title = "with b", .add_text = low_text, .shown_with = WITH_B},
	{.title = "with one of them", .value = low, .shown_with = WITH_A | WITH_B},
	{.key = "very last", .title = "very last", .value = low},
	{.key = "beyond", .title = "beyond", .value = low, .csv_at = 1}, /* not of the list */
};
enum { N_PLACED = sizeof placed / sizeof *placed - 1 };

static const struct line line = {"name", 0.5, 0.25, 1};

START_TEST(columns_of_csv_have_a_position)
{
	AUTO_STR struct str csv = {0};
	columns_add_csv_titles(placed, N_PLACED, &csv);
	columns_add_csv(placed, N_PLACED, &line, &csv);
	ck_assert_str_eq(csv.text, "first,second,third_low,third_high,last,very last\nname,\"name,b\",0.25,1,7,0.25\n");
}
END_TEST

static const struct {
	struct line line;
	const char *json;
} objects[] = {
	{{"name", 0.5, 0.25, 1},
	 "{\"last\":7,\"third\":[0.25,1.0],\"first\":\"name\",\"second\":\"name,b\",\"very last\":0.25}"},
	{{"name", 0.5, -1, 1},
	 "{\"last\":7,\"third\":[-1.0,1.0],\"first\":\"name\",\"only in json\":null,\"second\":\"name,b\","
	 "\"very last\":-1.0}"},
};

START_TEST(objects_have_the_values_that_there_are)
{
	AUTO_STR struct str json = {0};
	json_add_line(&json, columns_json(placed, N_PLACED, &objects[_i].line), 0);
	ck_assert_str_eq(json.text, objects[_i].json);
}
END_TEST

static const struct {
	unsigned shown;
	const char *table, *titles, *texts, *keys;
} shown[] = {
	{0, "last  first  only in text  very last\n   7  name           0.25       0.25\n",
	 "[\"last\",\"first\",\"only in text\",\"very last\"]", "[\"7\",\"name\",\"0.25\",\"0.25\"]",
	 "[{\"key\":\"last\",\"title\":\"last\"},{\"key\":\"first\",\"title\":\"first\"},"
	 "{\"key\":\"very last\",\"title\":\"very last\"}]"},
	{WITH_A, "last  first  only in text  with a  with one of them  very last\n"
		 "   7  name           0.25  name,b              0.25       0.25\n",
	 "[\"last\",\"first\",\"only in text\",\"with a\",\"with one of them\",\"very last\"]",
	 "[\"7\",\"name\",\"0.25\",\"name,b\",\"0.25\",\"0.25\"]",
	 "[{\"key\":\"last\",\"title\":\"last\"},{\"key\":\"first\",\"title\":\"first\"},"
	 "{\"key\":\"second\",\"title\":\"with a\"},{\"key\":\"very last\",\"title\":\"very last\"}]"},
	{WITH_B, "last  first  only in text  with b  with one of them  very last\n"
		 "   7  name           0.25    0.25              0.25       0.25\n",
	 "[\"last\",\"first\",\"only in text\",\"with b\",\"with one of them\",\"very last\"]",
	 "[\"7\",\"name\",\"0.25\",\"0.25\",\"0.25\",\"0.25\"]",
	 "[{\"key\":\"last\",\"title\":\"last\"},{\"key\":\"first\",\"title\":\"first\"},"
	 "{\"key\":\"very last\",\"title\":\"very last\"}]"},
};

START_TEST(text_has_the_columns_that_are_shown)
{
	AUTO_TABLE struct table table = {0};
	AUTO_STR struct str text = {0}, titles = {0}, texts = {0}, keys = {0};
	columns_add_titles(placed, N_PLACED, shown[_i].shown, &table);
	columns_add_row(placed, N_PLACED, shown[_i].shown, &line, &table);
	table_text(&table, false, &text);
	ck_assert_str_eq(text.text, shown[_i].table);
	AUTO_JSON json_t *page = columns_table_texts(placed, N_PLACED, shown[_i].shown, json_array());
	ck_assert(json_is_array(json_object_get(page, "rows")));
	json_add_line(&titles, json_incref(json_object_get(page, "titles")), 0);
	ck_assert_str_eq(titles.text, shown[_i].titles);
	json_add_line(&texts, columns_row_texts(placed, N_PLACED, shown[_i].shown, &line), 0);
	ck_assert_str_eq(texts.text, shown[_i].texts);
	json_add_line(&keys, columns_titles_json(placed, N_PLACED, shown[_i].shown), 0);
	ck_assert_str_eq(keys.text, shown[_i].keys);
}
END_TEST

SUITE(0,
	LOOP(numbers_that_are_not_finite_are_empty, 0, COUNT(cases)),
	TEST(the_titles_of_csv_are_in_its_order),
	TEST(columns_of_csv_have_a_position),
	LOOP(objects_have_the_values_that_there_are, 0, COUNT(objects)),
	LOOP(text_has_the_columns_that_are_shown, 0, COUNT(shown)))
