/* open.h - opens a page in the person's browser. The address does not appear in the list of processes, where
 * other users could read it. */
#pragma once

#include "base/base.h"

/* Opens the address through a small file that only this user may read, whose path goes into *shortcut. Does nothing unless stdout is a
 * terminal and there is a desktop; a failure is ignored, because the address is printed too. */
void browser_show(const char *address, struct str *shortcut);

/* Removes the file, if there is one, and releases the path. */
void browser_hide(struct str *shortcut);
