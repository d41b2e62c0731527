/* pages.c - the pages of a contest (site.h): data for the templates in src/contest/web. The Makefile converts these to
 * arrays of bytes, such as index_html for index.html. The content does not depend on the time at which it is
 * written. */
#include "base/json.h"
#include "base/template.h"
#include "base/text.h"
#include "contest/pages.h"
#include "output/about_forms.h"
#include "output/show.h"
#include "page/faces.h"

#include "contest/web.inc"

void contest_pages_game_name(const struct contest_site *site, const struct site_loss *loss, struct str *out)
{
	str_addf(out, "games/%" PRId64 "-%" PRId64 "-%" PRIu64 ".html", site->contest->season.number, loss->round,
		 loss->game + 1);
}

int contest_page_place(const struct contest_site *site, const struct contest_version *version)
{
	return (int)(version - site->ranking.versions.items);
}

const char *contest_page_template(const char *name)
{
	static const struct {
		const char *name, *text;
	} all[] = {{"archive", archive_html}, {"evening", evening_html}, {"feed", feed_xml}, {"final", final_html},
		{"index", index_html}, {"serve_message", serve_message_html},
		   {"serve_organiser", serve_organiser_html}, {"serve_script", serve_js},
		   {"serve_sign_in", serve_sign_in_html}, {"serve_team", serve_team_html},
		   {"take_part", take_part_html}, {"team", team_html},
		   {"versus", versus_html}};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (strcmp(all[i].name, name) == 0)
			return all[i].text;
	bug("there is no template of this name");
}

void contest_page_add(const struct contest_site *site, const char *template, const char *up, const char *title,
		      json_t *data, struct str *out)
{
	AUTO_STR struct str content = {0};
	AUTO_STR struct str description = str_of("%s, %s", site->contest->settings.title, site->contest->season.name);
	json_object_update_new(data, json_pack("{s:o, s:s, s:o, s:o, s:o}", "description", json_clean(description.text),
		"up", up, "title", json_clean(title), "contest", json_clean(site->contest->settings.title),
		"season", json_clean(site->contest->season.name)));
	if (!json_object_get(data, "policy"))
		json_add(data, "{s:s}",
			 "policy", "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'");
	json_add(data, "{s:b}", "has_sign_in", (int)site->contest->has_sign_in);
	template_add(contest_page_template(template), data, &content);
	json_object_set_new(data, "content", json_string(str_text(&content)));
	template_add(frame_html, data, out);
	json_decref(data);
}

json_t *contest_page_count(uint64_t count)
{
	return json_string(show_count(count).text);
}

json_t *contest_page_lines(const char *text)
{
	AUTO_STR struct str line = {0}, lines = {0};
	while (str_next_line(&line, &text)) {
		text_add_clean(&lines, line.text);
		str_add(&lines, "\n");
	}
	return json_string(str_text(&lines));
}

json_t *contest_page_elo(double elo)
{
	AUTO_STR struct str text = {0};
	html_signed(&text, elo);
	return json_string(text.text);
}

json_t *contest_page_ranks(long long first, long long last)
{
	return first < last ? json_sprintf("%lld\u2013%lld", first, last) : json_sprintf("%lld", first);
}

json_t *contest_page_robot(const struct contest_site *site, int index)
{
	const struct contest_version *version = &site->ranking.versions.items[index];
	AUTO_STR struct str face = {0};
	face_add_html(site->versions[index].face, &face);
	return json_pack("{s:o, s:o, s:i, s:s}", "team", json_clean(version->team),
			 "version", json_clean(version->name), "page", site->versions[index].team, "face", face.text);
}

void contest_page_set_rating(json_t *object, const struct contest_rating *rating)
{
	AUTO_STR struct str interval = {0};
	html_signed(&interval, rating->low);
	str_add(&interval, " to ");
	html_signed(&interval, rating->high);
	json_add(object, "{s:o, s:s}", "elo", rating->matches ? contest_page_elo(rating->elo) : json_string("\u2013"),
		 "interval", rating->matches ? interval.text : "");
}

json_t *contest_page_game(const struct contest_site *site, const struct site_loss *loss)
{
	AUTO_STR struct str page = {0};
	contest_pages_game_name(site, loss, &page);
	return json_string(page.text);
}

