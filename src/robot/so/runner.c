/* runner.c - the program of a robot's process (runner_file.h): maps the shared memory, confines itself, loads the robot,
 * answers asks.
 *
 * Everything up to confine_for_loading runs before the robot's code. Later code may be manipulated by it, which can harm
 * only this process. */
#include "robot/so/runner.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <ucontext.h>
#include <unistd.h>

#include "arena_robot.h"
#include "base/err.h"
#include "base/mem.h"
#include "robot/program/runner.h"
#include "robot/so/confine.h"
#include "robot/so/instances.h"
#include "robot/so/loaded.h"
#include "robot/so/permit.h"
#include "robot/so/snapshot.h"
#include "robot/wire.h"

static struct wire *wire; /* its own wire; in a copy of a template, the copy's */
static char data_folder[sizeof ((struct wire *)0)->data_folder]; /* the loaded robots keep its address */
static struct filter loading, waiting, playing; /* copied, since the robot can write to those in the wire */
static struct instances instances;
static struct loaded *current; /* the copy that is running, for the crash handler */
static struct snapshot *snapshot; /* of the loaded instances; NULL: they serve only once */
static uint64_t memory_limit;
static uint32_t generation = 1; /* attempt number that the instances have served since the snapshot was last restored */

#ifdef ARENA_SANITIZED
/* A leak check at exit would need to trace this process, which the sandbox forbids. */
int __lsan_is_turned_off(void);
__attribute__((visibility("default"))) int __lsan_is_turned_off(void) { return wire != NULL; }
#endif

/* ---- faults ------------------------------------------------------------------------- */

static bool is_in_robot(void *address, uint64_t *offset)
{
	Dl_info info;
	struct link_map *map;
	if (!current || !dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP))
		return false;
	/* While its constructors run there is no handle yet, only the name by which it is loaded. */
	bool is_robot = current->handle ? map == current->handle : strncmp(map->l_name, COPY_FOLDER, strlen(COPY_FOLDER)) == 0;
	if (!is_robot)
		return false;
	*offset = (uint64_t)((uintptr_t)address - map->l_addr);
	return true;
}

