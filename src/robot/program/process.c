/* process.c - one process of a program, as seen by the worker (process.h). */
#include "robot/program/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "robot/idle.h"
#include "robot/killed.h"
#include "robot/proc.h"
#include "robot/program/runner.h"

static struct program_process *process_new(const struct robot *robot, bool is_trusted)
{
	struct program_process *process = NEW(struct program_process);
	process->robot = robot;
	process->is_trusted = is_trusted;
	process->in = process->out = process->err = process->status = process->forks = -1;
	return process;
}

struct program_process *program_start(const struct robot *robot, const struct transport_plan *plan, bool forks,
				      struct err *err)
{
	struct program_process *process = process_new(robot, plan->is_trusted);
	if (program_launch(process, plan, forks, err)) {
		program_end(process, PROCESS_DONE, "", &plan->limits, NULL, NULL);
		return NULL;
	}
	return process;
}

struct program_process *program_fork(const struct program_process *parent, struct err *err)
{
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) {
		err_errno(err, "cannot create a socket for a robot");
		return NULL;
	}
	struct program_process *process = process_new(parent->robot, parent->is_trusted);
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	proc_send_descriptor(parent->forks, ends[1], MSG_DONTWAIT); /* if the parent does not receive ends[1], the new
	                                                             * process appears to have ended */
	close(ends[1]);
	process->in = ends[0];
	process->out = fcntl(ends[0], F_DUPFD_CLOEXEC, 0); /* on failure, the new process appears to have ended */
	return process;
}

void program_write(struct program_process *process)
{
	struct str *asks = &process->asks;
	while (process->n_written < asks->length && process->in >= 0) {
		ssize_t n = write(process->in, asks->text + process->n_written, asks->length - process->n_written);
		if (n > 0)
			process->n_written += (size_t)n;
		else if (n < 0 && errno == EAGAIN)
			return;
		else if (n == 0 || errno != EINTR)
			mem_auto_close(&process->in); /* the program has closed its stdin, but may still answer */
	}
	str_clear(asks);
	process->n_written = 0;
}

void program_read(struct program_process *process)
{
	if (process->begin > 0) {
		memmove(process->line, process->line + process->begin, process->end - process->begin);
		process->end -= process->begin;
		process->begin = 0;
	}
	size_t room = PROGRAM_LINE_MAX - process->end;
	ssize_t n = room ? read(process->out, process->line + process->end, room) : 0;
	if (n > 0)
		process->end += (size_t)n;
	else if (room && (n == 0 || (errno != EAGAIN && errno != EINTR)))
		process->is_closed = true;
	if (process->end == PROGRAM_LINE_MAX && !memchr(process->line, '\n', process->end))
		process->is_too_long = true;
}

char *program_line(struct program_process *process)
{
	char *line = process->line + process->begin;
	char *end = memchr(line, '\n', process->end - process->begin);
	if (!end)
		return NULL;
	process->begin += (size_t)(end - line) + 1;
	process->has_nul = memchr(line, '\0', (size_t)(end - line));
	*end = '\0';
	if (end > line && end[-1] == '\r')
		end[-1] = '\0';
	return line;
}

void program_hear(struct program_process *process)
{
	enum { MOST_READS = 64 }; /* limits how much is read from a process that never stops printing */
	char text[4096];
	struct output_ring *log = &process->log;
	for (int i = 0; i < MOST_READS && process->err >= 0; i++) {
		ssize_t n = read(process->err, text, sizeof text);
		if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
			mem_auto_close(&process->err);
		if (n <= 0)
			return;
		for (ssize_t k = 0; k < n; k++)
			log->text[log->n_written++ % sizeof log->text] = text[k];
	}
}

bool program_has_begun(struct program_process *process)
{
	while (process->status >= 0) {
		char text[sizeof process->refusal];
		union {
			char bytes[CMSG_SPACE(sizeof(struct ucred))];
			struct cmsghdr align;
		} control;
		struct iovec part = {.iov_base = text, .iov_len = sizeof text - 1};
		struct msghdr message = {
			.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control,
		};
		ssize_t n = recvmsg(process->status, &message, MSG_DONTWAIT);
		if (n < 0 && (errno == EAGAIN || errno == EINTR))
			break;
		if (n <= 0) {
			mem_auto_close(&process->status);
			break;
		}
		struct cmsghdr *header = CMSG_FIRSTHDR(&message);
		if (text[0] == PROGRAM_BEGINS && header && header->cmsg_type == SCM_CREDENTIALS) {
			struct ucred sender;
			memcpy(&sender, CMSG_DATA(header), sizeof sender);
			process->pid = sender.pid;
		} else if (text[0] == PROGRAM_CANNOT) {
			fault_text(process->refusal, sizeof process->refusal, text + 1, (size_t)n - 1);
		}
	}
	return process->pid > 0;
}

/* Waits until the front process has ended, for at most most_ms. */
static void await_end(const struct program_process *process, int64_t most_ms)
{
	const int64_t ms = 1000000;
	int64_t end = clock_wall_ns() + most_ms * ms, left;
	AUTO_CLOSE int fd = (int)syscall(SYS_pidfd_open, process->front, 0);
	struct pollfd ended = {.fd = fd, .events = POLLIN};
	while (fd >= 0 && (left = end - clock_wall_ns()) > 0 && poll(&ended, 1, (int)(left / ms) + 1) < 0 &&
	       errno == EINTR)
		; /* signals of other children interrupt the wait */
}

