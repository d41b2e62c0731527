/* mpi_ranks.h - the ranks of an MPI job. Rank 0 is the arena, and the others are its workers (docs/many-machines.md).
 *
 * `make MPI=1` links mpi_ranks.c. Every other build links mpi_ranks_none.c, in which there is only this process.
 *
 * A rank other than 0 does not play itself. For each run it starts this program again as a fresh process, and passes
 * messages between that process and rank 0. So the process that starts robots has no memory or connections of MPI, a
 * rank can receive messages while its worker plays, and the crash of a worker is an error that names the rank, and does
 * not end the job. */
#pragma once

#include "match/workers.h"

/* The main function of a rank's worker. The first message is the configuration of the run, and is answered like the
 * others. Returns the exit code when fd is closed. */
typedef int mpi_ranks_serve(int fd);

/* Starts MPI. Must be the first call in main, with the arguments of main. Returns in rank 0 and in processes that
 * mpirun did not start; the other ranks do not return. Sets err on failure. */
int mpi_ranks_begin(char *const *argv, mpi_ranks_serve *serve, struct err *err);

/* Returns the other ranks as idle workers without a run. workers_end frees them for the next run. Returns NULL if there
 * are none. */
struct workers *mpi_ranks_workers(void);
