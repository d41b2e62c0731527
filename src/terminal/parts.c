/* parts.c - parts of the table that look the same on a screen and in text (parts.h). */
#include "terminal/parts.h"

#include <unistd.h>

#include "output/show.h"
#include "terminal/family.h"

enum { GLUE = '\a' }; /* stands for a space at which a line must not be broken */

int part_width_now(void)
{
	int columns, rows;
	show_terminal_size(STDOUT_FILENO, &columns, &rows);
	return columns;
}

void part_add_paragraphs(struct str *out, const char *text, int indent, int width)
{
	AUTO_STR struct str line = {0};
	while (str_next_line(&line, &text)) {
		if (indent + text_width(line.text) < width) /* wrapping would remove the spaces of a line that fits */
			str_addf(out, "%*s%s", line.length ? indent : 0, "", line.text);
		else
			text_add_wrapped(out, line.text, 0, indent, width);
		str_add(out, "\n");
	}
}

void part_add_reminder(const struct play_session *session, int indent, int width, struct str *out)
{
	AUTO_STR struct str rules = {0};
	game_reminder(&session->tournament->rules, session->n_players, &rules);
	part_add_paragraphs(out, rules.text, indent, width);
}

/* Adds "In turn: A Ann, B computer." */
static void add_order(const struct play_session *session, struct str *out)
{
	str_add(out, session->is_drawn ? "Order of play, drawn at random: " : "In turn: ");
	for (int seat = 0; seat < session->n_players; seat++) {
		for (int player = 0; player < session->n_players; player++) {
			if (play_session_seat(session, player) == seat)
				str_addf(out, "%s%c %s", seat ? ", " : "", 'A' + player, session->name[player]);
		}
	}
	str_add(out, ".");
}

void part_add_players(const struct play_session *session, int indent, int width, struct str *out)
{
	AUTO_STR struct str line = {0};
	add_order(session, &line);
	part_add_paragraphs(out, line.text, indent, width);
}

void part_add_intro(const struct play_session *session, struct str *out)
{
	game_reminder(&session->tournament->rules, session->n_players, out);
	add_order(session, out);
	str_add(out, "\n");
}

void part_add_end(const struct play_session *session, int width, struct str *out)
{
	part_add_shown(session, DICE_LINE, width, out);
	part_add_outcome(session, out);
	str_add(out, "\n");
}

void part_add_plays(const struct play_session *session, int indent, int width, struct str *out)
{
	const char *at = session->game->view.history;
	AUTO_STR struct str plays = {0};
	size_t from = out->length;
	int play;
	for (int player; history_next_play(&at, &player, &play);) {
		AUTO_STR struct str words = str_of("%c ", 'A' + player);
		game_play_words(session->game->rules, play, &words);
		for (char *c = words.text; *c; c++)
			*c = *c == ' ' ? GLUE : *c;
		str_addf(&plays, "%s%s", plays.length ? session->terminal->is_utf8 ? " · " : ", " : "", words.text);
	}
	part_add_paragraphs(out, str_text(&plays), indent, width);
	for (size_t i = from; i < out->length; i++)
		if (out->text[i] == GLUE)
			out->text[i] = ' ';
}

void part_add_claim(const struct play_session *session, struct str *out)
{
	const char *names[GAME_MAX_SEATS];
	play_session_names(session, names);
	family_text_of(session->game)->claim(session->game, names, out);
}

void part_add_outcome(const struct play_session *session, struct str *out)
{
	const char *names[GAME_MAX_SEATS];
	play_session_names(session, names);
	game_describe_hand(session->game, names, out);
}

void part_add_own_title(const struct play_session *session, struct str *out)
{
	if (session->reader >= 0)
		str_add(out, "Your dice");
	else
		str_addf(out, "%s (%c), your dice", session->name[session->owner], 'A' + session->owner);
}

void part_add_name(const struct play_session *session, int player, int width, struct str *out)
{
	show_add_fitted(out, session->name[player], width);
}

int part_name_width(const struct play_session *session, int most)
{
	int width = 1;
	for (int player = 0; player < session->n_players; player++)
		if (text_width(session->name[player]) > width)
			width = text_width(session->name[player]);
	return width < most ? width : most;
}

void part_add_shown(const struct play_session *session, enum dice_size size, int width, struct str *out)
{
	const char *at = session->game->view.shown, *dice;
	int name_columns = part_name_width(session, width / 4), n;
	struct dice_look look = {
		.size = size, .is_utf8 = session->terminal->is_utf8, .has_colour = session->terminal->has_colour,
		.marked = family_text_of(session->game)->marks(session->game), .indent = name_columns + 6,
		.width = width,
	};
	for (int player; history_next_entry(&at, &player, &dice, &n);) {
		bool is_shown = n > 0 && dice[0] >= '1' && dice[0] <= '9';
		if (player >= session->n_players || !is_shown)
			continue;
		str_addf(out, "  %c ", 'A' + player);
		part_add_name(session, player, name_columns, out);
		str_add(out, "  ");
		dice_add(out, dice, n, &look);
	}
}

int part_own_dice(const struct play_session *session, const char **dice)
{
	const char *at = session->own_hands;
	int n;
	if (session->owner < 0 || !at)
		return 0;
	for (int player; history_next_entry(&at, &player, dice, &n);)
		if (player == session->owner)
			return **dice == 'x' ? 0 : n; /* the dice are hidden */
	return 0;
}

void part_add_points(const struct play_session *session, int player, struct str *out)
{
	int points = game_points(session->game, play_session_seat(session, player));
	bool is_signed = family_text_of(session->game)->has_signed_points;
	str_addf(out, points && is_signed ? "%+d" : "%d", points);
}

int pages_lines(const char *text)
{
	int n = 0;
	for (; *text; text++)
		n += *text == '\n';
	return n;
}

static const char *next_line(const char *line)
{
	const char *end = strchr(line, '\n');
	return end ? end + 1 : line + strlen(line);
}

/* Returns the end of the page that begins here. */
static const char *page_end(const char *from, int rows)
{
	enum { CONTINUED = 8 };
	const char *line = from, *begun = from;
	for (int n = 0; *line; n++, line = next_line(line)) {
		bool is_continued = strspn(line, " ") >= CONTINUED;
		if (n >= rows && n > 0)
			return is_continued && begun > from ? begun : line;
		begun = is_continued ? begun : line;
	}
	return line;
}

int pages_count(const char *text, int rows)
{
	int n = 0;
	do {
		text = page_end(text, rows);
		n++;
	} while (*text);
	return n;
}

void pages_add(const char *text, int rows, int page, struct str *out)
{
	while (page-- > 0)
		text = page_end(text, rows);
	str_add_n(out, text, (size_t)(page_end(text, rows) - text));
}
