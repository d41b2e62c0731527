/* build.h - builds a robot from its files. The files decide how it is built (docs/contest.md). */
#pragma once

#include "contest/files.h"
#include "contest/contest.h"

struct build {
	const struct contest *contest;
	const struct files *files;
	const char *folder;  /* where the files were written; the robot is written there too */
	const char *robot;   /* its name */

	struct str file;     /* of the robot, in the folder; empty when there is none; owned, like the next two */
	struct str reason;   /* why there is no robot */
	struct str log;      /* the commands that were run, with their output; empty when nothing had to be built */
};

/* Builds the robot if it must be built. -1 err: a failure of the system. A robot that cannot be built is not an
 * error. */
int build_robot(struct build *build, struct err *err);
void build_release(struct build *build);

/* Reads the files of the newest tag (by version) of a git repository, and the name of the tag. Returns 1, or 0 when
 * there is no such tag (`reason` says why). -1 err. */
int build_read_tag(const char *repository, const struct contest *contest, struct files *files, struct str *tag,
		   struct str *reason, struct err *err);
