/* cmd_tournament.c - `arena tournament`: plays many games between robots, and prints a table. */
#include <stdio.h>
#include <unistd.h>

#include "base/nearest.h"
#include "cli/command.h"
#include "cli/request_args.h"
#include "output/pictures.h"
#include "output/show.h"
#include "output/standings_forms.h"
#include "robot/program/command.h"
#include "robot/program/memory.h"
#include "run/session.h"
#include "run/setup.h"

/* The elements of run_config_formats except the last, lists of tables, which cannot be given on a command line. */
static const char *const formats[] = {"table", "round-robin", "gauntlet", "pool", "paired", NULL};
_Static_assert(FORMAT_LISTED == sizeof formats / sizeof *formats - 1, "it is the last");

static int read_shard(const struct args *args, struct request *request, struct err *err)
{
	const char *text = args_text(args, "shard");
	if (text && !info_read_shard(text, &request->shard, &request->n_shards))
		return err_set(err, EXIT_USAGE, "option '--shard' needs a part like 2/5, from 1/N to N/N, not '%s'",
			       text);
	if (request->n_shards > 1 && !args_text(args, "seed")) /* the parts would have different seeds and could not be
	                                                        * merged */
		return err_set(err, EXIT_USAGE,
			       "option '--shard' needs '--seed TEXT', the same for all parts of the run");
	return 0;
}

static int read_stop(const struct args *args, struct request *request, struct err *err)
{
	/* After the first one, in the order of enum verdict. */
	static const char *const kinds[] = {"any", "illegal", "timeout", "crash", NULL};
	const char *text = args_text(args, "stop-on-fault");
	AUTO_FREE char *words = mem_strdup(text ? text : "");
	char *rest = text ? words : NULL;
	for (char *word; (word = strsep(&rest, ",")) != NULL;) {
		int kind = nearest_exact(word, kinds);
		if (kind < 0)
			return err_set(err, EXIT_USAGE,
				       "option '--stop-on-fault' takes 'any' or a comma-separated list of "
				       "illegal, timeout and crash, not '%s'%s", text, nearest_hint(word, kinds).text);
		request->test.stop_faults |= kind ? 1U << kind
						  : 1U << VERDICT_ILLEGAL | 1U << VERDICT_TIMEOUT | 1U << VERDICT_CRASH;
	}
	return 0;
}

static int read_matches(const struct args *args, struct request *request, struct err *err)
{
	long long games;
	struct schedule_options *matches = &request->matches;
	if (args->n_operands == 0)
		return err_set(err, EXIT_USAGE, "a tournament needs a number of games and at least two robots");
	if (!str_to_int(args->operands[0], 1, RUN_MOST_GAMES, &games))
		return err_set(err, EXIT_USAGE, "the first argument is the number of games, from 1 to %lld, not '%s'",
			       RUN_MOST_GAMES, args->operands[0]);
	matches->games = (uint64_t)games;
	matches->format = (enum format)args_number(args, "format");
	matches->n_seats = (int)args_number(args, "seats");
	if (args_flag(args, "same-deals") && args_number(args, "deals"))
		return err_set(err, EXIT_USAGE,
			"--same-deals deals the same dice at every table, "
			"so --deals independent cannot be given with it");
	if (args_flag(args, "same-deals"))
		matches->deals = DEALS_SAME;
	return 0;
}

/* Reads the whole command line. The caller owns *seed and *command, to which the request refers. */
static int read_request(const struct args *args, struct request *request, char **seed, struct str *command,
			struct err *err)
{
	if (request_args_read(args, request, err))
		return -1;
	request->stop = setup_stop();
	request->n_lanes = (int)args_number(args, "lanes");
	if (args_flag(args, "resume"))
		return request_args_resume(args, request, err);
	request->corrects_luck = !args_flag(args, "no-luck-correction");
	if (read_matches(args, request, err) || read_shard(args, request, err) || read_stop(args, request, err) ||
	    request_args_robots(args, args->operands + 1, args->n_operands - 1, request, seed, err))
		return -1;
	request_args_command(args, "tournament", 1, *seed, command);
	request->command = command->text;
	return 0;
}

