/* cmd_regress.c - `arena regress`: is the new robot worse than the old one? An exit code for CI. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "cli/command.h"
#include "cli/regress.h"
#include "cli/setup.h"
#include "cli/show.h"
#include "store/json.h"

static const char *const outputs[] = {"text", "json", "junit", NULL};
static const char *const models[] = {"logistic", "normalized", NULL};

static const struct opt options[] = {
	OPTION_VARIANT,
	OPTION_RULE,
	{.name = "field", .type = OPT_TEXT, .value = "R1,R2,...",
	 .help = "Play new and old in the same seats against these robots, instead of against each other."},
	{.name = "elo0", .type = OPT_DOUBLE, .value = "ELO", .fallback = "-5",
	 .help = "As bad as this is a regression. To ask for a gain instead: --elo0 0 --elo1 5."},
	{.name = "elo1", .type = OPT_DOUBLE, .value = "ELO", .fallback = "0", .help = "As good as this passes."},
	{.name = "alpha", .type = OPT_DOUBLE, .value = "P", .fallback = "0.05",
	 .help = "Chance of passing a robot that is as bad as elo0; below 0.5."},
	{.name = "beta", .type = OPT_DOUBLE, .value = "P", .fallback = "0.05",
	 .help = "Chance of failing a robot that is as good as elo1; below 0.5."},
	{.name = "games", .type = OPT_INT, .value = "N", .min = 2, .max = 1000000000, .fallback = "400000",
	 .help = "Give up undecided after so many games."},
	{.name = "model", .type = OPT_WORD, .value = "MODEL", .fallback = "logistic", .words = models,
	 .help = "What the Elo of the test is: logistic, or normalized by the deviation of a game."},
	OPTION_SEED,
	{.name = "jobs", .letter = 'j', .type = OPT_INT, .value = "N", .min = 1, .max = 1024, .is_neutral = true,
	 .help = "Worker processes; without it one per core. Changes no result."},
	OPTION_MOVE_TIME,
	OPTION_MEMORY,
	OPTION_TRUST,
	OPTION_WEAK_SANDBOX,
	{.name = "output", .type = OPT_WORD, .value = "FORM", .fallback = "text", .words = outputs, .is_neutral = true,
	 .help = "What is printed at the end."},
	{.name = "junit", .type = OPT_TEXT, .value = "FILE", .is_neutral = true,
	 .help = "Also write a JUnit document to this file, for CI to show."},
	{.name = "quiet", .letter = 'q', .type = OPT_FLAG, .is_neutral = true, .help = "No progress: only the result."},
	{0},
};

/* Matches per round of a field, where new and old take turns: enough to keep the lanes busy. */
enum { FIELD_ROUND = 256 };

/* Fewer than a tournament has: the first results should be in soon, most tests are short. */
enum { LANES = 96 };

struct trial {
	struct regress regress;
	struct tournament tournament;
	struct robot *robots;       /* new, old, and the field */
	int n_robots;
	bool has_progress;
	/* A field: the round's results, with the new robot until the old one's turn. */
	struct match_result round[FIELD_ROUND];
	uint64_t n_round, at;
};

/* ---- playing ---------------------------------------------------------------------------- */

static void draw(const struct trial *trial)
{
	const struct sprt *sprt = &trial->regress.sprt;
	if (trial->has_progress)
		fprintf(stderr, "\r%llu games, SPRT %.2f in [%.2f, %.2f]  ", (unsigned long long)trial->regress.games, sprt->ratio,
			sprt->lower, sprt->upper);
}

static bool on_duel(const struct match_result *result, void *context)
{
	struct trial *trial = context;
	bool is_decided = regress_add_duel(&trial->regress, result);
	draw(trial);
	return !is_decided;
}

static int play_duel(struct trial *trial, struct err *err)
{
	trial->tournament.finished = on_duel;
	return tournament_play(&trial->tournament, err);
}

/* Keeps a result beyond the call: its parts are copied. */
static void keep(struct match_result *to, const struct match_result *from)
{
	size_t n = (size_t)from->n_seats;
	*to = *from;
	to->faults = NULL;
	to->n_faults = 0;
	to->places = NEW_ARRAY(uint8_t, from->plan.n_blocks * n * n);
	memcpy(to->places, from->places, from->plan.n_blocks * n * n);
}

