/* parts.c - see parts.h. */
#include "terminal/parts.h"

#include <string.h>
#include <unistd.h>

#include "output/show.h"
#include "terminal/family.h"

enum { GLUE = '\a' }; /* a blank at which no line ends, until it is wrapped */

int part_width_now(void)
{
	int columns, rows;
	show_terminal_size(STDOUT_FILENO, &columns, &rows);
	return columns;
}

void part_add_paragraphs(struct str *out, const char *text, int indent, int width)
{
	while (*text) {
		AUTO_STR struct str line = {0};
		size_t n = strcspn(text, "\n");
		str_add_n(&line, text, n);
		text_add_wrapped(out, line.text, 0, indent, width);
		str_add(out, "\n");
		text += n + (text[n] == '\n');
	}
}

void part_add_reminder(const struct sitting *sitting, int indent, int width, struct str *out)
{
	AUTO_STR struct str rules = {0};
	game_reminder(&sitting->tournament->rules, sitting->n_players, &rules);
	part_add_paragraphs(out, rules.text, indent, width);
}

void part_add_players(const struct sitting *sitting, int indent, int width, struct str *out)
{
	AUTO_STR struct str line = {0};
	str_add(&line, "In turn: ");
	for (int seat = 0; seat < sitting->n_players; seat++) {
		for (int player = 0; player < sitting->n_players; player++) {
			if (sitting_seat(sitting, player) == seat)
				str_addf(&line, "%s%c %s", seat ? ", " : "", 'A' + player, sitting->name[player]);
		}
	}
	str_add(&line, ".");
	part_add_paragraphs(out, line.text, indent, width);
}

void part_add_plays(const struct sitting *sitting, int indent, int width, struct str *out)
{
	const char *at = sitting->game->view.history;
	AUTO_STR struct str plays = {0};
	size_t from = out->length;
	int play;
	for (int player; table_next_play(&at, &player, &play);) {
		AUTO_STR struct str words = {0};
		str_addf(&words, "%c ", 'A' + player);
		game_play_words(sitting->game->rules, play, &words);
		for (char *c = words.text; *c; c++)
			*c = *c == ' ' ? GLUE : *c;
		str_addf(&plays, "%s%s", plays.length ? sitting->terminal->is_utf8 ? " · " : ", " : "", words.text);
	}
	part_add_paragraphs(out, str_text(&plays), indent, width);
	for (size_t i = from; i < out->length; i++)
		if (out->text[i] == GLUE)
			out->text[i] = ' ';
}

void part_add_claim(const struct sitting *sitting, struct str *out)
{
	const char *names[GAME_MAX_SEATS];
	sitting_names(sitting, names);
	lore_of(sitting->game)->claim(sitting->game, names, out);
}

void part_add_outcome(const struct sitting *sitting, struct str *out)
{
	const char *names[GAME_MAX_SEATS];
	sitting_names(sitting, names);
	game_tell_hand(sitting->game, names, out);
}

void part_add_name(const struct sitting *sitting, int player, int width, struct str *out)
{
	const char *name = sitting->name[player], *end = name;
	if (text_width(name) <= width) {
		str_addf(out, "%s%*s", name, width - text_width(name), "");
		return;
	}
	for (int n = 0; n < width; n++) /* whole characters of UTF-8 */
		for (end++; ((unsigned char)*end & 0xc0) == 0x80; end++)
			;
	str_add_n(out, name, (size_t)(end - name));
}

int part_name_width(const struct sitting *sitting, int most)
{
	int width = 1;
	for (int player = 0; player < sitting->n_players; player++)
		if (text_width(sitting->name[player]) > width)
			width = text_width(sitting->name[player]);
	return width < most ? width : most;
}

void part_add_shown(const struct sitting *sitting, enum dice_size size, int width, struct str *out)
{
	const char *at = sitting->game->view.shown, *dice;
	int name_columns = part_name_width(sitting, width / 4), n;
	struct dice_look look = {
		.size = size, .is_utf8 = sitting->terminal->is_utf8, .has_colour = sitting->terminal->has_colour,
		.marked = lore_of(sitting->game)->marks(sitting->game), .indent = name_columns + 6, .width = width,
	};
	for (int player; table_next_entry(&at, &player, &dice, &n);) {
		bool is_shown = n > 0 && dice[0] >= '1' && dice[0] <= '9';
		if (player >= sitting->n_players || !is_shown)
			continue;
		str_addf(out, "  %c ", 'A' + player);
		part_add_name(sitting, player, name_columns, out);
		str_add(out, "  ");
		dice_add(out, dice, n, &look);
	}
}

int part_own_dice(const struct sitting *sitting, const char **dice)
{
	const char *at = sitting->own_hands;
	int n;
	if (sitting->owner < 0 || !at)
		return 0;
	for (int player; table_next_entry(&at, &player, dice, &n);)
		if (player == sitting->owner)
			return **dice == 'x' ? 0 : n; /* under the cup */
	return 0;
}

void part_add_points(const struct sitting *sitting, int player, struct str *out)
{
	int points = game_points(sitting->game, sitting_seat(sitting, player));
	bool is_signed = lore_of(sitting->game)->has_signed_points;
	str_addf(out, points && is_signed ? "%+d" : "%d", points);
}
