/* draw.c - draws the table on the screen for the current size of the terminal (draw.h).
 *
 * Tries the layouts below one after another, the most detailed first, until one fits the terminal. */
#include "terminal/draw.h"

#include <unistd.h>

#include "output/show.h"
#include "terminal/family.h"

enum { MARGIN = 2, LEAST_WIDTH = 16 };

static const struct layout layouts[] = {
	{DICE_LARGE, 6, 3, false, true}, {DICE_LARGE, 3, 1, false, true}, {DICE_LARGE, 2, 0, false, true},
	{DICE_SMALL, 3, 0, false, true}, {DICE_SMALL, 2, 0, true, true}, {DICE_SMALL, 1, 0, true, false},
	{DICE_LINE, 1, 0, true, false}, {DICE_LINE, 0, 0, true, false},
};

/* Returns the UTF-8 text, or the ASCII text on other terminals. */
static const char *glyph(const struct drawing *d, const char *unicode, const char *ascii)
{
	return d->session->terminal->is_utf8 ? unicode : ascii;
}

static void add_styled(const struct drawing *d, const char *style, const char *text)
{
	show_add_styled(d->out, d->session->terminal->has_colour, style, text);
}

/* The texts beside a player's name: remaining dice or points (`odds`), and the last play or state (`status`). */
struct players_row {
	struct str odds, status;
};

static void add_odds(const struct drawing *d, int player, struct str *out)
{
	const struct play_session *session = d->session;
	uint8_t dice[GAME_MAX_DICE];
	int seat = play_session_seat(session, player), n = game_dice_left(session->game, seat);
	bool counts_dice = family_text_of(session->game)->counts_dice;
	if (counts_dice)
		str_addf(out, "%2d", n);
	if (session->is_open) {
		n = game_dice(session->game, seat, dice);
		for (int i = 0; i < n; i++)
			str_addf(out, "%s%d", i ? "" : " ", dice[i]);
	} else if (counts_dice && n <= 6 && !d->layout->is_compact && d->width >= 60) {
		for (int i = 0; i < n; i++)
			str_addf(out, "%s%s", i ? "" : " ", glyph(d, "▪", "*"));
	}
	if (session->score.is_points) {
		str_add(out, counts_dice ? "  " : "");
		part_add_points(session, player, out);
	}
}

static void add_status(const struct drawing *d, int player, struct str *out)
{
	const struct play_session *session = d->session;
	const char *at = session->game->view.history;
	int play = 0, last = 0, tied;
	bool has_played = false;
	for (int who; history_next_play(&at, &who, &play);) {
		if (who == player) {
			has_played = true;
			last = play;
		}
	}
	int place = game_place(session->game, play_session_seat(session, player), &tied);
	if (!play_session_is_in(session, player))
		str_addf(out, "out, place %d", place);
	else if (session->turn == player && !session->is_human[player])
		str_add(out, glyph(d, "…", "..."));
	else if (has_played && d->layout->is_compact)
		str_addf(out, "%d", last);
	else if (has_played)
		game_play_words(session->game->rules, last, out);
}

/* Adds one player: "▸ A Ann   5 ▪▪▪▪▪   three fours", padded to `width` if that is not 0. */
static void add_player(const struct drawing *d, int player, const struct players_row *row, int odds_width, int width)
{
	const struct play_session *session = d->session;
	bool is_turn = session->turn == player;
	AUTO_STR struct str line = str_of(" %s %c ", is_turn ? glyph(d, "▸", ">") : " ", 'A' + player);
	part_add_name(session, player, part_name_width(session, d->layout->is_compact ? 8 : d->width / 4), &line);
	str_addf(&line, " %s%*s  %s", str_text(&row->odds), odds_width - text_width(str_text(&row->odds)), "",
		 str_text(&row->status));
	if (width > text_width(line.text))
		str_addf(&line, "%*s", width - text_width(line.text), "");
	if (is_turn || !play_session_is_in(session, player))
		add_styled(d, is_turn ? SHOW_BOLD : SHOW_DIM, line.text);
	else
		str_add(d->out, line.text);
}

void drawing_add_players(const struct drawing *d)
{
	struct players_row rows[GAME_MAX_SEATS] = {0};
	int n = d->session->n_players, odds_width = 0, status_width = 0;
	for (int player = 0; player < n; player++) {
		struct players_row *row = &rows[player];
		if (play_session_is_in(d->session, player))
			add_odds(d, player, &row->odds);
		add_status(d, player, &row->status);
		int odds = text_width(str_text(&row->odds)), status = text_width(str_text(&row->status));
		odds_width = odds > odds_width ? odds : odds_width;
		status_width = status > status_width ? status : status_width;
	}
	int cell = 5 + part_name_width(d->session, 8) + 1 + odds_width + 2 + (status_width < 5 ? 5 : status_width);
	int per_line = d->layout->is_compact && cell < d->width ? d->width / cell : 1;
	for (int player = 0; player < n; player++) {
		bool is_last = player % per_line == per_line - 1 || player == n - 1;
		add_player(d, player, &rows[player], odds_width, is_last ? 0 : cell);
		str_add(d->out, is_last ? "\n" : "");
		str_release(&rows[player].odds);
		str_release(&rows[player].status);
	}
}

static void add_air(const struct drawing *d)
{
	if (d->layout->is_airy)
		str_add(d->out, "\n");
}

static void add_line(const struct drawing *d)
{
	AUTO_STR struct str line = str_of(" ");
	for (int i = 0; i < d->width - 2; i++)
		str_add(&line, glyph(d, "─", "-"));
	add_styled(d, SHOW_DIM, line.text);
	str_add(d->out, "\n");
}

