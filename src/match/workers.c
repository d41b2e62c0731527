/* workers.c - workers that are processes on this machine, each connected by a socket.
 *
 * A message in either direction is a frame with its length and kind, followed by its bytes. */
#include "match/workers.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cores.h"

enum frame_kind { FRAME_NONE = 0, FRAME_MESSAGE, FRAME_ERROR };

struct frame {
	uint64_t length; /* number of bytes after the frame */
	uint64_t kind;
};

static bool send_all(int fd, const void *bytes, size_t n)
{
	for (size_t at = 0; at < n;) {
		ssize_t sent = send(fd, (const char *)bytes + at, n - at, MSG_NOSIGNAL);
		if (sent < 0 && errno != EINTR)
			return false;
		at += sent > 0 ? (size_t)sent : 0;
	}
	return true;
}

static bool send_frame(int fd, enum frame_kind kind, const void *bytes, size_t n)
{
	const struct frame frame = {.length = n, .kind = kind};
	return send_all(fd, &frame, sizeof frame) && send_all(fd, bytes, n);
}

static bool receive_all(int fd, void *bytes, size_t n)
{
	for (size_t at = 0; at < n;) {
		ssize_t got = recv(fd, (char *)bytes + at, n - at, 0);
		if (got == 0 || (got < 0 && errno != EINTR))
			return false;
		at += got > 0 ? (size_t)got : 0;
	}
	return true;
}

bool workers_next(int fd, struct str *message)
{
	struct frame frame;
	str_clear(message);
	if (!receive_all(fd, &frame, sizeof frame))
		return false;
	str_reserve(message, frame.length);
	if (!receive_all(fd, message->text, frame.length))
		return false;
	message->length = frame.length;
	message->text[message->length] = '\0';
	return true;
}

bool workers_send(int fd, const void *bytes, size_t n)
{
	return send_frame(fd, FRAME_MESSAGE, bytes, n);
}

bool workers_send_error(int fd, const struct err *err)
{
	return send_frame(fd, FRAME_ERROR, err, sizeof *err);
}

void workers_add_error(const struct err *err, struct str *out)
{
	const struct frame frame = {.length = sizeof *err, .kind = FRAME_ERROR};
	str_add_n(out, (const char *)&frame, sizeof frame);
	str_add_n(out, (const char *)err, sizeof *err);
}

int workers_look(struct workers_process *process, struct err *err)
{
	struct frame frame;
	if (process->in.length < sizeof frame)
		return 0;
	memcpy(&frame, process->in.text, sizeof frame);
	if (process->in.length - sizeof frame < frame.length)
		return 0;
	bug_if(process->in.length - sizeof frame > frame.length); /* there is only one answer at a time */
	if (frame.kind == FRAME_ERROR) {
		memcpy(err, process->in.text + sizeof frame, sizeof *err);
		return -1;
	}
	process->is_busy = false;
	process->has_answered = true;
	return 0;
}

const char *workers_answer(const struct workers *workers, int index, size_t *n)
{
	const struct str *in = &workers->list[index].in;
	bug_if(in->length < sizeof(struct frame));
	*n = in->length - sizeof(struct frame);
	return in->text + sizeof(struct frame);
}

struct plan {
	workers_main *run;
	void *context;
	pid_t parent;
	int first_core;
};

_Noreturn static void be_worker(struct workers *workers, int index, int fd, const struct plan *plan)
{
	static const int of_the_person[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != plan->parent)
		_exit(EXIT_WORLD);
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* robots must not inspect this process, even without a sandbox */
	for (size_t i = 0; i < sizeof of_the_person / sizeof *of_the_person; i++)
		signal(of_the_person[i], SIG_IGN);
	/* A trusted robot may print and read, but stdout is for the owner's results, and stdin for the person. */
	dup2(STDERR_FILENO, STDOUT_FILENO);
	setvbuf(stdout, NULL, _IOLBF, 0);
	int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
	dup2(nothing, STDIN_FILENO);
	close(nothing);
	for (int i = 0; i < index; i++)
		close(workers->list[i].fd);
	cores_pin(index, plan->first_core);
	_exit(plan->run(index, fd, plan->context));
}

