/* prepare.h - builds and checks new versions, each in a process of its own. Builds also run while rounds are played, so
 * a round need not wait for all of them (submissions.h).
 *
 * Each core has at most three young versions. After BOX_YOUNG_SECONDS a version is no longer young, and another one
 * starts beside it, so that versions that sleep or compile slowly do not delay the others. If there are too many
 * processes to start another one, the version that has run longest is ended, and starts again after all others. */
#pragma once

#include "contest/contest.h"
#include "contest/files.h"

enum prepared_state { PREPARED_WAITS = 0, PREPARED_RUNS, PREPARED_READY };

enum {
	PREPARE_TRIES = 3, /* how often a build is tried while the machine does not allow enough processes for it */
};

/* A new version, its process, and the state of its build and checks. */
struct prepared {
	struct contest_version version; /* as it will be stored; file and reason are set once it is ready; owned */
	int n_files;
	bool is_there;       /* it is still submitted; for submissions.c */
	enum prepared_state state;
	bool is_hindered;    /* it is ready, but the machine prevented the build, so file and reason are not set */
	bool is_slow;        /* it was ended once to make room for others, and starts again after them */
	int n_tries;
	pid_t pid;
	int fd;              /* the output of its process; -1 when there is none */
	int64_t begun_ns, used_ns; /* wall clock: when it was started; how long all its tries took */
	struct str answer;   /* owned */
};

/* Adds a version, whose name must be unused, and writes its files into its folder. Takes over *version. */
int prepare_add(struct contest *contest, struct contest_version *version, const struct files *files, struct err *err);

/* Starts the versions that can be started, and waits briefly until one may be ready. Returns -1 with err if the system
 * failed. */
int prepare_step(struct contest *contest, struct err *err);

/* Ends its process. The version is then ready, with the reason why it does not take part. */
void prepare_end(struct prepared *prepared, const char *reason);

/* Removes version i, and ends its process. */
void prepare_remove(struct workshop *workshop, int i);

/* Ends the processes of all versions, charges their time to their teams, and releases the workshop. */
void workshop_release(struct contest *contest);

/* Returns how many seconds of wall-clock time the builds and checks of a team have taken today (UTC). */
long long prepare_seconds_today(const struct contest *contest, const char *team);
int prepare_add_seconds(const struct contest *contest, const char *team, long long seconds, struct err *err);
/* Adds the time that the tries of a version took, in whole seconds, rounded up. */
int prepare_charge(const struct contest *contest, const struct prepared *prepared, struct err *err);

/* Runs the checks of `arena doctor` on the robot in the file `path`, with the rules of the contest. Adds the checklist
 * to `list`. If the robot may not take part, adds the reason to `reason`. Returns -1 with err on failure, with
 * EXIT_INTERRUPTED after a stop. */
int check_robot(const struct contest *contest, const char *path, struct str *list, struct str *reason, struct err *err);

struct build {
	const struct contest *contest;
	const struct files *files; /* the files as written */
	const char *folder;  /* the folder with the files, to which the robot is also written */
	const char *robot;   /* its name */

	struct str file;     /* path of the robot in the folder; empty when there is none; this and the next three are
	                      * owned */
	struct str reason;   /* why the version has no robot */
	struct str options;  /* options of the robot, ":risk=0.4", or empty */
	struct str log;      /* the commands that were run, with their output; empty when nothing had to be built */
	bool is_hindered;    /* the machine had no process for it, which is not the fault of the robot */
};

/* Builds the robot if necessary. Returns -1 with err on a failure of the system. A robot that cannot be built is not
 * such a failure. */
int build_robot(struct build *build, struct err *err);
void build_release(struct build *build);

/* Reads the files of the newest tag (by version number) of a git repository, and the name of the tag; or the files of a
 * zip archive. Returns 1, or 0 with the reason when that failed (*was_late is true if it took longer than read_seconds,
 * or slept). Returns -1 with err on failure. */
int build_read(const char *path, bool is_zip, const struct contest *contest, struct files *files, struct str *tag,
	       bool *was_late, struct str *reason, struct err *err);
