/* serve.h - the tourney server (docs/rules.md section 5; docs/tourney.md): robots connect over ZeroMQ, register, and
 * play one tourney after another.
 *
 * One thread with one loop reads messages, continues games and sends messages, without waiting for any client. To be
 * fast, it plays hundreds of games at once and sends a robot the questions of many of them. Each question and each
 * answer contains the name of its game. How many questions a robot has at once depends on how fast it answers
 * (tables.c), so that the questions of a slow robot do not time out while they wait in its queue.
 *
 * A client can only harm its own games. Its messages are checked (message.h) and limited in rate. The server stores
 * only the registrations of clients, and at most `max_bots` of them. */
#pragma once

#include <signal.h>

#include "store/database.h"

/* The settings of a tourney server: the keys of its file (docs/rules.md section 5). One table in config.c has their
 * defaults and ranges. */
enum scoring { SCORING_531, SCORING_EVEN };
enum { CONFIG_TEXT = 200 };

struct config {
	long long games_per_tourney_per_bot;
	double tourney_freq_S;    /* from the start of a tourney to the start of the next one */
	double tourney_min_gap_S; /* minimum time from the end of a tourney to the start of the next one */
	char tourney_tag[CONFIG_TEXT];
	long long dice_count;
	long long player_count[2]; /* minimum and maximum number of robots at a table */
	long long scoring_method;  /* enum scoring */
	double score_mult;
	long long move_timeout_mS, game_timeout_mS;
	bool do_drop_wilds;
	long long game_port, logs_port; /* 0: any free port */
	char logs_path[CONFIG_TEXT];    /* the folder of the database */
	long long max_bots_per_player;
	long long max_bots;   /* maximum number of robots registered at a time */
	long long logs_kept;  /* number of games whose logs stay in the database */
};

/* The words for enum scoring, NULL-terminated. */
extern const char *const config_scorings[];

void config_init(struct config *config); /* the defaults */

/* Reads settings from the JSON file. Keys that are not in the file stay unchanged. Fails with EXIT_USAGE for a file
 * that cannot be read, an unknown key (naming the nearest), or a value that has the wrong type or is out of range. */
int config_load(struct config *config, const char *path, struct err *err);

/* Sets a key from "key=value". The value is as in the file, but text needs no quotes. `where` is the name of the
 * option, for errors. */
int config_set(struct config *config, const char *setting, const char *where, struct err *err);

struct http;
struct serve_page;

struct serve_plan {
	struct config config;
	const char *seed;
	const char *address;          /* the address to listen on, such as "127.0.0.1" */
	const char *key, *allow;      /* files (net/protocol/authentication.h); NULL: no encryption */
	struct tournament *robots;    /* the server's own robots, loaded, and the rules; schedule.n_robots may be 0 */
	struct database *database;
	const char *control;          /* path of the organiser's socket (net/protocol/control.h); NULL: none */
	struct http *http;            /* a page in the server's loop; NULL: none */
	struct serve_page *page;      /* its data (page.h); its `server` is set here */
	uint64_t n_tourneys;          /* number of tourneys after which the server ends; 0: it runs until *stop */
	const volatile sig_atomic_t *stop; /* when it is set, games in play are finished, and no more begin */
	/* Called once with the addresses, and then with lines of text about events, without '\n'. */
	void (*say)(const char *line);
};

/* Sets the rules of the games: the variant tourney as configured. Fails with EXIT_USAGE when these rules are not
 * possible. */
int serve_rules(const struct config *config, struct rules *rules, struct err *err);

/* Serves until *stop. Returns non-zero on a failure of the system. */
int serve_run(const struct serve_plan *plan, struct err *err);
