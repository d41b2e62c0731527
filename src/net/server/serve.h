/* serve.h - the tourney server (docs/rules.md section 5; docs/tourney.md): robots connect over ZeroMQ, register, and play
 * one tourney after another.
 *
 * One thread, one loop: it reads messages, continues games and sends messages, without waiting for any client. It is fast
 * because hundreds of games are in play at once and a robot has questions of many of them; the protocol names the game in
 * every question and answer. The number of questions that a robot has at once depends on how fast it answers (tables.c),
 * so that a slow robot does not time out in its own queue.
 *
 * A client can only harm its own games. Its messages are checked (message.h) and limited in rate. The server keeps only
 * the registration of a client, at most `max_bots` of them. */
#pragma once

#include <signal.h>

#include "match/tournament.h"
#include "net/server/config.h"
#include "store/database.h"

struct server;

/* Another component that runs in the server's loop (the page). */
struct serve_runner {
	int fd;                                    /* polled for reading */
	long (*wait_ms)(void *self, long most);    /* how long the loop may wait, at most `most` */
	void (*run)(void *self);                   /* called in every round; must not wait. NULL: there is no runner */
	/* Called when the server begins, and with NULL before it ends. May be NULL. */
	void (*attach)(void *self, const struct server *server);
	void *self;
};

struct serve_plan {
	struct config config;
	const char *seed;
	const char *address;          /* to listen at: "127.0.0.1" */
	const char *key, *allow;      /* files (net/protocol/authentication.h); NULL: no encryption */
	struct tournament *robots;    /* the server's own, loaded; schedule.n_robots may be 0. With the rules */
	struct database *database;
	const char *control;          /* path of the organiser's socket (net/protocol/control.h); NULL: none */
	struct serve_runner runner;
	uint64_t n_tourneys;          /* ends after this number; 0: runs until *stop */
	const volatile sig_atomic_t *stop; /* set: the games in play are finished, no others begun */
	/* Gets the addresses once, and then lines of text, without '\n', about events. */
	void (*say)(const char *line, void *context);
	void *context;
};

/* The rules of the games: the variant tourney as configured. EXIT_USAGE when these rules are not possible. */
int serve_rules(const struct config *config, struct rules *rules, struct err *err);

/* Serves until *stop. Non-zero: a failure of the system. */
int serve_run(const struct serve_plan *plan, struct err *err);
