/* test_streams.h - standard output and input as files, for tests of what is printed and typed. */
#pragma once

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "base/str.h"

/* Standard output becomes a file, whose size as a terminal is the default: 80 columns and 24 rows. */
static FILE *captured;

static inline void capture(void)
{
	ck_assert_ptr_nonnull(captured = tmpfile());
	ck_assert_int_ge(dup2(fileno(captured), STDOUT_FILENO), 0);
}

static inline void take_output(struct str *out)
{
	char bytes[4096];
	size_t n;
	fflush(stdout);
	rewind(captured);
	while ((n = fread(bytes, 1, sizeof bytes, captured)) > 0)
		str_add_n(out, bytes, n);
}

/* Standard output becomes a terminal of this size, in which bytes stay as they are. A process copies what is written to
 * it. */
static inline pid_t capture_terminal(unsigned short columns, unsigned short rows)
{
	const struct winsize size = {.ws_col = columns, .ws_row = rows};
	struct termios settings;
	char bytes[4096];
	capture();
	int other = posix_openpt(O_RDWR | O_NOCTTY);
	ck_assert(other >= 0 && grantpt(other) == 0 && unlockpt(other) == 0);
	int terminal = open(ptsname(other), O_RDWR | O_NOCTTY);
	ck_assert_int_eq(tcgetattr(terminal, &settings), 0);
	cfmakeraw(&settings);
	ck_assert(tcsetattr(terminal, TCSANOW, &settings) == 0 && ioctl(terminal, TIOCSWINSZ, &size) == 0);
	pid_t copier = fork();
	ck_assert_int_ge(copier, 0);
	if (copier == 0) {
		close(terminal);
		for (ssize_t n; (n = read(other, bytes, sizeof bytes)) > 0;) /* until the terminal is closed */
			if (write(STDOUT_FILENO, bytes, (size_t)n) != n)
				_exit(1);
		_exit(0);
	}
	close(other);
	ck_assert_int_ge(dup2(terminal, STDOUT_FILENO), 0);
	close(terminal);
	return copier;
}

/* Takes what the terminal was sent. */
static inline void take_terminal(pid_t copier, struct str *out)
{
	int status;
	fflush(stdout);
	ck_assert_int_ge(dup2(fileno(captured), STDOUT_FILENO), 0);
	ck_assert(waitpid(copier, &status, 0) == copier && status == 0);
	take_output(out);
	fclose(captured);
}

/* Sets what standard input will contain. */
static inline void give_input(const char *bytes, size_t n)
{
	FILE *file = tmpfile();
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes, 1, n, file), n);
	rewind(file);
	ck_assert_int_ge(dup2(fileno(file), STDIN_FILENO), 0);
	fclose(file);
}
