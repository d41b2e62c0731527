/* pages.c - the pages of a contest (site.h). Their content does not depend on the time at which they are written. */

#include "contest/site.h"
#include "output/show.h"

void contest_pages_game_name(const struct contest_site *site, const struct site_loss *loss, struct str *out)
{
	str_addf(out, "games/%" PRId64 "-%" PRId64 "-%" PRIu64 ".html", site->contest->season.number, loss->round,
		 loss->game + 1);
}

/* "Contest, Season 1" */
static void add_eyebrow(const struct contest_site *site, struct str *out)
{
	str_addf(out, "%s \xc2\xb7 %s", site->contest->settings.title, site->contest->season.name);
}

static void begin(const struct contest_site *site, int depth, const char *title, struct str *out)
{
	AUTO_STR struct str eyebrow = {0};
	add_eyebrow(site, &eyebrow);
	html_begin(out, depth, title, eyebrow.text);
}

static int place_of(const struct contest_site *site, const struct contest_version *version)
{
	return (int)(version - site->ranking.versions.items);
}

/* ---- standings -------------------------------------------------------------------------- */

static void add_state(const struct contest_site *site, struct str *out)
{
	const struct contest_season *season = &site->contest->season;
	char seed[CONTEST_SEED];
	html_addf(out, "<p class=\"lead\"><bdi>%s</bdi>, %s: %d robots, %s round%s, ", season->name,
		  *season->ended ? "ended" : *season->frozen ? "frozen, no new versions" : "open", site->ranking.n_rows,
		  show_count((uint64_t)site->ranking.round).text, site->ranking.round == 1 ? "" : "s");
	html_addf(out, "%s games of %s.</p>\n", show_count(site->games).text, site->contest->rules.name);
	html_addf(out, "<p class=\"note\">The seed of the final has the SHA-256 <code>%s</code>", season->seal);
	if (*season->ended) {
		contest_seed(site->contest, season->number, 0, seed);
		str_addf(out, "; it is <code>%s</code>", seed);
	}
	str_add(out, ".</p>\n");
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

static void add_row(const struct contest_site *site, const struct ranking_row *row, const struct html_range *range, struct str *out)
{
	const struct site_version *of = &site->of[place_of(site, row->version)];
	bool is_known = row->rating.matches > 0;
	if (row->first_rank == row->last_rank)
		str_addf(out, "<tr><td>%d</td>", row->first_rank);
	else
		str_addf(out, "<tr><td>%d\xe2\x80\x93%d</td>", row->first_rank, row->last_rank);
	html_addf(out, "<th scope=\"row\" class=\"name\"><a href=\"teams/%d.html\"><bdi>%s</bdi></a></th>", of->team, row->version->team);
	html_addf(out, "<td class=\"text\"><bdi>%s</bdi></td>", row->version->name);
	html_elo(out, row->rating.elo, is_known);
	if (is_known) {
		html_elo_interval(out, row->rating.low, row->rating.high);
		html_interval(out, range, row->rating.low, row->rating.elo, row->rating.high);
	} else {
		str_add(out, "<td></td><td></td>");
	}
	html_spark(out, of->points, of->n_points);
	str_addf(out, "<td>%s</td></tr>\n", show_count(row->rating.matches).text);
}

/* The losses to the lowest-rated opponents, over all versions that take part. */
static void add_upsets(const struct contest_site *site, struct str *out)
{
	static const char *const titles[] = {"<lost", "Elo", "<to", "Elo", "round", "game", NULL};
	enum { MOST = 10 };
	const struct site_loss *losses[MOST];
	int losers[MOST], n = 0;
	for (int i = 0; i < site->ranking.n_rows; i++) {
		int version = place_of(site, site->ranking.rows[i].version);
		const struct site_version *of = &site->of[version];
		for (int k = 0; k < of->n_losses; k++) {
			double gap = of->rating.elo - of->losses[k].elo;
			int at = n;
			while (at > 0 && site->of[losers[at - 1]].rating.elo - losses[at - 1]->elo < gap)
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
	if (!n)
		return;
	html_section(out, "upsets", "Upsets");
	html_table(out, "Matches that were lost to lower rated robots", titles);
	for (int i = 0; i < n; i++) {
		AUTO_STR struct str page = {0};
		contest_pages_game_name(site, losses[i], &page);
		html_addf(out, "<tr><td class=\"text\"><bdi>%s</bdi></td>", site->ranking.versions.items[losers[i]].team);
		html_elo(out, site->of[losers[i]].rating.elo, true);
		html_addf(out, "<td class=\"text\"><bdi>%s</bdi></td>", site->ranking.versions.items[losses[i]->opponent].team);
		html_elo(out, losses[i]->elo, true);
		str_addf(out, "<td>%" PRId64 "</td><td><a href=\"%s\">watch</a></td></tr>\n", losses[i]->round, page.text);
	}
	html_end_table(out);
	html_end_section(out);
}

/* Teams without a robot that takes part. */
static void add_others(const struct contest_site *site, struct str *out)
{
	bool has_begun = false;
	for (int i = 0; i < site->ranking.versions.n; i++) {
		bool is_there = site->of[i].team != i + 1;
		for (int k = 0; k < site->ranking.n_rows; k++)
			is_there |= site->of[place_of(site, site->ranking.rows[k].version)].team == i + 1;
		if (is_there)
			continue;
		str_add(out, has_begun ? ", " : "<p class=\"note\">Without a robot that takes part: ");
		has_begun = true;
		html_addf(out, "<a href=\"teams/%d.html\"><bdi>%s</bdi></a>", i + 1, site->ranking.versions.items[i].team);
	}
	str_add(out, has_begun ? ".</p>\n" : "");
}

/* Notes to teams that have no page, since none of their submissions has become a version. */
static void add_strangers(const struct contest_site *site, struct str *out)
{
	size_t i;
	json_t *note;
	json_array_foreach(site->notes, i, note) {
		const char *team = json_string_value(json_array_get(note, 0));
		bool has_page = false;
		for (int k = 0; k < site->ranking.versions.n; k++)
			has_page |= strcmp(site->ranking.versions.items[k].team, team) == 0;
		if (has_page)
			continue;
		html_addf(out, "<p class=\"note\"><bdi>%s</bdi>: %s</p>\n", team, json_string_value(json_array_get(note, 1)));
	}
}

/* Seasons before this one: who won, and the seed that was sealed. */
static void add_earlier(const struct contest_site *site, struct str *out)
{
	int n = site->n_ended - !!*site->contest->season.ended;
	if (!n)
		return;
	html_section(out, "earlier", "Earlier seasons");
	while (n-- > 0) {
		const struct contest_season *season = &site->ended[n].season;
		char seed[CONTEST_SEED];
		contest_seed(site->contest, season->number, 0, seed);
		html_addf(out, "<p class=\"note\"><bdi>%s</bdi>: the seed of the final was <code>%s</code>, its SHA-256 <code>%s</code>.</p>\n",
			  season->name, seed, season->seal);
		html_log(out, "the final", str_text(&site->ended[n].table));
	}
	html_end_section(out);
}

void contest_pages_index(const struct contest_site *site, struct str *out)
{
	static const char *const titles[] = {
		"rank", "<team", "<version", "Elo", "95\xe2\x80\xaf% interval", "", "since round 1", "matches", NULL};
	struct html_range range = range_of(&site->ranking);
	begin(site, 0, site->contest->settings.title, out);
	add_state(site, out);
	if (*site->contest->season.ended && site->ended[site->n_ended - 1].table.length) {
		html_section(out, "final", "Final");
		html_log(out, NULL, str_text(&site->ended[site->n_ended - 1].table));
		html_end_section(out);
	}
	html_section(out, "standings", "Standings");
	html_table(out, "Robots by rating", titles);
	for (int i = 0; i < site->ranking.n_rows; i++)
		add_row(site, &site->ranking.rows[i], &range, out);
	html_end_table(out);
	str_add(out, "<p class=\"note\">Ratings are Elo by who won at each table; their mean is 0. The intervals are valid at all times "
		     "simultaneously, however often you look. Ranks are those that the intervals allow.</p>\n");
	add_others(site, out);
	add_strangers(site, out);
	html_end_section(out);
	add_upsets(site, out);
	add_earlier(site, out);
	html_end(out);
}

/* The cell is coloured when the interval excludes one half. */
static const char *share_class(const struct interval *share)
{
	return share->low > 0.5 ? " class=\"win\"" : share->high < 0.5 ? " class=\"lose\"" : "";
}

/* ---- head to head ----------------------------------------------------------------------- */

void contest_pages_versus(const struct contest_site *site, struct str *out)
{
	const struct ranking *ranking = &site->ranking;
	int n = ranking->n_rows < SITE_MOST_VERSUS ? ranking->n_rows : SITE_MOST_VERSUS;
	begin(site, 0, "Head to head", out);
	html_section(out, "versus", "Share of the wins, in percent");
	str_add(out, "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Head to head\"><table>\n"
		     "<thead><tr><th></th>");
	for (int i = 0; i < n; i++)
		str_addf(out, "<th scope=\"col\">%d</th>", i + 1);
	str_add(out, "</tr></thead>\n<tbody>\n");
	for (int i = 0; i < n; i++) {
		html_addf(out, "<tr><th scope=\"row\" class=\"name\">%d <bdi>%s</bdi></th>", i + 1, ranking->rows[i].version->team);
		for (int k = 0; k < n; k++) {
			struct interval share;
			uint64_t matches;
			if (!contest_site_share(site, place_of(site, ranking->rows[i].version),
					place_of(site, ranking->rows[k].version), &share, &matches))
				str_add(out, "<td></td>");
			else
				str_addf(out, "<td%s>%.0f</td>", share_class(&share), 100 * share.mean);
		}
		str_add(out, "</tr>\n");
	}
	str_add(out, "</tbody>\n</table></div>\n<p class=\"note\">The row's share against the column's. Coloured where the interval, "
		     "which holds at any time, excludes 50. ");
	str_addf(out, "All pairs are in <a href=\"archive/versus.csv\">versus.csv</a>%s.</p>\n",
		 n < ranking->n_rows ? "; here are the first 60" : "");
	html_end_section(out);
	html_end(out);
}

void contest_pages_versus_csv(const struct contest_site *site, struct str *out)
{
	str_add(out, "version,opponent,share,low,high,matches\r\n");
	for (int i = 0; i < site->ranking.versions.n; i++) {
		for (int k = 0; k < site->of[i].n_met; k++) {
			AUTO_STR struct str label = {0}, other = {0};
			struct interval share;
			uint64_t matches;
			contest_label(&site->ranking.versions.items[i], &label);
			contest_label(&site->ranking.versions.items[site->of[i].met[k].opponent], &other);
			contest_site_share(site, i, site->of[i].met[k].opponent, &share, &matches);
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
		for (int k = 0; k < site->of[i].n_points; k++) {
			const struct html_point *point = &site->of[i].points[k];
			AUTO_STR struct str label = {0};
			contest_label(&site->ranking.versions.items[i], &label);
			show_add_csv(out, label.text);
			str_addf(out, ",%" PRId64 ",%.1f,%.1f,%.1f\r\n", point->round, point->elo, point->low, point->high);
		}
	}
}

void contest_pages_archive(const struct contest_site *site, struct str *out)
{
	static const char *const files[][2] = {
		{"standings.csv", "the standings"}, {"standings.json", "the same, with what does not take part"},
		{"history.csv", "ratings after each round"}, {"versus.csv", "who won how much against whom"},
	};
	begin(site, 1, "Downloads", out);
	html_section(out, "files", "Files");
	str_add(out, "<ul class=\"plain\">\n");
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		str_addf(out, "<li><a href=\"%s\">%s</a>: %s</li>\n", files[i][0], files[i][0], files[i][1]);
	for (int64_t round = 1; round <= site->ranking.round; round++)
		str_addf(out, "<li><a href=\"%" PRId64 "-%" PRId64 ".csv\">round %" PRId64 "</a>: every match</li>\n",
			 site->contest->season.number, round, round);
	str_add(out, "</ul>\n");
	html_end_section(out);
	html_end(out);
}

/* ---- a team ----------------------------------------------------------------------------- */

/* The content of a file of the version's folder, if it exists: an organiser may have removed it. */
static void add_file(const struct contest_site *site, const struct contest_version *version, const char *name,
		     const char *summary, struct str *out)
{
	AUTO_STR struct str path = {0}, text = {0}, shown = {0};
	str_addf(&path, "%s/teams/%s/%s/%s", site->contest->folder, version->team, version->name, name);
	if (str_read_file(&text, path.text, 1 << 20, NULL))
		return;
	contest_add_public(site->contest, str_text(&text), &shown);
	html_log(out, summary, str_text(&shown));
}

static void add_version_row(const struct contest_site *site, int index, struct str *out)
{
	const struct contest_version *version = &site->ranking.versions.items[index];
	const struct site_version *of = &site->of[index];
	html_addf(out, "<tr><th scope=\"row\" class=\"name\"><bdi>%s</bdi></th><td class=\"text\">%s%s</td>", version->name,
		  *version->reason ? "does not take part: " : "",
		  *version->reason ? version->reason : version->is_active ? "takes part" : "was replaced or withdrawn");
	html_elo(out, of->rating.elo, of->rating.matches > 0);
	if (of->rating.matches)
		html_elo_interval(out, of->rating.low, of->rating.high);
	else
		str_add(out, "<td></td>");
	html_addf(out, "<td>%s</td><td>%" PRId64 "</td><td>%s</td>", show_count(of->rating.matches).text, version->round, version->arrived);
	str_addf(out, "<td><code>%.16s</code></td></tr>\n", version->sha256);
}

static void add_opponents(const struct contest_site *site, int index, struct str *out)
{
	static const char *const titles[] = {"<opponent", "Elo", "share of the wins", "95\xe2\x80\xaf% interval", "matches", NULL};
	html_table(out, "Share of the wins against each opponent", titles);
	for (int i = 0; i < site->ranking.versions.n; i++) {
		struct interval share;
		uint64_t matches;
		if (!contest_site_share(site, index, i, &share, &matches))
			continue;
		const struct contest_version *opponent = &site->ranking.versions.items[i];
		html_addf(out, "<tr><th scope=\"row\" class=\"name\"><a href=\"%d.html\"><bdi>%s</bdi></a> <bdi>%s</bdi></th>",
			  site->of[i].team, opponent->team, opponent->name);
		html_elo(out, site->of[i].rating.elo, true);
		str_addf(out, "<td%s>%.1f%%</td><td>%.1f to %.1f</td><td>%" PRIu64 "</td></tr>\n",
			 share_class(&share), 100 * share.mean, 100 * share.low, 100 * share.high, matches);
	}
	html_end_table(out);
}

static void add_losses(const struct contest_site *site, const struct site_version *of, struct str *out)
{
	if (!of->n_losses)
		return;
	str_add(out, "<h3>Worst losses</h3>\n<ul class=\"plain\">\n");
	for (int i = 0; i < of->n_losses; i++) {
		AUTO_STR struct str page = {0};
		contest_pages_game_name(site, &of->losses[i], &page);
		html_addf(out, "<li><a href=\"../%s\">round %" PRId64 ", game %" PRIu64 "</a>: lost to <bdi>%s</bdi> (Elo %.0f)</li>\n",
			  page.text, of->losses[i].round, of->losses[i].game + 1,
			  site->ranking.versions.items[of->losses[i].opponent].team, of->losses[i].elo);
	}
	str_add(out, "</ul>\n");
}

static void add_faults(const struct site_version *of, struct str *out)
{
	if (!of->n_faults)
		return;
	str_add(out, "<h3>Latest faults</h3>\n<ul class=\"plain\">\n");
	for (int i = 0; i < of->n_faults; i++) {
		if (of->faults[i].round)
			str_addf(out, "<li>round %" PRId64 ", ", of->faults[i].round);
		else
			str_add(out, "<li>final, ");
		html_addf(out, "game %" PRId64 ": %s", of->faults[i].game, of->faults[i].what);
		html_log(out, "what it printed", of->faults[i].output);
		str_add(out, "</li>\n");
	}
	str_add(out, "</ul>\n");
}

static void add_version(const struct contest_site *site, int index, struct str *out)
{
	const struct contest_version *version = &site->ranking.versions.items[index];
	const struct site_version *of = &site->of[index];
	AUTO_STR struct str id = {0};
	str_addf(&id, "version-%" PRId64, version->id);
	html_section(out, id.text, version->name);
	html_history(out, of->points, of->n_points);
	if (of->n_met)
		add_opponents(site, index, out);
	add_losses(site, of, out);
	add_faults(of, out);
	add_file(site, version, "build.log", "Build log", out);
	add_file(site, version, "doctor.txt", "Checks", out);
	html_end_section(out);
}

static void add_notes(const struct contest_site *site, const char *team, struct str *out)
{
	size_t i;
	json_t *note;
	json_array_foreach(site->notes, i, note) {
		if (strcmp(json_string_value(json_array_get(note, 0)), team) != 0)
			continue;
		html_addf(out, "<p class=\"warning\">%s</p>\n", json_string_value(json_array_get(note, 1)));
	}
}

void contest_pages_team(const struct contest_site *site, int first_version, struct str *out)
{
	static const char *const titles[] = {"<version", "<state", "Elo", "95\xe2\x80\xaf% interval", "matches", "since round",
		"arrived (UTC)", "SHA-256", NULL};
	const struct contest_versions *versions = &site->ranking.versions;
	begin(site, 1, versions->items[first_version].team, out);
	add_notes(site, versions->items[first_version].team, out);
	html_section(out, "versions", "Versions");
	html_table(out, "Versions, the latest first", titles);
	for (int i = versions->n - 1; i >= 0; i--)
		if (site->of[i].team == first_version + 1)
			add_version_row(site, i, out);
	html_end_table(out);
	html_end_section(out);
	for (int i = versions->n - 1; i >= 0; i--)
		if (site->of[i].team == first_version + 1)
			add_version(site, i, out);
	html_end(out);
}
