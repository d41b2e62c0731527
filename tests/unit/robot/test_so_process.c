/* test_so_process.c - the worker's view of a robot's process: what is a batch that is done, idle CPU time, and the
 * reason for its end.
 * The test writes to the shared memory what a runner, or a robot that has taken it over, could write. */
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "asleep.h"
#include "base/clock.h"
#include "base/mem.h"
#include "robot/so/permit.h"
#include "robot/so/process.h"

enum { MS = 1000000, MOVE_MS = 50 };

static const struct limits limits = {.move_time_ns = INT64_C(1) * MOVE_MS * MS};
static const struct process_waiting waiting = {.limits = &limits};

/* A child that exits, or ends itself by a signal, or (both 0) sleeps. */
static pid_t start_child(int status, int number)
{
	pid_t pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		const struct rlimit none = {0, 0};
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		setrlimit(RLIMIT_CORE, &none);
		if (status)
			_exit(status);
		if (number) {
			signal(number, SIG_DFL);
			raise(number);
		}
		for (;;)
			pause();
	}
	siginfo_t info;
	if (status || number)
		ck_assert_int_eq(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
	return pid;
}

static struct process *new_process(pid_t pid)
{
	struct process *process = NEW(struct process);
	struct channel *channel = mmap(NULL, sizeof *channel, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
				       0);
	ck_assert(channel != MAP_FAILED);
	*process = (struct process){.pid = pid, .channel = channel, .size = sizeof *channel, .area = -1, .permit = -1,
		.lifeline = -1};
	return process;
}

static void end(struct process *process)
{
	pid_t pid = process->pid;
	process_end(process, PROCESS_DONE, &limits, NULL);
	ck_assert_int_eq(waitpid(pid, NULL, WNOHANG), -1);
}

/* ---- the end ---------------------------------------------------------------------------- */

static const struct {
	int status, signal; /* how it ends; both 0: it lives */
	struct channel_crash crash;
	enum process_state state;
	enum verdict verdict;
	const char *cause;
	uint64_t offset; /* 0: none */
} ends[] = {
	{3, 0, {0}, PROCESS_DIED, VERDICT_CRASH, "called exit(3)", 0},
	{3, 0, {.signal = 3, .has_offset = 1, .offset = 9}, PROCESS_DIED, VERDICT_CRASH, "called exit(3)", 0},
	{0, SIGSEGV, {0}, PROCESS_DIED, VERDICT_CRASH, "SIGSEGV (Segmentation fault)", 0},
	{0, SIGSEGV, {.signal = SIGSEGV, .address = 16}, PROCESS_DIED, VERDICT_CRASH,
	 "SIGSEGV (Segmentation fault) at address 0x10", 0},
	{0, SIGSEGV, {.signal = SIGSEGV, .address = 16, .has_offset = 1, .offset = 9}, PROCESS_DIED, VERDICT_CRASH,
	 "SIGSEGV (Segmentation fault) at address 0x10", 9},
	{0, SIGSEGV, {.signal = SIGBUS, .address = 16, .has_offset = 1, .offset = 9}, PROCESS_DIED, VERDICT_CRASH,
	 "SIGSEGV (Segmentation fault)", 0},
	{0, SIGBUS, {.signal = SIGBUS, .address = 1}, PROCESS_DIED, VERDICT_CRASH, "SIGBUS (Bus error) at address 0x1",
	 0},
	{0, SIGFPE, {.signal = SIGFPE, .address = 1, .has_offset = 1, .offset = 9}, PROCESS_DIED, VERDICT_CRASH,
	 "SIGFPE (Floating point exception)", 9},
	{CHANNEL_RAISED + SIGABRT, 0, {.signal = SIGABRT, .is_raised = 1, .has_offset = 1, .offset = 9}, PROCESS_DIED,
	 VERDICT_CRASH, "SIGABRT (Aborted)", 9},
	{CHANNEL_RAISED + SIGABRT, 0, {.signal = SIGABRT}, PROCESS_DIED, VERDICT_CRASH, "called exit(134)", 0},
	{CHANNEL_RAISED + SIGABRT, 0, {.signal = SIGTERM, .is_raised = 1}, PROCESS_DIED, VERDICT_CRASH,
	 "called exit(134)", 0},
	{0, 0, {0}, PROCESS_DIED, VERDICT_CRASH, "overwrote memory that it shares with the arena", 0},
	{0, 0, {.signal = SIGSEGV, .is_raised = 1}, PROCESS_DIED, VERDICT_CRASH,
	 "overwrote memory that it shares with the arena", 0},
	{0, 0, {0}, PROCESS_BUSY, VERDICT_TIMEOUT, "used more than 50 ms of CPU time for one ask", 0},
	{0, 0, {0}, PROCESS_ASLEEP, VERDICT_TIMEOUT, "did not answer for 500 ms", 0},
	{0, 0, {0}, PROCESS_SPUN, VERDICT_TIMEOUT, "used more than 100 ms of CPU time while nothing was asked", 0},
	{3, 0, {0}, PROCESS_BUSY, VERDICT_TIMEOUT, "used more than 50 ms of CPU time for one ask", 0},
};

