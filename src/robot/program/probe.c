/* probe.c - the manifest of a program. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/nearest.h"
#include "base/typed.h"
#include "robot/program/process.h"
#include "robot/program/transport.h"

#define EXITED "exited with status "

enum { MEETING_MS = 5000, RESTLESS_MS = 1000, CLEANING_MS = 100, STEP_MS = 50, FIRST_STEP_MS = 2, MS = 1000000 };

/* Copies a value. Replaces each character `blank` with a space, and each character that is not printable ASCII with
 * '?'. */
static void take(char *field, size_t size, const char *value, char blank)
{
	size_t n = 0;
	for (; value[n] && n + 1 < size; n++) {
		unsigned char c = (unsigned char)value[n];
		field[n] = c == (unsigned char)blank ? ' ' : c >= ' ' && c < 127 ? (char)c : '?';
	}
	field[n] = '\0';
}

struct numbers {
	long long lanes, tables, matches, forks, move_ms, start_ms;
};

static const char *const no_yes[] = {"no", "yes", NULL};
static const struct typed_key number_keys[] = {
	{"lanes", TYPED_INT, offsetof(struct numbers, lanes), .min = 1, .max = PROGRAM_MOST_LANES},
	{"tables", TYPED_WORD, offsetof(struct numbers, tables), .words = no_yes},
	{"matches", TYPED_WORD, offsetof(struct numbers, matches), .words = no_yes},
	{"forks", TYPED_WORD, offsetof(struct numbers, forks), .words = no_yes},
	{"move_ms", TYPED_INT, offsetof(struct numbers, move_ms), .min = 1, .max = INT32_MAX},
	{"start_ms", TYPED_INT, offsetof(struct numbers, start_ms), .min = 1, .max = INT32_MAX},
};

static void read_number(const struct typed_key *key, const char *value, struct numbers *numbers, struct err *why)
{
	if (typed_parse(key, numbers, value))
		return;
	typed_refuse(key, key->name, value, why);
	if (key == &number_keys[0] && str_to_int(value, PROGRAM_MOST_LANES, INT32_MAX, &numbers->lanes))
		numbers->lanes = PROGRAM_MOST_LANES;
}

bool program_read_manifest(const char *line, struct robot_manifest *manifest)
{
	static const char *const all[] = {"name", "version", "author", "summary", "variants", "lanes", "tables",
		"matches", "forks",
					  "alone", "move_ms", "start_ms", NULL};
	struct robot_manifest said = {0};
	struct numbers numbers = {0};
	struct err why = {0};
	const struct {
		const char *key;
		char *field;
		size_t size;
		char blank; /* the character that stands for a space in the value */
	} fields[] = {
		{"name", said.name, sizeof said.name, '\0'},
		{"version", said.version, sizeof said.version, '\0'},
		{"author", said.author, sizeof said.author, '_'},
		{"summary", said.summary, sizeof said.summary, '_'},
		{"variants", said.variants, sizeof said.variants, ','},
		{"alone", said.alone, sizeof said.alone, '_'},
	};
	if (strncmp(line, "robot", 5) != 0 || (line[5] && line[5] != ' '))
		return false;
	AUTO_FREE char *text = mem_strdup(line + 5);
	char *rest = text;
	for (char *word; (word = strsep(&rest, " \t")) != NULL;) {
		char *value = strchr(word, '=');
		if (value)
			*value++ = '\0';
		if (nearest_exact(word, all) < 0 && nearest_of(word, all))
			err_set(&why, EXIT_USAGE, "unknown key '%.40s'%s", word, nearest_hint(word, all).text);
		if (!value && nearest_exact(word, all) >= 0)
			err_set(&why, EXIT_USAGE, "%s has no value (%s=...)", word, word);
		if (!value)
			continue;
		for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
			if (strcmp(word, fields[i].key) == 0)
				take(fields[i].field, fields[i].size, value, fields[i].blank);
		for (size_t i = 0; i < sizeof number_keys / sizeof *number_keys; i++)
			if (strcmp(word, number_keys[i].name) == 0)
				read_number(&number_keys[i], value, &numbers, &why);
	}
	if (numbers.lanes < 2 && (numbers.tables || numbers.matches))
		err_set(&why, EXIT_USAGE, "%s=yes needs lanes=N, such as lanes=64",
			numbers.matches ? "matches" : "tables");
	said.max_lanes = numbers.lanes > 1 ? (uint32_t)numbers.lanes : 0;
	said.knows_tables = numbers.tables || numbers.matches;
	said.knows_matches = numbers.matches;
	said.can_fork = numbers.forks && !said.max_lanes;
	said.move_ms = (uint32_t)numbers.move_ms;
	said.start_ms = (uint32_t)numbers.start_ms;
	take(said.wrong, sizeof said.wrong, why.text, '\0');
	*manifest = said;
	return true;
}

