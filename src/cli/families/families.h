/* families.h - what `solve` and `exploit` compute, by rule family. A family without a line in families.c has neither. */
#pragma once

#include "cli/command.h"

struct family_commands {
	const struct family *family;
	/* Computes and prints. The rules allow two players. Returns an exit code, or -1: err. */
	int (*solve)(const struct args *args, const struct request *request, struct err *err);
	/* Can a robot be measured with these options and rules? Called before the robot is loaded. Returns non-zero
	 * with err if not. */
	int (*check_exploit)(const struct args *args, const struct rules *rules, struct err *err);
	/* Measures robots[0] and prints. Returns an exit code, or -1: err. */
	int (*exploit)(const struct args *args, const struct request *request, struct tournament *tournament, struct err *err);
};

/* Fails with EXIT_USAGE if one of the options (a NULL-terminated list), which do not apply to `what`, is given. */
int family_refuse(const struct args *args, const char *const *options, const char *what, struct err *err);

extern const struct family_commands family_commands_liars, family_commands_maexchen; /* liars.c, maexchen.c */

/* Returns the family's commands; NULL with EXIT_USAGE if it has none; `command` is named in the error. */
const struct family_commands *family_commands_of(const struct rules *rules, const char *command, struct err *err);
