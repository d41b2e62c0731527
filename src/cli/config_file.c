/* config_file.c - a tournament as a JSON file (request_args.h). Jansson reports lines only for syntax errors, but it
 * keeps the order of keys. So the line of a key is found by its index in the text, which is known to be valid. */
#include "cli/request_args.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/file.h"
#include "base/json.h"
#include "base/nearest.h"
#include "robot/find.h"
#include "robot/spec.h"
#include "run/setup.h"

/* Permissions, and options that concern the file itself or another run. */
static const char *const not_in_files[] = {"trust", "weak-sandbox", "network", "readable", "resume", "config",
	"save-config", NULL};
static const struct opt games_option = {.name = "games", .type = OPT_INT, .min = 1, .max = RUN_MOST_GAMES};

/* The position of a value in the text, and whether its key (member) or the value itself is meant. */
struct place {
	const char *path, *text, *member, *value;
};

static const char *next_token(const char *at)
{
	if (*at == '"')
		for (at++; *at != '"'; at++)
			at += *at == '\\';
	at += strchr("\"{}[]", *at) ? 1 : strcspn(at, " \t\r\n,:{}[]");
	return at + strspn(at, " \t\r\n,:");
}

static struct place within(struct place place, int index)
{
	bool is_object = *place.value == '{';
	const char *at = next_token(place.value);
	for (int i = 0, depth = 0;; i++) {
		place.member = at;
		place.value = is_object ? next_token(at) : at;
		if (i == index)
			return place;
		at = place.value;
		do {
			depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
			at = next_token(at);
		} while (depth > 0);
	}
}

static int line_of(struct place place)
{
	int line = 1;
	for (const char *at = place.text; at < place.member; at++)
		line += *at == '\n';
	return line;
}

__attribute__((format(printf, 3, 4))) static int refuse(struct place place, struct err *err, const char *format, ...)
{
	struct err why;
	va_list args;
	va_start(args, format);
	vsnprintf(why.text, sizeof why.text, format, args);
	va_end(args);
	return err_set(err, EXIT_USAGE, "%.240s:%d: %s", place.path, line_of(place), why.text);
}

/* Returns a string, number or boolean in the form in which it would be typed, or NULL for other values. The caller owns
 * the result. */
static char *typed_word(const json_t *value)
{
	if (json_is_string(value))
		return mem_strdup(json_string_value(value));
	return json_is_number(value) || json_is_boolean(value)
		? json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15)) : NULL;
}

/* Adds the members of an object as words "key=value" after `before`. If `rules` is not NULL, they must be settings of
 * these rules. */
static int read_settings(struct place place, const char *name, json_t *object, const char *before, struct rules *rules,
	struct words *out, struct err *err)
{
	const char *key;
	json_t *value;
	int i = 0;
	if (!json_is_object(object))
		return refuse(place, err, "'%s' must be an object like {\"key\": 6}", name);
	json_object_foreach(object, key, value) {
		struct place at = within(place, i++);
		AUTO_FREE char *word = typed_word(value);
		struct err why;
		if (!word)
			return refuse(at, err, "'%.60s' must be text, a number, true or false", key);
		if (!*key || strpbrk(key, "=,:\\"))
			return refuse(at, err, "'%.60s' is not a name for an option", key);
		AUTO_STR struct str setting = str_of("%s%s=%s", before, key, word);
		if (rules && rules_set(rules, setting.text + strlen(before), &why))
			return refuse(at, err, "%s", why.text);
		words_add(out, setting.text);
	}
	return 0;
}

/* Adds the robot {"robot": ..., "name": ..., "options": {...}} as it would be typed on a command line. */
static int add_robot(struct place place, json_t *object, struct str *out, struct err *err)
{
	AUTO_WORDS struct words options = {0};
	static const char *const keys[] = {"robot", "name", "options", NULL};
	const char *robot = json_string_value(json_object_get(object, "robot")), *key;
	const char *name = json_string_value(json_object_get(object, "name"));
	struct err why;
	json_t *value;
	int i = 0;
	json_object_foreach(object, key, value) {
		struct place at = within(place, i++);
		int which = nearest_exact(key, keys);
		if (which < 0)
			return refuse(at, err, "'%.60s' is not a key of a robot%s", key, nearest_hint(key, keys).text);
		if (which == 2 ? read_settings(at, key, value, "", NULL, &options, err)
			       : !json_is_string(value) && refuse(at, err, "'%s' must be text", key))
			return -1;
		if (which == 1 && spec_check_name(name, &why))
			return refuse(at, err, "%s", why.text);
	}
	if (!robot)
		return refuse(place, err, "a robot needs the key 'robot'");
	AUTO_SPEC struct spec spec = {0};
	bool is_wrong = spec_read(&spec, robot, NULL), has_options = !is_wrong && *spec.options;
	if (!is_wrong && spec_is_command(spec.robot) && options.n)
		return refuse(place, err, "a command line contains its own options; leave out 'options'");
	str_addf(out, "%s%s%s", name ? name : "", name ? "=" : "", robot);
	for (i = 0; i < options.n; i++) {
		str_add(out, i || has_options ? "," : ":");
		for (const char *c = options.word[i]; *c; c++)
			str_addf(out, "%s%c", *c == ',' || *c == '\\' ? "\\" : "", *c);
	}
	return 0;
}

