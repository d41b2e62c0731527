/* test_program_process.c - one process of a program: what it is started with, lines to it and from it, and the reason
 * for its end. */
#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"
#include "robot/proc.h"
#include "robot/program/command.h"
#include "robot/program/process.h"
#include "robot/program/transport.h"
#include "robot/program/usage.h"
#include "temporary_folder.h"

#define MEMORY ((uint64_t)300 << 20)

static const struct transport_plan plan = {
	.rules = "", .is_trusted = true, .limits = {.move_time_ns = 100000000, .memory = MEMORY},
};

static struct robot robot;

/* A folder in $PATH that is closed to this user would change what is said. */
static void begin(void)
{
	enter_folder();
	setenv("PATH", "/usr/bin:/bin", 1);
}

/* A trusted program: a shell with these commands. */
static struct program_process *start(const char *commands)
{
	struct err err = {0};
	AUTO_STR struct str spec = {0};
	str_addf(&spec, "cmd:/bin/sh -c '%s'", commands);
	ck_assert_msg(robot_open(&robot, spec.text, &err) == 0, "%s", err.text);
	struct program_process *process = program_start(&robot, &plan, false, &err);
	ck_assert_msg(process != NULL, "%s", err.text);
	return process;
}

static void end(struct program_process *process)
{
	pid_t pid = process->pid, front = process->front;
	program_end(process, PROCESS_DONE, "", &plan.limits, NULL, NULL);
	ck_assert(waitpid(front, NULL, WNOHANG) < 0 && errno == ECHILD);
	ck_assert(pid == 0 || (kill(pid, 0) && errno == ESRCH));
	robot_release(&robot);
}

/* Its next line. */
static const char *await_line(struct program_process *process)
{
	const char *line;
	while ((line = program_line(process)) == NULL && !process->is_closed) {
		struct pollfd out = {.fd = process->out, .events = POLLIN};
		ck_assert_int_ge(poll(&out, 1, -1), 0);
		program_read(process);
	}
	return line ? line : "(closed)";
}

static void await_beginning(struct program_process *process)
{
	while (!program_has_begun(process)) {
		struct pollfd status = {.fd = process->status, .events = POLLIN};
		ck_assert_int_ge(process->status, 0);
		poll(&status, 1, -1);
	}
}

static int n_descriptors(pid_t pid)
{
	char path[64];
	int n = 0;
	snprintf(path, sizeof path, "/proc/%ld/fd", (long)pid);
	DIR *entries = opendir(path);
	ck_assert_ptr_nonnull(entries);
	for (const struct dirent *entry; (entry = readdir(entries)) != NULL;)
		n += entry->d_name[0] != '.';
	closedir(entries);
	return n;
}

static void check_limit(pid_t pid, enum __rlimit_resource resource, rlim_t most)
{
	struct rlimit limit;
	ck_assert_int_eq(prlimit(pid, resource, NULL, &limit), 0);
	ck_assert_uint_eq(limit.rlim_cur, most);
	ck_assert_uint_eq(limit.rlim_max, most);
}

/* No signal is ignored or blocked, except perhaps two that libc keeps to itself. */
static void check_signals(const char *status, const char *line)
{
	const char *at = strstr(status, line);
	ck_assert_ptr_nonnull(at);
	ck_assert_uint_eq(strtoull(at + strlen(line), NULL, 16) & ~(UINT64_C(3) << 31), 0);
}

/* Nothing of the arena reaches it except what it needs. */
START_TEST(it_is_started_with_little)
{
	setenv("SECRET", "1", 1);
	sigset_t usr2;
	sigemptyset(&usr2);
	sigaddset(&usr2, SIGUSR2);
	sigprocmask(SIG_BLOCK, &usr2, NULL);
	signal(SIGUSR1, SIG_IGN);
	int more = open("/dev/null", O_RDONLY);
	struct program_process *process = start("while read line; do echo \"$line\"; done");
	close(more);
	await_beginning(process);
	str_add(&process->asks, "hello\n");
	program_write(process);
	ck_assert_str_eq(await_line(process), "hello");
	pid_t pid = process->pid, front = process->front;
	ck_assert(proc_parent(pid) == front && proc_parent(front) == getpid());
	ck_assert_int_eq(getpgid(front), front); /* ctrl-C is for the arena */
	ck_assert_int_eq(getsid(pid), pid);
	ck_assert_int_eq(n_descriptors(pid), 3);
	check_limit(pid, RLIMIT_CORE, 0);
	check_limit(pid, RLIMIT_DATA, MEMORY);
	char environment[4096], status[4096];
	static const char wanted[] =
		"PATH=/usr/bin:/bin\0LANG=C.UTF-8\0HOME=/tmp\0PYTHONHASHSEED=0\0OPENBLAS_NUM_THREADS=1\0"
		"OMP_NUM_THREADS=1";
	ck_assert(proc_read(pid, "environ", environment, sizeof environment));
	ck_assert_mem_eq(environment, wanted, sizeof wanted);
	ck_assert_int_eq(environment[sizeof wanted], '\0');
	ck_assert(proc_read(pid, "status", status, sizeof status));
	check_signals(status, "\nSigIgn:");
	check_signals(status, "\nSigBlk:");
	end(process);
}
END_TEST

