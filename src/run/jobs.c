/* jobs.c - items made by several processes and processed in order (jobs.h). */
#include "run/jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cores.h"
#include "base/mem.h"
#include "robot/program/limit.h"

/* The header before the bytes of an item. */
#define NO_MORE UINT64_MAX
#define FAILED  (UINT64_MAX - 1) /* a struct err follows */

enum { TOGETHER = 1 << 16 }; /* bytes: as many as a pipe holds */

struct job_process {
	pid_t pid;
	int fd;
	char *bytes;        /* read ahead: those from at to n - 1; TOGETHER of them fit; owned */
	size_t at, n;
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

static bool read_more(struct job_process *member)
{
	ssize_t got;
	do
		got = read(member->fd, member->bytes, TOGETHER);
	while (got < 0 && errno == EINTR);
	member->at = 0;
	member->n = got > 0 ? (size_t)got : 0;
	return got > 0;
}

static bool read_all(struct job_process *member, void *bytes, size_t n)
{
	for (size_t at = 0; at < n;) {
		if (member->at == member->n && !read_more(member))
			return false;
		size_t some = member->n - member->at < n - at ? member->n - member->at : n - at;
		memcpy((char *)bytes + at, member->bytes + member->at, some);
		member->at += some;
		at += some;
	}
	return true;
}

/* ---- the processes ---------------------------------------------------------------------- */

bool job_is_mine(struct job *job)
{
	return job->n_seen++ % (uint64_t)job->n_jobs == (uint64_t)job->number;
}

static bool send_all(struct job *job)
{
	bool is_sent = write_all(job->fd, job->unsent.text, job->unsent.length);
	str_clear(&job->unsent);
	return is_sent;
}

bool job_send(struct job *job, const char *bytes, size_t n)
{
	uint64_t size = n;
	str_add_n(&job->unsent, (const char *)&size, sizeof size);
	str_add_n(&job->unsent, bytes, n);
	return job->unsent.length < TOGETHER || send_all(job);
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
		str_add_n(&job.unsent, (const char *)&end, sizeof end);
		str_add_n(&job.unsent, (const char *)&err, sizeof err);
		send_all(&job);
		_exit(EXIT_WORLD);
	}
	str_add_n(&job.unsent, (const char *)&end, sizeof end);
	_exit(send_all(&job) ? EXIT_OK : EXIT_WORLD);
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
	members[number] = (struct job_process){.pid = pid, .fd = ends[0], .bytes = NEW_ARRAY(char, TOGETHER)};
	return 0;
}

/* Ends the processes that are still working. */
static void end(struct job_process *members, int n)
{
	for (int i = 0; i < n; i++) {
		close(members[i].fd);
		free(members[i].bytes);
		kill(members[i].pid, SIGKILL);
		while (waitpid(members[i].pid, NULL, 0) < 0 && errno == EINTR)
			;
	}
}

/* The next item, from the process whose turn it is: 1; 0: no more items; -1: err. */
static int take_next(const struct jobs *jobs, struct job_process *member, struct err *err)
{
	uint64_t size;
	if (!read_all(member, &size, sizeof size))
		return err_set(err, EXIT_WORLD, "a worker process of the arena ended unexpectedly");
	if (size == NO_MORE)
		return 0;
	if (size == FAILED)
		return read_all(member, err, sizeof *err) ? -1 : err_set(err, EXIT_WORLD, "a worker process of the arena "
									 "ended unexpectedly");
	AUTO_FREE char *bytes = NEW_ARRAY(char, size + 1);
	if (!read_all(member, bytes, size))
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
		code = take_next(jobs, &members[i], err);
	end(members, n);
	return code;
}
