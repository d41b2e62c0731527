/* cmd_menu.c - `arena menu`: sets up a game by questions, plays it, and offers another one. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/command.h"
#include "output/show.h"
#include "run/setup.h"
#include "terminal/menu.h"
#include "terminal/pages.h"
#include "terminal/parts.h"
#include "terminal/session.h"

static const struct opt options[] = {
	{.name = "plain", .type = OPT_FLAG, .is_neutral = true,
	 .help = "Print plain text: no drawn dice, no colours, no redrawing."},
	{.name = "as-given", .type = OPT_FLAG, .is_neutral = true,
	 .help = "Seat the players in the order of the answers; default: drawn by lot when people play."},
	OPTION_TRUST,
	OPTION_WEAK_SANDBOX,
	{0},
};

enum step { STEP_NEXT, STEP_AGAIN, STEP_BACK, STEP_START, STEP_LEAVE, STEP_INTERRUPTED };

/* One question as it is shown. */
struct asking {
	struct menu *menu;
	struct terminal *terminal;
	int number;         /* of the question */
	int page;           /* of its choices, where they do not all fit; any number */
	struct str message; /* about the last answer */
};

/* ---- one question ------------------------------------------------------------------------- */

static void add_title(const struct asking *asking, int width, struct str *out)
{
	AUTO_STR struct str title = {0}, wrapped = {0};
	int n_asked = 0, n_before = 0;
	for (int i = 0; i < n_menu_questions; i++) {
		n_asked += menu_asks(asking->menu, &menu_questions[i]);
		n_before += i < asking->number && menu_asks(asking->menu, &menu_questions[i]);
	}
	str_addf(&title, "A game, %d of %d: %s", n_before + 1, n_asked, menu_questions[asking->number].title);
	text_add_wrapped(&wrapped, title.text, 0, 1, width);
	str_add(out, asking->terminal->is_screen ? "" : "\n");
	show_add_styled(out, asking->terminal->has_colour, SHOW_BOLD, wrapped.text);
	str_add(out, "\n\n");
}

/* The text below the choices. page: NULL, or "page 1 of 2". */
static void add_end(const struct asking *asking, int width, const char *page, struct str *out)
{
	const struct question *question = &menu_questions[asking->number];
	AUTO_STR struct str choices = {0};
	part_add_paragraphs(out, str_text(&asking->message), 2, width);
	str_add(out, asking->message.length ? "\n" : "");
	str_addf(&choices, "Type %s. Enter: ", question->hint(asking->menu));
	question->fallback(asking->menu, &choices);
	str_addf(&choices, ". Also: %s%shelp, %ss to start, q to leave.\n", page ? page : "", page ? ", " : "",
		 asking->number ? "back, " : "");
	part_add_paragraphs(out, choices.text, 2, width);
	str_add(out, "  > ");
}

/* As many of the choices as there are rows for, in pages. */
static void lay_out(const struct asking *asking, struct str *out)
{
	const struct question *question = &menu_questions[asking->number];
	AUTO_STR struct str choices = {0}, end = {0}, page = {0};
	int width, rows, n = 1;
	show_terminal_size(STDOUT_FILENO, &width, &rows);
	add_title(asking, width - 1, out);
	add_end(asking, width - 1, NULL, &end);
	if (question->show)
		question->show(asking->menu, width - 1, &choices);
	int room = rows - pages_lines(out->text) - pages_lines(end.text) - 2;
	if (asking->terminal->is_screen && pages_lines(str_text(&choices)) > room)
		n = pages_count(choices.text, --room); /* the page number may take one more line */
	pages_add(str_text(&choices), n == 1 ? INT_MAX : room, asking->page % n, out);
	str_add(out, choices.length ? "\n" : "");
	if (n > 1)
		str_addf(&page, "m for more (page %d of %d)", asking->page % n + 1, n);
	add_end(asking, width - 1, n > 1 ? page.text : NULL, out);
}

/* Shows the question and reads an answer. */
static enum entry read_answer(const struct asking *asking, struct str *line)
{
	enum entry entry = ENTRY_RESIZED;
	while (entry == ENTRY_RESIZED) {
		AUTO_STR struct str text = {0};
		lay_out(asking, &text);
		if (asking->terminal->is_screen)
			terminal_draw(asking->terminal, text.text, true);
		else
			fputs(text.text, stdout);
		entry = terminal_read(asking->terminal, line);
	}
	return entry;
}

