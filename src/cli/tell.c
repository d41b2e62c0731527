/* tell.c - see tell.h. */
#include "cli/tell.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/show.h"
#include "game/game.h"
#include "store/json.h"

void tale_init(struct tale *tale, const struct tournament *tournament, uint64_t number, bool is_json)
{
	*tale = (struct tale){.tournament = tournament, .number = number, .is_json = is_json};
	tale->has_colour = show_has_colour(STDOUT_FILENO);
	struct game_place place = schedule_game(&tournament->schedule, number);
	tale->rotation = place.rotation;
	schedule_match(&tournament->schedule, place.match, &tale->plan);
	for (int player = 0; player < tournament->schedule.n_seats; player++) {
		int width = show_width(tournament->robots[tale->plan.robot[player]].label);
		if (width > tale->label_width)
			tale->label_width = width;
	}
}

void tale_release(struct tale *tale)
{
	free(tale->hands);
	free(tale->history);
	*tale = (struct tale){0};
}

/* The player in a seat: letters stay with the robots, seats rotate. */
static int player_in(const struct tale *tale, int seat)
{
	return schedule_player(&tale->plan, seat, tale->rotation, tale->tournament->schedule.n_seats);
}

static char letter_of(const struct tale *tale, int seat)
{
	return (char)('A' + player_in(tale, seat));
}

static const char *label_of(const struct tale *tale, int seat)
{
	return tale->tournament->robots[tale->plan.robot[player_in(tale, seat)]].label;
}

/* The strings are the game's, and change as soon as the ask is answered. The first ask of a hand is
 * the one with nothing before it. */
static void remember_ask(struct tale *tale, const char *hands, const char *history)
{
	free(tale->hands);
	free(tale->history);
	tale->hands = mem_strdup(hands);
	tale->history = mem_strdup(history);
}

static void tell_hand(const struct tale *tale, const struct game *game, struct str *out)
{
	const char *names[GAME_MAX_SEATS];
	for (int seat = 0; seat < game->n_seats; seat++)
		names[seat] = label_of(tale, seat);
	game_tell_hand(game, names, out);
}

/* ---- text ------------------------------------------------------------------------------- */

static void text_game(const struct tale *tale, const struct game *game, struct str *out)
{
	AUTO_STR struct str rules = {0};
	rules_to_text(game->rules, &rules);
	str_addf(out, "Game %" PRIu64 " of %" PRIu64 "\n%s\n", tale->number + 1, tale->tournament->schedule.n_games, rules.text);
	for (int seat = 0; seat < game->n_seats; seat++) {
		str_addf(out, "%s%c ", seat ? ", " : "In turn order: ", letter_of(tale, seat));
		json_add_clean(out, label_of(tale, seat));
	}
	str_add(out, "\n");
}

static void add_who(const struct tale *tale, const struct spectacle *s, struct str *out)
{
	const char *label = label_of(tale, s->seat);
	str_addf(out, "  %c ", letter_of(tale, s->seat));
	json_add_clean(out, label);
	str_addf(out, "%*s", tale->label_width - show_width(label), "");
}

/* What a robot printed, set off from what the arena says. */
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

static void text_hand(const struct tale *tale, struct str *out)
{
	AUTO_STR struct str title = {0};
	str_addf(&title, "Hand %d", tale->hand);
	str_add(out, "\n");
	show_add_styled(out, tale->has_colour, SHOW_BOLD, title.text);
	str_add(out, "\n");
}

static void text_answer(const struct tale *tale, const struct spectacle *s, struct str *out)
{
	add_who(tale, s, out);
	str_addf(out, "  %s  [%s]  -> %d ", tale->hands, tale->history, s->play);
	game_play_words(s->game->rules, s->play, out);
	if (s->verdict == VERDICT_ILLEGAL) {
		str_add(out, "  ");
		show_add_styled(out, tale->has_colour, SHOW_RED, "illegal");
	}
	str_add(out, "\n");
	add_output(s->output, out);
}

static void text_fault(const struct tale *tale, const struct spectacle *s, struct str *out)
{
	AUTO_STR struct str what = {0};
	add_who(tale, s, out);
	str_addf(out, "  %s  [%s]  -> ", tale->hands, tale->history);
	str_addf(&what, "%s: ", verdict_name(s->fault->verdict));
	json_add_clean(&what, s->fault->cause);
	show_add_styled(out, tale->has_colour, SHOW_RED, what.text);
	str_add(out, "\n");
	add_output(s->fault->output, out);
}

static void text_showdown(const struct tale *tale, const struct game *game, struct str *out)
{
	str_addf(out, "  All dice: %s  [%s]\n  ", game->view.shown, game->view.history);
	tell_hand(tale, game, out);
	str_add(out, "\n");
}

static void text_over(const struct tale *tale, const struct game *game, struct str *out)
{
	str_add(out, "\nPlaces:\n");
	for (int place = 1; place <= game->n_seats; place++) {
		for (int seat = 0; seat < game->n_seats; seat++) {
			int tied;
			if (game_place(game, seat, &tied) != place)
				continue;
			str_addf(out, "  %d. %c ", place, letter_of(tale, seat));
			json_add_clean(out, label_of(tale, seat));
			str_add(out, tied > 1 ? " (shared)\n" : "\n");
		}
	}
}

