/* cmd_tournament.c - `arena tournament`: robots against each other, many games, a table. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "cli/setup.h"
#include "cli/show.h"
#include "cli/standings.h"
#include "cli/times.h"
#include "store/capsule.h"
#include "store/info.h"
#include "store/json.h"
#include "store/run.h"

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
	{.name = "no-results", .type = OPT_FLAG, .is_neutral = true, .help = "Write no files."},
	{.name = "quiet", .letter = 'q', .type = OPT_FLAG, .is_neutral = true, .help = "No progress, no remarks: only the result."},
	{0},
};

/* One tournament from its arguments to its table. */
struct session {
	const struct args *args;
	struct tournament tournament;
	struct robot *robots;
	int n_robots;
	char *seed;
	uint64_t games_asked;
	struct info info;
	struct run run;            /* folder NULL with --no-results */
	struct capsules *capsules;
	struct standings standings;
	struct progress progress;
	struct times times;
	struct err failure;        /* of a callback */
};

/* ---- before ----------------------------------------------------------------------------- */

static int read_games(struct session *session, struct err *err)
{
	const struct args *args = session->args;
	long long games;
	if (args->n_operands == 0)
		return err_set(err, EXIT_USAGE, "a tournament needs a number of games and at least two robots");
	if (!str_to_int(args->operands[0], 1, INFO_MOST_GAMES, &games))
		return err_set(err, EXIT_USAGE, "the first argument is the number of games, from 1 to %lld, not '%s'",
			       INFO_MOST_GAMES, args->operands[0]);
	session->games_asked = (uint64_t)games;
	session->n_robots = args->n_operands - 1;
	return 0;
}

static int prepare(struct session *session, struct err *err)
{
	const struct args *args = session->args;
	struct tournament *tournament = &session->tournament;
	enum format format = (enum format)args_number(args, "format");
	if (read_games(session, err))
		return -1;
	session->seed = setup_seed(args, err);
	if (!session->seed)
		return -1;
	tournament->seed = rng_key_of_seed(session->seed);
	if (schedule_init(&tournament->schedule, format, session->n_robots, (int)args_number(args, "seats"),
			  session->games_asked, tournament->seed, err) ||
	    setup_rules(args, &tournament->rules, err) ||
	    rules_check(&tournament->rules, tournament->schedule.n_seats, err) ||
	    setup_robots(args->operands + 1, session->n_robots, &session->robots, err))
		return -1;
	for (int i = 0; i < session->n_robots; i++)
		if (session->robots[i].kind == ROBOT_HUMAN)
			return err_set(err, EXIT_USAGE, "a tournament is for robots; a human plays with `arena play`");
	tournament->robots = session->robots;
	tournament->n_workers = (int)args_number(args, "jobs");
	tournament->n_lanes = (int)args_number(args, "lanes");
	setup_limits(args, tournament);
	if (tournament_meet(tournament, err))
		return -1;
	setup_warn(session->robots, session->n_robots, &tournament->rules);
	return 0;
}

/* The command as it would be typed to get the same results. */
static void add_command(const struct session *session, struct str *out)
{
	const struct args *args = session->args;
	str_addf(out, "arena tournament %s", args->operands[0]);
	args_canonical(args, out);
	if (!args_text(args, "seed")) {
		str_add(out, " --seed=");
		opts_shell_word(session->seed, out);
	}
	for (int i = 1; i < args->n_operands; i++) {
		str_add(out, " ");
		opts_shell_word(args->operands[i], out);
	}
}

/* Everything that can be wrong with the results folder is found before a game is played. */
static int open_results(struct session *session, struct err *err)
{
	AUTO_STR struct str command = {0};
	add_command(session, &command);
	info_init(&session->info, &session->tournament, command.text, session->seed, session->games_asked);
	if (args_flag(session->args, "no-results"))
		return 0;
	if (run_create(&session->run, args_text(session->args, "results"), err))
		return -1;
	session->capsules = NEW(struct capsules);
	if (info_write(&session->info, &session->tournament, &session->run, err)) {
		run_discard(&session->run);
		return -1;
	}
	return 0;
}

/* ---- during ----------------------------------------------------------------------------- */

static int note_fault(struct session *session, const struct fault_record *record, struct err *err)
{
	struct mishap *mishap = &session->standings.of[record->robot].mishap;
	AUTO_FREE char *name = NULL;
	if (session->run.folder && capsule_write(session->capsules, &session->run, &session->info,
						 &session->robots[record->robot], record, &name, err))
		return -1;
	if (mishap->is_set || record->fault->verdict == VERDICT_ILLEGAL)
		return 0;
	*mishap = (struct mishap){.is_set = true, .game = record->game + 1, .verdict = record->fault->verdict, .capsule = name};
	snprintf(mishap->cause, sizeof mishap->cause, "%s", record->fault->cause);
	name = NULL;
	return 0;
}

static bool on_finished(const struct match_result *result, void *context)
{
	struct session *session = context;
	standings_add(&session->standings, result);
	for (int i = 0; i < result->n_faults; i++)
		if (note_fault(session, &result->faults[i], &session->failure))
			return false;
	return true;
}

static void on_progress(uint64_t games, void *context)
{
	struct session *session = context;
	progress_draw(&session->progress, games, &session->standings);
}

