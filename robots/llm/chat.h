/* chat.h - one request to a chat completions endpoint (the form of OpenAI's, spoken by many), over libcurl. */
#ifndef ROBOTS_LLM_CHAT_H
#define ROBOTS_LLM_CHAT_H

#include <curl/curl.h>
#include <jansson.h>

#include "base/str.h"
#include "settings.h"

struct chat {
	CURL *easy;
	struct curl_slist *headers;
	struct str body;  /* what has come of the reply, bounded */
	char *request;
};

enum chat_end {
	CHAT_ANSWERED,  /* the model said something */
	CHAT_FAILED,    /* busy, out of order, or not understood: worth another try */
	CHAT_REFUSED,   /* this request will never do: none like it is worth a try */
	CHAT_HOPELESS,  /* no request will: the key, the money, the address */
};

struct chat_reply {
	enum chat_end end;
	char *text;            /* CHAT_ANSWERED: what the model said; the caller's */
	const char *why;       /* otherwise: the reason, with nothing in it that the server wrote; static */
	double wait_s;         /* how long the server asks to wait, 0 when it does not */
	bool has_usage;        /* does the reply say what it cost? */
	unsigned long long in, out; /* tokens */
};

/* Prepares a request with these messages for a curl_multi, of which easy's private pointer is `owner`. */
void chat_open(struct chat *chat, const struct settings *settings, json_t *messages, double timeout_s, void *owner);

/* An upper bound of the tokens that it sends. */
unsigned long long chat_size(const struct chat *chat);

/* What became of it, once curl has ended it with this code. */
struct chat_reply chat_read(struct chat *chat, CURLcode code);

void chat_close(struct chat *chat);

/* Can the service be reached? NULL, or why not; static. Sends nothing, and takes a few seconds at most. */
const char *chat_probe(const struct settings *settings);

#endif
