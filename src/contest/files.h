/* files.h - the files of a submitted robot, in memory. They are read once, then hashed and written from memory, so
 * changes made by the team in the meantime have no effect. Links, devices and pipes are refused; names that begin with
 * '.' are skipped. */
#pragma once

#include "robot/program/box.h"

struct file {
	char *path;       /* "src/main.rs"; owned */
	bool is_program;  /* the file is executable, or begins with "#!" */
	struct str bytes;
};

struct files {
	struct file *items; /* sorted by path after files_sort; owned */
	int n;
	size_t size;        /* total bytes */
	size_t most;        /* limit of `size`; set by the caller */
};

enum { FILES_MOST = 2000, FILES_DEPTH = 16 };

void files_release(struct files *files);
#define AUTO_FILES __attribute__((cleanup(files_release)))

/* Adds the file or folder `path` as `name`. If name is "", the files of a folder are added under their own names.
 * Returns false with the reason if a file was refused. */
bool files_add(struct files *files, const char *path, const char *name, struct str *reason);

/* Adds one file with these bytes. Returns false with the reason if it was refused. */
bool files_add_bytes(struct files *files, const char *name, bool is_program, const char *bytes, size_t n,
		     struct str *reason);

/* If one folder contains all files, as in many archives, removes it from their paths. */
void files_strip(struct files *files);

void files_sort(struct files *files);

/* Finds a file by its name. Returns NULL if there is none. */
const struct file *files_find(const struct files *files, const char *name);

/* Computes the SHA-256 of the names, modes and bytes of the sorted files, in hexadecimal. */
void files_hash(const struct files *files, char sha256[65]);

/* Creates `folder` and writes the files there, readable for all users. */
int files_write(const struct files *files, const char *folder, struct err *err);

/* Adds the names in a folder that do not begin with '.', in byte order. `folder` and `path` are as for openat. Returns
 * -1 with errno on failure. */
int files_list(int folder, const char *path, struct words *names);

/* Returns the extension of a file if a single file with this extension can be a robot (".c", ".py", ".zip" and so on),
 * otherwise NULL. */
const char *files_ending(const char *name);

/* Removes a folder with all its contents, if it exists. Links are removed, not followed. */
int files_remove(const char *folder, struct err *err);

/* Returns true if this name is allowed in paths, labels and pages. It must be valid UTF-8 of at most 64 bytes, without
 * control characters, '/', ':', ',' or backslash. It must not begin with '.' or '-', nor begin or end with a space. */
bool files_is_name(const char *name);
#define FILES_NAMES "a name is 1 to 64 bytes long, contains none of / : , \\ and does not begin with '-' or a space"
