/* cmd_export.c - `arena export`: the games of a run as text, JSON Lines or CSV, by playing them again. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cores.h"
#include "base/file.h"
#include "base/mem.h"
#include "cli/command.h"
#include "cli/tourneys.h"
#include "game/game.h"
#include "output/game_record_forms.h"
#include "record/replays.h"
#include "run/jobs.h"
#include "run/replay.h"
#include "run/setup.h"

enum form { FORM_TEXT, FORM_JSONL, FORM_CSV };
static const char *const forms[] = {"text", "jsonl", "csv", NULL};

static const struct opt options[] = {
	{.name = "format", .letter = 'f', .type = OPT_WORD, .value = "FORM", .fallback = "text", .words = forms,
	 .help = "A line for each hand, a GameLog of the tourney for each game, or a row for each decision."},
	{.name = "games", .letter = 'g', .type = OPT_TEXT, .value = "A-B|N",
	 .help = "Only the games with these numbers, or only game N; default: all that were played."},
	{.name = "output", .letter = 'o', .type = OPT_TEXT, .value = "FILE", .names = NAMES_FOLDERS,
	 .help = "Write to this file; it appears only when it is complete."},
	{.name = "robot", .type = OPT_TEXT, .value = "NAME",
	 .help = "Of `tourneys`: only the games of this robot: its title, or the name that the title begins with."},
	OPTION_JOBS,
	OPTIONS_REPLAY,
	{0},
};

/* Memory holds their texts until their matches are over. A text grows with the square of the number of seats. */
enum { GAMES_IN_PROGRESS = 4096, GAMES_BY_SEATS = 131072 };

/* A match in progress. Its games are not played in the order of their numbers. */
struct in_progress {
	struct text_of_game {
		size_t at, length;
	} *games;             /* in export->texts, by block and rotation; length 0: not over; owned */
	uint64_t n_games;     /* of which something is known */
};

struct export {
	const struct replay *replay;
	enum form form;
	uint64_t first, end;        /* numbers of games, from 0 */
	uint64_t n_left;            /* games that are wanted and not yet seen; not counted for a shard */
	int n_lanes;
	struct game_record *logs;   /* by lane: of the game in it */
	int n_slots;
	struct in_progress *matches;/* by slot of the replays */
	int next_slot;              /* to be written */
	struct str texts;           /* of the games that are over and not yet written */
	uint64_t n_texts;
	struct str due;             /* of matches whose turn it is, to be written together */
	struct game_record_setting setting;
	struct output *output;
	const volatile sig_atomic_t *stop;
	struct job *job;            /* that plays a part of the matches; NULL: all are played here */
};

/* ---- which games ------------------------------------------------------------------------ */

/* "17" or "17-20", numbers from 1. */
static int read_games(const char *text, uint64_t n_games, uint64_t *first, uint64_t *end, struct err *err)
{
	long long from, to;
	AUTO_FREE char *copy = mem_strdup(text);
	char *dash = strchr(copy, '-');
	if (dash)
		*dash = '\0';
	if (!str_to_int(copy, 1, INFO_MOST_GAMES, &from) || !str_to_int(dash ? dash + 1 : copy, from, INFO_MOST_GAMES, &to))
		return err_set(err, EXIT_USAGE,
			       "--games takes the number of a game or of the first and last one (7, 1-100), not '%s'", text);
	if ((uint64_t)to > n_games)
		return err_set(err, EXIT_USAGE, "--games %s: the run has the games 1 to %" PRIu64, text, n_games);
	*first = (uint64_t)from - 1;
	*end = (uint64_t)to;
	return 0;
}

static bool wants_match(uint64_t match, void *context)
{
	struct export *export = context;
	return replay_has_match(export->replay, match) && (!export->job || job_is_mine(export->job));
}

/* ---- games ------------------------------------------------------------------------------ */

static void take_game(struct export *export, struct in_progress *match, const struct game_record *log)
{
	const struct schedule *schedule = &export->replay->tournament.schedule;
	struct game_place place = schedule_game(schedule, log->number);
	uint64_t at = place.block * (uint64_t)schedule->n_seats + (uint64_t)place.rotation;
	while (match->n_games <= at) {
		match->games = mem_resize(match->games, at + 1, sizeof *match->games);
		match->games[match->n_games++] = (struct text_of_game){0};
	}
	struct text_of_game *game = &match->games[at];
	if (game->length) /* the attempt was restarted */
		return;
	struct str *texts = &export->texts;
	game->at = texts->length;
	if (export->form == FORM_TEXT)
		game_record_add_text(&export->setting, log, texts);
	else if (export->form == FORM_JSONL)
		game_record_add_json(&export->setting, log, texts);
	else
		game_record_add_csv(&export->setting, log, texts);
	game->length = texts->length - game->at;
	export->n_texts++;
	export->n_left--;
}

