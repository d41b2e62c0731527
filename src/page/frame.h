/* frame.h - a report as one HTML file that includes style, program and data.
 *
 * Names and output of robots occur only in the data, which is JSON without '<', '>' and '&', and the page's script
 * inserts them only as text. The page's security policy allows only the embedded scripts and styles, and no
 * requests. */
#pragma once

#include <jansson.h>

#include "base/base.h"

enum page_kind {
	PAGE_REPORT = 0,
	PAGE_GAME,    /* only recorded games: the viewer, without charts */
	PAGE_PUZZLES, /* only the positions of data's "puzzles" (puzzles.h), and the viewer of their games */
	PAGE_PLAY,    /* a person plays on it (`arena play --browser`); like the next two, it has a server
	               * (net/server/http.h) */
	PAGE_MENU,    /* a person sets up a game on it (`arena menu --browser`) */
	PAGE_SERVER,  /* the page of `arena serve --http` */
};

/* Adds the page. If the page has a server, adds to `policy` the policy to send with it. policy: NULL for other
 * pages. */
void page_add(enum page_kind kind, const char *title, const json_t *data, struct str *out, struct str *policy);

/* Adds the style sheet of all pages, for pages that have it in a separate file. */
void page_style(struct str *out);

/* The link preview of a page in a message: its title, a description and a picture (preview.c). */

/* Sets "url" and "image" of the page's data: the address of the page, and that of its picture, which is in the same
 * folder. `image` is the file of the picture, or NULL; pictures that previews do not support (SVG) are left out. Fails
 * with EXIT_USAGE if url is not an address of HTTP. */
int preview_set(json_t *data, const char *url, const char *image, struct err *err);

/* Returns the values of the template: description, url, image and card; null if there is no description. The
 * description is that of the data or, without one, about the winner and the boldest bid. The caller owns the result. */
json_t *preview_values(const json_t *data);
