/* run.h - the folder of a run: making it, writing its files, finding it.
 *
 *   results/0001/run.json     the configuration (run_config.h), sufficient to replay the run or one game
 *                table.txt    the final table; table.csv and table.json hold the same
 *                regress.txt  the verdict of a test; regress.json and regress.xml hold the same
 *                faults/001-ROBOT.txt   a crash report (database.h)
 *                clock.json   everything that depends on a clock or a machine: times, CPU, host, jobs,
 *                             the robots' files, the command line as typed
 *
 * All files but clock.json are a function of the command and the seed: the same bytes on every machine and for every
 * number of workers. Each is written under another name and renamed, so a file that exists is complete. */
#pragma once

#include "base/base.h"

struct run {
	char *folder; /* "results/0001"; owned */
};

/* Makes a folder and its parents where they are missing. Fails with EXIT_WORLD. */
int run_make_folders(const char *folder, struct err *err);

/* Makes a folder in `results` with the next free number above `above`. Fails with EXIT_WORLD. */
int run_create(struct run *run, const char *results, int above, struct err *err);
void run_release(struct run *run);

/* Returns the name of the run: the last component of its folder. Belongs to the run. */
const char *run_name(const struct run *run);

/* Removes the folder unless it holds more than run.json, so that a run that could not begin leaves nothing. */
void run_discard(const struct run *run);

/* Writes a file of the run. Only its owner may read it, because it contains the seed. name: within the folder; a folder in
 * it ("faults/...") is made when it is missing. */
int run_write(const struct run *run, const char *name, const char *bytes, size_t n, struct err *err);

/* Removes the crash reports of the run, if there are any. */
int run_clear_faults(const struct run *run, struct err *err);

/* Finds a run's folder: `run` is a number in `results`, a folder, or NULL for the latest. The caller owns it. Returns
 * NULL with EXIT_USAGE if there is none, with EXIT_WORLD if a folder cannot be read. */
char *run_find(const char *results, const char *run, struct err *err);

/* Returns the end of a message about a name that is not a run: which commands read the games of tourneys, if the name
 * is "tourneys" or near it; else "". */
const char *run_hint(const char *name);
