/* cmd_watch.c - `arena watch`: prints the games of a tourney server when they end. */
#include <stdio.h>
#include <unistd.h>

#include "cli/command.h"
#include "net/logs/log_game.h"
#include "net/protocol/connection.h"
#include "output/show.h"
#include "run/setup.h"

enum {
	LOGS_PORT = 5556,
	LOG_MOST_BYTES = 32 << 20, /* a log contains all games of a tourney */
	UNWRAPPED = 100000,        /* columns if the output is a file */
	WAKE_MS = 1000,            /* interval of checks of the stop flag */
};

struct watcher {
	struct connection connection;
	struct watch_names *names; /* owned */
	const char *robot;
	bool is_json, has_colour;
	long long n_games, n_dropped;
	struct str text;
};

static void drop(struct watcher *watcher, const char *why)
{
	if (watcher->n_dropped++ == 0)
		fprintf(stderr, "arena: a message from the server was dropped: %s (further ones are only counted)\n",
			why);
}

static int columns(void)
{
	int columns, rows;
	return show_terminal_size(STDOUT_FILENO, &columns, &rows) ? columns : UNWRAPPED;
}

static void describe(struct watcher *watcher, const json_t *message)
{
	struct connection *connection = &watcher->connection;
	bool is_game = connection_is(connection, 0, "GameLog");
	str_clear(&watcher->text);
	if (watcher->is_json) {
		AUTO_FREE char *line = json_dumps(message, JSON_COMPACT | JSON_ENSURE_ASCII);
		str_addf(&watcher->text, "%s\n", line);
	} else if (is_game) {
		watch_add_game(watcher->names, message, watcher->has_colour, columns(), &watcher->text);
	} else if (connection_is(connection, 0, "TourneyLog")) {
		watch_add_tourney(watcher->names, message, watcher->has_colour, &watcher->text);
	} else {
		AUTO_STR struct str title = {0};
		watch_add_title(message, &title);
		str_addf(&watcher->text, "%s has registered\n\n", title.text);
	}
	watcher->n_games += is_game;
	fputs(str_text(&watcher->text), stdout);
	fflush(stdout);
}

static void take_message(struct watcher *watcher)
{
	struct connection *connection = &watcher->connection;
	bool is_meta = connection_is(connection, 0, "RegisterBot");
	bool is_log = connection_is(connection, 0, "GameLog") || connection_is(connection, 0, "TourneyLog");
	if (connection->message.n != 2 || !(is_meta || is_log)) {
		drop(watcher, "it is not a RegisterBot, GameLog or TourneyLog");
		return;
	}
	struct bytes text = socket_frame(&connection->message, 1);
	json_t *message = json_loadb(text.at, text.size, 0, NULL);
	if (!json_is_object(message)) {
		drop(watcher, "it is not a JSON object");
	} else {
		if (is_meta)
			watch_remember(watcher->names, message);
		if (!watcher->robot || watch_concerns(watcher->names, message, watcher->robot))
			describe(watcher, message);
	}
	json_decref(message);
}

static int run(const struct args *args, struct err *err)
{
	if (args->n_operands != 1)
		return err_set(err, EXIT_USAGE, "watch needs the host of one server");
	struct connection_plan plan = {
		.server = args->operands[0], .port = LOGS_PORT, .type = ZMQ_SUB, .most_bytes = LOG_MOST_BYTES,
		.queue = 16, .secret_path = args_text(args, "key"), .server_path = args_text(args, "server-key"),
	};
	struct watcher watcher = {
		.names = NEW(struct watch_names), .robot = args_text(args, "robot"),
		.is_json = args_number(args, "format") == 1, .has_colour = show_has_colour(STDOUT_FILENO),
	};
	const volatile sig_atomic_t *stop = setup_stop();
	long long most = args_number(args, "count");
	int failed = connection_check(&plan, err) || connection_open(&watcher.connection, &plan, err);
	while (!failed && !*stop && !(most && watcher.n_games >= most) && !ferror(stdout)) {
		AUTO_STR struct str text = {0};
		enum connection_event event = connection_wait(&watcher.connection, WAKE_MS);
		if (event == CONNECTION_MESSAGE) {
			take_message(&watcher);
		} else if (event == CONNECTION_FLOOD) {
			failed = connection_flooded(&watcher.connection, err);
		} else if (event != CONNECTION_NOTHING) {
			connection_describe(&watcher.connection, event, &text);
			fprintf(stderr, "arena: %s\n", text.text);
		}
	}
	if (watcher.n_dropped > 1)
		fprintf(stderr, "arena: %lld messages from the server were dropped\n", watcher.n_dropped);
	connection_close(&watcher.connection);
	str_release(&watcher.text);
	free(watcher.names);
	return failed ? -1 : EXIT_OK;
}

COMMAND(watch, NAMES_NOTHING, run);
