/* template.c - makes a text from a template and data (template.h). */
#include "base/template.h"

#include <ctype.h>

#include "base/text.h"

/* The value of a section, and the enclosing section (NULL: none). */
struct scope {
	const json_t *value;
	const struct scope *outer;
};

static const json_t *find(const struct scope *scope, const char *key)
{
	const json_t *value = strcmp(key, ".") == 0 ? scope->value : NULL;
	for (; scope && !value; scope = scope->outer)
		value = json_object_get(scope->value, key);
	return value;
}

static bool is_shown(const json_t *value)
{
	switch (value ? json_typeof(value) : JSON_NULL) {
	case JSON_NULL:
	case JSON_FALSE: return false;
	case JSON_STRING: return *json_string_value(value);
	case JSON_INTEGER: return json_integer_value(value) != 0;
	default: return true;
	}
}

/* Adds a name, with places where a long line may break, because a name has no spaces. */
static void add_name(const char *name, struct str *out)
{
	for (; *name; name++) {
		text_add_markup(out, (const char[]){*name, '\0'});
		if (strchr("_:=-.", name[0]) && name[1] && !strchr("_:=-.", name[1]) &&
		    !(name[0] == '.' && isdigit((unsigned char)name[1])))
			str_add(out, "<wbr>");
	}
}

static void add_value(const json_t *value, char mark, struct str *out)
{
	bug_if(!json_is_string(value) && !json_is_integer(value));
	if (json_is_integer(value))
		str_add_int(out, json_integer_value(value));
	else if (mark == '~')
		add_name(json_string_value(value), out);
	else if (mark == '{')
		str_add(out, json_string_value(value));
	else
		text_add_markup(out, json_string_value(value));
}

static const char *add_part(const char *at, const struct scope *scope, struct str *out);

/* Adds a section, which begins at `at`, and returns its end. */
static const char *add_section(const char *at, const json_t *value, bool is_inverse, const struct scope *scope,
			       struct str *out)
{
	size_t n = json_is_array(value) ? json_array_size(value) : is_shown(value);
	const char *end = NULL;
	for (size_t i = 0; i < n && !is_inverse; i++) {
		const struct scope inner = {json_is_array(value) ? json_array_get(value, i) : value, scope};
		end = add_part(at, &inner, out);
	}
	return end ? end : add_part(at, scope, n ? NULL : is_inverse ? out : NULL);
}

/* Adds the template up to the end of the current section, and returns what follows it. If `out` is NULL, adds
 * nothing. */
static const char *add_part(const char *at, const struct scope *scope, struct str *out)
{
	for (;;) {
		const char *mark = strstr(at, "{{");
		if (out)
			str_add_n(out, at, mark ? (size_t)(mark - at) : strlen(at));
		if (!mark)
			return at + strlen(at);
		const char *word = mark + 2 + (strchr("{~#^/", mark[2]) != NULL), *end = strstr(word, "}}");
		bug_if(!end);
		AUTO_STR struct str name = {0};
		str_add_n(&name, word, (size_t)(end - word));
		const char *key = name.text;
		at = end + 2 + (mark[2] == '{');
		if (mark[2] == '/')
			return at;
		if (mark[2] == '#' || mark[2] == '^')
			at = add_section(at, out ? find(scope, key) : NULL, mark[2] == '^', scope, out);
		else if (out)
			add_value(find(scope, key), mark[2], out);
	}
}

void template_add(const char *template, const json_t *data, struct str *out)
{
	const struct scope scope = {data, NULL};
	add_part(template, &scope, out);
}
