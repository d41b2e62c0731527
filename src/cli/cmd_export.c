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
	OPTION_JOBS,
	OPTIONS_REPLAY,
	{0},
};

/* Memory holds their texts, and those of matches that finished early. */
enum { GAMES_IN_PROGRESS = 4096 };

/* A match in progress. Its games are not played in the order of their numbers. */
struct in_progress {
	struct game_record log;   /* of the game being played */
	struct str *texts;    /* of the finished games, by block and rotation; owned */
	uint64_t n_texts;
};

struct export {
	const struct replay *replay;
	enum form form;
	uint64_t first, end;        /* numbers of games, from 0 */
	uint64_t n_left;            /* games that are wanted and not yet seen; not counted for a shard */
	int n_slots;
	struct in_progress *matches;/* by slot of the replays */
	int next_slot;              /* to be written */
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

static void take_game(struct export *export, struct in_progress *match, const struct game_place *place)
{
	int n_seats = export->replay->tournament.schedule.n_seats;
	uint64_t at = place->block * (uint64_t)n_seats + (uint64_t)place->rotation;
	while (match->n_texts <= at) {
		match->texts = mem_resize(match->texts, at + 1, sizeof *match->texts);
		match->texts[match->n_texts++] = (struct str){0};
	}
	struct str *text = &match->texts[at];
	if (text->length) /* the attempt was restarted */
		return;
	if (export->form == FORM_TEXT)
		game_record_add_text(&export->setting, &match->log, text);
	else if (export->form == FORM_JSONL)
		game_record_add_json(&export->setting, &match->log, text);
	else
		game_record_add_csv(&export->setting, &match->log, text);
	export->n_left--;
}

static bool watch(const struct spectacle *s, int slot, void *context)
{
	struct export *export = context;
	if (s->number < export->first || s->number >= export->end)
		return true;
	struct game_place place = schedule_game(&export->replay->tournament.schedule, s->number);
	struct in_progress *match = &export->matches[slot];
	match->log.has_words = export->form == FORM_TEXT;
	game_record_watch(&match->log, s);
	if (match->log.is_over)
		take_game(export, match, &place);
	return export->n_left > 0 && !*export->stop;
}

/* Writes the games of the match that is due. */
static bool write_match(struct export *export, int slot)
{
	struct in_progress *match = &export->matches[slot];
	AUTO_STR struct str all = {0};
	for (uint64_t i = 0; i < match->n_texts; i++) {
		str_add_n(&all, str_text(&match->texts[i]), match->texts[i].length);
		str_clear(&match->texts[i]);
	}
	export->next_slot = (slot + 1) % export->n_slots;
	return export->job ? job_send(export->job, str_text(&all), all.length)
			   : output_add(export->output, str_text(&all), all.length);
}

static bool finished(const struct replays_match *match, int slot, void *context)
{
	(void)match;
	return write_match(context, slot);
}

static void release(struct export *export)
{
	for (int i = 0; i < export->n_slots; i++) {
		game_record_release(&export->matches[i].log);
		for (uint64_t k = 0; k < export->matches[i].n_texts; k++)
			str_release(&export->matches[i].texts[k]);
		free(export->matches[i].texts);
	}
	free(export->matches);
}

/* In this process: all matches, or those of its job, and these to their ends. */
static int play(struct export *export, struct err *err)
{
	const struct schedule *schedule = &export->replay->tournament.schedule;
	struct replays replays = {
		.tournament = &export->replay->tournament,
		.first_match = schedule_game(schedule, export->first).match,
		.end_match = schedule_game(schedule, export->end - 1).match + 1,
		.wants = wants_match, .watch = watch, .finished = finished, .context = export,
	};
	/* Matches with stored plays are played to their end, because their results are checked there. */
	bool is_whole = export->replay->info.n_shards > 1 || export->job || export->replay->kept.database;
	export->n_left = is_whole ? UINT64_MAX : export->end - export->first;
	replays_size(&replays, GAMES_IN_PROGRESS);
	export->n_slots = replays.n_slots;
	export->matches = NEW_ARRAY(struct in_progress, (size_t)export->n_slots);
	int failed = replays_play(&replays, err);
	/* After the last wanted game, playing stopped before the end of the match. */
	for (int i = 0; i < export->n_slots && !failed && export->n_left == 0; i++)
		write_match(export, export->next_slot);
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
	if (args->n_operands > 1)
		return err_set(err, EXIT_USAGE, "export takes one run, not also '%s'", args->operands[1]);
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
		"docs/logs.md describes the formats.\n",
	.options = options,
	.examples =
		"arena export\n"
		"arena export 3 --games 1-100\n"
		"arena export results/0003 --format csv --trust -o decisions.csv\n"
		"arena export --format jsonl | jq .bot_rankings\n",
	.operands = NAMES_FOLDERS,
	.run = run,
};
