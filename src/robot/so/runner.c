/* runner.c - the program of a robot's process (runner_file.h): maps the shared memory, confines itself, loads the
 * robot, and answers asks.
 *
 * The code up to confine_for_loading runs before the robot's code. The robot may manipulate later code, but that can
 * harm only this process. */

#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "arena_robot.h"
#include "robot/program/runner.h"
#include "robot/so/confine.h"
#include "robot/so/fork_server.h"
#include "robot/so/instances.h"
#include "robot/so/own_clock.h"
#include "robot/so/permit.h"
#include "robot/so/runner.h"
#include "robot/so/snapshot.h"

static struct channel *channel; /* the channel of this process; in a copy of a template, that of the copy */
static char data_folder[sizeof ((struct channel *)0)->data_folder]; /* static, because the loaded robots have its
                                                                     * address */
static struct instances instances;
static struct loaded *current; /* the file whose code is running, for the crash handler */
static struct snapshot *snapshot; /* of the loaded instances; NULL: each instance serves only one attempt */
static struct err clock_failure; /* why own_clock_replace failed */
static uint64_t memory_limit;
static uint32_t modes_loaded; /* float_modes() just after the instances were loaded */
static uint32_t generation = 1; /* number of the attempts that instances serve since the snapshot was last restored */

#ifdef ARENA_SANITIZED
/* Turns off the leak check at exit, which would need to trace this process; the sandbox forbids that. */
int __lsan_is_turned_off(void);
__attribute__((visibility("default"))) int __lsan_is_turned_off(void) { return channel != NULL; }
#endif

/* Reports a failure. If the area is sealed (begin_loading) the failure counts as the robot's, else as the arena's. */
_Noreturn static void fail(const char *why)
{
	snprintf(channel->why, sizeof channel->why, "%s", why);
	channel->state = CHANNEL_FAILED;
	channel_wake(&channel->state);
	_exit(EXIT_WORLD);
}

/* Maps a file at `place`, where nothing must be mapped yet, or at any address if `place` is 0. */
static void *map(int fd, size_t size, int protection, uint64_t place)
{
	void *wanted = (void *)(uintptr_t)place;
	void *at = mmap(wanted, size, protection, MAP_SHARED | (place ? MAP_FIXED_NOREPLACE : 0), fd, 0);
	if (at == MAP_FAILED || (place && at != wanted)) {
		fprintf(stderr, "arena: a robot's process cannot map its shared memory\n");
		_exit(EXIT_WORLD);
	}
	return at;
}

/* Returns the bytes of heap memory in use in this process. */
static size_t heap_in_use(void)
{
	struct mallinfo2 info = mallinfo2();
	return info.uordblks + info.hblkhd;
}

static void give_options(const struct loaded *loaded)
{
	const char *at = channel->options;
	char why[200];
	for (uint32_t i = 0; i < channel->n_options; i++) {
		const char *key = at, *value = key + strlen(key) + 1;
		at = value + strlen(value) + 1;
		if (loaded_option(loaded, key, value, why, sizeof why)) {
			channel->is_option_fault = 1;
			loaded_manifest(loaded, &channel->manifest);
			fail(why);
		}
	}
}

/* Loads as many of the requested files as memory allows, at least one. If a constructor lacked memory while it was
 * alone in the process, it does not get more. */
static void load_files(const int *files, uint32_t n)
{
	const struct arena_host *host = services_host(data_folder);
	uint32_t is_short = 0;
	allocation_note_failures(&is_short);
	for (uint32_t i = 0; i < n; i++) {
		char why[200];
		current = &instances.loaded[i];
		services_begin_at(0); /* so that constructors always see the same random numbers */
		if (loaded_load(current, files[i], host, why, sizeof why)) {
			if (i == 0)
				fail(why);
			break;
		}
		size_t before = heap_in_use();
		give_options(current);
		if (channel->is_shared && heap_in_use() != before) {
			channel->cannot_share = 1;
			fail("its options take heap memory");
		}
		if (i > 0 && is_short)
			break;
		instances.n = i + 1;
		is_short = 0;
	}
	allocation_note_failures(&channel->is_short);
	loaded_manifest(&instances.loaded[0], &channel->manifest);
	current = NULL;
}

