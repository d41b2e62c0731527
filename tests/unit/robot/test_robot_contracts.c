/* test_robot_contracts.c - what the headers of src/robot promise, in tables: idle CPU time, texts of faults, the lanes
 * of a robot and what becomes of them when a process dies, shared areas, processes that were killed, options, and data
 * that a robot may not read. */
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena_usage.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/str.h"
#include "robot/channel.h"
#include "robot/find.h"
#include "robot/groups.h"
#include "robot/idle.h"
#include "robot/killed.h"
#include "robot/proc.h"
#include "robot/program/command.h"
#include "robot/program/memory.h"
#include "robot/program/usage.h"
#include "robot/robot.h"
#include "robot/shared_area.h"
#include "robot/verdict.h"
#include "robot/watchdog.h"
#include "temporary_folder.h"

/* ---- idle.h ----------------------------------------------------------------------------- */

/* A tenth of the time since the last look is free. */
static const struct {
	struct idle idle;
	int64_t cpu_ns, now_ns, most_ns;
	bool is_too_much;
	int64_t level_ns;
} idles[] = {
	{{0, 0}, 100, 1000, 100, false, 100},   /* the first look forgives nothing */
	{{0, 0}, 101, 1000, 100, true, 101},
	{{0, 1000}, 100, 2000, 0, false, 0},
	{{0, 1000}, 101, 2000, 0, true, 1},
	{{0, 1000}, 101, 2000, 1, false, 1},
	{{50, 1000}, 151, 2000, 100, true, 101},
	{{50, 1000}, 150, 2000, 100, false, 100},
	{{50, 1000}, 0, 3000, 100, false, 0},   /* it is never below zero */
	{{50, 1000}, 0, 1100, 100, false, 40},
};

START_TEST(a_tenth_of_the_time_is_free)
{
	struct idle idle = idles[_i].idle;
	idle_add(&idle, idles[_i].cpu_ns);
	ck_assert_int_eq(idle_is_too_much(&idle, idles[_i].now_ns, idles[_i].most_ns), idles[_i].is_too_much);
	ck_assert_int_eq(idle.level_ns, idles[_i].level_ns);
	ck_assert_int_eq(idle.looked_ns, idles[_i].now_ns);
	ck_assert(!idle_is_due(&idle, idles[_i].now_ns + IDLE_LOOK_NS - 1));
	ck_assert(idle_is_due(&idle, idles[_i].now_ns + IDLE_LOOK_NS));
}
END_TEST

/* ---- verdict.h, channel.h --------------------------------------------------------------- */

static const struct {
	const char *text;
	size_t most, size;
	const char *field;
} texts[] = {
	{"plain", SIZE_MAX, 10, "plain"},
	{"plain", 3, 10, "pla"},
	{"plain", 0, 10, ""},
	{"plain", SIZE_MAX, 6, "plain"},
	{"plain", SIZE_MAX, 5, "plai"},
	{"plain", SIZE_MAX, 1, ""},
	{"a\nb\tc\033d\177e", SIZE_MAX, 20, "a b c d e"},
	{" ~", SIZE_MAX, 20, " ~"},
	{"\xc3\xa9t\xc3\xa9", SIZE_MAX, 20, "\xc3\xa9t\xc3\xa9"},
	{"\xc3\xa9", 1, 20, "?"},                /* cut off within a character */
	{"\xc3\xa9", SIZE_MAX, 3, "\xc3\xa9"},
	{"\xc3\xa9", SIZE_MAX, 2, ""},           /* there is no room for all of it */
	{"a\xc3\xa9", SIZE_MAX, 3, "a"},
	{"\xf0\x9f\x8e\xb2!", SIZE_MAX, 20, "\xf0\x9f\x8e\xb2!"},
	{"\xf0\x9f\x8e\xb2!", 3, 20, "???"},
	{"\xff\xfe", SIZE_MAX, 20, "??"},
	{"\xc2\x9b", SIZE_MAX, 20, "??"},        /* a control character */
};

START_TEST(texts_of_faults_are_clean)
{
	char field[32];
	memset(field, '#', sizeof field);
	fault_text(field, texts[_i].size, texts[_i].text, texts[_i].most);
	ck_assert_str_eq(field, texts[_i].field);
	ck_assert_int_eq(field[texts[_i].size], '#');
}
END_TEST

START_TEST(verdicts_have_names)
{
	static const char *const names[] = {"ok", "illegal", "timeout", "crash", "load"};
	ck_assert_int_eq(VERDICT_COUNT, COUNT(names));
	for (int verdict = 0; verdict < VERDICT_COUNT; verdict++)
		ck_assert_str_eq(verdict_name((enum verdict)verdict), names[verdict]);
}
END_TEST

/* Of what was written to a ring, the last n bytes; as many as it holds, whatever `written` says. */
START_TEST(the_end_of_an_output_is_read)
{
	AUTO_FREE struct output_ring *ring = NEW(struct output_ring);
	AUTO_FREE char *text = NEW_ARRAY(char, sizeof ring->text + 1);
	const uint32_t size = sizeof ring->text;
	for (uint32_t i = 0; i < size; i++)
		ring->text[i] = (char)('a' + i % 26);
	memcpy(ring->text, "x\ty\n\033\xff", 6);
	ck_assert_uint_eq(channel_output(ring, 6, 6, text), 6);
	ck_assert_str_eq(text, "x\ty\n??");
	ck_assert_uint_eq(channel_output(ring, 6, 3, text), 3);
	ck_assert_str_eq(text, "\n??");
	ck_assert_uint_eq(channel_output(ring, 6, 0, text), 0);
	ck_assert_str_eq(text, "");
	memcpy(ring->text + size - 2, "uv", 2);
	ck_assert_uint_eq(channel_output(ring, size + 1, 3, text), 3); /* across the end of the ring */
	ck_assert_str_eq(text, "uvx");
	ck_assert_uint_eq(channel_output(ring, size, size, text), size);
	ck_assert(memcmp(text, "x\ty\n??", 6) == 0 && strcmp(text + size - 2, "uv") == 0);
	ck_assert_uint_eq(channel_output(ring, size, UINT32_MAX, text), size);
}
END_TEST

