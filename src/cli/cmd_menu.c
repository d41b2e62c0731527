/* cmd_menu.c - `arena menu`: a game set up by questions, played, and perhaps played again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/command.h"
#include "output/show.h"
#include "run/setup.h"
#include "terminal/menu.h"
#include "terminal/parts.h"
#include "terminal/session.h"

static const struct opt options[] = {
	{.name = "plain", .type = OPT_FLAG, .is_neutral = true,
	 .help = "Print plain text: no drawn dice, no colours, no redrawing."},
	OPTION_TRUST,
	OPTION_WEAK_SANDBOX,
	{0},
};

enum step { STEP_NEXT, STEP_AGAIN, STEP_BACK, STEP_START, STEP_LEAVE, STEP_INTERRUPTED };

/* ---- one question ------------------------------------------------------------------------- */

static void lay_out(const struct menu *menu, const struct terminal *terminal, int number, const char *message,
		    struct str *out)
{
	const struct question *question = &menu_questions[number];
	AUTO_STR struct str title = {0}, wrapped = {0}, choices = {0};
	int width, rows, n_asked = 0, n_before = 0;
	show_terminal_size(STDOUT_FILENO, &width, &rows);
	for (int i = 0; i < n_menu_questions; i++) {
		n_asked += menu_asks(menu, &menu_questions[i]);
		n_before += i < number && menu_asks(menu, &menu_questions[i]);
	}
	str_addf(&title, "A game, %d of %d: %s", n_before + 1, n_asked, question->title);
	text_add_wrapped(&wrapped, title.text, 0, 1, width - 1);
	str_add(out, terminal->is_screen ? "" : "\n");
	show_add_styled(out, terminal->has_colour, SHOW_BOLD, wrapped.text);
	str_add(out, "\n\n");
	if (question->show) {
		question->show(menu, width - 1, rows - 8 - (int)strlen(message) / 70, out);
		str_add(out, "\n");
	}
	part_add_paragraphs(out, message, 2, width - 1);
	str_add(out, *message ? "\n" : "");
	str_addf(&choices, "Type %s. Enter: ", question->hint);
	question->fallback(menu, &choices);
	str_addf(&choices, ". Also: help, %sq to start, leave.\n", number ? "back, " : "");
	part_add_paragraphs(out, choices.text, 2, width - 1);
	str_add(out, "  > ");
}

/* Shows the question and reads an answer. */
static enum entry read_answer(struct menu *menu, struct terminal *terminal, int number, const char *message,
			      struct str *line)
{
	enum entry entry = ENTRY_RESIZED;
	while (entry == ENTRY_RESIZED) {
		AUTO_STR struct str text = {0};
		lay_out(menu, terminal, number, message, &text);
		if (terminal->is_screen)
			terminal_draw(terminal, text.text, true);
		else
			fputs(text.text, stdout);
		entry = terminal_read(terminal, line);
	}
	return entry;
}

static enum step ask(struct menu *menu, struct terminal *terminal, int number, struct str *message)
{
	const struct question *question = &menu_questions[number];
	AUTO_STR struct str line = {0}, shown = {0};
	str_add(&shown, str_text(message));
	str_clear(message);
	enum entry entry = read_answer(menu, terminal, number, str_text(&shown), &line);
	if (entry != ENTRY_LINE)
		return entry == ENTRY_END ? STEP_LEAVE : STEP_INTERRUPTED;
	const char *answer = str_text(&line);
	if (terminal_is_one_of(answer, "q start"))
		return STEP_START;
	if (terminal_is_one_of(answer, WORDS_TO_LEAVE))
		return STEP_LEAVE;
	if (terminal_is_one_of(answer, "back b"))
		return STEP_BACK;
	if (terminal_is_one_of(answer, "help ?")) {
		str_add(message, question->help);
		str_add(message, "'back' goes to the question before, 'q' starts the game as it is, 'leave' or ctrl-D ends.\n");
		return STEP_AGAIN;
	}
	return question->take(menu, answer, message) ? STEP_NEXT : STEP_AGAIN;
}

/* ---- all of them -------------------------------------------------------------------------- */

