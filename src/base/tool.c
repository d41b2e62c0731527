/* tool.c - runs a program of the system (tool.h). The program writes its messages to a file in memory, so that it never
 * waits for a reader. */
#include "base/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"

enum { SAID_MOST = 300 }; /* how many bytes of the program's messages an error quotes */

int tool_file(const struct str *bytes, struct err *err)
{
	return file_in_memory("arena", bytes->text, bytes->length, "write a file in memory", err);
}

/* Waits until the descriptor can be read. Returns false if the deadline comes first. */
static bool wait_for(int fd, int64_t deadline)
{
	struct pollfd ready = {.fd = fd, .events = POLLIN};
	for (int64_t left_ms; (left_ms = (deadline - clock_wall_ns()) / 1000000) > 0;)
		if (poll(&ready, 1, (int)left_ms) > 0)
			return true;
	return false;
}

/* Reads the output to its end, and waits for the end of the program. Returns NULL, or the reason why it must be
 * killed. */
static const char *read_output(const struct tool *tool, int fd, pid_t pid, struct str *out)
{
	int64_t deadline = clock_wall_ns() + tool->seconds * INT64_C(1000000000);
	AUTO_CLOSE int end = (int)syscall(SYS_pidfd_open, pid, 0);
	char buffer[65536];
	for (size_t n_read = 0; wait_for(fd, deadline);) {
		ssize_t n = read(fd, buffer, sizeof buffer);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return end < 0 || wait_for(end, deadline) ? NULL : "took too long";
		n_read += (size_t)n;
		if (n_read > tool->most)
			return "wrote too much";
		str_add_n(out, buffer, (size_t)n);
	}
	return "took too long";
}

/* Starts the program. Returns 0 or an errno. The descriptors are first moved above the numbers that the program's own
 * descriptors get. */
static int start(const struct tool *tool, int out, int said, pid_t *pid)
{
	int n = tool->n_fds + 2, failed = 0;
	AUTO_FREE int *high = NEW_ARRAY(int, (size_t)n);
	posix_spawn_file_actions_t actions;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	for (int i = 0; i < n; i++) {
		int from = i == 0 ? out : i == 1 ? said : tool->fds[i - 2];
		high[i] = failed ? -1 : fcntl(from, F_DUPFD_CLOEXEC, n + 1);
		failed = failed ? failed : high[i] < 0 ? errno
						       : posix_spawn_file_actions_adddup2(&actions, high[i], i + 1);
	}
	failed = failed ? failed : posix_spawnp(pid, tool->argv[0], &actions, NULL,
		(char *const *)(uintptr_t)tool->argv, tool->environment ? tool->environment : environ);
	posix_spawn_file_actions_destroy(&actions);
	for (int i = 0; i < n; i++)
		if (high[i] >= 0)
			close(high[i]);
	return failed;
}

/* Adds the first line of the tool's messages. */
static void add_said(int said, struct str *out)
{
	char text[SAID_MOST + 1];
	ssize_t n = pread(said, text, SAID_MOST, 0);
	if (n <= 0)
		return;
	text[n] = '\0';
	text[strcspn(text, "\n")] = '\0';
	str_add(out, ": ");
	text_add_clean(out, text);
}

static int describe(const struct tool *tool, const char *why, int status, int said, struct err *err)
{
	AUTO_STR struct str words = {0};
	if (!why && WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	add_said(said, &words);
	if (why)
		return err_set(err, EXIT_WORLD, "%s %s and was ended%s", tool->argv[0], why, str_text(&words));
	return err_set(err, EXIT_WORLD, "%s failed (%s %d)%s", tool->argv[0], WIFEXITED(status) ? "status" : "signal",
		       WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status), str_text(&words));
}

int tool_run(const struct tool *tool, struct str *out, struct err *err)
{
	int ends[2], status = 0;
	pid_t pid;
	AUTO_CLOSE int said = tool_file(&(struct str){0}, err);
	if (said < 0)
		return -1;
	if (pipe2(ends, O_CLOEXEC))
		return err_errno(err, "cannot create a pipe");
	int failed = start(tool, ends[1], said, &pid);
	close(ends[1]);
	const char *why = failed ? NULL : read_output(tool, ends[0], pid, out);
	close(ends[0]);
	if (failed == ENOENT)
		return err_set(err, EXIT_WORLD, "%s is not in $PATH: install the package %s", tool->argv[0],
			       tool->package);
	errno = failed;
	if (failed)
		return err_errno(err, "cannot start %s", tool->argv[0]);
	if (why)
		kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return describe(tool, why, status, said, err);
}
