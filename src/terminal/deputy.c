/* deputy.c - a robot that moves for a person at the table (deputy.h). */
#include "terminal/deputy.h"

#include "match/worker.h"

enum { LANE = 0, ATTEMPT = 0 }; /* it plays one game, once */

/* Loads the robot once, to check that it can play. */
static int probe(struct robot *robot, const struct tournament *tournament, struct err *err)
{
	struct tournament meeting = *tournament;
	meeting.robots = robot;
	meeting.schedule.n_robots = 1;
	if (tournament_probe(&meeting, err) || tournament_check_loaded(&meeting, err))
		return -1;
	if (!tournament_suits(robot, &tournament->rules))
		return err_set(err, EXIT_USAGE, "the robot '%s' does not play %s", robot->label, tournament->rules.name);
	return 0;
}

static int open_transport(struct deputy *deputy, struct err *err)
{
	const struct tournament *tournament = deputy->tournament;
	int n_seats = tournament->schedule.n_seats;
	size_t hands_size = game_hands_size(&tournament->rules, n_seats);
	shared_areas_init(&deputy->shared_areas, 1, game_history_size(&tournament->rules, n_seats), hands_size);
	if (!shared_areas_make(&deputy->shared_areas, ATTEMPT, err))
		return -1;
	rules_to_text(&tournament->rules, &deputy->rules_text);
	const struct transport_plan plan = {
		.shared_areas = &deputy->shared_areas, .hands_size = hands_size, .n_lanes = 1, .rules = str_text(&deputy->rules_text),
		.limits = tournament->limits, .allows_weak = tournament->allows_weak_sandbox, .is_trusted = tournament->is_trusted,
		.hidden = tournament->hidden,
	};
	deputy->transport = worker_transport(tournament, &deputy->robot, &plan);
	return 0;
}

static int open_robot(struct robot *robot, const char *spec, const struct tournament *tournament, struct err *err)
{
	if (robot_open(robot, spec, err))
		return -1;
	if (robot->kind == ROBOT_HUMAN)
		return err_set(err, EXIT_USAGE, "'%s' is a person; auto needs a robot, as in 'auto computer'", spec);
	return probe(robot, tournament, err);
}

int deputy_choose(struct deputy *deputy, const char *spec, const struct tournament *tournament, struct err *err)
{
	struct deputy chosen = {.tournament = tournament, .spec = mem_strdup(spec)};
	if (open_robot(&chosen.robot, spec, tournament, err)) {
		deputy_release(&chosen);
		return -1;
	}
	deputy_release(deputy);
	*deputy = chosen;
	return open_transport(deputy, err);
}

static int failed(struct deputy *deputy, const struct fault *fault, struct err *err)
{
	deputy->hands = NULL;
	return err_set(err, EXIT_ROBOT, "%s failed: %s", deputy->spec, fault->cause);
}

/* The robot's random numbers are a function of the game's key and of whom it moves for. */
static int sit_down(struct deputy *deputy, const struct game *game, char me, struct err *err)
{
	struct fault fault = {.verdict = VERDICT_OK};
	struct game_intro intro = {.me = me};
	deputy->hands = transport_seat(deputy->transport, LANE, ATTEMPT, &fault, err);
	if (!deputy->hands)
		return fault.verdict == VERDICT_OK ? -1 : failed(deputy, &fault, err);
	for (int seat = 0; seat < game->n_seats; seat++)
		intro.letters[seat] = game_letter(game, seat);
	intro.rng = rng_word(rng_key_derive(deputy->tournament->seed, RNG_ROBOT), game->block, (uint64_t)me);
	transport_game(deputy->transport, LANE, &intro);
	deputy->me = me;
	return 0;
}

/* One ask with the strings in place. */
static int ask(struct deputy *deputy, unsigned flags, int *play, struct err *err)
{
	int32_t replies[2] = {0};
	bool is_answered = transport_ask(deputy->transport, LANE, flags, play);
	transport_flush(deputy->transport);
	if (transport_collect(deputy->transport, replies, err))
		return -1;
	for (int i = 0; i < deputy->transport->n_events; i++) {
		const struct event *event = &deputy->transport->events[i];
		if (event->kind == EVENT_FAULT)
			return failed(deputy, event->fault, err);
		deputy->hands = NULL;
		return err_set(err, EXIT_ROBOT, "the process of %s ended", deputy->spec);
	}
	if (!is_answered)
		*play = replies[LANE];
	return 0;
}

int deputy_ask(struct deputy *deputy, const struct game *game, char me, const char *hands, int *play, struct err *err)
{
	if (deputy->me != me)
		deputy_leave(deputy);
	if (!deputy->hands && sit_down(deputy, game, me, err))
		return -1;
	strcpy(shared_area_history(shared_areas_attempt(&deputy->shared_areas, ATTEMPT), LANE), game->view.history);
	strcpy(deputy->hands, hands);
	return ask(deputy, 0, play, err);
}

void deputy_observe(struct deputy *deputy, char me, const char *hands, const char *history)
{
	struct err ignored = {0};
	int play;
	if (!deputy->hands || deputy->me != me)
		return;
	const struct shared_area *area = shared_areas_attempt(&deputy->shared_areas, ATTEMPT);
	strcpy(shared_area_history(area, LANE), history);
	strcpy(shared_area_shown(area, LANE), hands);
	if (ask(deputy, ASK_OBSERVE, &play, &ignored))
		deputy->hands = NULL;
}

void deputy_leave(struct deputy *deputy)
{
	if (deputy->hands)
		transport_leave(deputy->transport, LANE);
	deputy->hands = NULL;
}

void deputy_release(struct deputy *deputy)
{
	transport_free(deputy->transport);
	robot_release(&deputy->robot);
	shared_areas_release(&deputy->shared_areas);
	str_release(&deputy->rules_text);
	free(deputy->spec);
	*deputy = (struct deputy){0};
}
