/* screen.c - terminal input and output (screen.h). */
#include "terminal/screen.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <strings.h>
#include <termios.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "output/show.h"

#define ENTER_SCREEN "\033[?1049h\033[H\033[2J"
#define LEAVE_SCREEN "\033[?25h\033[?1049l"

#define BLANKS " \t\r"

enum { LONGEST_LINE = 4096, MS = 1000000 };

/* Global, because signal handlers use them. */
static volatile sig_atomic_t is_interrupted, is_resized, is_screen_ours;
static int wake_writer = -1;

/* Writes a byte to the pipe. This ends a poll, even one that begins only after the signal has arrived. */
static void wake_up(void)
{
	int saved = errno;
	if (wake_writer >= 0 && write(wake_writer, "", 1) < 0)
		errno = 0; /* the pipe is full, so poll will wake up anyway */
	errno = saved;
}

static void say(const char *sequence)
{
	if (write(STDOUT_FILENO, sequence, strlen(sequence)) < 0)
		return; /* the terminal no longer exists */
}

static void give_screen_back(void)
{
	if (is_screen_ours)
		say("\033[0m" LEAVE_SCREEN); /* a style may be active */
}

static void on_interrupt(int number)
{
	if (is_interrupted) {
		give_screen_back();
		signal(number, SIG_DFL);
		raise(number);
	}
	is_interrupted = 1;
	wake_up();
}

static void on_resize(int number)
{
	is_resized = 1;
	wake_up();
}

static void on_death(int number)
{
	give_screen_back();
	raise(number); /* SA_RESETHAND has restored the default action */
}

static void handle(int number, void (*handler)(int), int flags)
{
	struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
	sigaction(number, &action, NULL);
}

/* Handles ctrl-Z. Restores the screen of the shell, and redraws when the program continues. */
static void on_stop(int number)
{
	int saved = errno;
	sigset_t stop;
	give_screen_back();
	handle(number, SIG_DFL, 0);
	sigemptyset(&stop);
	sigaddset(&stop, number);
	raise(number);
	sigprocmask(SIG_UNBLOCK, &stop, NULL); /* the process stops here */
	handle(number, on_stop, SA_RESTART);
	if (is_screen_ours)
		say(ENTER_SCREEN);
	errno = saved;
	on_resize(number);
}

static int open_pipe(void)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK))
		return -1;
	wake_writer = ends[1];
	return ends[0];
}

bool terminal_is_interrupted(void)
{
	return is_interrupted;
}

