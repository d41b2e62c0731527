/* tourneys.c - the data of a report of the tourneys of this season (report.h). */
#include "page/report.h"

#include "base/json.h"
#include "net/logs/log_study.h"
#include "output/analysis_forms.h"
#include "output/show.h"
#include "output/viewer.h"
#include "page/puzzles.h"
#include "page/ratings.h"

enum { MOST_STUDIED = 8, WORST = 5, FAULTS_SHOWN = 20 };

struct gathered {
	struct log_study study;
	struct ratings ratings;
	int *order;          /* order[rank]: index of a robot, highest share of wins first; owned */
	double *share;       /* share of wins, by robot; owned */
};

static void gathered_release(struct gathered *gathered)
{
	log_study_release(&gathered->study);
	ratings_release(&gathered->ratings);
	FREE_ALL(gathered->order, gathered->share);
}
#define AUTO_GATHERED __attribute__((cleanup(gathered_release)))

static int by_share(const void *a, const void *b, void *context)
{
	const double *share = context;
	int first = *(const int *)a, second = *(const int *)b;
	return ORDER(share[second], share[first]) ?: first - second;
}

static void sort(struct gathered *gathered)
{
	size_t n = (size_t)gathered->study.pool.n_robots;
	gathered->order = NEW_ARRAY(int, n);
	gathered->share = NEW_ARRAY(double, n);
	for (size_t i = 0; i < n; i++) {
		gathered->order[i] = (int)i;
		gathered->share[i] = pool_wins(&gathered->study.pool.robots[i]).mean;
	}
	qsort_r(gathered->order, n, sizeof *gathered->order, by_share, gathered->share);
}

/* Returns a row with the same keys as the table of a run's report (output/standings_forms.c). */
static json_t *row_of(const struct gathered *gathered, int rank, int robot, const struct rank_range *range)
{
	const struct tally *tally = &gathered->study.robots[robot].tally;
	const char *title = gathered->study.pool.robots[robot].label;
	struct interval wins = pool_wins(&gathered->study.pool.robots[robot]);
	json_t *row = json_pack("{s:i, s:i, s:i, s:i, s:o, s:s}", "rank", rank, "rank_best", range->best,
				"rank_worst", range->worst, "index", robot, "robot", json_clean(title), "sha256", "");
	json_t *numbers = json_pack("{s:I, s:f, s:f, s:f, s:f, s:f, s:I, s:I, s:I, s:n, s:o}",
		"games", (json_int_t)tally->games, "wins", tally_wins(tally), "win_rate", wins.mean, "low", wins.low,
		"high", wins.high, "place", tally_place(tally), "illegal", (json_int_t)tally->illegal,
		"timeouts", (json_int_t)tally->timeouts, "crashes", (json_int_t)tally->crashes,
		"cpu_us", "rating", report_rating(&gathered->ratings, robot));
	bug_if(!row || !numbers || json_object_update(row, numbers));
	json_decref(numbers);
	return row;
}

static json_t *rows_of(const struct gathered *gathered)
{
	int n = gathered->study.pool.n_robots;
	AUTO_FREE struct rank_range *ranges = NEW_ARRAY(struct rank_range, (size_t)n);
	json_t *rows = json_array();
	ratings_ranks(&gathered->ratings, ranges);
	for (int rank = 0; rank < n; rank++) {
		int robot = gathered->order[rank];
		json_array_append_new(rows, row_of(gathered, rank + 1, robot, &ranges[robot]));
	}
	return rows;
}

static json_t *faults_of(const struct log_study *study)
{
	json_t *list = json_array();
	for (int i = 0; i < study->n_faults && i < FAULTS_SHOWN; i++) {
		const struct log_fault *fault = &study->faults[i];
		json_array_append_new(list, json_pack("{s:i, s:I, s:s, s:s}", "robot", fault->robot, "game",
			(json_int_t)fault->game + 1, "verdict", verdict_name(fault->verdict), "cause", fault->result));
	}
	return list;
}

/* Returns the mean size of the tables, which is the reciprocal of the fair share. */
static double mean_seats(const struct pool *pool)
{
	uint64_t n_seats = 0;
	for (int i = 0; i < pool->n_robots; i++)
		n_seats += pool->robots[i].games;
	return (double)n_seats / (double)pool->games;
}