static enum step ask(struct asking *asking)
{
	const struct question *question = &menu_questions[asking->number];
	struct menu *menu = asking->menu;
	AUTO_STR struct str line = {0};
	enum entry entry = read_answer(asking, &line);
	str_clear(&asking->message);
	if (entry != ENTRY_LINE)
		return entry == ENTRY_END ? STEP_LEAVE : STEP_INTERRUPTED;
	const char *answer = str_text(&line);
	if (terminal_is_one_of(answer, WORDS_TO_LEAVE))
		return STEP_LEAVE;
	if (question->show && terminal_is_one_of(answer, "m more")) {
		asking->page++;
		return STEP_AGAIN;
	}
	if (terminal_is_one_of(answer, "s start")) {
		menu->setting = 0;
		return STEP_START;
	}
	if (terminal_is_one_of(answer, "back b")) {
		bool wanted_value = menu->setting != 0;
		menu->setting = 0;
		return wanted_value ? STEP_AGAIN : STEP_BACK;
	}
	if (terminal_is_one_of(answer, "help ?")) {
		str_add(&asking->message, question->help);
		str_add(&asking->message, "'back' goes to the previous question, 's' starts the game as it is, 'q' or "
			"ctrl-D quits.\n");
		return STEP_AGAIN;
	}
	return question->take(menu, answer, &asking->message) ? STEP_NEXT : STEP_AGAIN;
}

/* ---- all of them -------------------------------------------------------------------------- */

/* Answers the questions from `number` on as Enter would. Returns the first that has no default, or -1. */
static int take_rest(struct menu *menu, int number, struct str *message)
{
	for (; number < n_menu_questions; number++)
		if (menu_asks(menu, &menu_questions[number]) && !menu_questions[number].take(menu, "", message))
			return number;
	return -1;
}

static void turn_to(struct asking *asking, int number)
{
	asking->number = number;
	asking->page = 0;
}

/* STEP_START, or how it was left. */
static enum step ask_each(struct asking *asking)
{
	while (asking->number < n_menu_questions) {
		enum step step = ask(asking);
		int number = asking->number;
		switch (step) {
		case STEP_NEXT:
			for (number++; number < n_menu_questions && !menu_asks(asking->menu, &menu_questions[number]);)
				number++;
			turn_to(asking, number);
			break;
		case STEP_BACK:
			for (number -= number > 0; number > 0 && !menu_asks(asking->menu, &menu_questions[number]);)
				number--;
			turn_to(asking, number);
			break;
		case STEP_START:
			number = take_rest(asking->menu, number, &asking->message);
			turn_to(asking, number < 0 ? n_menu_questions : number);
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

static enum step ask_all(struct menu *menu, struct terminal *terminal)
{
	struct asking asking = {.menu = menu, .terminal = terminal};
	enum step step = ask_each(&asking);
	str_release(&asking.message);
	return step;
}

/* ---- the game ----------------------------------------------------------------------------- */

/* Prints the equivalent command line and runs it. */
static int play(const struct menu *menu, struct terminal *terminal, const struct args *own, struct err *err)
{
	static const char *const passed_on[] = {"plain", "as-given", "trust", "weak-sandbox"};
	enum { N_PASSED_ON = sizeof passed_on / sizeof *passed_on };
	struct menu_words words;
	AUTO_STR struct str command = {0};
	struct args args = {0};
	char *argv[MENU_MAX_WORDS + N_PASSED_ON + 3] = {0};
	char dashed[N_PASSED_ON][16];
	int n = 0;
	menu_command(menu, &words);
	argv[n++] = (char[]){"play"};
	for (int i = 0; i < N_PASSED_ON; i++) {
		snprintf(dashed[i], sizeof dashed[i], "--%s", passed_on[i]);
		if (args_flag(own, passed_on[i]))
			argv[n++] = dashed[i];
	}
	if (menu_humans(menu) == 0 && terminal->is_interactive)
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

/* After a game: true for another one; *wants_questions if the questions are asked again. */
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
	.summary = "choose a game by answering questions, and play it",
	.description =
		"Asks for the variant, the players, the robots and the rules, prints the command line that\n"
		"does the same, and starts the game. Enter accepts the default. Every question also accepts\n"
		"'help', 'back', 's' (start the game) and 'q' (leave).\n",
	.options = options,
	.examples = "arena menu\n",
	.operands = NAMES_NOTHING,
	.run = run,
};