/* Closes all descriptors except the clock and, in a template, the lifeline. */
static void close_everything(void)
{
	_Static_assert(PERMIT_LIFELINE == 0 && OWN_CLOCK_FD == 1, "they are the first");
	if (channel->n_channels == 1)
		close(PERMIT_LIFELINE);
	if (close_range(OWN_CLOCK_FD + 1, ~0u, 0))
		for (int fd = OWN_CLOCK_FD + 1; fd < 4096; fd++)
			close(fd);
}

/* Marks the beginning of loading, after which failures are the robot's. The robot cannot remove the seal or set it
 * early. It gets no descriptor of shared memory, which it could reopen with more rights or truncate. */
static void begin_loading(void)
{
	if (fcntl(RUNNER_FD_CHANNEL, F_ADD_SEALS, F_SEAL_SEAL))
		fail("its shared memory cannot be sealed");
	close(RUNNER_FD_CHANNEL);
	close(RUNNER_FD_SHARED_AREA);
}

/* Opens the image again, because all processes of the robot share the open file that they inherit, and its position
 * would reveal what another process has done. */
static void reopen_image(void)
{
	char path[32];
	snprintf(path, sizeof path, "/proc/self/fd/%d", RUNNER_FD_IMAGE);
	int fd = open(path, O_RDONLY);
	if (fd < 0 || dup2(fd, RUNNER_FD_IMAGE) < 0)
		fail("its file cannot be opened in /proc");
	close(fd);
}

/* Makes the n files in memory from which the instances are loaded. The first one is the image, which all processes of
 * this robot share. */
static uint32_t make_files(int *files, uint32_t n)
{
	void *image = n > 1 && channel->image_size ? map(RUNNER_FD_IMAGE, channel->image_size, PROT_READ, 0) : NULL;
	reopen_image();
	files[0] = RUNNER_FD_IMAGE;
	n = loaded_files(files, n, image, channel->image_size);
	if (image)
		munmap(image, channel->image_size);
	return n;
}

/* Requests the filter for permits, which a template needs. */
static void ask_for_permits(void)
{
	if (channel->n_channels > 1 && (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || permit_ask(RUNNER_FD_PERMIT))) {
		channel->cannot_copy = 1;
		fail("it cannot be copied");
	}
	close(RUNNER_FD_PERMIT);
}

static void take_snapshot(FILE *maps)
{
	const struct snapshot_hole own[] = {
		{&channel, sizeof channel}, {&snapshot, sizeof snapshot}, {&generation, sizeof generation},
		{permit_thread_id(), sizeof(pid_t)},
	};
	snapshot = snapshot_take(maps, own, sizeof own / sizeof *own);
	channel->can_begin_again = snapshot != NULL;
}

static void prepare(void)
{
	memcpy(data_folder, channel->data_folder, sizeof data_folder);
	uint32_t n_wanted = channel->n_wanted, n = channel->is_shared ? 1 : n_wanted;
	uint64_t statics_at = channel->statics_at, statics_size = channel->statics_size;
	memory_limit = channel->memory;
	AUTO_FREE int *files = NEW_ARRAY(int, n);
	instances.loaded = NEW_ARRAY(struct loaded, n);
	instances.items = NEW_ARRAY(struct instances_item, n_wanted);
	ask_for_permits();
	/* Opened now, because no files can be opened after the robot's code has run. */
	FILE *maps = channel->n_channels > 1 && n > 1 ? fopen("/proc/self/maps", "r") : NULL;
	n = make_files(files, n);
	uint64_t shared = channel->area_size + channel->shared_area_size + sizeof(struct filter_programs);
	struct confine_plan plan = {
		.memory = channel->memory ? channel->memory + shared : 0, .first_closed_fd = files[n - 1] + 1,
		.data_folder = channel->data_folder, .readable = channel->readable,
		.allows_weak = (int)channel->allows_weak, .makes_copies = channel->n_channels > 1,
		.filter = channel->n_channels > 1 ? FILTER_LOADING_TEMPLATE : FILTER_LOADING,
	};
	struct err err = {0};
	if (!plan.allows_weak && clock_failure.text[0])
		fail(clock_failure.text);
	if (own_clock_start(plan.allows_weak, &err) || confine_for_loading(&plan, &err))
		fail(err.text);
	begin_loading();
	bool is_shared = channel->is_shared, is_template = channel->n_channels > 1;
	load_files(files, n);
	if (is_shared)
		instances_share(&instances, n_wanted, statics_at, statics_size);
	channel->n_loaded = instances.n;
	channel->heap = heap_in_use();
	modes_loaded = float_modes();
	runner_signals_have_changed();
	take_snapshot(maps);
	close_everything();
	if (confine_by_filter(is_template ? FILTER_WAITING : FILTER_PLAYING, &err))
		fail(err.text);
}

