/* main.c - llm: a robot that asks a language model. It is a program that speaks the arena's line protocol; docs/llm.md
 * is its manual.
 *
 * It reads all available lines, sends one request at a time for each ask, and answers in the order of the asks. The
 * asks are in a ring buffer, and no code waits for a single ask. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ask.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/rng.h"
#include "settings.h"

enum {
	LONGEST_LINE = 1 << 20, CHUNK = 1 << 16, LONGEST_WAIT_MS = 60000,
	MOST_TABLES = 1 << 16,
	PATIENCE_SHARE = 6, /* the watchdog allows ten times --move-time, which must exceed the patience */
};

static struct model_client client;
static struct ask ring[MAX_LANES];
static int first, n_asks;     /* the oldest ask, and how many there are */
static struct str game_rules; /* the rules of the latest games */
static bool was_asked;
static uint64_t seed; /* the seed of the next ask */
static struct memory **tables; /* by number; NULL if nothing is known about a table */
static long long n_tables, table; /* how many tables there are, and the table of the next ask */

/* Makes this the table of the next ask. A new game begins at a table with its ask 0. */
static bool take_table(long long number, bool is_new)
{
	if (number < 0 || number >= MOST_TABLES)
		return false;
	if (number >= n_tables) {
		tables = mem_resize(tables, (size_t)number + 1, sizeof *tables);
		for (; n_tables <= number; n_tables++)
			tables[n_tables] = NULL;
	}
	if (!tables[number])
		is_new = (tables[number] = NEW(struct memory)) != NULL;
	if (is_new)
		memory_clear(tables[number]);
	table = number;
	return true;
}

static bool read_table(const char *text)
{
	char *end;
	long long number = strtoll(text, &end, 10);
	return take_table(number, strcmp(end, " 0") == 0);
}

static void release_tables(void)
{
	for (long long i = 0; i < n_tables; i++) {
		if (tables[i])
			memory_clear(tables[i]);
		free(tables[i]);
	}
	free(tables);
}

/* "seed N", "table K N", "game VARIANT key=value ...", or an ask. With one lane, each game begins with its
 * `game` line instead of a table. */
static bool take_line(const char *line)
{
	if (strncmp(line, "seed ", 5) == 0) {
		seed = strtoull(line + 5, NULL, 10);
	} else if (strncmp(line, "game ", 5) == 0) {
		str_clear(&game_rules);
		str_add(&game_rules, line + 5);
		return client.settings.lanes > 1 || take_table(0, true);
	} else if (strncmp(line, "table ", 6) == 0) {
		return read_table(line + 6);
	} else if (*line) {
		const struct ask_source source = {
			.line = line, .rules_text = str_text(&game_rules), .seed = seed,
			.memory = n_tables ? tables[table] : NULL,
		};
		was_asked = true;
		if (!ask_begin(&ring[(first + n_asks++) % MAX_LANES], &client, &source))
			return false;
		seed = rng_mix(seed + RNG_GOLDEN); /* the seed of the next ask, if that ask has no seed of its own */
	}
	return true;
}

/* Takes complete lines out of what has been read, as long as there is room for asks. */
static bool take_lines(struct str *input)
{
	size_t done = 0;
	for (char *end; n_asks < client.settings.lanes && input->length > done &&
	     (end = memchr(input->text + done, '\n', input->length - done)) != NULL;) {
		*end = '\0';
		if (!take_line(input->text + done))
			return false;
		done = (size_t)(end + 1 - input->text);
	}
	if (done) {
		memmove(input->text, input->text + done, input->length - done);
		input->length -= done;
		input->text[input->length] = '\0';
	}
	return input->length < LONGEST_LINE;
}

