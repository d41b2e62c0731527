/* qr.h - a QR code drawn with half blocks of Unicode, black on white for any colours of the terminal. */
#pragma once

#include "base/base.h"

/* Adds the code of a text with its quiet zone, as lines. Returns false and adds nothing if it needs at least `columns`
 * columns, or if libqrencode is missing. */
bool qr_add(const char *text, int columns, struct str *out);
