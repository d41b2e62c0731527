/* help.h - the texts about the program itself, made from the tables of commands and options. */
#pragma once

#include "cli/command.h"

/* Adds the text that `arena` prints without arguments: its purpose, and three commands to try first. */
void help_overview(struct str *out);

/* Adds the text of `arena help COMMAND`, wrapped to the width of the terminal. */
void help_command(const struct command *command, struct str *out);

/* The hidden command that prints for a shell the words that may come next, using the same tables as the other texts.
 * The scripts in completion/ call it. */

#define COMPLETE_COMMAND "__complete"

/* Adds a line for each possible completion: the word, a tab, and its meaning. For "--name=value" the word is only the
 * value. `words` is the command line after "arena", ended by NULL; its last word is the one being typed, and may be
 * "". */
void complete(char *const *words, struct str *out);

#define MANUAL_COMMAND "__manual"

/* Adds the part of docs/man/arena.1 between its marks, in mdoc. docs/man/update inserts it. */
void manual(struct str *out);
