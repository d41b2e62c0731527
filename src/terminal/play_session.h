/* play_session.h - a game at the terminal: the people, what they have seen, and how the events of the game become
 * screens and prompts.
 *
 * What a person may see comes from two sources only: the strings of the person's own asks, and the public part of the
 * game (history, remaining dice and points, the hands at a showdown). The dice of others are read before a showdown only
 * with `is_open`. src/README.md lists the files. */
#pragma once

#include "coach/decisions.h"
#include "game/game.h"
#include "game/maexchen/cheat.h"
#include "match/tournament.h"
#include "terminal/screen.h"
#include <jansson.h>
#include "record/game_record.h"
#include "robot/program/box.h"

/* A robot that moves for a person at the table: `auto` at the prompt. The robot gets exactly what the person gets: the strings of
 * the person's asks. It is loaded at its first ask, and then also gets the showdowns of that game. */
enum { DEPUTY_ALWAYS = -1 };

/* A zeroed deputy has no robot, and may be released. */
struct deputy {
	const struct tournament *tournament; /* since a robot was chosen; borrowed */
	char *spec;                     /* of the robot, as it was typed; NULL: none yet. Owned */
	struct robot robot;
	struct shared_areas shared_areas;
	struct str rules_text;
	struct transport *transport;
	char *hands;                    /* of the transport; NULL: the robot is not yet loaded for this game */
	char me;                        /* the player it moves for */
	int n_moves;                    /* that it still makes without a question, or DEPUTY_ALWAYS */
	bool has_moved;                 /* it made the last play of that person, who was not asked */
};

/* Shows the end of a hand to the robot that moves for `me`, if there is one. After a failure the robot is no longer
 * used. */
void deputy_observe(struct deputy *deputy, char me, const char *hands, const char *history);

/* Ends the deputy's game: the next ask begins with a fresh robot. */
void deputy_leave(struct deputy *deputy);
void deputy_release(struct deputy *deputy);

/* The dice or points of every player after each hand. */
struct score_row {
	int hand;                   /* 0: the start */
	int value[26];              /* by player */
	unsigned out;               /* bit per player: out of the game */
};

/* A zeroed score is empty. */
struct score {
	int n_players;
	bool is_points;         /* else dice */
	bool is_signed;         /* points with their sign */
	int n_rows;
	struct score_row *rows; /* owned */
};

void score_release(struct score *score);

/* Returns the row of a hand, for the caller to fill: a new one, or the existing row of the hand. Valid until the next
 * call. */
struct score_row *score_row(struct score *score, int hand);

/* Adds the rows as a table, or as several tables if one would be wider than `width`. names[player]. */
void score_table(const struct score *score, const char *const *names, int width, bool has_colour, struct str *out);

enum leaving {
	LEAVING_NOT = 0,
	LEAVING_BY_WISH,
	LEAVING_AT_END,      /* of input */
	LEAVING_INTERRUPTED, /* ctrl-C */
};

struct browser;

/* The games that people have played, as a page that shows them turn by turn with all dice, as `arena report --only-game`
 * does for games of robots. */

/* A zeroed one is empty, and may be released. */
struct played {
	struct game_record record; /* of the game in progress */
	json_t *games;             /* those that are over, as output/viewer.h makes them; owned */
	char *path;                /* of the page; NULL: it has not been written; owned */
	struct decisions decisions; /* of people, where coach can value them */
	json_t *moves;             /* the costliest of them; NULL: they have not been valued; owned */
	pid_t pid;                 /* of the process that values them; 0: there is none */
	int fd;                    /* its output */
	struct str found;          /* what has been read of it */
};

void played_release(struct played *played);

/* Takes the next event of a game of this tournament. is_human[player]. */
void played_watch(struct played *played, const struct tournament *tournament, const bool *is_human, const struct watch_event *watch_event);

/* Takes the moves of people in the game that has ended, if coach can value them. */
void played_note_moves(struct played *played, const bool *is_human);

/* Begins to value all moves so far in a process of its own, since that can take seconds. */
void played_value(struct played *played, const struct rules *rules);

/* Waits for the process, most_ms at most (-1: without a limit). Returns true if it has ended and the page has changed. */
bool played_collect(struct played *played, int most_ms);
void played_stop(struct played *played);

/* Adds the page. names[player]. */
void played_page(const struct played *played, const struct tournament *tournament, char *const *names, struct str *out);

enum { PLAYED_MOST = 200 };

/* Writes the page to the folder `played` in the results folder, which only this user may read: at first to a new file, then
 * to the same one. Removes the oldest pages if there are more than PLAYED_MOST. */
int played_keep(struct played *played, const struct tournament *tournament, char *const *names, const char *results, struct err *err);

