/* solve_forms.c - solved hands as text, CSV and JSON. */
#include "output/solve_forms.h"

#include "output/show.h"

void solve_add_table(const struct hands *hands, bool has_colour, struct str *out)
{
	AUTO_TABLE struct table table = {0};
	bool is_match = hands->draft.form == SOLUTION_FORM_NEXT;
	AUTO_STR struct str rules = rules_text(hands->rules);
	str_addf(out, "%s of %s\n%s\n\n", is_match ? "The match" : "Hands", rules.text,
		 is_match
		 ? "Value of the match for the opener (1: always won, -1: never) when it begins with these dice."
		 : "Value of the hand for the opener (1: always won, -1: never).");
	table_columns(&table, "<dice\tvalue\topener wins %\texploitability\titerations\t<remembers");
	for (int i = 0; i < hands->n_solved; i++) {
		const struct solved_hand *solved = &hands->solved[i];
		table_cells(&table, "%dv%d\t%.6f\t%.3f\t%s%.6f\t%d\t%s", solved->n_first, solved->n_second,
			    solved->value, 50 * (1 + solved->value), solved->is_at_least ? "at least " : "",
			    solved->exploitability, solved->n_iterations, solved->is_merged ? "last bids" : "all bids");
	}
	table_text(&table, has_colour, out);
}

void solve_add_csv(const struct hands *hands, struct str *out)
{
	str_add(out, "dice,opponent_dice,value,exploitability,iterations,is_merged,is_at_least\n");
	for (int i = 0; i < hands->n_solved; i++) {
		const struct solved_hand *solved = &hands->solved[i];
		str_addf(out, "%d,%d,%.7f,%.7f,%d,%d,%d\n", solved->n_first, solved->n_second, solved->value,
			 solved->exploitability, solved->n_iterations, solved->is_merged, solved->is_at_least);
	}
}

json_t *solve_json(const struct hands *hands)
{
	json_t *list = json_array();
	AUTO_STR struct str rules = rules_text(hands->rules);
	for (int i = 0; i < hands->n_solved; i++) {
		const struct solved_hand *solved = &hands->solved[i];
		json_array_append_new(list,
			json_pack("{s:i, s:i, s:f, s:f, s:i, s:b, s:b}", "dice", solved->n_first,
				  "opponent_dice", solved->n_second, "value", solved->value,
				  "exploitability", solved->exploitability, "iterations", solved->n_iterations,
				  "is_merged", solved->is_merged, "is_at_least", solved->is_at_least));
	}
	return json_pack("{s:s, s:b, s:o}", "rules", rules.text, "is_match", hands->draft.form == SOLUTION_FORM_NEXT,
			 "hands", list);
}

/* The first claim of a hand in which both players have all their points: the chance that a hand begins with it, the
 * chance that a hand begins with it as a lie, and the chance that it is doubted. */
struct opening {
	double claimed, lies, doubted;
};

static struct opening opening_of(const struct maexchen_solver *solver, int claim)
{
	const struct maexchen_values *values = &solver->values;
	const struct maexchen_policy *policy = solver->policy[values->points][values->points];
	struct opening opening = {.doubted = maexchen_doubts(policy, -1, claim)};
	for (int roll = 0; roll < values->n; roll++) {
		double chance = values->chance[roll] * policy->claims[0][roll][claim];
		opening.claimed += chance;
		opening.lies += roll < claim ? chance : 0;
	}
	return opening;
}

/* Average strategies contain every claim with a small chance. Claims with a smaller chance than this are not part of
 * the equilibrium. */
static const double least_claimed = 1e-4;

static void add_openings(const struct maexchen_solver *solver, const struct rules *rules, bool has_colour,
			 struct str *out)
{
	AUTO_TABLE struct table table = {0};
	str_addf(out, "\nHow a hand begins with %d points each. Claims that are made in fewer than 1 hand in 10,000 "
		      "are left out.\n\n",
		 solver->values.points);
	table_columns(&table, "<claim\t% of hands\t% lies\t% doubted");
	for (int claim = 0; claim < solver->values.n; claim++) {
		AUTO_STR struct str name = {0};
		struct opening opening = opening_of(solver, claim);
		if (opening.claimed < least_claimed)
			continue;
		maexchen_add_value(rules->value, solver->values.value[claim], &name);
		table_cells(&table, "%s\t%.2f\t%.1f\t%.1f", name.text, 100 * opening.claimed,
			    100 * opening.lies / opening.claimed, 100 * opening.doubted);
	}
	table_text(&table, has_colour, out);
}

void maexchen_solve_add_table(const struct maexchen_solver *solver, const struct rules *rules, bool has_colour,
			      struct str *out)
{
	AUTO_TABLE struct table table = {0};
	AUTO_STR struct str text = rules_text(rules);
	str_addf(out, "The game of %s\nValue of the game for the player who begins (1: always won, -1: never).\n\n",
		 text.text);
	table_columns(&table, "<points each\tvalue\twho begins wins %");
	for (int points = 1; points <= solver->values.points; points++)
		table_cells(&table, "%d\t%.6f\t%.4f", points, 2 * solver->win[points][points] - 1,
			    100 * solver->win[points][points]);
	table_text(&table, has_colour, out);
	str_addf(out, "\nA perfect opponent could still win %.7f a game from this solution (exploitability).\n",
		 solver->exploitability);
	add_openings(solver, rules, has_colour, out);
}

void maexchen_solve_add_csv(const struct maexchen_solver *solver, struct str *out)
{
	str_add(out, "points,opponent_points,value\n");
	for (int own = 1; own <= solver->values.points; own++)
		for (int other = 1; other <= solver->values.points; other++)
			str_addf(out, "%d,%d,%.7f\n", own, other, 2 * solver->win[own][other] - 1);
}

json_t *maexchen_solve_json(const struct maexchen_solver *solver, const struct rules *rules)
{
	json_t *values = json_array(), *openings = json_array();
	AUTO_STR struct str text = rules_text(rules);
	for (int own = 1; own <= solver->values.points; own++)
		for (int other = 1; other <= solver->values.points; other++)
			json_array_append_new(values, json_pack("{s:i, s:i, s:f}", "points", own,
				"opponent_points", other, "value", 2 * solver->win[own][other] - 1));
	for (int claim = 0; claim < solver->values.n; claim++) {
		struct opening opening = opening_of(solver, claim);
		json_array_append_new(openings, json_pack("{s:i, s:f, s:f, s:f}", "claim", solver->values.value[claim],
			"claimed", opening.claimed, "lies", opening.lies, "doubted", opening.doubted));
	}
	return json_pack("{s:s, s:f, s:o, s:o}", "rules", text.text, "exploitability", solver->exploitability,
			 "values", values, "openings", openings);
}
