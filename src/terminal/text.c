/* text.c - see text.h. */
#include "terminal/text.h"

#include <stdio.h>
#include <string.h>

#include "output/show.h"
#include "terminal/family.h"
#include "terminal/parts.h"

static void print(const struct str *text)
{
	fputs(str_text(text), stdout);
}

/* ---- as it happens ----------------------------------------------------------------------- */

void text_intro(const struct sitting *sitting)
{
	AUTO_STR struct str text = {0};
	part_add_reminder(sitting, 0, part_width_now(), &text);
	part_add_players(sitting, 0, part_width_now(), &text);
	print(&text);
}

/* "A 5, B 4": what everybody has left. */
static void add_stakes(const struct sitting *sitting, struct str *out)
{
	int n = 0;
	for (int player = 0; player < sitting->n_players; player++) {
		int seat = sitting_seat(sitting, player);
		if (!sitting_is_in(sitting, player))
			continue;
		str_addf(out, "%s%c ", n++ ? "; " : "", 'A' + player);
		if (lore_of(sitting->game)->counts_dice)
			str_addf(out, "%d", game_dice_left(sitting->game, seat));
		if (sitting_has_points(sitting)) {
			str_add(out, lore_of(sitting->game)->counts_dice ? ", points " : "");
			part_add_points(sitting, player, out);
		}
	}
}

/* Everybody's dice, where the game is played in the open. */
static void add_open_dice(const struct sitting *sitting, struct str *out)
{
	for (int player = 0; player < sitting->n_players; player++) {
		uint8_t dice[GAME_MAX_DICE];
		int n = game_dice(sitting->game, sitting_seat(sitting, player), dice);
		if (!sitting_is_in(sitting, player))
			continue;
		str_addf(out, "  %c %s:", 'A' + player, sitting->name[player]);
		for (int i = 0; i < n; i++)
			str_addf(out, " %d", dice[i]);
		str_add(out, "\n");
	}
}

void text_hand(const struct sitting *sitting)
{
	AUTO_STR struct str text = {0}, title = {0}, line = {0};
	str_addf(&title, "Hand %d", sitting->hand);
	str_add(&text, "\n");
	show_add_styled(&text, sitting->terminal->has_colour, SHOW_BOLD, title.text);
	str_add(&line, lore_of(sitting->game)->counts_dice ? ": dice " : ": points ");
	add_stakes(sitting, &line);
	str_addf(&text, "%s\n", line.text);
	if (sitting->is_open)
		add_open_dice(sitting, &text);
	print(&text);
}

void text_play(const struct sitting *sitting, int player, int play)
{
	AUTO_STR struct str text = {0};
	str_addf(&text, "  %c %s: ", 'A' + player, player < sitting->n_players ? sitting->name[player] : "?");
	game_play_words(sitting->game->rules, play, &text);
	str_add(&text, "\n");
	print(&text);
}

void text_turn(const struct sitting *sitting)
{
	AUTO_STR struct str text = {0}, claim = {0}, title = {0};
	const char *dice;
	int n = part_own_dice(sitting, &dice);
	struct dice_look look = {
		.size = sitting->terminal->has_art ? DICE_SMALL : DICE_LINE, .is_utf8 = sitting->terminal->is_utf8,
		.has_colour = sitting->terminal->has_colour, .indent = 2, .width = part_width_now(),
	};
	part_add_claim(sitting, &claim);
	part_add_paragraphs(&text, claim.text, 0, part_width_now());
	if (n == 0) { /* none, or none that may be looked at now */
		print(&text);
		return;
	}
	str_addf(&title, "%s (%c), your dice:", sitting->name[sitting->owner], 'A' + sitting->owner);
	show_add_styled(&text, sitting->terminal->has_colour, SHOW_BOLD, title.text);
	str_add(&text, look.size == DICE_LINE ? " " : "\n  ");
	look.indent = look.size == DICE_LINE ? text_width(title.text) + 1 : 2;
	dice_add(&text, dice, n, &look);
	print(&text);
}

