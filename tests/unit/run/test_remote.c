/* test_remote.c - a run on remote workers: the setup they receive, the games they play, and the setups they refuse.
 * The workers are processes of this machine. */
#include <stdlib.h>

#include "base/json.h"
#include "match/mpi_ranks.h"
#include "robot/program/command.h"
#include "run/session.h"
#include "zoo.h"

/* ---- ranks ------------------------------------------------------------------------------ */

/* In place of those of MPI. */
static struct workers ranks;
static bool has_ranks;

struct workers *mpi_ranks_workers(void)
{
	return has_ranks ? &ranks : NULL;
}

int mpi_ranks_begin(char *const *argv, mpi_ranks_serve *serve, struct err *err)
{
	(void)argv, (void)serve, (void)err;
	return 0;
}

enum { MOST_BYTES = 1 << 16 };
static char *told; /* the message of a worker; shared memory */

/* Keeps its message, and accepts the run. */
static int note_message(int index, int fd, void *context)
{
	AUTO_STR struct str message = {0};
	(void)index, (void)context;
	while (workers_next(fd, &message)) {
		if (message.length < MOST_BYTES)
			memcpy(told, message.text, message.length);
		workers_send(fd, "", 0);
	}
	return 0;
}

/* Never answers. */
static int never_answer(int index, int fd, void *context)
{
	AUTO_STR struct str message = {0};
	(void)index, (void)context;
	while (workers_next(fd, &message))
		;
	return 0;
}

static int serve(int index, int fd, void *context)
{
	(void)index, (void)context;
	return remote_serve(fd);
}

