/* file.h - the output of a command, which may be long. It goes to stdout, or to a file that gets its name only when it
 * is complete. */
#pragma once

#include <stdio.h>

#include "base/base.h"

struct out_file {
	FILE *file;
	char *path;      /* NULL: stdout; owned */
	int error;       /* errno of the first failed write; 0: none failed */
	char *temporary; /* path of the temporary file; NULL: the file is written in place, because it is not a regular
	                  * file; owned */
};

/* Opens the output; a path of NULL or "-" means stdout, whose errors show_finish reports. Fails with EXIT_WORLD, for
 * example when another process is writing the file. Overwrites the temporary file of a killed process. */
int file_open(struct out_file *output, const char *path, struct err *err);

/* Returns true if both paths lead to the same file. Returns false if one of them does not exist. */
bool file_is_same(const char *a, const char *b);

/* Returns the program of this name in the first folder of `path` that has it, or NULL. The caller owns it. `path` has
 * folders separated by ':'; relative ones are skipped. */
char *file_find(const char *path, const char *name);

/* Returns true if the path is in the folder, or is the folder itself: "/a" and "/a/b" are within "/a". */
bool file_is_within(const char *path, const char *folder);

/* Returns the descriptor of a new file in memory with these bytes, positioned at its beginning and closed on exec. The
 * caller owns it. On failure returns -1 and sets err to "cannot WHAT" with the reason. */
int file_in_memory(const char *name, const void *bytes, size_t n, const char *what, struct err *err);

/* Writes bytes. Returns false after a write has failed; the caller should then stop. file_close returns the reason. */
bool file_add(struct out_file *output, const char *bytes, size_t n);

/* Give the file its name, or discard it. Call one of them, once, in the process that opened the file. */
int file_close(struct out_file *output, struct err *err);
void file_discard(struct out_file *output);

/* Checks that a file can be written at this path, before a long computation. Fails with EXIT_WORLD if it cannot. */
int file_check(const char *path, struct err *err);

/* Writes a file that consists of these bytes. Waits up to ten seconds for another process that is writing it. */
int file_write(const char *path, const struct str *bytes, struct err *err);