/* ---- groups.h --------------------------------------------------------------------------- */

enum { LANES = 5 };

static struct transport transport;
static struct event events[LANES];
static struct lane_groups groups;
static struct lane_group first, second;

/* Lanes 0, 2 and 4 are those of the second group, lane 1 is that of the first. */
static void seat_lanes(void)
{
	memset(events, 0, sizeof events);
	first = second = (struct lane_group){0};
	transport = (struct transport){.events = events};
	groups_init(&groups, &transport, LANES);
	groups_add(&groups, &first, 3);
	groups_add(&groups, &second, 4);
	groups_seat(&groups, &first, 1);
	for (int lane = 0; lane < LANES; lane += 2)
		groups_seat(&groups, &second, lane);
}

static void remove_groups(void)
{
	groups_remove(&groups, &first);
	ck_assert_ptr_eq(groups.first, &second);
	groups_remove(&groups, &second);
	ck_assert_ptr_null(groups.first);
	groups_release(&groups);
}

START_TEST(lanes_have_places)
{
	seat_lanes();
	ck_assert(first.attempt == 3 && second.attempt == 4);
	ck_assert(groups.first == &second && second.next == &first && !first.next);
	ck_assert_uint_eq(first.n_seated, 1);
	ck_assert_uint_eq(second.n_seated, 3);
	ck_assert_int_eq(groups_n_spare(&groups), 0);
	groups.places[1].n_shown = 7;
	groups_leave(&groups, 1);
	ck_assert_ptr_null(groups.places[1].group);
	ck_assert_uint_eq(first.n_seated, 0);
	ck_assert_int_eq(groups_n_spare(&groups), 1);
	struct lane_place *place = groups_seat(&groups, &first, 1);
	ck_assert(place == &groups.places[1] && place->group == &first && place->n_shown == 0);
	groups_leave_all(&groups);
	for (int lane = 0; lane < LANES; lane++)
		ck_assert_ptr_null(groups.places[lane].group);
	remove_groups();
}
END_TEST

START_TEST(asks_are_queued_by_group)
{
	seat_lanes();
	ck_assert_uint_eq(groups_queue(&groups, &second), 0);
	ck_assert_uint_eq(groups_queue(&groups, &first), 0);
	ck_assert_uint_eq(groups_queue(&groups, &second), 1);
	ck_assert_int_eq(transport.n_queued, 3);
	ck_assert_int_eq(groups.n_pending, 2);
	ck_assert(groups.pending[0] == &second && groups.pending[1] == &first);
	ck_assert(first.n_queued == 1 && second.n_queued == 2);
	remove_groups();
}
END_TEST

/* What becomes of the lanes of a process that dies. */
static const struct {
	bool is_alone, was_killed, is_fault;
} deaths[] = {
	{false, false, false}, /* it proves nothing */
	{false, true, false},
	{true, false, true},
	{true, true, false},
};

START_TEST(lanes_are_lost_with_their_process)
{
	seat_lanes();
	bool is_alone = deaths[_i].is_alone;
	struct lane_group *dead = is_alone ? &first : &second;
	const struct fault *fault = groups_lose(&groups, dead, is_alone, deaths[_i].was_killed);
	ck_assert_ptr_eq(fault, deaths[_i].is_fault ? &groups.faults[1] : NULL);
	ck_assert_int_eq(transport.n_events, is_alone ? 1 : 3);
	for (int i = 0; i < transport.n_events; i++) {
		ck_assert_int_eq(events[i].lane, is_alone ? 1 : 2 * i);
		ck_assert_int_eq(events[i].kind, deaths[_i].is_fault ? EVENT_FAULT : EVENT_LOST);
		ck_assert_ptr_eq(events[i].fault, fault);
		ck_assert_ptr_null(groups.places[events[i].lane].group);
	}
	ck_assert_ptr_eq(groups.places[is_alone ? 0 : 1].group, is_alone ? &second : &first);
	remove_groups();
}
END_TEST

START_TEST(a_process_for_each_lane_limits_lanes)
{
	struct transport solo = {.is_batched = true};
	groups_make_solo(&solo, 16);
	ck_assert(solo.is_solo && !solo.is_batched && solo.most_lanes == 16);
	groups_make_solo(&solo, 1);
	groups_make_solo(&solo, 16);
	ck_assert_int_eq(solo.most_lanes, 1);
}
END_TEST

START_TEST(each_kill_for_memory_counts_once)
{
	struct killed killed;
	killed_init(&killed);
	ck_assert(!killed_for_memory(&killed));
	if (killed.n_for_memory == 0)
		return; /* the kernel has killed nothing so far */
	killed.n_for_memory--;
	ck_assert(killed_for_memory(&killed));
	ck_assert(!killed_for_memory(&killed));
}
END_TEST

/* ---- shared_area.h ---------------------------------------------------------------------- */

static const struct {
	size_t size, stride;
} strides[] = {{0, 64}, {1, 64}, {64, 64}, {65, 192}, {128, 192}, {192, 192}, {193, 320}, {1000, 1088}};

START_TEST(records_are_an_odd_number_of_lines_apart)
{
	ck_assert_uint_eq(shared_area_stride(strides[_i].size), strides[_i].stride);
}
END_TEST

