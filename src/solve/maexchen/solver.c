/* solver.c - computes the equilibrium of Mäxchen, from the highest claim downwards and from few points upwards, and
 * converts its policies to the bytes of a file (solver.h). */
#include "solve/maexchen/solver.h"

#include <math.h>

#include "arena_maexchen_solution.h"
#include "base/file.h"

_Static_assert(MAEXCHEN_MAX_VALUES % VEC == 0, "arrays of whole vectors");

enum { LOOK_EVERY = 100 };

/* The arrays have a row for each action, packed with the stride of the turn, as regret.h requires. */
enum { MOST_FLOATS = TURN_CLAIMS * TURN_ROLLS };

struct learner {
	_Alignas(16) float regret[MOST_FLOATS], average[MOST_FLOATS], mix[MOST_FLOATS], worth[MOST_FLOATS];
	struct regret_shape shape;
};

static void update(struct learner *learner, const struct discount *discount)
{
	_Alignas(16) float value[TURN_ROLLS];
	int n = learner->shape.n_actions * learner->shape.stride;
	for (int i = 0; i < n; i++)
		learner->average[i] += discount->average * learner->mix[i];
	regret_update(learner->regret, learner->mix, learner->worth, value, learner->shape, discount);
	regret_match(learner->regret, learner->mix, learner->shape.n_actions, learner->shape.stride);
}

/* Computes the worth of each claim for each roll against these answers. */
static void worth_of_claims(const struct turn *turn, const float *answers, float *worth)
{
	const float *doubt = answers, *believe = answers + turn->claim_stride;
	for (int claim = 0; claim < turn->n_claims; claim++)
		for (int roll = 0; roll < turn->stride; roll++)
			worth[claim * turn->stride + roll] = believe[claim] * turn->believed[claim] +
							     doubt[claim] * turn->doubted[claim][roll];
}

/* Computes the worth to the answering player of each answer to each claim, given the chances with which the claims are
 * made. */
static void worth_of_answers(const struct turn *turn, const float *claims, float *worth)
{
	for (int claim = 0; claim < turn->n_claims; claim++) {
		float chance = 0, doubted = 0;
		for (int roll = 0; roll < turn->n_rolls; roll++) {
			float of_roll = turn->chance[roll] * claims[claim * turn->stride + roll];
			chance += of_roll;
			doubted += of_roll * turn->doubted[claim][roll];
		}
		worth[TURN_DOUBT * turn->claim_stride + claim] = -doubted;
		worth[TURN_BELIEVE * turn->claim_stride + claim] = -chance * turn->believed[claim];
	}
}

/* Measures the payoff of the claimer's best claims against the average answers, and that of its average claims against
 * the best answers. */
static void measure(struct turn *turn, const struct learner *claimer, const struct learner *answerer)
{
	_Alignas(16) float mix[MOST_FLOATS], worth[MOST_FLOATS] = {0};
	double most = 0, least = 0;
	regret_match(answerer->average, mix, TURN_ANSWERS, turn->claim_stride);
	worth_of_claims(turn, mix, worth);
	for (int roll = 0; roll < turn->n_rolls; roll++) {
		float best = worth[roll];
		for (int claim = 1; claim < turn->n_claims; claim++)
			best = fmaxf(best, worth[claim * turn->stride + roll]);
		most += (double)turn->chance[roll] * (double)best;
	}
	regret_match(claimer->average, mix, turn->n_claims, turn->stride);
	worth_of_answers(turn, mix, worth);
	for (int claim = 0; claim < turn->n_claims; claim++)
		least -= (double)fmaxf(worth[claim], worth[turn->claim_stride + claim]);
	turn->value = (most + least) / 2;
	turn->gap = most - least;
}

static void read_result(struct turn *turn, const struct learner *claimer, const struct learner *answerer)
{
	_Alignas(16) float mix[MOST_FLOATS];
	regret_match(claimer->average, mix, turn->n_claims, turn->stride);
	for (int claim = 0; claim < turn->n_claims; claim++)
		memcpy(turn->claims[claim], mix + claim * turn->stride, sizeof *mix * (size_t)turn->n_rolls);
	regret_match(answerer->average, mix, TURN_ANSWERS, turn->claim_stride);
	for (int answer = 0; answer < TURN_ANSWERS; answer++)
		memcpy(turn->answers[answer], mix + answer * turn->claim_stride, sizeof *mix * (size_t)turn->n_claims);
}

