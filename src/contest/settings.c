/* settings.c - the table of a contest's settings (settings.h). */
#include "contest/settings.h"

#include "base/json.h"
#include "base/typed.h"
#include "match/schedule.h"

/* As DEALS_SHUFFLED and DEALS_INDEPENDENT. */
static const char *const settings_deals[] = {"mirrored", "independent", NULL};

static const struct typed_key keys[] = {
#define KEY(field, key_kind, low, high, value) \
	{ \
		.name = #field, .kind = key_kind, .at = offsetof(struct settings, field), .min = low, .max = high, \
		.fallback = value \
	}
#define TEXT(field, value) KEY(field, TYPED_TEXT, 1, SETTINGS_TEXT - 1, value)
	TEXT(title, "Contest"),
	TEXT(season, "Season 1"),
	TEXT(seed, NULL),
	TEXT(variant, "liars-dice"),
	TEXT(rules, NULL),
	KEY(move_time_ms, TYPED_INT, 1, 3600000, "100"),
	KEY(start_time_ms, TYPED_INT, 1, 3600000, "3000"),
	KEY(memory_mb, TYPED_INT, 16, 1 << 20, "512"),
	{.name = "deals", .kind = TYPED_WORD, .at = offsetof(struct settings, deals), .words = settings_deals, .fallback = "independent"},
	KEY(table_size, TYPED_INT, 2, SCHEDULE_MAX_SEATS, "2"),
	KEY(games_per_round, TYPED_INT, 1, 1e9, "2000"),
	KEY(games_per_table, TYPED_INT, 1, 1e6, "20"),
	KEY(match_length, TYPED_INT, 1, SCHEDULE_MAX_LENGTH, "1"),
	KEY(robots_per_team, TYPED_INT, 1, 1000, "1"),
	KEY(versions_per_day, TYPED_INT, 1, 1000000, "10"),
	KEY(submission_mb, TYPED_INT, 1, 1024, "32"),
	KEY(build_seconds, TYPED_INT, 1, 86400, "60"),
	KEY(build_memory_mb, TYPED_INT, 16, 1 << 20, "2048"),
	KEY(build_disk_mb, TYPED_INT, 1, 1 << 20, "512"),
	KEY(check_seconds, TYPED_INT, 1, 86400, "60"),
	KEY(round_wait_seconds, TYPED_INT, 0, 86400, "45"),
	KEY(team_minutes_per_day, TYPED_INT, 1, 1440, "30"),
	KEY(doctor_games, TYPED_INT, 1, 1000, "24"),
	KEY(final_blocks, TYPED_INT, 1, 1e6, "100"),
};
enum { N_KEYS = sizeof keys / sizeof *keys };

void settings_init(struct settings *settings)
{
	*settings = (struct settings){0};
	typed_set_fallbacks(keys, N_KEYS, settings);
}

int settings_load(struct settings *settings, const char *folder, struct err *err)
{
	AUTO_STR struct str path = str_of("%s/contest", folder);
	struct rules rules;
	settings_init(settings);
	if (typed_load(keys, N_KEYS, settings, path.text, err))
		return -1;
	if (!settings->seed[0])
		return err_set(err, EXIT_USAGE, "%s: 'seed' is missing; it can be any text", path.text);
	struct err why = {0};
	return settings_rules(settings, &rules, &why) ? err_set(err, EXIT_USAGE, "%s: %s", path.text, why.text) : 0;
}

int settings_set(struct settings *settings, const char *setting, const char *where, struct err *err)
{
	return typed_set(keys, N_KEYS, settings, setting, where, err);
}

void settings_to_text(const struct settings *settings, struct str *out)
{
	json_t *object = json_object();
	for (int i = 0; i < N_KEYS; i++) {
		json_t *value = typed_json(&keys[i], settings);
		if (json_is_string(value) && !*json_string_value(value))
			json_decref(value); /* left out: the file may not have empty texts */
		else
			json_object_set_new(object, keys[i].name, value);
	}
	json_add_text(out, object);
}

int settings_rules(const struct settings *settings, struct rules *rules, struct err *err)
{
	AUTO_FREE char *changes = mem_strdup(settings->rules);
	char *rest = changes;
	if (rules_init(rules, settings->variant, err))
		return -1;
	for (char *word; (word = strsep(&rest, " ")) != NULL;)
		if (*word && rules_set(rules, word, err))
			return -1;
	return rules_check(rules, (int)settings->table_size, err);
}

struct limits settings_limits(const struct settings *settings)
{
	return (struct limits){.move_time_ns = settings->move_time_ms * 1000000, .start_time_ns = settings->start_time_ms * 1000000,
			       .memory = (uint64_t)settings->memory_mb << 20};
}
