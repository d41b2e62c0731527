/* join.c - a local robot at the tables of a tourney server (join.h). */
#include "net/client/join.h"

#include <sys/random.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/text.h"
#include "net/client/join_lanes.h"

enum {
	SILENCE_MS = 10000, /* time without a message after which the robot registers again, because the server may have
	                     * forgotten it */
	AGAIN_MS = 50,      /* pause before a failed registration is repeated */
	WAKE_MS = 1000,     /* interval of checks of the stop flag */
	ROUND = 1000,       /* maximum number of messages that are read before the robot is asked */
	GAME_PORT = 5555,
};

/* The longest time that a message waits while a person acts. */
static const int64_t PERSON_NS = 50000000;

struct joined {
	const struct join_plan *plan;
	struct connection connection;
	struct lanes lanes;
	struct lane_game game;  /* the game of the last state that the person got; size 0: none yet */
	const struct state *state; /* the state that the person has not answered yet */
	struct rules widest;
	uint64_t n_asks, n_games;
	char *meta;             /* as text */
	int64_t register_at;    /* time of the wall clock, in ns */
	uint64_t n_dropped;
	unsigned reported_faults;   /* bit per verdict */
	struct str printed;     /* the last text from the server. It is not shown again when it is repeated; n_again
	                         * counts this */
	uint64_t n_again;
};

