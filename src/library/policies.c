/* policies.c - measures how much a perfect opponent wins against a policy of the caller, and reads solved hands
 * (arena.h). */
#include "library/library.h"

#include "exploit/exploit.h"
#include "game/dice.h"
#include "game/encoding.h"
#include "output/solve_forms.h"
#include "run/setup.h"

enum { MOST_ASKED = 1000000, MOST_ITERATIONS = 1000000 };

/* A policy of the caller in one seat, or a solved one. */
struct asked {
	const struct arena_exploit_request *request;
	arena_strategy *found;
	void *found_context;
	const struct rules *rules;
	struct subgame game;
	struct holdings holdings[2];
	int player; /* the player number of the policy */
	struct encoding encoding;
	uint8_t *bits, *mask;
	double *chances;             /* by action */
	uint64_t n_asked;
};

/* Sets up the hand after a line of bids, with unknown dice. */
static void enter(const struct asked *asked, const struct line *line, struct game *game, uint64_t *bids)
{
	struct liars_known known = {.n_seats = 2,
		.n_dice = {(uint8_t)asked->game.n_dice[0], (uint8_t)asked->game.n_dice[1]}};
	const struct game_view none = {0};
	liars_enter(game, asked->rules, &known, &none);
	for (int i = 0; i < line->n_bids; i++) {
		game_play(game, subgame_play(&asked->game, line->bid[i]));
		int bid = encoding_bid_on_table(&asked->encoding, game);
		bids[bid / 64] |= UINT64_C(1) << bid % 64;
	}
}

/* Checks that the chances of legal plays are a distribution. */
static int check_chances(const struct asked *asked, struct err *err)
{
	double sum = 0;
	for (int action = 0; action < asked->encoding.n_actions; action++) {
		double chance = asked->chances[action];
		if (!(chance >= 0 && chance <= 1 + 1e-6) || (chance > 0 && !asked->mask[action]))
			return err_set(err, EXIT_USAGE,
				"the policy gave action %d the probability %g; legal actions have 0 to 1, others 0",
				action, chance);
		sum += chance;
	}
	return sum > 1 - 1e-6 && sum < 1 + 1e-6 ? 0
		: err_set(err, EXIT_USAGE, "the policy's probabilities sum to %g instead of 1", sum);
}

static int interrupted(struct err *err)
{
	return err_set(err, EXIT_INTERRUPTED, "interrupted");
}

static int ask(struct asked *asked, int holding, struct mixture *mixture, struct err *err)
{
	const struct encoding *encoding = &asked->encoding;
	memset(asked->chances, 0, (size_t)encoding->n_actions * sizeof *asked->chances);
	if (++asked->n_asked > MOST_ASKED)
		return err_set(err, EXIT_USAGE,
			"the policy was asked %d times without an end of the computation; choose hands with fewer "
			"dice, or fewer bids (limit=table)", MOST_ASKED);
	if (asked->request->stop && *asked->request->stop)
		return interrupted(err);
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

static void init(struct asked *asked)
{
	encoding_init(&asked->encoding, asked->rules, 2);
	asked->bits = NEW_ARRAY(uint8_t, asked->encoding.n_bits);
	asked->mask = NEW_ARRAY(uint8_t, (size_t)asked->encoding.n_actions);
	asked->chances = NEW_ARRAY(double, (size_t)asked->encoding.n_actions);
}

static void release(struct asked *asked)
{
	FREE_ALL(asked->bits, asked->mask, asked->chances);
}

/* Fills in the bits that the player to act observes when it has these dice. */
static void observe(struct asked *asked, struct game *game, const uint64_t *bids, const uint8_t *count)
{
	game->seat[asked->player].dice = 0;
	for (int face = 1; face <= asked->game.faces; face++)
		game->seat[asked->player].dice += count[face] * dice_pack(face);
	encoding_observe(&asked->encoding, game, asked->player, bids, asked->bits);
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
		observe(asked, &game, bids, holdings->count[holding]);
		if (ask(asked, holding, mixture, err))
			return -1;
	}
	return 0;
}