static int read_robot(struct words *operands, struct place place, json_t *item, struct err *err)
{
	AUTO_STR struct str text = {0};
	struct err why = {0};
	AUTO_SPEC struct spec spec = {0};
	if (!json_is_object(item) && !json_is_string(item))
		return refuse(place, err, "a robot must be text or an object like {\"robot\": \"prober\"}");
	str_add(&text, json_is_string(item) ? json_string_value(item) : "");
	if (json_is_object(item) && add_robot(place, item, &text, err))
		return -1;
	bool is_wrong = spec_read(&spec, text.text, &why);
	bool has_file = !is_wrong && !spec_is_command(spec.robot) && strcmp(spec.robot, "human") != 0;
	AUTO_FREE char *path = has_file ? find_robot(spec.robot, &why) : NULL;
	words_add(operands, text.text);
	return is_wrong || (has_file && !path) ? refuse(place, err, "%s", why.text) : 0;
}

static int read_option(struct config_file *config, const struct opt *opt, struct place place, json_t *value,
		       struct err *err)
{
	struct typed_key typed = opt_key(opt);
	struct opt_value unused = {0};
	AUTO_FREE char *word = typed_word(value);
	AUTO_STR struct str text = str_of("%.240s:%d", place.path, line_of(place));
	if (typed_set_json(&typed, &unused, value, text.text, err))
		return -1;
	str_set(&text, opt->type == OPT_FLAG ? "--%s" : "--%s=%s", opt->name, word);
	if (opt == &games_option)
		config->games = mem_strdup(word);
	else if (!json_is_false(value))
		words_add(&config->options, text.text);
	return 0;
}

/* Reads a key of the file. `rules` are the rules of the variant. They are NULL if invalid, which another check
 * reports. */
static int read_key(struct config_file *config, const struct args *typed, struct place place, const char *key,
		    json_t *value, struct rules *rules, struct err *err)
{
	const char *names[OPTS_MAX + 3] = {"games", "robots"};
	const struct opt *opt = strcmp(key, names[0]) == 0 ? &games_option : NULL;
	for (int i = 0; typed->options[i].name; i++) {
		names[i + 2] = typed->options[i].name;
		if (strcmp(key, names[i + 2]) == 0)
			opt = &typed->options[i];
	}
	if (nearest_exact(key, not_in_files) >= 0)
		return refuse(place, err, "'%s' cannot be in a file; give --%s on the command line", key, key);
	if (opt && opt->type == OPT_LIST)
		return read_settings(place, key, value, "--rule=", rules, &config->options, err);
	if (opt)
		return read_option(config, opt, place, value, err);
	if (strcmp(key, names[1]) != 0)
		return refuse(place, err, "'%.60s' is not an option of tournament%s", key,
			      nearest_hint(key, names).text);
	if (!json_is_array(value))
		return refuse(place, err, "'robots' must be a list");
	for (int i = 0; i < (int)json_array_size(value); i++)
		if (read_robot(&config->robots, within(place, i), json_array_get(value, (size_t)i), err))
			return -1;
	return 0;
}

static int check_format(const char *path, struct err *err)
{
	return str_ends(path, ".toml")
		? err_set(err, EXIT_USAGE, "'%s': the file of a tournament is JSON, not TOML", path) : 0;
}

