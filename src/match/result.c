/* result.c - see result.h. */
#include "match/result.h"

#include <stdlib.h>
#include <string.h>

void match_result_release(struct match_result *result)
{
	for (int i = 0; i < result->n_faults; i++) {
		free(result->faults[i].hands);
		free(result->faults[i].history);
		free(result->faults[i].fault);
	}
	free(result->faults);
	free(result->places);
	free(result->plays);
	result->plays = NULL;
	result->plays_size = 0;
	result->faults = NULL;
	result->places = NULL;
	result->n_faults = 0;
}

bool match_result_is_same(const struct match_result *a, const struct match_result *b)
{
	size_t n = (size_t)a->n_seats;
	if (memcmp(a->places, b->places, a->plan.n_blocks * n * n) != 0)
		return false;
	if (a->is_signed && b->is_signed && a->signature != b->signature)
		return false;
	for (int player = 0; player < a->n_seats; player++) {
		const struct tally *x = &a->tally[player], *y = &b->tally[player];
		if (x->illegal != y->illegal || x->timeouts != y->timeouts || x->crashes != y->crashes)
			return false;
	}
	return true;
}

int places_tied(const uint8_t *places, int n, int player)
{
	int tied = 0;
	for (int other = 0; other < n; other++)
		tied += places[other] == places[player];
	return tied;
}

double places_win(const uint8_t *places, int n, int player)
{
	return places[player] == 1 ? 1.0 / places_tied(places, n, player) : 0.0;
}

double places_mean(const uint8_t *places, int n, int player)
{
	return places[player] + (places_tied(places, n, player) - 1) / 2.0;
}

void tally_places(struct tally *tally, const struct match_result *result, int player)
{
	int n = result->n_seats;
	const uint8_t *places = result->places;
	for (uint32_t block = 0; block < result->plan.n_blocks; block++) {
		double block_wins = 0;
		for (int rotation = 0; rotation < n; rotation++, places += n) {
			double place = places_mean(places, n, player);
			block_wins += places_win(places, n, player);
			tally->places += place;
			tally->scores += (n - place) / (n - 1);
			tally->place_count[places[player] - 1]++;
		}
		double share = block_wins / n;
		tally->games += (uint64_t)n;
		tally->blocks++;
		tally->wins += block_wins;
		tally->block_sum += share;
		tally->block_squares += share * share;
	}
}

void tally_add(struct tally *sum, const struct tally *part)
{
	sum->games += part->games;
	sum->blocks += part->blocks;
	sum->wins += part->wins;
	sum->block_sum += part->block_sum;
	sum->block_squares += part->block_squares;
	sum->places += part->places;
	sum->scores += part->scores;
	for (int i = 0; i < SCHEDULE_MAX_SEATS; i++)
		sum->place_count[i] += part->place_count[i];
	sum->asks += part->asks;
	sum->illegal += part->illegal;
	sum->timeouts += part->timeouts;
	sum->crashes += part->crashes;
	sum->failed_games += part->failed_games;
}
