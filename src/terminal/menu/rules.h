/* rules.h - the menu's questions about the rules, in the forms of struct menu_question: are ones wild, and every
 * setting by its number. A list of choices with numbers, and what was chosen from it. */
#pragma once

#include "base/base.h"
#include "terminal/menu/menu.h"

/* Not every family has wild dice. */
bool menu_has_wild(const struct menu *menu);
void menu_same_wild(const struct menu *menu, struct str *out);
bool menu_take_wild(struct menu *menu, const char *answer, struct str *message);

void menu_show_rules(const struct menu *menu, int width, struct str *out);
const char *menu_hint_rules(const struct menu *menu);
void menu_same_rules(const struct menu *menu, struct str *out);

/* "3 6", "dice 6" or "dice=6"; or "3" and then "6", where menu->setting says what was asked. Always asked again, until
 * Enter. */
bool menu_take_rule(struct menu *menu, const char *answer, struct str *message);

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