/* The questions from `number` on take what Enter would mean; the one that cannot, or -1. */
static int take_rest(struct menu *menu, int number, struct str *message)
{
	for (; number < n_menu_questions; number++)
		if (menu_asks(menu, &menu_questions[number]) && !menu_questions[number].take(menu, "", message))
			return number;
	return -1;
}

/* STEP_START, or how it was left. */
static enum step ask_all(struct menu *menu, struct terminal *terminal)
{
	AUTO_STR struct str message = {0};
	for (int number = 0; number < n_menu_questions;) {
		enum step step = ask(menu, terminal, number, &message);
		int rest;
		switch (step) {
		case STEP_NEXT:
			for (number++; number < n_menu_questions && !menu_asks(menu, &menu_questions[number]);)
				number++;
			break;
		case STEP_BACK:
			for (number -= number > 0; number > 0 && !menu_asks(menu, &menu_questions[number]);)
				number--;
			break;
		case STEP_START:
			rest = take_rest(menu, number, &message);
			number = rest < 0 ? n_menu_questions : rest;
			break;
		case STEP_AGAIN:
			break;
		case STEP_LEAVE:
		case STEP_INTERRUPTED:
			return step;
		}
	}
	return STEP_START;
}

/* ---- the game ----------------------------------------------------------------------------- */

/* The command line that does the same, said and done. */
static int play(const struct menu *menu, struct terminal *terminal, const struct args *own, struct err *err)
{
	static const char *const passed_on[] = {"plain", "trust", "weak-sandbox"};
	struct menu_words words;
	AUTO_STR struct str command = {0};
	struct args args = {0};
	char *argv[MENU_MAX_WORDS + 6] = {0};
	char dashed[3][16];
	int n = 0;
	menu_command(menu, &words);
	argv[n++] = (char[]){"play"};
	for (int i = 0; i < 3; i++) {
		snprintf(dashed[i], sizeof dashed[i], "--%s", passed_on[i]);
		if (args_flag(own, passed_on[i]))
			argv[n++] = dashed[i];
	}
	if (menu->n_people == 0 && terminal->is_interactive)
		argv[n++] = (char[]){"--step"};
	for (int i = 0; i < words.n; i++)
		argv[n++] = words.word[i];
	str_add(&command, "arena");
	for (int i = 0; i < n; i++) {
		str_add(&command, " ");
		opts_shell_word(argv[i], &command);
	}
	terminal_leave(terminal);
	printf("\n%s\n\n", command.text);
	int code = args_parse(&args, command_play.options, n, argv, err) ? -1 : table_play_series(&args, terminal, err);
	args_release(&args);
	menu_words_release(&words);
	return code;
}

/* After a game: true for another one; *wants_questions when it is to be set up anew. */
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

static int run(const struct args *args, struct err *err)
{
	struct menu menu;
	struct terminal terminal;
	int code = EXIT_OK;
	bool wants_questions = true, is_going_on = true;
	if (args->n_operands)
		return err_set(err, EXIT_USAGE, "menu takes no arguments, not '%s'", args->operands[0]);
	terminal_init(&terminal, args_flag(args, "plain"), true);
	menu_init(&menu, args_flag(args, "trust"), args_flag(args, "weak-sandbox"));
	while (is_going_on && code == EXIT_OK) {
		enum step step = wants_questions ? ask_all(&menu, &terminal) : STEP_START;
		terminal_leave(&terminal);
		if (step == STEP_START)
			code = play(&menu, &terminal, args, err);
		is_going_on = step == STEP_START && code == EXIT_OK && ask_again(&terminal, &wants_questions);
		if (step == STEP_INTERRUPTED || (code == EXIT_OK && terminal_is_interrupted()))
			code = EXIT_INTERRUPTED;
	}
	if (code != -1)
		printf("\nGood bye.\n");
	terminal_release(&terminal);
	menu_release(&menu);
	return code;
}

const struct command command_menu = {
	.name = "menu",
	.arguments = "",
	.summary = "set up a game by questions, and play it",
	.description =
		"Asks for the variant, the players, the robots and the rules, prints the command line that\n"
		"does the same, and starts the game. Enter accepts the default. Every question also accepts\n"
		"'help', 'back', 'q' (start the game) and 'leave'.\n",
	.options = options,
	.examples = "arena menu\n",
	.operands = NAMES_NOTHING,
	.run = run,
};
