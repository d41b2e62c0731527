/* replay.c - a recorded run: what it played, and with whom to play it again. */
#include "run/replay.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "run/run_robots.h"
#include "run/setup.h"
#include "store/run.h"

bool rerun_has_match(const struct rerun *rerun, uint64_t match)
{
	return matches_list_has(&rerun->played, match);
}

static int not_played(const struct rerun *rerun, uint64_t game, struct err *err)
{
	bool is_elsewhere = schedule_game(&rerun->tournament.schedule, game).match % rerun->info.n_shards != rerun->info.shard;
	return err_set(err, EXIT_USAGE, "game %" PRIu64 " of the run '%s' was not played%s", game + 1, rerun->folder,
		       is_elsewhere ? " here; it belongs to another shard" : "");
}

int rerun_check_games(const struct rerun *rerun, uint64_t first, uint64_t end, struct err *err)
{
	const struct schedule *schedule = &rerun->tournament.schedule;
	uint64_t last = schedule_game(schedule, end - 1).match;
	bool has_any = false;
	for (uint64_t match = schedule_game(schedule, first).match; match <= last; match++) {
		struct match_plan plan;
		if (rerun_has_match(rerun, match)) {
			has_any = true;
			continue;
		}
		if (match % rerun->info.n_shards != rerun->info.shard)
			continue;
		schedule_match(schedule, match, &plan);
		uint64_t game = schedule_game_number(schedule, plan.first_block, 0, 0);
		return not_played(rerun, game > first ? game : first, err);
	}
	return has_any ? 0 : not_played(rerun, first, err);
}

/* ---- without a database ----------------------------------------------------------------- */

/* A run may have been stopped, by a person or by its test: its table says after how many games. */
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

static void guess_played(struct rerun *rerun)
{
	const struct schedule *schedule = &rerun->tournament.schedule;
	uint64_t first = rerun->info.shard, stride = rerun->info.n_shards, games = games_finished(rerun), n = 0;
	for (uint64_t match = first; match < schedule->n_matches && games; match += stride, n++) {
		struct match_plan plan;
		schedule_match(schedule, match, &plan);
		uint64_t in_match = plan.n_blocks * (uint64_t)schedule->n_seats;
		games -= games < in_match ? games : in_match;
	}
	struct matches *all = NEW(struct matches);
	*all = (struct matches){.first = first, .n = n, .stride = stride};
	matches_list_init(&rerun->played, all, n > 0);
}

/* ---- opening ---------------------------------------------------------------------------- */

/* Where the run lies, and its plays if they were kept. */
static int find_results(struct rerun *rerun, const struct args *args, bool *is_known, struct err *err)
{
	rerun->results = realpath(rerun->folder, NULL); /* a folder as given may be ".." */
	if (!rerun->results)
		return err_errno(err, "cannot find the folder '%s'", rerun->folder);
	char *slash = strrchr(rerun->results, '/');
	AUTO_FREE char *name = mem_strdup(slash + 1);
	slash[slash == rerun->results] = '\0';
	rerun->database = setup_database(args, rerun->results);
	return kept_open(&rerun->kept, rerun->database, args_text(args, "db") != NULL, name, &rerun->info, &rerun->played,
			 is_known, err);
}

static int prepare(struct rerun *rerun, const struct args *args, struct err *err)
{
	const struct info *info = &rerun->info;
	bool is_known;
	if (find_results(rerun, args, &is_known, err))
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
	if (!is_known)
		guess_played(rerun);
	uint64_t end = matches_list_end(&rerun->played);
	struct match_plan last = {0};
	if (end)
		schedule_match(&rerun->tournament.schedule, end - 1, &last);
	rerun->end_game = schedule_game_number(&rerun->tournament.schedule, last.first_block + last.n_blocks, 0, 0);
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
	matches_list_release(&rerun->played);
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
	const char *hint = args_flag(args, "anyway") ? NULL : "--anyway plays with the current file";
	if (!rerun->kept.database)
		return recorded_open(&rerun->info, rerun->robots, hint, err) || tournament_meet(&rerun->tournament, err) ? -1 : 0;
	kept_use(&rerun->kept, &rerun->tournament);
	return 0;
}
