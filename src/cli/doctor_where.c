/* doctor_where.c - the line of source at which a robot died, by addr2line of GNU binutils.
 *
 * addr2line reads the robot's file, which is anybody's: it gets no environment, no input and little time. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "cli/doctor.h"
#include "robot/symbol.h"

enum { TIME_LIMIT_MS = 5000, MS = 1000000 };

/* All that fd gives until its end, at most size - 1 bytes and TIME_LIMIT_MS. */
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

/* Runs a program of the system with the output into text. 0, or an errno when it cannot be run. */
static int run_tool(const char *const argv[], char *text, size_t size)
{
	char *const environment[] = {NULL};
	int ends[2];
	if (pipe2(ends, O_CLOEXEC))
		return errno;
	posix_spawn_file_actions_t actions;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
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
	return failed;
}

void doctor_where(const struct robot *robot, uint64_t offset, struct str *out, const char **advice)
{
	char function[160], at[32], line[512] = "";
	crash_symbol(robot, offset, function, sizeof function);
	str_add(out, function);
	snprintf(at, sizeof at, "0x%llx", (unsigned long long)offset);
	AUTO_STR struct str path = {0};
	str_addf(&path, "%s%s", robot->path[0] == '-' ? "./" : "", robot->path);
	const char *const argv[] = {"addr2line", "-e", path.text, at, NULL};
	if (run_tool(argv, line, sizeof line)) {
		*advice = "Install binutils: its addr2line tells the line of a robot built with -g.";
		return;
	}
	line[strcspn(line, "\n")] = '\0';
	char *comment = strstr(line, " (discriminator");
	if (comment)
		*comment = '\0';
	size_t n = strlen(line);
	if (n < 2 || line[0] == '?' || strcmp(line + n - 2, ":?") == 0 || strcmp(line + n - 2, ":0") == 0) {
		*advice = "Build it with -g, and this page tells the line as well.";
		return;
	}
	char clean[sizeof line];
	fault_text(clean, sizeof clean, line, sizeof line);
	const char *slash = strrchr(clean, '/');
	str_addf(out, " (%s)", slash ? slash + 1 : clean);
	*advice = "Mend the line named. To see it in a debugger: gdb --args arena tournament 100 ROBOT computer --trust -j1";
}
