/* cmd_doctor.c - `arena doctor`: what is wrong with a robot, as a checklist for its author. */
#include <stdio.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/command.h"
#include "doctor/doctor.h"
#include "output/show.h"
#include "run/setup.h"

/* Fills in the doctor from the options. The caller owns *seed. */
static int prepare(struct doctor *doctor, const struct args *args, char **seed, struct err *err)
{
	if (args->n_operands != 1)
		return err_set(err, EXIT_USAGE, "name one robot: arena doctor ROBOT");
	struct request request;
	if (request_args_read(args, &request, err) || rules_check(&request.rules, 2, err) ||
	    request_args_robots(args, args->operands, 1, &request, seed, err) ||
	    doctor_open(doctor, args->operands[0], err))
		return -1;
	doctor->rules = request.rules;
	doctor->is_given = args_value(args, "variant")->is_set || args_value(args, "rule")->n_list > 0;
	doctor->games = args_number(args, "games");
	doctor->most_ns = args_number(args, "check-time");
	request.stop = setup_stop();
	request_tournament(&request, &doctor->base);
	str_add(&doctor->again, "arena doctor --trust ");
	text_add_shell_word(&doctor->again, args->operands[0]);
	struct args whole = *args;
	if (strcmp(*seed, args_text(args, "seed")) != 0)
		args_set_text(&whole, "seed", *seed);
	args_canonical(&whole, &doctor->again);
	return 0;
}

enum { UNWRAPPED = 100000 };

static int describe(const struct doctor *doctor, const struct args *args, const char *seed)
{
	AUTO_STR struct str text = {0};
	int columns, rows;
	if (!show_terminal_size(STDOUT_FILENO, &columns, &rows))
		columns = UNWRAPPED; /* for a log in CI, or for grep */
	if (args_number(args, "output") == 1)
		doctor_json(doctor, &text);
	else
		doctor_text(doctor, show_has_colour(STDOUT_FILENO), columns, &text);
	fputs(text.text, stdout);
	if (doctor_has_fault(doctor) && strcmp(seed, args_text(args, "seed")) != 0)
		fprintf(stderr, "arena: to play the same games again: --seed %s\n", seed);
	return doctor_has_fault(doctor) ? EXIT_ROBOT : EXIT_OK;
}

static int run(const struct args *args, struct err *err)
{
	struct doctor *doctor = NEW(struct doctor);
	AUTO_FREE char *seed = NULL;
	int code = -1;
	if (prepare(doctor, args, &seed, err) == 0 && doctor_examine(doctor, err) == 0)
		code = *doctor->base.stop ? EXIT_INTERRUPTED : describe(doctor, args, seed);
	doctor_release(doctor);
	free(doctor);
	return code;
}

COMMAND(doctor, NAMES_ROBOTS, run);
