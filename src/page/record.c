/* record.c - a watched game as an object of JSON, from which the page of `arena report` plays it back (record.h).
 *
 * A game:  number (from 1), seats, hands, places, plays
 *   seat:  me, robot (index in the run)
 *   place: by seat: [place, how many share it]
 *   hand:  dice (by seat: the dice as digits, "" for none), left and points (by seat, before it), in (by
 *          seat: 1 or 0), steps, history (all of it), end
 *   step:  seat, at (how much of the hand's history there was), hands (as the robot was told), and play,
 *          words, verdict; or, of a fault, verdict and cause; output when it printed something; truth
 *          (output/truth.h) of the bid that the answer put on the table
 *   end:   words, loser (a seat or -1), delta (by seat), shown (all dice), face and wild (what counted for
 *          the bid; 0 for nothing) */
#include "page/record.h"

#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "game/game.h"
#include "output/truth.h"

enum { OUTPUT_MOST = 2000 }; /* bytes of what a robot printed at an ask that go into the page */

void record_release(struct record *record)
{
	json_decref(record->json);
	*record = (struct record){0};
}

void recorder_release(struct recorder *recorder)
{
	record_release(&recorder->record);
}

static int player_in(const struct recorder *recorder, int seat)
{
	return schedule_player(&recorder->plan, seat, recorder->rotation, recorder->tournament->schedule.n_seats);
}

static int robot_in(const struct recorder *recorder, int seat)
{
	return recorder->plan.robot[player_in(recorder, seat)];
}

static json_t *by_seat(const struct game *game, int (*value)(const struct game *game, int seat))
{
	json_t *list = json_array();
	for (int seat = 0; seat < game->n_seats; seat++)
		json_array_append_new(list, json_integer(value(game, seat)));
	return list;
}

static int is_in(const struct game *game, int seat)
{
	return game_is_in(game, seat);
}

static json_t *all_dice(const struct game *game)
{
	json_t *list = json_array();
	for (int seat = 0; seat < game->n_seats; seat++) {
		uint8_t dice[GAME_MAX_DICE];
		char digits[GAME_MAX_DICE + 1] = {0};
		int n = game_is_in(game, seat) ? game_dice(game, seat, dice) : 0;
		for (int i = 0; i < n; i++)
			digits[i] = (char)('0' + dice[i]);
		json_array_append_new(list, json_string(digits));
	}
	return list;
}

static void begin_game(struct recorder *recorder, const struct spectacle *s)
{
	const struct schedule *schedule = &recorder->tournament->schedule;
	struct game_place place = schedule_game(schedule, s->number);
	record_release(&recorder->record);
	recorder->hand = recorder->steps = NULL;
	recorder->rotation = place.rotation;
	schedule_match(schedule, place.match, &recorder->plan);
	json_t *seats = json_array();
	for (int seat = 0; seat < s->game->n_seats; seat++) {
		const char me[] = {(char)('A' + player_in(recorder, seat)), '\0'};
		json_array_append_new(seats, json_pack("{s:s, s:i}", "me", me, "robot", robot_in(recorder, seat)));
	}
	recorder->hands = json_array();
	recorder->record.number = s->number;
	recorder->record.json = json_pack("{s:I, s:o, s:o}", "number", (json_int_t)s->number + 1, "seats", seats, "hands",
					  recorder->hands);
}

static void begin_hand(struct recorder *recorder, const struct game *game)
{
	recorder->steps = json_array();
	recorder->hand = json_pack("{s:o, s:o, s:o, s:o, s:o}", "dice", all_dice(game), "left", by_seat(game, game_dice_left),
				   "points", by_seat(game, game_points), "in", by_seat(game, is_in), "steps", recorder->steps);
	json_array_append_new(recorder->hands, recorder->hand);
}

static void add_output(json_t *step, const char *output)
{
	AUTO_STR struct str text = {0};
	const char *line = output;
	while (*line && text.length < OUTPUT_MOST) {
		size_t n = strcspn(line, "\n");
		AUTO_STR struct str raw = {0};
		str_add_n(&raw, line, n < OUTPUT_MOST ? n : OUTPUT_MOST);
		text_add_clean(&text, str_text(&raw));
		str_add(&text, "\n");
		line += n + (line[n] == '\n');
	}
	if (text.length)
		json_object_set_new(step, "output", json_string(text.text));
}

static json_t *new_step(const struct recorder *recorder, const struct spectacle *s, size_t at, enum verdict verdict)
{
	json_t *step = json_pack("{s:i, s:I, s:s}", "seat", s->seat, "at", (json_int_t)at, "verdict", verdict_name(verdict));
	json_array_append_new(recorder->steps, step);
	return step;
}

/* The strings of the ask are the game's, and change as soon as it is answered. */
static void add_ask(struct recorder *recorder, const struct spectacle *s)
{
	json_t *step = new_step(recorder, s, strlen(s->history), VERDICT_OK);
	json_object_set_new(step, "hands", json_string(s->hands));
	json_object_set_new(recorder->hand, "history", json_string(s->history));
}

static json_t *last_step(const struct recorder *recorder)
{
	return json_array_get(recorder->steps, json_array_size(recorder->steps) - 1);
}

