/* test_workers.c - worker processes: answers, errors, deaths, and the end. */
#include <check.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "match/workers.h"

enum { N = 3 };

/* ---- sockets that give and take little --------------------------------------------------- */

static bool is_slow; /* every second call is interrupted, the others transfer three bytes at most */

static bool is_interrupted(size_t *n)
{
	static bool was_interrupted;
	if (!is_slow)
		return false;
	*n = *n < 3 ? *n : 3;
	was_interrupted = !was_interrupted;
	errno = EINTR;
	return was_interrupted;
}

ssize_t send(int fd, const void *bytes, size_t n, int flags)
{
	return is_interrupted(&n) ? -1 : sendto(fd, bytes, n, flags, NULL, 0);
}

ssize_t recv(int fd, void *bytes, size_t n, int flags)
{
	return is_interrupted(&n) ? -1 : recvfrom(fd, bytes, n, flags, NULL, NULL);
}

/* ---- workers ------------------------------------------------------------------------------ */

static bool is(const struct str *message, const char *word)
{
	return strcmp(str_text(message), word) == 0;
}

/* Echoes each message; some words are commands. */
static int echo(int index, int fd, void *context)
{
	AUTO_STR struct str message = {0}, answer = {0};
	(void)context;
	while (workers_next(fd, &message)) {
		struct err err = {0};
		if (is(&message, "die"))
			raise(SIGKILL);
		if (is(&message, "leave"))
			return 3;
		if (is(&message, "sleep"))
			pause();
		if (is(&message, "fail")) {
			err_set(&err, EXIT_USAGE, "worker %d failed", index);
			workers_send_error(fd, &err);
			continue;
		}
		str_clear(&answer);
		str_addf(&answer, "%d ", index);
		if (is(&message, "guards")) {
			struct stat out, other;
			ck_assert(fstat(STDOUT_FILENO, &out) == 0 && fstat(STDERR_FILENO, &other) == 0);
			str_addf(&answer, "%d %d ", prctl(PR_GET_DUMPABLE),
				 out.st_dev == other.st_dev && out.st_ino == other.st_ino);
		}
		str_add_n(&answer, message.text, message.length);
		ck_assert(workers_send(fd, answer.text, answer.length));
	}
	return 0;
}

static void start(struct workers *workers)
{
	struct err err = {0};
	ck_assert_msg(workers_start(workers, N, echo, NULL, &err) == 0, "%s", err.text);
	ck_assert_int_eq(workers->n, N);
}

static void give(struct workers *workers, int index, const char *word)
{
	ck_assert(workers_give(workers, index, word, strlen(word)));
	ck_assert(workers->list[index].is_busy);
	ck_assert(!workers->list[index].has_answered);
}

/* The workers' error. */
static struct err await_error(struct workers *workers)
{
	struct err err = {0};
	int failed;
	while ((failed = workers_wait(workers, 10000, &err)) == 0)
		;
	ck_assert_int_eq(failed, -1);
	return err;
}

static void await_answer(struct workers *workers, int index)
{
	struct err err = {0};
	while (!workers->list[index].has_answered)
		ck_assert_msg(workers_wait(workers, 10000, &err) == 0, "%s", err.text);
	ck_assert(!workers->list[index].is_busy);
}

static void check_none_left(void)
{
	ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
	ck_assert_int_eq(errno, ECHILD);
}

START_TEST(each_answers_its_own_message)
{
	struct workers workers;
	start(&workers);
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < N; i++)
			give(&workers, i, round == 1 ? "" : "hello");
		for (int i = N - 1; i >= 0; i--) {
			char expected[32];
			size_t n;
			await_answer(&workers, i);
			const char *bytes = workers_answer(&workers, i, &n);
			snprintf(expected, sizeof expected, "%d %s", i, round == 1 ? "" : "hello");
			ck_assert_uint_eq(n, strlen(expected));
			ck_assert_mem_eq(bytes, expected, n);
		}
	}
	workers_end(&workers);
	check_none_left();
}
END_TEST

