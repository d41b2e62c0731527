/* evening_forms.c - a Swiss or elimination final as text and JSON (last_evening.h). */
#include "contest/last_evening.h"

#include "base/json.h"
#include "output/columns.h"

enum { SHOWN_SWISS = 1 };

static void add_label(const struct last_evening *last, const struct evening_match *match, int i, struct str *out)
{
	AUTO_STR struct str label = last_evening_label(last, match->player[i]);
	str_add(out, label.text);
}

static void add_names(const struct last_evening *last, const struct evening_match *match, const char *between,
		      struct str *out)
{
	for (int i = 0; i < match->n; i++) {
		str_add(out, i ? between : "");
		add_label(last, match, i, out);
	}
}

static void add_result(const struct last_evening *last, const struct evening_match *match, struct str *out)
{
	int order[SCHEDULE_MAX_SEATS];
	evening_order(match, order);
	if (match->n > 2) {
		for (int i = 0; i < match->n; i++) {
			str_addf(out, "%s%d ", i ? ", " : "", match->place[order[i]]);
			add_label(last, match, order[i], out);
			str_addf(out, " %.1f%%", 100 * match->score[order[i]]);
		}
		str_addf(out, " (%" PRIu64 " games)", match->games);
	} else if (match->place[0] == match->place[1]) {
		add_names(last, match, " and ", out);
		str_addf(out, " tie after %" PRIu64 " games", match->games);
	} else {
		add_label(last, match, order[0], out);
		str_add(out, " beats ");
		add_label(last, match, order[1], out);
		str_addf(out, ", %.1f%% of %" PRIu64 " games", 100 * match->score[order[0]], match->games);
	}
	if (match->is_by_seed)
		str_add(out, ", a tie that the seed decides");
	else if (match->n_extra)
		str_add(out, ", with more games because of a tie");
}

void last_evening_add_match(const struct last_evening *last, const struct evening_match *match, struct str *out)
{
	if (match->is_known && match->games)
		add_result(last, match, out);
	else
		add_names(last, match, match->is_known ? " and " : " - ", out);
	if (match->is_known && !match->games)
		str_add(out, match->n == 1 ? " has a bye" : " have a bye");
}

struct evening_row {
	const struct contest_version *version;
	const struct evening_player *player;
	int seed;
};

COLUMN_VALUE(evening_row, rank_value, json_pack("[i, i]", r->player->first_rank, r->player->last_rank))
COLUMN_VALUE(evening_row, seed_value, json_integer(r->seed))
COLUMN_VALUE(evening_row, team_value, json_clean(r->version->team))
COLUMN_VALUE(evening_row, version_value, json_clean(r->version->name))
COLUMN_VALUE(evening_row, points_value, json_number(r->player->points))
COLUMN_VALUE(evening_row, buchholz_value, json_number(r->player->buchholz))
COLUMN_VALUE(evening_row, score_value, r->player->matches ? json_number(r->player->score) : json_null())
COLUMN_VALUE(evening_row, wins_value, json_integer(r->player->wins))
COLUMN_VALUE(evening_row, matches_value, json_integer(r->player->matches))
COLUMN_TEXT(evening_row, rank_text, r->player->first_rank == r->player->last_rank ? "%d" : "%d-%d",
	    r->player->first_rank, r->player->last_rank)
COLUMN_TEXT(evening_row, points_text, "%.4g", r->player->points)
COLUMN_TEXT(evening_row, buchholz_text, "%.4g", r->player->buchholz)
COLUMN_TEXT(evening_row, score_text, r->player->matches ? "%.1f%%" : "", 100 * r->player->score)

static const struct column columns[] = {
	{.key = "rank", .title = "rank", .value = rank_value, .add_text = rank_text, .csv = "rank_first,rank_last"},
	{.key = "seed", .title = "seed", .value = seed_value},
	{.key = "team", .title = "team", .value = team_value, .is_left = true},
	{.key = "version", .title = "version", .value = version_value, .is_left = true},
	{.key = "points", .title = "points", .value = points_value, .add_text = points_text, .shown_with = SHOWN_SWISS},
	{.key = "buchholz", .title = "Buchholz", .value = buchholz_value, .add_text = buchholz_text,
		.shown_with = SHOWN_SWISS},
	{.key = "wins", .title = "wins", .value = wins_value},
	{.key = "matches", .title = "matches", .value = matches_value},
	{.key = "score", .title = "score", .value = score_value, .add_text = score_text},
};

/* Returns the players, best first. The caller owns the array. */
static struct evening_row *rows_of(const struct last_evening *last)
{
	struct evening_row *rows = NEW_ARRAY(struct evening_row, (size_t)last->evening.n_players);
	for (int i = 0; i < last->evening.n_players; i++) {
		int player = last->evening.order[i];
		rows[i] = (struct evening_row){&last->versions.items[last->version[player]],
			&last->evening.players[player], player + 1};
	}
	return rows;
}

void last_evening_text(const struct last_evening *last, bool has_colour, struct str *out)
{
	const struct evening *evening = &last->evening;
	unsigned shown = evening->form == EVENING_SWISS ? SHOWN_SWISS : 0;
	AUTO_FREE struct evening_row *rows = rows_of(last);
	for (int r = 0; r < evening->n_rounds; r++) {
		str_addf(out, "%s%s\n", r ? "\n" : "", evening->rounds[r].name);
		for (int i = 0; i < evening->rounds[r].n; i++) {
			str_add(out, "  ");
			last_evening_add_match(last, &evening->rounds[r].matches[i], out);
			str_add(out, "\n");
		}
	}
	str_add(out, "\n");
	columns_add_table(COLUMNS(columns), shown, ROWS(rows, evening->n_players), has_colour, out);
	if (!evening->is_over)
		str_add(out, "\nThe final is not over.\n");
}

static json_t *match_json(const struct last_evening *last, const struct evening_match *match)
{
	json_t *robots = json_array();
	for (int i = 0; i < match->n; i++) {
		AUTO_STR struct str label = last_evening_label(last, match->player[i]);
		bool is_played = match->is_known && match->games;
		json_array_append_new(robots, json_pack("{s:o, s:i, s:o, s:o}", "robot", json_clean(label.text),
			"seed", match->player[i] + 1, "score", is_played ? json_number(match->score[i]) : json_null(),
			"place", is_played ? json_integer(match->place[i]) : json_null()));
	}
	bool is_bye = match->is_known && !match->games;
	return json_pack("{s:o, s:I, s:b, s:b, s:i, s:b}", "robots", robots,
			 "games", (json_int_t)(match->is_known ? match->games : 0), "is_known",
			 (int)match->is_known, "is_bye", (int)is_bye, "extra", match->is_known ? match->n_extra : 0,
			 "by_seed", (int)(match->is_known && match->is_by_seed));
}

json_t *last_evening_json(const struct last_evening *last)
{
	const struct evening *evening = &last->evening;
	AUTO_FREE struct evening_row *rows = rows_of(last);
	json_t *rounds = json_array();
	for (int r = 0; r < evening->n_rounds; r++) {
		const struct evening_round *round = &evening->rounds[r];
		json_array_append_new(rounds, json_pack("{s:s, s:o}", "name", round->name, "matches",
							JSON_LIST(i, round->n, match_json(last, &round->matches[i]))));
	}
	return json_pack("{s:s, s:b, s:o, s:o}", "form", evening_forms[evening->form], "is_over", (int)evening->is_over,
		"rounds", rounds, "standings", columns_all_json(COLUMNS(columns), ROWS(rows, evening->n_players)));
}
