/* families.h - the computations of `solve` and `exploit` for each rule family. A family without a line in families.c
 * supports neither command. */
#pragma once

#include "cli/command.h"

struct family_commands {
	const struct family *family;
	/* Computes and prints the result. The rules allow two players. Returns an exit code, or -1 with err. */
	int (*solve)(const struct args *args, const struct request *request, struct err *err);
	/* Checks that a robot can be measured with these options and rules. Called before the robot is loaded. Returns
	 * non-zero with err if not. */
	int (*check_exploit)(const struct args *args, const struct rules *rules, struct err *err);
	/* Measures robots[0] and prints the result. Returns an exit code, or -1 with err. */
	int (*exploit)(const struct args *args, const struct request *request, struct tournament *tournament,
		       struct err *err);
};

/* Fails with EXIT_USAGE if one of these options is given, which do not apply to `what`. `options` is
 * NULL-terminated. */
int family_refuse(const struct args *args, const char *const *options, const char *what, struct err *err);

extern const struct family_commands family_commands_liars, family_commands_maexchen; /* liars.c, maexchen.c */

/* Returns the family's commands, or NULL with EXIT_USAGE if it has none. The error names `command`. */
const struct family_commands *family_commands_of(const struct rules *rules, const char *command, struct err *err);
