/* examine.c - the whole examination: the robots that the subject plays with, all checks one after the other, advice,
 * and the checklist, as lines for people or as JSON for programs. */
#include "base/clock.h"
#include "base/json.h"
#include "base/text.h"
#include "doctor/doctor.h"
#include "output/show.h"
#include "robot/program/command.h"

/* The robots that the subject plays with, in the variants that they support: one that plays at random, and some that
 * play well. None of them learns, because the check of learning would take that for learning by the subject. */
static const char *const partners[DOCTOR_MAX_ROBOTS - 1] = {"random_raiser", "raiser", "computer", "prober:learn=off",
	"maexchen"};

int doctor_open(struct doctor *doctor, const char *spec, struct err *err)
{
	doctor->n_robots = 1;
	if (robot_open(&doctor->robots[0], spec, err))
		return -1;
	if (doctor->robots[0].kind == ROBOT_HUMAN)
		return err_set(err, EXIT_USAGE, "doctor checks robots, not people");
	for (size_t i = 0; i < sizeof partners / sizeof *partners; i++) {
		struct robot *robot = &doctor->robots[doctor->n_robots];
		if (robot_open(robot, partners[i], NULL))
			robot_release(robot); /* a partner that cannot be opened is left out */
		else
			doctor->n_robots++;
	}
	return 0;
}

/* Chooses the rules: without -v, the first variant that the robot lists. */
static int choose_rules(struct doctor *doctor, struct err *err)
{
	for (const struct variant *v = game_variants; v->name && !doctor->is_given; v++) {
		struct rules rules;
		if (rules_init(&rules, v->name, err))
			return -1;
		if (!tournament_suits(&doctor->robots[0], &rules))
			continue;
		doctor->rules = rules;
		return 0;
	}
	return 0;
}

enum { MEASURED = 10 }; /* the measured start may take this many times --start-time */

/* Returns true if the measured start is too slow. */
static bool is_slow_start(struct doctor *doctor)
{
	const struct limits *limits = &doctor->base.limits;
	bool is_program = doctor->robots[0].kind == ROBOT_PROGRAM; /* a program may use both limits until its first
	                                                            * answer */
	int64_t start_ns = doctor->notes.start_ns;
	if (start_ns <= limits->start_time_ns + (is_program ? limits->move_time_ns : 0))
		return false;
	long long seconds = start_ns * 11 / 10 / 1000000000 + 1;
	struct doctor_finding *finding = doctor_add(doctor, DOCTOR_FAULT, "start",
		"needs more than %g s of CPU time to start", (double)limits->start_time_ns / 1e9);
	str_addf(&finding->timing, "%.1f s; run with --start-time %llds", (double)start_ns / 1e9, seconds);
	if (is_program)
		str_addf(&finding->timing, ", and print start_ms=%lld000 in its manifest", seconds);
	finding->advice = is_program
		? "Loading has a separate limit, --start-time (in a contest start_time_ms). "
		  "A program can say what it needs: start_ms in its manifest (docs/programs.md)." :
				       "Loading has a separate limit, --start-time (in a contest start_time_ms). "
				       "The manifest of a .so is read after it is loaded and cannot ask for more: "
				       "move the work to the first ask, or to a table in NAME.data.";
	return true;
}

bool doctor_is_over(const struct doctor *doctor)
{
	return *doctor->base.stop || (doctor->until_ns && clock_wall_ns() > doctor->until_ns);
}

/* Adds the finding that the time for the checks is over, which is a fault if the robot had to be killed. */
static void describe_time(struct doctor *doctor)
{
	bool is_fault = doctor->is_held_up || (doctor->n_timeouts && !doctor_has_fault(doctor));
	struct doctor_finding *finding = doctor_add(doctor, is_fault ? DOCTOR_FAULT : DOCTOR_WARNING, "time",
						     "the checks ended after %g s of wall-clock time, "
						     "before all of them were done%s", (double)doctor->most_ns / 1e9,
						     is_fault ? ": the robot did not answer" : "");
	finding->advice =
		"The robot is slow or sleeps, or the machine is busy. --check-time allows more time "
		"(in a contest check_seconds).";
}

int doctor_examine(struct doctor *doctor, struct err *err)
{
	static int (*const checks[])(struct doctor *doctor, struct err *err) = {
		doctor_check_long_run, doctor_check_plays, doctor_check_seed,
	};
	int64_t *start_ns = &doctor->base.limits.start_time_ns, most_ns = limits_start_ns(&doctor->base.limits);
	bool is_trusted = doctor->base.is_trusted; /* a trusted robot has no process that could be examined */
	if (doctor->most_ns) {
		doctor->until_ns = clock_wall_ns() + doctor->most_ns;
		doctor->base.limits.until_ns = doctor->until_ns + doctor->most_ns / 2;
	}
	*start_ns = MEASURED * most_ns;
	if (doctor_check_loading(doctor, err))
		return -1;
	if (doctor->robots[0].fault.verdict == VERDICT_OK) {
		doctor->is_held_up = limits_are_over(&doctor->base.limits);
		if (choose_rules(doctor, err))
			return -1;
		for (size_t i = 0; i < sizeof checks / sizeof *checks && !doctor_is_over(doctor); i++) {
			*start_ns = checks[i] == doctor_check_long_run ? MEASURED * most_ns : most_ns;
			if ((!is_trusted || checks[i] == doctor_check_plays) && checks[i](doctor, err))
				return -1;
			*start_ns = most_ns;
			if (is_slow_start(doctor))
				break;
		}
	}
	*start_ns = most_ns;
	if (!is_trusted)
		doctor_check_output(doctor);
	if (!*doctor->base.stop && doctor_is_over(doctor))
		describe_time(doctor);
	return 0;
}

