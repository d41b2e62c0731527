/* result.c - see result.h. */
#include "match/result.h"

#include <stdlib.h>

void match_result_release(struct match_result *result)
{
	for (int i = 0; i < result->n_faults; i++) {
		free(result->faults[i].hands);
		free(result->faults[i].history);
		free(result->faults[i].fault);
	}
	free(result->faults);
	result->faults = NULL;
	result->n_faults = 0;
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
