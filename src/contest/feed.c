/* feed.c - the Atom feed of a contest (RFC 4287): its rounds, and the finals of its seasons (site.h). */
#include "base/hash.h"
#include "base/json.h"
#include "base/template.h"
#include "contest/pages.h"

enum { MOST_ENTRIES = 50, MOST_NAMED = 5 };

/* Returns an id that depends only on the contest, the season and the round. */
static json_t *id_of(const struct contest_site *site, int64_t season, int64_t round)
{
	const char *seal = site->n_ended ? site->ended[0].season.seal : site->contest->season.seal;
	AUTO_STR struct str text = str_of("arena contest feed\n%s\n%" PRId64 " %" PRId64, seal, season, round);
	char hash[65];
	hash_bytes(text.text, text.length, hash);
	return json_sprintf("urn:uuid:%.8s-%.4s-8%.3s-8%.3s-%.12s", hash, hash + 8, hash + 12, hash + 15, hash + 18);
}

/* Converts a time of the database to the format of RFC 3339. */
static json_t *time_of(const char *time)
{
	return json_sprintf("%.10sT%.8sZ", time, strlen(time) > 11 ? time + 11 : "00:00:00");
}

/* Returns when the run ended or, if that is unknown, the time `otherwise` of the database. */
static json_t *end_of(const struct contest_site *site, int64_t run, const char *otherwise)
{
	AUTO_FREE char *name = database_name(site->contest->database, run, NULL);
	AUTO_STR struct str path = str_of("%s/%s/clock.json", site->contest->results, name ? name : "");
	AUTO_JSON json_t *clock = json_read(path.text, NULL);
	const char *ended = json_string_value(json_object_get(clock, "ended"));
	return ended && strlen(ended) == 20 ? json_string(ended) : time_of(otherwise);
}

/* Returns the version with the best rating after a round, among those with a lower rating than `after` (-1: among all).
 * Returns -1 if there is none. */
static int best_after(const struct contest_site *site, int64_t round, int after, double *elo)
{
	double bound = *elo;
	int best = -1;
	for (int i = 0; i < site->ranking.versions.n; i++) {
		const struct site_version *of = &site->versions[i];
		for (int k = of->n_points - 1; k >= 0; k--) {
			double here = of->points[k].elo;
			bool is_left = after < 0 || here < bound || (here == bound && i > after);
			if (of->points[k].round == round && is_left && (best < 0 || here > *elo)) {
				best = i;
				*elo = here;
			}
		}
	}
	return best;
}

static json_t *round_entry(const struct contest_site *site, int64_t round)
{
	AUTO_STR struct str text = str_of("The highest ratings:");
	double elo = 0;
	int version = -1;
	for (int i = 0; i < MOST_NAMED && (version = best_after(site, round, version, &elo)) >= 0; i++) {
		AUTO_STR struct str label = contest_label(&site->ranking.versions.items[version]);
		str_addf(&text, "%s %s ", i ? "," : "", label.text);
		html_signed(&text, elo);
	}
	return json_pack("{s:o, s:o, s:o, s:o}", "id", id_of(site, site->contest->season.number, round), "title",
			 json_sprintf("%s: round %" PRId64, site->contest->season.name, round), "updated",
			 end_of(site, site->runs[round], site->contest->season.begun), "text", json_clean(text.text));
}

static json_t *final_entry(const struct contest_site *site, const struct site_season *season)
{
	const json_t *first = json_array_get(season->rows, 0);
	const json_t *best = json_array_get(json_object_get(season->evening, "standings"), 0);
	AUTO_STR struct str text = {0};
	if (best)
		str_addf(&text, "%s/%s won.", json_string_value(json_object_get(best, "team")),
			 json_string_value(json_object_get(best, "version")));
	else
		str_addf(&text, "%s won with %.1f %% of its games.", json_string_value(json_object_get(first, "robot")),
			 100 * json_number_value(json_object_get(first, "win_rate")));
	return json_pack("{s:o, s:o, s:o, s:o}", "id", id_of(site, season->season.number, 0), "title",
			 json_sprintf("%s: the final", season->season.name), "updated", time_of(season->season.ended),
			 "text", json_clean(text.text));
}

static bool has_final(const struct site_season *season)
{
	return season->rows || json_is_true(json_object_get(season->evening, "is_over"));
}

void contest_pages_feed(const struct contest_site *site, struct str *out)
{
	const struct settings *settings = &site->contest->settings;
	json_t *entries = json_array();
	size_t n_site = strlen(settings->site);
	int n_earlier = site->n_ended - !!*site->contest->season.ended;
	if (n_earlier < site->n_ended && has_final(&site->ended[n_earlier]))
		json_array_append_new(entries, final_entry(site, &site->ended[n_earlier]));
	for (int64_t round = site->ranking.round; round > 0 && json_array_size(entries) < MOST_ENTRIES; round--)
		json_array_append_new(entries, round_entry(site, round));
	for (int i = n_earlier; i-- > 0 && json_array_size(entries) < MOST_ENTRIES;)
		if (has_final(&site->ended[i]))
			json_array_append_new(entries, final_entry(site, &site->ended[i]));
	const json_t *latest = json_object_get(json_array_get(entries, 0), "updated");
	AUTO_JSON json_t *data = json_pack("{s:o, s:o, s:o, s:o, s:o}", "id", id_of(site, 0, 0),
		"title", json_clean(settings->title),
		"updated", latest ? json_incref((json_t *)(uintptr_t)latest) : time_of(site->contest->season.begun),
		"site", json_sprintf("%.*s", (int)(n_site && settings->site[n_site - 1] == '/' ? n_site - 1 : n_site),
				     settings->site), "entries", entries);
	template_add(contest_page_template("feed"), data, out);
}