const char *doctor_advice(const struct doctor *doctor, enum doctor_topic topic)
{
	static const char *const by_language[][3] = { /* C and similar languages, files that an adapter runs, other
	                                               * programs */
#define TOPIC(name, ...) [DOCTOR_##name] = {__VA_ARGS__},
#define LOADING(...)
#include "doctor/advice.inc"
#undef TOPIC
#undef LOADING
	};
	const struct program_command *command = doctor->robots[0].program;
	return by_language[topic][!command ? 0 : command->has_adapter ? 1 : 2];
}

const char *doctor_loading_advice(const struct doctor *doctor)
{
	enum { FOR_PROGRAMS = 5 }; /* these come first in the table; the others are for C */
	static const char *const table[][2] = {
#define TOPIC(...)
#define LOADING(...) {__VA_ARGS__},
#include "doctor/advice.inc"
	};
	const struct robot *robot = &doctor->robots[0];
	for (size_t i = 0; i < (robot->program ? FOR_PROGRAMS : sizeof table / sizeof *table); i++)
		if (strstr(robot->fault.cause, table[i][0]))
			return table[i][1];
	return robot->program ? "See docs/programs.md for what a program must do."
			      : "See docs/authors-guide.md for how a robot is built.";
}

static const char *const level_names[] = {"ok", "warning", "fault"};
static const char *const level_styles[] = {SHOW_GREEN, SHOW_BOLD, SHOW_RED};

enum { INDENT = 21 };

static int count(const struct doctor *doctor, enum doctor_level level)
{
	return COUNT_IF(i, doctor->n_findings, doctor->findings[i].level == level);
}

bool doctor_has_fault(const struct doctor *doctor)
{
	return count(doctor, DOCTOR_FAULT) > 0;
}

static void add_paragraph(struct str *out, const char *text, bool has_colour, const char *style, int width)
{
	AUTO_STR struct str wrapped = {0};
	text_add_wrapped(&wrapped, text, INDENT, INDENT, width);
	str_addf(out, "%*s", INDENT, "");
	show_add_styled(out, has_colour, style, str_text(&wrapped));
	str_add(out, "\n");
}

/* Adds the lines of an example without wrapping them. */
static void add_lines(struct str *out, const char *text)
{
	AUTO_STR struct str line = {0};
	while (str_next_line(&line, &text)) {
		str_addf(out, "%*s    ", INDENT, "");
		text_add_clean(out, line.text);
		str_add(out, "\n");
	}
}

static void add_finding(struct str *out, const struct doctor_finding *finding, bool has_colour, int width)
{
	AUTO_STR struct str level = {0}, text = {0};
	text_add_clean(&text, str_text(&finding->text));
	show_add_styled(&level, has_colour, level_styles[finding->level], level_names[finding->level]);
	str_addf(out, "%s%*s", level.text, 9 - text_width(level_names[finding->level]), "");
	str_addf(out, "%-*s", INDENT - 9, finding->check);
	text_add_wrapped(out, str_text(&text), INDENT, INDENT, width);
	str_add(out, "\n");
	add_lines(out, str_text(&finding->detail));
	if (finding->timing.length) {
		AUTO_STR struct str timing = str_of("measured: %s", finding->timing.text);
		add_paragraph(out, timing.text, has_colour, SHOW_DIM, width);
	}
	if (finding->advice)
		add_paragraph(out, finding->advice, has_colour, SHOW_DIM, width);
}

void doctor_text(const struct doctor *doctor, bool has_colour, int width, struct str *out)
{
	int n_faults = count(doctor, DOCTOR_FAULT), n_warnings = count(doctor, DOCTOR_WARNING);
	for (int i = 0; i < doctor->n_findings; i++)
		add_finding(out, &doctor->findings[i], has_colour, width);
	str_add(out, "\n");
	text_add_clean(out, doctor->robots[0].label);
	str_add(out, ": ");
	if (n_faults)
		str_addf(out, "%d fault%s", n_faults, n_faults == 1 ? "" : "s");
	else
		str_add(out, "healthy");
	if (n_warnings)
		str_addf(out, ", %d warning%s", n_warnings, n_warnings == 1 ? "" : "s");
	str_add(out, "\n");
}

void doctor_json(const struct doctor *doctor, struct str *out)
{
	json_t *list = json_array();
	for (int i = 0; i < doctor->n_findings; i++) {
		const struct doctor_finding *finding = &doctor->findings[i];
		json_array_append_new(list, json_pack("{s:s, s:s, s:o, s:o, s:o}",
			"level", level_names[finding->level], "check", finding->check,
			"text", json_clean(str_text(&finding->text)),
			"detail", json_lines(str_text(&finding->detail)),
			"advice", json_clean(finding->advice ? finding->advice : "")));
	}
	const struct robot *robot = &doctor->robots[0];
	json_add_text(out, json_pack("{s:o, s:s, s:b, s:i, s:i, s:o}", "robot", json_clean(robot->label), "sha256",
				     robot->sha256, "healthy", !doctor_has_fault(doctor),
				     "faults", count(doctor, DOCTOR_FAULT),
				     "warnings", count(doctor, DOCTOR_WARNING), "findings", list));
}
