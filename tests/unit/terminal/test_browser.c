/* test_browser.c - what the page of a person receives of a game, and what it may do. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/json.h"
#include "temporary_folder.h"
#include "terminal/browser/site.h"
#include "terminal/browser/view.h"
#include "terminal_scene.h"
#include "test_streams.h"

/* Ann (A) and Dörte (D) are people; Cleo is at the site, but not in the game. */
struct pages {
	struct stage stage;
	struct site site;
	struct browser browser;
};

static char ann[] = "Ann", doerte[] = "Dörte", cleo[] = "Cleo";

static void begin_pages(struct pages *pages, const struct scene *scene, enum browser_stage stage)
{
	struct browser *browser = &pages->browser;
	begin_scene(&pages->stage, scene);
	struct play_session *session = &pages->stage.session;
	session->reader = -1;
	session->is_human[3] = true;
	session->pause_ns = 1500000000;
	pages->site = (struct site){.n_persons = 3, .now_ns = 100000000000, .version = 5};
	pages->site.person[0] = (struct site_person){.name = ann, .seen_ns = 99000000000};
	/* 20 s ago: not connected */
	pages->site.person[1] = (struct site_person){.name = doerte, .seen_ns = 80000000000};
	pages->site.person[2] = (struct site_person){.name = cleo, .seen_ns = 99000000000};
	*browser = (struct browser){.session = session, .site = &pages->site};
	browser->person[0] = (struct browser_person){.person = &pages->site.person[0], .player = 0};
	browser->person[1] = (struct browser_person){.person = &pages->site.person[1], .player = 3, .is_ready = true};
	browser->state = (struct browser_state){
		.session = session, .site = &pages->site, .person = browser->person, .n_persons = 2, .stage = stage,
			.n_games = 3, .game = 2,
		.asked = -1, .ask = 7,
	};
}

static void end_pages(struct pages *pages)
{
	json_decref(pages->browser.state.plays);
	str_release(&pages->browser.state.notice);
	str_release(&pages->browser.state.news);
	end_scene(&pages->stage);
}

/* Without the members that only some tests look at. */
static void check_view(const struct pages *pages, int person, const char *const *without, const char *wanted)
{
	AUTO_JSON json_t *view = browser_view(&pages->browser.state, &pages->site.person[person]);
	AUTO_STR struct str text = {0};
	for (; *without; without++)
		ck_assert_msg(json_object_del(view, *without) == 0, "no %s", *without);
	json_add_line(&text, json_incref(view), 0);
	ck_assert_str_eq(text.text, wanted);
}

static const char *const all[] = {NULL}, *const no_seats[] = {"seats", NULL};

/* ---- views ------------------------------------------------------------------------------ */

static const struct scene opening = {"liars-dice", "dice=1", 4, {END}, .turn = 0},
	middle = {"wild", "dice=2", 4, {23, 33, END}, .turn = 2},
	called = {"wild", "dice=2", 4, {23, 33, 0, END}, .turn = -1},
	aside = {"round-table", "dice=2", 4, {13, 23, END}, .turn = 0},
	claimed = {"maexchen", "", 4, {65, END}, .turn = 1};

START_TEST(who_has_gathered)
{
	struct pages pages;
	begin_pages(&pages, &opening, BROWSER_GATHERING);
	pages.browser.state.has_menu = true;
	check_view(&pages, 2, all, "{\"stage\":\"apart\"}");
	check_view(&pages, 1, all,
		"{\"stage\":\"gathering\",\"game\":2,\"games\":3,\"pause\":1500,\"robot\":\"\",\"moves\":0,"
		"\"chooser\":\"Ann\",\"chooses\":false,\"seats\":["
		"{\"me\":\"A\",\"name\":\"Ann\",\"person\":true,\"here\":true,\"ready\":false,\"left\":1,\"points\":0,"
		"\"in\":true,\"place\":0,\"tied\":0,\"wins\":0.0},"
		"{\"me\":\"B\",\"name\":\"Bob\",\"person\":false,\"here\":false,\"ready\":false,\"left\":1,"
		"\"points\":0,\"in\":true,\"place\":0,\"tied\":0,\"wins\":0.0},"
		"{\"me\":\"C\",\"name\":\"Christopher-Alexander\",\"person\":false,\"here\":false,\"ready\":false,"
		"\"left\":1,\"points\":0,\"in\":true,\"place\":0,\"tied\":0,\"wins\":0.0},"
		"{\"me\":\"D\",\"name\":\"D\303\266rte\",\"person\":true,\"here\":false,\"ready\":true,\"left\":1,"
		"\"points\":0,\"in\":true,\"place\":0,\"tied\":0,\"wins\":0.0}],"
		"\"you\":3,\"hand\":1,\"points\":false,\"past\":[],\"absent\":[{\"seat\":3,\"votes\":0,\"voters\":1,"
		"\"voted\":false}]}");
	AUTO_JSON json_t *view = browser_view(&pages.browser.state, &pages.site.person[0]);
	ck_assert(json_is_true(json_object_get(view, "chooses")));
	pages.browser.state.has_menu = false;
	AUTO_JSON json_t *other = browser_view(&pages.browser.state, &pages.site.person[0]);
	ck_assert_str_eq(json_string_value(json_object_get(other, "chooser")), "");
	ck_assert(json_is_false(json_object_get(other, "chooses")));
	pages.stage.session.game = NULL; /* before the first one */
	check_view(&pages, 0, all,
		"{\"stage\":\"gathering\",\"game\":2,\"games\":3,\"pause\":1500,\"robot\":\"\",\"moves\":0,"
		"\"chooser\":\"\",\"chooses\":false}");
	end_pages(&pages);
}
END_TEST

