/* log_study.c - results, faults and analyses of the robots in the tourneys of this season (log_study.h). */
#include "net/logs/log_study.h"

#include "base/nearest.h"
#include "store/tourney.h"

enum { FAULTS_OF_ROBOT = 4 };

bool log_study_add_end(const json_t *titles, const json_t *rankings, void *pool)
{
	const char *names[SCHEDULE_MAX_SEATS];
	uint8_t places[SCHEDULE_MAX_SEATS];
	size_t n = json_array_size(titles);
	bool is_whole = n >= 2 && n <= SCHEDULE_MAX_SEATS && log_places(rankings, (int)n, places);
	for (size_t i = 0; is_whole && i < n; i++)
		is_whole = (names[i] = json_string_value(json_array_get(titles, i))) != NULL;
	return !is_whole || pool_add_game(pool, (int)n, names, places);
}

/* Fills in the run configuration. A robot is identified only by its title. */
static void make_info(struct log_study *study)
{
	struct run_config *info = &study->info;
	info->version = mem_strdup(ARENA_VERSION);
	info->command = mem_strdup("arena serve");
	info->seed = mem_strdup("");
	bug_if(rules_init(&info->rules, "tourney", NULL));
	info->n_seats = study->pool.most_seats;
	info->games = study->pool.games;
	info->match_length = 1;
	info->n_robots = study->pool.n_robots;
	info->robots = NEW_ARRAY(struct run_config_robot, (size_t)info->n_robots);
	study->robots = NEW_ARRAY(struct log_robot, (size_t)info->n_robots);
	for (int i = 0; i < info->n_robots; i++) {
		const char *title = study->pool.robots[i].label;
		info->robots[i] = (struct run_config_robot){.label = mem_strdup(title), .spec = mem_strdup(title),
			.sha256 = mem_strdup("")};
		study->robots[i].analysis.robot = i;
		study->robots[i].analysis.n_seats = info->n_seats;
	}
}

int log_study_open(struct log_study *study, struct database *database, struct err *err)
{
	study->database = database;
	if (tourney_each_end(database, log_study_add_end, &study->pool, err))
		return -1;
	if (study->pool.games == 0)
		return err_set(err, EXIT_USAGE,
			       "this season has no stored game of a tourney; `arena serve` plays them");
	pool_finish(&study->pool);
	make_info(study);
	return tourney_season_games(database, &study->first, &study->last, err);
}

void log_study_wish(struct log_study *study, int robot, uint64_t most)
{
	for (int i = 0; i < study->pool.n_robots; i++)
		if (robot < 0 || i == robot)
			sample_init_games(&study->robots[i].sample, i, study->pool.robots[i].games, most);
}

static int find_title(const struct log_study *study, const char *title)
{
	return FIND_IF(i, study->pool.n_robots, strcmp(study->pool.robots[i].label, title) == 0);
}

int log_study_find(const struct log_study *study, const char *name, struct err *err)
{
	AUTO_FREE const char **titles = NEW_ARRAY(const char *, (size_t)study->pool.n_robots + 1);
	int found = find_title(study, name), n_found = 0;
	size_t length = strlen(name);
	if (found >= 0)
		return found;
	for (int i = 0; i < study->pool.n_robots; i++) {
		titles[i] = study->pool.robots[i].label;
		if (strncmp(titles[i], name, length) == 0 && titles[i][length] == '_') {
			found = i;
			n_found++;
		}
	}
	if (n_found == 1)
		return found;
	if (n_found > 1)
		return err_set(err, EXIT_USAGE,
			       "%d robots of the tourneys are called '%s'; give the title of one, such as '%s'",
			       n_found, name, titles[found]);
	return err_set(err, EXIT_USAGE, "no robot '%s' plays in the tourneys%s", name, nearest_hint(name, titles).text);
}

/* Sets robots[seat] to the robots of a game. Returns false if one of the titles is unknown. */
static bool find_robots(const struct log_study *study, const json_t *log, int *robots)
{
	const json_t *titles = json_object_get(log, "bot_titles");
	size_t n = json_array_size(titles);
	for (size_t seat = 0; seat < n && n <= SCHEDULE_MAX_SEATS; seat++) {
		const char *title = json_string_value(json_array_get(titles, seat));
		if (!title || (robots[seat] = find_title(study, title)) < 0)
			return false;
	}
	return n >= 2 && n <= SCHEDULE_MAX_SEATS;
}

static void note_fault(struct log_study *study, uint64_t game, int robot, enum verdict verdict, const char *result)
{
	int n = COUNT_IF(i, study->n_faults, study->faults[i].robot == robot);
	if (n >= FAULTS_OF_ROBOT)
		return;
	*MEM_APPEND(study->faults, study->n_faults) = (struct log_fault){game, robot, verdict, result};
}

