/* run_config.c - the configuration of a run, and run.json, which stores it (run_config.h). */
#include "store/run_config.h"

#include <stdio.h>

#include "base/json.h"
#include "base/nearest.h"
#include "base/text.h"
#include "robot/spec.h"
#include "store/checksum.h"

const char *const run_config_formats[] = {
	[FORMAT_TABLE] = "table",
	[FORMAT_ROUND_ROBIN] = "round-robin",
	[FORMAT_GAUNTLET] = "gauntlet",
	[FORMAT_POOL] = "pool",
	[FORMAT_PAIRED] = "paired",
	[FORMAT_LISTED] = "listed",
	NULL,
};

const char *const run_config_deals[] = {
	[DEALS_SHUFFLED] = "shuffled", [DEALS_OLD] = "by-table", [DEALS_SAME] = "same",
	[DEALS_INDEPENDENT] = "independent", NULL,
};

const char *const run_config_logs[] = {"none", "games", "hands", NULL};

const char *const run_config_models[] = {"logistic", "normalized", "wins", "places", NULL};

void run_config_init(struct run_config *info, const struct tournament *tournament, const char *command,
		     const char *seed, uint64_t games)
{
	const struct schedule *schedule = &tournament->schedule;
	*info = (struct run_config){
		.version = mem_strdup(ARENA_VERSION), .epoch = RESULTS_EPOCH, .command = mem_strdup(command),
		.seed = mem_strdup(seed),
		.rules = tournament->rules, .format = schedule->format, .n_seats = schedule->n_seats, .games = games,
		.match_length = schedule->match_length, .deals = schedule->deals,
		.has_luck = tournament->has_luck, .limits = tournament->limits,
		.test.stop_faults = tournament->stop_faults, .shard = tournament->shard,
		.n_shards = tournament->n_shards > 1 ? tournament->n_shards : 1, .n_robots = schedule->n_robots,
		.robots = NEW_ARRAY(struct run_config_robot, (size_t)schedule->n_robots),
	};
	memcpy(info->setting, schedule->setting, sizeof info->setting);
	for (int i = 0; i < info->n_robots; i++) {
		const struct robot *robot = &tournament->robots[i];
		info->robots[i] = (struct run_config_robot){
			.label = mem_strdup(robot->label), .spec = mem_strdup(robot->spec),
			.sha256 = mem_strdup(robot->sha256),
			.path = mem_realpath(robot->path), .name = mem_strdup(robot->manifest.name),
			.version = mem_strdup(robot->manifest.version), .author = mem_strdup(robot->manifest.author),
		};
	}
	if (schedule->format != FORMAT_LISTED)
		return;
	size_t n = (size_t)schedule->n_tables * (size_t)schedule->n_seats;
	info->n_tables = schedule->n_tables;
	info->tables = NEW_ARRAY(int, n);
	memcpy(info->tables, schedule->tables, n * sizeof *info->tables);
}

int run_config_check_epoch(const struct run_config *info, const char *name, struct err *err)
{
	if (info->epoch == RESULTS_EPOCH)
		return 0;
	return err_set(err, EXIT_USAGE, "the run %s was started by arena %s with results epoch %" PRIu32
		       "; this is arena %s with epoch %d, which plays different games", name, info->version,
		       info->epoch, ARENA_VERSION, RESULTS_EPOCH);
}

void run_config_release(struct run_config *info)
{
	for (int i = 0; i < info->n_robots; i++) {
		FREE_ALL(info->robots[i].label, info->robots[i].spec, info->robots[i].sha256, info->robots[i].path,
			 info->robots[i].name, info->robots[i].version, info->robots[i].author);
	}
	FREE_ALL(info->robots, info->tables, info->version, info->command, info->seed);
	*info = (struct run_config){0};
}

bool info_read_shard(const char *text, uint64_t *shard, uint64_t *n_shards)
{
	char number[20];
	long long i, n;
	const char *slash = strchr(text, '/');
	if (!slash || slash - text >= (long)sizeof number)
		return false;
	snprintf(number, sizeof number, "%.*s", (int)(slash - text), text);
	if (!str_to_int(slash + 1, 1, RUN_MOST_SHARDS, &n) || !str_to_int(number, 1, n, &i))
		return false;
	*shard = (uint64_t)i - 1;
	*n_shards = (uint64_t)n;
	return true;
}

struct schedule_options run_config_options(const struct run_config *info)
{
	struct schedule_options options = {
		.format = info->format, .n_robots = info->n_robots, .n_seats = info->n_seats, .games = info->games,
		.match_length = info->match_length, .deals = info->deals, .seed = rng_key_of_seed(info->seed),
		.tables = info->tables, .n_tables = info->n_tables,
	};
	memcpy(options.setting, info->setting, sizeof options.setting);
	return options;
}

