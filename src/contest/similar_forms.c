/* similar_forms.c - pairs of versions that are similar, as text, CSV and JSON (similar.h). */
#include "contest/similar.h"

#include "base/json.h"
#include "output/columns.h"

static json_t *label_json(const struct contest_version *version)
{
	AUTO_STR struct str label = contest_label(version);
	return json_clean(label.text);
}

#define IF_ASKED(value) (r->n_positions ? json_number(value) : json_null())
COLUMN_VALUE(similar_pair, a_value, label_json(r->a))
COLUMN_VALUE(similar_pair, b_value, label_json(r->b))
COLUMN_VALUE(similar_pair, files_value, json_integer(r->has_equal_files))
COLUMN_VALUE(similar_pair, sources_value, r->sources < 0 ? json_null() : json_number(r->sources))
COLUMN_VALUE(similar_pair, same_value, IF_ASKED(r->same))
COLUMN_VALUE(similar_pair, expected_value, IF_ASKED(r->expected))
COLUMN_VALUE(similar_pair, alike_value, IF_ASKED(r->alike))
COLUMN_VALUE(similar_pair, positions_value, json_integer(r->n_positions))
COLUMN_VALUE(similar_pair, similar_value, json_integer(r->is_similar))
COLUMN_TEXT(similar_pair, files_text, "%s", r->has_equal_files ? "equal" : "")
COLUMN_TEXT(similar_pair, sources_text, r->sources < 0 ? "-" : "%.1f%%", 100 * r->sources)
COLUMN_TEXT(similar_pair, same_text, r->n_positions ? "%.1f%%" : "-", 100 * r->same)
COLUMN_TEXT(similar_pair, expected_text, r->n_positions ? "%.1f%%" : "-", 100 * r->expected)
COLUMN_TEXT(similar_pair, alike_text, r->n_positions ? "%.1f%%" : "-", 100 * r->alike)
COLUMN_TEXT(similar_pair, similar_text_of, "%s", r->is_similar ? "similar" : "")

static const struct column columns[] = {
	{.key = "a", .title = "version", .value = a_value, .is_left = true},
	{.key = "b", .title = "version", .value = b_value, .is_left = true},
	{.key = "equal_files", .title = "files", .value = files_value, .add_text = files_text, .is_left = true},
	{.key = "sources", .title = "sources", .value = sources_value, .add_text = sources_text},
	{.key = "same_plays", .title = "same plays", .value = same_value, .add_text = same_text},
	{.key = "expected", .title = "expected", .value = expected_value, .add_text = expected_text},
	{.key = "alike", .title = "alike", .value = alike_value, .add_text = alike_text},
	{.key = "positions", .value = positions_value},
	{.key = "is_similar", .title = "", .value = similar_value, .add_text = similar_text_of, .is_left = true},
};

void similar_text(const struct similar *similar, bool has_colour, struct str *out)
{
	str_addf(out, "%d pair%s of versions of different teams %s similar, by their sources and by their plays in %d "
		      "positions.\n\n",
		 similar->n_similar, similar->n_similar == 1 ? "" : "s", similar->n_similar == 1 ? "is" : "are",
		 similar->n_positions);
	columns_add_table(COLUMNS(columns), 0, ROWS(similar->pairs, similar->n_pairs), has_colour, out);
}

void similar_csv(const struct similar *similar, struct str *out)
{
	columns_add_all_csv(COLUMNS(columns), ROWS(similar->pairs, similar->n_pairs), out);
}

json_t *similar_json(const struct similar *similar)
{
	return columns_all_json(COLUMNS(columns), ROWS(similar->pairs, similar->n_pairs));
}
