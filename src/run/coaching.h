/* coaching.h - rates the decisions of a coach in several processes. */
#pragma once

#include "coach/coach.h"

struct coaching {
	struct coach *coach;  /* with its decisions, sorted */
	int n_jobs;           /* at least 1; changes no result */
	/* Called after each kind of hand; `done` is the finished share of the work, from 0 to 1. May be NULL. */
	void (*progress)(double done, void *context);
	void *context;
};

/* Returns the folder in which nash keeps solved hands. The caller owns it. Returns NULL if there is no nash. */
char *coaching_solutions(void);

/* Fills in the findings. Sets err on failure. */
int coaching_run(const struct coaching *coaching, struct err *err);
