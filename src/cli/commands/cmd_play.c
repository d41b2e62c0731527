/* cmd_play.c - `arena play`: a game at the terminal, between any mix of people and robots. */
#include <stdio.h>
#include <sys/prctl.h>

#include "base/text.h"
#include "cli/command.h"
#include "terminal/play_session.h"

static bool has_people(const struct args *args)
{
	return seating_has_people(args->operands, args->n_operands);
}

/* Checks the options used with --browser. No person then plays at the keyboard, and the terminal shows no dice before a
 * showdown. */
static int check_browser(const struct args *args, struct err *err)
{
	if (!args_flag(args, "browser") && args_text(args, "listen"))
		return err_set(err, EXIT_USAGE, "option '--listen' needs '--browser'");
	if (!args_flag(args, "browser"))
		return 0;
	if (args_flag(args, "open") || args_flag(args, "step"))
		return err_set(err, EXIT_USAGE, "option '--browser' cannot be used with '--open' or '--step'");
	return has_people(args) ? 0 : err_set(err, EXIT_USAGE,
		"option '--browser' needs a person among the players, as in `arena play --browser human computer`");
}

static int play(const struct args *args, struct play_wish *wish, struct err *err)
{
	struct terminal terminal;
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* this process has all dice, so robots must not be able to read its memory,
	                                     * in any sandbox */
	/* A game of robots without --step ends immediately, so no screen is drawn. */
	bool wants_screen = has_people(args) || args_flag(args, "step");
	terminal_init(&terminal, args_flag(args, "plain"), wants_screen && !args_flag(args, "browser"));
	terminal.is_interactive &= !args_flag(args, "browser");
	wish->offers_rematch = true;
	int code = series_play(wish, &terminal, NULL, NULL, err);
	terminal_release(&terminal);
	return code;
}

/* Plays with the players of the last table, and with its rules if none were typed. */
static int play_last(const struct args *typed, struct err *err)
{
	AUTO_WORDS struct words words = {0};
	AUTO_STR struct str command = str_of("arena");
	struct args last = {0}, args = *typed;
	struct play_wish wish;
	words_add(&words, "play");
	if (!played_recall(args_text(typed, "results"), &words))
		return err_set(err, EXIT_USAGE,
			       "play needs players, because no earlier game is stored; 'human' is you, as in "
			       "`arena play human computer`");
	int failed = args_parse(&last, command_play.options, words.n, words.word, err);
	args.operands = last.operands;
	args.n_operands = last.n_operands;
	bool has_rules = !args_value(typed, "variant")->is_set && !args_value(typed, "rule")->is_set;
	failed = failed || check_browser(&args, err) || play_args_read(&args, &wish, err) ||
		 (has_rules && request_args_rules(&last, &wish.request.rules, err));
	if (!failed && has_rules) {
		text_add_shell_words(&command, words.word, words.n);
		printf("%s\n\n", command.text);
	}
	int code = failed ? -1 : play(&args, &wish, err);
	args_release(&last);
	return code;
}

static int run(const struct args *args, struct err *err)
{
	struct play_wish wish;
	if (!args->n_operands)
		return play_last(args, err);
	return check_browser(args, err) || play_args_read(args, &wish, err) ? -1 : play(args, &wish, err);
}

COMMAND(play, NAMES_PLAYERS, run);
