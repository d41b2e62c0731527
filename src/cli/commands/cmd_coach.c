/* cmd_coach.c - `arena coach`: the costs of a robot's decisions, and what it should have played. */
#include <unistd.h>

#include "base/clock.h"
#include "base/cores.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "coach/decisions.h"
#include "output/analysis_forms.h"
#include "output/show.h"
#include "run/coaching.h"
#include "run/progress.h"
#include "run/replay.h"
#include "run/setup.h"

static void show_progress(double done, void *context)
{
	struct progress *progress = context;
	double seconds = (double)(clock_wall_ns() - progress->started_ns) / 1e9;
	int left = done > 0 ? (int)(seconds * (1 - done) / done) : 0;
	progress_say(progress, "%.0f%% of the hands, %d:%02d to go", 100 * done, left / 60, left % 60);
}

/* The games in which a robot is examined: those of a run, or new ones. */
struct source {
	const struct request *request;
	struct tournament *tournament;
	const struct matches_list *played;
	int robot;
	const char *run;           /* NULL: new games */
	const char *command;       /* for new games: the command of the tournament that plays them */
	struct replay *replay;     /* NULL for new games */
};

static void report(const struct args *args, const struct source *source, const struct coach *coach, uint64_t n_games)
{
	size_t n_wanted = (size_t)args_number(args, "worst");
	struct sums sums;
	size_t n;
	AUTO_FREE struct costly *costliest = sums_costliest(&coach->decisions, &n);
	sums_of(&coach->decisions, &sums);
	const struct coach_report found = {
		.rules = coach->rules, .decisions = &coach->decisions, .sums = &sums, .costliest = costliest,
		.n_costliest = n < n_wanted ? n : n_wanted, .robot = source->tournament->robots[source->robot].label,
		.run = source->run, .command = source->command, .n_games = n_games,
	};
	COMMAND_PRINT(args, coach_add_table(&found, show_has_colour(STDOUT_FILENO), &text),
		      coach_add_csv(&found, &text), coach_json(&found));
}

/* Plays the games and values their decisions. */
static int look(const struct source *source, struct sample *sample, struct coach *coach, struct err *err)
{
	struct progress progress;
	progress_init(&progress, source->request, 0, false);
	struct coaching coaching = {
		.coach = coach, .n_jobs = source->request->n_workers ? source->request->n_workers : cores_allowed(),
		.progress = show_progress, .context = &progress,
	};
	int failed = (source->replay ? replay_probe(source->replay, source->request, err)
		      : tournament_probe(source->tournament, err) ||
		      tournament_check_loaded(source->tournament, err)) ||
		decisions_gather(&coach->decisions, source->tournament, sample, err) || coaching_run(&coaching, err);
	progress_end(&progress);
	return failed ? -1 : 0;
}

static int coach_source(const struct args *args, const struct source *source, struct err *err)
{
	struct sample sample;
	struct coach coach;
	const struct schedule *schedule = &source->tournament->schedule;
	/* Rounded up to whole matches, as in `tournament`. */
	uint64_t of_match = (uint64_t)schedule->match_length * (uint64_t)schedule->n_seats;
	const struct sample_limits limits = {
		.most_games = ((uint64_t)args_number(args, "games") + of_match - 1) / of_match * of_match};
	sample_init(&sample, schedule, source->robot, source->played, &limits);
	if (!sample.n_matches)
		return err_set(err, EXIT_USAGE, "the run '%s' has no finished game of '%s'", source->run,
			       args->operands[0]);
	AUTO_FREE char *folder = coaching_solutions();
	coach_init(&coach, &source->tournament->rules, folder);
	int failed = look(source, &sample, &coach, err);
	if (!failed)
		report(args, source, &coach, sample.n_games);
	coach_release(&coach);
	return failed ? -1 : EXIT_OK;
}

static int coach_run(const struct args *args, struct err *err)
{
	AUTO_REPLAY struct replay replay = {0};
	struct request request;
	struct source source = {.request = &request, .tournament = &replay.tournament, .played = &replay.played,
		.replay = &replay};
	if (args_limit(args, 2, "coach takes a robot and a run", err))
		return -1;
	if (request_args_read(args, &request, err) || replay_open(&replay, &request, args->operands[1], err) ||
	    run_find_robot(&replay.info, replay.folder, args->operands[0], &source.robot, err) ||
	    coach_check(&replay.info.rules, replay.info.n_seats, err))
		return -1;
	source.run = basename(replay.folder);
	return coach_source(args, &source, err);
}