void turn_solve(struct turn *turn, double gap, int most_iterations)
{
	struct learner claimer = {.shape = {turn->n_claims, turn->stride}};
	struct learner answerer = {.shape = {TURN_ANSWERS, turn->claim_stride}};
	regret_match(claimer.regret, claimer.mix, turn->n_claims, turn->stride);
	regret_match(answerer.regret, answerer.mix, TURN_ANSWERS, turn->claim_stride);
	for (int t = 1; t <= most_iterations; t++) {
		struct discount discount = {(float)(pow(t, 1.5) / (pow(t, 1.5) + 1)), 0.5F, (float)t * (float)t};
		worth_of_claims(turn, answerer.mix, claimer.worth);
		update(&claimer, &discount);
		worth_of_answers(turn, claimer.mix, answerer.worth);
		update(&answerer, &discount);
		if (t % LOOK_EVERY && t < most_iterations)
			continue;
		measure(turn, &claimer, &answerer);
		if (turn->gap <= gap)
			break;
	}
	read_result(turn, &claimer, &answerer);
}

/* A hand at given points, and the same hand with the players exchanged. `who` is the player who rolls, has points[who],
 * and must beat a claim. */
struct solver_hand {
	struct maexchen_solver *solver;
	int points[2];
	double gap;
	double roller[2][MAEXCHEN_MAX_VALUES + 1]; /* the chance to win for the player about to roll: [who][1 + claim to
	                                            * beat] */
	double moved;
};

static double win_at(const struct maexchen_solver *solver, int own, int other)
{
	if (own < 1 || other < 1)
		return own >= 1;
	return solver->win[own][other];
}

static void fill_turn(const struct solver_hand *hand, int who, int last, struct turn *turn)
{
	const struct maexchen_solver *solver = hand->solver;
	const struct maexchen_values *values = &solver->values;
	int own = hand->points[who], other = hand->points[!who];
	*turn = (struct turn){.n_rolls = values->n, .n_claims = values->n - 1 - last, .stride = vec_stride(values->n)};
	turn->claim_stride = vec_stride(turn->n_claims);
	for (int roll = 0; roll < values->n; roll++)
		turn->chance[roll] = (float)values->chance[roll];
	for (int i = 0; i < turn->n_claims; i++) {
		int claim = last + 1 + i;
		double next = claim == values->n - 1 ? win_at(solver, other, own) : hand->roller[!who][claim + 1];
		turn->believed[i] = (float)(1 - next);
		for (int roll = 0; roll < values->n; roll++) {
			int loss = values->loss[roll];
			bool is_true = roll >= claim;
			turn->doubted[i][roll] =
				(float)(1 - win_at(solver, other - (is_true ? loss : 0), own - (is_true ? 0 : loss)));
		}
	}
}

static void keep_turn(const struct solver_hand *hand, int who, int last, const struct turn *turn)
{
	struct maexchen_policy *claimer = hand->solver->policy[hand->points[who]][hand->points[!who]];
	struct maexchen_policy *answerer = hand->solver->policy[hand->points[!who]][hand->points[who]];
	for (int i = 0; i < turn->n_claims; i++) {
		answerer->believes[last + 1][last + 1 + i] = (double)turn->answers[TURN_BELIEVE][i];
		for (int roll = 0; roll < turn->n_rolls; roll++)
			claimer->claims[last + 1][roll][last + 1 + i] = (double)turn->claims[i][roll];
	}
}

/* Solves all turns of the hand, given the current estimate of the value of the hand itself. */
static void solve_turns(struct solver_hand *hand)
{
	struct maexchen_solver *solver = hand->solver;
	struct turn turn;
	for (int last = solver->values.n - 2; last >= -1; last--)
		for (int who = 0; who < 2; who++) {
			fill_turn(hand, who, last, &turn);
			turn_solve(&turn, hand->gap, solver->most_iterations);
			hand->roller[who][last + 1] = turn.value;
			keep_turn(hand, who, last, &turn);
		}
	hand->moved = 0;
	for (int who = 0; who < 2; who++) {
		double *win = &solver->win[hand->points[who]][hand->points[!who]];
		hand->moved = fmax(hand->moved, fabs(*win - hand->roller[who][0]));
		*win = hand->roller[who][0];
	}
}

static void solve_hand(struct maexchen_solver *solver, int own, int other)
{
	enum { MOST_ROUNDS = 50, TURNS_OF_A_GAME = 32 };
	struct solver_hand hand = {.solver = solver, .points = {own, other}, .gap = solver->accuracy / TURNS_OF_A_GAME};
	solver->policy[own][other] = NEW(struct maexchen_policy);
	if (own != other)
		solver->policy[other][own] = NEW(struct maexchen_policy);
	solver->win[own][other] = solver->win[other][own] = 0.5;
	hand.moved = 1;
	for (int round = 0; round < MOST_ROUNDS && hand.moved > hand.gap && !(solver->stop && *solver->stop); round++)
		solve_turns(&hand);
}