START_TEST(its_end_has_a_cause)
{
	struct fault fault = {0};
	struct robot_notes notes = {.refused = {1}};
	struct process *process = new_process(start_child(ends[_i].status, ends[_i].signal));
	pid_t pid = process->pid;
	process->channel->crash = ends[_i].crash;
	process->channel->output.n_written = 8;
	memcpy(process->channel->output.text, "old\nnew\n", 8);
	process->output_from = 4;
	process->notes = &notes;
	process->channel->refused[0] = 4;
	process->channel->refused[31] = 8;
	process_end(process, ends[_i].state, &limits, &fault);
	ck_assert_int_eq(fault.verdict, ends[_i].verdict);
	ck_assert_str_eq(fault.cause, ends[_i].cause);
	ck_assert_uint_eq(fault.has_offset, ends[_i].offset != 0);
	ck_assert_uint_eq(fault.offset, ends[_i].offset);
	ck_assert_str_eq(fault.output, "new\n");
	ck_assert_uint_eq(fault.n_output, 4);
	ck_assert(notes.refused[0] == 5 && notes.refused[31] == 8);
	ck_assert_int_eq(waitpid(pid, NULL, WNOHANG), -1); /* it is gone, and reaped */
}
END_TEST

/* ---- a batch ---------------------------------------------------------------------------- */

/* What is in the shared memory after a batch of three. */
static const struct {
	bool is_done, is_busy;
	uint32_t n_done;
	enum process_state state;
} batches[] = {
	{true, false, 3, PROCESS_DONE}, {true, false, 2, PROCESS_DIED}, {true, false, 4, PROCESS_DIED},
	{false, false, 4, PROCESS_DIED},
	{true, false, UINT32_MAX, PROCESS_DIED}, {false, true, 1, PROCESS_BUSY}, {true, true, 3, PROCESS_BUSY},
};

START_TEST(a_batch_is_done_or_broken)
{
	uint32_t n_done = 0;
	struct process *process = new_process(start_child(0, 0));
	process->channel->is_awaited = 1;
	process_post(process, 3);
	ck_assert(process->channel->is_awaited == 0);
	ck_assert(process->is_asked && process->channel->n_asks == 3 && process->channel->batch == 1 &&
		  process->channel->n_done == 0);
	process->channel->n_done = batches[_i].n_done;
	process->channel->done_batch = batches[_i].is_done ? process->batch : 0;
	process->is_busy = batches[_i].is_busy;
	ck_assert_int_eq(process_wait(process, 3, &waiting, &n_done), batches[_i].state);
	ck_assert_uint_eq(n_done, batches[_i].n_done);
	bool is_over = batches[_i].is_done && !batches[_i].is_busy && batches[_i].n_done <= 3;
	ck_assert_int_eq(process->is_asked, !is_over);
	if (is_over)
		ck_assert(process->asked_ns == process->lasted_ns &&
			  process->lasted_ns == process->done_ns - process->posted_ns);
	end(process);
}
END_TEST

