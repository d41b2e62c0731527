/* analysis_worst.c - the decisions of a robot that cost most, for people and for programs (analysis_forms.h). */
#include <inttypes.h>

#include "output/analysis_forms.h"
#include "output/show.h"

static void add_words(const struct analysis_report *report, const struct worst_loss *loss, struct str *out)
{
	game_play_words(&report->info->rules, loss->bid, out);
}

json_t *analysis_worst_json(const struct analysis_report *report)
{
	json_t *list = json_array();
	for (int i = 0; i < report->worst->n; i++) {
		const struct worst_loss *loss = &report->worst->list[i];
		AUTO_STR struct str words = {0};
		add_words(report, loss, &words);
		json_t *right = loss->is_call || loss->right < 0 ? json_null() : json_real(loss->right);
		json_array_append_new(list, json_pack("{s:I, s:i, s:b, s:i, s:s, s:f, s:o}", "game", (json_int_t)loss->game + 1, "hand",
						      loss->hand + 1, "is_call", loss->is_call, "bid", loss->bid, "words",
						      str_text(&words), "chance", loss->chance, "right", right));
	}
	return list;
}

void analysis_add_worst(const struct analysis_report *report, const char *run, bool has_colour, struct str *out)
{
	if (!report->worst->n)
		return;
	str_add(out, "\n");
	show_add_styled(out, has_colour, SHOW_BOLD, "Losses worth looking at");
	str_add(out, " (chances by the robot's own dice)\n");
	for (int i = 0; i < report->worst->n; i++) {
		const struct worst_loss *loss = &report->worst->list[i];
		AUTO_STR struct str words = {0};
		add_words(report, loss, &words);
		str_addf(out, "  %s %s, true with %.1f%%", loss->is_call ? "called" : "bid", words.text, 100 * loss->chance);
		if (!loss->is_call && loss->right >= 0)
			str_addf(out, ", where a call was right with %.1f%%", 100 * loss->right);
		str_addf(out, ": hand %d of arena replay %s %" PRIu64 "\n", loss->hand + 1, run, loss->game + 1);
	}
}