static int dice_on_table(const struct play_session *session)
{
	int n = 0;
	for (int player = 0; player < session->n_players; player++)
		if (play_session_is_in(session, player))
			n += game_dice_left(session->game, play_session_seat(session, player));
	return n;
}

/* Adds " Mäxchen · hand 3                       17 dice on the table". */
static void add_header(const struct drawing *d, const char *what, bool has_count)
{
	const struct play_session *session = d->session;
	const struct rules *rules = &session->tournament->rules;
	AUTO_STR struct str title = rules_title(rules->family, rules->name);
	AUTO_STR struct str left = str_of(" %s", title.text), right = {0};
	if (session->hand)
		str_addf(&left, " %s hand %d", glyph(d, "·", "-"), session->hand);
	str_addf(&left, "%s%s", *what ? " " : "", what);
	if (has_count && family_text_of(session->game)->counts_dice)
		str_addf(&right, "%d dice on the table", dice_on_table(session));
	int blanks = d->width - 1 - text_width(left.text) - (int)right.length;
	add_styled(d, SHOW_BOLD, left.text);
	if (blanks > 1)
		str_addf(d->out, "%*s%s", blanks, "", str_text(&right));
	str_add(d->out, "\n");
	add_line(d);
}

/* Adds the last n lines of text, dim. */
static void add_last_lines(const struct drawing *d, const char *text, int n)
{
	AUTO_STR struct str line = {0};
	int n_lines = pages_lines(text);
	for (int i = 0; str_next_line(&line, &text); i++)
		if (i >= n_lines - n) {
			add_styled(d, SHOW_DIM, line.text);
			str_add(d->out, "\n");
		}
}

/* Adds lines about how the last few hands ended. */
static void add_past(const struct drawing *d)
{
	AUTO_STR struct str past = {0};
	const char *text = str_text(&d->session->past), *from = text + d->session->past.length;
	int n_lines = 0;
	if (!d->session->shows_history || !d->layout->n_past)
		return;
	while (from > text && (n_lines += from[-1] == '\n') <= d->layout->n_past)
		from--;
	part_add_paragraphs(&past, from, MARGIN, d->width);
	add_last_lines(d, str_text(&past), d->layout->n_past * 2);
}

/* Adds the plays of this hand. */
static void add_plays(const struct drawing *d)
{
	AUTO_STR struct str lines = {0};
	if (!d->session->shows_history || !d->layout->n_plays)
		return;
	part_add_plays(d->session, MARGIN, d->width, &lines);
	add_last_lines(d, str_text(&lines), d->layout->n_plays);
	if (lines.length)
		add_air(d);
}

static void add_own_dice(const struct drawing *d)
{
	const struct play_session *session = d->session;
	const struct terminal *terminal = session->terminal;
	const char *dice;
	int n = part_own_dice(session, &dice);
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
	part_add_own_title(session, &title);
	add_styled(d, SHOW_BOLD, title.text);
	str_addf(d->out, "\n%*s", MARGIN, "");
	dice_add(d->out, dice, n, &look);
}

static void draw_intro(const struct drawing *d)
{
	add_header(d, "", false);
	add_air(d);
	part_add_reminder(d->session, MARGIN, d->width, d->out);
	add_air(d);
	part_add_players(d->session, MARGIN, d->width, d->out);
}

static void draw_turn(const struct drawing *d)
{
	AUTO_STR struct str claim = {0};
	add_header(d, d->session->is_open ? "(open)" : "", true);
	drawing_add_players(d);
	add_line(d);
	add_past(d);
	add_plays(d);
	part_add_claim(d->session, &claim);
	part_add_paragraphs(d->out, claim.text, MARGIN, d->width);
	add_own_dice(d);
}

static void draw_showdown(const struct drawing *d)
{
	static const enum dice_size sizes[] = {[DICE_LARGE] = DICE_SMALL, [DICE_SMALL] = DICE_SMALL,
		[DICE_LINE] = DICE_LINE};
	AUTO_STR struct str words = {0};
	add_header(d, family_text_of(d->session->game)->counts_dice ? glyph(d, "· all dice", "- all dice") : "", false);
	add_air(d);
	if (d->layout->is_airy)
		add_plays(d);
	part_add_shown(d->session, sizes[d->layout->dice], d->width, d->out);
	add_air(d);
	part_add_outcome(d->session, &words);
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
	add_styled(d, SHOW_BOLD, str_text(&line));
	str_add(d->out, prompt ? " " : "");
}

/* Uses the most detailed layout that fits. Returns false if not even the smallest fits. */
static bool lay_out_best(const struct play_session *session, enum page page, const char *message, const char *prompt,
			 struct str *out)
{
	struct drawing d = {.session = session, .out = out};
	show_terminal_size(STDOUT_FILENO, &d.width, &d.rows);
	d.width = d.width > LEAST_WIDTH ? d.width - 1 : LEAST_WIDTH;
	for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
		str_clear(out);
		d.layout = &layouts[i];
		lay_out(&d, page, message, prompt);
		if (pages_lines(str_text(out)) < d.rows)
			return true;
	}
	return false;
}

bool play_session_fits(struct play_session *session, enum page page, const char *message, const char *prompt)
{
	AUTO_STR struct str text = {0};
	return lay_out_best(session, page, message, prompt, &text);
}

void play_session_draw(struct play_session *session, enum page page, const char *message, const char *prompt)
{
	AUTO_STR struct str text = {0};
	lay_out_best(session, page, message, prompt, &text);
	terminal_draw(session->terminal, str_text(&text), prompt != NULL);
}
