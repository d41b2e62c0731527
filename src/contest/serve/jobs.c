/* jobs.c - the commands that the server of a contest starts. */
#include "contest/serve/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"

enum { MOST_WORDS = 16 };

_Noreturn static void be_job(const char *const *argv, const char *path, int output, pid_t owner)
{
	int null = open("/dev/null", O_RDONLY);
	int out = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : output;
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	setpgid(0, 0); /* Ctrl-C at the terminal must reach only the server, which then ends this process */
	if (getppid() != owner || null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
	    dup2(output, STDERR_FILENO) < 0)
		_exit(EXIT_WORLD);
	execv("/proc/self/exe", (char *const *)(uintptr_t)argv);
	_exit(EXIT_WORLD);
}

int job_start(struct job *job, const struct host *host, const char *const *argv, const char *path, struct err *err)
{
	const char *words[MOST_WORDS] = {"arena", "contest"};
	AUTO_STR struct str jobs = str_of("--jobs=%d", host->plan->n_jobs);
	int n = 2, pipes[2];
	for (; *argv; argv++)
		words[n++] = *argv;
	bool plays = strcmp(words[2], "run") == 0 || strcmp(words[2], "final") == 0,
		has_sandbox = plays || strcmp(words[2], "build") == 0 ||
		strcmp(words[2], "freeze") == 0 || strcmp(words[2], "challenge") == 0 ||
		strcmp(words[2], "similar") == 0;
	if (plays && host->plan->n_jobs)
		words[n++] = jobs.text;
	if (has_sandbox && host->plan->allows_weak_sandbox)
		words[n++] = "--weak-sandbox";
	if (pipe2(pipes, O_CLOEXEC))
		return err_errno(err, "cannot create a pipe");
	pid_t owner = getpid(), pid = fork();
	if (pid == 0)
		be_job(words, path, pipes[1], owner);
	close(pipes[1]);
	if (pid < 0) {
		close(pipes[0]);
		return err_errno(err, "cannot start a process");
	}
	fcntl(pipes[0], F_SETFL, O_NONBLOCK);
	job->name = words[2];
	job->pid = pid;
	job->fd = pipes[0];
	job->is_ended = false;
	job->since_ns = clock_wall_ns();
	clock_gettime(CLOCK_REALTIME, &job->since);
	str_clear(&job->said);
	return 0;
}

static void keep_last(struct str *said)
{
	if (said->length <= HOST_SAID)
		return;
	size_t cut = said->length - HOST_SAID;
	const char *line = strchr(said->text + cut, '\n');
	cut = line ? (size_t)(line + 1 - said->text) : cut;
	memmove(said->text, said->text + cut, said->length - cut + 1);
	said->length -= cut;
}

static bool end(struct job *job)
{
	int status = 0;
	close(job->fd);
	while (waitpid(job->pid, &status, 0) < 0 && errno == EINTR)
		;
	job->name = NULL;
	job->fd = -1;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool job_read(struct job *job, bool *is_good)
{
	char buffer[4096];
	ssize_t n;
	if (!job->name)
		return false;
	while ((n = read(job->fd, buffer, sizeof buffer)) > 0) {
		str_add_n(&job->said, buffer, (size_t)n);
		keep_last(&job->said);
	}
	if (n < 0)
		return false;
	*is_good = end(job);
	return true;
}

void job_end(struct job *job)
{
	if (job->name && !job->is_ended)
		kill(job->pid, SIGTERM); /* only one signal, because a second one would kill the command in the middle
		                          * of its work */
	job->is_ended = true;
}

void job_stop(struct job *job)
{
	job_end(job);
	if (job->name)
		end(job);
	str_release(&job->said);
}

void job_add_last_line(const struct job *job, struct str *out)
{
	AUTO_STR struct str line = {0}, last = {0};
	for (const char *rest = str_text(&job->said); str_next_line(&line, &rest);)
		if (line.length)
			str_set(&last, "%s", line.text);
	text_add_clean(out, strncmp(str_text(&last), "arena: ", 7) == 0 ? last.text + 7 : str_text(&last));
}
