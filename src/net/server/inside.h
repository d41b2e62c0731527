/* inside.h - shared by the files of the server (src/README.md lists them); no other file includes it. */
#pragma once

#include "match/worker.h"
#include "net/protocol/authentication.h"
#include "net/protocol/socket.h"
#include "net/server/tourney_game.h"
#include "store/tourney.h"
#include "net/server/serve.h"

enum {
	TOURNEY_TABLES = 256,           /* games in play at a time */
	WINDOW_MOST = 64,      /* maximum number of open questions of a robot */
	QUESTION_CREDIT = 2,   /* messages that a question allows: the answer, and one more if that is late */
	NOBODY = -1,
	STAMP = 20,            /* YYYY-MM-DD HH:MM:SS */
};

#define MS INT64_C(1000000)
#define SECOND INT64_C(1000000000)

/* A registered robot, or one of the server's own robots. */
struct client {
	bool is_used;
	struct meta meta;      /* session_uuid is its identity in messages */
	char key[41];          /* the letters of its key; "" without encryption */
	char address[64];      /* address of its machine; "" if unknown */
	int robot;             /* index of the server's own robot, or NOBODY */
	unsigned reported_faults; /* for the server's own robots: bit per verdict */
	uint64_t joined;       /* number of its registration, in order */
	bool is_proven;        /* it has answered, so the client exists */
	int64_t heard_ns;      /* time of its last message */
	double credit;         /* messages that it may send now */
	int64_t credit_ns;
	bool is_warned;          /* it has been warned in this tourney that it sends too many messages */
	/* While it plays. */
	int entrant;           /* index in tourney.entrants, or NOBODY */
	int n_games;           /* games in play */
	int n_asked;           /* unanswered questions */
	double window;         /* maximum number of unanswered questions */
	int n_missed;          /* consecutive missed turns */
	int64_t tried_ns;      /* when the server last failed to reach it */
	int first, last;       /* tourney tables that wait to ask it, or NOBODY */
};

enum server_table_state {
	TOURNEY_TABLE_FREE = 0,
	TOURNEY_TABLE_QUEUED, /* waits until a client can be asked */
	TOURNEY_TABLE_ASKED,  /* waits for its answer */
	TOURNEY_TABLE_BUSY,   /* can continue, or waits for the server's own robots */
};

/* A game in play. */
struct tourney_table {
	enum server_table_state state;
	struct tourney_game tourney_game;
	int match;             /* number of the match in the tourney */
	int client[GAME_MAX_SEATS]; /* by seat */
	char started[STAMP];
	int64_t since_ns;      /* when the current time limit of the game began */
	int64_t turn_ns;       /* when this turn began */
	int64_t asked_ns;      /* when the question was sent */
	bool is_sent;          /* false: the client could not be reached, and the server will try again */
	int64_t used_ns[GAME_MAX_SEATS]; /* time used by each seat */
	uint32_t expelled;     /* bit per seat: the seat has used up the game's time, and loses all its turns
	                        * immediately */
	bool is_pending;       /* some of the server's own robots are being asked */
	bool is_observing;     /* these robots are asked to observe a showdown, not for a play */
	bool is_to_go;         /* it is in the list of tourney tables that can continue */
	int next;              /* the next table in the queue of the same client, or NOBODY */
	char *hands;           /* hands[seat * hands_size]: buffers for seats that do not read them */
};

struct entrant {
	struct meta meta;
	int client;
	int64_t games;
	struct tourney_log_place *places; /* places[i], i < games; owned */
	double score;
	bool scores_nothing;   /* because its player has too many robots */
};

struct serve_tourney {
	bool is_on;
	int64_t number;
	char uuid[TOURNEY_GAME_UUID + 1], started[STAMP];
	int n_entrants;
	struct entrant *entrants;
	int n_pairings, n_begun, n_over; /* n_begun: started pairings */
	int first_open;        /* all pairings before this one are taken */
	struct matchmaking_pairing *pairings;
	bool *is_taken;
	json_t *game_uuids;    /* in the order in which the games ended */
	struct str game_logs;  /* GameLogs in the same order, with commas between them */
	bool has_dropped_logs; /* game_logs is empty, because the logs were too large */
};

struct server {
	const struct serve_plan *plan;
	const struct config *config;
	struct rules rules;
	struct rng_key dice_key, schedule_key, uuid_key, robot_key;
	void *context, *router, *pub;
	struct authentication *authentication;   /* NULL: no encryption */
	int n_waiting;         /* the number of robots in the last message about too few robots; -1: there was no
	                        * message */
	int ports[2];          /* ports of router and pub */
	size_t memory_limit;   /* bytes; above this the sockets are reopened */
	int64_t looked_ns;     /* when memory was last checked */
	int n_clients;         /* size of the array */
	struct client *clients;
	uint64_t n_joined;
	struct tourney_table *tourney_tables;    /* tourney_tables[i], i < TOURNEY_TABLES; also the lane of the server's
						  * own robots */
	int *to_go, n_to_go;   /* tourney tables that can continue */
	struct serve_tourney tourney;
	int64_t next_ns, pinged_ns; /* next_ns: when the next tourney begins; pinged_ns: when all clients were last
	                             * pinged */
	uint64_t n_finished;   /* tourneys */
	int64_t now_ns;        /* time of this round of the loop */
	int64_t scanned_ns, keys_ns; /* scanned_ns: when late clients were last looked for; keys_ns: when the list of
	                              * keys was last checked */
	bool is_drained;       /* all messages that arrived before now_ns have been read */
	int control, peer;     /* the organiser's socket, and a connection to it; -1: none */
	int64_t peer_ns;       /* when the connection was accepted */
	bool is_paused;        /* no tourney begins */
	struct str season;     /* name of the season that is to end after this tourney; empty: none is to end */
	char **bans;           /* bans[i], i < n_bans: names of players and titles of robots that may not register */
	int n_bans;
	struct worker worker;  /* transports to the server's own robots */
	char **seated;         /* by robot * TOURNEY_TABLES + tourney table: buffer of its hands, or NULL */
	volatile uint64_t unused; /* worker_init requires a counter */
	struct str text;       /* scratch */
	struct err err;        /* a failure of the system, which ends the loop */
	bool is_broken;
};

