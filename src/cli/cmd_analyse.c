/* cmd_analyse.c - `arena analyse`: what a robot did in a run, by playing its games again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/analysis_forms.h"
#include "cli/command.h"
#include "cli/rerun.h"
#include "cli/setup.h"
#include "cli/show.h"
#include "game/game.h"
#include "match/survey.h"
#include "store/json.h"

static const char *const outputs[] = {"table", "json", NULL};

static const struct opt options[] = {
	{.name = "games", .letter = 'g', .type = OPT_INT, .value = "N", .fallback = "20000", .min = 1, .max = 1000000000,
	 .help = "Look at so many of the robot's games at most, evenly spread over the run."},
	{.name = "baseline", .type = OPT_TEXT, .value = "ROBOT", .names = NAMES_ROBOTS,
	 .help = "The robot that plays the same dice to tell luck from play, or none; without it computer, for Mäxchen maexchen."},
	{.name = "clock", .type = OPT_FLAG,
	 .help = "Also the CPU time an ask took in the run, which is never the same twice."},
	{.name = "output", .type = OPT_WORD, .value = "FORM", .fallback = "table", .words = outputs,
	 .help = "For people, or for programs (docs/analysis.md)."},
	OPTION_ANYWAY,
	OPTION_RESULTS,
	OPTION_TRUST,
	OPTION_WEAK_SANDBOX,
	{0},
};

/* One of each match is kept at a time. */
enum { GAMES_IN_PROGRESS = 100000 };

/* The pass over the robot's own games. */
struct study {
	struct sample sample;
	struct analysis analysis;
	int n_slots;
	struct open_match {
		struct gamelog log;
		bool *is_done;       /* by block and rotation: a leg that began again counts once; owned */
	} *matches;                  /* by slot of the survey */
	uint8_t *wins;               /* for luck_play; owned */
	uint64_t n_wins;
};

/* ---- playing ---------------------------------------------------------------------------- */

static bool wants(uint64_t match, void *context)
{
	return sample_takes(&((struct study *)context)->sample, match);
}

static bool watch(const struct spectacle *s, int slot, void *context)
{
	struct study *study = context;
	const struct schedule *schedule = study->sample.schedule;
	struct game_place place = schedule_game(schedule, s->number);
	struct open_match *match = &study->matches[slot];
	gamelog_watch(&match->log, s);
	if (!match->log.is_over)
		return true;
	bool *is_done = &match->is_done[place.block * (uint32_t)schedule->n_seats + (uint32_t)place.rotation];
	struct match_plan plan;
	schedule_match(schedule, place.match, &plan);
	if (!*is_done)
		analysis_add(&study->analysis, &match->log,
			     schedule_seat(sample_player(&study->sample, &plan), place.rotation, schedule->n_seats));
	*is_done = true;
	return true;
}

static bool finished(const struct match_result *result, int slot, void *context)
{
	struct study *study = context;
	int n = result->n_seats, player = sample_player(&study->sample, &result->plan);
	uint64_t n_games = result->plan.n_blocks * (uint64_t)n;
	memset(study->matches[slot].is_done, 0, n_games);
	analysis_add_blocks(&study->analysis, result, player);
	for (uint64_t game = 0; game < n_games; game++) {
		const uint8_t *places = result->places + game * (uint64_t)n;
		study->wins[study->n_wins++] = (uint8_t)(places[player] == 1 ? places_tied(places, n, player) : 0);
	}
	return true;
}

static int play(struct study *study, const struct rerun *rerun, struct err *err)
{
	const struct tournament *tournament = &rerun->tournament;
	struct survey survey = {
		.tournament = tournament, .end_match = study->sample.end_match,
		.n_lanes = survey_lanes(tournament, GAMES_IN_PROGRESS), .wants = wants, .watch = watch, .finished = finished, .context = study,
	};
	study->n_slots = SURVEY_SLOTS(survey.n_lanes);
	study->matches = NEW_ARRAY(struct open_match, (size_t)study->n_slots);
	for (int i = 0; i < study->n_slots; i++)
		study->matches[i].is_done = NEW_ARRAY(bool, SCHEDULE_MATCH_GAMES);
	const struct schedule *schedule = study->sample.schedule;
	study->wins = NEW_ARRAY(uint8_t, study->sample.n_taken * schedule->blocks_per_match * (uint64_t)schedule->n_seats);
	return survey_play(&survey, err);
}

static void release(struct study *study)
{
	for (int i = 0; i < study->n_slots; i++) {
		gamelog_release(&study->matches[i].log);
		free(study->matches[i].is_done);
	}
	free(study->matches);
	free(study->wins);
}

/* The baseline is met like any robot, and then copied. */
static int find_luck(struct study *study, const struct rerun *rerun, struct robot *baseline, struct luck *luck,
		     struct err *err)
{
	struct tournament alone = rerun->tournament;
	alone.robots = baseline;
	alone.schedule.n_robots = 1;
	if (tournament_meet(&alone, err))
		return -1;
	if (baseline->fault.verdict)
		return err_set(err, EXIT_USAGE, "--baseline: the robot '%s' cannot be loaded: %s", baseline->label,
			       baseline->fault.cause);
	return luck_play(luck, &rerun->tournament, baseline, &study->sample, study->wins, err);
}

