/* solve_forms.c - solved hands as text, CSV and JSON. */
#include "output/solve_forms.h"

#include "output/show.h"

void solve_add_table(const struct hands *hands, bool has_colour, struct str *out)
{
	AUTO_TABLE struct table table = {0};
	bool is_match = hands->draft.form == SOLUTION_FORM_NEXT;
	AUTO_STR struct str rules = rules_text(hands->rules);
	str_addf(out, "%s of %s\n%s\n\n", is_match ? "The match" : "Hands", rules.text,
		 is_match ? "Value of the match for the opener (1: always won, -1: never) when it begins with these dice."
			  : "Value of the hand for the opener (1: always won, -1: never).");
	table_columns(&table, "<dice\tvalue\topener wins %\texploitability\titerations\t<remembers");
	for (int i = 0; i < hands->n_solved; i++) {
		const struct solved_hand *solved = &hands->solved[i];
		table_cells(&table, "%dv%d\t%.6f\t%.3f\t%.6f\t%d\t%s", solved->n_first, solved->n_second, solved->value,
			  50 * (1 + solved->value), solved->exploitability, solved->n_iterations,
			  solved->is_merged ? "last bids" : "all bids");
	}
	table_text(&table, has_colour, out);
}

void solve_add_csv(const struct hands *hands, struct str *out)
{
	str_add(out, "dice,opponent_dice,value,exploitability,iterations,is_merged\n");
	for (int i = 0; i < hands->n_solved; i++) {
		const struct solved_hand *solved = &hands->solved[i];
		str_addf(out, "%d,%d,%.7f,%.7f,%d,%d\n", solved->n_first, solved->n_second, solved->value, solved->exploitability,
			 solved->n_iterations, solved->is_merged);
	}
}

json_t *solve_json(const struct hands *hands)
{
	json_t *list = json_array();
	AUTO_STR struct str rules = rules_text(hands->rules);
	for (int i = 0; i < hands->n_solved; i++) {
		const struct solved_hand *solved = &hands->solved[i];
		json_array_append_new(list, json_pack("{s:i, s:i, s:f, s:f, s:i, s:b}", "dice", solved->n_first, "opponent_dice",
			solved->n_second, "value", solved->value, "exploitability", solved->exploitability, "iterations",
			solved->n_iterations, "is_merged", solved->is_merged));
	}
	return json_pack("{s:s, s:b, s:o}", "rules", rules.text, "is_match", hands->draft.form == SOLUTION_FORM_NEXT, "hands", list);
}
