/* test_columns.c - one list of columns as JSON, CSV and text, also of numbers that JSON cannot express. */
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
	{{"a", 0.5, 0.25, 1}, "{\"name\":\"a\",\"share\":0.5,\"interval\":[0.25,1.0]}", "a,0.5,0.25,1\n", "[\"a\",\"0.5\",\"0.2 - 1.0\"]"},
	{{"b", NAN, 0.5, INFINITY}, "{\"name\":\"b\",\"share\":null,\"interval\":[0.5,null]}", "b,,0.5,\n", "[\"b\",\"\",\"0.5 - inf\"]"},
	{{"c", -INFINITY, NAN, NAN}, "{\"name\":\"c\",\"share\":null,\"interval\":[null,null]}", "c,,,\n", "[\"c\",\"\",\"nan - nan\"]"},
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

SUITE(0,
	LOOP(numbers_that_are_not_finite_are_empty, 0, COUNT(cases)),
	TEST(the_titles_of_csv_are_in_its_order))
