/* tables.h - the tables of a run that lists them (FORMAT_LISTED), as text: "0-1 2-0", the robots of each by their
 * positions in the run. */
#ifndef ARENA_STORE_TABLES_H
#define ARENA_STORE_TABLES_H

#include <stdbool.h>

#include "base/str.h"
#include "store/run_config.h"

/* Adds the tables of the run; nothing for other formats. */
void tables_to_text(const struct run_config *info, struct str *out);

/* Sets the tables of a run whose n_seats and n_robots are known. False, and nothing is set, for text of another form,
 * without a table, with a robot that the run does not have, or with one twice at a table. */
bool tables_from_text(struct run_config *info, const char *text);

#endif
