/* help.h - the texts about the program itself, made from the tables of commands and options. */
#pragma once

#include "cli/command.h"

/* Adds the text of `arena` without arguments: its purpose, and three commands to try. */
void help_overview(struct str *out);

/* Adds the text of `arena help COMMAND`, as wide as the terminal. */
void help_command(const struct command *command, struct str *out);

/* The hidden command that gives a shell the words that may come next, from the same
 * tables as everything else. The scripts in completion/ call it. */

#define COMPLETE_COMMAND "__complete"

/* words: the command line after "arena", ended by NULL. The last word is the one being typed, maybe "". Adds a line for
 * each word that it may become: the word, a tab, and its meaning. For "--name=value" it adds only the value. */
void complete(char *const *words, struct str *out);

#define MANUAL_COMMAND "__manual"

/* Adds, in mdoc, the part of docs/man/arena.1 between its marks; docs/man/update inserts it. */
void manual(struct str *out);
