/* pages.c - the pages of a contest (site.h): data for the templates in src/contest/web, of which the Makefile makes arrays of
 * bytes: index_html is index.html. The content does not depend on the time at which it is written. */
#include <stdarg.h>

#include "base/json.h"
#include "base/template.h"
#include "base/text.h"
#include "contest/site.h"
#include "output/show.h"

#include "contest/web.inc"

void contest_pages_game_name(const struct contest_site *site, const struct site_loss *loss, struct str *out)
{
	str_addf(out, "games/%" PRId64 "-%" PRId64 "-%" PRIu64 ".html", site->contest->season.number, loss->round,
		 loss->game + 1);
}

static int place_of(const struct contest_site *site, const struct contest_version *version)
{
	return (int)(version - site->ranking.versions.items);
}

/* A page below `up` from its data, which are released. */
static void add_page(const struct contest_site *site, const char *template, const char *up, const char *title, json_t *data,
		     struct str *out)
{
	AUTO_STR struct str content = {0};
	json_object_update_new(data, json_pack("{s:s, s:o, s:o, s:o}", "up", up, "title", json_clean(title), "contest",
					       json_clean(site->contest->settings.title), "season",
					       json_clean(site->contest->season.name)));
	template_add(template, data, &content);
	json_object_set_new(data, "content", json_string(str_text(&content)));
	template_add(frame_html, data, out);
	json_decref(data);
}

/* {list}, or null if it is empty: for what is around the list. */
static json_t *listed(json_t *list)
{
	if (json_array_size(list))
		return json_pack("{s:o}", "list", list);
	json_decref(list);
	return json_null();
}

__attribute__((format(printf, 1, 2))) static json_t *text_of(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	json_t *text = json_vsprintf(format, args);
	va_end(args);
	return text;
}

static json_t *count_of(uint64_t count)
{
	return json_string(show_count(count).text);
}

/* The cleaned text with its lines. */
static json_t *log_of(const char *text)
{
	AUTO_STR struct str line = {0}, lines = {0};
	while (str_next_line(&line, &text)) {
		text_add_clean(&lines, line.text);
		str_add(&lines, "\n");
	}
	return json_string(str_text(&lines));
}

static json_t *elo_of(double elo)
{
	AUTO_STR struct str text = {0};
	html_signed(&text, elo);
	return json_string(text.text);
}

static void add_rating(const struct contest_rating *rating, struct str *out)
{
	if (rating->matches)
		html_elo(out, rating->elo, rating->low, rating->high);
	else
		str_add(out, "<td>\u2013</td><td></td>");
}

static json_t *game_of(const struct contest_site *site, const struct site_loss *loss)
{
	AUTO_STR struct str page = {0};
	contest_pages_game_name(site, loss, &page);
	return json_string(page.text);
}

