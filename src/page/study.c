/* study.c - analyses of the robots of a run, and the costs of their mistakes, for its report (study.h). */
#include "page/study.h"

#include "base/cores.h"
#include "base/json.h"
#include "coach/decisions.h"
#include "output/analysis_forms.h"
#include "record/study.h"
#include "run/coaching.h"
#include "run/jobs.h"
#include "run/setup.h"

struct making {
	const struct items *items;
	int n_taken;
};

/* Makes the items of a job. Numbers are passed between processes with full precision. */
static int work(struct job *job, void *context, struct err *err)
{
	const struct items *items = ((struct making *)context)->items;
	for (int i = 0; i < items->n; i++) {
		if (!job_is_mine(job))
			continue;
		json_t *item = items->make(i, items->context, err);
		if (!item)
			return -1;
		AUTO_FREE char *text = json_dumps(item, JSON_COMPACT | JSON_REAL_PRECISION(17) | JSON_ENCODE_ANY);
		json_decref(item);
		bug_if(!text);
		if (!job_send(job, text, strlen(text)))
			break;
	}
	return 0;
}

static bool take_item(const char *bytes, size_t n, void *context)
{
	struct making *making = context;
	json_t *item = json_loadb(bytes, n, JSON_DECODE_ANY, NULL);
	bug_if(!item);
	making->items->take(making->n_taken++, item, making->items->context);
	json_decref(item);
	return true;
}

int items_make(const struct items *items, struct err *err)
{
	struct making making = {.items = items};
	int most = items->n_jobs ? items->n_jobs : cores_allowed();
	struct jobs jobs = {.n_jobs = most < items->n ? most : items->n, .work = work, .take = take_item,
		.context = &making};
	if (jobs.n_jobs > 1 && !items->is_alone)
		return jobs_run(&jobs, err);
	for (int i = 0; i < items->n; i++) {
		json_t *item = items->make(i, items->context, err);
		if (!item)
			return -1;
		items->take(i, item, items->context);
		json_decref(item);
	}
	return 0;
}

/* Few, because a study is slow: it plays its games twice, and the page has a chart for each part. */
enum { WORST = 5 };

struct studies {
	const struct report_study *wish;
	struct study study;
	json_t *list;
	int n_groups;      /* number of groups; the robots of a group are studied together in one process */
};

/* Returns the first robot of a group. */
static int first_of(const struct studies *studies, int group)
{
	return group * studies->wish->n_robots / studies->n_groups;
}

/* Returns the analysis of a robot, or null when there are no matches to analyse. */
static json_t *study_json(const struct study *study)
{
	if (!study->sample.n_taken)
		return json_null();
	struct analysis_report report = study_report(study);
	json_t *found = analysis_json(&report);
	json_object_set_new(found, "tables", analysis_page_tables(&report));
	return found;
}

static json_t *study_group(int group, void *context, struct err *err)
{
	const struct studies *studies = context;
	int first = first_of(studies, group), n = first_of(studies, group + 1) - first;
	AUTO_FREE struct study *list = NEW_ARRAY(struct study, (size_t)n);
	for (int i = 0; i < n; i++) {
		list[i] = studies->study;
		study_init(&list[i], studies->wish->order[first + i], &studies->wish->limits);
		list[i].worst.n_wanted = WORST;
	}
	json_t *found = studies_play(list, n, err) ? NULL : JSON_LIST(i, n, study_json(&list[i]));
	for (int i = 0; i < n; i++)
		study_release(&list[i]);
	return found;
}

static void take(int group, json_t *found, void *context)
{
	struct studies *studies = context;
	json_t *robot;
	size_t i;
	json_array_foreach(found, i, robot)
		if (json_is_object(robot))
			json_array_append(studies->list, robot);
	progress_say(studies->wish->progress, "report: %d of %d robots analysed", first_of(studies, group + 1),
		     studies->wish->n_robots);
}

