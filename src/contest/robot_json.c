/* robot_json.c - the file with which a team says how its robot is built and started (robot_json.h). */
#include "contest/robot_json.h"

#include <ctype.h>

#include "base/json.h"
#include "base/text.h"

enum { LONGEST = 400 };

static const struct language {
	const char *name, *recipes, *ending;
} languages[] = {
	{"", "Makefile makefile GNUmakefile Cargo.toml go.mod *.c *.cpp *.cc *.java *.jar", NULL},
	{"c", "*.c", NULL}, {"c++", "*.cpp *.cc", NULL}, {"java", "*.java *.jar", NULL}, {"rust", "Cargo.toml", NULL},
	{"go", "go.mod", NULL}, {"make", "Makefile makefile GNUmakefile", NULL},
	{"python", "", ".py"}, {"javascript", "", ".js"}, {"so", "", ".so"}, {"program", "", ""},
};
enum { N_LANGUAGES = sizeof languages / sizeof *languages };

void robot_json_release(struct robot_json *json)
{
	str_release(&json->name);
	str_release(&json->version);
	str_release(&json->language);
	str_release(&json->command);
	str_release(&json->options);
}

/* Returns the language for a name, such as "python" for "python2.7". */
static const struct language *find_language(const char *name)
{
	size_t n = strncmp(name, "python", 6) == 0 && strspn(name + 6, "0123456789.") == strlen(name + 6)
		? 6 : strlen(name);
	return FIND_IN(language, languages, N_LANGUAGES,
		       strlen(language->name) == n && strncmp(language->name, name, n) == 0);
}

const char *robot_json_recipes(const char *language)
{
	return find_language(language)->recipes;
}

const char *robot_json_ending(const char *language)
{
	return find_language(language)->ending;
}

static bool is_word(const char *text, const char *more)
{
	size_t n = strlen(text);
	for (const char *at = text; *at; at++)
		if (!isalnum((unsigned char)*at) && !strchr(more, *at))
			return false;
	return n > 0 && n <= LONGEST;
}

static bool take_options(struct robot_json *json, json_t *options, struct str *reason)
{
	const char *key;
	json_t *value;
	json_object_foreach(options, key, value) {
		AUTO_STR struct str text = {0};
		if (json_is_string(value))
			str_add(&text, json_string_value(value));
		else
			json_add_line(&text, json_incref(value), JSON_ENCODE_ANY);
		if (!is_word(key, "_-") || !is_word(str_text(&text), "_-.+%/")) {
			str_add(reason,
				ROBOT_JSON ": 'options' must be an object of words and numbers of ASCII letters, "
					   "digits and _-.+%/");
			return false;
		}
		str_addf(&json->options, "%s%s=%s", json->options.length ? "," : ":", key, text.text);
	}
	return true;
}

static bool take_text(struct str *out, const char *key, const json_t *value, struct str *reason)
{
	const char *text = json_string_value(value);
	bool is_name = strcmp(key, "name") == 0 || strcmp(key, "version") == 0;
	if (!text || !*text || strlen(text) > LONGEST || !text_is_clean(text) || (is_name && !files_is_name(text))) {
		str_addf(reason, ROBOT_JSON ": '%s' must be a text of at most %d bytes%s", key, LONGEST,
			 is_name ? "; " FILES_NAMES : "");
		return false;
	}
	str_set(out, "%s", text);
	return true;
}

static bool take_member(struct robot_json *json, const char *key, json_t *value, struct str *reason)
{
	const struct {
		const char *key;
		struct str *out;
	} texts[] = {{"name", &json->name}, {"version", &json->version}, {"language", &json->language},
		{"command", &json->command}};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (strcmp(key, texts[i].key) == 0)
			return take_text(texts[i].out, key, value, reason);
	if (strcmp(key, "options") == 0 && json_is_object(value))
		return take_options(json, value, reason);
	AUTO_STR struct str clean = text_cleaned(key);
	str_addf(reason, ROBOT_JSON ": '%.60s' is not one of name, version, language, command and options (an object)",
		 clean.text);
	return false;
}

bool robot_json_read(struct robot_json *json, const struct files *files, struct str *reason)
{
	const struct file *file = files_find(files, ROBOT_JSON);
	json_error_t error;
	AUTO_JSON json_t *object = file ? json_loadb(str_text(&file->bytes), file->bytes.length, JSON_REJECT_DUPLICATES,
						     &error) : json_object();
	const char *key;
	json_t *value;
	if (!json_is_object(object)) {
		str_addf(reason, ROBOT_JSON ": it is not a JSON object%s%s", object ? "" : ": ",
			 object ? "" : error.text);
		return false;
	}
	json_object_foreach(object, key, value)
		if (!take_member(json, key, value, reason))
			return false;
	if (find_language(str_text(&json->language)))
		return true;
	str_add(reason, ROBOT_JSON ": 'language' must be one of");
	for (int i = 1; i < N_LANGUAGES; i++)
		str_addf(reason, "%s %s", i > 1 ? "," : "", languages[i].name);
	str_add(reason, ", python2.7 or another version");
	return false;
}
