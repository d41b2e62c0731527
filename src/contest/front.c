/* front.c - the front page of a contest, and the page on how to take part (site.h). */
#include "base/json.h"
#include "base/template.h"
#include "contest/pages.h"

enum { MOST_RIVALS = 3, MOST_UPSETS = 10 };

/* Returns robot i of a list of n, with the text between it and the one before. */
static json_t *listed_robot(const struct contest_site *site, int version, int i, int n)
{
	json_t *robot = contest_page_robot(site, version);
	json_object_set_new(robot, "before", json_string(i == 0 ? "" : i == n - 1 ? " and " : ", "));
	return robot;
}

/* Returns the robots that may be as strong as the first one: {list, more}; null if there are none. */
static json_t *rivals_of(const struct contest_site *site, const int *rivals, int n)
{
	int n_named = n > MOST_RIVALS ? MOST_RIVALS - 1 : n;
	AUTO_STR struct str more = {0};
	if (n == 0)
		return json_null();
	if (n > n_named)
		str_addf(&more, " and %d others", n - n_named);
	return json_pack("{s:o, s:s}", "list", JSON_LIST(i, n_named, listed_robot(site, rivals[i], i, n)),
			 "more", str_text(&more));
}

/* Returns the leader, or null if no round is rated yet. */
static json_t *leader_of(const struct contest_site *site)
{
	const struct ranking_row *rows = site->ranking.rows;
	AUTO_FREE int *rivals = NEW_ARRAY(int, (size_t)site->ranking.n_rows + 1);
	int n = 0;
	if (site->ranking.n_rows == 0 || !rows->rating.matches)
		return json_null();
	for (int i = 1; i < site->ranking.n_rows; i++)
		if (rows[i].rating.matches && rows[i].rating.high >= rows->rating.low)
			rivals[n++] = contest_page_place(site, rows[i].version);
	json_t *leader = contest_page_robot(site, contest_page_place(site, rows->version));
	json_add(leader, "{s:I, s:o}", "round", (json_int_t)site->ranking.round, "rivals", rivals_of(site, rivals, n));
	return leader;
}

static int version_at(const struct contest_site *site, const json_t *row)
{
	return labels_find(&site->labels, json_text_at(row, "robot"));
}

static json_t *percent_of(double share)
{
	return json_sprintf("%.1f", 100 * share);
}

/* Returns the winner of a final with {share, rivals}, or null if there was no final. */
static json_t *winner_of(const struct contest_site *site, const struct site_season *season)
{
	size_t n = json_array_size(season->rows);
	AUTO_FREE int *rivals = NEW_ARRAY(int, n + 1);
	const json_t *first = json_array_get(season->rows, 0);
	int n_rivals = 0;
	if (season->evening)
		return contest_page_evening_winner(site, season->evening);
	if (n == 0 || version_at(site, first) < 0)
		return json_null();
	for (size_t i = 1; i < n; i++) {
		const json_t *row = json_array_get(season->rows, i);
		if (version_at(site, row) >= 0 && json_number_at(row, "high") >= json_number_at(first, "low"))
			rivals[n_rivals++] = version_at(site, row);
	}
	json_t *winner = contest_page_robot(site, version_at(site, first));
	json_add(winner, "{s:s, s:o, s:o}", "how", "", "share", percent_of(json_number_at(first, "win_rate")),
		 "rivals", rivals_of(site, rivals, n_rivals));
	return winner;
}

static json_t *final_row(const struct contest_site *site, const json_t *row, int version)
{
	static const struct html_range all = {0, 1};
	AUTO_STR struct str drawn = {0};
	json_t *robot = contest_page_robot(site, version);
	html_interval(&drawn, &all, json_number_at(row, "low"), json_number_at(row, "win_rate"),
		      json_number_at(row, "high"));
	json_add(robot, "{s:o, s:o, s:o, s:s, s:o}", "rank",
		 contest_page_ranks((long long)json_number_at(row, "rank_best"),
				    (long long)json_number_at(row, "rank_worst")), "share",
		 percent_of(json_number_at(row, "win_rate")), "interval",
		 json_sprintf("%.1f to %.1f", 100 * json_number_at(row, "low"), 100 * json_number_at(row, "high")),
		 "drawn", drawn.text, "games", contest_page_count((uint64_t)json_number_at(row, "games")));
	return robot;
}

