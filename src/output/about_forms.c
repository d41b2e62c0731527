/* about_forms.c - the data for a page about one robot, as JSON (about_forms.h). */
#include "output/about_forms.h"

#include "base/json.h"
#include "output/show.h"

static json_t *percent(double share)
{
	return json_sprintf("%.1f", 100 * share);
}

static json_t *opponents_of(const struct about *about, int result)
{
	json_t *list = json_array();
	for (int i = 0; i < about->n_opponents; i++) {
		const struct about_opponent *of = &about->opponents[i];
		if (of->result == result)
			json_array_append_new(list, json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:s}",
				"comma", json_array_size(list) ? ", " : "", "name", json_clean(of->name),
				"link", json_clean(of->link), "share", percent(of->share.mean),
				"low", percent(of->share.low), "high", percent(of->share.high),
				"games", show_count(of->games).text));
	}
	return json_listed(list);
}

static json_t *faults_of(const struct about *about)
{
	json_t *list = json_array();
	for (int i = 0; i < about->n_faults; i++) {
		const struct about_fault *of = &about->faults[i];
		if (of->n)
			json_array_append_new(list,
				json_pack("{s:s, s:s, s:I, s:o, s:o}", "kind", verdict_name(of->verdict), "number",
				show_count(of->n).text, "game", (json_int_t)of->game, "link", json_clean(of->link),
				"cause", json_without_folders(of->cause)));
	}
	return json_listed(list);
}

json_t *about_json(const struct about *about)
{
	return json_pack("{s:o, s:o, s:o, s:o}", "beats", opponents_of(about, 1), "loses_to", opponents_of(about, -1),
			 "undecided", opponents_of(about, 0), "faults", faults_of(about));
}
