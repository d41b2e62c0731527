/* complete.h - the hidden command that tells a shell which word may come next, from the same
 * tables as everything else. completion/ holds what asks it. */
#ifndef ARENA_CLI_COMPLETE_H
#define ARENA_CLI_COMPLETE_H

#include "base/str.h"

#define COMPLETE_COMMAND "__complete"

/* words: what stands on the command line after "arena", ended by NULL; the last word is the one
 * being typed, maybe "". Adds a line for each word that it may become: the word, and after a tab
 * what it means. Of "--name=value" only the value is told. */
void complete(char *const *words, struct str *out);

#endif
