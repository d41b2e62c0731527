/* inprocess.c - the transport to a robot loaded into the worker itself (--trust) (sandbox.h). */
#include "robot/transport.h"

#include <dlfcn.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arena_robot.h"
#include "robot/services.h"
#include "robot/so/instances.h"

struct inprocess_lane {
	struct loaded own;        /* the file of this lane, if instances cannot share one */
	int fd;                 /* descriptor of its file, which must stay open (loaded.h) */
	const struct loaded *loaded; /* `own`, or the shared one */
	uint64_t stream;        /* the random state with which the next ask begins (services_begin_ask) */
	struct game_intro intro;
	char me[2];
	bool is_new_game;
	const char *history, *shown;
	char *hands;
};

struct inprocess {
	struct transport transport;
	struct transport_plan plan;
	const struct arena_host *host;
	struct instances instances;       /* if instances share one loaded file */
	int instances_fd;
	struct inprocess_lane *places;   /* by lane */
	int ready;              /* the lane whose instance is in place and has begun its game; -1: none */
	struct inprocess_lane *ready_place; /* the place of that lane */
};

static volatile char *is_original; /* a byte that the kernel clears in a fork; NULL: not supported */

static void note_original(void)
{
	void *page = is_original ? (void *)(uintptr_t)is_original
				 : mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED || madvise(page, 4096, MADV_WIPEONFORK))
		return;
	is_original = page;
	*is_original = 1;
}

/* Ends this process if it is a fork that the robot has made and that has now returned from the robot's code. Otherwise
 * the fork would also play. */
static inline void end_copy(void)
{
	if (__builtin_expect(is_original && !*is_original, false))
		_exit(EXIT_OK);
}

static void unload(struct loaded *loaded, int *fd)
{
	if (loaded->handle)
		dlclose(loaded->handle);
	mem_auto_close(fd);
	*loaded = (struct loaded){0};
}

/* Loads the robot. Returns non-zero with fault->verdict VERDICT_LOAD, or with err (EXIT_USAGE for an option). */
static int load(struct loaded *loaded, int *fd, const struct robot *robot, const struct arena_host *host,
		struct fault *fault, struct err *err)
{
	char why[200];
	*fd = loaded_file(robot->image, robot->image_size);
	if (*fd < 0)
		return err_errno(err, "cannot copy the robot '%s' into memory", robot->label);
	services_begin_at(0);
	services_host(robot->data_folder); /* all robots in this process share the host */
	note_original();
	int failed = loaded_load(loaded, *fd, host, fault->cause, sizeof fault->cause);
	end_copy();
	if (failed) {
		fault->verdict = VERDICT_LOAD;
		return -1;
	}
	for (int i = 0; i < robot->n_options; i++)
		if (loaded_option(loaded, robot->key[i], robot->value[i], why, sizeof why))
			return err_set(err, EXIT_USAGE, "the robot '%s': %s", robot->label, why);
	return 0;
}

static void inprocess_leave(struct transport *transport, int lane)
{
	struct inprocess *self = (struct inprocess *)transport;
	struct inprocess_lane *place = &self->places[lane];
	self->ready = -1;
	unload(&place->own, &place->fd);
}

static int load_instances(struct inprocess *self, struct fault *fault, struct err *err)
{
	const struct robot *robot = self->transport.robot;
	uint64_t at = 0, size = 0;
	instances_can_share(robot->image, robot->image_size, &at, &size);
	self->instances.loaded = NEW(struct loaded);
	if (load(self->instances.loaded, &self->instances_fd, robot, self->host, fault, err)) {
		free(self->instances.loaded);
		self->instances.loaded = NULL;
		return -1;
	}
	instances_share(&self->instances, (uint32_t)self->plan.n_lanes, at, size);
	return 0;
}

static char *inprocess_seat(struct transport *transport, int lane, int attempt, struct fault *fault, struct err *err)
{
	struct inprocess *self = (struct inprocess *)transport;
	struct inprocess_lane *place = &self->places[lane];
	fault->verdict = VERDICT_OK;
	if (transport->robot->can_share) {
		if (!self->instances.loaded && load_instances(self, fault, err))
			return NULL;
		instances_refresh(&self->instances, (uint32_t)lane);
		place->loaded = self->instances.loaded;
	} else {
		inprocess_leave(transport, lane);
		place->loaded = &place->own;
		if (load(&place->own, &place->fd, transport->robot, self->host, fault, err))
			return NULL;
	}
	const struct shared_area *shared_area = shared_areas_attempt(self->plan.shared_areas, attempt);
	place->history = shared_area_history(shared_area, lane);
	place->shown = shared_area_shown(shared_area, lane);
	return place->hands;
}

