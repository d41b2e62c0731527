/* forked.c - orders to the transport in a fork, and its answers (forked.h).
 *
 * A message to the fork is a list of orders, and its answer has the plays for all asks in the list. An order to seat an
 * instance that can fail is a message of its own, whose answer is the fault. Strings are copied into the message, so
 * the fork and its owner do not share memory. */
#include "match/forked.h"

#include <sys/wait.h>
#include <unistd.h>

#include "base/cores.h"
#include "match/workers.h"
#include "robot/proc.h"

enum order_kind { ORDER_NONE = 0, ORDER_TRY_SEAT, ORDER_SEAT, ORDER_GAME, ORDER_ASK, ORDER_LEAVE };

/* An ORDER_ASK is followed by the hands and the history, each with its NUL. */
struct order {
	enum order_kind kind;
	int lane;
	unsigned flags;
	struct game_intro intro;
};

struct forked {
	struct transport transport;
	struct transport_plan plan;
	cpu_set_t cores;      /* the allowed cores of its owner */
	struct workers fork;  /* n == 0: before the first seat */
	bool is_loaded, is_sent;
	struct str orders;    /* not sent yet */
	struct str answers;   /* not read yet */
	int *asked;           /* asked[i], i < n_queued: the lane of a play; n_lanes for an observation */
	char **hands;         /* by lane */
	const struct shared_area **area; /* by lane */
};

/* Functions that run in the fork. */

static size_t copy_text(char *to, const char *from)
{
	size_t size = strlen(from) + 1;
	memcpy(to, from, size);
	return size;
}

static void ask(struct transport *inside, const struct order *order, char *hands, char *history, const char *texts,
		size_t *at, struct str *answer)
{
	int play = 0;
	*at += copy_text(hands, texts + *at);
	*at += copy_text(history, texts + *at);
	transport_ask(inside, order->lane, order->flags, &play);
	str_add_n(answer, (const char *)&play, sizeof play);
}

/* Runs one order. Returns non-zero with err. */
static int obey(struct forked *self, struct transport *inside, const struct str *orders, struct str *answer,
		struct err *err)
{
	const struct shared_area *area = shared_areas_attempt(self->plan.shared_areas, 0);
	struct order order;
	struct fault fault;
	for (size_t at = 0; at < orders->length;) {
		memcpy(&order, orders->text + at, sizeof order);
		at += sizeof order;
		switch (order.kind) {
		case ORDER_TRY_SEAT:
		case ORDER_SEAT:
			self->hands[order.lane] = transport_seat(inside, order.lane, 0, &fault, err);
			if (!self->hands[order.lane] && !fault.verdict)
				return -1;
			if (order.kind == ORDER_TRY_SEAT)
				str_add_n(answer, (const char *)&fault, sizeof fault);
			break;
		case ORDER_GAME: transport_game(inside, order.lane, &order.intro); break;
		case ORDER_LEAVE: transport_leave(inside, order.lane); break;
		case ORDER_ASK:
			ask(inside, &order,
			    order.flags & ASK_OBSERVE ? shared_area_shown(area, order.lane) : self->hands[order.lane],
			    shared_area_history(area, order.lane), orders->text, &at, answer);
			break;
		case ORDER_NONE: bug("an order of unknown kind");
		}
	}
	return 0;
}

static int serve_orders(int index, int fd, void *context)
{
	struct forked *self = context;
	struct shared_areas areas;
	struct err err = {0};
	struct str orders = {0}, answer = {0};
	cores_release(&self->cores);
	shared_areas_init(&areas, self->plan.n_lanes, self->plan.shared_areas->history_size, self->plan.hands_size);
	self->plan.shared_areas = &areas;
	struct transport *inside = shared_areas_make(&areas, 0, &err)
		? inprocess_new(self->transport.robot, &self->plan) : NULL;
	while (workers_next(fd, &orders)) {
		str_clear(&answer);
		if (!inside || obey(self, inside, &orders, &answer, &err))
			workers_send_error(fd, &err);
		else
			workers_send(fd, str_text(&answer), answer.length);
	}
	transport_free(inside); /* destructors may print */
	return EXIT_OK;
}

/* Functions that run in the process that owns the fork. */

static void add_order(struct forked *self, enum order_kind kind, int lane, unsigned flags,
		      const struct game_intro *intro)
{
	struct order order = {.kind = kind, .lane = lane, .flags = flags};
	if (intro)
		order.intro = *intro;
	str_add_n(&self->orders, (const char *)&order, sizeof order);
}

/* Sends the orders, unless a message is still unanswered. */
static void forked_flush(struct transport *transport)
{
	struct forked *self = (struct forked *)transport;
	if (self->is_sent || !self->orders.length)
		return;
	self->is_sent = true; /* if it was not sent, workers_wait says why */
	workers_give(&self->fork, 0, self->orders.text, self->orders.length);
	str_clear(&self->orders);
}

/* Waits for the answer to the message that was sent. */
static int await_answer(struct forked *self, struct err *err)
{
	struct workers_process *process = self->fork.list;
	size_t size;
	if (!self->is_sent)
		return 0;
	if (!process->pid)
		return err_set(err, EXIT_WORLD, "the process of the robot '%s' has ended",
			       self->transport.robot->label);
	while (!process->has_answered)
		if (workers_wait(&self->fork, -1, err))
			return -1;
	const char *bytes = workers_answer(&self->fork, 0, &size);
	str_add_n(&self->answers, bytes, size);
	self->is_sent = false;
	return 0;
}

static int exchange(struct forked *self, struct err *err)
{
	if (await_answer(self, err))
		return -1;
	forked_flush(&self->transport);
	return await_answer(self, err);
}

