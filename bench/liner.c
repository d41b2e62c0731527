/* liner.c - a program robot that does as little as possible: it calls any bid, and opens with one three. Its only
 * argument is the number of lanes that it declares.
 *
 *   liner lanes=64 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Answers the lines in text[0 .. n - 1] with one write; returns the number of bytes in complete lines. */
static size_t answer(const char *text, size_t n)
{
	char out[65536];
	size_t at = 0, n_out = 0;
	for (const char *end; (end = memchr(text + at, '\n', n - at)) != NULL; at = (size_t)(end - text) + 1) {
		if (text[at] == 's' || text[at] == 'g') /* seed, game */
			continue;
		if (n_out + 3 > sizeof out)
			break;
		memcpy(out + n_out, end[-1] == '-' ? "13\n" : "0\n", 3);
		n_out += end[-1] == '-' ? 3 : 2;
	}
	return write(STDOUT_FILENO, out, n_out) == (ssize_t)n_out ? at : 0;
}

int main(int argc, char **argv)
{
	static char text[65536];
	size_t n = 0;
	if (argc > 1) {
		printf("robot %s\n", argv[1]);
		fflush(stdout);
	}
	for (ssize_t got; (got = read(STDIN_FILENO, text + n, sizeof text - n)) > 0;) {
		n += (size_t)got;
		size_t done = answer(text, n);
		memmove(text, text + done, n - done);
		n -= done;
	}
	return 0;
}
