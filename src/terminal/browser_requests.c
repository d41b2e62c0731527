/* browser_requests.c - the requests of pages (browser_inside.h). */
#include "terminal/browser_inside.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "terminal/family.h"

#define MS INT64_C(1000000)

static const int64_t longest_pause_ns = 10000 * MS;

void browser_change(struct browser *browser)
{
	browser->state.version++;
}

/* ---- what a page asks -------------------------------------------------------------------- */

/* The person of the token in "/api/TOKEN/rest"; *rest is the remainder. NULL when the token is unknown. */
static struct browser_person *person_of(struct browser *browser, const char *path, const char **rest)
{
	const char *token = path + strlen("/api/");
	size_t n = strcspn(token, "/");
	struct browser_person *found = NULL;
	for (int i = 0; n == BROWSER_TOKEN && token[n] == '/' && i < browser->state.n_persons; i++) {
		unsigned differs = 0; /* in constant time */
		for (int k = 0; k < BROWSER_TOKEN; k++)
			differs |= (unsigned)(token[k] ^ browser->person[i].token[k]);
		found = differs ? found : &browser->person[i];
	}
	*rest = token + n + 1;
	return found;
}

static json_t *hint(const struct browser *browser, const struct browser_person *person)
{
	const struct game *game = browser->play_session->game;
	AUTO_STR struct str text = {0};
	if (browser->state.asked == person->player)
		family_text_of(game)->hint(game, (char)('A' + person->player), browser->hands, &text);
	return json_pack("{s:o}", "hint", browser_lines(str_text(&text)));
}

static void note_seen(struct browser *browser, struct browser_person *person)
{
	browser->state.now_ns = clock_wall_ns();
	if (!browser_is_here(person, browser->state.now_ns))
		browser_change(browser); /* other pages show who is connected */
	person->seen_ns = browser->state.now_ns;
}

/* GET "VERSION" or "hint". An unchanged state is not sent again. */
json_t *browser_answer(void *context, const char *path)
{
	struct browser *browser = context;
	const char *rest;
	long long known;
	struct browser_person *person = person_of(browser, path, &rest);
	if (!person)
		return NULL;
	note_seen(browser, person);
	if (strcmp(rest, "hint") == 0)
		return hint(browser, person);
	if (!str_to_int(rest, 0, INT32_MAX, &known))
		return NULL;
	person->seen_version = browser->state.version;
	return known == (long long)browser->state.version ? json_pack("{s:i}", "version", (int)known) :
							    browser_view(&browser->state, person);
}

/* ---- what a page does -------------------------------------------------------------------- */

static json_t *refuse(const char *why)
{
	return json_pack("{s:b, s:s}", "done", 0, "why", why);
}

static json_t *play_it(struct browser *browser, const struct browser_person *person, const char *number, const char *text)
{
	long long ask, play;
	if (!str_to_int(number, 0, INT32_MAX, &ask) || !str_to_int(text, 0, INT32_MAX, &play))
		return NULL;
	if (browser->state.asked != person->player || ask != (long long)browser->state.ask || browser->has_answer)
		return refuse("It is no longer your turn.");
	for (size_t i = 0; i < json_array_size(browser->state.plays); i++)
		browser->has_answer |= json_integer_value(json_array_get(browser->state.plays, i)) == play;
	browser->answer = (int)play;
	return browser->has_answer ? json_pack("{s:b}", "done", 1) : refuse("This play is not legal now.");
}

static void set_pause(struct browser *browser, int64_t ns)
{
	browser->play_session->pause_ns = ns < longest_pause_ns ? ns : longest_pause_ns;
	browser->is_pause_chosen = true;
}

/* "play/ASK/PLAY", "ready/VERSION", "pause/MS", "leave/1". */
json_t *browser_act(void *context, const char *path)
{
	struct browser *browser = context;
	const char *rest;
	long long number;
	char word[8], first[12] = "", second[12] = "";
	struct browser_person *person = person_of(browser, path, &rest);
	if (!person || sscanf(rest, "%7[a-z]/%11[0-9]/%11[0-9]", word, first, second) < 2)
		return NULL;
	note_seen(browser, person);
	if (strcmp(word, "play") == 0)
		return play_it(browser, person, first, second);
	if (!str_to_int(first, 0, INT32_MAX, &number))
		return NULL;
	if (strcmp(word, "ready") == 0)
		person->is_ready = true;
	else if (strcmp(word, "pause") == 0)
		set_pause(browser, number * MS);
	else if (strcmp(word, "leave") == 0)
		browser->play_session->leaving = LEAVING_BY_WISH;
	else
		return NULL;
	browser_change(browser);
	return json_pack("{s:b}", "done", 1);
}