int run_config_check_age(const struct run_config *info, const char *name, struct err *err)
{
	bool has_turns = info->deals != DEALS_OLD || info->format == FORMAT_TABLE || info->format == FORMAT_PAIRED;
	return info->match_length && has_turns ? 0
		: err_set(err, EXIT_USAGE, "the run %s comes from an older arena, and this one does not know the "
							     "order of its games: play it again", name);
}

int run_config_schedule(const struct run_config *info, struct schedule *schedule, struct err *err)
{
	const struct schedule_options options = run_config_options(info);
	return schedule_init(schedule, &options, err);
}

uint64_t run_config_matches(const struct run_config *info, const struct schedule *schedule)
{
	if (info->test.n_matches)
		return info->test.n_matches;
	uint64_t whole = schedule->n_matches / info->n_shards, rest = schedule->n_matches % info->n_shards;
	return whole + (info->shard < rest);
}

/* Returns the options in "NAME:key=value,key=value" as an object. */
static json_t *options_of(const char *spec)
{
	json_t *options = json_object();
	const char *colon = spec_options(spec);
	AUTO_FREE char *text = mem_strdup(colon + (*colon == ':'));
	char *rest = text;
	for (char *item; (item = spec_next(&rest)) != NULL;) {
		char *equals = strchr(item, '=');
		if (!equals)
			continue;
		*equals = '\0';
		spec_unquote(equals + 1, ',');
		AUTO_STR struct str key = text_cleaned(item);
		json_object_set_new(options, str_text(&key), json_clean(equals + 1));
	}
	return options;
}

static json_t *test_json(const struct run_config_test *test)
{
	json_t *object = json_pack("{s:s, s:f, s:f, s:f, s:f}", "model", run_config_models[test->model],
				   "elo0", test->elo0, "elo1", test->elo1, "alpha", test->alpha, "beta", test->beta);
	if (test->n_matches)
		json_object_set_new(object, "decided_after_matches", json_integer((json_int_t)test->n_matches));
	return object;
}

void run_config_add_shard(const struct run_config *info, json_t *object)
{
	if (info->n_shards > 1)
		json_object_set_new(object, "shard",
				    json_sprintf("%" PRIu64 "/%" PRIu64, info->shard + 1, info->n_shards));
}

void run_config_add_settings(const struct run_config *info, json_t *object)
{
	for (int i = 0; i < SCHEDULE_N_SETTINGS; i++)
		if (info->setting[i])
			json_object_set_new(object, schedule_settings[i].key,
					    schedule_settings[i].most == 1 ? json_true()
									   : json_integer(info->setting[i]));
}

int run_config_read_settings(struct run_config *info, json_t *object, const char *where, struct err *err)
{
	for (int i = 0; i < SCHEDULE_N_SETTINGS; i++) {
		const struct schedule_setting *setting = &schedule_settings[i];
		long long value = json_is_true(json_object_get(object, setting->key));
		if (setting->most > 1 && json_object_get(object, setting->key) &&
		    json_get_int(object, setting->key, (struct json_range){0, setting->most}, &value, where, err))
			return -1;
		info->setting[i] = (int)value;
	}
	return 0;
}

json_t *run_config_json(const struct run_config *info)
{
	AUTO_STR struct str rules = rules_text(&info->rules), tables = {0};
	tables_to_text(info, &tables);
	json_t *robots = JSON_LIST(i, info->n_robots, json_pack("{s:o, s:o, s:o, s:o}", "label",
		json_clean(info->robots[i].label), "robot", json_clean(info->robots[i].spec), "options",
		options_of(info->robots[i].spec), "sha256", json_clean(info->robots[i].sha256)));
	json_t *all = json_pack("{s:o, s:o, s:o, s:o, s:s, s:i, s:I, s:I, s:I, s:I, s:o}",
		"arena", json_clean(info->version),
		"command", json_clean(info->command), "seed", json_clean(info->seed), "rules", json_clean(rules.text),
		"format", run_config_formats[info->format], "seats", info->n_seats, "games", (json_int_t)info->games,
		"move_time_ns", (json_int_t)info->limits.move_time_ns,
		"start_time_ns", (json_int_t)limits_start_ns(&info->limits),
		"memory", (json_int_t)info->limits.memory, "robots", robots);
	if (info->epoch)
		json_object_set_new(all, "epoch", json_integer(info->epoch));
	if (info->limits.readable[0])
		json_object_set_new(all, "readable", json_string(info->limits.readable));
	if (info->format == FORMAT_LISTED)
		json_object_set_new(all, "tables", json_string(str_text(&tables)));
	if (info->match_length)
		json_object_set_new(all, "match_length", json_integer(info->match_length));
	run_config_add_settings(info, all);
	if (info->deals != DEALS_OLD)
		json_object_set_new(all, "deals", json_string(run_config_deals[info->deals]));
	if (info->has_luck)
		json_object_set_new(all, "luck_correction", json_true());
	run_config_add_shard(info, all);
	if (info->test.is_set)
		json_object_set_new(all, "test", test_json(&info->test));
	return all;
}

