/* execute.c - a process that executes the runner (execute.h). */
#include "robot/so/execute.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

/* Moves descriptors out of the range of the target numbers, so that no target overwrites a source. */
bool execute_place(const struct runner_fds *fds)
{
	int high[RUNNER_FDS], in = fds->stdin_end < 0 ? open("/dev/null", O_RDWR) : fcntl(fds->stdin_end, F_DUPFD, 16);
	for (int i = 0; i < RUNNER_FDS; i++)
		high[i] = fds->own[i] < 0 ? -1 : fcntl(fds->own[i], F_DUPFD, 16);
	for (int i = 0; i < RUNNER_FDS; i++) {
		int fd = RUNNER_FD_CHANNEL + i;
		if (fds->own[i] < 0)
			close(fd);
		else if (high[i] < 0 || dup3(high[i], fd, fd == RUNNER_FD_FILE ? O_CLOEXEC : 0) < 0)
			return false;
	}
	int null = open("/dev/null", O_RDWR);
	if (null < 0 || in < 0 || dup2(in, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0 || dup2(null, STDERR_FILENO) < 0)
		return false;
	if (close_range(RUNNER_FD_END, ~0u, 0))
		for (int fd = RUNNER_FD_END; fd < 4096; fd++)
			close(fd);
	return true;
}

/* A worker ignores the signals of the terminal, and a child would inherit that. Restores the default, so that a robot
 * that raises such a signal ends by it, in a run as in a replay. */
static void restore_signals(void)
{
	static const int of_the_person[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
	for (size_t i = 0; i < sizeof of_the_person / sizeof *of_the_person; i++)
		signal(of_the_person[i], SIG_DFL);
}

/* Runs in the memory of the worker, which waits: only system calls are allowed. */
_Noreturn static void be_runner(char *const *argv, const struct runner_fds *fds, pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_WORLD);
	setpgid(0, 0); /* Ctrl-C at the terminal must reach only the arena */
	if (!execute_place(fds))
		_exit(EXIT_WORLD);
	restore_signals();
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	char *const environment[] = {NULL};
	fexecve(RUNNER_FD_FILE, argv, environment);
	_exit(EXIT_WORLD);
}

/* Uses vfork: copying the page tables of a worker with many lanes would take longer than all the rest. */
pid_t execute_runner(char *const *argv, const struct runner_fds *fds)
{
	sigset_t all, before;
	pid_t parent = getpid();
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before); /* no handler of the worker runs in the child */
	pid_t pid = vfork();
	if (pid == 0)
		be_runner(argv, fds, parent);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return pid;
}
