/* ask_menu.c - the questions of the menu at the terminal, one after another (menu.h). */
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "output/show.h"
#include "terminal/menu/menu.h"
#include "terminal/parts.h"

enum ask_menu_step { STEP_NEXT, STEP_AGAIN, STEP_BACK, STEP_START, STEP_LEAVE, STEP_INTERRUPTED };

/* One question as it is shown. */
struct ask_menu_asking {
	struct menu *menu;
	struct terminal *terminal;
	int number;         /* number of the question */
	int page;           /* the page of its choices that is shown if they do not all fit; counted modulo the number
	                     * of pages */
	struct str message; /* a remark about the last answer */
};

/* Adds the title and the number of the question. The total number of questions is not shown, because it depends on
 * later answers. */
static void add_title(const struct ask_menu_asking *asking, int width, struct str *out)
{
	AUTO_STR struct str title = {0}, wrapped = {0};
	int n_before = COUNT_IF(i, asking->number, menu_asks(asking->menu, &menu_questions[i]));
	bool is_last = asking->number == n_menu_questions - 1;
	str_addf(&title, "Question %d%s: %s", n_before + 1, is_last ? ", the last" : "",
		 menu_questions[asking->number].title);
	text_add_wrapped(&wrapped, title.text, 0, 1, width);
	str_add(out, asking->terminal->is_screen ? "" : "\n");
	show_add_styled(out, asking->terminal->has_colour, SHOW_BOLD, wrapped.text);
	str_add(out, "\n\n");
}

/* Adds the text below the choices. `page` is NULL, or "page 1 of 2". */
static void add_end(const struct ask_menu_asking *asking, int width, const char *page, struct str *out)
{
	const struct menu_question *question = &menu_questions[asking->number];
	part_add_paragraphs(out, str_text(&asking->message), 2, width);
	str_add(out, asking->message.length ? "\n" : "");
	AUTO_STR struct str choices = str_of("Type %s. Enter: ",
					     question->hint_of ? question->hint_of(asking->menu) : question->hint);
	question->fallback(asking->menu, &choices);
	str_addf(&choices, ". Also: %s%shelp, %ss to start, q to leave.\n", page ? page : "", page ? ", " : "",
		 asking->number ? "back, " : "");
	part_add_paragraphs(out, choices.text, 2, width);
	str_add(out, "  > ");
}

/* Adds the choices, in pages if there are not enough rows. */
static void lay_out(const struct ask_menu_asking *asking, struct str *out)
{
	const struct menu_question *question = &menu_questions[asking->number];
	AUTO_STR struct str choices = {0}, end = {0}, page = {0};
	int width, rows, n = 1;
	show_terminal_size(STDOUT_FILENO, &width, &rows);
	add_title(asking, width - 1, out);
	add_end(asking, width - 1, NULL, &end);
	if (question->show)
		question->show(asking->menu, width - 1, &choices);
	int room = rows - pages_lines(out->text) - pages_lines(end.text) - 2;
	if (asking->terminal->is_screen && pages_lines(str_text(&choices)) > room)
		n = pages_count(choices.text, --room); /* the line with the page number takes one more row */
	pages_add(str_text(&choices), n == 1 ? INT_MAX : room, asking->page % n, out);
	str_add(out, choices.length ? "\n" : "");
	if (n > 1)
		str_addf(&page, "m for more (page %d of %d)", asking->page % n + 1, n);
	add_end(asking, width - 1, n > 1 ? page.text : NULL, out);
}

/* Shows the question and reads an answer. */
static enum entry read_answer(const struct ask_menu_asking *asking, struct str *line)
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

static enum ask_menu_step ask(struct ask_menu_asking *asking)
{
	const struct menu_question *question = &menu_questions[asking->number];
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

static void turn_to(struct ask_menu_asking *asking, int number)
{
	asking->number = number;
	asking->page = 0;
}

/* Asks each question. Returns STEP_START, or the way in which the menu was left. */
static enum ask_menu_step ask_each(struct ask_menu_asking *asking)
{
	while (asking->number < n_menu_questions) {
		enum ask_menu_step step = ask(asking);
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
			number = menu_take_rest(asking->menu, number, &asking->message);
			turn_to(asking, number < 0 ? n_menu_questions : number);
			break;
		case STEP_AGAIN: break;
		case STEP_LEAVE:
		case STEP_INTERRUPTED: return step;
		}
	}
	return STEP_START;
}

enum menu_end menu_ask(struct menu *menu, struct terminal *terminal)
{
	struct ask_menu_asking asking = {.menu = menu, .terminal = terminal};
	if (menu->is_recalled)
		str_add(&asking.message, "The suggested answers are those of your last game: s starts it.\n");
	menu->is_recalled = false;
	enum ask_menu_step step = ask_each(&asking);
	str_release(&asking.message);
	return step == STEP_START ? MENU_START : step == STEP_LEAVE ? MENU_LEAVE : MENU_INTERRUPTED;
}
