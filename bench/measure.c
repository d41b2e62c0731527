/* measure.c - runs a command and prints its resource usage: wall-clock seconds, CPU seconds of the command and all its
 * descendants, even those that it has not waited for, and the peak memory in KB of the largest of them.
 *
 *   measure COMMAND ARGUMENT ... */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		fprintf(stderr, "usage: measure COMMAND ARGUMENT ...\n");
		return 2;
	}
	struct timespec a, b;
	struct rusage used;
	int status;
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	clock_gettime(CLOCK_MONOTONIC, &a);
	pid_t pid = fork();
	if (pid == 0) {
		int null = open("/dev/null", O_WRONLY);
		dup2(null, STDOUT_FILENO);
		execvp(argv[1], argv + 1);
		perror(argv[1]);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status)) {
		fprintf(stderr, "measure: %s failed\n", argv[1]);
		return 1;
	}
	clock_gettime(CLOCK_MONOTONIC, &b);
	while (wait(NULL) > 0)
		; /* bubblewrap is ended before the processes inside */
	getrusage(RUSAGE_CHILDREN, &used);
	printf("%.3f %.3f %ld\n", (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) / 1e9,
	       seconds(used.ru_utime) + seconds(used.ru_stime), used.ru_maxrss);
	return 0;
}
