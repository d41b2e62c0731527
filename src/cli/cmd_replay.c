/* cmd_replay.c - `arena replay`: one game of a run, played again and shown ask by ask. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "cli/command.h"
#include "cli/recorded.h"
#include "cli/setup.h"
#include "cli/tell.h"
#include "store/info.h"
#include "store/run.h"

static const char *const outputs[] = {"text", "json", NULL};

static const struct opt options[] = {
	{.name = "output", .type = OPT_WORD, .value = "FORM", .fallback = "text", .words = outputs,
	 .help = "For people, or for programs: an object to a line."},
	{.name = "anyway", .type = OPT_FLAG,
	 .help = "Play even if a robot's file is no longer the one that played; the game may then go another way."},
	OPTION_RESULTS,
	OPTION_TRUST,
	OPTION_WEAK_SANDBOX,
	{0},
};

static int replay(const struct args *args, const char *folder, const struct info *info, struct robot *robots,
		  struct err *err)
{
	long long game;
	const char *asked = args->operands[args->n_operands - 1];
	struct tournament tournament = {
		.rules = info->rules,
		.robots = robots,
		.seed = rng_key_of_seed(info->seed),
		.n_lanes = 1,
		.is_trusted = args_flag(args, "trust"),
		.allows_weak_sandbox = args_flag(args, "weak-sandbox"),
		.limits = info->limits,
	};
	struct schedule *schedule = &tournament.schedule;
	if (schedule_init(schedule, info->format, info->n_robots, info->n_seats, info->games, tournament.seed, err))
		return -1;
	if (!str_to_int(asked, 1, (long long)schedule->n_games, &game))
		return err_set(err, EXIT_USAGE, "%s has the games 1 to %" PRIu64 ", not '%s'", folder, schedule->n_games, asked);
	const char *hint = args_flag(args, "anyway") ? NULL : "--anyway plays with what is there now";
	if (recorded_open(info, robots, hint, err) || tournament_meet(&tournament, err))
		return -1;
	struct tale tale;
	tale_init(&tale, &tournament, (uint64_t)game - 1, args_number(args, "output") == 1);
	int failed = tournament_watch(&tournament, (uint64_t)game - 1, tale_watch, &tale, err);
	tale_release(&tale);
	return failed ? -1 : EXIT_OK;
}

static int run(const struct args *args, struct err *err)
{
	if (args->n_operands == 0)
		return err_set(err, EXIT_USAGE, "replay needs the number of a game, and before it a run if it is not the latest");
	if (args->n_operands > 2)
		return err_set(err, EXIT_USAGE, "replay takes a run and a game, not also '%s'", args->operands[2]);
	struct info info;
	AUTO_FREE char *folder = run_find(args_text(args, "results"), args->n_operands == 2 ? args->operands[0] : NULL, err);
	if (!folder || info_read(&info, folder, err))
		return -1;
	struct robot *robots = NEW_ARRAY(struct robot, (size_t)info.n_robots);
	int code = replay(args, folder, &info, robots, err);
	setup_close(robots, info.n_robots);
	info_release(&info);
	return code;
}

const struct command command_replay = {
	.name = "replay",
	.arguments = "[RUN] GAME",
	.summary = "play a game of a tournament again and show every ask",
	.description =
		"Plays the game number GAME (from 1) of a run again, from what is recorded in its folder,\n"
		"and shows every ask: who was asked, the hands and the history it was told, its answer and\n"
		"what it printed. RUN is the number of a run or its folder; without it, the latest.\n",
	.options = options,
	.examples =
		"arena replay 1\n"
		"arena replay 3 250\n"
		"arena replay results/0003 250 --output json\n",
	.operands = NAMES_FOLDERS,
	.run = run,
};
