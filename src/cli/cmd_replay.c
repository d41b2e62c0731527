/* cmd_replay.c - `arena replay`: one game of a run, played again and shown ask by ask. */
#include <inttypes.h>

#include "cli/command.h"
#include "output/replay_text.h"
#include "run/replay.h"
#include "run/setup.h"

static const char *const outputs[] = {"text", "json", NULL};

static const struct opt options[] = {
	{.name = "output", .type = OPT_WORD, .value = "FORM", .fallback = "text", .words = outputs,
	 .help = "Text, or a JSON object per line."},
	OPTIONS_REPLAY,
	{0},
};

static int show(struct replay *replay, const struct args *args, struct err *err)
{
	long long game;
	const char *asked = args->operands[args->n_operands - 1];
	struct tournament *tournament = &replay->tournament;
	uint64_t n_games = tournament->schedule.n_games;
	if (!str_to_int(asked, 1, (long long)n_games, &game))
		return err_set(err, EXIT_USAGE, "%s has the games 1 to %" PRIu64 ", not '%s'", replay->folder, n_games, asked);
	if (replay_check_games(replay, (uint64_t)game - 1, (uint64_t)game, err) || replay_probe(replay, args, err))
		return -1;
	struct replay_printer replay_printer;
	replay_printer_init(&replay_printer, tournament, (uint64_t)game - 1, args_number(args, "output") == 1);
	int failed = tournament_watch(tournament, (uint64_t)game - 1, replay_printer_watch, &replay_printer, err);
	replay_printer_release(&replay_printer);
	return failed ? -1 : EXIT_OK;
}

static int run(const struct args *args, struct err *err)
{
	if (args->n_operands == 0)
		return err_set(err, EXIT_USAGE, "replay needs the number of a game, and before it a run if it is not the "
			       "latest");
	if (args->n_operands > 2)
		return err_set(err, EXIT_USAGE, "replay takes a run and a game, not also '%s'", args->operands[2]);
	AUTO_REPLAY struct replay replay = {0};
	return replay_open(&replay, args, args->n_operands == 2 ? args->operands[0] : NULL, err) ? -1 : show(&replay, args, err);
}

const struct command command_replay = {
	.name = "replay",
	.arguments = "[RUN] GAME",
	.summary = "replay a game of a tournament and show every ask",
	.description =
		"Replays the game number GAME (from 1) of a run from the files in its folder,\n"
		"and shows every ask: the robot, its hands and history, its answer, and its\n"
		"output. RUN is the number of a run or its folder; default: the latest. If the run\n"
		"stored its plays (--log hands), it shows these and needs no robots.\n",
	.options = options,
	.examples =
		"arena replay 1\n"
		"arena replay 3 250\n"
		"arena replay results/0003 250 --output json\n",
	.operands = NAMES_FOLDERS,
	.run = run,
};
