/* transport.h - the transport to a robot that is a program in any language, which reads lines on stdin and writes lines
 * on stdout.
 *
 *   game VARIANT option=value ...   to it, before the first ask of a game
 *   seed N                          to it, at the same time; N < 2^53, so that every language can represent it
 *   table K N                       to it, before an ask, with tables=yes: its game, and the number of the ask in the
 *                                   game
 *   match K                         to it, before that, with matches=yes: a match begins at this table
 *   A A:53321,B:xx A:23             an ask: ME HANDS HISTORY; an empty history is "-"
 *   23                              from it: the play, one line per ask; any line after a showdown
 *   robot name=Foo lanes=64 ...     from it, optional, once before its first answer: its manifest
 *
 * A process of a program without lanes plays one attempt of one match. With lanes=N, N > 1, a program declares that it
 * keeps no state between asks or, with matches=yes, that it keeps separate state for each match. A process then gets
 * the asks of up to N games at once, each preceded by its own seed, and may serve other matches afterwards, always with
 * the same attempt number (groups.h has the reason). `game` is then sent only once, at the beginning.
 *
 * With forks=yes, and without lanes, a process that has loaded the robot forks a process for each match
 * (docs/programs.md). The limits apply to all forks of a worker together. If a fork fails, its match is played again in
 * a process of its own, and only that process can be at fault.
 *
 * All programs are asked before the arena waits for any answer, so they compute at the same time. */
#pragma once

#include "robot/transport.h"

/* Maximum number of program processes of a worker. More would gain little on one core, and an interpreter needs 10 to
 * 50 MB. A program that waits for something else can declare lanes instead, and play many games in one process. */
enum { PROGRAM_PROCESSES = 16 };

/* Limit on the games that one process plays at once. */
enum { PROGRAM_MOST_LANES = 1024 };

/* Returns the maximum number of lanes of a worker if this robot plays at its tables of n_seats. */
int program_lanes(const struct robot *robot, int n_seats);

/* Returns the transport. Cannot fail: processes are started when a lane is seated. */
struct transport *program_new(const struct robot *robot, const struct transport_plan *plan);

/* Starts the robot once with only a `game` line, and stores its manifest in robot->manifest or, if it cannot be
 * started, the reason in robot->fault. Returns non-zero if it cannot be confined on this system (EXIT_WORLD). */
int program_probe(struct robot *robot, const struct transport_plan *plan, struct err *err);

/* Reads a line "robot key=value ...". Returns false if the line is another one. */
bool program_read_manifest(const char *line, struct robot_manifest *manifest);
