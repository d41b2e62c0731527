/* template.h - makes a text from a template and data, in the style of Mustache:
 *
 *   {{KEY}}               the value, with <, >, &, " and ' escaped
 *   {{~KEY}}              the same for a name: a line may be broken after _ : = - . in it, but not within a number
 *   {{{KEY}}}             the value as it is
 *   {{#KEY}}...{{/KEY}}   once for each element of a list; once for any other value except null, false, 0 and ""
 *   {{^KEY}}...{{/KEY}}   once where {{#KEY}} adds nothing
 *
 * A key is looked up in the element or object of the innermost section, then in the enclosing ones; {{.}} is the
 * element itself. */
#pragma once

#include <jansson.h>

#include "base/base.h"

/* Appends the text. Values are integers and texts, which must be clean (base/text.h). A missing value is a bug. */
void template_add(const char *template, const json_t *data, struct str *out);