/* The instruction at which the signal came. */
static void *interrupted_at(const ucontext_t *context)
{
#if defined __x86_64__
	uint64_t at = (uint64_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
	uint64_t at = context->uc_mcontext.pc;
#endif
	return (void *)(uintptr_t)at;
}

/* Ends the process in place of the signal: the worker reads the signal's number from the exit status. */
_Noreturn static void die_of(int signal)
{
	wire->crash.signal = (uint32_t)signal;
	wire->crash.is_raised = 1;
	_exit(WIRE_RAISED + signal);
}

static void on_crash(int signal, siginfo_t *info, void *context)
{
	uint64_t offset;
	wire->crash.address = (uint64_t)(uintptr_t)info->si_addr;
	wire->crash.signal = (uint32_t)signal;
	bool is_found = is_in_robot(interrupted_at(context), &offset);
	void *frames[24];
	int n = is_found ? 0 : backtrace(frames, 24);
	for (int i = 0; i < n && !is_found; i++)
		is_found = is_in_robot((char *)frames[i] - 1, &offset); /* a return address points behind its call */
	if (is_found) {
		wire->crash.offset = offset;
		wire->crash.has_offset = 1;
	}
	/* SA_RESETHAND: the failed instruction is executed again, and then the signal kills the process. */
	if (info->si_code <= 0 || signal == SIGTRAP)
		die_of(signal);
}

/* For raise(), abort() and kill(getpid(), ...): a filter cannot allow a process to signal only itself. */
static void raise_here(int signal, void *context)
{
	struct sigaction action;
	siginfo_t info = {.si_signo = signal, .si_code = SI_TKILL};
	info.si_pid = getpid();
	if (signal == SIGKILL)
		die_of(signal);
	if (sigismember(&((ucontext_t *)context)->uc_sigmask, signal) || sigaction(signal, NULL, &action) ||
	    action.sa_handler == SIG_IGN)
		return;
	if (action.sa_handler == SIG_DFL) {
		static const int harmless[] = {SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU};
		for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
			if (signal == harmless[i])
				return;
		die_of(signal);
	}
	if (action.sa_flags & (int)SA_RESETHAND) {
		struct sigaction once = {.sa_handler = SIG_DFL};
		sigaction(signal, &once, NULL);
	}
	if (action.sa_flags & SA_SIGINFO)
		action.sa_sigaction(signal, &info, context);
	else
		action.sa_handler(signal);
}

static void on_refused(int signal, siginfo_t *info, void *context)
{
	(void)signal;
	int raised = confine_own_signal(info, context);
	if (raised) {
		int before = errno;
		raise_here(raised, context);
		errno = before;
		return;
	}
	uint32_t n = wire->n_refused;
	confine_refused(info, context, &wire->n_refused, &wire->last_refused);
	uint32_t call = wire->last_refused, n_words = sizeof wire->refused / sizeof *wire->refused;
	if (wire->n_refused != n && call / 32 < n_words)
		wire->refused[call / 32] |= 1u << call % 32;
}

static void handle_signals(void)
{
	enum { STACK = 64 * 1024 };
	void *frames[1];
	backtrace(frames, 1); /* loads the unwinder now, while files can be opened */
	stack_t stack = {.ss_sp = mem_zeroed(1, STACK), .ss_size = STACK};
	sigaltstack(&stack, NULL);
	struct sigaction crash = {.sa_sigaction = on_crash, .sa_flags = (int)(SA_SIGINFO | SA_ONSTACK | SA_RESETHAND)};
	static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
	for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
		sigaction(fatal[i], &crash, NULL);
	struct sigaction refused = {.sa_sigaction = on_refused, .sa_flags = SA_SIGINFO | SA_NODEFER};
	sigaction(SIGSYS, &refused, NULL);
}

/* ---- loading ------------------------------------------------------------------------ */

/* Reports a failure. Whose it is depends on whether the area is sealed (begin_loading). */
_Noreturn static void fail(const char *why)
{
	snprintf(wire->why, sizeof wire->why, "%s", why);
	wire->state = WIRE_FAILED;
	wire_wake(&wire->state);
	_exit(EXIT_WORLD);
}

/* Maps at any address, or at one (not 0) where nothing is mapped yet. */
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

/* Heap memory in use in this process. */
static size_t heap_in_use(void)
{
	struct mallinfo2 info = mallinfo2();
	return info.uordblks + info.hblkhd;
}

static void give_options(const struct loaded *copy)
{
	const char *at = wire->options;
	char why[200];
	for (uint32_t i = 0; i < wire->n_options; i++) {
		const char *key = at, *value = key + strlen(key) + 1;
		at = value + strlen(value) + 1;
		if (loaded_option(copy, key, value, why, sizeof why)) {
			wire->is_option_fault = 1;
			loaded_manifest(copy, &wire->manifest);
			fail(why);
		}
	}
}

/* Loads as many of the wanted copies as memory allows, at least one. */
static void load_copies(const int *files, uint32_t n)
{
	const struct arena_host *host = services_host(data_folder);
	for (uint32_t i = 0; i < n; i++) {
		char why[200];
		current = &instances.copies[i];
		services_rng = 0; /* constructors always see the same random numbers */
		if (loaded_load(current, files[i], host, why, sizeof why)) {
			if (i == 0)
				fail(why);
			break;
		}
		size_t before = heap_in_use();
		give_options(current);
		if (wire->is_shared && heap_in_use() != before) {
			wire->cannot_share = 1;
			fail("its options take heap memory");
		}
		instances.n = i + 1;
	}
	loaded_manifest(&instances.copies[0], &wire->manifest);
	current = NULL;
}

/* Closes all descriptors, but a template keeps its lifeline. */
static void close_everything(void)
{
	_Static_assert(PERMIT_LIFELINE == 0, "it is the first");
	if (wire->n_wires == 1)
		close(PERMIT_LIFELINE);
	if (close_range(PERMIT_LIFELINE + 1, ~0u, 0))
		for (int fd = PERMIT_LIFELINE + 1; fd < 4096; fd++)
			close(fd);
}

/* From here on, failures are the robot's. It cannot break the seal or set it early, and it has no descriptor of shared
 * memory that it could reopen with more rights or truncate. */
static void begin_loading(void)
{
	if (fcntl(RUNNER_FD_WIRE, F_ADD_SEALS, F_SEAL_SEAL))
		fail("its shared memory cannot be sealed");
	close(RUNNER_FD_WIRE);
	close(RUNNER_FD_SHARED_AREA);
}

/* The file of each copy; the first is the one that all processes of this robot share. */
static uint32_t make_files(int *files, uint32_t n)
{
	void *image = n > 1 && wire->image_size ? map(RUNNER_FD_IMAGE, wire->image_size, PROT_READ, 0) : NULL;
	files[0] = RUNNER_FD_IMAGE;
	n = loaded_files(files, n, image, wire->image_size);
	if (image)
		munmap(image, wire->image_size);
	return n;
}

/* A template needs the filter for permits. */
static void ask_for_permits(void)
{
	if (wire->n_wires > 1 && (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || permit_ask(RUNNER_FD_PERMIT))) {
		wire->cannot_copy = 1;
		fail("it cannot be copied");
	}
	close(RUNNER_FD_PERMIT);
}

/* Opened before the robot's code runs, which may not open files. */
static FILE *open_maps(uint32_t n_instances)
{
	return wire->n_wires > 1 && n_instances > 1 ? fopen("/proc/self/maps", "r") : NULL;
}

static void take_snapshot(FILE *maps)
{
	const struct snapshot_hole own[] = {
		{&wire, sizeof wire}, {&snapshot, sizeof snapshot}, {&generation, sizeof generation},
		{permit_thread_id(), sizeof(pid_t)},
	};
	snapshot = snapshot_take(maps, own, sizeof own / sizeof *own);
	wire->can_begin_again = snapshot != NULL;
}

static void prepare(void)
{
	loading = wire->loading;
	waiting = wire->waiting;
	playing = wire->playing;
	memcpy(data_folder, wire->data_folder, sizeof data_folder);
	uint32_t n_wanted = wire->n_copies, n = wire->is_shared ? 1 : n_wanted;
	uint64_t statics_at = wire->statics_at, statics_size = wire->statics_size;
	memory_limit = wire->memory;
	AUTO_FREE int *files = NEW_ARRAY(int, n);
	instances.copies = NEW_ARRAY(struct loaded, n);
	instances.members = NEW_ARRAY(struct instances_member, n_wanted);
	ask_for_permits();
	FILE *maps = open_maps(n);
	n = make_files(files, n);
	struct confine_plan plan = {
		.memory = wire->memory, .first_closed_fd = files[n - 1] + 1,
		.data_folder = wire->data_folder, .allows_weak = (int)wire->allows_weak, .makes_copies = wire->n_wires > 1,
		.filter = &loading,
	};
	struct err err = {0};
	setvbuf(stdout, NULL, _IONBF, 0); /* the last output of a crashing robot must not stay in a buffer */
	handle_signals();
	if (confine_for_loading(&plan, &err))
		fail(err.text);
	begin_loading();
	bool is_shared = wire->is_shared, is_template = wire->n_wires > 1;
	load_copies(files, n);
	if (is_shared)
		instances_share(&instances, n_wanted, statics_at, statics_size);
	wire->n_loaded = instances.n;
	wire->heap = heap_in_use();
	take_snapshot(maps);
	close_everything();
	if (confine_for_playing(is_template ? &waiting : &playing, &err))
		fail(err.text);
}

enum { HEAP_ATTEMPTS = 256, HEAP_COPIES = 8 };

/* ---- playing ------------------------------------------------------------------------ */

/* Attempts since the heap was last measured, which takes as long as several asks, and how many there may be: the more, the
 * less memory attempts have taken so far. */
static uint32_t n_new_attempts, most_unmeasured = 1;

/* Called when all instances have served and the worker gives each a new attempt. */
static void begin_generation(uint32_t attempt)
{
	generation = attempt;
	snapshot_put_back(snapshot);
	services_set_ring(&wire->output);
}

/* Begins the game in the slot, with a fresh instance if the attempt is new. Returns the copy to call. */
static struct loaded *begin_game(const struct wire_slot *slot, uint32_t index)
{
	struct instances_member *member = &instances.members[index];
	if (member->attempt != slot->attempt) {
		current = NULL;
		if (instances.is_shared)
			instances_refresh(&instances, index);
		else if (slot->attempt != generation)
			begin_generation(slot->attempt);
		member->attempt = slot->attempt;
		n_new_attempts++;
	}
	struct loaded *copy = instances_call_up(&instances, index);
	current = copy;
	member->game = slot->game;
	member->n_asks = 0;
	if (!copy->game_start)
		return copy;
	const char *letters = (const char *)wire + wire->letters_at + (size_t)index * 32;
	struct arena_game_start start = {
		.size = sizeof start, .n_players = (uint32_t)strnlen(letters, 31), .me = slot->me,
		.letters = letters, .rules = wire->rules,
	};
	services_begin_ask(slot->rng, UINT32_MAX);
	copy->game_start(&start);
	return copy;
}

static void end_batch(uint32_t batch)
{
	if (n_new_attempts >= most_unmeasured) {
		size_t before = wire->heap, now = heap_in_use();
		uint32_t most = instances.is_shared ? HEAP_ATTEMPTS : HEAP_COPIES;
		bool is_light = now <= before || now - before < memory_limit / 64;
		most_unmeasured = !is_light ? 1 : 2 * most_unmeasured < most ? 2 * most_unmeasured : most;
		wire->heap = now;
		n_new_attempts = 0;
	}
	wire->done_batch = batch;
	/* Both in this order, as in process_wait: one of the two sees what the other wrote. */
	if (wire->is_awaited)
		wire_wake(&wire->done_batch);
}

/* Waits until a batch is posted after this one. Returns its number. */
static uint32_t next_batch(uint32_t seen)
{
	uint32_t batch;
	while ((batch = wire->batch) == seen)
		wire_wait(&wire->batch, seen, -1);
	return batch;
}

/* Prefetch distances in asks: of the strings, and of the slot that points to them. */
enum { NEAR = 2, FAR = 4, LINE = 64 };

_Noreturn static void answer_asks(const char *shared_area)
{
	const uint32_t slots_at = wire->slots_at, stride = wire->slot_stride;
	const uint32_t shared_area_stride = wire->shared_area_stride, second_at = wire->shared_area_second_at,
		shown_at = wire->shared_area_shown_at;
	const uint32_t *ask = (const uint32_t *)((const char *)wire + wire->ring_at);
	int32_t *answer = (int32_t *)((char *)wire + wire->ring_at) + 2 * wire->n_copies;
	for (uint32_t batch = 0;;) {
		batch = next_batch(batch);
		const uint32_t n = wire->n_asks;
		for (uint32_t i = 0; i < n; i++) {
			const uint32_t flags = ask[i], index = WIRE_SEAT(flags);
			const struct wire_slot *slot = wire_slot(wire, slots_at, stride, index);
			if (i + FAR < n) { /* with hundreds of seats, cache misses dominate */
				const uint32_t soon = ask[i + NEAR];
				const struct wire_slot *next = wire_slot(wire, slots_at, stride, WIRE_SEAT(soon));
				const char *near = shared_area + (size_t)next->lane * shared_area_stride;
				const char *history = near + (soon & ASK_SECOND ? second_at : 0);
				__builtin_prefetch(history);
				__builtin_prefetch(soon & ASK_OBSERVE ? near + shown_at : history + LINE);
				__builtin_prefetch(wire_slot(wire, slots_at, stride, WIRE_SEAT(ask[i + FAR])));
			}
			struct instances_member *member = &instances.members[index];
			const char *lane = shared_area + (size_t)slot->lane * shared_area_stride;
			struct loaded *copy = member->game == slot->game ? instances_call_up(&instances, index) : begin_game(slot, index);
			current = copy;
			services_begin_ask(slot->rng, member->n_asks++);
			answer[i] = copy->get_play(slot->me, flags & ASK_OBSERVE ? lane + shown_at : slot->hands,
						   flags & ASK_SECOND ? lane + second_at : lane);
			atomic_store_explicit(&wire->n_done, i + 1, memory_order_release);
		}
		end_batch(batch);
	}
}

/* ---- copies --------------------------------------------------------------------------- */

/* Hides the memory of the template and of other copies. */
static void hide_others(uint32_t slot)
{
	char *first = (char *)wire, *parts = first + wire->part_at, *end = first + wire->area_size;
	char *own = first + (size_t)slot * WIRE_STRIDE, *own_part = parts + (size_t)slot * wire->part_size;
	char *own_end = own_part + wire->part_size;
	wire = (struct wire *)own;
	mprotect(own_end, (size_t)(end - own_end), PROT_NONE);
	mprotect(parts, (size_t)(own_part - parts), PROT_NONE);
	mprotect(own + WIRE_STRIDE, (size_t)(parts - own) - WIRE_STRIDE, PROT_NONE);
	mprotect(first, (size_t)(own - first), PROT_NONE);
}

_Noreturn static void be_copy(uint32_t slot, const char *shared_area)
{
	struct err err = {0};
	hide_others(slot);
	services_set_ring(&wire->output);
	if (confine_for_playing(&playing, &err))
		fail(err.text);
	answer_asks(shared_area);
}

/* The main loop of a template. An order is a batch whose number of asks is the slot of the copy. */
_Noreturn static void make_copies(const char *shared_area)
{
	for (uint32_t batch = 0;;) {
		batch = next_batch(batch);
		uint32_t slot = wire->n_asks;
		pid_t pid = permit_copy();
		if (pid == 0)
			be_copy(slot, shared_area);
		wire->copy = pid;
		wire->done_batch = batch;
		wire_wake(&wire->done_batch);
	}
}

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], PROGRAM_COMMAND) == 0)
		return program_runner_main(argc, argv);
	/* The size is at the beginning of the area. */
	struct wire *head = map(RUNNER_FD_WIRE, sizeof *head, PROT_READ | PROT_WRITE, 0);
	if (head->size_of_wire != sizeof *head) {
		fprintf(stderr, "arena: a robot's process was started by another version of the arena\n");
		return EXIT_WORLD;
	}
	size_t size = head->area_size;
	munmap(head, sizeof *head);
	wire = map(RUNNER_FD_WIRE, size, PROT_READ | PROT_WRITE, FILTER_WIRE_AT);
	prctl(PR_SET_NAME, "arena robot");
	/* This process must die with the worker, which may have died before the call. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != wire->parent)
		_exit(EXIT_WORLD);
	const char *shared_area = map(RUNNER_FD_SHARED_AREA, wire->shared_area_size, PROT_READ, 0);
	services_set_ring(&wire->output);
	prepare();
	wire->state = WIRE_READY;
	wire_wake(&wire->state);
	if (wire->n_wires > 1)
		make_copies(shared_area);
	answer_asks(shared_area);
}
