/* frame.c - assembles the pages (frame.h). Their sources are in src/page/web; the Makefile converts them to arrays of
 * bytes, such as frame_html for frame.html. */
#include "page/frame.h"

#include <nettle/base64.h>
#include <nettle/sha2.h>

#include "base/json.h"
#include "base/template.h"

#include "page/web.inc"

/* Writes the data as ASCII without characters that could end a script or begin a comment in it. */
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

/* Adds the CSP source expression (level 2) that allows exactly this script or style. */
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

/* Sets a key to a template filled with the values so far. */
static void set_part(json_t *values, const char *key, const char *template)
{
	AUTO_STR struct str text = {0};
	template_add(template, values, &text);
	json_object_set_new(values, key, json_string(text.text));
}

/* A page: its HTML, its scripts, and the page that may replace it, whose scripts its policy must also allow. */
struct page {
	const char *html;
	const char *const *scripts; /* ended by NULL */
	const struct page *opens;   /* NULL: none */
};

static const char *const game_scripts[] = {common_js, faces_js, table_js, story_js, own_js, replay_js, NULL};
static const char *const report_scripts[] = {
	notice_js, d3_js, common_js, faces_js, selections_js, grid_js, tables_js, about_js, highlights_js,
	leaderboard_js, charts_js, analysis_js, coach_js, table_js, story_js, replay_js, quiz_js, sections_js, NULL,
};
static const char *const puzzles_scripts[] = {common_js, faces_js, table_js, story_js, replay_js, quiz_js, NULL};
static const char *const play_scripts[] = {
	common_js, faces_js, fetch_js, connect_js, table_js, guide_js, controls_js, helper_js, play_js, NULL,
};
static const char *const menu_scripts[] = {common_js, fetch_js, connect_js, menu_js, NULL};
static const char *const live_scripts[] = {
	notice_js, d3_js, common_js, faces_js, fetch_js, selections_js, table_js, story_js, replay_js, sections_js,
	live_ratings_js, live_robot_js, live_js, NULL,
};

static const struct page pages[] = {
	[PAGE_REPORT] = {page_html, report_scripts, NULL}, [PAGE_GAME] = {game_html, game_scripts, NULL},
	[PAGE_PUZZLES] = {puzzles_html, puzzles_scripts, NULL},
	[PAGE_PLAY] = {play_html, play_scripts, &pages[PAGE_GAME]},
	[PAGE_MENU] = {menu_html, menu_scripts, NULL}, [PAGE_SERVER] = {live_html, live_scripts, NULL},
};

static struct str join(const char *const *scripts)
{
	struct str text = {0};
	for (; *scripts; scripts++)
		str_addf(&text, "%s\n", *scripts);
	bug_if(strstr(text.text, "</script") || strstr(text.text, "<!--"));
	return text;
}

/* The policy inside a page must not contain a directive that is only sent. */
void page_add(enum page_kind kind, const char *title, const json_t *data, struct str *out, struct str *policy)
{
	const struct page *page = &pages[kind];
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
	AUTO_JSON json_t *values = json_pack("{s:o, s:s, s:s, s:s, s:s, s:s, s:o}", "title", json_clean(title),
		"policy", directives.text, "style", style.text, "script", script.text, "data", text.text,
		"table", table_html, "preview", policy ? json_null() : preview_values(data));
	json_object_set_new(values, "is_alone", json_boolean(kind == PAGE_PUZZLES));
	set_part(values, "replay", replay_html);
	set_part(values, "quiz", quiz_html);
	set_part(values, "content", page->html);
	template_add(frame_html, values, out);
	if (policy)
		str_addf(policy, "%s; frame-ancestors 'none'", directives.text);
}

void page_style(struct str *out)
{
	str_add(out, style_css);
	str_add(out, site_css);
}
