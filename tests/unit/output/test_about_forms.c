/* test_about_forms.c - one robot as plain data for a page: its opponents by result, its faults by kind, and a template
 * of them. */
#include <check.h>

#include "base/json.h"
#include "base/template.h"
#include "output/about_forms.h"
#include "same_text.h"

static const struct about_opponent opponents[] = {
	{.name = "ann", .link = "1.html", .share = {0.546, 0.511, 0.5801}, .games = 1200, .result = 1},
	{.name = "b\1b", .link = "", .share = {0.5, 0, 1}, .games = 1, .result = 0},
	{.name = "<cyd>", .link = "3.html", .share = {1, 0.9, 1}, .games = 20, .result = 1},
};
static const struct about_fault faults[] = {
	{.verdict = VERDICT_ILLEGAL, .link = "", .cause = ""},
	{.verdict = VERDICT_TIMEOUT, .n = 1234, .game = 7, .link = "7.html",
	 .cause = "/home/ann/slow.so\ntook too long"},
};

static void check_json(const struct about *about, const char *wanted)
{
	AUTO_JSON json_t *json = about_json(about);
	AUTO_FREE char *text = json_dumps(json, JSON_COMPACT);
	check_same_text(text, wanted);
}

START_TEST(opponents_by_result)
{
	check_json(&(struct about){opponents, 3, faults, 2},
		   "{\"beats\":{\"list\":["
		   "{\"comma\":\"\",\"name\":\"ann\",\"link\":\"1.html\",\"share\":\"54.6\",\"low\":\"51.1\","
		   "\"high\":\"58.0\",\"games\":\"1,200\"},"
		   "{\"comma\":\", \",\"name\":\"<cyd>\",\"link\":\"3.html\",\"share\":\"100.0\",\"low\":\"90.0\","
		   "\"high\":\"100.0\",\"games\":\"20\"}]},\"loses_to\":null,\"undecided\":{\"list\":["
		   "{\"comma\":\"\",\"name\":\"b?b\",\"link\":\"\",\"share\":\"50.0\",\"low\":\"0.0\","
		   "\"high\":\"100.0\",\"games\":\"1\"}]},\"faults\":{\"list\":["
		   "{\"kind\":\"timeout\",\"number\":\"1,234\",\"game\":7,\"link\":\"7.html\","
		   "\"cause\":\"slow.so?took too long\"}]}}");
	check_json(&(struct about){0}, "{\"beats\":null,\"loses_to\":null,\"undecided\":null,\"faults\":null}");
}
END_TEST

/* As the header describes it. */
START_TEST(a_template_lists_them)
{
	AUTO_STR struct str text = {0};
	AUTO_JSON json_t *json = about_json(&(struct about){opponents, 3, faults, 2});
	template_add("{{#beats}}Beats {{#list}}{{comma}}{{~name}} ({{share}} %){{/list}}.{{/beats}}"
		     "{{^loses_to}} Loses to none.{{/loses_to}}"
		     "{{#faults}}{{#list}} {{number}} of kind {{kind}}{{#game}}, as in game {{game}}{{/game}}"
		     "{{/list}}{{/faults}}", json, &text);
	check_same_text(text.text,
		"Beats ann (54.6 %), &lt;cyd&gt; (100.0 %). Loses to none. 1,234 of kind timeout, as in game 7");
}
END_TEST

SUITE(0,
	TEST(opponents_by_result),
	TEST(a_template_lists_them))
