/* reaper.c - replaces bubblewrap's process namespace for a trusted program (runner.h).
 *
 * Orphans of the program become the reaper's children (PR_SET_CHILD_SUBREAPER), so killing its children until there are
 * none left ends them all, whatever sessions they have created. */
#include "robot/program/runner.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "robot/proc.h"

static void kill_children(void)
{
	DIR *folder = opendir("/proc");
	for (struct dirent *entry; folder && (entry = readdir(folder)) != NULL;)
		if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' &&
		    proc_parent((pid_t)atoi(entry->d_name)) == getpid())
			kill((pid_t)atoi(entry->d_name), SIGKILL);
	if (folder)
		closedir(folder);
}

_Noreturn static void keep(pid_t program)
{
	sigset_t ends;
	int status = 0, ended;
	sigemptyset(&ends);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGCHLD);
	/* The reaper must not keep descriptors of the program. */
	close_range(STDERR_FILENO, ~0u, 0);
	for (bool is_over = false; !is_over;) {
		siginfo_t info;
		int number = sigwaitinfo(&ends, &info);
		is_over = number == SIGTERM;
		while ((ended = (int)waitpid(-1, &status, WNOHANG)) > 0 && !is_over)
			is_over = ended == program;
	}
	int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
	/* A loop, because the children of each process that dies become children of the reaper. */
	do
		kill_children();
	while (waitpid(-1, NULL, 0) > 0 || errno != ECHILD);
	_exit(code);
}

void program_keep(void)
{
	sigset_t ends, none;
	sigemptyset(&none);
	sigemptyset(&ends);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGCHLD);
	sigprocmask(SIG_SETMASK, &ends, NULL);
	pid_t arena = getppid();
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != arena)
		_exit(EXIT_WORLD);
	pid_t program = fork();
	if (program < 0)
		_exit(EXIT_WORLD);
	if (program > 0)
		keep(program);
	prctl(PR_SET_PDEATHSIG, SIGKILL); /* the program must not survive the reaper */
	if (getppid() == 1)
		_exit(EXIT_WORLD);
	sigprocmask(SIG_SETMASK, &none, NULL);
}
