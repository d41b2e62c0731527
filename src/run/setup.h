/* setup.h - code that all commands that play share: opens rules and robots by name, prints warnings, handles
 * signals. */
#pragma once

#include "game/rules.h"
#include "match/tournament.h"
#include "robot/robot.h"
#include "run/request.h"
#include "store/run_config.h"

/* Opens the rules of a variant or a file. A file in the current folder needs no "./", unlike in rules_open. */
int setup_open_rules(const char *name, struct rules *rules, struct err *err);

/* Changes rules by settings[i], i < n, of the form "option=value". */
int setup_change_rules(const char *const *settings, int n, struct rules *rules, struct err *err);

/* Opens the robots specs[i], i < n, and makes their labels unique (robot_make_labels).
 * The caller owns *robots and releases it with setup_close; it is unchanged on failure. */
int setup_robots(char *const *specs, int n, struct robot **robots, struct err *err);
void setup_close(struct robot *robots, int n);

/* Warns about robots that do not list these rules, robots that need more time, and problems of programs. Called after
 * the robots are loaded. */
void setup_warn(const struct tournament *tournament);

/* Fails with EXIT_USAGE if a robot lists variants, but not this one. Called after the robots are loaded. */
int setup_refuse(const struct tournament *tournament, struct err *err);

/* Parses the value of --games: "17" or "17-20", with numbers from 1 to `most`. */
int setup_numbers(const char *text, long long most, uint64_t *first, uint64_t *last, struct err *err);

/* Returns a flag that the first SIGINT, SIGTERM or SIGHUP sets; a second one kills as usual. A SIGHUP that was ignored
 * when the program was started (nohup) stays ignored. */
const volatile sig_atomic_t *setup_stop(void);

/* Does the same for a command that mostly writes. The signal then also interrupts a write to a pipe that is not being
 * read. */
const volatile sig_atomic_t *setup_stop_writing(void);

/* Fails with EXIT_WORLD if the robots' files alone, with all copies that are loaded at once, need more memory than is
 * available. Warns on stderr if a limit that the user chose allows more than is available; there is no warning for the
 * default limit, which is far above what robots use. Called before a run, after its robots are loaded. */
int run_memory_check(const struct request *request, const struct tournament *tournament, struct err *err);

/* Allows the robots in request->network to use the network, and makes each of them report its usage. Fails with
 * EXIT_USAGE if one of them does not play or is not a program. */
int network_robots_allow(const struct request *request, struct robot *robots, int n, struct err *err);

/* Adds a line for each robot that reports its usage. */
void network_robots_describe(const struct robot *robots, int n, struct str *out);
