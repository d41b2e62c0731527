/* score.c - the dice or points of every player after each hand, and who won (score.h). */
#include "terminal/score.h"

#include "output/show.h"

void score_release(struct score *score)
{
	free(score->rows);
	*score = (struct score){0};
}

struct score_row *score_row(struct score *score, int hand)
{
	if (score->n_rows == 0 || score->rows[score->n_rows - 1].hand != hand) {
		*MEM_APPEND(score->rows, score->n_rows) = (struct score_row){.hand = hand};
	}
	return &score->rows[score->n_rows - 1];
}

static void add_cell(const struct score *score, struct table *table, int row, int player)
{
	const struct score_row *now = &score->rows[row];
	bool is_out = now->out >> player & 1;
	bool was_out = row > 0 && score->rows[row - 1].out >> player & 1;
	if (was_out)
		table_cells(table, "%s", "");
	else if (is_out)
		table_cells(table, "out");
	else
		table_cells(table, score->is_signed && now->value[player] ? "%+d" : "%d", now->value[player]);
}

/* The players from `from` on that fit into the width; returns the next. */
static int add_part(const struct score *score, const char *const *names, int from, int width, bool has_colour,
		    struct str *out)
{
	AUTO_TABLE struct table table = {0};
	int to = from, at = 5; /* "start" */
	table_column(&table, "hand", false);
	for (; to < score->n_players; to++) {
		AUTO_STR struct str title = str_of("%c %s", 'A' + to, names[to]);
		at += 2 + text_width(title.text);
		if (to > from && at > width)
			break;
		table_column(&table, title.text, true);
	}
	for (int row = 0; row < score->n_rows; row++) {
		if (score->rows[row].hand)
			table_cells(&table, "%d", score->rows[row].hand);
		else
			table_cells(&table, "start");
		for (int player = from; player < to; player++)
			add_cell(score, &table, row, player);
	}
	table_text(&table, has_colour, out);
	return to;
}

void score_table(const struct score *score, const char *const *names, int width, bool has_colour, struct str *out)
{
	for (int from = 0; from < score->n_players;) {
		if (from > 0)
			str_add(out, "\n");
		from = add_part(score, names, from, width, has_colour, out);
	}
}
