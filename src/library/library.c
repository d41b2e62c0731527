/* library.c - the interface of arena.h: makes a session from its request, and plain data from the outcome. */
#include "library/library.h"

#include <ctype.h>

#include "base/nearest.h"
#include "output/game_record/forms.h"
#include "output/list_forms.h"
#include "run/replay.h"
#include "run/seed.h"
#include "run/selection.h"
#include "run/session.h"
#include "run/setup.h"

struct arena_run {
	struct arena_row *rows;
	int n_rows;
	char *seed, *folder, *json;
	bool is_complete;
};

/* The state while a run is played. */
struct play {
	const struct arena_events *events;
	struct request request;
	struct session session;
	struct regress regress;
	volatile sig_atomic_t *stop, own_stop; /* stop: the flag of the caller, or own_stop */
	char *seed;
	struct str command;
};

const char *arena_version(void)
{
	return ARENA_VERSION;
}

/* Adds a message, with options named as members of a request: "--seats 3" as "seats 3". Commands, which are between
 * backticks, keep theirs. */
static void add_message(const char *text, struct str *out)
{
	bool is_command = false;
	for (const char *at = text; *at; at++) {
		is_command ^= *at == '`';
		if (!is_command && strncmp(at, "--", 2) == 0 && isalpha(at[2]) && (at == text || at[-1] == ' '))
			at += 2;
		str_add_char(out, *at);
	}
}

int library_fail(struct arena_error *error, const struct err *err)
{
	AUTO_STR struct str text = {0};
	add_message(err->text, &text);
	if (error) {
		error->code = err->code;
		snprintf(error->text, sizeof error->text, "%s", str_text(&text));
	}
	return -1;
}

int library_word(const char *member, const char *word, const char *const *words, struct err *err)
{
	int i = word ? nearest_exact(word, words) : 0;
	return i >= 0 ? i
		: err_set(err, EXIT_USAGE, "%s: there is no '%s'%s", member, word, nearest_hint(word, words).text);
}

static int count(const char *const *list)
{
	int n = 0;
	while (list && list[n])
		n++;
	return n;
}

static bool is_within(const char *member, uint64_t value, uint64_t least, uint64_t most, struct err *err)
{
	return (value >= least && value <= most) ||
	       !err_set(err, EXIT_USAGE, "%s must be from %" PRIu64 " to %" PRIu64, member, least, most);
}

static int read_matches(const struct arena_request *from, struct request *to, struct err *err)
{
	static const char *const deals[] = {"mirrored", "independent", "same", NULL};
	static const enum deals kinds[] = {DEALS_SHUFFLED, DEALS_INDEPENDENT, DEALS_SAME};
	int format = library_word("format", from->format, run_config_formats, err);
	int deal = library_word("deals", from->deals, deals, err);
	int log = library_word("log", from->log, run_config_logs, err);
	if (format < 0 || deal < 0 || log < 0)
		return -1;
	if (format == FORMAT_LISTED)
		return err_set(err, EXIT_USAGE, "the format 'listed' cannot be requested");
	if (!is_within("games", from->games, 1, RUN_MOST_GAMES, err) ||
	    !is_within("match_length", from->match_length, 0, SCHEDULE_MAX_LENGTH, err) ||
	    !is_within("seats", (uint64_t)from->seats, 0, SCHEDULE_MAX_SEATS, err))
		return -1;
	to->matches = (struct schedule_options){.format = (enum format)format, .n_seats = from->seats,
		.games = from->games, .match_length = from->match_length ? from->match_length : 1,
		.deals = kinds[deal]};
	to->log = (enum run_config_log)log;
	return 0;
}

/* Reads the request for a test, which is between two robots. */
static int read_test(const struct arena_request *from, struct request *to, struct err *err)
{
	if (!(from->elo0 < from->elo1))
		return 0;
	if (to->n_robots != 2 || to->matches.format != FORMAT_TABLE)
		return err_set(err, EXIT_USAGE, "a test (elo0 < elo1) needs two robots and the format 'table'");
	to->test = (struct run_config_test){.is_set = true, .model = MODEL_LOGISTIC, .elo0 = from->elo0,
		.elo1 = from->elo1, .alpha = from->alpha ? from->alpha : 0.05, .beta = from->beta ? from->beta : 0.05};
	return 0;
}

