/* session.h - a tournament or a test (`arena regress`), from its request to its files. session_new.c prepares it, or
 * session_resume.c from the database; session.c plays it. */
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
	const char *again;         /* the command that continues the run after a failure; NULL: the command with
	                            * --resume */
	const struct run_config *moved; /* for a resumed run: the current paths of its robots' files; NULL: as before;
	                                 * borrowed */
	struct tournament tournament;
	struct robot *robots;      /* NULL: session_prepare opens the robots of the request */
	int n_robots;
	char *folders;             /* the results folder, which contains all runs */
	struct run_config info;
	struct run run;            /* its `folder` is NULL with --no-results */
	struct database *database; /* NULL with --no-results */
	int64_t run_id;
	struct run_files results;
	struct progress progress;
	struct timings times;
	struct regress *regress;   /* state of a test, whose decision ends the run; borrowed */
	enum verdict stopped_by;   /* the fault that has ended the run (--stop-on-fault), and its robot */
	int stopped_robot;
	/* Called a few times a second with the number of games played so far, and the number in the run. May be
	 * NULL. */
	void (*on_progress)(uint64_t games, uint64_t n_games, void *context);
	void *context;
	struct err failure;        /* the error of a callback that failed */
};

/* Loads the robots of a new or resumed run, and checks that the run can be played. */
int session_meet(struct session *session, struct err *err);

/* Prepares a new run: opens and loads the robots, makes the schedule, fills info. */
int session_prepare(struct session *session, struct err *err);

/* Creates the folder and the database row of a new run, which have the same name, so that errors are found before the
 * first game. Does nothing with --no-results. */
int session_open_results(struct session *session, struct err *err);

/* Loads the run to continue (request->run), and its results. */
int session_prepare_again(struct session *session, struct err *err);

/* Plays the run, or its missing matches. */
int session_play(struct session *session, struct err *err);

/* Writes the files of the run. Does nothing with --no-results. */
int session_write(struct session *session, struct err *err);

/* Keeps the played matches after a failure, and adds to err the command that continues the run. Returns -1. */
int session_end_badly(struct session *session, struct err *err);

void session_release(struct session *session);

/* Add the command that resumes this run, or `arena COMMAND` for this run. */
void session_add_resume(const struct session *session, struct str *out);
void session_add_command(const struct session *session, const char *command, struct str *out);

/* Sets the error of a run that ended because of a fault, whose played matches have been written. Returns -1. */
int session_stop(const struct session *session, struct err *err);

/* Sends the run to the workers on other machines, if there are any, and waits until each has opened and loaded the same
 * robots. Call it when the tournament is ready to be played. Fails with EXIT_USAGE if a worker has a different file for
 * a robot, or an option works only on one machine. */
int remote_prepare(struct session *session, struct err *err);

/* Serves as a worker on another machine (mpi_ranks_serve). Returns an exit code. */
int remote_serve(int fd);