START_TEST(a_death_in_a_batch_is_noticed)
{
	uint32_t n_done;
	process_listen_for_deaths();
	struct process *process = new_process(start_child(0, 0));
	ck_assert(!process_is_dead(process));
	process_post(process, 3);
	process->channel->n_done = 1;
	kill(process->pid, SIGKILL);
	ck_assert_int_eq(process_wait(process, 3, &waiting, &n_done), PROCESS_DIED);
	ck_assert_uint_eq(n_done, 1);
	ck_assert(process_is_dead(process));
	end(process);
}
END_TEST

/* It sleeps: the wall clock ends it, after ten times the limit. */
START_TEST(a_batch_has_a_time)
{
	uint32_t n_done;
	struct process *process = new_process(start_child(0, 0));
	process_post(process, 3);
	process->channel->n_done = 2;
	int64_t begun = clock_wall_ns();
	ck_assert_int_eq(process_wait(process, 3, &waiting, &n_done), PROCESS_ASLEEP);
	ck_assert_int_ge(clock_wall_ns() - begun, 10 * limits.move_time_ns);
	ck_assert_uint_eq(n_done, 2);
	ck_assert_uint_eq(process->channel->is_awaited, 1); /* so it would have been woken */
	end(process);
}
END_TEST

static void on_signal(int number) { (void)number; }