/* Only the person who is asked gets the plays, and nobody gets the dice of others. One of the person's own dice counts,
 * so two of the six hidden ones must; the chance of this is 1 - (2/3)^6 - 6 (1/3) (2/3)^5. */
START_TEST(a_turn_has_its_plays)
{
	struct pages pages;
	begin_pages(&pages, &middle, BROWSER_PLAYING);
	static char spec[] = "computer";
	pages.stage.session.deputy[3] = (struct deputy){.n_moves = -1, .spec = spec};
	pages.browser.state.plays = json_pack("[i, i]", 0, 34);
	pages.browser.state.asked = 3;
	str_add(&pages.browser.state.notice, "no robot");
	str_add(&pages.browser.state.news, "Bob failed.");
	check_view(&pages, 0, no_seats,
		"{\"stage\":\"playing\",\"game\":2,\"games\":3,\"pause\":1500,\"robot\":\"\",\"moves\":0,"
		"\"chooser\":\"\",\"chooses\":false,"
		"\"you\":0,\"hand\":1,\"points\":false,\"past\":[],\"absent\":[],\"hands\":\"A:63,B:xx,C:xx,D:xx\","
		"\"plays\":[{\"seat\":0,\"play\":23,\"words\":\"two threes\"},"
		"{\"seat\":1,\"play\":33,\"words\":\"three threes\"}],\"turn\":2,\"news\":\"Bob failed.\","
		"\"claim\":\"Bob bids three threes: at least three of the 8 dice on the table show a three. "
		"Wild ones count too.\",\"chance\":0.64883401920439,\"counts\":[3,1]}");
	check_view(&pages, 1, no_seats,
		"{\"stage\":\"playing\",\"game\":2,\"games\":3,\"pause\":1500,\"robot\":\"computer\",\"moves\":-1,"
		"\"chooser\":\"\",\"chooses\":false,"
		"\"you\":3,\"hand\":1,\"points\":false,\"past\":[],\"absent\":[],\"hands\":\"A:xx,B:xx,C:xx,D:21\","
		"\"plays\":[{\"seat\":0,\"play\":23,\"words\":\"two threes\"},"
		"{\"seat\":1,\"play\":33,\"words\":\"three threes\"}],\"turn\":2,\"news\":\"Bob failed.\","
		"\"claim\":\"Bob bids three threes: at least three of the 8 dice on the table show a three. "
		"Wild ones count too.\",\"chance\":0.64883401920439,\"counts\":[3,1],"
		"\"ask\":{\"number\":7,\"plays\":[0,34],\"aside\":false,\"notice\":\"no robot\"}}");
	pages.stage.session.deputy[3].spec = NULL;
	end_pages(&pages);
}
END_TEST

/* "You" is the person at the page, also in the words about the end. */
START_TEST(a_showdown_has_its_end)
{
	struct pages pages;
	static const char *const only_end[] = {"seats", "stage", "game", "games", "pause", "robot", "moves", "chooser",
		"chooses", "you", "hand", "points", "past", "absent", "plays", "news", "claim", NULL};
	begin_pages(&pages, &called, _i ? BROWSER_OVER : BROWSER_SHOWDOWN);
	check_view(&pages, 0, only_end,
		"{\"hands\":\"A:63,B:33,C:41,D:21\",\"turn\":-1,\"chance\":null,\"counts\":null,"
		"\"end\":{\"words\":\"Christopher-Alexander called three threes: "
		"there were five (two of them wild ones). Christopher-Alexander's call was wrong, "
		"Christopher-Alexander loses a die (1 left).\",\"loser\":2,"
		"\"delta\":[0,0,-1,0],\"face\":3,\"wild\":1,\"count\":5,\"illegal\":false}}");
	end_pages(&pages);
}
END_TEST

