/* ladder.c - the strengths of a season's versions, from its matches (ladder.h). */
#include "contest/ladder.h"

#include <math.h>

#include "stats/anytime.h"

enum { HEAD = 2, OF_SEAT = 3 }; /* words of a unit */
#define MOST_ELO 1200 /* limit of intervals: 99.9 % of the wins, as in tournaments */

void ladder_release(struct ladder *ladder)
{
	intern_release(&ladder->units);
	free(ladder->times);
	*ladder = (struct ladder){0};
}

static int compare_labels(const void *a, const void *b)
{
	return strcmp(((const struct label *)a)->text, ((const struct label *)b)->text);
}

struct ladder_reading {
	struct ladder *ladder;
	struct schedule schedule;
	int *version; /* version[i]: version of robot i of the run */
};

struct seat {
	int version;
	double share;
};

ORDER_BY(compare_seats, struct seat, item->version)

static void add_unit(struct ladder *ladder, const uint32_t *words, size_t n, uint64_t times)
{
	uint32_t number = intern_add(&ladder->units, words, n);
	if (number == ladder->n_times)
		*MEM_APPEND(ladder->times, ladder->n_times) = 0;
	ladder->times[number] += times;
}

static void add_match(const struct match_plan *plan, const uint8_t *places, uint64_t times, void *context)
{
	struct ladder_reading *reading = context;
	int n_seats = reading->schedule.n_seats;
	uint32_t games = plan->n_blocks * (uint32_t)n_seats,
		 words[HEAD + OF_SEAT * SCHEDULE_MAX_SEATS] = {(uint32_t)n_seats, games};
	struct seat seats[SCHEDULE_MAX_SEATS];
	for (int i = 0; i < n_seats; i++)
		seats[i] = (struct seat){reading->version[plan->robot[i]], match_win_share(places, games, n_seats, i)};
	qsort(seats, (size_t)n_seats, sizeof *seats, compare_seats);
	for (int i = 0; i < n_seats; i++) {
		words[HEAD + OF_SEAT * i] = (uint32_t)seats[i].version;
		memcpy(&words[HEAD + OF_SEAT * i + 1], &seats[i].share, sizeof seats[i].share);
	}
	add_unit(reading->ladder, words, (size_t)(HEAD + OF_SEAT * n_seats), times);
	reading->ladder->games += times * games;
}

void labels_init(struct labels *labels, const struct contest_versions *versions)
{
	labels->n = versions->n;
	labels->items = NEW_ARRAY(struct label, (size_t)versions->n + 1);
	for (int i = 0; i < versions->n; i++) {
		AUTO_STR struct str text = contest_label(&versions->items[i]);
		labels->items[i] = (struct label){mem_strdup(text.text), i};
	}
	qsort(labels->items, (size_t)labels->n, sizeof *labels->items, compare_labels);
}

void labels_release(struct labels *labels)
{
	for (int i = 0; i < labels->n; i++)
		free(labels->items[i].text);
	free(labels->items);
	*labels = (struct labels){0};
}

int labels_find(const struct labels *labels, const char *text)
{
	const struct label key = {.text = (char *)(uintptr_t)text};
	const struct label *found = bsearch(&key, labels->items, (size_t)labels->n, sizeof key, compare_labels);
	return found ? found->version : -1;
}

int ladder_find_versions(const struct run_config *info, const struct labels *labels, int **list, struct err *err)
{
	*list = NEW_ARRAY(int, (size_t)info->n_robots);
	for (int i = 0; i < info->n_robots; i++)
		if (((*list)[i] = labels_find(labels, info->robots[i].label)) < 0)
			return err_set(err, EXIT_WORLD,
				       "the database of the contest has no version '%s', which played in a round",
				       info->robots[i].label);
	return 0;
}

int ladder_add_run(struct ladder *ladder, struct database *database, int64_t run, const struct labels *labels,
		   struct err *err)
{
	AUTO_RUN_CONFIG struct run_config info = {0};
	struct ladder_reading reading = {.ladder = ladder};
	if (database_info(database, run, &info, err))
		return -1;
	int failed = run_config_schedule(&info, &reading.schedule, err) ||
		     ladder_find_versions(&info, labels, &reading.version, err) ||
		     database_each_match(database, run, &reading.schedule, add_match, &reading, err);
	free(reading.version);
	return failed ? -1 : 0;
}

int ladder_find_round(const struct contest *contest, int64_t season, int64_t round, int64_t *run, struct err *err)
{
	char seed[CONTEST_SEED];
	contest_seed(contest, season, round, seed);
	return contest_find_run(contest->database, seed, run, err);
}

int ladder_count_rounds(const struct contest *contest, int64_t season, int64_t *n_rounds, struct err *err)
{
	int64_t run = 1;
	for (*n_rounds = 0; run; *n_rounds += run != 0)
		if (ladder_find_round(contest, season, *n_rounds + 1, &run, err))
			return -1;
	return 0;
}

