/* human.c - see human.h. */
#include "robot/human.h"

#include <stdlib.h>

#include "base/mem.h"

struct human {
	struct port port;
	const struct boards *boards;
	const struct board *board; /* of the leg in progress */
	human_ask_fn *ask;
	void *context;
	char *hands;
	char me;
};

static char *human_seat(struct port *port, int lane, int leg, struct fault *fault, struct err *err)
{
	(void)lane;
	(void)fault;
	(void)err;
	struct human *human = (struct human *)port;
	human->board = boards_leg(human->boards, leg);
	return human->hands;
}

static void human_game(struct port *port, int lane, const struct game_intro *intro)
{
	(void)lane;
	((struct human *)port)->me = intro->me;
}

static bool human_ask(struct port *port, int lane, unsigned flags, int *play)
{
	struct human *human = (struct human *)port;
	bool is_observation = flags & ASK_OBSERVE;
	const char *hands = is_observation ? board_shown(human->board, lane) : human->hands;
	*play = human->ask(human->context, human->me, hands, board_history(human->board, lane), is_observation);
	return true;
}

static void human_leave(struct port *port, int lane)
{
	(void)port;
	(void)lane;
}

static void human_free(struct port *port)
{
	free(((struct human *)port)->hands);
	free(port);
}

struct port *human_new(const struct robot *robot, const struct port_plan *plan, human_ask_fn *ask, void *context)
{
	static const struct port_ops ops = {
		.seat = human_seat, .game = human_game, .ask = human_ask, .leave = human_leave, .free = human_free,
	};
	bug_if(!ask || plan->n_lanes != 1); /* only tournament_watch has people at the table */
	struct human *human = NEW(struct human);
	*human = (struct human){
		.port = {.ops = &ops, .robot = robot}, .boards = plan->boards, .ask = ask, .context = context,
		.hands = NEW_ARRAY(char, plan->hands_size),
	};
	return &human->port;
}
