/* list_forms.h - the variants with the options of the rule families, and the robots that can be found, as `arena list`
 * prints them. */
#pragma once

#include <jansson.h>

#include "game/rules.h"

/* Adds all variants, then the options of each family with their defaults. */
void variants_add_table(bool has_colour, struct str *out);

/* Adds one variant, with its value of each option. */
void variants_add_one(const struct variant *variant, bool has_colour, struct str *out);

/* Return an array of all variants, and one variant as an object: variant, family, summary, settings, rules. The caller
 * owns the results. */
json_t *variants_json(void);
json_t *variants_json_of(const struct variant *variant);

/* Adds the table of robots. Loads each robot, in the sandbox unless is_trusted. */
void robots_add_table(bool is_trusted, bool allows_weak, bool has_colour, int max_width, struct str *out);

/* Adds an array of objects: robot, path, summary, version, author, variants, options, problem. */
void robots_add_json(bool is_trusted, bool allows_weak, struct str *out);