/* What was counted, and whether a play was illegal. */
static const struct {
	struct scene scene;
	const char *end; /* without its words */
} ends[] = {
	{{"maexchen", "", 4, {65, 0, END}, .turn = -1},
		"{\"loser\":0,\"delta\":[-1,0,0,0],\"face\":0,\"wild\":0,\"count\":-1,\"illegal\":false}"},
	{{"tourney", "dice=2", 4, {23, 99, END}, .turn = -1},
		"{\"loser\":1,\"delta\":[0,-1,0,0],\"face\":0,\"wild\":0,\"count\":-1,\"illegal\":true}"},
	{{"wild", "dice=2", 4, {21, 0, END}, .turn = -1},
		"{\"loser\":1,\"delta\":[0,-1,0,0],\"face\":1,\"wild\":0,\"count\":2,\"illegal\":false}"},
	{{"perudo", "dice=2", 4, {23, 2, END}, .turn = -1},
		"{\"loser\":1,\"delta\":[0,-1,0,0],\"face\":3,\"wild\":1,\"count\":5,\"illegal\":false}"},
};

START_TEST(ends_are_counted)
{
	struct pages pages;
	begin_pages(&pages, &ends[_i].scene, BROWSER_SHOWDOWN);
	AUTO_JSON json_t *view = browser_view(&pages.browser.state, &pages.site.person[0]);
	AUTO_STR struct str text = {0};
	json_t *end = json_object_get(view, "end");
	ck_assert_int_eq(json_object_del(end, "words"), 0);
	json_add_line(&text, json_incref(end), 0);
	ck_assert_str_eq(text.text, ends[_i].end);
	end_pages(&pages);
}
END_TEST

/* Up to as many dice as there can be. */
START_TEST(the_highest_plays_are_listed)
{
	static const struct scene most = {"liars-dice", "dice=20 faces=9", 26, {5207, END}, .turn = 1};
	struct stage stage;
	AUTO_STR struct str text = {0};
	begin_scene(&stage, &most);
	json_add_line(&text, browser_legal_plays(&stage.game), 0);
	ck_assert_str_eq(text.text, "[0,5208,5209]");
	end_scene(&stage);
}
END_TEST

START_TEST(legal_plays_are_listed)
{
	static const struct {
		const struct scene *scene;
		const char *plays;
	} cases[] = {
		{&opening, "[11,12,13,14,15,16,21,22,23,24,25,26,31,32,33,34,35,36,41,42,43,44,45,46]"},
		{&aside, "[0,1]"},
		{&claimed, "[0,1]"},
		{&middle, "[0,34,35,36,41,42,43,44,45,46,51,52,53,54,55,56,61,62,63,64,65,66,"
			  "71,72,73,74,75,76,81,82,83,84,85,86]"},
	};
	struct pages pages;
	AUTO_STR struct str text = {0};
	begin_pages(&pages, cases[_i].scene, BROWSER_PLAYING);
	if (cases[_i].scene == &aside) /* the next player has answered; then the others are asked */
		game_play(&pages.stage.game, 33);
	json_add_line(&text, browser_legal_plays(&pages.stage.game), 0);
	ck_assert_str_eq(text.text, cases[_i].plays);
	end_pages(&pages);
}
END_TEST

START_TEST(texts_are_lines)
{
	static const char *const texts[][2] = {
		{"", "[]"}, {"a", "[\"a\"]"}, {"a\n", "[\"a\"]"}, {"a\n\nb\033\n", "[\"a\",\"\",\"b?\"]"},
		{"\n", "[\"\"]"}};
	for (int i = 0; i < COUNT(texts); i++) {
		AUTO_STR struct str text = {0};
		json_add_line(&text, json_lines(texts[i][0]), 0);
		ck_assert_str_eq(text.text, texts[i][1]);
	}
}
END_TEST

/* A spectator sees no dice before the showdown, also those of the player whose turn it is, and gets nothing to act
 * with. */
START_TEST(spectators_see_no_dice)
{
	static const struct {
		const struct scene *scene;
		const char *hands, *shown;
	} cases[] = {
		{&middle, "A:xx,B:xx,C:xx,D:xx", "A:63,B:33,C:41,D:21"}, {&called, NULL, "A:63,B:33,C:41,D:21"},
		{&claimed, "A:xx@10,B:xx@10,C:xx@10,D:xx@10", NULL},
	};
	struct pages pages;
	begin_pages(&pages, cases[_i].scene, cases[_i].hands ? BROWSER_PLAYING : BROWSER_SHOWDOWN);
	pages.browser.state.asked = 0;
	AUTO_JSON json_t *view = browser_view(&pages.browser.state, NULL);
	const char *claim = json_string_value(json_object_get(view, "claim"));
	ck_assert_str_eq(json_string_value(json_object_get(view, "hands")),
			 cases[_i].hands ? cases[_i].hands : cases[_i].shown);
	ck_assert_int_eq(json_integer_value(json_object_get(view, "you")), -1);
	ck_assert(json_is_null(json_object_get(view, "chance")) && !json_object_get(view, "ask"));
	ck_assert_msg(!claim || !strstr(claim, "ou "), "%s", claim);
	end_pages(&pages);
}
END_TEST

