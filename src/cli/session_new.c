/* session_new.c - a new run from the arguments of `arena tournament`. */
#include "cli/session.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "cli/setup.h"

static int read_shard(const struct args *args, struct tournament *tournament, struct err *err)
{
	const char *text = args_text(args, "shard");
	if (text && !info_read_shard(text, &tournament->shard, &tournament->n_shards))
		return err_set(err, EXIT_USAGE, "option '--shard' needs a part like 2/5, from 1/N to N/N, not '%s'", text);
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

/* The command as it would be typed to get the same results. */
static void add_command(const struct args *args, const char *seed, struct str *out)
{
	str_addf(out, "arena tournament %s", args->operands[0]);
	args_canonical(args, out);
	if (!args_text(args, "seed")) {
		str_add(out, " --seed=");
		opts_shell_word(seed, out);
	}
	for (int i = 1; i < args->n_operands; i++) {
		str_add(out, " ");
		opts_shell_word(args->operands[i], out);
	}
}

int session_prepare(struct session *session, struct err *err)
{
	const struct args *args = session->args;
	struct tournament *tournament = &session->tournament;
	enum format format = (enum format)args_number(args, "format");
	uint64_t games = 0;
	if (read_games(args, &games, err) || read_shard(args, tournament, err))
		return -1;
	session->n_robots = args->n_operands - 1;
	AUTO_FREE char *seed = setup_seed(args, err);
	if (!seed)
		return -1;
	tournament->seed = rng_key_of_seed(seed);
	if (schedule_init(&tournament->schedule, format, session->n_robots, (int)args_number(args, "seats"), games,
			  tournament->seed, err) ||
	    setup_rules(args, &tournament->rules, err) ||
	    rules_check(&tournament->rules, tournament->schedule.n_seats, err) ||
	    setup_robots(args->operands + 1, session->n_robots, &session->robots, err))
		return -1;
	for (int i = 0; i < session->n_robots; i++)
		if (session->robots[i].kind == ROBOT_HUMAN)
			return err_set(err, EXIT_USAGE, "a tournament is for robots; a human plays with `arena play`");
	tournament->robots = session->robots;
	setup_limits(args, tournament);
	AUTO_STR struct str command = {0};
	add_command(args, seed, &command);
	/* What the robots say of themselves is part of the info. */
	if (tournament_meet(tournament, err))
		return -1;
	info_init(&session->info, tournament, command.text, seed, games);
	return 0;
}

static int register_run(struct session *session, struct err *err)
{
	int highest, failed;
	do {
		if (database_highest_name(session->database, &highest, err) ||
		    run_create(&session->run, session->folders, highest, err))
			return -1;
		failed = info_write(&session->info, &session->run, err);
		if (!failed)
			failed = database_begin_run(session->database, &session->info, run_name(&session->run), &session->run_id,
						    err);
		if (failed) {
			run_discard(&session->run);
			run_release(&session->run);
		}
	} while (failed > 0); /* another arena has taken the name at this moment */
	return failed;
}

int session_open_results(struct session *session, struct err *err)
{
	const struct args *args = session->args;
	if (args_flag(args, "no-results") && args_text(args, "db"))
		return err_set(err, EXIT_USAGE, "--no-results writes no database, so --db cannot be given with it");
	if (args_flag(args, "no-results"))
		return 0;
	AUTO_FREE char *path = setup_database(args, session->folders);
	if (run_make_folders(session->folders, err))
		return -1;
	session->database = database_open(path, DATABASE_WRITE, err);
	return session->database ? register_run(session, err) : -1;
}
