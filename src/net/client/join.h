/* join.h - a local robot at the tables of a tourney server (docs/rules.md section 5): registers it, has it asked through its
 * port, sends what it plays, and finds back when the server or the connection goes away.
 *
 * The server may keep many games going at once. Each game that it names gets a lane with a fresh instance of the robot;
 * the asks of all games that are waiting go to the robot in one batch. Lanes are few: the game that was silent longest
 * gives way to a new one, and if it comes back a fresh instance is shown its finished hands again.
 *
 * A robot that crashes or takes too long calls, then and for the rest of that game. What a server sends is not trusted:
 * a message that cannot be right is dropped and counted, and told the first time. */
#ifndef ARENA_NET_CLIENT_JOIN_H
#define ARENA_NET_CLIENT_JOIN_H

#include <signal.h>

#include <jansson.h>

#include "match/tournament.h"
#include "net/protocol/connection.h"

enum join_news {
	JOIN_CONNECTION,    /* the connection came or went */
	JOIN_SERVER,  /* the server wants this printed */
	JOIN_FAULT,   /* the robot failed, or its play was illegal */
	JOIN_DROPPED, /* the server sent what cannot be right */
	JOIN_LEFT,    /* the sums, at the end */
};

struct join_plan {
	const char *server;       /* HOST or HOST:PORT */
	const char *secret_path, *server_path; /* keys, or both NULL */
	const struct tournament *tournament; /* for its rules, seed, limits and trust; nothing else of it is read */
	const struct robot *robot;
	json_t *meta;             /* META as it is sent, with session_uuid; borrowed */
	int n_games;            /* most at once */
	const volatile sig_atomic_t *stop;
	/* A line for people, without control characters. */
	void (*say)(enum join_news news, const char *text, void *context);
	void *context;
};

/* Are the address and the keys fit to connect with, and the rules such that STATE tells enough to ask a robot?
 * EXIT_USAGE if not. Looks at no robot. */
int join_check(const struct join_plan *plan, struct err *err);

/* META of a robot: names from its card, or its label; a random session_uuid. The caller's. NULL: err. */
json_t *join_meta(const struct robot *robot, const char *player, struct err *err);

/* Plays until *stop. Non-zero: the world failed, or the address or a key is wrong. */
int join_play(const struct join_plan *plan, struct err *err);

#endif
