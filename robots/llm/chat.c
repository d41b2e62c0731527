/* chat.c - see chat.h. The key goes into one header and nowhere else. Text from a server is shown only to the model,
 * because it might contain the key; the only exception is the message of a refusal that contains no part of the key. */
#include "chat.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

enum {
	LARGEST_REPLY = 256 * 1024,
	MESSAGE_TOKENS = 16, /* the most tokens that the service may add around each message */
	PROBE_MS = 3000,     /* less than the arena waits when it loads a robot */
};

/* Statuses with messages of their own. All other statuses are failures if they are 500 or above, 408, 425 or 429, and
 * refusals otherwise. */
static const struct status {
	long code;
	enum chat_end end;
	const char *why;
} statuses[] = {
	{400, CHAT_REFUSED, "the server refuses the request (400): check the name of the model"},
	{401, CHAT_HOPELESS, "the key is not accepted (401)"},
	{402, CHAT_HOPELESS, "the account has no money left (402)"},
	{403, CHAT_HOPELESS, "the key has no permission for this (403)"},
	{404, CHAT_HOPELESS, "there is no such address or model (404)"},
	{408, CHAT_FAILED, "the server timed out (408)"},
	{422, CHAT_REFUSED, "the server refuses the request (422): is the name of the model right?"},
	{425, CHAT_FAILED, "the server is too busy (425)"},
	{429, CHAT_FAILED, "the server received too many requests (429)"},
	{500, CHAT_FAILED, "the server has an internal error (500)"},
	{502, CHAT_FAILED, "the server has an internal error (502)"},
	{503, CHAT_FAILED, "the server is too busy (503)"},
	{504, CHAT_FAILED, "the server timed out (504)"},
};

static size_t take_body(char *bytes, size_t size, size_t n, void *context)
{
	struct str *body = context;
	n *= size;
	if (body->length + n > LARGEST_REPLY)
		return CURL_WRITEFUNC_ERROR;
	str_add_n(body, bytes, n);
	return n;
}

static void add_header(struct chat *chat, const char *name, const char *value)
{
	AUTO_STR struct str line = {0};
	str_addf(&line, "%s%s", name, value);
	chat->headers = curl_slist_append(chat->headers, line.text);
	explicit_bzero(line.text, line.length);
}

void chat_open(struct chat *chat, const struct settings *settings, unsigned lessons, json_t *messages, double timeout_s,
	       void *owner)
{
	AUTO_STR struct str url = {0};
	*chat = (struct chat){
		.easy = curl_easy_init(), .lessons = lessons, .request = request_write(settings, lessons, messages),
		.key = settings->key,
	};
	bug_if(!chat->easy || !chat->request);
	str_addf(&url, "%s/chat/completions", settings->url);
	add_header(chat, "Content-Type: ", "application/json");
	add_header(chat, "Expect:", ""); /* so that the body is sent without waiting for a reply */
	if (settings->key)
		add_header(chat, "Authorization: Bearer ", settings->key);
	CURL *easy = chat->easy;
	curl_easy_setopt(easy, CURLOPT_URL, url.text);
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L); /* the key is only for this server */
	curl_easy_setopt(easy, CURLOPT_HTTPHEADER, chat->headers);
	curl_easy_setopt(easy, CURLOPT_POSTFIELDS, chat->request);
	curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, (long)strlen(chat->request));
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, &chat->body);
	curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)(timeout_s * 1000) + 1);
	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(easy, CURLOPT_USERAGENT, "arena-llm");
	curl_easy_setopt(easy, CURLOPT_PRIVATE, owner);
}

unsigned long long chat_size(const struct chat *chat)
{
	/* A token is at least one byte, and the request is longer than the messages in it. */
	return strlen(chat->request) + MESSAGE_TOKENS;
}

/* Reads the text of a message: its content, whole or in parts, or the arguments of its first tool call, which are a
 * text or an object. */
static bool read_message(const json_t *message, struct str *text)
{
	json_t *content = json_object_get(message, "content"), *arguments = NULL, *part;
	const char *piece;
	size_t i;
	if (json_unpack(json_array_get(json_object_get(message, "tool_calls"), 0), "{s:{s:o}}", "function", "arguments",
			&arguments) == 0) {
		AUTO_FREE char *object = json_is_object(arguments) ? json_dumps(arguments, 0) : NULL;
		str_add(text, object ? object : json_is_string(arguments) ? json_string_value(arguments) : "");
		return true;
	}
	if (json_is_string(content))
		str_add(text, json_string_value(content));
	json_array_foreach(content, i, part)
		if (json_unpack(part, "{s:s}", "text", &piece) == 0)
			str_add(text, piece);
	return json_is_string(content) || json_is_array(content);
}

/* Reads the reply of status 200, which is an answer or a failure. A play that is cut short might be a different
 * play. */
