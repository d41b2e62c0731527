/* picture.c - the table at one moment of a game as SVG (picture.h). Up to eight players sit around the table. If there
 * are more, or many dice, the players are in a grid beside the bid. All sizes are in pixels. */
#include "page/picture.h"

#include <math.h>

#include "base/text.h"
#include "page/faces.h"

enum { WIDTH = 1200, HEIGHT = 630, MARGIN = 32, FELT_TOP = 182, FELT_HEIGHT = HEIGHT - FELT_TOP - 24 };
enum { ROUND_MOST = 8, ROUND_DICE = 6 }; /* players, and dice of a player, that fit around the table */
enum { DIE_MOST = 58, BID_DIE = 72 };
enum { WORDS_COLUMNS = 56, TRUTH_COLUMNS = 88, LINES_MOST = 2 };

static const char ink[] = "#1f2428", accent[] = "#0b5c87", bad[] = "#a3262b", soft[] = "fill=\"#59616a\"";
/* The mean width of a letter, relative to the size of the font. A clip path cuts off wider texts. */
static const double letter_width = 0.62;

struct box {
	double x, y, width, height;
};

/* Adds at most `columns` columns of the text, with "…" at the end if it is truncated. */
static void add_clipped(const char *text, int columns, struct str *out)
{
	AUTO_STR struct str clipped = {0};
	if (text_width(text) > columns) {
		for (size_t n = 1; *text && n; text += n) {
			AUTO_STR struct str next = {0};
			n = text_character(text);
			str_addf(&next, "%s%.*s", str_text(&clipped), (int)n, text);
			if (text_width(next.text) >= columns)
				break;
			str_set(&clipped, "%s", next.text);
		}
		str_add(&clipped, "\u2026");
		text = clipped.text;
	}
	text_add_markup(out, text);
}

/* Adds text. `anchor` is "start", "middle" or "end"; `columns` is the maximum width of the text. */
static void add_text(struct str *out, double x, double y, int size, const char *style, const char *anchor, int columns,
		     const char *text)
{
	str_addf(out, "<text x=\"%.0f\" y=\"%.0f\" font-size=\"%d\" text-anchor=\"%s\" %s>", x, y, size, anchor, style);
	add_clipped(text, columns, out);
	str_add(out, "</text>\n");
}

/* Adds the text in up to LINES_MOST lines from y on. Returns the y of the next line. */
static double add_lines(struct str *out, double y, int size, const char *style, int columns, const char *text)
{
	AUTO_STR struct str wrapped = {0}, line = {0};
	text_add_wrapped(&wrapped, text, 0, 0, columns);
	const char *rest = str_text(&wrapped);
	for (int i = 0; i < LINES_MOST && str_next_line(&line, &rest); i++, y += 1.3 * size) {
		if (i == LINES_MOST - 1 && *rest)
			str_addf(&line, " %s", rest); /* so that it is truncated */
		add_text(out, MARGIN, y, size, style, "start", columns, str_text(&line));
	}
	return y;
}

static void add_die(struct str *out, double x, double y, double size, int face, bool is_hit)
{
	static const char *const pips[] = {"", "5", "19", "159", "1379", "13579", "134679", "1345679", "12346789",
		"123456789"};
	str_addf(out, "<g transform=\"translate(%.1f %.1f) scale(%.3f)\"><rect x=\"1.5\" y=\"1.5\" width=\"27\" "
		      "height=\"27\" rx=\"6\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"/>",
		 x, y, size / 30, is_hit ? "#fff3cf" : "#ffffff", is_hit ? accent : "#8d938f", is_hit ? "3" : "1");
	for (const char *cell = pips[face]; *cell; cell++)
		str_addf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.8\" fill=\"%s\"/>",
			 8.2 + 6.8 * ((*cell - '1') % 3), 8.2 + 6.8 * ((*cell - '1') / 3), ink);
	str_add(out, "</g>\n");
}

/* Returns the largest size of dice with which n fit into this width and height. */
static double die_size(int n, double width, double height)
{
	double size = height < DIE_MOST ? height : DIE_MOST;
	while (size > 4 && floor((width + 4) / (size + 4)) * floor((height + 4) / (size + 4)) < n)
		size--;
	return size;
}

/* Adds dice, given as digits. `faces` are those that count for the bid, 0 for none. */
static void add_dice(struct str *out, const struct box *box, const char *dice, const long long faces[2])
{
	int n = (int)strlen(dice);
	double size = die_size(n, box->width, box->height);
	int n_line = (int)floor((box->width + 4) / (size + 4));
	for (int i = 0; i < n; i++) {
		int face = dice[i] - '0';
		add_die(out, box->x + (size + 4) * (i % n_line), box->y + (size + 4) * (i / n_line), size, face,
			face == faces[0] || face == faces[1]);
	}
}

static long long integer_at(const json_t *hand, const char *key, int seat)
{
	return json_integer_value(json_array_get(json_object_get(hand, key), (size_t)seat));
}

