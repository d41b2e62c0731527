/* library.h - loads shared libraries that only some commands use. They are loaded when such a command begins: loading a
 * library and those that it needs takes longer than a short command. */
#pragma once

#include "base/base.h"

/* Loads a library by its SONAME, for the life of the process, and looks up n functions by name. Fails with EXIT_WORLD
 * if it is missing or lacks a function; `functions` is then unchanged. what: its name for the message. package: the
 * package to install. */
int library_load(const char *file, const char *what, const char *package, const char *const *names, void **functions, int n,
		 struct err *err);
