/* variants_forms.h - the variants and the options of the rule families, as `arena list variants` prints them. */
#pragma once

#include <jansson.h>

#include "game/rules.h"

/* All variants, then the options of each family with their defaults. */
void variants_add_table(bool has_colour, struct str *out);

/* One variant, with its value of each option. */
void variants_add_one(const struct variant *variant, bool has_colour, struct str *out);

/* An array of all; an object of one: variant, family, summary, settings, rules. The caller's. */
json_t *variants_json(void);
json_t *variants_json_of(const struct variant *variant);
