/* cmd_analyse.c - `arena analyse`: statistics of a robot's play in a run, computed by replaying its games. */
#include "cli/command.h"
#include "cli/tourneys.h"
#include "output/pictures.h"
#include "record/study.h"
#include "run/replay.h"
#include "run/setup.h"
#include "run/timings.h"

/* Loads the robots and the baseline. *baseline, which the caller closes, stays NULL if no baseline is requested. */
static int probe_robots(const struct args *args, const struct request *request, struct replay *replay,
			struct robot **baseline, struct err *err)
{
	const char *given = args_text(args, "baseline");
	bool is_wanted = !given || strcmp(given, "none") != 0;
	if (given && is_wanted && replay->stored.database)
		return err_set(err, EXIT_USAGE,
			"--baseline cannot be used with this run, because its plays were stored (--log hands)");
	if (replay_probe(replay, request, err))
		return -1;
	if (replay->stored.database || !is_wanted)
		return 0;
	char *specs[] = {mem_strdup(given ? given : replay->info.rules.family->baseline)};
	int failed = setup_robots(specs, 1, baseline, err);
	if (!failed && (*baseline)->kind == ROBOT_HUMAN)
		failed = err_set(err, EXIT_USAGE, "--baseline takes a robot, not a person");
	failed = failed || study_probe_baseline(*baseline, &replay->tournament, err);
	free(specs[0]);
	return failed ? -1 : 0;
}

static int look(struct study *study, struct replay *replay, const struct args *args, struct err *err)
{
	if (studies_play(study, 1, err))
		return -1;
	struct analysis_report report = study_report(study);
	if (args_flag(args, "clock") && study_measure(study, &report.spread, err))
		return -1;
	if (args_flag(args, "clock"))
		report.cpu_us_per_ask = timings_cpu_us(replay->folder, study->analysis.robot);
	tourneys_print_analysis(args, &report, basename(replay->folder));
	return EXIT_OK;
}

static int analyse(struct replay *replay, const struct args *args, const struct request *request, struct err *err)
{
	struct study study = {.info = &replay->info, .tournament = &replay->tournament, .played = &replay->played};
	struct robot *baseline = NULL;
	int robot = 0;
	if (run_find_robot(&replay->info, replay->folder, args->operands[0], &robot, err))
		return -1;
	study_init(&study, robot, &(const struct sample_limits){.most_games = (uint64_t)args_number(args, "games")});
	study.worst.n_wanted = (int)args_number(args, "worst");
	if (!study.sample.n_matches)
		return err_set(err, EXIT_USAGE, "the run '%s' has no finished game of '%s'",
			       replay->folder, args->operands[0]);
	int code = probe_robots(args, request, replay, &baseline, err);
	study.baseline = baseline;
	if (!code)
		code = look(&study, replay, args, err);
	study_release(&study);
	if (baseline)
		setup_close(baseline, 1);
	return code;
}

static int run(const struct args *args, struct err *err)
{
	if (args->n_operands == 0)
		return err_set(err, EXIT_USAGE, "analyse needs the name of a robot as in the table of the run");
	if (args_limit(args, 2, "analyse takes a robot and a run", err))
		return -1;
	if (tourneys_are_meant(args, 1))
		return tourneys_analyse(args, err);
	AUTO_REPLAY struct replay replay = {0};
	struct request request;
	return request_args_read(args, &request, err) || replay_open(&replay, &request, args->operands[1], err) ? -1 :
	       analyse(&replay, args, &request, err);
}

COMMAND(analyse, NAMES_ROBOTS, run);
