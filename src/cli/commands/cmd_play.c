/* cmd_play.c - `arena play`: a game at the terminal, people and robots in any mix. */
#include <sys/prctl.h>

#include "cli/command.h"

static bool has_people(const struct args *args)
{
	return seating_has_people(args->operands, args->n_operands);
}

/* With --browser no person plays at the keyboard, and the terminal shows no dice before a showdown. */
static int check_browser(const struct args *args, struct err *err)
{
	if (!args_flag(args, "browser") && args_text(args, "listen"))
		return err_set(err, EXIT_USAGE, "option '--listen' needs '--browser'");
	if (!args_flag(args, "browser"))
		return 0;
	if (args_flag(args, "open") || args_flag(args, "step"))
		return err_set(err, EXIT_USAGE, "option '--browser' cannot be used with '--open' or '--step'");
	return has_people(args) ? 0 : err_set(err, EXIT_USAGE, "option '--browser' needs a person among the players, as in "
				       "`arena play --browser human computer`");
}

static int run(const struct args *args, struct err *err)
{
	struct terminal terminal;
	struct play_wish wish;
	if (check_browser(args, err) || play_args_read(args, &wish, err))
		return -1;
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* this process holds all dice: no robot may read its memory, in any sandbox */
	/* A game of robots without --step is over at once, so no screen is drawn. */
	bool wants_screen = has_people(args) || args_flag(args, "step");
	terminal_init(&terminal, args_flag(args, "plain"), wants_screen && !args_flag(args, "browser"));
	terminal.is_interactive &= !args_flag(args, "browser");
	int code = series_play(&wish, &terminal, NULL, NULL, err);
	terminal_release(&terminal);
	return code;
}

COMMAND(play, NAMES_PLAYERS, run);
