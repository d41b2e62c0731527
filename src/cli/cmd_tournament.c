/* cmd_tournament.c - `arena tournament`: robots against each other, many games, a table. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/command.h"
#include "cli/session.h"
#include "cli/setup.h"
#include "cli/show.h"

static const char *const outputs[] = {"table", "csv", "json", NULL};
enum output { OUTPUT_TABLE, OUTPUT_CSV, OUTPUT_JSON };

static const struct opt options[] = {
	OPTION_VARIANT,
	OPTION_RULE,
	{.name = "format", .type = OPT_WORD, .value = "FORMAT", .fallback = "table", .words = info_formats,
	 .help = "Who meets whom: 'table' all at one table; 'round-robin' every set of --seats robots; 'gauntlet' the "
		 "first robot with every set of others; 'pool' tables drawn at random, everybody equally often."},
	{.name = "seats", .type = OPT_INT, .value = "N", .min = 2, .max = SCHEDULE_MAX_SEATS,
	 .help = "Robots at a table; without it all (table) or 2 (the other formats)."},
	OPTION_SEED,
	{.name = "jobs", .letter = 'j', .type = OPT_INT, .value = "N", .min = 1, .max = 1024, .is_neutral = true,
	 .help = "Worker processes; without it one per core. Changes no result."},
	{.name = "lanes", .letter = 'L', .type = OPT_INT, .value = "N", .min = 1, .max = 1024, .is_neutral = true,
	 .help = "Games that a worker plays at once; without it as many as pay. Changes no result."},
	OPTION_MOVE_TIME,
	OPTION_MEMORY,
	OPTION_TRUST,
	OPTION_WEAK_SANDBOX,
	{.name = "output", .type = OPT_WORD, .value = "FORM", .fallback = "table", .words = outputs, .is_neutral = true,
	 .help = "What is printed at the end."},
	OPTION_RESULTS,
	OPTION_DB,
	{.name = "no-results", .type = OPT_FLAG, .is_neutral = true, .help = "Write no files and no database."},
	{.name = "resume", .type = OPT_FLAG, .is_neutral = true,
	 .help = "Go on with the run named RUN, or the latest unfinished one: plays the matches that are missing. Options "
		 "that say what is played are those of the run."},
	{.name = "shard", .type = OPT_TEXT, .value = "I/N", .is_neutral = true,
	 .help = "Play only part I of N (from 1): every N-th match. `arena merge` joins the parts."},
	{.name = "quiet", .letter = 'q', .type = OPT_FLAG, .is_neutral = true, .help = "No progress, no remarks: only the result."},
	{0},
};

/* ---- during ----------------------------------------------------------------------------- */

static int on_recall(const struct match_plan *plan, struct match_result *result, void *context, struct err *err)
{
	struct session *session = context;
	int found = database_get_match(session->database, session->run_id, plan, session->info.n_seats, result, err);
	if (found > 0)
		session->progress.n_recalled += (uint64_t)plan->n_blocks * (uint64_t)session->info.n_seats;
	return found;
}

static bool on_finished(const struct match_result *result, void *context)
{
	struct session *session = context;
	if (session->database && database_put_match(session->database, session->run_id, result, session->robots,
						    &session->failure))
		return false;
	return results_add(&session->results, result, &session->failure) == 0;
}

static void on_progress(uint64_t games, void *context)
{
	struct session *session = context;
	progress_draw(&session->progress, games, &session->results.standings);
}

static int play(struct session *session, struct err *err)
{
	struct tournament *tournament = &session->tournament;
	const struct schedule *schedule = &tournament->schedule;
	double share = (double)info_matches(&session->info, schedule) / (double)schedule->n_matches;
	results_init(&session->results, &session->info, schedule, session->robots);
	if (session->database)
		results_keep(&session->results, &session->run, session->database, session->run_id);
	progress_init(&session->progress, (uint64_t)((double)schedule->n_games * share), args_flag(session->args, "quiet"));
	times_begin(&session->times);
	tournament->recall = session->is_resumed ? on_recall : NULL;
	tournament->finished = on_finished;
	tournament->progress = session->progress.is_on ? on_progress : NULL;
	tournament->context = session;
	int failed = tournament_play(tournament, err);
	progress_end(&session->progress);
	times_end(&session->times);
	if (!failed && session->failure.code) {
		*err = session->failure;
		return -1;
	}
	return failed;
}

/* ---- after ------------------------------------------------------------------------------ */

static int write_results(const struct session *session, struct err *err)
{
	AUTO_STR struct str clock = {0};
	if (!session->database)
		return 0;
	times_json(&session->times, session->args->argv, &session->tournament, &session->info, &session->results.standings,
		   &clock);
	return results_write(&session->results, err) ||
	       run_write(&session->run, "clock.json", clock.text, clock.length, err) ? -1 : 0;
}

