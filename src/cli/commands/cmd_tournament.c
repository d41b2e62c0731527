/* cmd_tournament.c - `arena tournament`: robots against each other, many games, a table. */
#include <stdio.h>
#include <unistd.h>

#include "base/nearest.h"
#include "cli/command.h"
#include "cli/config_file.h"
#include "output/pictures.h"
#include "output/show.h"
#include "output/standings_forms.h"
#include "robot/program/memory.h"
#include "run/network_robots.h"
#include "run/seed.h"
#include "run/session.h"
#include "run/setup.h"

/* As in run_config_formats, except for lists of tables, which a command line cannot hold. */
static const char *const formats[] = {"table", "round-robin", "gauntlet", "pool", "paired", NULL};
_Static_assert(FORMAT_LISTED == sizeof formats / sizeof *formats - 1, "it is the last");

static int read_shard(const struct args *args, struct tournament *tournament, struct err *err)
{
	const char *text = args_text(args, "shard");
	if (text && !info_read_shard(text, &tournament->shard, &tournament->n_shards))
		return err_set(err, EXIT_USAGE, "option '--shard' needs a part like 2/5, from 1/N to N/N, not '%s'", text);
	if (tournament->n_shards > 1 && !args_text(args, "seed")) /* each part would draw its own, and merge refuse them */
		return err_set(err, EXIT_USAGE, "option '--shard' needs '--seed TEXT', the same for all parts of the run");
	return 0;
}

static int read_stop(const struct args *args, struct tournament *tournament, struct err *err)
{
	static const char *const kinds[] = {"any", "illegal", "timeout", "crash", NULL}; /* after the first, as in enum verdict */
	const char *text = args_text(args, "stop-on-fault");
	AUTO_FREE char *words = mem_strdup(text ? text : "");
	char *rest = text ? words : NULL;
	for (char *word; (word = strsep(&rest, ",")) != NULL;) {
		int kind = nearest_exact(word, kinds);
		if (kind < 0)
			return err_set(err, EXIT_USAGE, "option '--stop-on-fault' takes any, or some of illegal, timeout and crash with commas "
				       "between them, not '%s'%s", text, nearest_hint(word, kinds).text);
		tournament->stop_faults |= kind ? 1U << kind : 1U << VERDICT_ILLEGAL | 1U << VERDICT_TIMEOUT | 1U << VERDICT_CRASH;
	}
	if (text && tournament->n_shards > 1)
		return err_set(err, EXIT_USAGE, "--stop-on-fault ends a run in the order of its games, so --shard cannot be given with it");
	return 0;
}

static int read_games(const struct args *args, uint64_t *out, struct err *err)
{
	long long games;
	if (args->n_operands == 0)
		return err_set(err, EXIT_USAGE, "a tournament needs a number of games and at least two robots");
	if (!str_to_int(args->operands[0], 1, INFO_MOST_GAMES, &games))
		return err_set(err, EXIT_USAGE, "the first argument is the number of games, from 1 to %lld, not '%s'",
			       INFO_MOST_GAMES, args->operands[0]);
	*out = (uint64_t)games;
	return 0;
}

/* A new run, without its results. All errors of the command line are found here. */
static int prepare(struct session *session, struct err *err)
{
	const struct args *args = session->args;
	struct tournament *tournament = &session->tournament;
	uint64_t games = 0;
	if (read_games(args, &games, err) || read_shard(args, tournament, err) || read_stop(args, tournament, err))
		return -1;
	session->n_robots = args->n_operands - 1;
	AUTO_FREE char *seed = seed_choose(args, seed_has_strangers(args->operands + 1, session->n_robots), err);
	if (!seed)
		return -1;
	tournament->seed = rng_key_of_seed(seed);
	struct schedule_options matches = {
		.format = (enum format)args_number(args, "format"), .n_robots = session->n_robots,
		.n_seats = (int)args_number(args, "seats"), .games = games, .seed = tournament->seed,
		.deals = args_flag(args, "same-deals") ? DEALS_SAME : args_number(args, "deals") ? DEALS_INDEPENDENT : DEALS_SHUFFLED,
	};
	if (args_flag(args, "same-deals") && args_number(args, "deals"))
		return err_set(err, EXIT_USAGE, "--same-deals deals the same dice at every table, so --deals independent cannot be given with it");
	setup_matches(args, &matches);
	if (schedule_init(&tournament->schedule, &matches, err) ||
	    setup_rules(args, &tournament->rules, err) ||
	    rules_check(&tournament->rules, tournament->schedule.n_seats, err) ||
	    setup_robots(args->operands + 1, session->n_robots, &session->robots, err))
		return -1;
	for (int i = 0; i < session->n_robots; i++)
		if (session->robots[i].kind == ROBOT_HUMAN)
			return err_set(err, EXIT_USAGE, "a tournament is for robots; a human plays with `arena play`");
	tournament->robots = session->robots;
	tournament->has_luck = !args_flag(args, "no-luck-correction") && !luck_obstacle(&tournament->rules, &tournament->schedule);
	if (setup_limits(args, tournament, err) || session_probe(session, "tournament", 1, seed, games, err))
		return -1;
	return args_flag(args, "anyway") ? 0 : setup_refuse(tournament, err);
}

