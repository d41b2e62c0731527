/* rewrite.h - the files of a stored run, made again from the database. */
#pragma once

#include "store/database.h"

/* Writes the files of the run (run_files.h) into the folder, byte for byte as the command that played it. name: of the run,
 * for errors. EXIT_USAGE when the folder contains another run. */
int rewrite_files(struct database *database, int64_t run_id, const char *name, const char *folder, struct err *err);
