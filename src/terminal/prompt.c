/* prompt.c - reads an entry at a prompt of the table, page by page if the text is long (draw.h). */
#include "terminal/draw.h"

#include <stdio.h>
#include <unistd.h>

#include "output/show.h"
#include "terminal/parts.h"

enum { INDENT = 3 }; /* columns that a page leaves empty */

static bool is_entry(struct play_session *session, enum entry entry)
{
	if (entry == ENTRY_END)
		session->leaving = LEAVING_AT_END;
	else if (entry == ENTRY_INTERRUPTED)
		session->leaving = LEAVING_INTERRUPTED;
	return entry == ENTRY_LINE;
}

/* Prints the message and the prompt, and reads an entry. Used if pages are not drawn. */
static enum entry read_below(struct play_session *session, const char *message, const char *prompt, struct str *line)
{
	AUTO_STR struct str text = {0};
	part_add_paragraphs(&text, message, 0, part_width_now());
	str_addf(&text, "%s ", prompt);
	fputs(text.text, stdout);
	return terminal_read(session->terminal, line);
}

/* Adds page number `at` of the text, with as many lines as fit between header and prompt. Returns the number of
 * pages. */
static int add_page(const char *text, int at, struct str *out)
{
	enum { BESIDE = 7 };
	AUTO_STR struct str wrapped = {0};
	int columns, rows;
	show_terminal_size(STDOUT_FILENO, &columns, &rows);
	part_add_paragraphs(&wrapped, text, 0, columns - INDENT);
	int n = pages_count(str_text(&wrapped), rows - BESIDE);
	if (at < n)
		pages_add(str_text(&wrapped), rows - BESIDE, at, out);
	return n;
}

/* Shows the text page by page. The last page has the prompt, at which an entry is read. */
static enum entry read_pages(struct play_session *session, const char *text, const char *prompt, struct str *line)
{
	enum entry entry = ENTRY_RESIZED;
	bool is_last = false;
	for (int at = 0; entry == ENTRY_RESIZED || (entry == ENTRY_LINE && !is_last); at += entry == ENTRY_LINE) {
		AUTO_STR struct str page = {0}, more = {0};
		int n = add_page(text, at, &page);
		is_last = at >= n - 1;
		str_addf(&more, "Enter: more (page %d of %d) >", at + 1, n);
		play_session_draw(session, PAGE_MESSAGE, str_text(&page), is_last ? prompt : more.text);
		entry = terminal_read(session->terminal, line);
		if (entry == ENTRY_LINE && terminal_is_one_of(str_text(line), WORDS_TO_LEAVE))
			break;
	}
	return entry;
}

/* Returns true if the message needs several pages, or more than a third of the rows. */
static bool is_long(const char *message)
{
	AUTO_STR struct str page = {0};
	int columns, rows;
	show_terminal_size(STDOUT_FILENO, &columns, &rows);
	return add_page(message, 0, &page) > 1 || pages_lines(str_text(&page)) > rows / 3;
}

static enum entry read_at_page(struct play_session *session, enum page page, const char *message, const char *prompt,
			       struct str *line)
{
	enum entry entry = ENTRY_RESIZED;
	while (entry == ENTRY_RESIZED) {
		play_session_draw(session, page, message, prompt);
		entry = terminal_read(session->terminal, line);
	}
	return entry;
}

static enum entry read_on_screen(struct play_session *session, enum page page, const char *message, const char *prompt,
				 struct str *line)
{
	if (play_session_fits(session, page, message, prompt))
		return read_at_page(session, page, message, prompt, line);
	if (page == PAGE_INTRO || page == PAGE_SHOWDOWN) {
		AUTO_STR struct str text = {0};
		if (page == PAGE_INTRO)
			part_add_intro(session, &text);
		else
			part_add_end(session, part_width_now() - INDENT - 1, &text);
		str_add(&text, message);
		return read_pages(session, text.text, prompt, line);
	}
	if (!is_long(message))
		return read_at_page(session, page, message, prompt, line);
	enum entry entry = read_pages(session, message, prompt, line);
	if (entry != ENTRY_LINE || *str_text(line))
		return entry;
	return read_at_page(session, page, "", prompt, line);
}

bool prompt_read(struct play_session *session, enum page page, struct str *message, const char *prompt,
		 struct str *line)
{
	AUTO_STR struct str shown = str_of("%s", str_text(&session->notice));
	str_add(&shown, str_text(message));
	str_clear(message);
	str_clear(&session->notice);
	enum entry entry = session->terminal->is_screen ? read_on_screen(session, page, str_text(&shown), prompt, line)
							     : read_below(session, str_text(&shown), prompt, line);
	return is_entry(session, entry);
}