/* Returns the checksum of an object without its key "checksum". The order of keys does not matter. */
static json_t *checksum_json(const json_t *object)
{
	AUTO_STR struct str line = {0};
	char text[17];
	json_t *copy = json_copy((json_t *)(uintptr_t)object); /* Jansson does not accept const here */
	json_object_del(copy, "checksum");
	json_add_line(&line, copy, JSON_SORT_KEYS);
	snprintf(text, sizeof text, "%016" PRIx64, checksum_text(0, line.text));
	return json_string(text);
}

/* Checks the checksum. Returns non-zero if the file was changed. Runs of an older arena have no checksum. */
static int check_sum(const json_t *object, const char *where, struct err *err)
{
	AUTO_JSON json_t *wanted = checksum_json(object);
	const json_t *there = json_object_get(object, "checksum");
	if (!there || json_equal(there, wanted))
		return 0;
	return err_set(err, EXIT_USAGE,
		       "'%s' is damaged or was changed: its checksum does not match its contents; move it away, and "
		       "`arena tournament --resume RUN` writes it again from the database", where);
}

int run_config_write(const struct run_config *info, const struct run *run, struct err *err)
{
	AUTO_STR struct str text = {0};
	json_t *object = run_config_json(info);
	json_object_set_new(object, "checksum", checksum_json(object));
	json_add_text(&text, object);
	/* The file does not change between the beginning and the end of a run, except for a test. */
	AUTO_STR struct str path = str_of("%s/run.json", run->folder);
	return str_is_file(&text, path.text) ? 0 : run_write(run, "run.json", text.text, text.length, err);
}

static int read_text(json_t *object, const char *key, char **out, const char *where, struct err *err)
{
	const char *text = json_get_text(object, key, where, err);
	if (!text)
		return -1;
	*out = mem_strdup(text);
	return 0;
}

static int read_robots(struct run_config *info, json_t *object, const char *where, struct err *err)
{
	json_t *list = json_get_array(object, "robots", where, err);
	if (!list)
		return -1;
	size_t n = json_array_size(list);
	if (n < 2 || n > SCHEDULE_MAX_ROBOTS)
		return err_set(err, EXIT_USAGE, "'%s' names %zu robots; it must name 2 to %d", where, n,
			       SCHEDULE_MAX_ROBOTS);
	info->n_robots = (int)n;
	info->robots = NEW_ARRAY(struct run_config_robot, n);
	for (size_t i = 0; i < n; i++) {
		json_t *item = json_array_get(list, i);
		struct run_config_robot *robot = &info->robots[i];
		if (!json_is_object(item))
			return err_set(err, EXIT_USAGE, "robot %zu in '%s' is not an object", i + 1, where);
		if (read_text(item, "label", &robot->label, where, err) ||
		    read_text(item, "robot", &robot->spec, where, err) ||
		    read_text(item, "sha256", &robot->sha256, where, err))
			return -1;
	}
	return 0;
}

static int read_rules(struct run_config *info, json_t *object, const char *where, struct err *err)
{
	struct err why = {0};
	const char *text = json_get_text(object, "rules", where, err);
	if (!text)
		return -1;
	if (rules_from_text(&info->rules, text, &why) || rules_check(&info->rules, info->n_seats, &why))
		return err_set(err, EXIT_USAGE, "the rules in '%s' cannot be played: %s", where, why.text);
	return 0;
}

/* Reads one of the names, and sets *out to its index. */
static int read_name(json_t *object, const char *key, const char *const *names, int *out, const char *where,
		     struct err *err)
{
	const char *name = json_get_text(object, key, where, err);
	if (!name)
		return -1;
	*out = nearest_exact(name, names);
	return *out < 0 ? err_set(err, EXIT_USAGE, "'%s' has the unknown %s '%.40s'", where, key, name) : 0;
}

static int read_shard(struct run_config *info, json_t *object, const char *where, struct err *err)
{
	const char *text = json_get_text(object, "shard", where, err);
	if (!text)
		return -1;
	if (info_read_shard(text, &info->shard, &info->n_shards))
		return 0;
	return err_set(err, EXIT_USAGE, "'%s' has the invalid shard '%.40s'", where, text);
}

