/* rules.h - the menu's questions about the rules, in the forms of struct menu_question: are ones wild, and every
 * setting by its number. */
#pragma once

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