/* Where the history begins, and the strings of the second hand. */
static const struct {
	size_t history, hands, history_at, second_at;
} layouts[] = {
	{1, 1, 16, 64}, {16, 16, 16, 64}, {48, 16, 16, 64}, {49, 16, 16, 128}, {100, 17, 32, 192}, {100, 32, 32, 192},
	{100, 33, 48, 192},
};

START_TEST(a_lane_has_room_for_two_hands)
{
	enum { LANE = 2 };
	struct shared_areas areas;
	struct err err = {0};
	size_t history_size = layouts[_i].history, hands_size = layouts[_i].hands;
	shared_areas_init(&areas, LANE + 1, history_size, hands_size);
	const struct shared_area *later = shared_areas_make(&areas, 2, &err),
		*area = shared_areas_make(&areas, 0, &err);
	ck_assert_msg(later && area, "%s", err.text);
	ck_assert(later != area && shared_areas_make(&areas, 2, &err) == later &&
		  shared_areas_attempt(&areas, 0) == area);
	ck_assert_int_eq(areas.n, 3);
	ck_assert_ptr_null(areas.of_attempt[1]);
	ck_assert_uint_eq(area->history_at, layouts[_i].history_at);
	ck_assert_uint_eq(area->second_at, layouts[_i].second_at);
	ck_assert_uint_ge(area->stride, area->second_at + area->history_at + history_size);
	ck_assert_uint_eq(area->stride, shared_area_stride(area->second_at + area->history_at + history_size));
	ck_assert_uint_ge(area->size, area->stride * (LANE + 1));
	ck_assert_uint_eq(area->size % 4096, 0);
	ck_assert_uint_lt(area->size, area->stride * (LANE + 1) + 4096);
	/* Robots get a descriptor that can never be mapped for writing, of memory that stays as large as it is. */
	int seals = fcntl(area->fd_readonly, F_GET_SEALS);
	ck_assert_int_eq(seals & (F_SEAL_SHRINK | F_SEAL_GROW), F_SEAL_SHRINK | F_SEAL_GROW);
	ck_assert_int_eq(seals & F_SEAL_SEAL, F_SEAL_SEAL);
	ck_assert(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, area->fd_readonly, 0) == MAP_FAILED);
	ck_assert_int_eq(fcntl(area->fd_readonly, F_GETFD), FD_CLOEXEC);
	/* Wiping a lane leaves its neighbours. */
	memset(area->base, 'x', area->size);
	memset(later->base, 'x', later->size);
	shared_area_wipe(area, 1);
	for (size_t i = 0; i < area->size; i++)
		ck_assert_int_eq(area->base[i], i / area->stride == 1 ? 0 : 'x');
	ck_assert_int_eq(*shared_area_history(area, LANE), 'x');
	shared_areas_wipe(&areas);
	for (size_t i = 0; i < area->size; i++)
		ck_assert(area->base[i] == 0 && later->base[i] == 0);
	shared_areas_release(&areas);
	ck_assert(areas.n == 0 && !areas.of_attempt);
}
END_TEST

/* Whole pages, and no page more. */
START_TEST(lanes_may_fill_whole_pages)
{
	struct shared_areas areas;
	struct err err = {0};
	shared_areas_init(&areas, 64, 1, 1);
	const struct shared_area *area = shared_areas_make(&areas, 0, &err);
	ck_assert_msg(area != NULL, "%s", err.text);
	ck_assert_uint_eq(area->size, 64 * area->stride);
	shared_areas_release(&areas);
}
END_TEST

/* ---- killed.h, proc.h, watchdog.h ------------------------------------------------------- */

static const struct {
	int status, signal; /* it exits, or raises a signal, or neither */
	bool is_from_outside;
} ends[] = {
	{0, 0, false}, {9, 0, false}, {-1, 0, false}, {-1, SIGKILL, true}, {-1, SIGTERM, true}, {-1, SIGHUP, true},
	{-1, SIGSEGV, false}, {-1, SIGBUS, false}, {-1, SIGILL, false}, {-1, SIGFPE, false}, {-1, SIGTRAP, false},
	{-1, SIGABRT, false}, {-1, SIGSYS, false},
	{-1, SIGXCPU, false}, {-1, SIGXFSZ, false},
};

static pid_t start_child(void)
{
	pid_t pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0)
		for (;;)
			pause();
	return pid;
}

START_TEST(signals_from_outside_are_told_from_its_own)
{
	int status = ends[_i].status, number = ends[_i].signal;
	siginfo_t info;
	signal(SIGTERM, SIG_DFL); /* Check has a handler, which a child would have too */
	pid_t pid = status >= 0 ? fork() : start_child();
	ck_assert_int_ge(pid, 0);
	if (pid == 0)
		_exit(status);
	if (number)
		kill(pid, number);
	if (status >= 0 || number)
		ck_assert_int_eq(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
	ck_assert_int_eq(killed_from_outside(pid), ends[_i].is_from_outside);
	kill(pid, SIGKILL);
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid); /* it was not reaped */
	ck_assert(!killed_from_outside(pid));
}
END_TEST

START_TEST(the_third_death_from_outside_is_an_error)
{
	struct killed killed = {0};
	struct err err = {0};
	for (int i = 1; i < KILLED_MOST; i++)
		ck_assert_int_eq(killed_count(&killed, "ada", &err), 0);
	ck_assert_str_eq(err.text, "");
	ck_assert_int_ne(killed_count(&killed, "ada", &err), 0);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_msg(strstr(err.text, " 3 times, most recently one of 'ada'") != NULL, "%s", err.text);
}
END_TEST