static int read_how(const struct arena_request *from, struct request *to, struct err *err)
{
	to->limits = (struct limits){
		.move_time_ns = from->move_time_ns ? from->move_time_ns : INT64_C(100000000),
		.start_time_ns = from->start_time_ns ? from->start_time_ns : LIMITS_START_NS,
		.memory = from->memory ? from->memory : UINT64_C(512) << 20,
	};
	if (to->limits.move_time_ns < 1 || to->limits.start_time_ns < 1 || to->limits.memory < UINT64_C(16) << 20 ||
	    from->jobs < 0 || from->jobs > 1024 || from->lanes < 0 || from->lanes > 1024)
		return err_set(err, EXIT_USAGE,
			       "times must be above 0, memory at least 16 MB, jobs and lanes from 0 to 1024");
	to->n_workers = from->jobs;
	to->n_lanes = from->lanes;
	to->is_quiet = !to->tell;
	to->progress = PROGRESS_NONE;
	to->results = to->hidden[0] = from->results ? from->results : "results";
	to->stores_nothing = !from->results;
	to->is_resumed = from->resume != NULL;
	to->run = from->resume;
	return 0;
}

static int read_request(const struct arena_request *from, struct play *play, struct err *err)
{
	static const char *const argv[] = {"libarena", NULL};
	struct request *to = &play->request;
	if (from->size != sizeof *from)
		return err_set(err, EXIT_USAGE,
			       "the request has the wrong size: the program was compiled with a different arena.h");
	to->argv = argv;
	if (read_how(from, to, err))
		return -1;
	if (from->resume) {
		to->test.is_set = from->elo0 < from->elo1;
		return from->results ? 0 : err_set(err, EXIT_USAGE, "resume needs the folder of the results");
	}
	to->corrects_luck = true;
	to->robots = (char *const *)(uintptr_t)from->robots;
	to->n_robots = count(from->robots);
	if (setup_open_rules(from->variant ? from->variant : "liars-dice", &to->rules, err) ||
	    setup_change_rules(from->rules, count(from->rules), &to->rules, err) || read_matches(from, to, err) ||
	    read_test(from, to, err))
		return -1;
	to->seed = play->seed = seed_choose(from->seed, seed_has_strangers(to->robots, to->n_robots), err);
	str_addf(&play->command, "libarena --seed=%s", play->seed ? play->seed : "");
	to->command = play->command.text;
	return play->seed ? 0 : -1;
}

static void on_progress(uint64_t games, uint64_t n_games, void *context)
{
	struct play *play = context;
	if (play->events->progress(games, n_games, play->events->context))
		*play->stop = 1;
}

static void on_message(const char *lines, void *context)
{
	const struct play *play = context;
	play->events->message(lines, play->events->context);
}

static int play_session(struct play *play, struct err *err)
{
	struct session *session = &play->session;
	if (play->request.is_resumed ? session_prepare_again(session, err) : session_prepare(session, err))
		return -1;
	setup_warn(&session->tournament);
	const char *complaint = session->info.test.is_set ? regress_init(&play->regress, &session->info) : NULL;
	if (complaint)
		return err_set(err, EXIT_USAGE, "the test cannot be run: %s", complaint);
	session->regress = session->info.test.is_set ? &play->regress : NULL;
	if (!play->request.is_resumed && session_open_results(session, err))
		return -1;
	if (session_play(session, err))
		return session_end_badly(session, err);
	if (session->on_progress)
		session->on_progress(standings_games(&session->results.standings), session->progress.n_games,
				     session->context);
	return session_write(session, err);
}

static void fill_row(const struct standings *standings, const struct standings_row *from, char *name,
		     struct arena_row *to)
{
	const struct tally *tally = &standings->list[from->robot].tally;
	*to = (struct arena_row){
		.robot = name, .games = tally->games, .illegal = tally->illegal, .timeouts = tally->timeouts,
		.crashes = tally->crashes, .wins = from->wins.mean, .win_low = from->wins.low,
		.win_high = from->wins.high, .score = standings_score(standings, from->robot).mean, .rank = from->rank,
		.rank_best = from->range.best, .rank_worst = from->range.worst,
	};
}

static struct arena_run *run_of(struct play *play)
{
	const struct session *session = &play->session;
	const struct standings *standings = &session->results.standings;
	struct arena_run *run = NEW(struct arena_run);
	AUTO_STR struct str json = {0};
	AUTO_FREE struct standings_row *rows = standings_rows(standings);
	run->n_rows = standings->n_robots;
	run->rows = NEW_ARRAY(struct arena_row, (size_t)run->n_rows);
	for (int i = 0; i < run->n_rows; i++)
		fill_row(standings, &rows[i], mem_strdup(session->robots[rows[i].robot].label), &run->rows[i]);
	run->is_complete = run_files_are_complete(&session->results);
	if (session->regress)
		play->regress.is_interrupted = regress_verdict(session->regress) == REGRESS_UNDECIDED &&
			!run->is_complete;
	if (session->regress)
		regress_json(session->regress, &json);
	else
		run_files_json(&session->results, &json);
	run->json = mem_strdup(json.text);
	run->seed = mem_strdup(session->info.seed);
	run->folder = mem_strdup(session->run.folder ? session->run.folder : "");
	return run;
}

