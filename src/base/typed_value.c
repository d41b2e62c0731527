/* typed_value.c - reads the value of a typed key from text and JSON, and describes in words which values are valid
 * (typed.h). */
#include <strings.h>

#include "base/json.h"
#include "base/nearest.h"
#include "base/text.h"
#include "base/typed.h"

struct unit {
	const char *name;
	long long factor;
};

static const struct unit durations[] = {
	{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}, {"m", 60000000000}, {"h", 3600000000000}, {0}};
static const struct unit sizes[] = {
	{"", 1}, {"K", 1LL << 10}, {"M", 1LL << 20}, {"G", 1LL << 30}, {"T", 1LL << 40}, {0}};

static bool has_range(const struct typed_key *key)
{
	return key->min != 0 || key->max != 0;
}

static bool is_within(const struct typed_key *key, double number)
{
	return !has_range(key) || (number >= key->min && number <= key->max);
}

/* Parses a number such as "1.5s": digits, possibly a fraction, and one of the units. */
static bool set_with_unit(const struct typed_key *key, const char *text, const struct unit *units, long long *out)
{
	size_t n = strspn(text, "0123456789.");
	if (n == 0 || n > 24)
		return false;
	char digits[32];
	memcpy(digits, text, n);
	digits[n] = '\0';
	double count;
	if (!str_to_double(digits, &count))
		return false;
	for (; units->name; units++) {
		if (strcasecmp(units->name, text + n) != 0)
			continue;
		double value = count * (double)units->factor;
		if (value > 9e18 || !is_within(key, value))
			return false;
		*out = (long long)(value + 0.5);
		return true;
	}
	return false;
}

static bool set_int(const struct typed_key *key, const char *text, long long *out)
{
	return has_range(key) ? str_to_int(text, (long long)key->min, (long long)key->max, out)
		: str_to_int(text, INT64_MIN, INT64_MAX, out);
}

static bool set_real(const struct typed_key *key, const char *text, double *out)
{
	double number;
	if (!str_to_double(text, &number) || !is_within(key, number))
		return false;
	*out = number;
	return true;
}

static bool set_text(const struct typed_key *key, const char *text, char *out)
{
	if (!*text || strlen(text) > (size_t)key->max || !text_is_clean(text))
		return false;
	strcpy(out, text);
	return true;
}

static bool set_token(const char *text, char **out)
{
	for (const char *c = text; *c; c++)
		if (*c <= ' ' || *c > '~')
			return false;
	if (!*text)
		return false;
	free(*out);
	*out = mem_strdup(text);
	return true;
}

static bool set_word(const struct typed_key *key, const char *text, long long *out)
{
	int word = nearest_exact(text, key->words);
	if (word >= 0)
		*out = word;
	return word >= 0;
}

bool typed_parse(const struct typed_key *key, void *to, const char *text)
{
	void *field = (char *)to + key->at;
	AUTO_JSON json_t *value = NULL;
	switch (key->kind) {
	case TYPED_INT: return set_int(key, text, field);
	case TYPED_REAL: return set_real(key, text, field);
	case TYPED_DURATION: return set_with_unit(key, text, durations, field);
	case TYPED_SIZE: return set_with_unit(key, text, sizes, field);
	case TYPED_TEXT: return set_text(key, text, field);
	case TYPED_TOKEN: return set_token(text, field);
	case TYPED_WORD: return set_word(key, text, field);
	case TYPED_BORROWED:
		if (*text)
			*(const char **)field = text;
		return *text;
	case TYPED_BOOL:
	case TYPED_RANGE:
		value = json_loads(text, JSON_DECODE_ANY, NULL);
		return typed_parse_json(key, to, value);
	}
	bug("a key without a type");
}

static bool set_range(const struct typed_key *key, const json_t *value, long long *field)
{
	const json_t *low = json_array_get(value, 0), *high = json_array_get(value, 1);
	if (json_array_size(value) != 2 || !json_is_integer(low) || !json_is_integer(high) ||
	    !is_within(key, json_number_value(low)) ||
	    !is_within(key, json_number_value(high)) || json_integer_value(low) > json_integer_value(high))
		return false;
	field[0] = json_integer_value(low);
	field[1] = json_integer_value(high);
	return true;
}

