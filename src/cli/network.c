/* network.c - what the commands that need ZeroMQ have in common (network.h). */
#include "cli/network.h"

int network_missing(const char *command, struct err *err)
{
	return err_set(err, EXIT_WORLD, "this arena was built without ZeroMQ, which `arena %s` needs; install the package libzmq3-dev "
		       "(or run ./setup) and build again with make", command);
}
