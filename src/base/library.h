/* library.h - loads shared libraries that only some commands use. They are loaded when such a command begins, because
 * loading a library and its dependencies takes longer than a short command. */
#pragma once

#include "base/base.h"

/* Loads a library by its SONAME, for the life of the process, and looks up n functions by name. Fails with EXIT_WORLD
 * if it is missing or lacks a function; `functions` is then unchanged. `what` is the name of the library for the
 * message, and `package` the package to install. */
int library_load(const char *file, const char *what, const char *package, const char *const *names, void **functions,
		 int n, struct err *err);
