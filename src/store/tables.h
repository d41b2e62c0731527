/* tables.h - the tables of a run that lists them (FORMAT_LISTED), as text. "0-1 2-0" has two tables; the numbers are
 * the positions of the robots in the run. */
#pragma once

#include <stdbool.h>

#include "base/str.h"
#include "store/run_config.h"

/* Appends the tables of the run; nothing for other formats. */
void tables_to_text(const struct run_config *info, struct str *out);

/* Sets the tables of a run whose n_seats and n_robots are set. Returns false and sets nothing if the text has another
 * form or no table, names a robot that the run does not have, or one that sits twice at a table. */
bool tables_from_text(struct run_config *info, const char *text);