/* ---- spectators ------------------------------------------------------------------------- */

#define NOW_NS INT64_C(100000000000)

static long long number_in(json_t *answer, const char *key)
{
	long long number = json_is_integer(json_object_get(answer, key))
		? json_integer_value(json_object_get(answer, key)) : -99;
	json_decref(answer);
	return number;
}

/* Each page draws a number, and asks less often the more they are. A page that asks again before its first answer, or
 * that is loaded again, is the same page. */
START_TEST(spectators_are_counted)
{
	struct spectators spectators = {.version = 7, .view = json_pack("{s:i}", "version", 7)};
	AUTO_STR struct str text = {0};
	for (int i = 0; i < 3; i++)
		json_add_line(&text, spectators_look(&spectators, 0, 1000, NOW_NS), 0);
	ck_assert_str_eq(text.text,
			 "{\"version\":7,\"spectators\":1,\"poll\":260}{\"version\":7,\"spectators\":1,\"poll\":260}"
			 "{\"version\":7,\"spectators\":1,\"poll\":260}");
	/* without a number */
	ck_assert_int_eq(number_in(spectators_look(&spectators, 7, -1, NOW_NS), "spectators"), 1);
	for (int i = 2; i < SPECTATORS_MOST + 3; i++) {
		int n = i < SPECTATORS_MOST ? i : SPECTATORS_MOST;
		ck_assert_int_eq(number_in(spectators_look(&spectators, 7, INT32_MAX - i, NOW_NS), "spectators"), n);
	}
	ck_assert_int_eq(number_in(spectators_look(&spectators, 7, 1000, NOW_NS + SITE_AWAY_NS - 1), "poll"),
			 250 + 10 * SPECTATORS_MOST);
	ck_assert_int_eq(spectators_count(&spectators, NOW_NS + SITE_AWAY_NS), 1); /* the others are gone */
	ck_assert_int_eq(number_in(spectators_look(&spectators, 7, INT32_MAX - 7, NOW_NS + SITE_AWAY_NS), "spectators"),
			 2);
	json_decref(spectators.view);
}
END_TEST

/* In each second only a limited number of views is sent. Spectators who get none ask again. */
START_TEST(a_flood_of_spectators_gets_few_views)
{
	struct spectators spectators = {.version = 7, .view = json_pack("{s:i, s:i}", "version", 7, "stage", 1)};
	for (int second = 0; second < 2; second++)
		for (int i = 0; i < 2 * SPECTATORS_VIEWS; i++) {
			int64_t now_ns = NOW_NS + second * INT64_C(1000000000) + i;
			AUTO_JSON json_t *answer = spectators_look(&spectators, 3, 5, now_ns);
			bool is_sent = json_object_get(answer, "stage");
			ck_assert_int_eq(is_sent, i < SPECTATORS_VIEWS);
			ck_assert_int_eq(json_integer_value(json_object_get(answer, "version")), is_sent ? 7 : 3);
		}
	/* it knows the view */
	ck_assert_int_eq(number_in(spectators_look(&spectators, 7, 5, NOW_NS + INT64_C(1000000001)), "version"), 7);
	json_decref(spectators.view);
}
END_TEST

/* The end waits for spectators, but not for long. */
START_TEST(spectators_hear_of_the_end)
{
	struct site site = {.version = 7, .now_ns = NOW_NS, .changed_ns = NOW_NS, .spectators = {.version = 7}};
	site.spectators.view = json_object();
	ck_assert(site_is_told(&site));
	json_decref(spectators_look(&site.spectators, 6, 0, NOW_NS));
	ck_assert(site_is_told(&site));
	site.version = 8;
	ck_assert(!site_is_told(&site));
	site.now_ns += INT64_C(3000000000);
	ck_assert(!site_is_told(&site));
	site.now_ns++;
	ck_assert(site_is_told(&site));
	json_decref(site.spectators.view);
}
END_TEST

/* ---- what a page does ------------------------------------------------------------------- */

#define DONE "{\"done\":true}"
#define REFUSED(why) "{\"done\":false,\"why\":\"" why "\"}"

