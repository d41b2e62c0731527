/* list.c - a list of choices with numbers, and what was chosen from it (list.h). */
#include "terminal/menu/list.h"

#include <strings.h>

#include "base/nearest.h"
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

void list_show(struct list *list, int width, struct str *out)
{
	for (int i = 0; i < list->n; i++) {
		int text_at = 8 + list->name_width;
		str_addf(out, "  %2d  %s%*s", i + 1, list->name[i], list->name_width - text_width(list->name[i]), "");
		text_add_wrapped(out, list->text[i], text_at - 2, text_at, width);
		str_add(out, "\n");
		free(list->name[i]);
	}
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
	str_addf(message, "'%s' is not in the list%s. Type a number from 1 to %d, or a name.\n", answer,
		 nearest_hint(answer, names).text, n);
	return -1;
}
