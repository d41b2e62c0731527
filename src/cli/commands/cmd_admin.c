/* cmd_admin.c - `arena admin`: the organiser's requests to a running server. */
#include <stdio.h>

#include "cli/command.h"
#include "net/protocol/control.h"

static int run(const struct args *args, struct err *err)
{
	if (args->n_operands < 2 || args->n_operands > 3)
		return err_set(err, EXIT_USAGE,
			"admin needs the socket of a server and a request, for example: arena admin SOCKET status");
	AUTO_STR struct str request = {0}, answer = {0};
	str_add(&request, args->operands[1]);
	if (args->n_operands > 2)
		str_addf(&request, " %s", args->operands[2]);
	if (control_ask(args->operands[0], request.text, &answer, err))
		return -1;
	fputs(str_text(&answer), stdout);
	return EXIT_OK;
}

COMMAND(admin, NAMES_NOTHING, run);