static int start_one(struct workers *workers, int index, const struct plan *plan, struct err *err)
{
	int pair[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
		return err_errno(err, "cannot connect to a worker");
	fflush(NULL);
	pid_t pid = fork();
	if (pid < 0) {
		close(pair[0]);
		close(pair[1]);
		return err_errno(err, "cannot start a worker");
	}
	if (pid == 0) {
		close(pair[0]);
		be_worker(workers, index, pair[1], plan);
	}
	close(pair[1]);
	workers->list[index] = (struct workers_process){.pid = pid, .fd = pair[0]};
	return 0;
}

static int worker_died(struct workers_process *process, struct err *err)
{
	int status = 0;
	while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
		;
	close(process->fd);
	process->pid = 0;
	process->status = status;
	static const char hint[] = "if robots run with --trust, which lets them do this, try without it";
	if (WIFSIGNALED(status))
		return err_set(err, EXIT_WORLD,
			       "a worker of the arena was killed by SIG%s; if memory ran out, try fewer workers; %s",
			       sigabbrev_np(WTERMSIG(status)) ? sigabbrev_np(WTERMSIG(status)) : "?", hint);
	return err_set(err, EXIT_WORLD, "a worker of the arena ended early with status %d; %s", WEXITSTATUS(status),
		       hint);
}

static bool give_process(struct workers *workers, int index, const void *bytes, size_t n)
{
	return send_frame(workers->list[index].fd, FRAME_MESSAGE, bytes, n);
}

/* Reads the bytes that a worker has sent. */
static int receive(struct workers_process *process, struct err *err)
{
	enum { PART = 1 << 18 };
	str_reserve(&process->in, PART);
	ssize_t n = recv(process->fd, process->in.text + process->in.length, PART, MSG_DONTWAIT);
	if (n < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK))
		return 0;
	if (n <= 0)
		return worker_died(process, err);
	process->in.length += (size_t)n;
	return workers_look(process, err);
}

static int wait_for_processes(struct workers *workers, int timeout_ms, struct err *err)
{
	AUTO_FREE struct pollfd *fds = NEW_ARRAY(struct pollfd, (size_t)workers->n);
	for (int i = 0; i < workers->n; i++)
		fds[i] = (struct pollfd){.fd = workers->list[i].has_answered ? -1 : workers->list[i].fd,
			.events = POLLIN};
	if (poll(fds, (nfds_t)workers->n, timeout_ms) < 0)
		return errno == EINTR ? 0 : err_errno(err, "cannot wait for the workers");
	for (int i = 0; i < workers->n; i++)
		if (fds[i].revents && receive(&workers->list[i], err))
			return -1;
	return 0;
}

static void end_processes(struct workers *workers)
{
	for (int i = 0; i < workers->n; i++) {
		struct workers_process *process = &workers->list[i];
		str_release(&process->in);
		if (process->pid <= 0)
			continue;
		if (process->is_busy)
			kill(process->pid, SIGKILL);
		shutdown(process->fd, SHUT_RDWR); /* closing is not enough, because later forks have a copy of this
		                                   * end */
		close(process->fd);
		while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR)
			;
	}
	free(workers->list);
	*workers = (struct workers){0};
}

static const struct workers_kind processes = {.give = give_process, .wait = wait_for_processes, .end = end_processes};

int workers_start(struct workers *workers, int n, workers_main *run, void *context, struct err *err)
{
	const struct plan plan = {.run = run, .context = context, .parent = getpid(), .first_core = cores_current()};
	*workers = (struct workers){.list = NEW_ARRAY(struct workers_process, (size_t)n), .kind = &processes};
	for (; workers->n < n; workers->n++)
		if (start_one(workers, workers->n, &plan, err))
			return -1;
	return 0;
}

bool workers_give(struct workers *workers, int index, const void *bytes, size_t n)
{
	struct workers_process *process = &workers->list[index];
	bug_if(process->is_busy);
	process->has_answered = false;
	str_clear(&process->in);
	process->is_busy = workers->kind->give(workers, index, bytes, n);
	return process->is_busy;
}

int workers_wait(struct workers *workers, int timeout_ms, struct err *err)
{
	return workers->kind->wait(workers, timeout_ms, err);
}

void workers_end(struct workers *workers)
{
	if (workers->kind)
		workers->kind->end(workers);
}
