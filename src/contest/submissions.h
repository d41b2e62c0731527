/* submissions.h - one pass over the submissions of a contest. submissions.c scans the folders of the teams; enter.c
 * turns the robots found there into versions that play. */
#pragma once

#include "contest/prepare.h"

/* One pass over the submissions. */
struct look {
	struct contest *contest;
	int64_t round;
	char today[CONTEST_TIME];
	struct contest_versions versions; /* the versions before the pass; owned */
	bool *is_there;                   /* [versions.n]: whether the robot of the version is still submitted; owned */
	int n_new;                        /* number of versions that this pass has found */
	int n_entered;                    /* number of these that now take part */
	char **teams, **notes;            /* n_notes; owned */
	bool *is_said;                    /* [n_notes]; owned */
	int n_notes;
};

/* A robot of a team, as submitted. */
struct enter_entry {
	const char *team, *robot, *path;
	bool is_git;
};

/* Adds a note for a team: the format with the cleaned name and the reason, in which paths of the machine are hidden. */
void look_note(struct look *look, const char *team, const char *format, const char *name, const char *why);

/* Returns true if the path is a folder, and not a link to one. */
bool look_is_folder(const char *path);

/* Marks the robots of a team as submitted, so that they are not withdrawn. */
void look_keep_team(struct look *look, const char *team);

/* Enters a submitted robot, unless its files are already known, or adds a note with the reason why not. Sets *is_robot
 * to false when there is nothing to build a robot from. Returns -1 with err on failure. */
int enter_robot(struct look *look, const struct enter_entry *submitted, bool *is_robot, struct err *err);

/* Waits for versions as enter_all does, and enters those that are ready, in the order of the versions. */
int enter_await(struct look *look, enum enter_wait wait, struct err *err);