/* With the network it also has its usage counters, its settings, and the keys that it names. */
START_TEST(the_network_brings_variables)
{
	setenv("FIRST_API_KEY", "1=2", 1);
	setenv("FIRST_API_KEYS", "3", 1);
	setenv("OTHER_API_KEY", "4", 1);
	setenv("ARENA_LLM_MODEL", "small", 1);
	setenv("ARENA_LLM", "5", 1);
	struct err err = {0};
	ck_assert_int_eq(robot_open(&robot, "cmd:/bin/sh -c \"echo ready; read line # FIRST_API_KEY\"", &err), 0);
	ck_assert_int_eq(program_allow_network(&robot, &err), 0);
	struct program_process *process = program_start(&robot, &plan, false, &err);
	ck_assert_msg(process != NULL, "%s", err.text);
	/* before it is the shell, its environment is empty for a moment */
	ck_assert_str_eq(await_line(process), "ready");
	await_beginning(process);
	char environment[4096];
	ck_assert(proc_read(process->pid, "environ", environment, sizeof environment));
	AUTO_STR struct str all = {0};
	for (const char *at = environment; *at; at += strlen(at) + 1)
		str_addf(&all, "%s ", at);
	ck_assert_msg(strstr(all.text, " ARENA_USAGE_FD=3 ") && strstr(all.text, " FIRST_API_KEY=1=2 ") &&
		strstr(all.text, " ARENA_LLM_MODEL=small "), "%s", all.text);
	ck_assert_msg(!strstr(all.text, "_KEYS=") && !strstr(all.text, "OTHER") && !strstr(all.text, "ARENA_LLM="),
		      "%s", all.text);
	ck_assert_int_eq(n_descriptors(process->pid), 4);
	end(process);
}
END_TEST

START_TEST(lines_are_exchanged)
{
	struct program_process *process =
		start("echo one; printf \"two\\r\\n\\nthree\"; echo said >&2; read a b; echo; echo \"$b\"");
	ck_assert_str_eq(await_line(process), "one");
	ck_assert_str_eq(await_line(process), "two");
	ck_assert_str_eq(await_line(process), "");
	str_add(&process->asks, "x last words\n");
	program_write(process);
	ck_assert(process->asks.length == 0 && process->n_written == 0);
	ck_assert_str_eq(await_line(process), "three");
	ck_assert_str_eq(await_line(process), "last words");
	ck_assert_str_eq(await_line(process), "(closed)");
	while (process->err >= 0)
		program_hear(process);
	ck_assert_uint_eq(process->log.n_written, 5);
	ck_assert_mem_eq(process->log.text, "said\n", 5);
	siginfo_t info;
	ck_assert_int_eq(waitid(P_PID, (id_t)process->front, &info, WEXITED | WNOWAIT), 0);
	str_add(&process->asks, "nobody reads this\n");
	program_write(process);
	ck_assert(process->in == -1 && process->asks.length == 0);
	end(process);
}
END_TEST

/* Pipes of the test in place of those of a process. */
static struct program_process piped;
static int far_end;

static void open_piped(bool is_out)
{
	int ends[2];
	ck_assert_int_eq(pipe2(ends, O_NONBLOCK), 0);
	memset(&piped, 0, sizeof piped);
	piped.in = piped.out = piped.err = piped.status = -1;
	*(is_out ? &piped.out : &piped.in) = ends[is_out ? 0 : 1];
	far_end = ends[is_out ? 1 : 0];
}