/* Deaths are noticed whatever the parent has left, except by a handler of its own. */
START_TEST(a_handler_of_deaths_is_set)
{
	void (*const before[])(int) = {SIG_DFL, SIG_IGN, on_signal};
	struct sigaction action;
	int status;
	for (int i = 0; i < COUNT(before); i++) {
		signal(SIGCHLD, before[i]);
		process_listen_for_deaths();
		ck_assert_int_eq(sigaction(SIGCHLD, NULL, &action), 0);
		ck_assert((action.sa_handler == on_signal) == (before[i] == on_signal));
		ck_assert(action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
		pid_t pid = fork();
		ck_assert_int_ge(pid, 0);
		if (pid == 0)
			_exit(7);
		ck_assert_int_eq(waitpid(pid, &status, 0), pid);
		ck_assert_int_eq(WEXITSTATUS(status), 7);
	}
}
END_TEST

START_TEST(a_peek_sees_an_answer_or_a_busy_ask)
{
	const struct limits none = {.move_time_ns = -1}, much = {.move_time_ns = INT64_C(3600) * 1000 * MS};
	struct process *process = new_process(start_child(0, 0));
	wait_until_asleep(process->pid);
	process_peek(process, &none);
	ck_assert(!process->is_busy && !process->is_answered); /* nothing is asked */
	process_post(process, 3);
	process_peek(process, &none); /* it begins to measure ask 0 */
	ck_assert(!process->is_busy && process->peeked_ask == 0 && process->peeked_cpu_ns > 0);
	process->channel->n_done = 1;
	process_peek(process, &none); /* ask 1 */
	ck_assert(!process->is_busy && process->peeked_ask == 1);
	process_peek(process, &much);
	ck_assert(!process->is_busy);
	process_peek(process, &none);
	ck_assert(process->is_busy);
	process->is_busy = false;
	process->channel->n_done = 3;
	process->channel->done_batch = process->batch;
	process_peek(process, &none);
	ck_assert(process->is_answered && !process->is_busy);
	/* What it uses after its answer is not for an ask. */
	process->answered_cpu_ns -= 7 * MS;
	process_batch_done(process);
	ck_assert_int_eq(process->spun_ns, 7 * MS - PROCESS_TAIL_NS);
	ck_assert(!process->is_answered && !process->is_asked);
	ck_assert_int_ge(process_take_idle(process), 7 * MS - PROCESS_TAIL_NS);
	ck_assert_int_eq(process->spun_ns, 0);
	end(process);
}
END_TEST

/* CPU time in ms that a sleeping process has used since it was ready, and for asks; and what of it is idle. */
static const struct {
	int cpu, asked;
	uint32_t batches;
	int idle; /* without what is free for each batch */
} idles[] = {
	{0, 0, 0, 0}, {4, 0, 0, 0}, {5, 0, 0, 0}, {6, 0, 0, 1}, {50, 0, 0, 45}, {50, 20, 0, 25}, {50, 20, 2, 25},
	{50, 60, 0, 0},
};

START_TEST(idle_time_is_what_no_ask_took)
{
	struct process *process = new_process(start_child(0, 0));
	wait_until_asleep(process->pid);
	process->cpu_at_ready = clock_process_cpu_ns(process->pid) - INT64_C(1) * idles[_i].cpu * MS;
	process->asked_ns = INT64_C(1) * idles[_i].asked * MS;
	process->batch = idles[_i].batches;
	int64_t idle = INT64_C(1) * idles[_i].idle * MS - PROCESS_TAIL_NS * idles[_i].batches;
	ck_assert_int_eq(process_cpu_ns(process), INT64_C(1) * idles[_i].cpu * MS);
	ck_assert_int_eq(process_idle_ns(process), idle);
	process->is_asked = true;
	ck_assert(process_idle_ns(process) == 0 && process_take_idle(process) == 0);
	process->is_asked = false;
	ck_assert_int_eq(process_take_idle(process), idle);
	ck_assert_int_eq(process_take_idle(process), idles[_i].cpu ? 0 : idle);
	process->cpu_at_ready -= 3 * MS; /* it uses more */
	process->asked_ns += MS;
	process->batch++;
	if (idles[_i].cpu)
		ck_assert_int_eq(process_take_idle(process), 2 * MS - PROCESS_TAIL_NS);
	process->cpu_at_ready = INT64_MAX;
	ck_assert_int_eq(process_cpu_ns(process), 0);
	end(process);
}
END_TEST

/* ---- memory ----------------------------------------------------------------------------- */

static const struct {
	uint64_t heap, at_ready, memory;
	bool has_grown;
} heaps[] = {
	{200, 100, 800, false}, {201, 100, 800, true}, {201, 100, 0, false}, {100, 201, 800, false},
	{100, 100, 1, false}, {101, 100, 1, true},
};

START_TEST(an_eighth_of_the_memory_may_be_added)
{
	struct process *process = new_process(start_child(0, 0));
	process->channel->heap = heaps[_i].heap;
	process->heap_at_ready = heaps[_i].at_ready;
	ck_assert_int_eq(process_has_grown(process, heaps[_i].memory), heaps[_i].has_grown);
	enum { MOST_LEFT = 16 << 20 };
	uint64_t space = proc_memory(process->pid).size;
	ck_assert_uint_gt(space, MOST_LEFT / 8);
	ck_assert(!process_can_begin_again(process));
	process->can_begin_again = true;
	process->space_at_ready = space;
	ck_assert(process_can_begin_again(process));
	process->space_at_ready = space > MOST_LEFT ? space - MOST_LEFT : 0;
	ck_assert(process_can_begin_again(process));
	if (space > MOST_LEFT) {
		process->space_at_ready--;
		ck_assert(!process_can_begin_again(process));
	}
	end(process);
}
END_TEST

/* ---- copies ----------------------------------------------------------------------------- */

/* A template's area: a channel for each copy, then a part for each, with its seats, turn orders and ring. */
START_TEST(a_copy_has_a_part_of_the_area)
{
	enum { PART_AT = CHANNEL_MOST * CHANNEL_STRIDE, PART = 2 * CHANNEL_STRIDE, SIZE = PART_AT + CHANNEL_MOST * PART,
		NUMBER = 3 };
	char *area = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ck_assert(area != MAP_FAILED);
	memset(area + CHANNEL_STRIDE, 'x', SIZE - CHANNEL_STRIDE);
	struct channel *first = (struct channel *)(void *)area;
	const struct process template = {
		.pid = 99, .channel = first, .size = SIZE, .part_at = PART_AT, .part_size = PART, .seats_at = PART_AT,
		.seat_stride = 192, .letters_at = PART_AT + 5 * 192, .ring_at = PART_AT + 5 * 192 + 5 * 32,
		.n_wanted = 5, .n_loaded = 4, .n_channels = CHANNEL_MOST, .batch = 8, .looked_batch = 7, .asked_ns = 6,
		.looked_asked_ns = 5, .looked_cpu_ns = 4, .spun_ns = 3, .is_asked = true,
		.is_answered = true, .is_busy = true, .can_begin_again = true, .area = 20, .permit = 21, .lifeline = 22,
		.heap_at_ready = 1234,
	};
	first->size_of_channel = sizeof *first;
	first->shared_area_history_at = 16;
	first->shared_area_second_at = 64;
	strcpy(first->rules, "wild dice=5");
	struct process copy;
	process_fill_copy(&copy, &template, NUMBER);
	ck_assert(copy.number == NUMBER && copy.n_wanted == 5 && copy.n_loaded == 4 && copy.can_begin_again);
	ck_assert(!copy.batch && !copy.looked_batch && !copy.asked_ns && !copy.looked_asked_ns && !copy.looked_cpu_ns &&
		  !copy.spun_ns);
	ck_assert(!copy.is_asked && !copy.is_answered && !copy.is_busy && copy.area == -1 && copy.permit == -1 &&
		  copy.lifeline == -1);
	const struct channel *channel = copy.channel;
	char *part = area + PART_AT + NUMBER * PART;
	ck_assert_ptr_eq(channel, area + NUMBER * CHANNEL_STRIDE);
	ck_assert_ptr_eq((char *)copy.channel + copy.seats_at, part);
	ck_assert_ptr_eq((char *)copy.channel + copy.letters_at, part + 5 * 192);
	ck_assert_ptr_eq((char *)copy.channel + copy.ring_at, part + 5 * 192 + 5 * 32);
	ck_assert(channel->seats_at == copy.seats_at && channel->letters_at == copy.letters_at &&
		  channel->ring_at == copy.ring_at);
	ck_assert(channel->seat_stride == 192 && channel->n_wanted == 5 && channel->size_of_channel == sizeof *channel);
	ck_assert(channel->shared_area_history_at == 16 && channel->shared_area_second_at == 64 &&
		  channel->heap == 1234);
	ck_assert_str_eq(channel->rules, "wild dice=5");
	ck_assert(!channel->batch && !channel->n_asks && !channel->output.n_written);
	/* Nothing is left of an earlier copy, and its neighbours are as they were. */
	for (size_t i = 0; i < PART; i++)
		ck_assert(part[i] == 0);
	ck_assert(part[-1] == 'x' && part[PART] == 'x');
	ck_assert(((const char *)channel)[-1] == 'x' && ((const char *)channel)[sizeof *channel] == 'x');
	munmap(area, SIZE);
}
END_TEST

/* ---- permit.h: the parent's side, whatever the other side does ----------------------------- */

START_TEST(a_listener_is_taken_if_it_was_sent)
{
	int pair[2], pipe_of[2], fd;
	char letter = 'p';
	union {
		char bytes[CMSG_SPACE(sizeof fd)];
		struct cmsghdr align;
	} control = {{0}};
	struct iovec part = {.iov_base = &letter, .iov_len = 1};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
	ck_assert(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) == 0 && pipe(pipe_of) == 0);
	ck_assert_int_eq(permit_take(pair[0]), -1); /* nothing yet: it does not wait */
	ck_assert_int_eq(sendmsg(pair[1], &message, 0), 1);
	ck_assert_int_eq(permit_take(pair[0]), -1);
	message.msg_control = &control;
	message.msg_controllen = sizeof control;
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);
	*header = (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof fd), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
	memcpy(CMSG_DATA(header), &pipe_of[0], sizeof fd);
	ck_assert_int_eq(sendmsg(pair[1], &message, 0), 1);
	fd = permit_take(pair[0]);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(fcntl(fd, F_GETFD), FD_CLOEXEC);
	/* It is no listener: nobody asks, and when something comes there is nothing to permit. */
	ck_assert(!permit_is_asked(fd, 0) && !permit_grant(fd, getpid(), 1));
	permit_refuse(fd);
	ck_assert_int_eq(write(pipe_of[1], &letter, 1), 1);
	ck_assert(permit_is_asked(fd, 0) && !permit_grant(fd, getpid(), 1));
	close(pair[1]);
	ck_assert_int_eq(permit_take(pair[0]), -1);
}
END_TEST

