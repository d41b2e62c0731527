/* report.c - all data of a report, as one JSON value (report.h). */
#include "page/report.h"

#include "base/json.h"
#include "base/text.h"
#include "output/standings_forms.h"
#include "page/puzzles.h"
#include "page/ratings.h"
#include "page/study.h"
#include "run/replay.h"
#include "run/run_files.h"
#include "run/setup.h"
#include "run/timings.h"

enum {
	FAULTS_SHOWN = 20,
	FAULTS_OF_ROBOT = 4,
	TIMEOUTS_STUDIED = 3, /* maximum number of expected timeouts in the games in which a robot is studied, because
	                       * each takes at least a tenth of a second */
};

void report_release(struct report *report)
{
	FREE_ALL(report->wish.first_faults, report->wish.illegal);
	str_release(&report->remark);
}

/* The sums over the matches. */
struct report_sums {
	struct run_files results;
	struct pool pool;
	struct ratings ratings;
	struct neighbours neighbours;
	json_t *faults;   /* array; owned */
	struct matches_list played; /* owned */
	int *order;       /* owned */
	bool *is_slow;    /* by robot: more than TIMEOUTS_STUDIED are expected; owned */
	double *timeouts_of_game; /* by robot; owned */
	struct about_fault own[VERDICT_COUNT]; /* faults of the robot of the page: the first of each kind; causes are
	                                        * owned */
};

static void sums_release(struct report_sums *sums)
{
	run_files_release(&sums->results);
	pool_release(&sums->pool);
	ratings_release(&sums->ratings);
	neighbours_release(&sums->neighbours);
	json_decref(sums->faults);
	matches_list_release(&sums->played);
	FREE_ALL(sums->order, sums->is_slow, sums->timeouts_of_game);
	for (int i = 0; i < VERDICT_COUNT; i++)
		free((char *)(uintptr_t)sums->own[i].cause);
}
#define AUTO_SUMS __attribute__((cleanup(sums_release)))

struct report_reading {
	struct report *report;
	struct report_sums *sums;
};

static int count_faults(const json_t *faults, int robot)
{
	return COUNT_IF(i, json_array_size(faults), json_integer_at(json_array_get(faults, i), "robot") == robot);
}

/* Records a fault of the robot of the page. Chunks come in the order of their games. */
static void note_own(struct about_fault *own, const struct fault_record *record)
{
	struct about_fault *of = &own[record->fault->verdict];
	if (!of->game)
		*of = (struct about_fault){.game = record->game + 1, .cause = mem_strdup(record->fault->cause)};
}

static void note_faults(struct report *report, struct report_sums *sums, const struct chunk *chunk)
{
	for (int i = 0; i < chunk->n_faults; i++) {
		const struct fault_record *record = &chunk->faults[i];
		if (report->has_robot && record->robot == report->robot)
			note_own(sums->own, record);
		if (record->fault->verdict == VERDICT_ILLEGAL ||
		    (report->is_of_robot && record->robot != report->robot))
			continue;
		report_wish_fault(&report->wish, record->game, record->robot, record->fault->verdict);
		if (json_array_size(sums->faults) >= FAULTS_SHOWN ||
		    count_faults(sums->faults, record->robot) >= FAULTS_OF_ROBOT)
			continue;
		json_array_append_new(sums->faults, json_pack("{s:i, s:I, s:s, s:o}", "robot", record->robot, "game",
			(json_int_t)record->game + 1, "verdict", verdict_name(record->fault->verdict), "cause",
			json_without_folders(record->fault->cause)));
	}
}

/* Records the number of illegal plays of each robot. A stored chunk does not say in which games they were. */
static void note_illegal(struct report *report, const struct chunk *chunk)
{
	struct report_wish *wish = &report->wish;
	for (int i = 0; i < chunk->n_robots; i++) {
		const struct chunk_robot *of = &chunk->robots[i];
		int k = 0;
		if (!of->tally.illegal || (report->is_of_robot && of->robot != report->robot))
			continue;
		while (k < wish->n_illegal && wish->illegal[k].robot != of->robot)
			k++;
		if (k == wish->n_illegal)
			*MEM_APPEND(wish->illegal, wish->n_illegal) = (struct report_illegal){.robot = of->robot};
		struct report_illegal *illegal = &wish->illegal[k];
		double rate = (double)of->tally.illegal / (double)of->tally.games;
		if (rate <= illegal->rate)
			continue;
		illegal->rate = rate;
		illegal->matches = chunk->matches;
	}
}

static int read_chunk(const struct chunk *chunk, void *context, struct err *err)
{
	struct report_reading *reading = context;
	struct report_sums *sums = reading->sums;
	note_faults(reading->report, sums, chunk);
	note_illegal(reading->report, chunk);
	neighbours_add(&sums->neighbours, chunk);
	return run_files_add(&sums->results, chunk, err);
}