/* Adds the command of the tournament that plays the same games. */
static void add_command(const struct args *args, const char *seed, struct str *out)
{
	const struct opt_value *rules = args_value(args, "rule");
	str_addf(out, "arena tournament %lld --seed ", args_number(args, "games"));
	text_add_shell_word(out, seed);
	str_add(out, " -v ");
	text_add_shell_word(out, args_text(args, "variant"));
	for (int i = 0; i < rules->n_list; i++) {
		str_add(out, " -r ");
		text_add_shell_word(out, rules->list[i]);
	}
	if (args_number(args, "match-length") > 1)
		str_addf(out, " --match-length %lld", args_number(args, "match-length"));
	str_add(out, args_flag(args, "as-given") ? " --as-given " : " ");
	text_add_shell_word(out, args->operands[0]);
	str_add(out, " ");
	text_add_shell_word(out, args_text(args, "against"));
}

static int play_new(const struct args *args, const struct request *request, struct tournament *tournament,
		    struct err *err)
{
	AUTO_STR struct str command = {0};
	struct matches_list played = {0};
	struct matches *all = NEW_ARRAY(struct matches, 1);
	*all = (struct matches){.n = tournament->schedule.n_matches, .stride = 1};
	matches_list_init(&played, all, 1);
	add_command(args, request->seed, &command);
	const struct source source = {.request = request, .tournament = tournament, .played = &played,
		.command = command.text};
	int code = coach_source(args, &source, err);
	matches_list_release(&played);
	return code;
}

static int coach_new(const struct args *args, struct err *err)
{
	char *specs[] = {args->operands[0], (char *)(uintptr_t)args_text(args, "against")};
	struct request request;
	struct tournament tournament;
	struct robot *robots = NULL;
	AUTO_FREE char *seed = NULL;
	if (args->n_operands > 1)
		return err_set(err, EXIT_USAGE, "--against plays new games, so the run '%s' cannot be given with it",
			       args->operands[1]);
	if (request_args_read(args, &request, err) || rules_check(&request.rules, 2, err) ||
	    coach_check(&request.rules, 2, err) ||
	    request_args_robots(args, specs, 2, &request, &seed, err) || setup_robots(specs, 2, &robots, err))
		return -1;
	request.n_lanes = 1;
	request_tournament(&request, &tournament);
	tournament.robots = robots;
	struct schedule_options matches = request.matches;
	matches.n_robots = 2;
	matches.games = (uint64_t)args_number(args, "games");
	matches.seed = tournament.seed;
	bool has_person = robots[0].kind == ROBOT_HUMAN || robots[1].kind == ROBOT_HUMAN;
	int code = -1;
	if (has_person)
		err_set(err, EXIT_USAGE, "coach plays games of robots; a human plays with `arena play`");
	else if (schedule_init(&tournament.schedule, &matches, err) == 0)
		code = play_new(args, &request, &tournament, err);
	setup_close(robots, 2);
	return code;
}

/* Refuses options about games if there is a run, which has its own games. */
static int check_options(const struct args *args, struct err *err)
{
	static const char *const of_games[] = {"variant", "rule", "seed", "match-length", "as-given", "move-time",
						"start-time", "memory", "readable"};
	for (size_t i = 0; i < sizeof of_games / sizeof *of_games && !args_text(args, "against"); i++)
		if (args_value(args, of_games[i])->is_set)
			return err_set(err, EXIT_USAGE, "--%s is for new games: add --against ROBOT", of_games[i]);
	return 0;
}

static int run(const struct args *args, struct err *err)
{
	if (args->n_operands == 0)
		return err_set(err, EXIT_USAGE, "coach needs the name of a robot as in the table of the run");
	if (check_options(args, err))
		return -1;
	return args_text(args, "against") ? coach_new(args, err) : coach_run(args, err);
}

COMMAND(coach, NAMES_ROBOTS, run);
