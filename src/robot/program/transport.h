/* transport.h - the transport to a robot that is a program in any language, speaking lines on stdin and stdout.
 *
 *   game VARIANT option=value ...   to it, before the first ask of a game
 *   seed N                          to it, likewise; N < 2^53, so that every language can hold it
 *   table K N                       to it, before an ask, with tables=yes: its game and the number of the ask in it
 *   match K                         to it, before that, with matches=yes: a match begins at this table
 *   A A:53321,B:xx A:23             an ask: ME HANDS HISTORY; an empty history is "-"
 *   23                              from it: the play, one line per ask; after a showdown anything
 *   robot name=Foo lanes=64 ...     from it, optional, once before its first answer: its manifest
 *
 * A program without lanes plays one attempt of one match in a process. With lanes=N, N > 1, it declares that it has no
 * state between asks, or with matches=yes state for each match: a process then gets the asks of up to N games at once, each
 * preceded by its own seed, and may serve other matches afterwards, always in the same attempt number (sandbox.c has the
 * reason). `game` then comes once, at the beginning.
 *
 * With forks=yes, and without lanes, a process that has loaded the robot forks one for each match (docs/programs.md). The forks of a
 * worker are watched together. Where one fails, its match is played again in a process that is started for it, which alone can be
 * at fault.
 *
 * All programs are asked before any answer is awaited, so they compute at the same time. */
#pragma once

#include "robot/transport.h"

/* Maximum number of program processes of a worker. More would gain little on one core: programs that wait for other
 * things can play many games at once instead. And an interpreter needs 10 to 50 MB. */
enum { PROGRAM_PROCESSES = 16 };

/* Games that one process may take part in at once. */
enum { PROGRAM_MOST_LANES = 1024 };

/* Returns the maximum number of lanes of a worker with this robot at its tables of n_seats each. */
int program_lanes(const struct robot *robot, int n_seats);

/* Returns the transport. Cannot fail: processes are started when a lane is seated. */
struct transport *program_new(const struct robot *robot, const struct transport_plan *plan);

/* Starts the robot once with only a `game` line, and reads its manifest into robot->manifest, or the reason why it
 * cannot be started into robot->fault. Returns non-zero if it cannot be confined here (EXIT_WORLD). */
int program_probe(struct robot *robot, const struct transport_plan *plan, struct err *err);

/* Reads a line "robot key=value ..."; returns false if it is not one. */
bool program_read_manifest(const char *line, struct robot_manifest *manifest);
