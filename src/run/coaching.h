/* coaching.h - rates the decisions that a coach holds in several processes. */
#pragma once

#include "coach/coach.h"
#include "solve/maexchen/solver.h"
#include "solve/solution.h"

struct coaching {
	struct coach *coach;  /* with its decisions, sorted */
	int n_jobs;           /* at least 1; does not change results */
	/* Called after each hand; `done` is the share of the work that is finished, from 0 to 1. May be NULL. */
	void (*progress)(double done, void *context);
	void *context;
};

/* Returns the folder in which nash keeps solved hands. The caller owns it. Returns NULL if the robot nash is not
 * found. */
char *coaching_solutions(void);

/* Rates all decisions, and stores the results in them (coach->decisions). Sets err on failure. */
int coaching_run(const struct coaching *coaching, struct err *err);

/* A robot made from solved hands is a copy of the bundled robot nash, with the solution in its data folder. */

/* Saves the robot at a path that has passed solution_robot_check, and the solution in the folder NAME.data beside it.
 * If the path is that of nash itself, only the solution is written. Sets err on failure. */
int solution_robot_save(struct solution_draft *draft, const char *path, struct err *err);

/* Does the same for a book of Mäxchen that has all policies. */
int solution_robot_save_maexchen(struct maexchen_book *book, const char *path, struct err *err);

/* Checks that a robot can be saved at this path. Call it before a computation that takes hours. Sets err on failure. */
int solution_robot_check(const char *path, struct err *err);
