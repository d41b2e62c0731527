/* pages.h - text that is longer than the screen, cut into pages of whole lines. */
#pragma once

#include "base/base.h"

/* Lines of text that ends in '\n', or is "". */
int pages_lines(const char *text);

/* Pages of at most `rows` lines (at least one line each); at least 1. A wrapped paragraph stays on one page: a line that
 * begins with many blanks continues the line above. */
int pages_count(const char *text, int rows);

/* Adds the lines of a page, from 0. */
void pages_add(const char *text, int rows, int page, struct str *out);
