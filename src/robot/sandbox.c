/* sandbox.c - lanes, copies and processes of one robot in one worker.
 *
 * A process brings a number of copies and each copy serves one leg, so every leg has a
 * fresh one; when they are used up, a new process takes over and the old one goes when its last
 * leg ends. No lane ever gets two copies of one process: the legs of a match play the same dice,
 * and a process that remembered (against its own interest in being a fair robot) would know
 * them.
 *
 * After a first death the port is solo: one process per lane, one copy each. */
#include "robot/sandbox.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "robot/process.h"

/* A process with the lanes that it serves. */
struct cell {
	struct process *process;
	uint64_t serial;
	uint32_t n_used;       /* copies given out so far */
	uint32_t n_seated;     /* lanes that have one now */
	uint32_t n_queued;
	int *queue;            /* queue[i]: the lane of ask i */
	int *lane_of_copy;     /* -1: not given out, or left */
	struct cell *next;
};

struct lane_seat {
	struct cell *cell;     /* NULL: not seated */
	uint32_t copy;
	uint32_t game;
	uint32_t n_output;     /* what port_output has shown already */
	uint64_t last_serial;  /* of the cell of the leg before */
};

struct sandbox {
	struct port port;
	struct port_plan plan;
	struct cell *cells;    /* the first one gives out copies */
	uint64_t n_serials;
	struct lane_seat *seats; /* by lane */
	struct cell **pending; /* cells with queued asks, n_pending */
	int n_pending;
	struct fault *faults;  /* by lane, allocated when needed */
	char *text;            /* of port_output */
};

static void cell_free(struct sandbox *sandbox, struct cell *cell, enum process_state state, struct fault *fault)
{
	struct cell **at = &sandbox->cells;
	while (*at != cell)
		at = &(*at)->next;
	*at = cell->next;
	sandbox->port.cpu_ns += process_cpu_ns(cell->process);
	process_end(cell->process, state, &sandbox->plan.limits, fault);
	free(cell->queue);
	free(cell->lane_of_copy);
	free(cell);
}

static struct cell *cell_new(struct sandbox *sandbox, uint32_t n_copies, struct fault *fault, struct err *err)
{
	bool is_option;
	struct process *process =
		process_start(sandbox->port.robot, &sandbox->plan, n_copies, fault, &is_option, err);
	if (!process)
		return NULL;
	struct cell *cell = NEW(struct cell);
	cell->process = process;
	cell->serial = ++sandbox->n_serials;
	cell->queue = NEW_ARRAY(int, process->n_loaded);
	cell->lane_of_copy = NEW_ARRAY(int, process->n_loaded);
	for (uint32_t i = 0; i < process->n_loaded; i++)
		cell->lane_of_copy[i] = -1;
	cell->next = sandbox->cells;
	sandbox->cells = cell;
	return cell;
}

/* A cell that can give `lane` a fresh copy. */
static struct cell *find_cell(struct sandbox *sandbox, int lane, struct fault *fault, struct err *err)
{
	struct cell *first = sandbox->cells;
	if (!sandbox->port.is_solo && first && first->n_used < first->process->n_loaded &&
	    first->serial != sandbox->seats[lane].last_serial)
		return first;
	uint32_t wanted = sandbox->port.is_solo ? 1 : (uint32_t)sandbox->plan.n_lanes;
	struct cell *cell = cell_new(sandbox, wanted, fault, err);
	if (!cell && fault->verdict == VERDICT_LOAD && wanted > 1) {
		/* One copy may load where many cannot. */
		sandbox->port.is_solo = true;
		cell = cell_new(sandbox, 1, fault, err);
	}
	return cell;
}

