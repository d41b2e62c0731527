/* pages.c - text that is longer than the screen, cut into pages of whole lines (pages.h). */
#include "terminal/pages.h"

int pages_lines(const char *text)
{
	int n = 0;
	for (; *text; text++)
		n += *text == '\n';
	return n;
}

static const char *next_line(const char *line)
{
	const char *end = strchr(line, '\n');
	return end ? end + 1 : line + strlen(line);
}

/* The end of the page that begins here. */
static const char *page_end(const char *from, int rows)
{
	enum { CONTINUED = 8 };
	const char *line = from, *begun = from;
	for (int n = 0; *line; n++, line = next_line(line)) {
		bool is_continued = strspn(line, " ") >= CONTINUED;
		if (n >= rows && n > 0)
			return is_continued && begun > from ? begun : line;
		begun = is_continued ? begun : line;
	}
	return line;
}

int pages_count(const char *text, int rows)
{
	int n = 0;
	do {
		text = page_end(text, rows);
		n++;
	} while (*text);
	return n;
}

void pages_add(const char *text, int rows, int page, struct str *out)
{
	while (page-- > 0)
		text = page_end(text, rows);
	str_add_n(out, text, (size_t)(page_end(text, rows) - text));
}