static bool watch(const struct spectacle *s, int slot, void *context)
{
	struct export *export = context;
	if (s->number < export->first || s->number >= export->end)
		return true;
	struct game_record *log = &export->logs[s->lane];
	log->has_words = log->has_no_asks = export->form == FORM_TEXT;
	game_record_watch(log, s);
	if (log->is_over)
		take_game(export, &export->matches[slot], log);
	return export->n_left > 0 && !*export->stop;
}

/* Passes on what is due; of a job, one match at a time. */
static bool flush(struct export *export)
{
	struct str *due = &export->due;
	bool is_written = export->job ? job_send(export->job, str_text(due), due->length)
				      : output_add(export->output, str_text(due), due->length);
	str_clear(due);
	return is_written;
}

/* Writes the games of the match that is due. */
static bool write_match(struct export *export, int slot)
{
	enum { ENOUGH = 1 << 17 };
	struct in_progress *match = &export->matches[slot];
	struct str *due = &export->due;
	for (uint64_t i = 0; i < match->n_games; i++) {
		struct text_of_game *game = &match->games[i];
		str_add_n(due, str_text(&export->texts) + game->at, game->length);
		export->n_texts -= game->length > 0;
		game->length = 0;
	}
	if (export->n_texts == 0)
		str_clear(&export->texts);
	export->next_slot = (slot + 1) % export->n_slots;
	return export->job || due->length >= ENOUGH ? flush(export) : true;
}

static bool finished(const struct replays_match *match, int slot, void *context)
{
	(void)match;
	return write_match(context, slot);
}

static void release(struct export *export)
{
	for (int i = 0; i < export->n_lanes; i++)
		game_record_release(&export->logs[i]);
	for (int i = 0; i < export->n_slots; i++)
		free(export->matches[i].games);
	free(export->logs);
	free(export->matches);
	str_release(&export->texts);
	str_release(&export->due);
}

static uint64_t games_in_progress(int n_seats)
{
	uint64_t n = GAMES_BY_SEATS / ((uint64_t)n_seats * (uint64_t)n_seats);
	return n > GAMES_IN_PROGRESS ? n : GAMES_IN_PROGRESS;
}

/* In this process: all matches, or those of its job, and these to their ends. */
static int play(struct export *export, struct err *err)
{
	const struct schedule *schedule = &export->replay->tournament.schedule;
	struct replays replays = {
		.tournament = &export->replay->tournament,
		.first_match = schedule_game(schedule, export->first).match,
		.end_match = schedule_game(schedule, export->end - 1).match + 1,
		.wants = wants_match, .watch = watch, .hands_only = export->form == FORM_TEXT, .finished = finished, .context = export,
	};
	/* Matches with stored plays are played to their end, because their results are checked there. */
	bool is_whole = export->replay->info.n_shards > 1 || export->job || export->replay->kept.database;
	export->n_left = is_whole ? UINT64_MAX : export->end - export->first;
	replays_size(&replays, games_in_progress(schedule->n_seats));
	export->n_lanes = replays.n_lanes;
	export->logs = NEW_ARRAY(struct game_record, (size_t)export->n_lanes);
	export->n_slots = replays.n_slots;
	export->matches = NEW_ARRAY(struct in_progress, (size_t)export->n_slots);
	int failed = replays_play(&replays, err);
	/* After the last wanted game, playing stopped before the end of the match. */
	for (int i = 0; i < export->n_slots && !failed && export->n_left == 0; i++)
		write_match(export, export->next_slot);
	if (!failed && !export->job)
		flush(export);
	release(export);
	return failed;
}

static int play_part(struct job *job, void *context, struct err *err)
{
	struct export *export = context;
	export->job = job;
	if (play(export, err))
		return -1;
	return *export->stop ? err_set(err, EXIT_INTERRUPTED, "interrupted") : 0;
}