static void sandbox_leave(struct port *port, int lane)
{
	struct sandbox *sandbox = (struct sandbox *)port;
	struct lane_seat *seat = &sandbox->seats[lane];
	struct cell *cell = seat->cell;
	if (!cell)
		return;
	cell->lane_of_copy[seat->copy] = -1;
	seat->cell = NULL;
	bool is_spent = cell->n_used == cell->process->n_loaded || cell != sandbox->cells;
	if (--cell->n_seated == 0 && is_spent)
		cell_free(sandbox, cell, PROCESS_DONE, NULL);
}

static char *sandbox_seat(struct port *port, int lane, struct fault *fault, struct err *err)
{
	struct sandbox *sandbox = (struct sandbox *)port;
	sandbox_leave(port, lane);
	struct lane_seat *seat = &sandbox->seats[lane];
	struct cell *cell = find_cell(sandbox, lane, fault, err);
	if (!cell)
		return NULL;
	*seat = (struct lane_seat){.cell = cell, .copy = cell->n_used++, .last_serial = cell->serial};
	cell->n_seated++;
	cell->lane_of_copy[seat->copy] = lane;
	struct process *process = cell->process;
	struct wire_slot *slot = wire_slot(process->wire, process->slots_at, process->slot_stride, seat->copy);
	slot->lane = (uint32_t)lane;
	return slot->hands;
}

static void sandbox_game(struct port *port, int lane, const struct game_intro *intro)
{
	struct lane_seat *seat = &((struct sandbox *)port)->seats[lane];
	struct process *process = seat->cell->process;
	struct wire_slot *slot = wire_slot(process->wire, process->slots_at, process->slot_stride, seat->copy);
	slot->rng = intro->rng;
	slot->game = ++seat->game;
	slot->me[0] = intro->me;
	slot->me[1] = '\0';
	memcpy((char *)process->wire + process->letters_at + (size_t)seat->copy * 32, intro->letters,
	       sizeof intro->letters);
}

static bool sandbox_ask(struct port *port, int lane, bool is_observation, int *play)
{
	(void)play;
	struct sandbox *sandbox = (struct sandbox *)port;
	const struct lane_seat *seat = &sandbox->seats[lane];
	struct cell *cell = seat->cell;
	if (cell->n_queued == 0)
		sandbox->pending[sandbox->n_pending++] = cell;
	uint32_t *ask = (uint32_t *)((char *)cell->process->wire + cell->process->ring_at);
	ask[cell->n_queued] = seat->copy | (is_observation ? WIRE_OBSERVE : 0);
	cell->queue[cell->n_queued++] = lane;
	return false;
}

static void sandbox_flush(struct port *port)
{
	struct sandbox *sandbox = (struct sandbox *)port;
	for (int i = 0; i < sandbox->n_pending; i++)
		process_post(sandbox->pending[i]->process, sandbox->pending[i]->n_queued);
}

static struct answer *add_answer(struct port *port, int lane, enum answer_kind kind)
{
	struct answer *answer = &port->answers[port->n_answers++];
	*answer = (struct answer){.lane = lane, .kind = kind};
	return answer;
}

/* A process is gone (or must go). Solo, that is its robot's fault; shared, every lane it served
 * starts again. */
static void bury(struct sandbox *sandbox, struct cell *cell, enum process_state state)
{
	struct port *port = &sandbox->port;
	bool is_solo = cell->process->n_copies == 1;
	int fault_lane = -1;
	for (uint32_t copy = 0; copy < cell->process->n_loaded; copy++) {
		int lane = cell->lane_of_copy[copy];
		if (lane < 0)
			continue;
		sandbox->seats[lane].cell = NULL;
		if (is_solo) {
			fault_lane = lane;
			add_answer(port, lane, ANSWER_FAULT)->fault = &sandbox->faults[lane];
		} else {
			add_answer(port, lane, ANSWER_LOST);
		}
	}
	port->is_solo = true;
	cell_free(sandbox, cell, state, fault_lane >= 0 ? &sandbox->faults[fault_lane] : NULL);
}

