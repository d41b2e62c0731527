/* series.c - plays games at the terminal, from their arguments to the end (series.h). */
#include "terminal/series.h"

#include <stdio.h>

#include "robot/spec.h"
#include "run/seed.h"
#include "run/setup.h"
#include "terminal/browser/view.h"
#include "terminal/play_session.h"

/* A series of games that is being played. */
struct play_series {
	const struct play_wish *wish; /* borrowed */
	struct tournament tournament;
	struct robot *robots;
	int n_robots;
	char *seed;
	struct terminal *terminal; /* borrowed */
	struct site *site;         /* the site of the menu; borrowed; NULL: none */
	struct play_session session;
	struct seating seating;
	int n_games, game;         /* the game in progress, from 0 */
	bool offers_rematch;       /* offers another game to people after the last one */
};

/* Shows the result between two games until Enter is pressed. After the last one, offers another game with the same
 * players. Returns true if another game follows. */
static bool is_next_wanted(struct play_series *play_series, bool is_last)
{
	AUTO_STR struct str line = {0};
	struct play_session *session = &play_series->session;
	if (session->browser)
		return browser_wait_for_next(session->browser, is_last);
	while (play_series->terminal->is_interactive && !session->leaving) {
		printf(is_last ? "\nr: play again, Enter: leave > " : "\nEnter: the next game, q: leave > ");
		enum entry entry = terminal_read(play_series->terminal, &line);
		bool is_leaving = terminal_is_one_of(str_text(&line), WORDS_TO_LEAVE);
		if (entry == ENTRY_INTERRUPTED)
			session->leaving = LEAVING_INTERRUPTED;
		else if (is_last && (entry == ENTRY_END || is_leaving || !*str_text(&line)))
			return false;
		else if (entry == ENTRY_END)
			session->leaving = LEAVING_AT_END;
		else if (is_leaving)
			session->leaving = LEAVING_BY_WISH;
		else if (is_last ? terminal_is_one_of(str_text(&line), "r again rematch") : !*str_text(&line))
			return true;
	}
	return !is_last && !session->leaving;
}

static void say_game(const struct play_series *play_series)
{
	if (play_series->n_games > 1)
		printf("%sGame %d of %d\n", play_series->game ? "\n" : "", play_series->game + 1, play_series->n_games);
}

static bool next_game(void *context)
{
	struct play_series *play_series = context;
	bool is_last = ++play_series->game == play_series->n_games;
	const struct request *request = &play_series->wish->request;
	if (play_series->session.results)
		played_remember(request->results, &request->rules, request->robots, request->n_robots);
	if ((is_last && !play_series->offers_rematch) || !is_next_wanted(play_series, is_last))
		return false;
	play_series->n_games += is_last;
	say_game(play_series);
	return true;
}

static void switch_cheat_on(struct game *game, const uint8_t *player_in, void *context)
{
	const struct play_session *session = context;
	for (int seat = 0; session->cheat && seat < game->n_seats; seat++)
		if (player_in[seat] == session->cheater)
			maexchen_cheat(game, seat, session->cheat);
}

/* Makes a schedule with one match. Each game of the series is one of its rotations, with dice of its own. */
static int make_schedule(struct play_series *play_series, int n, struct err *err)
{
	struct tournament *tournament = &play_series->tournament;
	const struct schedule_options options = {
		.format = FORMAT_TABLE, .n_robots = n, .games = 1,
		.match_length = play_series->wish->request.matches.match_length, .is_as_given = true,
		.seed = tournament->seed,
	};
	return schedule_init(&tournament->schedule, &options, err);
}

