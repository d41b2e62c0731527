/* config.c - what a tourney server is told (config.h). */
#include "net/server/config.h"

#include <stddef.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "base/nearest.h"

enum key_type { KEY_INT, KEY_REAL, KEY_BOOL, KEY_TEXT, KEY_WORD, KEY_RANGE };

static const struct config_key {
	const char *name;
	enum key_type type;
	size_t at;                /* in struct config */
	double min, max;          /* numbers */
	const char *fallback;     /* as JSON */
} keys[] = {
#define ROW(field, key_type, low, high, value) \
	{#field, key_type, offsetof(struct config, field), low, high, value}
	ROW(games_per_tourney_per_bot, KEY_INT, 1, 100000, "100"),
	ROW(tourney_freq_S, KEY_REAL, 0, 1e6, "60"),
	ROW(tourney_min_gap_S, KEY_REAL, 0, 1e6, "10"),
	ROW(tourney_tag, KEY_TEXT, 0, 0, "\"default\""),
	ROW(dice_count, KEY_INT, 1, 20, "5"),
	ROW(player_count, KEY_RANGE, 2, 26, "[3, 6]"),
	ROW(scoring_method, KEY_WORD, 0, 0, "\"even\""),
	ROW(score_mult, KEY_REAL, -1e9, 1e9, "1.0"),
	ROW(move_timeout_mS, KEY_INT, 1, 3600000, "500"),
	ROW(game_timeout_mS, KEY_INT, 1, 86400000, "30000"),
	ROW(do_drop_wilds, KEY_BOOL, 0, 0, "true"),
	ROW(game_port, KEY_INT, 0, 65535, "5555"),
	ROW(logs_port, KEY_INT, 0, 65535, "5556"),
	ROW(logs_path, KEY_TEXT, 0, 0, "\"results\""),
	ROW(max_bots_per_player, KEY_INT, 1, 100000, "2"),
	ROW(max_bots, KEY_INT, 2, 10000, "256"),
	ROW(logs_kept, KEY_INT, 1, 1e12, "100000"),
};
enum { N_KEYS = sizeof keys / sizeof *keys };

const char *const config_scorings[] = {"531", "even", NULL};

/* ---- values ------------------------------------------------------------------------- */

static int refuse(const struct config_key *key, const char *where, const char *wanted, struct err *err)
{
	return err_set(err, EXIT_USAGE, "%s: '%s' must be %s", where, key->name, wanted);
}

static int refuse_number(const struct config_key *key, const char *where, const char *kind, struct err *err)
{
	return err_set(err, EXIT_USAGE, "%s: '%s' must be %s from %.15g to %.15g", where, key->name, kind, key->min, key->max);
}

static bool is_int(const struct config_key *key, const json_t *value)
{
	return json_is_integer(value) && json_number_value(value) >= key->min && json_number_value(value) <= key->max;
}

static int take_range(const struct config_key *key, long long *field, const json_t *value, const char *where, struct err *err)
{
	const json_t *low = json_array_get(value, 0), *high = json_array_get(value, 1);
	if (json_array_size(value) != 2 || !is_int(key, low) || !is_int(key, high) ||
	    json_integer_value(low) > json_integer_value(high))
		return refuse_number(key, where, "a list [fewest, most] of whole numbers", err);
	field[0] = json_integer_value(low);
	field[1] = json_integer_value(high);
	return 0;
}

static int take_word(const struct config_key *key, long long *field, const json_t *value, const char *where, struct err *err)
{
	for (int i = 0; json_is_string(value) && config_scorings[i]; i++) {
		if (strcmp(config_scorings[i], json_string_value(value)) == 0) {
			*field = i;
			return 0;
		}
	}
	return refuse(key, where, "\"531\" or \"even\"", err);
}

static int take(struct config *config, const struct config_key *key, const json_t *value, const char *where, struct err *err)
{
	char *field = (char *)config + key->at;
	const char *text = json_string_value(value);
	switch (key->type) {
	case KEY_INT:
		if (!is_int(key, value))
			return refuse_number(key, where, "a whole number", err);
		*(long long *)(void *)field = json_integer_value(value);
		return 0;
	case KEY_REAL:
		if (!json_is_number(value) || !(json_number_value(value) >= key->min && json_number_value(value) <= key->max))
			return refuse_number(key, where, "a number", err);
		*(double *)(void *)field = json_number_value(value);
		return 0;
	case KEY_BOOL:
		if (!json_is_boolean(value))
			return refuse(key, where, "true or false", err);
		*(bool *)(void *)field = json_is_true(value);
		return 0;
	case KEY_TEXT:
		if (!text || !*text || strlen(text) >= CONFIG_TEXT || !json_is_clean(text))
			return refuse(key, where, "text of 1 to 199 bytes without control characters", err);
		strcpy(field, text);
		return 0;
	case KEY_WORD:
		return take_word(key, (long long *)(void *)field, value, where, err);
	case KEY_RANGE:
		return take_range(key, (long long *)(void *)field, value, where, err);
	}
	bug("a key of no type");
}

/* ---- keys --------------------------------------------------------------------------- */

static const struct config_key *find(const char *name, const char *where, struct err *err)
{
	struct nearest nearest = {.wanted = name};
	for (int i = 0; i < N_KEYS; i++) {
		if (strcmp(keys[i].name, name) == 0)
			return &keys[i];
		nearest_consider(&nearest, keys[i].name);
	}
	AUTO_STR struct str clean = {0};
	json_add_clean(&clean, name);
	if (nearest.name[0])
		err_set(err, EXIT_USAGE, "%s: there is no key '%.60s' (did you mean '%s'?)", where, str_text(&clean), nearest.name);
	else
		err_set(err, EXIT_USAGE, "%s: there is no key '%.60s' (docs/tourney.md lists them)", where, str_text(&clean));
	return NULL;
}

void config_init(struct config *config)
{
	*config = (struct config){0};
	for (int i = 0; i < N_KEYS; i++) {
		AUTO_JSON json_t *value = json_loads(keys[i].fallback, JSON_DECODE_ANY, NULL);
		bug_if(take(config, &keys[i], value, "", NULL));
	}
}

int config_load(struct config *config, const char *path, struct err *err)
{
	AUTO_JSON json_t *object = json_read(path, err);
	if (!object)
		return -1;
	const char *name;
	json_t *value;
	json_object_foreach(object, name, value) {
		const struct config_key *key = find(name, path, err);
		if (!key || take(config, key, value, path, err))
			return -1;
	}
	return 0;
}

int config_set(struct config *config, const char *setting, const char *where, struct err *err)
{
	const char *equals = strchr(setting, '=');
	if (!equals)
		return err_set(err, EXIT_USAGE, "%s takes KEY=VALUE, not '%s'", where, setting);
	AUTO_STR struct str name = {0};
	str_add_n(&name, setting, (size_t)(equals - setting));
	const struct config_key *key = find(str_text(&name), where, err);
	if (!key)
		return -1;
	bool is_text = key->type == KEY_TEXT || key->type == KEY_WORD;
	AUTO_JSON json_t *value = is_text ? json_string(equals + 1) : json_loads(equals + 1, JSON_DECODE_ANY, NULL);
	return take(config, key, value, where, err);
}

void config_to_text(const struct config *config, struct str *out)
{
	json_t *object = json_object();
	for (int i = 0; i < N_KEYS; i++) {
		const char *field = (const char *)config + keys[i].at;
		const long long *number = (const void *)field;
		json_t *value = NULL;
		switch (keys[i].type) {
		case KEY_INT: value = json_integer(*number); break;
		case KEY_REAL: value = json_real(*(const double *)(const void *)field); break;
		case KEY_BOOL: value = json_boolean(*(const bool *)(const void *)field); break;
		case KEY_TEXT: value = json_string(field); break;
		case KEY_WORD: value = json_string(config_scorings[*number]); break;
		case KEY_RANGE: value = json_pack("[II]", (json_int_t)number[0], (json_int_t)number[1]); break;
		}
		json_object_set_new(object, keys[i].name, value);
	}
	AUTO_FREE char *text = json_dumps(object, JSON_REAL_PRECISION(15));
	json_decref(object);
	str_add(out, text);
}
