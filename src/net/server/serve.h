/* serve.h - the tourney server (docs/rules.md section 5; docs/tourney.md): robots of anybody connect over
 * ZeroMQ, register, and are played in tourneys without end.
 *
 * One thread, one loop: messages in, games on, messages out, never waiting for anybody. Hundreds of games are in play
 * at once and a robot has many of them to answer, which is what makes it fast: the protocol names the game in every
 * question and answer, and its own server begins all games of a tourney together. How many questions a robot has at
 * once follows from how fast it answers (tables.c), so that a slow one is not timed out by its own queue.
 *
 * A client can do nothing to the server but play badly. What it says is checked (message.h), held to a rate, and costs
 * only itself; for a client nothing is kept but its registration, of which there are at most `max_bots`. */
#ifndef ARENA_NET_SERVER_SERVE_H
#define ARENA_NET_SERVER_SERVE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "match/tournament.h"
#include "net/server/config.h"
#include "store/database.h"

/* Somebody else who lives in the server's loop (the page). */
struct serve_runner {
	int fd;                                    /* polled for reading */
	long (*wait_ms)(void *self, long most);    /* how long the loop may wait, at most `most` */
	void (*run)(void *self);                   /* called in every round; must not wait. NULL: there is no runner */
	void *self;
};

struct serve_plan {
	struct config config;
	const char *seed;
	const char *address;          /* to listen at: "127.0.0.1" */
	const char *key, *allow;      /* files (net/protocol/authentication.h); NULL: no encryption */
	struct tournament *robots;    /* the server's own, met; their number in schedule.n_robots may be 0. With the rules */
	struct database *database;
	const char *control;          /* path of the organiser's socket (net/protocol/control.h); NULL: none */
	struct serve_runner runner;
	uint64_t n_tourneys;          /* ends after so many; 0: when told to stop */
	const volatile sig_atomic_t *stop; /* set: the games in play are finished, no others begun */
	/* Told where it listens, once; then a line of text, without '\n', about what happens. */
	void (*say)(const char *line, void *context);
	void *context;
};

/* The rules of the games: the variant tourney as configured. EXIT_USAGE when there is no game of that kind. */
int serve_rules(const struct config *config, struct rules *rules, struct err *err);

/* Serves until told to stop. Non-zero: the world failed. */
int serve_run(const struct serve_plan *plan, struct err *err);

#endif