static int play(struct session *session, struct err *err)
{
	struct tournament *tournament = &session->tournament;
	standings_init(&session->standings, session->robots, session->n_robots, tournament->schedule.n_seats);
	progress_init(&session->progress, tournament->schedule.n_games, args_flag(session->args, "quiet"));
	times_begin(&session->times);
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

/* What was played, in a line; every single rule is in run.json. */
static void add_heading(const struct session *session, struct str *out)
{
	const struct schedule *schedule = &session->tournament.schedule;
	const struct opt_value *changed = args_value(session->args, "rule");
	str_addf(out, "%" PRIu64 " games of %s", schedule->n_games, session->tournament.rules.name);
	for (int i = 0; i < changed->n_list; i++)
		str_addf(out, " %s", changed->list[i]);
	if (schedule->format == FORMAT_TABLE)
		str_addf(out, ", one table of %d", schedule->n_seats);
	else
		str_addf(out, ", %s of %d robots at tables of %d", info_formats[schedule->format], schedule->n_robots,
			 schedule->n_seats);
	str_addf(out, ", seed %s\n", session->seed);
	uint64_t played = standings_games(&session->standings);
	if (played < schedule->n_games)
		str_addf(out, "Stopped after %" PRIu64 " of them.\n", played);
	str_add(out, "\n");
}

static void add_json(const struct session *session, struct str *out)
{
	const struct schedule *schedule = &session->tournament.schedule;
	AUTO_STR struct str rules = {0};
	rules_to_text(&session->tournament.rules, &rules);
	json_add_text(out, json_pack("{s:s, s:o, s:o, s:o, s:s, s:i, s:I, s:I, s:o}", "arena", ARENA_VERSION,
		"command", json_clean(session->info.command), "seed", json_clean(session->seed),
		"rules", json_clean(rules.text), "format", info_formats[schedule->format], "seats", schedule->n_seats,
		"games", (json_int_t)schedule->n_games, "games_finished", (json_int_t)standings_games(&session->standings),
		"robots", standings_json(&session->standings)));
}

static int write_results(const struct session *session, struct err *err)
{
	AUTO_STR struct str table = {0}, csv = {0}, json = {0}, clock = {0};
	if (!session->run.folder)
		return 0;
	add_heading(session, &table);
	standings_table(&session->standings, false, false, "", &table);
	standings_csv(&session->standings, &csv);
	add_json(session, &json);
	times_json(&session->times, session->args->argv, &session->tournament, &session->info, &session->standings, &clock);
	const struct {
		const char *name;
		const struct str *text;
	} files[] = {{"table.txt", &table}, {"table.csv", &csv}, {"table.json", &json}, {"clock.json", &clock}};
	for (int i = 0; i < 4; i++)
		if (run_write(&session->run, files[i].name, files[i].text->text, files[i].text->length, err))
			return -1;
	return 0;
}

static void print_results(const struct session *session)
{
	AUTO_STR struct str text = {0}, folder = {0};
	enum output output = (enum output)args_number(session->args, "output");
	bool is_quiet = args_flag(session->args, "quiet");
	bool has_colour = show_has_colour(STDOUT_FILENO);
	if (session->run.folder)
		str_addf(&folder, "%s/", session->run.folder);
	switch (output) {
	case OUTPUT_TABLE:
		if (!is_quiet)
			add_heading(session, &text);
		standings_table(&session->standings, has_colour, true, str_text(&folder), &text);
		if (session->run.folder && !is_quiet)
			str_addf(&text, "\nIn %s: the table, and all it takes to play it again.\n", folder.text);
		break;
	case OUTPUT_CSV:
		standings_csv(&session->standings, &text);
		break;
	case OUTPUT_JSON:
		add_json(session, &text);
		break;
	}
	fputs(text.text, stdout);
	/* The data goes on to other programs; the person is told how to get it again. */
	if (output != OUTPUT_TABLE && !is_quiet)
		fprintf(stderr, "arena: seed %s%s%s\n", session->seed, session->run.folder ? ", results in " : "",
			session->run.folder ? session->run.folder : "");
}

static int run_session(struct session *session, struct err *err)
{
	session->tournament.stop = setup_stop();
	if (prepare(session, err) || open_results(session, err))
		return -1;
	int failed = play(session, err);
	/* What was played before the failure is worth keeping, and the failure is what is reported. */
	struct err second = {0};
	int failed_writing = write_results(session, failed ? &second : err);
	if (failed)
		return -1;
	print_results(session);
	if (failed_writing)
		return -1;
	if (*session->tournament.stop)
		return EXIT_INTERRUPTED;
	return standings_has_failed_robot(&session->standings) ? EXIT_ROBOT : EXIT_OK;
}

static int run(const struct args *args, struct err *err)
{
	struct session session = {.args = args};
	int code = run_session(&session, err);
	standings_release(&session.standings);
	info_release(&session.info);
	run_release(&session.run);
	setup_close(session.robots, session.robots ? session.n_robots : 0);
	free(session.capsules);
	free(session.seed);
	return code;
}

const struct command command_tournament = {
	.name = "tournament",
	.arguments = "GAMES ROBOT ROBOT...",
	.summary = "let robots play many games against each other",
	.description =
		"Plays GAMES games at each table (in all, in a pool) and prints who won how many. Every\n"
		"deal is played once for each seating, so the number is rounded up to a multiple of the\n"
		"seats. A ROBOT is a name (`arena list robots`) or a path, with its options after a colon:\n"
		"prober:risk=0.4. The same seed gives the same games, on any machine, with any --jobs.\n",
	.options = options,
	.examples =
		"arena tournament 1000 prober computer\n"
		"arena tournament 200 --format round-robin prober computer bumper caller\n"
		"arena tournament 1000 -v wild -r dice=6 --seed 7 ./myrobot.so computer computer\n"
		"arena tournament 1000 --output csv -q prober computer > table.csv\n",
	.operands = NAMES_ROBOTS,
	.run = run,
};
