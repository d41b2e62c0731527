/* browser.c - a game played on web pages (browser.h): the server, and waiting for people. */
#include "terminal/browser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef ARENA_HAS_LIBMICROHTTPD
#include <poll.h>
#include <sys/random.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/mem.h"
#include "net/server/http.h"
#include "output/truth.h"
#include "page/frame.h"
#include "terminal/browser_inside.h"
#include "terminal/browser_open.h"
#include "terminal/browser_view.h"
#include "terminal/family.h"

#define MS INT64_C(1000000)

/* Limits the sum of the pauses of all robots in a round of a large table. */
static const int64_t longest_round_ns = 2000 * MS;
/* Time for pages to fetch the last state before the server ends. */
static const int64_t farewell_ns = 3000 * MS;

/* ---- waiting ----------------------------------------------------------------------------- */

/* Serves requests until one has arrived, or the time is over. */
static void serve(struct browser *browser, int64_t most_ns)
{
	struct play_session *play_session = browser->play_session;
	long most_ms = most_ns < 0 ? 1000 : most_ns / MS + 1 < 1000 ? (long)(most_ns / MS + 1) : 1000;
	struct pollfd fds[2] = {
		{.fd = http_fd(browser->http), .events = POLLIN}, {.fd = play_session->terminal->wake, .events = POLLIN},
	};
	fflush(stdout);
	poll(fds, 2, (int)http_wait_ms(browser->http, most_ms));
	http_run(browser->http);
	if (terminal_is_interrupted())
		play_session->leaving = LEAVING_INTERRUPTED;
}

static void pause_for(struct browser *browser, int64_t ns)
{
	int64_t until_ns = clock_wall_ns() + ns;
	for (int64_t left = ns; left > 0 && !browser->play_session->leaving; left = until_ns - clock_wall_ns())
		serve(browser, left);
}

static bool is_in_game(const struct browser *browser, const struct browser_person *person)
{
	return play_session_is_in(browser->play_session, person->player);
}

/* The game does not wait for spectators while a person still plays. */
static bool are_ready(const struct browser *browser)
{
	int64_t now_ns = clock_wall_ns();
	int n_ready = 0, n_waiting = 0;
	bool is_any_in = false;
	for (int i = 0; i < browser->state.n_persons; i++)
		is_any_in |= is_in_game(browser, &browser->person[i]);
	for (int i = 0; i < browser->state.n_persons; i++) {
		const struct browser_person *person = &browser->person[i];
		bool counts = (browser->state.stage == BROWSER_OVER || !is_any_in || is_in_game(browser, person));
		n_ready += counts && person->is_ready;
		n_waiting += counts && !person->is_ready && browser_is_here(person, now_ns);
	}
	return n_ready && !n_waiting;
}

static void wait_until_ready(struct browser *browser, enum browser_stage stage)
{
	for (int i = 0; i < browser->state.n_persons; i++)
		browser->person[i].is_ready = false;
	browser->state.stage = stage;
	browser_change(browser);
	while (!browser->play_session->leaving && !are_ready(browser))
		serve(browser, -1);
}

/* Waits until all connected pages have the state, for a limited time. */
static void wait_until_told(struct browser *browser)
{
	int64_t until_ns = clock_wall_ns() + farewell_ns;
	for (int64_t now_ns; (now_ns = clock_wall_ns()) < until_ns;) {
		bool are_told = true;
		for (int i = 0; i < browser->state.n_persons; i++)
			are_told &= !browser_is_here(&browser->person[i], now_ns) ||
				browser->person[i].seen_version == browser->state.version;
		if (are_told)
			return;
		struct pollfd fd = {.fd = http_fd(browser->http), .events = POLLIN};
		poll(&fd, 1, (int)http_wait_ms(browser->http, 100));
		http_run(browser->http);
	}
}

static void gather(struct browser *browser)
{
	bool are_here = false;
	while (!are_here && !browser->play_session->leaving) {
		are_here = true;
		for (int i = 0; i < browser->state.n_persons; i++)
			are_here &= browser->person[i].seen_ns != 0;
		if (!are_here)
			serve(browser, -1);
	}
}

/* ---- the game ---------------------------------------------------------------------------- */

static int ask(void *context, char me, const char *hands, const char *history, bool is_observation)
{
	struct play_session *play_session = context;
	struct browser *browser = play_session->browser;
	(void)history; /* the game's, which is public */
	if (is_observation || play_session->leaving)
		return 0;
	browser->state.stage = BROWSER_PLAYING;
	browser->state.asked = me - 'A';
	browser->state.ask++;
	browser->state.plays = browser_legal_plays(play_session->game);
	browser->hands = hands;
	browser->has_answer = false;
	browser_change(browser);
	while (!browser->has_answer && !play_session->leaving)
		serve(browser, -1);
	json_decref(browser->state.plays);
	browser->state.plays = NULL;
	browser->state.asked = -1;
	browser_change(browser);
	return browser->has_answer ? browser->answer : 0;
}

/* Pauses after the play of a robot, unless a person is asked next and sees it then. */
static void linger(struct browser *browser, bool is_news)
{
	const struct play_session *play_session = browser->play_session;
	const struct game *game = play_session->game;
	int64_t most_ns = longest_round_ns / play_session->n_players;
	browser->state.stage = BROWSER_PLAYING;
	browser_change(browser);
	if (!is_news || game->need != GAME_NEED_PLAY || play_session->is_human[game_letter(game, game->turn) - 'A'])
		return;
	bool is_short = browser->is_pause_chosen || play_session->pause_ns < most_ns;
	pause_for(browser, is_short ? play_session->pause_ns : most_ns);
}

