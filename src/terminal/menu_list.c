/* menu_list.c - a list of choices with numbers, and what was chosen from it (menu_list.h). */
#include "terminal/menu_list.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/nearest.h"
#include "base/options.h"
#include "output/show.h"

void list_add(struct list *list, const char *name, const char *text)
{
	if (list->n == MOST_CHOICES)
		return;
	if (text_width(name) > list->name_width)
		list->name_width = text_width(name);
	list->name[list->n] = mem_strdup(name);
	list->text[list->n++] = text;
}

/* Wrapped; where there are not so many rows, each line is cut. */
static void add_lines(const struct list *list, int width, bool is_cut, struct str *out)
{
	for (int i = 0; i < list->n; i++) {
		AUTO_STR struct str line = {0};
		int text_at = 8 + list->name_width;
		str_addf(&line, "  %2d  %s%*s", i + 1, list->name[i], list->name_width - text_width(list->name[i]), "");
		text_add_wrapped(&line, list->text[i], text_at - 2, text_at, width);
		str_add_n(out, line.text, is_cut ? strcspn(line.text, "\n") : line.length);
		str_add(out, is_cut && strchr(line.text, '\n') ? " ...\n" : "\n");
	}
}

/* Names alone, several to a line. */
static void add_columns(const struct list *list, int width, struct str *out)
{
	int per_line = width / (list->name_width + 8);
	for (int i = 0; i < list->n; i++) {
		bool is_last = per_line < 2 || i % per_line == per_line - 1 || i == list->n - 1;
		str_addf(out, "  %2d  %s%*s", i + 1, list->name[i],
			 is_last ? 0 : 2 + list->name_width - text_width(list->name[i]), "");
		str_add(out, is_last ? "\n" : "");
	}
}

void list_show(struct list *list, int width, int rows, struct str *out)
{
	AUTO_STR struct str lines = {0};
	int n_lines = 0;
	add_lines(list, width, false, &lines);
	for (const char *c = str_text(&lines); *c; c++)
		n_lines += *c == '\n';
	if (n_lines <= rows)
		str_add(out, str_text(&lines));
	else if (list->n <= rows)
		add_lines(list, width - 4, true, out);
	else
		add_columns(list, width, out);
	for (int i = 0; i < list->n; i++)
		free(list->name[i]);
}

int list_pick(const char *answer, const char *const *names, int n, struct str *message)
{
	long long number;
	int found = -1, n_found = 0;
	if (str_to_int(answer, 1, n, &number))
		return (int)number - 1;
	for (int i = 0; i < n; i++) {
		if (strcasecmp(names[i], answer) == 0)
			return i;
		if (strncasecmp(names[i], answer, strlen(answer)) == 0) {
			found = i;
			n_found++;
		}
	}
	if (n_found == 1)
		return found;
	const char *nearest = nearest_of(answer, names);
	str_addf(message, "'%s' is not in the list", answer);
	if (nearest)
		str_addf(message, " (did you mean '%s'?)", nearest);
	str_addf(message, ". Type a number from 1 to %d, or a name.\n", n);
	return -1;
}
