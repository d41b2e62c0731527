/* study.c - how the robots of a run played, for its report (study.h). */
#include "page/study.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/cores.h"
#include "base/mem.h"
#include "output/analysis_forms.h"
#include "record/study.h"
#include "run/jobs.h"
#include "run/setup.h"

/* A study is expensive: it plays its games twice, and the page has a chart for each part. */
enum { MOST_ROBOTS = 8, WORST = 5 };

struct studies {
	const struct report_study *wish;
	struct study like;
	json_t *list;
	int n;             /* robots */
};

/* Adds nothing when there are no matches to analyse. */
static int study_one(const struct studies *studies, int robot, json_t **found, struct err *err)
{
	struct study study = studies->like;
	study_init(&study, robot, &studies->wish->limits);
	study.worst.n_wanted = WORST;
	int failed = study.sample.n_taken ? study_play(&study, err) : 0;
	if (!failed && study.sample.n_taken) {
		struct analysis_report report = study_report(&study);
		*found = analysis_json(&report);
		json_object_set_new(*found, "tables", analysis_page_tables(&report));
	}
	study_release(&study);
	return failed;
}

static void take(struct studies *studies, json_t *found)
{
	if (studies->wish->progress)
		studies->wish->progress("robots analysed", (int)json_array_size(studies->list) + 1, studies->n);
	if (json_is_object(found))
		json_array_append(studies->list, found);
}

/* Numbers are passed between processes with all their digits. */
static int work(struct job *job, void *context, struct err *err)
{
	const struct studies *studies = context;
	for (int i = 0; i < studies->n; i++) {
		json_t *found = NULL;
		if (!job_is_mine(job))
			continue;
		if (study_one(studies, studies->wish->order[i], &found, err))
			return -1;
		AUTO_FREE char *text = found ? json_dumps(found, JSON_COMPACT | JSON_REAL_PRECISION(17)) : mem_strdup("null");
		json_decref(found);
		bug_if(!text);
		if (!job_send(job, text, strlen(text)))
			break;
	}
	return 0;
}

static bool take_text(const char *bytes, size_t n, void *context)
{
	json_t *found = json_loadb(bytes, n, JSON_DECODE_ANY, NULL);
	bug_if(!found);
	take(context, found);
	json_decref(found);
	return true;
}

/* Stored plays are read through one connection, which two processes must not share. */
static int study_all(struct studies *studies, struct err *err)
{
	struct jobs jobs = {.n_jobs = cores_allowed() < studies->n ? cores_allowed() : studies->n, .work = work, .take = take_text,
			    .context = studies};
	if (jobs.n_jobs > 1 && !studies->like.tournament->stored_plays)
		return jobs_run(&jobs, err);
	for (int i = 0; i < studies->n; i++) {
		json_t *found = NULL;
		if (study_one(studies, studies->wish->order[i], &found, err))
			return -1;
		take(studies, found);
		json_decref(found);
	}
	return 0;
}

json_t *report_study(const struct report_study *wish, struct err *err)
{
	struct robot *baseline = NULL;
	char *specs[] = {mem_strdup(study_baseline(&wish->info->rules))};
	struct studies studies = {
		.wish = wish, .list = json_array(), .n = wish->info->n_robots < MOST_ROBOTS ? wish->info->n_robots : MOST_ROBOTS,
		.like = {.info = wish->info, .tournament = wish->tournament, .played = wish->played},
	};
	bool has_baseline = !wish->tournament->stored_plays; /* which requires robots that would play the same again */
	int failed = has_baseline && (setup_robots(specs, 1, &baseline, err) || study_probe_baseline(baseline, wish->tournament, err));
	studies.like.baseline = baseline;
	if (!failed)
		failed = study_all(&studies, err);
	free(specs[0]);
	if (baseline)
		setup_close(baseline, 1);
	if (!failed)
		return studies.list;
	json_decref(studies.list);
	return NULL;
}
