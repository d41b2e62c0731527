/* puzzles.c - "Would you call?" (puzzles.h). */
#include "page/puzzles.h"

#include <math.h>

#include "base/json.h"
#include "base/rng.h"
#include "exploit/mixing.h"
#include "game/game.h"
#include "robot/find.h"

enum { MOST_OF_GAME = 2, CALL = 0, EXACT = 2, TIMES = 10 };
static const double sure = 0.85; /* the highest chance of a bid, and of its opposite */

struct position {
	const json_t *game, *hand;
	size_t hand_index, step_index;
	double chance, order; /* order: positions are sorted by it, lowest first */
	bool is_true, is_picked;
	int place;            /* index in the games */
};

/* Returns true if it is known whether the player who was asked called. After illegal plays, faults and "exact" it is
 * unknown. */
static bool is_answer(const json_t *truth, const json_t *next)
{
	double chance = json_number_value(json_object_get(truth, "next"));
	return truth && chance >= 1 - sure && chance <= sure && next &&
	       json_integer_at(next, "seat") != json_integer_at(truth, "seat") &&
	       strcmp(json_text_at(next, "verdict"), "ok") == 0 && json_integer_at(next, "play") != EXACT;
}

uint64_t puzzles_seed(const char *text)
{
	return rng_key_of_seed(text).k[0] | 1;
}

/* Returns a number for the random selection, which does not depend on the other games. */
static double draw(uint64_t seed, const struct position *position)
{
	uint64_t number = rng_mix(seed + rng_mix((uint64_t)json_integer_at(position->game, "number")));
	return (double)(rng_mix(number + (position->hand_index << 32) + position->step_index) >> 11);
}

static void add_hand(struct position **list, int *n, struct position position, uint64_t seed)
{
	const json_t *steps = json_object_get(position.hand, "steps");
	for (size_t s = 0; s < json_array_size(steps); s++) {
		const json_t *truth = json_object_get(json_array_get(steps, s), "truth");
		if (!is_answer(truth, json_array_get(steps, s + 1)))
			continue;
		position.step_index = s;
		position.is_true = json_is_true(json_object_get(truth, "true"));
		position.chance = json_number_value(json_object_get(truth, "next"));
		position.order = seed ? draw(seed, &position) : fabs(position.chance - 0.5);
		position.place = *n;
		*MEM_APPEND(*list, *n) = position;
	}
}

static int by_order(const void *a, const void *b)
{
	const struct position *one = a, *other = b;
	return one->order < other->order ? -1 : one->order > other->order ? 1 : one->place - other->place;
}

ORDER_BY(by_place, struct position, item->place)

/* Returns true if the position may be taken: the game has few positions so far, and none of the same hand, which would
 * reveal the dice. */
static bool is_free(const struct position *list, int n, const struct position *position)
{
	int n_same = 0;
	for (int i = 0; i < n; i++) {
		n_same += list[i].is_picked && list[i].game == position->game;
		if (list[i].is_picked && list[i].hand == position->hand)
			return false;
	}
	return n_same < MOST_OF_GAME;
}

/* Returns half the number of chosen positions with this chance. Positions with fewer are preferred, so that a chance
 * occurs at most twice as long as there are others. */
static int n_pairs(const struct position *list, int n, double chance)
{
	return COUNT_IF(i, n, list[i].is_picked && list[i].chance == chance) / 2;
}

static struct position *take(struct position *list, int n, bool is_true)
{
	struct position *best = NULL;
	int fewest = n;
	for (int i = 0; i < n; i++) {
		if (list[i].is_true != is_true || !is_free(list, n, &list[i]))
			continue;
		int pairs = n_pairs(list, n, list[i].chance);
		best = pairs < fewest ? &list[i] : best;
		fewest = pairs < fewest ? pairs : fewest;
	}
	return best;
}

json_t *puzzles_choose(const json_t *games, uint64_t seed)
{
	AUTO_FREE struct position *list = NULL;
	int n = 0;
	JSON_EACH(g, game, games) {
		const json_t *hands = json_object_get(game, "hands");
		for (size_t h = 0; h < json_array_size(hands); h++)
			add_hand(&list, &n, (struct position){.game = game, .hand = json_array_get(hands, h),
				.hand_index = h}, seed);
	}
	if (n)
		qsort(list, (size_t)n, sizeof *list, by_order);
	for (int picked = 0; picked < PUZZLES_MOST; picked++) {
		struct position *next = take(list, n, picked % 2);
		next = next ? next : take(list, n, !(picked % 2));
		if (!next)
			break;
		next->is_picked = true;
	}
	if (n)
		qsort(list, (size_t)n, sizeof *list, by_place);
	json_t *found = json_array();
	for (int i = 0; i < n; i++)
		if (list[i].is_picked)
			json_array_append_new(found,
				json_pack("{s:I, s:I, s:I}", "game", json_integer_at(list[i].game, "number"),
					  "hand", (json_int_t)list[i].hand_index,
					  "step", (json_int_t)list[i].step_index));
	return found;
}

