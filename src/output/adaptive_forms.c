/* adaptive_forms.c - the winnings of an adversary that learns, as a table, CSV and JSON. */
#include "base/json.h"
#include "base/text.h"
#include "output/analysis_forms.h"
#include "output/show.h"
#include "output/solve_forms.h"

static const struct adaptive_feint *best_of(const struct adaptive *adaptive)
{
	return &adaptive->feint[adaptive->best];
}

static bool is_above_half(const struct adaptive *adaptive)
{
	return adaptive->wins.low > 0.5;
}

void adaptive_add_table(const struct adaptive *adaptive, const char *command, bool has_colour, struct str *out)
{
	AUTO_TABLE struct table table = {0};
	AUTO_STR struct str rules = rules_text(&adaptive->tournament->rules);
	AUTO_STR struct str name = text_cleaned(adaptive->tournament->robots[0].label);
	const struct adaptive_feint *best = best_of(adaptive);
	str_addf(out, "%s in matches of %" PRIu32 " block%s of %s\n", name.text, adaptive->match_length,
		 adaptive->match_length == 1 ? "" : "s", rules.text);
	str_addf(out,
		 "An adversary that learns wins %.1f %% (95 %% interval %.1f - %.1f) of the games of %s new matches.\n"
		 "This is a lower bound: another adversary may win more.%s\n\n", 100 * adaptive->wins.mean,
		 100 * adaptive->wins.low, 100 * adaptive->wins.high, show_count(adaptive->n_matches).text,
		 is_above_half(adaptive) ? "" : " That it wins more than half is not shown.");
	table_columns(&table, "<feint\thands\twins while it learns %\t95% interval\t<");
	for (int i = 0; i < adaptive->n_feints; i++) {
		const struct adaptive_feint *feint = &adaptive->feint[i];
		table_cells(&table, "%s\t%d\t%.1f\t%.1f - %.1f\t%s", feint->style, feint->n_hands,
			    100 * feint->learnt.mean,
			    100 * feint->learnt.low, 100 * feint->learnt.high, feint == best ? "measured" : " ");
	}
	table_text(&table, has_colour, out);
	str_addf(out, "\n%s games.", show_count(adaptive->n_games).text);
	if (adaptive->n_faults)
		str_addf(out, " The robot crashed or took too long %s times.", show_count(adaptive->n_faults).text);
	str_addf(out, " The first match again: %s\n", command);
}

void adaptive_add_csv(const struct adaptive *adaptive, struct str *out)
{
	str_add(out, "robot,feint,hands,measured,wins,low,high\n");
	for (int i = -1; i < adaptive->n_feints; i++) {
		const struct adaptive_feint *feint = i < 0 ? best_of(adaptive) : &adaptive->feint[i];
		struct interval wins = i < 0 ? adaptive->wins : feint->learnt;
		show_add_csv(out, adaptive->tournament->robots[0].label);
		str_addf(out, ",%s,%d,%d,%.6f,%.6f,%.6f\n", feint->style, feint->n_hands, i < 0, wins.mean, wins.low,
			 wins.high);
	}
}

static json_t *feint_of(const struct adaptive_feint *feint)
{
	return json_pack("{s:s, s:i, s:o}", "feint", feint->style, "hands", feint->n_hands,
			 "learnt", analysis_interval_json(feint->learnt));
}

json_t *adaptive_json(const struct adaptive *adaptive, const char *command)
{
	AUTO_STR struct str rules = rules_text(&adaptive->tournament->rules);
	const struct adaptive_feint *best = best_of(adaptive);
	return json_pack("{s:o, s:s, s:I, s:I, s:o, s:s, s:i, s:o, s:I, s:I, s:s}", "robot",
			 json_clean(adaptive->tournament->robots[0].label), "rules", rules.text, "match_length",
			 (json_int_t)adaptive->match_length, "matches", (json_int_t)adaptive->n_matches, "lower_bound",
			 analysis_interval_json(adaptive->wins), "feint", best->style, "hands", best->n_hands, "feints",
			 JSON_LIST(i, adaptive->n_feints, feint_of(&adaptive->feint[i])), "games",
			 (json_int_t)adaptive->n_games, "faults", (json_int_t)adaptive->n_faults, "replay", command);
}