static void say(size_t n, const char *line_end)
{
	char text[2 * PROGRAM_LINE_MAX];
	memset(text, 'x', n);
	ck_assert_int_eq(write(far_end, text, n), (ssize_t)n);
	ck_assert_int_eq(write(far_end, line_end, strlen(line_end)), (ssize_t)strlen(line_end));
}

/* The longest line, and one that is longer by a byte. */
START_TEST(lines_have_a_length)
{
	open_piped(true);
	say(PROGRAM_LINE_MAX - 1, "\n");
	program_read(&piped);
	ck_assert(!piped.is_too_long && !piped.is_closed);
	const char *line = program_line(&piped);
	ck_assert(line && strlen(line) == PROGRAM_LINE_MAX - 1);
	ck_assert_ptr_null(program_line(&piped));
	say(3, "\n");
	say(PROGRAM_LINE_MAX - 1, "");
	program_read(&piped);
	ck_assert_str_eq(program_line(&piped), "xxx");
	program_read(&piped);
	ck_assert(!piped.is_too_long && !program_line(&piped));
	say(1, "");
	program_read(&piped);
	ck_assert(piped.is_too_long && !program_line(&piped) && !piped.is_closed);
	program_read(&piped); /* there is no room, which is not an end */
	ck_assert(!piped.is_closed);
	close(far_end);
	close(piped.out);
	open_piped(true);
	program_read(&piped);
	ck_assert(!piped.is_closed); /* it has only said nothing yet */
	close(far_end);
	program_read(&piped);
	ck_assert(piped.is_closed && !piped.is_too_long);
	close(piped.out);
}
END_TEST

/* What a pipe does not take is written later. */
START_TEST(asks_wait_for_room)
{
	enum { MUCH = 300000 };
	size_t n_read = 0;
	char text[4096];
	open_piped(false);
	str_addf(&piped.asks, "%0*d\n", MUCH - 1, 7);
	program_write(&piped);
	ck_assert(piped.in >= 0 && piped.n_written > 0 && piped.n_written < MUCH && piped.asks.length == MUCH);
	size_t n_written = piped.n_written;
	program_write(&piped);
	ck_assert_uint_eq(piped.n_written, n_written);
	for (ssize_t n; n_read < MUCH; n_read += (size_t)n) {
		if ((n = read(far_end, text, sizeof text)) < 0) {
			ck_assert_int_eq(errno, EAGAIN);
			program_write(&piped);
			n = 0;
		}
		ck_assert(n == 0 ||
			text[n - 1] == (n_read + (size_t)n < MUCH - 1 ? '0' : n_read + (size_t)n == MUCH ? '\n' : '7'));
	}
	ck_assert(piped.asks.length == 0 && piped.n_written == 0 && piped.in >= 0);
	close(far_end);
	close(piped.in);
	str_release(&piped.asks);
}
END_TEST

/* ---- the end ---------------------------------------------------------------------------- */

static const struct {
	enum process_state state;
	const char *trouble;
	enum verdict verdict;
	const char *cause;
} states[] = {
	{PROCESS_DIED, "", VERDICT_CRASH, "closed its stdout"},
	{PROCESS_DIED, "wrote nonsense", VERDICT_CRASH, "wrote nonsense"},
	{PROCESS_BUSY, "", VERDICT_TIMEOUT, "used more than 100 ms of CPU time for one ask"},
	{PROCESS_BUSY, "used too much", VERDICT_TIMEOUT, "used too much"},
	{PROCESS_ASLEEP, "", VERDICT_TIMEOUT, "did not answer for 1000 ms"},
	{PROCESS_SPUN, "", VERDICT_TIMEOUT, "used more than 1000 ms of CPU time while nothing was asked"},
};

/* It lives, and must end. */
START_TEST(the_state_is_the_cause)
{
	struct fault fault = {0};
	struct err err = {0};
	struct program_process *process = start("echo output >&2; echo ready; exec sleep 100000");
	await_beginning(process);
	ck_assert_str_eq(await_line(process), "ready");
	pid_t pid = process->pid;
	ck_assert_int_eq(program_end(process, states[_i].state, states[_i].trouble, &plan.limits, &fault, &err), 0);
	ck_assert_int_eq(fault.verdict, states[_i].verdict);
	ck_assert_str_eq(fault.cause, states[_i].cause);
	ck_assert_str_eq(fault.output, "output\n");
	ck_assert_uint_eq(fault.n_output, 7);
	ck_assert(kill(pid, 0) && errno == ESRCH);
	robot_release(&robot);
}
END_TEST