static void start_ranks(int n, workers_main *run)
{
	struct err err = {0};
	told = mmap(NULL, MOST_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ck_assert(told != MAP_FAILED);
	ck_assert_msg(workers_start(&ranks, n, run, NULL, &err) == 0, "%s", err.text);
	has_ranks = true;
}

/* ---- a session -------------------------------------------------------------------------- */

struct scene {
	struct robot robots[2];
	struct request request;
	struct session session;
};

/* A run that is ready to be played. */
static void open_scene(struct scene *scene, const struct zoo_run *run)
{
	struct err err = {0};
	*scene = (struct scene){.request = {.chunk_ns = 40000000}};
	for (int i = 0; i < 2; i++)
		zoo_open(&scene->robots[i], run->robots[i]);
	struct tournament *t = &scene->session.tournament;
	*t = (struct tournament){.robots = scene->robots, .n_lanes = run->n_lanes, .is_trusted = run->is_trusted,
				 .limits = {.move_time_ns = INT64_C(2000000000), .memory = (uint64_t)512 << 20}};
	zoo_schedule(run, 2, t);
	ck_assert_msg(tournament_probe(t, &err) == 0, "%s", err.text);
	scene->session.request = &scene->request;
	scene->session.info = (struct run_config){.seed = mem_strdup("zoo"), .games = run->games};
}

static void close_scene(struct scene *scene)
{
	for (int i = 0; i < 2; i++)
		robot_release(&scene->robots[i]);
	free(scene->session.info.seed);
}

static const struct zoo_run duel = {.robots = {"computer", "conservative"}, .games = 200, .match_length = 2,
	.n_lanes = 3};

/* ---- what they are told ----------------------------------------------------------------- */

START_TEST(without_other_machines_nothing_is_done)
{
	struct session session = {.tournament = {.n_workers = 3}};
	ck_assert_int_eq(remote_prepare(&session, NULL), 0);
	ck_assert(!session.tournament.workers && session.tournament.n_workers == 3);
}
END_TEST

static const struct telling {
	bool is_trusted, is_weak, is_test;
	enum run_config_log log;
	const char *hidden[3], *second; /* robot */
	const char *flags, *loaded, *hides; /* trust, weak_sandbox, details, plays */
} tellings[] = {
	{false, false, false, RUN_LOG_NONE, {NULL}, "conservative", "0000", "[true, true]", "[]"},
	{true, false, false, RUN_LOG_GAMES, {"a"}, "conservative", "1010", "[true, true]", "[\"a\"]"},
	{false, true, false, RUN_LOG_HANDS, {"a", "b/c"}, "unresolved", "0111", "[true, false]", "[\"a\", \"b/c\"]"},
	{false, false, true, RUN_LOG_NONE, {NULL}, "conservative", "0010", "[true, true]", "[]"},
};

START_TEST(workers_are_told_of_the_run)
{
	const struct telling *telling = &tellings[_i];
	struct scene scene;
	struct zoo_run run = duel;
	struct err err = {0};
	char flags[5] = "";
	run.robots[1] = telling->second;
	open_scene(&scene, &run);
	struct tournament *t = &scene.session.tournament;
	t->is_trusted = telling->is_trusted;
	t->allows_weak_sandbox = telling->is_weak;
	memcpy(t->hidden, telling->hidden, sizeof telling->hidden);
	scene.request.test.is_set = telling->is_test;
	scene.session.info.log = telling->log;
	start_ranks(2, note_message);
	ck_assert_msg(remote_prepare(&scene.session, &err) == 0, "%s", err.text);
	ck_assert(t->workers == &ranks && t->n_workers == 2 && !ranks.list[0].has_answered &&
		  !ranks.list[1].has_answered);
	AUTO_JSON json_t *all = json_loads(told, 0, NULL);
	static const char *const names[] = {"trust", "weak_sandbox", "details", "plays"};
	for (int i = 0; i < 4; i++)
		flags[i] = json_is_true(json_object_get(all, names[i])) ? '1' : '0';
	ck_assert_str_eq(flags, telling->flags);
	AUTO_FREE char *loaded = json_dumps(json_object_get(all, "loaded"), 0),
		*hidden = json_dumps(json_object_get(all, "hidden"), 0);
	ck_assert_str_eq(loaded, telling->loaded);
	ck_assert_str_eq(hidden, telling->hides);
	ck_assert_int_eq(json_integer_value(json_object_get(all, "lanes")), 3);
	ck_assert_int_eq(json_integer_value(json_object_get(all, "chunk_ns")), 40000000);
	json_t *config = json_object_get(all, "run");
	ck_assert_int_eq(json_integer_value(json_object_get(config, "games")), 200);
	ck_assert_int_eq(json_integer_value(json_object_get(config, "match_length")), 2);
	ck_assert_str_eq(json_string_value(json_object_get(config, "seed")), "zoo");
	workers_end(&ranks);
	close_scene(&scene);
}
END_TEST

/* ---- playing ---------------------------------------------------------------------------- */

struct chunks {
	struct zoo_session zoo;
	bool has_details, has_plays;
};

static bool finished(const struct chunk *chunk, void *context)
{
	struct chunks *chunks = context;
	chunks->has_details = chunk->has_details;
	chunks->has_plays = chunk->plays.length > 0;
	return zoo_finished(chunk, &chunks->zoo);
}

/* The results are those of one machine, with what is to be stored. */
START_TEST(workers_play_the_run)
{
	static struct zoo_outcome here, there;
	struct scene scene;
	struct err err = {0};
	zoo_play_well(&duel, &here);
	open_scene(&scene, &duel);
	scene.session.info.log = (enum run_config_log)_i;
	start_ranks(2, serve);
	ck_assert_msg(remote_prepare(&scene.session, &err) == 0, "%s", err.text);
	there = (struct zoo_outcome){0};
	struct chunks chunks = {.zoo = {&duel, &there}};
	struct tournament *t = &scene.session.tournament;
	t->keeps_details = _i > 0;
	t->keeps_plays = _i == RUN_LOG_HANDS;
	t->finished = finished;
	t->context = &chunks;
	ck_assert_msg(tournament_play(t, &err) == 0, "%s", err.text);
	ck_assert_uint_eq(there.n_matches, here.n_matches);
	zoo_same(&duel, &here, &there, "on other machines");
	ck_assert(chunks.has_details == (_i > 0) && chunks.has_plays == (_i == RUN_LOG_HANDS));
	close_scene(&scene);
}
END_TEST

/* ---- refused ---------------------------------------------------------------------------- */

#define NOT_UTF8 "the results cannot be hidden from robots on other machines: " \
		 "the name of their folder or database is not UTF-8"

static const struct refusal {
	int n_workers;
	bool has_network, is_stopped;
	const char *hidden[2], *says;
} refusals[] = {
	{1, false, false, {"a"},
	 "--jobs is for the workers of one machine; under mpirun each rank except the first is a worker, "
	 "and -n gives their number"},
	{0, true, false, {"a"},
	 "the robot 'conservative' uses the network, and its usage is counted on one machine only: "
	 "play without mpirun"},
	{0, false, false, {"a\xff"}, NOT_UTF8}, {0, false, false, {"a", "b\xff"}, NOT_UTF8},
	{0, false, true, {"a"}, "interrupted before the first game"},
};

START_TEST(some_runs_are_for_one_machine)
{
	const struct refusal *refusal = &refusals[_i];
	static struct program_command program = {.has_network = true}, offline;
	static const volatile sig_atomic_t stop = 1;
	struct scene scene;
	struct err err = {0};
	open_scene(&scene, &duel);
	struct tournament *t = &scene.session.tournament;
	t->n_workers = refusal->n_workers;
	memcpy(t->hidden, refusal->hidden, sizeof refusal->hidden);
	t->stop = refusal->is_stopped ? &stop : NULL;
	scene.robots[0].program = &offline;
	scene.robots[1].program = refusal->has_network ? &program : NULL;
	start_ranks(1, never_answer);
	ck_assert_int_eq(remote_prepare(&scene.session, &err), -1);
	ck_assert_str_eq(err.text, refusal->says);
	ck_assert_int_eq(err.code, refusal->is_stopped ? EXIT_INTERRUPTED : EXIT_USAGE);
	workers_end(&ranks);
	scene.robots[0].program = scene.robots[1].program = NULL;
	close_scene(&scene);
}
END_TEST

/* A worker refuses a run of another arena, of other files, or of robots that only one of both can load. */
static const struct difference {
	const char *second, *loaded, *version, *hash, *epoch; /* NULL: as it is */
	const char *says; /* NULL: it accepts */
} differences[] = {
	{.second = "conservative"},
	{.second = "unresolved"},
	{"conservative", "[true, false]",
	 .says = "the robot 'conservative' can be loaded here, but cannot on the machine of rank 0"},
	{"conservative", "[false, true]",
	 .says = "the robot 'computer' can be loaded here, but cannot on the machine of rank 0"},
	{"unresolved", "[true, true]",
	 .says = "the robot 'unresolved' cannot be loaded here, but can on the machine of rank 0: "},
	{"conservative", .epoch = "77",
	 .says = "the run of rank 0 was started by arena " ARENA_VERSION " with results epoch 77;"},
	{"conservative", .version = "7", .says = "this is arena " ARENA_VERSION ", and rank 0 is arena 7"},
	{"conservative", .hash = "0000000000000000000000000000000000000000000000000000000000000000",
	 .says = "every machine needs the files of rank 0"},
};

START_TEST(a_worker_accepts_what_it_can_play)
{
	const struct difference *difference = &differences[_i];
	struct scene scene;
	struct zoo_run run = duel;
	struct err err = {0};
	AUTO_STR struct str message = {0};
	run.robots[1] = difference->second;
	open_scene(&scene, &run);
	start_ranks(1, note_message);
	ck_assert_int_eq(remote_prepare(&scene.session, &err), 0);
	workers_end(&ranks);
	AUTO_JSON json_t *all = json_loads(told, 0, NULL);
	json_t *config = json_object_get(all, "run");
	if (difference->loaded)
		json_object_set_new(all, "loaded", json_loads(difference->loaded, 0, NULL));
	if (difference->version)
		json_object_set_new(config, "arena", json_string(difference->version));
	if (difference->epoch)
		json_object_set_new(config, "epoch", json_integer(atoi(difference->epoch)));
	if (difference->hash)
		json_object_set_new(json_array_get(json_object_get(config, "robots"), 1), "sha256",
				    json_string(difference->hash));
	json_add_line(&message, json_incref(all), 0);
	start_ranks(1, serve);
	workers_give(&ranks, 0, message.text, message.length);
	int failed = 0;
	while (!failed && !ranks.list[0].has_answered)
		failed = workers_wait(&ranks, 1000, &err);
	ck_assert_int_eq(failed, difference->says ? -1 : 0);
	ck_assert_msg(!difference->says || strstr(err.text, difference->says), "%s", err.text);
	workers_end(&ranks);
	close_scene(&scene);
}
END_TEST

ZOO_SUITE(120,
	TEST(without_other_machines_nothing_is_done),
	LOOP(workers_are_told_of_the_run, 0, COUNT(tellings)),
	LOOP(workers_play_the_run, 0, 3),
	LOOP(some_runs_are_for_one_machine, 0, COUNT(refusals)),
	LOOP(a_worker_accepts_what_it_can_play, 0, COUNT(differences)))
