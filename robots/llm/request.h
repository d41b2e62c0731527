/* request.h - the body of a request, in the form that the service accepts. Which form that is, is learned from its refusals,
 * once for all processes of the robot (arena_usage.h, `learned`). */
#pragma once

#include <jansson.h>

#include "settings.h"

/* Bits of what is learned. Without any, a request has max_tokens, a temperature and a JSON schema. */
enum lesson {
	LESSON_NONE = 0,
	LESSON_COMPLETION = 1,   /* it wants max_completion_tokens, not max_tokens */
	LESSON_TEMPERATURE = 2,  /* it refuses a temperature */
	LESSON_SCHEMA = 4,       /* it refuses a JSON schema: a tool call instead */
	LESSON_TOOL = 8,         /* it refuses a tool call too: plain text */
	LESSON_LONGER = 16,      /* replies were spent on thinking: more tokens */
};

/* What answer= says is not to be tried. */
unsigned request_lessons_of(const struct settings *settings);

/* The most tokens of a reply. */
unsigned long long request_reply_tokens(const struct settings *settings, unsigned lessons);

/* The body as text; the caller's. messages: borrowed. */
char *request_write(const struct settings *settings, unsigned lessons, json_t *messages);

/* What the text of a refusal (status 400 or 422) teaches about a request made with `lessons`; LESSON_NONE: nothing. When it
 * names none of the fields, plain text is worth a try. */
unsigned request_learn(unsigned lessons, const char *refusal);

/* What is done about it, for a message; static. */
const char *request_remedy(unsigned lesson);
