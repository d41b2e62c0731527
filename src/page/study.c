/* study.c - how the robots of a run played, for its report (study.h). */
#include "page/study.h"

#include "output/analysis_forms.h"
#include "page/items.h"
#include "record/study.h"
#include "run/setup.h"

/* A study is expensive: it plays its games twice, and the page has a chart for each part. */
enum { WORST = 5 };

struct studies {
	const struct report_study *wish;
	struct study like;
	json_t *list;
	int n;             /* robots */
};

/* null when there are no matches to analyse. */
static json_t *study_one(int index, void *context, struct err *err)
{
	const struct studies *studies = context;
	struct study study = studies->like;
	json_t *found = NULL;
	study_init(&study, studies->wish->order[index], &studies->wish->limits);
	study.worst.n_wanted = WORST;
	int failed = study.sample.n_taken ? study_play(&study, err) : 0;
	if (!failed && study.sample.n_taken) {
		struct analysis_report report = study_report(&study);
		found = analysis_json(&report);
		json_object_set_new(found, "tables", analysis_page_tables(&report));
	}
	study_release(&study);
	return failed ? NULL : found ? found : json_null();
}

static void take(int index, json_t *found, void *context)
{
	struct studies *studies = context;
	progress_say(studies->wish->progress, "report: %d of %d robots analysed", index + 1, studies->n);
	if (json_is_object(found))
		json_array_append(studies->list, found);
}

json_t *report_study(const struct report_study *wish, struct err *err)
{
	struct robot *baseline = NULL;
	char *specs[] = {mem_strdup(study_baseline(&wish->info->rules))};
	struct studies studies = {
		.wish = wish, .list = json_array(), .n = wish->info->n_robots < STUDY_MOST_ROBOTS ? wish->info->n_robots : STUDY_MOST_ROBOTS,
		.like = {.info = wish->info, .tournament = wish->tournament, .played = wish->played},
	};
	bool has_baseline = !wish->tournament->stored_plays; /* which requires robots that would play the same again */
	int failed = has_baseline && (setup_robots(specs, 1, &baseline, err) || study_probe_baseline(baseline, wish->tournament, err));
	studies.like.baseline = baseline;
	/* Stored plays are read through one connection, which two processes must not share. */
	const struct items items = {.n = studies.n, .n_jobs = wish->n_jobs, .is_alone = wish->tournament->stored_plays != NULL,
				    .make = study_one, .take = take, .context = &studies};
	if (!failed)
		failed = items_make(&items, err);
	free(specs[0]);
	if (baseline)
		setup_close(baseline, 1);
	if (!failed)
		return studies.list;
	json_decref(studies.list);
	return NULL;
}
