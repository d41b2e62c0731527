/* mpi_ranks_none.c - a build without MPI: this process is alone. */
#include "match/mpi_ranks.h"

int mpi_ranks_begin(char *const *argv, mpi_ranks_serve *serve, struct err *err)
{
	return 0;
}

struct workers *mpi_ranks_workers(void)
{
	return NULL;
}
