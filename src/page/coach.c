/* coach.c - what the mistakes of the robots of a run cost, for its report (coach.h). */
#include "page/coach.h"

#include "base/cores.h"
#include "base/json.h"
#include "coach/games.h"
#include "output/coach_forms.h"
#include "run/coaching.h"

enum { WORST = 5 };

/* A robot, its decisions and the games that they are from. */
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
		if (pupil->sample.n_taken && games_gather(wish->tournament, &pupil->sample, &pupil->decisions, err))
			return -1;
	}
	return 0;
}

int report_coach(const struct report_study *wish, json_t *coach, struct err *err)
{
	int n = wish->info->n_robots < STUDY_MOST_ROBOTS ? wish->info->n_robots : STUDY_MOST_ROBOTS;
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
