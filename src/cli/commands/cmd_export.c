/* cmd_export.c - `arena export`: replays the games of a run and writes them as text, JSON Lines or CSV. */

#include "base/cores.h"
#include "base/file.h"
#include "cli/command.h"
#include "cli/tourneys.h"
#include "game/game.h"
#include "run/export.h"
#include "run/setup.h"

static const char *const forms[] = {"text", "jsonl", "csv", NULL}; /* in the order of enum export_form */

static int export_run(struct replay *replay, const struct args *args, const struct request *request, struct err *err)
{
	struct out_file output;
	struct export_plan plan = {
		.replay = replay, .form = (enum export_form)args_number(args, "format"), .end = replay->end_game,
		.n_jobs = request->n_workers ? request->n_workers : cores_allowed(), .output = &output,
	};
	const char *games = args_text(args, "games");
	uint64_t n_games = replay->tournament.schedule.n_games;
	if (games && setup_numbers(games, RUN_MOST_GAMES, &plan.first, &plan.end, err))
		return -1;
	if (games && plan.end > n_games)
		return err_set(err, EXIT_USAGE, "--games %s: the run has the games 1 to %" PRIu64, games, n_games);
	if (games && replay_check_games(replay, --plan.first, plan.end, err))
		return -1;
	if (plan.form == EXPORT_JSONL && !replay->info.rules.family->counts_dice)
		return err_set(err, EXIT_USAGE, "--format jsonl is not available for %s; use text or csv",
			       replay->info.rules.name);
	if (plan.first == plan.end)
		return err_set(err, EXIT_USAGE, "the run '%s' has no finished game", replay->folder);
	if (replay_probe(replay, request, err) || file_open(&output, args_text(args, "output"), err))
		return -1;
	plan.stop = setup_stop_writing();
	int failed = export_games(&plan, err);
	if (failed || *plan.stop) {
		file_discard(&output); /* an incomplete file is worse than none */
		return failed && err->code != EXIT_INTERRUPTED ? -1 : EXIT_INTERRUPTED;
	}
	return file_close(&output, err) ? -1 : EXIT_OK;
}

static int run(const struct args *args, struct err *err)
{
	if (tourneys_are_meant(args, 0))
		return tourneys_export(args, err);
	if (args_limit(args, 1, "export takes one run", err))
		return -1;
	if (args_text(args, "robot"))
		return err_set(err, EXIT_USAGE, "--robot is only for the games of tourneys (arena export tourneys)");
	AUTO_REPLAY struct replay replay = {0};
	struct request request;
	return request_args_read(args, &request, err) || replay_open(&replay, &request, args->operands[0], err) ? -1 :
	       export_run(&replay, args, &request, err);
}

COMMAND(export, NAMES_FOLDERS, run);