const char *contest_page_share_class(const struct interval *share)
{
	return share->low > 0.5 ? " class=\"above\"" : share->high < 0.5 ? " class=\"below\"" : "";
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
			bool has_met = contest_site_share(site, contest_page_place(site, ranking->rows[i].version),
							  contest_page_place(site, ranking->rows[k].version), &share,
							  &matches);
			json_array_append_new(cells,
				json_pack("{s:s, s:o}", "class", has_met ? contest_page_share_class(&share) : "",
					  "share", has_met ? json_sprintf("%.0f", 100 * share.mean) : json_string("")));
		}
		json_array_append_new(rows, json_pack("{s:i, s:o, s:o}", "number", i + 1,
			"team", json_clean(ranking->rows[i].version->team), "cells", cells));
	}
	contest_page_add(site, "versus", "", "Head to head", json_pack("{s:o, s:b, s:b, s:i}", "rows", rows,
		"is_large", (int)(n > 12), "is_cut", n < ranking->n_rows, "most", n), out);
}

void contest_pages_versus_csv(const struct contest_site *site, struct str *out)
{
	str_add(out, "version,opponent,share,low,high,matches\r\n");
	for (int i = 0; i < site->ranking.versions.n; i++) {
		for (int k = 0; k < site->versions[i].n_met; k++) {
			struct interval share;
			uint64_t matches;
			AUTO_STR struct str label = contest_label(&site->ranking.versions.items[i]);
			AUTO_STR struct str other =
				contest_label(&site->ranking.versions.items[site->versions[i].met[k].opponent]);
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
			str_addf(out, ",%" PRId64 ",%.1f,%.1f,%.1f\r\n", point->round, point->elo, point->low,
				 point->high);
		}
	}
}

void contest_pages_archive(const struct contest_site *site, struct str *out)
{
	json_t *rounds = json_array();
	for (int64_t round = 1; round <= site->ranking.round; round++)
		json_array_append_new(rounds, json_integer(round));
	contest_page_add(site, "archive", "../", "Downloads",
		json_pack("{s:I, s:o}", "number", (json_int_t)site->contest->season.number, "rounds", rounds), out);
}

json_t *contest_page_file(const struct contest *contest, const struct contest_version *version, const char *name)
{
	AUTO_STR struct str path = {0}, text = {0}, shown = {0};
	if (!version)
		return json_null();
	str_addf(&path, "%s/teams/%s/%s/%s", contest->folder, version->team, version->name, name);
	if (str_read_file(&text, path.text, 1 << 20, NULL))
		return json_null();
	contest_add_public(contest, str_text(&text), &shown);
	return contest_page_lines(str_text(&shown));
}

static json_t *opponents_of(const struct contest_site *site, int index)
{
	json_t *list = json_array();
	for (int i = 0; i < site->ranking.versions.n; i++) {
		const struct contest_version *opponent = &site->ranking.versions.items[i];
		struct interval share;
		uint64_t matches;
		if (contest_site_share(site, index, i, &share, &matches))
			json_array_append_new(list, json_pack("{s:i, s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:I}",
				"page", site->versions[i].team,
				"team", json_clean(opponent->team), "version", json_clean(opponent->name), "elo",
				contest_page_elo(site->versions[i].rating.elo), "class",
				contest_page_share_class(&share), "share", json_sprintf("%.1f", 100 * share.mean),
				"low", json_sprintf("%.1f", 100 * share.low),
				"high", json_sprintf("%.1f", 100 * share.high), "matches", (json_int_t)matches));
	}
	return json_listed(list);
}

/* Returns the object of about_json: which of the participating robots are significantly better or worse than the
 * version. */
