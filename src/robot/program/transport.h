/* transport.h - the transport to a robot that is a program in any language, speaking lines on stdin and stdout.
 *
 *   game VARIANT option=value ...   to it, before the first ask of a game
 *   seed N                          to it, likewise; N < 2^53, so that every language can hold it
 *   A A:53321,B:xx A:23             an ask: ME HANDS HISTORY; an empty history is "-"
 *   23                              from it: the play, one line an ask; after a showdown anything
 *   robot name=Foo lanes=64 ...     from it, if it likes, once before its first answer: its card
 *
 * A program that says nothing of lanes plays one attempt of one match in a process and is gone. With lanes=N, N > 1,
 * it says that it keeps nothing in mind between asks: a process then gets the asks of up to N games at once, each
 * preceded by a seed of its own, and may serve other matches after that, always in the same attempt number (for the
 * reason see sandbox.c). `game` then comes once, at the beginning.
 *
 * All programs are asked before the answers of any are awaited, so they think at the same time. */
#ifndef ARENA_ROBOT_PROGRAM_TRANSPORT_H
#define ARENA_ROBOT_PROGRAM_TRANSPORT_H

#include "robot/so/sandbox.h"

/* Processes of programs that a worker has at a time, in all. A core has little to gain from more of them: those
 * that wait for something other than the core may take many games at once instead. And an interpreter is 10
 * to 50 MB. */
enum { PROGRAM_PROCESSES = 16 };

/* Games that one process may take part in at once. */
enum { PROGRAM_MOST_LANES = 1024 };

/* How many lanes a worker may have with this robot at its tables, of n_seats each. */
int program_lanes(const struct robot *robot, int n_seats);

/* Never fails: processes are started when a lane is seated. */
struct transport *program_new(const struct robot *robot, const struct transport_plan *plan);

/* Starts it once with no more than a `game` line, and reads its card into robot->card, or why it cannot be
 * started into robot->fault. Non-zero: it cannot be confined here (EXIT_WORLD). */
int program_probe(struct robot *robot, const struct transport_plan *plan, struct err *err);

/* Takes in a line "robot key=value ..."; false when it is none. */
bool program_read_manifest(const char *line, struct robot_manifest *manifest);

#endif
