/* rerun.c - see rerun.h. */
#include "cli/rerun.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/recorded.h"
#include "cli/setup.h"
#include "store/json.h"
#include "store/run.h"

bool rerun_has_match(const struct rerun *rerun, uint64_t match)
{
	return match % rerun->info.n_shards == rerun->info.shard;
}

/* A run may have been stopped, by a person or by its test: its table says after how many games. A run
 * without a table was killed; it will go on where it stopped, so that all of its games count. */
static uint64_t games_finished(const struct rerun *rerun)
{
	AUTO_STR struct str path = {0};
	long long games;
	uint64_t all = rerun->tournament.schedule.n_games;
	str_addf(&path, "%s/table.json", rerun->folder);
	AUTO_JSON json_t *table = json_read(path.text, NULL);
	if (!table || json_get_int(table, "games_finished", 0, INT64_MAX, &games, path.text, NULL))
		return all;
	return (uint64_t)games < all ? (uint64_t)games : all;
}

/* Matches were finished in their order. */
static uint64_t end_of(const struct rerun *rerun, uint64_t n_games)
{
	const struct schedule *schedule = &rerun->tournament.schedule;
	if (rerun->info.n_shards == 1)
		return n_games;
	uint64_t n = 0, end = 0;
	for (uint64_t match = rerun->info.shard; match < schedule->n_matches && n < n_games; match += rerun->info.n_shards) {
		struct match_plan plan;
		schedule_match(schedule, match, &plan);
		n += plan.n_blocks * (uint64_t)schedule->n_seats;
		end = (plan.first_block + plan.n_blocks) * (uint64_t)schedule->n_seats;
	}
	return end;
}

/* Where the run lies, and its plays if they were kept. */
static int find_results(struct rerun *rerun, const struct args *args, struct err *err)
{
	rerun->results = realpath(rerun->folder, NULL); /* a folder as given may be ".." */
	if (!rerun->results)
		return err_errno(err, "cannot find the folder '%s'", rerun->folder);
	char *slash = strrchr(rerun->results, '/');
	AUTO_FREE char *name = mem_strdup(slash + 1);
	slash[slash == rerun->results] = '\0';
	rerun->database = setup_database(args, rerun->results);
	return kept_open(&rerun->kept, rerun->database, args_text(args, "db") != NULL, name, &rerun->info, err);
}

static int prepare(struct rerun *rerun, const struct args *args, struct err *err)
{
	const struct info *info = &rerun->info;
	if (find_results(rerun, args, err))
		return -1;
	rerun->robots = rerun->kept.database ? recorded_names(info) : NEW_ARRAY(struct robot, (size_t)info->n_robots);
	rerun->tournament = (struct tournament){
		.rules = info->rules,
		.robots = rerun->robots,
		.n_lanes = 1,
		.seed = rng_key_of_seed(info->seed),
		.is_trusted = args_flag(args, "trust"),
		.hidden = {rerun->folder, rerun->results, rerun->database},
		.allows_weak_sandbox = args_flag(args, "weak-sandbox"),
		.limits = info->limits,
	};
	if (info_schedule(info, &rerun->tournament.schedule, err))
		return -1;
	rerun->end_game = end_of(rerun, games_finished(rerun));
	if (rerun->kept.database && info->n_shards == 1)
		return kept_end(&rerun->kept, &rerun->tournament.schedule, &rerun->end_game, err);
	return 0;
}

int rerun_open(struct rerun *rerun, const struct args *args, const char *run, struct err *err)
{
	rerun->folder = run_find(args_text(args, "results"), run, err);
	return !rerun->folder || info_read(&rerun->info, rerun->folder, err) || prepare(rerun, args, err) ? -1 : 0;
}

void rerun_release(struct rerun *rerun)
{
	kept_release(&rerun->kept);
	if (rerun->robots)
		setup_close(rerun->robots, rerun->info.n_robots);
	info_release(&rerun->info);
	free(rerun->folder);
	free(rerun->results);
	free(rerun->database);
	*rerun = (struct rerun){0};
}

int rerun_meet(struct rerun *rerun, const struct args *args, struct err *err)
{
	const char *hint = args_flag(args, "anyway") ? NULL : "--anyway plays with what is there now";
	if (!rerun->kept.database)
		return recorded_open(&rerun->info, rerun->robots, hint, err) || tournament_meet(&rerun->tournament, err) ? -1 : 0;
	kept_use(&rerun->kept, &rerun->tournament);
	return 0;
}
