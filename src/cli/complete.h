/* complete.h - hidden commands that tell other programs what the tables say: shells, which word
 * may come next; the manual page, the options. */
#ifndef ARENA_CLI_COMPLETE_H
#define ARENA_CLI_COMPLETE_H

#include "base/str.h"

#define COMPLETE_COMMAND "__complete"
#define MANUAL_COMMAND   "__manual"

/* words: what stands on the command line after "arena", ended by NULL; the last word is the one
 * being typed, maybe "". Adds a line for each word that it may become: the word, and after a tab
 * what it means. */
void complete(char *const *words, struct str *out);

/* Adds the commands and their options as mdoc: the part of docs/man/arena.1 between its marks. */
void manual(struct str *out);

#endif
