/* coaching.h - rates the decisions of a coach in several processes. */
#pragma once

#include "coach/coach.h"
#include "solve/maexchen/solver.h"
#include "solve/solution.h"

struct coaching {
	struct coach *coach;  /* with its decisions, sorted */
	int n_jobs;           /* at least 1; does not change results */
	/* Called after each kind of hand; `done` is the finished share of the work, from 0 to 1. May be NULL. */
	void (*progress)(double done, void *context);
	void *context;
};

/* Returns the folder in which nash keeps solved hands. The caller owns it. Returns NULL if there is no nash. */
char *coaching_solutions(void);

/* Fills in the findings. Sets err on failure. */
int coaching_run(const struct coaching *coaching, struct err *err);

/* A robot made from solved hands: a copy of the bundled robot nash, with the solution in its data
 * folder. */

/* Saves the robot at a path that solution_robot_check allows; the solution goes into the folder NAME.data beside it.
 * With the path of nash itself, that file is kept. Sets err on failure. */
int solution_robot_save(struct solution_draft *draft, const char *path, struct err *err);

/* Does the same for a book that has all policies. */
int solution_robot_save_maexchen(struct maexchen_book *book, const char *path, struct err *err);

/* Can a robot be saved at this path? Call it before hours of work. Returns non-zero with err if not. */
int solution_robot_check(const char *path, struct err *err);
