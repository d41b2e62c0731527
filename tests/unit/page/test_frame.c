/* test_frame.c - pages as one file: what of it is escaped, that its policy allows exactly its script and style, and
 * that every part is whole. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include <nettle/base64.h>
#include <nettle/sha2.h>

#include "base/json.h"
#include "base/mem.h"
#include "page/frame.h"

static const char *const names[] = {
	[PAGE_REPORT] = "report", [PAGE_GAME] = "game", [PAGE_PUZZLES] = "puzzles", [PAGE_PLAY] = "play",
	[PAGE_MENU] = "menu", [PAGE_SERVER] = "live",
};

static const char title[] = "a<b>&\"\x01", shown_title[] = "a&lt;b&gt;&amp;&quot;?";
static const char data_text[] = "{\"a\":\"<!--</script>&\\u2028\u00e4\",\"b\":0.1}";
static const char shown_data[] = "{\"a\":\"\\u003c!--\\u003c/script\\u003e\\u0026\\u2028\\u00E4\",\"b\":0.1}";

static bool has_server(int kind)
{
	return kind >= PAGE_PLAY;
}

static void make(int kind, struct str *out, struct str *policy)
{
	AUTO_JSON json_t *data = json_loads(data_text, 0, NULL);
	ck_assert_ptr_nonnull(data);
	page_add((enum page_kind)kind, title, data, out, has_server(kind) ? policy : NULL);
}

/* What is between the first `from` and the next `to`. */
static void add_between(const char *text, const char *from, const char *to, struct str *out)
{
	const char *begin = strstr(text, from);
	ck_assert_msg(begin, "no %s", from);
	begin += strlen(from);
	const char *end = strstr(begin, to);
	ck_assert_msg(end, "no %s", to);
	str_add_n(out, begin, (size_t)(end - begin));
}

static void add_hash(const char *text, struct str *out)
{
	struct sha256_ctx context;
	uint8_t digest[SHA256_DIGEST_SIZE];
	char encoded[BASE64_ENCODE_RAW_LENGTH(SHA256_DIGEST_SIZE) + 1] = {0};
	sha256_init(&context);
	sha256_update(&context, strlen(text), (const uint8_t *)text);
	sha256_digest(&context, sizeof digest, digest);
	base64_encode_raw(encoded, sizeof digest, digest);
	str_addf(out, "'sha256-%s'", encoded);
}

START_TEST(the_policy_allows_one_script_and_one_style)
{
	AUTO_STR struct str out = {0}, policy = {0}, script = {0}, style = {0}, wanted = {0}, inside = {0};
	make(_i, &out, &policy);
	add_between(out.text, "<script>", "</script>", &script);
	add_between(out.text, "<style>", "</style>", &style);
	add_between(out.text, "Content-Security-Policy\" content=\"", "\"", &inside);
	str_add(&wanted, "default-src 'none'; base-uri 'none'; form-action 'none'; script-src ");
	add_hash(script.text, &wanted);
	if (_i == PAGE_PLAY) { /* and of the page of a game, which it opens */
		AUTO_STR struct str game = {0}, of_game = {0};
		AUTO_JSON json_t *data = json_object();
		page_add(PAGE_GAME, "a", data, &game, NULL);
		add_between(game.text, "<script>", "</script>", &of_game);
		str_add(&wanted, " ");
		add_hash(of_game.text, &wanted);
	}
	str_add(&wanted, "; style-src ");
	add_hash(style.text, &wanted);
	str_add(&wanted, has_server(_i) ? "; connect-src 'self'" : "");
	ck_assert_str_eq(inside.text, wanted.text);
	str_add(&wanted, "; frame-ancestors 'none'");
	ck_assert_str_eq(str_text(&policy), has_server(_i) ? wanted.text : "");
}
END_TEST

START_TEST(titles_and_data_are_escaped)
{
	AUTO_STR struct str out = {0}, policy = {0}, name = {0}, heading = {0}, data = {0};
	make(_i, &out, &policy);
	add_between(out.text, "<title>", "</title>", &name);
	add_between(out.text, "<h1 id=\"title\">", "</h1>", &heading);
	ck_assert_str_eq(name.text, shown_title);
	ck_assert_str_eq(heading.text, name.text);
	add_between(out.text, "<script type=\"application/json\" id=\"data\">", "</script>", &data);
	ck_assert_str_eq(data.text, shown_data);
}
END_TEST

static void check_text(const char *name, const char *text)
{
	for (const char *at = text; *at; at++)
		if ((unsigned char)*at < ' ' && *at != '\n' && *at != '\t')
			ck_abort_msg("%s: byte %d before: %.40s", name, *at, at + 1);
}

/* Nothing of it is missing, and nothing follows it. */
START_TEST(pages_are_whole)
{
	AUTO_STR struct str out = {0}, policy = {0};
	make(_i, &out, &policy);
	check_text(names[_i], out.text);
	ck_assert_int_eq(strncmp(out.text, "<!DOCTYPE html>\n", 16), 0);
	ck_assert_str_eq(out.text + out.length - 8, "</html>\n");
	ck_assert_ptr_null(strstr(out.text, "{{{"));
}
END_TEST

START_TEST(the_style_of_other_pages_is_whole)
{
	AUTO_STR struct str out = {0};
	page_style(&out);
	check_text("style", out.text);
	ck_assert_uint_gt(out.length, 1000);
}
END_TEST

SUITE(0,
	LOOP(the_policy_allows_one_script_and_one_style, 0, COUNT(names)),
	LOOP(titles_and_data_are_escaped, 0, COUNT(names)),
	LOOP(pages_are_whole, 0, COUNT(names)),
	TEST(the_style_of_other_pages_is_whole))
