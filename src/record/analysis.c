/* analysis.c - statistics of a robot in the analysed games (analysis.h). */
#include "record/analysis.h"

#include <math.h>

#include "game/liars/liars.h"

bool analysis_has_last_hand(const struct rules *rules)
{
	return !rules->family->has_last_hand || rules->family->has_last_hand(rules);
}

void analysis_release(struct analysis *analysis)
{
	histogram_release(&analysis->wins.shares);
	for (int seat = 0; seat < SCHEDULE_MAX_SEATS; seat++)
		histogram_release(&analysis->by_seat[seat].shares);
}

/* Counts one trial of a proportion. */
static void count(struct analysis_match *match, int part, bool is_hit)
{
	match->part[part].trials++;
	match->part[part].hits += is_hit;
}

static void add_call(struct analysis *a, struct analysis_match *match, const struct odds *faced, bool has_called)
{
	int tenth = calibration_tenth(faced->chance);
	calibration_add(has_called ? &a->called : &a->passed, faced->chance, faced->is_true);
	count(match, (has_called ? ANALYSIS_CALLED_TRUE : ANALYSIS_PASSED_TRUE) + tenth, faced->is_true);
	if (has_called)
		count(match, ANALYSIS_PRECISION, !faced->is_true);
	if (!faced->is_true)
		count(match, ANALYSIS_RECALL, has_called);
	count(match, ANALYSIS_ACCURACY, has_called == !faced->is_true);
	count(match, ANALYSIS_RATE, has_called);
}

/* Adds a decision. Only a play that the robot means as a call counts as one; an illegal play that the rules treat as a
 * call does not. */
static void add_decision(struct analysis *a, struct analysis_match *match, const struct game_record *log,
			 const struct game_record_ask *ask)
{
	bool is_exact = ask->play == PLAY_EXACT && log->rules->family->has_exact;
	a->asks++;
	if (ask->verdict == VERDICT_ILLEGAL)
		a->illegal++;
	else if (ask->verdict != VERDICT_OK)
		a->faults++;
	if (ask->faced.bid && ask->verdict == VERDICT_OK && !is_exact)
		add_call(a, match, &ask->faced, ask->play == PLAY_CALL);
}

static void add_bid(struct analysis_match *match, const struct odds *made)
{
	if (!made->bid)
		return;
	count(match, ANALYSIS_FALSE, !made->is_true);
	count(match, ANALYSIS_UNLIKELY, made->chance < 0.5 - 1e-12); /* a rounded even chance does not count */
	count(match, ANALYSIS_UNBACKED, !made->is_backed);
	/* Whether the bid is called is known when the hand is over. */
	match->part[ANALYSIS_CALLED].trials++;
	match->part[ANALYSIS_CAUGHT].trials += !made->is_true;
}

/* Returns why the seat lost the hand, or -1 if it did not lose it. */
static int cause_of(const struct game_record_hand *hand, int seat)
{
	const struct hand_result *last = &hand->last;
	bool is_actor = last->actor == seat;
	if (last->end == HAND_EXACT && last->loser < 0)
		return last->delta[seat] < 0 ? CAUSE_OTHERS_EXACT : -1;
	if (last->loser != seat)
		return -1;
	switch (last->end) {
	case HAND_CALL: return !is_actor ? CAUSE_OWN_BID : last->play == PLAY_CALL ? CAUSE_OWN_CALL : CAUSE_ILLEGAL;
	case HAND_EXACT: return CAUSE_OWN_EXACT;
	case HAND_ILLEGAL: return CAUSE_ILLEGAL;
	case HAND_FAULT: return CAUSE_FAULT;
	case HAND_NONE:
	case HAND_BELIEVED: break;
	}
	return -1;
}

/* Adds a hand of the robot and its result in the game. Returns why it lost the hand, or -1. */
static int add_outcome(struct analysis *a, struct analysis_match *match, const struct game_record_hand *hand, int seat,
		       double win)
{
	const struct hand_result *last = &hand->last;
	a->hands++;
	if (last->end == HAND_CALL && last->bidder == seat) {
		match->part[ANALYSIS_CALLED].hits++;
		match->part[ANALYSIS_CAUGHT].hits += last->loser == seat;
	}
	if (last->end == HAND_EXACT && last->actor == seat)
		count(match, ANALYSIS_EXACT, last->loser != seat);
	int cause = cause_of(hand, seat);
	if (hand->failed_looking >> seat & 1)
		cause = CAUSE_FAULT; /* the fault came after the end of the hand */
	if (cause >= 0)
		a->lost[cause]++;
	count(match, ANALYSIS_LOST + hand->seat[seat].n_dice, cause >= 0);
	exact_add(&a->wins_from[hand->seat[seat].n_dice], win);
	return cause;
}

void analysis_add(struct analysis *a, struct analysis_match *match, const struct game_record *log, int seat)
{
	double win = log->places[seat] == 1 ? 1.0 / log->n_tied[seat] : 0;
	int last_cause = CAUSE_COUNT;
	a->games++;
	for (int i = 0; i < log->n_hands; i++) {
		const struct game_record_hand *hand = &log->hands[i];
		if (!(hand->in_before >> seat & 1))
			break; /* the robot is eliminated for the rest of the game */
		for (int k = hand->first_ask; k < hand->first_ask + hand->n_asks; k++) {
			if (log->asks[k].seat != seat)
				continue;
			add_decision(a, match, log, &log->asks[k]);
			add_bid(match, &log->asks[k].made);
		}
		int cause = add_outcome(a, match, hand, seat, win);
		if (cause >= 0)
			last_cause = cause;
	}
	if (log->places[seat] != 1)
		a->games_lost[last_cause]++;
}

