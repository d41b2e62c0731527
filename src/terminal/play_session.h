/* play_session.h - a game at the terminal: the people, what they have seen, and how the events of the game are turned
 * into screens and prompts.
 *
 * The data shown to a person comes only from two sources: the strings of the person's own asks, and the public part of
 * the game (history, remaining dice and points, the hands at a showdown). Only with `is_open` are the dice of others
 * read before a showdown. src/README.md lists the files. */
#pragma once

#include "coach/decisions.h"
#include "game/game.h"
#include "game/maexchen/cheat.h"
#include "match/tournament.h"
#include "terminal/screen.h"
#include <jansson.h>
#include "record/game_record.h"
#include "robot/program/box.h"

/* A robot that moves for a person at the table: `auto` at the prompt. The robot gets exactly what the person gets: the
 * strings of the person's asks. It is loaded at its first ask, and from then on it also observes the showdowns of that
 * game. */
enum { DEPUTY_ALWAYS = -1 };

/* A zeroed deputy has no robot, and may be released. */
struct deputy {
	const struct tournament *tournament; /* set when a robot is chosen; borrowed */
	char *spec;                     /* the robot as typed; NULL: none yet. Owned */
	struct robot robot;
	struct shared_areas shared_areas;
	struct str rules_text;
	struct transport *transport;
	char *hands;                    /* the transport's buffer; NULL: the robot is not loaded for this game yet */
	char me;                        /* the player for whom it moves */
	int n_moves;                    /* moves that it still makes without asking the person, or DEPUTY_ALWAYS */
	bool has_moved;                 /* the robot made the last play of that person */
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
	unsigned out;               /* bit per player: eliminated */
};

/* A zeroed score is empty. */
struct score {
	int n_players;
	bool is_points;         /* the values are points; if false, dice */
	bool is_signed;         /* points are shown with their sign */
	int n_rows;
	struct score_row *rows; /* owned */
};

void score_release(struct score *score);

/* Returns the row of a hand, existing or new, for the caller to fill in. Valid until the next call. */
struct score_row *score_row(struct score *score, int hand);

/* Adds the rows as a table, or as several tables if one would be wider than `width`. names[player]. */
void score_table(const struct score *score, const char *const *names, int width, bool has_colour, struct str *out);

enum leaving {
	LEAVING_NOT = 0,
	LEAVING_BY_WISH,
	LEAVING_AT_END,      /* the input has ended */
	LEAVING_INTERRUPTED, /* ctrl-C */
};

struct browser;

/* The games that people have played, as a page that shows them turn by turn with all dice, as `arena report
 * --only-game` does for games of robots. */

/* A zeroed struct is empty, and may be released. */
struct played {
	struct game_record record; /* record of the game in progress */
	json_t *games;             /* the finished games, in the form of output/viewer.h; owned */
	char *path;                /* path of the page; NULL: it has not been written yet; owned */
	struct decisions decisions; /* decisions of people that coach can value */
	json_t *moves;             /* the most costly of these decisions; NULL: they have not been valued; owned */
	pid_t pid;                 /* the process that values them; 0: there is none */
	int fd;                    /* the descriptor of its output */
	struct str found;          /* the part of the output that has been read */
};

void played_release(struct played *played);

/* Records the next event of a game of this tournament. is_human[player] is true for people. */
void played_watch(struct played *played, const struct tournament *tournament, const bool *is_human,
		  const struct watch_event *watch_event);

/* Stores the moves of people in the game that has just ended, if coach can value them. */
void played_note_moves(struct played *played, const bool *is_human);

/* Starts to value all moves so far in a process of its own, because that can take seconds. */
void played_value(struct played *played, const struct rules *rules);

/* Waits at most most_ms for the process of played_value (-1: without a limit). Returns true if it has ended and the
 * page has changed. */
bool played_collect(struct played *played, int most_ms);
void played_stop(struct played *played);

/* Appends the HTML of the page to `out`. names[player] are the names of the players. */
void played_page(const struct played *played, const struct tournament *tournament, char *const *names, struct str *out);

enum { PLAYED_MOST = 200 };

/* Writes the page to the folder `played` in the results folder. Only this user may read that folder. The first call
 * creates a new file; later calls write to the same file. Removes the oldest pages if there are more than
 * PLAYED_MOST. */
int played_keep(struct played *played, const struct tournament *tournament, char *const *names, const char *results,
		struct err *err);

/* Stores the last table in the same folder: its players as typed on a command line, and its rules, unless they come
 * from a file. Failures are ignored. */
void played_remember(const char *results, const struct rules *rules, char *const *specs, int n);

/* Adds the arguments of `play` for the stored table. Returns false if no table is stored. */
bool played_recall(const char *results, struct words *words);

