/* jobs.c - items made by several processes and processed in order (jobs.h). */
#include "run/jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cores.h"
#include "base/mem.h"
#include "robot/program/limit.h"

/* The header before the bytes of an item. */
#define NO_MORE UINT64_MAX
#define FAILED  (UINT64_MAX - 1) /* a struct err follows */

struct job_process {
	pid_t pid;
	int fd;
};

/* ---- pipes ------------------------------------------------------------------------------ */

static bool write_all(int fd, const void *bytes, size_t n)
{
	for (size_t at = 0; at < n;) {
		ssize_t written = write(fd, (const char *)bytes + at, n - at);
		if (written < 0 && errno != EINTR)
			return false;
		at += written > 0 ? (size_t)written : 0;
	}
	return true;
}

static bool read_all(int fd, void *bytes, size_t n)
{
	for (size_t at = 0; at < n;) {
		ssize_t got = read(fd, (char *)bytes + at, n - at);
		if (got == 0 || (got < 0 && errno != EINTR))
			return false;
		at += got > 0 ? (size_t)got : 0;
	}
	return true;
}

/* ---- the processes ---------------------------------------------------------------------- */

bool job_is_mine(struct job *job)
{
	return job->n_seen++ % (uint64_t)job->n_jobs == (uint64_t)job->number;
}

bool job_send(struct job *job, const char *bytes, size_t n)
{
	uint64_t size = n;
	return write_all(job->fd, &size, sizeof size) && write_all(job->fd, bytes, n);
}

_Noreturn static void be_member(const struct jobs *jobs, int number, int fd, pid_t parent, int first_core)
{
	struct job job = {.number = number, .n_jobs = jobs->n_jobs, .fd = fd};
	struct err err = {0};
	uint64_t end = NO_MORE;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* no robot may read this process's memory, in any sandbox */
	signal(SIGPIPE, SIG_IGN);
	if (getppid() != parent)
		_exit(EXIT_WORLD);
	cores_pin(number, first_core);
	int failed = jobs->work(&job, jobs->context, &err);
	limit_leave(); /* if it was the first to start a program */
	if (failed) {
		end = FAILED;
		write_all(fd, &end, sizeof end);
		write_all(fd, &err, sizeof err);
		_exit(EXIT_WORLD);
	}
	_exit(write_all(fd, &end, sizeof end) ? EXIT_OK : EXIT_WORLD);
}

static int start(const struct jobs *jobs, struct job_process *members, int number, int first_core, struct err *err)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC))
		return err_errno(err, "cannot connect to a worker");
	pid_t parent = getpid();
	fflush(NULL);
	pid_t pid = fork();
	if (pid < 0) {
		close(ends[0]);
		close(ends[1]);
		return err_errno(err, "cannot start a worker");
	}
	if (pid == 0) {
		close(ends[0]);
		for (int i = 0; i < number; i++)
			close(members[i].fd);
		be_member(jobs, number, ends[1], parent, first_core);
	}
	close(ends[1]);
	members[number] = (struct job_process){.pid = pid, .fd = ends[0]};
	return 0;
}

/* Ends the processes that are still working. */
static void end(struct job_process *members, int n)
{
	for (int i = 0; i < n; i++) {
		close(members[i].fd);
		kill(members[i].pid, SIGKILL);
		while (waitpid(members[i].pid, NULL, 0) < 0 && errno == EINTR)
			;
	}
}

/* The next item, from the process whose turn it is: 1; 0: no more items; -1: err. */
static int take_next(const struct jobs *jobs, int fd, struct err *err)
{
	uint64_t size;
	if (!read_all(fd, &size, sizeof size))
		return err_set(err, EXIT_WORLD, "a worker process of the arena ended unexpectedly");
	if (size == NO_MORE)
		return 0;
	if (size == FAILED)
		return read_all(fd, err, sizeof *err) ? -1 : err_set(err, EXIT_WORLD, "a worker process of the arena "
								     "ended unexpectedly");
	AUTO_FREE char *bytes = NEW_ARRAY(char, size + 1);
	if (!read_all(fd, bytes, size))
		return err_set(err, EXIT_WORLD, "a worker process of the arena ended unexpectedly");
	return jobs->take(bytes, size, jobs->context);
}

int jobs_run(const struct jobs *jobs, struct err *err)
{
	AUTO_FREE struct job_process *members = NEW_ARRAY(struct job_process, (size_t)jobs->n_jobs);
	int n = 0, code = 1, first_core = cores_current();
	while (code > 0 && n < jobs->n_jobs) {
		if (start(jobs, members, n, first_core, err))
			code = -1;
		else
			n++;
	}
	for (int i = 0; code > 0; i = (i + 1) % n)
		code = take_next(jobs, members[i].fd, err);
	end(members, n);
	return code;
}
