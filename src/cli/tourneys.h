/* tourneys.h - the games of the tourney server as if they were a run, which is called "tourneys": for standings,
 * analyse, export and replay. The database stores them as GameLogs. */
#pragma once

#include "base/options.h"
#include "output/analysis_forms.h"

/* Does this operand (from 0) name these games instead of a run? */
bool tourneys_are_meant(const struct args *args, int operand);

/* Prints an analysis of these games, or of a run, in the form of --output. run: its name. */
void tourneys_print_analysis(const struct args *args, const struct analysis_report *report, const char *run);

/* The commands for these games. Return exit codes, or -1 with err. */
int tourneys_standings(const struct args *args, struct err *err);
int tourneys_analyse(const struct args *args, struct err *err);
int tourneys_export(const struct args *args, struct err *err);
int tourneys_replay(const struct args *args, struct err *err);
