/* join.h - a local robot at the tables of a tourney server (docs/rules.md section 5): registers it, asks it for plays,
 * sends them, and reconnects when the server or the connection is lost.
 *
 * The server may play many games at once. Each game gets a lane with a fresh instance of the robot, and the asks of all
 * waiting games go to the robot in one batch. The number of lanes is limited: a new game replaces the game that has
 * been inactive longest. If that game continues, a fresh instance first gets the game's finished hands again.
 *
 * If the robot crashes or takes too long, the client makes a call in this turn and in all later turns of the game.
 * Messages from a server are not trusted: an invalid message is dropped and counted, and the first one is reported. */
#pragma once

#include <signal.h>

#include <jansson.h>

#include "match/tournament.h"
#include "net/protocol/connection.h"
#include "net/protocol/state.h"

enum join_news {
	JOIN_CONNECTION,    /* connected or disconnected */
	JOIN_SERVER,  /* a text from the server to print */
	JOIN_FAULT,   /* the robot failed, or its play was illegal */
	JOIN_DROPPED, /* the first invalid message from the server */
	JOIN_LEFT,    /* the totals, at the end */
};

/* A person who plays instead of a robot, one game at a time. The server does not wait: the next state may arrive before
 * the person has chosen a play, so that the play comes too late. */
struct join_person {
	/* Lets the person act for at most `ns` nanoseconds. Returns false if the person leaves. */
	bool (*serve)(void *self, int64_t ns);
	/* Asks the person for a play. Takes over the state. is_new means that it is the first state of a game. */
	void (*ask)(void *self, struct state *state, bool is_new);
	/* Returns true, with the play for the last state, once the person has chosen it. */
	bool (*take_play)(void *self, int *play);
	/* Shows a line from the server, or about the connection. */
	void (*print_text)(void *self, const char *text);
	void *self;
};

struct join_plan {
	const char *server;       /* HOST or HOST:PORT */
	const char *secret_path, *server_path; /* files of the keys, or both NULL */
	const struct tournament *tournament; /* only its rules, seed, limits and trust are read */
	const struct robot *robot;
	const struct join_person *person; /* NULL: the robot plays */
	json_t *meta;             /* META as sent to the server, with session_uuid; borrowed */
	int n_games;            /* maximum number of games at once */
	const volatile sig_atomic_t *stop;
	/* Prints a line of text, which has no control characters. */
	void (*say)(enum join_news news, const char *text, void *context);
	void *context;
};

/* Checks the address and the keys, and that STATE can express the rules. Fails with EXIT_USAGE otherwise. Does not
 * check robots. */
int join_check(const struct join_plan *plan, struct err *err);

/* Returns the META of a robot, with the names in its manifest or, if there are none, its label, and with a random
 * session_uuid. The caller owns it. Returns NULL with err on failure. */
json_t *join_meta(const struct robot *robot, const char *player, struct err *err);

/* Plays until *stop. Returns non-zero on a failure of the system, or a wrong address or key. */
int join_play(const struct join_plan *plan, struct err *err);
