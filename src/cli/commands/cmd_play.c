/* cmd_play.c - `arena play`: a game at the terminal, people and robots in any mix. */
#include <sys/prctl.h>

#include "cli/command.h"
#include "run/network_robots.h"
#include "run/setup.h"
#include "terminal/seating.h"
#include "terminal/session.h"

static const struct opt options[] = {
	OPTION_VARIANT,
	OPTION_RULE,
	OPTION_SEED,
	{.name = "games", .type = OPT_INT, .value = "N", .fallback = "1", .min = 1, .max = 1000,
	 .help = "Number of games; each is opened by the next player."},
	{.name = "match-length", .type = OPT_INT, .value = "GAMES", .fallback = "1", .min = 1, .max = 1000,
	 .help = "With --games: robots keep their memory, and players their seats, for this number of games. Then fresh "
		 "robots begin, and the next player opens."},
	{.name = "as-given", .type = OPT_FLAG,
	 .help = "Seat the players in the order of the command line; default: drawn by lot when people play."},
	{.name = "step", .letter = 's', .type = OPT_FLAG,
	 .help = "Wait for Enter after each turn of a robot; 'r' then runs to the end, 'h' shows or hides the history, "
		 "'q' quits."},
	{.name = "open", .type = OPT_FLAG,
	 .help = "Show the dice of all players, to watch or to learn."},
	{.name = "plain", .type = OPT_FLAG,
	 .help = "Print plain text: no drawn dice, no colours, no redrawing. Default if stdout is not a terminal."},
	{.name = "pause", .type = OPT_DURATION, .value = "TIME", .fallback = "400ms", .min = 0, .max = 60000000000,
	 .help = "Pause after each turn of a robot, if a screen is drawn."},
	{.name = "browser", .letter = 'b', .type = OPT_FLAG,
	 .help = "Play in the browser: print the address of a page for each person. The terminal also shows the game."},
	{.name = "listen", .type = OPT_TEXT, .value = "WHERE",
	 .help = "With --browser: the PORT or ADDRESS:PORT of the pages; default: any free port, for this machine alone."},
	OPTIONS_LIMITS,
	OPTION_NETWORK,
	{0},
};

/* A game of robots without --step is over at once, so no screen is drawn. */
static bool wants_screen(const struct args *args)
{
	return seating_has_people(args) || args_flag(args, "step");
}

/* With --browser nobody plays at the keyboard, and the terminal shows no dice before a showdown. */
static int check_browser(const struct args *args, struct err *err)
{
	if (!args_flag(args, "browser") && args_text(args, "listen"))
		return err_set(err, EXIT_USAGE, "option '--listen' needs '--browser'");
	if (!args_flag(args, "browser"))
		return 0;
	if (args_flag(args, "open") || args_flag(args, "step"))
		return err_set(err, EXIT_USAGE, "option '--browser' excludes '--open' and '--step'");
	return seating_has_people(args) ? 0 : err_set(err, EXIT_USAGE, "option '--browser' needs a person among the players, as in "
				       "`arena play --browser human computer`");
}

static int run(const struct args *args, struct err *err)
{
	struct terminal terminal;
	if (check_browser(args, err))
		return -1;
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* this process holds all dice: no robot may read its memory, in any sandbox */
	terminal_init(&terminal, args_flag(args, "plain"), wants_screen(args) && !args_flag(args, "browser"));
	terminal.is_interactive &= !args_flag(args, "browser");
	int code = play_session_series(args, &terminal, NULL, NULL, err);
	terminal_release(&terminal);
	return code;
}

const struct command command_play = {
	COMMAND_TEXTS(play),
	.options = options,
	.operands = NAMES_PLAYERS,
	.run = run,
};
