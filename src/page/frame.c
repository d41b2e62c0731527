/* frame.c - assembles the pages (frame.h). Their sources are in src/page/web; the Makefile makes arrays of
 * bytes of them: frame_html is frame.html. */
#include "page/frame.h"

#include <nettle/base64.h>
#include <nettle/sha2.h>

#include "base/json.h"
#include "base/template.h"
#include "page/preview.h"

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

/* Replaces a key by a template, with what is there already. */
static void set_part(json_t *values, const char *key, const char *template)
{
	AUTO_STR struct str text = {0};
	template_add(template, values, &text);
	json_object_set_new(values, key, json_string(text.text));
}

/* A page: its HTML, its scripts, and the page that it may open in its place, whose script its own policy has to allow too. */
struct page {
	const char *html;
	const char *const *scripts; /* ended by NULL */
	const struct page *opens;   /* NULL: none */
};

static const char *const game_scripts[] = {common_js, faces_js, table_js, story_js, own_js, replay_js, NULL};
static const char *const report_scripts[] = {
	notice_js, d3_js, common_js, faces_js, selections_js, grid_js, tables_js, about_js, highlights_js, leaderboard_js, charts_js, analysis_js,
	coach_js, table_js, story_js, replay_js, quiz_js, sections_js, NULL,
};
static const char *const puzzles_scripts[] = {common_js, faces_js, table_js, story_js, replay_js, quiz_js, NULL};
static const char *const play_scripts[] = {
	common_js, faces_js, fetch_js, connect_js, table_js, guide_js, controls_js, helper_js, play_js, NULL,
};
static const char *const menu_scripts[] = {common_js, fetch_js, connect_js, menu_js, NULL};
static const char *const live_scripts[] = {
	notice_js, d3_js, common_js, faces_js, fetch_js, selections_js, table_js, story_js, replay_js, sections_js, live_ratings_js,
	live_robot_js, live_js, NULL,
};

static const struct page page_of_game = {game_html, game_scripts, NULL}, page_of_report = {page_html, report_scripts, NULL},
	page_of_play = {play_html, play_scripts, &page_of_game}, page_of_menu = {menu_html, menu_scripts, NULL},
	page_of_puzzles = {puzzles_html, puzzles_scripts, NULL}, page_of_server = {live_html, live_scripts, NULL};

static struct str join(const char *const *scripts)
{
	struct str text = {0};
	for (; *scripts; scripts++)
		str_addf(&text, "%s\n", *scripts);
	bug_if(strstr(text.text, "</script") || strstr(text.text, "<!--"));
	return text;
}

/* Adds the page in its frame. policy: for the header of a page that asks its server what is new; NULL for a page without a server.
 * One of its directives may not be in a policy inside the page. */
static void write_page(const struct page *page, const char *title, const json_t *data, struct str *out, struct str *policy)
{
	AUTO_STR struct str script = join(page->scripts), style = {0}, directives = {0}, text = {0};
	str_addf(&style, "%s%s%s", style_css, table_css, play_css);
	str_add(&directives, "default-src 'none'; base-uri 'none'; form-action 'none'; script-src");
	for (const struct page *allowed = page; allowed; allowed = allowed->opens) {
		AUTO_STR struct str other = join(allowed->scripts);
		str_add(&directives, " ");
		add_hash(&directives, other.text);
	}
	str_add(&directives, "; style-src ");
	add_hash(&directives, style.text);
	str_add(&directives, policy ? "; connect-src 'self'" : "");
	add_data(&text, data);
	AUTO_JSON json_t *values = json_pack("{s:o, s:s, s:s, s:s, s:s, s:s, s:o}", "title", json_clean(title), "policy", directives.text,
					     "style", style.text, "script", script.text, "data", text.text, "table", table_html, "preview",
					     policy ? json_null() : preview_values(data));
	json_object_set_new(values, "is_alone", json_boolean(page->html == puzzles_html));
	set_part(values, "replay", replay_html);
	set_part(values, "quiz", quiz_html);
	set_part(values, "content", page->html);
	template_add(frame_html, values, out);
	if (policy)
		str_addf(policy, "%s; frame-ancestors 'none'", directives.text);
}

void report_page(const char *title, const json_t *data, struct str *out)
{
	write_page(&page_of_report, title, data, out, NULL);
}

void puzzles_page(const char *title, const json_t *data, struct str *out)
{
	write_page(&page_of_puzzles, title, data, out, NULL);
}

void page_style(struct str *out)
{
	str_add(out, style_css);
	str_add(out, site_css);
}

void game_page(const char *title, const json_t *data, struct str *out)
{
	write_page(&page_of_game, title, data, out, NULL);
}

void play_page(const json_t *data, struct str *out, struct str *policy)
{
	write_page(&page_of_play, "Arena", data, out, policy);
}

void menu_page(const json_t *data, struct str *out, struct str *policy)
{
	write_page(&page_of_menu, "Arena", data, out, policy);
}

void live_page(struct str *out, struct str *policy)
{
	AUTO_JSON json_t *data = json_pack("{s:s, s:s, s:[], s:[]}", "arena", ARENA_VERSION, "run", "", "robots", "games");
	write_page(&page_of_server, "Arena tourney", data, out, policy);
}