/* Its end, however it comes, kills the group. */
START_TEST(a_lifeline_is_of_a_group)
{
	int pipe_of[2];
	ck_assert_int_eq(pipe2(pipe_of, O_CLOEXEC | O_NONBLOCK), 0);
	ck_assert_int_eq(permit_lifeline_of(pipe_of[0], getpid()), 0);
	ck_assert_int_eq(fcntl(pipe_of[0], F_GETOWN), -getpid());
	ck_assert_int_eq(fcntl(pipe_of[0], F_GETSIG), SIGKILL);
	ck_assert_int_eq(fcntl(pipe_of[0], F_GETFL) & (O_ASYNC | O_NONBLOCK), O_ASYNC | O_NONBLOCK);
	ck_assert_int_eq(fcntl(pipe_of[0], F_SETFL, 0), 0); /* this process must not die of it */
	ck_assert(fcntl(pipe_of[0], F_GETFD) == FD_CLOEXEC && fcntl(pipe_of[1], F_GETFD) == FD_CLOEXEC);
	close(pipe_of[0]);
	ck_assert_int_eq(permit_lifeline_of(pipe_of[0], getpid()), -1);
}
END_TEST

/* What the filter of a process refuses, or stops, and what it leaves alone: one letter for each. */
static void call_behind_the_filter(int report)
{
	int pair[2], spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
	char letters[6] = "";
	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    permit_ask(pair[0]))
		_exit(1);
	pid_t pid = fork(); /* with other flags than permit_copy */
	if (pid == 0)
		_exit(0);
	letters[0] = pid > 0 && waitpid(pid, NULL, 0) == pid ? 'y' : 'n';
	letters[1] = close(PERMIT_LIFELINE) ? 'n' : 'y';
	letters[2] = syscall(SYS_close_range, PERMIT_LIFELINE, PERMIT_LIFELINE, 0) ? 'n' : 'y';
	letters[3] = syscall(SYS_close_range, spare, spare, 0) ? 'n' : 'y';
	letters[4] = close(spare) ? 'n' : 'y'; /* it is closed */
	_exit(write(report, letters, 5) == 5 ? 0 : 1);
}