static bool has_points(const struct moments *moments)
{
	const json_t *hands = json_object_get(moments->game, "hands");
	for (size_t i = 0; i < json_array_size(hands); i++)
		for (size_t seat = 0; seat < json_array_size(json_object_get(moments->game, "seats")); seat++)
			if (integer_at(json_array_get(hands, i), "points", (int)seat))
				return true;
	return false;
}

/* Adds the points of a seat, and its gain or loss in the hand. The number of dice is not added, because the dice are
 * drawn. */
static void add_status(const struct moments *moments, const struct moment *moment, int seat, struct str *out)
{
	const json_t *hand = moment_hand(moments, moment);
	long long points = integer_at(hand, "points", seat);
	long long change = moment->kind == MOMENT_END ? integer_at(json_object_get(hand, "end"), "delta", seat) : 0;
	if (has_points(moments))
		str_addf(out, "%lld point%s", points, points == 1 ? "" : "s");
	if (change)
		str_addf(out, "%s%s%lld", out->length ? ", " : "", change > 0 ? "+" : "\u2212",
			 change > 0 ? change : -change);
}

static void add_seat(struct str *out, const struct moments *moments, const struct moment *moment, int seat,
		     const struct box *box, int mark_of, const long long faces[2])
{
	const json_t *hand = moment_hand(moments, moment);
	bool is_turn = moment_actor(moments, moment) == seat;
	bool is_loser = moment->kind == MOMENT_END && integer_at(json_object_get(hand, "end"), "delta", seat) < 0;
	int size = box->height > 110 ? 24 : box->height > 80 ? 20 : box->height > 60 ? 16 : 13;
	double mark = 1.2 * size, pad = 0.45 * size, line = pad + mark;
	AUTO_STR struct str status = {0}, dice = {0};
	add_status(moments, moment, seat, &status);
	moment_dice(moments, moment, seat, &dice);
	int status_size = 3 * size / 4, status_columns = text_width(str_text(&status));
	double for_name =
		box->width - 3 * pad - mark - (status_columns ? status_columns * letter_width * status_size + pad : 0);
	str_addf(out, "<svg x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\">\n", box->x, box->y, box->width,
		 box->height);
	str_addf(out, "<rect x=\"1.5\" y=\"1.5\" width=\"%.0f\" height=\"%.0f\" rx=\"12\" fill=\"%s\" stroke=\"%s\" "
		      "stroke-width=\"%s\"/>\n",
		 box->width - 3, box->height - 3, is_turn ? "#fff3cf" : "#ffffff",
		 is_turn ? accent : is_loser ? bad : "#c3d2c5", is_turn || is_loser ? "3" : "2");
	face_add_svg(mark_of, pad, pad, mark, out);
	add_text(out, 2 * pad + mark, pad + 0.85 * mark, size, "font-weight=\"bold\"", "start",
		 (int)(for_name / (size * letter_width * 1.1)), moment_name(moments, seat));
	add_text(out, box->width - pad, pad + 0.85 * mark, status_size, soft, "end", status_columns, str_text(&status));
	const struct box rest = {pad, line + 0.4 * pad, box->width - 2 * pad, box->height - line - 1.2 * pad};
	add_dice(out, &rest, str_text(&dice), faces);
	str_add(out, "</svg>\n");
}

/* Adds the bid, centred at this point. */
static void add_bid(struct str *out, const struct moments *moments, const struct moment *moment, double x, double y,
		    int columns)
{
	const json_t *bid = moment_bid(moments, moment);
	AUTO_STR struct str quantity = {0}, by = {0};
	if (!bid)
		return;
	long long value = json_integer_value(json_object_get(bid, "bid"));
	str_addf(&by, "%s, by %s", moment_bid_words(moments, moment),
		 moment_name(moments, (int)json_integer_value(json_object_get(bid, "seat"))));
	if (json_object_get(moments->data, "ladder")) {
		add_die(out, x - BID_DIE - 4, y - BID_DIE + 8, BID_DIE, (int)(value / 10), false);
		add_die(out, x + 4, y - BID_DIE + 8, BID_DIE, (int)(value % 10), false);
	} else {
		str_addf(&quantity, "%lld \u00d7", value / 10);
		add_text(out, x + 16, y - 6, 60, "font-weight=\"bold\" class=\"serif\"", "end", 8, quantity.text);
		add_die(out, x + 32, y - BID_DIE + 8, BID_DIE, (int)(value % 10), false);
	}
	add_text(out, x, y + 44, 22, soft, "middle", columns, by.text);
	if (json_integer_value(json_object_get(bid, "wild")))
		add_text(out, x, y + 70, 16, soft, "middle", columns, "wild dice count too");
}

/* Returns the place of a seat around the table, as in web/table.js: 0 is at the bottom, then clockwise. Two players
 * face each other; an odd number uses the whole height. */
