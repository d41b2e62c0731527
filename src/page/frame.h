/* frame.h - a report as one file of HTML that needs nothing else: style, program and data are in it.
 *
 * Names and outputs of robots are in the data alone, which is JSON without '<', '>' and '&', and which the
 * page's program only ever writes as text. Besides, the page forbids by its security policy everything
 * but the very scripts and styles that were put into it: no requests, no other code. */
#ifndef ARENA_PAGE_FRAME_H
#define ARENA_PAGE_FRAME_H

#include <jansson.h>

#include "base/err.h"
#include "base/str.h"

/* Adds the page. EXIT_WORLD when the arena was built without the library for its charts. */
int report_page(const char *title, const json_t *data, struct str *out, struct err *err);

/* Adds a page with recorded games alone: the viewer, without charts. */
void game_page(const char *title, const json_t *data, struct str *out);

/* Adds the page at which a person plays (`arena play --browser`), and the policy under which it is to be sent. */
void play_page(const json_t *data, struct str *out, struct str *policy);

/* Adds the page of `arena serve --http`, which asks its server for what it shows (net/server/http.h), and the policy under which
 * it is to be sent. The same errors. */
int live_page(struct str *out, struct str *policy, struct err *err);

#endif