static int read_file(struct config_file *config, const struct args *typed, const char *path, struct err *err)
{
	enum { LARGEST = 1 << 18 }; /* because the time to find the lines of keys grows with the square of the size */
	AUTO_STR struct str text = {0};
	if (check_format(path, err) || str_read_text(&text, path, LARGEST, err)) {
		err->code = EXIT_USAGE;
		return -1;
	}
	json_error_t reason;
	AUTO_JSON json_t *object = json_loadb(str_text(&text), text.length, JSON_REJECT_DUPLICATES, &reason);
	if (!json_is_object(object))
		return err_set(err, EXIT_USAGE, "%s:%d: %s", path, object ? 1 : reason.line,
			       object ? "the file must be an object like "
			       "{\"games\": 100, \"robots\": [\"prober\", \"computer\"]}" : reason.text);
	const char *start = text.text + strspn(text.text, " \t\r\n");
	const char *own = json_string_value(json_object_get(object, "variant")), *key;
	bool is_own = own && !args_value(typed, "variant")->is_set;
	struct rules rules;
	struct err why = {0};
	bool is_known = setup_open_rules(is_own ? own : args_text(typed, "variant"), &rules, &why) == 0;
	json_t *value;
	int i = 0;
	json_object_foreach(object, key, value) {
		struct place place = within((struct place){path, text.text, start, start}, i++);
		if (is_own && !is_known && value == json_object_get(object, "variant"))
			return refuse(place, err, "%s", why.text);
		if (read_key(config, typed, place, key, value, is_known ? &rules : NULL, err))
			return -1;
	}
	return 0;
}

const struct args *config_file_load(struct config_file *config, const struct args *typed, struct err *err)
{
	const char *path = args_text(typed, "config");
	struct args *args = &config->args;
	if (!path || args_flag(typed, "resume"))
		return typed;
	words_add(&config->options, typed->argv[1]);
	if (read_file(config, typed, path, err))
		return NULL;
	words_add_all(&config->options, (const char *const *)typed->argv + 2);
	if (args_parse(args, typed->options, config->options.n, config->options.word, err))
		return NULL;
	args->argv = typed->argv;
	args->operands = mem_resize(args->operands, (size_t)(args->n_operands + config->robots.n + 2),
				    sizeof *args->operands);
	if (args->n_operands == 0 && config->games)
		args->operands[args->n_operands++] = config->games;
	for (int i = 0, n = args->n_operands == 1 ? config->robots.n : 0; i < n; i++)
		args->operands[args->n_operands++] = config->robots.word[i];
	args->operands[args->n_operands] = NULL;
	return args;
}

void config_file_release(struct config_file *config)
{
	args_release(&config->args);
	words_release(&config->options);
	words_release(&config->robots);
	free(config->games);
}

/* Returns the value of an option, or NULL if JSON cannot express it. If a --rule is given twice, the last value
 * counts. */
static json_t *option_json(const struct opt *opt, const struct opt_value *value)
{
	struct typed_key key = opt_key(opt);
	if (opt->type != OPT_LIST)
		return opt->type <= OPT_DOUBLE ? typed_json(&key, value) : json_string(value->text);
	json_t *rules = json_object();
	for (int i = 0; i < value->n_list; i++) {
		AUTO_FREE char *name = mem_strdup(value->list[i]);
		const char *word = strchr(value->list[i], '=') + 1; /* setup_rules has checked that there is one */
		long long number;
		name[word - 1 - value->list[i]] = '\0';
		json_object_set_new(rules, name, str_to_int(word, INT64_MIN, INT64_MAX, &number)
				    ? json_integer(number) : json_string(word));
	}
	return rules;
}

int config_file_save(const struct args *args, const char *seed, struct err *err)
{
	const char *path = args_text(args, "save-config");
	if (!path)
		return 0;
	json_t *object = json_object(), *robots = json_array();
	int failed = json_object_set_new(object, "games", json_integer(atoll(args->operands[0])));
	for (int i = 1; i < args->n_operands; i++)
		failed |= json_array_append_new(robots, json_string(args->operands[i]));
	json_object_set_new(object, "robots", robots);
	for (int i = 0; args->options[i].name; i++) {
		const struct opt *opt = &args->options[i];
		if (strcmp(opt->name, "seed") == 0)
			failed |= json_object_set_new(object, "seed", json_string(seed));
		else if (args->value[i].is_set && nearest_exact(opt->name, not_in_files) < 0)
			failed |= json_object_set_new(object, opt->name, option_json(opt, &args->value[i]));
	}
	AUTO_STR struct str text = {0};
	json_add_text(&text, object);
	if (failed)
		return err_set(err, EXIT_USAGE,
			       "--save-config: an argument is not UTF-8 text and cannot be written as JSON");
	return check_format(path, err) || file_write(path, &text, err) ? -1 : 0;
}