/* Draws a random UUID (RFC 9562, version 4) as text. */
static int draw_uuid(char text[37], struct err *err)
{
	unsigned char bits[16];
	char *at = text;
	if (getrandom(bits, sizeof bits, 0) != sizeof bits)
		return err_errno(err, "cannot generate a session_uuid");
	bits[6] = (unsigned char)((bits[6] & 0x0f) | 0x40);
	bits[8] = (unsigned char)((bits[8] & 0x3f) | 0x80);
	for (int i = 0; i < 16; i++)
		at += sprintf(at, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", bits[i]);
	return 0;
}

json_t *join_meta(const struct robot *robot, const char *player, struct err *err)
{
	char uuid[37];
	const char *name = robot->manifest.name[0] && !robot->is_named ? robot->manifest.name : robot->label;
	const char *version = robot->manifest.version[0] ? robot->manifest.version : "1.0";
	if (draw_uuid(uuid, err))
		return NULL;
	AUTO_STR struct str title = str_of("%s_%s_%s", name, version, player);
	return json_pack("{s:o, s:o, s:o, s:s, s:o}", "player", json_clean(player), "name", json_clean(name), "version",
			 json_clean(version), "session_uuid", uuid, "full_title", json_clean(title.text));
}

static void say(const struct joined *joined, enum join_news news, const char *text)
{
	AUTO_STR struct str clean = text_cleaned(text);
	joined->plan->say(news, str_text(&clean), joined->plan->context);
	if (joined->plan->person && (news == JOIN_SERVER || news == JOIN_CONNECTION))
		joined->plan->person->print_text(joined->plan->person->self, str_text(&clean));
}

/* Prints a line for the first dropped message, and counts the others. */
static void drop(struct joined *joined, const char *what)
{
	if (joined->n_dropped++ == 0) {
		AUTO_STR struct str text =
			str_of("a message from the server was dropped: %s (further ones are only counted)", what);
		say(joined, JOIN_DROPPED, text.text);
	}
}

static void describe_connection(const struct joined *joined, enum connection_event event)
{
	AUTO_STR struct str text = {0};
	connection_describe(&joined->connection, event, &text);
	say(joined, JOIN_CONNECTION, text.text);
}

static void send_register(struct joined *joined)
{
	const struct bytes frames[] = {BYTES_OF(""), BYTES_OF("RegisterBot"), BYTES_OF(joined->meta)};
	/* Without a connection, the registration is sent after CONNECTION_UP. */
	bool is_sent = !joined->connection.is_up || socket_send(joined->connection.socket, frames, 3);
	joined->register_at = clock_wall_ns() + INT64_C(1000000) * (is_sent ? SILENCE_MS : AGAIN_MS);
}

/* Sends the answer of a lane (lanes_plan.answer). */
static void send_move(const struct lane_game *game, json_t *response, void *context)
{
	struct joined *joined = context;
	AUTO_FREE char *text = json_dumps(response, JSON_COMPACT);
	const struct bytes frames[] = {BYTES_OF(""), BYTES_OF("Move"), {game->name, game->size}, BYTES_OF(text)};
	socket_send(joined->connection.socket, frames, 4); /* may be lost if the server has just ended, but then the
	                                                    * game is lost too */
	json_decref(response);
}

static void describe_fault(const struct fault *fault, const char *story, void *context)
{
	struct joined *joined = context;
	unsigned bit = 1u << fault->verdict;
	if (joined->reported_faults & bit)
		return;
	joined->reported_faults |= bit;
	AUTO_STR struct str text =
		str_of("%s: %s; it calls for the rest of that game (others like it are only counted)",
		 verdict_name(fault->verdict), fault->cause);
	do
		say(joined, JOIN_FAULT, text.text);
	while (str_next_line(&text, &story));
}

static void describe_error(const char *story, void *context)
{
	AUTO_STR struct str text = str_of("illegal play: %s (others are only counted)", story);
	say(context, JOIN_FAULT, text.text);
}

static void print(struct joined *joined)
{
	enum { MOST = 1000 };
	AUTO_STR struct str text = {0};
	struct bytes frame = socket_frame(&joined->connection.message, 2);
	str_add_n(&text, frame.at, frame.size < MOST ? frame.size : MOST);
	bool is_again = strcmp(str_text(&text), str_text(&joined->printed)) == 0;
	joined->n_again += is_again;
	if (is_again)
		return;
	say(joined, JOIN_SERVER, str_text(&text));
	str_release(&joined->printed);
	joined->printed = text;
	text = (struct str){0};
}

/* Takes over a state for the person if it is valid. */
static void take_turn(struct joined *joined, const struct lane_game *game)
{
	struct bytes text = socket_frame(&joined->connection.message, 3);
	const struct join_person *person = joined->plan->person;
	struct state *state = NEW(struct state);
	struct err why = {0};
	if (state_read(state, text.at, text.size, &joined->widest, &why)) {
		free(state);
		drop(joined, why.text);
		return;
	}
	bool is_new = game->size != joined->game.size || memcmp(game->name, joined->game.name, game->size) != 0;
	joined->game = *game;
	joined->n_games += is_new;
	joined->state = state;
	person->ask(person->self, state, is_new);
}

/* Takes the state in the message. Returns false if the state must wait until the current batch has been played. */
static bool take_state(struct joined *joined)
{
	struct bytes name = socket_frame(&joined->connection.message, 2);
	struct bytes text = socket_frame(&joined->connection.message, 3);
	struct lane_game game = {.size = name.size};
	struct err why = {0};
	if (game.size == 0 || game.size > sizeof game.name) {
		drop(joined, "the name of its game is too long, or empty");
		return true;
	}
	memcpy(game.name, name.at, game.size);
	if (joined->plan->person) {
		take_turn(joined, &game);
		return true;
	}
	switch (lanes_take(&joined->lanes, &game, text.at, text.size, &why)) {
	case LANES_TAKEN: return true;
	case LANES_FULL: return false;
	case LANES_WRONG: break;
	}
	drop(joined, why.text);
	return true;
}

static bool take_message(struct joined *joined)
{
	struct connection *connection = &joined->connection;
	joined->register_at = clock_wall_ns() + INT64_C(1000000) * SILENCE_MS;
	if (connection->message.n == 4 && connection_is(connection, 0, "") && connection_is(connection, 1, "GameState"))
		return take_state(joined);
	if (connection->message.n == 3 && connection_is(connection, 0, "") && connection_is(connection, 1, "Print")) {
		print(joined);
	} else if (connection->message.n == 2 && connection_is(connection, 0, "") &&
		   connection_is(connection, 1, "Ping")) {
		socket_send(connection->socket, (const struct bytes[]){BYTES_OF(""), BYTES_OF("Ping")}, 2);
	} else {
		drop(joined, "it is not a GameState, Ping or Print");
	}
	return true;
}

static long wait_ms(const struct joined *joined)
{
	if (joined->plan->person)
		return 0; /* does not wait here, because person->serve waits */
	int64_t left_ms = (joined->register_at - clock_wall_ns()) / 1000000 + 1;
	if (joined->lanes.n_asked > 0 || left_ms < 0)
		return 0;
	return left_ms < WAKE_MS ? (long)left_ms : WAKE_MS;
}

enum taken {
	TAKEN_ALL,
	TAKEN_BUT_ONE, /* all messages were taken except the last one, a state, which is still in connection->message */
	TAKEN_FLOOD,
};

/* Takes the waiting messages, until it is time to ask the robot. */
static enum taken take_in(struct joined *joined)
{
	for (int n = 0; n < ROUND && !*joined->plan->stop; n++) {
		enum connection_event event = connection_wait(&joined->connection, wait_ms(joined));
		if (event == CONNECTION_NOTHING)
			break;
		if (event == CONNECTION_FLOOD)
			return TAKEN_FLOOD;
		if (event != CONNECTION_MESSAGE)
			describe_connection(joined, event);
		else if (!take_message(joined))
			return TAKEN_BUT_ONE;
		if (event == CONNECTION_UP)
			joined->register_at = clock_wall_ns();
	}
	return TAKEN_ALL;
}

static int go_on(struct joined *joined, struct err *err)
{
	while (!*joined->plan->stop) {
		if (clock_wall_ns() >= joined->register_at)
			send_register(joined);
		enum taken taken = take_in(joined);
		if (taken == TAKEN_FLOOD)
			return connection_flooded(&joined->connection, err);
		if (lanes_play(&joined->lanes, err))
			return -1;
		if (taken == TAKEN_BUT_ONE)
			take_message(joined);
	}
	return 0;
}

/* Takes messages and lets the person act in turn, until *stop is set or the person leaves. */
static int go_on_person(struct joined *joined, struct err *err)
{
	const struct join_person *person = joined->plan->person;
	int play;
	while (!*joined->plan->stop && person->serve(person->self, PERSON_NS)) {
		if (clock_wall_ns() >= joined->register_at)
			send_register(joined);
		if (take_in(joined) == TAKEN_FLOOD)
			return connection_flooded(&joined->connection, err);
		if (!joined->state || !person->take_play(person->self, &play))
			continue;
		send_move(&joined->game, state_response(joined->state, play), joined);
		joined->state = NULL;
		joined->n_asks++;
	}
	return 0;
}

static void describe_sums(const struct joined *joined)
{
	const struct lanes *lanes = &joined->lanes;
	uint64_t n_moves = lanes->n_moves + joined->n_asks, n_games = lanes->n_games + joined->n_games;
	AUTO_STR struct str text = str_of("%" PRIu64 " move%s in %" PRIu64 " game%s", n_moves, n_moves == 1 ? "" : "s",
		n_games, n_games == 1 ? "" : "s");
	if (lanes->n_faults)
		str_addf(&text, ", %" PRIu64 " fault%s", (uint64_t)lanes->n_faults, lanes->n_faults == 1 ? "" : "s");
	if (lanes->n_illegal)
		str_addf(&text, ", %" PRIu64 " illegal play%s", (uint64_t)lanes->n_illegal,
			 lanes->n_illegal == 1 ? "" : "s");
	if (joined->n_again)
		str_addf(&text, ", %" PRIu64 " lines of the server shown only once", joined->n_again);
	if (joined->n_dropped)
		str_addf(&text, ", %" PRIu64 " messages of the server dropped", joined->n_dropped);
	say(joined, JOIN_LEFT, text.text);
}

static struct connection_plan connection_of(const struct join_plan *plan)
{
	return (struct connection_plan){
		.server = plan->server, .port = GAME_PORT, .type = ZMQ_DEALER, .most_bytes = STATE_MAX_BYTES,
		.queue = 100, .identity = json_string_value(json_object_get(plan->meta, "session_uuid")),
		.secret_path = plan->secret_path, .server_path = plan->server_path,
	};
}

int join_check(const struct join_plan *plan, struct err *err)
{
	struct connection_plan connection = connection_of(plan);
	const struct rules *rules = &plan->tournament->rules;
	if (!rules->family->fits_tourney || !rules->family->fits_tourney(rules))
		return err_set(err, EXIT_USAGE,
			       "the tourney protocol cannot describe these rules: it supports only faces=6, "
			       "caller=next, loss=die and palifico=off");
	return connection_check(&connection, err);
}

int join_play(const struct join_plan *plan, struct err *err)
{
	struct connection_plan connection = connection_of(plan);
	struct joined joined = {.plan = plan, .meta = json_dumps(plan->meta, JSON_COMPACT)};
	struct lanes_plan lanes = {
		.tournament = plan->tournament, .robot = plan->robot, .n_games = plan->n_games, .answer = send_move,
		.failed = describe_fault, .erred = describe_error, .context = &joined,
	};
	state_rules(&plan->tournament->rules, &joined.widest);
	int failed = connection_open(&joined.connection, &connection, err);
	if (!failed && !plan->person)
		failed = lanes_init(&joined.lanes, &lanes, err);
	if (!failed) {
		failed = plan->person ? go_on_person(&joined, err) : go_on(&joined, err);
		describe_sums(&joined);
	}
	lanes_release(&joined.lanes);
	connection_close(&joined.connection);
	free(joined.meta);
	str_release(&joined.printed);
	return failed;
}
