/* evening_page.c - a Swiss or elimination final on the front page (pages.h). */
#include "base/json.h"
#include "base/template.h"
#include "contest/pages.h"

static bool is_swiss(const json_t *evening)
{
	return strcmp(json_text_at(evening, "form"), "swiss") == 0;
}

/* Returns the robot of a row of the standings. */
static json_t *robot_of(const struct contest_site *site, const json_t *row)
{
	AUTO_STR struct str label = str_of("%s/%s", json_text_at(row, "team"), json_text_at(row, "version"));
	return contest_page_robot(site, labels_find(&site->labels, label.text));
}

static json_t *row_of(const struct contest_site *site, const json_t *evening, const json_t *row)
{
	const json_t *rank = json_object_get(row, "rank");
	json_t *robot = robot_of(site, row);
	json_add(robot, "{s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o}", "rank",
		 contest_page_ranks(json_integer_value(json_array_get(rank, 0)),
				    json_integer_value(json_array_get(rank, 1))),
		 "is_swiss",
		 (int)is_swiss(evening), "seed", contest_page_count((uint64_t)json_number_at(row, "seed")), "points",
		 json_sprintf("%.4g", json_number_at(row, "points")),
		 "buchholz", json_sprintf("%.4g", json_number_at(row, "buchholz")), "wins",
		 contest_page_count((uint64_t)json_number_at(row, "wins")),
		 "matches", contest_page_count((uint64_t)json_number_at(row, "matches")), "share",
		 json_sprintf(json_number_at(row, "matches") > 0 ? "%.1f %%" : "\u2013",
			      100 * json_number_at(row, "score")));
	return robot;
}

static json_t *match_of(const struct contest_site *site, const json_t *match)
{
	json_t *robots = json_array();
	bool is_played = json_number_at(match, "games") > 0;
	JSON_EACH(i, robot, json_object_get(match, "robots")) {
		json_t *one = contest_page_robot(site, labels_find(&site->labels, json_text_at(robot, "robot")));
		json_add(one, "{s:b, s:o}", "is_first", (int)(json_number_at(robot, "place") == 1), "score",
			 is_played ? json_sprintf("%.1f %%", 100 * json_number_at(robot, "score")) : json_string(""));
		json_array_append_new(robots, one);
	}
	const char *note = json_is_true(json_object_get(match, "is_bye")) ? "bye" : !is_played ? "to come"
			 : json_is_true(json_object_get(match, "by_seed")) ? "a tie; the seed decides"
			 : json_number_at(match, "extra") > 0 ? "with more games because of a tie" : "";
	return json_pack("{s:o, s:s, s:o}", "robots", robots, "note", note, "games",
			 is_played ? contest_page_count((uint64_t)json_number_at(match, "games")) : json_string(""));
}

json_t *contest_page_evening(const struct contest_site *site, const json_t *evening)
{
	json_t *rounds = json_array(), *rows = json_array();
	AUTO_STR struct str text = {0};
	JSON_EACH(i, round, json_object_get(evening, "rounds")) {
		json_t *matches = json_array();
		JSON_EACH(k, match, json_object_get(round, "matches"))
			json_array_append_new(matches, match_of(site, match));
		json_array_append_new(rounds,
			json_pack("{s:O, s:o}", "name", json_object_get(round, "name"), "matches", matches));
	}
	JSON_EACH(i, row, json_object_get(evening, "standings"))
		json_array_append_new(rows, row_of(site, evening, row));
	AUTO_JSON json_t *data = json_pack("{s:b, s:o, s:o}", "is_swiss", (int)is_swiss(evening), "rounds", rounds,
					   "rows", rows);
	template_add(contest_page_template("evening"), data, &text);
	return json_pack("{s:s}", "table", text.text);
}

json_t *contest_page_evening_winner(const struct contest_site *site, const json_t *evening)
{
	const json_t *standings = json_object_get(evening, "standings"), *first = json_array_get(standings, 0);
	int n_rounds = (int)json_array_size(json_object_get(evening, "rounds")), n = (int)json_array_size(standings);
	bool is_double = strcmp(json_text_at(evening, "form"), "double-elimination") == 0;
	if (!json_is_true(json_object_get(evening, "is_over")))
		return json_null();
	json_t *winner = robot_of(site, first);
	json_add(winner, "{s:s, s:n, s:o}", "share", "", "rivals", "how", is_swiss(evening)
		? json_sprintf("a Swiss tournament of %d rounds, with %.4g points", n_rounds,
			       json_number_at(first, "points"))
		: json_sprintf("%s elimination of %d robots", is_double ? "a double" : "an", n));
	return winner;
}

json_t *contest_page_evening_podium(const struct contest_site *site, const json_t *evening)
{
	json_t *list = json_array();
	for (size_t i = 0; i < 3 && i < json_array_size(json_object_get(evening, "standings")); i++) {
		const json_t *row = json_array_get(json_object_get(evening, "standings"), i);
		json_t *robot = row_of(site, evening, row);
		double points = json_number_at(row, "points"), wins = json_number_at(row, "wins");
		json_object_set_new(robot, "score",
				    is_swiss(evening) ? json_sprintf("%.4g point%s", points, points == 1 ? "" : "s")
						      : json_sprintf("%.0f win%s", wins, wins == 1 ? "" : "s"));
		json_array_append_new(list, robot);
	}
	return list;
}
