/* browser_inside.h - what the files of browser.h share. */
#ifndef ARENA_TERMINAL_BROWSER_INSIDE_H
#define ARENA_TERMINAL_BROWSER_INSIDE_H

#include <stdbool.h>

#include <jansson.h>

#include "base/str.h"
#include "terminal/browser_view.h"

struct http;

struct browser {
	struct play_session *play_session; /* borrowed */
	struct http *http;
	struct str page, policy, shortcut; /* shortcut: a file to remove at the end */
	struct browser_person person[GAME_MAX_SEATS];
	struct browser_state state;
	const char *hands;                 /* of the ask in progress; borrowed */
	int answer;
	bool has_answer;
	bool is_pause_chosen;              /* a person set the pause; otherwise it is shorter with many robots */
};

/* The state has changed; pages fetch it. */
void browser_change(struct browser *browser);

/* For struct http_plan, whose context is the browser: the requests of a page, for data and for actions. */
json_t *browser_answer(void *context, const char *path);
json_t *browser_act(void *context, const char *path);

#endif