static struct box place_around(int seat, int n)
{
	double width = n <= 4 ? 346 : 268;
	double height = n == 2 ? 136 : n <= 4 ? 126 : 100, angle = M_PI * (n == 2 ? 1 : 0.5) + 2 * M_PI * seat / n;
	double top = n % 2 ? -cos(M_PI / n) : -1;
	double x = cos(angle), y = 2 * (sin(angle) - top) / (1 - top) - 1;
	y = n == 2 ? 0 : y;
	return (struct box){WIDTH / 2.0 + x * ((WIDTH - 2 * MARGIN - width) / 2) - width / 2,
			    FELT_TOP + FELT_HEIGHT / 2.0 + y * ((FELT_HEIGHT - 24 - height) / 2) - height / 2, width,
			    height};
}

static struct box place_in_grid(int seat, int n)
{
	enum { LEFT = 360, GAP = 8 };
	int n_columns = n <= 3 ? 1 : n <= 10 ? 2 : n <= 18 ? 3 : 4, n_rows = (n + n_columns - 1) / n_columns;
	double width = (WIDTH - MARGIN - LEFT + GAP) / (double)n_columns;
	double height = (FELT_HEIGHT - 24 + GAP) / (double)n_rows;
	height = height > 140 ? 140 : height;
	double top = FELT_TOP + (FELT_HEIGHT - n_rows * height + GAP) / 2;
	return (struct box){LEFT + seat % n_columns * width, top + seat / n_columns * height, width - GAP,
		height - GAP};
}

/* Adds the players at the table, except eliminated ones. */
static void add_table(struct str *out, const struct moments *moments, const struct moment *moment)
{
	const json_t *bid = moment_bid(moments, moment), *hand = moment_hand(moments, moment);
	int n_seats = (int)json_array_size(json_object_get(moments->game, "seats")), n = 0;
	size_t most = 0;
	AUTO_FREE int *marks = NEW_ARRAY(int, (size_t)n_seats), *seats = NEW_ARRAY(int, (size_t)n_seats);
	bool has_faces = !json_object_get(moments->data, "ladder");
	const long long faces[2] = {has_faces ? json_integer_value(json_object_get(bid, "bid")) % 10 : 0,
		json_integer_value(json_object_get(bid, "wild"))};
	faces_of_game(moments->data, moments->game, marks);
	for (int seat = 0; seat < n_seats; seat++) {
		AUTO_STR struct str dice = {0};
		moment_dice(moments, moment, seat, &dice);
		most = dice.length > most ? dice.length : most;
		if (integer_at(hand, "in", seat))
			seats[n++] = seat;
	}
	bool is_round = n <= ROUND_MOST && most <= ROUND_DICE;
	str_addf(out,
		 "<rect x=\"16\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"20\" fill=\"#e9f1ea\" stroke=\"#c3d2c5\"/>\n",
		 FELT_TOP, WIDTH - 32, FELT_HEIGHT + 8);
	add_bid(out, moments, moment, is_round ? WIDTH / 2 : 192, FELT_TOP + FELT_HEIGHT / 2, is_round ? 32 : 24);
	for (int i = 0; i < n; i++) {
		struct box box = is_round ? place_around(i, n) : place_in_grid(i, n);
		add_seat(out, moments, moment, seats[i], &box, marks[seats[i]], faces);
	}
}

void picture_svg(const struct moments *moments, const struct moment *moment, struct str *out)
{
	AUTO_STR struct str words = {0}, truth = {0}, where = {0};
	const char *run = json_string_value(json_object_get(moments->data, "run"));
	const char *title = json_string_value(json_object_get(moments->data, "title"));
	str_addf(&where, "%s \u00b7 game %lld%s%s \u00b7 hand %zu of %zu", title,
		 (long long)json_integer_value(json_object_get(moments->game, "number")),
		 *run ? " of run " : "", run, moment->hand + 1,
		 json_array_size(json_object_get(moments->game, "hands")));
	moment_words(moments, moment, &words);
	moment_truth(moments, moment, &truth);
	str_addf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
		      "role=\"img\" font-family=\"'DejaVu Sans', Verdana, sans-serif\" fill=\"%s\">\n<title>",
		WIDTH, HEIGHT, WIDTH, HEIGHT, ink);
	text_add_markup(out, str_text(&words));
	str_add(out, "</title>\n<desc>");
	text_add_markup(out, str_text(&where));
	text_add_markup(out, truth.length ? ". " : "");
	text_add_markup(out, str_text(&truth));
	str_add(out, "</desc>\n<style>.serif { font-family: 'DejaVu Serif', Georgia, serif; }</style>\n");
	str_addf(out, "<rect width=\"%d\" height=\"%d\" fill=\"#fbfaf6\"/>\n", WIDTH, HEIGHT);
	add_text(out, MARGIN, 40, 18, soft, "start", 96, str_text(&where));
	double y = add_lines(out, 84, 34, "class=\"serif\" font-weight=\"bold\"", WORDS_COLUMNS, str_text(&words));
	add_lines(out, y - 2, 22, "", TRUTH_COLUMNS, str_text(&truth));
	add_table(out, moments, moment);
	str_add(out, "</svg>\n");
}