json_t *report_study(const struct report_study *wish, struct err *err)
{
	struct robot *baseline = NULL;
	char *specs[] = {mem_strdup(wish->info->rules.family->baseline)};
	struct studies studies = {
		.wish = wish, .list = json_array(),
		.study = {.info = wish->info, .tournament = wish->tournament, .played = wish->played},
	};
	bool has_baseline = !wish->tournament->stored_plays; /* the baseline needs robots that make the same plays
	                                                      * again */
	int failed = has_baseline &&
		(setup_robots(specs, 1, &baseline, err) || study_probe_baseline(baseline, wish->tournament, err));
	studies.study.baseline = baseline;
	/* Stored plays are read through one connection, which two processes must not share. */
	studies.n_groups = !has_baseline ? 1 : wish->n_jobs ? wish->n_jobs : cores_allowed();
	studies.n_groups = studies.n_groups < wish->n_robots ? studies.n_groups : wish->n_robots;
	const struct items items = {.n = studies.n_groups, .n_jobs = wish->n_jobs, .make = study_group, .take = take,
		.context = &studies};
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

/* A robot, its decisions, and their games. */
struct pupil {
	int robot;
	struct sample sample;
	struct decisions decisions;
};

json_t *report_coach_begin(const struct run_config *info)
{
	struct err why = {0};
	if (coach_check(&info->rules, info->n_seats, &why))
		return json_pack("{s:o}", "why", json_clean(why.text));
	return json_object();
}

static void show_progress(double done, void *context)
{
	const struct report_study *wish = context;
	progress_say(wish->progress, "report: %.0f%% of the hands solved for the coach", 100 * done);
}

/* Rates the decisions of all pupils at once. */
static int rate(const struct report_study *wish, struct pupil *pupils, int n, struct err *err)
{
	struct coach coach;
	AUTO_FREE char *folder = coaching_solutions();
	const struct coaching coaching = {
		.coach = &coach, .n_jobs = wish->n_jobs ? wish->n_jobs : cores_allowed(), .progress = show_progress,
		.context = (void *)(uintptr_t)wish,
	};
	size_t at = 0;
	coach_init(&coach, &wish->info->rules, folder);
	for (int i = 0; i < n; i++)
		decisions_append(&coach.decisions, &pupils[i].decisions);
	int failed = coaching_run(&coaching, err);
	for (int i = 0; i < n; i++)
		for (size_t k = 0; k < pupils[i].decisions.n; k++)
			pupils[i].decisions.list[k].finding = coach.decisions.list[at++].finding;
	coach_release(&coach);
	return failed;
}

static json_t *pupil_json(const struct report_study *wish, const struct pupil *pupil)
{
	struct sums sums;
	size_t n;
	AUTO_FREE struct costly *costliest = sums_costliest(&pupil->decisions, &n);
	sums_of(&pupil->decisions, &sums);
	const struct coach_report report = {
		.rules = &wish->info->rules, .decisions = &pupil->decisions, .sums = &sums, .costliest = costliest,
		.n_costliest = n < WORST ? n : WORST, .robot = wish->tournament->robots[pupil->robot].label,
		.n_games = pupil->sample.n_games,
	};
	json_t *json = coach_json(&report);
	json_object_set_new(json, "tables", coach_page_tables(&report));
	return json;
}

static int gather(const struct report_study *wish, struct pupil *pupils, int n, struct err *err)
{
	for (int i = 0; i < n; i++) {
		struct pupil *pupil = &pupils[i];
		pupil->robot = wish->order[i];
		sample_init(&pupil->sample, &wish->tournament->schedule, pupil->robot, wish->played, &wish->limits);
		if (pupil->sample.n_taken && decisions_gather(&pupil->decisions, wish->tournament, &pupil->sample, err))
			return -1;
	}
	return 0;
}

int report_coach(const struct report_study *wish, json_t *coach, struct err *err)
{
	int n = wish->n_robots;
	if (json_object_get(coach, "why"))
		return 0;
	json_t *robots = json_array();
	AUTO_FREE struct pupil *pupils = NEW_ARRAY(struct pupil, (size_t)n + 1);
	int failed = gather(wish, pupils, n, err) || rate(wish, pupils, n, err);
	for (int i = 0; i < n; i++) {
		if (!failed && pupils[i].decisions.n)
			json_array_append_new(robots, pupil_json(wish, &pupils[i]));
		decisions_release(&pupils[i].decisions);
	}
	json_object_set_new(coach, "robots", robots);
	return failed ? -1 : 0;
}
