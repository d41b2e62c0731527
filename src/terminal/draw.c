/* draw.c - the screen at the table, redrawn each time for the current size of the terminal (draw.h).
 *
 * The layouts below are tried one after the other, richest first, until one fits the lines of the terminal. */
#include "terminal/draw.h"

#include <unistd.h>

#include "output/show.h"
#include "terminal/family.h"
#include "terminal/parts.h"

enum { MARGIN = 2, LEAST_WIDTH = 16 };

static const struct layout layouts[] = {
	{DICE_LARGE, 6, 3, false, true}, {DICE_LARGE, 3, 1, false, true}, {DICE_LARGE, 2, 0, false, true},
	{DICE_SMALL, 3, 0, false, true}, {DICE_SMALL, 2, 0, true, true}, {DICE_SMALL, 1, 0, true, false},
	{DICE_LINE, 1, 0, true, false}, {DICE_LINE, 0, 0, true, false},
};

static void add_air(const struct drawing *d)
{
	if (d->layout->is_airy)
		str_add(d->out, "\n");
}

static void add_line(const struct drawing *d)
{
	AUTO_STR struct str line = str_of(" ");
	for (int i = 0; i < d->width - 2; i++)
		str_add(&line, drawing_glyph(d, "─", "-"));
	drawing_add_styled(d, SHOW_DIM, line.text);
	str_add(d->out, "\n");
}

static int dice_on_table(const struct play_session *play_session)
{
	int n = 0;
	for (int player = 0; player < play_session->n_players; player++)
		if (play_session_is_in(play_session, player))
			n += game_dice_left(play_session->game, play_session_seat(play_session, player));
	return n;
}

/* " wild · hand 3                          17 dice on the table" */
static void add_header(const struct drawing *d, const char *what, bool has_count)
{
	const struct play_session *play_session = d->play_session;
	AUTO_STR struct str left = {0}, right = {0};
	str_addf(&left, " %s", play_session->tournament->rules.name);
	if (play_session->hand)
		str_addf(&left, " %s hand %d", drawing_glyph(d, "·", "-"), play_session->hand);
	str_addf(&left, "%s%s", *what ? " " : "", what);
	if (has_count && family_text_of(play_session->game)->counts_dice)
		str_addf(&right, "%d dice on the table", dice_on_table(play_session));
	int blanks = d->width - 1 - text_width(left.text) - (int)right.length;
	drawing_add_styled(d, SHOW_BOLD, left.text);
	if (blanks > 1)
		str_addf(d->out, "%*s%s", blanks, "", str_text(&right));
	str_add(d->out, "\n");
	add_line(d);
}

/* The last n lines of text, dim. */
static void add_last_lines(const struct drawing *d, const char *text, int n)
{
	AUTO_STR struct str line = {0};
	int n_lines = pages_lines(text);
	for (int i = 0; str_next_line(&line, &text); i++)
		if (i >= n_lines - n) {
			drawing_add_styled(d, SHOW_DIM, line.text);
			str_add(d->out, "\n");
		}
}

/* How the last few hands before this one ended. */
static void add_past(const struct drawing *d)
{
	AUTO_STR struct str past = {0};
	const char *text = str_text(&d->play_session->past), *from = text + d->play_session->past.length;
	int n_lines = 0;
	if (!d->play_session->shows_history || !d->layout->n_past)
		return;
	while (from > text && (n_lines += from[-1] == '\n') <= d->layout->n_past)
		from--;
	part_add_paragraphs(&past, from, MARGIN, d->width);
	add_last_lines(d, str_text(&past), d->layout->n_past * 2);
}

/* The plays of this hand. */
static void add_plays(const struct drawing *d)
{
	AUTO_STR struct str lines = {0};
	if (!d->play_session->shows_history || !d->layout->n_plays)
		return;
	part_add_plays(d->play_session, MARGIN, d->width, &lines);
	add_last_lines(d, str_text(&lines), d->layout->n_plays);
	if (lines.length)
		add_air(d);
}

