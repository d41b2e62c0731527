/* options_value.c - one value of an option: from text, and its limits in words; see options.h. */
#include "base/options.h"

struct typed_key opt_key(const struct opt *opt)
{
	static const enum typed_kind kinds[] = {[OPT_FLAG] = TYPED_BOOL, [OPT_INT] = TYPED_INT, [OPT_DOUBLE] = TYPED_REAL, [OPT_DURATION] = TYPED_DURATION,
		[OPT_SIZE] = TYPED_SIZE, [OPT_WORD] = TYPED_WORD, [OPT_TEXT] = TYPED_BORROWED, [OPT_LIST] = TYPED_BORROWED};
	struct typed_key key = {.name = opt->name, .kind = kinds[opt->type], .at = offsetof(struct opt_value, number),
		.min = (double)opt->min, .max = (double)opt->max, .words = opt->words};
	if (key.kind == TYPED_REAL)
		key.at = offsetof(struct opt_value, real);
	else if (key.kind == TYPED_BORROWED)
		key.at = offsetof(struct opt_value, text);
	return key;
}

void opt_describe_limits(const struct opt *opt, struct str *out)
{
	AUTO_STR struct str limits = {0};
	struct typed_key key = opt_key(opt);
	typed_add_limits(&key, &limits);
	if (opt->fallback)
		str_addf(&limits, "%sdefault %s", limits.length ? "; " : "", opt->fallback);
	if (limits.length)
		str_addf(out, "[%s]", limits.text);
}

int opt_parse(const struct opt *opt, const char *text, struct opt_value *value, struct err *err)
{
	struct typed_key key = opt_key(opt);
	bug_if(opt->type == OPT_NONE || opt->type == OPT_FLAG);
	AUTO_STR struct str subject = str_of("option '--%s'", opt->name);
	for (const char *const *alias = opt->aliases; alias && *alias; alias += 2)
		if (strcmp(*alias, text) == 0)
			text = alias[1];
	if (!typed_parse(&key, value, text))
		return typed_refuse(&key, subject.text, text, err);
	value->text = text;
	return 0;
}