/* A position as a question, which borrows the strings. */
struct asked {
	char letters[GAME_MAX_SEATS + 1];
	struct str history;
};

static const json_t *find_game(const json_t *data, const json_t *puzzle)
{
	const json_t *games = json_object_get(data, "games");
	JSON_EACH(i, game, games)
		if (json_integer_at(game, "number") == json_integer_at(puzzle, "game"))
			return game;
	bug("a puzzle of a game that is not there");
}

static void prepare(const json_t *data, const json_t *puzzle, struct asked *asked, struct question *question)
{
	const json_t *game = find_game(data, puzzle), *seats = json_object_get(game, "seats");
	const json_t *hand = json_array_get(json_object_get(game, "hands"), (size_t)json_integer_at(puzzle, "hand"));
	const json_t *answer = json_array_get(json_object_get(hand, "steps"),
					      (size_t)json_integer_at(puzzle, "step") + 1);
	for (size_t seat = 0; seat < json_array_size(seats) && seat < GAME_MAX_SEATS; seat++)
		asked->letters[seat] = json_text_at(json_array_get(seats, seat), "me")[0];
	str_add_n(&asked->history, json_text_at(hand, "history"), (size_t)json_integer_at(answer, "at"));
	*question = (struct question){
		.hands = json_text_at(answer, "hands"), .history = asked->history.text, .letters = asked->letters,
		.seat = (int)json_integer_at(answer, "seat"),
	};
}

/* Adds the TIMES answers to one question. */
static void add_answers(json_t *puzzle, const struct question *questions, const struct rules *rules)
{
	int n_calls = 0, raise = 0;
	bool is_one = true;
	AUTO_STR struct str words = {0};
	for (int i = 0; i < TIMES; i++) {
		int play = questions[i].play;
		if (questions[i].has_failed || play < 0 || play == EXACT)
			return;
		n_calls += play == CALL;
		is_one &= play == CALL || !raise || play == raise;
		raise = play == CALL ? raise : play;
	}
	if (raise && is_one)
		game_play_words(rules, raise, &words);
	json_object_set_new(puzzle, "champion",
			    json_pack("{s:i, s:i, s:s}", "calls", n_calls, "of", TIMES, "words", str_text(&words)));
}

static int ask(json_t *data, struct tournament *tournament, struct err *err)
{
	json_t *puzzles = json_object_get(data, "puzzles");
	size_t n = json_array_size(puzzles);
	AUTO_FREE struct asked *asked = NEW_ARRAY(struct asked, n);
	AUTO_FREE struct question *questions = NEW_ARRAY(struct question, n * TIMES);
	struct asker asker;
	for (size_t i = 0; i < n; i++) {
		prepare(data, json_array_get(puzzles, i), &asked[i], &questions[i * TIMES]);
		int n_seats = (int)strlen(asked[i].letters);
		tournament->schedule.n_seats = n_seats > tournament->schedule.n_seats ? n_seats
										      : tournament->schedule.n_seats;
		for (size_t k = TIMES; k-- > 0;) {
			questions[i * TIMES + k] = questions[i * TIMES];
			questions[i * TIMES + k].random = rng_mix(i * TIMES + k);
		}
	}
	tournament->n_lanes = (int)n * TIMES;
	int failed = asker_init(&asker, tournament, false, err) || asker_ask(&asker, questions, n * TIMES, err);
	for (size_t i = 0; i < n; i++) {
		if (!failed)
			add_answers(json_array_get(puzzles, i), &questions[i * TIMES], &tournament->rules);
		str_release(&asked[i].history);
	}
	asker_release(&asker);
	return failed;
}

void puzzles_add(json_t *data, uint64_t seed, const struct rules *rules, bool is_trusted, bool allows_weak_sandbox)
{
	struct err ignored = {0};
	struct robot champion = {0};
	struct tournament tournament = {
		.rules = *rules, .robots = &champion, .schedule = {.n_robots = 1}, .is_trusted = is_trusted,
		.allows_weak_sandbox = allows_weak_sandbox,
		.limits = {.move_time_ns = 1000000000, .memory = 512u << 20},
	};
	json_t *puzzles = puzzles_choose(json_object_get(data, "games"), seed);
	json_object_set_new(data, "puzzles", puzzles);
	if (seed) {
		AUTO_STR struct str text = str_of(
			"%zu bids of games between robots: look at your own dice, decide, and see the dice of all.",
			json_array_size(puzzles));
		json_object_set_new(data, "description", json_string(text.text));
	}
	if (json_array_size(puzzles) >= PUZZLES_LEAST && robot_open(&champion, "champion", &ignored) == 0 &&
	    find_is_bundled(champion.path) &&
	    tournament_probe(&tournament, &ignored) == 0 && tournament_suits(&champion, rules))
		ask(data, &tournament, &ignored);
	robot_release(&champion);
}