/* Returns true if the process has used up its CPU time, or has slept for that long. A process that waits for a core on
 * a busy machine is not late. */
static bool is_late(struct program_process *process, struct watchdog *dog, bool has_ended, const struct limits *limits)
{
	const int64_t start_ns = limits_start_ns(limits);
	const int64_t most_ns = start_ns > INT64_C(1) * MEETING_MS * MS ? start_ns : INT64_C(1) * MEETING_MS * MS;
	const int64_t cpu_ns = has_ended ? INT64_C(1) * CLEANING_MS * MS : most_ns;
	if (!process->pid && program_has_begun(process))
		*dog = (struct watchdog){0}; /* until now, the clocks were those of the front process */
	const int part = process->pid && limits_are_over(limits) ? LIMITS_OVER : 1;
	return watchdog_look(dog, process->pid ? process->pid : process->front, process->front, has_ended,
			     cpu_ns / part, most_ns / part) != PROCESS_DONE;
}

/* Closes the program's input once the program has read the line and waits for the next one, so that the CPU time of its
 * start does not count as CPU time after the end of input. Also closes the input of a program that polls, after some
 * CPU time. Returns true if the program was waiting. */
static bool end_input(struct program_process *process, int64_t *cpu_ns)
{
	int n_unread = 0;
	if (process->asks.length || ioctl(process->in, FIONREAD, &n_unread) || n_unread)
		return false;
	bool waits = watchdog_rests(process->front, cpu_ns);
	if (waits || *cpu_ns > INT64_C(1) * RESTLESS_MS * MS) {
		close(process->in);
		process->in = -1;
	}
	return waits;
}

/* Reads lines until the program ends or is late, and stores the first manifest. Returns false if there was none. Sets
 * *runs_on if the program did not end in time after the end of its input. */
static bool listen_for_manifest(struct program_process *process, const struct limits *limits, struct robot *robot,
				bool *runs_on)
{
	struct watchdog dog = {0};
	bool is_said = false, has_ended = false;
	while (!process->is_closed && !process->is_too_long &&
	       !(*runs_on = is_late(process, &dog, has_ended, limits))) {
		struct pollfd fds[] = {{.fd = process->out, .events = POLLIN}, {.fd = process->err, .events = POLLIN}};
		program_write(process);
		if (process->in >= 0)
			has_ended = end_input(process, &robot->start_ns);
		if (poll(fds, 2, process->in >= 0 ? FIRST_STEP_MS : STEP_MS) < 0 && errno != EINTR)
			return is_said;
		if (fds[1].revents)
			program_hear(process);
		if (fds[0].revents)
			program_read(process);
		for (char *line; (line = program_line(process)) != NULL;)
			is_said = is_said || program_read_manifest(line, &robot->manifest);
	}
	*runs_on &= has_ended;
	return is_said;
}

/* Records a warning about a program that printed its name and then failed, for example because of a missing key or a
 * service that does not answer. Other programs may fail only because the probe is so short. */
