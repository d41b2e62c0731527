/* run.h - the folder of a run: creating it, writing its files, finding it.
 *
 *   results/0001/run.json     the configuration (run_config.h), sufficient to replay the run or one game
 *                table.txt    the final table; table.csv and table.json have the same contents
 *                regress.txt  the verdict of a test; regress.json and regress.xml have the same contents
 *                faults/001-ROBOT.txt   a crash report (database.h)
 *                clock.json   all data that depends on a clock or a machine: times, CPU, host, jobs, the robots' files,
 *                             the command line as typed
 *
 * All files except clock.json are a function of the command and the seed: they have the same bytes on every machine and
 * for every number of workers. Each file is written under another name and then renamed, so a file that exists is
 * complete. */
#pragma once

#include "base/base.h"

struct run {
	char *folder; /* "results/0001"; owned */
};

/* Creates a folder and its parents if they are missing. Fails with EXIT_WORLD. */
int run_make_folders(const char *folder, struct err *err);

/* Creates a folder in `results`, named with the next free number above `above`. Fails with EXIT_WORLD. */
int run_create(struct run *run, const char *results, int above, struct err *err);
void run_release(struct run *run);

/* Returns the name of the run, which is the last component of its folder. The run owns it. */
const char *run_name(const struct run *run);

/* Removes the folder unless it has other files than run.json, so that a run that could not begin leaves nothing
 * behind. */
void run_discard(const struct run *run);

/* Writes a file of the run. Only its owner may read it, because it contains the seed. `name` is the path within the
 * folder; a subfolder in it ("faults/...") is created if it is missing. */
int run_write(const struct run *run, const char *name, const char *bytes, size_t n, struct err *err);

/* Removes the crash reports of the run, if there are any. */
int run_clear_faults(const struct run *run, struct err *err);

/* Returns a run's folder, which the caller owns. `run` is a number in `results`, a folder, or NULL for the latest run.
 * Returns NULL with EXIT_USAGE if there is none, and with EXIT_WORLD if a folder cannot be read. */
char *run_find(const char *results, const char *run, struct err *err);

/* Returns the end of a message about a name that is not a run. If the name is "tourneys" or similar, it says which
 * commands read the games of tourneys; otherwise it is "". */
const char *run_hint(const char *name);
