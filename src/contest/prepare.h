/* prepare.h - new versions, built and checked, each in a process of its own. They are built while rounds are played, too, so
 * a round need not wait for all of them (enter.c).
 *
 * Each core has one version that is young. A version that takes longer than PREPARE_YOUNG_SECONDS is no longer young, and the
 * next one begins beside it, so that versions that sleep or compile slowly do not delay the others. */
#pragma once

#include "contest/contest.h"
#include "contest/files.h"

enum prepared_state { PREPARED_WAITS = 0, PREPARED_RUNS, PREPARED_READY };

enum {
	PREPARE_TRIES = 3, /* how often a build is tried while the machine does not allow enough processes for it */
};

/* A new version. */
struct prepared {
	struct contest_version version; /* as it will be stored; with file and reason once it is ready; owned */
	int n_files;
	bool is_there;       /* it is still submitted; for enter.c */
	enum prepared_state state;
	bool is_hindered;    /* it is ready, but the machine prevented the build, so file and reason are not set */
	bool is_slow;        /* it was ended once to make room for others, and starts again after them */
	int n_tries;
	pid_t pid;
	int fd;              /* from its process, -1 when there is none */
	int64_t begun_ns, used_ns; /* wall clock: when it was begun; how long all its tries took */
	struct str answer;   /* owned */
};

/* Adds a version, whose name is not taken, and writes its files into its folder. Takes over *version. */
int prepare_add(struct contest *contest, struct contest_version *version, const struct files *files, struct err *err);

/* Starts the versions that can start, and waits until one may have become ready, or for a moment. Returns -1 with err if
 * the system failed. */
int prepare_step(struct contest *contest, struct err *err);

/* Ends its process. The version is then ready, with the reason why it does not take part. */
void prepare_end(struct prepared *prepared, const char *reason);

/* Removes version i, and ends its process. */
void prepare_remove(struct workshop *workshop, int i);
void workshop_release(struct workshop *workshop);

/* Runs the checks of `arena doctor` on the robot in the file `path`, with the rules of the contest. Adds the checklist
 * to `list`. If the robot may not take part, adds the reason to `reason`. Returns -1 with err on failure, with
 * EXIT_INTERRUPTED after a stop. */
int check_robot(const struct contest *contest, const char *path, struct str *list, struct str *reason, struct err *err);

struct build {
	const struct contest *contest;
	const struct files *files; /* as they were written */
	const char *folder;  /* where the files were written; the robot is written there too */
	const char *robot;   /* its name */

	struct str file;     /* of the robot, in the folder; empty when there is none; owned, like the next two */
	struct str reason;   /* why the version has no robot */
	struct str options;  /* of the robot, ":risk=0.4", or empty; owned */
	struct str log;      /* the commands that were run, with their output; empty when nothing had to be built */
	bool is_hindered;    /* the machine had no process for it, which is not the fault of the robot */
};

/* Builds the robot if it must be built. Returns -1 with err on a failure of the system. A robot that cannot be built is
 * not an error. */
int build_robot(struct build *build, struct err *err);
void build_release(struct build *build);

/* Reads the files of the newest tag (by version number) of a git repository, and the name of the tag; or the files of a
 * zip archive. Returns 1, or 0 with the reason when that failed (*was_late is true if it took longer than read_seconds,
 * or slept). Returns -1 with err on failure. */
int build_read(const char *path, bool is_zip, const struct contest *contest, struct files *files, struct str *tag, bool *was_late,
	       struct str *reason, struct err *err);
