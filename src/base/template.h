/* template.h - a text from a template and data, as Mustache does it:
 *
 *   {{KEY}}               the value, with <, >, &, " and ' escaped
 *   {{~KEY}}              the same for a name: a line may break after _ : = - . in it, but not within a number
 *   {{{KEY}}}             the value as it is
 *   {{#KEY}}...{{/KEY}}   once for each element of a list; once for any other value except null, false, 0 and ""
 *   {{^KEY}}...{{/KEY}}   once where {{#KEY}} adds nothing
 *
 * A key is looked up in the element or object of the innermost section, then in those around it; {{.}} is the element. */
#pragma once

#include <jansson.h>

#include "base/base.h"

/* Adds the text. Values are texts, which are expected to be clean (base/text.h), and integers. It is a bug if a value is
 * missing. */
void template_add(const char *template, const json_t *data, struct str *out);
