/* policies.c - how much a perfect opponent wins from a policy of the caller, and solved hands (arena.h). */
#include "library/library.h"

#include "exploit/exploit.h"
#include "game/dice.h"
#include "game/encoding.h"
#include "output/solve_forms.h"
#include "run/setup.h"

enum { MOST_ASKED = 1000000, MOST_ITERATIONS = 1000000 };

/* A policy of the caller in one seat. */
struct asked {
	const struct arena_exploit_request *request;
	const struct rules *rules;
	struct subgame game;
	struct holdings holdings[2];
	int player;                  /* the policy's */
	struct encoding encoding;
	uint8_t *bits, *mask;
	double *chances;             /* by action */
	uint64_t n_asked;
};

/* The hand after a line of bids, with unknown dice. */
static void enter(const struct asked *asked, const struct line *line, struct game *game, uint64_t *bids)
{
	struct liars_known known = {.n_seats = 2, .n_dice = {(uint8_t)asked->game.n_dice[0], (uint8_t)asked->game.n_dice[1]}};
	const struct game_view none = {0};
	liars_enter(game, asked->rules, &known, &none);
	for (int i = 0; i < line->n_bids; i++) {
		game_play(game, subgame_play(&asked->game, line->bid[i]));
		int bid = encoding_bid_on_table(&asked->encoding, game);
		bids[bid / 64] |= UINT64_C(1) << bid % 64;
	}
}

/* The chances of legal plays must be a distribution. */
static int check_chances(const struct asked *asked, struct err *err)
{
	double sum = 0;
	for (int action = 0; action < asked->encoding.n_actions; action++) {
		double chance = asked->chances[action];
		if (!(chance >= 0 && chance <= 1 + 1e-6) || (chance > 0 && !asked->mask[action]))
			return err_set(err, EXIT_USAGE, "the policy gave action %d the probability %g; legal actions have 0 to 1, others 0",
				       action, chance);
		sum += chance;
	}
	return sum > 1 - 1e-6 && sum < 1 + 1e-6 ? 0 : err_set(err, EXIT_USAGE, "the policy's probabilities sum to %g instead of 1", sum);
}

static int ask(struct asked *asked, int holding, struct mixture *mixture, struct err *err)
{
	const struct encoding *encoding = &asked->encoding;
	memset(asked->chances, 0, (size_t)encoding->n_actions * sizeof *asked->chances);
	if (++asked->n_asked > MOST_ASKED)
		return err_set(err, EXIT_USAGE, "the policy was asked %d times without an end of the computation; choose hands with fewer dice",
			       MOST_ASKED);
	if (asked->request->policy(asked->bits, asked->mask, asked->chances, asked->request->context))
		return err_set(err, EXIT_INTERRUPTED, "the policy stopped the computation");
	if (check_chances(asked, err))
		return -1;
	for (int action = 0; action < encoding->n_actions; action++)
		if (asked->chances[action] > 0) {
			int play = encoding_play(encoding, action);
			int row = play == PLAY_CALL ? 0 : subgame_bid(&asked->game, play) + 1;
			mixture_row(mixture, row)[holding] += (float)asked->chances[action];
		}
	return 0;
}

static int mix(void *context, const struct line *line, const float *reach, struct mixture *mixture, struct err *err)
{
	struct asked *asked = context;
	const struct holdings *holdings = &asked->holdings[asked->player];
	uint64_t bids[(SUBGAME_MAX_BIDS + 63) / 64 + 1] = {0};
	struct game game;
	enter(asked, line, &game, bids);
	encoding_mask(&asked->encoding, &game, asked->mask);
	for (int holding = 0; holding < holdings->n; holding++) {
		if (reach[holding] <= 0)
			continue;
		game.seat[asked->player].dice = 0;
		for (int face = 1; face <= asked->game.faces; face++)
			game.seat[asked->player].dice += holdings->count[holding][face] * dice_pack(face);
		encoding_observe(&asked->encoding, &game, asked->player, bids, asked->bits);
		if (ask(asked, holding, mixture, err))
			return -1;
	}
	return 0;
}

