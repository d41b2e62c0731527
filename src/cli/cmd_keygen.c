/* cmd_keygen.c - `arena keygen`: a pair of keys for the encryption of serve, join and watch. */
#include <stdio.h>

#include "cli/command.h"
#include "cli/network.h"
#ifdef ARENA_HAS_LIBZMQ
#include "net/protocol/keys.h"
#endif

static int run(const struct args *args, struct err *err)
{
	if (args->n_operands == 0)
		return err_set(err, EXIT_USAGE, "the new pair of keys needs a name");
	if (args->n_operands > 1)
		return err_set(err, EXIT_USAGE, "one pair at a time, not also '%s'", args->operands[1]);
#ifdef ARENA_HAS_LIBZMQ
	const char *name = args->operands[0];
	if (keys_make(name, err))
		return -1;
	printf("%s.key is the secret: show it to nobody.\n%s.pub is for everybody who is to know you.\n", name, name);
	return EXIT_OK;
#else
	return network_missing("keygen", err);
#endif
}

static const struct opt options[] = {{0}};

const struct command command_keygen = {
	.name = "keygen",
	.arguments = "NAME",
	.summary = "make a pair of keys for the network",
	.description =
		"Draws a pair of keys for CURVE, the encryption of ZeroMQ, and writes NAME.key, the secret,\n"
		"which only its owner can read, and NAME.pub, which is public. A server and each of its\n"
		"guests have a pair of their own. A file that is there already is never overwritten.\n",
	.options = options,
	.examples = "arena keygen me\n",
	.run = run,
};
