/* preview.h - what messages show of a page that someone sends: its title, a description and a picture. */
#pragma once

#include <jansson.h>

#include "base/base.h"

/* Sets "url" and "image" of the page's data: the address of the page, and of its picture, which is at the same place. image: the
 * picture's file, or NULL; pictures that previews do not support (SVG) are left out. EXIT_USAGE if url is not an address of HTTP. */
int preview_set(json_t *data, const char *url, const char *image, struct err *err);

/* Returns the values of the template: description, url, image and card; null if there is nothing to say about the page. The
 * description is that of the data, or else about the winner and the boldest bid. The caller owns the result. */
json_t *preview_values(const json_t *data);
