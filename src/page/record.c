/* record.c - a game as a JSON object, which the page of `arena report` replays (record.h).
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

#include "base/json.h"
#include "base/text.h"
#include "game/dice.h"
#include "game/game.h"
#include "output/truth.h"

enum { OUTPUT_MOST = 2000 }; /* maximum bytes of a robot's output at an ask that are included, without the last newline */

void record_release(struct record *record)
{
	json_decref(record->json);
	*record = (struct record){0};
}

static void add_output(json_t *step, const char *output)
{
	AUTO_STR struct str text = {0};
	const char *line = output;
	while (*line && text.length < OUTPUT_MOST) {
		size_t n = strcspn(line, "\n"), most = OUTPUT_MOST - text.length;
		AUTO_STR struct str raw = {0};
		str_add_n(&raw, line, n < most ? n : most);
		text_add_clean(&text, str_text(&raw));
		str_add(&text, "\n");
		line += n + (line[n] == '\n');
	}
	if (text.length)
		json_object_set_new(step, "output", json_string(text.text));
}

static json_t *new_step(int seat, size_t at, enum verdict verdict)
{
	return json_pack("{s:i, s:I, s:s}", "seat", seat, "at", (json_int_t)at, "verdict", verdict_name(verdict));
}

static void add_failure(json_t *step, const struct game_record *log, size_t cause)
{
	json_object_set_new(step, "cause", json_clean(game_record_text(log, cause)));
}

/* The bid on the table after this ask, as its bidder saw it when it made the bid: at an earlier ask, or at this one. */
static json_t *truth_of(const struct game_record *log, const struct game_record_ask *ask)
{
	const struct game_record_ask *bidder = ask;
	if (!ask->left.bid)
		return NULL;
	while (bidder->seat != ask->left.bidder || bidder->made.bid != ask->left.bid) {
		bug_if(bidder == log->asks);
		bidder--;
	}
	return truth_of_odds(&bidder->made, &ask->left);
}

static json_t *step_of_ask(const struct game_record *log, const struct game_record_ask *ask)
{
	AUTO_STR struct str words = {0};
	json_t *step = new_step(ask->seat, strlen(game_record_text(log, ask->history)), ask->verdict);
	json_object_set_new(step, "hands", json_string(game_record_text(log, ask->hands)));
	if (ask->cause) {
		add_failure(step, log, ask->cause);
	} else {
		game_play_words(log->rules, ask->play, &words);
		json_object_set_new(step, "play", json_integer(ask->play));
		json_object_set_new(step, "words", json_string(str_text(&words)));
		json_object_set_new(step, "truth", truth_of(log, ask)); /* NULL: nothing is set */
	}
	if (ask->output)
		add_output(step, game_record_text(log, ask->output));
	return step;
}

static json_t *dice_of(uint64_t packed)
{
	char digits[GAME_MAX_DICE + 1] = {0};
	int n = 0;
	for (int face = GAME_MAX_FACES; face >= 1; face--)
		for (int k = dice_showing(packed, face); k > 0; k--)
			digits[n++] = (char)('0' + face);
	return json_string(digits);
}

static json_t *end_of(const struct game_record *log, const struct game_record_hand *hand)
{
	const struct hand_result *last = &hand->last;
	bool has_count = log->rules->family->counts_dice && (last->end == HAND_CALL || last->end == HAND_EXACT);
	json_t *delta = json_array();
	for (int seat = 0; seat < log->n_seats; seat++)
		json_array_append_new(delta, json_integer(last->delta[seat]));
	return json_pack("{s:o, s:i, s:o, s:s, s:i, s:i}", "words", json_clean(game_record_text(log, hand->words)),
			 "loser", last->loser, "delta", delta, "shown", game_record_text(log, hand->hands),
			 "face", has_count ? last->bid % 10 : 0, "wild", has_count ? hand->wild : 0);
}

static json_t *hand_of(const struct game_record *log, const struct game_record_hand *hand)
{
	json_t *dice = json_array(), *left = json_array(), *points = json_array(), *in = json_array(), *steps = json_array();
	const char *history = game_record_text(log, hand->history);
	for (int seat = 0; seat < log->n_seats; seat++) {
		json_array_append_new(dice, dice_of(hand->seat[seat].dealt));
		json_array_append_new(left, json_integer(hand->seat[seat].left));
		json_array_append_new(points, json_integer(hand->seat[seat].points));
		json_array_append_new(in, json_integer(hand->in_before >> seat & 1));
	}
	for (int i = 0; i < hand->n_asks; i++)
		json_array_append_new(steps, step_of_ask(log, &log->asks[hand->first_ask + i]));
	for (int i = 0; i < hand->n_looks; i++) {
		const struct game_record_look *look = &log->looks[hand->first_look + i];
		json_t *step = new_step(look->seat, strlen(history), look->verdict);
		add_failure(step, log, look->cause);
		if (look->output)
			add_output(step, game_record_text(log, look->output));
		json_array_append_new(steps, step);
	}
	json_t *json = json_pack("{s:o, s:o, s:o, s:o, s:o, s:s}", "dice", dice, "left", left, "points", points, "in", in,
				 "steps", steps, "history", history);
	if (!hand->is_broken)
		json_object_set_new(json, "end", end_of(log, hand));
	return json;
}

/* The margin: the winner's lead over the next player. If all others are out: the number of its remaining dice. */
static int margin_of(const struct game_record *log)
{
	int best = -1, next = 0;
	bool has_points = false;
	const struct family *family = log->rules->family;
	if (family->has_margin && !family->has_margin(log->rules))
		return -1;
	for (int seat = 0; seat < log->n_seats; seat++)
		has_points |= log->points[seat] != 0;
	for (int seat = 0; seat < log->n_seats; seat++)
		if (log->places[seat] == 1)
			best = seat;
	if (best < 0)
		return -1;
	if (!has_points)
		return log->left[best];
	for (int seat = 0, is_first = 1; seat < log->n_seats; seat++) {
		if (seat == best)
			continue;
		int points = log->points[seat];
		next = is_first || points > next ? points : next;
		is_first = 0;
	}
	int margin = log->points[best] - next;
	return margin < 0 ? -1 : margin;
}

void record_of(const struct game_record *log, struct record *record)
{
	json_t *seats = json_array(), *hands = json_array(), *places = json_array();
	*record = (struct record){.number = log->number, .margin = margin_of(log)};
	for (int seat = 0; seat < log->n_seats; seat++) {
		const char me[] = {game_record_letter(log, seat), '\0'};
		json_array_append_new(seats, json_pack("{s:s, s:i}", "me", me, "robot", game_record_robot(log, seat)));
		json_array_append_new(places, json_pack("[i, i]", log->places[seat], log->n_tied[seat]));
	}
	for (int i = 0; i < log->n_hands; i++)
		json_array_append_new(hands, hand_of(log, &log->hands[i]));
	for (int i = 0; i < log->n_asks; i++) {
		record->n_plays += !log->asks[i].cause;
		record->has_illegal |= log->asks[i].verdict == VERDICT_ILLEGAL;
	}
	record->json = json_pack("{s:I, s:o, s:o, s:o, s:i}", "number", (json_int_t)log->number + 1, "seats", seats,
				 "hands", hands, "places", places, "plays", record->n_plays);
}
