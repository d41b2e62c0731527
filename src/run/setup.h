/* setup.h - what the commands that play have in common: the options for rules, robots, seed and limits, and reading them. */
#pragma once

#include "base/options.h"
#include "game/rules.h"
#include "match/tournament.h"
#include "robot/robot.h"
#include "store/run_config.h"

/* Lines for a command's table of options; setup_* read them by these names. */
#define OPTION_VARIANT \
	{.name = "variant", .letter = 'v', .type = OPT_TEXT, .value = "VARIANT|FILE", .fallback = "liars-dice", \
	 .names = NAMES_VARIANTS, .help = "The rules: a variant (`arena list variants`) or a file of settings."}
#define OPTION_RULE \
	{.name = "rule", .letter = 'r', .type = OPT_LIST, .value = "OPTION=VALUE", .names = NAMES_RULES, \
	 .help = "Change one rule of the variant; may be given several times."}
#define OPTION_SEED \
	{.name = "seed", .type = OPT_TEXT, .value = "TEXT", \
	 .help = "Any text; the same seed gives the same games. Default: a new random seed, which is printed."}
/* The options of matches; setup_matches reads them. */
#define OPTIONS_MATCHES \
	{.name = "match-length", .type = OPT_INT, .value = "BLOCKS", .fallback = "1", .min = 1, .max = SCHEDULE_MAX_LENGTH, \
	 .help = "Blocks in a match. A block is a deal played once from each seat. Robots are loaded anew for each match and " \
		 "seat, and may remember the earlier games of the match in that seat; with 1 block there are none."}, \
	{.name = "as-given", .type = OPT_FLAG, \
	 .help = "Seat the robots in the order of the command line; default: an order drawn for each match."}
#define OPTION_JOBS \
	{.name = "jobs", .letter = 'j', .type = OPT_INT, .value = "N", .min = 1, .max = 1024, .is_neutral = true, \
	 .help = "Number of worker processes; default: one per core. Changes no result."}
#define OPTION_MOVE_TIME \
	{.name = "move-time", .type = OPT_DURATION, .value = "TIME", .fallback = "100ms", .min = 1000000, \
	 .max = 3600000000000, .help = "CPU time limit of a robot for one ask."}
#define OPTION_START_TIME \
	{.name = "start-time", .type = OPT_DURATION, .value = "TIME", .fallback = "3s", .min = 1000000, \
	 .max = 3600000000000, .help = "CPU time limit of a robot for loading, or of a program until its first answer."}
#define OPTION_MEMORY \
	{.name = "memory", .type = OPT_SIZE, .value = "SIZE", .fallback = "512M", .min = 16LL << 20, .max = 1LL << 42, \
	 .help = "Memory limit of a process of a robot."}
#define OPTION_READABLE \
	{.name = "readable", .type = OPT_LIST, .value = "DIR", .names = NAMES_FOLDERS, \
	 .help = "Robots may also read this folder; may be given several times. Default: only their own folders and the system's."}
#define OPTION_TRUST \
	{.name = "trust", .type = OPT_FLAG, .is_neutral = true, \
	 .help = "Load the robots into processes of the arena itself, without a sandbox: faster, for robots that you trust."}
#define OPTION_WEAK_SANDBOX \
	{.name = "weak-sandbox", .type = OPT_FLAG, .is_neutral = true, \
	 .help = "Continue if the kernel lacks a part of the sandbox."}
#define OPTION_RESULTS \
	{.name = "results", .type = OPT_TEXT, .value = "DIR", .fallback = "results", .is_neutral = true, \
	 .names = NAMES_FOLDERS, .help = "The folder that contains the folders of the runs."}
#define OPTION_DB \
	{.name = "db", .type = OPT_TEXT, .value = "FILE", .is_neutral = true, .names = NAMES_FOLDERS, \
	 .help = "The database of results; default: arena.db in the results folder."}

/* The lines that setup_limits reads. */
#define OPTIONS_LIMITS OPTION_MOVE_TIME, OPTION_START_TIME, OPTION_MEMORY, OPTION_READABLE, OPTION_TRUST, OPTION_WEAK_SANDBOX

/* Rules of a variant or a file. A file in the current folder may be named without the "./" that rules_open requires. */
int setup_open_rules(const char *name, struct rules *rules, struct err *err);

/* Rules from --variant and --rule; setup_change_rules changes the given rules by --rule. */
int setup_rules(const struct args *args, struct rules *rules, struct err *err);
int setup_change_rules(const struct args *args, struct rules *rules, struct err *err);

/* The path of the database: from --db, or in the folder `results`. The caller's. */
char *setup_database(const struct args *args, const char *results);

/* Opens the robots specs[i], i < n, and makes their labels unique (robot_make_labels).
 * *robots is the caller's, for setup_close; untouched on failure. */
int setup_robots(char *const *specs, int n, struct robot **robots, struct err *err);
void setup_close(struct robot *robots, int n);

/* --match-length and --as-given. */
void setup_matches(const struct args *args, struct schedule_options *options);

/* The text of --seed, or 128 new random bits in hexadecimal. The caller frees it. NULL with err when
 * the kernel gives none. */
char *setup_seed(const struct args *args, struct err *err);

/* The options of OPTIONS_LIMITS into tournament, and the paths of the results, which are hidden from programs. EXIT_USAGE
 * for a --readable that is not a folder. */
int setup_limits(const struct args *args, struct tournament *tournament, struct err *err);

/* Called after the robots are loaded. Warns on stderr about robots that do not list these rules, about robots that need
 * more time, and about problems of programs. */
void setup_warn(const struct tournament *tournament);

/* Called after the robots are loaded. EXIT_USAGE for robots that list variants, but not this one. */
int setup_refuse(const struct tournament *tournament, struct err *err);

/* --games: "17" or "17-20", numbers from 1 to most. */
int setup_numbers(const char *text, long long most, uint64_t *first, uint64_t *last, struct err *err);

/* The first SIGINT, SIGTERM or SIGHUP sets the flag returned, a second one kills as usual. A SIGHUP that was ignored when
 * the program was started (nohup) stays ignored. */
const volatile sig_atomic_t *setup_stop(void);

/* The same for a command that mostly writes: the signal also ends a write to a pipe that nobody reads. */
const volatile sig_atomic_t *setup_stop_writing(void);
