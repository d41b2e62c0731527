/* cmd_keygen.c - `arena keygen`: a pair of keys for the encryption of serve, join and watch. */
#include <stdio.h>

#include "cli/command.h"
#include "net/protocol/keys.h"

static int run(const struct args *args, struct err *err)
{
	if (args->n_operands == 0)
		return err_set(err, EXIT_USAGE, "keygen needs a name for the key pair");
	if (args_limit(args, 1, "keygen takes one name", err))
		return -1;
	const char *name = args->operands[0];
	if (!*basename(name))
		return err_set(err, EXIT_USAGE, "'%s' is not a valid name for a key pair", name);
	struct key key;
	AUTO_STR struct str path = str_of("%s.pub", name);
	if (keys_make(name, err) || keys_read_public(path.text, &key, err))
		return -1;
	printf("%s.key is the secret key: keep it private.\n%s.pub is the public key: give it to the other side.\n"
	       "To accept it, a server needs this line in its --allow file:\n%s %s\n",
	       name, name, key.z85, basename(name));
	return EXIT_OK;
}

COMMAND(keygen, NAMES_NOTHING, run);
