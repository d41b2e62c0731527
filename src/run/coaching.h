/* coaching.h - the decisions of a coach valued, by several processes. */
#pragma once

#include "coach/coach.h"

struct coaching {
	struct coach *coach;  /* with its decisions, sorted */
	int n_jobs;           /* at least 1; changes no result */
	/* After each kind of hand: `done` of 1 of the work. May be NULL. */
	void (*progress)(double done, void *context);
	void *context;
};

/* The folder in which nash keeps solved hands. The caller's; NULL: there is no nash. */
char *coaching_solutions(void);

/* Fills in the findings. Non-zero: err. */
int coaching_run(const struct coaching *coaching, struct err *err);