/* Dörte is asked, for the seventh time; she may play 0 or 34. Of three robots the first does not play these rules. */
static const struct {
	int person;
	const char *path, *answer; /* NULL: there is no such path */
} requests[] = {
	{1, "play/7/34", DONE}, {1, "play/7/0", DONE}, {1, "play/7/35", REFUSED("This play is not legal now.")},
	{1, "play/6/34", REFUSED("It is no longer your turn.")},
	{1, "play/8/34", REFUSED("It is no longer your turn.")},
	{0, "play/7/34", REFUSED("It is no longer your turn.")}, {2, "play/7/34", NULL}, {1, "play/7", NULL},
	{1, "play", NULL}, {1, "", NULL},
	{1, "play/7/x", NULL}, {1, "play/7/99999999999", NULL}, {1, "play/7/4294967330", NULL}, {1, "dance/1", NULL},
	{1, "ready/1", DONE},
	{1, "ready/1/1", NULL}, {1, "pause/300", DONE}, {1, "pause/2147483647", DONE}, {1, "pause/2147483648", NULL},
	{1, "leave/1", "{\"done\":true,\"goes_on\":true}"},
	{0, "again/1", REFUSED("Only the person who chooses the games can do this, after a game.")},
	{1, "menu/1", REFUSED("Only the person who chooses the games can do this, after a game.")},
	{1, "auto/3/1", DONE}, {1, "auto/0/2", DONE}, {1, "auto/3/0", NULL}, {1, "auto/3/3", NULL}, {1, "on/1", DONE},
	{1, "on/0", NULL},
	{1, "auto/1000001/1",
		REFUSED("Type 'auto', and after it a number of moves from 1 to 1000000, 'on' or 'off', "
			"and one robot.?")},
};

START_TEST(requests_are_answered)
{
	struct pages pages;
	AUTO_STR struct str text = {0};
	static char names[3][2] = {"a", "b", "b"};
	struct menu_robot robots[] = {{.name = names[0]}, {.name = names[1], .plays = true},
		{.name = names[2], .plays = true}};
	const char *path = requests[_i].path;
	begin_pages(&pages, &middle, BROWSER_PLAYING);
	struct browser *browser = &pages.browser;
	browser->state.plays = json_pack("[i, i]", 0, 34);
	browser->state.asked = 3;
	browser->robots.n_robots = 3;
	browser->robots.robots = robots;
	pages.stage.session.deputy[3] = (struct deputy){.spec = names[1], .n_moves = 9};
	json_t *answer = browser_handler.act(browser, &pages.site.person[requests[_i].person], path);
	ck_assert(!answer || pages.site.version == 6); /* the other pages look */
	if (answer)
		json_add_line(&text, answer, 0);
	ck_assert_str_eq(str_text(&text), requests[_i].answer ? requests[_i].answer : "");
	bool is_done = requests[_i].answer && strcmp(requests[_i].answer, DONE) == 0;
	ck_assert_int_eq(browser->has_answer, is_done && strncmp(path, "play", 4) == 0);
	ck_assert(!browser->has_answer || browser->answer == atoi(path + 7));
	ck_assert_int_eq(browser->is_pause_chosen, is_done && strncmp(path, "pause", 5) == 0);
	ck_assert_int_eq(pages.stage.session.pause_ns,
		!browser->is_pause_chosen ? 1500000000 : path[6] == '3' ? 300000000 : 10000000000);
	ck_assert_int_eq(pages.stage.session.leaving, is_done && *path == 'l' ? LEAVING_BY_WISH : LEAVING_NOT);
	int n_moves = !is_done ? 9 : strncmp(path, "on", 2) == 0 ? DEPUTY_ALWAYS : strncmp(path, "auto",
		4) == 0 ? path[5] - '0' : 9;
	ck_assert_int_eq(pages.stage.session.deputy[3].n_moves, n_moves);
	ck_assert(browser->choice == CHOICE_NONE);
	pages.stage.session.deputy[3].spec = NULL;
	end_pages(&pages);
}
END_TEST

/* Only listed plays are legal, and nothing is chosen while a game goes on. */
START_TEST(what_is_not_offered_is_refused)
{
	struct pages pages;
	AUTO_STR struct str text = {0};
	begin_pages(&pages, &middle, BROWSER_PLAYING);
	struct browser *browser = &pages.browser;
	browser->state.plays = json_pack("[i]", 34);
	browser->state.asked = 3;
	browser->state.has_menu = true;
	json_add_line(&text, browser_handler.act(browser, &pages.site.person[1], "play/7/0"), 0);
	ck_assert_str_eq(text.text, REFUSED("This play is not legal now."));
	ck_assert(!browser->has_answer);
	str_clear(&text);
	json_add_line(&text, browser_handler.act(browser, &pages.site.person[0], "again/1"), 0);
	ck_assert_str_eq(text.text, REFUSED("Only the person who chooses the games can do this, after a game."));
	ck_assert_int_eq(browser->choice, CHOICE_NONE);
	end_pages(&pages);
}
END_TEST

/* Ann, Bob and Dörte play, Cleo looks on. Dörte has left; each step is a vote against her by letter, or her return. */
static const struct {
	int voters;        /* who are here besides Ann */
	const char *steps; /* A and B vote, D is here again and leaves, C is Cleo, b: Bob leaves, n: Ann votes against
			    * Bob */
	const char *last;  /* the answer to the last one; NULL: 404 */
	bool is_replaced;
} ballots[] = {
	{0, "A", DONE, true}, {1, "A", DONE, false}, {1, "AB", DONE, true},
	{1, "AA", REFUSED("You have already voted."), false},
	{1, "AC", NULL, false}, {1, "n", REFUSED("Nobody has left that seat."), false}, {1, "C", NULL, false},
	{1, "ADB", DONE, false}, {1, "ADBA", DONE, true}, {1, "Ab", NULL, true},
	{1, "BbA", DONE, true}, {1, "ABA", REFUSED("Nobody has left that seat."), true},
};