static json_t *facts(const struct gathered *gathered)
{
	const struct pool *pool = &gathered->study.pool;
	const struct run_config *info = &gathered->study.info;
	AUTO_STR struct str rules = {0}, heading = {0};
	rules_to_text(&info->rules, &rules);
	str_addf(&heading, "tourneys of this season: %s games whose logs are kept, at tables of %d",
		 show_count(pool->games).text, pool->fewest_seats);
	if (pool->most_seats > pool->fewest_seats)
		str_addf(&heading, " to %d", pool->most_seats);
	json_t *data = json_pack("{s:s, s:s, s:o, s:o, s:s, s:s, s:s, s:f, s:i, s:b, s:I, s:I, s:b, s:i, s:[]}",
		"arena", ARENA_VERSION, "run", "tourneys", "rules", json_clean(str_text(&rules)),
		"heading", json_clean(str_text(&heading)), "command", "arena serve", "seed", "one for each tourney",
		"format", "tourney",
		"seats", mean_seats(pool), "match_length", 1, "as_given", 0, "games_asked", (json_int_t)pool->games,
		"games_played", (json_int_t)pool->games, "complete", 1,
		"islands", gathered->ratings.components.n_islands, "columns");
	bug_if(!data);
	truth_add_rules(data, &info->rules);
	return data;
}

static void wish_studies(struct gathered *gathered, const struct report *report)
{
	struct log_study *study = &gathered->study;
	for (int rank = 0; rank < study->pool.n_robots && rank < MOST_STUDIED && report->most_studied; rank++) {
		study->robots[gathered->order[rank]].worst.n_wanted = WORST;
		log_study_wish(study, gathered->order[rank], report->most_studied);
	}
}

static json_t *studies_of(const struct gathered *gathered)
{
	json_t *list = json_array();
	for (int rank = 0; rank < gathered->study.pool.n_robots; rank++) {
		int robot = gathered->order[rank];
		struct analysis_report report = log_study_report(&gathered->study, robot);
		if (!report.analysis->games)
			continue;
		json_t *found = analysis_json(&report);
		json_object_set_new(found, "tables", analysis_page_tables(&report));
		json_array_append_new(list, found);
	}
	return list;
}

static const struct game_record *read_game(uint64_t game, void *context)
{
	struct log_study *study = context;
	struct err ignored = {0};
	return log_study_game(study, game, &ignored) ? NULL : &study->reader.record;
}

static const char *label_of(int robot, void *context)
{
	return ((const struct log_study *)context)->pool.robots[robot].label;
}

static json_t *games_of(struct gathered *gathered, struct report *report, struct err *err)
{
	struct log_study *study = &gathered->study;
	const struct report_reader reader = {
		.first = (uint64_t)study->first - 1, .end = (uint64_t)study->last, .read = read_game, .label = label_of,
		.context = study,
	};
	if (!report->wish.n_games && !report->wish.n_asked)
		return json_array();
	for (int i = 0; i < study->n_faults; i++)
		report_wish_fault(&report->wish, study->faults[i].game, study->faults[i].robot,
				  study->faults[i].verdict);
	return report_games_read(&reader, &report->wish, err);
}

json_t *tourneys_data(struct report *report, struct err *err)
{
	AUTO_GATHERED struct gathered gathered = {.study.pool.by = RATING_BY_WINS};
	if (log_study_open(&gathered.study, report->database, err))
		return NULL;
	sort(&gathered);
	wish_studies(&gathered, report);
	if (!report->is_only_games) {
		struct rating_options options = rating_defaults();
		ratings_of(&gathered.ratings, &gathered.study.pool.blocks, &options);
		if (log_study_play(&gathered.study, err))
			return NULL;
	}
	AUTO_JSON json_t *studies = studies_of(&gathered);
	report->wish.studies = studies;
	json_t *games = games_of(&gathered, report, err);
	if (!games)
		return NULL;
	if (gathered.study.n_unread)
		str_addf(&report->remark, "games left out because their logs are inconsistent: %" PRIu64,
			 gathered.study.n_unread);
	json_t *data = facts(&gathered);
	const struct pool *pool = &gathered.study.pool;
	if (report->is_only_games)
		json_object_set_new(data, "robots", JSON_LIST(i, pool->n_robots,
			json_pack("{s:i, s:o}", "index", i, "robot", json_clean(pool->robots[i].label))));
	else
		json_add(data, "{s:o, s:o, s:n, s:o, s:[], s:[]}", "robots", rows_of(&gathered), "versus",
			report_versus_among(pool, &gathered.ratings, gathered.order, gathered.order, pool->n_robots),
			"neighbours", "faults", faults_of(&gathered.study), "slow", "versions");
	json_add(data, "{s:o, s:O, s:o}", "games", games, "analysis", studies, "remark",
		json_clean(str_text(&report->remark)));
	if (json_array_size(games) && (!report->is_only_games || report->wish.puzzle_seed))
		puzzles_add(data, report->wish.puzzle_seed, &gathered.study.info.rules, report->is_trusted,
			    report->allows_weak_sandbox);
	report->wish.studies = NULL;
	return data;
}