/* Returns the table of the final as HTML, or null if there was no final. */
static json_t *final_of(const struct contest_site *site, const struct site_season *season)
{
	if (season->evening)
		return contest_page_evening(site, season->evening);
	json_t *rows = json_array();
	JSON_EACH(i, row, season->rows) {
		int version = version_at(site, row);
		if (version >= 0)
			json_array_append_new(rows, final_row(site, row, version));
	}
	AUTO_STR struct str table = {0};
	AUTO_JSON json_t *data = json_pack("{s:o, s:o}", "name", json_clean(season->season.name), "rows", rows);
	template_add(contest_page_template("final"), data, &table);
	return season->rows ? json_pack("{s:s}", "table", table.text) : json_null();
}

/* Returns the first three robots of the final or, without one, of the ratings. */
static json_t *podium_of(const struct contest_site *site, const struct site_season *ended)
{
	if (ended && ended->evening)
		return json_listed(contest_page_evening_podium(site, ended->evening));
	json_t *list = json_array();
	for (size_t i = 0; ended && i < json_array_size(ended->rows) && i < 3; i++) {
		const json_t *row = json_array_get(ended->rows, i);
		json_t *robot = version_at(site, row) < 0 ? NULL : final_row(site, row, version_at(site, row));
		if (!robot)
			continue;
		json_object_set_new(robot, "score", json_sprintf("%.1f %%", 100 * json_number_at(row, "win_rate")));
		json_array_append_new(list, robot);
	}
	for (int i = 0; !ended && i < site->ranking.n_rows && i < 3; i++) {
		const struct ranking_row *row = &site->ranking.rows[i];
		json_t *robot = row->rating.matches ? contest_page_robot(site, contest_page_place(site, row->version))
						    : NULL;
		if (!robot)
			continue;
		json_add(robot, "{s:o, s:o}", "rank", contest_page_ranks(row->first_rank, row->last_rank),
			 "score", contest_page_elo(row->rating.elo));
		json_array_append_new(list, robot);
	}
	return json_listed(list);
}

static struct html_range range_of(const struct ranking *ranking)
{
	struct html_range range = {-10, 10};
	for (int i = 0; i < ranking->n_rows; i++) {
		const struct contest_rating *rating = &ranking->rows[i].rating;
		range.low = rating->matches && rating->low < range.low ? rating->low : range.low;
		range.high = rating->matches && rating->high > range.high ? rating->high : range.high;
	}
	return range;
}

/* Returns the rating one round ago of the row's robot, with its current version or the latest one before that. Returns
 * NULL if it had none. */
static const struct html_point *point_before(const struct contest_site *site, const struct ranking_row *row)
{
	for (int i = contest_page_place(site, row->version); i >= 0; i--) {
		const struct contest_version *version = &site->ranking.versions.items[i];
		const struct site_version *of = &site->versions[i];
		bool is_same = strcmp(version->team, row->version->team) == 0 &&
			strcmp(version->robot, row->version->robot) == 0;
		for (int k = of->n_points - 1; is_same && k >= 0; k--)
			if (of->points[k].round == site->ranking.round - 1)
				return &of->points[k];
	}
	return NULL;
}

/* Sets moved[i] to the number of places by which row i has moved up since the last round, or is_new[i] if it was not in
 * the table. */
static void compare_with_last_round(const struct contest_site *site, int *moved, bool *is_new)
{
	int n = site->ranking.n_rows;
	AUTO_FREE double *elo = NEW_ARRAY(double, (size_t)n + 1);
	for (int i = 0; i < n; i++) {
		const struct html_point *point = point_before(site, &site->ranking.rows[i]);
		is_new[i] = !point;
		elo[i] = point ? point->elo : 0;
	}
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n && !is_new[i]; k++) /* count the rows that are before it now, and those that were
		                                           * before it */
			moved[i] += !is_new[k] && k != i ? (elo[k] > elo[i] || (elo[k] == elo[i] && k < i)) - (k < i)
							 : 0;
}

static json_t *row_of(const struct contest_site *site, const struct ranking_row *row, const struct html_range *range)
{
	int version = contest_page_place(site, row->version);
	AUTO_STR struct str drawn = {0}, history = {0};
	json_t *robot = contest_page_robot(site, version);
	if (row->rating.matches)
		html_interval(&drawn, range, row->rating.low, row->rating.elo, row->rating.high);
	html_spark(&history, site->versions[version].points, site->versions[version].n_points);
	json_add(robot, "{s:o, s:s, s:s, s:o}", "rank", contest_page_ranks(row->first_rank, row->last_rank),
		"drawn", str_text(&drawn), "history", history.text, "matches", contest_page_count(row->rating.matches));
	contest_page_set_rating(robot, &row->rating);
	return robot;
}

