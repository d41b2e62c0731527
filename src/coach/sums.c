/* sums.c - sums up the kinds of mistakes, and the total loss from a robot's mistakes (decisions.h). */

#include <math.h>

#include "coach/decisions.h"
#include "stats/distributions.h"

/* Sums over matches of x, x * x and x * g, where x is the loss and g the number of games of a match. */
struct squares {
	double x, xx, xg;
};

/* Computes the mean loss, and half the width of its interval from the variance v = m / (m - 1) * sum (x - mean g)^2 /
 * (sum of g)^2, as in stats/ratio.h. */
static void finish(struct loss *loss, const struct squares *squares, double games, double games_squared,
		   size_t n_matches)
{
	double m = (double)n_matches;
	if (games <= 0)
		return;
	loss->mean = squares->x / games;
	loss->half = 1;
	if (n_matches < 2)
		return;
	double residual = squares->xx - 2 * loss->mean * squares->xg + loss->mean * loss->mean * games_squared;
	loss->half = student_quantile(0.975, m - 1) * sqrt(fmax(residual, 0) * m / (m - 1)) / games;
}

static void add_match(struct squares *squares, double x, double games)
{
	squares->x += x;
	squares->xx += x * x;
	squares->xg += x * games;
}

/* Sums up the losses of a match, by kind and in total. Reads decisions from *at on, and moves *at past those of the
 * match. */
static void match_losses(const struct decisions *decisions, const struct coached_match *match, size_t *at,
			 struct sums *sums, double x[MISTAKE_COUNT], double *net)
{
	for (; *at < decisions->n && decisions->list[*at].game < match->first_game + match->n_games; ++*at) {
		const struct finding *finding = &decisions->list[*at].finding;
		sums->n_exact += finding->is_exact;
		sums->error += finding->is_exact ? 0 : finding->error;
		sums->by_kind[finding->kind].n += finding->kind != MISTAKE_NONE;
		x[finding->kind] += finding_loss(finding);
		*net += finding->best - finding->made;
	}
}

static void order(struct sums *sums)
{
	for (int kind = MISTAKE_NONE + 1; kind < MISTAKE_COUNT; kind++) {
		int at = sums->n_kinds;
		if (!sums->by_kind[kind].n)
			continue;
		for (; at > 0 && sums->by_kind[sums->order[at - 1]].mean < sums->by_kind[kind].mean; at--)
			sums->order[at] = sums->order[at - 1];
		sums->order[at] = (enum mistake)kind;
		sums->n_kinds++;
	}
}

void sums_of(const struct decisions *decisions, struct sums *sums)
{
	struct squares squares[MISTAKE_COUNT] = {{0}}, all = {0}, total = {0};
	double games = 0, games_squared = 0;
	size_t at = 0;
	*sums = (struct sums){.has_intervals = decisions->n_matches >= SUMS_LEAST_MATCHES};
	for (size_t i = 0; i < decisions->n_matches; i++) {
		double x[MISTAKE_COUNT] = {0}, g = (double)decisions->matches[i].n_games, sum = 0, net = 0;
		match_losses(decisions, &decisions->matches[i], &at, sums, x, &net);
		for (int kind = 0; kind < MISTAKE_COUNT; kind++) {
			add_match(&squares[kind], x[kind], g);
			sum += x[kind];
		}
		add_match(&all, sum, g);
		add_match(&total, net, g);
		games += g;
		games_squared += g * g;
	}
	for (int kind = MISTAKE_NONE + 1; kind < MISTAKE_COUNT; kind++) {
		finish(&sums->by_kind[kind], &squares[kind], games, games_squared, decisions->n_matches);
		sums->all.n += sums->by_kind[kind].n;
	}
	finish(&sums->all, &all, games, games_squared, decisions->n_matches);
	finish(&sums->net, &total, games, games_squared, decisions->n_matches);
	sums->net.n = decisions->n;
	uint64_t n_model = (uint64_t)decisions->n - sums->n_exact;
	sums->error = n_model ? sums->error / (double)n_model : 0;
	order(sums);
}

/* A decision, for sorting by position. */
struct known {
	const struct decisions *decisions;
	size_t decision;
};

static int compare_positions(const void *a, const void *b)
{
	const struct known *x = a, *y = b;
	const struct decision *p = &x->decisions->list[x->decision], *q = &y->decisions->list[y->decision];
	int order = memcmp(p->n_dice, q->n_dice, sizeof p->n_dice);
	if (!order)
		order = memcmp(p->count, q->count, sizeof p->count);
	if (!order)
		order = p->n_bids - q->n_bids;
	if (!order)
		order = p->n_bids
			? memcmp(decision_bids(x->decisions, p), decision_bids(y->decisions, q), (size_t)p->n_bids) : 0;
	if (!order)
		order = p->play != q->play ? (p->play < q->play ? -1 : 1) : (int)p->verdict - (int)q->verdict;
	return order;
}