/* A zeroed play session may be released. */
struct play_session {
	struct tournament *tournament; /* borrowed */
	struct browser *browser;       /* people play on pages, and the terminal only shows the game; owned; NULL:
	                                * none */
	struct terminal *terminal;     /* borrowed */
	bool is_open;                  /* all dice are shown all the time */
	bool is_stepping;              /* waits for Enter before each turn of a robot */
	bool shows_history;
	int64_t pause_ns;              /* after each play of a robot, on a screen */

	/* The players, by letter: 0 is A. */
	int n_players, n_humans;
	enum maexchen_cheat cheat;     /* the cheat in these games, of player `cheater` */
	int cheater;
	char *name[GAME_MAX_SEATS];    /* owned */
	bool is_human[GAME_MAX_SEATS];
	bool has_failed[GAME_MAX_SEATS]; /* its first fault has been shown */
	int reader;                    /* the player called "you" in all texts, if there is only one person; else -1 */
	bool is_drawn;                 /* the order of the seats was drawn at random */
	struct deputy deputy[GAME_MAX_SEATS]; /* by player: the robot that may move for a person */

	/* The game in progress. */
	const struct game *game;       /* valid while it is played */
	int rotation;
	struct match_plan plan;
	int hand;                      /* from 1 */
	size_t n_told;                 /* number of bytes of the history that have been shown */
	int turn;                      /* the player who is asked, or -1 */
	int owner;                     /* the player whose dice own_hands shows, or -1 */
	char *own_hands;               /* hands of the last ask of that player in this hand; owned */
	int at_keyboard;               /* the person at the keyboard, or -1 */
	bool is_running;               /* the game runs to its end without being shown */
	enum leaving leaving;
	/* Called after each completed game. Returns true if the next game of the match may begin. NULL means that it
	 * always may. */
	bool (*next_game)(void *context);
	void *next_context;
	double wins[GAME_MAX_SEATS];   /* wins so far; shared wins are fractions */
	struct str notice;             /* a text that is shown once, at the next prompt */
	struct str past;               /* how the earlier hands ended, one in each line */
	struct score score;
	struct played played;
	const char *results;           /* folder for finished games; borrowed; NULL: they are not kept */
};

/* Takes the players and their names from tournament->robots. The caller sets is_open and the other fields afterwards.
 * is_at_pages means that people do not read this terminal, so texts address none of them as "you". */
void play_session_init(struct play_session *session, struct tournament *tournament, struct terminal *terminal,
		       bool is_at_pages);
void play_session_release(struct play_session *session);

/* Plays the games of one rotation of a match, in which player 0 has seat `rotation`, and prints their results unless
 * the person quits (see session->leaving). Returns non-zero on a failure of the system. */
int play_session_play(struct play_session *session, int rotation, struct err *err);

/* Shows an event of a game at the terminal; `context` is the play session. Returns false to stop. */
bool play_session_watch(const struct watch_event *s, void *context);

/* Returns true if this player is a person for whom no robot moves. */
bool play_session_asks(const struct play_session *session, int player);

/* Returns true if the person, and not a robot, chose the player's last play. */
bool play_session_has_chosen(const struct play_session *session, int player);

int play_session_seat(const struct play_session *session, int player);
bool play_session_is_in(const struct play_session *session, int player);

/* Counts the people who are still in the game. */
int play_session_humans_in(const struct play_session *session);

/* Fills in the names by seat, for game_describe_hand. The name of the person called "you" is NULL. */
void play_session_names(const struct play_session *session, const char *names[GAME_MAX_SEATS]);

/* Steps through the entries "L:..." of a history or of hands. *player is the player from 0, *text the text after the
 * colon, and *n its length up to the comma or '@'. Returns false after the last entry. */
bool history_next_entry(const char **at, int *player, const char **text, int *n);

/* Reads the next play of a history. */
bool history_next_play(const char **at, int *player, int *play);

/* Returns true if the entry is "auto", alone or with words after it. With `auto` a robot moves for a person, once, for
 * a number of moves, or until `auto off`. It works in the same way at the terminal and on pages. */
bool auto_is(const char *entry);

/* Carries out `auto` for a person. Its words are a number of moves, "on" or "off", and a robot, each optional and in
 * any order. The default robot is the one used last; at first it is the baseline of the family or, if that does not
 * play the variant, prober. Returns false with a message. */
bool auto_obey(struct play_session *session, int player, const char *entry, struct str *message);

/* Returns true if a robot makes the next move of this person. */
bool auto_is_on(const struct play_session *session, int player);

/* Gets the robot's move. Returns false with a message if the robot failed or its play is not legal; the robot then
 * makes no more moves for this person. */
bool auto_move(struct play_session *session, char me, const char *hands, int *play, struct str *message);
