/* cmd_menu.c - `arena menu`: sets up a game by questions or on a page, plays it, and offers another one. */
#include <stdio.h>
#include <sys/prctl.h>

#include "base/text.h"
#include "cli/command.h"
#include "terminal/browser/view.h"
#include "terminal/menu/menu.h"
#include "terminal/play_session.h"

/* Builds the words of the command line that plays the game. */
static void make_words(const struct menu *menu, const struct terminal *terminal, const struct args *own,
		       struct words *words)
{
	static const char *const passed_on[] = {"plain", "as-given", "trust", "weak-sandbox", "browser"};
	words_add(words, "play");
	for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++) {
		AUTO_STR struct str option = str_of("--%s", passed_on[i]);
		if (args_flag(own, passed_on[i]))
			words_add(words, option.text);
	}
	if (menu_humans(menu) == 0 && terminal->is_interactive)
		words_add(words, "--step");
	menu_command(menu, words);
}

static void print_command(const struct words *words)
{
	AUTO_STR struct str command = str_of("arena");
	text_add_shell_words(&command, words->word, words->n);
	printf("\n%s\n\n", command.text);
}

/* Prints the equivalent command line and runs it. `site` and `wants_menu` are those of series_play. */
static int play(const struct menu *menu, struct terminal *terminal, const struct args *own, struct site *site,
		bool *wants_menu, struct err *err)
{
	AUTO_WORDS struct words words = {0};
	struct args args = {0};
	struct play_wish wish;
	make_words(menu, terminal, own, &words);
	terminal_leave(terminal);
	print_command(&words);
	int code = args_parse(&args, command_play.options, words.n, words.word, err) ||
		play_args_read(&args, &wish, err) ? -1 : series_play(&wish, terminal, site, wants_menu, err);
	args_release(&args);
	return code;
}

/* Asks after a game whether another one should follow. Returns true for another one, and sets *wants_questions if the
 * questions should be asked again. */
static bool ask_again(struct terminal *terminal, bool *wants_questions)
{
	AUTO_STR struct str line = {0};
	for (;;) {
		printf("\nEnter: play again, m: back to the menu, q: leave > ");
		if (terminal_read(terminal, &line) != ENTRY_LINE)
			return false;
		*wants_questions = terminal_is_one_of(str_text(&line), "m menu");
		if (!*str_text(&line) || *wants_questions)
			return true;
		if (terminal_is_one_of(str_text(&line), WORDS_TO_LEAVE " n no"))
			return false;
	}
}

static int run_at_terminal(struct menu *menu, struct terminal *terminal, const struct args *args, struct err *err)
{
	int code = EXIT_OK;
	bool wants_questions = true, is_going_on = true;
	while (is_going_on && code == EXIT_OK) {
		enum menu_end end = wants_questions ? menu_ask(menu, terminal) : MENU_START;
		terminal_leave(terminal);
		if (end == MENU_START)
			code = play(menu, terminal, args, NULL, NULL, err);
		is_going_on = end == MENU_START && code == EXIT_OK && ask_again(terminal, &wants_questions);
		if (end == MENU_INTERRUPTED || (code == EXIT_OK && terminal_is_interrupted()))
			code = EXIT_INTERRUPTED;
	}
	return code;
}

/* Plays game after game at one address. If a game cannot begin, the page shows the reason. */
static int play_at_site(struct menu *menu, struct terminal *terminal, const struct args *args, struct site *site)
{
	struct err why = {0};
	bool wants_menu = true;
	for (;;) {
		enum setup_end end = wants_menu ? browser_setup_ask(site, menu, why.text) : SETUP_PLAY;
		why = (struct err){0};
		if (end != SETUP_PLAY)
			return end == SETUP_INTERRUPTED ? EXIT_INTERRUPTED : EXIT_OK;
		int code = play(menu, terminal, args, site, &wants_menu, &why);
		if (code == EXIT_INTERRUPTED)
			return code;
		if (code == -1)
			fprintf(stderr, "arena menu: %s\n", why.text);
	}
}

static int run_at_site(struct menu *menu, struct terminal *terminal, const struct args *args, struct err *err)
{
	const char *where = args_text(args, "listen");
	struct site *site = site_open(where ? where : "0", terminal, err);
	int code = site && browser_setup_open(site, menu, err) == 0 ? play_at_site(menu, terminal, args, site) : -1;
	site_close(site);
	return code;
}

/* Presets the answers with the players and rules of the last table. */
static void recall(struct menu *menu)
{
	AUTO_WORDS struct words words = {0};
	struct args args = {0}, last = {0};
	struct rules rules = {0};
	struct err ignored = {0};
	words_add(&words, "play");
	if (args_parse(&args, command_play.options, words.n, words.word, &ignored) == 0 &&
	    played_recall(args_text(&args, "results"), &words) &&
	    args_parse(&last, command_play.options, words.n, words.word, &ignored) == 0 &&
	    request_args_rules(&last, &rules, &ignored) == 0)
		menu_set_table(menu, &rules, last.operands, last.n_operands);
	args_release(&args);
	args_release(&last);
}

static int run(const struct args *args, struct err *err)
{
	struct menu menu;
	struct terminal terminal;
	bool is_at_site = args_flag(args, "browser");
	if (args->n_operands)
		return err_set(err, EXIT_USAGE, "menu takes no arguments, not '%s'", args->operands[0]);
	if (!is_at_site && args_text(args, "listen"))
		return err_set(err, EXIT_USAGE, "option '--listen' needs '--browser'");
	terminal_init(&terminal, args_flag(args, "plain"), !is_at_site);
	terminal.is_interactive &= !is_at_site;
	menu_init(&menu, args_flag(args, "trust"), args_flag(args, "weak-sandbox"));
	recall(&menu);
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* this process has all dice, so robots must not be able to read its memory,
	                                     * in any sandbox */
	int code = (is_at_site ? run_at_site : run_at_terminal)(&menu, &terminal, args, err);
	if (code != -1)
		printf("\nGoodbye.\n");
	terminal_release(&terminal);
	menu_release(&menu);
	return code;
}

COMMAND(menu, NAMES_NOTHING, run);
