/* dice_art.c - dice as pictures made from text (parts.h). */
#include "terminal/parts.h"

#include "output/show.h"

/* The parts of a frame. There are plain and double frames, in Unicode and in ASCII. */
struct art_frame {
	const char *top_left, *top, *top_right, *side, *bottom_left, *bottom_right;
};

static const struct art_frame frames[2][2] = {
	{{"+", "-", "+", "|", "+", "+"}, {"#", "=", "#", "#", "#", "#"}},
	{{"┌", "─", "┐", "│", "└", "┘"}, {"╔", "═", "╗", "║", "╚", "╝"}},
};

/* The pips of each face: three rows of three, '*' for a pip. */
static const char *const pips[10] = {
	"         ", "    *    ", "*       *", "*   *   *", "* *   * *", "* * * * *", "* ** ** *", "* ***** *",
	"**** ****", "*********",
};

enum { LARGE_INSIDE = 7, SMALL_INSIDE = 3 };

static int die_columns(enum dice_size size)
{
	static const int columns[] = {[DICE_LINE] = 3, [DICE_SMALL] = SMALL_INSIDE + 2,
		[DICE_LARGE] = LARGE_INSIDE + 2};
	return columns[size];
}

static int die_lines(enum dice_size size)
{
	static const int lines[] = {[DICE_LINE] = 1, [DICE_SMALL] = 3, [DICE_LARGE] = 5};
	return lines[size];
}

/* Returns the number of columns between two dice. */
static int gap(enum dice_size size)
{
	return size == DICE_LINE ? 0 : 1;
}

int dice_width(enum dice_size size, int n)
{
	return n > 0 ? n * (die_columns(size) + gap(size)) - gap(size) : 0;
}

/* Returns the number of dice in one row. */
static int per_row(const struct dice_look *look)
{
	int n = (look->width - look->indent + gap(look->size)) / (die_columns(look->size) + gap(look->size));
	return n < 1 ? 1 : n;
}

/* Returns the face, or 0 for a hidden die. */
static int face_of(char die)
{
	return die >= '1' && die <= '9' ? die - '0' : 0;
}

static void add_edge(struct str *out, const char *left, const char *middle, const char *right, int inside)
{
	str_add(out, left);
	for (int i = 0; i < inside; i++)
		str_add(out, middle);
	str_add(out, right);
}

/* Adds a row (0 to 2) of the pips of a large die: " ● ● ". */
static void add_pips(struct str *out, int face, int row, bool is_utf8)
{
	for (int column = 0; column < 3; column++) {
		bool is_pip = pips[face][3 * row + column] == '*';
		const char *pip = is_utf8 ? "●" : "o";
		if (face == 0 && row == 1 && column == 1) {
			is_pip = true;
			pip = "?";
		}
		str_addf(out, " %s", is_pip ? pip : " ");
	}
	str_add(out, " ");
}

static void add_part(struct str *out, char die, int line, bool is_marked, const struct dice_look *look)
{
	const struct art_frame *frame = &frames[look->is_utf8][is_marked];
	int inside = look->size == DICE_LARGE ? LARGE_INSIDE : SMALL_INSIDE;
	if (look->size == DICE_LINE) {
		str_addf(out, is_marked ? "[%c]" : " %c ", face_of(die) ? die : '?');
	} else if (line == 0) {
		add_edge(out, frame->top_left, frame->top, frame->top_right, inside);
	} else if (line == die_lines(look->size) - 1) {
		add_edge(out, frame->bottom_left, frame->top, frame->bottom_right, inside);
	} else {
		str_add(out, frame->side);
		if (look->size == DICE_LARGE)
			add_pips(out, face_of(die), line - 1, look->is_utf8);
		else
			str_addf(out, " %c ", face_of(die) ? die : '?');
		str_add(out, frame->side);
	}
}

void dice_add(struct str *out, const char *dice, int n, const struct dice_look *look)
{
	int per = per_row(look);
	bool is_first = true;
	for (int from = 0; from < n; from += per) {
		for (int line = 0; line < die_lines(look->size); line++) {
			if (!is_first)
				str_addf(out, "%*s", look->indent, "");
			is_first = false;
			for (int k = from; k < n && k < from + per; k++) {
				AUTO_STR struct str part = {0};
				bool is_marked = face_of(dice[k]) && look->marked >> face_of(dice[k]) & 1;
				add_part(&part, dice[k], line, is_marked, look);
				if (k > from)
					str_addf(out, "%*s", gap(look->size), "");
				show_add_styled(out, look->has_colour && is_marked, SHOW_GREEN, part.text);
			}
			while (out->length && out->text[out->length - 1] == ' ')
				out->text[--out->length] = '\0';
			str_add(out, "\n");
		}
	}
}
