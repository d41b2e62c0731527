/* requests.c - the requests of the pages of a game (view.h). */
#include <stdio.h>

#include "base/json.h"
#include "terminal/browser/view.h"
#include "terminal/family.h"
#include "terminal/play_session.h"

#define MS INT64_C(1000000)

static const int64_t longest_pause_ns = 10000 * MS;

static struct browser_person *person_of(struct browser *browser, const struct site_person *at)
{
	return FIND_IN(person, browser->person, browser->state.n_persons, person->person == at);
}

static json_t *hint(const struct browser *browser, const struct browser_person *person)
{
	const struct game *game = browser->session->game;
	AUTO_STR struct str text = {0};
	if (browser->state.asked == person->player)
		family_text_of(game)->hint(game, (char)('A' + person->player), browser->hands, &text);
	return json_pack("{s:o}", "hint", json_lines(str_text(&text)));
}

/* Returns the robots that may move for a person. They are searched for only at the first request, because each robot
 * must be loaded for that. */
static const struct menu *robots_of(struct browser *browser)
{
	const struct tournament *tournament = browser->session->tournament;
	if (!browser->robots.n_robots) {
		menu_init(&browser->robots, tournament->is_trusted, tournament->allows_weak_sandbox);
		menu_set_rules(&browser->robots, &tournament->rules);
	}
	return &browser->robots;
}

static json_t *robots(struct browser *browser)
{
	const struct menu *menu = robots_of(browser);
	int usual = menu_usual_robot(menu);
	json_t *list = json_array();
	for (int i = 0; i < menu->n_robots; i++)
		if (menu->robots[i].plays)
			json_array_append_new(list, json_pack("{s:i, s:o, s:o}", "index", i, "name",
							      json_clean(menu->robots[i].name), "summary",
							      json_clean(menu->robots[i].summary)));
	return json_pack("{s:o, s:i}", "robots", list, "usual", usual);
}

/* Cancels the votes to replace a person, because the request shows that the person is present. Returns the person, or
 * NULL if the person does not play in this game. */
static struct browser_person *arrive(struct browser *browser, const struct site_person *at)
{
	struct browser_person *person = person_of(browser, at);
	if (person)
		person->votes = 0;
	return person;
}

static json_t *view(void *context, struct site_person *at)
{
	arrive(context, at);
	return browser_view(&((struct browser *)context)->state, at);
}

/* Answers a GET of "hint" or "robots". */
static json_t *answer(void *context, struct site_person *at, const char *path)
{
	struct browser *browser = context;
	const struct browser_person *person = arrive(browser, at);
	if (person && strcmp(path, "hint") == 0)
		return hint(browser, person);
	return person && strcmp(path, "robots") == 0 ? robots(browser) : NULL;
}

/* An action sent by a person: "WORD/NUMBER" or "WORD/NUMBER/NUMBER". */
struct action {
	struct browser *browser;
	struct browser_person *person;
	char word[8];
	long long number[2];
};

/* Handles "play/ASK/PLAY". */
static json_t *play_it(const struct action *action)
{
	struct browser *browser = action->browser;
	long long ask = action->number[0], play = action->number[1];
	if (browser->state.asked != action->person->player || ask != (long long)browser->state.ask ||
	    browser->has_answer)
		return site_refuse("It is no longer your turn.");
	for (size_t i = 0; i < json_array_size(browser->state.plays); i++)
		browser->has_answer |= json_integer_value(json_array_get(browser->state.plays, i)) == play;
	browser->answer = (int)play;
	return browser->has_answer ? site_done() : site_refuse("This play is not legal now.");
}

static json_t *obey_auto(const struct action *action, const char *moves, long long robot)
{
	const struct menu *menu = robots_of(action->browser);
	AUTO_STR struct str entry = {0}, message = {0};
	if (robot >= menu->n_robots || !menu->robots[robot].plays)
		return NULL;
	str_addf(&entry, "auto %s %s", moves, menu->robots[robot].name);
	bool is_done = auto_obey(action->browser->session, action->person->player, entry.text, &message);
	return is_done ? site_done() : json_pack("{s:b, s:o}", "done", 0, "why", json_clean(str_text(&message)));
}

/* Handles "auto/MOVES/ROBOT". 0 moves mean `auto off`. ROBOT is an index in the answer to "robots", so no other files
 * can be loaded. */
static json_t *auto_it(const struct action *action)
{
	AUTO_STR struct str moves = str_of("%lld", action->number[0]);
	return obey_auto(action, action->number[0] ? moves.text : "off", action->number[1]);
}

/* Handles "on/ROBOT": the robot moves until it is stopped. */
static json_t *auto_on(const struct action *action)
{
	return obey_auto(action, "on", action->number[0]);
}

static json_t *ready(const struct action *action)
{
	const struct browser_state *state = &action->browser->state;
	action->person->is_ready |= state->stage != BROWSER_OVER || state->game < state->n_games;
	return site_done();
}

