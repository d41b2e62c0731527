/* frame.c - assembles the pages (frame.h). Their sources are in src/page/web; the Makefile makes arrays of
 * bytes of them: frame_html is frame.html. */
#include "page/frame.h"

#include <nettle/base64.h>
#include <nettle/sha2.h>

#include "base/json.h"
#include "base/template.h"

#include "page/web.inc"

/* Writes ASCII without characters that could end a script or begin a comment in it. */
static void add_data(struct str *out, const json_t *data)
{
	AUTO_FREE char *text = json_dumps(data, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(15));
	bug_if(!text);
	for (const char *at = text; *at;) {
		size_t n = strcspn(at, "<>&");
		str_add_n(out, at, n);
		at += n;
		if (*at)
			str_addf(out, "\\u%04x", (unsigned)*at++);
	}
}

/* The CSP source expression (level 2) that allows exactly this script or style. */
static void add_hash(struct str *out, const char *text)
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

static int check_charts(struct err *err)
{
	if (d3_js[0])
		return 0;
	return err_set(err, EXIT_WORLD, "this arena was built without D3, which draws this page; install the packages node-d3 and "
		       "esbuild (or run ./setup), and build again with make");
}

/* Replaces a key by a template, with what is there already. */
static void set_part(json_t *values, const char *key, const char *template)
{
	AUTO_STR struct str text = {0};
	template_add(template, values, &text);
	json_object_set_new(values, key, json_string(text.text));
}

static void join(const char *const *parts, struct str *out)
{
	for (; *parts; parts++)
		str_addf(out, "%s\n", *parts);
}

static const char *const game_parts[] = {common_js, faces_js, table_js, story_js, replay_js, NULL};

/* The frame with this HTML and these scripts. policy: for the header of a page that asks its server what is new; NULL for a page
 * without a server. One of its directives may not be in a policy inside the page. */
static void write_page(const char *html, const char *title, const json_t *data, const char *const *parts, struct str *out,
		       struct str *policy)
{
	AUTO_STR struct str script = {0}, style = {0}, directives = {0}, text = {0};
	str_addf(&style, "%s%s%s", style_css, table_css, play_css);
	join(parts, &script);
	bug_if(strstr(script.text, "</script") || strstr(script.text, "<!--"));
	str_add(&directives, "default-src 'none'; base-uri 'none'; form-action 'none'; script-src ");
	add_hash(&directives, script.text);
	if (html == play_html) { /* it opens a page of a game, to which its own policy applies too */
		AUTO_STR struct str game = {0};
		join(game_parts, &game);
		str_add(&directives, " ");
		add_hash(&directives, game.text);
	}
	str_add(&directives, "; style-src ");
	add_hash(&directives, style.text);
	str_add(&directives, policy ? "; connect-src 'self'" : "");
	add_data(&text, data);
	AUTO_JSON json_t *values = json_pack("{s:o, s:s, s:s, s:s, s:s, s:s}", "title", json_clean(title), "policy", directives.text,
					     "style", style.text, "script", script.text, "data", text.text, "table", table_html);
	set_part(values, "replay", replay_html);
	set_part(values, "content", html);
	template_add(frame_html, values, out);
	if (policy)
		str_addf(policy, "%s; frame-ancestors 'none'", directives.text);
}

int report_page(const char *title, const json_t *data, struct str *out, struct err *err)
{
	static const char *const parts[] = {
		notice_js, d3_js, common_js, faces_js, selections_js, grid_js, tables_js, highlights_js, leaderboard_js, charts_js, analysis_js,
		coach_js, table_js, story_js, replay_js, quiz_js, sections_js, NULL,
	};
	if (check_charts(err))
		return -1;
	write_page(page_html, title, data, parts, out, NULL);
	return 0;
}

void page_style(struct str *out)
{
	str_add(out, style_css);
	str_add(out, site_css);
}

void game_page(const char *title, const json_t *data, struct str *out)
{
	write_page(game_html, title, data, game_parts, out, NULL);
}

void play_page(const json_t *data, struct str *out, struct str *policy)
{
	static const char *const parts[] = {common_js, faces_js, fetch_js, connect_js, table_js, guide_js, controls_js, helper_js, play_js, NULL};
	write_page(play_html, "Arena", data, parts, out, policy);
}

void menu_page(const json_t *data, struct str *out, struct str *policy)
{
	static const char *const parts[] = {common_js, fetch_js, connect_js, menu_js, NULL};
	write_page(menu_html, "Arena", data, parts, out, policy);
}

int live_page(struct str *out, struct str *policy, struct err *err)
{
	static const char *const parts[] = {
		notice_js, d3_js, common_js, faces_js, fetch_js, selections_js, table_js, story_js, replay_js, sections_js, live_ratings_js,
		live_robot_js, live_js, NULL,
	};
	AUTO_JSON json_t *data = json_pack("{s:s, s:s, s:[], s:[]}", "arena", ARENA_VERSION, "run", "", "robots", "games");
	if (check_charts(err))
		return -1;
	write_page(live_html, "Arena tourney", data, parts, out, policy);
	return 0;
}
