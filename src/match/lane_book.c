/* lane_book.c - see lane_book.h. */
#include "match/lane_book.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* ---- faults ------------------------------------------------------------------------- */

static void keep_fault(struct lane *lane, int player, int seat, const struct fault *fault)
{
	const struct tournament *t = lane->setting->tournament;
	if (lane->player[player].n_faults >= BOOK_FAULTS_KEPT)
		return;
	lane->player[player].n_faults++;
	lane->leg_faults = mem_resize(lane->leg_faults, (size_t)lane->n_leg_faults + 1, sizeof *lane->leg_faults);
	struct fault_record *record = &lane->leg_faults[lane->n_leg_faults++];
	*record = (struct fault_record){
		.game = schedule_game_number(&t->schedule, lane->plan.first_block, lane->block, lane->rotation),
		.robot = lane->plan.robot[player],
		.ask = lane->player[player].n_asks - 1,
		.me = (char)('A' + player),
		.hands = NEW_ARRAY(char, game_hands_size(&t->rules, lane->n_players)),
		.history = mem_strdup(lane->game.view.history),
		.fault = NEW(struct fault),
	};
	game_see(&lane->game, seat, record->hands);
	*record->fault = *fault;
}

void book_fault(struct lane *lane, int player, int seat, const struct fault *fault)
{
	struct tally *tally = &lane->leg[player];
	if (fault->verdict == VERDICT_TIMEOUT)
		tally->timeouts++;
	else
		tally->crashes++;
	if (!lane->player[player].has_failed)
		tally->failed_games++;
	lane->player[player].has_failed = true;
	keep_fault(lane, player, seat, fault);
}

static void drop(struct fault_record *record)
{
	free(record->hands);
	free(record->history);
	free(record->fault);
}

void book_drop_faults(struct lane *lane)
{
	for (int i = 0; i < lane->n_leg_faults; i++)
		drop(&lane->leg_faults[i]);
	lane->n_leg_faults = 0;
	for (int player = 0; player < lane->n_players; player++)
		lane->player[player].n_faults = 0;
}

static int by_game(const void *a, const void *b)
{
	const struct fault_record *x = a, *y = b;
	if (x->game != y->game)
		return x->game < y->game ? -1 : 1;
	if (x->robot != y->robot)
		return x->robot - y->robot;
	return (x->ask > y->ask) - (x->ask < y->ask);
}

/* Legs run through the blocks one after the other; a run counts its games block by block. */
static void sort_faults(struct match_result *result)
{
	int kept[SCHEDULE_MAX_SEATS] = {0}, n = 0;
	if (result->n_faults == 0)
		return;
	qsort(result->faults, (size_t)result->n_faults, sizeof *result->faults, by_game);
	for (int i = 0; i < result->n_faults; i++) {
		struct fault_record *record = &result->faults[i];
		if (kept[record->me - 'A']++ < BOOK_FAULTS_KEPT)
			result->faults[n++] = *record;
		else
			drop(record);
	}
	result->n_faults = n;
}

/* ---- sums --------------------------------------------------------------------------- */

void book_game(struct lane *lane)
{
	size_t n = (size_t)lane->n_players;
	size_t game = lane->block * n + (size_t)lane->rotation;
	uint8_t *places = lane->places + game * n;
	lane->signatures[game] = lane->signature;
	if (lane->setting->tournament->keeps_plays)
		playlog_add_game(&lane->plays, &lane->game_plays);
	str_clear(&lane->game_plays);
	for (int seat = 0; seat < lane->n_players; seat++) {
		int player = lane->player_in[seat], tied;
		places[player] = (uint8_t)game_place(&lane->game, seat, &tied);
		lane->leg[player].asks += lane->player[player].n_asks;
	}
}

void book_drop_plays(struct lane *lane)
{
	str_clear(&lane->game_plays);
	lane->plays.length = lane->leg_plays;
}

void book_leg(struct lane *lane)
{
	int n = lane->n_players;
	lane->leg_plays = lane->plays.length;
	struct match_result *result = &lane->result;
	for (int player = 0; player < n; player++)
		tally_add(&result->tally[player], &lane->leg[player]);
	if (lane->n_leg_faults) {
		size_t total = (size_t)(result->n_faults + lane->n_leg_faults);
		result->faults = mem_resize(result->faults, total, sizeof *result->faults);
		memcpy(result->faults + result->n_faults, lane->leg_faults,
		       (size_t)lane->n_leg_faults * sizeof *lane->leg_faults);
		result->n_faults = (int)total;
		lane->n_leg_faults = 0;
	}
	for (int player = 0; player < lane->n_players; player++)
		lane->player[player].n_faults = 0;
}

/* The sum over games is the same however the games are cut into matches, and for both twins of a pair. */
static void sign(struct match_result *result, const struct schedule *schedule, const uint64_t *signatures)
{
	int n = result->n_seats;
	result->is_signed = true;
	for (uint32_t block = 0; block < result->plan.n_blocks; block++, signatures += n) {
		bool is_alike = true;
		for (int rotation = 0; rotation < n; rotation++) {
			uint64_t game = schedule_game_number(schedule, result->plan.first_dice, block, rotation);
			result->signature += rng_mix(signatures[rotation] + game);
			is_alike &= signatures[rotation] == signatures[0];
		}
		result->n_alike_blocks += is_alike;
	}
}

void book_match(struct lane *lane)
{
	struct match_result *result = &lane->result;
	size_t n = (size_t)lane->n_players, n_places = lane->plan.n_blocks * n * n;
	result->n_seats = lane->n_players;
	result->places = NEW_ARRAY(uint8_t, n_places);
	memcpy(result->places, lane->places, n_places);
	result->keeps_order = lane->setting->tournament->keeps_order || lane->plan.has_twin || lane->plan.is_twin;
	if (lane->setting->tournament->keeps_plays) {
		result->plays_size = lane->plays.length;
		result->plays = mem_resize(NULL, result->plays_size + 1, 1);
		memcpy(result->plays, str_text(&lane->plays), result->plays_size);
	}
	sign(result, &lane->setting->tournament->schedule, lane->signatures);
	for (int player = 0; player < lane->n_players; player++)
		tally_places(&result->tally[player], result, player);
	sort_faults(result);
}
