/* text.c - the table as lines of text (draw.h), and the table of scores. */
#include "terminal/draw.h"

#include <stdio.h>

#include "game/words.h"
#include "output/show.h"
#include "terminal/family.h"
#include "terminal/parts.h"
#include "terminal/play_session.h"

static void print(const struct str *text)
{
	fputs(str_text(text), stdout);
}

void plain_intro(const struct play_session *session)
{
	AUTO_STR struct str text = {0};
	part_add_reminder(session, 0, part_width_now(), &text);
	part_add_players(session, 0, part_width_now(), &text);
	print(&text);
}

/* Adds the remaining dice or points of each player: "A 5, B 4". */
static void add_odds(const struct play_session *session, struct str *out)
{
	int n = 0;
	for (int player = 0; player < session->n_players; player++) {
		int seat = play_session_seat(session, player);
		if (!play_session_is_in(session, player))
			continue;
		str_addf(out, "%s%c ", n++ ? "; " : "", 'A' + player);
		if (family_text_of(session->game)->counts_dice)
			str_addf(out, "%d", game_dice_left(session->game, seat));
		if (session->score.is_points) {
			str_add(out, family_text_of(session->game)->counts_dice ? ", points " : "");
			part_add_points(session, player, out);
		}
	}
}

/* Adds the dice of all players, with --open. */
static void add_open_dice(const struct play_session *session, struct str *out)
{
	for (int player = 0; player < session->n_players; player++) {
		uint8_t dice[GAME_MAX_DICE];
		int n = game_dice(session->game, play_session_seat(session, player), dice);
		if (!play_session_is_in(session, player))
			continue;
		str_addf(out, "  %c %s:", 'A' + player, session->name[player]);
		for (int i = 0; i < n; i++)
			str_addf(out, " %d", dice[i]);
		str_add(out, "\n");
	}
}

void plain_hand(const struct play_session *session)
{
	AUTO_STR struct str text = {0}, title = {0}, line = {0};
	str_addf(&title, "Hand %d", session->hand);
	str_add(&text, "\n");
	show_add_styled(&text, session->terminal->has_colour, SHOW_BOLD, title.text);
	str_add(&line, family_text_of(session->game)->counts_dice ? ": dice " : ": points ");
	add_odds(session, &line);
	str_addf(&text, "%s\n", line.text);
	if (session->is_open)
		add_open_dice(session, &text);
	print(&text);
}

void plain_play(const struct play_session *session, int player, int play)
{
	AUTO_STR struct str text = str_of("  %c %s: ", 'A' + player,
		player < session->n_players ? session->name[player] : "?");
	game_play_words(session->game->rules, play, &text);
	str_add(&text, "\n");
	print(&text);
}

void plain_turn(const struct play_session *session)
{
	AUTO_STR struct str text = {0}, claim = {0}, title = {0};
	const char *dice;
	int n = part_own_dice(session, &dice);
	struct dice_look look = {
		.size = session->terminal->has_art ? DICE_SMALL : DICE_LINE, .is_utf8 = session->terminal->is_utf8,
		.has_colour = session->terminal->has_colour, .indent = 2, .width = part_width_now(),
	};
	part_add_claim(session, &claim);
	part_add_paragraphs(&text, claim.text, 0, part_width_now());
	if (n == 0) { /* the person has no dice, or they may not be shown now */
		print(&text);
		return;
	}
	part_add_own_title(session, &title);
	str_add(&title, ":");
	show_add_styled(&text, session->terminal->has_colour, SHOW_BOLD, title.text);
	str_add(&text, look.size == DICE_LINE ? " " : "\n  ");
	look.indent = look.size == DICE_LINE ? text_width(title.text) + 1 : 2;
	dice_add(&text, dice, n, &look);
	print(&text);
}

void plain_history(const struct play_session *session)
{
	AUTO_STR struct str text = {0};
	part_add_paragraphs(&text, str_text(&session->past), 2, part_width_now());
	str_addf(&text, "  Hand %d:%s\n", session->hand, *session->game->view.history ? "" : " nothing yet");
	part_add_plays(session, 2, part_width_now(), &text);
	print(&text);
}

void plain_showdown(const struct play_session *session)
{
	AUTO_STR struct str text = {0}, words = {0};
	bool has_marks = family_text_of(session->game)->marks(session->game) != 0;
	str_add(&text, family_text_of(session->game)->counts_dice ? "All dice" : "Shown");
	str_add(&text, has_marks && !session->terminal->has_art ? ", those that count in brackets:\n" : ":\n");
	part_add_shown(session, session->terminal->has_art ? DICE_SMALL : DICE_LINE, part_width_now(), &text);
	part_add_outcome(session, &words);
	part_add_paragraphs(&text, words.text, 0, part_width_now());
	print(&text);
}

void plain_note_hand(struct play_session *session)
{
	str_addf(&session->past, "Hand %d: ", session->hand);
	part_add_outcome(session, &session->past);
	str_add(&session->past, "\n");
}

