/* versions.h - how the strength of a robot changed over its versions. */
#pragma once

#include <jansson.h>

#include "store/database.h"
#include "store/run_config.h"

/* Reads all runs of the database with the same rules, seats and match length as `info`. Robots with the same name and
 * options but different files are versions of one robot. The name is that of the manifest, else that of the file
 * without a number after a dash ("prober-2"). All are rated together, so that versions which met the same opponents can
 * be compared.
 *
 * Returns an array with an object for each robot of `info` that has two versions or more: "name" and "versions", oldest
 * first. A version has "label", "sha256", "run" (the first it played), its rating as in report_rating, and "change",
 * its rating minus that of the version before: "elo", "low", "high"; null where unknown (ratings_difference). The
 * caller's; NULL with err. */
json_t *report_versions(struct database *database, const struct run_config *info, struct err *err);