static int read_played(const struct report *report, struct report_sums *sums, struct err *err)
{
	struct matches *chunks;
	size_t n_chunks;
	if (database_chunks(report->database, report->run_id, &chunks, &n_chunks, err))
		return -1;
	matches_list_init(&sums->played, chunks, n_chunks);
	return 0;
}

static void find_slow(const struct report *report, struct report_sums *sums)
{
	size_t n = (size_t)report->info->n_robots;
	sums->is_slow = NEW_ARRAY(bool, n);
	sums->timeouts_of_game = NEW_ARRAY(double, n);
	for (size_t i = 0; i < n; i++) {
		const struct tally *tally = &sums->results.standings.list[i].tally;
		sums->timeouts_of_game[i] = tally->games ? (double)tally->timeouts / (double)tally->games : 0;
		sums->is_slow[i] = sums->timeouts_of_game[i] * (double)report->most_studied > TIMEOUTS_STUDIED;
	}
}

/* Returns the robots of which games were left out, for a remark on the page. */
static json_t *slow_robots(const struct report *report, const struct report_sums *sums)
{
	json_t *list = json_array();
	for (int i = 0; i < report->info->n_robots; i++)
		if (sums->is_slow[sums->order[i]])
			json_array_append_new(list, json_integer(sums->order[i]));
	return list;
}

static int coach_games(struct report *report, const struct report_study *study, json_t *coach, struct err *err)
{
	struct report_study wish = *study;
	wish.limits.most_games = report->most_coached;
	report->wish.coached = coach;
	return report->most_coached ? report_coach(&wish, coach, err) : 0;
}

/* Chooses the robot of the page first, then the best ones. */
static int choose_studied(const struct report *report, const int *order, int **studied)
{
	int n = 0;
	*studied = NEW_ARRAY(int, (size_t)report->info->n_robots);
	if (report->has_robot)
		(*studied)[n++] = report->robot;
	for (int rank = 0; rank < report->info->n_robots && n < STUDY_MOST_ROBOTS && !report->is_of_robot; rank++)
		if (!report->has_robot || order[rank] != report->robot)
			(*studied)[n++] = order[rank];
	return n;
}

/* Replays the games, studies and coaches robots. `coach` is that part of the data, to which robots are added. */
static int play_games(struct report *report, const struct report_sums *sums, struct robot *robots, json_t **games,
		      json_t **studies, json_t *coach, struct err *err)
{
	const struct run_config *info = report->info;
	struct request request = {
		.n_lanes = 1, .is_trusted = report->is_trusted, .allows_weak_sandbox = report->allows_weak_sandbox,
		.hidden = {report->folder, report->hidden[0], report->hidden[1]}, .tell = report->tell,
	};
	struct tournament tournament;
	request_of_run(info, &request);
	request_tournament(&request, &tournament);
	tournament.robots = robots;
	tournament.schedule = sums->results.schedule;
	AUTO_STORED_PLAYS struct stored_plays stored = {.database = report->database, .run = report->run_id};
	if (info->log == RUN_LOG_HANDS)
		stored_plays_use(&stored, &tournament);
	else if (run_robots_open(info, &tournament, "without it there are no sample games", err) ||
		 tournament_probe(&tournament, err))
		return -1;
	AUTO_FREE int *studied = NULL;
	int n_studied = choose_studied(report, sums->order, &studied);
	const struct report_study study = {
		.tournament = &tournament, .info = info, .order = studied, .n_robots = n_studied,
		.played = &sums->played,
		.limits = {report->most_studied, sums->is_slow, sums->timeouts_of_game, TIMEOUTS_STUDIED},
		.n_jobs = report->wish.n_jobs, .progress = report->wish.progress,
	};
	if (report->most_studied && !(*studies = report_study(&study, err)))
		return -1;
	report->wish.studies = *studies;
	report->wish.timeouts_of_game = sums->timeouts_of_game;
	if (coach_games(report, &study, coach, err))
		return -1;
	if (report->wish.n_games || report->wish.n_asked)
		*games = report_games(&tournament, &report->wish, err);
	return *games && *studies ? 0 : -1;
}

/* Joins several lines into one. */
static void add_as_line(const char *text, const char *between, struct str *out)
{
	for (const char *line = text; *line; line += strspn(line, "\n ")) {
		size_t n = strcspn(line, "\n");
		str_add(out, out->length ? between : "");
		str_add_n(out, line, n);
		line += n;
	}
}

/* Adds the games. If they cannot be replayed because a robot is missing or has changed, the report is made without
 * them. If no robots are run, only the database can fail. */
