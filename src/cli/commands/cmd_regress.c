/* cmd_regress.c - `arena regress`: is the new robot worse than the old one? An exit code for CI. */
#include <stdio.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/command.h"
#include "output/show.h"
#include "output/standings_forms.h"
#include "robot/spec.h"
#include "run/network_robots.h"
#include "run/seed.h"
#include "run/session.h"
#include "run/setup.h"

static const char *const outputs[] = {"text", "json", "junit", NULL};

static const char *const models[] = {"logistic", "normalized", NULL}; /* as in enum run_config_model */
static const char *const measures[] = {"wins", "places", NULL};        /* in the same order there */

/* Fewer than in a tournament, because most tests are short and need their first results early. */
enum { LANES = 96 };

/* seed: of the caller. */
static int open_robots(struct session *session, char **seed, struct err *err)
{
	const struct args *args = session->args;
	if (args->n_operands != 2)
		return err_set(err, EXIT_USAGE, "name the new robot and the old one: arena regress NEW OLD");
	char *specs[2 + SCHEDULE_MAX_SEATS] = {args->operands[0], args->operands[1]};
	AUTO_STR struct str lists = {0};
	const struct opt_value *field = args_value(args, "field");
	int n = 2;
	for (int i = 0; i < field->n_list; i++)
		str_add_n(&lists, field->list[i], strlen(field->list[i]) + 1);
	for (char *next = lists.text, *rest; next && next < lists.text + lists.length;) {
		rest = next;
		next += strlen(next) + 1;
		for (char *robot; (robot = spec_next_robot(&rest)) != NULL; specs[n++] = robot)
			if (n == 2 + SCHEDULE_MAX_SEATS - 1)
				return err_set(err, EXIT_USAGE, "--field names more than %d robots", SCHEDULE_MAX_SEATS - 1);
	}
	*seed = seed_choose(args, seed_has_strangers(specs, n), err);
	if (!*seed || setup_robots(specs, n, &session->robots, err))
		return -1;
	session->n_robots = n;
	for (int i = 0; i < n; i++)
		if (session->robots[i].kind == ROBOT_HUMAN)
			return err_set(err, EXIT_USAGE, "regress tests robots; a human plays with `arena play`");
	return 0;
}

/* A new run, without its results. In a field every match is played twice. */
static int prepare(struct session *session, struct err *err)
{
	const struct args *args = session->args;
	struct tournament *t = &session->tournament;
	bool is_field = args_value(args, "field")->n_list > 0;
	uint64_t games = (uint64_t)args_number(args, "games");
	if (is_field)
		games = (games + 1) / 2;
	AUTO_FREE char *seed = NULL;
	if (args_value(args, "by")->is_set && !is_field)
		return err_set(err, EXIT_USAGE, "--by needs --field: without it, robots are compared by the games they win against each other");
	if (args_value(args, "model")->is_set && is_field)
		return err_set(err, EXIT_USAGE, "--model is for tests without --field, which has --by");
	if (open_robots(session, &seed, err) || setup_rules(args, &t->rules, err))
		return -1;
	t->seed = rng_key_of_seed(seed);
	t->robots = session->robots;
	struct schedule_options matches = {.format = is_field ? FORMAT_PAIRED : FORMAT_TABLE, .n_robots = session->n_robots,
					   .games = games, .seed = t->seed,
					   .deals = args_number(args, "deals") ? DEALS_INDEPENDENT : DEALS_SHUFFLED};
	setup_matches(args, &matches);
	if (setup_limits(args, t, err) || schedule_init(&t->schedule, &matches, err) ||
	    rules_check(&t->rules, t->schedule.n_seats, err))
		return -1;
	t->has_luck = !args_flag(args, "no-luck-correction") && args_number(args, "model") == MODEL_LOGISTIC &&
		      !luck_obstacle(&t->rules, &t->schedule);
	if (session_probe(session, "regress", 0, seed, games, err))
		return -1;
	session->info.test = (struct run_config_test){
		.is_set = true, .model = is_field ? MODEL_WINS + args_number(args, "by") : args_number(args, "model"), .elo0 = args_double(args, "elo0"),
		.elo1 = args_double(args, "elo1"), .alpha = args_double(args, "alpha"), .beta = args_double(args, "beta"),
	};
	return 0;
}

