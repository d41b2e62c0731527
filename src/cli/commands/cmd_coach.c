/* cmd_coach.c - `arena coach`: what the decisions of a robot cost, and what it should have played. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/cores.h"
#include "base/json.h"
#include "base/mem.h"
#include "cli/command.h"
#include "coach/games.h"
#include "output/coach_forms.h"
#include "output/show.h"
#include "run/coaching.h"
#include "run/replay.h"
#include "run/setup.h"

enum form { FORM_TABLE, FORM_CSV, FORM_JSON };
static const char *const outputs[] = {"table", "csv", "json", NULL};

static const struct opt options[] = {
	{.name = "games", .letter = 'g', .type = OPT_INT, .value = "N", .fallback = "2000", .min = 1, .max = 1000000000,
	 .help = "Look at no more than N of the robot's games, spread evenly over the run."},
	{.name = "worst", .type = OPT_INT, .value = "N", .fallback = "10", .min = 0, .max = 1000,
	 .help = "Print the N costliest positions, with the command that replays each."},
	{.name = "output", .type = OPT_WORD, .value = "FORM", .fallback = "table", .words = outputs,
	 .help = "For people, or for programs (docs/coach.md)."},
	OPTION_JOBS,
	OPTIONS_REPLAY,
	{0},
};

static void show_progress(double done, void *context)
{
	const int64_t *started = context;
	double seconds = (double)(clock_wall_ns() - *started) / 1e9;
	int left = done > 0 ? (int)(seconds * (1 - done) / done) : 0;
	fprintf(stderr, "\r%3.0f%% of the hands, %d:%02d to go \033[K", 100 * done, left / 60, left % 60);
}

static void print(const struct args *args, const struct coach_report *report)
{
	AUTO_STR struct str text = {0};
	enum form form = (enum form)args_number(args, "output");
	if (form == FORM_TABLE)
		coach_add_table(report, show_has_colour(STDOUT_FILENO), &text);
	else if (form == FORM_CSV)
		coach_add_csv(report, &text);
	else
		json_add_text(&text, coach_json(report));
	fputs(text.text, stdout);
}

static void report(const struct args *args, const struct replay *replay, const struct coach *coach, uint64_t n_games)
{
	size_t n_wanted = (size_t)args_number(args, "worst");
	const char *slash = strrchr(replay->folder, '/');
	struct sums sums;
	size_t n;
	AUTO_FREE struct costly *costliest = sums_costliest(&coach->decisions, &n);
	sums_of(&coach->decisions, &sums);
	const struct coach_report found = {
		.coach = coach, .sums = &sums, .costliest = costliest, .n_costliest = n < n_wanted ? n : n_wanted,
		.robot = args->operands[0], .run = slash ? slash + 1 : replay->folder, .n_games = n_games,
	};
	print(args, &found);
}

/* Plays the games again and values their decisions. */
static int look(const struct args *args, struct replay *replay, struct sample *sample, struct coach *coach, struct err *err)
{
	bool is_shown = show_can_redraw(STDERR_FILENO);
	int64_t started = clock_wall_ns();
	struct coaching coaching = {
		.coach = coach, .n_jobs = args_number(args, "jobs") ? (int)args_number(args, "jobs") : cores_allowed(),
		.progress = is_shown ? show_progress : NULL, .context = &started,
	};
	int failed = replay_probe(replay, args, err) || games_gather(&replay->tournament, sample, &coach->decisions, err) ||
		     coaching_run(&coaching, err);
	if (is_shown)
		fputs("\r\033[K", stderr);
	return failed ? -1 : 0;
}

static int coach_robot(const struct args *args, struct replay *replay, struct err *err)
{
	const struct schedule *schedule = &replay->tournament.schedule;
	struct sample sample;
	struct coach coach;
	int robot;
	if (replay_find_robot(replay, args->operands[0], &robot, err) || coach_check(&replay->info.rules, replay->info.n_seats, err))
		return -1;
	sample_init(&sample, schedule, robot, &replay->played, (uint64_t)args_number(args, "games"));
	if (!sample.n_matches)
		return err_set(err, EXIT_USAGE, "no game of '%s' in the run '%s' was finished", args->operands[0], replay->folder);
	AUTO_FREE char *folder = coaching_solutions();
	coach_init(&coach, &replay->info.rules, folder);
	int failed = look(args, replay, &sample, &coach, err);
	if (!failed)
		report(args, replay, &coach, sample.n_games);
	coach_release(&coach);
	return failed ? -1 : EXIT_OK;
}

static int run(const struct args *args, struct err *err)
{
	if (args->n_operands == 0)
		return err_set(err, EXIT_USAGE, "coach needs the name of a robot as in the table of the run");
	if (args->n_operands > 2)
		return err_set(err, EXIT_USAGE, "coach takes a robot and a run, not also '%s'", args->operands[2]);
	AUTO_REPLAY struct replay replay = {0};
	return replay_open(&replay, args, args->operands[1], err) ? -1 : coach_robot(args, &replay, err);
}

const struct command command_coach = {
	.name = "coach",
	.arguments = "ROBOT [RUN]",
	.summary = "show what a robot's mistakes cost, and what it should have played",
	.description =
		"Plays the games of one robot of a run again and values each of its decisions: what the play was\n"
		"worth, and what the play of a strong player would have been worth, as chances to win the game.\n"
		"Prints what was lost by each kind of mistake, and the costliest positions. ROBOT is a robot's\n"
		"name in the run's table; RUN the number of a run or its folder, without it the latest. It is for\n"
		"common-hand Liar's Dice between two players, without exact calls and points.\n"
		"docs/coach.md explains every number.\n",
	.options = options,
	.examples =
		"arena coach myrobot\n"
		"arena coach prober 3 --worst 20 --trust\n"
		"arena coach myrobot --games 10000 --output json\n",
	.operands = NAMES_ROBOTS,
	.run = run,
};
