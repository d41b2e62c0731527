/* show.c - the matches of a final in the terminal (show.h): their stored plays are replayed, and no robots run. */
#include "contest/show.h"

#include <stdio.h>

#include "output/show.h"
#include "run/replay.h"
#include "terminal/play_session.h"

/* A match that is being shown. */
struct showing {
	const struct last_evening *last;
	const struct evening_match *match;
	const struct show_wish *wish;
	struct terminal *terminal;
	struct replay replay;
	double *wins;          /* wins[game * n + i]: wins of player i of the match, in the order in which games were
	                        * played; owned */
	uint64_t n_games;
	struct tournament table; /* a tournament with only the robots of this match */
	struct play_session session;
};

static int take_chunk(const struct chunk *chunk, void *context, struct err *err)
{
	struct showing *showing = context;
	const struct schedule *schedule = &showing->replay.tournament.schedule;
	int n = chunk->n_seats;
	for (uint64_t i = 0; i < chunk->matches.n; i++) {
		struct match_plan plan = schedule_match(schedule, matches_number(&chunk->matches, i));
		if (!chunk->has_order || schedule_table(schedule, plan.number) != (uint64_t)showing->match->table)
			continue;
		const uint8_t *places = chunk_match(chunk, i);
		for (uint64_t game = 0; game < (uint64_t)plan.n_blocks * (uint64_t)n; game++) {
			uint64_t turn = plan.number / schedule->n_tables;
			uint64_t at = turn * plan.n_blocks * (uint64_t)n + game;
			for (int k = 0; k < n && at < showing->n_games; k++)
				showing->wins[at * (uint64_t)n + (uint64_t)k] =
					match_win_share(places + game * (uint64_t)n, 1, n, k);
		}
	}
	return 0;
}

/* Opens the run of the match, without its robots. */
static int open_match(const struct contest *contest, struct showing *showing, struct err *err)
{
	const struct request request = {.results = contest->results, .accepts_all = true};
	struct replay *replay = &showing->replay;
	int n = showing->match->n;
	AUTO_FREE char *name = database_name(contest->database, showing->match->run, err);
	if (!name || replay_open(replay, &request, name, err) || replay_probe(replay, &request, err))
		return -1;
	const struct schedule *schedule = &replay->tournament.schedule;
	showing->n_games = schedule->blocks_per_table * (uint64_t)n;
	showing->wins = NEW_ARRAY(double, showing->n_games * (uint64_t)n);
	return database_each_chunk(contest->database, showing->match->run, schedule, take_chunk, showing, err);
}

/* Makes a tournament with only the robots of the match. */
static void sit_down(struct showing *showing, const struct match_plan *plan, struct robot *robots)
{
	int n = showing->match->n;
	showing->table = showing->replay.tournament;
	showing->table.schedule.n_robots = n;
	for (int i = 0; i < n; i++)
		robots[i] = showing->replay.robots[plan->robot[i]];
	showing->table.robots = robots;
	play_session_init(&showing->session, &showing->table, showing->terminal, false);
	showing->session.plan = *plan;
	showing->session.pause_ns = showing->wish->pause_ns;
	showing->session.is_stepping = showing->wish->is_stepping;
}

/* Shows an event. Without a screen the play session does not pause. */
static bool watch(const struct watch_event *event, void *context)
{
	struct showing *showing = context;
	bool goes_on = play_session_watch(event, &showing->session);
	if (!showing->terminal->is_screen && event->kind == WATCH_ANSWER && showing->wish->pause_ns) {
		fflush(stdout);
		goes_on &= terminal_pause(showing->terminal, showing->wish->pause_ns);
	}
	return goes_on;
}

static void print_score(const struct showing *showing, const struct match_plan *plan, uint64_t game)
{
	int n = showing->match->n;
	AUTO_STR struct str text = str_of("\nGame %" PRIu64 " of %" PRIu64, game + 1, showing->n_games);
	for (int k = 0; k < n && game; k++) {
		double sum = 0;
		for (uint64_t i = 0; i < game; i++)
			sum += showing->wins[i * (uint64_t)n + (uint64_t)k];
		str_addf(&text, "%s%s %.6g", k ? ", " : ". Games won so far: ",
			 showing->replay.robots[plan->robot[k]].label, sum);
	}
	str_add(&text, "\n\n");
	show_wrap(&text);
	fputs(text.text, stdout);
}

