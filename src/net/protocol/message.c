/* message.c - messages of clients to a tourney server (docs/rules.md section 5), checked on arrival
 * (message.h). */
#include "net/protocol/message.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>

#include "base/json.h"
#include "base/text.h"

bool message_is_identity(const char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (!isalnum((unsigned char)bytes[i]) && bytes[i] != '-' && bytes[i] != '_')
			return false;
	return size >= 1 && size <= META_UUID;
}

static const struct text_field {
	const char *key;
	size_t at, size;
	bool is_optional, is_cut; /* is_cut: a text that is too long is truncated, not refused */
} texts[] = {
	{"player", offsetof(struct meta, player), META_TEXT + 1, false, true},
	{"name", offsetof(struct meta, name), META_TEXT + 1, false, true},
	{"version", offsetof(struct meta, version), META_TEXT + 1, false, true},
	{"session_uuid", offsetof(struct meta, session_uuid), META_UUID + 1, false, false},
	{"full_title", offsetof(struct meta, title), META_TITLE + 1, true, true},
};

static const struct flag_field {
	const char *key;
	size_t at;
} flags[] = {
	{"stateless", offsetof(struct meta, stateless)},
	{"software_engineer", offsetof(struct meta, software_engineer)},
	{"machine_learning", offsetof(struct meta, machine_learning)},
	{"internet", offsetof(struct meta, internet)},
};

static int take_text(struct meta *meta, const struct text_field *field, const json_t *value, struct err *err)
{
	const char *text = json_string_value(value);
	if (!value && field->is_optional)
		return 0;
	if (!text || !*text || (!field->is_cut && strlen(text) >= field->size))
		return err_set(err, EXIT_USAGE, "%s must be text of 1 to %zu bytes", field->key, field->size - 1);
	AUTO_STR struct str clean = text_cleaned(text);
	size_t length = clean.length < field->size ? clean.length : field->size - 1;
	while (length < clean.length && (clean.text[length] & 0xc0) == 0x80) /* the text must not end in the middle of a
	                                                                      * character */
		length--;
	snprintf((char *)meta + field->at, field->size, "%.*s", (int)length, clean.text);
	return 0;
}

static int take_meta(struct meta *meta, const json_t *object, struct err *err)
{
	if (!json_is_object(object))
		return err_set(err, EXIT_USAGE, "the registration is not a JSON object");
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (take_text(meta, &texts[i], json_object_get(object, texts[i].key), err))
			return -1;
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
		const json_t *value = json_object_get(object, flags[i].key);
		if (value && !json_is_boolean(value))
			return err_set(err, EXIT_USAGE, "%s must be true or false", flags[i].key);
		*(bool *)((char *)meta + flags[i].at) = json_is_true(value);
	}
	json_int_t most = json_integer_at(object, "max_games"); /* 0: missing, or not a whole number */
	meta->max_games = most < 0 ? 0 : most > META_GAMES ? META_GAMES : (int)most;
	if (!message_is_identity(meta->session_uuid, strlen(meta->session_uuid)))
		return err_set(err, EXIT_USAGE, "session_uuid must be letters, digits, '-' and '_'");
	return 0;
}

static void set_title(struct meta *meta)
{
	snprintf(meta->title, sizeof meta->title, "%s_%s_%s", meta->name, meta->version, meta->player);
}

int message_read_meta(struct meta *meta, const char *bytes, size_t size, struct err *err)
{
	struct meta taken = {0};
	AUTO_JSON json_t *object = json_loadb(bytes, size, 0, NULL);
	if (take_meta(&taken, object, err))
		return -1;
	if (!taken.title[0])
		set_title(&taken);
	*meta = taken;
	return 0;
}

void message_set_player(struct meta *meta, const char *player)
{
	snprintf(meta->player, sizeof meta->player, "%s", player);
	set_title(meta);
}

void message_add_meta(const struct meta *meta, struct str *out)
{
	json_t *object = json_object();
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		json_object_set_new(object, texts[i].key, json_clean((const char *)meta + texts[i].at));
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		json_object_set_new(object, flags[i].key,
				    json_boolean(*(const bool *)((const char *)meta + flags[i].at)));
	if (meta->max_games)
		json_object_set_new(object, "max_games", json_integer(meta->max_games));
	AUTO_FREE char *text = json_dumps(object, 0);
	json_decref(object);
	str_add(out, text);
}

/* Reads a whole number, which numeric libraries write as 3.0. */
static bool take_number(const json_t *value, int *out)
{
	if (!json_is_number(value))
		return false;
	double number = json_number_value(value);
	if (number != floor(number))
		return false;
	*out = (int)fmax(-RESPONSE_MOST, fmin(RESPONSE_MOST, number));
	return true;
}

bool message_read_response(struct message_response *response, const char *bytes, size_t size)
{
	AUTO_JSON json_t *object = json_loadb(bytes, size, 0, NULL);
	const char *type = json_string_value(json_object_get(object, "response_type"));
	if (type && strcmp(type, "call") == 0) {
		*response = (struct message_response){.is_call = true};
		return true;
	}
	/* [count, face]. Further elements are ignored, because some clients echo an entry of the history. */
	const json_t *bid = json_object_get(object, "bid");
	int count, face;
	if (!type || strcmp(type, "bid") != 0 || !take_number(json_array_get(bid, 0), &count) ||
	    !take_number(json_array_get(bid, 1), &face))
		return false;
	if (count < 1 || face < 1 || face > 6)
		return false;
	*response = (struct message_response){.count = count, .face = face};
	return true;
}
