/* library.h - shared by the files of the library. */
#pragma once

#include "arena.h"
#include "base/base.h"

/* Returns the index of a word (0 for NULL) in a NULL-terminated list. If it is missing, returns -1 with err, whose
 * message names `member`. */
int library_word(const char *member, const char *word, const char *const *words, struct err *err);

/* Copies an error to the caller's struct, unless that is NULL. Returns -1. */
int library_fail(struct arena_error *error, const struct err *err);
