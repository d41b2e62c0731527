/* pages.c - the pages of the server of a contest for teams and for the organiser. */
#include "contest/serve/inside.h"

#include "base/json.h"
#include "contest/pages.h"

/* Returns true if a robot of the team is waiting, or is being built or checked. The page then polls. */
static bool is_working(const json_t *robots)
{
	bool works = false;
	JSON_EACH(i, robot, robots) {
		const char *state = json_text_at(robot, "state");
		works |= strcmp(state, "plays") != 0 && strcmp(state, "refused") != 0;
	}
	return works;
}

/* Returns the position of the team's best robot in the standings, or null. */
static json_t *place_of(const struct host *host, const char *team)
{
	const struct ranking *ranking = &host->ranking;
	for (int i = 0; i < ranking->n_rows; i++) {
		const struct ranking_row *row = &ranking->rows[i];
		if (strcmp(row->version->team, team) != 0 || !row->rating.matches)
			continue;
		json_t *place = json_pack("{s:o, s:i, s:I, s:o}",
			"ranks", contest_page_ranks(row->first_rank, row->last_rank), "robots", ranking->n_rows,
			"round", (json_int_t)ranking->round, "matches", contest_page_count(row->rating.matches));
		contest_page_set_rating(place, &row->rating);
		return place;
	}
	return json_null();
}

static json_t *rivals_of(const struct host *host, const char *team)
{
	const struct ranking *ranking = &host->ranking;
	json_t *list = json_array();
	for (int i = 0; i < ranking->n_rows && ranking_has_team(ranking, ranking->n_rows, team); i++) {
		const char *rival = ranking->rows[i].version->team;
		if (strcmp(rival, team) != 0 && !ranking_has_team(ranking, i, rival))
			json_array_append_new(list, json_clean(rival));
	}
	return json_listed(list);
}

/* Returns the challenges that the team made and those that it got. */
static json_t *challenges_of(const struct host *host, const char *team)
{
	json_t *list = json_array();
	JSON_EACH(i, challenge, host->challenges) {
		if (!challenge_is_for(challenge, team))
			continue;
		json_t *shown = json_copy(challenge);
		json_object_set_new(shown, "is_done",
				    json_boolean(strcmp(json_text_at(challenge, "state"), "done") == 0));
		json_array_append_new(list, shown);
	}
	return json_listed(list);
}

/* Returns the notes about the team, without those that the states of its robots contain. */
static json_t *notes_of(const struct host *host, const char *team, const json_t *robots)
{
	json_t *list = json_array();
	JSON_EACH(i, note, host->notes) {
		bool is_new = strcmp(json_string_value(json_array_get(note, 0)), team) == 0;
		JSON_EACH(k, robot, robots)
			is_new &= !strstr(json_text_at(robot, "text"), json_string_value(json_array_get(note, 1)));
		if (is_new)
			json_array_append(list, json_array_get(note, 1));
	}
	return list;
}

static json_t *all_notes(const struct host *host)
{
	json_t *list = json_array();
	JSON_EACH(i, note, host->notes)
		json_array_append_new(list,
			json_pack("{s:O, s:O}", "team", json_array_get(note, 0), "text", json_array_get(note, 1)));
	return json_listed(list);
}

void exchange_team(struct exchange *exchange)
{
	struct host *host = exchange->host;
	const struct settings *settings = &host->contest.settings;
	const char *why;
	json_t *robots = host_robots(host, exchange->team, true), *notes = notes_of(host, exchange->team, robots);
	bool is_open = host_is_open(host, &why);
	bool has_page = contest_find_team(&host->ranking.versions, exchange->team) >= 0;
	AUTO_STR struct str page = contest_team_page(&host->contest, exchange->team);
	int today = host_versions_today(host, exchange->team, NULL);
	json_t *data = json_pack("{s:b, s:b, s:s, s:I, s:I, s:I, s:I}", "is_open", (int)is_open, "is_working",
		(int)(is_working(robots) || challenges_wait(host, exchange->team)), "why", is_open ? "" : why,
		"megabytes", (json_int_t)settings->submission_mb, "versions", (json_int_t)settings->versions_per_day,
		"most_robots",
		(json_int_t)(settings->robots_per_team > 1 ? settings->robots_per_team : 0),
		"hourly", (json_int_t)settings->challenges_per_hour);
	json_add(data, "{s:i, s:b}", "today", today, "is_one", (int)(today == 1));
	json_add(data, "{s:o, s:o, s:s, s:o, s:o, s:o}", "place", place_of(host, exchange->team), "notes", notes,
		 "page",
		 has_page ? page.text : "", "rivals", settings->challenges_per_hour ? rivals_of(host, exchange->team)
		 : json_null(), "challenges", challenges_of(host, exchange->team), "robots", json_listed(robots));
	exchange_page(exchange, 200, "serve_team", exchange->team, data);
}