static int sandbox_collect(struct port *port, struct err *err)
{
	(void)err;
	struct sandbox *sandbox = (struct sandbox *)port;
	for (int i = 0; i < sandbox->n_pending; i++) {
		struct cell *cell = sandbox->pending[i];
		uint32_t n = cell->n_queued, n_done;
		cell->n_queued = 0;
		enum process_state state = process_wait(cell->process, n, &sandbox->plan.limits, &n_done);
		if (state != PROCESS_DONE) {
			bury(sandbox, cell, state);
			continue;
		}
		const struct process *process = cell->process;
		const int32_t *answer = (const int32_t *)((char *)process->wire + process->ring_at) + process->n_copies;
		for (uint32_t k = 0; k < n; k++)
			add_answer(port, cell->queue[k], ANSWER_PLAY)->play = answer[k];
	}
	sandbox->n_pending = 0;
	return 0;
}

static const char *sandbox_output(struct port *port, int lane)
{
	struct sandbox *sandbox = (struct sandbox *)port;
	struct lane_seat *seat = &sandbox->seats[lane];
	if (!seat->cell)
		return "";
	const struct output_ring *ring = &seat->cell->process->wire->output;
	const uint32_t size = sizeof ring->text;
	uint32_t written = ring->n_written, n = written - seat->n_output;
	if (n > size)
		n = size;
	if (!sandbox->text)
		sandbox->text = NEW_ARRAY(char, size + 1);
	for (uint32_t i = 0; i < n; i++)
		sandbox->text[i] = ring->text[(written - n + i) % size];
	sandbox->text[n] = '\0';
	seat->n_output = written;
	return sandbox->text;
}

static int64_t sandbox_cpu(const struct port *port)
{
	const struct sandbox *sandbox = (const struct sandbox *)port;
	int64_t total = port->cpu_ns;
	for (const struct cell *cell = sandbox->cells; cell; cell = cell->next)
		total += process_cpu_ns(cell->process);
	return total;
}

static void sandbox_free(struct port *port)
{
	struct sandbox *sandbox = (struct sandbox *)port;
	while (sandbox->cells)
		cell_free(sandbox, sandbox->cells, PROCESS_DONE, NULL);
	free(port->answers);
	free(sandbox->seats);
	free(sandbox->pending);
	free(sandbox->faults);
	free(sandbox->text);
	free(sandbox);
}

struct port *sandbox_new(const struct robot *robot, const struct port_plan *plan)
{
	static const struct port_ops ops = {
		.seat = sandbox_seat, .game = sandbox_game, .ask = sandbox_ask, .flush = sandbox_flush,
		.collect = sandbox_collect, .leave = sandbox_leave, .output = sandbox_output,
		.cpu = sandbox_cpu, .free = sandbox_free,
	};
	struct sandbox *sandbox = NEW(struct sandbox);
	size_t n = (size_t)plan->n_lanes;
	sandbox->port = (struct port){.ops = &ops, .robot = robot, .answers = NEW_ARRAY(struct answer, n)};
	sandbox->plan = *plan;
	sandbox->seats = NEW_ARRAY(struct lane_seat, n);
	sandbox->pending = NEW_ARRAY(struct cell *, n);
	sandbox->faults = NEW_ARRAY(struct fault, n); /* zero pages until a robot fails */
	return &sandbox->port;
}

int sandbox_meet(struct robot *robot, const struct port_plan *plan, struct err *err)
{
	bool is_option;
	struct process *process = process_start(robot, plan, 1, &robot->fault, &is_option, err);
	if (process) {
		robot->card = process->wire->card;
		process_end(process, PROCESS_DONE, &plan->limits, NULL);
	} else if (is_option) {
		return err_set(err, EXIT_USAGE, "the robot '%s': %s%s%s", robot->label, robot->fault.cause,
			       robot->card.options[0] ? "; its options: " : "", robot->card.options);
	} else if (robot->fault.verdict != VERDICT_LOAD) {
		return -1;
	}
	return 0;
}
