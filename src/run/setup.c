/* setup.c - code that the commands that play share (setup.h). */
#include "run/setup.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/control_group.h"
#include "base/cores.h"
#include "base/text.h"
#include "game/maexchen/cheat.h"
#include "match/worker.h"
#include "robot/program/transport.h"
#include "robot/spec.h"

int setup_open_rules(const char *name, struct rules *rules, struct err *err)
{
	if (rules_find_variant(name))
		return rules_init(rules, name, err);
	if (text_check_path("the rules file", name, err))
		return -1;
	return access(name, F_OK) == 0 ? rules_load(rules, name, err) : rules_open(rules, name, err);
}

int setup_change_rules(const char *const *settings, int n, struct rules *rules, struct err *err)
{
	for (int i = 0; i < n; i++) {
		struct err why = {0};
		if (rules_set(rules, settings[i], &why))
			return err_set(err, why.code, "--rule: %s", why.text);
	}
	return 0;
}

int setup_robots(char *const *specs, int n, struct robot **robots, struct err *err)
{
	struct robot *opened = NEW_ARRAY(struct robot, (size_t)n);
	for (int i = 0; i < n; i++) {
		const char *name;
		const char *spec = spec_after_name(specs[i]);
		enum maexchen_cheat cheat = maexchen_cheat_parse(spec, &name);
		if (cheat && spec[strlen(maexchen_cheat_code(cheat))] == ':') {
			setup_close(opened, i);
			return err_set(err, EXIT_USAGE,
				       "'%s': the cheat %s works only for people in `arena play -v maexchen`, as in "
				       "%s:Ann=human", specs[i], maexchen_cheat_code(cheat),
				       maexchen_cheat_code(cheat));
		}
		if (robot_open(&opened[i], specs[i], err)) {
			setup_close(opened, i + 1);
			return -1;
		}
	}
	if (robot_make_labels(opened, n, err)) {
		setup_close(opened, n);
		return -1;
	}
	*robots = opened;
	return 0;
}

void setup_close(struct robot *robots, int n)
{
	for (int i = 0; i < n; i++)
		robot_release(&robots[i]);
	free(robots);
}

/* Returns true if the robot plays by the rules. No robot lists the name of rules that come from a file. For such rules,
 * the name of any variant of the family counts. */
static bool plays(const struct robot *robot, const struct rules *rules)
{
	bool plays_any = false;
	if (rules_find_variant(rules->name))
		return tournament_suits(robot, rules);
	for (const struct variant *variant = game_variants; variant->name; variant++) {
		struct rules called = *rules;
		snprintf(called.name, sizeof called.name, "%s", variant->name);
		plays_any |= variant->family == rules->family && tournament_suits(robot, &called);
	}
	return plays_any;
}

/* Warns about problems of a program. */
static void warn_of_program(const struct tournament *tournament, const struct robot *robot)
{
	const struct limits *limits = &tournament->limits;
	const char *const options[] = {"move", "start"};
	double needed_s[] = {robot->manifest.move_ms / 1e3, robot->manifest.start_ms / 1e3};
	double has_s[] = {(double)limits->move_time_ns / 1e9, (double)limits_start_ns(limits) / 1e9};
	AUTO_STR struct str warning = text_cleaned(robot->warning);
	if (robot->manifest.wrong[0])
		tournament_tell(tournament, "arena: warning: %s: its manifest: %s\n", robot->label,
				robot->manifest.wrong);
	if (warning.length)
		tournament_tell(tournament, "arena: warning: %s, when it was started, %s\n", robot->label,
				warning.text);
	for (int i = 0; i < 2 && !warning.length; i++)
		if (needed_s[i] > has_s[i])
			tournament_tell(tournament,
					"arena: warning: %s declares that it needs --%s-time %gs, but the limit "
					"is %gs\n", robot->label, options[i], needed_s[i], has_s[i]);
}

void setup_warn(const struct tournament *tournament)
{
	const struct rules *rules = &tournament->rules;
	const struct robot *robots = tournament->robots;
	int n = tournament->schedule.n_robots;
	AUTO_STR struct str names = {0};
	int n_named = 0;
	for (int i = 0; i < n; i++)
		if (!plays(&robots[i], rules) && n_named++ < 5)
			str_addf(&names, "%s%s", names.length ? ", " : "", robots[i].label);
	if (n_named > 5)
		str_addf(&names, " and %d more", n_named - 5);
	if (n_named)
		tournament_tell(tournament, "arena: warning: these robots do not list '%s' as supported: %s\n",
				rules->name, names.text);
	for (int i = 0; i < n; i++)
		warn_of_program(tournament, &robots[i]);
}

int setup_refuse(const struct tournament *tournament, struct err *err)
{
	const char *variant = tournament->rules.name;
	for (int i = 0; i < tournament->schedule.n_robots; i++) {
		const struct robot *robot = &tournament->robots[i];
		AUTO_STR struct str variants = {0};
		if (robot->fault.verdict || plays(robot, &tournament->rules))
			continue;
		const char *rule = tournament_unknown_rule(robot, &tournament->rules);
		if (rule)
			return err_set(err, EXIT_USAGE,
				"the robot '%s' does not list the rule '%s', which this run changes; "
				"leave it as it is, or use the robot nevertheless with --anyway", robot->label, rule);
		tournament_add_variants(robot, ", ", &variants);
		if (!variants.length)
			str_addf(&variants, "no variant (%s)",
				 *robot->manifest.wrong ? robot->manifest.wrong : robot->manifest.variants);
		return err_set(err, EXIT_USAGE,
			       "the robot '%s' does not list '%s' as supported; it plays %s. Choose one "
			       "of these variants, or use it nevertheless with --anyway", robot->label, variant,
			       variants.text);
	}
	return 0;
}

