/* items.h - JSON values made by several processes: what takes long in a report, such as games played again. */
#pragma once

#include <jansson.h>

#include "base/base.h"

struct items {
	int n, n_jobs;                                  /* n_jobs: at most so many processes; 0: one per core */
	bool is_alone;                                  /* make them in this process: for what processes cannot share */
	json_t *(*make)(int index, void *context, struct err *err); /* item index < n: the caller's; NULL with err */
	void (*take)(int index, json_t *item, void *context); /* in this process, in order */
	void *context;
};

/* The items are the same for any number of processes. Non-zero: err. */
int items_make(const struct items *items, struct err *err);
