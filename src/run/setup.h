/* setup.h - what the commands that play have in common: rules and robots from their names, warnings, signals. */
#pragma once

#include "game/rules.h"
#include "match/tournament.h"
#include "robot/robot.h"
#include "run/request.h"
#include "store/run_config.h"

/* Opens the rules of a variant or a file. A file in the current folder needs no "./", unlike in rules_open. */
int setup_open_rules(const char *name, struct rules *rules, struct err *err);

/* Changes rules by "option=value", settings[i], i < n. */
int setup_change_rules(const char *const *settings, int n, struct rules *rules, struct err *err);

/* Opens the robots specs[i], i < n, and makes their labels unique (robot_make_labels).
 * *robots is the caller's, for setup_close; untouched on failure. */
int setup_robots(char *const *specs, int n, struct robot **robots, struct err *err);
void setup_close(struct robot *robots, int n);

/* Called after the robots are loaded. Warns about robots that do not list these rules, about robots that need
 * more time, and about problems of programs. */
void setup_warn(const struct tournament *tournament);

/* Called after the robots are loaded. Fails with EXIT_USAGE for robots that list variants, but not this one. */
int setup_refuse(const struct tournament *tournament, struct err *err);

/* Reads the value of --games: "17" or "17-20", numbers from 1 to most. */
int setup_numbers(const char *text, long long most, uint64_t *first, uint64_t *last, struct err *err);

/* Returns a flag that the first SIGINT, SIGTERM or SIGHUP sets; a second one kills as usual. A SIGHUP that was ignored
 * when the program was started (nohup) stays ignored. */
const volatile sig_atomic_t *setup_stop(void);

/* Does the same for a command that mostly writes: the signal also ends a write to a pipe without a reader. */
const volatile sig_atomic_t *setup_stop_writing(void);

/* Called before a run, after its robots are loaded. Fails with EXIT_WORLD if the robots' files alone, counted as often
 * as they are loaded at once, need more memory than is available. Warns on stderr if the limit that the user chose
 * allows more than is available. There is no warning for the default limit, which is far above what robots use. */
int run_memory_check(const struct request *request, const struct tournament *tournament, struct err *err);

/* Allows the robots named by request->network to use the network, and lets each report its usage. Fails with EXIT_USAGE
 * for one that does not play or is not a program. */
int network_robots_allow(const struct request *request, struct robot *robots, int n, struct err *err);

/* Adds a line for each robot that reports its usage. */
void network_robots_describe(const struct robot *robots, int n, struct str *out);