/* If the hand's result is a fault, counts it for the calling player. */
static void count_result(struct log_study *study, uint64_t game, const json_t *hand, const int *robots, int n)
{
	const char *result = json_string_value(json_object_get(hand, "result"));
	json_int_t seat = json_integer_value(json_object_get(hand, "calling_player"));
	if (!result || seat < 0 || seat >= n)
		return;
	struct tally *tally = &study->robots[robots[seat]].tally;
	if (strcmp(result, "error_timeout") == 0) {
		tally->timeouts++;
		note_fault(study, game, robots[seat], VERDICT_TIMEOUT, "error_timeout");
	} else if (strcmp(result, "error_bad_message") == 0) {
		tally->crashes++;
		note_fault(study, game, robots[seat], VERDICT_CRASH, "error_bad_message");
	} else {
		tally->illegal += strncmp(result, "error_", 6) == 0;
	}
}

static void count_game(struct log_study *study, uint64_t game, const json_t *log, const int *robots, int n)
{
	const json_t *hands = json_object_get(log, "game_history");
	uint8_t places[SCHEDULE_MAX_SEATS];
	for (size_t i = 0; i < json_array_size(hands); i++)
		count_result(study, game, json_array_get(hands, i), robots, n);
	if (!log_places(json_object_get(log, "bot_rankings"), n, places))
		return;
	for (int seat = 0; seat < n; seat++)
		tally_places(&study->robots[robots[seat]].tally, places, 1, n, seat, 1);
}

static void analyse(struct log_study *study, const struct game_record *record, int seat)
{
	struct log_robot *robot = &study->robots[game_record_robot(record, seat)];
	analysis_add(&robot->analysis, &robot->parts, record, seat);
	analysis_end_game(&robot->analysis, &robot->parts, record->n_seats, seat, record->places[seat]);
	worst_add(&robot->worst, record, seat);
}

static bool take_log(int64_t number, const json_t *log, void *context)
{
	struct log_study *study = context;
	int *robots = study->robots_of_game;
	uint32_t wanted = 0; /* bit per seat */
	if (!find_robots(study, log, robots))
		return true;
	int n = (int)json_array_size(json_object_get(log, "bot_titles"));
	count_game(study, (uint64_t)number - 1, log, robots, n);
	for (int seat = 0; seat < n; seat++) {
		struct sample *sample = &study->robots[robots[seat]].sample;
		wanted |= (uint32_t)(sample->n_taken && sample_takes_next(sample)) << seat;
	}
	if (!wanted)
		return true;
	if (!log_game_read(&study->reader, log, (uint64_t)number - 1, robots)) {
		study->n_unread++;
		return true;
	}
	for (int seat = 0; seat < n; seat++)
		if (wanted >> seat & 1)
			analyse(study, &study->reader.record, seat);
	if (study->analysed)
		study->analysed(&study->reader.record, study->context);
	return true;
}

int log_study_play(struct log_study *study, struct err *err)
{
	return tourney_each_log(study->database, study->first, study->last, take_log, study, err);
}

struct one_game {
	struct log_study *study;
	bool is_read;
};

static bool take_one(int64_t number, const json_t *log, void *context)
{
	struct one_game *one = context;
	struct log_study *study = one->study;
	one->is_read = find_robots(study, log, study->robots_of_game) &&
		log_game_read(&study->reader, log, (uint64_t)number - 1, study->robots_of_game);
	return false;
}

int log_study_game(struct log_study *study, uint64_t number, struct err *err)
{
	struct one_game one = {.study = study};
	int64_t id = (int64_t)number + 1;
	if (tourney_each_log(study->database, id, id, take_one, &one, err))
		return -1;
	return one.is_read ? 0 : err_set(err, EXIT_USAGE,
					 "no readable log of game %lld of this season's tourneys is stored",
					 (long long)id);
}

struct analysis_report log_study_report(const struct log_study *study, int robot)
{
	static const struct schedule matches_of_one = {.match_length = 1};
	static const struct course no_course = {.schedule = &matches_of_one};
	const struct log_robot *of = &study->robots[robot];
	return (struct analysis_report){.info = &study->info, .sample = &of->sample, .analysis = &of->analysis,
		.course = &no_course, .worst = &of->worst, .replacement = &of->no_replacement, .cpu_us_per_ask = -1};
}

void log_study_release(struct log_study *study)
{
	for (int i = 0; i < study->info.n_robots; i++) {
		analysis_release(&study->robots[i].analysis);
		worst_release(&study->robots[i].worst);
	}
	free(study->robots);
	free(study->faults);
	log_game_release(&study->reader);
	run_config_release(&study->info);
	pool_release(&study->pool);
}
