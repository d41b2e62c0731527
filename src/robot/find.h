/* find.h - the search path of robots, and the robots in it. */
#pragma once

#include "base/base.h"

/* Returns the file of a robot. A name with a '/' is a path. Otherwise the file is, in the current folder, NAME.so (or
 * NAME itself if it ends in ".so"), NAME.py, NAME.js and so on, or the robot in a folder NAME made by `arena new`. If
 * there is none, it is NAME.so, or an executable NAME, in the first folder that has one: the current one (there only if
 * NAME has an extension, "bot.py"), those in $ARENA_PATH (separated by ':'), the folder of the build's robots, and the
 * installed folder. The caller frees the result. On failure returns NULL with EXIT_USAGE; the message lists the folders
 * that were searched, and the nearest name. */
char *find_robot(const char *name, struct err *err);

/* Returns true if this file is in a folder of the build's or the installed robots. */
bool find_is_bundled(const char *path);

/* Returns true if find_robot would return a file. */
bool find_is_robot(const char *name);

/* Calls visit(name, path, context) for every NAME.so in the folders that find_robot searches, every script with
 * get_play in the current folder, and every executable file in the others. The folders come in the order of find_robot,
 * the files of a folder sorted by name, and each name only once. */
void find_all(void (*visit)(const char *name, const char *path, void *context), void *context);

/* Returns the folder of the SDK, which is beside the program, above the build's folder, or installed. The caller owns
 * it. Returns NULL with err on failure. */
char *find_sdk(struct err *err);