/* ---- the command ------------------------------------------------------------------------ */

static const char *baseline_of(const struct args *args, const struct rerun *rerun)
{
	const char *given = args_text(args, "baseline");
	if (given)
		return strcmp(given, "none") == 0 ? NULL : given;
	return rerun->info.rules.family == &family_maexchen ? "maexchen" : "computer";
}

static double clock_of(const struct rerun *rerun, int robot)
{
	AUTO_STR struct str path = {0};
	str_addf(&path, "%s/clock.json", rerun->folder);
	AUTO_JSON json_t *clock = json_read(path.text, NULL);
	json_t *item = json_array_get(json_object_get(clock, "robots"), (size_t)robot);
	json_t *cpu = json_object_get(item, "cpu_us_per_ask");
	return json_is_number(cpu) && json_number_value(cpu) >= 0 ? json_number_value(cpu) : -1;
}

static int find_robot(const struct rerun *rerun, const char *label, int *robot, struct err *err)
{
	const struct info *info = &rerun->info;
	AUTO_FREE const char **labels = NEW_ARRAY(const char *, (size_t)info->n_robots + 1);
	for (int i = 0; i < info->n_robots; i++) {
		labels[i] = info->robots[i].label;
		if (strcmp(labels[i], label) == 0) {
			*robot = i;
			return 0;
		}
	}
	const char *nearest = opts_nearest(label, labels);
	return err_set(err, EXIT_USAGE, "no robot '%s' plays in the run '%s'%s%s%s", label, rerun->folder,
		       nearest ? " (did you mean '" : "", nearest ? nearest : "", nearest ? "'?)" : "");
}

static void print(const struct args *args, const struct analysis_report *report)
{
	AUTO_STR struct str text = {0};
	if (args_number(args, "output") == 1)
		json_add_text(&text, analysis_json(report));
	else
		analysis_add_table(report, show_has_colour(STDOUT_FILENO), &text);
	fputs(text.text, stdout);
}

static int study_run(struct study *study, struct rerun *rerun, struct robot *baseline, const struct args *args,
		     struct err *err)
{
	struct luck luck;
	struct analysis_report report = {
		.info = &rerun->info, .sample = &study->sample, .analysis = &study->analysis, .luck = &luck,
		.baseline = baseline ? baseline->label : NULL, .cpu_us_per_ask = -1,
	};
	if (rerun_meet(rerun, err) || play(study, rerun, err))
		return -1;
	if (baseline && find_luck(study, rerun, baseline, &luck, err))
		return -1;
	if (args_flag(args, "clock"))
		report.cpu_us_per_ask = clock_of(rerun, study->analysis.robot);
	print(args, &report);
	return EXIT_OK;
}

static int analyse(struct rerun *rerun, const struct args *args, struct err *err)
{
	const struct schedule *schedule = &rerun->tournament.schedule;
	struct study study = {.analysis.n_seats = schedule->n_seats};
	const char *name = baseline_of(args, rerun);
	struct robot *baseline = NULL;
	if (find_robot(rerun, args->operands[0], &study.analysis.robot, err))
		return -1;
	uint64_t end_match = rerun->end_game ? schedule_game(schedule, rerun->end_game - 1).match + 1 : 0;
	sample_init(&study.sample, schedule, study.analysis.robot, rerun->info.shard, rerun->info.n_shards, end_match,
		    (uint64_t)args_number(args, "games"));
	if (!study.sample.n_matches)
		return err_set(err, EXIT_USAGE, "no game of '%s' in the run '%s' was finished", args->operands[0], rerun->folder);
	char *specs[] = {mem_strdup(name ? name : "")};
	int code = name && setup_robots(specs, 1, &baseline, err) ? -1 : study_run(&study, rerun, baseline, args, err);
	free(specs[0]);
	release(&study);
	if (baseline)
		setup_close(baseline, 1);
	return code;
}

static int run(const struct args *args, struct err *err)
{
	if (args->n_operands == 0)
		return err_set(err, EXIT_USAGE, "analyse needs the name of a robot, as the table of the run has it");
	if (args->n_operands > 2)
		return err_set(err, EXIT_USAGE, "analyse takes a robot and a run, not also '%s'", args->operands[2]);
	struct rerun rerun;
	if (rerun_open(&rerun, args, args->n_operands == 2 ? args->operands[1] : NULL, err))
		return -1;
	int code = analyse(&rerun, args, err);
	rerun_release(&rerun);
	return code;
}

const struct command command_analyse = {
	.name = "analyse",
	.arguments = "ROBOT [RUN]",
	.summary = "tell how a robot played in a tournament: bids, calls, losses, luck",
	.description =
		"Plays the games of one robot of a run again and sums up what it did: how often its bids were\n"
		"false, how good its calls are, where it wins and loses, and how much of that was the dice.\n"
		"ROBOT is a robot's name in the run's table; RUN the number of a run or its folder, without it the\n"
		"latest. docs/analysis.md explains every number.\n",
	.options = options,
	.examples =
		"arena analyse myrobot\n"
		"arena analyse prober 3 --games 100000 --trust\n"
		"arena analyse myrobot --baseline prober:learn=off --output json\n",
	.operands = NAMES_ROBOTS,
	.run = run,
};