/* Loads the instance of this lane now, to find out whether it can be loaded. */
static int try_seat(struct forked *self, int lane, struct fault *fault, struct err *err)
{
	if (self->fork.n == 0 && workers_start(&self->fork, 1, serve_orders, self, err))
		return -1;
	if (exchange(self, err))
		return -1;
	size_t before = self->answers.length;
	add_order(self, ORDER_TRY_SEAT, lane, 0, NULL);
	if (exchange(self, err))
		return -1;
	memcpy(fault, self->answers.text + before, sizeof *fault);
	self->answers.length = before;
	self->is_loaded = fault->verdict == VERDICT_OK;
	return self->is_loaded ? 0 : -1;
}

static char *forked_seat(struct transport *transport, int lane, int attempt, struct fault *fault, struct err *err)
{
	struct forked *self = (struct forked *)transport;
	self->area[lane] = shared_areas_attempt(self->plan.shared_areas, attempt);
	fault->verdict = VERDICT_OK;
	if (self->is_loaded && transport->robot->can_share)
		add_order(self, ORDER_SEAT, lane, 0, NULL);
	else if (try_seat(self, lane, fault, err))
		return NULL;
	return self->hands[lane];
}

static void forked_game(struct transport *transport, int lane, const struct game_intro *intro)
{
	add_order((struct forked *)transport, ORDER_GAME, lane, 0, intro);
}

static int64_t forked_ask(struct transport *transport, int lane, unsigned flags)
{
	struct forked *self = (struct forked *)transport;
	bool is_seen = flags & ASK_OBSERVE;
	const char *hands = is_seen ? shared_area_shown(self->area[lane], lane) : self->hands[lane];
	const char *history = shared_area_history(self->area[lane], lane);
	add_order(self, ORDER_ASK, lane, flags, NULL);
	str_add_n(&self->orders, hands, strlen(hands) + 1);
	str_add_n(&self->orders, history, strlen(history) + 1);
	self->asked[transport->n_queued++] = is_seen ? self->plan.n_lanes : lane;
	return TRANSPORT_QUEUED;
}

static int forked_collect(struct transport *transport, int32_t *replies, struct err *err)
{
	struct forked *self = (struct forked *)transport;
	if (exchange(self, err))
		return -1;
	for (size_t i = 0; i < self->answers.length / sizeof *replies; i++)
		memcpy(&replies[self->asked[i]], self->answers.text + i * sizeof *replies, sizeof *replies);
	str_clear(&self->answers);
	return 0;
}

static void forked_leave(struct transport *transport, int lane)
{
	add_order((struct forked *)transport, ORDER_LEAVE, lane, 0, NULL);
}

static void forked_free(struct transport *transport)
{
	struct forked *self = (struct forked *)transport;
	workers_end(&self->fork);
	for (int i = 0; i < self->plan.n_lanes; i++)
		free(self->hands[i]);
	FREE_ALL(self->hands, self->area, self->asked);
	str_release(&self->orders);
	str_release(&self->answers);
	free(self);
}

struct transport *forked_new(const struct robot *robot, const struct transport_plan *plan)
{
	static const struct transport_ops ops = {
		.seat = forked_seat, .game = forked_game, .ask = forked_ask, .flush = forked_flush,
		.collect = forked_collect, .leave = forked_leave, .free = forked_free,
	};
	if (proc_is_traced(getpid()))
		return inprocess_new(robot, plan);
	struct forked *self = NEW(struct forked);
	size_t n = (size_t)plan->n_lanes;
	*self = (struct forked){
		.transport = {.ops = &ops, .robot = robot}, .plan = *plan, .asked = NEW_ARRAY(int, 2 * n),
		.hands = NEW_ARRAY(char *, n), .area = NEW_ARRAY(const struct shared_area *, n),
	};
	sched_getaffinity(0, sizeof self->cores, &self->cores);
	for (size_t i = 0; i < n; i++)
		self->hands[i] = NEW_ARRAY(char, plan->hands_size);
	return &self->transport;
}

/* A probe. */

struct probed {
	struct robot_manifest manifest;
	struct fault fault;
	bool can_share;
};

static int serve_probe(int index, int fd, void *context)
{
	struct robot *robot = context;
	struct err err = {0};
	if (inprocess_probe(robot, &err)) {
		workers_send_error(fd, &err);
	} else {
		const struct probed probed = {robot->manifest, robot->fault, robot->can_share};
		workers_send(fd, &probed, sizeof probed);
	}
	return EXIT_OK;
}

static int take_probe(struct robot *robot, struct workers *fork, struct err *err)
{
	struct probed probed;
	struct workers_process *process = fork->list;
	struct err trouble = {0};
	size_t size;
	while (!process->has_answered) {
		if (workers_wait(fork, -1, &trouble) == 0)
			continue;
		if (process->pid) {
			*err = trouble;
			return -1;
		}
		robot->fault.verdict = VERDICT_LOAD;
		fault_end(&robot->fault, WIFSIGNALED(process->status),
			  WIFSIGNALED(process->status) ? WTERMSIG(process->status) : WEXITSTATUS(process->status));
		return 0;
	}
	memcpy(&probed, workers_answer(fork, 0, &size), sizeof probed);
	robot->manifest = probed.manifest;
	robot->fault = probed.fault;
	robot->can_share = probed.can_share;
	return 0;
}

int forked_probe(struct robot *robot, struct err *err)
{
	struct workers fork;
	if (proc_is_traced(getpid()))
		return inprocess_probe(robot, err);
	int failed = workers_start(&fork, 1, serve_probe, robot, err) || take_probe(robot, &fork, err);
	workers_end(&fork);
	return failed ? -1 : 0;
}
