/* items.c - JSON values as items of jobs (run/jobs.h). */
#include "page/items.h"

#include "base/cores.h"
#include "run/jobs.h"

struct making {
	const struct items *items;
	int n_taken;
};

/* Numbers are passed between processes with all their digits. */
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

static bool take(const char *bytes, size_t n, void *context)
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
	struct jobs jobs = {.n_jobs = most < items->n ? most : items->n, .work = work, .take = take, .context = &making};
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