/* The memory limit of programs, if there are any. */
static void add_memory(const struct session *session, struct str *out)
{
	bool has_program = false;
	for (int i = 0; i < session->n_robots; i++)
		has_program |= session->robots[i].kind == ROBOT_PROGRAM;
	if (!has_program)
		return;
	memory_describe(true, session->info.limits.memory, out);
	str_add(out, "\n\n");
}

/* Robots for whose starts the run took most of its CPU time: one for each match and seat. */
static void add_starts(const struct session *session, struct str *out)
{
	const struct standings *standings = &session->results.standings;
	double total_s = 0;
	for (int i = 0; i < session->n_robots; i++)
		total_s += (double)standings->of[i].cpu_ns / 1e9;
	for (int i = 0; i < session->n_robots; i++) {
		const struct robot *robot = &session->robots[i];
		uint64_t n = standings->of[i].tally.games / standings->match_length;
		double starts_s = (double)robot->start_ns / 1e9 * (double)n;
		if (robot->kind != ROBOT_PROGRAM || robot->manifest.max_lanes || robot->manifest.can_fork || starts_s < 1 || 2 * starts_s < total_s)
			continue;
		str_addf(out, "\n%s was started %llu times, which took about %.1f s of CPU time. It starts once for many matches if it says lanes= and "
			 "matches=yes, or in Python if it is a class Robot, or if get_play is all of it and it starts no threads and opens no files "
			 "while it is loaded (docs/programs.md).\n", robot->label, (unsigned long long)n, starts_s);
	}
}

static void print_table(const struct session *session, bool is_quiet)
{
	AUTO_STR struct str text = {0}, folder = {0};
	if (session->database)
		str_addf(&folder, "%s/", session->run.folder);
	if (!is_quiet)
		run_files_heading(&session->results, &text);
	if (!is_quiet)
		add_memory(session, &text);
	standings_table(&session->results.standings, show_room(), show_has_colour(STDOUT_FILENO), true, str_text(&folder), &text);
	if (pictures_are_wanted(session->args))
		pictures_of_standings(&session->results.standings, show_room(), show_has_colour(STDOUT_FILENO), &text);
	network_robots_describe(session->robots, session->n_robots, &text);
	if (!is_quiet)
		add_starts(session, &text);
	show_wrap(&text);
	if (session->database && !is_quiet)
		str_addf(&text, "\nSaved in %s (with everything needed to replay the run).\n", folder.text);
	if (session->database && !is_quiet && !run_files_are_complete(&session->results)) {
		str_add(&text, "To continue: ");
		session_add_resume(session, &text);
		str_add(&text, "\n");
	}
	fputs(text.text, stdout);
}

/* The data goes to stdout for other programs; stderr says how to repeat the run. */
static void print_data(const struct session *session, enum form form, bool is_quiet)
{
	AUTO_STR struct str text = {0}, note = {0};
	if (form == FORM_CSV)
		standings_csv(&session->results.standings, &text);
	else
		run_files_json(&session->results, &text);
	fputs(text.text, stdout);
	if (is_quiet)
		return;
	str_addf(&note, "arena: seed %s", session->info.seed);
	if (session->database)
		str_addf(&note, ", results in %s", session->run.folder);
	if (session->database && !run_files_are_complete(&session->results)) {
		str_add(&note, "; to continue: ");
		session_add_resume(session, &note);
	}
	fprintf(stderr, "%s\n", note.text);
}

static int run_session(struct session *session, struct err *err)
{
	const struct args *args = session->args;
	struct tournament *tournament = &session->tournament;
	tournament->stop = setup_stop();
	tournament->n_workers = (int)args_number(args, "jobs");
	tournament->n_lanes = (int)args_number(args, "lanes");
	session->is_resumed = args_flag(args, "resume");
	session->keeps_broken = args_flag(args, "anyway");
	if (session->is_resumed ? session_prepare_again(session, err)
				: prepare(session, err) || config_file_save(args, session->info.seed, err) ||
					  session_open_results(session, err))
		return -1;
	setup_warn(tournament);
	if (session_play(session, err))
		return session_end_badly(session, err);
	enum form form = command_form(args);
	int failed = session_write(session, err);
	if (form == FORM_TABLE)
		print_table(session, args_flag(args, "quiet"));
	else
		print_data(session, form, args_flag(args, "quiet"));
	if (failed)
		return -1;
	if (session->stopped_by)
		return session_stop(session, err);
	if (*tournament->stop && !run_files_are_complete(&session->results)) /* a late signal is not an interruption */
		return EXIT_INTERRUPTED;
	return standings_has_failed_robot(&session->results.standings) ? EXIT_ROBOT : EXIT_OK;
}

static int run(const struct args *args, struct err *err)
{
	struct config_file config = {0};
	int code = -1;
	args = config_file_load(&config, args, err);
	if (args) {
		struct session session = {.args = args, .folders = mem_strdup(args_text(args, "results"))};
		code = run_session(&session, err);
		session_release(&session);
	}
	config_file_release(&config);
	return code;
}

COMMAND(tournament, NAMES_ROBOTS, run);
