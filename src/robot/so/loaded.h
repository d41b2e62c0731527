/* loaded.h - loads a robot's file, each time with its own statics.
 *
 * The loader treats two files as one library if they have the same inode or the same name. So each load has a memfd of
 * its own, opened through /proc/PID/fd/N (not /proc/self, because a debugger opens the same name in its own process).
 * The descriptor must stay open until the last file of the process is loaded. */
#pragma once

#include "base/base.h"

struct arena_game_start;
struct arena_robot_info;
struct arena_host;

#define COPY_FOLDER "/proc/"

struct loaded {
	int (*get_play)(const char *me, const char *hands, const char *history);
	void (*game_start)(const struct arena_game_start *start); /* may be NULL */
	int (*option)(const char *key, const char *value);        /* may be NULL */
	const struct arena_robot_info *(*info)(void);             /* may be NULL */
	void *handle;
};

/* Returns a memfd of the image, or -1 with errno. */
int loaded_file(const void *image, size_t size);

/* Fills files[1] to files[n - 1] with memfds of the image. Returns n or, if there are not enough descriptors, less.
 * Leaves some descriptors free for the sandbox and the robot's libraries. */
uint32_t loaded_files(int *files, uint32_t n, const void *image, size_t size);

/* Returns a sealed memfd of the image, which many processes may load. */
int loaded_sealed(const void *image, size_t size);

/* Loads the file of descriptor `fd` and passes the services to the robot. Loading runs the robot's constructors.
 * Returns 0, or -1 with the loader's reason in why[size]. */
int loaded_load(struct loaded *loaded, int fd, const struct arena_host *host, char *why, size_t size);

/* Passes an option to the robot. Returns -1, with the reason in `why`, if the robot refuses it. */
int loaded_option(const struct loaded *loaded, const char *key, const char *value, char *why, size_t size);

/* Copies the robot's manifest, reduced to printable characters. */
struct robot_manifest;
void loaded_manifest(const struct loaded *loaded, struct robot_manifest *manifest);