static void note_warning(struct robot *robot, const struct fault *fault)
{
	if (strncmp(fault->cause, EXITED, strlen(EXITED)) == 0 && strcmp(fault->cause, EXITED "0") != 0)
		snprintf(robot->warning, sizeof robot->warning, "%s", fault->cause);
}

static bool has_exited(const struct fault *fault, const char *status)
{
	size_t n = strlen(EXITED), n_digits = strlen(status);
	return strncmp(fault->cause, EXITED, n) == 0 && strncmp(fault->cause + n, status, n_digits) == 0 &&
	       (!fault->cause[n + n_digits] || fault->cause[n + n_digits] == ':');
}

/* Records why a program could not be loaded. The adapters of Python exit with 125 if they cannot load the robot's file
 * (sdk/python/get_play.py), and the last line of output has the reason. `#!/usr/bin/env NAME` and shells exit with 127
 * if the interpreter is missing, and with 126 if it cannot be run, perhaps because a folder in $PATH is not accessible.
 * Then the first line of output names it. */
static void note_load(struct fault *fault)
{
	static const struct { const char *status, *what; } ends[] = {
		{"125", ""}, {"126", "its interpreter cannot be run: "}, {"127", "its interpreter was not found: "},
	};
	for (size_t i = 0; i < sizeof ends / sizeof *ends && fault->verdict == VERDICT_CRASH; i++) {
		if (!has_exited(fault, ends[i].status))
			continue;
		const char *last = strchr(fault->cause, ':'), *said = i > 0 || !last ? fault->output : last + 2;
		AUTO_STR struct str cause = str_of("%s%.*s", ends[i].what, (int)strcspn(said, "\n"), said);
		fault->verdict = VERDICT_LOAD;
		snprintf(fault->cause, sizeof fault->cause, "%s", cause.text);
	}
}

/* Opens the program's end of its stdin, which tells after its death how much of the input it has not read. Returns -1
 * on failure. */
static int open_its_stdin(const struct program_process *process)
{
	char path[40];
	snprintf(path, sizeof path, "/proc/self/fd/%d", process->in);
	return open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

/* Returns true if the program ended by itself before it read the first line. Such a program cannot play. */
static bool has_read_nothing(const struct fault *fault, int its_stdin, size_t n_written)
{
	int n_unread = 0;
	bool has_ended = fault->verdict == VERDICT_CRASH && (strncmp(fault->cause, EXITED, strlen(EXITED)) == 0 ||
							     strncmp(fault->cause, "SIG", 3) == 0);
	return has_ended && its_stdin >= 0 && ioctl(its_stdin, FIONREAD, &n_unread) == 0 &&
		(size_t)n_unread == n_written;
}

int program_probe(struct robot *robot, const struct transport_plan *plan, struct err *err)
{
	struct program_process *process = program_start(robot, plan, false, err);
	if (!process)
		return -1;
	struct fault fault = {0};
	str_addf(&process->asks, "game %s\n", plan->rules);
	size_t n_written = process->asks.length;
	AUTO_CLOSE int its_stdin = open_its_stdin(process);
	bool runs_on = false, is_said = listen_for_manifest(process, &plan->limits, robot, &runs_on);
	if (program_end(process, PROCESS_DONE, "", &plan->limits, &fault, err))
		return -1;
	note_load(&fault);
	/* If the program has printed its name, a failure is only a warning. */
	if (!is_said && has_read_nothing(&fault, its_stdin, n_written)) {
		AUTO_FREE char *cause = mem_strdup(fault.cause);
		fault.verdict = VERDICT_LOAD;
		snprintf(fault.cause, sizeof fault.cause, "it ended before it read a line: %.160s", cause);
	}
	if (fault.verdict == VERDICT_LOAD)
		robot->fault = fault;
	else if (runs_on)
		snprintf(robot->warning, sizeof robot->warning,
			 "kept running after the end of its input and was killed; "
			 "end the loop when readline() returns ''");
	else if (is_said)
		note_warning(robot, &fault);
	return 0;
}
