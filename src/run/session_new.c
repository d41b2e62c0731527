/* session_new.c - a new run: its configuration, its folder, its row in the database. */
#include "run/session.h"

#include <stdio.h>

#include "base/text.h"
#include "run/memory.h"
#include "run/network_robots.h"
#include "run/remote.h"
#include "run/setup.h"

static void add_operands(const struct args *args, int first, int end, struct str *out)
{
	for (int i = first; i < end; i++) {
		str_add(out, " ");
		opts_shell_word(args->operands[i], out);
	}
}

/* The command that gives the same results. */
static void add_command(const struct args *args, const char *command, int n_before, const char *seed, struct str *out)
{
	struct args whole = *args;
	args_set_text(&whole, "seed", seed);
	str_addf(out, "arena %s", command);
	add_operands(args, 0, n_before, out);
	args_canonical(&whole, out);
	add_operands(args, n_before, args->n_operands, out);
}

int session_meet(struct session *session, struct err *err)
{
	struct tournament *tournament = &session->tournament;
	return network_robots_allow(session->args, session->robots, session->n_robots, err) || tournament_probe(tournament, err) ||
	       (!session->keeps_broken && tournament_check_loaded(tournament, err)) ||
	       run_memory_check(session->args, tournament, err) ? -1 : 0;
}

/* The parts of a run need the same nonce. A seed that was given is not all that repeats the run, if it got one. */
static int say_nonce(const struct session *session, const char *seed, struct err *err)
{
	const char *given = args_text(session->args, "seed");
	if (!given || strcmp(given, seed) == 0)
		return 0;
	if (session->tournament.n_shards > 1)
		return err_set(err, EXIT_USAGE, "option '--shard' needs a seed with a nonce, the same for all parts, because not all robots are "
			       "bundled: --seed %s", seed);
	if (!args_flag(session->args, "quiet"))
		fprintf(stderr, "arena: a nonce hides the dice of --seed %s from robots that are not bundled; to repeat the run: --seed %s\n",
			given, seed);
	return 0;
}

int session_probe(struct session *session, const char *command, int n_before, const char *seed, uint64_t games,
		 struct err *err)
{
	AUTO_STR struct str text = {0};
	add_command(session->args, command, n_before, seed, &text);
	/* The robots' manifests are part of the info. */
	if (session_meet(session, err) || say_nonce(session, seed, err))
		return -1;
	info_init(&session->info, &session->tournament, text.text, seed, games);
	session->info.log = (enum run_config_log)args_number(session->args, "log");
	return remote_prepare(session, err);
}

static int register_run(struct session *session, struct err *err)
{
	int highest, failed;
	do {
		if (database_highest_name(session->database, &highest, err) ||
		    run_create(&session->run, session->folders, highest, err))
			return -1;
		failed = run_config_write(&session->info, &session->run, err);
		if (!failed)
			failed = database_begin_run(session->database, &session->info, run_name(&session->run), &session->run_id,
						    err);
		if (failed) {
			run_discard(&session->run);
			run_release(&session->run);
		}
	} while (failed > 0); /* another arena took the name at this moment */
	return failed;
}

/* What is stored must be found again by --resume and `arena replay`. */
static int check_paths(const struct session *session, struct err *err)
{
	const struct run_config *info = &session->info;
	for (int i = 0; i < info->n_robots; i++)
		if (text_check_path("the robot", info->robots[i].spec, err) ||
		    (info->robots[i].path && text_check_path("the robot", info->robots[i].path, err)))
			return -1;
	return text_check_path("the results folder", session->folders, err);
}

int session_open_results(struct session *session, struct err *err)
{
	const struct args *args = session->args;
	if (args_flag(args, "no-results") && args_text(args, "db"))
		return err_set(err, EXIT_USAGE, "--no-results writes no database, so --db cannot be given with it");
	if (args_flag(args, "no-results") && session->info.log)
		return err_set(err, EXIT_USAGE, "--no-results stores nothing, so --log cannot be given with it");
	if (args_flag(args, "no-results"))
		return 0;
	AUTO_FREE char *path = setup_database(args, session->folders);
	if (check_paths(session, err) || run_make_folders(session->folders, err))
		return -1;
	session->database = database_open(path, DATABASE_WRITE, err);
	return session->database ? register_run(session, err) : -1;
}