START_TEST(the_kernel_tells_of_processes)
{
	char text[64];
	pid_t pid = start_child();
	ck_assert_int_eq(proc_parent(pid), getpid());
	ck_assert(proc_read(pid, "stat", text, sizeof text));
	ck_assert_uint_lt(strlen(text), sizeof text);
	ck_assert_int_eq(atoi(text), pid);
	struct proc_memory memory = proc_memory(pid);
	ck_assert(memory.size > memory.resident && memory.resident > memory.shared);
	ck_assert_uint_eq(memory.size % (uint64_t)sysconf(_SC_PAGESIZE), 0);
	pid_t pids[WATCHDOG_MOST];
	ck_assert_int_eq(watchdog_family(getpid(), pids, 0), 2);
	ck_assert(pids[0] == getpid() && pids[1] == pid);
	ck_assert_int_eq(watchdog_family(pid, pids, WATCHDOG_MOST - 1), WATCHDOG_MOST);
	ck_assert_int_eq(pids[WATCHDOG_MOST - 1], pid);
	ck_assert_int_eq(watchdog_family(pid, pids, WATCHDOG_MOST), WATCHDOG_MOST);
	kill(pid, SIGKILL);
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	ck_assert_int_eq(proc_parent(pid), 0);
	ck_assert(!proc_read(pid, "stat", text, sizeof text) && !text[0]);
	memory = proc_memory(pid);
	ck_assert(!memory.size && !memory.resident && !memory.shared);
}
END_TEST

/* The CPU time of a process and its children, those that are reaped too. */
START_TEST(cpu_time_of_a_family)
{
	enum { MS = 1000000, SPENT = 60 };
	pid_t self = getpid();
	while (clock_process_cpu_ns(self) < INT64_C(1) * SPENT * MS)
		;
	int64_t own = watchdog_family_ns(self); /* in ticks of 10 ms */
	ck_assert_int_ge(own, INT64_C(1) * (SPENT - 40) * MS);
	pid_t pid = fork();
	if (pid == 0) {
		while (clock_process_cpu_ns(getpid()) < INT64_C(1) * 2 * SPENT * MS)
			;
		_exit(0);
	}
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	ck_assert_int_ge(watchdog_family_ns(self), own + INT64_C(1) * SPENT * MS);
}
END_TEST

/* ---- memory.h --------------------------------------------------------------------------- */

START_TEST(memory_of_processes_is_added)
{
	enum { MB = 1 << 20 };
	pid_t self = getpid(), pids[] = {self, self};
	uint64_t resident = proc_memory(self).resident;
	ck_assert(!memory_exceeds(pids, 0, 0));
	ck_assert(memory_exceeds(pids, 1, 1 << 16));
	ck_assert(!memory_exceeds(pids, 1, 64 * resident));
	/* The share of a process is not more than what it has in use: twice as much is allowed for two. */
	ck_assert(!memory_exceeds(pids, 2, 2 * resident + 8 * MB));
	AUTO_FREE char *more = malloc(32 * MB);
	ck_assert_ptr_nonnull(more);
	for (size_t i = 0; i < 32 * MB; i += 1024)
		((volatile char *)more)[i] = 'x';
	ck_assert(memory_exceeds(pids, 1, 32 * MB));
	ck_assert(memory_exceeds(pids, 2, 64 * MB));
}
END_TEST

START_TEST(limits_of_memory_are_described)
{
	AUTO_STR struct str none = {0}, program = {0}, space = {0};
	memory_describe(true, 0, &none);
	ck_assert_str_eq(none.text, "memory is not limited");
	memory_describe(true, (uint64_t)256 << 20, &program);
	ck_assert_msg(strncmp(program.text, "256 MB of memory for a program and its processes together (", 59) == 0,
		      "%s", program.text);
	memory_describe(false, (uint64_t)1 << 30, &space);
	ck_assert_str_eq(space.text, "1024 MB of address space for each process (enforced by the kernel)");
}
END_TEST

/* ---- robot.h ---------------------------------------------------------------------------- */

static const struct {
	const char *spec, *label, *said; /* said: of the error; NULL: there is none */
	int n_options;
} specs[] = {
	{"./bot.py", "bot.py", NULL, 0},
	{"./bot.py:a=1", "bot.py:a=1", NULL, 1},
	{"./bot.py:a=1,b=,c==", "bot.py:a=1,b=,c==", NULL, 3},
	{"./bot.py:a=x:y", "bot.py:a=x:y", NULL, 1},
	{"human", "human", NULL, 0},
	{"./bot.py:", NULL, "an option of a robot is written key=value, not ''", 0},
	{"./bot.py:a", NULL, "an option of a robot is written key=value, not 'a'", 0},
	{"./bot.py:=1", NULL, "an option of a robot is written key=value, not '=1'", 0},
	{"./bot.py:a=1,,b=2", NULL, "an option of a robot is written key=value, not ''", 0},
	{"", NULL, "a robot needs a name: ''", 0},
	{":a=1", NULL, "a robot needs a name: ':a=1'", 0},
	{"./none.py", NULL, "cannot open the robot './none.py'", 0},
	{".", NULL, "the folder '.' has no robot", 0},
	{"cmd-x", NULL, "robot 'cmd-x' not found", 0},
	{"bot", "bot", NULL, 0}, /* bot.py */
	{"human:risk=1", NULL, "the only option of a human is name=", 0},
	{"bot.so", NULL, "robot 'bot.so' not found, but its source 'bot.c' is here: build it first (make)", 0},
	{"twin", NULL, "robot 'twin' not found, but its source 'twin.cpp' is here: build it first (make)", 0},
	{"./folder", NULL, "the folder './folder' has no robot 'folder.so', 'folder' or 'folder.py': build it first",
	 0},
	{"./folder.so", NULL, "the folder './folder.so' has no robot", 0},
	{"./linked.py", NULL, "'./linked.data' is a link; a robot's data must be a folder, not a link to one", 0},
	{"./bot.c", NULL, "the robot './bot.c' is source code: build it", 0},
	{"./bot.rs", NULL, "the robot './bot.rs' is source code: build it", 0},
	{"./run.c", "run.c", NULL, 0}, /* it can be executed */
	{"./bot.jar", NULL, "the robot './bot.jar' needs Java: name it as 'cmd:java -Xmx256m -jar ./bot.jar'", 0},
	{"./run.js", "run.js", NULL, 0}, /* the adapter says what is missing */
	{"./line.rb", NULL, "the robot './line.rb' is not executable: run chmod +x ./line.rb", 0},
	{"./plain.txt", NULL, "neither a .so nor a program: make it executable (chmod +x)", 0},
};

