/* options_value.c - one value of an option: from text, and its limits in words; see options.h. */
#include <string.h>
#include <strings.h>

#include "base/nearest.h"
#include "base/options.h"

struct unit {
	const char *name;
	long long factor;
};

static const struct unit durations[] = {
	{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}, {"m", 60000000000}, {"h", 3600000000000}, {0}};
static const struct unit sizes[] = {
	{"", 1}, {"K", 1LL << 10}, {"M", 1LL << 20}, {"G", 1LL << 30}, {"T", 1LL << 40}, {0}};

/* "1.5s": digits, maybe a fraction, and one of the units. False when the text is malformed or out of range. */
static bool parse_with_unit(const char *text, const struct unit *units, long long *out)
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
		if (value > 9e18)
			return false;
		*out = (long long)(value + 0.5);
		return true;
	}
	return false;
}

/* A number with the largest unit that divides it. */
static void add_with_unit(long long number, const struct unit *units, struct str *out)
{
	const struct unit *best = &units[0];
	for (const struct unit *unit = units; unit->name; unit++)
		if (number % unit->factor == 0 && unit->factor <= number)
			best = unit;
	str_addf(out, "%lld%s", number / best->factor, best->name);
}

static void add_limit(const struct opt *opt, long long number, struct str *out)
{
	if (opt->type == OPT_DURATION)
		add_with_unit(number, durations, out);
	else if (opt->type == OPT_SIZE)
		add_with_unit(number, sizes, out);
	else
		str_addf(out, "%lld", number);
}

static bool has_range(const struct opt *opt)
{
	return opt->min != 0 || opt->max != 0;
}

static void add_range(const struct opt *opt, struct str *out)
{
	if (!has_range(opt))
		return;
	str_add(out, "from ");
	add_limit(opt, opt->min, out);
	str_add(out, " to ");
	add_limit(opt, opt->max, out);
}

void opt_describe_limits(const struct opt *opt, struct str *out)
{
	AUTO_STR struct str limits = {0};
	if (opt->type == OPT_WORD)
		nearest_add_all(opt->words, "", " or ", &limits);
	else
		add_range(opt, &limits);
	if (opt->fallback)
		str_addf(&limits, "%sdefault %s", limits.length ? "; " : "", opt->fallback);
	if (limits.length)
		str_addf(out, "[%s]", limits.text);
}

/* "option '-j/--jobs' needs a whole number from 1 to 1024, not 'x'". */
static int bad_value(const struct opt *opt, const char *text, struct err *err)
{
	static const char *const what[] = {
		[OPT_INT] = "a whole number", [OPT_DOUBLE] = "a number",
		[OPT_DURATION] = "a time with its unit, like 100ms or 2s,", [OPT_SIZE] = "a size like 512M",
		[OPT_TEXT] = "a value that is not empty", [OPT_LIST] = "a value that is not empty"};
	AUTO_STR struct str message = {0};
	str_addf(&message, "option '--%s' needs ", opt->name);
	if (opt->type == OPT_WORD) {
		nearest_add_all(opt->words, "", " or ", &message);
	} else {
		str_add(&message, what[opt->type]);
		if (has_range(opt))
			str_add(&message, " ");
		add_range(opt, &message);
	}
	return err_set(err, EXIT_USAGE, "%s, not '%s'%s", message.text, text,
		       opt->type == OPT_WORD ? nearest_hint(text, opt->words).text : "");
}

static bool is_within(const struct opt *opt, double number)
{
	return !has_range(opt) || (number >= (double)opt->min && number <= (double)opt->max);
}

static bool parse_typed(const struct opt *opt, const char *text, struct opt_value *value)
{
	switch (opt->type) {
	case OPT_INT:
		return str_to_int(text, has_range(opt) ? opt->min : INT64_MIN, has_range(opt) ? opt->max : INT64_MAX,
				  &value->number);
	case OPT_DOUBLE:
		return str_to_double(text, &value->real) && is_within(opt, value->real);
	case OPT_DURATION:
		return parse_with_unit(text, durations, &value->number) && is_within(opt, (double)value->number);
	case OPT_SIZE:
		return parse_with_unit(text, sizes, &value->number) && is_within(opt, (double)value->number);
	case OPT_WORD:
		value->number = nearest_exact(text, opt->words);
		return value->number >= 0;
	case OPT_TEXT:
	case OPT_LIST:
		return *text != '\0';
	case OPT_FLAG:
	case OPT_NONE:
		break;
	}
	bug("option '%s' takes no value", opt->name);
}

int opt_parse(const struct opt *opt, const char *text, struct opt_value *value, struct err *err)
{
	struct opt_value parsed = *value;
	if (!parse_typed(opt, text, &parsed))
		return bad_value(opt, text, err);
	parsed.text = text;
	*value = parsed;
	return 0;
}