/* Shows the game with this number in the match, from 0. Returns false with *code if the show has ended. */
static bool show_game(struct showing *showing, uint64_t game, int *code, struct err *err)
{
	struct tournament *tournament = &showing->replay.tournament;
	const struct schedule *schedule = &tournament->schedule;
	struct robot robots[SCHEDULE_MAX_SEATS];
	uint64_t of_match = (uint64_t)schedule->match_length * (uint64_t)schedule->n_seats, at = game % of_match;
	struct match_plan plan =
		schedule_match(schedule, schedule_number(schedule, (uint64_t)showing->match->table, game / of_match));
	int rotation = (int)(at % (uint64_t)schedule->n_seats);
	uint64_t number = schedule_game_number(schedule, plan.first_block, (uint32_t)(at / (uint64_t)schedule->n_seats),
					       rotation);
	sit_down(showing, &plan, robots);
	showing->session.rotation = rotation;
	print_score(showing, &plan, game);
	int failed = tournament_watch(tournament, number, watch, showing, err);
	terminal_leave(showing->terminal);
	enum leaving leaving = showing->session.leaving;
	play_session_release(&showing->session);
	*code = failed ? -1 : leaving == LEAVING_INTERRUPTED || terminal_is_interrupted() ? EXIT_INTERRUPTED : EXIT_OK;
	return *code == EXIT_OK && !leaving;
}

/* Waits for Enter. Returns false if the person leaves. */
static bool wait_for_next(struct terminal *terminal)
{
	AUTO_STR struct str line = {0};
	while (terminal->is_interactive) {
		printf("\nEnter: the next match, q: leave > ");
		enum entry entry = terminal_read(terminal, &line);
		if (entry == ENTRY_END || entry == ENTRY_INTERRUPTED ||
		    terminal_is_one_of(str_text(&line), WORDS_TO_LEAVE))
			return false;
		if (entry == ENTRY_LINE && !*str_text(&line))
			return true;
	}
	return true;
}

/* Shows a match. Returns false with *code if the show has ended. */
static bool show_match(const struct contest *contest, struct showing *showing, int *code, struct err *err)
{
	AUTO_STR struct str result = {0};
	bool goes_on = open_match(contest, showing, err) == 0;
	*code = goes_on ? EXIT_OK : -1;
	uint64_t n = (uint64_t)showing->wish->n_games < showing->n_games ? (uint64_t)showing->wish->n_games
									 : showing->n_games;
	for (uint64_t i = 0; i < n && goes_on; i++)
		goes_on = show_game(showing, (i + 1) * showing->n_games / n - 1, code, err);
	if (!goes_on)
		return false;
	str_add(&result, "\n");
	last_evening_add_match(showing->last, showing->match, &result);
	str_add(&result, ".\n");
	show_wrap(&result);
	fputs(result.text, stdout);
	return true;
}

static void print_title(const struct last_evening *last, const struct evening_round *round, int match, bool has_colour)
{
	AUTO_STR struct str title = {0}, text = {0};
	const struct evening_match *shown = &round->matches[match];
	str_addf(&title, "%s, match %d of %d: ", round->name, match + 1, round->n);
	for (int i = 0; i < shown->n; i++) {
		AUTO_STR struct str label = last_evening_label(last, shown->player[i]);
		str_addf(&title, "%s%s (seed %d)", i ? " - " : "", label.text, shown->player[i] + 1);
	}
	str_add(&text, "\n");
	show_add_styled(&text, has_colour, SHOW_BOLD, title.text);
	str_add(&text, "\n");
	show_wrap(&text);
	fputs(text.text, stdout);
}

/* Returns the match with this number, from 0, among those that have been played. */
static const struct evening_round *find_match(const struct last_evening *last, int number, int *match)
{
	for (int r = 0; r < last->evening.n_rounds; r++) {
		const struct evening_round *round = &last->evening.rounds[r];
		for (*match = 0; *match < round->n; ++*match)
			if (round->matches[*match].is_known && round->matches[*match].games && number-- == 0)
				return round;
	}
	return NULL;
}

int show_evening(const struct contest *contest, int64_t season, const struct show_wish *wish, struct terminal *terminal,
		 struct err *err)
{
	int code = EXIT_OK, number = wish->first - 1, match;
	for (;;) {
		AUTO_LAST_EVENING struct last_evening last = {0};
		struct showing showing = {.last = &last, .wish = wish, .terminal = terminal};
		if (last_evening_read(contest, season, number < 0 ? EVENING_NEXT : number + 1, &last, err))
			return -1;
		number = number < 0 ? last.n_shown : number;
		const struct evening_round *round = find_match(&last, number, &match);
		if (!round) {
			AUTO_STR struct str text = {0};
			last_evening_text(&last, terminal->has_colour, &text);
			printf("\n%s", text.text);
			return EXIT_OK;
		}
		showing.match = &round->matches[match];
		print_title(&last, round, match, terminal->has_colour);
		bool goes_on = show_match(contest, &showing, &code, err);
		replay_release(&showing.replay);
		free(showing.wins);
		if (!goes_on || (++number > last.n_shown && last_evening_store_shown(contest, season, number, err)))
			return goes_on ? -1 : code;
		if (!wait_for_next(terminal))
			return EXIT_OK;
	}
}