/* The seed of the final of a season. */
static json_t *seed_of(const struct contest_site *site, const struct contest_season *season)
{
	char seed[CONTEST_SEED];
	contest_seed(site->contest, season->number, 0, seed);
	return json_string(seed);
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

static json_t *row_of(const struct contest_site *site, const struct ranking_row *row, const struct html_range *range)
{
	const struct site_version *of = &site->versions[place_of(site, row->version)];
	bool is_shared = row->first_rank < row->last_rank;
	AUTO_STR struct str cells = {0};
	add_rating(&row->rating, &cells);
	if (row->rating.matches)
		html_interval(&cells, range, row->rating.low, row->rating.elo, row->rating.high);
	else
		str_add(&cells, "<td></td>");
	html_spark(&cells, of->points, of->n_points);
	return json_pack("{s:o, s:i, s:o, s:o, s:s, s:o}", "rank", is_shared ? text_of("%d\u2013%d", row->first_rank, row->last_rank) :
			 json_integer(row->first_rank), "page", of->team, "team", json_clean(row->version->team), "version",
			 json_clean(row->version->name), "cells", cells.text, "matches", count_of(row->rating.matches));
}

/* The losses to the lowest-rated opponents, over all versions that take part. */
static json_t *upsets_of(const struct contest_site *site)
{
	enum { MOST = 10 };
	const struct site_loss *losses[MOST];
	int losers[MOST], n = 0;
	json_t *list = json_array();
	for (int i = 0; i < site->ranking.n_rows; i++) {
		int version = place_of(site, site->ranking.rows[i].version);
		const struct site_version *of = &site->versions[version];
		for (int k = 0; k < of->n_losses; k++) {
			double gap = of->rating.elo - of->losses[k].elo;
			int at = n;
			while (at > 0 && site->versions[losers[at - 1]].rating.elo - losses[at - 1]->elo < gap)
				at--;
			if (gap <= 0 || at == MOST)
				continue;
			n += n < MOST;
			memmove(&losses[at + 1], &losses[at], (size_t)(n - at - 1) * sizeof *losses);
			memmove(&losers[at + 1], &losers[at], (size_t)(n - at - 1) * sizeof *losers);
			losses[at] = &of->losses[k];
			losers[at] = version;
		}
	}
	for (int i = 0; i < n; i++)
		json_array_append_new(list, json_pack("{s:o, s:o, s:o, s:o, s:I, s:o}",
			"loser", json_clean(site->ranking.versions.items[losers[i]].team), "loser_elo",
			elo_of(site->versions[losers[i]].rating.elo), "winner",
			json_clean(site->ranking.versions.items[losses[i]->opponent].team), "winner_elo", elo_of(losses[i]->elo),
			"round", (json_int_t)losses[i]->round, "game", game_of(site, losses[i])));
	return listed(list);
}

/* Teams without a robot that takes part. */
static json_t *others_of(const struct contest_site *site)
{
	json_t *list = json_array();
	for (int i = 0; i < site->ranking.versions.n; i++) {
		bool is_there = site->versions[i].team != i + 1;
		for (int k = 0; k < site->ranking.n_rows; k++)
			is_there |= site->versions[place_of(site, site->ranking.rows[k].version)].team == i + 1;
		if (!is_there)
			json_array_append_new(list, json_pack("{s:s, s:i, s:o}", "comma", json_array_size(list) ? ", " : "", "page", i + 1,
							      "team", json_clean(site->ranking.versions.items[i].team)));
	}
	return listed(list);
}

/* Notes to teams that have no page, since none of their submissions has become a version. */
static json_t *strangers_of(const struct contest_site *site)
{
	json_t *list = json_array(), *note;
	size_t i;
	json_array_foreach(site->notes, i, note) {
		bool has_page = false;
		for (int k = 0; k < site->ranking.versions.n; k++)
			has_page |= strcmp(site->ranking.versions.items[k].team, json_string_value(json_array_get(note, 0))) == 0;
		if (!has_page)
			json_array_append_new(list, json_pack("{s:O, s:O}", "team", json_array_get(note, 0), "note",
							      json_array_get(note, 1)));
	}
	return list;
}

/* Earlier seasons: the winner, and the sealed seed. */
static json_t *earlier_of(const struct contest_site *site)
{
	json_t *list = json_array();
	for (int n = site->n_ended - !!*site->contest->season.ended; n-- > 0;) {
		const struct contest_season *season = &site->ended[n].season;
		json_array_append_new(list, json_pack("{s:o, s:o, s:s, s:o}", "name", json_clean(season->name), "final_seed",
						      seed_of(site, season), "final_seal", season->seal, "table",
						      log_of(str_text(&site->ended[n].table))));
	}
	return listed(list);
}

void contest_pages_index(const struct contest_site *site, struct str *out)
{
	const struct contest_season *season = &site->contest->season;
	struct html_range range = range_of(&site->ranking);
	json_t *rows = json_array();
	for (int i = 0; i < site->ranking.n_rows; i++)
		json_array_append_new(rows, row_of(site, &site->ranking.rows[i], &range));
	json_t *data = json_pack("{s:s, s:i, s:o, s:s, s:o, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
		"state", *season->ended ? "ended" : *season->frozen ? "frozen, no new versions" : "open", "robots",
		site->ranking.n_rows, "rounds", count_of((uint64_t)site->ranking.round), "plural", site->ranking.round == 1 ? "" : "s",
		"games", count_of(site->games), "rules", site->contest->rules.name, "seal", season->seal, "seed",
		*season->ended ? seed_of(site, season) : json_null(), "final",
		*season->ended ? log_of(str_text(&site->ended[site->n_ended - 1].table)) : json_null(), "rows", rows,
		"others", others_of(site), "strangers", strangers_of(site), "upsets", upsets_of(site), "earlier", earlier_of(site));
	add_page(site, index_html, "", site->contest->settings.title, data, out);
}

/* The cell is coloured when the interval excludes one half. */
static const char *share_class(const struct interval *share)
{
	return share->low > 0.5 ? " class=\"win\"" : share->high < 0.5 ? " class=\"lose\"" : "";
}

void contest_pages_versus(const struct contest_site *site, struct str *out)
{
	const struct ranking *ranking = &site->ranking;
	int n = ranking->n_rows < SITE_MOST_VERSUS ? ranking->n_rows : SITE_MOST_VERSUS;
	json_t *rows = json_array();
	for (int i = 0; i < n; i++) {
		json_t *cells = json_array();
		for (int k = 0; k < n; k++) {
			struct interval share;
			uint64_t matches;
			bool has_met = contest_site_share(site, place_of(site, ranking->rows[i].version),
							  place_of(site, ranking->rows[k].version), &share, &matches);
			json_array_append_new(cells, json_pack("{s:s, s:o}", "class", has_met ? share_class(&share) : "", "share",
							       has_met ? text_of("%.0f", 100 * share.mean) : json_string("")));
		}
		json_array_append_new(rows, json_pack("{s:i, s:o, s:o}", "number", i + 1, "team", json_clean(ranking->rows[i].version->team),
						      "cells", cells));
	}
	add_page(site, versus_html, "", "Head to head", json_pack("{s:o, s:b, s:i}", "rows", rows, "is_cut", n < ranking->n_rows, "most", n),
		 out);
}

void contest_pages_versus_csv(const struct contest_site *site, struct str *out)
{
	str_add(out, "version,opponent,share,low,high,matches\r\n");
	for (int i = 0; i < site->ranking.versions.n; i++) {
		for (int k = 0; k < site->versions[i].n_met; k++) {
			struct interval share;
			uint64_t matches;
			AUTO_STR struct str label = contest_label(&site->ranking.versions.items[i]);
			AUTO_STR struct str other = contest_label(&site->ranking.versions.items[site->versions[i].met[k].opponent]);
			contest_site_share(site, i, site->versions[i].met[k].opponent, &share, &matches);
			show_add_csv(out, label.text);
			str_add(out, ",");
			show_add_csv(out, other.text);
			str_addf(out, ",%.6f,%.6f,%.6f,%" PRIu64 "\r\n", share.mean, share.low, share.high, matches);
		}
	}
}

void contest_pages_history_csv(const struct contest_site *site, struct str *out)
{
	str_add(out, "version,round,elo,low,high\r\n");
	for (int i = 0; i < site->ranking.versions.n; i++) {
		for (int k = 0; k < site->versions[i].n_points; k++) {
			const struct html_point *point = &site->versions[i].points[k];
			AUTO_STR struct str label = contest_label(&site->ranking.versions.items[i]);
			show_add_csv(out, label.text);
			str_addf(out, ",%" PRId64 ",%.1f,%.1f,%.1f\r\n", point->round, point->elo, point->low, point->high);
		}
	}
}

void contest_pages_archive(const struct contest_site *site, struct str *out)
{
	json_t *rounds = json_array();
	for (int64_t round = 1; round <= site->ranking.round; round++)
		json_array_append_new(rounds, json_integer(round));
	add_page(site, archive_html, "../", "Downloads", json_pack("{s:I, s:o}", "number", (json_int_t)site->contest->season.number,
								   "rounds", rounds), out);
}

/* The content of a file of the version's folder, if it exists: an organiser may have removed it. */
static json_t *file_of(const struct contest_site *site, const struct contest_version *version, const char *name)
{
	AUTO_STR struct str path = {0}, text = {0}, shown = {0};
	str_addf(&path, "%s/teams/%s/%s/%s", site->contest->folder, version->team, version->name, name);
	if (str_read_file(&text, path.text, 1 << 20, NULL))
		return json_null();
	contest_add_public(site->contest, str_text(&text), &shown);
	return log_of(str_text(&shown));
}

static json_t *opponents_of(const struct contest_site *site, int index)
{
	json_t *list = json_array();
	for (int i = 0; i < site->ranking.versions.n; i++) {
		const struct contest_version *opponent = &site->ranking.versions.items[i];
		struct interval share;
		uint64_t matches;
		if (contest_site_share(site, index, i, &share, &matches))
			json_array_append_new(list, json_pack("{s:i, s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:I}", "page", site->versions[i].team,
				"team", json_clean(opponent->team), "version", json_clean(opponent->name), "elo",
				elo_of(site->versions[i].rating.elo), "class", share_class(&share), "share", text_of("%.1f", 100 * share.mean),
				"low", text_of("%.1f", 100 * share.low), "high", text_of("%.1f", 100 * share.high), "matches",
				(json_int_t)matches));
	}
	return listed(list);
}

static json_t *losses_of(const struct contest_site *site, const struct site_version *of)
{
	json_t *list = json_array();
	for (int i = 0; i < of->n_losses; i++)
		json_array_append_new(list, json_pack("{s:o, s:I, s:I, s:o, s:o}", "game", game_of(site, &of->losses[i]), "round",
			(json_int_t)of->losses[i].round, "number", (json_int_t)of->losses[i].game + 1, "winner",
			json_clean(site->ranking.versions.items[of->losses[i].opponent].team), "elo", elo_of(of->losses[i].elo)));
	return listed(list);
}

static json_t *faults_of(const struct site_version *of, bool is_private)
{
	json_t *list = json_array();
	for (int i = 0; i < of->n_faults; i++)
		json_array_append_new(list, json_pack("{s:I, s:I, s:o, s:o}", "round", (json_int_t)of->faults[i].round, "game",
						      (json_int_t)of->faults[i].game, "what", json_clean(is_private ? of->faults[i].what : of->faults[i].kind), "output",
						      is_private ? log_of(of->faults[i].output) : json_null()));
	return listed(list);
}

static json_t *version_of(const struct contest_site *site, int index, bool is_private)
{
	const struct contest_version *version = &site->ranking.versions.items[index];
	const struct site_version *of = &site->versions[index];
	AUTO_STR struct str rating = {0}, history = {0}, state = {0};
	str_addf(&state, "%s%s", *version->reason ? "does not take part: " : version->is_active ? "takes part" : "was replaced or withdrawn",
		 is_private ? version->reason : "");
	if (!is_private)
		contest_add_kind(version->reason, &state);
	add_rating(&of->rating, &rating);
	html_history(&history, of->points, of->n_points);
	return json_pack("{s:I, s:o, s:o, s:s, s:o, s:I, s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o}", "id", (json_int_t)version->id,
			 "name", json_clean(version->name), "state", json_clean(state.text), "rating", rating.text, "matches",
			 count_of(of->rating.matches), "since", (json_int_t)version->round, "arrived", json_clean(version->arrived),
			 "sha256", text_of("%.16s", version->sha256), "history", str_text(&history), "opponents",
			 opponents_of(site, index), "losses", losses_of(site, of), "faults", faults_of(of, is_private), "build_log",
			 is_private ? file_of(site, version, "build.log") : json_null(), "checks",
			 is_private ? file_of(site, version, "doctor.txt") : json_null());
}

static json_t *warnings_of(const json_t *notes, const char *team)
{
	json_t *list = json_array(), *note;
	size_t i;
	json_array_foreach(notes, i, note)
		if (strcmp(json_string_value(json_array_get(note, 0)), team) == 0)
			json_array_append(list, json_array_get(note, 1));
	return list;
}

void contest_pages_team(const struct contest_site *site, int first_version, bool is_private, struct str *out)
{
	const struct contest_versions *versions = &site->ranking.versions;
	const char *team = versions->items[first_version].team;
	json_t *list = json_array();
	for (int i = versions->n - 1; i >= 0; i--)
		if (site->versions[i].team == first_version + 1)
			json_array_append_new(list, version_of(site, i, is_private));
	add_page(site, team_html, "../", team, json_pack("{s:o, s:o}", "warnings", warnings_of(is_private ? site->all_notes : site->notes, team),
		 "versions", list), out);
}
