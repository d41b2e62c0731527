/* complete.h - the hidden command that tells a shell which word may come next, from the same
 * tables as everything else. The scripts in completion/ call it. */
#pragma once

#include "base/base.h"

#define COMPLETE_COMMAND "__complete"

/* words: the command line after "arena", ended by NULL. The last word is the one being typed, maybe "". Adds a line for
 * each word that it may become: the word, a tab, and its meaning. For "--name=value" it adds only the value. */
void complete(char *const *words, struct str *out);