static json_t *set_pause(const struct action *action)
{
	int64_t pause_ns = action->number[0] * MS;
	action->browser->session->pause_ns = pause_ns < longest_pause_ns ? pause_ns : longest_pause_ns;
	action->browser->is_pause_chosen = true;
	return site_done();
}

/* Handles "leave". The people who are still present continue without this person, as if the page had been closed. */
static json_t *leave(const struct action *action)
{
	struct browser *browser = action->browser;
	const struct browser_state *state = &browser->state;
	action->person->person->has_left = true;
	if (ANY_OF(i, state->n_persons, site_is_here(browser->site, state->person[i].person)))
		return json_pack("{s:b, s:b}", "done", 1, "goes_on", 1);
	action->person->person->has_left = false; /* the page still waits for the end of the game */
	browser->session->leaving = LEAVING_BY_WISH;
	return site_done();
}

/* Handles "again/1" and "menu/1" from the person who chooses, after the last game. Without a menu all people may
 * choose. */
static json_t *choose(const struct action *action)
{
	struct browser *browser = action->browser;
	if (!browser->state.has_menu && browser->state.stage == BROWSER_OVER && *action->word == 'a') {
		action->person->is_ready = true;
		return site_done();
	}
	if (!browser->state.has_menu || action->person->person != browser_chooser(&browser->state) ||
	    browser->state.stage != BROWSER_OVER)
		return site_refuse("Only the person who chooses the games can do this, after a game.");
	browser->choice = strcmp(action->word, "again") == 0 ? CHOICE_AGAIN : CHOICE_MENU;
	return site_done();
}

/* Makes a robot play for the absent person, until that person returns and wants to move. */
static void replace(struct browser *browser, struct browser_person *absent)
{
	struct play_session *session = browser->session;
	const char *name = session->name[absent->player];
	struct str *news = &browser->state.news;
	str_clear(news);
	absent->votes = 0;
	if (!auto_obey(session, absent->player, "auto on", news))
		return;
	str_addf(news, "%s has left. By the vote of the others, %s plays for %s from now on.", name,
		 session->deputy[absent->player].spec, name);
	str_addf(&session->past, "Hand %d: %s\n", session->hand, news->text);
	printf("%s\n", news->text);
}

void browser_count_votes(struct browser *browser)
{
	unsigned here = 0;
	for (int i = 0; i < browser->state.n_persons; i++) {
		struct browser_person *person = &browser->person[i];
		int n_voters, n = browser_votes(&browser->state, person, &n_voters);
		here |= (unsigned)site_is_here(browser->site, person->person) << i;
		if (2 * n > n_voters && browser_is_absent(&browser->state, person))
			replace(browser, person);
	}
	if (here != browser->here)
		site_change(browser->site);
	browser->here = here;
}

/* Handles "vote/PLAYER", a vote that a robot should play for a person who has left. */
static json_t *vote(const struct action *action)
{
	struct browser *browser = action->browser;
	struct browser_person *absent = NULL;
	unsigned own = 1U << (action->person - browser->person);
	for (int i = 0; i < browser->state.n_persons; i++)
		if (browser->person[i].player == action->number[0])
			absent = &browser->person[i];
	if (!absent || !browser_is_absent(&browser->state, absent))
		return site_refuse("Nobody has left that seat.");
	if (absent->votes & own)
		return site_refuse("You have already voted.");
	absent->votes |= own;
	browser_count_votes(browser);
	return site_done();
}

static json_t *act(void *context, struct site_person *at, const char *path)
{
	static const struct {
		const char *word;
		json_t *(*act)(const struct action *action);
		int n_numbers;
	} actions[] = {
		{"play", play_it, 2}, {"auto", auto_it, 2}, {"on", auto_on, 1}, {"ready", ready, 1},
		{"pause", set_pause, 1},
		{"leave", leave, 1}, {"again", choose, 1}, {"menu", choose, 1}, {"vote", vote, 1},
	};
	struct browser *browser = context;
	struct action action = {.browser = browser, .person = arrive(browser, at)};
	char number[2][12] = {"", ""};
	int n = action.person ? sscanf(path, "%7[a-z]/%11[0-9]/%11[0-9]", action.word, number[0], number[1]) - 1 : 0;
	for (int i = 0; i < n; i++)
		if (!str_to_int(number[i], 0, INT32_MAX, &action.number[i]))
			return NULL;
	for (size_t i = 0; n > 0 && i < sizeof actions / sizeof *actions; i++) {
		if (strcmp(action.word, actions[i].word) != 0 || n != actions[i].n_numbers)
			continue;
		json_t *result = actions[i].act(&action);
		site_change(browser->site);
		return result;
	}
	return NULL;
}

const struct site_handler browser_handler = {view, answer, act};