void terminal_init(struct terminal *terminal, bool is_plain, bool wants_screen)
{
	static const int deaths[] = {SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
	const char *term = getenv("TERM");
	bool is_out = isatty(STDOUT_FILENO), has_escapes = is_out && !is_plain && term && strcmp(term, "dumb") != 0;
	*terminal = (struct terminal){
		.is_interactive = is_out && isatty(STDIN_FILENO),
		.has_colour = !is_plain && show_has_colour(STDOUT_FILENO), .has_art = is_out && !is_plain,
		.is_utf8 = is_out && !is_plain && show_is_utf8(), .wake = -1,
	};
	terminal->is_screen = terminal->is_interactive && has_escapes && wants_screen;
	terminal->wake = open_pipe();
	handle(SIGINT, on_interrupt, SA_RESTART);
	handle(SIGTERM, on_interrupt, SA_RESTART);
	if (!terminal->is_screen)
		return;
	handle(SIGWINCH, on_resize, SA_RESTART);
	handle(SIGTSTP, on_stop, SA_RESTART);
	for (size_t i = 0; i < sizeof deaths / sizeof *deaths; i++)
		handle(deaths[i], on_death, (int)SA_RESETHAND);
}

void terminal_leave(struct terminal *terminal)
{
	if (!terminal->is_drawn)
		return;
	terminal->is_drawn = false;
	fputs(LEAVE_SCREEN, stdout);
	fflush(stdout);
	is_screen_ours = 0;
}

void terminal_release(struct terminal *terminal)
{
	terminal_leave(terminal);
	if (terminal->wake >= 0) {
		close(terminal->wake);
		close(wake_writer);
		wake_writer = -1;
	}
	str_release(&terminal->in);
	*terminal = (struct terminal){.wake = -1};
}

/* Returns true if a whole line has been typed. */
static bool is_line_waiting(void)
{
	struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
	return poll(&in, 1, 0) == 1;
}

/* Writes lines. Truncates a line that is too long, because it would wrap and move the lines below it. */
static void put_lines(const char *text)
{
	int columns, rows, at = 0;
	show_terminal_size(STDOUT_FILENO, &columns, &rows);
	for (; *text; text++) {
		if (*text == '\n') {
			fputs("\033[K\n", stdout); /* clears the rest of the line */
			at = 0;
		} else if (*text == '\033') {
			size_t n = strcspn(text, "m");
			fwrite(text, 1, n + (text[n] == 'm'), stdout);
			text += n - (text[n] == '\0');
		} else {
			at += (*text & 0xc0) != 0x80; /* counts each UTF-8 character once */
			if (at < columns)
				putchar(*text);
		}
	}
}

void terminal_draw(struct terminal *terminal, const char *text, bool has_prompt)
{
	bug_if(!terminal->is_screen);
	if (has_prompt && !is_line_waiting())
		tcflush(STDIN_FILENO, TCIFLUSH);
	if (!terminal->is_drawn) {
		terminal->is_drawn = true;
		is_screen_ours = 1;
		fputs(ENTER_SCREEN, stdout);
	}
	fputs(has_prompt ? "\033[H\033[?25h" : "\033[H\033[?25l", stdout);
	put_lines(text);
	fputs("\033[K\033[J", stdout);
	fflush(stdout);
}

/* Takes the next complete line of the input or, at its end, the rest. */
static bool take_line(struct terminal *terminal, struct str *line)
{
	const char *from = str_text(&terminal->in) + terminal->at;
	size_t n = strcspn(from, "\n"), n_before = strspn(from, BLANKS);
	bool is_whole = from[n] == '\n';
	if (!is_whole && n < LONGEST_LINE && !(terminal->is_at_end && n > 0))
		return false;
	AUTO_STR struct str raw = {0};
	terminal->at += n + is_whole;
	from += n_before;
	for (n -= n_before; n && strchr(BLANKS, from[n - 1]);)
		n--;
	str_add_n(&raw, from, n);
	str_clear(line);
	text_add_clean(line, str_text(&raw));
	return true;
}

/* Reads input once, or records its end. Replaces NUL bytes, because they would hide the text after them. */
static void read_more(struct terminal *terminal)
{
	char chunk[LONGEST_LINE];
	if (terminal->at == terminal->in.length) {
		str_clear(&terminal->in);
		terminal->at = 0;
	}
	ssize_t n = read(STDIN_FILENO, chunk, sizeof chunk);
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n <= 0)
		terminal->is_at_end = true;
	for (ssize_t i = 0; i < n; i++)
		if (chunk[i] == '\0')
			chunk[i] = '?';
	if (n > 0)
		str_add_n(&terminal->in, chunk, (size_t)n);
}

/* Waits for input or a signal, for a limited time (-1: without limit). */
static void wait_for_news(struct terminal *terminal, bool is_reading, int timeout_ms)
{
	struct pollfd fds[2] = {
		{.fd = terminal->wake, .events = POLLIN},
		{.fd = is_reading ? STDIN_FILENO : -1, .events = POLLIN},
	};
	char bytes[64];
	poll(fds, 2, timeout_ms);
	if (fds[0].revents & POLLIN)
		while (read(terminal->wake, bytes, sizeof bytes) > 0)
			;
	if (fds[1].revents)
		read_more(terminal);
}

enum entry terminal_read(struct terminal *terminal, struct str *line)
{
	fflush(stdout);
	for (;;) {
		if (is_interrupted)
			return ENTRY_INTERRUPTED;
		if (take_line(terminal, line)) {
			if (!isatty(STDIN_FILENO))
				printf("%s\n", str_text(line));
			return ENTRY_LINE;
		}
		if (is_resized && terminal->is_screen) {
			is_resized = 0;
			return ENTRY_RESIZED;
		}
		if (terminal->is_at_end)
			return ENTRY_END;
		wait_for_news(terminal, true, -1);
	}
}

bool terminal_is_one_of(const char *entry, const char *words)
{
	size_t length = strlen(entry);
	for (const char *word = words; *word;) {
		size_t n = strcspn(word, " ");
		if (n == length && strncasecmp(word, entry, n) == 0)
			return true;
		word += n + strspn(word + n, " ");
	}
	return false;
}

bool terminal_pause(struct terminal *terminal, int64_t ns)
{
	fflush(stdout);
	int64_t until = clock_wall_ns() + ns;
	for (int64_t left = ns; left > 0 && !is_interrupted; left = until - clock_wall_ns())
		wait_for_news(terminal, false, (int)((left + MS - 1) / MS));
	return !is_interrupted;
}