static const struct {
	const char *commands;
	int signal; /* as program_front_was_killed tells it */
	const char *cause;
} deaths[] = {
	{"exit 3", 0, "exited with status 3"}, {"exit 0", 0, "exited with status 0"},
	{"exit 128", 0, "exited with status 128"},
	{"echo Error: a >&2; echo last >&2; exit 3", 0, "exited with status 3: Error: a"},
	{"echo why >&2; exit 3", 0, "exited with status 3: why"}, {"echo why >&2; exit 0", 0, "exited with status 0"},
	{"kill -SEGV $$", SIGSEGV, "SIGSEGV (Segmentation fault)"}, {"kill -KILL $$", SIGKILL, "SIGKILL (Killed)"},
	{"kill -HUP $$", SIGHUP, "SIGHUP (Hangup)"},
	{"kill -TERM $$", SIGTERM, "SIGTERM (Terminated)"}, {"sleep 100000 & exit 4", 0, "exited with status 4"},
	{"exec /nowhere", 0, "exited with status 127: /bin/sh: 1: exec: /nowhere: not found"},
};

START_TEST(its_end_is_the_cause)
{
	struct fault fault = {0};
	struct err err = {0};
	int signal_number = -1;
	struct program_process *process = start(deaths[_i].commands);
	await_beginning(process);
	pid_t front = process->front;
	siginfo_t info;
	ck_assert_int_eq(waitid(P_PID, (id_t)front, &info, WEXITED | WNOWAIT), 0);
	ck_assert(!program_front_was_killed(process, &signal_number));
	ck_assert_int_eq(signal_number, deaths[_i].signal);
	ck_assert_int_eq(program_end(process, PROCESS_DIED, "", &plan.limits, &fault, &err), 0);
	ck_assert_int_eq(fault.verdict, VERDICT_CRASH);
	ck_assert_msg(strncmp(fault.cause, deaths[_i].cause, strcspn(deaths[_i].cause, ":") + 5) == 0 ||
		strcmp(fault.cause, deaths[_i].cause) == 0, "%s", fault.cause);
	robot_release(&robot);
}
END_TEST

START_TEST(a_killed_front_is_told)
{
	int signal_number = -1;
	struct program_process *process = start("exec sleep 100000");
	await_beginning(process);
	ck_assert(!program_front_was_killed(process, &signal_number) && signal_number == 0); /* it lives */
	kill(process->front, SIGKILL);
	siginfo_t info;
	ck_assert_int_eq(waitid(P_PID, (id_t)process->front, &info, WEXITED | WNOWAIT), 0);
	ck_assert(program_front_was_killed(process, &signal_number));
	robot_release(&robot);
	program_end(process, PROCESS_DONE, "", &plan.limits, NULL, NULL);
}
END_TEST

/* A program that cannot be started has a reason, and the arena none to end. */
START_TEST(what_cannot_be_started_is_told)
{
	struct err err = {0};
	struct fault fault = {0};
	ck_assert_int_eq(robot_open(&robot, "cmd:no_such_program_at_all", &err), 0);
	struct program_process *process = program_start(&robot, &plan, false, &err);
	ck_assert_msg(process != NULL, "%s", err.text);
	while (process->status >= 0) {
		struct pollfd status = {.fd = process->status, .events = POLLIN};
		poll(&status, 1, -1);
		program_has_begun(process);
	}
	ck_assert_str_eq(process->refusal, "cannot start no_such_program_at_all: No such file or directory");
	ck_assert_int_eq(program_end(process, PROCESS_DIED, "", &plan.limits, &fault, &err), 0);
	ck_assert_int_eq(fault.verdict, VERDICT_LOAD);
	ck_assert_str_eq(fault.cause, "cannot start no_such_program_at_all: No such file or directory");
	robot_release(&robot);
}
END_TEST

/* ---- its sandbox ------------------------------------------------------------------------ */

/* In place of bubblewrap: what it says and how it ends, and what is said of that. */
static const struct {
	const char *commands, *said;
} walls[] = {
	{"exit 1", "its process ended with status 1"}, {"exit 128", "its process ended with status 128"},
	{"kill -KILL $$", "its process ended with signal 9"}, {"kill -HUP $$", "its process ended with signal 1"},
	{"echo no walls today >&2; echo more >&2; exit 1", "no walls today"},
};

