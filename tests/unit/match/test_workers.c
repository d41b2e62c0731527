/* test_workers.c - worker processes: answers, errors, deaths, and the end. */
#include <check.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "match/workers.h"

enum { N = 3 };

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
	ck_assert(workers->of[index].is_busy);
	ck_assert(!workers->of[index].has_answered);
}

/* The workers' error. */
static struct err await_error(struct workers *workers)
{
	struct err err = {0};
	while (workers_wait(workers, 10000, &err) == 0)
		;
	return err;
}

static void await_answer(struct workers *workers, int index)
{
	struct err err = {0};
	while (!workers->of[index].has_answered)
		ck_assert_msg(workers_wait(workers, 10000, &err) == 0, "%s", err.text);
	ck_assert(!workers->of[index].is_busy);
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
		{"die", "a worker of the arena was killed by SIGKILL; if memory ran out, try fewer workers; if robots run with --trust, "},
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
	kill(workers.of[2].pid, SIGKILL);
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
		kill(workers.of[0].pid, signals[i]);
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
	ck_assert(!workers.of[0].has_answered);
	workers_end(&workers);
	check_none_left();
}
END_TEST

SUITE(0,
	TEST(each_answers_its_own_message),
	TEST(a_message_may_be_large),
	TEST(an_error_is_passed_on),
	LOOP(a_death_is_an_error_that_names_it, 0, 2),
	TEST(a_death_of_an_idle_worker_is_noticed),
	TEST(signals_of_the_terminal_do_not_end_workers),
	TEST(a_wait_ends_with_its_time))
