/* replay_text.c - prints a watched game ask by ask on stdout, as text or as a JSON object per line
 * (replay_text.h). */
#include "output/replay_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/mem.h"
#include "game/game.h"
#include "output/fault_words.h"
#include "output/show.h"

void replay_printer_init(struct replay_printer *replay_printer, const struct tournament *tournament, uint64_t number, bool is_json)
{
	*replay_printer = (struct replay_printer){.tournament = tournament, .number = number, .is_json = is_json};
	replay_printer->has_colour = show_has_colour(STDOUT_FILENO);
	struct game_place place = schedule_game(&tournament->schedule, number);
	replay_printer->rotation = place.rotation;
	schedule_match(&tournament->schedule, place.match, &replay_printer->plan);
	for (int player = 0; player < tournament->schedule.n_seats; player++) {
		int width = text_width(tournament->robots[replay_printer->plan.robot[player]].label);
		if (width > replay_printer->label_width)
			replay_printer->label_width = width;
	}
}

void replay_printer_release(struct replay_printer *replay_printer)
{
	free(replay_printer->hands);
	free(replay_printer->history);
	*replay_printer = (struct replay_printer){0};
}

/* The player in a seat: letters stay with the robots, seats rotate. */
static int player_in(const struct replay_printer *replay_printer, int seat)
{
	return schedule_player(&replay_printer->plan, seat, replay_printer->rotation, replay_printer->tournament->schedule.n_seats);
}

static char letter_of(const struct replay_printer *replay_printer, int seat)
{
	return (char)('A' + player_in(replay_printer, seat));
}

static const char *label_of(const struct replay_printer *replay_printer, int seat)
{
	return replay_printer->tournament->robots[replay_printer->plan.robot[player_in(replay_printer, seat)]].label;
}

/* The strings are the game's, and change as soon as the ask is answered. */
static void remember_ask(struct replay_printer *replay_printer, const char *hands, const char *history)
{
	free(replay_printer->hands);
	free(replay_printer->history);
	replay_printer->hands = mem_strdup(hands);
	replay_printer->history = mem_strdup(history);
}

static void describe_hand(const struct replay_printer *replay_printer, const struct game *game, struct str *out)
{
	const char *names[GAME_MAX_SEATS];
	for (int seat = 0; seat < game->n_seats; seat++)
		names[seat] = label_of(replay_printer, seat);
	game_describe_hand(game, names, out);
}

/* ---- text ------------------------------------------------------------------------------- */

static void text_game(const struct replay_printer *replay_printer, const struct game *game, struct str *out)
{
	AUTO_STR struct str rules = {0};
	rules_to_text(game->rules, &rules);
	str_addf(out, "Game %" PRIu64 " of %" PRIu64 "\n%s\n", replay_printer->number + 1,
		 replay_printer->tournament->schedule.n_games, rules.text);
	for (int seat = 0; seat < game->n_seats; seat++) {
		str_addf(out, "%s%c ", seat ? ", " : "In turn order: ", letter_of(replay_printer, seat));
		json_add_clean(out, label_of(replay_printer, seat));
	}
	str_add(out, "\n");
}

static void add_who(const struct replay_printer *replay_printer, const struct spectacle *s, struct str *out)
{
	const char *label = label_of(replay_printer, s->seat);
	str_addf(out, "  %c ", letter_of(replay_printer, s->seat));
	json_add_clean(out, label);
	str_addf(out, "%*s", replay_printer->label_width - text_width(label), "");
}

/* The output of a robot, set apart from the arena's text. */
static void add_output(const char *output, struct str *out)
{
	while (*output) {
		int n = (int)strcspn(output, "\n");
		AUTO_STR struct str line = {0};
		str_add_n(&line, output, (size_t)n);
		str_add(out, "      | ");
		json_add_clean(out, line.text);
		str_add(out, "\n");
		output += n + (output[n] == '\n');
	}
}

static void text_hand(const struct replay_printer *replay_printer, struct str *out)
{
	AUTO_STR struct str title = {0};
	str_addf(&title, "Hand %d", replay_printer->hand);
	str_add(out, "\n");
	show_add_styled(out, replay_printer->has_colour, SHOW_BOLD, title.text);
	str_add(out, "\n");
}

static void text_answer(const struct replay_printer *replay_printer, const struct spectacle *s, struct str *out)
{
	add_who(replay_printer, s, out);
	str_addf(out, "  %s  [%s]  -> %d ", replay_printer->hands, replay_printer->history, s->play);
	game_play_words(s->game->rules, s->play, out);
	if (s->verdict == VERDICT_ILLEGAL) {
		str_add(out, "  ");
		show_add_styled(out, replay_printer->has_colour, SHOW_RED, "illegal");
	}
	str_add(out, "\n");
	add_output(s->output, out);
}

