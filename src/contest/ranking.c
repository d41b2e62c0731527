/* ranking.c - the table of a contest (site.h). */
#include "contest/site.h"

#include "base/json.h"
#include "output/columns.h"

void ranking_release(struct ranking *ranking)
{
	if (!ranking->is_part)
		contest_versions_release(&ranking->versions);
	free(ranking->rows);
	*ranking = (struct ranking){0};
}

/* Stores a rating. Called for the rounds in ascending order, so the latest rating of each version remains. */
static void take_rating(int64_t round, const struct contest_rating *rating, void *context)
{
	struct ranking *ranking = context;
	ranking->round = round;
	for (int i = 0; i < ranking->n_rows; i++)
		if (ranking->rows[i].version->id == rating->version)
			ranking->rows[i].rating = *rating;
}

/* Compares for sorting: best rating first, versions without matches last. */
static int compare(const void *a, const void *b)
{
	const struct ranking_row *x = a, *y = b;
	if (!x->rating.matches != !y->rating.matches)
		return x->rating.matches ? -1 : 1;
	return ORDER(y->rating.elo, x->rating.elo) ?: ORDER(x->version->id, y->version->id);
}

static void rank(struct ranking *ranking)
{
	for (int i = 0; i < ranking->n_rows; i++) {
		struct ranking_row *row = &ranking->rows[i];
		row->first_rank = 1;
		row->last_rank = ranking->n_rows;
		for (int k = 0; k < ranking->n_rows && row->rating.matches; k++) {
			const struct contest_rating *other = &ranking->rows[k].rating;
			row->first_rank += other->matches && other->low > row->rating.high;
			row->last_rank -= other->matches && other->high < row->rating.low;
		}
	}
}

int ranking_read(const struct contest *contest, struct ranking *ranking, struct err *err)
{
	*ranking = (struct ranking){0};
	if (!contest->database)
		return 0;
	if (contest_get_versions(contest->database, &ranking->versions, err))
		return -1;
	ranking->rows = NEW_ARRAY(struct ranking_row, (size_t)ranking->versions.n + 1);
	for (int i = 0; i < ranking->versions.n; i++) {
		const struct contest_version *version = &ranking->versions.items[i];
		int64_t since = version->season == contest->season.number ? version->round : 1;
		if (version->is_active)
			ranking->rows[ranking->n_rows++] = (struct ranking_row){.version = version, .since = since};
	}
	if (contest_each_rating(contest->database, contest->season.number, take_rating, ranking, err))
		return -1;
	if (ranking->n_rows)
		qsort(ranking->rows, (size_t)ranking->n_rows, sizeof *ranking->rows, compare);
	rank(ranking);
	return 0;
}

bool ranking_has_team(const struct ranking *ranking, int n, const char *team)
{
	return ANY_OF(i, n, strcmp(ranking->rows[i].version->team, team) == 0);
}

void ranking_of_category(const struct ranking *ranking, const struct settings *settings, int category,
			 struct ranking *among)
{
	*among = (struct ranking){.versions = ranking->versions, .is_part = true, .round = ranking->round,
				  .rows = NEW_ARRAY(struct ranking_row, (size_t)ranking->n_rows + 1)};
	for (int i = 0; i < ranking->n_rows; i++)
		if (settings_has_team(settings, category, ranking->rows[i].version->team))
			among->rows[among->n_rows++] = ranking->rows[i];
	rank(among);
}

void ranking_of_ladder(const struct ranking *ranking, const struct ladder *ladder, struct ranking *by)
{
	struct strengths strengths;
	int *list;
	ladder_fit(ladder, &ranking->versions, &strengths, &list);
	AUTO_FREE struct contest_rating *ratings = ladder_ratings(&strengths, list, &ranking->versions);
	*by = (struct ranking){.versions = ranking->versions, .is_part = true, .round = ranking->round,
		.n_rows = ranking->n_rows, .rows = NEW_ARRAY(struct ranking_row, (size_t)ranking->n_rows + 1)};
	for (int i = 0; i < by->n_rows; i++) {
		by->rows[i] = ranking->rows[i];
		by->rows[i].rating = (struct contest_rating){.version = ranking->rows[i].version->id};
		for (int k = 0; k < strengths.n; k++)
			if (ratings[k].version == by->rows[i].version->id)
				by->rows[i].rating = ratings[k];
	}
	qsort(by->rows, (size_t)by->n_rows, sizeof *by->rows, compare);
	rank(by);
	strengths_release(&strengths);
	free(list);
}

/* Returns Elo with one decimal, because the ratings are not more precise. */
static json_t *elo(const struct ranking_row *row, double value)
{
	return row->rating.matches ? json_number(__builtin_round(value * 10) / 10) : json_null();
}

COLUMN_VALUE(ranking_row, rank_value, json_pack("[i, i]", r->first_rank, r->last_rank))
COLUMN_VALUE(ranking_row, team_value, json_clean(r->version->team))
COLUMN_VALUE(ranking_row, version_value, json_clean(r->version->name))
COLUMN_VALUE(ranking_row, elo_value, elo(r, r->rating.elo))
COLUMN_VALUE(ranking_row, low_value, elo(r, r->rating.low))
COLUMN_VALUE(ranking_row, high_value, elo(r, r->rating.high))
COLUMN_VALUE(ranking_row, matches_value, json_integer((json_int_t)r->rating.matches))
COLUMN_VALUE(ranking_row, round_value, json_integer(r->since))
COLUMN_VALUE(ranking_row, sha_value, json_clean(r->version->sha256))

COLUMN_TEXT(ranking_row, rank_text, r->first_rank == r->last_rank ? "%d" : "%d-%d", r->first_rank, r->last_rank)
COLUMN_TEXT(ranking_row, elo_text, r->rating.matches ? "%.1f" : "", r->rating.elo)
COLUMN_TEXT(ranking_row, low_text, r->rating.matches ? "%.1f" : "", r->rating.low)
COLUMN_TEXT(ranking_row, high_text, r->rating.matches ? "%.1f" : "", r->rating.high)

static const struct column columns[] = {
	{.key = "rank", .title = "rank", .value = rank_value, .add_text = rank_text, .csv = "rank_first,rank_last"},
	{.key = "team", .title = "team", .value = team_value, .is_left = true},
	{.key = "version", .title = "version", .value = version_value, .is_left = true},
	{.key = "elo", .title = "Elo", .value = elo_value, .add_text = elo_text},
	{.key = "elo_low", .title = "low", .value = low_value, .add_text = low_text},
	{.key = "elo_high", .title = "high", .value = high_value, .add_text = high_text},
	{.key = "matches", .title = "matches", .value = matches_value},
	{.key = "since_round", .title = "since round", .value = round_value},
	{.key = "sha256", .value = sha_value},
};

void ranking_text(const struct ranking *ranking, bool has_colour, struct str *out)
{
	columns_add_table(COLUMNS(columns), 0, ROWS(ranking->rows, ranking->n_rows), has_colour, out);
}

void ranking_csv(const struct ranking *ranking, struct str *out)
{
	columns_add_all_csv(COLUMNS(columns), ROWS(ranking->rows, ranking->n_rows), out);
}

json_t *ranking_json(const struct ranking *ranking)
{
	return columns_all_json(COLUMNS(columns), ROWS(ranking->rows, ranking->n_rows));
}
