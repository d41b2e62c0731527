/* tourneys.h - the data of a report of the tourneys of this season, in the form of the report of a run (report.h). */
#pragma once

#include <jansson.h>

#include "page/report.h"

/* Reads them from report->database. The caller sets most_studied and is_only_games, and in wish n_games, asked and
 * n_asked. The caller owns the result; NULL with err. Inconsistent logs are skipped and counted in report->remark. */
json_t *tourneys_data(struct report *report, struct err *err);
