/* help.h - the texts about the program itself, made from the tables of commands and options. */
#pragma once

#include "cli/command.h"

/* The text of `arena` without arguments: what it is, and three commands to try. */
void help_overview(struct str *out);

/* `arena help COMMAND`, as wide as the terminal. */
void help_command(const struct command *command, struct str *out);
