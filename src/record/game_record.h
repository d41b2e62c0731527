/* game_record.h - records a whole game from the events of a watched game: every decision with the information that the
 * player had, every hand with all dice. Logs and statistics are computed from it. It writes nothing. */
#pragma once

#include "game/game.h"
#include "game/odds.h"
#include "match/schedule.h"
#include "match/tournament.h"

/* A turn, in which a player was asked for a play. Showdowns are not turns. */
struct game_record_ask {
	int seat;
	enum verdict verdict;/* of its answer; not ok or illegal: it gave no answer */
	int play;            /* as answered; 0 when it gave none */
	struct odds faced;  /* the bid that it could have called; bid 0: none */
	struct odds made;   /* its own bid, by its own dice, once it is on the table; bid 0: none */
	struct odds left;   /* the bid that its play has put on the table, as the next player sees it; bid 0: none */
	size_t hands, history; /* the strings it was asked with: game_record_text */
	size_t cause, output; /* why it gave no answer; the output of the robot; 0: nothing */
};

/* A failure during a showdown, after the end of a hand. */
struct game_record_look {
	int seat;
	enum verdict verdict;
	size_t cause, output;
};

struct game_record_seat {
	uint64_t dealt; /* packed (dice.h), at the beginning of the hand */
	uint64_t dice;  /* packed; Mäxchen: of the claimer, or of the player who rolled first */
	int points;     /* at its beginning */
	uint8_t n_dice; /* at its beginning; 0 when it is eliminated */
	uint8_t left;   /* the same, also when it is eliminated */
};

/* Arrays by seat have log->n_seats entries. */
struct game_record_hand {
	int first_ask, n_asks;
	int first_look, n_looks;
	uint32_t in_before;   /* bit per seat: in the game at its beginning */
	bool is_broken;      /* ended by a fault without a showdown, and dealt again for the others */
	uint32_t failed_looking; /* bit per seat: failed at the showdown after the end, and paid for it */
	uint32_t timed_out;      /* those of them that took too long */
	uint32_t expelled;       /* those of them that it eliminated */
	int wild;                       /* what counted as every other face for the last bid; 0: nothing */
	size_t hands, history, words; /* all dice, all plays, how it ended: game_record_text */
	size_t history_length, words_length;
	struct game_record_seat seat[GAME_MAX_SEATS];
	struct hand_result last;
};

struct game_record {
	uint64_t number;     /* in the run, from 0 */
	const struct rules *rules; /* borrowed from the tournament */
	int n_seats;
	char letter[GAME_MAX_SEATS]; /* by seat */
	bool is_over;
	int n_hands, n_asks, n_looks;
	int n_forgotten;     /* hands of the game before hands[0] */
	struct game_record_hand *hands; /* hands[i], i < n_hands; owned */
	struct game_record_ask *asks;   /* likewise */
	struct game_record_look *looks; /* likewise */

	/* Set before the game begins. */
	bool has_words;      /* describe in words how hands end; seats are called by their letters */
	const struct tournament *tournament; /* or by these robots' names; NULL: by letters */
	const int *robots;   /* robots[seat], of a game outside a tournament; borrowed; else NULL */
	bool has_no_asks;    /* keep hands alone: events of asks and answers need not be shown */
	bool has_one_hand;   /* keep only the last hand: a hand forgets those before it (game_record_settle) */

	/* While the game continues. */
	bool is_failing;     /* the last ask ended in a fault, and what that costs is not known yet */
	int bid;             /* on the table, when last looked at */
	int asks_room, hands_room, looks_room;
	struct str text;
	const char *name[GAME_MAX_SEATS]; /* by seat, for the words */

	/* By seat, when over: last, because the fields above are used for each hand. */
	int left[GAME_MAX_SEATS], points[GAME_MAX_SEATS];
	int places[GAME_MAX_SEATS], n_tied[GAME_MAX_SEATS];
};

void game_record_release(struct game_record *log);

/* Completes the last hand; call it before a WATCH_HAND or WATCH_OVER is taken. game_record_watch does this too, but
 * with has_one_hand the hand is then forgotten. */
void game_record_settle(struct game_record *log, const struct watch_event *watch_event);

/* Takes the next event of a game. A WATCH_GAME begins a new one. */
void game_record_watch(struct game_record *log, const struct watch_event *watch_event);

/* Returns a string of the log; valid until the log is changed. */
static inline const char *game_record_text(const struct game_record *log, size_t at)
{
	return log->text.text + at;
}

/* Returns the player (index in the table's robots, and letter from 'A') in a seat: seats rotate with the number of the
 * game. */
static inline int game_record_player(const struct game_record *log, int seat)
{
	return log->letter[seat] - 'A';
}

/* Returns the robot in a seat (index in the run), with `tournament` or `robots` set. */
int game_record_robot(const struct game_record *log, int seat);
