/* main.c - runs a command from the program's arguments, and converts its result to an exit code. Only this file prints
 * errors. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>

#include "base/text.h"
#include "cli/help.h"
#include "match/mpi_ranks.h"
#include "output/show.h"
#include "robot/find.h"
#include "robot/program/limit.h"
#include "run/session.h"

/* Replaces closed descriptors from 0 to 2. If one of them is closed, the next file to be opened would get its number,
 * and output would be written to it. The replacement is opened in the wrong direction, so that each use of it fails and
 * lost output is detected. */
static void hold_standard_descriptors(void)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY); /* gets the lowest free number, which is fd */
}

/* Checks the limit on descriptors. With too few descriptors, robots' processes fail at points where they cannot report
 * a reason. */
static int check_descriptors(struct err *err)
{
	enum { FEWEST = 64 };
	struct rlimit own;
	if (getrlimit(RLIMIT_NOFILE, &own) || own.rlim_cur >= FEWEST)
		return 0;
	return err_set(err, EXIT_WORLD, "the limit on open files (ulimit -n) is %llu, but the arena needs %d: raise it",
		       (unsigned long long)own.rlim_cur, FEWEST);
}

/* Raises the soft limit on the stack if it is too low; the stack can then grow to the new limit. With a small stack,
 * workers and the interpreters of robots crash. */
static int check_stack(struct err *err)
{
	enum { FEWEST_KB = 1024, USUAL_KB = 8192 };
	struct rlimit own;
	if (getrlimit(RLIMIT_STACK, &own) || own.rlim_cur >= FEWEST_KB << 10)
		return 0;
	rlim_t given = own.rlim_cur;
	own.rlim_cur = own.rlim_max < USUAL_KB << 10 ? own.rlim_max : USUAL_KB << 10;
	if (own.rlim_cur >= FEWEST_KB << 10 && setrlimit(RLIMIT_STACK, &own) == 0)
		return 0;
	return err_set(err, EXIT_WORLD,
		       "the limit on the stack (ulimit -s) is %llu KB, but the arena needs %d: raise it",
		       (unsigned long long)given >> 10, FEWEST_KB);
}

static int report(const char *command, const struct err *err)
{
	/* Each line is cleaned, because text from files must not control the terminal. */
	AUTO_STR struct str text = {0}, line = {0};
	for (const char *rest = err->text; str_next_line(&line, &rest);) {
		text_add_clean(&text, line.text);
		str_add(&text, "\n");
	}
	fprintf(stderr, "arena: %s", str_text(&text));
	if (err->code == EXIT_USAGE && command)
		fprintf(stderr, "See `arena help %s`.\n", command);
	return err->code ? err->code : EXIT_WORLD;
}

/* Explains an option such as `--games 100` that is really an argument of the usage line. */
static void explain_option(const struct command *command, char *const *argv, struct err *err)
{
	for (; *argv; argv++) {
		const char *name = *argv + 2, *at = command->arguments;
		size_t n = strncmp(*argv, "--", 2) == 0 ? strcspn(name, "=") : 0;
		for (size_t length; n && *at; at += length + strspn(at + length, " .[]|")) {
			length = strcspn(at, " .[]|");
			if (length == n && strncasecmp(at, name, n) == 0) {
				err_set(err, EXIT_USAGE,
					"unknown option '--%.*s': %.*s is an argument without a name: arena %s %s",
					(int)n, name, (int)n, at, command->name, command->arguments);
				return;
			}
		}
	}
}

/* Explains `--seed prober computer`: the value of the option is probably missing, so the next argument was taken as the
 * value. */
static void explain_values(const struct args *args, struct err *err)
{
	for (int i = 0; args->options[i].type != OPT_NONE; i++) {
		const struct opt *opt = &args->options[i];
		const char *text = args->value[i].text;
		bool is_text = args->value[i].is_set && opt->type == OPT_TEXT && opt->names == NAMES_NOTHING &&
			!strchr(text, '/');
		AUTO_FREE char *robot = is_text ? find_robot(text, NULL) : NULL;
		const struct err said = *err;
		if (robot)
			err_set(err, said.code, "%.900s (--%s took '%.60s' as its value)", said.text, opt->name, text);
	}
}

static int run_command(const struct command *command, int argc, char **argv, struct err *err)
{
	struct args args = {0};
	if (args_parse(&args, command->options, argc - 1, argv + 1, err)) {
		explain_option(command, argv + 1, err);
		return -1;
	}
	args.argv = argv;
	int code;
	if (args.wants_help) {
		AUTO_STR struct str text = {0};
		help_command(command, &text);
		fputs(text.text, stdout);
		code = EXIT_OK;
	} else {
		code = command->run(&args, err);
	}
	if (code < 0 && err->code == EXIT_USAGE &&
	    (command->operands == NAMES_ROBOTS || command->operands == NAMES_PLAYERS))
		explain_values(&args, err);
	args_release(&args);
	return code;
}

/* Handles a first argument that is not a command, such as --version. Returns false for other words. */
static bool run_word(const char *word, char *const *rest)
{
	AUTO_STR struct str text = {0};
	if (!word)
		help_overview(&text);
	else if (strcmp(word, "--version") == 0)
		str_add(&text, "arena " ARENA_VERSION "\n");
	else if (strcmp(word, COMPLETE_COMMAND) == 0)
		complete(rest, &text);
	else if (strcmp(word, MANUAL_COMMAND) == 0)
		manual(&text);
	else
		return false;
	fputs(str_text(&text), stdout);
	return true;
}

int main(int argc, char **argv)
{
	hold_standard_descriptors();
	/* A closed pipe must not end a tournament; show_finish detects it at the end. */
	signal(SIGPIPE, SIG_IGN);
	/* A file size limit is reported as an error, like a full disk. */
	signal(SIGXFSZ, SIG_IGN);
	struct err err = {0};
	const struct command *command = NULL;
	int code = check_descriptors(&err) || check_stack(&err) ? -1 : mpi_ranks_begin(argv, remote_serve, &err);
	if (code == 0 && !run_word(argc > 1 ? argv[1] : NULL, argv + (argc > 1 ? 2 : argc))) {
		command = command_find(argv[1], &err);
		code = command ? run_command(command, argc, argv, &err) : -1;
	}
	limit_leave();
	if (code < 0)
		code = report(command && command != &command_help ? command->name : NULL, &err);
	bool is_closed_pipe;
	if (show_finish(&is_closed_pipe, &err)) {
		if (!is_closed_pipe)
			return report(NULL, &err);
		/* Ends without a message, as other programs do after a closed pipe. */
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE);
	}
	return code;
}
