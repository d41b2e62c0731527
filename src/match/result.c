/* result.c - sums over places, which do not depend on the order of adding (result.h). */
#include "match/result.h"

int result_places_tied(const uint8_t *places, int n, int player)
{
	int tied = 0;
	for (int other = 0; other < n; other++)
		tied += places[other] == places[player];
	return tied;
}

void tally_places(struct tally *tally, const uint8_t *places, uint64_t n_games, int n_seats, int player, uint64_t times)
{
	tally->matches += times;
	tally->games += n_games * times;
	for (uint64_t game = 0; game < n_games; game++, places += n_seats) {
		int place = places[player], tied = result_places_tied(places, n_seats, player);
		tally->place_count[place - 1] += times;
		tally->place_halves += (uint64_t)(2 * place + tied - 1) * times;
		if (place == 1)
			tally->first_count[tied - 1] += times;
	}
}

void tally_add(struct tally *sum, const struct tally *part)
{
	sum->matches += part->matches;
	sum->games += part->games;
	for (int i = 0; i < SCHEDULE_MAX_SEATS; i++) {
		sum->first_count[i] += part->first_count[i];
		sum->place_count[i] += part->place_count[i];
	}
	sum->place_halves += part->place_halves;
	sum->asks += part->asks;
	TROUBLES_ADD(sum, part);
}

double tally_wins(const struct tally *tally)
{
	double wins = 0;
	for (int i = 0; i < SCHEDULE_MAX_SEATS; i++)
		wins += (double)tally->first_count[i] / (i + 1);
	return wins;
}

double tally_win_share(const struct tally *tally)
{
	return tally->games ? tally_wins(tally) / (double)tally->games : 0;
}

double tally_place(const struct tally *tally)
{
	return tally->games ? (double)tally->place_halves / 2 / (double)tally->games : 0;
}

double tally_score(const struct tally *tally, int n_seats)
{
	return tally->games ? (n_seats - tally_place(tally)) / (n_seats - 1) : 0;
}

double match_win_share(const uint8_t *places, uint64_t n_games, int n_seats, int player)
{
	struct tally tally = {0};
	tally_places(&tally, places, n_games, n_seats, player, 1);
	return tally_win_share(&tally);
}

double match_score(const uint8_t *places, uint64_t n_games, int n_seats, int player)
{
	struct tally tally = {0};
	tally_places(&tally, places, n_games, n_seats, player, 1);
	return tally_score(&tally, n_seats);
}

void fault_record_release(struct fault_record *record)
{
	FREE_ALL(record->hands, record->history, record->fault);
	*record = (struct fault_record){0};
}

int fault_record_compare(const struct fault_record *a, const struct fault_record *b)
{
	if (a->game != b->game)
		return a->game < b->game ? -1 : 1;
	if (a->robot != b->robot)
		return a->robot - b->robot;
	return (a->ask > b->ask) - (a->ask < b->ask);
}
