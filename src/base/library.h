/* library.h - shared libraries that only some commands use, loaded when these begin, because a library loads others,
 * which takes longer than a short command. */
#pragma once

#include "base/base.h"

/* Loads a library by its SONAME, for the life of the process, and looks up n functions by name. Fails with EXIT_WORLD
 * if it is missing or lacks a function; `functions` is then unchanged. what: its name for the message. package: the
 * package to install. */
int library_load(const char *file, const char *what, const char *package, const char *const *names, void **functions, int n,
		 struct err *err);
