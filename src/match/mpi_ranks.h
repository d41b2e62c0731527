/* mpi_ranks.h - the ranks of an MPI job: rank 0 is the arena, and the others are its workers (docs/many-machines.md).
 *
 * `make MPI=1` links mpi_ranks.c. Every other build links mpi_ranks_none.c, in which this process is alone.
 *
 * A rank other than 0 plays nothing itself. For each run it starts this program again as a fresh process, and carries messages
 * between it and rank 0. So the process that starts robots has no memory or connection of MPI, a rank receives messages
 * while its worker plays, and the crash of a worker is an error that names the rank, not the end of the job. */
#pragma once

#include "match/workers.h"

/* The main function of a rank's worker: its first message is the configuration of the run, and it answers that, too.
 * Returns the exit code when fd is closed. */
typedef int mpi_ranks_serve(int fd);

/* Must be the first call of main, with its arguments. Returns in rank 0 and in processes that mpirun did not start; the
 * other ranks end here. Sets err on failure. */
int mpi_ranks_begin(char *const *argv, mpi_ranks_serve *serve, struct err *err);

/* Returns the other ranks as idle workers without a run. workers_end frees them for the next run. Returns NULL if there
 * are none. */
struct workers *mpi_ranks_workers(void);
