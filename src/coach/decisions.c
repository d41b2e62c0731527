/* decisions.c - the decisions of a robot, collected from its games (decisions.h). */
#include "coach/decisions.h"

#include "game/dice.h"

void decisions_release(struct decisions *decisions)
{
	FREE_ALL(decisions->list, decisions->matches);
	str_release(&decisions->bids);
	*decisions = (struct decisions){0};
}

/* Stores the bids of the hand before ask k. */
static void add_bids(struct decisions *decisions, const struct game_record *log, const struct subgame *game, int k,
		     struct decision *decision)
{
	decision->first_bid = decisions->bids.length;
	for (int i = log->hands[decision->hand].first_ask; i < k; i++) {
		char bid = (char)subgame_bid(game, log->asks[i].play);
		str_add_n(&decisions->bids, &bid, 1);
		decision->n_bids++;
	}
}

static struct decision *add_decision(struct decisions *decisions, const struct decision *decision)
{
	MEM_GROW(decisions->list, decisions->n, decisions->room);
	decisions->list[decisions->n] = *decision;
	return &decisions->list[decisions->n++];
}

void decisions_append(struct decisions *decisions, const struct decisions *more)
{
	size_t first = decisions->bids.length;
	str_add_n(&decisions->bids, str_text(&more->bids), more->bids.length);
	for (size_t i = 0; i < more->n; i++)
		add_decision(decisions, &more->list[i])->first_bid += first;
}

static void add(struct decisions *decisions, const struct game_record *log, int number, int k, int seat)
{
	const struct game_record_hand *hand = &log->hands[number];
	const struct game_record_ask *ask = &log->asks[k];
	int opener = log->asks[hand->first_ask].seat;
	struct decision decision = {
		.game = log->number, .hand = number, .n_dice = {hand->seat[opener].n_dice, hand->seat[!opener].n_dice},
		.player = seat != opener,
		.play = ask->play, .verdict = ask->verdict,
	};
	struct subgame game = subgame_of_rules(log->rules, decision.n_dice[0], decision.n_dice[1]);
	for (int face = 1; face <= game.faces; face++)
		decision.count[face] = (uint8_t)dice_showing(hand->seat[seat].dice, face);
	add_bids(decisions, log, &game, k, &decision);
	add_decision(decisions, &decision);
}

void decisions_add(struct decisions *decisions, const struct game_record *log, int seat)
{
	for (int i = 0; i < log->n_hands; i++) {
		const struct game_record_hand *hand = &log->hands[i];
		for (int k = hand->first_ask; k < hand->first_ask + hand->n_asks; k++)
			if (log->asks[k].seat == seat)
				add(decisions, log, i, k, seat);
	}
	decisions->n_games++;
}

void decisions_add_match(struct decisions *decisions, uint64_t first_game, uint64_t n_games)
{
	MEM_GROW(decisions->matches, decisions->n_matches, decisions->matches_room);
	decisions->matches[decisions->n_matches++] = (struct coached_match){first_game, n_games};
}

static int compare(const void *a, const void *b)
{
	const struct decision *x = a, *y = b;
	if (x->game != y->game)
		return x->game < y->game ? -1 : 1;
	return x->hand != y->hand ? x->hand - y->hand : x->n_bids - y->n_bids;
}

void decisions_sort(struct decisions *decisions)
{
	if (decisions->n)
		qsort(decisions->list, decisions->n, sizeof *decisions->list, compare);
}

struct gathering {
	const struct schedule *schedule;
	struct decisions *decisions;
};

static void add_game(const struct game_record *game, int seat, void *kept, void *context)
{
	decisions_add(((struct gathering *)context)->decisions, game, seat);
}

static void end_match(const struct replays_match *match, int player, void *kept, void *context)
{
	struct gathering *gathering = context;
	decisions_add_match(gathering->decisions,
			    schedule_game_number(gathering->schedule, match->plan->first_block, 0, 0),
			    match->plan->n_blocks * (uint64_t)match->n_seats);
}

int decisions_gather(struct decisions *decisions, const struct tournament *tournament, struct sample *sample,
		     struct err *err)
{
	struct gathering gathering = {sample->schedule, decisions};
	const struct sample_watcher watcher = {.sample = sample, .game = add_game, .match = end_match,
		.context = &gathering};
	int failed = samples_play(&watcher, 1, tournament, err);
	decisions_sort(decisions);
	return failed;
}
