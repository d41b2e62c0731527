/* course.c - the wins of a robot in the course of a run, in the course of its matches, and by neighbour
 * (analysis.h). */
#include "record/analysis.h"

#include "match/result.h"

void course_init(struct course *course, const struct schedule *schedule, uint64_t n_matches)
{
	uint64_t n = n_matches / COURSE_MATCHES;
	course->schedule = schedule;
	course->n_times = n < COURSE_SPANS ? (int)n : COURSE_SPANS;
}

void course_release(struct course *course)
{
	for (int i = 0; i < COURSE_SPANS; i++) {
		histogram_release(&course->by_time[i].shares);
		histogram_release(&course->by_game[i].shares);
	}
	for (int i = 0; course->by_neighbour && i < course->schedule->n_robots; i++)
		histogram_release(&course->by_neighbour[i].shares);
	free(course->by_neighbour);
}

int course_spans(const struct schedule *schedule)
{
	return schedule->match_length < COURSE_SPANS ? (int)schedule->match_length : COURSE_SPANS;
}

uint32_t course_first_game(const struct schedule *schedule, int span)
{
	uint64_t n = (uint64_t)course_spans(schedule);
	return (uint32_t)(((uint64_t)span * schedule->match_length + n - 1) / n);
}

/* Counts the first places of a player in the games of one block. */
static void count_firsts(const uint8_t *places, int n, int player, uint64_t first[SCHEDULE_MAX_SEATS])
{
	for (int rotation = 0; rotation < n; rotation++, places += n)
		if (places[player] == 1)
			first[result_places_tied(places, n, player) - 1]++;
}

static void add_by_game(struct course *course, const struct match_plan *plan, const uint8_t *places, int player)
{
	int n = course->schedule->n_seats;
	for (int span = 0; span < course_spans(course->schedule); span++) {
		uint64_t first[SCHEDULE_MAX_SEATS] = {0};
		uint32_t block = course_first_game(course->schedule, span),
			end = course_first_game(course->schedule, span + 1), start = block;
		for (; block < end && block < plan->n_blocks; block++, places += n * n)
			count_firsts(places, n, player, first);
		analysis_wins_add(&course->by_game[span], plan->set, first, (uint64_t)(block - start) * (uint64_t)n);
	}
}

void course_add(struct course *course, const struct match_plan *plan, const uint8_t *places, int player)
{
	const struct schedule *schedule = course->schedule;
	int n = schedule->n_seats, seat = schedule_seat(plan, player, 0, n);
	uint64_t first[SCHEDULE_MAX_SEATS] = {0}, games = (uint64_t)plan->n_blocks * (uint64_t)n;
	if (!course->by_neighbour)
		course->by_neighbour = NEW_ARRAY(struct analysis_wins, (size_t)schedule->n_robots);
	for (uint32_t block = 0; block < plan->n_blocks; block++)
		count_firsts(places + (size_t)block * (size_t)n * (size_t)n, n, player, first);
	int before = schedule_player(plan, (seat + n - 1) % n, 0, n);
	analysis_wins_add(&course->by_neighbour[plan->robot[before]], plan->set, first, games);
	if (course->n_times > 1)
		analysis_wins_add(&course->by_time[schedule_part(schedule, plan->number, course->n_times)], plan->set,
				  first, games);
	add_by_game(course, plan, places, player);
}

void course_end(struct course *course)
{
	for (int i = 0; i < COURSE_SPANS; i++) {
		analysis_wins_end(&course->by_time[i]);
		analysis_wins_end(&course->by_game[i]);
	}
	for (int i = 0; course->by_neighbour && i < course->schedule->n_robots; i++)
		analysis_wins_end(&course->by_neighbour[i]);
}