static int add_games(struct report *report, const struct report_sums *sums, json_t *data, struct err *err)
{
	json_t *games = report->wish.n_games || report->wish.n_asked ? NULL : json_array();
	json_t *studies = report->most_studied ? NULL : json_array();
	struct err why = {0};
	AUTO_STR struct str reason = {0};
	struct robot *robots = report->info->log == RUN_LOG_HANDS ? run_robots_names(report->info) :
			       NEW_ARRAY(struct robot, (size_t)report->info->n_robots);
	report->wish.played = &sums->played;
	if ((!games || !studies || report->most_coached) &&
	    play_games(report, sums, robots, &games, &studies, json_object_get(data, "coach"), &why))
		add_as_line(why.text, " ", &reason);
	text_add_clean(&report->remark, str_text(&reason));
	setup_close(robots, report->info->n_robots);
	json_add(data, "{s:o, s:o, s:o}", "games", games ? games : json_array(),
		 "analysis", studies ? studies : json_array(),
		 "remark", json_without_folders(str_text(&report->remark)));
	if (json_array_size(games) && (!report->is_only_games || report->wish.puzzle_seed))
		puzzles_add(data, report->wish.puzzle_seed, &report->info->rules, report->is_trusted,
			    report->allows_weak_sandbox);
	return report->info->log == RUN_LOG_HANDS && why.code == EXIT_WORLD
		? err_set(err, why.code, "%s", why.text) : 0;
}

/* Returns the rows of the table, with the robots' indices in the run, hashes and ratings. */
static json_t *standing_rows(const struct report *report, const struct report_sums *sums)
{
	json_t *rows = standings_json(&sums->results.standings);
	for (size_t at = 0; at < json_array_size(rows); at++) {
		int robot = sums->order[at];
		const struct run_config_robot *of = &report->info->robots[robot];
		double cpu_us = timings_cpu_us(report->folder, robot);
		json_add(json_array_get(rows, at), "{s:i, s:o, s:o, s:o}", "index", robot,
			 "sha256", json_clean(of->sha256), "cpu_us", cpu_us < 0 ? json_null() : json_number(cpu_us),
			 "rating", report_rating(&sums->ratings, pool_find(&sums->pool, of)));
	}
	return rows;
}

static json_t *facts(const struct report *report, const struct report_sums *sums)
{
	const struct run_config *info = report->info;
	AUTO_STR struct str rules = {0}, lines = {0}, heading = {0};
	rules_to_text(&info->rules, &rules);
	run_files_heading(&sums->results, &lines);
	add_as_line(str_text(&lines), ". ", &heading);
	json_t *data = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:i, s:I, s:b, s:I, s:I, s:b, s:i}",
		"arena", json_clean(info->version), "run", json_clean(report->name),
		"rules", json_clean(str_text(&rules)), "heading", json_clean(str_text(&heading)),
		"command", json_without_folders(info->command),
		"seed", json_clean(info->seed), "format", run_config_formats[info->format], "seats", info->n_seats,
		"match_length", (json_int_t)sums->results.schedule.match_length, "as_given",
		sums->results.schedule.is_as_given, "games_asked", (json_int_t)sums->results.schedule.n_games,
		"games_played", (json_int_t)standings_games(&sums->results.standings),
		"complete", run_files_are_complete(&sums->results), "islands", sums->ratings.components.n_islands);
	bug_if(!data);
	json_add(data, "{s:b, s:o}", "deal_sets", sums->results.schedule.set_size > 1, "columns",
		standings_columns(&sums->results.standings));
	truth_add_rules(data, &info->rules);
	return data;
}

/* Adds the number of faults of each kind, and the first one if it was stored. A robot that cannot be loaded counts as
 * one that crashes. */
static json_t *about_robot(const struct report *report, struct report_sums *sums, struct err *err)
{
	const struct tally *tally = &sums->results.standings.list[report->robot].tally;
	struct about_fault *own = sums->own;
	enum verdict crash = own[VERDICT_LOAD].game ? VERDICT_LOAD : VERDICT_CRASH;
	json_t *tests = report_tests(report->database, report->info, report->robot, err);
	if (!tests)
		return NULL;
	own[VERDICT_ILLEGAL].n = tally->illegal;
	own[VERDICT_TIMEOUT].n = tally->timeouts;
	own[crash].n = tally->crashes;
	for (int i = 0; i < VERDICT_COUNT; i++) {
		own[i].verdict = i;
		own[i].link = "";
		own[i].cause = own[i].cause ? own[i].cause : mem_strdup("");
	}
	json_t *about = report_about(&sums->pool, report->info, report->robot, sums->order, own, VERDICT_COUNT);
	json_add(about, "{s:b, s:o}", "alone", report->is_of_robot, "tests", tests);
	return about;
}