static void write_robots(void)
{
	static const char *const names[] = {"bot.py", "linked.py", "run.c"};
	for (int i = 0; i < COUNT(names); i++) {
		write_file(names[i], "#!/bin/sh\n");
		ck_assert_int_eq(chmod(names[i], 0700), 0);
	}
	write_file("bot.c", "");
	write_file("bot.rs", "");
	write_file("twin.cpp", "");
	write_file("bot.jar", "PK");
	write_file("run.js", "");
	write_file("line.rb", "#!/usr/bin/ruby\n");
	ck_assert_int_eq(chmod("run.js", 0700), 0);
	write_file("plain.txt", "");
	ck_assert(mkdir("folder", 0700) == 0 && mkdir("folder.so", 0700) == 0 && symlink("folder", "linked.data") == 0);
}

START_TEST(robots_are_opened_by_their_names)
{
	struct robot robot;
	struct err err = {0};
	write_robots();
	int failed = robot_open(&robot, specs[_i].spec, &err);
	if (specs[_i].said) {
		ck_assert_int_ne(failed, 0);
		ck_assert_int_eq(err.code, EXIT_USAGE);
		ck_assert_msg(strstr(err.text, specs[_i].said) != NULL, "%s", err.text);
	} else {
		ck_assert_msg(!failed, "%s", err.text);
		ck_assert_str_eq(robot.label, specs[_i].label);
		ck_assert_str_eq(robot.spec, specs[_i].spec);
		ck_assert_int_eq(robot.n_options, specs[_i].n_options);
		ck_assert_int_eq(robot.kind, strcmp(specs[_i].label, "human") == 0 ? ROBOT_HUMAN : ROBOT_PROGRAM);
	}
	robot_release(&robot);
}
END_TEST

/* As many options as there may be, and as many bytes: with one more of either, none. */
START_TEST(options_have_limits)
{
	struct robot robot;
	struct err err = {0};
	AUTO_STR struct str many = {0}, much = {0};
	write_robots();
	str_add(&many, "./bot.py:o=1");
	for (int i = 1; i < ROBOT_MAX_OPTIONS; i++)
		str_addf(&many, ",o%d=%d", i, i);
	ck_assert_msg(robot_open(&robot, many.text, &err) == 0, "%s", err.text);
	ck_assert_int_eq(robot.n_options, ROBOT_MAX_OPTIONS);
	ck_assert_str_eq(robot.key[ROBOT_MAX_OPTIONS - 1], "o15");
	ck_assert_str_eq(robot.value[ROBOT_MAX_OPTIONS - 1], "15");
	ck_assert_int_eq(robot.program->argv.n, 1 + ROBOT_MAX_OPTIONS);
	ck_assert_str_eq(robot.program->argv.word[1], "o=1");
	robot_release(&robot);
	str_add(&many, ",last=1");
	ck_assert_int_ne(robot_open(&robot, many.text, &err), 0);
	ck_assert_msg(strstr(err.text, "more than 16 options") != NULL, "%s", err.text);
	robot_release(&robot);
	str_addf(&much, "./bot.py:o=%0*d", ROBOT_OPTION_BYTES - 3, 0);
	ck_assert_msg(robot_open(&robot, much.text, &err) == 0, "%s", err.text);
	robot_release(&robot);
	str_add(&much, "0");
	ck_assert_int_ne(robot_open(&robot, much.text, &err), 0);
	ck_assert_msg(strstr(err.text, "the options of a robot are longer than 4095 bytes") != NULL, "%s", err.text);
	robot_release(&robot);
}
END_TEST

/* ---- find.h ----------------------------------------------------------------------------- */

/* An ordinary file, or one that can be executed, in folders of $ARENA_PATH: first, second and the current one. */
static void write_path(void)
{
	static const char *const files[] = {"three.so", "plain", "six.py", "first/one.so", "second/one.so",
		"second/three.so", ".hidden.so", "eight.py", "nine/nine.py"};
	static const char *const programs[] = {"four", "five.py", "first/two", "first/later", "second/two",
		"second/plain", "second/one"};
	ck_assert(mkdir("first", 0700) == 0 && mkdir("second", 0700) == 0 && mkdir("second/folder", 0700) == 0 &&
		  mkdir("nine", 0700) == 0);
	for (int i = 0; i < COUNT(files); i++)
		write_file(files[i], "");
	for (int i = 0; i < COUNT(programs); i++) {
		write_file(programs[i], "");
		ck_assert_int_eq(chmod(programs[i], 0700), 0);
	}
	write_file("second/later.so", "");
	write_file("second/eight.so", "");
	write_file("second/nine.so", "");
	setenv("ARENA_PATH", "first::second:first:missing", 1);
}

