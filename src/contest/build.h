/* build.h - from the files of a robot to the robot: how they are built follows from what they are (docs/contest.md). */
#ifndef ARENA_CONTEST_BUILD_H
#define ARENA_CONTEST_BUILD_H

#include "base/err.h"
#include "base/str.h"
#include "contest/files.h"
#include "contest/contest.h"

struct build {
	const struct contest *contest;
	const struct files *files;
	const char *folder;  /* that the files were written to, and the robot is */
	const char *robot;   /* its name */

	struct str file;     /* the robot's, in the folder; empty when there is none; owned, like the next two */
	struct str reason;   /* then: why */
	struct str log;      /* what was run and what it said; empty when nothing had to be built */
};

/* Builds it, if it must be. -1 err: the world failed; a robot that cannot be built is no failure. */
int build_robot(struct build *build, struct err *err);
void build_release(struct build *build);

/* The files of the newest tag (by version) of a git repository, and the tag's name: 1. 0: there is none, and `reason`
 * says why. -1 err. */
int build_read_tag(const char *repository, const struct contest *contest, struct files *files, struct str *tag,
		   struct str *reason, struct err *err);

#endif
