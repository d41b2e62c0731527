/* ask.c - handles the requests, replies and retries of one ask (ask.h). */
#include "ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/rng.h"
#include "fallback.h"
#include "request.h"

enum {
	MAX_REMINDERS = 3,   /* reminders after answers without a legal play; after these the fallback plays */
	MAX_FAILED_ASKS = 20, /* failed asks in a row before the robot gives up on the service */
	LONGEST_QUOTE = 4000, /* length of an answer that is sent back to the model */
};

static const double NS = 1e9;

/* Messages that are printed only once. */
enum { SAY_BUDGET, SAY_HOPELESS, SAY_REFUSED, SAY_FAILED, SAY_ILLEGAL, SAY_CUT };

static void say_once(struct model_client *client, int what, const char *format, const char *why)
{
	if (client->said & 1u << what)
		return;
	client->said |= 1u << what;
	AUTO_STR struct str line = str_of(format, why);
	fprintf(stderr, "llm: %s\n", line.text);
	usage_say(&client->usage, line.text);
}

static void finish(struct ask *ask, int play, enum maker maker)
{
	ask->play = play;
	ask->state = ASK_DONE;
	if (ask->memory && words_is_deciding(&ask->question, play))
		ask->memory->maker = maker;
}

static void fall_back(struct ask *ask, struct model_client *client)
{
	atomic_fetch_add(&client->usage.sums->unserved, 1);
	finish(ask, fallback_play(&ask->question, ask->seed), MAKER_FALLBACK);
}

/* Called when the hand is over. Remembers the hand, and counts whose play won or lost it. */
static void observe(struct ask *ask, struct model_client *client)
{
	ask->play = 0;
	ask->state = ASK_DONE;
	if (!ask->memory)
		return;
	int won = memory_note(ask->memory, &ask->question);
	enum maker maker = ask->memory->maker;
	ask->memory->maker = MAKER_NOBODY;
	if (won < 0 || maker == MAKER_NOBODY)
		return;
	atomic_fetch_add(&client->usage.sums->decided[maker], 1);
	atomic_fetch_add(&client->usage.sums->won[maker], (unsigned)won);
}

/* ---- the conversation ----------------------------------------------------------------------- */

static void add_message(struct ask *ask, const char *role, const char *text)
{
	json_t *message = json_pack("{s:s, s:s}", "role", role, "content", text);
	bug_if(!message);
	json_array_append_new(ask->messages, message);
}

static bool begin_conversation(struct ask *ask)
{
	AUTO_STR struct str rules_words = {0}, question_words = {0};
	if (rules_from_text(&ask->rules, ask->rules_text, NULL))
		return false;
	words_rules(&ask->question, &ask->rules, &rules_words);
	if (ask->memory)
		memory_describe(ask->memory, &question_words);
	words_question(&ask->question, &ask->rules, &question_words);
	ask->messages = json_array();
	add_message(ask, "system", rules_words.text);
	add_message(ask, "user", question_words.text);
	return true;
}

/* Splits "ME HANDS HISTORY" into its parts. */
static bool read_line(struct ask *ask)
{
	char *rest = ask->line;
	char *me = strsep(&rest, " "), *hands = strsep(&rest, " "), *history = strsep(&rest, " ");
	if (!history || rest || !me[0] || me[1])
		return false;
	ask->question = (struct question){
		.rules_text = ask->rules_text, .me = me, .hands = hands,
		.history = strcmp(history, "-") == 0 ? "" : history,
	};
	return true;
}

bool ask_begin(struct ask *ask, struct model_client *client, const struct ask_source *source)
{
	*ask = (struct ask){
		.seed = source->seed, .memory = source->memory, .line = mem_strdup(source->line),
		.rules_text = mem_strdup(source->rules_text),
	};
	if (!read_line(ask))
		return false;
	if (question_is_idle(&ask->question)) {
		observe(ask, client);
	} else if (!begin_conversation(ask)) {
		say_once(client, SAY_REFUSED, "cannot read the rules of the game (%s): radical plays", "no such "
			 "variant");
		fall_back(ask, client);
	} else {
		ask->state = ASK_WAITING;
		ask->deadline_ns = clock_wall_ns() + (int64_t)(client->settings.patience_s * NS);
	}
	return true;
}

