/* drama.c - how dramatic a recorded game is (drama.h). */
#include "page/drama.h"

/* An uncalled bluff counts as much as two changes of the lead, or a come-back against three dice. */
static const double weight[DRAMA_KINDS] = {[DRAMA_STOOD] = 2, [DRAMA_CAUGHT] = 1, [DRAMA_LEAD] = 1, [DRAMA_COMEBACK] = 0.7};

static long long integer_at(const json_t *list, size_t at)
{
	return json_integer_value(json_array_get(list, at));
}

static void raise_to(double *value, double to)
{
	if (to > *value)
		*value = to;
}

/* Bids that were false and unlikely; a bid was not called if another bid follows in the hand. */
static void look_at_bids(const json_t *hand, struct drama *drama)
{
	const json_t *steps = json_object_get(hand, "steps"), *later = NULL;
	long long loser = json_integer_value(json_object_get(json_object_get(hand, "end"), "loser"));
	for (size_t i = json_array_size(steps); i-- > 0;) {
		const json_t *truth = json_object_get(json_array_get(steps, i), "truth");
		if (!truth)
			continue;
		double unlikely = 1 - json_real_value(json_object_get(truth, "own"));
		bool is_false = json_is_false(json_object_get(truth, "true"));
		bool is_caught = loser == json_integer_value(json_object_get(truth, "seat"));
		if (is_false && unlikely > 0.5 && (later || is_caught))
			raise_to(&drama->value[later ? DRAMA_STOOD : DRAMA_CAUGHT], unlikely);
		later = truth;
	}
}

/* The only seat with most dice or points; -1: none. */
static int leader_of(const json_t *hand)
{
	const json_t *points = json_object_get(hand, "points"), *left = json_object_get(hand, "left");
	bool has_points = false;
	for (size_t seat = 0; seat < json_array_size(points); seat++)
		has_points |= integer_at(points, seat) != 0;
	const json_t *counts = has_points ? points : left;
	int leader = -1;
	bool is_alone = false;
	for (size_t seat = 0; seat < json_array_size(counts); seat++) {
		long long best = leader < 0 ? 0 : integer_at(counts, (size_t)leader), here = integer_at(counts, seat);
		is_alone = leader < 0 || here > best || (here < best && is_alone);
		if (leader < 0 || here > best)
			leader = (int)seat;
	}
	return is_alone ? leader : -1;
}

static int winner_of(const json_t *game)
{
	const json_t *places = json_object_get(game, "places");
	for (size_t seat = 0; seat < json_array_size(places); seat++)
		if (integer_at(json_array_get(places, seat), 0) == 1)
			return (int)seat;
	return 0;
}

static void look_for_comeback(const json_t *hand, int winner, struct drama *drama)
{
	const json_t *left = json_object_get(hand, "left");
	if (integer_at(left, (size_t)winner) != 1)
		return;
	for (size_t seat = 0; seat < json_array_size(left); seat++)
		raise_to(&drama->value[DRAMA_COMEBACK], (double)(integer_at(left, seat) - 1));
}

void drama_of(const json_t *game, struct drama *drama)
{
	const json_t *hands = json_object_get(game, "hands");
	int winner = winner_of(game), leader = -1;
	*drama = (struct drama){0};
	for (size_t i = 0; i < json_array_size(hands); i++) {
		const json_t *hand = json_array_get(hands, i);
		int now = leader_of(hand);
		look_at_bids(hand, drama);
		look_for_comeback(hand, winner, drama);
		drama->value[DRAMA_LEAD] += leader >= 0 && now >= 0 && now != leader;
		leader = now >= 0 ? now : leader;
	}
}

double drama_sum(const struct drama *drama)
{
	double sum = 0;
	for (int kind = 0; kind < DRAMA_KINDS; kind++)
		sum += weight[kind] * drama->value[kind];
	return sum;
}

enum drama_kind drama_most(const struct drama *drama)
{
	int most = DRAMA_KINDS;
	for (int kind = 0; kind < DRAMA_KINDS; kind++)
		if (drama->value[kind] > 0 &&
		    (most == DRAMA_KINDS || weight[kind] * drama->value[kind] > weight[most] * drama->value[most]))
			most = kind;
	return (enum drama_kind)most;
}

void drama_describe(const struct drama *drama, enum drama_kind kind, struct str *out)
{
	double value = drama->value[kind];
	if (kind == DRAMA_STOOD || kind == DRAMA_CAUGHT) {
		bool is_tiny = value > 0.99;
		str_addf(out, is_tiny ? "a bluff of less than %d%%" : "a bluff of %d%%", is_tiny ? 1 : (int)(100.5 - 100 * value));
		str_add(out, kind == DRAMA_STOOD ? " that nobody called" : " that was called");
	} else if (kind == DRAMA_LEAD) {
		str_addf(out, "the lead changes %.0f time%s", value, value > 1 ? "s" : "");
	} else {
		str_addf(out, "won from one die against %.0f", value + 1);
	}
}
