/* find.h - the search path of robots, and the robots in it. */
#pragma once

#include "base/base.h"

/* Returns the file of a robot: a path when the name has a '/'. Else, in the current folder, NAME.so (or NAME itself
 * when it ends in ".so"), NAME.py, NAME.js and the like, or the robot in a folder NAME, as `arena new` makes it. Else
 * NAME.so, or else an executable NAME, in the first folder that has it: the current one (there only with an ending,
 * "bot.py"), those of $ARENA_PATH (separated by ':'), the folder of the build's robots, the installed folder. The
 * caller frees the result. On failure NULL with EXIT_USAGE, the places searched and the nearest name. */
char *find_robot(const char *name, struct err *err);

/* Is this file in a folder of the build's or the installed robots? */
bool find_is_bundled(const char *path);

/* Would find_robot return a file? */
bool find_is_robot(const char *name);

/* Calls visit(name, path, context) for every NAME.so in the folders of find_robot, every script with get_play in the
 * current one, and every executable file in the others; in that order, sorted by name in each; each name once. */
void find_all(void (*visit)(const char *name, const char *path, void *context), void *context);

/* Returns the folder of the SDK: beside the program, above the build's folder, or installed. The caller owns it.
 * Returns NULL with err on failure. */
char *find_sdk(struct err *err);