/* Adds the players in this place, "Ann and Bob". Returns their number. */
static int add_placed(const struct play_session *session, int place, struct str *out)
{
	int n = 0, tied = 0, here;
	for (int player = 0; player < session->n_players; player++) {
		if (game_place(session->game, play_session_seat(session, player), &here) != place)
			continue;
		tied = here;
		str_add(out, n == 0 ? "" : n + 1 == tied ? " and " : ", ");
		bool is_reader = player == session->reader;
		person_add(out, is_reader ? NULL : session->name[player],
			   n == 0 && place == 1 ? PERSON_FIRST : PERSON_WITHIN);
		n++;
	}
	return n;
}

static void add_places(const struct play_session *session, struct str *out)
{
	AUTO_STR struct str line = str_of("Places:");
	for (int place = 1, n; place <= session->n_players; place++) {
		AUTO_STR struct str names = {0};
		n = add_placed(session, place, &names);
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

/* Returns true if one person won alone. */
static bool has_person_won(const struct play_session *session)
{
	for (int player = 0, tied; player < session->n_players; player++)
		if (game_place(session->game, play_session_seat(session, player), &tied) == 1 && tied == 1)
			return session->is_human[player];
	return false;
}

/* Adds "Ann and Bob share the first place", "You win". */
static void add_winner(const struct play_session *session, struct str *out)
{
	AUTO_STR struct str names = {0};
	int n = add_placed(session, 1, &names);
	bool is_reader = session->reader >= 0 && has_person_won(session);
	if (is_reader)
		str_add(out, "You win");
	else
		str_addf(out, n > 1 ? "%s share the first place" : "%s wins", names.text);
}

/* Adds the winner's name between two lines of the same width, on a terminal. */
static void add_banner(const struct play_session *session, const char *words, struct str *out)
{
	const struct terminal *terminal = session->terminal;
	const char *star = terminal->is_utf8 ? "★" : "*", *dash = terminal->is_utf8 ? "═" : "=";
	AUTO_STR struct str line = {0}, title = {0};
	str_addf(&title, "%s %s! %s", star, words, star);
	int width = text_width(title.text), most = part_width_now() - 4;
	for (int i = 0; i < (width < most ? width : most); i++)
		str_add(&line, dash);
	str_addf(out, "\n  %s\n  ", str_text(&line));
	show_add_styled(out, terminal->has_colour, SHOW_BOLD, title.text);
	str_addf(out, "\n  %s\n", str_text(&line));
}

void plain_result(const struct play_session *session)
{
	AUTO_STR struct str text = {0}, winner = {0};
	const char *last = str_text(&session->past), *newline;
	while ((newline = strchr(last, '\n')) && newline[1])
		last = newline + 1;
	if (session->terminal->is_screen || session->is_running) /* the text is no longer on the terminal, or was never
	                                                          * shown */
		part_add_paragraphs(&text, last, 0, part_width_now());
	add_winner(session, &winner);
	if (session->terminal->has_art)
		add_banner(session, winner.text, &text);
	str_add(&text, "\n");
	show_add_styled(&text, session->terminal->has_colour, SHOW_BOLD, winner.text);
	str_addf(&text, " after %d hand%s.\n", session->hand, session->hand == 1 ? "" : "s");
	if (has_person_won(session))
		str_add(&text, "Congratulations!\n");
	if (session->n_players > 2)
		add_places(session, &text);
	if (has_changed(&session->score)) {
		const char *const *names = (const char *const *)session->name;
		str_addf(&text, "\n%s after each hand:\n", session->score.is_points ? "Points" : "Dice");
		score_table(&session->score, names, part_width_now(), session->terminal->has_colour, &text);
	}
	print(&text);
}

void score_release(struct score *score)
{
	free(score->rows);
	*score = (struct score){0};
}

struct score_row *score_row(struct score *score, int hand)
{
	if (score->n_rows == 0 || score->rows[score->n_rows - 1].hand != hand) {
		*MEM_APPEND(score->rows, score->n_rows) = (struct score_row){.hand = hand};
	}
	return &score->rows[score->n_rows - 1];
}

static void add_cell(const struct score *score, struct table *table, int row, int player)
{
	const struct score_row *now = &score->rows[row];
	bool is_out = now->out >> player & 1;
	bool was_out = row > 0 && score->rows[row - 1].out >> player & 1;
	if (was_out)
		table_cells(table, "%s", "");
	else if (is_out)
		table_cells(table, "out");
	else
		table_cells(table, score->is_signed && now->value[player] ? "%+d" : "%d", now->value[player]);
}

void score_table(const struct score *score, const char *const *names, int width, bool has_colour, struct str *out)
{
	AUTO_TABLE struct table table = {.max_width = width, .n_keys = 1};
	table_column(&table, "hand", false);
	for (int player = 0; player < score->n_players; player++) {
		AUTO_STR struct str title = str_of("%c %s", 'A' + player, names[player]);
		table_column(&table, title.text, true);
	}
	for (int row = 0; row < score->n_rows; row++) {
		if (score->rows[row].hand)
			table_cells(&table, "%d", score->rows[row].hand);
		else
			table_cells(&table, "start");
		for (int player = 0; player < score->n_players; player++)
			add_cell(score, &table, row, player);
	}
	table_text(&table, has_colour, out);
}
