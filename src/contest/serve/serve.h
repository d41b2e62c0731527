/* serve.h - `arena contest serve`: the site of a contest, with pages on which teams sign in, upload robots and see
 * their state, and a page for the organiser.
 *
 * The server itself runs no code that a team has sent. It writes uploads to FOLDER/submissions/TEAM and starts the
 * commands `contest build`, `run`, `publish`, `challenge` and so on in processes of their own, which use the sandbox
 * and the lock of the contest. So the server may be killed at any time, and may run at the same time as another
 * `contest run`. */
#pragma once

#include "contest/contest.h"

struct serve_contest_plan {
	const char *folder;
	const char *address;  /* the address to listen on */
	int port;             /* 0: any free port */
	const char *site;     /* the folder of the site; NULL: FOLDER/site */
	long long every_s;    /* seconds from the beginning of a round to that of the next; 0: no rounds are played */
	long long n_rounds;   /* 0: no limit */
	bool is_behind_proxy; /* as in http.h */
	int n_jobs;
	bool allows_weak_sandbox;
	const volatile sig_atomic_t *stop;
	void (*say)(const char *line); /* may be NULL */
};

/* Serves until it is stopped. */
int contest_serve(const struct serve_contest_plan *plan, struct err *err);

/* Opens FOLDER/challenges, locks it, and removes files left there by matches and servers that were killed. Returns the
 * descriptor of the folder; closing it unlocks the folder. */
int contest_challenges_open(const struct contest *contest, struct err *err);

/* Plays a short unrated match between the latest participating versions of two teams. Adds a line with the result.
 * `page` is a file to which some of its games are written, with the viewer; NULL: none. The contest must have been
 * opened for reading. */
int contest_challenge(const struct contest *contest, const char *team, const char *rival, const char *page,
		      struct str *result, struct err *err);