/* ---- sending -------------------------------------------------------------------------------- */

static void stop_request(struct ask *ask, struct model_client *client)
{
	curl_multi_remove_handle(client->multi, ask->chat.easy);
	chat_close(&ask->chat);
	client->n_sent--;
}

static void send_request(struct ask *ask, struct model_client *client, int64_t now_ns)
{
	double left_s = (double)(ask->deadline_ns - now_ns) / NS, timeout_s = client->settings.timeout_s;
	unsigned lessons = (unsigned)atomic_load(&client->usage.sums->learned) | request_lessons_of(&client->settings);
	chat_open(&ask->chat, &client->settings, lessons, ask->messages, left_s < timeout_s ? left_s : timeout_s, ask);
	ask->reserved = chat_size(&ask->chat) + request_reply_tokens(&client->settings, lessons);
	if (!usage_reserve(&client->usage, ask->reserved)) {
		chat_close(&ask->chat);
		if (client->n_sent > 0)
			return; /* other requests may still return some of their reserve */
		say_once(client, SAY_BUDGET, "%s is used up: radical plays", "the budget of max_requests and "
			 "max_tokens");
		fall_back(ask, client);
		return;
	}
	bug_if(curl_multi_add_handle(client->multi, ask->chat.easy) != CURLM_OK);
	client->n_sent++;
	ask->state = ASK_SENT;
}

void model_client_give_up(struct model_client *client, const char *why)
{
	client->hopeless = why;
	atomic_store(&client->usage.sums->is_given_up, 1);
}

/* Gives up on the ask after none of its requests was answered. */
static void give_up(struct ask *ask, struct model_client *client, const char *why)
{
	say_once(client, SAY_FAILED, "no answer from the service (%s): radical plays", why);
	if (++client->n_failed_asks >= MAX_FAILED_ASKS && !client->hopeless)
		model_client_give_up(client, "it has failed too often");
	fall_back(ask, client);
}

int64_t ask_step(struct ask *ask, struct model_client *client, int64_t now_ns)
{
	if (ask->state == ASK_DONE)
		return INT64_MAX;
	if (!client->hopeless && atomic_load(&client->usage.sums->is_given_up))
		client->hopeless = "it did not answer before";
	if (ask->state == ASK_WAITING && client->hopeless) {
		say_once(client, SAY_HOPELESS, "the service gets no more requests because %s: radical plays",
			 client->hopeless);
		fall_back(ask, client);
		return INT64_MAX;
	}
	if (now_ns >= ask->deadline_ns) {
		if (ask->state == ASK_SENT)
			stop_request(ask, client); /* its reserve remains counted, because its cost is unknown */
		give_up(ask, client, "the time limit patience= was reached");
		return INT64_MAX;
	}
	if (ask->state == ASK_WAITING && now_ns >= ask->not_before_ns)
		send_request(ask, client, now_ns);
	if (ask->state == ASK_DONE)
		return INT64_MAX;
	bool is_waiting = ask->state == ASK_WAITING && ask->not_before_ns > now_ns;
	return is_waiting && ask->not_before_ns < ask->deadline_ns ? ask->not_before_ns : ask->deadline_ns;
}

/* ---- replies -------------------------------------------------------------------------------- */

/* Waits longer each time, with jitter, so that requests that failed together do not repeat together. */
static void try_again(struct ask *ask, struct model_client *client, const struct chat_reply *reply)
{
	double wait_s = client->settings.backoff_s * (double)(1u << (ask->n_failures < 16 ? ask->n_failures : 16));
	double share = (double)(rng_next(&client->jitter) >> 11) * 0x1p-53;
	if (wait_s > client->settings.patience_s)
		wait_s = client->settings.patience_s;
	wait_s = reply->wait_s + wait_s * (0.5 + share / 2);
	int64_t at_ns = clock_wall_ns() + (int64_t)(wait_s * NS);
	if (++ask->n_failures <= client->settings.retries && at_ns < ask->deadline_ns) {
		ask->not_before_ns = at_ns;
		ask->state = ASK_WAITING;
		return;
	}
	give_up(ask, client, reply->why);
}

