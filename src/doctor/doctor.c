/* doctor.c - the list of findings, the tables of the games, and the checks without games. */
#include "doctor/doctor.h"

#include <seccomp.h>
#include <stdarg.h>
#include <stdio.h>

#include "robot/program/box.h"
#include "robot/program/command.h"
#include "robot/program/memory.h"

struct doctor_finding *doctor_add(struct doctor *doctor, enum doctor_level level, const char *check, const char *format,
				  ...)
{
	struct doctor_finding *finding = MEM_APPEND(doctor->findings, doctor->n_findings);
	*finding = (struct doctor_finding){.level = level, .check = check};
	AUTO_FREE char *text = NULL;
	va_list arguments;
	va_start(arguments, format);
	int length = vasprintf(&text, format, arguments);
	va_end(arguments);
	bug_if(length < 0);
	str_add(&finding->text, text);
	return finding;
}

void doctor_release(struct doctor *doctor)
{
	for (int i = 0; i < doctor->n_findings; i++) {
		str_release(&doctor->findings[i].text);
		str_release(&doctor->findings[i].detail);
		str_release(&doctor->findings[i].timing);
	}
	free(doctor->findings);
	for (int i = 0; i < doctor->n_robots; i++)
		robot_release(&doctor->robots[i]);
	str_release(&doctor->printed);
	str_release(&doctor->again);
}

int doctor_sit_down(const struct doctor *doctor, const struct rules *rules, struct doctor_table *table, struct err *err)
{
	int partners[DOCTOR_MAX_ROBOTS], n_partners = 0, n_seats = table->n_seats;
	struct tournament *run = &table->run;
	for (int i = 1; i < doctor->n_robots; i++)
		if (doctor->robots[i].fault.verdict == VERDICT_OK && tournament_suits(&doctor->robots[i], rules))
			partners[n_partners++] = i;
	for (int i = 0; i < n_seats; i++) {
		table->robots[i] = doctor->robots[i && n_partners ? partners[(i - 1) % n_partners] : 0];
		if (i)
			table->robots[i].notes = NULL;
	}
	*run = doctor->base;
	run->rules = *rules;
	run->robots = table->robots;
	run->n_workers = 1;
	/* The seats are not drawn at random, so that the games do not depend on the match length. */
	const struct schedule_options options = {
		.format = FORMAT_TABLE, .n_robots = n_seats, .n_seats = n_seats,
		.games = (uint64_t)table->n_blocks * (uint64_t)n_seats,
		.match_length = table->match_length, .is_as_given = true, .seed = run->seed,
	};
	return schedule_init(&run->schedule, &options, err);
}

static void describe_load_fault(struct doctor *doctor)
{
	const struct robot *robot = &doctor->robots[0];
	struct doctor_finding *finding = doctor_add(doctor, DOCTOR_FAULT, "loading", "cannot be loaded: %s",
						    robot->fault.cause);
	finding->advice = doctor_loading_advice(doctor);
	if (robot->fault.has_offset) {
		str_add(&finding->text, " in ");
		doctor_where(robot, robot->fault.offset, &finding->text);
	}
	doctor_last_words(doctor, &robot->fault, finding);
}

static void describe_processes(struct doctor *doctor)
{
	const struct robot_manifest *manifest = &doctor->robots[0].manifest;
	if (manifest->max_lanes) {
		doctor_add(doctor, DOCTOR_OK, "processes", "one plays up to %u games at once", manifest->max_lanes);
		return;
	}
	if (manifest->can_fork) {
		doctor_add(doctor, DOCTOR_OK, "processes", "one is forked for each match");
		return;
	}
	struct doctor_finding *finding =
		doctor_add(doctor, DOCTOR_WARNING, "processes", "one is started for every rotation of "
			   "every match, which makes tournaments slower, but does not change results");
	if (manifest->alone[0])
		str_addf(&finding->text, ": while it was loaded, the file %s", manifest->alone);
	finding->advice = "Let one process play many matches: with robot lanes=64 in its first line, "
			  "and matches=yes if it keeps state; a Python file with a class Robot, "
			  "or with STATELESS = True (docs/programs.md).";
}

