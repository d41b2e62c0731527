/* survey.c - see survey.h. */
#include "match/survey.h"

#include <stdlib.h>

#include "base/mem.h"
#include "match/worker.h"

enum { MOST_LANES = 64 }; /* from there on more of them gain little (bench/README.md) */

/* A match that was begun and is not yet handed on. */
struct slot {
	bool is_over;
	struct match_result result;
};

struct surveyor {
	const struct survey *survey;
	struct worker worker;
	uint64_t next_match;       /* to be asked for */
	uint64_t n_begun, n_finished;
	int n_slots;
	struct slot *slots;        /* slots[n % n_slots]: of the n-th match that is played */
	int *slot_of;              /* by lane */
	bool is_stopped;
};

int survey_lanes(const struct tournament *tournament, int most_games)
{
	const struct schedule *schedule = &tournament->schedule;
	int lanes = most_games / ((int)schedule->blocks_per_match * schedule->n_seats);
	if (tournament->is_trusted) /* no wake-ups to save */
		return 1;
	lanes = worker_bearable_lanes(tournament, lanes);
	return lanes < 1 ? 1 : lanes > MOST_LANES ? MOST_LANES : lanes;
}

static void begin(struct surveyor *s, uint64_t number)
{
	struct match_plan plan;
	schedule_match(&s->survey->tournament->schedule, number, &plan);
	worker_begin(&s->worker, &plan);
	struct lane *lane = &s->worker.lanes[s->worker.order[s->worker.n_busy - 1]];
	if (s->survey->is_brief)
		lane->rotation = lane->n_players - 1;
	s->slot_of[lane->index] = (int)(s->n_begun++ % (uint64_t)s->n_slots);
	s->slots[s->slot_of[lane->index]].is_over = false;
}

static void give(struct surveyor *s)
{
	const struct survey *survey = s->survey;
	while (s->next_match < survey->end_match && s->n_begun - s->n_finished < (uint64_t)s->n_slots &&
	       worker_has_room(&s->worker)) {
		uint64_t number = s->next_match++;
		if (!survey->wants || survey->wants(number, survey->context))
			begin(s, number);
	}
}

static void finish_in_order(struct surveyor *s)
{
	while (!s->is_stopped && s->n_finished < s->n_begun) {
		int at = (int)(s->n_finished % (uint64_t)s->n_slots);
		struct slot *slot = &s->slots[at];
		if (!slot->is_over)
			return;
		s->is_stopped = !s->survey->finished(&slot->result, at, s->survey->context);
		match_result_release(&slot->result);
		s->n_finished++;
	}
}

static bool is_over(struct worker *worker, struct lane *lane, void *context)
{
	struct surveyor *s = context;
	struct slot *slot = &s->slots[s->slot_of[lane->index]];
	(void)worker;
	lane_finish(lane, &slot->result);
	slot->is_over = true;
	return true;
}

/* The game that is shown is the one in its lane. */
static bool watch(const struct spectacle *spectacle, void *context)
{
	struct surveyor *s = context;
	size_t offset = (size_t)((const char *)spectacle->game - (const char *)&s->worker.lanes[0].game);
	size_t lane = offset / sizeof *s->worker.lanes;
	return s->survey->watch(spectacle, s->slot_of[lane], s->survey->context);
}

static int play(struct surveyor *s, struct err *err)
{
	for (;;) {
		give(s);
		finish_in_order(s);
		if (s->is_stopped || (s->n_finished == s->n_begun && s->next_match == s->survey->end_match))
			return 0;
		/* A watcher that broke off is a failed round without an error. */
		if (s->worker.n_busy && worker_round(&s->worker, is_over, s, err))
			return err->code == EXIT_OK ? 0 : -1;
	}
}

int survey_play(const struct survey *survey, struct err *err)
{
	volatile uint64_t games_finished = 0;
	struct surveyor s = {.survey = survey, .next_match = survey->first_match, .n_slots = SURVEY_SLOTS(survey->n_lanes)};
	s.slots = NEW_ARRAY(struct slot, (size_t)s.n_slots);
	s.slot_of = NEW_ARRAY(int, (size_t)survey->n_lanes);
	int failed = worker_init(&s.worker, survey->tournament, survey->n_lanes, &games_finished, err);
	if (!failed) {
		s.worker.setting.watch = survey->watch ? watch : NULL;
		s.worker.setting.watch_context = &s;
		s.worker.setting.watch_game = WATCH_ALL;
		failed = play(&s, err);
	}
	worker_release(&s.worker);
	for (int i = 0; i < s.n_slots; i++)
		match_result_release(&s.slots[i].result);
	free(s.slots);
	free(s.slot_of);
	return failed;
}