/* These are global, because a signal handler can only set a flag. */
static volatile sig_atomic_t is_stopping;
static _Atomic int64_t stopping_since_ns;

/* Handles a signal. The first signal ends a run after the games in play; a later one ends it at once. A second signal
 * that comes together with the first is ignored, because timeout(1) sends its signal both to the process and to its
 * group. */
static void on_signal(int number)
{
	enum { TOGETHER_NS = 500000000 };
	int64_t now_ns = clock_wall_ns();
	if (!is_stopping) {
		stopping_since_ns = now_ns;
		is_stopping = 1;
	} else if (now_ns - stopping_since_ns > TOGETHER_NS) {
		signal(number, SIG_DFL);
		raise(number);
	}
}

static const volatile sig_atomic_t *stop_on_signals(int flags)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	struct sigaction action = {.sa_handler = on_signal, .sa_flags = flags}, old;
	for (int i = 0; i < 3; i++)
		/* SIGHUP stays ignored under nohup. SIGINT must end a run even in background jobs of shell scripts,
		 * which ignore it. */
		if (signals[i] != SIGHUP || (sigaction(SIGHUP, NULL, &old) == 0 && old.sa_handler != SIG_IGN))
			sigaction(signals[i], &action, NULL);
	return &is_stopping;
}

const volatile sig_atomic_t *setup_stop(void)
{
	return stop_on_signals(SA_RESTART);
}

const volatile sig_atomic_t *setup_stop_writing(void)
{
	return stop_on_signals(0);
}

int setup_numbers(const char *text, long long most, uint64_t *first, uint64_t *last, struct err *err)
{
	long long from, to;
	AUTO_FREE char *copy = mem_strdup(text);
	char *dash = strchr(copy, '-');
	if (dash)
		*dash = '\0';
	if (!str_to_int(copy, 1, most, &from) || !str_to_int(dash ? dash + 1 : copy, from, most, &to))
		return err_set(err, EXIT_USAGE,
			       "--games takes the number of a game or of the first and last one (7, 1-100), not '%s'",
			       text);
	*first = (uint64_t)from;
	*last = (uint64_t)to;
	return 0;
}

static uint64_t n_workers(const struct tournament *tournament)
{
	uint64_t n = (uint64_t)(tournament->n_workers ? tournament->n_workers : cores_allowed());
	return n < tournament->schedule.n_matches ? n : tournament->schedule.n_matches;
}

static bool is_started(const struct robot *robot)
{
	return robot->kind != ROBOT_HUMAN && robot->fault.verdict == VERDICT_OK;
}

/* Returns how many bytes the robots' files need in one worker, for all robots that can be at its tables. */
static uint64_t bytes_of_files(const struct tournament *tournament)
{
	int n_lanes = worker_lanes(tournament);
	uint64_t sum = 0, largest = 0, workers = n_workers(tournament);
	for (int i = 0; i < tournament->schedule.n_robots; i++) {
		const struct robot *robot = &tournament->robots[i];
		if (!is_started(robot) || robot->kind == ROBOT_PROGRAM)
			continue;
		uint64_t bytes = sandbox_file_bytes(robot, n_lanes);
		sum += bytes;
		largest = bytes > largest ? bytes : largest;
	}
	uint64_t n_matches = workers ? (tournament->schedule.n_matches + workers - 1) / workers : 0;
	uint64_t n_seated = n_matches * (uint64_t)tournament->schedule.n_seats;
	return n_seated < (uint64_t)tournament->schedule.n_robots && n_seated * largest < sum
		? n_seated * largest : sum;
}

/* Returns the minimum number of robot processes of one worker, after all robots have been at a table. */
static uint64_t n_processes(const struct tournament *tournament)
{
	uint64_t n = 0, n_programs = 0;
	for (int i = 0; i < tournament->schedule.n_robots; i++) {
		const struct robot *robot = &tournament->robots[i];
		n += is_started(robot) && robot->kind != ROBOT_PROGRAM;
		n_programs += is_started(robot) && robot->kind == ROBOT_PROGRAM;
	}
	return n + (n_programs < PROGRAM_PROCESSES ? n_programs : PROGRAM_PROCESSES);
}

static double megabytes(uint64_t bytes)
{
	return (double)bytes / (1 << 20);
}

int run_memory_check(const struct request *request, const struct tournament *tournament, struct err *err)
{
	uint64_t there = available_memory(), workers = n_workers(tournament);
	if (tournament->is_trusted)
		return 0; /* robots have no memory limit of their own then, and a worker loads only few of them */
	uint64_t files = bytes_of_files(tournament);
	if (workers && files > there / workers)
		return err_set(err, EXIT_WORLD,
			"the robots' files alone, loaded by %llu workers, take %.0f MB of memory, "
			"but %.0f MB are available. Play with fewer workers (-j) or fewer matches at once (-L)",
			(unsigned long long)workers, megabytes(files) * (double)workers, megabytes(there));
	double most = (double)tournament->limits.memory * (double)n_processes(tournament) * (double)workers;
	if (request->checks_memory && most > (double)there)
		tournament_tell(tournament,
			"arena: warning: with --memory %.0fM robots may take %.0f MB in all "
			"(%llu workers with %llu processes each), but %.0f MB are available; a smaller --memory, "
			"or fewer workers (-j), keeps them within that\n",
			megabytes(tournament->limits.memory), most / (1 << 20), (unsigned long long)workers,
			(unsigned long long)n_processes(tournament), megabytes(there));
	return 0;
}