static void describe_manifest(struct doctor *doctor)
{
	const struct robot *robot = &doctor->robots[0];
	const struct robot_manifest *manifest = &robot->manifest;
	struct doctor_finding *finding =
		doctor_add(doctor, DOCTOR_OK, "loading", "%s", doctor->base.is_trusted ? "loads without a sandbox"
			   : robot->kind == ROBOT_PROGRAM ? "starts, confined by bubblewrap" : "loads in the sandbox");
	if (manifest->name[0])
		str_addf(&finding->text, "; describes itself as %s%s%s%s%s", manifest->name,
			 manifest->version[0] ? " " : "", manifest->version,
			 manifest->author[0] ? " by " : "", manifest->author);
	if (manifest->variants[0]) {
		str_add(&finding->text, "; plays ");
		tournament_add_variants(robot, " ", &finding->text);
	} else if (robot->kind == ROBOT_PROGRAM && robot->program->is_bare) {
		doctor->is_given = true;
		doctor_add(doctor, DOCTOR_OK, "manifest",
			   "does not read the rules: tested only in %s; %sVARIANTS = [\"wild\"] in the file lists "
			   "those it plays", doctor->rules.name,
			   doctor->is_for_team ? "" : "-v names another variant, ");
	} else if (manifest->name[0]) {
		doctor_add(doctor, DOCTOR_OK, "manifest", "lists no variants, which means all");
	} else {
		finding = doctor_add(doctor, DOCTOR_WARNING, "manifest",
				     "does not list the variants it plays, so it is used in all");
		finding->advice = doctor_advice(doctor, DOCTOR_VARIANTS);
	}
	if (manifest->wrong[0])
		doctor_add(doctor, DOCTOR_WARNING, "manifest", "%s", manifest->wrong)->advice =
			"docs/programs.md describes the line.";
	if (doctor->is_given && !tournament_suits(robot, &doctor->rules)) {
		finding = doctor_add(doctor, DOCTOR_WARNING, "manifest", "does not list %s as supported",
				     doctor->rules.name);
		finding->advice = doctor_advice(doctor, DOCTOR_VARIANTS);
	}
	if (robot->kind == ROBOT_PROGRAM) {
		describe_processes(doctor);
		return;
	}
	if (robot->can_share) {
		doctor_add(doctor, DOCTOR_OK, "instances", "can share one loaded copy of its code");
		return;
	}
	finding = doctor_add(doctor, DOCTOR_WARNING, "instances",
			     "cannot share code: the file is loaded again for every "
			     "few games, which makes tournaments slower, but does not change results");
	finding->advice = "Statics of up to 4 KB, no constructors, no thread-local variables and options that take no "
			  "heap memory let hundreds of games run on one copy. Declare large constant tables const.";
}

int doctor_check_loading(struct doctor *doctor, struct err *err)
{
	struct tournament meeting = doctor->base;
	meeting.robots = doctor->robots;
	meeting.schedule.n_robots = doctor->n_robots;
	doctor->robots[0].notes = &doctor->notes;
	if (tournament_probe(&meeting, err))
		return -1;
	if (doctor->robots[0].fault.verdict != VERDICT_OK)
		describe_load_fault(doctor);
	else
		describe_manifest(doctor);
	return 0;
}

enum { PRINTED_MAX = 4096, PRINTED_LINES = 3, LAST_LINES = 8 };

/* Adds up to n lines of text, separated by newlines. */
static void add_lines(struct str *out, const char *at, int n_lines)
{
	for (size_t n; n_lines-- && *at; at += n + (at[n] != '\0')) {
		char line[200];
		n = strcspn(at, "\n");
		fault_text(line, sizeof line, at, n);
		str_addf(out, "%s%s", out->length ? "\n" : "", line);
	}
}

void doctor_note_output(struct doctor *doctor, const char *output)
{
	size_t n = strlen(output), left = PRINTED_MAX - doctor->printed.length;
	doctor->n_printed += n;
	str_add_n(&doctor->printed, output, n < left ? n : left);
}

/* Adds the first path in these words that exists on this machine but is hidden from the robot by the sandbox. "/" does
 * not count, because a line of a traceback may contain a division. */
