/* inside.h - what the files of browser.h share. */
#pragma once

#include "terminal/browser/view.h"
#include "terminal/menu/menu.h"

struct browser {
	struct play_session *play_session; /* borrowed */
	struct site *site;
	bool is_own_site;                  /* of this session alone, which closes it */
	struct browser_person person[GAME_MAX_SEATS];
	struct browser_state state;
	const char *hands;                 /* of the ask in progress; borrowed */
	int answer;
	bool has_answer;
	bool is_pause_chosen;              /* a person set the pause; otherwise it is shorter with many robots */
	enum browser_choice { CHOICE_NONE, CHOICE_AGAIN, CHOICE_MENU } choice; /* after the last game */
	struct menu robots;                /* those that may move for a person; empty before the first question */
};

/* The handler of the site; its context is the browser. */
extern const struct site_handler browser_handler;
