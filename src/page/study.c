/* study.c - how the robots of a run played, for its report (study.h). */
#include "page/study.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/mem.h"
#include "output/analysis_forms.h"
#include "record/study.h"
#include "run/setup.h"

/* A study plays its games twice, and the page has a chart of everything. */
enum { MOST_ROBOTS = 8 };

static int study_one(struct study *study, json_t *list, struct err *err)
{
	if (!study->sample.n_matches)
		return 0;
	if (study_play(study, err))
		return -1;
	struct analysis_report report = study_report(study);
	json_array_append_new(list, analysis_json(&report));
	return 0;
}

static int study_all(const struct study *like, const int *order, uint64_t most_games, json_t *list, struct err *err)
{
	int failed = 0;
	for (int i = 0; i < like->info->n_robots && i < MOST_ROBOTS && !failed; i++) {
		struct study study = *like;
		study_init(&study, order[i], most_games);
		failed = study_one(&study, list, err);
		study_release(&study);
	}
	return failed;
}

json_t *report_study(const struct tournament *tournament, const struct run_config *info, const int *order,
		     const struct matches_list *played, uint64_t most_games, struct err *err)
{
	struct robot *baseline = NULL;
	json_t *list = json_array();
	char *specs[] = {mem_strdup(study_baseline(&info->rules))};
	struct study study = {.info = info, .tournament = tournament, .played = played};
	bool has_baseline = !tournament->stored_plays; /* it needs robots that would play the same again */
	int failed = has_baseline && (setup_robots(specs, 1, &baseline, err) || study_probe_baseline(baseline, tournament, err));
	study.baseline = baseline;
	if (!failed)
		failed = study_all(&study, order, most_games, list, err);
	free(specs[0]);
	if (baseline)
		setup_close(baseline, 1);
	if (!failed)
		return list;
	json_decref(list);
	return NULL;
}
