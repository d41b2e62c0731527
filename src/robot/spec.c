/* spec.c - the text that names a robot (spec.h). */
#include "robot/spec.h"

#include "base/text.h"
#include "robot/find.h"

/* Returns the first `end` that is not quoted by a backslash, or the end of the text. */
static const char *find_end(const char *text, char end)
{
	while (*text && *text != end)
		text += *text == '\\' && text[1] ? 2 : 1;
	return text;
}

bool spec_is_command(const char *text)
{
	return strncmp(text, "cmd:", 4) == 0;
}

const char *spec_options(const char *stored)
{
	return spec_is_command(stored) ? stored + 3 : find_end(stored, ':');
}

const char *spec_after_name(const char *text)
{
	size_t n = strcspn(text, "=:/\\");
	return text[n] == '=' ? text + n + 1 : text;
}

char *spec_next(char **list)
{
	char *item = *list;
	if (!item)
		return NULL;
	char *end = item + (find_end(item, ',') - item);
	*list = *end ? end + 1 : NULL;
	*end = '\0';
	return item;
}

char *spec_next_robot(char **list)
{
	char *robot = spec_next(list);
	const char *words = robot ? spec_after_name(robot) : "";
	bool has_options = !spec_is_command(words) && *find_end(words, ':');
	while (has_options && *list && (*list)[strcspn(*list, "=:,")] == '=') {
		(*list)[-1] = ',';
		spec_next(list);
	}
	return robot;
}

void spec_unquote(char *text, char quoted)
{
	char *to = text;
	for (; *text; text++) {
		text += *text == '\\' && (text[1] == '\\' || text[1] == quoted);
		*to++ = *text;
	}
	*to = '\0';
}

int spec_check_name(const char *name, struct err *err)
{
	size_t n = strlen(name);
	if (n && text_is_clean(name) && text_width(name) <= SPEC_LONGEST_NAME && !strpbrk(name, ",:=/\\\"") &&
	    !strchr(" +-@", name[0]) && name[n - 1] != ' ')
		return 0;
	return err_set(err, EXIT_USAGE,
		       "'%s' is not a name for a player: a name has 1 to %d characters, without , : = / \\ \" and "
		       "control characters; it cannot begin with + - @, and cannot begin or end with a space", name,
		       SPEC_LONGEST_NAME);
}

/* Returns the length of the longest beginning of the text that is the name of a file and ends before a colon or at the
 * end of the text. Returns 0 if there is none. */
static size_t length_of_file(const char *text)
{
	AUTO_FREE char *part = mem_strdup(text);
	for (size_t n = strlen(part); n; n = strrchr(part, ':') ? (size_t)(strrchr(part, ':') - part) : 0) {
		part[n] = '\0';
		if (find_is_robot(part))
			return n;
	}
	return 0;
}

static void divide(struct spec *spec, const char *text, size_t length, bool is_quoted)
{
	if (spec_is_command(text))
		length = strlen(text);
	spec->robot = mem_strdup(text);
	spec->robot[length] = '\0';
	if (is_quoted && !spec_is_command(text))
		spec_unquote(spec->robot, ':');
	spec->options = mem_strdup(text[length] ? text + length + 1 : "");
}

/* Moves the option "name=" from the options to spec->name. */
static int take_name(struct spec *spec, const char *text, struct err *err)
{
	AUTO_FREE char *all = spec->options;
	AUTO_STR struct str others = {0};
	char *rest = *all ? all : NULL;
	int n = 0;
	for (char *item; (item = spec_next(&rest)) != NULL;) {
		if (strncmp(item, "name=", 5) != 0) {
			str_addf(&others, "%s%s", n++ ? "," : "", item);
			continue;
		}
		if (spec->name) {
			spec->options = mem_strdup("");
			return err_set(err, EXIT_USAGE, "'%s' gives the robot two names", text);
		}
		spec->name = mem_strdup(item + 5);
		spec_unquote(spec->name, ',');
	}
	spec->options = mem_strdup(str_text(&others));
	return 0;
}

int spec_read(struct spec *spec, const char *text, struct err *err)
{
	const char *words = text;
	size_t length = spec_is_command(text) ? 0 : length_of_file(text);
	*spec = (struct spec){0};
	if (!length && (words = spec_after_name(text)) != text) {
		spec->name = mem_strdup(text);
		spec->name[words - text - 1] = '\0';
		length = spec_is_command(words) ? 0 : length_of_file(words);
	}
	bool is_file = length > 0;
	if (!is_file)
		length = (size_t)(find_end(words, ':') - words);
	divide(spec, words, length, !is_file);
	if (words[length] == ':' && !words[length + 1])
		return err_set(err, EXIT_USAGE, "'%s': an option of a robot is written key=value, not ''", text);
	return take_name(spec, text, err) || (spec->name && spec_check_name(spec->name, err)) ? -1 : 0;
}

void spec_read_stored(struct spec *spec, const char *text)
{
	*spec = (struct spec){0};
	divide(spec, text, (size_t)(find_end(text, ':') - text), true);
}

void spec_release(struct spec *spec)
{
	FREE_ALL(spec->name, spec->robot, spec->options);
	*spec = (struct spec){0};
}

void spec_stored(const struct spec *spec, struct str *out)
{
	bool is_command = spec_is_command(spec->robot);
	for (const char *c = spec->robot; *c; c++) {
		if (!is_command && (*c == ':' || *c == '\\'))
			str_add(out, "\\");
		str_add_char(out, *c);
	}
	if (*spec->options)
		str_addf(out, ":%s", spec->options);
}
