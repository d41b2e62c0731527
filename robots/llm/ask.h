/* ask.h - one ask on its way to a play: asked, asked again, waited for, or given to the fallback. */
#ifndef ROBOTS_LLM_ASK_H
#define ROBOTS_LLM_ASK_H

#include "bill.h"
#include "chat.h"
#include "game/rules.h"
#include "words.h"

/* What all asks of the process share. */
struct tourney_table {
	struct settings settings;
	struct bill bill;
	CURLM *multi;
	int n_sent;            /* requests on their way */
	int n_failed_asks;     /* in a row, for which no request had an answer */
	const char *hopeless;  /* why nothing more is asked; NULL: something is. Static. The bill tells the other processes */
	unsigned said;         /* bit per kind of thing that has been said on stderr */
	uint64_t jitter;
};

enum ask_state { ASK_DONE = 0, ASK_WAITING, ASK_SENT };

struct ask {
	enum ask_state state;
	int play;              /* when done */
	char *line;            /* "ME HANDS HISTORY", cut into the strings of the question; owned */
	char *rules_text;      /* owned */
	struct question question;
	uint64_t seed;
	json_t *messages;      /* what has been said; owned */
	struct chat chat;      /* when sent */
	unsigned long long reserved; /* tokens of the request on its way */
	int n_reminders, n_failures;
	int64_t not_before_ns, deadline_ns; /* of the monotonic clock */
};

/* The service is not asked any more, by this process or another. why: static. */
void tourney_table_give_up(struct tourney_table *tourney_table, const char *why);

/* Takes over a line of the line protocol. Returns false when it is none. */
bool ask_begin(struct ask *ask, struct tourney_table *tourney_table, const char *line, const char *rules_text, uint64_t seed);

/* Does what is due at this time: sends, or gives up. Returns when it wants to be called again, or INT64_MAX. */
int64_t ask_step(struct ask *ask, struct tourney_table *tourney_table, int64_t now_ns);

/* Its request has ended. */
void ask_take_reply(struct ask *ask, struct tourney_table *tourney_table, CURLcode code);

void ask_release(struct ask *ask);

#endif
