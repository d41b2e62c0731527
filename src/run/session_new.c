/* session_new.c - begins a new run: makes its configuration, its folder and its row in the database. */
#include "run/session.h"

#include "base/text.h"
#include "run/setup.h"

int session_meet(struct session *session, struct err *err)
{
	const struct request *request = session->request;
	struct tournament *tournament = &session->tournament;
	return network_robots_allow(request, session->robots, session->n_robots, err) ||
	       tournament_probe(tournament, err) ||
	       (!request->accepts_all && tournament_check_loaded(tournament, err)) ||
	       run_memory_check(request, tournament, err) ? -1 : 0;
}

static int open_robots(struct session *session, struct err *err)
{
	const struct request *request = session->request;
	if (session->robots)
		return 0;
	if (setup_robots(request->robots, request->n_robots, &session->robots, err))
		return -1;
	session->n_robots = request->n_robots;
	for (int i = 0; i < session->n_robots; i++)
		if (session->robots[i].kind == ROBOT_HUMAN)
			return err_set(err, EXIT_USAGE, "%s for robots; a human plays with `arena play`",
				       request->test.is_set ? "regress is" : "a tournament is");
	return 0;
}

int session_prepare(struct session *session, struct err *err)
{
	const struct request *request = session->request;
	struct tournament *tournament = &session->tournament;
	struct schedule_options matches = request->matches;
	session->folders = mem_strdup(request->results);
	request_tournament(request, tournament);
	matches.n_robots = request->n_robots;
	matches.seed = tournament->seed;
	if (request_check(request, err) || schedule_init(&tournament->schedule, &matches, err) ||
	    rules_check(&tournament->rules, tournament->schedule.n_seats, err) || open_robots(session, err))
		return -1;
	tournament->robots = session->robots;
	tournament->has_luck = request->corrects_luck && !luck_obstacle(&tournament->rules, &tournament->schedule);
	if (session_meet(session, err))
		return -1;
	/* The robots are loaded by now, because their manifests are part of `info`. */
	run_config_init(&session->info, tournament, request->command, request->seed, matches.games);
	session->info.log = request->log;
	session->info.test = request->test;
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
			failed = database_begin_run(session->database, &session->info, run_name(&session->run),
						    &session->run_id, err);
		if (failed) {
			run_discard(&session->run);
			run_release(&session->run);
		}
	} while (failed > 0); /* another arena took the name in the meantime */
	return failed;
}

/* Checks that the paths of the robots and of the results folder can be stored and read back. */
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
	if (session->request->stores_nothing)
		return 0;
	AUTO_FREE char *path = request_database(session->request, session->folders);
	if (check_paths(session, err) || run_make_folders(session->folders, err))
		return -1;
	session->database = database_open(path, DATABASE_WRITE, err);
	return session->database ? register_run(session, err) : -1;
}
