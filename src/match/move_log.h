/* move_log.h - the answers of the robots in a match, ask by ask. Together with the seed they determine the whole match,
 * even with people, programs with random numbers of their own, or timeouts on a busy machine.
 *
 * The format, in which all numbers are varints (base/varint.h):
 *
 *   for each game, rotation 0 of every block, then rotation 1, ...:
 *     the number of bytes that follow
 *     for each turn   8 * zigzag(play), or the verdict of a robot that failed (verdict.h: below 8, never 0)
 *     for each showdown   how many failed while observing, and the seat and verdict of each */
#pragma once

#include "base/varint.h"
#include "robot/verdict.h"

/* Write a game event by event, and append it to the earlier games of its match. */
void move_log_add_play(struct str *game, int play);
void move_log_add_fault(struct str *game, enum verdict verdict);
void move_log_add_showdown(struct str *game, int n_failed);
void move_log_add_failed(struct str *game, int seat, enum verdict verdict);
void move_log_add_game(struct str *log, const struct str *game);

/* Finds the events of game `number`, counted in the order in which games were written. The bytes may be damaged, and
 * *game borrows them. Returns false if there is no such game. */
bool move_log_find(const void *bytes, size_t size, uint64_t number, struct varints *game);

/* Read the next event; return false if it is of another kind. Set *verdict to VERDICT_OK when the robot answered
 * *play. */
bool move_log_turn(struct varints *game, int *play, enum verdict *verdict);
bool move_log_showdown(struct varints *game, int n_seats, int *n_failed);
bool move_log_failed(struct varints *game, int n_seats, int *seat, enum verdict *verdict);
