/* game_record.h - records a whole game from the events of a watched game: every decision with the information that the
 * player had, and every hand with all dice. Logs and statistics are computed from the record. This code does not
 * write. */
#pragma once

#include "game/game.h"
#include "game/odds.h"
#include "match/schedule.h"
#include "match/tournament.h"

/* A turn, in which a player was asked for a play. Showdowns are not turns. */
struct game_record_ask {
	int seat;
	enum verdict verdict;/* verdict on its answer; neither ok nor illegal: there was no answer */
	int play;            /* the answer; 0 when there was none */
	struct odds faced;  /* odds of the bid that it was able to call; bid 0: none */
	struct odds made;   /* odds of its own bid, given its own dice, once it is on the table; bid 0: none */
	struct odds left;   /* odds of the bid that its play has put on the table, as seen by the next player; bid 0:
	                     * none */
	size_t hands, history; /* the strings of the ask, for game_record_text */
	size_t cause, output; /* the reason why there was no answer; the output of the robot; 0: none */
};

/* A failure during a showdown, after the end of a hand. */
struct game_record_look {
	int seat;
	enum verdict verdict;
	size_t cause, output;
};

struct game_record_seat {
	uint64_t dealt; /* dice at the beginning of the hand, packed (dice.h) */
	uint64_t dice;  /* dice at the end of the hand, packed; in Mäxchen only those of the claimer, or of the player
	                 * who rolled first */
	int points;     /* at the beginning of the hand */
	uint8_t n_dice; /* number of dice at the beginning of the hand; 0 if the seat was eliminated before */
	uint8_t left;   /* the same, but after an elimination the dice that the seat still had */
};

/* Arrays by seat have log->n_seats entries. */
struct game_record_hand {
	int first_ask, n_asks;
	int first_look, n_looks;
	uint32_t in_before;   /* bit per seat: in the game at the beginning of the hand */
	bool is_broken;      /* it ended with a fault, without a showdown, and was dealt again for the others */
	uint32_t failed_looking; /* bit per seat: it failed at the showdown after the end, and lost dice or points, or
	                          * the game, because of this */
	uint32_t timed_out;      /* the seats in failed_looking that took too long */
	uint32_t expelled;       /* the seats in failed_looking that were eliminated because of this failure */
	int wild;                       /* the face that counted as every other face for the last bid; 0: none */
	size_t hands, history, words; /* all dice, all plays, and how the hand ended, for game_record_text */
	size_t history_length, words_length;
	struct game_record_seat seat[GAME_MAX_SEATS];
	struct hand_result last;
};

struct game_record {
	uint64_t number;     /* number in the run, from 0 */
	const struct rules *rules; /* borrowed from the tournament */
	int n_seats;
	char letter[GAME_MAX_SEATS]; /* by seat */
	bool is_over;
	int n_hands, n_asks, n_looks;
	int n_forgotten;     /* number of hands of the game before hands[0] */
	struct game_record_hand *hands; /* hands[i], i < n_hands; owned */
	struct game_record_ask *asks;   /* likewise */
	struct game_record_look *looks; /* likewise */

	/* Set these before the game begins. */
	bool has_words;      /* describe in words how hands end; seats are named by their letters */
	const struct tournament *tournament; /* if set, seats are named by the names of its robots; NULL: by letters */
	const int *robots;   /* robots[seat], for a game outside a tournament; borrowed; else NULL */
	bool has_no_asks;    /* keep only hands, so events of asks and answers need not be passed */
	bool has_one_hand;   /* keep only the last hand; a new hand replaces those before it (game_record_settle) */

	/* The state while the game continues. */
	bool is_failing;     /* the last ask ended in a fault, whose cost is not known yet */
	int bid;             /* the bid on the table at the last event */
	int asks_room, hands_room, looks_room;
	struct str text;
	const char *name[GAME_MAX_SEATS]; /* by seat, for the words */

	/* The results by seat, set when the game is over. They are at the end of the struct, because the members above
	 * are used in each hand. */
	int left[GAME_MAX_SEATS], points[GAME_MAX_SEATS];
	int places[GAME_MAX_SEATS], n_tied[GAME_MAX_SEATS];
};

void game_record_release(struct game_record *log);

/* Completes the last hand. Call it before a WATCH_HAND or WATCH_OVER is passed to game_record_watch, which also
 * completes the hand but, with has_one_hand, then drops it. */
void game_record_settle(struct game_record *log, const struct watch_event *watch_event);

/* Records the next event of a game. A WATCH_GAME begins a new game. */
void game_record_watch(struct game_record *log, const struct watch_event *watch_event);

/* Returns a string of the record; valid until the record is changed. */
static inline const char *game_record_text(const struct game_record *log, size_t at)
{
	return log->text.text + at;
}

/* Returns the player in a seat: an index in the robots of the table, and also the letter from 'A'. Seats rotate with
 * the number of the game. */
static inline int game_record_player(const struct game_record *log, int seat)
{
	return log->letter[seat] - 'A';
}

/* Returns the robot in a seat (an index in the run). `tournament` or `robots` must be set. */
int game_record_robot(const struct game_record *log, int seat);
