/* request.h - the body of a request, in the form that the service accepts. The form is learned from its refusals, once
 * for all processes of the robot (arena_usage.h, `learned`). */
#pragma once

#include <jansson.h>

#include "settings.h"

/* What was learned, as bits. If nothing was, a request has max_tokens, a temperature and a JSON schema. */
enum lesson {
	LESSON_NONE = 0,
	LESSON_COMPLETION = 1,   /* the service wants max_completion_tokens instead of max_tokens */
	LESSON_TEMPERATURE = 2,  /* the service refuses a temperature */
	LESSON_SCHEMA = 4,       /* the service refuses a JSON schema; use a tool call instead */
	LESSON_TOOL = 8,         /* the service refuses a tool call too; use plain text */
	LESSON_LONGER = 16,      /* replies were spent on thinking; allow more tokens */
};

/* Returns the lessons for the forms that the setting answer= excludes. */
unsigned request_lessons_of(const struct settings *settings);

/* Returns the maximum number of tokens of a reply. */
unsigned long long request_reply_tokens(const struct settings *settings, unsigned lessons);

/* Returns the body as text, which the caller owns. `messages` is borrowed. */
char *request_write(const struct settings *settings, unsigned lessons, json_t *messages);

/* Returns what the text of a refusal (status 400 or 422) teaches about a request made with `lessons`, or LESSON_NONE.
 * If the refusal names none of the fields, plain text is worth a try. */
unsigned request_learn(unsigned lessons, const char *refusal);

/* Returns a static text that says what is done about it, for a message. */
const char *request_remedy(unsigned lesson);
