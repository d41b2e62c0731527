/* session.h - a tournament or a test (`arena regress`) from its request to its files: prepared by session_new.c, or by
 * session_resume.c from the database; played by session.c. */
#pragma once

#include "match/tournament.h"
#include "run/progress.h"
#include "run/request.h"
#include "run/run_files.h"
#include "run/setup.h"
#include "run/timings.h"
#include "standings/regress.h"
#include "store/database.h"
#include "store/run.h"
#include "store/run_config.h"

struct session {
	const struct request *request; /* borrowed */
	const char *again;         /* the command that continues it after a failure; NULL: the command with --resume */
	const struct run_config *moved; /* of a run that is resumed: the paths of its robots' files now; NULL: as before; borrowed */
	struct tournament tournament;
	struct robot *robots;      /* NULL: session_prepare opens those of the request */
	int n_robots;
	char *folders;             /* of the results: of all runs */
	struct run_config info;
	struct run run;            /* folder NULL with --no-results */
	struct database *database; /* NULL likewise */
	int64_t run_id;
	struct run_files results;
	struct progress progress;
	struct timings times;
	struct regress *regress;   /* of a test; borrowed. The run ends when it is decided */
	enum verdict stopped_by;   /* the fault that has ended the run (--stop-on-fault), and its robot */
	int stopped_robot;
	/* Called a few times a second with the games played so far, and those of the run; may be NULL. */
	void (*on_progress)(uint64_t games, uint64_t n_games, void *context);
	void *context;
	struct err failure;        /* of a callback */
};

/* Loads the robots of a new or resumed run, and checks that the run can be played. */
int session_meet(struct session *session, struct err *err);

/* Prepares a new run: opens and loads the robots, makes the schedule, fills info. */
int session_prepare(struct session *session, struct err *err);

/* Makes the folder and the database row of a new run, which have the same name. Their errors are found here, before the
 * first game. Does nothing with --no-results. */
int session_open_results(struct session *session, struct err *err);

/* Loads the run to continue (request->run), and its results. */
int session_prepare_again(struct session *session, struct err *err);

/* Plays the run, or its missing matches. */
int session_play(struct session *session, struct err *err);

/* Writes the files of the run; nothing with --no-results. */
int session_write(struct session *session, struct err *err);

/* Keeps the played matches after a failure, and adds the command that continues to err. Returns -1. */
int session_end_badly(struct session *session, struct err *err);

void session_release(struct session *session);

/* Add the command that resumes this run, and `arena COMMAND` for this run. */
void session_add_resume(const struct session *session, struct str *out);
void session_add_command(const struct session *session, const char *command, struct str *out);

/* Sets the error of a run that ended at a fault; its played matches are written. Returns -1. */
int session_stop(const struct session *session, struct err *err);

/* Gives the run to the workers on other machines, if there are any, and waits until each has opened and loaded the same
 * robots. Call it when the tournament is ready to be played. Fails with EXIT_USAGE if a worker has a different file of
 * a robot, or an option is for one machine only. */
int remote_prepare(struct session *session, struct err *err);

/* Serves as a worker on another machine (mpi_ranks_serve). Returns an exit code. */
int remote_serve(int fd);
