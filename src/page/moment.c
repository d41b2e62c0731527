/* moment.c - the moments of a recorded game (moment.h). */
#include "page/moment.h"

#include <math.h>

#include "base/json.h"

static bool is_true(const json_t *truth)
{
	return json_is_true(json_object_get(truth, "true"));
}

static const json_t *steps_of(const json_t *hand)
{
	return json_object_get(hand, "steps");
}

static const json_t *step_at(const json_t *hand, size_t at)
{
	return json_array_get(steps_of(hand), at);
}

static const json_t *truth_at(const json_t *hand, size_t at)
{
	return json_object_get(step_at(hand, at), "truth");
}

const json_t *moment_hand(const struct moments *moments, const struct moment *moment)
{
	return json_array_get(json_object_get(moments->game, "hands"), moment->hand);
}

static const char *letter_of(const struct moments *moments, int seat)
{
	return json_text_at(json_array_get(json_object_get(moments->game, "seats"), (size_t)seat), "me");
}

const char *moment_name(const struct moments *moments, int seat)
{
	long long robot = json_integer_at(json_array_get(json_object_get(moments->game, "seats"), (size_t)seat),
					  "robot");
	const json_t *robots = json_object_get(moments->data, "robots");
	for (size_t i = 0; i < json_array_size(robots); i++)
		if (json_integer_at(json_array_get(robots, i), "index") == robot)
			return json_text_at(json_array_get(robots, i), "robot");
	return "";
}

static bool asks_everyone(const struct moments *moments)
{
	return json_is_true(json_object_get(moments->data, "asks_everyone"));
}

static bool is_played(const json_t *step)
{
	const char *verdict = json_text_at(step, "verdict");
	return strcmp(verdict, "ok") == 0 || strcmp(verdict, "illegal") == 0;
}

/* Returns true for an answer of one of several players who may call that only lets the bid stand, so that the history
 * does not grow. */
static bool is_folded(const struct moments *moments, const json_t *hand, size_t at)
{
	const json_t *step = step_at(hand, at), *next = step_at(hand, at + 1);
	return asks_everyone(moments) && next && is_played(step) && json_integer_at(step, "play") != 0 &&
	       json_integer_at(next, "at") <= json_integer_at(step, "at");
}

static void add_moment(struct moments *moments, enum moment_kind kind, size_t hand, size_t step)
{
	*MEM_APPEND(moments->list, moments->n) = (struct moment){kind, hand, step};
}

void moments_of(const json_t *data, const json_t *game, struct moments *moments)
{
	*moments = (struct moments){.data = data, .game = game};
	const json_t *hands = json_object_get(game, "hands");
	JSON_EACH(i, hand, hands) {
		add_moment(moments, MOMENT_DEAL, i, 0);
		JSON_EACH(k, step, steps_of(hand))
			if (!is_folded(moments, hand, k))
				add_moment(moments, MOMENT_STEP, i, k);
		if (json_object_get(hand, "end"))
			add_moment(moments, MOMENT_END, i, 0);
	}
}

void moments_release(struct moments *moments)
{
	free(moments->list);
	*moments = (struct moments){0};
}

/* Returns how dramatic a play is. An unlikely bid is dramatic, more so if it is false, and even more if another bid
 * follows. */
static double drama_at(const json_t *hand, size_t at)
{
	const json_t *truth = truth_at(hand, at);
	bool is_believed = false;
	for (size_t later = at + 1; later < json_array_size(steps_of(hand)); later++)
		is_believed |= truth_at(hand, later) != NULL;
	if (!truth)
		return 0;
	double own = json_number_value(json_object_get(truth, "own"));
	return (is_true(truth) ? 0.3 : 0.6) * (1 - own) + (is_believed && !is_true(truth) ? 0.3 : 0);
}

int moments_boldest(const struct moments *moments, double *drama)
{
	int best = 0;
	double most = 0;
	for (int i = 0; i < moments->n; i++) {
		const struct moment *moment = &moments->list[i];
		double here = moment->kind == MOMENT_STEP ? drama_at(moment_hand(moments, moment), moment->step) : 0;
		best = here > most ? i : best;
		most = here > most ? here : most;
	}
	if (drama)
		*drama = most;
	return best;
}

const json_t *moments_boldest_game(const json_t *data)
{
	const json_t *games = json_object_get(data, "games"), *best = json_array_get(games, 0);
	double most = -1;
	for (size_t i = 0; i < json_array_size(games); i++) {
		AUTO_MOMENTS struct moments moments;
		double drama;
		moments_of(data, json_array_get(games, i), &moments);
		moments_boldest(&moments, &drama);
		best = drama > most ? moments.game : best;
		most = drama > most ? drama : most;
	}
	return best;
}

/* Returns the last step that the moment includes, or -1 if there is none. */
static long last_step(const struct moments *moments, const struct moment *moment)
{
	return moment->kind == MOMENT_STEP ? (long)moment->step : moment->kind == MOMENT_DEAL ? -1 :
		(long)json_array_size(steps_of(moment_hand(moments, moment))) - 1;
}

const json_t *moment_bid(const struct moments *moments, const struct moment *moment)
{
	const json_t *truth = NULL;
	for (long at = last_step(moments, moment); at >= 0 && !truth; at--)
		truth = truth_at(moment_hand(moments, moment), (size_t)at);
	return truth;
}

