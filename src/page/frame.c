/* frame.c - assembles the pages (frame.h). Their sources are in src/page/web; the Makefile makes arrays of
 * bytes of them: frame_html is frame.html. */
#include "page/frame.h"

#include <nettle/base64.h>
#include <nettle/sha2.h>

#include "base/json.h"
#include "base/text.h"

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

/* A page to assemble. */
struct frame_page {
	const char *html;      /* the frame's HTML, with placeholders: @@TITLE@@ and so on */
	const char *title;
	const json_t *data;
	struct str script;
	struct str style;
	struct str policy;
};

static void begin_page(struct frame_page *page, const char *const *parts, bool is_live)
{
	str_add(&page->style, style_css);
	str_add(&page->style, table_css);
	str_add(&page->style, play_css);
	for (; *parts; parts++) {
		str_add(&page->script, *parts);
		str_add(&page->script, "\n");
	}
	bug_if(strstr(page->script.text, "</script") || strstr(page->script.text, "<!--"));
	str_add(&page->policy, "default-src 'none'; base-uri 'none'; form-action 'none'; script-src ");
	add_hash(&page->policy, page->script.text);
	str_add(&page->policy, "; style-src ");
	add_hash(&page->policy, page->style.text);
	if (is_live)
		str_add(&page->policy, "; connect-src 'self'");
}

static int check_charts(struct err *err)
{
	if (d3_js[0])
		return 0;
	return err_set(err, EXIT_WORLD, "this arena was built without D3, which draws this page; install the packages node-d3 and "
		       "esbuild (or run ./setup), and build again with make");
}

static void add_marked(const struct frame_page *page, const char *html, struct str *out);

static void add_mark(const struct frame_page *page, const char *word, size_t n, struct str *out)
{
	AUTO_STR struct str title = {0};
	text_add_clean(&title, page->title);
	if (strncmp(word, "TITLE", n) == 0)
		text_add_markup(out, str_text(&title));
	else if (strncmp(word, "POLICY", n) == 0)
		str_add(out, page->policy.text);
	else if (strncmp(word, "STYLE", n) == 0)
		str_add(out, page->style.text);
	else if (strncmp(word, "CONTENT", n) == 0)
		add_marked(page, page->html, out);
	else if (strncmp(word, "REPLAY", n) == 0)
		add_marked(page, replay_html, out);
	else if (strncmp(word, "TABLE", n) == 0)
		str_add(out, table_html);
	else if (strncmp(word, "DATA", n) == 0)
		add_data(out, page->data);
	else if (strncmp(word, "SCRIPT", n) == 0)
		str_add(out, page->script.text);
	else
		bug("the page has an unknown mark: %.*s", (int)n, word);
}

static void add_marked(const struct frame_page *page, const char *html, struct str *out)
{
	for (const char *at = html; *at;) {
		const char *mark = strstr(at, "@@");
		str_add_n(out, at, mark ? (size_t)(mark - at) : strlen(at));
		if (!mark)
			break;
		const char *word = mark + 2, *end = strstr(word, "@@");
		bug_if(!end);
		add_mark(page, word, (size_t)(end - word), out);
		at = end + 2;
	}
}

/* policy: for the header of a page that asks its server what is new; NULL for a page without a server. One of its directives
 * may not be in a policy inside the page. */
static void write_page(struct frame_page page, const char *const *parts, struct str *out, struct str *policy)
{
	begin_page(&page, parts, policy != NULL);
	add_marked(&page, frame_html, out);
	if (policy)
		str_addf(policy, "%s; frame-ancestors 'none'", page.policy.text);
	str_release(&page.script);
	str_release(&page.style);
	str_release(&page.policy);
}

int report_page(const char *title, const json_t *data, struct str *out, struct err *err)
{
	static const char *const parts[] = {
		notice_js, d3_js, common_js, selections_js, grid_js, tables_js, leaderboard_js, charts_js, analysis_js, coach_js, table_js,
		story_js, replay_js, sections_js, NULL,
	};
	if (check_charts(err))
		return -1;
	write_page((struct frame_page){.html = page_html, .title = title, .data = data}, parts, out, NULL);
	return 0;
}

void page_style(struct str *out)
{
	str_add(out, style_css);
	str_add(out, site_css);
}

void game_page(const char *title, const json_t *data, struct str *out)
{
	static const char *const parts[] = {common_js, table_js, story_js, replay_js, NULL};
	write_page((struct frame_page){.html = game_html, .title = title, .data = data}, parts, out, NULL);
}

void play_page(const json_t *data, struct str *out, struct str *policy)
{
	static const char *const parts[] = {common_js, fetch_js, connect_js, table_js, controls_js, helper_js, play_js, NULL};
	write_page((struct frame_page){.html = play_html, .title = "Arena", .data = data}, parts, out, policy);
}

void menu_page(const json_t *data, struct str *out, struct str *policy)
{
	static const char *const parts[] = {common_js, fetch_js, connect_js, menu_js, NULL};
	write_page((struct frame_page){.html = menu_html, .title = "Arena", .data = data}, parts, out, policy);
}

int live_page(struct str *out, struct str *policy, struct err *err)
{
	static const char *const parts[] = {
		notice_js, d3_js, common_js, fetch_js, selections_js, table_js, story_js, replay_js, sections_js, live_ratings_js,
		live_robot_js, live_js, NULL,
	};
	AUTO_JSON json_t *data = json_pack("{s:s, s:s, s:[], s:[]}", "arena", ARENA_VERSION, "run", "", "robots", "games");
	if (check_charts(err))
		return -1;
	write_page((struct frame_page){.html = live_html, .title = "Arena tourney", .data = data}, parts, out, policy);
	return 0;
}