static int sit_down(struct play_series *play_series, struct err *err)
{
	const struct play_wish *wish = play_series->wish;
	struct play_session *session = &play_series->session;
	play_session_init(session, &play_series->tournament, play_series->terminal, wish->is_at_page);
	session->cheat = play_series->seating.cheat;
	session->cheater = play_series->seating.cheater;
	session->is_drawn = play_series->seating.is_drawn;
	session->is_open = wish->is_open;
	session->is_stepping = wish->is_stepping;
	session->pause_ns = wish->pause_ns;
	session->next_game = next_game;
	session->next_context = play_series;
	play_series->n_games = wish->n_games;
	play_series->offers_rematch = session->n_humans && wish->offers_rematch;
	if (session->n_humans && !wish->request.stores_nothing &&
	    (play_series->terminal->is_interactive || wish->is_at_page))
		session->results = wish->request.results;
	if (!wish->is_at_page)
		return 0;
	session->browser = browser_open(session, play_series->site, wish->listen ? wish->listen : "0",
					play_series->n_games, err);
	return session->browser ? 0 : -1;
}

static int meet_robots(struct play_series *play_series, struct err *err)
{
	struct tournament *tournament = &play_series->tournament;
	if (network_robots_allow(&play_series->wish->request, play_series->robots, play_series->n_robots, err) ||
	    tournament_probe(tournament, err) || tournament_check_loaded(tournament, err))
		return -1;
	setup_warn(tournament);
	return 0;
}

static int prepare(struct play_series *play_series, struct err *err)
{
	struct request request = play_series->wish->request;
	struct tournament *tournament = &play_series->tournament;
	struct seating *seating = &play_series->seating;
	request.seed = play_series->seed = seed_choose(request.seed,
						       seed_has_strangers(request.robots, request.n_robots), err);
	if (!play_series->seed)
		return -1;
	request_tournament(&request, tournament);
	if (seating_init(seating, &request, &tournament->rules, tournament->seed, err) ||
	    make_schedule(play_series, seating->n, err) ||
	    rules_check(&tournament->rules, seating->n, err) ||
	    setup_robots(seating->spec, seating->n, &play_series->robots, err))
		return -1;
	tournament->began = switch_cheat_on;
	tournament->robots = play_series->robots;
	play_series->n_robots = seating->n;
	return sit_down(play_series, err) || meet_robots(play_series, err) ? -1 : 0;
}

/* Sets the dice of a match of the series: those of the seed for the first match, those of "SEED/2" for the second, and
 * so on. */
static void shuffle(struct play_series *play_series, int match)
{
	AUTO_STR struct str seed = {0};
	str_add(&seed, play_series->seed);
	if (match > 0)
		str_addf(&seed, "/%d", match + 1);
	play_series->tournament.seed = rng_key_of_seed(seed.text);
}

static void describe_wins(const struct play_session *session)
{
	printf("\nGames won: ");
	for (int player = 0; player < session->n_players; player++)
		printf("%s%s %.3g", player ? ", " : "", session->name[player], session->wins[player]);
	printf(".\n");
}

static void say_good_bye(const struct play_series *play_series)
{
	static const char *const words[] = {
		[LEAVING_NOT] = "", [LEAVING_BY_WISH] = "You leave the table.\n",
		[LEAVING_AT_END] = "\nThe input has ended: you leave the table.\n",
		[LEAVING_INTERRUPTED] = "\nInterrupted.\n",
	};
	fputs(words[play_series->session.leaving], stdout);
	const char *given = play_series->wish->request.seed;
	if (!given || strcmp(given, play_series->seed) != 0)
		printf("To play with the same dice: --seed %s\n", play_series->seed);
}

/* Waits until the moves of the last game have been valued, and writes the finished page. */
static void finish_page(struct play_session *session)
{
	struct err ignored = {0};
	if (!session->results || !session->terminal->is_interactive || !session->played.pid)
		return;
	printf("Rating your moves for the page (ctrl-C skips this) ...\n");
	fflush(stdout);
	while (session->played.pid && !terminal_is_interrupted())
		if (played_collect(&session->played, 100))
			played_keep(&session->played, session->tournament, session->name, session->results, &ignored);
}