START_TEST(people_who_left_are_replaced_by_vote)
{
	struct pages pages;
	static char spec[] = "computer", bob[] = "Bob";
	AUTO_STR struct str text = {0};
	begin_pages(&pages, &middle, BROWSER_PLAYING);
	struct browser *browser = &pages.browser;
	struct site *site = &pages.site;
	site->person[3] = (struct site_person){.name = bob, .seen_ns = ballots[_i].voters ? 99000000000 : 1};
	pages.stage.session.is_human[1] = true;
	browser->person[2] = (struct browser_person){.person = &site->person[3], .player = 1};
	browser->state.n_persons = 3;
	browser->state.asked = -1;
	pages.stage.session.deputy[3] = (struct deputy){.spec = spec};
	for (const char *step = ballots[_i].steps; *step; step++) {
		str_clear(&text);
		if (*step == 'b')
			site->person[3].has_left = true;
		if (*step == 'D') {
			site->person[1].seen_ns = site->now_ns;
			json_decref(browser_handler.view(browser, &site->person[1]));
			site->person[1].seen_ns = 80000000000;
		}
		browser_count_votes(browser);
		if (strchr("bD", *step))
			continue;
		const struct site_person *who = &site->person[*step == 'B' ? 3 : *step == 'C' ? 2 : 0];
		json_t *answer = browser_handler.act(browser, (struct site_person *)(uintptr_t)who,
						     *step == 'n' ? "vote/1" : "vote/3");
		if (answer)
			json_add_line(&text, answer, 0);
	}
	ck_assert_str_eq(str_text(&text), ballots[_i].last ? ballots[_i].last : "");
	ck_assert_int_eq(pages.stage.session.deputy[3].n_moves, ballots[_i].is_replaced ? DEPUTY_ALWAYS : 0);
	ck_assert_str_eq(str_text(&browser->state.news), !ballots[_i].is_replaced ? ""
		: "D\303\266rte has left. By the vote of the others, computer plays for D\303\266rte from now on.");
	ck_assert_int_eq(strstr(str_text(&pages.stage.session.past), "Hand 1: D\303\266rte has left.") != NULL,
			 ballots[_i].is_replaced);
	pages.stage.session.deputy[3].spec = NULL;
	end_pages(&pages);
}
END_TEST

START_TEST(robots_that_play_are_listed)
{
	struct pages pages;
	AUTO_STR struct str text = {0};
	static char names[4][9] = {"a", "b", "computer", "d"}, summary[] = "plays";
	struct menu_robot robots[] = {{names[0], summary, .plays = false}, {names[1], summary, .plays = true},
		{names[2], summary, .plays = true}, {names[3], summary, .plays = false}};
	begin_pages(&pages, &middle, BROWSER_PLAYING);
	pages.browser.robots.n_robots = 4;
	pages.browser.robots.robots = robots;
	json_add_line(&text, browser_handler.answer(&pages.browser, &pages.site.person[1], "robots"), 0);
	ck_assert_str_eq(text.text, "{\"robots\":[{\"index\":1,\"name\":\"b\",\"summary\":\"plays\"},"
		"{\"index\":2,\"name\":\"computer\",\"summary\":\"plays\"}],\"usual\":2}");
	ck_assert_ptr_null(browser_handler.answer(&pages.browser, &pages.site.person[2], "robots"));
	end_pages(&pages);
}
END_TEST

/* ---- people at a site ------------------------------------------------------------------- */

/* A page is open if it has asked for something in the last 20 seconds, less a moment. */
START_TEST(pages_are_open_for_a_while)
{
	static const struct {
		int64_t seen_ns;
		bool is_here;
	} cases[] = {{0, false}, {1, false}, {80000000000, false}, {80000000001, true}, {100000000000, true}};
	const struct site site = {.now_ns = 100000000000};
	for (int i = 0; i < COUNT(cases); i++)
		ck_assert_int_eq(site_is_here(&site, &(struct site_person){.seen_ns = cases[i].seen_ns}),
				 cases[i].is_here);
	const struct site early = {.now_ns = 5};
	ck_assert(!site_is_here(&early, &(struct site_person){.seen_ns = 0}));
}
END_TEST

