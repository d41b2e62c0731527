/* sample.c - every so many matches of a robot. */
#include "match/sample.h"

int sample_player(const struct sample *sample, const struct match_plan *plan)
{
	for (int player = 0; player < sample->schedule->n_seats; player++)
		if (plan->robot[player] == sample->robot)
			return player;
	return -1;
}

static bool is_candidate(const struct sample *sample, uint64_t match, struct match_plan *plan)
{
	if (!matches_list_has(sample->played, match))
		return false;
	schedule_match(sample->schedule, match, plan);
	return sample_player(sample, plan) >= 0;
}

void sample_init(struct sample *sample, const struct schedule *schedule, int robot, const struct matches_list *played,
		 uint64_t most_games)
{
	struct match_plan plan;
	*sample = (struct sample){
		.schedule = schedule, .robot = robot, .played = played, .end_match = matches_list_end(played),
	};
	for (uint64_t match = 0; match < sample->end_match; match++) {
		if (!is_candidate(sample, match, &plan))
			continue;
		sample->n_matches++;
		sample->n_games += plan.n_blocks * (uint64_t)schedule->n_seats;
	}
	sample->n_taken = sample->n_matches;
	if (sample->n_games > most_games)
		sample->n_taken = (uint64_t)((unsigned __int128)most_games * sample->n_matches / sample->n_games);
	if (sample->n_taken == 0 && sample->n_matches)
		sample->n_taken = 1;
}

void sample_rewind(struct sample *sample)
{
	sample->n_seen = 0;
}

bool sample_takes(struct sample *sample, uint64_t match)
{
	struct match_plan plan;
	if (!is_candidate(sample, match, &plan))
		return false;
	unsigned __int128 taken = sample->n_taken, before = sample->n_seen++;
	return (before + 1) * taken / sample->n_matches > before * taken / sample->n_matches;
}