static bool on_new(const struct match_result *result, void *context)
{
	struct trial *trial = context;
	keep(&trial->round[trial->n_round++], result);
	return true;
}

static bool on_old(const struct match_result *result, void *context)
{
	struct trial *trial = context;
	bool is_decided = regress_add_field(&trial->regress, &trial->round[trial->at++], result);
	draw(trial);
	return !is_decided;
}

/* One round: the same matches with the new robot and then with the old one as player 0. */
static int play_round(struct trial *trial, uint64_t first, uint64_t end, struct err *err)
{
	struct tournament *t = &trial->tournament;
	struct robot *both = trial->robots;
	t->first_match = first;
	t->end_match = end;
	trial->n_round = trial->at = 0;
	/* The table is robots[0] and the field, robots[1 ..]: each side with an array of its own. */
	AUTO_FREE struct robot *table = NEW_ARRAY(struct robot, (size_t)trial->n_robots - 1);
	memcpy(table + 1, both + 2, sizeof *table * ((size_t)trial->n_robots - 2));
	t->robots = table;
	table[0] = both[0];
	t->finished = on_new;
	int failed = tournament_play(t, err);
	if (!failed && !*t->stop) {
		table[0] = both[1];
		t->finished = on_old;
		failed = tournament_play(t, err);
	}
	for (uint64_t i = 0; i < trial->n_round; i++)
		match_result_release(&trial->round[i]);
	return failed;
}

static int play_field(struct trial *trial, struct err *err)
{
	struct tournament *t = &trial->tournament;
	uint64_t n_matches = t->schedule.n_matches;
	for (uint64_t first = 0, size; first < n_matches && !*t->stop; first += size) {
		size = first < 2 * FIELD_ROUND ? 64 : FIELD_ROUND;
		uint64_t end = first + size < n_matches ? first + size : n_matches;
		if (play_round(trial, first, end, err))
			return -1;
		if (regress_verdict(&trial->regress) != REGRESS_UNDECIDED)
			return 0;
	}
	return 0;
}

/* ---- setting up ------------------------------------------------------------------------- */

static int open_robots(struct trial *trial, const struct args *args, struct err *err)
{
	if (args->n_operands != 2)
		return err_set(err, EXIT_USAGE, "name the new robot and the old one: arena regress NEW OLD");
	const char *field = args_text(args, "field");
	AUTO_FREE char *names = mem_strdup(field ? field : "");
	char *specs[2 + SCHEDULE_MAX_SEATS] = {args->operands[0], args->operands[1]}, *rest = names;
	int n = 2;
	for (char *name; field && (name = strsep(&rest, ",")) != NULL;) {
		if (n == 2 + SCHEDULE_MAX_SEATS - 1)
			return err_set(err, EXIT_USAGE, "--field names more than %d robots", SCHEDULE_MAX_SEATS - 1);
		if (strchr(name, '='))
			return err_set(err, EXIT_USAGE, "--field '%s': robots of a field take no options here", name);
		specs[n++] = name;
	}
	if (setup_robots(specs, n, &trial->robots, err))
		return -1;
	trial->n_robots = n;
	for (int i = 0; i < n; i++)
		if (trial->robots[i].kind == ROBOT_HUMAN)
			return err_set(err, EXIT_USAGE, "people cannot be tested like this; `arena play` is for them");
	return 0;
}

/* Cards and faults of all robots, whoever sits at which table. */
static int meet(struct trial *trial, struct err *err)
{
	struct tournament everybody = trial->tournament;
	everybody.robots = trial->robots;
	everybody.schedule.n_robots = trial->n_robots;
	return tournament_meet(&everybody, err);
}

static int prepare(struct trial *trial, const struct args *args, const char *seed, struct err *err)
{
	struct tournament *t = &trial->tournament;
	bool is_field = args_text(args, "field") != NULL;
	if (open_robots(trial, args, err) || setup_rules(args, &t->rules, err))
		return -1;
	int n_seats = is_field ? trial->n_robots - 1 : 2;
	uint64_t games = (uint64_t)args_number(args, "games");
	if (rules_check(&t->rules, n_seats, err))
		return -1;
	t->seed = rng_key_of_seed(seed);
	t->robots = trial->robots;
	t->n_workers = (int)args_number(args, "jobs");
	t->n_lanes = LANES;
	t->stop = setup_stop();
	t->context = trial;
	setup_limits(args, t);
	/* In a field every match is played twice. */
	if (schedule_init(&t->schedule, FORMAT_TABLE, n_seats, n_seats, is_field ? (games + 1) / 2 : games, t->seed, err))
		return -1;
	const char *complaint = regress_init(&trial->regress, is_field, args_double(args, "elo0"), args_double(args, "elo1"),
					     args_double(args, "alpha"), args_double(args, "beta"), args_number(args, "model"));
	if (complaint)
		return err_set(err, EXIT_USAGE, "the test cannot be run: %s", complaint);
	return meet(trial, err);
}

