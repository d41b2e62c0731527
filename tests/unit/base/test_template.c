/* test_template.c - templates: data and the text that is made with it. */
#include <check.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/json.h"
#include "base/template.h"

static const struct {
	const char *template, *data, *text;
} cases[] = {
	{"", "{}", ""},
	{"plain } {text}", "{}", "plain } {text}"},
	/* values */
	{"<{{a}}>", "{'a': 'b'}", "<b>"},
	{"{{a}}{{b}}", "{'a': -12, 'b': ''}", "-12"},
	{"<bdi>{{a}}</bdi>", "{'a': '<a> & \\\"b\\\" \\u0027c\\u0027'}",
	 "<bdi>&lt;a&gt; &amp; &quot;b&quot; &#39;c&#39;</bdi>"},
	{"{{~a}}", "{'a': 'a_b-c:d=0.5 <x>.so--'}", "a_<wbr>b-<wbr>c:<wbr>d=<wbr>0.5 &lt;x&gt;.<wbr>so--"},
	{"{{{a}}}!", "{'a': '<a> & {{b}}'}", "<a> & {{b}}!"},
	{"<pre>{{a}}</pre>", "{'a': 'x\\n\\n<b>\\n'}", "<pre>x\n\n&lt;b&gt;\n</pre>"},
	/* sections */
	{"{{#a}}x{{/a}}{{^a}}y{{/a}}", "{}", "y"},
	{"{{#a}}x{{/a}}{{^a}}y{{/a}}", "{'a': null}", "y"},
	{"{{#a}}x{{/a}}{{^a}}y{{/a}}", "{'a': false}", "y"},
	{"{{#a}}x{{/a}}{{^a}}y{{/a}}", "{'a': ''}", "y"},
	{"{{#a}}x{{/a}}{{^a}}y{{/a}}", "{'a': 0}", "y"},
	{"{{#a}}x{{/a}}{{^a}}y{{/a}}", "{'a': []}", "y"},
	{"{{#a}}x{{/a}}{{^a}}y{{/a}}", "{'a': true}", "x"},
	{"{{#a}}x{{/a}}{{^a}}y{{/a}}", "{'a': 3}", "x"},
	{"{{#a}}x{{/a}}{{^a}}y{{/a}}", "{'a': {}}", "x"},
	{"{{#a}}<{{a}}>{{/a}}", "{'a': 'b'}", "<b>"},
	{"{{#a}}({{.}}){{/a}}.", "{'a': [1, 'b', 3]}", "(1)(b)(3)."},
	{"{{#a}}{{b}}{{c}} {{/a}}", "{'a': [{'b': 1}, {'b': 2, 'c': 'own'}], 'c': 'outer'}", "1outer 2own "},
	{"{{#a}}{{#b}}{{.}}{{c}}{{/b}};{{/a}}", "{'a': [{'b': [1, 2]}, {'b': []}, {'b': [3]}], 'c': '!'}", "1!2!;;3!;"},
	/* what is left out needs no values */
	{"{{#a}}{{#b}}{{c}}{{/b}}{{^b}}{{{d}}}{{/b}}{{/a}}e", "{}", "e"},
};

START_TEST(values_take_their_places)
{
	AUTO_STR struct str text = {0}, data = {0};
	for (const char *c = cases[_i].data; *c; c++) /* quotes, for C */
		str_add_char(&data, *c == '\'' ? '"' : *c);
	AUTO_JSON json_t *json = json_loads(data.text, 0, NULL);
	ck_assert(json != NULL);
	template_add(cases[_i].template, json, &text);
	ck_assert_str_eq(str_text(&text), cases[_i].text);
}
END_TEST

static const char *const wrong[] = {"{{a}}", "{{{a}}}", "{{list}}", "{{#list}}{{b}}{{/list}}", "{{#list}}{{list"};

START_TEST(a_missing_value_is_a_bug)
{
	int status;
	pid_t child = fork();
	if (child == 0) {
		AUTO_STR struct str text = {0};
		signal(SIGABRT, SIG_DFL);
		close(STDERR_FILENO); /* where it says so */
		template_add(wrong[_i], json_pack("{s:[i]}", "list", 1), &text);
		_exit(0);
	}
	ck_assert(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}
END_TEST

SUITE(0,
	LOOP(values_take_their_places, 0, COUNT(cases)),
	LOOP(a_missing_value_is_a_bug, 0, COUNT(wrong)))
