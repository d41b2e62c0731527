/* coach.c - rates the decisions of a robot (coach.h). */
#include "coach/coach.h"

#include <math.h>
#include <sys/mman.h>

#include "arena_solution.h"
#include "coach/model.h"
#include "solve/hands.h"

/* Returns the table's set of rules, or -1. Games that a single hand decides have none, because the table is for the
 * hands of whole matches. The coach solves such games itself. */
static int set_of(const struct rules *rules)
{
	return rules->value[LIARS_LOSS] == LOSS_DIE ? known_set(rules) : -1;
}

int coach_check(const struct rules *rules, int n_seats, struct err *err)
{
	int dice = rules->value[LIARS_DICE];
	if (rules->family != &family_liars)
		return err_set(err, EXIT_USAGE, "coach supports only common-hand Liar's Dice, not '%s'", rules->name);
	if (n_seats != 2)
		return err_set(err, EXIT_USAGE,
			       "coach supports only games between two players; this run has tables of %d", n_seats);
	if (subgame_check(rules, dice, dice, NULL))
		return err_set(err, EXIT_USAGE,
			       "coach does not support exact calls, ones_rule=perudo, palifico or many dice, as in "
			       "'%s'", rules->name);
	if (rules->value[LIARS_LOSS] == LOSS_POINT)
		return err_set(err, EXIT_USAGE, "coach does not support games for points (loss=point), such as '%s'",
			       rules->name);
	struct subgame game = subgame_within(rules, dice, dice);
	if (!model_fits(&game, set_of(rules)))
		return err_set(err, EXIT_USAGE, "hands of %d dice against %d are too large for coach", dice, dice);
	return 0;
}

/* Returns the value of the rest of the game to player 0 when `caller` has called and `loser` loses. */
static double worth_of_rest(const struct coach *coach, const struct subgame *game, int caller, int loser)
{
	const int *rule = coach->rules->value;
	int n[2] = {game->n_dice[0] - (loser == 0), game->n_dice[1] - (loser == 1)};
	if (rule[LIARS_LOSS] != LOSS_DIE || n[loser] == 0)
		return loser == 0 ? -1 : 1;
	int opener = rule[LIARS_STARTER] == STARTER_LOSER ? loser : !caller;
	return opener == 0 ? coach->value[n[0]][n[1]] : -coach->value[n[1]][n[0]];
}

static struct subgame game_of(const struct coach *coach, int n_first, int n_second)
{
	struct subgame game = subgame_within(coach->rules, n_first, n_second);
	for (int caller = 0; caller < 2; caller++)
		for (int loser = 0; loser < 2; loser++)
			game.worth[caller][loser] = worth_of_rest(coach, &game, caller, loser);
	return game;
}

int coach_most_sum(const struct coach *coach)
{
	return 2 * coach->rules->value[LIARS_DICE];
}

int coach_hands(const struct coach *coach, int sum, int n_first[GAME_MAX_DICE])
{
	int most = coach->rules->value[LIARS_DICE];
	int least = coach->rules->value[LIARS_LOSS] == LOSS_DIE ? 1 : most, n = 0;
	for (int first = least; first <= most; first++)
		if (sum - first >= least && sum - first <= most)
			n_first[n++] = first;
	return n;
}

double coach_work(const struct coach *coach, int n_first, int n_second)
{
	struct subgame game = subgame_within(coach->rules, n_first, n_second);
	return model_work(&game, coach->set);
}

static void open_solution(const struct rules *rules, enum solution_form form, const char *folder,
			  struct solution **solution)
{
	*solution = NEW(struct solution);
	if (!folder)
		return;
	AUTO_STR struct str path = str_of("%s/", folder);
	solution_file_name(rules->value[LIARS_FACES], (enum liars_wild)rules->value[LIARS_WILD], form, &path);
	solution_open(*solution, path.text);
}

void coach_init(struct coach *coach, const struct rules *rules, const char *folder)
{
	*coach = (struct coach){.rules = rules, .set = set_of(rules)};
	open_solution(rules, hands_form(rules), folder, &coach->solutions[0]);
	open_solution(rules, SOLUTION_FORM_HAND, folder, &coach->solutions[1]);
}

void coach_release(struct coach *coach)
{
	decisions_release(&coach->decisions);
	for (int i = 0; i < 2; i++) {
		struct solution *solution = coach->solutions[i];
		if (solution && solution->bytes)
			munmap((void *)(uintptr_t)solution->bytes, (size_t)solution->size);
		free(solution);
	}
}

/* Returns the file that contains the hand. Files of single hands fit only the last hand of a game, in which only
 * winning counts. */
