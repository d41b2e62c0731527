/* run.h - the folder of a run: making it, writing its files, finding it again.
 *
 *   results/0001/run.json     what was played (run_config.h): enough to play it again, or one game of it
 *                table.txt    the table at the end; table.csv and table.json hold the same
 *                regress.txt  of a test: the verdict; regress.json and regress.xml hold the same
 *                faults/001-ROBOT.txt   the story of a fault (crash_report.h)
 *                clock.json   everything a clock or a machine says: times, CPU, host, jobs,
 *                             the robots' files, the command line as typed
 *
 * All files but clock.json are a function of the command and the seed: the same bytes on every
 * machine and for every number of workers. Each is written under another name and renamed, so
 * that a file that is there is whole. */
#ifndef ARENA_STORE_RUN_H
#define ARENA_STORE_RUN_H

#include <stddef.h>

#include "base/err.h"

struct run {
	char *folder; /* "results/0001"; owned */
};

/* Makes the folder `results` when it is missing, and those it is in. EXIT_WORLD when that cannot be done. */
int run_make_folders(const char *results, struct err *err);

/* Makes a folder in `results` with the next free number, higher than `above` too. EXIT_WORLD. */
int run_create(struct run *run, const char *results, int above, struct err *err);
void run_release(struct run *run);

/* Its name: that of the folder, without those it is in. Belongs to the run. */
const char *run_name(const struct run *run);

/* Takes the folder away, unless it holds more than run.json: a run that could not begin leaves nothing. */
void run_discard(const struct run *run);

/* Writes one whole file of the run, which only its owner may read: it says the seed. name: within the folder; of a folder in it ("faults/...") that
 * is made when it is missing. */
int run_write(const struct run *run, const char *name, const char *bytes, size_t n, struct err *err);

/* Takes away the crash reports of the run, if there are any. */
int run_clear_faults(const struct run *run, struct err *err);

/* Finds a run's folder: `run` is a number in `results`, a folder, or NULL for the latest. The
 * caller's. NULL with EXIT_USAGE. */
char *run_find(const char *results, const char *run, struct err *err);

#endif
