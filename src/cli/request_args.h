/* request_args.h - converts the options of a command to a request. */
#pragma once

#include "base/options.h"
#include "terminal/series.h"
#include "robot/program/box.h"

/* Fills in the request from the shared options (options.txt) that the command has, except --lanes. The strings belong
 * to args. Fails with EXIT_USAGE. */
int request_args_read(const struct args *args, struct request *request, struct err *err);

/* Reads the rules from --variant, if the command has it, and changes them by --rule. */
int request_args_rules(const struct args *args, struct rules *rules, struct err *err);

/* Sets the robots of a request, specs[i], i < n, and its seed, which is that of --seed, with a nonce if the robots
 * require one. The caller owns *seed, which must stay valid as long as the request. */
int request_args_robots(const struct args *args, char *const *specs, int n, struct request *request, char **seed,
			struct err *err);

/* Adds the command line that gives the same results: the command, its first n_before operands, the options that were
 * given and can change results, this seed, and the other operands. */
void request_args_command(const struct args *args, const char *command, int n_before, const char *seed,
			  struct str *out);

/* If the run got a new nonce, prints how to repeat the run. Fails with EXIT_USAGE if only a part of the run is played
 * (--shard), because all parts must have the same nonce. */
int request_args_note_nonce(const struct args *args, const struct request *request, struct err *err);

/* Sets the run of --resume. Fails with EXIT_USAGE for options that the run determines. */
int request_args_resume(const struct args *args, struct request *request, struct err *err);

/* Fills in the wish from the options of `play`. The strings belong to args. Fails with EXIT_USAGE. */
int play_args_read(const struct args *args, struct play_wish *wish, struct err *err);

/* A tournament as a file of JSON (docs/results.md): an object with "games", "robots" and the long names of the
 * command's options. It is converted to words of a command line, so all further checks are those of the command. A file
 * cannot grant permissions, because it may come from a stranger. */

/* A zeroed struct is valid. */
struct config_file {
	struct args args;             /* the file and the command line combined */
	struct words options, robots; /* from the file, as they would be typed */
	char *games;                  /* NULL: the file has none */
};

/* Returns the command line with the options of the file given by --config, which typed options override, and with its
 * games and robots if none were typed. Returns `typed` if there is no --config, or with --resume. Returns NULL with
 * EXIT_USAGE on failure. */
const struct args *config_file_load(struct config_file *config, const struct args *typed, struct err *err);
void config_file_release(struct config_file *config);

/* Writes the file of --save-config, if this option is given: the seed, and all options that were given except
 * permissions. */
int config_file_save(const struct args *args, const char *seed, struct err *err);
