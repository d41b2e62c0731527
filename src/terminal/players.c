/* players.c - see draw.h: the players on the screen, and how things are drawn there. */
#include "output/show.h"
#include "terminal/draw.h"
#include "terminal/family.h"
#include "terminal/parts.h"

const char *drawing_glyph(const struct drawing *d, const char *unicode, const char *ascii)
{
	return d->play_session->terminal->is_utf8 ? unicode : ascii;
}

void drawing_add_styled(const struct drawing *d, const char *style, const char *text)
{
	show_add_styled(d->out, d->play_session->terminal->has_colour, style, text);
}

/* The text beside a name: remaining dice or points, and the last play or state. */
struct players_row {
	struct str odds, status;
};

static void add_odds(const struct drawing *d, int player, struct str *out)
{
	const struct play_session *play_session = d->play_session;
	uint8_t dice[GAME_MAX_DICE];
	int seat = play_session_seat(play_session, player), n = game_dice_left(play_session->game, seat);
	bool counts_dice = family_text_of(play_session->game)->counts_dice;
	if (counts_dice)
		str_addf(out, "%2d", n);
	if (play_session->is_open) {
		n = game_dice(play_session->game, seat, dice);
		for (int i = 0; i < n; i++)
			str_addf(out, "%s%d", i ? "" : " ", dice[i]);
	} else if (counts_dice && n <= 6 && !d->layout->is_compact && d->width >= 60) {
		for (int i = 0; i < n; i++)
			str_addf(out, "%s%s", i ? "" : " ", drawing_glyph(d, "▪", "*"));
	}
	if (play_session_has_points(play_session)) {
		str_add(out, counts_dice ? "  " : "");
		part_add_points(play_session, player, out);
	}
}

static void add_status(const struct drawing *d, int player, struct str *out)
{
	const struct play_session *play_session = d->play_session;
	const char *at = play_session->game->view.history;
	int play = 0, last = 0, tied;
	bool has_played = false;
	for (int who; history_next_play(&at, &who, &play);) {
		if (who == player) {
			has_played = true;
			last = play;
		}
	}
	int place = game_place(play_session->game, play_session_seat(play_session, player), &tied);
	if (!play_session_is_in(play_session, player))
		str_addf(out, "out, place %d", place);
	else if (play_session->turn == player && !play_session->is_human[player])
		str_add(out, drawing_glyph(d, "…", "..."));
	else if (has_played && d->layout->is_compact)
		str_addf(out, "%d", last);
	else if (has_played)
		game_play_words(play_session->game->rules, last, out);
}

/* One player: "▸ A Ann   5 ▪▪▪▪▪   three fours", padded to `width` if that is not 0. */
static void add_player(const struct drawing *d, int player, const struct players_row *row, int odds_width, int width)
{
	const struct play_session *play_session = d->play_session;
	bool is_turn = play_session->turn == player;
	AUTO_STR struct str line = str_of(" %s %c ", is_turn ? drawing_glyph(d, "▸", ">") : " ", 'A' + player);
	part_add_name(play_session, player, part_name_width(play_session, d->layout->is_compact ? 8 : d->width / 4), &line);
	str_addf(&line, " %s%*s  %s", str_text(&row->odds), odds_width - text_width(str_text(&row->odds)), "",
		 str_text(&row->status));
	if (width > text_width(line.text))
		str_addf(&line, "%*s", width - text_width(line.text), "");
	if (is_turn || !play_session_is_in(play_session, player))
		drawing_add_styled(d, is_turn ? SHOW_BOLD : SHOW_DIM, line.text);
	else
		str_add(d->out, line.text);
}

void drawing_add_players(const struct drawing *d)
{
	struct players_row rows[GAME_MAX_SEATS] = {0};
	int n = d->play_session->n_players, odds_width = 0, status_width = 0;
	for (int player = 0; player < n; player++) {
		struct players_row *row = &rows[player];
		if (play_session_is_in(d->play_session, player))
			add_odds(d, player, &row->odds);
		add_status(d, player, &row->status);
		int odds = text_width(str_text(&row->odds)), status = text_width(str_text(&row->status));
		odds_width = odds > odds_width ? odds : odds_width;
		status_width = status > status_width ? status : status_width;
	}
	int cell = 5 + part_name_width(d->play_session, 8) + 1 + odds_width + 2 + (status_width < 5 ? 5 : status_width);
	int per_line = d->layout->is_compact && cell < d->width ? d->width / cell : 1;
	for (int player = 0; player < n; player++) {
		bool is_last = player % per_line == per_line - 1 || player == n - 1;
		add_player(d, player, &rows[player], odds_width, is_last ? 0 : cell);
		str_add(d->out, is_last ? "\n" : "");
		str_release(&rows[player].odds);
		str_release(&rows[player].status);
	}
}
