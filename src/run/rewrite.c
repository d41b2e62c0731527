/* rewrite.c - writes the files of a run again from the database (run_files.h). */

#include "run/replay.h"
#include "run/run_files.h"
#include "run/setup.h"
#include "standings/regress.h"

struct rewriting {
	struct run_files results;
	struct regress regress; /* used for a test */
};

/* Adds a chunk. In an unfinished test only the matches before the first missing one count, as they did during the
 * run. */
static int add_chunk(const struct chunk *chunk, void *context, struct err *err)
{
	struct rewriting *rewriting = context;
	const struct run_config *info = rewriting->results.info;
	struct chunk head;
	if (!info->test.is_set)
		return run_files_add(&rewriting->results, chunk, err);
	if (!chunk->has_details)
		return err_set(err, EXIT_WORLD, "the run is a test stored by an older arena, without the data that "
			       "its files need");
	chunk_head(chunk, regress_add(&rewriting->regress, chunk), &rewriting->results.schedule, &head);
	int failed = run_files_add(&rewriting->results, &head, err);
	chunk_head_release(&head);
	return failed;
}

int rewrite_files(struct database *database, int64_t run_id, const char *name, const char *folder, struct err *err)
{
	struct rewriting rewriting = {0};
	AUTO_RUN_CONFIG struct run_config info = {0};
	struct schedule schedule;
	AUTO_FREE char *path = mem_strdup(folder);
	const struct run run = {.folder = path};
	if (database_info(database, run_id, &info, err))
		return -1;
	struct robot *robots = run_robots_names(&info);
	int failed = run_files_open_folder(&info, folder, err) || run_config_schedule(&info, &schedule, err);
	const char *complaint = info.test.is_set ? regress_init(&rewriting.regress, &info) : NULL;
	if (!failed && complaint)
		failed = err_set(err, EXIT_WORLD, "the test of the run %s cannot be run: %s", name, complaint);
	if (!failed) {
		run_files_init(&rewriting.results, &info, &schedule, robots);
		run_files_keep(&rewriting.results, &run, database, run_id);
		failed = database_each_chunk(database, run_id, &schedule, add_chunk, &rewriting, err);
		standings_finish(&rewriting.results.standings);
		failed = failed || run_files_write(&rewriting.results, err);
		rewriting.regress.is_interrupted = !run_files_are_complete(&rewriting.results);
		if (!failed && info.test.is_set)
			failed = regress_write(&rewriting.regress, &run, err);
		run_files_release(&rewriting.results);
	}
	regress_release(&rewriting.regress);
	setup_close(robots, info.n_robots);
	return failed ? -1 : 0;
}
