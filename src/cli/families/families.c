/* families.c - the table of families that `solve` and `exploit` support (families.h). */
#include "cli/families/families.h"

static const struct family_commands *const families[] = {&family_commands_liars, &family_commands_maexchen};

const struct family_commands *family_commands_of(const struct rules *rules, const char *command, struct err *err)
{
	for (size_t i = 0; i < sizeof families / sizeof *families; i++)
		if (families[i]->family == rules->family)
			return families[i];
	err_set(err, EXIT_USAGE, "arena %s does not support %s games such as '%s'", command, rules->family->name,
		rules->name);
	return NULL;
}

int family_refuse(const struct args *args, const char *const *options, const char *what, struct err *err)
{
	for (; *options; options++)
		if (args_value(args, *options)->is_set)
			return err_set(err, EXIT_USAGE, "--%s does not apply to %s", *options, what);
	return 0;
}
