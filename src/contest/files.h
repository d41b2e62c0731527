/* files.h - the files of a robot that was handed in, in memory: read once, hashed and written from there, so that a
 * team that changes them meanwhile changes nothing. Links, devices and pipes are refused; names that begin with '.' are
 * left out. */
#ifndef ARENA_CONTEST_FILES_H
#define ARENA_CONTEST_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/str.h"

struct file {
	char *path;       /* "src/main.rs"; owned */
	bool is_program;  /* it may be executed, or begins with "#!" */
	struct str bytes;
};

struct files {
	struct file *items; /* by path, once files_sort was called; owned */
	int n;
	size_t size;        /* bytes in all */
	size_t most;        /* of them that are taken; the caller's */
};

enum { FILES_MOST = 2000, FILES_DEPTH = 16 };

void files_release(struct files *files);
#define AUTO_FILES __attribute__((cleanup(files_release)))

/* Adds the file or folder `path` as `name`; the files of a folder with name "" are added by their own names. False: one of
 * them is refused, and `reason` says why. */
bool files_add(struct files *files, const char *path, const char *name, struct str *reason);

/* Adds one file. False as above. */
bool files_add_bytes(struct files *files, const char *name, bool is_program, const char *bytes, size_t n,
		     struct str *reason);

void files_sort(struct files *files);

/* NULL: there is none of this name. */
const struct file *files_find(const struct files *files, const char *name);

/* SHA-256 of names, rights and bytes of the sorted files, in hexadecimal. */
void files_hash(const struct files *files, char sha256[65]);

/* Writes them below `folder`, which is made, for everybody to read. */
int files_write(const struct files *files, const char *folder, struct err *err);

/* Removes a folder with all that is in it, if it is there. Links are removed, not followed. */
int files_remove(const char *folder, struct err *err);

/* A name that may stand in paths, labels and on pages: UTF-8 without control characters, of at most 64 bytes, no '/',
 * ':', ',' or backslash in it, no '.' or '-' in front, no blank at either end. */
bool files_is_name(const char *name);

#endif