/* Sends the request in a different form. The first process that learns this prints a message. */
static void learn(struct ask *ask, struct model_client *client, unsigned lesson)
{
	unsigned long long before = atomic_fetch_or(&client->usage.sums->learned, lesson);
	if ((before & lesson) != lesson) {
		fprintf(stderr, "llm: about the service: %s\n", request_remedy(lesson));
		usage_say(&client->usage, request_remedy(lesson));
	}
	ask->not_before_ns = 0;
	ask->state = ASK_WAITING;
}

/* Handles a reply that reached its limit before it had a play. Allows longer replies, but only once. */
static void take_cut(struct ask *ask, struct model_client *client, unsigned lessons)
{
	client->n_failed_asks = 0;
	if (!(lessons & LESSON_LONGER)) {
		learn(ask, client, LESSON_LONGER);
		return;
	}
	say_once(client, SAY_CUT, "replies end before a play (the model %s): raise reply_tokens=; radical plays",
		 "may think");
	fall_back(ask, client);
}

static void take_answer(struct ask *ask, struct model_client *client, const char *text)
{
	AUTO_STR struct str reason = {0};
	int play;
	client->n_failed_asks = 0;
	if (words_judge(&ask->question, &ask->rules, text, &play, &reason)) {
		atomic_fetch_add(&client->usage.sums->served, 1);
		finish(ask, play, MAKER_MODEL);
	} else if (ask->n_reminders++ == MAX_REMINDERS) {
		say_once(client, SAY_ILLEGAL, "no legal play, though %s: radical plays", "asked again three times");
		fall_back(ask, client);
	} else {
		add_message(ask, "assistant",
			    !*text ? "(no answer)" : strlen(text) <= LONGEST_QUOTE ? text : "(a long answer)");
		add_message(ask, "user", reason.text);
		ask->not_before_ns = 0;
		ask->state = ASK_WAITING;
	}
}

/* Counts the cost of a request whose reply does not state it: the largest possible cost if the service has processed it
 * at all. */
static void settle(struct ask *ask, struct model_client *client, const struct chat_reply *reply, CURLcode code,
		   unsigned lessons)
{
	unsigned long long in = reply->in, out = reply->out;
	bool may_have_worked = reply->end == CHAT_ANSWERED || reply->end == CHAT_CUT || code != CURLE_OK;
	if (!reply->has_usage && may_have_worked && code != CURLE_COULDNT_CONNECT &&
	    code != CURLE_COULDNT_RESOLVE_HOST) {
		out = request_reply_tokens(&client->settings, lessons);
		in = ask->reserved - out;
	}
	usage_settle(&client->usage, ask->reserved, in, out);
}

void ask_take_reply(struct ask *ask, struct model_client *client, CURLcode code)
{
	struct chat_reply reply = chat_read(&ask->chat, code);
	AUTO_FREE char *text = reply.text;
	unsigned lessons = ask->chat.lessons;
	stop_request(ask, client);
	settle(ask, client, &reply, code, lessons);
	switch (reply.end) {
	case CHAT_ANSWERED:
		take_answer(ask, client, text);
		return;
	case CHAT_FAILED:
		try_again(ask, client, &reply);
		break;
	case CHAT_CUT:
		take_cut(ask, client, lessons);
		break;
	case CHAT_REFUSED:
		if (reply.lesson) {
			learn(ask, client, reply.lesson);
			break;
		}
		if (!atomic_load(&client->usage.sums->served)) { /* the service has never worked, so each request would
		                                                  * be refused */
			snprintf(client->refusal, sizeof client->refusal, "%s%s", reply.why, reply.quote);
			model_client_give_up(client, client->refusal);
			ask->state = ASK_WAITING; /* ask_step ends it with a message */
			break;
		}
		say_once(client, SAY_REFUSED, "%s: radical plays", reply.why);
		fall_back(ask, client);
		break;
	case CHAT_HOPELESS:
		model_client_give_up(client, reply.why);
		ask->state = ASK_WAITING; /* ask_step ends it with a message */
		break;
	}
}

void ask_release(struct ask *ask)
{
	if (ask->chat.easy)
		chat_close(&ask->chat);
	json_decref(ask->messages);
	free(ask->line);
	free(ask->rules_text);
	*ask = (struct ask){0};
}