START_TEST(the_filter_of_a_process_covers_its_lifeline_alone)
{
	int pipe_of[2];
	char letters[6] = "";
	ck_assert_int_eq(pipe(pipe_of), 0);
	pid_t pid = fork();
	if (pid == 0)
		call_behind_the_filter(pipe_of[1]);
	close(pipe_of[1]);
	ck_assert_int_eq(read(pipe_of[0], letters, 5), 5);
	ck_assert_str_eq(letters, "ynnyn");
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
}
END_TEST

SUITE(120,
	TEST(a_listener_is_taken_if_it_was_sent),
	TEST(a_lifeline_is_of_a_group),
	TEST(the_filter_of_a_process_covers_its_lifeline_alone),
	TEST(a_handler_of_deaths_is_set),
	TEST(a_copy_has_a_part_of_the_area),
	LOOP(its_end_has_a_cause, 0, COUNT(ends)),
	LOOP(a_batch_is_done_or_broken, 0, COUNT(batches)),
	TEST(a_death_in_a_batch_is_noticed),
	TEST(a_batch_has_a_time),
	TEST(a_peek_sees_an_answer_or_a_busy_ask),
	LOOP(idle_time_is_what_no_ask_took, 0, COUNT(idles)),
	LOOP(an_eighth_of_the_memory_may_be_added, 0, COUNT(heaps)))