/* More bytes than any socket buffers, in both directions. */
START_TEST(a_message_may_be_large)
{
	struct workers workers;
	AUTO_STR struct str large = {0};
	size_t n;
	while (large.length < 3000000)
		str_addf(&large, "%zu,", large.length);
	start(&workers);
	ck_assert(workers_give(&workers, 1, large.text, large.length));
	await_answer(&workers, 1);
	const char *bytes = workers_answer(&workers, 1, &n);
	ck_assert_uint_eq(n, large.length + 2);
	ck_assert_mem_eq(bytes + 2, large.text, large.length);
	workers_end(&workers);
	check_none_left();
}
END_TEST

START_TEST(a_message_may_come_slowly)
{
	struct workers workers;
	struct err err = {0};
	size_t n;
	is_slow = true;
	start(&workers);
	give(&workers, 2, "a message of many bytes");
	while (!workers.list[2].has_answered)
		ck_assert_msg(workers_wait(&workers, 10000, &err) == 0, "%s", err.text);
	const char *bytes = workers_answer(&workers, 2, &n);
	ck_assert_uint_eq(n, strlen("2 a message of many bytes"));
	ck_assert_mem_eq(bytes, "2 a message of many bytes", n);
	give(&workers, 2, "fail");
	err = await_error(&workers);
	ck_assert_str_eq(err.text, "worker 2 failed");
	workers_end(&workers);
	check_none_left();
}
END_TEST

/* An owner that ends within a message: the worker gets no message, and ends. */
START_TEST(half_a_message_is_none)
{
	AUTO_STR struct str message = {0};
	char frame[100];
	int pair[2];
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	ck_assert(workers_send(pair[0], "hello", 5));
	ssize_t n = read(pair[1], frame, sizeof frame);
	ck_assert_int_eq(write(pair[0], frame, (size_t)n - 1), n - 1);
	close(pair[0]);
	ck_assert(!workers_next(pair[1], &message));
	ck_assert(!workers_send(pair[1], "hello", 5));
	close(pair[1]);
}
END_TEST

START_TEST(an_error_is_passed_on)
{
	struct workers workers;
	start(&workers);
	give(&workers, 0, "sleep");
	give(&workers, 2, "fail");
	struct err err = await_error(&workers);
	ck_assert_str_eq(err.text, "worker 2 failed");
	ck_assert_int_eq(err.code, EXIT_USAGE);
	workers_end(&workers); /* including the one that sleeps */
	check_none_left();
}
END_TEST

START_TEST(a_death_is_an_error_that_names_it)
{
	static const struct { const char *word, *message; } cases[] = {
		{"die",
		 "a worker of the arena was killed by SIGKILL; if memory ran out, try fewer workers; "
		 "if robots run with --trust, "},
		{"leave", "a worker of the arena ended early with status 3"},
	};
	struct workers workers;
	start(&workers);
	give(&workers, 1, cases[_i].word);
	struct err err = await_error(&workers);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_msg(strstr(err.text, cases[_i].message), "%s", err.text);
	workers_end(&workers);
	check_none_left();
}
END_TEST

/* A death is also noticed if the worker is idle. */
START_TEST(a_death_of_an_idle_worker_is_noticed)
{
	struct workers workers;
	start(&workers);
	kill(workers.list[2].pid, SIGKILL);
	struct err err = await_error(&workers);
	ck_assert_msg(strstr(err.text, "killed by SIGKILL"), "%s", err.text);
	workers_end(&workers);
	check_none_left();
}
END_TEST

START_TEST(signals_of_the_terminal_do_not_end_workers)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
	struct workers workers;
	start(&workers);
	give(&workers, 0, "ready"); /* its signal handlers are installed */
	await_answer(&workers, 0);
	for (int i = 0; i < 4; i++)
		kill(workers.list[0].pid, signals[i]);
	give(&workers, 0, "still");
	await_answer(&workers, 0);
	workers_end(&workers);
	check_none_left();
}
END_TEST

START_TEST(a_wait_ends_with_its_time)
{
	struct workers workers;
	struct err err = {0};
	start(&workers);
	give(&workers, 0, "sleep");
	ck_assert_int_eq(workers_wait(&workers, 1, &err), 0);
	ck_assert(!workers.list[0].has_answered);
	workers_end(&workers);
	check_none_left();
}
END_TEST

