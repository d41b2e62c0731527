/* request.c - from a request to a tournament (request.h). */
#include "run/request.h"

int request_check(const struct request *request, struct err *err)
{
	if (request->test.stop_faults && request->n_shards > 1)
		return err_set(err, EXIT_USAGE,
			"--stop-on-fault ends a run in the order of its games, so --shard cannot be given with it");
	if (request->stores_nothing && request->database)
		return err_set(err, EXIT_USAGE, "--no-results writes no database, so --db cannot be given with it");
	if (request->stores_nothing && request->log)
		return err_set(err, EXIT_USAGE, "--no-results stores nothing, so --log cannot be given with it");
	return 0;
}

void request_of_run(const struct run_config *config, struct request *request)
{
	request->rules = config->rules;
	request->matches = run_config_options(config);
	request->n_robots = config->n_robots;
	request->seed = config->seed;
	request->limits = config->limits;
	request->corrects_luck = config->has_luck;
	request->test = config->test;
	request->shard = config->shard;
	request->n_shards = config->n_shards;
	request->log = config->log;
}

void request_tournament(const struct request *request, struct tournament *tournament)
{
	*tournament = (struct tournament){
		.rules = request->rules, .n_workers = request->n_workers, .n_lanes = request->n_lanes,
		.is_trusted = request->is_trusted,
		.allows_weak_sandbox = request->allows_weak_sandbox, .limits = request->limits, .shard = request->shard,
		.n_shards = request->n_shards, .chunk_ns = request->chunk_ns, .stop_faults = request->test.stop_faults,
		.has_luck = request->corrects_luck, .stop = request->stop, .tell = request->tell,
		.tell_context = request->tell_context,
	};
	if (request->seed)
		tournament->seed = rng_key_of_seed(request->seed);
	memcpy(tournament->hidden, request->hidden, sizeof tournament->hidden);
}

char *request_database(const struct request *request, const char *results)
{
	AUTO_STR struct str path = str_of("%s/arena.db", results);
	return mem_strdup(request->database ? request->database : path.text);
}
