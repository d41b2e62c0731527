/* browser_open.h - a page opened in the person's browser, without its address in a list of processes, where other users read it. */
#ifndef ARENA_TERMINAL_BROWSER_OPEN_H
#define ARENA_TERMINAL_BROWSER_OPEN_H

#include "base/str.h"

/* Opens the address through a small file that only this user may read, whose path goes into *shortcut. Does nothing unless stdout is a
 * terminal and there is a desktop; what fails is no error, since the address is printed too. */
void browser_show(const char *address, struct str *shortcut);

/* Removes the file, if there is one, and releases the path. */
void browser_hide(struct str *shortcut);

#endif