/* No robot can inspect a worker, and what a robot prints is not in the results. */
START_TEST(workers_are_guarded)
{
	struct workers workers;
	size_t n;
	ck_assert_ptr_nonnull(freopen("/dev/null", "w", stdout));
	start(&workers);
	give(&workers, 2, "guards");
	await_answer(&workers, 2);
	const char *bytes = workers_answer(&workers, 2, &n);
	ck_assert_msg(n == 12 && memcmp(bytes, "2 0 1 guards", n) == 0, "%.*s", (int)n, bytes);
	workers_end(&workers);
	check_none_left();
}
END_TEST

START_TEST(workers_do_not_outlive_their_owner)
{
	int ends[2];
	char byte;
	ck_assert_int_eq(pipe(ends), 0);
	pid_t owner = fork();
	if (owner == 0) {
		struct workers workers;
		close(ends[0]);
		start(&workers);
		give(&workers, 1, "ready");
		await_answer(&workers, 1);
		give(&workers, 1, "sleep");
		raise(SIGKILL);
	}
	close(ends[1]);
	ck_assert_int_eq(read(ends[0], &byte, 1), 0); /* no process has the other end any more */
	ck_assert_int_eq(waitpid(owner, NULL, 0), owner);
}
END_TEST

START_TEST(too_few_descriptors_are_an_error)
{
	struct workers workers;
	struct err err = {0};
	int lowest = dup(STDERR_FILENO); /* the first worker gets this one and the next; one remains open */
	close(lowest);
	const struct rlimit two = {(rlim_t)lowest + 2, (rlim_t)lowest + 2};
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &two), 0);
	ck_assert_int_eq(workers_start(&workers, N, echo, NULL, &err), -1);
	ck_assert_int_eq(workers.n, 1);
	ck_assert_msg(err.code == EXIT_WORLD && strstr(err.text, "cannot connect to a worker"), "%s", err.text);
	give(&workers, 0, "hello");
	await_answer(&workers, 0);
	workers_end(&workers);
	check_none_left();
}
END_TEST

/* What came is looked at after each byte. */
static int look(struct workers_process *process, const struct str *bytes, struct err *err)
{
	for (size_t i = 0; i < bytes->length; i++) {
		ck_assert_int_eq(workers_look(process, err), 0);
		ck_assert(process->is_busy && !process->has_answered && err->code == EXIT_OK);
		str_add_n(&process->in, bytes->text + i, 1);
	}
	return workers_look(process, err);
}

START_TEST(answers_and_errors_may_come_byte_by_byte)
{
	struct err sent = {0}, came = {0};
	AUTO_STR struct str bytes = {0};
	struct workers_process process = {.is_busy = true};
	const struct workers workers = {.n = 1, .list = &process};
	char buffer[100];
	size_t n;
	int pair[2];
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	ck_assert(workers_send(pair[0], "hello", 5));
	ssize_t length = read(pair[1], buffer, sizeof buffer);
	str_add_n(&bytes, buffer, (size_t)length);
	ck_assert_int_eq(look(&process, &bytes, &came), 0);
	ck_assert(process.has_answered && !process.is_busy);
	const char *answer = workers_answer(&workers, 0, &n);
	ck_assert(n == 5 && memcmp(answer, "hello", n) == 0);
	str_clear(&process.in);
	str_clear(&bytes);
	process.is_busy = true;
	process.has_answered = false;
	err_set(&sent, EXIT_USAGE, "too many dice");
	workers_add_error(&sent, &bytes);
	ck_assert_int_eq(look(&process, &bytes, &came), -1);
	ck_assert(came.code == EXIT_USAGE && strcmp(came.text, "too many dice") == 0);
	str_release(&process.in);
}
END_TEST

SUITE(0,
	TEST(each_answers_its_own_message),
	TEST(a_message_may_be_large),
	TEST(a_message_may_come_slowly),
	TEST(half_a_message_is_none),
	TEST(an_error_is_passed_on),
	LOOP(a_death_is_an_error_that_names_it, 0, 2),
	TEST(a_death_of_an_idle_worker_is_noticed),
	TEST(signals_of_the_terminal_do_not_end_workers),
	TEST(a_wait_ends_with_its_time),
	TEST(workers_are_guarded),
	TEST(workers_do_not_outlive_their_owner),
	TEST(too_few_descriptors_are_an_error),
	TEST(answers_and_errors_may_come_byte_by_byte))
