/* evening.h - finals that consist of rounds of matches: Swiss tournaments, and single and double eliminations. The
 * rounds and their pairings are a function of the seeds of the players and of the results so far, without random
 * choices. So the state of such a final is only its results (last_evening.h).
 *
 * Players are identified by their seeds, the places in the standings, from 0. A match has n seats, 2 or more. The score
 * of a player is the mean of (n - place) / (n - 1) over the games of the match, which for two seats is the share of
 * games won. */
#pragma once

#include "match/schedule.h"

enum evening_form { EVENING_ROUND_ROBIN, EVENING_SWISS, EVENING_ELIMINATION, EVENING_DOUBLE };

/* Names of the forms, ended by NULL. */
extern const char *const evening_forms[];

enum { EVENING_NAME = 40 };

struct evening_match {
	int n;                             /* seats; fewer than 2: a bye */
	int player[SCHEDULE_MAX_SEATS];    /* the best seed first */
	int n_up;                          /* elimination: number of players that advance; 0: ties share a place */
	bool is_known;                     /* it has been played, or it is a bye */
	double score[SCHEDULE_MAX_SEATS];  /* 0 to 1, over all its games */
	uint64_t games;
	int place[SCHEDULE_MAX_SEATS];     /* places from 1; players that tie have the best of their places */
	int n_extra;                       /* how many times extra games were played because of a tie */
	bool is_by_seed;                   /* it was still a tie after the extra games, so the better seed is first */
	int64_t run;                       /* the run of its games except the extra ones; 0: none. This and the next are
	                                    * set by last_evening.c */
	int table;                         /* the number of its table in the run */
};

struct evening_round {
	char name[EVENING_NAME];           /* "Round 3", "Semifinal" */
	struct evening_match *matches;     /* owned */
	int n;
};

struct evening_player {
	double points;                     /* sum over its matches of (n - place) / (n - 1), with ties averaged; 1 for a
	                                    * bye */
	double buchholz;                   /* the sum of the points of its opponents; for a bye its own points */
	double score;                      /* the mean of its scores */
	int matches, wins, byes;
	int last_round;                    /* elimination: the round, from 1, in which it was eliminated; larger than
	                                    * all rounds if it was not */
	int last_place;                    /* its place in that match */
	int first_rank, last_rank;         /* from 1 */
};

struct evening {
	enum evening_form form;
	int n_players, n_seats, n_wanted;  /* n_wanted: rounds of a Swiss tournament */
	struct evening_round *rounds;      /* the rounds that have begun, and the next one; owned */
	int n_rounds;
	struct evening_player *players;    /* owned */
	int *order;                        /* the players, best first; owned */
	bool is_over;                      /* all results are known */
};

void evening_release(struct evening *evening);
#define AUTO_EVENING __attribute__((cleanup(evening_release)))

/* Returns the usual number of rounds of a Swiss tournament: the number after which only one player can have won all its
 * matches, plus one. */
int evening_swiss_rounds(int n_players);

/* Fills in rounds, players and order. The caller has set form, n_players, n_seats and n_wanted, and zeroed the rest.
 * Calls find for each round in turn, which fills in the results of its matches: is_known and, if that is true, score,
 * place and games. Byes are already filled in. Stops after the first round in which a result is unknown. Returns -1 if
 * find returns -1. */
int evening_pair(struct evening *evening,
		 int (*find)(struct evening *evening, int round, void *context, struct err *err), void *context,
		 struct err *err);

/* Sets the places of a match from its scores. Among players with equal scores the better seed is first; if n_up is 0,
 * they share a place. */
void evening_place(struct evening_match *match);

/* Lists the players of a match, as indices in it, in the order of their places. In a bye all players are first. */
void evening_order(const struct evening_match *match, int *order);

/* Returns true if the scores alone do not decide which players advance. */
bool evening_is_tied(const struct evening_match *match);
