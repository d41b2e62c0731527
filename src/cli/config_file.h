/* config_file.h - a tournament as a file of JSON (docs/results.md): an object with "games", "robots" and the long names of the
 * command's options. It becomes words of the command line, so that further checks are those of the command. A file cannot give
 * permissions, because it may come from a stranger. */
#pragma once

#include "base/options.h"
#include "robot/program/box.h"

/* A zeroed one is valid. */
struct config_file {
	struct args args;             /* of the file and the command line together */
	struct words options, robots; /* of the file, as a person would type them */
	char *games;                  /* NULL: the file has none */
};

/* Returns the command line with what the file of --config adds: its options, of which those that were typed override each, and its
 * games and robots if none were typed. Returns `typed` without --config or with --resume, NULL with EXIT_USAGE. */
const struct args *config_file_load(struct config_file *config, const struct args *typed, struct err *err);
void config_file_release(struct config_file *config);

/* Writes the file of --save-config, if it is given: the seed, and all options that were given except permissions. */
int config_file_save(const struct args *args, const char *seed, struct err *err);
