/* library.h - what the files of the library share. */
#pragma once

#include "arena.h"
#include "base/base.h"

/* Returns the index of a word (0 for NULL) in a list that ends with NULL. If it is missing, sets err, which names the member, and returns
 * -1. */
int library_word(const char *member, const char *word, const char *const *words, struct err *err);

/* Copies an error to the caller's, if there is one. Returns -1. */
int library_fail(struct arena_error *error, const struct err *err);
