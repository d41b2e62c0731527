/* sums.c - the total loss of a robot's mistakes (sums.h). */
#include "coach/sums.h"

#include <math.h>

#include "stats/distributions.h"

/* Sums over matches of x, x * x and x * g, where x is the loss and g the number of games of a match. */
struct squares {
	double x, xx, xg;
};

/* v = m / (m - 1) * sum (x - mean g)^2 / (sum of g)^2, as in stats/ratio.h. */
static void finish(struct loss *loss, const struct squares *squares, double games, double games_squared, size_t n_matches)
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

/* The losses of a match, by kind and in all. Reads decisions from *at on, and moves *at past the match. */
static void match_losses(const struct decisions *decisions, const struct coached_match *match, size_t *at, struct sums *sums,
			 double x[MISTAKE_COUNT], double *net)
{
	for (; *at < decisions->n && decisions->list[*at].game < match->first_game + match->n_games; ++*at) {
		const struct finding *finding = &decisions->list[*at].finding;
		sums->n_exact += finding->is_exact;
		sums->error += finding->is_exact ? 0 : finding->error;
		sums->of[finding->kind].n += finding->kind != MISTAKE_NONE;
		x[finding->kind] += finding_loss(finding);
		*net += finding->best - finding->made;
	}
}

static void order(struct sums *sums)
{
	for (int kind = MISTAKE_NONE + 1; kind < MISTAKE_COUNT; kind++) {
		int at = sums->n_kinds;
		if (!sums->of[kind].n)
			continue;
		for (; at > 0 && sums->of[sums->order[at - 1]].mean < sums->of[kind].mean; at--)
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
		finish(&sums->of[kind], &squares[kind], games, games_squared, decisions->n_matches);
		sums->all.n += sums->of[kind].n;
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
		order = p->n_bids ? memcmp(decision_bids(x->decisions, p), decision_bids(y->decisions, q), (size_t)p->n_bids) : 0;
	if (!order)
		order = p->play != q->play ? (p->play < q->play ? -1 : 1) : (int)p->verdict - (int)q->verdict;
	return order;
}

static int compare_known(const void *a, const void *b)
{
	const struct known *x = a, *y = b;
	int order = compare_positions(a, b);
	return order ? order : x->decision < y->decision ? -1 : x->decision > y->decision;
}

static int compare_costly(const void *a, const void *b)
{
	const struct costly *x = a, *y = b;
	if (x->loss != y->loss)
		return x->loss > y->loss ? -1 : 1;
	return x->decision < y->decision ? -1 : x->decision > y->decision;
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
