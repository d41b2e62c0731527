/* inprocess.c - see inprocess.h. */
#include "robot/inprocess.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena_robot.h"
#include "base/mem.h"
#include "robot/copy.h"
#include "robot/crew.h"
#include "robot/services.h"

struct place {
	struct copy own;        /* when instances cannot share: this lane's copy */
	int fd;                 /* of its file; see copy.h for why it stays open */
	struct crew_member member;
	struct game_intro intro;
	char me[2];
	bool is_new_game;
	const char *history, *shown;
	char *hands;
};

struct inprocess {
	struct port port;
	struct port_plan plan;
	const struct arena_host *host;
	struct crew crew;       /* when they can */
	int crew_fd;
	struct place *places;   /* by lane */
};

static void unload(struct copy *copy, int *fd)
{
	if (copy->handle)
		dlclose(copy->handle);
	if (*fd >= 0)
		close(*fd);
	*copy = (struct copy){0};
	*fd = -1;
}

/* Non-zero: fault->verdict is VERDICT_LOAD, or err is filled (EXIT_USAGE for an option). */
static int load(struct copy *copy, int *fd, const struct robot *robot, const struct arena_host *host,
		struct fault *fault, struct err *err)
{
	char why[200];
	*fd = copy_file(robot->image, robot->image_size);
	if (*fd < 0)
		return err_errno(err, "cannot copy the robot '%s' into memory", robot->label);
	services_rng = 0;
	if (copy_load(copy, *fd, host, fault->cause, sizeof fault->cause)) {
		fault->verdict = VERDICT_LOAD;
		return -1;
	}
	for (int i = 0; i < robot->n_options; i++)
		if (copy_option(copy, robot->key[i], robot->value[i], why, sizeof why))
			return err_set(err, EXIT_USAGE, "the robot '%s': %s", robot->label, why);
	return 0;
}

static void inprocess_leave(struct port *port, int lane)
{
	struct place *place = &((struct inprocess *)port)->places[lane];
	unload(&place->own, &place->fd);
}

static int load_crew(struct inprocess *self, struct fault *fault, struct err *err)
{
	const struct robot *robot = self->port.robot;
	uint64_t at = 0, size = 0;
	crew_can_share(robot->image, robot->image_size, &at, &size);
	self->crew.copies = NEW(struct copy);
	if (load(self->crew.copies, &self->crew_fd, robot, self->host, fault, err)) {
		free(self->crew.copies);
		self->crew.copies = NULL;
		return -1;
	}
	crew_share(&self->crew, (uint32_t)self->plan.n_lanes, at, size);
	return 0;
}

static char *inprocess_seat(struct port *port, int lane, int leg, struct fault *fault, struct err *err)
{
	struct inprocess *self = (struct inprocess *)port;
	struct place *place = &self->places[lane];
	fault->verdict = VERDICT_OK;
	if (port->robot->can_share) {
		if (!self->crew.copies && load_crew(self, fault, err))
			return NULL;
		crew_refresh(&self->crew, (uint32_t)lane);
	} else {
		inprocess_leave(port, lane);
		if (load(&place->own, &place->fd, port->robot, self->host, fault, err))
			return NULL;
	}
	const struct board *board = boards_leg(self->plan.boards, leg);
	place->history = board_history(board, lane);
	place->shown = board_shown(board, lane);
	return place->hands;
}

static void inprocess_game(struct port *port, int lane, const struct game_intro *intro)
{
	struct place *place = &((struct inprocess *)port)->places[lane];
	place->intro = *intro;
	place->me[0] = intro->me;
	place->is_new_game = true;
}

static void begin_game(const struct inprocess *self, struct place *place, const struct copy *copy)
{
	place->is_new_game = false;
	place->member.n_asks = 0;
	if (!copy->game_start)
		return;
	struct arena_game_start start = {
		.size = sizeof start, .n_players = (uint32_t)strlen(place->intro.letters),
		.me = place->me, .letters = place->intro.letters, .rules = self->plan.rules,
	};
	services_begin_ask(place->intro.rng, UINT32_MAX);
	copy->game_start(&start);
}

static bool inprocess_ask(struct port *port, int lane, unsigned flags, int *play)
{
	struct inprocess *self = (struct inprocess *)port;
	struct place *place = &self->places[lane];
	const struct copy *copy = self->crew.copies ? crew_call_up(&self->crew, (uint32_t)lane) : &place->own;
	if (place->is_new_game)
		begin_game(self, place, copy);
	services_begin_ask(place->intro.rng, place->member.n_asks++);
	*play = copy->get_play(place->me, flags & ASK_OBSERVE ? place->shown : place->hands, place->history);
	return true;
}

static void inprocess_free(struct port *port)
{
	struct inprocess *self = (struct inprocess *)port;
	for (int i = 0; i < self->plan.n_lanes; i++) {
		inprocess_leave(port, i);
		free(self->places[i].hands);
	}
	if (self->crew.copies)
		unload(self->crew.copies, &self->crew_fd);
	crew_release(&self->crew);
	free(self->places);
	free(self);
}

struct port *inprocess_new(const struct robot *robot, const struct port_plan *plan)
{
	static const struct port_ops ops = {
		.seat = inprocess_seat, .game = inprocess_game, .ask = inprocess_ask,
		.leave = inprocess_leave, .free = inprocess_free,
	};
	struct inprocess *self = NEW(struct inprocess);
	self->port = (struct port){.ops = &ops, .robot = robot};
	self->plan = *plan;
	self->host = services_host(robot->data_folder);
	self->crew_fd = -1;
	self->places = NEW_ARRAY(struct place, (size_t)plan->n_lanes);
	for (int i = 0; i < plan->n_lanes; i++) {
		self->places[i].fd = -1;
		self->places[i].hands = NEW_ARRAY(char, plan->hands_size);
	}
	return &self->port;
}

/* Options that take heap memory leave every instance with a pointer to the same block. */
int inprocess_meet(struct robot *robot, struct err *err)
{
	struct copy copy = {0};
	int fd = -1;
	size_t before = mallinfo2().uordblks;
	int failed = load(&copy, &fd, robot, services_host(robot->data_folder), &robot->fault, err);
	if (!failed)
		copy_card(&copy, &robot->card);
	unload(&copy, &fd);
	if (robot->n_options && mallinfo2().uordblks != before)
		robot->can_share = false;
	return failed && robot->fault.verdict != VERDICT_LOAD ? -1 : 0;
}
