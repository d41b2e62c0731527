/* cmd_regress.c - `arena regress`: is the new robot worse than the old one? An exit code for CI. */
#include <stdio.h>

#include "base/file.h"
#include "cli/command.h"
#include "output/show.h"
#include "output/standings_forms.h"
#include "robot/spec.h"
#include "run/session.h"
#include "run/setup.h"

static const char *const outputs[] = {"text", "json", "junit", NULL};

static const char *const models[] = {"logistic", "normalized", NULL}; /* in the order of enum run_config_model */
static const char *const measures[] = {"wins", "places", NULL};        /* in the same order there */

/* Fewer than in a tournament, because most tests are short and need their first results early. */
enum { LANES = 96 };

/* Reads the robots of the command line and those of --field, whose names are stored in `lists`. */
static int read_robots(const struct args *args, char **specs, int *n, struct str *lists, struct err *err)
{
	if (args->n_operands != 2)
		return err_set(err, EXIT_USAGE, "name the new robot and the old one: arena regress NEW OLD");
	const struct opt_value *field = args_value(args, "field");
	memcpy(specs, args->operands, 2 * sizeof *specs);
	*n = 2;
	for (int i = 0; i < field->n_list; i++)
		str_add_n(lists, field->list[i], strlen(field->list[i]) + 1);
	for (char *next = lists->text, *rest; next && next < lists->text + lists->length;) {
		rest = next;
		next += strlen(next) + 1;
		for (char *robot; (robot = spec_next_robot(&rest)) != NULL; specs[(*n)++] = robot)
			if (*n == 2 + SCHEDULE_MAX_SEATS - 1)
				return err_set(err, EXIT_USAGE, "--field names more than %d robots",
					       SCHEDULE_MAX_SEATS - 1);
	}
	return 0;
}

/* Reads the options of the test. In a field every match is played twice. */
static int read_test(const struct args *args, struct request *request, struct err *err)
{
	bool is_field = args_value(args, "field")->n_list > 0;
	uint64_t games = (uint64_t)args_number(args, "games");
	if (args_value(args, "by")->is_set && !is_field)
		return err_set(err, EXIT_USAGE,
			"--by needs --field: without it, robots are compared by the games they win against each other");
	if (args_value(args, "model")->is_set && is_field)
		return err_set(err, EXIT_USAGE, "--model is for tests without --field; with --field, use --by");
	request->matches.format = is_field ? FORMAT_PAIRED : FORMAT_TABLE;
	request->matches.games = is_field ? (games + 1) / 2 : games;
	request->test = (struct run_config_test){
		.is_set = true, .model = is_field ? MODEL_WINS + args_number(args, "by") : args_number(args, "model"),
		.elo0 = args_double(args, "elo0"),
		.elo1 = args_double(args, "elo1"), .alpha = args_double(args, "alpha"),
		.beta = args_double(args, "beta"),
	};
	request->corrects_luck = !args_flag(args, "no-luck-correction") && !regress_obstacle(request->test.model);
	return 0;
}

static int write_junit(const struct regress *regress, struct out_file *junit, struct err *err)
{
	AUTO_STR struct str text = {0};
	regress_junit(regress, &text);
	file_add(junit, text.text, text.length);
	return file_close(junit, err);
}

static int finish(struct session *session, const struct args *args, struct regress *regress, struct out_file *junit,
		  struct err *err)
{
	static const int codes[] = {
		[REGRESS_UNDECIDED] = EXIT_UNDECIDED, [REGRESS_PASS] = EXIT_OK, [REGRESS_WORSE] = EXIT_REGRESSION,
		[REGRESS_NO_DIFFERENCE] = EXIT_REGRESSION, [REGRESS_FAILED] = EXIT_ROBOT,
	};
	static void (*const describe[])(const struct regress *regress, struct str *out) =
		{regress_text, regress_json, regress_junit};
	AUTO_STR struct str text = {0}, hint = {0}, spent = {0};
	enum regress_verdict verdict = regress_verdict(regress);
	/* A signal that arrives after the last match is not an interruption. */
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

/* Runs the test. Opens the file of --junit first, because after the test the exit code must be the verdict. */
static int run_session(struct session *session, const struct args *args, struct regress *regress,
		       struct out_file *junit, struct err *err)
{
	bool is_resumed = session->request->is_resumed;
	if (is_resumed ? session_prepare_again(session, err)
		       : session_prepare(session, err) || request_args_note_nonce(args, session->request, err))
		return -1;
	const char *complaint = regress_init(regress, &session->info);
	if (complaint)
		return err_set(err, EXIT_USAGE, "the test cannot be run: %s", complaint);
	if (args_text(args, "junit") && file_open(junit, args_text(args, "junit"), err))
		return -1;
	if (!is_resumed && session_open_results(session, err))
		return -1;
	session->regress = regress;
	setup_warn(&session->tournament);
	return session_play(session, err) ? session_end_badly(session, err)
					  : finish(session, args, regress, junit, err);
}

static int play(const struct args *args, const struct request *request, struct err *err)
{
	struct session session = {.request = request};
	struct regress regress = {0};
	struct out_file junit = {0};
	int code = run_session(&session, args, &regress, &junit, err);
	if (junit.file)
		file_discard(&junit);
	regress_release(&regress);
	session_release(&session);
	return code;
}

static int run(const struct args *args, struct err *err)
{
	char *specs[2 + SCHEDULE_MAX_SEATS];
	int n;
	struct request request;
	AUTO_FREE char *seed = NULL;
	AUTO_STR struct str lists = {0}, command = {0};
	if (request_args_read(args, &request, err))
		return -1;
	request.stop = setup_stop();
	request.n_lanes = LANES;
	if (args_flag(args, "resume")) {
		request.test.is_set = true;
		return request_args_resume(args, &request, err) ? -1 : play(args, &request, err);
	}
	if (read_test(args, &request, err) || read_robots(args, specs, &n, &lists, err) ||
	    request_args_robots(args, specs, n, &request, &seed, err))
		return -1;
	request_args_command(args, "regress", 0, seed, &command);
	request.command = command.text;
	return play(args, &request, err);
}

COMMAND(regress, NAMES_ROBOTS, run);