static json_t *rows_of(const struct contest_site *site)
{
	struct html_range range = range_of(&site->ranking);
	AUTO_FREE int *moved = NEW_ARRAY(int, (size_t)site->ranking.n_rows + 1);
	AUTO_FREE bool *is_new = NEW_ARRAY(bool, (size_t)site->ranking.n_rows + 1);
	json_t *rows = json_array();
	if (site->ranking.round > 1)
		compare_with_last_round(site, moved, is_new);
	for (int i = 0; i < site->ranking.n_rows; i++) {
		json_t *row = row_of(site, &site->ranking.rows[i], &range);
		json_add(row, "{s:i, s:i, s:b}", "up", moved[i] > 0 ? moved[i] : 0,
			 "down", moved[i] < 0 ? -moved[i] : 0, "is_new", (int)is_new[i]);
		json_array_append_new(rows, row);
	}
	return rows;
}

/* Adds the standings of a part of the robots, or by a part of the rounds. */
static void add_part(const struct contest_site *site, const char *name, const struct ranking *ranking, json_t *list)
{
	json_t *rows = json_array();
	for (int i = 0; i < ranking->n_rows; i++) {
		const struct ranking_row *row = &ranking->rows[i], *overall = site->ranking.rows;
		while (overall->version != row->version)
			overall++;
		json_t *robot = contest_page_robot(site, contest_page_place(site, row->version));
		json_add(robot, "{s:o, s:o}", "rank", contest_page_ranks(row->first_rank, row->last_rank), "overall",
			 contest_page_ranks(overall->first_rank, overall->last_rank));
		contest_page_set_rating(robot, &row->rating);
		json_array_append_new(rows, robot);
	}
	json_array_append_new(list, json_pack("{s:i, s:o, s:o}", "id", (int)json_array_size(list) + 1,
					      "name", json_clean(name), "rows", rows));
}

/* Returns the standings of categories of teams, and of each game that the rounds have in turn. */
static json_t *parts_of(const struct contest_site *site)
{
	const struct settings *settings = &site->contest->settings;
	json_t *list = json_array();
	AUTO_STR struct str name = {0};
	for (int i = 0; settings_category(settings, i, &name); i++) {
		AUTO_RANKING struct ranking ranking = {0};
		ranking_of_category(&site->ranking, settings, i, &ranking);
		add_part(site, name.text, &ranking, list);
	}
	for (int i = 0; i < site->n_games; i++) {
		AUTO_STR struct str title = str_of("Rounds of ");
		settings_round_text(settings, i, &title);
		if (site->by_game[i].n_rows && site->by_game[i].rows->rating.matches)
			add_part(site, title.text, &site->by_game[i], list);
	}
	return list;
}

/* Returns true if there is a worse loss to the same opponent. */
static bool is_repeated(const struct site_version *of, int loss)
{
	return ANY_OF(i, loss, of->losses[i].opponent == of->losses[loss].opponent);
}

/* Returns the losses to the lowest-rated opponents among all versions that take part, at most one for each pair. */
static json_t *upsets_of(const struct contest_site *site)
{
	const struct site_loss *losses[MOST_UPSETS];
	int losers[MOST_UPSETS], n = 0;
	for (int i = 0; i < site->ranking.n_rows; i++) {
		int version = contest_page_place(site, site->ranking.rows[i].version);
		const struct site_version *of = &site->versions[version];
		for (int k = 0; k < of->n_losses; k++) {
			double gap = of->rating.elo - of->losses[k].elo;
			int at = n;
			while (at > 0 && site->versions[losers[at - 1]].rating.elo - losses[at - 1]->elo < gap)
				at--;
			if (gap <= 0 || at == MOST_UPSETS || is_repeated(of, k))
				continue;
			n += n < MOST_UPSETS;
			memmove(&losses[at + 1], &losses[at], (size_t)(n - at - 1) * sizeof *losses);
			memmove(&losers[at + 1], &losers[at], (size_t)(n - at - 1) * sizeof *losers);
			losses[at] = &of->losses[k];
			losers[at] = version;
		}
	}
	return json_listed(JSON_LIST(i, n, json_pack("{s:o, s:o, s:o, s:o, s:I, s:o}",
		"loser", json_clean(site->ranking.versions.items[losers[i]].team), "loser_elo",
		contest_page_elo(site->versions[losers[i]].rating.elo), "winner",
		json_clean(site->ranking.versions.items[losses[i]->opponent].team),
		"winner_elo", contest_page_elo(losses[i]->elo),
		"round", (json_int_t)losses[i]->round, "game", contest_page_game(site, losses[i]))));
}