START_TEST(walls_that_fail_are_an_error)
{
	static const char *const hidden[] = {NULL};
	const struct transport_plan confined = {.rules = "", .limits = plan.limits, .allows_weak = true,
		.hidden = hidden};
	struct err err = {0};
	struct fault fault = {0};
	AUTO_STR struct str text = {0}, wanted = {0};
	str_addf(&text, "#!/bin/sh\n%s\n", walls[_i].commands);
	write_file("bwrap", text.text);
	ck_assert_int_eq(chmod("bwrap", 0755), 0);
	ck_assert_int_eq(chmod(".", 0755), 0);
	AUTO_STR struct str path = {0};
	str_addf(&path, "%s:/usr/bin:/bin", folder);
	setenv("PATH", path.text, 1);
	ck_assert_int_eq(robot_open(&robot, "cmd:/bin/sh", &err), 0);
	struct program_process *process = program_start(&robot, &confined, false, &err);
	ck_assert_msg(process != NULL, "%s", err.text);
	siginfo_t info;
	ck_assert_int_eq(waitid(P_PID, (id_t)process->front, &info, WEXITED | WNOWAIT), 0);
	ck_assert_int_eq(program_end(process, PROCESS_DIED, "", &plan.limits, &fault, &err), -1);
	str_addf(&wanted,
		 "cannot confine the robot 'sh': %s. Programs are confined by bubblewrap, which needs user namespaces; "
		 "--trust lets programs that you trust run unconfined", walls[_i].said);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_str_eq(err.text, wanted.text);
	robot_release(&robot);
}
END_TEST

static rlim_t lower(enum __rlimit_resource resource, rlim_t most)
{
	struct rlimit own;
	ck_assert_int_eq(getrlimit(resource, &own), 0);
	return own.rlim_max < most ? own.rlim_max : most;
}

/* A limit that the arena has itself is kept if it is lower. */
START_TEST(a_confined_program_has_limits)
{
	enum { KB = 1 << 10, MB = 1 << 20 };
	static const struct {
		enum __rlimit_resource resource;
		rlim_t most;
	} limits[] = {
		{RLIMIT_DATA, MEMORY}, {RLIMIT_CORE, 0}, {RLIMIT_NPROC, 64}, {RLIMIT_NOFILE, 256},
		{RLIMIT_FSIZE, 16 * MB}, {RLIMIT_SIGPENDING, 256}, {RLIMIT_MEMLOCK, 64 * KB}, {RLIMIT_MSGQUEUE, 0},
	};
	static const char *const hidden[] = {NULL};
	const struct transport_plan confined = {.rules = "", .limits = plan.limits, .allows_weak = true,
		.hidden = hidden};
	struct err err = {0};
	if (getuid() != 0 && system("bwrap --unshare-user --ro-bind / / true 2>/dev/null") != 0) {
		fprintf(stderr, "skipped: ordinary users may not make user namespaces here\n");
		return;
	}
	const struct rlimit little = {.rlim_cur = lower(RLIMIT_MEMLOCK, 32 * KB),
		.rlim_max = lower(RLIMIT_MEMLOCK, 32 * KB)};
	if (_i) /* not one that counts what other processes of this user have */
		ck_assert_int_eq(setrlimit(RLIMIT_MEMLOCK, &little), 0);
	ck_assert_int_eq(robot_open(&robot, "cmd:/bin/sh -c 'echo \"$LD_PRELOAD $HOME\"; read line'", &err), 0);
	struct program_process *process = program_start(&robot, &confined, false, &err);
	ck_assert_msg(process != NULL, "%s", err.text);
	ck_assert_str_eq(await_line(process), "/.arena-join.so /tmp");
	await_beginning(process);
	for (int i = 0; i < COUNT(limits); i++)
		check_limit(process->pid, limits[i].resource, lower(limits[i].resource, limits[i].most));
	ck_assert_int_eq(n_descriptors(process->pid), 3);
	program_end(process, PROCESS_DONE, "", &plan.limits, NULL, NULL);
	robot_release(&robot);
}
END_TEST

/* ---- its manifest ----------------------------------------------------------------------- */