int arena_play(const struct arena_request *request, const struct arena_events *events, struct arena_run **run,
	       struct arena_error *error)
{
	struct play play = {.events = events};
	struct err err = {0};
	play.session = (struct session){.request = &play.request,
		.on_progress = events && events->progress ? on_progress : NULL, .context = &play};
	play.stop = events && events->stop ? events->stop : &play.own_stop;
	play.request.stop = play.stop;
	play.request.tell = events && events->message ? on_message : NULL;
	play.request.tell_context = &play;
	*run = NULL;
	int failed = events && events->size != sizeof *events
		? err_set(&err, EXIT_USAGE, "the events have the wrong size")
		: read_request(request, &play, &err) || play_session(&play, &err) ? -1 : 0;
	if (!failed)
		*run = run_of(&play);
	session_release(&play.session);
	regress_release(&play.regress);
	str_release(&play.command);
	free(play.seed);
	return failed ? library_fail(error, &err) : 0;
}

void arena_free(struct arena_run *run)
{
	if (!run)
		return;
	for (int i = 0; i < run->n_rows; i++)
		free((void *)(uintptr_t)run->rows[i].robot);
	FREE_ALL(run->rows, run->seed, run->folder, run->json, run);
}

const struct arena_row *arena_rows(const struct arena_run *run, int32_t *n)
{
	*n = run->n_rows;
	return run->rows;
}

const char *arena_seed(const struct arena_run *run)
{
	return run->seed;
}

const char *arena_folder(const struct arena_run *run)
{
	return run->folder;
}

const char *arena_json(const struct arena_run *run)
{
	return run->json;
}

int arena_is_complete(const struct arena_run *run)
{
	return run->is_complete;
}

static bool watch(const struct watch_event *watch_event, void *context)
{
	game_record_watch(context, watch_event);
	return true;
}

static int replay(const struct request *request, const char *run, uint64_t game, struct str *out, struct err *err)
{
	AUTO_REPLAY struct replay replay = {0};
	if (replay_open(&replay, request, run, err))
		return -1;
	uint64_t n_games = replay.tournament.schedule.n_games;
	if (game < 1 || game > n_games)
		return err_set(err, EXIT_USAGE, "%s has the games 1 to %" PRIu64, replay.folder, n_games);
	if (replay_check_games(&replay, game - 1, game, err) || replay_probe(&replay, request, err))
		return -1;
	struct game_record record = {.has_words = true, .tournament = &replay.tournament};
	int failed = tournament_watch(&replay.tournament, game - 1, watch, &record, err);
	if (!failed)
		replay_add_json(&record, out);
	game_record_release(&record);
	return failed;
}

char *arena_robots(struct arena_error *error)
{
	struct str text = {0};
	(void)error; /* a robot that cannot be loaded has a row too */
	robots_add_json(false, false, &text);
	return text.text;
}

char *arena_replay(const char *results, const char *run, uint64_t game, struct arena_error *error)
{
	const struct request request = {.results = results ? results : "results"};
	struct err err = {0};
	struct str text = {0};
	return replay(&request, run, game, &text, &err) ? library_fail(error, &err), NULL : text.text;
}

static int rate(const struct request *request, const char *run, struct str *out, struct err *err)
{
	const struct selection_wish wish = {.run = run, .match_length = -1};
	struct selection selection = {0};
	struct pool pool = {0};
	AUTO_FREE char *path = request_database(request, request->results);
	selection.database = database_open(path, DATABASE_READ, err);
	int failed = !selection.database || selection_find(&selection, &wish, err) ? -1 : 0;
	for (int i = 0; i < selection.n_runs && !failed; i++)
		failed = pool_add(&pool, selection.database, selection.runs[i], err);
	if (!failed) {
		struct pool_list list;
		pool_finish(&pool);
		pool_list_init(&list, &pool, -1, false);
		selection_json(&selection, &list, out);
		pool_list_release(&list);
	}
	pool_release(&pool);
	database_close(selection.database);
	selection_release(&selection);
	return failed;
}

char *arena_standings(const char *results, const char *run, struct arena_error *error)
{
	const struct request request = {.results = results ? results : "results"};
	struct err err = {0};
	struct str text = {0};
	return rate(&request, run, &text, &err) ? library_fail(error, &err), NULL : text.text;
}
