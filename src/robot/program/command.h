/* command.h - the command of a robot that is a program: from its file, or from "cmd:" followed by a command line. */
#pragma once

#include <sys/stat.h>

#include "robot/program/box.h"

#define PROGRAM_PATH "/usr/local/bin:/usr/bin:/bin" /* $PATH in the sandbox */

/* A file of the program, and its status at the time when it was hashed. */
struct program_file {
	char *path; /* absolute */
	struct stat was;
};

struct program_command {
	struct words argv; /* the program, then its arguments. The program is searched for in $PATH if it has no '/' */
	char *folder;   /* its working directory */
	int n_files;
	struct program_file *files; /* its own file, or the arguments of a command that are files */
	struct words shown; /* folders named in its arguments, and those of its interpreter */
	int n_links;
	struct program_link {
		char *path, *target;
	} *links;       /* the symbolic links in the path of its interpreter */
	bool has_adapter; /* the SDK's adapter for its language runs it */
	bool is_bare;    /* it has an adapter, and does not read the rules of a game */
	bool has_network; /* --network: it may use the network and reports its usage */
	struct words keys; /* with the network: names of the variables *_API_KEY that occur in the program's files or
	                    * arguments */
	int usage;       /* descriptor of its usage counters (arena_usage.h), or -1 */
};

/* Sets up the program in robot->path. Its options become arguments "key=value". A file with a robot in Python or
 * JavaScript is run by an adapter of the SDK, unless it reads the arena's lines itself. Fails with EXIT_USAGE if it
 * cannot be started. */
int program_from_file(struct robot *robot, struct err *err);

/* Sets up a program from a command line: words are separated by spaces, '...' and "..." group words, and a backslash
 * quotes the next character (except in '...'). No shell is used. The hash covers the line and each word that is a
 * file. */
int program_from_line(struct robot *robot, const char *line, struct err *err);

/* Returns true if there is a program of this name in PROGRAM_PATH. */
bool program_is_installed(const char *name);

void program_command_free(struct program_command *command);

/* Returns the path of a file that has changed since it was hashed, or NULL. */
const char *program_changed(const struct program_command *command);