static void read_completion(const struct str *body, struct chat_reply *reply)
{
	json_error_t error;
	json_t *root = json_loadb(str_text(body), body->length, 0, &error);
	AUTO_STR struct str text = {0};
	const char *finish = "";
	json_int_t in = -1, out = -1;
	reply->end = CHAT_FAILED;
	reply->why = root ? "the server's reply contains no answer" : "the server's reply is not JSON, or incomplete";
	json_t *choices = json_object_get(root, "choices"), *choice = json_array_get(choices, 0);
	json_unpack(choice, "{s?s}", "finish_reason", &finish);
	if (strcmp(finish, "length") == 0) {
		reply->end = CHAT_CUT;
	} else if (read_message(json_object_get(choice, "message"), &text)) {
		reply->end = CHAT_ANSWERED;
		reply->text = mem_strdup(str_text(&text));
	}
	if (json_unpack(json_object_get(root, "usage"), "{s:I, s:I}", "prompt_tokens", &in,
			"completion_tokens", &out) == 0 && in >= 0 && out >= 0 && in < 1000000000 && out < 1000000000) {
		reply->has_usage = true;
		reply->in = (unsigned long long)in;
		reply->out = (unsigned long long)out;
	}
	json_decref(root);
}

static void read_status(long status, struct chat_reply *reply)
{
	reply->end = status >= 500 ? CHAT_FAILED : CHAT_REFUSED;
	reply->why = status >= 500 ? "the server has an internal error" : "the server refuses the request";
	for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++)
		if (statuses[i].code == status) {
			reply->end = statuses[i].end;
			reply->why = statuses[i].why;
		}
}

/* Returns true if the text may contain a part of the key, as in "sk-abc***xyz". */
static bool may_have_key(const char *text, const char *key)
{
	enum { PART = 4 };
	size_t n = key ? strlen(key) : 0;
	for (size_t i = 0; i + PART <= n; i++)
		if (memmem(text, strlen(text), key + i, PART))
			return true;
	return n > 0 && n < PART;
}

/* Quotes TEXT from {"error": {"message": TEXT}}, {"error": TEXT}, {"message": TEXT} or {"detail": TEXT}. */
static void quote_message(const struct str *body, const char *key, char *quote, size_t size)
{
	json_t *root = json_loadb(str_text(body), body->length, 0, NULL), *error = json_object_get(root, "error");
	const json_t *const places[] = {json_object_get(error, "message"), error, json_object_get(root, "message"),
		json_object_get(root, "detail")};
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		const char *message = json_string_value(places[i]);
		if (!message || !*message || may_have_key(message, key))
			continue;
		AUTO_STR struct str clean = text_cleaned(message);
		size_t n = clean.length < size - 3 ? clean.length : size - 3;
		while (n < clean.length && (clean.text[n] & 0xc0) == 0x80) /* do not end within a character */
			n--;
		snprintf(quote, size, ": %.*s", (int)n, str_text(&clean));
		break;
	}
	json_decref(root);
}

struct chat_reply chat_read(struct chat *chat, CURLcode code)
{
	struct chat_reply reply = {.end = CHAT_FAILED};
	long status = 0;
	curl_off_t wait_s = 0;
	curl_easy_getinfo(chat->easy, CURLINFO_RESPONSE_CODE, &status);
	curl_easy_getinfo(chat->easy, CURLINFO_RETRY_AFTER, &wait_s);
	reply.wait_s = wait_s > 0 ? (double)wait_s : 0;
	if (code == CURLE_WRITE_ERROR)
		reply.why = "the server's reply is too large";
	else if (code != CURLE_OK)
		reply.why = curl_easy_strerror(code);
	else if (status == 200)
		read_completion(&chat->body, &reply);
	else
		read_status(status, &reply);
	if (code == CURLE_OK && (status == 400 || status == 422))
		reply.lesson = request_learn(chat->lessons, str_text(&chat->body));
	if (reply.end == CHAT_REFUSED)
		quote_message(&chat->body, chat->key, reply.quote, sizeof reply.quote);
	return reply;
}

const char *chat_probe(const struct settings *settings)
{
	CURL *easy = curl_easy_init();
	bug_if(!easy);
	curl_easy_setopt(easy, CURLOPT_URL, settings->url);
	curl_easy_setopt(easy, CURLOPT_CONNECT_ONLY, 1L);
	curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)PROBE_MS);
	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	CURLcode code = curl_easy_perform(easy);
	curl_easy_cleanup(easy);
	return code == CURLE_OK ? NULL : curl_easy_strerror(code);
}

void chat_close(struct chat *chat)
{
	curl_easy_cleanup(chat->easy);
	curl_slist_free_all(chat->headers);
	str_release(&chat->body);
	free(chat->request);
	*chat = (struct chat){0};
}
