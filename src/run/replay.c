/* replay.c - a recorded run: what it played, and its robots for a replay. */
#include "run/replay.h"

#include "base/json.h"
#include "base/nearest.h"
#include "run/run_robots.h"
#include "store/run.h"

bool replay_has_match(const struct replay *replay, uint64_t match)
{
	return matches_list_has(&replay->played, match);
}

static int not_played(const struct replay *replay, uint64_t game, struct err *err)
{
	bool is_elsewhere = schedule_game(&replay->tournament.schedule, game).match % replay->info.n_shards != replay->info.shard;
	return err_set(err, EXIT_USAGE, "game %" PRIu64 " of the run '%s' was not played%s", game + 1, replay->folder,
		       is_elsewhere ? " here; it belongs to another shard" : "");
}

int replay_check_games(const struct replay *replay, uint64_t first, uint64_t end, struct err *err)
{
	const struct schedule *schedule = &replay->tournament.schedule;
	uint64_t last = schedule_game(schedule, end - 1).match;
	bool has_any = false;
	for (uint64_t match = schedule_game(schedule, first).match; match <= last; match++) {
		struct match_plan plan;
		if (replay_has_match(replay, match)) {
			has_any = true;
			continue;
		}
		if (match % replay->info.n_shards != replay->info.shard)
			continue;
		schedule_match(schedule, match, &plan);
		uint64_t game = schedule_game_number(schedule, plan.first_block, 0, 0);
		return not_played(replay, game > first ? game : first, err);
	}
	return has_any ? 0 : not_played(replay, first, err);
}

/* A run may have been stopped, by a person or by its test. Its table has the number of games. */
static uint64_t games_finished(const struct replay *replay)
{
	long long games;
	uint64_t all = replay->tournament.schedule.n_games;
	AUTO_STR struct str path = str_of("%s/table.json", replay->folder);
	AUTO_JSON json_t *table = json_read(path.text, NULL);
	if (!table || json_get_int(table, "games_finished", (struct json_range){0, INT64_MAX}, &games, path.text, NULL))
		return all;
	return (uint64_t)games < all ? (uint64_t)games : all;
}

static void guess_played(struct replay *replay)
{
	const struct schedule *schedule = &replay->tournament.schedule;
	uint64_t first = replay->info.shard, stride = replay->info.n_shards, games = games_finished(replay), n = 0;
	for (uint64_t match = first; match < schedule->n_matches && games; match += stride, n++) {
		struct match_plan plan;
		schedule_match(schedule, match, &plan);
		uint64_t in_match = plan.n_blocks * (uint64_t)schedule->n_seats;
		games -= games < in_match ? games : in_match;
	}
	struct matches *all = NEW(struct matches);
	*all = (struct matches){.first = first, .n = n, .stride = stride};
	matches_list_init(&replay->played, all, n > 0);
}

int replay_find_robot(const struct replay *replay, const char *label, int *robot, struct err *err)
{
	const struct run_config *info = &replay->info;
	AUTO_FREE const char **labels = NEW_ARRAY(const char *, (size_t)info->n_robots + 1);
	for (int i = 0; i < info->n_robots; i++)
		labels[i] = info->robots[i].label;
	int found = nearest_exact(label, labels);
	if (found < 0)
		return err_set(err, EXIT_USAGE, "no robot '%s' plays in the run '%s'%s%s", label, replay->folder,
			       nearest_hint(label, labels).text, run_hint(label));
	*robot = found;
	return 0;
}

/* Finds the run's folder, and its plays if they were stored. */
static int find_results(struct replay *replay, const struct request *request, bool *is_known, struct err *err)
{
	replay->results = realpath(replay->folder, NULL); /* a folder as given may be ".." */
	if (!replay->results)
		return err_errno(err, "cannot find the folder '%s'", replay->folder);
	char *slash = strrchr(replay->results, '/');
	AUTO_FREE char *name = mem_strdup(slash + 1);
	slash[slash == replay->results] = '\0';
	replay->database = request_database(request, replay->results);
	const struct stored_plays_source source = {.path = replay->database, .is_asked = request->database != NULL, .name = name,
		.info = &replay->info};
	return stored_plays_open(&replay->stored, &source, &replay->played, is_known, err);
}

static int prepare(struct replay *replay, const struct request *request, struct err *err)
{
	const struct run_config *info = &replay->info;
	bool is_known;
	if (find_results(replay, request, &is_known, err))
		return -1;
	replay->robots = replay->stored.database ? run_robots_names(info) : NEW_ARRAY(struct robot, (size_t)info->n_robots);
	const struct request again = {
		.rules = info->rules, .seed = info->seed, .limits = info->limits, .n_lanes = 1, .is_trusted = request->is_trusted,
		.allows_weak_sandbox = request->allows_weak_sandbox, .hidden = {replay->folder, replay->results, replay->database}, .tell = request->tell,
		.tell_context = request->tell_context,
	};
	request_tournament(&again, &replay->tournament);
	replay->tournament.robots = replay->robots;
	if (run_config_schedule(info, &replay->tournament.schedule, err))
		return -1;
	if (!is_known)
		guess_played(replay);
	uint64_t end = matches_list_end(&replay->played);
	struct match_plan last = {0};
	if (end)
		schedule_match(&replay->tournament.schedule, end - 1, &last);
	replay->end_game = schedule_game_number(&replay->tournament.schedule, last.first_block + last.n_blocks, 0, 0);
	return 0;
}

int replay_open(struct replay *replay, const struct request *request, const char *run, struct err *err)
{
	replay->folder = run_find(request->results, run, err);
	return !replay->folder || run_config_read(&replay->info, replay->folder, err) || prepare(replay, request, err) ? -1 : 0;
}

void replay_release(struct replay *replay)
{
	stored_plays_release(&replay->stored);
	matches_list_release(&replay->played);
	if (replay->robots)
		setup_close(replay->robots, replay->info.n_robots);
	run_config_release(&replay->info);
	FREE_ALL(replay->folder, replay->results, replay->database);
	*replay = (struct replay){0};
}

int replay_probe(struct replay *replay, const struct request *request, struct err *err)
{
	const char *hint = request->accepts_all ? NULL : "--anyway plays with the current files";
	if (!replay->stored.database)
		return run_robots_open(&replay->info, &replay->tournament, hint, err) || tournament_probe(&replay->tournament, err) ? -1 : 0;
	stored_plays_use(&replay->stored, &replay->tournament);
	return 0;
}