bool browser_watch(const struct spectacle *s, void *context)
{
	struct play_session *play_session = context;
	struct browser *browser = play_session->browser;
	size_t n_told = play_session->n_told;
	bool goes_on = true;
	if (s->moment != MOMENT_OVER)
		goes_on = play_session_watch(s, play_session);
	switch (s->moment) {
	case MOMENT_GAME:
		browser->state.game++;
		browser->state.stage = BROWSER_GATHERING;
		gather(browser);
		break;
	case MOMENT_ANSWER:
		linger(browser, play_session->n_told > n_told && !play_session->is_human[s->player]);
		break;
	case MOMENT_SHOWDOWN:
		wait_until_ready(browser, BROWSER_SHOWDOWN);
		break;
	case MOMENT_OVER: /* the page of the end asks whether to continue, and waits */
		browser->state.stage = BROWSER_OVER;
		browser_change(browser);
		goes_on = play_session_watch(s, play_session);
		if (!goes_on || browser->state.game == browser->state.n_games)
			wait_until_told(browser);
		break;
	default:
		break;
	}
	return goes_on && !play_session->leaving;
}

void browser_wait_for_next(struct browser *browser)
{
	wait_until_ready(browser, BROWSER_OVER);
}

/* ---- the server -------------------------------------------------------------------------- */

static int make_token(char token[BROWSER_TOKEN + 1], struct err *err)
{
	unsigned char bits[BROWSER_TOKEN / 2];
	if (getrandom(bits, sizeof bits, 0) != sizeof bits)
		return err_errno(err, "cannot get random numbers for the address of a page");
	for (size_t i = 0; i < sizeof bits; i++)
		sprintf(token + 2 * i, "%02x", bits[i]);
	return 0;
}

static int find_persons(struct browser *browser, struct err *err)
{
	const struct play_session *play_session = browser->play_session;
	for (int player = 0; player < play_session->n_players; player++) {
		struct browser_person *person = &browser->person[browser->state.n_persons];
		if (!play_session->is_human[player])
			continue;
		person->player = player;
		if (make_token(person->token, err))
			return -1;
		browser->state.n_persons++;
	}
	return 0;
}

static void add_address(const struct browser *browser, const char *host, int i, struct str *out)
{
	str_addf(out, strchr(host, ':') ? "http://[%s]:%d/#%s" : "http://%s:%d/#%s", host, http_port(browser->http),
		 browser->person[i].token);
}

static void print_addresses(struct browser *browser, const char *host)
{
	for (int i = 0; i < browser->state.n_persons; i++) {
		AUTO_STR struct str address = {0};
		add_address(browser, host, i, &address);
		printf("%s plays at %s\n", browser->play_session->name[browser->person[i].player], address.text);
		if (i == 0)
			browser_show(address.text, &browser->shortcut);
	}
	fflush(stdout);
}

static json_t *page_data(const struct play_session *play_session)
{
	const struct rules *rules = &play_session->tournament->rules;
	AUTO_STR struct str text = {0}, reminder = {0};
	rules_to_text(rules, &text);
	game_reminder(rules, play_session->n_players, &reminder);
	json_t *data = json_pack("{s:s, s:s, s:o, s:o, s:[], s:[]}", "arena", ARENA_VERSION, "variant", rules->name, "rules",
				 json_clean(text.text), "reminder", browser_lines(str_text(&reminder)), "robots", "games");
	json_object_set_new(data, "ladder", truth_ladder(rules)); /* NULL: nothing is set */
	return data;
}

static int listen_at(struct browser *browser, const char *where, struct err *err)
{
	AUTO_STR struct str host = {0};
	AUTO_JSON json_t *data = page_data(browser->play_session);
	struct http_plan plan = {.answer = browser_answer, .act = browser_act, .context = browser, .is_personal = true};
	if (http_read_where(where, "--listen", &host, &plan.port, err))
		return -1;
	play_page(data, &browser->page, &browser->policy);
	plan.address = host.text;
	plan.page = browser->page.text;
	plan.policy = browser->policy.text;
	browser->http = http_open(&plan, err);
	if (!browser->http)
		return -1;
	print_addresses(browser, host.text);
	return 0;
}

struct browser *browser_open(struct play_session *play_session, const char *where, int n_games, struct err *err)
{
	struct browser *browser = NEW(struct browser);
	browser->play_session = play_session;
	browser->state = (struct browser_state){
		.play_session = play_session, .person = browser->person, .version = 1, .n_games = n_games, .asked = -1,
	};
	if (find_persons(browser, err) || listen_at(browser, where, err)) {
		browser_close(browser);
		return NULL;
	}
	play_session->tournament->human = ask;
	return browser;
}

void browser_close(struct browser *browser)
{
	if (!browser)
		return;
	if (browser->http) {
		browser->state.stage = BROWSER_CLOSED;
		browser_change(browser);
		wait_until_told(browser);
		http_close(browser->http);
	}
	browser_hide(&browser->shortcut);
	str_release(&browser->page);
	str_release(&browser->policy);
	free(browser);
}
#else
struct browser *browser_open(struct play_session *play_session, const char *where, int n_games, struct err *err)
{
	(void)play_session;
	(void)where;
	(void)n_games;
	err_set(err, EXIT_WORLD, "this arena was built without libmicrohttpd, which `arena play --browser` needs; install the package "
		"libmicrohttpd-dev (or run ./setup) and build again with make");
	return NULL;
}

bool browser_watch(const struct spectacle *s, void *context)
{
	return play_session_watch(s, context);
}

void browser_wait_for_next(struct browser *browser)
{
	(void)browser;
}

void browser_close(struct browser *browser)
{
	(void)browser;
}
#endif
