/* request.c - writes the body of a request (request.h). */
#include "request.h"

#include <string.h>

#include "base/err.h"

enum { LONGER_FACTOR = 8, MOST_REPLY_TOKENS = 100000 };

unsigned request_lessons_of(const struct settings *settings)
{
	return settings->answer == ANSWER_TEXT ? LESSON_SCHEMA | LESSON_TOOL
		: settings->answer == ANSWER_TOOL ? LESSON_SCHEMA : 0;
}

unsigned long long request_reply_tokens(const struct settings *settings, unsigned lessons)
{
	long long n = settings->reply_tokens;
	if (lessons & LESSON_LONGER)
		n = n * LONGER_FACTOR < MOST_REPLY_TOKENS ? n * LONGER_FACTOR : MOST_REPLY_TOKENS;
	return (unsigned long long)n;
}

/* The schema is the same for every ask, because services compile each new one. Thoughts come first, because a model
 * that has already played can only justify itself. */
static json_t *schema(void)
{
	return json_pack("{s:s, s:{s:{s:s, s:s}, s:{s:s, s:s}}, s:[s, s], s:b}", "type", "object", "properties",
			 "thoughts", "type", "string", "description", "a few short sentences at most",
			 "play", "type", "integer", "description", "the play, a number as the rules say",
			 "required", "thoughts", "play", "additionalProperties", 0);
}

static void add_form(json_t *request, unsigned lessons)
{
	if (!(lessons & LESSON_SCHEMA)) {
		json_object_set_new(request, "response_format", json_pack("{s:s, s:{s:s, s:b, s:o}}",
			"type", "json_schema", "json_schema", "name", "play", "strict", 1, "schema", schema()));
	} else if (!(lessons & LESSON_TOOL)) {
		json_object_set_new(request, "tools", json_pack("[{s:s, s:{s:s, s:s, s:o}}]", "type", "function",
			"function", "name", "play", "description", "makes the play", "parameters", schema()));
		json_object_set_new(request, "tool_choice",
				    json_pack("{s:s, s:{s:s}}", "type", "function", "function", "name", "play"));
	}
}

char *request_write(const struct settings *settings, unsigned lessons, json_t *messages)
{
	json_t *request = json_pack("{s:s, s:O, s:b}", "model", settings->model, "messages", messages, "stream", 0);
	bug_if(!request);
	json_object_set_new(request, lessons & LESSON_COMPLETION ? "max_completion_tokens" : "max_tokens",
			    json_integer((json_int_t)request_reply_tokens(settings, lessons)));
	if (!(lessons & LESSON_TEMPERATURE))
		json_object_set_new(request, "temperature", json_real(settings->temperature));
	add_form(request, lessons);
	char *text = json_dumps(request, JSON_COMPACT);
	json_decref(request);
	return text;
}

static const struct {
	unsigned lesson;
	const char *word; /* the word that the refusal contains */
	const char *remedy;
} fields[] = {
	{LESSON_COMPLETION, "max_tokens", "it refuses 'max_tokens' and is sent 'max_completion_tokens'"},
	{LESSON_TEMPERATURE, "temperature", "it refuses 'temperature' and is sent none"},
	{LESSON_SCHEMA, "response_format", "it refuses a JSON schema and is offered a tool"},
	{LESSON_SCHEMA, "schema", "it refuses a JSON schema and is offered a tool"},
	{LESSON_TOOL, "tool", "it refuses a tool call and answers in plain text"},
	{LESSON_SCHEMA | LESSON_TOOL, "", "it refuses the request and is asked for plain text"},
};
enum { N_FIELDS = sizeof fields / sizeof fields[0] };

unsigned request_learn(unsigned lessons, const char *refusal)
{
	for (int i = 0; i < N_FIELDS; i++) {
		bool is_sent = fields[i].lesson == LESSON_TOOL ? (lessons & LESSON_SCHEMA) && !(lessons & LESSON_TOOL)
			: (lessons & fields[i].lesson) != fields[i].lesson;
		if (is_sent && strstr(refusal, fields[i].word))
			return fields[i].lesson;
	}
	return LESSON_NONE;
}

const char *request_remedy(unsigned lesson)
{
	for (int i = 0; i < N_FIELDS; i++)
		if (fields[i].lesson == lesson)
			return fields[i].remedy;
	return "replies end without a play; they may be eight times as long";
}