/* Gets the status of the front process if it has ended. If the program has closed its stdout, waits briefly, because
 * then it usually ends immediately. */
static bool await_status(struct program_process *process, int *status)
{
	enum { LAST_BREATH_MS = 2000 };
	siginfo_t info = {0};
	if (process->is_closed && !process->lives_on)
		await_end(process, LAST_BREATH_MS);
	bool is_over = waitid(P_PID, (id_t)process->front, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid;
	process->lives_on = process->is_closed && !is_over;
	*status = info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status;
	return is_over;
}

bool program_front_was_killed(struct program_process *process, int *signal_number)
{
	int status = 0;
	bool is_over = await_status(process, &status);
	*signal_number = is_over && status > 128 ? status - 128 : 0;
	return is_over && killed_from_outside(process->front);
}

void program_dismiss(const struct program_process *process)
{
	shutdown(process->status, SHUT_RD);
}

/* Kills the process. While bubblewrap builds the sandbox, its processes would wait for each other forever if one of
 * them were killed. So a process that has not begun yet is not killed: it detects that the socket is closed, and ends.
 * A process that has begun ends with bubblewrap's outer process, but the inner process is killed too, because it may
 * not have set its death signal yet. */
void program_kill(struct program_process *process)
{
	enum { BUILDING_MS = 10000 };
	program_dismiss(process);
	pid_t first = program_has_begun(process) && !process->is_trusted ? proc_parent(process->pid) : 0;
	if (!process->pid)
		await_end(process, BUILDING_MS);
	if (first > 1 && proc_parent(first) == process->front)
		kill(first, SIGKILL);
	kill(process->front, process->is_trusted ? SIGTERM : SIGKILL);
}

/* Adds the most informative line of the program's output: the last one that mentions an error or, without such a line,
 * the last one. The output is untrusted. */
static void add_last_words(struct fault *fault)
{
	char said[150];
	const char *best = NULL;
	size_t n_best = 0, n = strlen(fault->cause);
	bool names_error = false;
	for (const char *line = fault->output; *line; line += *line == '\n') {
		size_t length = strcspn(line, "\n");
		bool is_error = memmem(line, length, "rror", 4) || memmem(line, length, "panic", 5);
		if (length && (is_error || !names_error)) {
			best = line;
			n_best = length;
			names_error = is_error;
		}
		line += length;
	}
	if (!best)
		return;
	fault_text(said, sizeof said, best, n_best);
	snprintf(fault->cause + n, sizeof fault->cause - n, ": %s", said);
}

static void describe(struct fault *fault, bool is_over, int status, enum process_state state, const char *trouble,
		     const struct limits *limits)
{
	char *cause = fault->cause;
	size_t size = sizeof fault->cause;
	bool is_signal = status > 128 && sigabbrev_np(status - 128);
	bool is_late = watchdog_describe(state, limits->move_time_ns, IDLE_PROGRAM_NS, fault);
	if (*trouble)
		snprintf(cause, size, "%s", trouble);
	else if (is_late)
		return;
	else if (is_over && is_signal)
		fault_end(fault, true, status - 128);
	else if (is_over)
		snprintf(cause, size, "exited with status %d", status);
	else
		snprintf(cause, size, "closed its stdout");
	if (is_over && status && !*trouble && fault->verdict == VERDICT_CRASH)
		add_last_words(fault);
}

/* Explains why the process never became the program. If the runner reported a reason, the program cannot be run, which
 * is the robot's fault. */
static int explain(struct program_process *process, bool is_over, int status, struct fault *fault, struct err *err)
{
	char ended[60] = "its process did not begin in time";
	char said[sizeof process->log.text + 1];
	channel_output(&process->log, process->log.n_written, process->log.n_written, said);
	if (process->refusal[0]) {
		if (fault) {
			fault->verdict = VERDICT_LOAD;
			snprintf(fault->cause, sizeof fault->cause, "%s", process->refusal);
		}
		return 0;
	}
	if (process->pid > 0)
		return 0;
	said[strcspn(said, "\n")] = '\0';
	if (is_over)
		snprintf(ended, sizeof ended, "its process ended with %s %d", status > 128 ? "signal" : "status",
			 status > 128 ? status - 128 : status);
	return err_set(err, EXIT_WORLD,
		       "cannot confine the robot '%s': %.300s. Programs are confined by bubblewrap, which "
		       "needs user namespaces; --trust lets programs that you trust run unconfined",
		       process->robot->label, said[0] ? said : ended);
}

int program_end(struct program_process *process, enum process_state state, const char *trouble,
		const struct limits *limits, struct fault *fault, struct err *err)
{
	int failed = 0;
	if (process->front > 0) {
		int status = 0;
		bool is_over = fault && await_status(process, &status);
		program_kill(process);
		while (waitpid(process->front, NULL, 0) < 0 && errno == EINTR)
			;
		program_hear(process);
		if (fault) {
			fault->n_output = channel_output(&process->log, process->log.n_written, process->log.n_written,
							 fault->output);
			describe(fault, is_over, status, state, trouble, limits);
			failed = explain(process, is_over, status, fault, err);
		}
	}
	mem_auto_close(&process->in);
	mem_auto_close(&process->out);
	mem_auto_close(&process->err);
	mem_auto_close(&process->status);
	mem_auto_close(&process->forks);
	limit_group_remove(&process->group);
	str_release(&process->asks);
	free(process);
	return failed;
}
