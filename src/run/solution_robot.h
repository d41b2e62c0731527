/* solution_robot.h - a robot made from solved hands: a copy of the bundled robot nash, with the solution in its data
 * folder. */
#pragma once

#include "solve/maexchen/solver.h"
#include "solve/solution.h"

/* Saves the robot at a path that solution_robot_check allows; the solution goes into the folder NAME.data beside it.
 * With the path of nash itself, that file is kept. Sets err on failure. */
int solution_robot_save(struct solution_draft *draft, const char *path, struct err *err);

/* Does the same for a book that has all policies. */
int solution_robot_save_maexchen(struct maexchen_book *book, const char *path, struct err *err);

/* Can a robot be saved there? For hours of work whose result goes there at the end. Non-zero: err. */
int solution_robot_check(const char *path, struct err *err);
