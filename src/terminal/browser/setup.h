/* setup.h - the menu as a page: a form with the answers to the questions of terminal/menu.h, for the first person of the site. The
 * answers are checked by the questions themselves. */
#pragma once

#include "terminal/browser/site.h"
#include "terminal/menu/menu.h"

enum setup_end { SETUP_OPEN, SETUP_PLAY, SETUP_LEAVE, SETUP_INTERRUPTED };

/* Prepares the site and the menu: the first of the named people is the first person of the site. Prints the address. Non-zero: err. */
int browser_setup_open(struct site *site, struct menu *menu, struct err *err);

/* Shows the form until its person starts a game or ends it, or until ctrl-C. why: shown at first; "" or why the last game could not
 * begin. */
enum setup_end browser_setup_ask(struct site *site, struct menu *menu, const char *why);