static json_t *about_of(const struct contest_site *site, int index)
{
	struct about about = {0};
	AUTO_FREE struct about_opponent *opponents = NEW_ARRAY(struct about_opponent, (size_t)site->ranking.n_rows + 1);
	struct str *links = NEW_ARRAY(struct str, (size_t)site->ranking.n_rows + 1);
	for (int i = 0; i < site->ranking.n_rows; i++) {
		int other = contest_page_place(site, site->ranking.rows[i].version);
		struct about_opponent *of = &opponents[about.n_opponents];
		if (!contest_site_share(site, index, other, &of->share, &of->games))
			continue;
		links[about.n_opponents] = str_of("%d.html", site->versions[other].team);
		of->name = site->ranking.versions.items[other].team;
		of->link = links[about.n_opponents++].text;
		of->result = (of->share.low > 0.5) - (of->share.high < 0.5);
	}
	struct about_fault troubles[VERDICT_COUNT];
	for (int i = 0; i < VERDICT_COUNT; i++)
		troubles[i] = (struct about_fault){.verdict = (enum verdict)i, .n = site->versions[index].troubles[i],
			.link = "", .cause = ""};
	about.opponents = opponents;
	about.faults = troubles;
	about.n_faults = VERDICT_COUNT;
	json_t *data = about_json(&about);
	for (int i = 0; i < about.n_opponents; i++)
		str_release(&links[i]);
	free(links);
	return data;
}

/* Returns the position of the version in the standings: {ranks, robots}, or null if it does not take part. */
static json_t *standing_of(const struct contest_site *site, int index)
{
	for (int i = 0; i < site->ranking.n_rows; i++)
		if (contest_page_place(site, site->ranking.rows[i].version) == index)
			return json_pack("{s:o, s:i, s:b}", "ranks",
				contest_page_ranks(site->ranking.rows[i].first_rank, site->ranking.rows[i].last_rank),
				"robots", site->ranking.n_rows,
				"is_rated", (int)(site->ranking.rows[i].rating.matches > 0));
	return json_null();
}

static json_t *losses_of(const struct contest_site *site, const struct site_version *of)
{
	return json_listed(JSON_LIST(i, of->n_losses, json_pack("{s:o, s:I, s:I, s:o, s:o}", "game",
		contest_page_game(site, &of->losses[i]), "round", (json_int_t)of->losses[i].round,
		"number", (json_int_t)of->losses[i].game + 1, "winner",
		json_clean(site->ranking.versions.items[of->losses[i].opponent].team),
		"elo", contest_page_elo(of->losses[i].elo))));
}

static json_t *faults_of(const struct site_version *of, bool is_private)
{
	return json_listed(JSON_LIST(i, of->n_faults, json_pack("{s:I, s:I, s:o, s:o}",
		"round", (json_int_t)of->faults[i].round, "game", (json_int_t)of->faults[i].game,
		"what", json_clean(is_private ? of->faults[i].what : of->faults[i].kind),
		"output", is_private ? contest_page_lines(of->faults[i].output) : json_null())));
}

static json_t *version_of(const struct contest_site *site, int index, bool is_private)
{
	const struct contest_version *version = &site->ranking.versions.items[index];
	const struct site_version *of = &site->versions[index];
	AUTO_STR struct str history = {0}, state = {0};
	str_addf(&state, "%s%s", *version->reason ? "does not take part: " : version->is_active ? "takes part"
						  : "was replaced or withdrawn", is_private ? version->reason : "");
	if (!is_private)
		contest_add_kind(version->reason, &state);
	html_history(&history, of->points, of->n_points);
	json_t *data = contest_page_robot(site, index);
	json_add(data, "{s:I, s:o, s:o, s:o, s:I, s:o, s:o, s:s}", "id", (json_int_t)version->id,
		 "name", json_clean(version->name), "state",
		 json_clean(state.text), "matches", contest_page_count(of->rating.matches),
		 "since", (json_int_t)version->round, "arrived",
		 json_clean(version->arrived), "sha256", json_sprintf("%.16s", version->sha256),
		 "history", str_text(&history));
	json_add(data, "{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "standing", standing_of(site, index), "about",
		 is_private ? json_null() : about_of(site, index), "opponents", is_private ? json_null()
		 : opponents_of(site, index), "losses", losses_of(site, of), "faults", faults_of(of, is_private),
		 "build_log", is_private ? contest_page_file(site->contest, version, "build.log") : json_null(),
		 "checks", is_private ? contest_page_file(site->contest, version, "doctor.txt") : json_null());
	contest_page_set_rating(data, &of->rating);
	return data;
}

static json_t *warnings_of(const json_t *notes, const char *team)
{
	json_t *list = json_array();
	JSON_EACH(i, note, notes)
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
	contest_page_add(site, "team", "../", team,
			 json_pack("{s:I, s:o, s:o}", "round", (json_int_t)site->ranking.round,
				   "warnings", warnings_of(is_private ? site->all_notes : site->notes, team),
				   "versions", list), out);
}
