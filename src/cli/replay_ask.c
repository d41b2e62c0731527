/* replay_ask.c - one ask of a replayed game (replay_ask.h). */
#include "cli/replay_ask.h"

#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/text.h"
#include "robot/proc.h"
#include "robot/program/command.h"

struct asked {
	const struct tournament *tournament;
	char letter;       /* the player who is asked */
	long long number;  /* number of the ask in the game, from 1 */
	long long n;       /* number of this player's asks so far */
	int n_before;      /* how many calls of get_play a debugger must skip between its stop and this ask */
	bool stops;        /* a debugger controls this process, which raises SIGTRAP before this ask */
	bool is_due;       /* the ask is in progress */
	bool is_over;
	struct str text;   /* text of the ask, printed only with the answer, because the ask is repeated if a process
	                    * that serves several games dies */
	struct str sent, lines; /* lines sent to a program's process: `sent` has all so far, `lines` those up to this
	                         * ask */
};

static void say_output(const char *output)
{
	AUTO_STR struct str line = {0}, clean = {0};
	while (str_next_line(&line, &output)) {
		str_clear(&clean);
		text_add_clean(&clean, line.text);
		printf("  | %s\n", str_text(&clean));
	}
}

static void ask(struct asked *asked, const char *hands, const char *history)
{
	asked->is_due = true;
	str_set(&asked->text, "get_play(\"%c\", \"%s\", \"%s\")\n", asked->letter, hands, history);
	if (!asked->stops)
		return;
	fputs(asked->text.text, stdout);
	fflush(stdout);
	str_clear(&asked->text);
	raise(SIGTRAP);
}

/* Finds the ask among the observations of a showdown, which are made seat by seat. */
static void look_at_showdown(struct asked *asked, const struct watch_event *s)
{
	asked->n_before = 0;
	for (int seat = 0; seat < s->game->n_seats; seat++) {
		char letter = game_letter(s->game, seat);
		if (!game_observes(s->game, seat))
			continue;
		if (letter == asked->letter && ++asked->n == asked->number) {
			ask(asked, s->game->view.shown, s->game->view.history);
			return;
		}
		asked->n_before += asked->tournament->robots[s->plan->robot[letter - 'A']].kind == ROBOT_SO;
	}
}

/* Prints the result of the ask. */
static void answer(struct asked *asked, const struct watch_event *s)
{
	AUTO_STR struct str text = {0};
	bool is_its = s->seat >= 0 && s->me && s->me[0] == asked->letter;
	if (s->kind == WATCH_FAULT && !is_its)
		return; /* another robot failed as it observed the showdown */
	if (s->kind == WATCH_FAULT) {
		str_addf(&text, "%s: ", verdict_name(s->verdict));
		text_add_clean(&text, s->fault->cause);
	} else if (s->kind == WATCH_ANSWER) {
		str_addf(&text, "returned %d, ", s->play);
		game_play_words(s->game->rules, s->play, &text);
		str_add(&text, s->verdict == VERDICT_ILLEGAL ? ", which is illegal" : "");
	} else {
		str_add(&text, "saw all dice; its return value is ignored");
	}
	printf("%s%s\n", str_text(&asked->text), text.text);
	say_output(s->kind == WATCH_FAULT ? s->fault->output : s->output);
	str_add(&asked->lines, str_text(&asked->sent)); /* copied now, because after a fault a new process gets other
	                                                 * lines */
	asked->is_over = true;
}

static bool watch(const struct watch_event *s, void *context)
{
	struct asked *asked = context;
	if (s->kind == WATCH_GAME) {
		asked->n = 0; /* the rotation may have been restarted */
		asked->is_due = false;
	} else if (asked->is_due) {
		answer(asked, s);
	} else if (s->kind == WATCH_ASK && s->me[0] == asked->letter && ++asked->n == asked->number) {
		ask(asked, s->hands, s->history);
	} else if (s->kind == WATCH_SHOWDOWN) {
		look_at_showdown(asked, s);
	}
	return !asked->is_over;
}

/* Parses "A3", the player and the number of the ask. */
static int read_ask(struct asked *asked, const char *text, int n_seats, struct err *err)
{
	asked->letter = text[0];
	if (text[0] < 'A' || text[0] >= 'A' + n_seats || !str_to_int(text + 1, 1, INT32_MAX, &asked->number))
		return err_set(err, EXIT_USAGE,
			"--ask takes the letter of a player, A to %c, and a number, such as A3 for the third ask of A, "
			"not '%s'", 'A' + n_seats - 1, text);
	return 0;
}