static const struct {
	const char *name, *path, *said; /* path NULL: it is not found, and the error has this */
} searches[] = {
	{"one", "first/one.so", NULL}, {"one.so", "first/one.so", NULL}, {"two", "first/two", NULL},
	{"three", "./three.so", NULL},
	{"later", "second/later.so", NULL}, /* a .so anywhere comes before a program */
	{"plain", "second/plain", NULL}, {"five.py", "./five.py", NULL}, {"six.py", "six.py", NULL},
	{"eight", "eight.py", NULL}, {"nine", "nine/nine.py", NULL}, /* the current folder comes first */
	{"./four", "./four", NULL}, {"first/one.so", "first/one.so", NULL},
	{"first/one", "first/one.so", NULL},
	{"first/none", NULL, "cannot open the robot 'first/none': No such file or directory"},
	{"folder", NULL, "robot 'folder' not found"},
	{"four", NULL, "robot 'four' not found"}, /* in the current folder a program needs its ending */
	{"threee", NULL, "robot 'threee' not found (did you mean 'three'? `arena list robots` lists them)"},
	{"humann", NULL, "robot 'humann' not found (did you mean 'human'?"},
	{"nothing_of_the_kind_at_all", NULL,
	 "not found here, in $ARENA_PATH or among the bundled robots (see `arena list robots`)"},
};

START_TEST(robots_are_searched_in_order)
{
	struct err err = {0};
	write_path();
	AUTO_FREE char *path = find_robot(searches[_i].name, &err);
	if (searches[_i].path) {
		ck_assert_msg(path != NULL, "%s", err.text);
		ck_assert_str_eq(path, searches[_i].path);
	} else {
		ck_assert_ptr_null(path);
		ck_assert_int_eq(err.code, EXIT_USAGE);
		ck_assert_msg(strstr(err.text, searches[_i].said) != NULL, "%s", err.text);
	}
}
END_TEST

static void note_visit(const char *name, const char *path, void *context)
{
	if (strncmp(path, "./", 2) == 0 || strncmp(path, "first", 5) == 0 || strncmp(path, "second", 6) == 0)
		str_addf(context, "%s=%s ", name, path);
}

/* The robots of a folder by name, each name once: as find_robot finds it. */
START_TEST(each_name_is_visited_once)
{
	AUTO_STR struct str visits = {0};
	write_path();
	write_file("eight.py", "def get_play(): pass");
	write_file("three.py", "def get_play(): pass"); /* three.so precedes it */
	find_all(note_visit, &visits);
	ck_assert_str_eq(visits.text,
		"eight=./eight.py three=./three.so one=first/one.so two=first/two later=second/later.so "
		"plain=second/plain ");
}
END_TEST

/* ---- more of robot.h -------------------------------------------------------------------- */

/* Below a folder with a robot's data, data/, and files beside it. */
static const struct {
	const char *hidden;
	bool is_refused;
} hidden[] = {
	{"data", true}, {"data/seeds", true}, {"data/none/at/all", false}, {"data/none", true}, {".", true},
	{"/", true}, {"results", false},
	{"data2", false}, {"dat", false}, {"none/at/all", false}, {"link", true}, {"/none", false},
};

START_TEST(data_must_not_have_the_seeds)
{
	struct err err = {0};
	AUTO_FREE char *here = realpath(".", NULL);
	AUTO_STR struct str data = {0};
	str_addf(&data, "%s/data", here);
	ck_assert(mkdir("data", 0700) == 0 && mkdir("data/seeds", 0700) == 0 && mkdir("data2", 0700) == 0 &&
		symlink("data/seeds", "link") == 0);
	static char label[] = "ada";
	const struct robot robot = {.label = label, .data_folder = data.text};
	const char *const list[] = {"none", hidden[_i].hidden, NULL};
	ck_assert_int_eq(robot_check_data(&robot, list, &err) != 0, hidden[_i].is_refused);
	if (hidden[_i].is_refused) {
		AUTO_STR struct str said = {0};
		str_addf(&said, "the robot 'ada' could read '%s'", hidden[_i].hidden);
		ck_assert_int_eq(err.code, EXIT_USAGE);
		ck_assert_msg(strstr(err.text, said.text) != NULL, "%s", err.text);
	}
	ck_assert_int_eq(robot_check_data(&robot, NULL, &err), 0);
	ck_assert_int_eq(rename("data", "moved"), 0);
	ck_assert_int_ne(robot_check_data(&robot, NULL, &err), 0); /* it is gone */
	ck_assert_int_eq(symlink("moved", "data"), 0);
	ck_assert_int_ne(robot_check_data(&robot, NULL, &err), 0);
	ck_assert_msg(strstr(err.text, "was changed since it was found") != NULL, "%s", err.text);
	static char none[] = "";
	ck_assert_int_eq(robot_check_data(&(struct robot){.data_folder = none}, list, &err), 0);
}
END_TEST

/* ---- data_hash.c ------------------------------------------------------------------------ */