void text_history(const struct sitting *sitting)
{
	AUTO_STR struct str text = {0};
	part_add_paragraphs(&text, str_text(&sitting->past), 2, part_width_now());
	str_addf(&text, "  Hand %d:%s\n", sitting->hand, *sitting->game->view.history ? "" : " nothing yet");
	part_add_plays(sitting, 2, part_width_now(), &text);
	print(&text);
}

void text_showdown(const struct sitting *sitting)
{
	AUTO_STR struct str text = {0}, words = {0};
	bool has_marks = lore_of(sitting->game)->marks(sitting->game) != 0;
	str_add(&text, lore_of(sitting->game)->counts_dice ? "All dice" : "Shown");
	str_add(&text, has_marks && !sitting->terminal->has_art ? ", those that count in brackets:\n" : ":\n");
	part_add_shown(sitting, sitting->terminal->has_art ? DICE_SMALL : DICE_LINE, part_width_now(), &text);
	part_add_outcome(sitting, &words);
	part_add_paragraphs(&text, words.text, 0, part_width_now());
	print(&text);
}

void text_note_hand(struct sitting *sitting)
{
	str_addf(&sitting->past, "Hand %d: ", sitting->hand);
	part_add_outcome(sitting, &sitting->past);
	str_add(&sitting->past, "\n");
}

/* ---- the result -------------------------------------------------------------------------- */

/* The players in this place, "Ann and Bob"; how many. */
static int add_placed(const struct sitting *sitting, int place, struct str *out)
{
	int n = 0, tied = 0, here;
	for (int player = 0; player < sitting->n_players; player++) {
		if (game_place(sitting->game, sitting_seat(sitting, player), &here) != place)
			continue;
		tied = here;
		str_addf(out, "%s%s", n == 0 ? "" : n + 1 == tied ? " and " : ", ", sitting->name[player]);
		n++;
	}
	return n;
}

static void add_places(const struct sitting *sitting, struct str *out)
{
	AUTO_STR struct str line = {0};
	str_add(&line, "Places:");
	for (int place = 1, n; place <= sitting->n_players; place++) {
		AUTO_STR struct str names = {0};
		n = add_placed(sitting, place, &names);
		if (n)
			str_addf(&line, "%s %d. %s", place > 1 ? "," : "", place, names.text);
	}
	part_add_paragraphs(out, line.text, 2, part_width_now());
}

static bool has_changed(const struct score *score)
{
	for (int i = 1; i < score->n_rows; i++)
		if (memcmp(score->rows[i].value, score->rows[0].value, sizeof score->rows[0].value) != 0)
			return true;
	return false;
}

void text_result(const struct sitting *sitting)
{
	AUTO_STR struct str text = {0}, winner = {0}, title = {0};
	const char *last = str_text(&sitting->past), *newline;
	while ((newline = strchr(last, '\n')) && newline[1])
		last = newline + 1;
	if (sitting->terminal->is_screen || sitting->is_running) /* not to be seen any more, or never */
		part_add_paragraphs(&text, last, 0, part_width_now());
	int n = add_placed(sitting, 1, &winner);
	str_addf(&title, n == 1 ? "%s wins" : "%s share the first place", winner.text);
	str_add(&text, "\n");
	show_add_styled(&text, sitting->terminal->has_colour, SHOW_BOLD, title.text);
	str_addf(&text, " after %d hand%s.\n", sitting->hand, sitting->hand == 1 ? "" : "s");
	if (sitting->n_players > 2)
		add_places(sitting, &text);
	if (has_changed(&sitting->score)) {
		const char *const *names = (const char *const *)sitting->name;
		str_addf(&text, "\n%s after each hand:\n", sitting->score.is_points ? "Points" : "Dice");
		score_table(&sitting->score, names, part_width_now(), sitting->terminal->has_colour, &text);
	}
	print(&text);
}