/* Every open page has been sent the state of now. */
START_TEST(open_pages_are_told)
{
	struct pages pages;
	begin_pages(&pages, &opening, BROWSER_PLAYING);
	struct site *site = &pages.site;
	ck_assert(!site_is_told(site));
	site->person[0].seen_version = 5;
	ck_assert(!site_is_told(site)); /* Cleo */
	site->person[2].seen_version = 5; /* the page of the second person is not open */
	ck_assert(site_is_told(site));
	site->person[0].seen_version = 4;
	ck_assert(!site_is_told(site));
	site_change(site);
	ck_assert_uint_eq(site->version, 6);
	end_pages(&pages);
}
END_TEST

/* A name has one address; there are as many as seats. */
START_TEST(people_keep_their_addresses)
{
	struct site site = {.n_persons = GAME_MAX_SEATS};
	struct err err = {0};
	char names[GAME_MAX_SEATS][2];
	for (int i = 0; i < GAME_MAX_SEATS; i++) {
		names[i][0] = (char)('A' + i);
		names[i][1] = '\0';
		site.person[i].name = names[i];
	}
	ck_assert_ptr_eq(site_person(&site, "A", "plays", &err), &site.person[0]);
	ck_assert_ptr_eq(site_person(&site, "Z", "plays", &err), &site.person[25]);
	ck_assert_ptr_null(site_person(&site, "a", "plays", &err));
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_str_eq(err.text, "a server can have pages for at most 26 people");
	ck_assert_int_eq(site.n_persons, 26);
}
END_TEST

/* ---- the first address ------------------------------------------------------------------ */

static const char *const desktops[] = {"BROWSER", "DISPLAY", "WAYLAND_DISPLAY"};

/* What opens files at a desktop. */
static void write_opener(const char *script)
{
	AUTO_STR struct str path = {0};
	str_addf(&path, "%s:/usr/bin:/bin", folder);
	write_file("xdg-open", script);
	ck_assert_int_eq(chmod("xdg-open", 0700) || setenv("PATH", path.text, 1), 0);
}

static void check_nothing_is_opened(void)
{
	AUTO_STR struct str shortcut = {0};
	browser_show("http://here/#1", &shortcut);
	ck_assert_uint_eq(shortcut.length, 0);
}

/* The opener gets a file that only this user can read. It reads and prints nothing at the terminal, and ctrl-C there
 * does not end it. */
START_TEST(an_address_is_opened_at_a_desktop)
{
	AUTO_STR struct str shortcut = {0}, out = {0}, name = {0}, text = {0};
	struct stat about;
	write_opener("#!/bin/sh\necho printed\necho printed >&2\nread line && echo \"$line\" >typed\n"
		"cut -d' ' -f6 /proc/self/stat >session\nprintf '%s' \"$1\" >opened\n");
	setenv("XDG_RUNTIME_DIR", folder, 1);
	for (int i = 0; i < COUNT(desktops); i++)
		unsetenv(desktops[i]);
	pid_t copier = capture_terminal(80, 24);
	check_nothing_is_opened(); /* no desktop */
	setenv(desktops[_i], "", 1);
	check_nothing_is_opened();
	setenv(desktops[_i], "1", 1);
	give_input("typed\n", 6);
	int errors = dup(STDERR_FILENO);
	dup2(STDOUT_FILENO, STDERR_FILENO);
	browser_show("http://here/#1", &shortcut);
	pid_t ended = wait(NULL);
	dup2(errors, STDERR_FILENO);
	close(errors);
	ck_assert(ended > 0 && ended != copier);
	ck_assert_int_ne(access("typed", F_OK), 0);
	take_terminal(copier, &out);
	ck_assert_str_eq(str_text(&out), "");
	ck_assert_int_eq(stat(str_text(&shortcut), &about), 0);
	ck_assert_uint_eq(about.st_mode & 0777, 0600);
	str_addf(&name, "%s/arena-", folder);
	ck_assert_int_eq(strncmp(shortcut.text, name.text, name.length), 0);
	ck_assert_str_eq(shortcut.text + shortcut.length - strlen(".html"), ".html");
	check_file("opened", shortcut.text);
	ck_assert_int_eq(str_read_file(&text, "session", 100, NULL), 0);
	ck_assert_int_ne(atoi(text.text), getsid(0));
	str_clear(&text);
	ck_assert_int_eq(str_read_file(&text, shortcut.text, 10000, NULL), 0);
	ck_assert(strstr(text.text, "content=\"0;url=http://here/#1\"") &&
		  strstr(text.text, "<a href=\"http://here/#1\">"));
	browser_hide(&shortcut);
	ck_assert_int_eq(system("ls arena-* 2>/dev/null") != 0 && shortcut.length == 0, 1);
	browser_hide(&shortcut); /* there is none */
	capture();
	check_nothing_is_opened(); /* not a terminal */
}
END_TEST

