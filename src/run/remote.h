/* remote.h - runs on workers of other machines (match/mpi_ranks.h): what they get of a run, and what they do with it. */
#pragma once

#include "run/session.h"

/* Gives the run to the workers on other machines, if there are any, and waits until each has opened and loaded the same robots.
 * To be called when the tournament is ready to be played. EXIT_USAGE: a worker has another file of a robot, or the command
 * has options that are for one machine. */
int remote_prepare(struct session *session, struct err *err);

/* A worker on another machine (mpi_ranks_serve). */
int remote_serve(int fd);
