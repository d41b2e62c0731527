/* request_args.h - converts the options of a command to a request. */
#pragma once

#include "base/options.h"
#include "terminal/series.h"

/* Fills in the request from those options that the command has, by their names (options.txt), but not from --lanes. Its
 * strings belong to args. EXIT_USAGE. */
int request_args_read(const struct args *args, struct request *request, struct err *err);

/* Reads the rules of --variant, if the command has it, changed by --rule. */
int request_args_rules(const struct args *args, struct rules *rules, struct err *err);

/* Sets the robots of a request, specs[i], i < n, and its seed: that of --seed, with a nonce where the robots need one. *seed is the
 * caller's, and must live as long as the request. */
int request_args_robots(const struct args *args, char *const *specs, int n, struct request *request, char **seed, struct err *err);

/* Adds the command line that gives the same results: the command, its first n_before operands, the options that were given and can
 * change a result, with this seed, and the other operands. */
void request_args_command(const struct args *args, const char *command, int n_before, const char *seed, struct str *out);

/* The parts of a run need the same nonce: EXIT_USAGE if this one got a new one. Otherwise a note says how to repeat the run. */
int request_args_note_nonce(const struct args *args, const struct request *request, struct err *err);

/* Sets the run of --resume. EXIT_USAGE for options that the run determines. */
int request_args_resume(const struct args *args, struct request *request, struct err *err);

/* The strings of the request belong to args. EXIT_USAGE. */
int play_args_read(const struct args *args, struct play_wish *wish, struct err *err);
