/* settings.c - the table of a contest's settings (settings.h). */
#include "contest/settings.h"

#include <time.h>

#include "base/json.h"
#include "base/typed.h"
#include "contest/evening.h"
#include "match/schedule.h"

/* The words for DEALS_SHUFFLED and DEALS_INDEPENDENT. */
static const char *const settings_deals[] = {"mirrored", "independent", NULL};

static const char *const settings_results[] = {"at-once", "when-shown", NULL};

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
	TEXT(opens, NULL),
	TEXT(freezes, NULL),
	TEXT(final, NULL),
	TEXT(hand_in, NULL),
	TEXT(site, NULL),
	KEY(rounds, TYPED_TEXT, 1, SETTINGS_LONG - 1, NULL),
	KEY(categories, TYPED_TEXT, 1, SETTINGS_LONG - 1, NULL),
	TEXT(variant, "liars-dice"),
	TEXT(rules, NULL),
	KEY(move_time_ms, TYPED_INT, 1, 3600000, "100"),
	KEY(start_time_ms, TYPED_INT, 1, 3600000, "3000"),
	KEY(memory_mb, TYPED_INT, 16, 1 << 20, "512"),
	{.name = "deals", .kind = TYPED_WORD, .at = offsetof(struct settings, deals), .words = settings_deals,
		.fallback = "independent"}, KEY(table_size, TYPED_INT, 2, SCHEDULE_MAX_SEATS, "2"),
	KEY(games_per_round, TYPED_INT, 1, 1e9, "2000"), KEY(games_per_table, TYPED_INT, 1, 1e6, "20"),
	KEY(match_length, TYPED_INT, 1, SCHEDULE_MAX_LENGTH, "1"), KEY(robots_per_team, TYPED_INT, 1, 1000, "1"),
	KEY(versions_per_day, TYPED_INT, 1, 1000000, "10"), KEY(submission_mb, TYPED_INT, 1, 1024, "32"),
	KEY(build_seconds, TYPED_INT, 1, 86400, "60"),
	KEY(build_memory_mb, TYPED_INT, 16, 1 << 20, "2048"),
	KEY(build_disk_mb, TYPED_INT, 1, 1 << 20, "512"),
	KEY(read_seconds, TYPED_INT, 1, 3600, "20"),
	KEY(check_seconds, TYPED_INT, 1, 86400, "60"),
	KEY(round_wait_seconds, TYPED_INT, 0, 86400, "45"),
	KEY(challenges_per_hour, TYPED_INT, 0, 1000, "6"),
	KEY(team_minutes_per_day, TYPED_INT, 1, 1440, "30"),
	KEY(on_round_seconds, TYPED_INT, 1, 86400, "60"),
	KEY(doctor_games, TYPED_INT, 1, 1000, "24"),
	KEY(final_blocks, TYPED_INT, 1, 1e6, "100"),
	{.name = "final_form", .kind = TYPED_WORD, .at = offsetof(struct settings, final_form), .words = evening_forms,
		.fallback = "round-robin"}, KEY(final_rounds, TYPED_INT, 0, 1000, "0"),
	KEY(final_top, TYPED_INT, 0, SCHEDULE_MAX_ROBOTS, "0"), KEY(final_seats, TYPED_INT, 0, SCHEDULE_MAX_SEATS, "0"),
	{.name = "final_results", .kind = TYPED_WORD, .at = offsetof(struct settings, final_results),
		.words = settings_results, .fallback = "at-once"},
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
	settings_init(settings);
	if (typed_load(keys, N_KEYS, settings, path.text, err))
		return -1;
	if (!settings->seed[0])
		return err_set(err, EXIT_USAGE, "%s: 'seed' is missing; it can be any text", path.text);
	struct err why = {0};
	return settings_check(settings, &why) ? err_set(err, EXIT_USAGE, "%s: %s", path.text, why.text) : 0;
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
			json_decref(value); /* left out, because empty texts are not allowed in the file */
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
	return (struct limits){.move_time_ns = settings->move_time_ms * 1000000,
		.start_time_ns = settings->start_time_ms * 1000000, .memory = (uint64_t)settings->memory_mb << 20};
}

bool settings_time(const char *text, char time[SETTINGS_TIME])
{
	struct tm parts = {0};
	const char *rest = strptime(text, "%Y-%m-%d", &parts);
	if (!rest || (*rest != ' ' && *rest != 'T') || !(rest = strptime(rest + 1, "%H:%M", &parts)) ||
	    strcmp(rest, *rest == 'Z' ? "Z" : "") != 0)
		return false;
	struct tm same = parts;
	timegm(&same); /* converts 31 February to a day in March */
	return same.tm_mday == parts.tm_mday && strftime(time, SETTINGS_TIME, "%Y-%m-%d %H:%M:%S", &parts) > 0;
}

static int check_times(const struct settings *settings, struct err *err)
{
	const struct {
		const char *name, *text;
	} times[] = {{"opens", settings->opens}, {"freezes", settings->freezes}, {"final", settings->final}};
	char before[SETTINGS_TIME] = "", time[SETTINGS_TIME];
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		if (!*times[i].text)
			continue;
		if (!settings_time(times[i].text, time))
			return err_set(err, EXIT_USAGE,
				       "'%s' must be a time in UTC, such as '2026-03-01 18:00', not '%s'",
				       times[i].name, times[i].text);
		if (strcmp(time, before) < 0)
			return err_set(err, EXIT_USAGE,
				"'%s' is earlier than a time that it must follow: the season opens, freezes, "
				"and ends with the final", times[i].name);
		memcpy(before, time, sizeof before);
	}
	return 0;
}