/* Sends the states to the script of the team's page, which reloads the page when no state can change any more. */
void exchange_state(struct exchange *exchange)
{
	json_t *robots = host_robots(exchange->host, exchange->team, false);
	bool works = is_working(robots) || challenges_wait(exchange->host, exchange->team);
	http_give(exchange->reply, json_pack("{s:b, s:o}", "works", (int)works, "robots", robots));
}

/* Returns the submissions. Adds to `refused` the teams with a version that does not take part. */
static json_t *submissions_of(const struct host *host, json_t *refused)
{
	const struct contest_versions *versions = &host->ranking.versions;
	json_t *list = json_array();
	for (int i = versions->n; i-- > 0;) {
		const struct contest_version *version = &versions->items[i];
		bool is_latest = true;
		for (int k = i + 1; k < versions->n && is_latest; k++)
			is_latest = strcmp(versions->items[k].team, version->team) != 0 ||
				strcmp(versions->items[k].robot, version->robot) != 0;
		if (!is_latest)
			continue;
		AUTO_STR struct str page = contest_team_page(&host->contest, version->team);
		const char *state = *version->reason ? version->reason : version->is_active ? "plays" : "withdrawn";
		json_array_append_new(list, json_pack("{s:o, s:o, s:o, s:o, s:s}", "team", json_clean(version->team),
			"version", json_clean(version->name), "arrived", json_clean(version->arrived),
			"state", json_clean(state), "page", page.text));
		if (*version->reason)
			json_array_append_new(refused, json_clean(version->team));
	}
	return json_listed(list);
}

static void show_organiser(struct exchange *exchange)
{
	struct host *host = exchange->host;
	const struct contest_season *season = &host->contest.season;
	bool is_frozen = *season->frozen, has_ended = *season->ended;
	json_t *waiting = JSON_LIST(i, host->n_wishes, json_string(host->wishes[i].action));
	json_t *refused = json_array(), *submissions = submissions_of(host, refused);
	json_t *data = json_pack("{s:s, s:o, s:b, s:b, s:b, s:I, s:i}", "job", host->work.name ? host->work.name : "",
		"waiting", waiting, "is_open", (int)!is_frozen, "is_frozen", (int)(is_frozen && !has_ended),
		"has_ended", (int)has_ended, "round", (json_int_t)host->ranking.round, "active", host->ranking.n_rows);
	json_add(data, "{s:o, s:o, s:o, s:o}", "refused", json_listed(refused),
		 "said", host->work.said.length ? contest_page_lines(host->work.said.text) : json_null(), "submissions",
		 submissions, "notes", all_notes(host));
	reports_add(host, data);
	exchange_page(exchange, 200, "serve_organiser", "Organiser", data);
}

/* Performs the organiser's action if there is one, or sends the page. */
void exchange_organiser(struct exchange *exchange)
{
	static const char *const actions[] = {"freeze", "final", "retry"};
	const char *action = exchange_field(exchange, "action"), *team = exchange_field(exchange, "team");
	if (strcmp(exchange->request->method, "POST") != 0) {
		show_organiser(exchange);
		return;
	}
	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
		if (strcmp(action, actions[i]) != 0)
			continue;
		if (!*exchange_field(exchange, "sure"))
			exchange_say(exchange, 400, "Tick the box of this action first.");
		else if (!host_wish(exchange->host, actions[i], strcmp(action, "retry") == 0 ? team : NULL))
			exchange_say(exchange, 503, "Too many actions are waiting.");
		else
			exchange_go(exchange, "/organiser");
		return;
	}
	if (strcmp(action, "similar") == 0) {
		exchange->host->reports[REPORT_SIMILAR].is_wanted = true;
		exchange_go(exchange, "/organiser");
		return;
	}
	exchange_say(exchange, 400, "There is no such action.");
}