static void add_looked_for(const struct doctor *doctor, const char *words, struct str *out)
{
	const struct robot *robot = &doctor->robots[0];
	AUTO_FREE char *text = mem_strdup(words);
	char *rest = text;
	for (char *word; !doctor->is_for_team && (word = strsep(&rest, " '\"\n\t:,()[]<>")) != NULL;) {
		AUTO_STR struct str path = {0}, folders = {0};
		str_addf(&path, "%s%s%s", word[0] == '/' ? "" : robot->program->folder, word[0] == '/' ? "" : "/",
			 word);
		AUTO_FREE char *real = strchr(word, '/') ? mem_realpath(path.text) : NULL;
		if (real && real[1] &&
		    !program_box_shows(robot, doctor->base.limits.readable, doctor->base.hidden, real, &folders)) {
			str_addf(out,
				"; it looked for '%s', which the sandbox does not show (--readable DIR shows a folder)",
				real);
			return;
		}
	}
}

void doctor_last_words(struct doctor *doctor, const struct fault *fault, struct doctor_finding *finding)
{
	const char *at = fault->output + strlen(fault->output);
	for (int n = 0; at > fault->output; at--)
		if (at[-1] == '\n' && at[0] && ++n == LAST_LINES)
			break;
	doctor->has_last_words |= *at != '\0';
	if (doctor->robots[0].program && !doctor->base.is_trusted) {
		size_t length = finding->text.length;
		add_looked_for(doctor, fault->cause, &finding->text);
		if (finding->text.length == length)
			add_looked_for(doctor, fault->output, &finding->text);
	}
	add_lines(&finding->detail, at, LAST_LINES);
}

static void describe_printed(struct doctor *doctor)
{
	if (!doctor->n_printed) {
		doctor_add(doctor, DOCTOR_OK, "prints", "nothing%s",
			   doctor->has_last_words ? " except its last words" : "");
		return;
	}
	struct doctor_finding *finding = doctor_add(doctor, DOCTOR_WARNING, "prints",
						    "to its output or log; it begins:");
	finding->advice = doctor_advice(doctor, DOCTOR_PRINTS);
	add_lines(&finding->detail, str_text(&doctor->printed), PRINTED_LINES);
}

static void add_call_name(struct str *out, int number)
{
	char *name = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number);
	if (name)
		str_addf(out, "%s%s", out->length ? ", " : "", name);
	else
		str_addf(out, "%snumber %d", out->length ? ", " : "", number);
	free(name);
}

static void describe_refused(struct doctor *doctor)
{
	enum { MOST_NAMED = 8 };
	const struct robot_notes *notes = &doctor->notes;
	AUTO_STR struct str names = {0};
	int n = 0;
	for (int call = 0; call < (int)(sizeof notes->refused * 8); call++)
		if (notes->refused[call / 32] >> call % 32 & 1 && n++ < MOST_NAMED)
			add_call_name(&names, call);
	if (n > MOST_NAMED)
		str_addf(&names, " and %d more", n - MOST_NAMED);
	if (!n) {
		doctor_add(doctor, DOCTOR_OK, "sandbox", "refused no system call");
		return;
	}
	struct doctor_finding *finding = doctor_add(doctor, DOCTOR_WARNING, "sandbox", "refused system calls: %s",
						    str_text(&names));
	finding->advice = "They fail with EPERM (clone and clone3 start processes and threads). A robot can compute, "
			  "allocate memory and read clocks. Put its files into the folder NAME.data beside NAME.so, "
			  "and read them in a constructor or in robot_option.";
}

static void describe_limits(struct doctor *doctor)
{
	const struct limits *limits = &doctor->base.limits;
	AUTO_STR struct str text = {0};
	memory_describe(doctor->robots[0].kind == ROBOT_PROGRAM, limits->memory, &text);
	doctor_add(doctor, DOCTOR_OK, "limits", "%g ms of CPU time for an ask, %g s to start; %s",
		   (double)limits->move_time_ns / 1e6, (double)limits_start_ns(limits) / 1e9, text.text);
}

void doctor_check_output(struct doctor *doctor)
{
	AUTO_STR struct str folders = {0};
	if (doctor->robots[0].program && !doctor->is_for_team) {
		program_box_shows(&doctor->robots[0], doctor->base.limits.readable, doctor->base.hidden, "", &folders);
		doctor_add(doctor, DOCTOR_OK, "folders", "it can read /usr%s", str_text(&folders));
	}
	if (doctor->robots[0].fault.verdict == VERDICT_OK)
		describe_limits(doctor);
	describe_printed(doctor);
	describe_refused(doctor);
}