static void print_table(const struct session *session, bool is_quiet)
{
	AUTO_STR struct str text = {0}, folder = {0};
	if (session->database)
		str_addf(&folder, "%s/", session->run.folder);
	if (!is_quiet)
		results_heading(&session->results, &text);
	standings_table(&session->results.standings, show_has_colour(STDOUT_FILENO), true, str_text(&folder), &text);
	if (session->database && !is_quiet)
		str_addf(&text, "\nIn %s: the table, and all it takes to play it again.\n", folder.text);
	if (session->database && !is_quiet && !results_are_complete(&session->results)) {
		str_add(&text, "Go on with: ");
		session_add_resume(session, &text);
		str_add(&text, "\n");
	}
	fputs(text.text, stdout);
}

/* The data goes on to other programs; the person is told how to get it again. */
static void print_data(const struct session *session, enum output output, bool is_quiet)
{
	AUTO_STR struct str text = {0}, note = {0};
	if (output == OUTPUT_CSV)
		standings_csv(&session->results.standings, &text);
	else
		results_json(&session->results, &text);
	fputs(text.text, stdout);
	if (is_quiet)
		return;
	str_addf(&note, "arena: seed %s", session->info.seed);
	if (session->database)
		str_addf(&note, ", results in %s", session->run.folder);
	if (session->database && !results_are_complete(&session->results)) {
		str_add(&note, "; go on with: ");
		session_add_resume(session, &note);
	}
	fprintf(stderr, "%s\n", note.text);
}

/* What was played before a failure is kept; the failure is what is reported, and how to go on. */
static int end_badly(const struct session *session, struct err *err)
{
	AUTO_STR struct str hint = {0};
	if (!session->database || session->results.n_matches == 0)
		return -1;
	write_results(session, NULL);
	session_add_resume(session, &hint);
	const struct err why = *err;
	return err_set(err, why.code, "%.800s\nWhat was played is stored; go on with: %s", why.text, hint.text);
}

static int run_session(struct session *session, struct err *err)
{
	const struct args *args = session->args;
	struct tournament *tournament = &session->tournament;
	tournament->stop = setup_stop();
	tournament->n_workers = (int)args_number(args, "jobs");
	tournament->n_lanes = (int)args_number(args, "lanes");
	session->is_resumed = args_flag(args, "resume");
	if (session->is_resumed ? session_prepare_again(session, err)
				: session_prepare(session, err) || session_open_results(session, err))
		return -1;
	setup_warn(session->robots, session->n_robots, &tournament->rules);
	if (play(session, err))
		return end_badly(session, err);
	enum output output = (enum output)args_number(args, "output");
	int failed = write_results(session, err);
	if (output == OUTPUT_TABLE)
		print_table(session, args_flag(args, "quiet"));
	else
		print_data(session, output, args_flag(args, "quiet"));
	if (failed)
		return -1;
	if (*tournament->stop)
		return EXIT_INTERRUPTED;
	return standings_has_failed_robot(&session->results.standings) ? EXIT_ROBOT : EXIT_OK;
}

static int run(const struct args *args, struct err *err)
{
	struct session session = {.args = args, .folders = mem_strdup(args_text(args, "results"))};
	int code = run_session(&session, err);
	results_release(&session.results);
	database_close(session.database);
	info_release(&session.info);
	run_release(&session.run);
	setup_close(session.robots, session.robots ? session.n_robots : 0);
	free(session.folders);
	return code;
}

const struct command command_tournament = {
	.name = "tournament",
	.arguments = "GAMES ROBOT ROBOT... | --resume [RUN]",
	.summary = "let robots play many games against each other",
	.description =
		"Plays GAMES games at each table (in all, in a pool) and prints who won how many. Every\n"
		"deal is played once for each seating, so the number is rounded up to a multiple of the\n"
		"seats. A ROBOT is a name (`arena list robots`) or a path, with its options after a colon:\n"
		"prober:risk=0.4. The same seed gives the same games, on any machine, with any --jobs.\n"
		"What was played is in the results folder and its database: a run that was interrupted\n"
		"goes on with --resume, and one may be spread over machines with --shard.\n",
	.options = options,
	.examples =
		"arena tournament 1000 prober computer\n"
		"arena tournament 200 --format round-robin prober computer bumper caller\n"
		"arena tournament 1000 -v wild -r dice=6 --seed 7 ./myrobot.so computer computer\n"
		"arena tournament 1000 --output csv -q prober computer > table.csv\n"
		"arena tournament --resume\n",
	.operands = NAMES_ROBOTS,
	.run = run,
};