static const struct solution *solution_of(const struct coach *coach, const struct position_hand *hand)
{
	bool is_last = hand->game.n_dice[0] == 1 && hand->game.n_dice[1] == 1;
	if (exact_find(coach->solutions[0], hand))
		return coach->solutions[0];
	return is_last && exact_find(coach->solutions[1], hand) ? coach->solutions[1] : NULL;
}

/* Returns the answer as an action: 0 for a call, 1 + bid for a bid. */
static int action_of(const struct position_hand *hand, const struct decision *decision)
{
	struct subgame game = hand->game;
	game.limit = SUBGAME_MAX_BIDS; /* the rules may allow bids of more dice than are on the table */
	return decision->play == PLAY_CALL ? 0 : subgame_bid(&game, decision->play) + 1;
}

/* Returns the value of the player's answer, which may also be illegal or missing. */
static double worth_of_answer(const struct coach *coach, const struct position_hand *hand,
			      const struct decision *decision, const struct valuation *valuation)
{
	const int *rule = coach->rules->value;
	int player = decision->player;
	bool is_illegal = decision->verdict == VERDICT_ILLEGAL;
	if (decision->verdict != VERDICT_OK) {
		bool is_call = is_illegal ? rule[LIARS_ILLEGAL] == ILLEGAL_CALL : rule[LIARS_FAULT] == FAULT_CALL;
		bool is_out = is_illegal ? rule[LIARS_ILLEGAL] == ILLEGAL_GAME : rule[LIARS_FAULT] == FAULT_GAME;
		if (is_call && decision->n_bids)
			return valuation->value[0];
		return is_out ? -1 : position_hand_worth(hand, player, player, player);
	}
	int action = action_of(hand, decision);
	return action <= subgame_n_bids(&hand->game) ? valuation->value[action]
						     : position_hand_worth(hand, player, !player, player);
}

/* Returns the highest value that the hand can have for the player. */
static double most_worth(const struct position_hand *hand, int player)
{
	double most = -1;
	for (int caller = 0; caller < 2; caller++)
		for (int loser = 0; loser < 2; loser++)
			most = fmax(most, position_hand_worth(hand, player, caller, loser));
	return most;
}

/* Returns the recommended play: the most valuable of the plays that the strong player makes, or of all plays if it
 * never reaches this position. */
static int better_play(const struct valuation *valuation)
{
	int better = -1;
	for (int play = 0; play < valuation->n_plays; play++)
		if (valuation->chance[play] >= COACH_RARE &&
		    (better < 0 || valuation->value[play] > valuation->value[better]))
			better = play;
	return better < 0 ? valuation_best(valuation) : better;
}

/* Returns the probability with which the strong player gives this answer. */
static float chance_of_answer(const struct position_hand *hand, const struct decision *decision,
			      const struct valuation *valuation)
{
	int action = action_of(hand, decision);
	return decision->verdict == VERDICT_OK && action <= subgame_n_bids(&hand->game) ? valuation->chance[action] : 0;
}

static void judge(const struct coach *coach, const struct position_hand *hand, const struct decision *decision,
		  const struct position *position, const struct valuation *valuation, struct finding *finding)
{
	int best = valuation_best(valuation), better = better_play(valuation);
	double most = valuation->value[best];
	double own = valuation->own, made = worth_of_answer(coach, hand, decision, valuation);
	if (most >= most_worth(hand, position->player) - 1e-6) { /* certainly the best, because it wins all that can be
	                                                          * won */
		better = best;
		own = most;
	}
	*finding = (struct finding){
		.best = (1 + own) / 2, .made = (1 + made) / 2, .error = fabs(valuation->value[better] - own) / 2,
		.is_exact = valuation->is_exact,
		.best_play = better == 0 ? PLAY_CALL : subgame_play(&hand->game, better - 1),
	};
	if (finding->best - finding->made < COACH_LEAST_LOSS ||
	    chance_of_answer(hand, decision, valuation) >= COACH_RARE)
		return;
	finding->kind = mistake_of_verdict(decision->verdict);
	if (finding->kind == MISTAKE_NONE)
		finding->kind = mistake_of(hand, position, action_of(hand, decision), better);
}

struct looking {
	const struct coach *coach;
	struct position_hand hand;
	const struct decision **decisions; /* those in hands with these dice; owned, like the arrays below */
	struct position *positions;
	struct finding *findings;
	bool *is_done;
	size_t n;
	const size_t *of_player;  /* maps the positions of exact_walk to indices in `positions` */
};