static void add_answer(struct recorder *recorder, const struct spectacle *s)
{
	AUTO_STR struct str words = {0};
	game_play_words(s->game->rules, s->play, &words);
	json_t *step = last_step(recorder);
	json_object_set_new(step, "play", json_integer(s->play));
	json_object_set_new(step, "words", json_string(str_text(&words)));
	json_object_set_new(step, "verdict", json_string(verdict_name(s->verdict)));
	if (strlen(s->history) > (size_t)json_integer_value(json_object_get(step, "at")))
		json_object_set_new(step, "truth", truth_json(s->game)); /* NULL: nothing is set */
	add_output(step, s->output);
	recorder->record.n_plays++;
	recorder->record.has_illegal |= s->verdict == VERDICT_ILLEGAL;
}

/* At a play the fault belongs to the ask that was just begun, at an observation it is a step of its own. */
static void add_fault(struct recorder *recorder, const struct spectacle *s)
{
	json_t *step = last_step(recorder);
	bool is_of_ask = step && !json_object_get(step, "play") && json_integer_value(json_object_get(step, "seat")) == s->seat;
	if (!is_of_ask)
		step = new_step(recorder, s, strlen(s->history), VERDICT_OK);
	json_object_set_new(step, "verdict", json_string(verdict_name(s->fault->verdict)));
	json_object_set_new(step, "cause", json_clean(s->fault->cause));
	add_output(step, s->fault->output);
}

/* The value of an option by its name; "" when the family has none of that name. */
static const char *word_of(const struct rules *rules, const char *option)
{
	const struct rule_option *options = rules->family->options;
	for (int i = 0; options[i].name; i++)
		if (strcmp(options[i].name, option) == 0 && options[i].type == RULE_WORD)
			return options[i].words[rules->value[i]];
	return "";
}

static void add_showdown(struct recorder *recorder, const struct spectacle *s)
{
	const struct game *game = s->game;
	const struct hand_result *last = &game->last;
	const char *names[GAME_MAX_SEATS];
	AUTO_STR struct str words = {0};
	json_t *delta = json_array();
	for (int seat = 0; seat < game->n_seats; seat++) {
		names[seat] = recorder->tournament->robots[robot_in(recorder, seat)].label;
		json_array_append_new(delta, json_integer(last->delta[seat]));
	}
	game_describe_hand(game, names, &words);
	const struct family *family = game->rules->family;
	bool has_count = family->counts_dice && (last->end == HAND_CALL || last->end == HAND_EXACT);
	json_object_set_new(recorder->hand, "history", json_string(game->view.history));
	json_object_set_new(recorder->hand, "end", json_pack("{s:o, s:i, s:o, s:s, s:i, s:i}",
		"words", json_clean(str_text(&words)), "loser", last->loser, "delta", delta, "shown", game->view.shown,
		"face", has_count ? last->bid % 10 : 0, "wild", has_count && family->wild_face ? family->wild_face(game) : 0));
}

/* How close it was: what the winner had more than the next one, or when the others are out the dice that
 * it had left. */
static int margin_of(const struct game *game)
{
	int best = -1, next = 0;
	bool has_points = false;
	if (strcmp(word_of(game->rules, "loss"), "game") == 0)
		return -1;
	for (int seat = 0; seat < game->n_seats; seat++)
		has_points |= game_points(game, seat) != 0;
	for (int seat = 0, tied; seat < game->n_seats; seat++)
		if (game_place(game, seat, &tied) == 1)
			best = seat;
	if (best < 0)
		return -1;
	if (!has_points)
		return game_dice_left(game, best);
	for (int seat = 0, is_first = 1; seat < game->n_seats; seat++) {
		if (seat == best)
			continue;
		int points = game_points(game, seat);
		next = is_first || points > next ? points : next;
		is_first = 0;
	}
	int margin = game_points(game, best) - next;
	return margin < 0 ? -1 : margin;
}

static bool end_game(struct recorder *recorder, const struct game *game)
{
	struct record record = recorder->record;
	json_t *places = json_array();
	for (int seat = 0; seat < game->n_seats; seat++) {
		int tied, place = game_place(game, seat, &tied);
		json_array_append_new(places, json_pack("[i, i]", place, tied));
	}
	json_object_set_new(record.json, "places", places);
	json_object_set_new(record.json, "plays", json_integer(record.n_plays));
	record.margin = margin_of(game);
	recorder->record = (struct record){0};
	return recorder->finished(&record, recorder->context) == 0;
}

bool recorder_watch(const struct spectacle *spectacle, void *context)
{
	struct recorder *recorder = context;
	switch (spectacle->moment) {
	case MOMENT_GAME:
		begin_game(recorder, spectacle);
		break;
	case MOMENT_HAND:
		begin_hand(recorder, spectacle->game);
		break;
	case MOMENT_ASK:
		add_ask(recorder, spectacle);
		break;
	case MOMENT_ANSWER:
		add_answer(recorder, spectacle);
		break;
	case MOMENT_FAULT:
		add_fault(recorder, spectacle);
		break;
	case MOMENT_SHOWDOWN:
		add_showdown(recorder, spectacle);
		break;
	case MOMENT_OVER:
		return end_game(recorder, spectacle->game);
	}
	return true;
}
