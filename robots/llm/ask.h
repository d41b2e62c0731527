/* ask.h - one ask until it has a play: its requests, their replies, and the fallback. */
#pragma once

#include "usage.h"
#include "chat.h"
#include "game/rules.h"
#include "memory.h"
#include "words.h"

/* The data that all asks of the process share. */
struct model_client {
	struct settings settings;
	struct usage usage;
	CURLM *multi;
	int n_sent;            /* requests without a reply so far */
	int n_failed_asks;     /* asks in a row for which no request was answered */
	const char *hopeless;  /* why the service gets no more requests (a static text, or `refusal`); NULL if it still
	                        * gets them */
	char refusal[400];
	unsigned said;         /* one bit for each kind of message that was already printed on stderr */
	uint64_t jitter;
};

enum ask_state { ASK_DONE = 0, ASK_WAITING, ASK_SENT };

struct ask {
	enum ask_state state;
	int play; /* set when the ask is done */
	char *line;            /* "ME HANDS HISTORY", cut into the strings of the question; owned */
	char *rules_text;      /* owned */
	struct question question;
	struct rules rules;
	struct memory *memory; /* of its game; NULL: it is not known which that is */
	uint64_t seed;
	json_t *messages;      /* the conversation so far; owned */
	struct chat chat; /* valid when a request was sent */
	unsigned long long reserved; /* tokens reserved for the request in progress */
	int n_reminders, n_failures;
	int64_t not_before_ns, deadline_ns; /* of the monotonic clock */
};

/* Stops asking the service, in this process and the others. `why` must be a static text. */
void model_client_give_up(struct model_client *client, const char *why);

/* What an ask is made of. All pointers are borrowed; the memory must live as long as the ask. */
struct ask_source {
	const char *line;       /* of the line protocol */
	const char *rules_text;
	uint64_t seed;
	struct memory *memory;  /* of its game; NULL: it is not known which that is */
};

/* Begins an ask. Returns false if the line is not an ask. */
bool ask_begin(struct ask *ask, struct model_client *client, const struct ask_source *source);

/* Sends a request that is due, or gives up. Returns the time of the next call, or INT64_MAX. */
int64_t ask_step(struct ask *ask, struct model_client *client, int64_t now_ns);

/* Takes the reply to the request of the ask, which has ended with this code. */
void ask_take_reply(struct ask *ask, struct model_client *client, CURLcode code);

void ask_release(struct ask *ask);
