/* robots_forms.h - the robots that can be found, as `arena list robots` prints them. */
#pragma once

#include "base/base.h"

/* Loads all of them, confined unless is_trusted. */
void robots_add_table(bool is_trusted, bool allows_weak, bool has_colour, int max_width, struct str *out);

/* An array of objects: robot, path, summary, version, author, variants, options, problem. */
void robots_add_json(bool is_trusted, bool allows_weak, struct str *out);
