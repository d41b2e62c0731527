/* frame.h - a report as one HTML file that includes style, program and data.
 *
 * Names and outputs of robots occur only in the data, which is JSON without '<', '>' and '&'. The page's script inserts
 * them only as text. The page's security policy allows only the embedded scripts and styles, and no requests. */
#pragma once

#include <jansson.h>

#include "base/base.h"

/* Adds the page. */
void report_page(const char *title, const json_t *data, struct str *out);

/* Adds a page with only recorded games: the viewer, without charts. */
void game_page(const char *title, const json_t *data, struct str *out);

/* Adds a page with only the positions of data's "puzzles" (puzzles.h), and the viewer of their games. */
void puzzles_page(const char *title, const json_t *data, struct str *out);

/* Adds the style sheet of all pages, for pages that have it in a separate file. */
void page_style(struct str *out);

/* Adds the page on which a person plays (`arena play --browser`), and the policy to send with it. */
void play_page(const json_t *data, struct str *out, struct str *policy);

/* Adds the page at which a person sets up a game (`arena menu --browser`), and the policy to send with it. */
void menu_page(const json_t *data, struct str *out, struct str *policy);

/* Adds the page of `arena serve --http`, which fetches its data from its server (net/server/http.h), and the policy to
 * send with it. */
void live_page(struct str *out, struct str *policy);
