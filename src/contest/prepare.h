/* prepare.h - new versions, built and checked, several at a time. */
#pragma once

#include "contest/contest.h"
#include "contest/files.h"

/* A new version. */
struct prepared {
	const char *team, *robot, *name; /* borrowed */
	struct files files;              /* owned by the caller */
};

/* Writes the files of each version into its folder, builds and checks it there, on all cores that this process may use.
 * `done` gets the results in the order of the versions, whichever was ready first: the robot's file within the
 * contest's folder ("": none), and why it may not take part ("": it may). Stops when `done` returns non-zero with err.
 * Returns -1 with err if the system failed, or EXIT_INTERRUPTED. */
struct preparing {
	const struct contest *contest;
	const struct prepared *versions;
	int n;
	int (*done)(int i, const char *file, const char *reason, void *context, struct err *err);
	void *context;
};
int prepare(const struct preparing *preparing, struct err *err);

/* Runs the checks of `arena doctor` on the robot in the file `path`, with the rules of the contest. Adds the checklist
 * to `list`. If the robot may not take part, adds the reason to `reason`. -1 err, EXIT_INTERRUPTED after a stop. */
int check_robot(const struct contest *contest, const char *path, struct str *list, struct str *reason, struct err *err);

struct build {
	const struct contest *contest;
	const struct files *files;
	const char *folder;  /* where the files were written; the robot is written there too */
	const char *robot;   /* its name */

	struct str file;     /* of the robot, in the folder; empty when there is none; owned, like the next two */
	struct str reason;   /* why the version has no robot */
	struct str log;      /* the commands that were run, with their output; empty when nothing had to be built */
};

/* Builds the robot if it must be built. -1 err: a failure of the system. A robot that cannot be built is not an
 * error. */
int build_robot(struct build *build, struct err *err);
void build_release(struct build *build);

/* Reads the files of the newest tag (by version) of a git repository, and the name of the tag. Returns 1, or 0 when
 * there is no such tag (`reason` says why). Returns -1 with err on failure. */
int build_read_tag(const char *repository, const struct contest *contest, struct files *files, struct str *tag,
		   struct str *reason, struct err *err);