/* Starts gdb, which runs the same command and stops before the ask, and then in get_play. */
static int start_gdb(const struct args *args, int n_before, struct err *err)
{
	char ignore[40], *file = mem_realpath("/proc/self/exe");
	const char *words[80] = {"gdb", "-q", "-ex", "set breakpoint pending on", "-ex", "run", "-ex",
		"tbreak get_play", "-ex", ignore,
		"-ex", "continue", "--args", file};
	int n = 14, most = (int)(sizeof words / sizeof *words) - 2;
	snprintf(ignore, sizeof ignore, "ignore 1 %d", n_before);
	for (char *const *word = args->argv + 1; *word && n < most; word++)
		words[n++] = *word;
	if (!args_flag(args, "trust"))
		words[n++] = "--trust";
	execvp(words[0], (char **)(uintptr_t)words);
	free(file);
	return err_errno(err, "cannot start gdb, which is in the package gdb");
}

/* Starts the robot alone, in the debugger of its language, which stops in the robot at the last ask of `lines`. */
static int start_debugger(const struct robot *robot, const struct str *lines, bool is_trusted, struct err *err)
{
	const struct program_command *command = robot->program;
	const char *words[ROBOT_MAX_OPTIONS + 8] = {command->argv.word[0]}, *adapter = command->argv.word[1];
	bool is_node = str_ends(adapter, ".js");
	int n = 1;
	AUTO_STR struct str script = str_of("%.*s/debug.%s", (int)(strrchr(adapter, '/') - adapter), adapter,
					    is_node ? "js" : "py");
	int fd = memfd_create("asks", 0);
	if (fd < 0 || write(fd, lines->text, lines->length) != (ssize_t)lines->length)
		return err_errno(err, "cannot record the asks of the robot '%s'", robot->label);
	AUTO_STR struct str file = str_of("/proc/%ld/fd/%d", (long)getpid(), fd);
	if (is_node)
		words[n++] = "inspect", words[n++] = "--port=0";
	words[n++] = script.text;
	words[n++] = file.text;
	memcpy(words + n, command->argv.word + 2, (size_t)(command->argv.n - 1) * sizeof *words);
	if (!is_trusted)
		setenv("PATH", PROGRAM_PATH, 1); /* finds the same interpreter as in the game */
	setenv("NODE_INSPECT_RESUME_ON_START", "1", 1); /* stops at the ask, and not at the beginning of debug.js */
	execvp(words[0], (char **)(uintptr_t)words);
	return err_errno(err, "cannot start '%s'", words[0]);
}

int replay_ask(struct replay *replay, const struct args *args, uint64_t game, struct err *err)
{
	struct tournament *tournament = &replay->tournament;
	struct asked asked = {.tournament = tournament};
	struct game_place place = schedule_game(&tournament->schedule, game);
	if (read_ask(&asked, args_text(args, "ask"), tournament->schedule.n_seats, err))
		return -1;
	struct match_plan plan = schedule_match(&tournament->schedule, place.match);
	struct robot *robot = &replay->robots[plan.robot[asked.letter - 'A']];
	bool is_debugged = args_flag(args, "debug");
	if (is_debugged && replay->stored.database)
		return err_set(err, EXIT_USAGE, "--debug cannot be used on a run that stored its plays (--log hands)");
	if (is_debugged && !robot_has_debugger(robot))
		return err_set(err, EXIT_USAGE,
			"--debug is for a .so and for a Python or JavaScript file with get_play or Robot, not for '%s'",
			robot->label);
	robot->asked = &asked.sent;
	asked.stops = is_debugged && proc_is_traced(getpid());
	int code = tournament_watch(tournament, game, watch, &asked, err) ? -1 : EXIT_OK;
	if (code == EXIT_OK && !asked.is_over)
		code = err_set(err, EXIT_USAGE, "%c is asked %lld times in this game, not %lld times", asked.letter,
			       asked.n, asked.number);
	fflush(stdout);
	if (code == EXIT_OK && is_debugged && !asked.stops)
		code = robot->kind == ROBOT_SO ? start_gdb(args, asked.n_before, err)
					       : start_debugger(robot, &asked.lines, tournament->is_trusted, err);
	robot->asked = NULL;
	str_release(&asked.text);
	str_release(&asked.sent);
	str_release(&asked.lines);
	return code;
}