static int compare_known(const void *a, const void *b)
{
	const struct known *x = a, *y = b;
	int order = compare_positions(a, b);
	return order ? order : ORDER(x->decision, y->decision);
}

static int compare_costly(const void *a, const void *b)
{
	const struct costly *x = a, *y = b;
	return ORDER(y->loss, x->loss) ?: ORDER(x->decision, y->decision);
}

struct costly *sums_costliest(const struct decisions *decisions, size_t *n)
{
	AUTO_FREE struct known *known = NEW_ARRAY(struct known, decisions->n + 1);
	size_t n_known = 0;
	*n = 0;
	for (size_t i = 0; i < decisions->n; i++)
		if (decisions->list[i].finding.kind != MISTAKE_NONE)
			known[n_known++] = (struct known){decisions, i};
	struct costly *list = NEW_ARRAY(struct costly, n_known + 1);
	qsort(known, n_known, sizeof *known, compare_known);
	for (size_t i = 0; i < n_known; i++) {
		if (i == 0 || compare_positions(&known[i - 1], &known[i]) != 0)
			list[(*n)++].decision = known[i].decision;
		list[*n - 1].n++;
		list[*n - 1].loss += finding_loss(&decisions->list[known[i].decision].finding);
	}
	qsort(list, *n, sizeof *list, compare_costly);
	return list;
}

const struct mistake_kind mistake_kinds[MISTAKE_COUNT] = {
	[MISTAKE_NONE] = {"none", "no mistake", "a strong player makes this play too"},
	[MISTAKE_CALLED_EARLY] = {"called_too_early", "calling too early", "it called; a bid was worth more"},
	[MISTAKE_CALLED_LATE] = {"called_too_late", "calling too late", "it bid; a call was worth more"},
	[MISTAKE_BLUFFED] = {"bluffed_too_much", "bluffing too much",
		"it bid a face it did not hold; one it held was worth more"},
	[MISTAKE_NO_BLUFF] = {"missed_bluff", "missing a bluff",
		"it bid a face it held; one it did not hold was worth more"},
	[MISTAKE_OPENED_HIGH] = {"opened_too_high", "opening too high",
		"it opened the hand; a lower bid was worth more"},
	[MISTAKE_OPENED_LOW] = {"opened_too_low", "opening too low", "it opened the hand; a higher bid was worth more"},
	[MISTAKE_RAISED_HIGH] = {"raised_too_high", "raising too high", "it raised; a lower bid was worth more"},
	[MISTAKE_RAISED_LOW] = {"raised_too_low", "raising too low", "it raised; a higher bid was worth more"},
	[MISTAKE_ILLEGAL] = {"illegal", "illegal plays", "its answer was not a legal play"},
	[MISTAKE_TIMEOUT] = {"timeout", "timeouts", "it took too long"},
	[MISTAKE_CRASH] = {"crash", "crashes", "it crashed"},
};

static bool is_bluff(const struct position_hand *hand, const struct position *position, int bid)
{
	bool is_plain = position_hand_is_plain(hand, position->bids, position->n_bids);
	is_plain = subgame_is_plain(&hand->game, is_plain, position->n_bids, bid);
	return hand->holdings[position->player].match[is_plain][subgame_face(&hand->game, bid)][position->holding] == 0;
}

enum mistake mistake_of(const struct position_hand *hand, const struct position *position, int made, int best)
{
	if (made == best)
		return MISTAKE_NONE;
	if (made == 0)
		return MISTAKE_CALLED_EARLY;
	if (best == 0)
		return MISTAKE_CALLED_LATE;
	bool was_bluff = is_bluff(hand, position, made - 1), is_best_bluff = is_bluff(hand, position, best - 1);
	if (was_bluff != is_best_bluff)
		return was_bluff ? MISTAKE_BLUFFED : MISTAKE_NO_BLUFF;
	if (position->n_bids == 0)
		return made > best ? MISTAKE_OPENED_HIGH : MISTAKE_OPENED_LOW;
	return made > best ? MISTAKE_RAISED_HIGH : MISTAKE_RAISED_LOW;
}

enum mistake mistake_of_verdict(enum verdict verdict)
{
	return verdict == VERDICT_OK ? MISTAKE_NONE : verdict == VERDICT_ILLEGAL ? MISTAKE_ILLEGAL :
	       verdict == VERDICT_TIMEOUT ? MISTAKE_TIMEOUT : MISTAKE_CRASH;
}