static bool has_note(const struct contest_site *site, const char *team)
{
	JSON_EACH(i, note, site->notes)
		if (strcmp(json_string_value(json_array_get(note, 0)), team) == 0)
			return true;
	return false;
}

/* Returns the teams that have a version and a note but no robot that takes part. Teams without a note are left out,
 * because they have withdrawn their robots. */
static json_t *others_of(const struct contest_site *site)
{
	json_t *list = json_array();
	for (int i = 0; i < site->ranking.versions.n; i++) {
		bool plays = ANY_OF(k, site->ranking.n_rows,
				    site->versions[contest_page_place(site, site->ranking.rows[k].version)].team ==
				    i + 1);
		if (!plays && site->versions[i].team == i + 1 && has_note(site, site->ranking.versions.items[i].team))
			json_array_append_new(list, json_pack("{s:s, s:i, s:o}",
				"comma", json_array_size(list) ? ", " : "", "page", i + 1,
				"team", json_clean(site->ranking.versions.items[i].team)));
	}
	return json_listed(list);
}

/* Returns the notes to teams that have no page, because none of their submissions has become a version. */
static json_t *strangers_of(const struct contest_site *site)
{
	json_t *list = json_array();
	JSON_EACH(i, note, site->notes) {
		if (contest_find_team(&site->ranking.versions, json_string_value(json_array_get(note, 0))) < 0)
			json_array_append_new(list, json_pack("{s:O, s:O}", "team", json_array_get(note, 0), "note",
							      json_array_get(note, 1)));
	}
	return list;
}

/* Returns the seed of the final of a season. */
static json_t *seed_of(const struct contest_site *site, const struct contest_season *season)
{
	char seed[CONTEST_SEED];
	contest_seed(site->contest, season->number, 0, seed);
	return json_string(seed);
}

/* Returns the earlier seasons, latest first. */
static json_t *earlier_of(const struct contest_site *site)
{
	json_t *list = json_array();
	for (int n = site->n_ended - !!*site->contest->season.ended; n-- > 0;) {
		const struct site_season *season = &site->ended[n];
		json_t *one = json_pack("{s:o, s:o}", "name", json_clean(season->season.name),
					"winner", winner_of(site, season));
		json_t *table = final_of(site, season);
		json_object_set(one, "table", json_is_null(table) ? table : json_object_get(table, "table"));
		json_decref(table);
		json_array_append_new(list, one);
	}
	return json_listed(list);
}

/* Returns the data for verifying the finals of this season and of earlier ones. */
static json_t *seals_of(const struct contest_site *site)
{
	const struct contest_season *now = &site->contest->season;
	json_t *list = json_array();
	if (!*now->ended)
		json_array_append_new(list, json_pack("{s:o, s:s, s:n, s:n}", "name", json_clean(now->name),
						      "seal", now->seal, "seed", "again"));
	for (int n = site->n_ended; n-- > 0;) {
		const struct site_season *season = &site->ended[n];
		json_array_append_new(list, json_pack("{s:o, s:s, s:o, s:o}", "name", json_clean(season->season.name),
						      "seal", season->season.seal,
						      "seed", seed_of(site, &season->season),
						      "again", *str_text(&season->again)
						      ? contest_page_lines(season->again.text) : json_null()));
	}
	return list;
}

/* Returns the times of the season: {what, time, iso}. */
static json_t *dates_of(const struct contest_site *site)
{
	const struct settings *settings = &site->contest->settings;
	const struct {
		const char *what, *setting;
	} dates[] = {{"Opens", settings->opens}, {"Freezes", settings->freezes}, {"Final", settings->final}};
	json_t *list = json_array();
	for (size_t i = 0; i < sizeof dates / sizeof *dates && !*site->contest->season.ended; i++) {
		char time[CONTEST_TIME];
		if (contest_time(site->contest, dates[i].setting, time))
			json_array_append_new(list, json_pack("{s:s, s:o, s:o}", "what", dates[i].what, "time",
				json_sprintf("%.16s", time), "iso", json_sprintf("%.10sT%.5sZ", time, time + 11)));
	}
	return list;
}

static json_t *night_of(const struct contest_site *site)
{
	const struct site_night *night = &site->night;
	if (!night->why)
		return json_null();
	json_t *others = JSON_LIST(i, night->n_others, listed_robot(site, night->others[i], i, night->n_others));
	return json_pack("{s:o, s:o, s:o, s:o, s:I, s:I}", "winner", contest_page_robot(site, night->winner),
			 "others", others, "why", json_clean(night->why), "game", contest_page_game(site, &night->game),
			 "number", (json_int_t)night->game.game + 1, "round", (json_int_t)night->game.round);
}

