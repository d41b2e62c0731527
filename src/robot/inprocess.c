/* inprocess.c - see inprocess.h. */
#include "robot/inprocess.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena_robot.h"
#include "base/mem.h"
#include "robot/copy.h"
#include "robot/services.h"

struct place {
	struct copy copy;
	int fd;             /* of the copy's file; see copy.h for why it stays open */
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
	struct output_ring ring;
	struct place *places; /* by lane */
};

static void unload(struct place *place)
{
	if (place->copy.handle)
		dlclose(place->copy.handle);
	if (place->fd >= 0)
		close(place->fd);
	place->copy = (struct copy){0};
	place->fd = -1;
}

static int load(struct place *place, const struct robot *robot, const struct arena_host *host, struct fault *fault,
		struct err *err)
{
	place->fd = copy_file(robot->image, robot->image_size);
	if (place->fd < 0)
		return err_errno(err, "cannot copy the robot '%s' into memory", robot->label);
	services_rng = 0;
	if (copy_load(&place->copy, place->fd, host, fault->cause, sizeof fault->cause)) {
		fault->verdict = VERDICT_LOAD;
		return -1;
	}
	for (int i = 0; i < robot->n_options; i++) {
		if (!place->copy.option)
			return err_set(err, EXIT_USAGE, "the robot '%s': it takes no options ('%s' was given)",
				       robot->label, robot->key[i]);
		if (place->copy.option(robot->key[i], robot->value[i]))
			return err_set(err, EXIT_USAGE, "the robot '%s': it does not accept the option '%s=%s'",
				       robot->label, robot->key[i], robot->value[i]);
	}
	return 0;
}

static void inprocess_leave(struct port *port, int lane)
{
	unload(&((struct inprocess *)port)->places[lane]);
}

static char *inprocess_seat(struct port *port, int lane, struct fault *fault, struct err *err)
{
	struct inprocess *self = (struct inprocess *)port;
	struct place *place = &self->places[lane];
	unload(place);
	fault->verdict = VERDICT_OK;
	if (load(place, port->robot, self->host, fault, err))
		return NULL;
	place->history = board_history(self->plan.board, lane);
	place->shown = board_shown(self->plan.board, lane);
	return place->hands;
}

static void inprocess_game(struct port *port, int lane, const struct game_intro *intro)
{
	struct place *place = &((struct inprocess *)port)->places[lane];
	place->intro = *intro;
	place->me[0] = intro->me;
	place->is_new_game = true;
}

static bool inprocess_ask(struct port *port, int lane, bool is_observation, int *play)
{
	struct inprocess *self = (struct inprocess *)port;
	struct place *place = &self->places[lane];
	struct copy *copy = &place->copy;
	if (place->is_new_game) {
		place->is_new_game = false;
		copy->n_asks = 0;
		if (copy->game_start) {
			struct arena_game_start start = {
				.size = sizeof start, .n_players = (uint32_t)strlen(place->intro.letters),
				.me = place->me, .letters = place->intro.letters, .rules = self->plan.rules,
			};
			services_begin_ask(place->intro.rng, UINT32_MAX);
			copy->game_start(&start);
		}
	}
	services_begin_ask(place->intro.rng, copy->n_asks++);
	*play = copy->get_play(place->me, is_observation ? place->shown : place->hands, place->history);
	return true;
}

static void inprocess_free(struct port *port)
{
	struct inprocess *self = (struct inprocess *)port;
	for (int i = 0; i < self->plan.n_lanes; i++) {
		unload(&self->places[i]);
		free(self->places[i].hands);
	}
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
	self->places = NEW_ARRAY(struct place, (size_t)plan->n_lanes);
	for (int i = 0; i < plan->n_lanes; i++) {
		self->places[i].fd = -1;
		self->places[i].hands = NEW_ARRAY(char, plan->hands_size);
	}
	return &self->port;
}

static void take(char *field, size_t size, const char *text)
{
	if (text)
		snprintf(field, size, "%s", text);
}

int inprocess_meet(struct robot *robot, struct err *err)
{
	struct place place = {.fd = -1};
	int failed = load(&place, robot, services_host(robot->data_folder), &robot->fault, err);
	if (!failed) {
		struct robot_card *card = &robot->card;
		const struct arena_robot_info *info = place.copy.info ? place.copy.info() : NULL;
		card->has_options = place.copy.option != NULL;
		if (info) {
			take(card->name, sizeof card->name, info->name);
			take(card->version, sizeof card->version, info->version);
			take(card->author, sizeof card->author, info->author);
			take(card->summary, sizeof card->summary, info->summary);
			take(card->variants, sizeof card->variants, info->variants);
			take(card->options, sizeof card->options, info->options);
			card->max_lanes = info->max_lanes;
		}
	}
	unload(&place);
	return failed && robot->fault.verdict != VERDICT_LOAD ? -1 : 0;
}
