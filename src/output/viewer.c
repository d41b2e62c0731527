/* viewer.c - games as JSON objects that pages replay, and the truth about bids (viewer.h).
 *
 * A game:  number (from 1), seats, hands, places, plays
 *   seat:  me, robot (index in the run)
 *   place: by seat: [place, number of seats that share it]
 *   hand:  dice (by seat: the dice as digits, "" for none), left and points (by seat, before the hand), in (by
 *          seat: 1 or 0), steps, history (of the whole hand), end
 *   step:  an ask: seat, at (length of the history at this ask), hands (the string of the ask), verdict; for an
 *          answer also play and words, for a fault also cause; output, if the robot printed something; truth,
 *          if there is a bid (in Mäxchen: a claim) on the table after the ask
 *   truth: seat (the bidder), bid (as a play), true (whether a call would be wrong, by all dice), count (number of
 *          dice that count for the bid; in Mäxchen: the value rolled), wild (the face that counts as every other; 0:
 *          none), own and next (the chances that the bid is true, given only the dice of the bidder, and given only
 *          those of the seat that is asked next)
 *   end:   words, loser (a seat or -1), delta (by seat), shown (all dice), face and wild (the faces that counted for
 *          the bid; 0: none) */
#include "output/viewer.h"

#include <math.h>

#include "base/json.h"
#include "base/text.h"
#include "game/dice.h"

/* Rounds to four decimals, because a page shows whole percentages. */
static json_t *chance_json(double chance)
{
	return json_number(round(chance * 1e4) / 1e4);
}

static json_t *truth_of_odds(const struct odds *own, const struct odds *next)
{
	return json_pack("{s:i, s:i, s:b, s:i, s:i, s:o, s:o}", "seat", next->bidder, "bid", next->bid,
			 "true", (int)next->is_true,
			 "count", next->count, "wild", next->wild, "own", chance_json(own->chance),
			 "next", chance_json(next->chance));
}

json_t *truth_end(const struct rules *rules, const struct hand_result *last, int n_seats, const char *words,
	const char *shown, int wild)
{
	bool has_count = rules->family->counts_dice && (last->end == HAND_CALL || last->end == HAND_EXACT);
	return json_pack("{s:o, s:i, s:o, s:s, s:i, s:i}", "words", json_clean(words), "loser", last->loser, "delta",
			 JSON_LIST(seat, n_seats, json_integer(last->delta[seat])), "shown", shown, "face",
			 has_count ? last->bid % 10 : 0, "wild", has_count ? wild : 0);
}

json_t *truth_dice(uint64_t packed)
{
	char digits[GAME_MAX_DICE + 1] = {0};
	int n = 0;
	for (int face = GAME_MAX_FACES; face >= 1; face--)
		for (int k = dice_showing(packed, face); k > 0 && n < GAME_MAX_DICE; k--)
			digits[n++] = (char)('0' + face);
	return json_string(digits);
}

void truth_add_rules(json_t *data, const struct rules *rules)
{
	const struct family *family = rules->family;
	AUTO_STR struct str title = rules_title(family, rules->name);
	json_add(data, "{s:o, s:b, s:i}", "title", json_clean(title.text), "asks_everyone",
		family->asks_everyone && family->asks_everyone(rules),
		"faces", family->highest_face ? family->highest_face(rules) : 0);
	if (!family->next_claim)
		return;
	json_t *ladder = json_array();
	for (int claim = family->next_claim(rules, 0); claim; claim = family->next_claim(rules, claim))
		json_array_append_new(ladder, json_integer(claim));
	json_object_set_new(data, "ladder", ladder);
}

enum { OUTPUT_MOST = 2000 }; /* limit on the output of a robot at one ask, in bytes without the final newline */

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
	json_object_set_new(step, "cause", json_without_folders(game_record_text(log, cause)));
}

/* Returns the truth of the bid on the table after this ask. Its `own` is the chance at the ask at which the bid was
 * made, which may be an earlier one. */
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
		json_add(step, "{s:i, s:s}", "play", ask->play, "words", str_text(&words));
		json_object_set_new(step, "truth", truth_of(log, ask)); /* NULL leaves it unset */
	}
	if (ask->output)
		add_output(step, game_record_text(log, ask->output));
	return step;
}

json_t *viewer_hand(const struct game_record *log, const struct game_record_hand *hand)
{
	const char *history = game_record_text(log, hand->history);
	const struct game_record_seat *seats = hand->seat;
	json_t *dice = JSON_LIST(seat, log->n_seats, truth_dice(seats[seat].dealt));
	json_t *left = JSON_LIST(seat, log->n_seats, json_integer(seats[seat].left));
	json_t *points = JSON_LIST(seat, log->n_seats, json_integer(seats[seat].points));
	json_t *in = JSON_LIST(seat, log->n_seats, json_integer(hand->in_before >> seat & 1));
	json_t *steps = JSON_LIST(i, hand->n_asks, step_of_ask(log, &log->asks[hand->first_ask + i]));
	for (int i = 0; i < hand->n_looks; i++) {
		const struct game_record_look *look = &log->looks[hand->first_look + i];
		json_t *step = new_step(look->seat, strlen(history), look->verdict);
		add_failure(step, log, look->cause);
		if (look->output)
			add_output(step, game_record_text(log, look->output));
		json_array_append_new(steps, step);
	}
	json_t *json = json_pack("{s:o, s:o, s:o, s:o, s:o, s:s}", "dice", dice, "left", left, "points", points,
				 "in", in, "steps", steps, "history", history);
	if (!hand->is_broken)
		json_object_set_new(json, "end", truth_end(log->rules, &hand->last, log->n_seats,
			game_record_text(log, hand->words), game_record_text(log, hand->hands), hand->wild));
	return json;
}

/* Returns the winner's lead over the next player or, if all others are eliminated, the number of its remaining dice. */
static int margin_of(const struct game_record *log)
{
	int best = -1, next = 0;
	const struct family *family = log->rules->family;
	if (family->has_margin && !family->has_margin(log->rules))
		return -1;
	for (int seat = 0; seat < log->n_seats; seat++)
		if (log->places[seat] == 1)
			best = seat;
	if (best < 0)
		return -1;
	if (!ANY_OF(seat, log->n_seats, log->points[seat] != 0))
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
	*record = (struct record){.number = log->number, .margin = margin_of(log)};
	json_t *seats = JSON_LIST(seat, log->n_seats, json_pack("{s:s#, s:i}", "me", &log->letter[seat], 1,
		"robot", game_record_robot(log, seat)));
	json_t *places = JSON_LIST(seat, log->n_seats, json_pack("[i, i]", log->places[seat], log->n_tied[seat]));
	json_t *hands = JSON_LIST(i, log->n_hands, viewer_hand(log, &log->hands[i]));
	for (int i = 0; i < log->n_asks; i++) {
		record->n_plays += !log->asks[i].cause;
		record->has_illegal |= log->asks[i].verdict == VERDICT_ILLEGAL;
	}
	record->json = json_pack("{s:I, s:o, s:o, s:o, s:i}", "number", (json_int_t)log->number + 1, "seats", seats,
				 "hands", hands, "places", places, "plays", record->n_plays);
}
