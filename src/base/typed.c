/* typed.c - reads the settings of a struct from JSON files and text (typed.h). */
#include "base/typed.h"

#include "base/json.h"
#include "base/nearest.h"

void typed_set_fallbacks(const struct typed_key *keys, int n, void *to)
{
	for (int i = 0; i < n; i++)
		bug_if(keys[i].fallback && !typed_parse(&keys[i], to, keys[i].fallback));
}

static int refuse(const struct typed_key *key, const char *given, const char *where, struct err *err)
{
	AUTO_STR struct str subject = str_of("%s: '%s'", where, key->name);
	return typed_refuse(key, subject.text, given, err);
}

int typed_set_text(const struct typed_key *key, void *to, const char *text, const char *where, struct err *err)
{
	return typed_parse(key, to, text) ? 0 : refuse(key, text, where, err);
}

int typed_set_json(const struct typed_key *key, void *to, const json_t *value, const char *where, struct err *err)
{
	if (typed_parse_json(key, to, value))
		return 0;
	AUTO_FREE char *given = json_dumps(value, JSON_ENCODE_ANY);
	const char *word = key->kind == TYPED_WORD ? json_string_value(value) : NULL; /* for "did you mean" */
	return refuse(key, word ? word : given, where, err);
}

/* Returns the key of this name, or NULL with an error that suggests the nearest one or lists all. */
static const struct typed_key *find(const struct typed_key *keys, int n, const char *name, const char *where,
				    struct err *err)
{
	for (int i = 0; i < n; i++)
		if (strcmp(keys[i].name, name) == 0)
			return &keys[i];
	AUTO_STR struct str what = str_of("%s: there is no key", where);
	nearest_refuse(&(struct nearest_table){keys, sizeof *keys, n}, name, what.text, "the keys are", err);
	return NULL;
}

int typed_set(const struct typed_key *keys, int n, void *to, const char *setting, const char *where, struct err *err)
{
	const char *equals = strchr(setting, '=');
	if (!equals)
		return err_set(err, EXIT_USAGE, "%s takes KEY=VALUE, not '%s'", where, setting);
	AUTO_STR struct str name = str_of("%.*s", (int)(equals - setting), setting);
	const struct typed_key *key = find(keys, n, name.text, where, err);
	return key ? typed_set_text(key, to, equals + 1, where, err) : -1;
}

int typed_load(const struct typed_key *keys, int n, void *to, const char *path, struct err *err)
{
	AUTO_JSON json_t *object = json_read(path, err);
	const char *name;
	json_t *value;
	json_object_foreach(object, name, value) {
		const struct typed_key *key = find(keys, n, name, path, err);
		if (!key || typed_set_json(key, to, value, path, err))
			return -1;
	}
	return object ? 0 : -1;
}
