/* where.c - the source line at which a robot crashed, from addr2line of GNU binutils.
 *
 * A robot's debugging information is untrusted input for a complex parser, so no library that reads it (libdw,
 * libbacktrace) is loaded into the arena. addr2line runs in bubblewrap, sees only the system and the robot's file, and can
 * write nothing. It has no environment and no input, and its time and memory are limited. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "doctor/doctor.h"
#include "robot/program/filter.h"
#include "robot/so/symbol.h"

/* The wall clock is for one that waits; on a busy machine CPU time takes longer. */
enum { TIME_LIMIT_MS = 60000, MS = 1000000, NAME = 128 };

enum { FILTER = 9 };
#define FILTER_TEXT "9" /* the same, for bubblewrap */
#define CPU_LIMIT "5"
#define MEMORY_LIMIT "2147483648"

/* Reads fd to its end, at most size - 1 bytes, for at most TIME_LIMIT_MS. */
static void read_answer(int fd, char *text, size_t size)
{
	size_t n = 0;
	int64_t deadline = clock_wall_ns() + INT64_C(1) * TIME_LIMIT_MS * MS;
	while (n + 1 < size) {
		int64_t left = (deadline - clock_wall_ns()) / MS;
		struct pollfd ready = {.fd = fd, .events = POLLIN};
		if (left <= 0)
			break;
		int found = poll(&ready, 1, (int)left);
		if (found < 0 && errno == EINTR)
			continue;
		ssize_t got = found > 0 ? read(fd, text + n, size - 1 - n) : 0;
		if (got <= 0)
			break;
		n += (size_t)got;
	}
	text[n] = '\0';
}

/* Runs a program of the system, with `filter` as its descriptor FILTER, and reads its output into text, which is unchanged if the
 * program cannot be run. */
static void run_tool(const char *const argv[], int filter, char *text, size_t size)
{
	char *const environment[] = {NULL};
	int ends[2];
	if (pipe2(ends, O_CLOEXEC))
		return;
	posix_spawn_file_actions_t actions;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, filter, FILTER);
	pid_t pid;
	char *const *arguments = (char *const *)(uintptr_t)argv; /* posix_spawn changes nothing there */
	int failed = posix_spawnp(&pid, argv[0], &actions, NULL, arguments, environment);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	if (!failed) {
		read_answer(ends[0], text, size);
		kill(pid, SIGKILL); /* done, or too slow */
		while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
			;
	}
	close(ends[0]);
}

/* One of addr2line's pairs of lines, "function" and "file.c:34 (discriminator 2)", cleaned and without the
 * comment. Advances *at. False at the end, or when addr2line does not know the line. */
static bool take_frame(char **at, char function[NAME], char place[NAME])
{
	char *lines[2], plain[NAME];
	for (int i = 0; i < 2; i++)
		if (!(lines[i] = strsep(at, "\n")))
			return false;
	size_t n = strcspn(lines[1], " ");
	if (n < 2 || lines[1][0] == '?' || strncmp(lines[1] + n - 2, ":?", 2) == 0 || strncmp(lines[1] + n - 2, ":0", 2) == 0)
		return false;
	symbol_plain(lines[0], plain, sizeof plain);
	fault_text(function, NAME, plain, sizeof plain);
	fault_text(place, NAME, lines[1], n);
	return true;
}

const char *doctor_where(const struct robot *robot, uint64_t offset, struct str *out)
{
	char function[NAME], place[NAME], at[32], text[4096] = "";
	int n_frames = 0;
	snprintf(at, sizeof at, "0x%llx", (unsigned long long)offset);
	const char *const argv[] = {
		"bwrap", "--unshare-all", "--die-with-parent", "--seccomp", FILTER_TEXT, "--ro-bind", "/usr", "/usr", "--ro-bind-try", "/lib", "/lib",
		"--ro-bind-try", "/lib64", "/lib64", "--ro-bind", robot->path, "/robot", "prlimit", "--cpu=" CPU_LIMIT, "--as=" MEMORY_LIMIT,
		"addr2line", "-f", "-i", "-s", "-e", "/robot", at, NULL,
	};
	AUTO_CLOSE int filter = program_filter(PROGRAM_FILTER_ROBOT, NULL);
	if (filter >= 0)
		run_tool(argv, filter, text, sizeof text);
	for (char *rest = text; take_frame(&rest, function, place); n_frames++)
		str_addf(out, "%s%s (%s)", n_frames ? ", inlined in " : "", function, place);
	if (n_frames)
		return NULL;
	crash_symbol(robot, offset, function, sizeof function);
	str_add(out, function);
	return *text ? "Build it with -g to see the source line as well."
		     : "Install binutils and bubblewrap to see the source line (addr2line) of a robot built with -g.";
}
