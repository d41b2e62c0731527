/* file.h - the output of a command, which may be long: stdout, or a file that appears under its name only
 * when it is whole. */
#pragma once

#include <stdio.h>

#include "base/base.h"

struct out_file {
	FILE *file;
	char *path;      /* NULL: stdout; owned */
	int error;       /* errno of the first write that failed; 0: none has */
	char *temporary; /* NULL: written in place, as it is not an ordinary file; owned */
};

/* Opens the output. path NULL or "-": stdout, whose errors show_finish reports. Fails with EXIT_WORLD, also when
 * another process is writing the file. The remains of a killed process are overwritten. */
int file_open(struct out_file *output, const char *path, struct err *err);

/* Do both paths lead to one file? False also when one of them is not there. */
bool file_is_same(const char *a, const char *b);

/* "/a" and "/a/b" are within "/a". */
bool file_is_within(const char *path, const char *folder);

/* Returns false after a write has failed: stop then. file_close returns the reason. */
bool file_add(struct out_file *output, const char *bytes, size_t n);

/* Gives the file its name, or discards it. Call one of these two, once, in the process that opened it. */
int file_close(struct out_file *output, struct err *err);
void file_discard(struct out_file *output);

/* Checks before long work that its result can be written there. EXIT_WORLD if not. */
int file_check(const char *path, struct err *err);

/* Writes a whole file with these bytes. Waits up to ten seconds for another process that is writing it. */
int file_write(const char *path, const struct str *bytes, struct err *err);