/* Adds the parts about the robots. A page for one robot has only those about that robot. */
static int add_about(const struct report *report, struct report_sums *sums, json_t *data, struct err *err)
{
	json_t *about = report->has_robot ? about_robot(report, sums, err) : json_null();
	json_t *versions = json_object_get(data, "versions");
	size_t i;
	if (!about)
		return -1;
	json_object_set_new(data, "about", about);
	if (!report->is_of_robot)
		return 0;
	json_add(data, "{s:n, s:n}", "versus", "neighbours");
	for (i = json_array_size(versions); i-- > 0;) {
		bool is_own = false;
		json_t *robots = json_object_get(json_array_get(versions, i), "robots");
		JSON_EACH(k, robot, robots)
			is_own |= json_integer_value(robot) == report->robot;
		if (!is_own)
			json_array_remove(versions, i);
	}
	return 0;
}

static json_t *gather(struct report *report, struct report_sums *sums, struct err *err)
{
	json_t *versions = report_versions(report->database, report->info, err);
	if (!versions)
		return NULL;
	json_t *data = facts(report, sums);
	find_slow(report, sums);
	json_add(data, "{s:o, s:o, s:o, s:O, s:o, s:o, s:o}", "robots", standing_rows(report, sums), "versus",
		report_versus(&sums->pool, &sums->ratings, report->info, sums->order), "neighbours",
		neighbours_json(&sums->neighbours, sums->order), "faults", sums->faults,
		"slow", slow_robots(report, sums), "versions", versions, "coach", report_coach_begin(report->info));
	if (!add_about(report, sums, data, err))
		return data;
	json_decref(data);
	return NULL;
}

/* Returns the data of a page with only games, which has only the names and hashes of the robots. */
static json_t *gather_games(const struct report *report, struct report_sums *sums, const struct robot *names)
{
	json_t *data = facts(report, sums);
	json_t *robots = JSON_LIST(i, report->info->n_robots, json_pack("{s:i, s:o, s:o}", "index", i, "robot",
		json_clean(names[i].label), "sha256", json_clean(report->info->robots[i].sha256)));
	json_object_set_new(data, "robots", robots);
	return data;
}

/* Checks that the requested games were played. */
static int check_asked(const struct report *report, const struct report_sums *sums, const struct schedule *schedule,
		       struct err *err)
{
	for (int i = 0; i < report->wish.n_asked; i++) {
		uint64_t game = report->wish.asked[i];
		if (game >= schedule->n_games)
			return err_set(err, EXIT_USAGE, "the run %s has the games 1 to %" PRIu64 ", not %" PRIu64,
				       report->name, schedule->n_games, game + 1);
		if (!matches_list_has(&sums->played, schedule_game(schedule, game).match))
			return err_set(err, EXIT_USAGE, "game %" PRIu64 " of the run %s has not been played", game + 1,
				       report->name);
	}
	return 0;
}

json_t *report_data(struct report *report, struct err *err)
{
	AUTO_SUMS struct report_sums sums = {.faults = json_array()};
	const struct run_config *info = report->info;
	report->has_robot |= info->format == FORMAT_GAUNTLET || info->test.is_set;
	report->wish.has_robot = report->has_robot;
	report->wish.is_of_robot = report->is_of_robot;
	report->wish.robot = report->robot;
	struct schedule schedule;
	if (run_config_schedule(info, &schedule, err) || read_played(report, &sums, err) ||
	    check_asked(report, &sums, &schedule, err))
		return NULL;
	struct robot *names = run_robots_names(info);
	run_files_init(&sums.results, info, &schedule, names);
	neighbours_init(&sums.neighbours, &schedule);
	sums.order = NEW_ARRAY(int, (size_t)info->n_robots + 1);
	json_t *data = NULL;
	struct report_reading reading = {report, &sums};
	if (report->is_only_games) {
		data = gather_games(report, &sums, names);
	} else if (database_each_chunk(report->database, report->run_id, &schedule, read_chunk, &reading, err) == 0 &&
	    pool_add(&sums.pool, report->database, report->run_id, err) == 0) {
		struct rating_options options = rating_defaults();
		pool_finish(&sums.pool);
		standings_finish(&sums.results.standings);
		neighbours_finish(&sums.neighbours);
		ratings_of(&sums.ratings, &sums.pool.blocks, &options);
		standings_sort(&sums.results.standings, sums.order);
		data = gather(report, &sums, err);
	}
	setup_close(names, info->n_robots);
	if (data && add_games(report, &sums, data, err)) {
		json_decref(data);
		return NULL;
	}
	return data;
}