/* Adds part i of a text, whose parts are separated by the character `gap`, without surrounding spaces. Returns false if
 * there is none. */
static bool add_part(const char *text, char gap, int i, struct str *part)
{
	const char gaps[] = {gap, '\0'};
	for (; i > 0 && text; i--)
		text = strchr(text, gap) ? strchr(text, gap) + 1 : NULL;
	if (!text || !*text)
		return false;
	size_t length = strcspn(text, gaps);
	for (; length && *text == ' '; text++)
		length--;
	while (length && text[length - 1] == ' ')
		length--;
	str_add_n(part, text, length);
	return true;
}

bool settings_category(const struct settings *settings, int category, struct str *name)
{
	AUTO_STR struct str whole = {0};
	str_set(name, "%s", "");
	if (!add_part(settings->categories, '/', category, &whole))
		return false;
	add_part(whole.text, ':', 0, name);
	return true;
}

bool settings_has_team(const struct settings *settings, int category, const char *team)
{
	AUTO_STR struct str whole = {0}, one = {0};
	const char *colon = add_part(settings->categories, '/', category, &whole) ? strchr(whole.text, ':') : NULL;
	for (int i = 0; colon && add_part(colon + 1, ',', i, &one); i++, str_clear(&one))
		if (strcmp(one.text, team) == 0)
			return true;
	return false;
}

static int check_categories(const struct settings *settings, struct err *err)
{
	AUTO_STR struct str name = {0}, whole = {0};
	for (int i = 0; settings_category(settings, i, &name); i++) {
		str_clear(&whole);
		add_part(settings->categories, '/', i, &whole);
		if (!name.length || !strchr(whole.text, ':'))
			return err_set(err, EXIT_USAGE,
				       "'categories' must be 'NAME: TEAM, TEAM / NAME: TEAM'; number %d has no %s",
				       i + 1, name.length ? "':' after its name" : "name");
	}
	return 0;
}

int settings_n_rounds(const struct settings *settings)
{
	int n = 1;
	for (const char *at = settings->rounds; (at = strchr(at, '/')) != NULL; at++)
		n++;
	return n;
}

/* Parses "VARIANT [seats=N] [KEY=VALUE ...]". */
static int set_round(char *text, struct rules *rules, int *n_seats, struct err *err)
{
	bool has_variant = false;
	for (char *word; (word = strsep(&text, " ")) != NULL;) {
		bool is_seats = has_variant && strncmp(word, "seats=", 6) == 0;
		long long seats;
		if (!*word)
			continue;
		if (is_seats && !str_to_int(word + 6, 2, SCHEDULE_MAX_SEATS, &seats))
			return err_set(err, EXIT_USAGE, "'seats' in 'rounds' must be a whole number from 2 to %d",
				       SCHEDULE_MAX_SEATS);
		if (is_seats)
			*n_seats = (int)seats;
		else if (has_variant ? rules_set(rules, word, err) : rules_init(rules, word, err))
			return -1;
		has_variant = true;
	}
	return has_variant ? rules_check(rules, *n_seats, err)
			   : err_set(err, EXIT_USAGE, "'rounds' must be variants with their options, separated by '/'");
}

int settings_round(const struct settings *settings, int64_t round, struct rules *rules, int *n_seats, struct err *err)
{
	AUTO_STR struct str text = {0};
	*n_seats = (int)settings->table_size;
	if (!*settings->rounds)
		return settings_rules(settings, rules, err);
	add_part(settings->rounds, '/', (int)((round - 1) % settings_n_rounds(settings)), &text);
	return set_round(text.text, rules, n_seats, err);
}

void settings_round_text(const struct settings *settings, int i, struct str *out)
{
	add_part(settings->rounds, '/', i, out);
}

static int check_rounds(const struct settings *settings, struct err *err)
{
	struct rules rules;
	int n_seats;
	for (int round = 1; round <= settings_n_rounds(settings); round++)
		if (settings_round(settings, round, &rules, &n_seats, err))
			return -1;
	return 0;
}

static int check_final(const struct settings *settings, const struct rules *rules, struct err *err)
{
	if (settings->final_form == EVENING_DOUBLE && settings->final_seats > 2)
		return err_set(err, EXIT_USAGE,
			       "a double elimination has tables of two: set 'final_seats' to 2, not %lld",
			       settings->final_seats);
	if (settings->final_seats == 1)
		return err_set(err, EXIT_USAGE,
			       "'final_seats' must be 0 (as table_size) or a whole number from 2 to %d, not '1'",
			       SCHEDULE_MAX_SEATS);
	return settings->final_seats ? rules_check(rules, (int)settings->final_seats, err) : 0;
}

int settings_check(const struct settings *settings, struct err *err)
{
	struct rules rules;
	return settings_rules(settings, &rules, err) || check_final(settings, &rules, err) ||
		check_rounds(settings, err) || check_times(settings, err) || check_categories(settings, err) ? -1 : 0;
}
