/* chat.h - one request to a chat completions endpoint (the interface of OpenAI, which many services offer), with
 * libcurl. */
#pragma once

#include <curl/curl.h>
#include <jansson.h>

#include "base/str.h"
#include "request.h"
#include "settings.h"

struct chat {
	CURL *easy;
	struct curl_slist *headers;
	struct str body;  /* the reply so far, up to a limit */
	unsigned lessons; /* the lessons with which the request was made (request.h) */
	char *request;
	const char *key;  /* borrowed; may be NULL */
};

enum chat_end {
	CHAT_ANSWERED,  /* the model answered */
	CHAT_FAILED,    /* a temporary failure; try again */
	CHAT_CUT,       /* the model reached the limit of a reply before it had answered */
	CHAT_REFUSED,   /* this request can never succeed, but others may */
	CHAT_HOPELESS,  /* no request can succeed: wrong key or address, or no credit */
};

struct chat_reply {
	enum chat_end end;
	char *text;            /* CHAT_ANSWERED: the answer, which the caller owns */
	unsigned lesson;       /* CHAT_REFUSED: what to do differently; LESSON_NONE if nothing helps */
	const char *why;       /* if there is no answer: the reason, a static text without text from the server */
	char quote[220];       /* CHAT_REFUSED: ": " and the message of the server, if it cannot contain the key,
	                        * otherwise "" */
	double wait_s;         /* how long to wait if the server says so, otherwise 0 */
	bool has_usage;        /* in and out are known */
	unsigned long long in, out; /* tokens */
};

/* Prepares a request with these messages, in the form that `lessons` say, for a curl_multi. The private pointer of
 * `easy` is `owner`. */
void chat_open(struct chat *chat, const struct settings *settings, unsigned lessons, json_t *messages, double timeout_s,
	       void *owner);

/* Returns an upper bound of the number of tokens that the request sends. */
unsigned long long chat_size(const struct chat *chat);

/* Returns the result of a request that curl has ended with this code. */
struct chat_reply chat_read(struct chat *chat, CURLcode code);

void chat_close(struct chat *chat);

/* Returns NULL if the service can be reached, otherwise the reason as a static text. Sends no request. Takes a few
 * seconds at most. */
const char *chat_probe(const struct settings *settings);