/* Computes what the best response wins when the policy plays as this player. */
static int respond(struct asked *asked, double *value, struct err *err)
{
	struct policy policy = {mix, asked};
	struct response response = {.game = &asked->game, .holdings = asked->holdings, .policy = &policy,
		.player = 1 - asked->player, .stop = asked->request->stop};
	for (int player = 0; player < 2; player++)
		holdings_init(&asked->holdings[player], &asked->game, player);
	int failed = response_find(&response, err);
	if (!failed && response.is_cut_short)
		failed = interrupted(err);
	*value = response.value;
	response_release(&response);
	for (int player = 0; player < 2; player++)
		holdings_release(&asked->holdings[player]);
	return failed;
}

static int open_rules(const char *variant, const char *const *settings, int *first, int *second, struct rules *rules,
		      struct err *err)
{
	int n = 0;
	while (settings && settings[n])
		n++;
	if (setup_open_rules(variant ? variant : "liars-dice", rules, err) ||
	    setup_change_rules(settings, n, rules, err) || rules_check(rules, 2, err))
		return -1;
	if (rules->family != &family_liars)
		return err_set(err, EXIT_USAGE,
			       "only hands of Liar's Dice can be solved or measured, not those of '%s'", rules->name);
	*first = *first ? *first : rules->value[LIARS_DICE];
	*second = *second ? *second : rules->value[LIARS_DICE];
	if (*first < 1 || *second < 1 || *first > rules->value[LIARS_DICE] || *second > rules->value[LIARS_DICE])
		return err_set(err, EXIT_USAGE, "by these rules each player must have 1 to %d dice",
			       rules->value[LIARS_DICE]);
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
	init(&asked);
	for (asked.player = failed = 0; asked.player < 2 && !failed; asked.player++) {
		asked.game = subgame_of_rules(&rules, asked.player ? other : own, asked.player ? own : other);
		failed = respond(&asked, &values[asked.player], &err);
	}
	release(&asked);
	return failed ? library_fail(error, &err) : 0;
}

static char *take_text(json_t *json)
{
	char *text = json_dumps(json, JSON_COMPACT);
	json_decref(json);
	return text;
}

static char *measure_robot(struct exploit *exploit, const char *robot, struct err *err)
{
	struct tournament *tournament = exploit->tournament;
	char *const specs[] = {(char *)(uintptr_t)robot};
	if (setup_robots(specs, 1, &tournament->robots, err))
		return NULL;
	int failed = tournament->robots[0].kind == ROBOT_HUMAN
		? err_set(err, EXIT_USAGE, "exploit measures robots, not people")
		: tournament_probe(tournament, err) || tournament_check_loaded(tournament, err) ||
		exploit_run(exploit, err);
	if (!failed && exploit->is_cut_short)
		failed = interrupted(err);
	else if (!failed && exploit->is_local)
		failed = err_set(err, EXIT_USAGE,
			"the exact number needs more than %d questions to '%s'; choose hands with fewer dice, or "
			"fewer bids (limit=table)", MOST_ASKED, robot);
	char *text = failed ? NULL : take_text(exploit_json(exploit));
	setup_close(tournament->robots, 1);
	return text;
}

char *arena_exploit_robot(const struct arena_exploit_request *request, const char *robot, int32_t samples,
			  struct arena_error *error)
{
	struct err err = {0};
	struct tournament tournament = {.schedule = {.n_robots = 1, .n_seats = 2}};
	struct exploit exploit = {.tournament = &tournament, .n_robot = request->dice,
		.n_other = request->opponent_dice,
		.n_points = samples ? samples : 64, .most_asks = MOST_ASKED, .n_hands = 2, .stop = request->stop};
	tournament.limits = (struct limits){.move_time_ns = INT64_C(100000000), .start_time_ns = LIMITS_START_NS,
		.memory = UINT64_C(512) << 20};
	char *text = NULL;
	if (request->size != sizeof *request)
		err_set(&err, EXIT_USAGE, "the request has the wrong size");
	else if (exploit.n_points < 4 || exploit.n_points > MOST_ASKED)
		err_set(&err, EXIT_USAGE, "samples must be from 4 to %d", MOST_ASKED);
	else if (!open_rules(request->variant, request->rules, &exploit.n_robot, &exploit.n_other, &tournament.rules,
			     &err))
		text = measure_robot(&exploit, robot, &err);
	if (!text)
		library_fail(error, &err);
	return text;
}