enum { HEAP_ATTEMPTS = 256, HEAP_COPIES = 8 };

/* How many attempts have begun since the heap was last measured, and how many may. Measuring takes as long as several
 * asks, so this maximum grows while attempts use little memory. */
static uint32_t n_new_attempts, most_unmeasured = 1;

/* Begins the game of the seat, with a fresh instance if the attempt is new. Returns the loaded file to call. */
static struct loaded *begin_game(const struct channel_seat *seat, uint32_t index)
{
	struct instances_item *instance = &instances.items[index];
	if (instance->attempt != seat->attempt) {
		current = NULL;
		if (instances.is_shared) {
			instances_refresh(&instances, index);
		} else if (seat->attempt != generation) { /* the worker reuses all instances, each of which gets a new
		                                           * attempt */
			generation = seat->attempt;
			snapshot_put_back(snapshot);
			services_set_ring(&channel->output);
		}
		instance->attempt = seat->attempt;
		n_new_attempts++;
	}
	struct loaded *loaded = instances_call_up(&instances, index);
	current = loaded;
	instance->game = seat->game;
	instance->n_asks = 0;
	if (!loaded->game_start)
		return loaded;
	const char *letters = (const char *)channel + channel->letters_at + (size_t)index * 32;
	struct arena_game_start start = {
		.size = sizeof start, .n_players = (uint32_t)strnlen(letters, 31), .me = seat->me,
		.letters = letters, .rules = channel->rules,
	};
	services_begin_ask(seat->rng, UINT32_MAX);
	loaded->game_start(&start);
	return loaded;
}

static void end_batch(uint32_t batch)
{
	if (n_new_attempts >= most_unmeasured) {
		size_t before = channel->heap, now = heap_in_use();
		uint32_t most = instances.is_shared ? HEAP_ATTEMPTS : HEAP_COPIES;
		bool is_light = now <= before || now - before < memory_limit / 64;
		most_unmeasured = !is_light ? 1 : 2 * most_unmeasured < most ? 2 * most_unmeasured : most;
		channel->heap = now;
		n_new_attempts = 0;
	}
	if (float_modes() != modes_loaded || runner_signals_have_changed())
		channel->has_modes = 1;
	channel->done_batch = batch;
	/* This side writes done_batch and reads is_awaited, and process_wait does the reverse, so at least one of the
	 * two sides sees the other's value. */
	if (channel->is_awaited)
		channel_wake(&channel->done_batch);
}

/* Waits until a batch is posted after this one. Returns its number. */
static uint32_t next_batch(uint32_t seen)
{
	uint32_t batch;
	while ((batch = channel->batch) == seen)
		channel_wait(&channel->batch, seen, -1);
	return batch;
}

/* How many asks ahead to prefetch: NEAR for the strings of an ask, FAR for the seat, which points to them. */
enum { NEAR = 2, FAR = 4 };

_Noreturn static void answer_asks(const char *shared_area)
{
	const uint32_t seats_at = channel->seats_at, stride = channel->seat_stride;
	const uint32_t second_at = channel->shared_area_second_at, history_at = channel->shared_area_history_at;
	const uint32_t *ask = (const uint32_t *)((const char *)channel + channel->ring_at);
	int32_t *answer = (int32_t *)((char *)channel + channel->ring_at) + 2 * channel->n_wanted;
	for (uint32_t batch = 0;;) {
		batch = next_batch(batch);
		const uint32_t n = channel->n_asks;
		for (uint32_t i = 0; i < n; i++) {
			const uint32_t flags = ask[i], index = CHANNEL_SEAT(flags);
			const struct channel_seat *seat = channel_seat(channel, seats_at, stride, index);
			if (i + FAR < n) { /* prefetches the seat, because with hundreds of seats cache misses determine
			                    * the speed */
				const uint32_t soon = ask[i + NEAR];
				const struct channel_seat *next =
					channel_seat(channel, seats_at, stride, CHANNEL_SEAT(soon));
				const char *near = shared_area + next->shown_at + (soon & ASK_SECOND ? second_at : 0);
				__builtin_prefetch(near);
				__builtin_prefetch(near + history_at);
				__builtin_prefetch(channel_seat(channel, seats_at, stride, CHANNEL_SEAT(ask[i + FAR])));
			}
			struct instances_item *instance = &instances.items[index];
			const char *hand = shared_area + seat->shown_at + (flags & ASK_SECOND ? second_at : 0);
			struct loaded *loaded = instance->game == seat->game ? instances_call_up(&instances, index)
									     : begin_game(seat, index);
			current = loaded;
			services_begin_ask(seat->rng, instance->n_asks++);
			answer[i] = loaded->get_play(seat->me, flags & ASK_OBSERVE ? hand : seat->hands,
						     hand + history_at);
			atomic_store_explicit(&channel->n_done, i + 1, memory_order_release);
		}
		end_batch(batch);
	}
}