bool typed_parse_json(const struct typed_key *key, void *to, const json_t *value)
{
	void *field = (char *)to + key->at;
	switch (key->kind) {
	case TYPED_INT:
		if (!json_is_integer(value) || !is_within(key, json_number_value(value)))
			return false;
		*(long long *)field = json_integer_value(value);
		return true;
	case TYPED_REAL:
		if (!json_is_number(value) || !is_within(key, json_number_value(value)))
			return false;
		*(double *)field = json_number_value(value);
		return true;
	case TYPED_BOOL:
		if (json_is_boolean(value))
			*(bool *)field = json_is_true(value);
		return json_is_boolean(value);
	case TYPED_RANGE: return set_range(key, value, field);
	default: return json_is_string(value) && typed_parse(key, to, json_string_value(value));
	}
}

json_t *typed_json(const struct typed_key *key, const void *from)
{
	const void *field = (const char *)from + key->at;
	const long long *number = field;
	switch (key->kind) {
	case TYPED_INT:
	case TYPED_DURATION:
	case TYPED_SIZE: return json_integer(*number);
	case TYPED_REAL: return json_real(*(const double *)field);
	case TYPED_BOOL: return json_boolean(*(const bool *)field);
	case TYPED_TEXT: return json_string(field);
	case TYPED_TOKEN:
	case TYPED_BORROWED: return *(char *const *)field ? json_string(*(char *const *)field) : json_null();
	case TYPED_WORD: return json_string(key->words[*number]);
	case TYPED_RANGE: return json_pack("[II]", (json_int_t)number[0], (json_int_t)number[1]);
	}
	bug("a key without a type");
}

/* Adds a number with the largest unit that divides it. */
static void add_with_unit(long long number, const struct unit *units, struct str *out)
{
	const struct unit *best = &units[0];
	for (const struct unit *unit = units; unit->name; unit++)
		if (number % unit->factor == 0 && unit->factor <= number)
			best = unit;
	str_addf(out, "%lld%s", number / best->factor, best->name);
}

static void add_limit(const struct typed_key *key, double number, struct str *out)
{
	if (key->kind == TYPED_DURATION)
		add_with_unit((long long)number, durations, out);
	else if (key->kind == TYPED_SIZE)
		add_with_unit((long long)number, sizes, out);
	else
		str_addf(out, "%.15g", number);
}

void typed_add_limits(const struct typed_key *key, struct str *out)
{
	if (key->kind == TYPED_WORD) {
		nearest_add_all(key->words, "", " or ", out);
	} else if (has_range(key)) {
		str_add(out, "from ");
		add_limit(key, key->min, out);
		str_add(out, " to ");
		add_limit(key, key->max, out);
	}
}

static void add_wanted(const struct typed_key *key, struct str *out)
{
	static const char *const what[] = {[TYPED_INT] = "a whole number", [TYPED_REAL] = "a number",
		[TYPED_DURATION] = "a time with its unit, like 100ms or 2s", [TYPED_SIZE] = "a size like 512M",
		[TYPED_BOOL] = "true or false", [TYPED_TOKEN] = "printable characters without spaces",
		[TYPED_BORROWED] = "text that is not empty", [TYPED_WORD] = "",
		[TYPED_RANGE] = "a list [minimum, maximum] of whole numbers"};
	if (key->kind == TYPED_TEXT) {
		str_addf(out, "text of 1 to %.0f bytes without control characters", key->max);
		return;
	}
	str_add(out, what[key->kind]);
	if (key->kind != TYPED_WORD && has_range(key))
		str_add(out, key->kind == TYPED_DURATION ? ", " : " ");
	typed_add_limits(key, out);
}

int typed_refuse(const struct typed_key *key, const char *subject, const char *given, struct err *err)
{
	AUTO_STR struct str wanted = {0}, clean = {0};
	add_wanted(key, &wanted);
	if (key->kind == TYPED_TEXT || key->kind == TYPED_TOKEN || key->kind == TYPED_BORROWED)
		return err_set(err, EXIT_USAGE, "%s must be %s", subject, wanted.text);
	text_add_clean(&clean, given);
	return err_set(err, EXIT_USAGE, "%s must be %s, not '%.60s'%s", subject, wanted.text, str_text(&clean),
		       key->kind == TYPED_WORD ? nearest_hint(given, key->words).text : "");
}