static void inprocess_game(struct transport *transport, int lane, const struct game_intro *intro)
{
	struct inprocess *self = (struct inprocess *)transport;
	struct inprocess_lane *place = &self->places[lane];
	self->ready = -1;
	place->intro = *intro;
	place->me[0] = intro->me;
	place->is_new_game = true;
}

static void begin_game(const struct inprocess *self, struct inprocess_lane *place)
{
	place->is_new_game = false;
	place->stream = place->intro.rng;
	if (!place->loaded->game_start)
		return;
	struct arena_game_start start = {
		.size = sizeof start, .n_players = (uint32_t)strlen(place->intro.letters),
		.me = place->me, .letters = place->intro.letters, .rules = self->plan.rules,
	};
	services_begin_ask(place->intro.rng, UINT32_MAX);
	place->loaded->game_start(&start);
	end_copy();
}

static inline int64_t call_robot(struct inprocess_lane *place, unsigned flags)
{
	services_begin_ask(place->stream, 0);
	place->stream += RNG_GOLDEN;
	int play = place->loaded->get_play(place->me, flags & ASK_OBSERVE ? place->shown : place->hands,
					   place->history);
	end_copy();
	return play;
}

/* Asks an instance that is not in place. Not inlined, because otherwise each ask would save registers for this case. */
__attribute__((noinline)) static int64_t ask_another(struct inprocess *self, int lane, unsigned flags)
{
	struct inprocess_lane *place = &self->places[lane];
	if (self->instances.loaded)
		instances_call_up(&self->instances, (uint32_t)lane);
	if (place->is_new_game)
		begin_game(self, place);
	self->ready = lane;
	self->ready_place = place;
	return call_robot(place, flags);
}

static int64_t inprocess_ask(struct transport *transport, int lane, unsigned flags)
{
	struct inprocess *self = (struct inprocess *)transport;
	return self->ready == lane ? call_robot(self->ready_place, flags) : ask_another(self, lane, flags);
}

static void inprocess_free(struct transport *transport)
{
	struct inprocess *self = (struct inprocess *)transport;
	for (int i = 0; i < self->plan.n_lanes; i++) {
		inprocess_leave(transport, i);
		free(self->places[i].hands);
	}
	if (self->instances.loaded)
		unload(self->instances.loaded, &self->instances_fd);
	instances_release(&self->instances);
	FREE_ALL(self->places, self);
}

/* Loads the robot once before its instances. C++ requires that some objects exist only once in a process
 * (STB_GNU_UNIQUE). They stay in the first copy that is loaded, which dlclose then does not unload, so an instance in
 * that copy would remember its last match. The descriptor stays open for the life of the process, because the loader
 * identifies the copy by the descriptor's number. */
static void load_for_good(const struct inprocess *self)
{
	struct loaded loaded = {0};
	struct fault fault = {0};
	int fd = -1, none = -1;
	load(&loaded, &fd, self->transport.robot, self->host, &fault, NULL);
	unload(&loaded, &none);
}

struct transport *inprocess_new(const struct robot *robot, const struct transport_plan *plan)
{
	static const struct transport_ops ops = {
		.seat = inprocess_seat, .game = inprocess_game, .ask = inprocess_ask,
		.leave = inprocess_leave, .free = inprocess_free,
	};
	struct inprocess *self = NEW(struct inprocess);
	self->transport = (struct transport){.ops = &ops, .robot = robot};
	self->plan = *plan;
	self->host = services_host(robot->data_folder);
	self->instances_fd = self->ready = -1;
	self->places = NEW_ARRAY(struct inprocess_lane, (size_t)plan->n_lanes);
	for (int i = 0; i < plan->n_lanes; i++) {
		self->places[i].fd = -1;
		self->places[i].hands = NEW_ARRAY(char, plan->hands_size);
	}
	load_for_good(self);
	return &self->transport;
}

/* Does not let instances share a file if an option allocates heap memory, because all would have a pointer to the same
 * block. */
int inprocess_probe(struct robot *robot, struct err *err)
{
	struct loaded loaded = {0};
	int fd = -1;
	size_t before = mallinfo2().uordblks;
	int failed = load(&loaded, &fd, robot, services_host(robot->data_folder), &robot->fault, err);
	if (!failed)
		loaded_manifest(&loaded, &robot->manifest);
	unload(&loaded, &fd);
	if (robot->n_options && mallinfo2().uordblks != before)
		robot->can_share = false;
	return failed && robot->fault.verdict != VERDICT_LOAD ? -1 : 0;
}