static double exploitability_of(const struct maexchen_solver *solver)
{
	AUTO_FREE struct maexchen_response *response = NEW(struct maexchen_response);
	int most = solver->values.points;
	response->values = &solver->values;
	for (int a = 1; a <= most; a++)
		for (int b = 1; b <= most; b++)
			maexchen_response_at(response, solver->policy[a][b], a, b);
	return response->win[most][most][MAEXCHEN_OPPONENT] + response->win[most][most][MAEXCHEN_RESPONDER] - 1;
}

void maexchen_solve(struct maexchen_solver *solver, const struct rules *rules)
{
	maexchen_values_list(&solver->values, rules);
	for (int own = 1; own <= solver->values.points; own++) {
		for (int other = 1; other <= own && !solver->is_cut_short; other++) {
			solve_hand(solver, own, other);
			solver->is_cut_short = solver->stop && *solver->stop;
		}
		if (solver->progress)
			solver->progress(own, solver->context);
	}
	if (!solver->is_cut_short)
		solver->exploitability = exploitability_of(solver);
}

void maexchen_solver_release(struct maexchen_solver *solver)
{
	for (int own = 1; own <= MAEXCHEN_MOST_POINTS; own++)
		for (int other = 1; other <= MAEXCHEN_MOST_POINTS; other++)
			free(solver->policy[own][other]);
}

_Static_assert(MAEXCHEN_MAX_VALUES == (int)MAEX_MAX_VALUES && MAEXCHEN_MOST_POINTS == (int)MAEX_SOLUTION_POINTS,
	       "as robots read them");
_Static_assert(offsetof(struct maex_solution_header, size) == offsetof(struct solution_header, size) &&
	       offsetof(struct maex_solution_header, checksum) == offsetof(struct solution_header, checksum),
	       "one checksum for both");

void maexchen_book_release(struct maexchen_book *book)
{
	str_release(&book->bytes);
}

void maexchen_book_begin(struct maexchen_book *book, const struct maexchen_values *values, const struct rules *rules)
{
	const int *setting = rules->value;
	struct maex_solution_header header = {
		.magic = {'A', 'R', 'E', 'N', 'A', 'M', 'I', 'A'}, .version = MAEX_SOLUTION_VERSION,
		.points = (uint32_t)values->points, .n_values = (uint32_t)values->n,
		.loss = {(uint32_t)setting[MAEXCHEN_LOSS_NORMAL], (uint32_t)setting[MAEXCHEN_LOSS_MAEXCHEN],
			 (uint32_t)setting[MAEXCHEN_LOSS_HAMBURGER]},
	};
	for (int i = 0; i < values->n; i++) {
		bool is_maexchen = maexchen_is_maexchen(setting, values->value[i]);
		header.value[i] = (int8_t)values->value[i];
		bool is_hamburger = maexchen_is_hamburger(setting, values->value[i]);
		header.kind[i] = is_hamburger ? MAEX_HAMBURGER : is_maexchen ? MAEX_MAEXCHEN : MAEX_NORMAL;
	}
	book->values = values;
	str_add_n(&book->bytes, (const char *)&header, sizeof header);
}

static uint16_t part(double chance)
{
	return (uint16_t)lround(chance * SOLUTION_WHOLE);
}

/* Adds chances as parts of SOLUTION_WHOLE. Each is the difference of two rounded partial sums, so they sum to
 * SOLUTION_WHOLE. */
static void add_claims(struct maexchen_book *book, const double *chance)
{
	double sum = 0;
	for (int i = 0; i < book->values->n; i++) {
		uint16_t before = part(sum);
		sum = fmin(1, sum + chance[i]);
		uint16_t share = (uint16_t)(part(sum) - before);
		str_add_n(&book->bytes, (const char *)&share, sizeof share);
	}
}

void maexchen_book_add(struct maexchen_book *book, const struct maexchen_policy *policy)
{
	int n = book->values->n;
	for (int last = -1; last < n - 1; last++)
		for (int roll = 0; roll < n; roll++)
			add_claims(book, policy->claims[last + 1][roll]);
	for (int before = -1; before < n - 1; before++)
		for (int claim = 0; claim < n; claim++) {
			uint16_t share = part(policy->believes[before + 1][claim]);
			str_add_n(&book->bytes, (const char *)&share, sizeof share);
		}
}

int maexchen_book_save(struct maexchen_book *book, const char *path, struct err *err)
{
	struct maex_solution_header header;
	memcpy(&header, book->bytes.text, sizeof header);
	header.size = book->bytes.length;
	memcpy(book->bytes.text, &header, sizeof header);
	header.checksum = solution_checksum((const unsigned char *)book->bytes.text, book->bytes.length);
	memcpy(book->bytes.text, &header, sizeof header);
	return file_write(path, &book->bytes, err);
}
