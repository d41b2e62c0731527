/* browser.c - a game played on web pages (view.h): its events, and waiting for people. */
#include <stdio.h>

#include "base/clock.h"
#include "base/json.h"
#include "terminal/browser/view.h"
#include "terminal/play_session.h"

#define MS INT64_C(1000000)

/* Maximum sum of the pauses after all robots in one round of a large table. */
static const int64_t longest_round_ns = 2000 * MS;

/* How long pages may take to fetch the end of a game after which a person leaves immediately. */
static const int64_t farewell_ns = 2000 * MS;

/* The minimum time for which spectators see a showdown. It is enough for each of SPECTATORS_MOST pages to poll once. */
static const int64_t spectated_ns = 3000 * MS;

/* Serves requests until one has arrived, or until the time is over. */
static void serve(struct browser *browser, int64_t most_ns)
{
	struct play_session *session = browser->session;
	struct err ignored = {0};
	site_serve(browser->site, most_ns);
	if (played_collect(&session->played, 0)) {
		if (session->results)
			played_keep(&session->played, session->tournament, session->name, session->results, &ignored);
		site_change(browser->site);
	}
	browser_count_votes(browser);
	if (terminal_is_interrupted())
		browser->session->leaving = LEAVING_INTERRUPTED;
}

static void pause_for(struct browser *browser, int64_t ns)
{
	int64_t until_ns = clock_wall_ns() + ns;
	for (int64_t left = ns; left > 0 && !browser->session->leaving; left = until_ns - clock_wall_ns())
		serve(browser, left);
}

static bool is_in_game(const struct browser *browser, const struct browser_person *person)
{
	return play_session_is_in(browser->session, person->player);
}

/* Returns true if all people for whom the game waits are ready. As long as a person who is present still plays, the
 * game does not wait for people who have been eliminated. */
static bool are_ready(const struct browser *browser)
{
	int n_ready = 0, n_waiting = 0;
	bool is_any_in = ANY_OF(i, browser->state.n_persons,
				is_in_game(browser, &browser->person[i]) &&
				site_is_here(browser->site, browser->person[i].person));
	for (int i = 0; i < browser->state.n_persons; i++) {
		const struct browser_person *person = &browser->person[i];
		bool counts = (browser->state.stage == BROWSER_OVER || !is_any_in || is_in_game(browser, person));
		n_ready += counts && person->is_ready;
		n_waiting += counts && !person->is_ready && site_is_here(browser->site, person->person);
	}
	return n_ready && !n_waiting;
}

static void enter_stage(struct browser *browser, enum browser_stage stage)
{
	if (stage == BROWSER_OVER)
		browser->site->spectators.held_until_ns = 0; /* the page of the result also shows the last showdown */
	browser->state.stage = stage;
	site_change(browser->site);
}

/* Waits until all people are ready. With is_last, also returns if all pages are closed. */
static void wait_until_ready(struct browser *browser, enum browser_stage stage, bool is_last)
{
	for (int i = 0; i < browser->state.n_persons; i++)
		browser->person[i].is_ready = false;
	enter_stage(browser, stage);
	int64_t until_ns = clock_wall_ns() + spectated_ns;
	while (!browser->session->leaving && !are_ready(browser) &&
	       !(is_last && site_is_told(browser->site) && !browser->here))
		serve(browser, -1);
	if (stage == BROWSER_SHOWDOWN)
		site_hold(browser->site, until_ns);
}

static void gather(struct browser *browser)
{
	enter_stage(browser, BROWSER_GATHERING);
	while (!browser->session->leaving &&
	       ANY_OF(i, browser->state.n_persons, browser->person[i].person->seen_ns == 0))
		serve(browser, -1);
}

/* Waits for the person's answer, or for that of a robot that moves for the person. */
static int wait_for_answer(struct browser *browser, char me, const char *hands)
{
	struct play_session *session = browser->session;
	struct str *notice = &browser->state.notice;
	int play;
	while (!browser->has_answer && !session->leaving) {
		if (!auto_is_on(session, me - 'A')) {
			serve(browser, -1);
			continue;
		}
		str_clear(notice);
		if (auto_move(session, me, hands, &play, notice))
			return play;
		site_change(browser->site);
	}
	return browser->has_answer ? browser->answer : 0;
}

static int ask(void *context, char me, const char *hands, const char *history, bool is_observation)
{
	struct play_session *session = context;
	struct browser *browser = session->browser;
	struct deputy *deputy = &session->deputy[me - 'A'];
	if (is_observation)
		deputy_observe(deputy, me, hands, history);
	if (is_observation || session->leaving)
		return 0;
	browser->state.asked = me - 'A';
	browser->state.ask++;
	browser->state.plays = browser_legal_plays(session->game);
	browser->hands = hands;
	browser->has_answer = false;
	str_clear(&browser->state.notice);
	enter_stage(browser, BROWSER_PLAYING);
	deputy->has_moved = auto_is_on(session, me - 'A');
	int play = wait_for_answer(browser, me, hands);
	deputy->has_moved &= !browser->has_answer;
	json_decref(browser->state.plays);
	browser->state.plays = NULL;
	browser->state.asked = -1;
	site_change(browser->site);
	return play;
}