/* ---- serve.c */
void serve_say(struct server *server, const char *format, ...) __attribute__((format(printf, 2, 3)));
void serve_stamp(char stamp[STAMP]); /* now, local time */
void serve_broken(struct server *server, const struct err *err);

/* ---- sockets.c */
int sockets_open(struct server *server, struct err *err);
void sockets_close(struct server *server);
/* Closes the connections of all spectators. They reconnect, and then their keys are checked. */
void sockets_part_spectators(struct server *server);
void sockets_check_memory(struct server *server); /* periodic; reopens the sockets when they use too much memory */

/* ---- clients.c */
void clients_init(struct server *server);
void clients_receive(struct server *server, struct message *message);
/* Sends an empty frame and these frames to a client. Returns false if the client cannot be reached. */
bool client_send(struct server *server, const struct client *client, const struct bytes *frames, int n);
void client_print(struct server *server, const struct client *client, const char *text);
void clients_ping(struct server *server);
void clients_forget(struct server *server); /* removes clients that have been absent for long */
/* Excludes the client and sends it the text `why`. The client loses all its turns immediately and takes part in no more
 * tourneys. */
void client_expel(struct server *server, struct client *client, const char *why);
void clients_check_keys(struct server *server); /* periodic: removes clients whose key is no longer in the list */
bool client_is_absent(const struct server *server, const struct client *client);

/* ---- tables.c */
void server_table_begin(struct server *server, int at, const struct matchmaking_pairing *pairing, int match);
/* Continues all games that need not wait for a client. */
void server_tables_go(struct server *server);
void server_table_can_go(struct server *server, int at);
/* Handles the client's answer (an invalid one if response.at is NULL). Ignores it when the client has no question in
 * that game. */
void server_tables_answer(struct server *server, struct client *client, struct bytes game, struct bytes response);
void server_tables_check_time(struct server *server);
/* Sends all questions again after connections were lost, and restarts the time for them. */
void server_tables_ask_again(struct server *server);
/* Returns true if the client may play one more game now. */
bool client_has_room(const struct server *server, const struct client *client);

/* ---- robots.c */
int robots_init(struct server *server, struct err *err);
void robots_release(struct server *server);
/* Seats the robot at the tourney table and sends it the start of the game. Returns NULL if it cannot be started. */
char *robots_seat(struct server *server, int robot, int tourney_table, int seat, int n_seats);
/* Asks the robot. Returns true if it answered immediately. */
bool robots_ask(struct server *server, int robot, int tourney_table, bool is_observation, int *play);
/* If the server's own robots have been asked, collects all their answers, so that their tourney tables can continue. */
void robots_round(struct server *server);

/* ---- organiser.c */
int organiser_open(struct server *server, struct err *err);
void organiser_close(struct server *server);
void organiser_run(struct server *server);        /* answers waiting requests */
void organiser_end_season(struct server *server); /* if one was requested */
bool organiser_has_banned(const struct server *server, const struct meta *meta);

/* ---- tourney.c */
void server_begin(struct server *server);
void server_go_on(struct server *server); /* begins games, and ends the tourney after the last */
void tourney_game_over(struct server *server, int tourney_table);
void server_release(struct serve_tourney *tourney);

/* The pairings of a tourney, and the points of places. These are pure functions. */

struct matchmaking_pairing {
	int n_seats;
	uint16_t robot[GAME_MAX_SEATS]; /* robot[seat], from 0; no robot twice */
};

/* Draws the tables of a tourney of n_robots >= fewest: random robots at tables of a random size from `fewest` to `most`
 * (at most n_robots), in a random order of seats. After each table, the numbers of games of any two robots differ by at
 * most one. At the end each robot has games_each games. If no tables of these sizes add up to n_robots * games_each
 * seats, a few robots have one more. The result depends only on the arguments. Returns the number of tables; the caller
 * owns *tables. */
int matchmaking_draw(struct rng_key key, int n_robots, int games_each, int fewest, int most,
		     struct matchmaking_pairing **tables);

/* Returns the points for a place (1 is first) among n_players. The scoring "531" gives 5, 3, 1, 0, ...; "even" gives 1
 * to the first place, 0 to the last, and the places between them equal steps. */
double scoring_points(enum scoring scoring, int place, int n_players);