/* Makes the memory of the template and of other copies inaccessible. */
static void hide_others(uint32_t number)
{
	char *first = (char *)channel, *parts = first + channel->part_at, *end = first + channel->area_size;
	char *own = first + (size_t)number * CHANNEL_STRIDE, *own_part = parts + (size_t)number * channel->part_size;
	char *own_end = own_part + channel->part_size;
	channel = (struct channel *)own;
	mprotect(own_end, (size_t)(end - own_end), PROT_NONE);
	mprotect(parts, (size_t)(own_part - parts), PROT_NONE);
	mprotect(own + CHANNEL_STRIDE, (size_t)(parts - own) - CHANNEL_STRIDE, PROT_NONE);
	mprotect(first, (size_t)(own - first), PROT_NONE);
}

_Noreturn static void be_copy(uint32_t number, const char *shared_area)
{
	struct err err = {0};
	hide_others(number);
	services_set_ring(&channel->output);
	allocation_note_failures(&channel->is_short);
	if (confine_by_filter(FILTER_PLAYING, &err))
		fail(err.text);
	answer_asks(shared_area);
}

/* Runs the main loop of a template. A batch is an order to make a copy, and its number of asks is the number of that
 * copy. */
_Noreturn static void make_copies(const char *shared_area)
{
	for (uint32_t batch = 0;;) {
		batch = next_batch(batch);
		uint32_t number = channel->n_asks;
		pid_t pid = permit_copy();
		if (pid == 0)
			be_copy(number, shared_area);
		channel->copy = pid;
		channel->done_batch = batch;
		channel_wake(&channel->done_batch);
	}
}

/* Makes the kernel kill robots before the arena if memory is short. */
static void go_first(void)
{
	AUTO_CLOSE int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
	if (fd >= 0 && write(fd, "1000", 4) < 0)
		return; /* the process stays as it is */
}

int main(int argc, char **argv)
{
	go_first();
	if (argc > 1 && strcmp(argv[1], PROGRAM_COMMAND) == 0)
		return program_runner_main(argc, argv);
	bool is_forked = fork_server_is_meant(argc, argv);
	setvbuf(stdout, NULL, _IONBF, 0); /* the last output of a crashing robot must not stay in a buffer */
	runner_signals_handle(&channel, &current);
	own_clock_replace(&clock_failure);
	if (is_forked) {
		confine_load();
		fork_server_serve();
	}
	/* Maps only the beginning of the area, which has the size of the whole. */
	struct channel *head = map(RUNNER_FD_CHANNEL, sizeof *head, PROT_READ | PROT_WRITE, 0);
	if (head->size_of_channel != sizeof *head) {
		fprintf(stderr, "arena: a robot's process was started by another version of the arena\n");
		return EXIT_WORLD;
	}
	size_t size = head->area_size;
	munmap(head, sizeof *head);
	channel = map(RUNNER_FD_CHANNEL, size, PROT_READ | PROT_WRITE, FILTER_CHANNEL_AT);
	map(RUNNER_FD_FILTERS, sizeof(struct filter_programs), PROT_READ, FILTER_PROGRAMS_AT);
	close(RUNNER_FD_FILTERS);
	prctl(PR_SET_NAME, "arena robot");
	if (is_forked)
		fork_server_entitle(argv, channel->title);
	/* This process must die with the worker, which may already have died before the call. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != channel->parent)
		_exit(EXIT_WORLD);
	const char *shared_area = map(RUNNER_FD_SHARED_AREA, channel->shared_area_size, PROT_READ, 0);
	services_set_ring(&channel->output);
	prepare();
	channel->state = CHANNEL_READY;
	channel_wake(&channel->state);
	if (channel->n_channels > 1)
		make_copies(shared_area);
	answer_asks(shared_area);
}
