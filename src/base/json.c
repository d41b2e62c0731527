/* json.c - helpers for Jansson (json.h). */
#include "base/json.h"

#include <math.h>
#include <stdarg.h>

#include "base/text.h"

json_t *json_clean(const char *text)
{
	AUTO_STR struct str clean = text_cleaned(text);
	return json_string(str_text(&clean));
}

json_t *json_without_folders(const char *text)
{
	AUTO_STR struct str names = {0};
	text_add_without_folders(&names, text);
	return json_clean(str_text(&names));
}

json_t *json_lines(const char *text)
{
	AUTO_STR struct str line = {0};
	json_t *lines = json_array();
	while (str_next_line(&line, &text))
		json_array_append_new(lines, json_clean(line.text));
	return lines;
}

json_t *json_words(const char *const *words)
{
	json_t *list = json_array();
	for (; *words; words++)
		json_array_append_new(list, json_string(*words));
	return list;
}

json_t *json_listed(json_t *list)
{
	if (json_array_size(list))
		return json_pack("{s:o}", "list", list);
	json_decref(list);
	return json_null();
}

void json_add(json_t *object, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	json_t *members = json_vpack_ex(NULL, 0, format, args);
	va_end(args);
	bug_if(json_object_update_new(object, members));
}

json_t *json_number(double number)
{
	return isfinite(number) ? json_real(number) : json_null();
}

void json_add_text(struct str *out, json_t *value)
{
	AUTO_FREE char *text = json_dumps(value, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
	bug_if(!text);
	json_decref(value);
	str_add(out, text);
	str_add(out, "\n");
}

static int add_bytes(const char *bytes, size_t size, void *out)
{
	str_add_n(out, bytes, size);
	return 0;
}

void json_add_line(struct str *out, json_t *value, size_t flags)
{
	bug_if(json_dump_callback(value, add_bytes, out, JSON_COMPACT | JSON_REAL_PRECISION(15) | flags));
	json_decref(value);
}

void json_auto_release(json_t **value)
{
	json_decref(*value);
}

static json_t *get(json_t *object, const char *key, bool is_type, const char *type, const char *where, struct err *err)
{
	json_t *value = json_object_get(object, key);
	if (!value)
		err_set(err, EXIT_USAGE, "'%s' has no \"%s\"", where, key);
	else if (!is_type)
		err_set(err, EXIT_USAGE, "\"%s\" in '%s' is not %s", key, where, type);
	return is_type ? value : NULL;
}

const char *json_get_text(json_t *object, const char *key, const char *where, struct err *err)
{
	json_t *value = get(object, key, json_is_string(json_object_get(object, key)), "text", where, err);
	return json_string_value(value); /* NULL for a NULL value */
}

int json_get_int(json_t *object, const char *key, struct json_range range, long long *out, const char *where,
		 struct err *err)
{
	json_t *value = get(object, key, json_is_integer(json_object_get(object, key)), "a whole number", where, err);
	if (!value)
		return -1;
	long long number = json_integer_value(value);
	if (number < range.min || number > range.max)
		return err_set(err, EXIT_USAGE, "\"%s\" in '%s' is %lld; it must be from %lld to %lld", key, where,
			       number, range.min, range.max);
	*out = number;
	return 0;
}

json_t *json_get_array(json_t *object, const char *key, const char *where, struct err *err)
{
	return get(object, key, json_is_array(json_object_get(object, key)), "a list", where, err);
}

const char *json_text_at(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));
	return text ? text : "";
}

long long json_integer_at(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

double json_number_at(const json_t *object, const char *key)
{
	return json_number_value(json_object_get(object, key));
}

json_t *json_read(const char *path, struct err *err)
{
	enum { LARGEST = 16 << 20 };
	AUTO_STR struct str text = {0};
	if (str_read_text(&text, path, LARGEST, err)) {
		if (err)
			err->code = EXIT_USAGE;
		return NULL;
	}
	json_error_t why;
	json_t *value = json_loadb(str_text(&text), text.length, JSON_REJECT_DUPLICATES, &why);
	if (!value) {
		err_set(err, EXIT_USAGE, "'%s' is damaged: line %d: %s", path, why.line, why.text);
	} else if (!json_is_object(value)) {
		err_set(err, EXIT_USAGE, "'%s' is damaged: it does not contain an object", path);
		json_decref(value);
		value = NULL;
	}
	return value;
}