static void add_text(const struct tale *tale, const struct spectacle *s, struct str *out)
{
	switch (s->moment) {
	case MOMENT_GAME:
		text_game(tale, s->game, out);
		break;
	case MOMENT_ASK:
		if (!*tale->history)
			text_hand(tale, out);
		break;
	case MOMENT_ANSWER:
		text_answer(tale, s, out);
		break;
	case MOMENT_FAULT:
		text_fault(tale, s, out);
		break;
	case MOMENT_SHOWDOWN:
		text_showdown(tale, s->game, out);
		break;
	case MOMENT_OVER:
		text_over(tale, s->game, out);
		break;
	}
}

/* ---- JSON ------------------------------------------------------------------------------- */

static json_t *json_game(const struct tale *tale, const struct game *game)
{
	AUTO_STR struct str rules = {0};
	rules_to_text(game->rules, &rules);
	json_t *seats = json_array();
	for (int seat = 0; seat < game->n_seats; seat++) {
		const char me[] = {letter_of(tale, seat), '\0'};
		json_array_append_new(seats, json_pack("{s:s, s:o}", "me", me, "robot",
						       json_clean(label_of(tale, seat))));
	}
	return json_pack("{s:s, s:I, s:o, s:o}", "moment", "game", "game", (json_int_t)tale->number + 1, "rules",
			 json_clean(rules.text), "seats", seats);
}

static json_t *json_ask(const struct tale *tale, const struct spectacle *s, const char *moment)
{
	const char me[] = {letter_of(tale, s->seat), '\0'};
	return json_pack("{s:s, s:I, s:s, s:o, s:s, s:s}", "moment", moment, "hand", (json_int_t)tale->hand, "me", me,
			 "robot", json_clean(label_of(tale, s->seat)), "hands", tale->hands, "history", tale->history);
}

static json_t *json_answer(const struct tale *tale, const struct spectacle *s)
{
	AUTO_STR struct str words = {0};
	game_play_words(s->game->rules, s->play, &words);
	json_t *object = json_ask(tale, s, "play");
	json_object_set_new(object, "play", json_integer(s->play));
	json_object_set_new(object, "words", json_string(str_text(&words)));
	json_object_set_new(object, "verdict", json_string(verdict_name(s->verdict)));
	if (*s->output)
		json_object_set_new(object, "output", json_clean(s->output));
	return object;
}

static json_t *json_fault(const struct tale *tale, const struct spectacle *s)
{
	json_t *object = json_ask(tale, s, "fault");
	json_object_set_new(object, "verdict", json_string(verdict_name(s->fault->verdict)));
	json_object_set_new(object, "cause", json_clean(s->fault->cause));
	if (*s->fault->output)
		json_object_set_new(object, "output", json_clean(s->fault->output));
	return object;
}

static json_t *json_showdown(const struct tale *tale, const struct game *game)
{
	AUTO_STR struct str words = {0};
	tell_hand(tale, game, &words);
	int loser = game->last.loser;
	return json_pack("{s:s, s:I, s:s, s:s, s:o, s:o}", "moment", "showdown", "hand", (json_int_t)tale->hand, "hands",
			 game->view.shown, "history", game->view.history, "words", json_clean(str_text(&words)), "loser",
			 loser < 0 ? json_null() : json_clean(label_of(tale, loser)));
}

static json_t *json_over(const struct tale *tale, const struct game *game)
{
	json_t *places = json_array();
	for (int seat = 0; seat < game->n_seats; seat++) {
		int tied, place = game_place(game, seat, &tied);
		json_array_append_new(places, json_pack("{s:o, s:i, s:i}", "robot",
			json_clean(label_of(tale, seat)), "place", place, "sharing", tied));
	}
	return json_pack("{s:s, s:o}", "moment", "over", "places", places);
}

static void add_json(const struct tale *tale, const struct spectacle *s, struct str *out)
{
	json_t *object = NULL;
	switch (s->moment) {
	case MOMENT_GAME:
		object = json_game(tale, s->game);
		break;
	case MOMENT_ANSWER:
		object = json_answer(tale, s);
		break;
	case MOMENT_FAULT:
		object = json_fault(tale, s);
		break;
	case MOMENT_SHOWDOWN:
		object = json_showdown(tale, s->game);
		break;
	case MOMENT_OVER:
		object = json_over(tale, s->game);
		break;
	case MOMENT_ASK: /* told with its answer */
		return;
	}
	AUTO_FREE char *line = json_dumps(object, JSON_COMPACT);
	bug_if(!line);
	json_decref(object);
	str_addf(out, "%s\n", line);
}

bool tale_watch(const struct spectacle *spectacle, void *context)
{
	struct tale *tale = context;
	AUTO_STR struct str text = {0};
	const struct game *game = spectacle->game;
	if (spectacle->moment == MOMENT_ASK) {
		remember_ask(tale, spectacle->hands, spectacle->history);
		tale->hand += !*spectacle->history;
	} else if (spectacle->moment == MOMENT_SHOWDOWN) {
		/* What the observations that follow show, and a fault in one of them. */
		remember_ask(tale, game->view.shown, game->view.history);
	}
	if (tale->is_json)
		add_json(tale, spectacle, &text);
	else
		add_text(tale, spectacle, &text);
	fputs(str_text(&text), stdout);
	return !ferror(stdout);
}