/* Adds the memory limit of programs, if there are any. */
static void add_memory(const struct session *session, struct str *out)
{
	bool has_program = ANY_OF(i, session->n_robots, session->robots[i].kind == ROBOT_PROGRAM);
	if (!has_program)
		return;
	memory_describe(true, session->info.limits.memory, out);
	str_add(out, "\n\n");
}

/* Adds the robots whose starts took most of the run's CPU time. There is one start for each match and seat. */
static void add_starts(const struct session *session, struct str *out)
{
	const struct standings *standings = &session->results.standings;
	double total_s = 0;
	for (int i = 0; i < session->n_robots; i++)
		total_s += (double)standings->list[i].cpu_ns / 1e9;
	for (int i = 0; i < session->n_robots; i++) {
		const struct robot *robot = &session->robots[i];
		const char *alone = robot->manifest.alone;
		uint64_t n = standings->list[i].tally.games / standings->match_length;
		double starts_s = (double)robot->start_ns / 1e9 * (double)n;
		if (robot->kind != ROBOT_PROGRAM || robot->manifest.max_lanes || robot->manifest.can_fork ||
		    starts_s < 1 || 2 * starts_s < total_s)
			continue;
		str_addf(out, "\n%s was started %llu times, which took about %.1f s of CPU time%s%s%s. "
			 "It starts once for many matches if it %s (docs/programs.md).\n",
			 robot->label, (unsigned long long)n, starts_s, alone[0] ? ", because its file " : "", alone,
			 alone[0] ? " while it was loaded" : "", robot->program->has_adapter
			 ? "is a class Robot, or does this at the first ask" : "declares lanes= and matches=yes");
	}
}

static void print_table(const struct session *session, const struct args *args)
{
	bool is_quiet = session->request->is_quiet;
	AUTO_STR struct str text = {0}, folder = {0};
	if (session->database)
		str_addf(&folder, "%s/", session->run.folder);
	if (!is_quiet)
		run_files_heading(&session->results, &text);
	if (!is_quiet)
		add_memory(session, &text);
	standings_table(&session->results.standings, show_room(), show_has_colour(STDOUT_FILENO), true,
			str_text(&folder), &text);
	if (pictures_are_wanted((enum pictures)args_number(args, "plot")))
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

/* Prints the data to stdout for other programs. Prints to stderr how to repeat the run. */
static void print_data(const struct session *session, enum form form)
{
	AUTO_STR struct str text = {0}, note = {0};
	if (form == FORM_CSV)
		standings_csv(&session->results.standings, &text);
	else
		run_files_json(&session->results, &text);
	fputs(text.text, stdout);
	if (session->request->is_quiet)
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

static int run_session(struct session *session, const struct args *args, struct err *err)
{
	const struct request *request = session->request;
	/* All errors of the command line are found before the results are opened. */
	if (request->is_resumed ? session_prepare_again(session, err)
				: session_prepare(session, err) || request_args_note_nonce(args, request, err) ||
				  (!request->accepts_all && setup_refuse(&session->tournament, err)) ||
				  config_file_save(args, request->seed, err) || session_open_results(session, err))
		return -1;
	setup_warn(&session->tournament);
	if (session_play(session, err))
		return session_end_badly(session, err);
	enum form form = command_form(args);
	int failed = session_write(session, err);
	if (form == FORM_TABLE)
		print_table(session, args);
	else
		print_data(session, form);
	if (failed)
		return -1;
	if (session->stopped_by)
		return session_stop(session, err);
	if (*request->stop && !run_files_are_complete(&session->results)) /* a signal that arrives after the last match
	                                                                   * is not an interruption */
		return EXIT_INTERRUPTED;
	return standings_has_failed_robot(&session->results.standings) ? EXIT_ROBOT : EXIT_OK;
}

static int run(const struct args *args, struct err *err)
{
	struct config_file config = {0};
	struct request request;
	AUTO_FREE char *seed = NULL;
	AUTO_STR struct str command = {0};
	int code = -1;
	args = config_file_load(&config, args, err);
	if (args && read_request(args, &request, &seed, &command, err) == 0) {
		struct session session = {.request = &request};
		code = run_session(&session, args, err);
		session_release(&session);
	}
	config_file_release(&config);
	return code;
}

COMMAND(tournament, NAMES_ROBOTS, run);