static bool take_match(const char *bytes, size_t n, void *context)
{
	struct export *export = context;
	return output_add(export->output, bytes, n) && !*export->stop;
}

static int play_all(struct export *export, int n_jobs, struct err *err)
{
	const struct schedule *schedule = &export->replay->tournament.schedule;
	uint64_t n_matches = schedule_game(schedule, export->end - 1).match + 1 - schedule_game(schedule, export->first).match;
	struct jobs jobs = {.n_jobs = n_jobs, .work = play_part, .take = take_match, .context = export};
	if ((uint64_t)n_jobs > n_matches)
		jobs.n_jobs = (int)n_matches;
	if (export->form == FORM_CSV) {
		AUTO_STR struct str titles = {0};
		game_record_add_csv_titles(&titles);
		output_add(export->output, titles.text, titles.length);
	}
	/* Stored plays are read from one database connection, which must not be used in two processes. */
	if (jobs.n_jobs == 1 || export->replay->kept.database)
		return play(export, err);
	return jobs_run(&jobs, err);
}

/* ---- the command ------------------------------------------------------------------------ */

static int export_run(struct replay *replay, const struct args *args, struct err *err)
{
	struct export export = {
		.replay = replay, .form = (enum form)args_number(args, "format"), .end = replay->end_game,
	};
	const char *games = args_text(args, "games");
	if (games && (read_games(games, replay->tournament.schedule.n_games, &export.first, &export.end, err) ||
		      replay_check_games(replay, export.first, export.end, err)))
		return -1;
	if (export.form == FORM_JSONL && !replay->info.rules.family->counts_dice)
		return err_set(err, EXIT_USAGE, "--format jsonl is not available for %s; use text or csv",
			       replay->info.rules.name);
	if (export.first == export.end)
		return err_set(err, EXIT_USAGE, "the run '%s' has no finished game", replay->folder);
	struct output output;
	if (replay_probe(replay, args, err) || output_open(&output, args_text(args, "output"), err))
		return -1;
	game_record_setting_init(&export.setting, &replay->info, &replay->tournament.schedule);
	export.output = &output;
	export.stop = setup_stop();
	int n_jobs = args_number(args, "jobs") ? (int)args_number(args, "jobs") : cores_allowed();
	int failed = play_all(&export, n_jobs, err);
	game_record_setting_release(&export.setting);
	if (failed || *export.stop) {
		output_discard(&output); /* an incomplete file is worse than none */
		return failed && err->code != EXIT_INTERRUPTED ? -1 : EXIT_INTERRUPTED;
	}
	return output_close(&output, err) ? -1 : EXIT_OK;
}

static int run(const struct args *args, struct err *err)
{
	if (tourneys_are_meant(args))
		return tourneys_export(args, err);
	if (args->n_operands > 1)
		return err_set(err, EXIT_USAGE, "export takes one run, not also '%s'", args->operands[1]);
	if (args_text(args, "robot"))
		return err_set(err, EXIT_USAGE, "--robot is for the games of tourneys alone (arena export tourneys)");
	AUTO_REPLAY struct replay replay = {0};
	return replay_open(&replay, args, args->operands[0], err) ? -1 : export_run(&replay, args, err);
}

const struct command command_export = {
	.name = "export",
	.arguments = "[RUN]",
	.summary = "write the games of a tournament as text, JSON Lines or CSV",
	.description =
		"Replays the games of a run from the files in its folder, or from its stored plays (--log hands), and\n"
		"writes them in the order of their numbers. RUN is the number of a run or its folder; default: the\n"
		"latest.\n"
		"\n"
		"  text   a line for each hand: all dice, the plays, the result\n"
		"  jsonl  a JSON object on a line for each game: the GameLog of the tourney protocol\n"
		"  csv    a row for each decision, with its ask, the chance of the bid and the truth\n"
		"\n"
		"The RUN `tourneys` is the games of the tourney server (arena serve), as text or jsonl.\n"
		"docs/logs.md describes the formats.\n",
	.options = options,
	.examples =
		"arena export\n"
		"arena export 3 --games 1-100\n"
		"arena export results/0003 --format csv --trust -o decisions.csv\n"
		"arena export --format jsonl | jq .bot_rankings\n"
		"arena export tourneys --robot prober --format jsonl -o prober.jsonl\n",
	.operands = NAMES_FOLDERS,
	.run = run,
};
