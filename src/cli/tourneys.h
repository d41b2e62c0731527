/* tourneys.h - the games of the tourney server in the commands standings, analyse, export and replay, as a run with the
 * name "tourneys". The database stores them as GameLogs. */
#pragma once

#include "base/options.h"
#include "output/analysis_forms.h"

/* Returns true if this operand (from 0) is "tourneys" instead of a run. */
bool tourneys_are_meant(const struct args *args, int operand);

/* Prints an analysis of these games, or of a run, in the form of --output. `run` is its name. */
void tourneys_print_analysis(const struct args *args, const struct analysis_report *report, const char *run);

/* Run a command for these games. Return an exit code, or -1 with err. */
int tourneys_standings(const struct args *args, struct err *err);
int tourneys_analyse(const struct args *args, struct err *err);
int tourneys_export(const struct args *args, struct err *err);
int tourneys_replay(const struct args *args, struct err *err);
