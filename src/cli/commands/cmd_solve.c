/* cmd_solve.c - `arena solve`: the best play of small hands between two players. */
#include "cli/command.h"
#include "cli/families/families.h"

static int run(const struct args *args, struct err *err)
{
	struct request request;
	if (args_limit(args, 0, "solve takes no arguments; the rules are options: -v VARIANT -r OPTION=VALUE", err))
		return -1;
	if (request_args_read(args, &request, err) || rules_check(&request.rules, 2, err))
		return -1;
	const struct family_commands *family = family_commands_of(&request.rules, "solve", err);
	return family ? family->solve(args, &request, err) : -1;
}

COMMAND(solve, NAMES_NOTHING, run);