/* Stores which table was played last, in the same folder: its rules, if they are those of a variant with settings, and its players as a
 * person names them. A failure is ignored. */
void played_remember(const char *results, const struct rules *rules, char *const *specs, int n);

/* Adds the arguments of `play` for this table. Returns false if none is stored. */
bool played_recall(const char *results, struct words *words);

/* A zeroed play session may be released. */
struct play_session {
	struct tournament *tournament; /* borrowed */
	struct browser *browser;       /* people play on pages, the terminal only shows the game; owned; NULL: none */
	struct terminal *terminal;     /* borrowed */
	bool is_open;                  /* all dice are shown all the time */
	bool is_stepping;              /* Enter before each turn of a robot */
	bool shows_history;
	int64_t pause_ns;              /* after each play of a robot, on a screen */

	/* The players, by letter: 0 is A. */
	int n_players, n_humans;
	enum maexchen_cheat cheat;     /* in force in these games, of player `cheater` */
	int cheater;
	char *name[GAME_MAX_SEATS];    /* owned */
	bool is_human[GAME_MAX_SEATS];
	bool has_failed[GAME_MAX_SEATS]; /* its first fault has been shown */
	int reader;                    /* the only person, whom all texts call "you"; -1: several people, or none */
	bool is_drawn;                 /* the order of the seats was drawn by lot */
	struct deputy deputy[GAME_MAX_SEATS]; /* moves for a person on request; by player */

	/* The game in progress. */
	const struct game *game;       /* valid while it is played */
	int rotation;
	struct match_plan plan;
	int hand;                      /* from 1 */
	size_t n_told;                 /* bytes of the history that have been shown */
	int turn;                      /* the player who is asked, or -1 */
	int owner;                     /* whose dice own_hands shows, or -1: nobody's */
	char *own_hands;               /* of the last ask of that person in this hand; owned */
	int at_keyboard;               /* the person there, or -1 */
	bool is_running;               /* to the end: nothing is shown on the way */
	enum leaving leaving;
	/* Called after each completed game: may the next one of the match begin? NULL: yes. */
	bool (*next_game)(void *context);
	void *next_context;
	double wins[GAME_MAX_SEATS];   /* wins so far; shared wins are fractions */
	struct str notice;             /* to be shown once */
	struct str past;               /* how the hands before ended, a line each */
	struct score score;
	struct played played;
	const char *results;           /* folder for the games that are over; borrowed; NULL: they are not kept */
};

/* Takes the players and their names from tournament->robots. The caller sets is_open and the other fields afterwards.
 * is_at_pages: people do not read this terminal, so none of them is "you". */
void play_session_init(struct play_session *session, struct tournament *tournament, struct terminal *terminal, bool is_at_pages);
void play_session_release(struct play_session *session);

/* Plays the games of one rotation of a match, in which player 0 sits in seat `rotation`, and prints their results
 * unless the person quit: see session->leaving. Returns non-zero on a failure of the system. */
int play_session_play(struct play_session *session, int rotation, struct err *err);

/* Shows an event of a game at the terminal; context is the play session. False: stop. */
bool play_session_watch(const struct watch_event *s, void *context);

/* Is this player a person for whom no robot moves? */
bool play_session_asks(const struct play_session *session, int player);

/* Did this person, not a robot, choose the player's last play? */
bool play_session_has_chosen(const struct play_session *session, int player);

int play_session_seat(const struct play_session *session, int player);
bool play_session_is_in(const struct play_session *session, int player);

/* Counts the people who are still in the game. */
int play_session_humans_in(const struct play_session *session);

/* Gets the names by seat, for game_describe_hand: NULL for the reader. */
void play_session_names(const struct play_session *session, const char *names[GAME_MAX_SEATS]);

/* Steps through a history or through hands: the next entry "L:...". player from 0; *text is what follows the colon, *n
 * its bytes up to the comma or '@'. Returns false after the last. */
bool history_next_entry(const char **at, int *player, const char **text, int *n);

/* Reads the next play of a history. */
bool history_next_play(const char **at, int *player, int *play);

/* `auto`: a robot moves for a person, once, for a number of moves, or until `auto off`. The same at the terminal and at pages. Is
 * the entry "auto", alone or with words after it? */
bool auto_is(const char *entry);

/* Obeys `auto` for a person: a number of moves, "on" or "off", a robot; each optional, in any order. The default robot
 * is the last one, at first the family's or, if it does not play the variant, prober. False: see message. */
bool auto_obey(struct play_session *session, int player, const char *entry, struct str *message);

/* Does a robot make the next move of this person? */
bool auto_is_on(const struct play_session *session, int player);

/* Gets the robot's move. Returns false with a message when the robot failed or its play is not legal; it then moves no
 * more. */
bool auto_move(struct play_session *session, char me, const char *hands, int *play, struct str *message);