/* The winnings of the best response when the policy is this player. */
static int respond(struct asked *asked, double *value, struct err *err)
{
	struct policy policy = {mix, asked};
	struct response response = {.game = &asked->game, .holdings = asked->holdings, .policy = &policy, .player = 1 - asked->player};
	for (int player = 0; player < 2; player++)
		holdings_init(&asked->holdings[player], &asked->game, player);
	int failed = response_find(&response, err);
	*value = response.value;
	response_release(&response);
	for (int player = 0; player < 2; player++)
		holdings_release(&asked->holdings[player]);
	return failed;
}

static int open_rules(const char *variant, const char *const *settings, int *first, int *second, struct rules *rules, struct err *err)
{
	int n = 0;
	while (settings && settings[n])
		n++;
	if (setup_open_rules(variant ? variant : "liars-dice", rules, err) || setup_change_rules(settings, n, rules, err) ||
	    rules_check(rules, 2, err))
		return -1;
	if (rules->family != &family_liars)
		return err_set(err, EXIT_USAGE, "only hands of Liar's Dice can be solved or measured, not those of '%s'", rules->name);
	*first = *first ? *first : rules->value[LIARS_DICE];
	*second = *second ? *second : rules->value[LIARS_DICE];
	if (*first < 1 || *second < 1 || *first > rules->value[LIARS_DICE] || *second > rules->value[LIARS_DICE])
		return err_set(err, EXIT_USAGE, "by these rules each player must have 1 to %d dice", rules->value[LIARS_DICE]);
	return subgame_check(rules, *first, *second, err);
}

int arena_exploit(const struct arena_exploit_request *request, double values[2], struct arena_error *error)
{
	struct err err = {0};
	struct rules rules;
	int own = request->dice, other = request->opponent_dice, failed;
	struct asked asked = {.request = request, .rules = &rules};
	if (request->size != sizeof *request)
		return err_set(&err, EXIT_USAGE, "the request has the wrong size"), library_fail(error, &err);
	if (open_rules(request->variant, request->rules, &own, &other, &rules, &err))
		return library_fail(error, &err);
	encoding_init(&asked.encoding, &rules, 2);
	asked.bits = NEW_ARRAY(uint8_t, asked.encoding.n_bits);
	asked.mask = NEW_ARRAY(uint8_t, (size_t)asked.encoding.n_actions);
	asked.chances = NEW_ARRAY(double, (size_t)asked.encoding.n_actions);
	for (asked.player = failed = 0; asked.player < 2 && !failed; asked.player++) {
		asked.game = subgame_of_rules(&rules, asked.player ? other : own, asked.player ? own : other);
		failed = respond(&asked, &values[asked.player], &err);
	}
	FREE_ALL(asked.bits, asked.mask, asked.chances);
	return failed ? library_fail(error, &err) : 0;
}

char *arena_solve(const char *variant, const char *const *settings, int32_t first, int32_t second, double accuracy,
		  struct arena_error *error)
{
	struct err err = {0};
	struct rules rules;
	struct hands hands = {.rules = &rules, .accuracy = accuracy, .most_iterations = MOST_ITERATIONS, .most_bytes = 2e9};
	int opener = first, other = second;
	char *text = NULL;
	if (!(accuracy > 0))
		err_set(&err, EXIT_USAGE, "the accuracy must be above 0");
	else if (!open_rules(variant, settings, &opener, &other, &rules, &err) && !hands_check(&hands, opener, other, &err) &&
		 !hands_solve_one(&hands, opener, other, &err)) {
		json_t *json = solve_json(&hands);
		text = json_dumps(json, JSON_COMPACT);
		json_decref(json);
	}
	hands_release(&hands);
	if (!text)
		library_fail(error, &err);
	return text;
}