/* What it says when it is only told the game, and how it ends. */
static const struct {
	const char *commands, *name, *warning, *cause; /* cause: why it cannot be used; NULL: it can */
} probes[] = {
	{"read line; echo \"robot name=${line%% *}\"; echo robot name=two; read line; exit 0", "game", "", NULL},
	{"echo robot name=a; exit 0", "a", "", NULL},
	{"echo robot name=a; echo no key >&2; exit 3", "a", "exited with status 3: no key", NULL},
	{"echo 7; echo robot name=a; exit 1", "a", "exited with status 1", NULL},
	{"exit 3", "", "", "it ended before it read a line: exited with status 3"}, {"read line; exit 3", "", "", NULL},
	{"kill -SEGV $$", "", "", "it ended before it read a line: SIGSEGV (Segmentation fault)"},
	{"exec >&-; read line; read line", "", "", NULL}, {"echo robot name=a; kill -SEGV $$", "a", "", NULL},
	{"echo robot name=a; exit 12", "a", "exited with status 12", NULL},
	{"yes | head -c 200000 >&2; echo robot name=a; exit 0", "a", "", NULL}, /* more than a pipe holds */
	{"exit 127", "", "", "its interpreter was not found: "},
	{"exit 126", "", "", "its interpreter cannot be run: "},
	{"echo env: none >&2; echo more >&2; exit 127", "", "", "its interpreter was not found: env: none"},
	{"printf %0141d 1 >&2; exit 126", "", "", "its interpreter cannot be run: "
		"0000000000000000000000000000000000000000000000000000000000000000000000"
		"00000000000000000000000000000000000000000000000000000000000000000000001"},
};

START_TEST(a_probe_reads_its_manifest)
{
	struct err err = {0};
	AUTO_STR struct str spec = {0};
	str_addf(&spec, "cmd:/bin/sh -c '%s'", probes[_i].commands);
	ck_assert_msg(robot_open(&robot, spec.text, &err) == 0, "%s", err.text);
	ck_assert_msg(program_probe(&robot, &plan, &err) == 0, "%s", err.text);
	ck_assert_str_eq(robot.manifest.name, probes[_i].name);
	ck_assert_str_eq(robot.warning, probes[_i].warning);
	ck_assert_int_eq(robot.fault.verdict, probes[_i].cause ? VERDICT_LOAD : VERDICT_OK);
	ck_assert_str_eq(robot.fault.cause, probes[_i].cause ? probes[_i].cause : "");
	robot_release(&robot);
}
END_TEST

/* With any number of descriptors it starts, or has a reason and leaves what was open as it was. */
START_TEST(too_few_descriptors_are_an_error)
{
	enum { MOST = 40 };
	struct rlimit whole, few;
	int n_failed = 0;
	end(start("exit 0")); /* files that are made once are there now */
	int n_before = n_descriptors(getpid());
	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &whole), 0);
	struct err err = {0};
	ck_assert_int_eq(robot_open(&robot, "cmd:/bin/sh", &err), 0);
	for (struct program_process *process = NULL; !process; n_failed++) {
		few = (struct rlimit){.rlim_cur = (rlim_t)n_before + (rlim_t)n_failed - 1, .rlim_max = whole.rlim_max};
		err = (struct err){0};
		setrlimit(RLIMIT_NOFILE, &few);
		process = program_start(&robot, &plan, false, &err);
		setrlimit(RLIMIT_NOFILE, &whole);
		ck_assert_int_lt(n_failed, MOST);
		if (process)
			program_end(process, PROCESS_DONE, "", &plan.limits, NULL, NULL);
		else
			ck_assert_msg(err.code == EXIT_WORLD && strstr(err.text, "Too many open files"), "%s",
				      err.text);
		ck_assert_int_eq(n_descriptors(getpid()), n_before);
		for (int fd = 0; fd < 3; fd++)
			ck_assert_int_ge(fcntl(fd, F_GETFD), 0);
	}
	ck_assert_int_gt(n_failed, 8);
	robot_release(&robot);
}
END_TEST

SUITE_WITH(begin, leave_folder, 120,
	TEST(it_is_started_with_little),
	TEST(the_network_brings_variables),
	TEST(lines_are_exchanged),
	TEST(lines_have_a_length),
	TEST(asks_wait_for_room),
	LOOP(the_state_is_the_cause, 0, COUNT(states)),
	LOOP(its_end_is_the_cause, 0, COUNT(deaths)),
	TEST(a_killed_front_is_told),
	LOOP(walls_that_fail_are_an_error, 0, COUNT(walls)),
	LOOP(a_confined_program_has_limits, 0, 2),
	LOOP(a_probe_reads_its_manifest, 0, COUNT(probes)),
	TEST(too_few_descriptors_are_an_error),
	TEST(what_cannot_be_started_is_told))
