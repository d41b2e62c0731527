/* text.c - a game as text: a line for each hand, written when the hand ends and is still in the cache. */

#include "output/game_record/forms.h"

static void add_places(const struct game_record *log, struct str *out)
{
	str_add_int(out, (long long)log->number + 1);
	str_add(out, " ends: ");
	bool is_first = true;
	for (int place = 1; place <= log->n_seats; place++) {
		for (int seat = 0; seat < log->n_seats; seat++) {
			if (log->places[seat] != place)
				continue;
			if (!is_first)
				str_add(out, ", ");
			str_add_int(out, place);
			str_add(out, ". ");
			str_add_char(out, log->letter[seat]);
			if (log->n_tied[seat] > 1)
				str_add(out, " (shared)");
			is_first = false;
		}
	}
	str_add(out, "\n");
}

/* Adds "17.3  ", the numbers of the game and of the hand in it. */
static void add_number(const struct game_record *log, int hand, struct str *out)
{
	str_add_int(out, (long long)log->number + 1);
	str_add(out, ".");
	str_add_int(out, hand);
	str_add(out, "  ");
}

/* Adds a hand. Reads the strings of the game, because a record would have to copy them first. */
static void add_shown_hand(const struct game_record *log, const struct game *game, struct str *out)
{
	add_number(log, (int)game->hand, out);
	str_add(out, game->view.shown);
	str_add(out, "  [");
	str_add_n(out, game->view.history, game->history_length);
	str_add(out, "]  ");
	game_describe_hand(game, log->name, out);
	str_add(out, "\n");
}

/* Adds a hand that a fault ended before a showdown. */
static void add_broken_hand(const struct game_record *log, struct str *out)
{
	const struct game_record_hand *hand = &log->hands[0];
	add_number(log, log->n_forgotten + 1, out);
	str_add(out, game_record_text(log, hand->hands));
	str_add(out, "  [");
	str_add_n(out, game_record_text(log, hand->history), hand->history_length);
	str_add(out, "]  ");
	str_add_n(out, game_record_text(log, hand->words), hand->words_length);
	str_add(out, "\n");
}

void game_record_add_failed_looking(const char *name, bool is_out, bool has_points, struct str *out)
{
	str_addf(out, "%s crashed or ran out of time when the dice were shown", name);
	if (is_out)
		str_add(out, " and is out of the game.");
	else
		str_addf(out, ": %s loses a %s.", name, has_points ? "point" : "die");
}

static void add_failed_looking(const struct game_record *log, const struct game *game, struct str *out)
{
	const struct game_record_hand *hand = &log->hands[0];
	bool has_points = strchr(game->view.shown, '@') != NULL;
	for (int seat = 0; seat < log->n_seats; seat++) {
		const char name[] = {log->letter[seat], '\0'};
		if (!(hand->failed_looking >> seat & 1))
			continue;
		add_number(log, log->n_forgotten + 1, out);
		game_record_add_failed_looking(name, hand->expelled >> seat & 1, has_points, out);
		str_add(out, "\n");
	}
}

static void end_hand(struct game_record *log, const struct watch_event *s, struct str *out)
{
	game_record_settle(log, s);
	if (log->n_hands && log->hands[0].is_broken)
		add_broken_hand(log, out);
	if (log->n_hands && log->hands[0].failed_looking)
		add_failed_looking(log, s->game, out);
}

static void add_seats(const struct game_record_setting *setting, const struct game_record *log,
		      const struct match_plan *plan, struct str *out)
{
	str_add_int(out, (long long)log->number + 1);
	str_add(out, " begins: ");
	for (int seat = 0; seat < log->n_seats; seat++) {
		if (seat)
			str_add(out, ", ");
		str_addf(out, "%c %s", log->letter[seat], setting->titles[plan->robot[game_record_player(log, seat)]]);
	}
	str_add(out, "\n");
}

/* The record of a hand is used only if a fault ends the hand, and only for the dice with which it began. In Mäxchen it
 * must be made when the hand begins, because dice are rolled again within the hand. */
enum events_shown game_record_shown_as_text(const struct rules *rules)
{
	return rules->family->n_dice_on_table ? SHOW_HANDS : SHOW_SHOWDOWNS;
}

void game_record_watch_as_text(const struct game_record_setting *setting, struct game_record *log,
			       const struct watch_event *s, struct str *out)
{
	if (s->kind == WATCH_SHOWDOWN) {
		game_record_settle(log, s);
		add_shown_hand(log, s->game, out);
		return;
	}
	if (s->kind == WATCH_FAULT && log->n_hands == 0) /* the first fault of the game, before which no hand was
	                                                  * shown */
		game_record_watch(log, &(struct watch_event){.kind = WATCH_HAND, .game = s->game, .seat = s->seat});
	if (s->kind == WATCH_HAND || s->kind == WATCH_OVER)
		end_hand(log, s, out);
	game_record_watch(log, s);
	if (s->kind == WATCH_GAME) {
		str_clear(out);
		add_seats(setting, log, s->plan, out);
	} else if (s->kind == WATCH_OVER) {
		add_places(log, out);
	}
}