int ladder_add_rounds(struct ladder *ladder, const struct contest *contest, int64_t season, int64_t n_rounds,
		      const struct contest_versions *versions, struct err *err)
{
	AUTO_LABELS struct labels labels = {0};
	labels_init(&labels, versions);
	for (int64_t round = 1; round <= n_rounds; round++) {
		int64_t run;
		if (ladder_find_round(contest, season, round, &run, err) ||
		    ladder_add_run(ladder, contest->database, run, &labels, err))
			return -1;
	}
	return 0;
}

/* Chooses the versions to fit, which are those that take part. Sets index[version] to the index in the fit, or to
 * -1. */
static int choose(const struct contest_versions *versions, int *index, int *list)
{
	int n = 0;
	for (int i = 0; i < versions->n; i++) {
		index[i] = versions->items[i].is_active ? n : -1;
		if (versions->items[i].is_active)
			list[n++] = i;
	}
	return n;
}

/* Returns the units in sorted order, independent of the order in which they were added. Robots are numbered by `index`,
 * and units with versions that are not fitted are left out. `robots` and `shares` have room for all seats. */
static struct strength_unit *list_units(const struct ladder *ladder, const int *index, int *robots, double *shares,
					size_t *n_units)
{
	AUTO_INTERN struct intern sorted = {0};
	AUTO_FREE uint32_t *map = NEW_ARRAY(uint32_t, ladder->units.n + 1);
	AUTO_FREE uint64_t *times = NEW_ARRAY(uint64_t, ladder->units.n + 1);
	struct strength_unit *units = NEW_ARRAY(struct strength_unit, ladder->units.n + 1);
	size_t at = 0;
	intern_copy_sorted(&ladder->units, &sorted, map);
	for (uint32_t u = 0; u < ladder->units.n; u++)
		times[map[u]] = ladder->times[u];
	*n_units = 0;
	for (uint32_t u = 0; u < sorted.n; u++) {
		const uint32_t *words = intern_words(&sorted, u);
		bool is_wanted = true;
		for (uint32_t i = 0; i < words[0] && is_wanted; i++) {
			robots[at + i] = index[words[HEAD + OF_SEAT * i]];
			memcpy(&shares[at + i], &words[HEAD + OF_SEAT * i + 1], sizeof shares[at]);
			is_wanted = robots[at + i] >= 0;
		}
		if (!is_wanted)
			continue;
		units[(*n_units)++] = (struct strength_unit){
			.n_seats = (int)words[0], .games = words[1], .times = times[u], .robots = robots + at,
			.shares = shares + at,
		};
		at += words[0];
	}
	return units;
}

void ladder_fit(const struct ladder *ladder, const struct contest_versions *versions, struct strengths *strengths,
		int **list)
{
	AUTO_FREE int *index = NEW_ARRAY(int, (size_t)versions->n + 1);
	AUTO_FREE int *robots = NEW_ARRAY(int, ladder->units.n_words + 1);
	AUTO_FREE double *shares = NEW_ARRAY(double, ladder->units.n_words + 1);
	*list = NEW_ARRAY(int, (size_t)versions->n + 1);
	int n = choose(versions, index, *list);
	size_t n_units;
	AUTO_FREE struct strength_unit *units = list_units(ladder, index, robots, shares, &n_units);
	strengths_fit(strengths, n, units, n_units);
	strengths_to_field(strengths, units, n_units);
}

struct contest_rating *ladder_ratings(const struct strengths *strengths, const int *list,
				      const struct contest_versions *versions)
{
	AUTO_FREE int *played = NEW_ARRAY(int, (size_t)strengths->n + 1);
	struct contest_rating *ratings = NEW_ARRAY(struct contest_rating, (size_t)strengths->n + 1);
	int n_played = 0;
	for (int i = 0; i < strengths->n; i++)
		if (strengths->matches[i])
			played[n_played++] = i;
	AUTO_FREE double *variances = NEW_ARRAY(double, (size_t)strengths->n + 1);
	if (n_played)
		strengths_from_mean(strengths, played, n_played, variances);
	for (int i = 0; i < strengths->n; i++) {
		double width = STRENGTH_ELO * anytime_width(n_played ? variances[i] : 4, ANYTIME_RATING),
		       elo = STRENGTH_ELO * strengths->theta[i];
		ratings[i] = (struct contest_rating){
			.version = versions->items[list[i]].id, .elo = elo,
			.low = fmax(elo - width, fmin(elo, -MOST_ELO)),
			.high = fmin(elo + width, fmax(elo, MOST_ELO)), .matches = strengths->matches[i],
		};
	}
	return ratings;
}

void ladder_each_pair(const struct ladder *ladder,
		      void (*visit)(int a, int b, double value, uint32_t games, uint64_t times, void *context),
		      void *context)
{
	for (uint32_t u = 0; u < ladder->units.n; u++) {
		const uint32_t *words = intern_words(&ladder->units, u);
		for (uint32_t i = 0; i < words[0]; i++) {
			for (uint32_t k = i + 1; k < words[0]; k++) {
				double a, b;
				memcpy(&a, &words[HEAD + OF_SEAT * i + 1], sizeof a);
				memcpy(&b, &words[HEAD + OF_SEAT * k + 1], sizeof b);
				visit((int)words[HEAD + OF_SEAT * i], (int)words[HEAD + OF_SEAT * k], (1 + a - b) / 2,
				      words[1], ladder->times[u], context);
			}
		}
	}
}