/* Passes a state of the solution to the caller, for each holding that reaches it. */
static int tell_state(const struct solution_seen *seen, void *context)
{
	struct asked *asked = context;
	struct line line = {0};
	uint64_t bids[(SUBGAME_MAX_BIDS + 63) / 64 + 1] = {0};
	struct game game;
	for (uint64_t left = seen->bids; left; left &= left - 1)
		line.bid[line.n_bids++] = (uint8_t)__builtin_ctzll(left);
	asked->player = line.n_bids & 1;
	enter(asked, &line, &game, bids);
	const struct holdings *holdings = &asked->holdings[asked->player];
	for (int holding = 0; holding < holdings->n; holding++) {
		const uint16_t *chances = seen->chances + holding * seen->n_actions;
		double sum = 0;
		memset(asked->chances, 0, (size_t)asked->encoding.n_actions * sizeof *asked->chances);
		for (int k = 0; k < seen->n_actions; k++) {
			int play = seen->actions[k] ? subgame_play(&asked->game, seen->actions[k] - 1) : PLAY_CALL;
			asked->chances[encoding_action(&asked->encoding, play)] = chances[k] / 65535.0;
			sum += chances[k];
		}
		if (sum <= 0)
			continue;
		observe(asked, &game, bids, holdings->count[holding]);
		asked->found(asked->bits, asked->chances, asked->found_context);
	}
	return 0;
}

static void tell_strategies(const struct hands *hands, int first, int second, arena_strategy *found, void *context)
{
	struct asked asked = {.rules = hands->rules, .game = subgame_of_rules(hands->rules, first, second),
		.found = found, .found_context = context};
	init(&asked);
	for (int player = 0; player < 2; player++)
		holdings_init(&asked.holdings[player], &asked.game, player);
	solution_draft_each(&hands->draft, tell_state, &asked);
	for (int player = 0; player < 2; player++)
		holdings_release(&asked.holdings[player]);
	release(&asked);
}

/* The strategies of merged states do not remember all bids, so they cannot be given as a table by observation. */
static int check_size(const struct hands *hands, int first, int second, struct err *err)
{
	struct subgame game = subgame_within(hands->rules, first, second);
	if (tree_bytes(&game) <= hands->most_bytes)
		return 0;
	return err_set(err, EXIT_USAGE,
		       "a hand of %d against %d dice is too large for a table of its observations; `arena solve --dice "
		       "%dv%d --save` makes a robot that plays it", first, second, first, second);
}

char *arena_solve(const char *variant, const char *const *settings, int32_t first, int32_t second, double accuracy,
		  arena_strategy *found, void *context, const volatile int *stop, struct arena_error *error)
{
	struct err err = {0};
	struct rules rules;
	struct hands hands = {.rules = &rules, .accuracy = accuracy, .most_iterations = MOST_ITERATIONS,
		.most_bytes = 2e9, .stop = stop};
	int opener = first, other = second;
	char *text = NULL;
	if (!(accuracy > 0))
		err_set(&err, EXIT_USAGE, "the accuracy must be above 0");
	else if (!open_rules(variant, settings, &opener, &other, &rules, &err) &&
		 !hands_check(&hands, opener, other, &err) && !check_size(&hands, opener, other, &err) &&
		 !hands_solve_one(&hands, opener, other, &err) && !(stop && *stop && interrupted(&err))) {
		if (found)
			tell_strategies(&hands, opener, other, found, context);
		text = take_text(solve_json(&hands));
	}
	hands_release(&hands);
	if (!text)
		library_fail(error, &err);
	return text;
}
