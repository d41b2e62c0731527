/* table.h - a game at the terminal: the people there, what they have seen, and the moments of the
 * game turned into what is shown and asked.
 *
 * What a person may see comes from two sources only: the strings of the person's own asks, and what
 * is public of the game (history, dice and points left, at a showdown the hands shown). The dice of
 * others are looked at before a showdown only where `is_open` was asked for.
 *
 *   table.c          the moments of a game
 *   table_ask.c      prompts, and what is typed there
 *   table_draw.c     a screen that is drawn anew each time
 *   table_text.c     text below text: pipes, files, --plain
 *   table_lore.c     what plays mean, chances, help: by rule family (table_common.c is one)
 *   table_parts.c    pieces that both show
 *   table_score.c    dice or points after each hand
 *   table_evening.c  the command line, and game after game */
#ifndef ARENA_CLI_TABLE_H
#define ARENA_CLI_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"
#include "cli/table_score.h"
#include "cli/terminal.h"
#include "game/game.h"
#include "game/maexchen_cheat.h"
#include "match/tournament.h"

enum leaving {
	LEAVING_NOT = 0,
	LEAVING_BY_WISH,
	LEAVING_AT_END,      /* of input */
	LEAVING_INTERRUPTED, /* ctrl-C */
};

/* A zeroed sitting may be released. */
struct sitting {
	struct tournament *tournament; /* borrowed */
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

	/* The game in progress. */
	const struct game *game;       /* valid while it is played */
	int rotation;
	struct match_plan plan;
	int hand;                      /* from 1 */
	size_t n_told;                 /* bytes of the history that have been told */
	int turn;                      /* the player who is asked, or -1 */
	int owner;                     /* whose dice own_hands shows, or -1: nobody's */
	char *own_hands;               /* of the last ask of that person in this hand; owned */
	int at_keyboard;               /* the person there, or -1 */
	bool is_held;                  /* Enter was just pressed: the next turn need not wait for it */
	bool is_running;               /* to the end: nothing is shown on the way */
	enum leaving leaving;
	double wins[GAME_MAX_SEATS];   /* of the games so far; shared ones are parts */
	struct str notice;             /* to be shown once */
	struct str past;               /* how the hands before ended, a line each */
	struct score score;
};

/* Takes the players from tournament->robots. A human's only option is name=; others are
 * EXIT_USAGE. Zero is_open and so on mean what they say; the caller sets them afterwards. */
int sitting_init(struct sitting *sitting, struct tournament *tournament, struct terminal *terminal, struct err *err);
void sitting_release(struct sitting *sitting);

/* Plays one game, in which player 0 sits in seat `rotation`, and tells its result unless it was
 * left: see sitting->leaving. Non-zero: the world failed. */
int sitting_play(struct sitting *sitting, int rotation, struct err *err);

/* ---- for the files of the table ---------------------------------------------------------- */

int sitting_seat(const struct sitting *sitting, int player);
bool sitting_is_in(const struct sitting *sitting, int player);

/* People who are still in the game. */
int sitting_humans_in(const struct sitting *sitting);

/* Has the game points (or are dice what counts)? */
bool sitting_has_points(const struct sitting *sitting);

/* Names by seat, for game_tell_hand. */
void sitting_names(const struct sitting *sitting, const char *names[GAME_MAX_SEATS]);

/* Steps through a history or through hands: the next entry "L:...". player from 0; *text is what
 * follows the colon, *n its bytes up to the comma or '@'. False after the last. */
bool table_next_entry(const char **at, int *player, const char **text, int *n);

/* The next play of a history. */
bool table_next_play(const char **at, int *player, int *play);

#endif
