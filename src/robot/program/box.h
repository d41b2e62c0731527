/* box.h - the sandbox of a program: a command line of bubblewrap.
 *
 * The sandbox has no network and a process namespace of its own. It shows only these files, all read-only: /usr and the
 * folders linked to it, a few files of /etc, the folder of each of the program's own files, the folders that a command
 * names, those of its interpreter, those of --readable, and NAME.data. If the program's folder is likely to contain
 * more than robots (directly below /, or a home folder), only the file itself is visible. /tmp and /dev/shm are
 * private, empty and small. The results of runs, with their seeds, are always hidden. */
#pragma once

#include "robot/robot.h"

/* The arguments for execve; owned. */
struct words {
	char **word; /* NULL-terminated */
	int n;
};

void words_add(struct words *words, const char *word);
#define WORDS_ADD(words, ...) words_add_all(words, (const char *const[]){__VA_ARGS__, NULL})
void words_add_all(struct words *words, const char *const *list); /* NULL-terminated */
void words_release(struct words *words);

/* Returns a descriptor from which bubblewrap reads all arguments except the first (--args), so that programs do not see
 * them in its command line. The caller owns the descriptor, which is closed on exec. Returns -1 with err on failure. */
int words_file(const struct words *words, struct err *err);

#define AUTO_WORDS __attribute__((cleanup(words_release)))

/* Adds the path of bubblewrap, which is searched for in $PATH, and its options. `readable` is as in struct limits.
 * `hidden` is a NULL-terminated list of files and folders that no program may see. Fails with EXIT_WORLD if bubblewrap
 * is missing. */
int program_box(const struct robot *robot, const char *readable, const char *const *hidden, struct words *words,
		struct err *err);

/* Returns true if this path, absolute and without links, is visible to the program. Adds ", FOLDER" to `out` for each
 * visible folder except those of the system. */
bool program_box_shows(const struct robot *robot, const char *readable, const char *const *hidden, const char *path,
		       struct str *out);

/* Returns true if this folder, without links in its path, is directly below /, or contains a home folder. */
bool box_is_wide(const char *folder);

/* Parts for other sandboxes. box_find_bubblewrap returns the path of bubblewrap, owned by the caller, or NULL when it
 * is not in $PATH. box_add_system adds the mounts of the system and an empty /tmp. */
char *box_find_bubblewrap(void);
void box_add_system(struct words *words, bool has_network);
