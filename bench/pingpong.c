/* pingpong.c - asks a program through two bare pipes, one ask at a time, and prints the asks per second: the reference
 * for the transport to programs.
 *
 *   pingpong ASKS PROGRAM ARGUMENT ... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	static const char ask[] = "seed 1234567890123456\nA A:53321,B:xxxxx B:13\n";
	int to[2], from[2];
	if (argc < 3 || pipe(to) || pipe(from)) {
		fprintf(stderr, "usage: pingpong ASKS PROGRAM ARGUMENT ...\n");
		return 2;
	}
	if (fork() == 0) {
		dup2(to[0], STDIN_FILENO);
		dup2(from[1], STDOUT_FILENO);
		close(to[1]);
		close(from[0]);
		execv(argv[2], argv + 2);
		_exit(127);
	}
	close(to[0]);
	close(from[1]);
	struct timespec a, b;
	long n_asks = atol(argv[1]);
	char answer[256];
	clock_gettime(CLOCK_MONOTONIC, &a);
	for (long i = 0; i < n_asks; i++)
		if (write(to[1], ask, sizeof ask - 1) != sizeof ask - 1 || read(from[0], answer, sizeof answer) <= 0)
			return 1;
	clock_gettime(CLOCK_MONOTONIC, &b);
	printf("%.0f\n", (double)n_asks / ((double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) / 1e9));
	return 0;
}
