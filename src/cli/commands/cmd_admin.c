/* cmd_admin.c - `arena admin`: the organiser's requests to a running server. */
#include <stdio.h>

#include "cli/command.h"
#include "cli/network.h"
#ifdef ARENA_LIBZMQ
#include "net/protocol/control.h"

static int run(const struct args *args, struct err *err)
{
	if (args->n_operands < 2 || args->n_operands > 3)
		return err_set(err, EXIT_USAGE, "admin needs the socket of a server and a request, for example: arena admin SOCKET status");
	AUTO_STR struct str request = {0}, answer = {0};
	str_add(&request, args->operands[1]);
	if (args->n_operands > 2)
		str_addf(&request, " %s", args->operands[2]);
	if (control_ask(args->operands[0], request.text, &answer, err))
		return -1;
	fputs(str_text(&answer), stdout);
	return EXIT_OK;
}
#endif

static const struct opt options[] = {{0}};

const struct command command_admin = {
	.name = "admin",
	.arguments = "SOCKET REQUEST [NAME]",
	.summary = "control a running tourney server",
	.description =
		"Sends a request to the server that was started with `arena serve --control SOCKET`, and prints\n"
		"the answer. Only the user who started the server, and root, can do this.\n"
		"\n"
		"  status              shows the tourney in progress and the registered robots\n"
		"  kick NAME           removes a player, or the robot with this title, and refuses it from now on\n"
		"  allow NAME          allows it to register again\n"
		"  pause               starts no further tourney; the tourney in progress is played to its end\n"
		"  resume              starts tourneys again\n"
		"  end-season [NAME]   stores the standings under this name, and sets all scores to 0\n",
	.options = options,
	.examples =
		"arena admin run/control status\n"
		"arena admin run/control kick 'Ada'\n"
		"arena admin run/control end-season 'spring'\n",
	.run = NETWORK_RUN(run),
};
