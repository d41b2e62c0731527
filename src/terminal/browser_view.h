/* browser_view.h - what the page of one person receives, as JSON. */
#ifndef ARENA_TERMINAL_BROWSER_VIEW_H
#define ARENA_TERMINAL_BROWSER_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "terminal/table.h"

enum browser_stage {
	BROWSER_GATHERING = 0, /* waiting for people */
	BROWSER_PLAYING,
	BROWSER_SHOWDOWN,      /* a hand has ended */
	BROWSER_OVER,          /* a game has ended */
	BROWSER_CLOSED,        /* the session is over */
};

enum { BROWSER_TOKEN = 32 }; /* characters: 128 random bits */

/* A person, and whether their page is open. */
struct browser_person {
	int player;
	char token[BROWSER_TOKEN + 1];
	int64_t seen_ns;           /* time of the page's last request; 0: never */
	bool is_ready;             /* for the next hand, or the next game */
	unsigned seen_version;     /* the state last sent to it */
};

/* The state that pages show. */
struct browser_state {
	const struct play_session *play_session;
	const struct browser_person *person; /* n_persons of them */
	int n_persons;
	unsigned version;          /* changes with the state */
	enum browser_stage stage;
	int n_games, game;         /* of the series; from 1 */
	int asked;                 /* player who is asked, or -1 */
	unsigned ask;              /* number of that ask */
	json_t *plays;             /* that are legal then */
	int64_t now_ns;            /* clock_wall_ns */
};

/* Is this person's page open? */
bool browser_is_here(const struct browser_person *person, int64_t now_ns);

/* The plays that the person asked now may choose from: an array, the caller's. */
json_t *browser_legal_plays(const struct game *game);

/* The lines of a text, cleaned: an array, the caller's. */
json_t *browser_lines(const char *text);

/* The whole state, the caller's. Before a game it has only what is known:
 *   version, stage, game, games, hand, pause (ms), you (own seat), points (do they count?)
 *   seats   in turn order: me, name, person, here, ready, left, points, in, place, tied, wins
 *   hands   as the person's own seat sees them now; all of them once they are shown
 *   plays   of this hand: seat, play, words; turn: a seat or -1; claim: what the last bid means
 *   past    how the hands before ended, lines
 *   ask     for who is asked: number, plays, aside
 *   end     once a hand has ended: words, loser, delta, face, wild, count (-1: nothing was counted) */
json_t *browser_view(const struct browser_state *state, const struct browser_person *person);

#endif