/* The hash is that of a text which sha256sum makes. */
START_TEST(data_is_part_of_the_hash)
{
	char before[65] = "ab", after[65], wanted[65] = "";
	struct err err = {0};
	ck_assert(mkdir("bot.data", 0700) == 0 && mkdir("bot.data/b", 0700) == 0 && mkdir("bot.data/empty", 0700) == 0);
	write_file("bot.data/b.txt", "one");
	write_file("bot.data/b/z", "two");
	write_file("bot.data/b/a", "");
	write_file("bot.data/.hidden", "three");
	ck_assert(mkfifo("bot.data/pipe", 0600) == 0);
	strcpy(after, before);
	ck_assert_msg(data_hash_add("bot.data", after, &err) == 0, "%s", err.text);
	FILE *sum = popen("{ echo ab; cd bot.data && find . -type f -printf '%P\\0' | LC_ALL=C sort -z | "
			  "xargs -0 sha256sum -z; } |sha256sum", "r");
	ck_assert_ptr_nonnull(sum);
	ck_assert_int_eq(fscanf(sum, "%64s", wanted), 1);
	ck_assert_int_eq(pclose(sum), 0);
	ck_assert_str_eq(after, wanted);
	/* The text of a link counts, not what it leads to. */
	char linked[65] = "ab", other[65] = "ab", text[65] = "ab";
	ck_assert_int_eq(symlink("one", "bot.data/link"), 0);
	ck_assert_int_eq(data_hash_add("bot.data", linked, &err), 0);
	ck_assert(unlink("bot.data/link") == 0 && symlink("two", "bot.data/link") == 0);
	ck_assert_int_eq(data_hash_add("bot.data", other, &err), 0);
	ck_assert_int_eq(unlink("bot.data/link"), 0);
	write_file("bot.data/link", "one");
	ck_assert_int_eq(data_hash_add("bot.data", text, &err), 0);
	ck_assert(strcmp(after, linked) != 0 && strcmp(linked, other) != 0 && strcmp(linked, text) != 0);
	strcpy(after, before);
	ck_assert_int_ne(data_hash_add("none", after, &err), 0);
	ck_assert_str_eq(err.text, "cannot read the robot's data 'none': No such file or directory");
	ck_assert_str_eq(after, before);
}
END_TEST

/* ---- command.h, usage.h ----------------------------------------------------------------- */

/* At most 64 words; the last file that is named, but not a program of $PATH, gives the label. */
START_TEST(command_lines_have_limits)
{
	struct robot robot, other;
	struct err err = {0};
	AUTO_STR struct str line = {0};
	write_file("bot.py", "one");
	write_file("adapter.py", "two");
	write_file("sh", "three");
	ck_assert_msg(robot_open(&robot, "cmd:sh ./adapter.py folder/../bot.py bot.py --quiet", &err) == 0, "%s",
		      err.text);
	ck_assert_str_eq(robot.label, "bot.py");
	ck_assert_int_eq(robot.program->n_files, 2);
	ck_assert_int_eq(robot.program->argv.n, 5);
	ck_assert_ptr_null(robot.program->argv.word[5]);
	AUTO_FREE char *here = realpath(".", NULL);
	ck_assert_str_eq(robot.program->folder, here);
	ck_assert(!robot.path[0] && !robot.data_folder[0] && robot.program->usage == -1);
	write_file("bot.py", "One"); /* another robot */
	ck_assert_int_eq(robot_open(&other, "cmd:sh ./adapter.py folder/../bot.py bot.py --quiet", &err), 0);
	ck_assert_str_ne(robot.sha256, other.sha256);
	robot_release(&other);
	robot_release(&robot);
	ck_assert_int_eq(robot_open(&robot, "cmd:sh -c true", &err), 0);
	ck_assert_str_eq(robot.label, "cmd:sh -c true");
	robot_release(&robot);
	str_add(&line, "cmd:a");
	for (int i = 1; i < 64; i++)
		str_add(&line, " b");
	ck_assert_msg(robot_open(&robot, line.text, &err) == 0, "%s", err.text);
	ck_assert_int_eq(robot.program->argv.n, 64);
	robot_release(&robot);
	str_add(&line, " c");
	ck_assert_int_ne(robot_open(&robot, line.text, &err), 0);
	ck_assert_msg(strstr(err.text, "more than 64 words") != NULL, "%s", err.text);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	robot_release(&robot);
}
END_TEST

/* Python source with get_play is run by the SDK's adapter, unless it is a program itself: its first line begins with
 * #!. */
static const struct {
	const char *name, *text;
	bool is_adapted;
} sources[] = {
	{"a.py", "def get_play(me, hands, history):\n", true}, {"a.py", "from robot import *\n", true},
	{"a.py", "", true},
	{"a.py", "#!/usr/bin/python3\ndef get_play(me):\n", true}, {"a.txt", "def get_play(me):\n", false},
};

START_TEST(python_functions_have_an_adapter)
{
	struct robot robot;
	struct err err = {0};
	AUTO_STR struct str spec = {0};
	write_file(sources[_i].name, sources[_i].text);
	str_addf(&spec, "./%s:a=1,b=2", sources[_i].name);
	int failed = robot_open(&robot, spec.text, &err);
	if (!sources[_i].is_adapted) {
		ck_assert_int_ne(failed, 0);
		ck_assert_msg(err.code == EXIT_USAGE && strstr(err.text, "neither a .so nor a program"), "%s",
			      err.text);
	} else if (failed) { /* without the SDK there is no adapter */
		ck_assert_msg(err.code == EXIT_WORLD && strstr(err.text, "the templates of the SDK"), "%s", err.text);
	} else {
		const struct program_command *command = robot.program;
		ck_assert(command->argv.n == 5 && command->n_files == 2 && !command->argv.word[5]);
		ck_assert_str_eq(command->argv.word[0], "python3");
		ck_assert_str_eq(command->argv.word[1], command->files[1].path);
		ck_assert(strlen(command->argv.word[1]) > 19 &&
			strcmp(command->argv.word[1] + strlen(command->argv.word[1]) - 19, "/python/get_play.py") == 0);
		ck_assert_str_eq(command->argv.word[2], command->files[0].path);
		ck_assert_str_eq(command->argv.word[3], "a=1");
		ck_assert_str_eq(command->argv.word[4], "b=2");
		AUTO_FREE char *here = realpath(".", NULL);
		ck_assert_str_eq(command->folder, here);
	}
	robot_release(&robot);
}
END_TEST