const char *moment_bid_words(const struct moments *moments, const struct moment *moment)
{
	const json_t *bid = moment_bid(moments, moment);
	JSON_EACH(i, step, steps_of(moment_hand(moments, moment)))
		if (bid && json_integer_at(step, "seat") == json_integer_at(bid, "seat") &&
		    json_integer_at(step, "play") == json_integer_at(bid, "bid"))
			return json_text_at(step, "words");
	return "";
}

int moment_actor(const struct moments *moments, const struct moment *moment)
{
	if (moment->kind != MOMENT_STEP)
		return -1;
	const json_t *step = step_at(moment_hand(moments, moment), moment->step);
	const json_t *truth = json_object_get(step, "truth");
	return (int)json_integer_at(truth && json_integer_at(step, "play") != 0 ? truth : step, "seat");
}

void moment_words(const struct moments *moments, const struct moment *moment, struct str *out)
{
	const json_t *hand = moment_hand(moments, moment), *step = step_at(hand, moment->step);
	int actor = moment_actor(moments, moment);
	if (moment->kind == MOMENT_DEAL) {
		str_addf(out, "Hand %zu begins.", moment->hand + 1);
	} else if (moment->kind == MOMENT_END) {
		str_add(out, json_text_at(json_object_get(hand, "end"), "words"));
	} else if (!is_played(step)) {
		str_addf(out, "%s %s.", moment_name(moments, actor),
			 strcmp(json_text_at(step, "verdict"), "timeout") == 0 ? "takes too long" : "fails");
	} else {
		bool is_bidder = actor == json_integer_at(step, "seat");
		str_addf(out, "%s: %s%s", moment_name(moments, actor),
			 is_bidder ? json_text_at(step, "words") : moment_bid_words(moments, moment),
			 strcmp(json_text_at(step, "verdict"), "illegal") == 0 ? ", an illegal play" : "");
	}
}

static void add_chance(double chance, struct str *out)
{
	if (chance > 0 && chance < 0.01)
		str_add(out, "less than 1\u202f%");
	else if (chance < 1 && chance > 0.99)
		str_add(out, "more than 99\u202f%");
	else
		str_addf(out, "%.0f\u202f%%", floor(100 * chance + 0.5));
}

static void add_count(long long count, struct str *out)
{
	static const char *const words[] = {"none", "one", "two", "three", "four", "five", "six", "seven", "eight",
		"nine", "ten",
					    "eleven", "twelve"};
	str_add(out, count == 1 || count == 0 ? "there is " : "there are ");
	if (count < (long long)(sizeof words / sizeof *words))
		str_add(out, words[count]);
	else
		str_add_int(out, count);
}

void moment_truth(const struct moments *moments, const struct moment *moment, struct str *out)
{
	const json_t *hand = moment_hand(moments, moment);
	const json_t *truth = truth_at(hand, moment->step), *next = step_at(hand, moment->step + 1);
	if (moment->kind != MOMENT_STEP || !truth)
		return;
	int bidder = (int)json_integer_at(truth, "seat");
	double own = json_number_value(json_object_get(truth, "own"));
	bool is_bluff = !is_true(truth) && own < 0.5, is_claim = json_object_get(moments->data, "ladder");
	str_add(out, is_true(truth) ? "True: " : is_claim ? "A lie: " : is_bluff ? "A bluff: "
										 : "False, but it looked likely: ");
	if (is_claim) {
		str_addf(out, "the dice show %lld", json_integer_at(truth, "count"));
	} else {
		add_count(json_integer_at(truth, "count"), out);
		str_addf(out, ". %s %s ", moment_name(moments, bidder),
			 is_true(truth) || is_bluff ? "gave it" : "held dice that gave it");
		add_chance(own, out);
	}
	if (next && json_integer_at(next, "seat") != bidder) {
		str_addf(out, "; %s gives it ", moment_name(moments, (int)json_integer_at(next, "seat")));
		add_chance(json_number_value(json_object_get(truth, "next")), out);
	}
	str_add(out, ".");
}

/* Sets *out to the dice of a letter in "A:533,B:xx@9"; or to "" if they are hidden. */
static void read_hands(const char *hands, const char *letter, struct str *out)
{
	str_clear(out);
	for (const char *at = hands; *at; at += strcspn(at, ","), at += *at == ',')
		if (at[0] == letter[0] && at[1] == ':') {
			str_add_n(out, at + 2, strspn(at + 2, "0123456789"));
			return;
		}
}

void moment_dice(const struct moments *moments, const struct moment *moment, int seat, struct str *out)
{
	const json_t *hand = moment_hand(moments, moment);
	const char *dealt = json_string_value(json_array_get(json_object_get(hand, "dice"), (size_t)seat));
	const char *letter = letter_of(moments, seat);
	if (moment->kind == MOMENT_END)
		read_hands(json_text_at(json_object_get(hand, "end"), "shown"), letter, out);
	else
		str_set(out, "%s", dealt ? dealt : "");
	/* If there is a new roll in every turn, this is the last one that the seat saw. */
	for (long at = last_step(moments, moment); at >= 0 && !out->length; at--)
		if (json_integer_at(step_at(hand, (size_t)at), "seat") == seat)
			read_hands(json_text_at(step_at(hand, (size_t)at), "hands"), letter, out);
}
