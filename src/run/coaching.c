/* coaching.c - rates the decisions that a coach holds, hand by hand, in several processes (coaching.h). */
#include "run/coaching.h"

#include "robot/find.h"
#include "run/jobs.h"

char *coaching_solutions(void)
{
	AUTO_FREE char *nash = find_robot("nash", NULL);
	AUTO_STR struct str folder = {0};
	if (!nash || !str_ends(nash, ".so"))
		return NULL;
	str_add_n(&folder, nash, strlen(nash) - 3);
	str_add(&folder, ".data");
	return mem_strdup(folder.text);
}

/* All hands in which the two players together have `sum` dice. Their ratings do not depend on each other. */
struct round_of_hands {
	const struct coaching *coaching;
	int sum, n_first[GAME_MAX_DICE], n;
	int n_taken;
	double *done, all; /* the work done so far in all rounds, and the total */
};

static int work(struct job *job, void *context, struct err *err)
{
	const struct round_of_hands *round = context;
	for (int i = 0; i < round->n; i++) {
		AUTO_STR struct str bytes = {0};
		if (!job_is_mine(job))
			continue;
		coach_look(round->coaching->coach, round->n_first[i], round->sum - round->n_first[i], &bytes);
		if (!job_send(job, bytes.text, bytes.length))
			break;
	}
	return 0;
}

static bool take(const char *bytes, size_t n, void *context)
{
	struct round_of_hands *round = context;
	const struct coaching *coaching = round->coaching;
	int first = round->n_first[round->n_taken++], second = round->sum - first;
	coach_take(coaching->coach, first, second, bytes, n);
	*round->done += coach_work(coaching->coach, first, second);
	if (coaching->progress)
		coaching->progress(*round->done / round->all, coaching->context);
	return true;
}

/* Rates the decisions in the hands of a round. Uses this process if one is enough. */
static int look(struct round_of_hands *round, struct err *err)
{
	int n_jobs = round->coaching->n_jobs < round->n ? round->coaching->n_jobs : round->n;
	struct jobs jobs = {.n_jobs = n_jobs, .work = work, .take = take, .context = round};
	if (n_jobs > 1)
		return jobs_run(&jobs, err);
	for (int i = 0; i < round->n; i++) {
		AUTO_STR struct str bytes = {0};
		coach_look(round->coaching->coach, round->n_first[i], round->sum - round->n_first[i], &bytes);
		take(bytes.text, bytes.length, round);
	}
	return 0;
}

int coaching_run(const struct coaching *coaching, struct err *err)
{
	double done = 0, all = 0;
	for (int pass = 0; pass < 2; pass++) {
		for (int sum = 2; sum <= coach_most_sum(coaching->coach); sum++) {
			struct round_of_hands round = {.coaching = coaching, .sum = sum, .done = &done, .all = all};
			round.n = coach_hands(coaching->coach, sum, round.n_first);
			for (int i = 0; i < round.n && pass == 0; i++)
				all += coach_work(coaching->coach, round.n_first[i], sum - round.n_first[i]);
			if (pass == 1 && look(&round, err))
				return -1;
		}
	}
	return 0;
}