static int read_tables(struct run_config *info, json_t *object, const char *where, struct err *err)
{
	if (info->format != FORMAT_LISTED)
		return 0;
	const char *text = json_get_text(object, "tables", where, err);
	if (!text)
		return -1;
	return tables_from_text(info, text) ? 0 : err_set(err, EXIT_USAGE, "'%s' lists invalid tables", where);
}

/* Reads only whether it is a test, and its progress; the database has the rest. */
static int read_test(struct run_config *info, json_t *object, const char *where, struct err *err)
{
	long long n_matches = 0;
	json_t *test = json_object_get(object, "test");
	if (!test)
		return 0;
	if (json_object_get(test, "decided_after_matches") &&
	    json_get_int(test, "decided_after_matches", (struct json_range){1, RUN_MOST_GAMES}, &n_matches, where, err))
		return -1;
	info->test = (struct run_config_test){.is_set = true, .n_matches = (uint64_t)n_matches};
	return 0;
}

static int read_all(struct run_config *info, json_t *object, const char *where, struct err *err)
{
	long long seats, games, move_time, start_time = LIMITS_START_NS, memory, match_length = 0, epoch = 0;
	const char *readable = json_string_value(json_object_get(object, "readable"));
	int format, deals = DEALS_OLD;
	if (read_text(object, "arena", &info->version, where, err) ||
	    read_text(object, "command", &info->command, where, err) ||
	    read_text(object, "seed", &info->seed, where, err) ||
	    json_get_int(object, "seats", (struct json_range){2, SCHEDULE_MAX_SEATS}, &seats, where, err) ||
	    json_get_int(object, "games", (struct json_range){1, RUN_MOST_GAMES}, &games, where, err) ||
	    json_get_int(object, "move_time_ns", (struct json_range){1, INT64_MAX}, &move_time, where, err) ||
	    (json_object_get(object, "start_time_ns") &&
	     json_get_int(object, "start_time_ns", (struct json_range){1, INT64_MAX}, &start_time, where, err)) ||
	    json_get_int(object, "memory", (struct json_range){1, INT64_MAX}, &memory, where, err) ||
	    (json_object_get(object, "epoch") &&
	     json_get_int(object, "epoch", (struct json_range){1, INT32_MAX}, &epoch, where, err)) ||
	    (json_object_get(object, "match_length") &&
	     json_get_int(object, "match_length", (struct json_range){1, SCHEDULE_MAX_LENGTH}, &match_length, where,
			  err)))
		return -1;
	info->epoch = (uint32_t)epoch;
	info->match_length = (uint32_t)match_length;
	info->has_luck = json_is_true(json_object_get(object, "luck_correction"));
	info->n_seats = (int)seats;
	info->games = (uint64_t)games;
	info->limits = (struct limits){.move_time_ns = move_time, .start_time_ns = start_time,
		.memory = (uint64_t)memory};
	snprintf(info->limits.readable, sizeof info->limits.readable, "%s", readable ? readable : "");
	info->n_shards = 1;
	if (json_object_get(object, "shard") && read_shard(info, object, where, err))
		return -1;
	if (read_name(object, "format", run_config_formats, &format, where, err) ||
	    (json_object_get(object, "deals") && read_name(object, "deals", run_config_deals, &deals, where, err)))
		return -1;
	info->format = (enum format)format;
	info->deals = (enum deals)deals;
	if (run_config_read_settings(info, object, where, err) || read_rules(info, object, where, err) ||
	    read_test(info, object, where, err))
		return -1;
	return read_robots(info, object, where, err) || read_tables(info, object, where, err) ||
	       run_config_check_age(info, where, err) ? -1 : 0;
}

void run_config_read_paths(struct run_config *info, const char *folder)
{
	AUTO_STR struct str path = str_of("%s/clock.json", folder);
	AUTO_JSON json_t *clock = json_read(path.text, NULL);
	json_t *list = json_object_get(clock, "robots");
	for (int i = 0; i < info->n_robots; i++) {
		const char *text = json_string_value(json_object_get(json_array_get(list, (size_t)i), "path"));
		if (text && *text)
			info->robots[i].path = mem_strdup(text);
	}
}

int run_config_from_json(struct run_config *info, json_t *object, const char *where, struct err *err)
{
	struct run_config read = {0};
	if (read_all(&read, object, where, err)) {
		run_config_release(&read);
		return -1;
	}
	*info = read;
	return 0;
}

int run_config_read(struct run_config *info, const char *folder, struct err *err)
{
	AUTO_STR struct str path = str_of("%s/run.json", folder);
	AUTO_JSON json_t *object = json_read(path.text, err);
	if (!object || run_config_from_json(info, object, path.text, err))
		return -1;
	if (check_sum(object, path.text, err)) {
		run_config_release(info);
		return -1;
	}
	run_config_read_paths(info, folder);
	return 0;
}