static int write_junit(const struct regress *regress, struct output *junit, struct err *err)
{
	AUTO_STR struct str text = {0};
	regress_junit(regress, &text);
	output_add(junit, text.text, text.length);
	return output_close(junit, err);
}

static int finish(struct session *session, struct regress *regress, struct output *junit, struct err *err)
{
	static const int codes[] = {
		[REGRESS_UNDECIDED] = EXIT_UNDECIDED, [REGRESS_PASS] = EXIT_OK, [REGRESS_WORSE] = EXIT_REGRESSION,
		[REGRESS_NO_DIFFERENCE] = EXIT_REGRESSION, [REGRESS_FAILED] = EXIT_ROBOT,
	};
	static void (*const describe[])(const struct regress *regress, struct str *out) = {regress_text, regress_json, regress_junit};
	const struct args *args = session->args;
	AUTO_STR struct str text = {0}, hint = {0}, spent = {0};
	enum regress_verdict verdict = regress_verdict(regress);
	/* A signal after the last match does not count as an interruption. */
	regress->is_interrupted = verdict == REGRESS_UNDECIDED && !run_files_are_complete(&session->results);
	describe[args_number(args, "output")](regress, &text);
	if (args_number(args, "output") == 0)
		show_wrap(&text);
	fputs(text.text, stdout);
	if (!args_flag(args, "quiet"))
		network_robots_describe(session->robots, session->n_robots, &spent);
	standings_warnings(&session->results.standings, false, &spent);
	fputs(str_text(&spent), stderr);
	if (session_write(session, err) || (junit->file && write_junit(regress, junit, err)))
		return -1;
	if (regress->is_interrupted && session->database) {
		session_add_resume(session, &hint);
		fprintf(stderr, "arena: interrupted; to continue: %s\n", hint.text);
	} else if (session->database && !args_flag(args, "quiet")) {
		fprintf(stderr, "arena: results in %s\n", session->run.folder);
	}
	if (verdict == REGRESS_FAILED && session->database)
		fprintf(stderr, "arena: %s/faults has a report of each failure\n", session->run.folder);
	return regress->is_interrupted ? EXIT_INTERRUPTED : regress_passes(regress) ? EXIT_OK : codes[verdict];
}

/* The file of --junit is opened before the test: its exit code must be the verdict. */
static int run_session(struct session *session, struct regress *regress, struct output *junit, struct err *err)
{
	const struct args *args = session->args;
	session->is_resumed = args_flag(args, "resume");
	session->tournament.stop = setup_stop();
	session->tournament.n_workers = (int)args_number(args, "jobs");
	session->tournament.n_lanes = LANES;
	if (session->is_resumed ? session_prepare_again(session, err) : prepare(session, err))
		return -1;
	const char *complaint = regress_init(regress, &session->info);
	if (complaint)
		return err_set(err, EXIT_USAGE, "the test cannot be run: %s", complaint);
	if (args_text(args, "junit") && output_open(junit, args_text(args, "junit"), err))
		return -1;
	if (!session->is_resumed && session_open_results(session, err))
		return -1;
	session->regress = regress;
	setup_warn(&session->tournament);
	return session_play(session, err) ? session_end_badly(session, err) : finish(session, regress, junit, err);
}

static int run(const struct args *args, struct err *err)
{
	struct session session = {.args = args, .is_test = true, .folders = mem_strdup(args_text(args, "results"))};
	struct regress regress = {0};
	struct output junit = {0};
	int code = run_session(&session, &regress, &junit, err);
	if (junit.file)
		output_discard(&junit);
	regress_release(&regress);
	session_release(&session);
	return code;
}

COMMAND(regress, NAMES_ROBOTS, run);
