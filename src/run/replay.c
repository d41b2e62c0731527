/* replay.c - loads a stored run: its configuration, which matches were played, and its robots. */
#include "run/replay.h"

#include <unistd.h>

#include "base/json.h"
#include "base/nearest.h"

static int not_played(const struct replay *replay, uint64_t game, struct err *err)
{
	bool is_elsewhere =
		schedule_game(&replay->tournament.schedule, game).match % replay->info.n_shards != replay->info.shard;
	return err_set(err, EXIT_USAGE, "game %" PRIu64 " of the run '%s' was not played%s", game + 1, replay->folder,
		       is_elsewhere ? " here; it belongs to another shard" : "");
}

int replay_check_games(const struct replay *replay, uint64_t first, uint64_t end, struct err *err)
{
	const struct schedule *schedule = &replay->tournament.schedule;
	uint64_t last = schedule_game(schedule, end - 1).match;
	bool has_any = false;
	for (uint64_t match = schedule_game(schedule, first).match; match <= last; match++) {
		if (matches_list_has(&replay->played, match)) {
			has_any = true;
			continue;
		}
		if (match % replay->info.n_shards != replay->info.shard)
			continue;
		struct match_plan plan = schedule_match(schedule, match);
		uint64_t game = schedule_game_number(schedule, plan.first_block, 0, 0);
		return not_played(replay, game > first ? game : first, err);
	}
	return has_any ? 0 : not_played(replay, first, err);
}

/* Returns the number of games in the run's table. The run may have been stopped early, by a person or by its test. */
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
		struct match_plan plan = schedule_match(schedule, match);
		uint64_t in_match = plan.n_blocks * (uint64_t)schedule->n_seats;
		games -= games < in_match ? games : in_match;
	}
	struct matches *all = NEW(struct matches);
	*all = (struct matches){.first = first, .n = n, .stride = stride};
	matches_list_init(&replay->played, all, n > 0);
}

int run_find_robot(const struct run_config *info, const char *run, const char *label, int *robot, struct err *err)
{
	AUTO_FREE const char **labels = NEW_ARRAY(const char *, (size_t)info->n_robots + 1);
	for (int i = 0; i < info->n_robots; i++)
		labels[i] = info->robots[i].label;
	int found = nearest_exact(label, labels);
	if (found < 0)
		return err_set(err, EXIT_USAGE, "no robot '%s' plays in the run '%s'%s%s", label, run,
			       nearest_hint(label, labels).text, run_hint(label));
	*robot = found;
	return 0;
}

/* Finds the run's folder, and its plays if they were stored. */
static int find_results(struct replay *replay, const struct request *request, bool *is_known, struct err *err)
{
	replay->results = mem_realpath(replay->folder); /* the folder as it was given may be ".." */
	if (!replay->results)
		return err_errno(err, "cannot find the folder '%s'", replay->folder);
	char *slash = strrchr(replay->results, '/');
	AUTO_FREE char *name = mem_strdup(slash + 1);
	slash[slash == replay->results] = '\0';
	replay->database = request_database(request, replay->results);
	const struct stored_plays_source source = {.path = replay->database, .is_asked = request->database != NULL,
		.name = name, .info = &replay->info};
	return stored_plays_open(&replay->stored, &source, &replay->played, is_known, err);
}

static int prepare(struct replay *replay, const struct request *request, struct err *err)
{
	const struct run_config *info = &replay->info;
	bool is_known;
	if (find_results(replay, request, &is_known, err))
		return -1;
	replay->robots = replay->stored.database ? run_robots_names(info)
						 : NEW_ARRAY(struct robot, (size_t)info->n_robots);
	const struct request again = {
		.rules = info->rules, .seed = info->seed, .limits = info->limits, .n_lanes = 1,
		.is_trusted = request->is_trusted,
		.allows_weak_sandbox = request->allows_weak_sandbox,
		.hidden = {replay->folder, replay->results, replay->database}, .tell = request->tell,
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
		last = schedule_match(&replay->tournament.schedule, end - 1);
	replay->end_game = schedule_game_number(&replay->tournament.schedule, last.first_block + last.n_blocks, 0, 0);
	return 0;
}

int replay_open(struct replay *replay, const struct request *request, const char *run, struct err *err)
{
	replay->folder = run_find(request->results, run, err);
	return !replay->folder || run_config_read(&replay->info, replay->folder, err) ||
		prepare(replay, request, err) ? -1 : 0;
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
		return run_robots_open(&replay->info, &replay->tournament, hint, err) ||
			tournament_probe(&replay->tournament, err) ? -1 : 0;
	stored_plays_use(&replay->stored, &replay->tournament);
	return 0;
}

static int open_one(struct robot *robot, const struct run_config_robot *known, struct err *err)
{
	if (known->path && access(known->path, F_OK) == 0) {
		if (robot_open_stored(robot, known->spec, known->path, NULL) == 0 &&
		    strcmp(robot->sha256, known->sha256) == 0)
			return 0;
		robot_release(robot);
	}
	return robot_open_stored(robot, known->spec, NULL, err);
}

static int check_hash(const struct tournament *tournament, const struct robot *robot,
		      const struct run_config_robot *known, const char *hint, struct err *err)
{
	bool is_command = !robot->path[0]; /* a command has no data folder */
	const char *or_data = is_command ? "" : ", or its data folder has changed";
	if (strcmp(robot->sha256, known->sha256) == 0)
		return 0;
	AUTO_STR struct str files = str_of("'%s'", is_command ? robot->spec : robot->path);
	if (robot->data_folder[0])
		str_addf(&files, " with the data folder '%s'", robot->data_folder);
	else if (!is_command)
		str_add(&files, " without a data folder");
	if (hint)
		return err_set(err, EXIT_USAGE,
			       "the robot '%s' is not the file that played%s: %s has SHA-256\n  %s, the run had\n"
			       "  %s\n(%s)", known->label, or_data, files.text, robot->sha256, known->sha256, hint);
	tournament_tell(tournament, "arena: warning: the robot '%s' is not the file that played%s\n", known->label,
			or_data);
	return 0;
}

int run_robots_open(const struct run_config *info, const struct tournament *tournament, const char *hint,
		    struct err *err)
{
	struct robot *robots = tournament->robots;
	for (int i = 0; i < info->n_robots; i++) {
		if (open_one(&robots[i], &info->robots[i], err))
			return -1;
		if (robots[i].kind == ROBOT_HUMAN)
			return err_set(err, EXIT_USAGE, "this run had a human player and cannot be replayed");
		free(robots[i].label);
		robots[i].label = mem_strdup(info->robots[i].label);
		if (check_hash(tournament, &robots[i], &info->robots[i], hint, err))
			return -1;
	}
	return 0;
}

struct robot *run_robots_names(const struct run_config *info)
{
	struct robot *robots = NEW_ARRAY(struct robot, (size_t)info->n_robots);
	for (int i = 0; i < info->n_robots; i++) {
		robots[i].spec = mem_strdup(info->robots[i].spec);
		robots[i].label = mem_strdup(info->robots[i].label);
	}
	return robots;
}