static void list(struct looking *looking)
{
	const struct decisions *all = &looking->coach->decisions;
	const struct subgame *game = &looking->hand.game;
	looking->decisions = mem_zeroed(all->n + 1, sizeof *looking->decisions);
	for (size_t i = 0; i < all->n; i++)
		if (all->list[i].n_dice[0] == game->n_dice[0] && all->list[i].n_dice[1] == game->n_dice[1])
			looking->decisions[looking->n++] = &all->list[i];
	looking->positions = NEW_ARRAY(struct position, looking->n + 1);
	looking->findings = NEW_ARRAY(struct finding, looking->n + 1);
	looking->is_done = NEW_ARRAY(bool, looking->n + 1);
	for (size_t i = 0; i < looking->n; i++) {
		const struct decision *decision = looking->decisions[i];
		looking->positions[i] = (struct position){
			.bids = decision_bids(all, decision), .n_bids = decision->n_bids, .player = decision->player,
			.holding = position_hand_holding(&looking->hand, decision->player, decision->count),
		};
		bug_if(looking->positions[i].holding < 0 || decision->player != decision->n_bids % 2);
	}
}

static void note(struct looking *looking, size_t i, const struct valuation *valuation)
{
	judge(looking->coach, &looking->hand, looking->decisions[i], &looking->positions[i], valuation,
	      &looking->findings[i]);
	looking->is_done[i] = true;
}

/* Rates positions after a bid of more dice than are on the table, in which the only sensible play is a call. */
static void note_impossible(struct looking *looking)
{
	for (size_t i = 0; i < looking->n; i++) {
		const struct position *position = &looking->positions[i];
		struct valuation valuation;
		if (!position->n_bids || position->bids[position->n_bids - 1] < subgame_n_bids(&looking->hand.game))
			continue;
		valuation_clear(&valuation, &looking->hand);
		valuation.is_exact = true;
		valuation.value[0] = valuation.own = position_hand_worth(&looking->hand, position->player,
								      position->player, !position->player);
		note(looking, i, &valuation);
	}
}

static void note_exact(size_t position, const struct valuation *valuation, void *context)
{
	struct looking *looking = context;
	note(looking, looking->of_player[position], valuation);
}

/* Rates the positions of one player that the solution covers. Returns the value of the hand to that player. */
static double walk(struct looking *looking, const struct solution *solution, int player)
{
	AUTO_FREE size_t *numbers = NEW_ARRAY(size_t, looking->n + 1);
	AUTO_FREE struct position *positions = NEW_ARRAY(struct position, looking->n + 1);
	size_t n = 0;
	for (size_t i = 0; i < looking->n; i++) {
		if (looking->is_done[i] || looking->positions[i].player != player)
			continue;
		positions[n] = looking->positions[i];
		numbers[n++] = i;
	}
	looking->of_player = numbers;
	struct exact_walk exact = {
		.hand = &looking->hand, .solution = solution, .solved = exact_find(solution, &looking->hand),
		.player = player, .positions = positions, .n_positions = n, .found = note_exact, .context = looking,
	};
	return exact_value(&exact);
}

static bool is_all_done(const struct looking *looking)
{
	return ALL_OF(i, looking->n, looking->is_done[i]);
}

/* Rates the remaining positions with the model. Returns the value of the hand to the player who opens. */
static double ask_model(struct looking *looking)
{
	struct model model;
	struct valuation valuation;
	model_init(&model, &looking->hand.game, looking->coach->set);
	for (size_t i = 0; i < looking->n; i++) {
		if (looking->is_done[i])
			continue;
		model_value(&model, &looking->hand, &looking->positions[i], &valuation);
		note(looking, i, &valuation);
	}
	merged_release(&model.merged);
	return model.value;
}

void coach_look(const struct coach *coach, int n_first, int n_second, struct str *out)
{
	struct looking looking = {.coach = coach};
	struct subgame game = game_of(coach, n_first, n_second);
	double value = 0;
	position_hand_init(&looking.hand, &game);
	list(&looking);
	note_impossible(&looking);
	const struct solution *solution = solution_of(coach, &looking.hand);
	if (solution)
		value = (walk(&looking, solution, 0) - walk(&looking, solution, 1)) / 2;
	if (!solution || !is_all_done(&looking)) {
		double of_model = ask_model(&looking);
		value = solution ? value : of_model;
	}
	str_add_n(out, (const char *)&value, sizeof value);
	str_add_n(out, (const char *)looking.findings, looking.n * sizeof *looking.findings);
	FREE_ALL(looking.decisions, looking.positions, looking.findings, looking.is_done);
	position_hand_release(&looking.hand);
}

void coach_take(struct coach *coach, int n_first, int n_second, const char *bytes, size_t n)
{
	size_t at = sizeof(double);
	memcpy(&coach->value[n_first][n_second], bytes, at);
	for (size_t i = 0; i < coach->decisions.n; i++) {
		struct decision *decision = &coach->decisions.list[i];
		if (decision->n_dice[0] != n_first || decision->n_dice[1] != n_second)
			continue;
		bug_if(at + sizeof decision->finding > n);
		memcpy(&decision->finding, bytes + at, sizeof decision->finding);
		at += sizeof decision->finding;
	}
	bug_if(at != n);
}
