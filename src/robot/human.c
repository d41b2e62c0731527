/* human.c - the transport to the person at the terminal (transport.h). */
#include "robot/transport.h"

struct human {
	struct transport transport;
	const struct shared_areas *shared_areas;
	const struct shared_area *shared_area; /* the area of the attempt in progress */
	human_ask_fn *ask;
	void *context;
	char *hands;
	char me;
};

static char *human_seat(struct transport *transport, int lane, int attempt, struct fault *fault, struct err *err)
{
	struct human *human = (struct human *)transport;
	human->shared_area = shared_areas_attempt(human->shared_areas, attempt);
	return human->hands;
}

static void human_game(struct transport *transport, int lane, const struct game_intro *intro)
{
	((struct human *)transport)->me = intro->me;
}

static int64_t human_ask(struct transport *transport, int lane, unsigned flags)
{
	struct human *human = (struct human *)transport;
	bool is_observation = flags & ASK_OBSERVE;
	const char *hands = is_observation ? shared_area_shown(human->shared_area, lane) : human->hands;
	return human->ask(human->context, human->me, hands, shared_area_history(human->shared_area, lane),
			  is_observation);
}

static void human_leave(struct transport *transport, int lane)
{
}

static void human_free(struct transport *transport)
{
	FREE_ALL(((struct human *)transport)->hands, transport);
}

struct transport *human_new(const struct robot *robot, const struct transport_plan *plan, human_ask_fn *ask,
			    void *context)
{
	static const struct transport_ops ops = {
		.seat = human_seat, .game = human_game, .ask = human_ask, .leave = human_leave, .free = human_free,
	};
	bug_if(!ask || plan->n_lanes != 1); /* people can only play in tournament_watch, with one lane */
	struct human *human = NEW(struct human);
	*human = (struct human){
		.transport = {.ops = &ops, .robot = robot}, .shared_areas = plan->shared_areas, .ask = ask,
		.context = context, .hands = NEW_ARRAY(char, plan->hands_size),
	};
	return &human->transport;
}
