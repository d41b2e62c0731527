/* versions.h - robots that played under one name in several versions: how their strength changed. */
#ifndef ARENA_PAGE_VERSIONS_H
#define ARENA_PAGE_VERSIONS_H

#include <jansson.h>

#include "base/err.h"
#include "store/database.h"
#include "store/run_config.h"

/* Reads all runs of the database with the same rules, seats and match length as `info`. Robots of the same name
 * (what they call themselves, else that of their file) and options, but from different files, are versions
 * of one robot. All are rated together, so that versions which met the same others can be compared.
 *
 * An array with an object for each robot of `info` of which there are two versions or more: "name" and
 * "versions", oldest first: "label", "sha256", "run" (the first it played), and its rating as in
 * report_rating. The caller's; NULL with err. */
json_t *report_versions(struct database *database, const struct run_config *info, struct err *err);

#endif