static void text_fault(const struct replay_printer *replay_printer, const struct spectacle *s, struct str *out)
{
	AUTO_STR struct str what = {0};
	add_who(replay_printer, s, out);
	str_addf(out, "  %s  [%s]  -> ", replay_printer->hands, replay_printer->history);
	str_addf(&what, "%s: ", verdict_name(s->fault->verdict));
	json_add_clean(&what, s->fault->cause);
	show_add_styled(out, replay_printer->has_colour, SHOW_RED, what.text);
	str_add(out, "\n");
	add_output(s->fault->output, out);
}

/* The game handles a fault after this event; its cost is known at the next one. */
static void note_fault(struct replay_printer *replay_printer, const struct spectacle *s)
{
	int n_tied;
	if (s->game->need == GAME_NEED_PLAY)
		replay_printer->is_failing = true;
	else if (!game_place(s->game, s->seat, &n_tied)) /* otherwise it has no cost */
		replay_printer->failed_looking |= UINT32_C(1) << s->seat;
}

static void text_cost(struct replay_printer *replay_printer, const struct spectacle *s, struct str *out)
{
	bool has_points = strchr(replay_printer->hands, '@') != NULL;
	if (s->moment == MOMENT_FAULT)
		return;
	if (replay_printer->is_failing && s->moment != MOMENT_SHOWDOWN) { /* which prints it */
		str_add(out, "  ");
		describe_hand(replay_printer, s->game, out);
		str_add(out, "\n");
	}
	for (int seat = 0; seat < s->game->n_seats; seat++) {
		if (!(replay_printer->failed_looking >> seat & 1))
			continue;
		str_add(out, "  ");
		fault_words_looking(label_of(replay_printer, seat), !game_is_in(s->game, seat), has_points, out);
		str_add(out, "\n");
	}
	replay_printer->is_failing = false;
	replay_printer->failed_looking = 0;
}

static void text_showdown(const struct replay_printer *replay_printer, const struct game *game, struct str *out)
{
	str_addf(out, "  All dice: %s  [%s]\n  ", game->view.shown, game->view.history);
	describe_hand(replay_printer, game, out);
	str_add(out, "\n");
}

static void text_over(const struct replay_printer *replay_printer, const struct game *game, struct str *out)
{
	str_add(out, "\nPlaces:\n");
	for (int place = 1; place <= game->n_seats; place++) {
		for (int seat = 0; seat < game->n_seats; seat++) {
			int tied;
			if (game_place(game, seat, &tied) != place)
				continue;
			str_addf(out, "  %d. %c ", place, letter_of(replay_printer, seat));
			json_add_clean(out, label_of(replay_printer, seat));
			str_add(out, tied > 1 ? " (shared)\n" : "\n");
		}
	}
}

static void add_text(const struct replay_printer *replay_printer, const struct spectacle *s, struct str *out)
{
	switch (s->moment) {
	case MOMENT_GAME:
		text_game(replay_printer, s->game, out);
		break;
	case MOMENT_HAND:
		text_hand(replay_printer, out);
		break;
	case MOMENT_ASK: /* printed with its answer */
		break;
	case MOMENT_ANSWER:
		text_answer(replay_printer, s, out);
		break;
	case MOMENT_FAULT:
		text_fault(replay_printer, s, out);
		break;
	case MOMENT_SHOWDOWN:
		text_showdown(replay_printer, s->game, out);
		break;
	case MOMENT_OVER:
		text_over(replay_printer, s->game, out);
		break;
	}
}

/* ---- JSON ------------------------------------------------------------------------------- */

static json_t *json_game(const struct replay_printer *replay_printer, const struct game *game)
{
	AUTO_STR struct str rules = {0};
	rules_to_text(game->rules, &rules);
	json_t *seats = json_array();
	for (int seat = 0; seat < game->n_seats; seat++) {
		const char me[] = {letter_of(replay_printer, seat), '\0'};
		json_array_append_new(seats, json_pack("{s:s, s:o}", "me", me, "robot",
						       json_clean(label_of(replay_printer, seat))));
	}
	return json_pack("{s:s, s:I, s:o, s:o}", "moment", "game", "game", (json_int_t)replay_printer->number + 1, "rules",
			 json_clean(rules.text), "seats", seats);
}

