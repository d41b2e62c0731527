/* request_args.h - converts the options of a command to a request. */
#pragma once

#include "base/options.h"
#include "terminal/series.h"
#include "robot/program/box.h"

/* Fills in the request from those options that the command has, by their names (options.txt), but not from --lanes. Its
 * strings belong to args. Fails with EXIT_USAGE. */
int request_args_read(const struct args *args, struct request *request, struct err *err);

/* Reads the rules of --variant, if the command has it, changed by --rule. */
int request_args_rules(const struct args *args, struct rules *rules, struct err *err);

/* Sets the robots of a request, specs[i], i < n, and its seed: that of --seed, with a nonce where the robots need one. *seed is the
 * caller's, and must live as long as the request. */
int request_args_robots(const struct args *args, char *const *specs, int n, struct request *request, char **seed, struct err *err);

/* Adds the command line that gives the same results: the command, its first n_before operands, the options that were given and can
 * change a result, with this seed, and the other operands. */
void request_args_command(const struct args *args, const char *command, int n_before, const char *seed, struct str *out);

/* Fails with EXIT_USAGE if a part of a run got a new nonce: all need the same. Otherwise prints how to repeat the run. */
int request_args_note_nonce(const struct args *args, const struct request *request, struct err *err);

/* Sets the run of --resume. Fails with EXIT_USAGE for options that the run determines. */
int request_args_resume(const struct args *args, struct request *request, struct err *err);

/* Fills in the wish, whose strings belong to args. Fails with EXIT_USAGE. */
int play_args_read(const struct args *args, struct play_wish *wish, struct err *err);

/* A tournament as a file of JSON (docs/results.md): an object with "games", "robots" and the long names of the
 * command's options. It becomes words of the command line, so that further checks are those of the command. A file cannot give
 * permissions, because it may come from a stranger. */

/* A zeroed one is valid. */
struct config_file {
	struct args args;             /* of the file and the command line together */
	struct words options, robots; /* of the file, as a person would type them */
	char *games;                  /* NULL: the file has none */
};

/* Returns the command line with the options of the file of --config, which typed options override, and with its games
 * and robots if none were typed. Returns `typed` without --config or with --resume, NULL with EXIT_USAGE. */
const struct args *config_file_load(struct config_file *config, const struct args *typed, struct err *err);
void config_file_release(struct config_file *config);

/* Writes the file of --save-config, if it is given: the seed, and all options that were given except permissions. */
int config_file_save(const struct args *args, const char *seed, struct err *err);