static void touch(const char *path, long seconds, long nanoseconds)
{
	const struct timespec times[] = {{0, UTIME_OMIT}, {seconds, nanoseconds}};
	ck_assert_int_eq(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* Each way in which a file of a program can change. */
START_TEST(changes_of_files_are_noticed)
{
	struct robot robot;
	struct err err = {0};
	write_file("first", "same");
	write_file("second", "same");
	touch("second", 1000, 500);
	ck_assert_msg(robot_open(&robot, "cmd:./first ./second", &err) == 0, "%s", err.text);
	const struct program_command *command = robot.program;
	ck_assert_int_eq(command->n_files, 2);
	ck_assert_ptr_null(program_changed(command));
	switch (_i) {
	case 0: unlink("second"); break;
	case 1: write_file("new", "same"); touch("new", 1000, 500); ck_assert_int_eq(rename("new", "second"), 0); break;
	case 2: write_file("second", "longer"); touch("second", 1000, 500); break;
	case 3: touch("second", 1001, 500); break;
	case 4: touch("second", 1000, 501); break;
	}
	ck_assert_ptr_eq(program_changed(command), command->files[1].path);
	robot_release(&robot);
}
END_TEST

/* What its processes count is read from the file that they share, whose size is fixed. */
START_TEST(costs_are_read)
{
	struct robot robot;
	struct err err = {0};
	struct program_sums sums;
	struct arena_usage usage = {
		.requests = 1, .tokens_in = 2, .tokens_out = 3, .micro_dollars = 4, .unserved = 5, .is_given_up = 6,
		.learned = 7, .served = 8, .decided = {9, 10}, .won = {11, 12},
	};
	ck_assert_int_eq(robot_open(&robot, "cmd:/bin/sh", &err), 0);
	ck_assert_int_eq(program_allow_network(&robot, &err), 0);
	int fd = robot.program->usage;
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(fcntl(fd, F_GETFD), FD_CLOEXEC);
	ck_assert_int_eq(pwrite(fd, (const void *)&usage, sizeof usage, 0), (ssize_t)sizeof usage);
	ck_assert(program_usage(&robot, &sums));
	ck_assert(sums.requests == 1 && sums.tokens_in == 2 && sums.tokens_out == 3 && sums.micro_dollars == 4 &&
		  sums.unserved == 5);
	ck_assert(sums.served == 8 && sums.decided[0] == 9 && sums.decided[1] == 10 && sums.won[0] == 11 &&
		  sums.won[1] == 12);
	ck_assert(ftruncate(fd, 4095) && ftruncate(fd, 4097) && ftruncate(fd, 4096) == 0);
	robot_release(&robot);
	ck_assert_int_lt(fcntl(fd, F_GETFD), 0);
}
END_TEST

/* A robot with the network gets the keys that its files or its words name, and no others. */
START_TEST(robots_get_the_keys_that_they_name)
{
	struct robot robot;
	struct err err = {0};
	struct program_sums sums = {.requests = 7};
	setenv("FIRST_API_KEY", "1", 1);
	setenv("OTHER_API_KEY", "2", 1);
	setenv("WORDS_API_KEY", "3", 1);
	setenv("FIRST_API_KEYS", "4", 1);
	setenv("_API_KEY", "5", 1);
	write_file("bot", "uses FIRST_API_KEYS and _API_KEY");
	ck_assert_msg(robot_open(&robot, "cmd:./bot --key WORDS_API_KEY", &err) == 0, "%s", err.text);
	ck_assert(!program_usage(&robot, &sums)); /* it has no network */
	ck_assert_uint_eq(sums.requests, 7);
	ck_assert_msg(program_allow_network(&robot, &err) == 0, "%s", err.text);
	ck_assert(robot.program->has_network);
	ck_assert_int_eq(robot.program->keys.n, 2);
	bool has_first = false, has_words = false;
	for (int i = 0; i < 2; i++) {
		has_first |= strcmp(robot.program->keys.word[i], "FIRST_API_KEY") == 0;
		has_words |= strcmp(robot.program->keys.word[i], "WORDS_API_KEY") == 0;
	}
	ck_assert(has_first && has_words);
	ck_assert(program_usage(&robot, &sums));
	ck_assert(!sums.requests && !sums.served && !sums.decided[1]);
	robot_release(&robot);
	ck_assert(!program_usage(&robot, &sums));
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 60,
	LOOP(a_tenth_of_the_time_is_free, 0, COUNT(idles)),
	LOOP(texts_of_faults_are_clean, 0, COUNT(texts)),
	TEST(verdicts_have_names),
	TEST(the_end_of_an_output_is_read),
	TEST(lanes_have_places),
	TEST(asks_are_queued_by_group),
	LOOP(lanes_are_lost_with_their_process, 0, COUNT(deaths)),
	LOOP(records_are_an_odd_number_of_lines_apart, 0, COUNT(strides)),
	LOOP(a_lane_has_room_for_two_hands, 0, COUNT(layouts)),
	TEST(lanes_may_fill_whole_pages),
	LOOP(signals_from_outside_are_told_from_its_own, 0, COUNT(ends)),
	TEST(a_process_for_each_lane_limits_lanes),
	TEST(each_kill_for_memory_counts_once),
	TEST(the_third_death_from_outside_is_an_error),
	TEST(the_kernel_tells_of_processes),
	TEST(cpu_time_of_a_family),
	TEST(memory_of_processes_is_added),
	TEST(limits_of_memory_are_described),
	LOOP(robots_are_opened_by_their_names, 0, COUNT(specs)),
	TEST(options_have_limits),
	LOOP(robots_are_searched_in_order, 0, COUNT(searches)),
	TEST(each_name_is_visited_once),
	TEST(command_lines_have_limits),
	LOOP(data_must_not_have_the_seeds, 0, COUNT(hidden)),
	TEST(data_is_part_of_the_hash),
	LOOP(python_functions_have_an_adapter, 0, COUNT(sources)),
	LOOP(changes_of_files_are_noticed, 0, 5),
	TEST(costs_are_read),
	TEST(robots_get_the_keys_that_they_name))