void contest_pages_index(const struct contest_site *site, struct str *out)
{
	const struct settings *settings = &site->contest->settings;
	const struct contest_season *season = &site->contest->season;
	const struct site_season *ended = *season->ended && site->n_ended ? &site->ended[site->n_ended - 1] : NULL;
	json_t *winner = ended ? winner_of(site, ended) : json_null();
	json_t *leader = json_is_null(winner) ? leader_of(site) : json_null();
	bool has_final = !json_is_null(winner);
	json_t *data = json_pack("{s:o, s:o, s:b, s:s, s:b, s:o, s:o}", "winner", winner, "leader", leader, "waiting",
		(int)(!has_final && json_is_null(leader)), "state",
		*season->ended ? "ended" : *season->frozen ? "frozen, no new versions" : "open",
		"is_open", (int)!*season->frozen, "podium", podium_of(site, has_final ? ended : NULL), "final",
		has_final || (ended && ended->evening) ? final_of(site, ended)
		: site->evening ? contest_page_evening(site, site->evening) : json_null());
	json_object_set_new(data, "puzzles",
			    !site->has_puzzles ? json_null() : json_string(site->runs[0] ? "final" : "last round"));
	AUTO_STR struct str game = rules_title(site->contest->rules.family, site->contest->rules.name);
	json_add(data, "{s:i, s:s, s:o, s:s, s:o, s:o}", "robots", site->ranking.n_rows,
		 "robots_plural", site->ranking.n_rows == 1 ? "" : "s",
		 "rounds", contest_page_count((uint64_t)site->ranking.round),
		 "plural", site->ranking.round == 1 ? "" : "s", "games", contest_page_count(site->games),
		 "rules", json_clean(*settings->rounds ? settings->rounds : game.text));
	json_add(data, "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "dates", dates_of(site),
		 "night", night_of(site), "rows", rows_of(site),
		 "categories", parts_of(site), "others", others_of(site), "strangers", strangers_of(site),
		 "upsets", upsets_of(site), "earlier", earlier_of(site), "seals", seals_of(site));
	contest_page_add(site, "index", "", site->contest->settings.title, data, out);
}

/* Returns the options that select the game: " -v wild -r dice=3". */
static json_t *options_of(const struct settings *settings)
{
	AUTO_STR struct str options = str_of("-v %s", settings->variant);
	AUTO_FREE char *changes = mem_strdup(settings->rules);
	char *rest = changes;
	for (char *word; (word = strsep(&rest, " ")) != NULL;)
		str_addf(&options, *word ? " -r %s" : "%s", word);
	return json_clean(options.text);
}

void contest_pages_take_part(const struct contest_site *site, struct str *out)
{
	const struct settings *settings = &site->contest->settings;
	AUTO_STR struct str rules = rules_text(&site->contest->rules);
	AUTO_STR struct str path = contest_path(site->contest, "languages.json");
	AUTO_JSON json_t *languages = json_read(path.text, NULL);
	json_t *dates = dates_of(site), *list = json_incref(json_object_get(languages, "languages"));
	json_t *data = json_pack("{s:o, s:b, s:b, s:o, s:o, s:o, s:o, s:o, s:I, s:o}",
		"hand_in", json_clean(settings->hand_in), "is_open", (int)!*site->contest->season.frozen,
		"has_dates", (int)(json_array_size(dates) > 0), "dates", dates, "doctor",
		options_of(settings), "languages", json_listed(list ? list : json_array()),
		"rules", json_clean(rules.text), "by_turns", json_clean(settings->rounds), "seats",
		(json_int_t)settings->table_size, "games", contest_page_count((uint64_t)settings->games_per_round));
	json_add(data, "{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "move_ms", (json_int_t)settings->move_time_ms,
		 "start_ms", (json_int_t)settings->start_time_ms, "memory_mb", (json_int_t)settings->memory_mb,
		 "submission_mb", (json_int_t)settings->submission_mb, "build_seconds",
		 (json_int_t)settings->build_seconds, "build_memory_mb", (json_int_t)settings->build_memory_mb,
		 "robots", (json_int_t)settings->robots_per_team, "versions", (json_int_t)settings->versions_per_day);
	contest_page_add(site, "take_part", "", "Take part", data, out);
}