static json_t *json_ask(const struct replay_printer *replay_printer, const struct spectacle *s, const char *moment)
{
	const char me[] = {letter_of(replay_printer, s->seat), '\0'};
	return json_pack("{s:s, s:I, s:s, s:o, s:s, s:s}", "moment", moment, "hand", (json_int_t)replay_printer->hand, "me", me,
			 "robot", json_clean(label_of(replay_printer, s->seat)), "hands", replay_printer->hands, "history",
			 replay_printer->history);
}

static json_t *json_answer(const struct replay_printer *replay_printer, const struct spectacle *s)
{
	AUTO_STR struct str words = {0};
	game_play_words(s->game->rules, s->play, &words);
	json_t *object = json_ask(replay_printer, s, "play");
	json_object_set_new(object, "play", json_integer(s->play));
	json_object_set_new(object, "words", json_string(str_text(&words)));
	json_object_set_new(object, "verdict", json_string(verdict_name(s->verdict)));
	if (*s->output)
		json_object_set_new(object, "output", json_clean(s->output));
	return object;
}

static json_t *json_fault(const struct replay_printer *replay_printer, const struct spectacle *s)
{
	json_t *object = json_ask(replay_printer, s, "fault");
	json_object_set_new(object, "verdict", json_string(verdict_name(s->fault->verdict)));
	json_object_set_new(object, "cause", json_clean(s->fault->cause));
	if (*s->fault->output)
		json_object_set_new(object, "output", json_clean(s->fault->output));
	return object;
}

static json_t *json_showdown(const struct replay_printer *replay_printer, const struct game *game)
{
	AUTO_STR struct str words = {0};
	describe_hand(replay_printer, game, &words);
	int loser = game->last.loser;
	return json_pack("{s:s, s:I, s:s, s:s, s:o, s:o}", "moment", "showdown", "hand", (json_int_t)replay_printer->hand, "hands",
			 game->view.shown, "history", game->view.history, "words", json_clean(str_text(&words)), "loser",
			 loser < 0 ? json_null() : json_clean(label_of(replay_printer, loser)));
}

static json_t *json_over(const struct replay_printer *replay_printer, const struct game *game)
{
	json_t *places = json_array();
	for (int seat = 0; seat < game->n_seats; seat++) {
		int tied, place = game_place(game, seat, &tied);
		json_array_append_new(places, json_pack("{s:o, s:i, s:i}", "robot",
			json_clean(label_of(replay_printer, seat)), "place", place, "sharing", tied));
	}
	return json_pack("{s:s, s:o}", "moment", "over", "places", places);
}

static void add_json(const struct replay_printer *replay_printer, const struct spectacle *s, struct str *out)
{
	json_t *object = NULL;
	switch (s->moment) {
	case MOMENT_GAME:
		object = json_game(replay_printer, s->game);
		break;
	case MOMENT_ANSWER:
		object = json_answer(replay_printer, s);
		break;
	case MOMENT_FAULT:
		object = json_fault(replay_printer, s);
		break;
	case MOMENT_SHOWDOWN:
		object = json_showdown(replay_printer, s->game);
		break;
	case MOMENT_OVER:
		object = json_over(replay_printer, s->game);
		break;
	case MOMENT_HAND: /* in each line */
	case MOMENT_ASK:  /* printed with its answer */
		return;
	}
	AUTO_FREE char *line = json_dumps(object, JSON_COMPACT);
	bug_if(!line);
	json_decref(object);
	str_addf(out, "%s\n", line);
}

bool replay_printer_watch(const struct spectacle *spectacle, void *context)
{
	struct replay_printer *replay_printer = context;
	AUTO_STR struct str text = {0};
	const struct game *game = spectacle->game;
	if (!replay_printer->is_json && (replay_printer->is_failing || replay_printer->failed_looking))
		text_cost(replay_printer, spectacle, &text);
	if (spectacle->moment == MOMENT_FAULT)
		note_fault(replay_printer, spectacle);
	if (spectacle->moment == MOMENT_HAND) {
		replay_printer->hand++;
	} else if (spectacle->moment == MOMENT_ASK) {
		remember_ask(replay_printer, spectacle->hands, spectacle->history);
	} else if (spectacle->moment == MOMENT_SHOWDOWN) {
		/* The strings of the observations that follow, for a fault in one of them. */
		remember_ask(replay_printer, game->view.shown, game->view.history);
	}
	if (replay_printer->is_json)
		add_json(replay_printer, spectacle, &text);
	else
		add_text(replay_printer, spectacle, &text);
	fputs(str_text(&text), stdout);
	return !ferror(stdout);
}
