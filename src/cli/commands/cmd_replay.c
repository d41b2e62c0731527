/* cmd_replay.c - `arena replay`: replays one game of a run and shows it ask by ask. */
#include <stdio.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/replay_ask.h"
#include "cli/tourneys.h"
#include "output/game_record/forms.h"
#include "output/show.h"

/* The game, which is printed at its end. */
struct shown {
	struct game_record log;
	bool is_json;
};

static bool watch(const struct watch_event *watch_event, void *context)
{
	struct shown *shown = context;
	AUTO_STR struct str text = {0};
	game_record_watch(&shown->log, watch_event);
	if (shown->log.is_over && shown->is_json)
		replay_add_json(&shown->log, &text);
	else if (shown->log.is_over)
		replay_add_text(&shown->log, show_has_colour(STDOUT_FILENO), &text);
	if (!shown->is_json)
		show_wrap(&text);
	fputs(str_text(&text), stdout);
	return !ferror(stdout);
}

static int show(struct replay *replay, const struct args *args, const struct request *request, struct err *err)
{
	long long game;
	const char *asked = args->operands[args->n_operands - 1];
	struct tournament *tournament = &replay->tournament;
	uint64_t n_games = tournament->schedule.n_games;
	if (!str_to_int(asked, 1, (long long)n_games, &game))
		return err_set(err, EXIT_USAGE, "%s has the games 1 to %" PRIu64 ", not '%s'", replay->folder, n_games,
			       asked);
	if (replay_check_games(replay, (uint64_t)game - 1, (uint64_t)game, err) || replay_probe(replay, request, err))
		return -1;
	if (args_text(args, "ask"))
		return replay_ask(replay, args, (uint64_t)game - 1, err);
	struct shown shown = {.log = {.has_words = true, .tournament = tournament},
		.is_json = args_number(args, "output") == 1};
	int failed = tournament_watch(tournament, (uint64_t)game - 1, watch, &shown, err);
	game_record_release(&shown.log);
	return failed ? -1 : EXIT_OK;
}

static int run(const struct args *args, struct err *err)
{
	bool has_ask = args_text(args, "ask");
	if (has_ask && (tourneys_are_meant(args, 0) || args_number(args, "output") == 1))
		return err_set(err, EXIT_USAGE, "--ask works only for runs, and only with text output");
	if (args_flag(args, "debug") && !has_ask)
		return err_set(err, EXIT_USAGE, "--debug stops at an ask: name it with --ask, such as --ask A3");
	if (tourneys_are_meant(args, 0))
		return tourneys_replay(args, err);
	if (args->n_operands == 0)
		return err_set(err, EXIT_USAGE,
			       "replay needs the number of a game, and before it a run if it is not the latest");
	if (args_limit(args, 2, "replay takes a run and a game", err))
		return -1;
	AUTO_REPLAY struct replay replay = {0};
	struct request request;
	return request_args_read(args, &request, err) ||
	       replay_open(&replay, &request, args->n_operands == 2 ? args->operands[0] : NULL, err)
	       ? -1 : show(&replay, args, &request, err);
}

COMMAND(replay, NAMES_FOLDERS, run);