/* Returns the sum of wins. first[i] is the number of games whose first place was shared by i + 1 robots. Divides once
 * for each i, so that matches with equal counts have equal shares. */
static double sum_of_wins(const uint64_t *first)
{
	double sum = 0;
	for (int i = 0; i < SCHEDULE_MAX_SEATS; i++)
		sum += (double)first[i] / (i + 1);
	return sum;
}

void analysis_wins_end(struct analysis_wins *wins)
{
	if (wins->set.games)
		histogram_add(&wins->shares, sum_of_wins(wins->set.first_count) / (double)wins->set.games, 1);
	wins->shares.n_matches += wins->set.matches;
	memset(&wins->set, 0, sizeof wins->set);
}

void analysis_wins_add(struct analysis_wins *wins, uint64_t set, const uint64_t first[SCHEDULE_MAX_SEATS],
		       uint64_t games)
{
	if (!games)
		return;
	if (set != wins->set.number)
		analysis_wins_end(wins);
	wins->set.number = set;
	wins->set.matches++;
	wins->set.games += games;
	wins->games += games;
	for (int i = 0; i < SCHEDULE_MAX_SEATS; i++) {
		wins->set.first_count[i] += first[i];
		wins->first_count[i] += first[i];
	}
}

static void close_parts(struct analysis *a)
{
	for (int part = 0; part < ANALYSIS_PARTS; part++)
		ratio_add(&a->part[part], a->set_parts.part[part].hits, a->set_parts.part[part].trials);
	a->set_parts = (struct analysis_match){0};
}

static void end_parts(struct analysis *a, uint64_t set, struct analysis_match *match)
{
	if (set != a->set)
		close_parts(a);
	a->set = set;
	for (int part = 0; part < ANALYSIS_PARTS; part++) {
		a->set_parts.part[part].hits += match->part[part].hits;
		a->set_parts.part[part].trials += match->part[part].trials;
	}
	*match = (struct analysis_match){0};
}

void analysis_end_match(struct analysis *a, struct analysis_match *match, const struct match_plan *plan,
			const uint8_t *places, int player)
{
	int n = a->n_seats;
	uint64_t first[SCHEDULE_MAX_SEATS][SCHEDULE_MAX_SEATS] = {{0}}, all[SCHEDULE_MAX_SEATS] = {0};
	for (uint32_t block = 0; block < plan->n_blocks; block++) {
		for (int rotation = 0; rotation < n; rotation++, places += n) {
			if (places[player] != 1)
				continue;
			int tied = result_places_tied(places, n, player);
			first[schedule_seat(plan, player, rotation, n)][tied - 1]++;
			all[tied - 1]++;
		}
	}
	analysis_wins_add(&a->wins, plan->set, all, (uint64_t)plan->n_blocks * (uint64_t)n);
	for (int seat = 0; seat < n; seat++)
		analysis_wins_add(&a->by_seat[seat], plan->set, first[seat], plan->n_blocks);
	end_parts(a, plan->set, match);
}

void analysis_end(struct analysis *a)
{
	close_parts(a);
	analysis_wins_end(&a->wins);
	for (int seat = 0; seat < SCHEDULE_MAX_SEATS; seat++)
		analysis_wins_end(&a->by_seat[seat]);
}

void analysis_end_game(struct analysis *a, struct analysis_match *match, int seats, int seat, int place)
{
	uint64_t first[SCHEDULE_MAX_SEATS] = {place == 1};
	a->tables[seats]++;
	analysis_wins_add(&a->wins, 0, first, 1);
	analysis_wins_add(&a->by_seat[seat], 0, first, 1);
	end_parts(a, 0, match);
	analysis_end(a);
}

double analysis_fair(const struct analysis *a)
{
	double games = 0, sum = 0;
	for (int n = 1; n <= SCHEDULE_MAX_SEATS; n++) {
		games += (double)a->tables[n];
		sum += (double)a->tables[n] / n;
	}
	return games > 0 ? sum / games : 1.0 / a->n_seats;
}

int analysis_fewest_seats(const struct analysis *a)
{
	for (int n = 1; n < a->n_seats; n++)
		if (a->tables[n])
			return n;
	return a->n_seats;
}

struct interval analysis_wins_interval(const struct analysis_wins *wins)
{
	struct interval interval = interval_of_shares(&wins->shares);
	if (!wins->games)
		return interval;
	/* The mean is over games, as in the table of the run, because the analysis need not contain all games of each
	 * match. */
	interval.mean = sum_of_wins(wins->first_count) / (double)wins->games;
	interval.low = fmin(interval.low, interval.mean);
	interval.high = fmax(interval.high, interval.mean);
	return interval;
}

double analysis_wins_worth(const struct analysis_wins *wins)
{
	double games = (double)wins->games, matches = (double)wins->shares.n, squares = 0, spread = 0;
	if (wins->shares.n < 2 || wins->shares.n == wins->games || histogram_n_seen(&wins->shares, 2) < 2)
		return 0;
	double share = sum_of_wins(wins->first_count) / games, mean = histogram_mean(&wins->shares);
	for (int i = 0; i < SCHEDULE_MAX_SEATS; i++)
		squares += (double)wins->first_count[i] / ((i + 1) * (i + 1));
	for (struct histogram_cursor at = {0}; histogram_next(&wins->shares, &at);)
		spread += (double)at.count * (at.value - mean) * (at.value - mean);
	return (squares / games - share * share) / (spread / (matches - 1) * games / matches);
}
