/* list.h - a list of choices with numbers, and what was chosen from it. */
#pragma once

#include "base/base.h"

enum { MOST_CHOICES = 256 };

/* A zeroed list is empty. */
struct list {
	int n, name_width;
	char *name[MOST_CHOICES];        /* owned */
	const char *text[MOST_CHOICES];
};

/* text is borrowed until the list is shown. More than MOST_CHOICES are left out. */
void list_add(struct list *list, const char *name, const char *text);

/* Adds "   3  name   description" for each, wrapped. Releases the list. */
void list_show(struct list *list, int width, struct str *out);

/* The index of "3", of a name, or of a prefix of only one of names[0..n-1]; names[n] is NULL. -1 with a message
 * otherwise. */
int list_pick(const char *answer, const char *const *names, int n, struct str *message);
