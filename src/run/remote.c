/* remote.c - sends the configuration of a run as a message: run.json, and the settings that do not change results. */
#include "run/session.h"

#include "base/json.h"
#include "base/text.h"
#include "match/mpi_ranks.h"
#include "match/worker.h"
#include "match/workers.h"
#include "robot/program/command.h"
#include "robot/program/limit.h"
#include "run/replay.h"
#include "run/setup.h"

enum { TICK_MS = 200 };

static void add_message(const struct session *session, struct str *out)
{
	const struct tournament *tournament = &session->tournament;
	struct run_config config; /* with the robots as they were found, even for a resumed run */
	run_config_init(&config, tournament, "", session->info.seed, session->info.games);
	bool has_details = session->info.log != RUN_LOG_NONE || session->request->test.is_set ||
		tournament->stop_faults;
	json_add_line(out,
		json_pack("{s:o, s:i, s:b, s:b, s:b, s:b, s:i, s:I, s:o, s:o}", "run", run_config_json(&config),
			  "lanes", worker_lanes(tournament), "trust", tournament->is_trusted,
			  "weak_sandbox", tournament->allows_weak_sandbox, "details", has_details,
			  "plays", session->info.log == RUN_LOG_HANDS, "stop_faults", (int)tournament->stop_faults,
			  "chunk_ns", (json_int_t)session->request->chunk_ns,
			  "loaded", JSON_LIST(i, tournament->schedule.n_robots,
					      json_boolean(tournament->robots[i].fault.verdict == VERDICT_OK)),
			  "hidden", json_words(tournament->hidden)), 0);
	run_config_release(&config);
}

static int check_options(const struct session *session, struct err *err)
{
	const struct tournament *tournament = &session->tournament;
	if (tournament->n_workers)
		return err_set(err, EXIT_USAGE,
			       "--jobs is for the workers of one machine; under mpirun each rank except the first is "
			       "a worker, and -n gives their number");
	for (int i = 0; i < tournament->schedule.n_robots; i++)
		if (tournament->robots[i].program && tournament->robots[i].program->has_network)
			return err_set(err, EXIT_USAGE,
				       "the robot '%s' uses the network, and its usage is counted on one machine "
				       "only: play without mpirun", tournament->robots[i].label);
	for (int i = 0; tournament->hidden[i]; i++)
		if (!text_is_clean(tournament->hidden[i]))
			return err_set(err, EXIT_USAGE,
				       "the results cannot be hidden from robots on other machines: the name of "
				       "their folder or database is not UTF-8");
	return 0;
}

static int await_all(struct workers *workers, const volatile sig_atomic_t *stop, struct err *err)
{
	for (int i = 0; i < workers->n; i++) {
		while (!workers->list[i].has_answered) {
			if (stop && *stop)
				return err_set(err, EXIT_INTERRUPTED, "interrupted before the first game");
			if (workers_wait(workers, TICK_MS, err))
				return -1;
		}
	}
	for (int i = 0; i < workers->n; i++)
		workers->list[i].has_answered = false; /* all have answered, with an empty text; ready for the next
		                                        * answer */
	return 0;
}

int remote_prepare(struct session *session, struct err *err)
{
	AUTO_STR struct str message = {0};
	struct workers *workers = mpi_ranks_workers();
	if (!workers)
		return 0;
	if (check_options(session, err))
		return -1;
	add_message(session, &message);
	session->tournament.workers = workers;
	session->tournament.n_workers = workers->n;
	for (int i = 0; i < workers->n; i++)
		workers_give(workers, i, message.text, message.length);
	return await_all(workers, session->tournament.stop, err);
}

struct remote_run {
	json_t *message;
	struct run_config config;
	struct tournament tournament;
	struct robot *robots;
	struct killed killed;
};

static int read_message(struct remote_run *run, const struct str *text, struct err *err)
{
	struct tournament *tournament = &run->tournament;
	json_t *config, *hidden;
	json_int_t chunk_ns;
	int lanes, trust, weak, details, plays, stop_faults;
	killed_init(&run->killed);
	run->message = json_loadb(str_text(text), text->length, 0, NULL);
	bug_if(json_unpack(run->message, "{s:o, s:i, s:b, s:b, s:b, s:b, s:i, s:I, s:o}", "run", &config,
			   "lanes", &lanes, "trust", &trust, "weak_sandbox", &weak, "details", &details,
			   "plays", &plays, "stop_faults", &stop_faults, "chunk_ns", &chunk_ns, "hidden", &hidden));
	if (run_config_from_json(&run->config, config, "the message of rank 0", err))
		return -1;
	if (strcmp(run->config.version, ARENA_VERSION) != 0) /* another version may use other messages */
		return err_set(err, EXIT_USAGE, "this is arena " ARENA_VERSION ", and rank 0 is arena %s",
			       run->config.version);
	if (run_config_check_epoch(&run->config, "of rank 0", err))
		return -1;
	struct request request = {.n_lanes = lanes, .is_trusted = trust, .allows_weak_sandbox = weak,
		.chunk_ns = chunk_ns};
	request_of_run(&run->config, &request);
	for (size_t i = 0; i < json_array_size(hidden); i++)
		request.hidden[i] = json_string_value(json_array_get(hidden, i));
	request_tournament(&request, tournament);
	tournament->keeps_details = details;
	tournament->keeps_plays = plays;
	tournament->stop_faults = (unsigned)stop_faults;
	tournament->killed = &run->killed;
	return run_config_schedule(&run->config, &tournament->schedule, err);
}

/* Checks that the same robots can be loaded here and on the machine of rank 0. A robot that only one of them can load
 * would lose there alone. */
static int check_loaded(const struct remote_run *run, struct err *err)
{
	json_t *loaded = json_object_get(run->message, "loaded");
	for (int i = 0; i < run->config.n_robots; i++) {
		const struct robot *robot = &run->robots[i];
		if ((robot->fault.verdict == VERDICT_OK) == json_is_true(json_array_get(loaded, (size_t)i)))
			continue;
		return err_set(err, EXIT_WORLD, "the robot '%s' %s be loaded here, but %s on the machine of rank 0%s%s",
			robot->label, robot->fault.verdict ? "cannot" : "can", robot->fault.verdict ? "can" : "cannot",
			robot->fault.verdict ? ": " : "", robot->fault.verdict ? robot->fault.cause : "");
	}
	return 0;
}

static int open_run(struct remote_run *run, const struct str *message, struct err *err)
{
	if (read_message(run, message, err))
		return -1;
	run->robots = NEW_ARRAY(struct robot, (size_t)run->config.n_robots);
	run->tournament.robots = run->robots;
	return run_robots_open(&run->config, &run->tournament, "every machine needs the files of rank 0", err) ||
	       tournament_probe(&run->tournament, err) || check_loaded(run, err) ? -1 : 0;
}

int remote_serve(int fd)
{
	AUTO_STR struct str message = {0};
	struct remote_run run = {0};
	struct err err = {0};
	int code = EXIT_OK;
	if (!workers_next(fd, &message))
		return code;
	if (open_run(&run, &message, &err)) {
		workers_send_error(fd, &err);
		code = EXIT_WORLD;
	} else if (workers_send(fd, "", 0)) {
		uint64_t n_played = 0; /* rank 0 counts the matches of the chunks */
		code = worker_main(&run.tournament, run.tournament.n_lanes, fd, &n_played);
	}
	limit_leave();
	setup_close(run.robots, run.robots ? run.config.n_robots : 0);
	run_config_release(&run.config);
	json_decref(run.message);
	return code;
}