static void add_own_dice(const struct drawing *d)
{
	const struct play_session *play_session = d->play_session;
	const struct terminal *terminal = play_session->terminal;
	const char *dice;
	int n = part_own_dice(play_session, &dice);
	struct dice_look look = {
		.size = d->layout->dice, .is_utf8 = terminal->is_utf8, .has_colour = terminal->has_colour,
		.indent = MARGIN, .width = d->width,
	};
	if (n == 0)
		return;
	if (look.size == DICE_LARGE && dice_width(DICE_LARGE, n) > d->width - MARGIN)
		look.size = DICE_SMALL;
	add_air(d);
	AUTO_STR struct str title = str_of("%*s", MARGIN, "");
	part_add_own_title(play_session, &title);
	drawing_add_styled(d, SHOW_BOLD, title.text);
	str_addf(d->out, "\n%*s", MARGIN, "");
	dice_add(d->out, dice, n, &look);
}

static void draw_intro(const struct drawing *d)
{
	add_header(d, "", false);
	add_air(d);
	part_add_reminder(d->play_session, MARGIN, d->width, d->out);
	add_air(d);
	part_add_players(d->play_session, MARGIN, d->width, d->out);
}

static void draw_turn(const struct drawing *d)
{
	AUTO_STR struct str claim = {0};
	add_header(d, d->play_session->is_open ? "(open)" : "", true);
	drawing_add_players(d);
	add_line(d);
	add_past(d);
	add_plays(d);
	part_add_claim(d->play_session, &claim);
	part_add_paragraphs(d->out, claim.text, MARGIN, d->width);
	add_own_dice(d);
}

static void draw_showdown(const struct drawing *d)
{
	static const enum dice_size sizes[] = {[DICE_LARGE] = DICE_SMALL, [DICE_SMALL] = DICE_SMALL, [DICE_LINE] = DICE_LINE};
	AUTO_STR struct str words = {0};
	add_header(d, family_text_of(d->play_session->game)->counts_dice ? drawing_glyph(d, "· all dice", "- all dice") : "", false);
	add_air(d);
	if (d->layout->is_airy)
		add_plays(d);
	part_add_shown(d->play_session, sizes[d->layout->dice], d->width, d->out);
	add_air(d);
	part_add_outcome(d->play_session, &words);
	part_add_paragraphs(d->out, str_text(&words), MARGIN, d->width);
}

static void lay_out(const struct drawing *d, enum page page, const char *message, const char *prompt)
{
	AUTO_STR struct str line = {0};
	if (page == PAGE_INTRO)
		draw_intro(d);
	else if (page == PAGE_TURN)
		draw_turn(d);
	else if (page == PAGE_SHOWDOWN)
		draw_showdown(d);
	else
		add_header(d, "", false);
	add_air(d);
	if (message)
		part_add_paragraphs(d->out, message, MARGIN, d->width);
	if (page == PAGE_MESSAGE && message && *message)
		add_air(d);
	if (prompt)
		text_add_wrapped(&line, prompt, 0, MARGIN, d->width - 2);
	drawing_add_styled(d, SHOW_BOLD, str_text(&line));
	str_add(d->out, prompt ? " " : "");
}

static int count_lines(const char *text)
{
	int n = 1;
	for (; *text; text++)
		n += *text == '\n';
	return n;
}

/* Uses the richest layout that fits; false if even the smallest does not fit. */
static bool lay_out_best(const struct play_session *play_session, enum page page, const char *message, const char *prompt,
			 struct str *out)
{
	struct drawing d = {.play_session = play_session, .out = out};
	show_terminal_size(STDOUT_FILENO, &d.width, &d.rows);
	d.width = d.width > LEAST_WIDTH ? d.width - 1 : LEAST_WIDTH;
	for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
		str_clear(out);
		d.layout = &layouts[i];
		lay_out(&d, page, message, prompt);
		if (count_lines(str_text(out)) <= d.rows)
			return true;
	}
	return false;
}

bool play_session_fits(struct play_session *play_session, enum page page, const char *message, const char *prompt)
{
	AUTO_STR struct str text = {0};
	return lay_out_best(play_session, page, message, prompt, &text);
}

void play_session_draw(struct play_session *play_session, enum page page, const char *message, const char *prompt)
{
	AUTO_STR struct str text = {0};
	lay_out_best(play_session, page, message, prompt, &text);
	terminal_draw(play_session->terminal, str_text(&text), prompt != NULL);
}