/* Reads what is available. Returns false at the end of the input. */
static bool read_input(struct str *input)
{
	static char chunk[CHUNK];
	ssize_t n = read(STDIN_FILENO, chunk, sizeof chunk);
	if (n > 0)
		str_add_n(input, chunk, (size_t)n);
	return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

/* Writes the finished answers that come before the oldest open ask. Returns false if there are none. */
static bool write_answers(void)
{
	int n_before = n_asks;
	while (n_asks > 0 && ring[first].state == ASK_DONE) {
		printf("%d\n", ring[first].play);
		ask_release(&ring[first]);
		first = (first + 1) % MAX_LANES;
		n_asks--;
	}
	fflush(stdout);
	return n_asks < n_before;
}

/* Performs all due steps. Returns the time until the next one, in milliseconds. */
static int step_all(void)
{
	int64_t now_ns = clock_wall_ns(), next_ns = INT64_MAX;
	for (int i = 0; i < n_asks; i++) {
		int64_t at_ns = ask_step(&ring[(first + i) % MAX_LANES], &client, now_ns);
		if (at_ns < next_ns)
			next_ns = at_ns;
	}
	int64_t wait_ms = next_ns == INT64_MAX ? LONGEST_WAIT_MS : (next_ns - now_ns) / 1000000 + 1;
	return (int)(wait_ms < 0 ? 0 : wait_ms < LONGEST_WAIT_MS ? wait_ms : LONGEST_WAIT_MS);
}

static void take_replies(void)
{
	int n_left, n_running;
	curl_multi_perform(client.multi, &n_running);
	for (CURLMsg *message; (message = curl_multi_info_read(client.multi, &n_left)) != NULL;) {
		struct ask *ask = NULL;
		CURLcode code = message->data.result;
		if (message->msg != CURLMSG_DONE)
			continue;
		curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&ask);
		ask_take_reply(ask, &client, code);
	}
}

/* Waits for a reply, for input if there is room for asks, or until something is due. Returns false at the end of the
 * input. */
static bool wait_for_more(struct str *input, bool is_open, int wait_ms)
{
	bool has_room = is_open && n_asks < client.settings.lanes;
	struct curl_waitfd in = {.fd = STDIN_FILENO, .events = CURL_WAIT_POLLIN};
	struct pollfd ready = {.fd = STDIN_FILENO, .events = POLLIN};
	curl_multi_poll(client.multi, &in, has_room, wait_ms, NULL);
	/* libcurl does not report a closed pipe. */
	return has_room && poll(&ready, 1, 0) > 0 ? read_input(input) : is_open;
}

/* Runs until the input has ended and all asks are answered. Returns false if a line is not an ask. */
static bool serve(void)
{
	AUTO_STR struct str input = {0};
	for (bool is_open = true;;) {
		int wait_ms;
		take_replies();
		do {
			if (!take_lines(&input))
				return false;
			wait_ms = step_all();
		} while (write_answers());
		if (!is_open && n_asks == 0)
			return input.length == 0;
		is_open = wait_for_more(&input, is_open, wait_ms);
	}
}

/* Reports errors that would affect every ask. Called when there is no ask, because the arena then only reads the
 * manifest. */
static int check_service(void)
{
	const char *why = chat_probe(&client.settings);
	if (!why)
		return EXIT_OK;
	model_client_give_up(&client, why);
	fprintf(stderr, "llm: the service cannot be reached (%s): %s\n", why,
		getenv(ARENA_USAGE_FD) ? "radical will play" : "--network llm gives it the network");
	return EXIT_WORLD;
}

static int fail(const struct err *err)
{
	fprintf(stderr, "%s\n", err->text);
	settings_release(&client.settings);
	return (int)err->code;
}

int main(int argc, char **argv)
{
	struct err err = {0};
	if (settings_read(&client.settings, argc - 1, argv + 1, &err))
		return fail(&err);
	/* This comes before the search for a key, because lists of robots need the manifest without a key. */
	printf("robot name=llm version=1.1 summary=asks_a_language_model lanes=%lld tables=yes move_ms=%.0f\n",
	       client.settings.lanes,
	       client.settings.patience_s * 1000 / PATIENCE_SHARE);
	fflush(stdout);
	bug_if(curl_global_init(CURL_GLOBAL_DEFAULT));
	if (settings_find_service(&client.settings, &err) || usage_open(&client.usage, &err))
		return fail(&err);
	client.usage.max_requests = (unsigned long long)client.settings.max_requests;
	client.usage.max_tokens = (unsigned long long)client.settings.max_tokens;
	client.usage.price_in = client.settings.price_in;
	client.usage.price_out = client.settings.price_out;
	client.jitter = (uint64_t)clock_wall_ns() ^ (uint64_t)getpid() << 40;
	client.multi = curl_multi_init();
	bool is_good = serve();
	if (!is_good)
		fprintf(stderr, "llm: a line of the input is not an ask\n");
	int code = !is_good ? EXIT_USAGE : was_asked ? EXIT_OK : check_service();
	for (int i = 0; i < n_asks; i++)
		ask_release(&ring[(first + i) % MAX_LANES]);
	curl_multi_cleanup(client.multi);
	curl_global_cleanup();
	settings_release(&client.settings);
	str_release(&game_rules);
	release_tables();
	return code;
}