/* Without a folder to write to there is no shortcut, and nothing is started. */
START_TEST(an_address_may_stay_closed)
{
	write_opener("#!/bin/sh\n");
	setenv("XDG_RUNTIME_DIR", "/nowhere", 1);
	setenv(desktops[0], "1", 1);
	pid_t copier = capture_terminal(80, 24);
	AUTO_STR struct str out = {0};
	check_nothing_is_opened();
	take_terminal(copier, &out);
	ck_assert_str_eq(str_text(&out), "");
	ck_assert_int_eq(wait(NULL), -1); /* there is no child */
}
END_TEST

/* A second answer to the same ask is too late. */
START_TEST(one_answer_is_enough)
{
	struct pages pages;
	begin_pages(&pages, &middle, BROWSER_PLAYING);
	pages.browser.state.plays = json_pack("[i, i]", 0, 34);
	pages.browser.state.asked = 3;
	pages.browser.person[1].is_ready = false;
	json_decref(browser_handler.act(&pages.browser, &pages.site.person[1], "play/7/34"));
	AUTO_JSON json_t *again = browser_handler.act(&pages.browser, &pages.site.person[1], "play/7/0");
	ck_assert(json_is_false(json_object_get(again, "done")) && pages.browser.answer == 34);
	json_decref(browser_handler.act(&pages.browser, &pages.site.person[1], "ready/1"));
	ck_assert(pages.browser.person[1].is_ready && !pages.browser.person[0].is_ready);
	end_pages(&pages);
}
END_TEST

/* After the last game the first person of the site chooses, or the next one if that page is closed. */
START_TEST(the_first_person_who_is_here_chooses)
{
	static const struct {
		const char *path;
		enum browser_choice choice;
	} cases[] = {{"again/1", CHOICE_AGAIN}, {"menu/1", CHOICE_MENU}};
	struct pages pages;
	begin_pages(&pages, &called, BROWSER_OVER);
	json_decref(browser_handler.act(&pages.browser, &pages.site.person[0], cases[_i].path));
	ck_assert_int_eq(pages.browser.choice, CHOICE_NONE); /* nobody came from the menu */
	pages.browser.state.has_menu = true;
	json_decref(browser_handler.act(&pages.browser, &pages.site.person[1], cases[_i].path));
	ck_assert_int_eq(pages.browser.choice, CHOICE_NONE);
	json_decref(browser_handler.act(&pages.browser, &pages.site.person[0], cases[_i].path));
	ck_assert_int_eq(pages.browser.choice, cases[_i].choice);
	pages.browser.choice = CHOICE_NONE;
	pages.site.person[0].has_left = true;
	pages.site.person[1].seen_ns = pages.site.now_ns;
	json_decref(browser_handler.act(&pages.browser, &pages.site.person[1], cases[_i].path));
	ck_assert_int_eq(pages.browser.choice, cases[_i].choice);
	end_pages(&pages);
}
END_TEST

/* Hints are for who is asked. */
START_TEST(hints_are_private)
{
	struct pages pages;
	begin_pages(&pages, &middle, BROWSER_PLAYING);
	pages.browser.state.asked = 3;
	pages.browser.hands = "A:xx,B:xx,C:xx,D:21";
	ck_assert_ptr_null(browser_handler.answer(&pages.browser, &pages.site.person[2], "hint"));
	ck_assert_ptr_null(browser_handler.answer(&pages.browser, &pages.site.person[1], "hints"));
	AUTO_JSON json_t *none = browser_handler.answer(&pages.browser, &pages.site.person[0], "hint");
	AUTO_JSON json_t *some = browser_handler.answer(&pages.browser, &pages.site.person[1], "hint");
	ck_assert_uint_eq(json_array_size(json_object_get(none, "hint")), 0);
	ck_assert_uint_eq(json_array_size(json_object_get(some, "hint")), 3);
	end_pages(&pages);
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 0,
	TEST(who_has_gathered),
	TEST(a_turn_has_its_plays),
	LOOP(a_showdown_has_its_end, 0, 2),
	LOOP(ends_are_counted, 0, COUNT(ends)),
	TEST(the_highest_plays_are_listed),
	LOOP(legal_plays_are_listed, 0, 4),
	TEST(texts_are_lines),
	LOOP(spectators_see_no_dice, 0, 3),
	TEST(spectators_are_counted),
	TEST(a_flood_of_spectators_gets_few_views),
	TEST(spectators_hear_of_the_end),
	LOOP(requests_are_answered, 0, COUNT(requests)),
	TEST(what_is_not_offered_is_refused),
	LOOP(people_who_left_are_replaced_by_vote, 0, COUNT(ballots)), TEST(robots_that_play_are_listed),
	TEST(pages_are_open_for_a_while),
	TEST(open_pages_are_told),
	TEST(people_keep_their_addresses),
	LOOP(an_address_is_opened_at_a_desktop, 0, COUNT(desktops)),
	TEST(an_address_may_stay_closed),
	TEST(one_answer_is_enough),
	LOOP(the_first_person_who_is_here_chooses, 0, 2),
	TEST(hints_are_private))