/* Pauses after the play of a robot, unless a person is asked next and then sees the play. */
static void linger(struct browser *browser, bool is_news)
{
	const struct play_session *session = browser->session;
	const struct game *game = session->game;
	int64_t most_ns = longest_round_ns / session->n_players;
	enter_stage(browser, BROWSER_PLAYING);
	if (!is_news || game->need != GAME_NEED_PLAY || play_session_asks(session, game_letter(game, game->turn) - 'A'))
		return;
	bool is_short = browser->is_pause_chosen || session->pause_ns < most_ns;
	pause_for(browser, is_short ? session->pause_ns : most_ns);
}

/* Ends the game, and waits until the next one may begin. After the last game, waits until all pages have the result or,
 * with a menu, until a person has chosen what follows. */
static bool end_game(struct browser *browser, const struct watch_event *s)
{
	enter_stage(browser, BROWSER_OVER);
	bool goes_on = play_session_watch(s, browser->session);
	if (goes_on && browser->state.game < browser->state.n_games)
		return true;
	const enum leaving *leaving = &browser->session->leaving;
	int64_t until_ns = clock_wall_ns() + farewell_ns;
	while (!browser->state.has_menu && !site_is_told(browser->site) && *leaving != LEAVING_INTERRUPTED &&
	       (!*leaving || clock_wall_ns() < until_ns))
		serve(browser, *leaving ? 100 * MS : -1);
	while (browser->state.has_menu && !browser->choice && !browser->session->leaving)
		serve(browser, -1);
	return goes_on;
}

bool browser_watch(const struct watch_event *s, void *context)
{
	struct play_session *session = context;
	struct browser *browser = session->browser;
	size_t n_told = session->n_told;
	bool goes_on = true;
	if (s->kind != WATCH_OVER)
		goes_on = play_session_watch(s, session);
	switch (s->kind) {
	case WATCH_GAME:
		browser->state.game++;
		gather(browser);
		break;
	case WATCH_ANSWER:
		linger(browser, session->n_told > n_told && !play_session_has_chosen(session, s->player));
		break;
	case WATCH_SHOWDOWN: wait_until_ready(browser, BROWSER_SHOWDOWN, false); break;
	case WATCH_OVER: goes_on = end_game(browser, s); break;
	case WATCH_HAND: str_clear(&browser->state.news); break;
	default: break;
	}
	return goes_on && !session->leaving;
}

bool browser_wait_for_next(struct browser *browser, bool is_last)
{
	if (is_last)
		printf("The page offers to play again. The arena ends when the page is closed.\n");
	wait_until_ready(browser, BROWSER_OVER, is_last);
	bool is_wanted = !browser->session->leaving && are_ready(browser);
	browser->state.n_games += is_last && is_wanted;
	return is_wanted;
}

bool browser_wants_menu(const struct browser *browser)
{
	return browser->choice != CHOICE_AGAIN;
}

/* Adds a person's name for the address of the page. People with the same name get different addresses: "Ann",
 * "Ann#2". */
static void add_page_name(const struct browser *browser, const char *name, struct str *out)
{
	int n = 1;
	for (int i = 0; i < browser->state.n_persons; i++)
		n += strcmp(browser->session->name[browser->person[i].player], name) == 0;
	str_add(out, name);
	if (n > 1)
		str_addf(out, "#%d", n);
}

static int find_persons(struct browser *browser, struct err *err)
{
	const struct play_session *session = browser->session;
	for (int player = 0; player < session->n_players; player++) {
		struct browser_person *person = &browser->person[browser->state.n_persons];
		if (!session->is_human[player])
			continue;
		AUTO_STR struct str name = {0};
		add_page_name(browser, session->name[player], &name);
		*person = (struct browser_person){.player = player};
		person->person = site_person(browser->site, name.text, "plays", err);
		if (!person->person)
			return -1;
		browser->state.n_persons++;
	}
	return 0;
}

struct browser *browser_open(struct play_session *session, struct site *site, const char *where, int n_games,
			     struct err *err)
{
	struct browser *browser = NEW(struct browser);
	browser->session = session;
	browser->is_own_site = !site;
	browser->site = site ? site : site_open(where, session->terminal, err);
	browser->state = (struct browser_state){
		.session = session, .site = browser->site, .person = browser->person, .n_games = n_games, .asked = -1,
		.has_menu = site != NULL,
	};
	if (!browser->site || find_persons(browser, err) || site_watch(browser->site, err)) {
		browser_close(browser);
		return NULL;
	}
	AUTO_JSON json_t *data = browser_page_data(&session->tournament->rules, session->n_players);
	site_show(browser->site, PAGE_PLAY, data, &browser_handler, browser);
	session->tournament->human = ask;
	return browser;
}

void browser_close(struct browser *browser)
{
	if (!browser)
		return;
	if (browser->is_own_site)
		site_close(browser->site);
	else
		browser->site->handler = NULL;
	menu_release(&browser->robots);
	str_release(&browser->state.notice);
	str_release(&browser->state.news);
	free(browser);
}
