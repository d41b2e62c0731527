/* qr.c - a QR code drawn with half blocks (qr.h). */
#include "terminal/qr.h"

#include <qrencode.h>

#include "base/library.h"

/* Colours of the palette of 256, because themes change the first 16. */
#define BLACK_ON_WHITE "\033[38;5;16;48;5;231m"
#define PLAIN          "\033[0m"

enum { QUIET = 4 }; /* width of the quiet zone on each side, in modules */

static struct {
	typeof(QRcode_encodeString8bit) *encode;
	typeof(QRcode_free) *free;
} qrencode;

static bool load(void)
{
	static const char *const names[] = {"QRcode_encodeString8bit", "QRcode_free"};
	struct err err = {0};
	return qrencode.encode || library_load(ARENA_LIBQRENCODE, "libqrencode", "libqrencode4", names,
					       (void **)&qrencode, sizeof names / sizeof *names, &err) == 0;
}

/* Returns true for a dark module. x and y count from 0 and include the quiet zone. */
static bool is_dark(const QRcode *code, int x, int y)
{
	x -= QUIET;
	y -= QUIET;
	return x >= 0 && y >= 0 && x < code->width && y < code->width && code->data[y * code->width + x] & 1;
}

bool qr_add(const char *text, int columns, struct str *out)
{
	static const char *const blocks[2][2] = {{" ", "\u2584"}, {"\u2580", "\u2588"}}; /* blocks[upper][lower] */
	QRcode *code = load() ? qrencode.encode(text, 0, QR_ECLEVEL_L) : NULL;
	int side = code ? code->width + 2 * QUIET : 0;
	bool fits = code && side < columns;
	for (int y = 0; fits && y < side; y += 2) {
		str_add(out, BLACK_ON_WHITE);
		for (int x = 0; x < side; x++)
			str_add(out, blocks[is_dark(code, x, y)][is_dark(code, x, y + 1)]);
		str_add(out, PLAIN "\n");
	}
	if (code)
		qrencode.free(code);
	return fits;
}
