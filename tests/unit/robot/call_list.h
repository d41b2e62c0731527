/* call_list.h - the lists of system calls from which the filters are made: src/robot/so/calls.txt and
 * src/robot/program/calls.txt. */
#pragma once

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "robot/so/filter.h"

struct call_line {
	char name[40], first[200], second[400], arguments[400]; /* the last has words */
};

struct call_list {
	int n;
	struct call_line lines[800];
};

/* Reads a list once. path: below the root of the project. */
static inline const struct call_line *call_line(struct call_list *list, const char *path, size_t i)
{
	AUTO_STR struct str file = {0}, text = {0}, line = {0};
	struct err err = {0};
	const char *root = getenv("ARENA_ROOT");
	str_addf(&file, "%s/%s", root ? root : ".", path);
	if (!list->n)
		ck_assert_msg(str_read_file(&text, file.text, 1 << 20, &err) == 0, "%s", err.text);
	for (const char *rest = str_text(&text); str_next_line(&line, &rest);) {
		struct call_line *next = &list->lines[list->n];
		ck_assert_int_lt(list->n, 800);
		if (line.text[0] != '#')
			list->n += sscanf(line.text, "%39s %199s %399s %399[^\n]", next->name, next->first,
					  next->second, next->arguments) >= 2;
	}
	return i < (size_t)list->n ? &list->lines[i] : NULL;
}

/* Returns the i-th call of a .so: its name, the phases in which it is allowed (FILTER_LOADING | FILTER_PLAYING), and
 * the allowed arguments ("any": they can name nothing outside the process). NULL after the last. */
static inline const char *filter_call(size_t i, int *phases, const char **arguments)
{
	static struct call_list list;
	const struct call_line *line = call_line(&list, "src/robot/so/calls.txt", i);
	if (!line)
		return NULL;
	*phases = FILTER_LOADING | (line->second[0] && strcmp(line->second, "-") != 0 ? FILTER_PLAYING : 0);
	if (strcmp(line->first, "NULL") == 0)
		*phases &= ~FILTER_LOADING;
	*arguments = line->arguments[0] ? line->arguments : "any";
	return line->name;
}

/* Returns the i-th line of the list for programs: its call, and for whom and with which arguments it is allowed, or
 * else how it fails; "any": for all, whatever the arguments. NULL after the last. */
static inline const char *program_filter_call(size_t i, const char **arguments)
{
	static struct call_list list;
	const struct call_line *line = call_line(&list, "src/robot/program/calls.txt", i);
	if (line)
		*arguments = line->arguments[0] ? line->arguments : "any";
	return line ? line->name : NULL;
}