static int play(struct play_series *play_series, struct err *err)
{
	int n = play_series->n_robots;
	struct play_session *session = &play_series->session;
	AUTO_STR struct str spent = {0};
	say_game(play_series);
	for (int match = 0; play_series->game < play_series->n_games && !session->leaving; match++) {
		shuffle(play_series, match);
		/* Player match % n is in seat 0 and begins. */
		if (play_session_play(session, (n - match % n) % n, err))
			return -1;
	}
	finish_page(session);
	if (play_series->n_games > 1)
		describe_wins(session);
	say_good_bye(play_series);
	network_robots_describe(play_series->robots, n, &spent);
	fputs(str_text(&spent), stdout);
	return session->leaving == LEAVING_INTERRUPTED ? EXIT_INTERRUPTED : EXIT_OK;
}

int series_play(const struct play_wish *wish, struct terminal *terminal, struct site *site, bool *wants_menu,
		struct err *err)
{
	struct play_series play_series = {.wish = wish, .terminal = terminal, .site = site};
	int code = prepare(&play_series, err) ? -1 : play(&play_series, err);
	if (wants_menu)
		*wants_menu = !play_series.session.browser || browser_wants_menu(play_series.session.browser);
	terminal_leave(terminal);
	play_session_release(&play_series.session);
	setup_close(play_series.robots, play_series.robots ? play_series.n_robots : 0);
	free(play_series.seed);
	return code;
}

/* Returns true for "human" or "human:name=Ann", perhaps after the code of a cheat. */
static bool is_person(const char *spec)
{
	const char *name;
	size_t length = strlen(maexchen_cheat_code(maexchen_cheat_parse(spec, &name)));
	if (length && spec[length] != ':')
		name = spec;
	name = spec_after_name(name);
	return strncmp(name, "human", 5) == 0 && (!name[5] || name[5] == ':');
}

bool seating_has_people(char *const *specs, int n)
{
	return ANY_OF(i, n, is_person(specs[i]));
}

static int take_cheat(struct seating *seating, const struct rules *rules, struct err *err)
{
	for (int i = 0; i < seating->n; i++) {
		const char *name;
		char *spec = seating->spec[i];
		enum maexchen_cheat cheat = maexchen_cheat_parse(spec, &name);
		if (!cheat || spec[strlen(maexchen_cheat_code(cheat))] != ':')
			continue;
		if (!is_person(spec))
			return err_set(err, EXIT_USAGE, "'%s': only people can cheat; write %s:human", spec,
				       maexchen_cheat_code(cheat));
		if (seating->cheat)
			return err_set(err, EXIT_USAGE, "'%s': a game can have only one cheat", spec);
		if (maexchen_cheat_check(rules, cheat, err))
			return -1;
		seating->cheat = cheat;
		seating->cheater = i;
		seating->spec[i] += name - spec;
	}
	return 0;
}

static void draw_order(struct seating *seating, struct rng_key key)
{
	for (int i = seating->n - 1; i > 0; i--) {
		int other = (int)rng_below(rng_word(key, (uint64_t)i, 0), (uint32_t)i + 1);
		char *spec = seating->spec[i];
		seating->spec[i] = seating->spec[other];
		seating->spec[other] = spec;
	}
}

int seating_init(struct seating *seating, const struct request *request, const struct rules *rules, struct rng_key key,
		 struct err *err)
{
	int n = request->n_robots;
	if (n < 2 || n > SCHEDULE_MAX_SEATS)
		return err_set(err, EXIT_USAGE, "a game needs 2 to %d players, not %d; 'human' is you, as in "
			       "`arena play human computer`", SCHEDULE_MAX_SEATS, n);
	*seating = (struct seating){.n = n,
		.is_drawn = seating_has_people(request->robots, n) && !request->matches.is_as_given};
	memcpy(seating->spec, request->robots, sizeof *seating->spec * (size_t)n);
	if (seating->is_drawn)
		draw_order(seating, rng_key_derive(key, RNG_CIRCLE));
	return take_cheat(seating, rules, err);
}