static void describe(struct trial *trial, const char *seed, const char *rules, const char *field)
{
	struct regress *regress = &trial->regress;
	regress->new_side = (struct regress_side){.label = trial->robots[0].label, .sha256 = trial->robots[0].sha256};
	regress->old_side = (struct regress_side){.label = trial->robots[1].label, .sha256 = trial->robots[1].sha256};
	regress->seed = seed;
	regress->rules = rules;
	regress->field = field ? field : "";
}

/* ---- the end ---------------------------------------------------------------------------- */

static int write_junit(const struct regress *regress, const char *path, struct err *err)
{
	AUTO_STR struct str text = {0};
	regress_junit(regress, &text);
	FILE *file = fopen(path, "we");
	if (!file)
		return err_errno(err, "cannot write '%s'", path);
	size_t n = fwrite(text.text, 1, text.length, file);
	if (fclose(file) || n != text.length)
		return err_errno(err, "cannot write '%s'", path);
	return 0;
}

static int finish(struct trial *trial, const struct args *args, struct err *err)
{
	static const int codes[] = {
		[REGRESS_UNDECIDED] = EXIT_UNDECIDED, [REGRESS_PASS] = EXIT_OK, [REGRESS_WORSE] = EXIT_REGRESSION,
		[REGRESS_NO_CHANGE] = EXIT_OK, [REGRESS_FAILED] = EXIT_ROBOT,
	};
	static void (*const tell[])(const struct regress *regress, struct str *out) = {regress_text, regress_json, regress_junit};
	AUTO_STR struct str text = {0};
	enum regress_verdict verdict = regress_verdict(&trial->regress);
	trial->regress.is_interrupted = *trial->tournament.stop && verdict == REGRESS_UNDECIDED;
	tell[args_number(args, "output")](&trial->regress, &text);
	fputs(text.text, stdout);
	if (args_text(args, "junit") && write_junit(&trial->regress, args_text(args, "junit"), err))
		return -1;
	return trial->regress.is_interrupted ? EXIT_INTERRUPTED : codes[verdict];
}

static int run(const struct args *args, struct err *err)
{
	struct trial trial = {.has_progress = !args_flag(args, "quiet") && show_can_redraw(STDERR_FILENO)};
	AUTO_FREE char *seed = setup_seed(args, err);
	int code = -1;
	if (seed && prepare(&trial, args, seed, err) == 0) {
		describe(&trial, seed, trial.tournament.rules.name, args_text(args, "field"));
		setup_warn(trial.robots, trial.n_robots, &trial.tournament.rules);
		int failed = trial.regress.is_field ? play_field(&trial, err) : play_duel(&trial, err);
		if (trial.has_progress)
			fprintf(stderr, "\r\033[K");
		code = failed ? -1 : finish(&trial, args, err);
	}
	setup_close(trial.robots, trial.robots ? trial.n_robots : 0);
	return code;
}

const struct command command_regress = {
	.name = "regress",
	.arguments = "NEW OLD",
	.summary = "is a new version of a robot worse than the old one? (for CI)",
	.description =
		"Plays NEW against OLD (or, with --field, both in the same seats against the same robots)\n"
		"with mirrored dice until a sequential test is sure that NEW is worse than --elo0 or better\n"
		"than --elo1, and says so in five lines to paste into a pull request. When every play is\n"
		"the same it says that nothing has changed. The verdict depends on the seed alone, not on\n"
		"--jobs. Exit code: 0 pass, 1 regression, 3 undecided within --games, 4 a robot failed.\n",
	.options = options,
	.examples =
		"arena regress ./v2.so ./v1.so\n"
		"arena regress ./v2.so ./v1.so --field prober,computer --junit regress.xml\n"
		"arena regress ./v2.so ./v1.so --elo0 0 --elo1 10 -v wild --seed 7\n",
	.operands = NAMES_ROBOTS,
	.run = run,
};
