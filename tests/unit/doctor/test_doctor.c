/* test_doctor.c - the checklist of `arena doctor` from made-up findings: as text and as JSON; what is kept of a robot's
 * output; what is said of one that was loaded. */
#include <check.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/json.h"
#include "base/mem.h"
#include "doctor/doctor.h"
#include "robot/so/symbol.h"
#include "temporary_folder.h"

static char label[] = "mia\033";

static void begin(struct doctor *doctor)
{
	*doctor = (struct doctor){.base = {.limits = {.move_time_ns = 1500000, .memory = 64 << 20}}, .n_robots = 0};
	doctor->robots[0].label = label;
	snprintf(doctor->robots[0].sha256, sizeof doctor->robots[0].sha256, "%064d", 7);
}

/* ---- the checklist ---------------------------------------------------------------------- */

static void add_findings(struct doctor *doctor, int n_warnings, int n_faults)
{
	doctor_add(doctor, DOCTOR_OK, "loading", "loads in %d ms", 5);
	for (int i = 0; i < n_warnings; i++) {
		struct doctor_finding *finding = doctor_add(doctor, DOCTOR_WARNING, "prints",
			"to its output; it is long\033 and wrapped");
		str_add(&finding->detail, "first\tline\n\nthird line\n");
		finding->advice = "Print less, or print nothing at all.";
	}
	for (int i = 0; i < n_faults; i++) {
		struct doctor_finding *finding = doctor_add(doctor, DOCTOR_FAULT, "plays", "2 illegal plays");
		str_add(&finding->detail, "get_play(\"A\")");
		str_add(&finding->timing, "12 ms");
	}
}

static const struct {
	int n_warnings, n_faults;
	const char *end;
} lists[] = {
	{0, 0, "\nmia?: healthy\n"}, {1, 0, "\nmia?: healthy, 1 warning\n"}, {0, 1, "\nmia?: 1 fault\n"},
	{2, 3, "\nmia?: 3 faults, 2 warnings\n"},
};

START_TEST(a_checklist_for_people)
{
	static const char warning[] =
		"warning  prints      to its output; it is\n"
		"                     long? and wrapped\n"
		"                         first?line\n"
		"                         \n"
		"                         third line\n"
		"                     Print less, or print\n"
		"                     nothing at all.\n";
	static const char fault[] =
		"fault    plays       2 illegal plays\n"
		"                         get_play(\"A\")\n"
		"                     measured: 12 ms\n";
	struct doctor doctor;
	AUTO_STR struct str out = {0}, wanted = {0};
	begin(&doctor);
	add_findings(&doctor, lists[_i].n_warnings, lists[_i].n_faults);
	ck_assert_int_eq(doctor_has_fault(&doctor), lists[_i].n_faults > 0);
	doctor_text(&doctor, false, 43, &out);
	str_add(&wanted, "ok       loading     loads in 5 ms\n");
	for (int i = 0; i < lists[_i].n_warnings; i++)
		str_add(&wanted, warning);
	for (int i = 0; i < lists[_i].n_faults; i++)
		str_add(&wanted, fault);
	str_add(&wanted, lists[_i].end);
	ck_assert_str_eq(out.text, wanted.text);
	doctor_release(&doctor);
}
END_TEST

START_TEST(colours_change_no_column)
{
	struct doctor doctor;
	AUTO_STR struct str out = {0};
	begin(&doctor);
	add_findings(&doctor, 0, 1);
	doctor_text(&doctor, true, 80, &out);
	ck_assert_str_eq(out.text,
		"\033[32mok\033[0m       loading     loads in 5 ms\n"
		"\033[31mfault\033[0m    plays       2 illegal plays\n"
		"                         get_play(\"A\")\n"
		"                     \033[2mmeasured: 12 ms\033[0m\n"
		"\nmia?: 1 fault\n");
	doctor_release(&doctor);
}
END_TEST

START_TEST(a_checklist_for_programs)
{
	struct doctor doctor;
	AUTO_STR struct str out = {0};
	begin(&doctor);
	add_findings(&doctor, 1, _i);
	doctor_json(&doctor, &out);
	AUTO_JSON json_t *object = json_loads(out.text, 0, NULL);
	ck_assert_str_eq(json_string_value(json_object_get(object, "robot")), "mia?");
	ck_assert_str_eq(json_string_value(json_object_get(object, "sha256")), doctor.robots[0].sha256);
	ck_assert_int_eq(json_is_true(json_object_get(object, "healthy")), _i == 0);
	ck_assert_int_eq(json_integer_value(json_object_get(object, "faults")), _i);
	ck_assert_int_eq(json_integer_value(json_object_get(object, "warnings")), 1);
	const json_t *findings = json_object_get(object, "findings"), *warning = json_array_get(findings, 1);
	ck_assert_uint_eq(json_array_size(findings), 2 + (size_t)_i);
	ck_assert_str_eq(json_string_value(json_object_get(warning, "level")), "warning");
	ck_assert_str_eq(json_string_value(json_object_get(warning, "check")), "prints");
	ck_assert_str_eq(json_string_value(json_object_get(warning, "advice")), "Print less, or print nothing at all.");
	const json_t *detail = json_object_get(warning, "detail");
	ck_assert_uint_eq(json_array_size(detail), 3);
	ck_assert_str_eq(json_string_value(json_array_get(detail, 0)), "first?line");
	ck_assert_str_eq(json_string_value(json_array_get(detail, 1)), "");
	ck_assert_str_eq(json_string_value(json_array_get(detail, 2)), "third line");
	doctor_release(&doctor);
}
END_TEST

/* ---- output ----------------------------------------------------------------------------- */

START_TEST(last_words_are_eight_lines)
{
	static const struct {
		const char *output, *detail;
	} cases[] = {
		{"", ""}, {"one", "one"}, {"one\n", "one"}, {"one\ntwo\n", "one\ntwo"},
		{"1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\n5\n6\n7\n8"},
		{"0\n1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\n5\n6\n7\n8"},
		{"0\n1\n2\n3\n4\n5\n6\n7\n8", "1\n2\n3\n4\n5\n6\n7\n8"},
		{"a\n\nb\033\n", "a\n\nb "},
	};
	for (int i = 0; i < COUNT(cases); i++) {
		struct doctor doctor;
		struct fault *fault = NEW(struct fault);
		begin(&doctor);
		strcpy(fault->output, cases[i].output);
		struct doctor_finding *finding = doctor_add(&doctor, DOCTOR_FAULT, "crashes", "SIGSEGV");
		doctor_last_words(&doctor, fault, finding);
		ck_assert_str_eq(str_text(&finding->detail), cases[i].detail);
		ck_assert_int_eq(doctor.has_last_words, *cases[i].output != '\0');
		free(fault);
		doctor_release(&doctor);
	}
}
END_TEST

static const struct doctor_finding *find(const struct doctor *doctor, const char *check)
{
	for (int i = 0; i < doctor->n_findings; i++)
		if (strcmp(doctor->findings[i].check, check) == 0)
			return &doctor->findings[i];
	ck_abort_msg("no '%s'", check);
}

START_TEST(the_beginning_of_the_output_is_kept)
{
	static char much[5000];
	struct doctor doctor;
	begin(&doctor);
	memset(much, 'x', sizeof much - 1);
	doctor_note_output(&doctor, "");
	doctor_note_output(&doctor, "1\n2\n3\n4\n");
	doctor_note_output(&doctor, much);
	doctor_note_output(&doctor, "end");
	ck_assert_uint_eq(doctor.n_printed, 8 + 4999 + 3);
	ck_assert_uint_eq(doctor.printed.length, 4096);
	doctor_check_output(&doctor);
	const struct doctor_finding *finding = find(&doctor, "prints");
	ck_assert_int_eq(finding->level, DOCTOR_WARNING);
	ck_assert_str_eq(finding->detail.text, "1\n2\n3");
	ck_assert_ptr_nonnull(finding->advice);
	doctor_release(&doctor);
}
END_TEST

START_TEST(a_silent_robot_is_good)
{
	struct doctor doctor;
	begin(&doctor);
	doctor.has_last_words = _i;
	doctor_check_output(&doctor);
	ck_assert_str_eq(find(&doctor, "prints")->text.text, _i ? "nothing except its last words" : "nothing");
	ck_assert_str_eq(find(&doctor, "sandbox")->text.text, "refused no system call");
	ck_assert_ptr_nonnull(strstr(find(&doctor, "limits")->text.text,
				     "1.5 ms of CPU time for an ask, 3 s to start; "));
	ck_assert(!doctor_has_fault(&doctor) && doctor.n_findings == 3);
	doctor_release(&doctor);
	begin(&doctor);
	doctor.robots[0].fault.verdict = VERDICT_LOAD; /* it has asked for nothing */
	doctor_check_output(&doctor);
	ck_assert_int_eq(doctor.n_findings, 2);
	doctor_release(&doctor);
}
END_TEST

/* Up to eight refused calls are named. */
START_TEST(refused_calls_are_named)
{
	static const char *const names[] = {"socket", "fork", "openat", "kill", "ptrace", "mount", "execve", "bind",
		"listen", "connect"};
	struct doctor doctor;
	begin(&doctor);
	for (int i = 0; i < _i; i++) {
		int call = seccomp_syscall_resolve_name(names[i]);
		ck_assert_int_ge(call, 0);
		doctor.notes.refused[call / 32] |= 1u << call % 32;
	}
	doctor_check_output(&doctor);
	const struct doctor_finding *finding = find(&doctor, "sandbox");
	ck_assert_int_eq(finding->level, DOCTOR_WARNING);
	ck_assert_int_eq(strncmp(finding->text.text, "refused system calls: ", 22), 0);
	int n_commas = 0, n_named = 0;
	for (const char *c = finding->text.text; *c; c++)
		n_commas += *c == ',';
	for (int i = 0; i < _i; i++)
		n_named += strstr(finding->text.text, names[i]) != NULL;
	ck_assert_int_eq(n_commas, (_i < 8 ? _i : 8) - 1);
	ck_assert_int_eq(n_named, _i < 8 ? _i : 8);
	const char *more = strstr(finding->text.text, " and ");
	if (_i <= 8)
		ck_assert_ptr_null(more);
	else
		ck_assert_str_eq(more, _i == 9 ? " and 1 more" : " and 2 more");
	doctor_release(&doctor);
}
END_TEST

START_TEST(a_call_without_a_name_has_its_number)
{
	struct doctor doctor;
	begin(&doctor);
	doctor.notes.refused[31] = 1u << 31;
	doctor_check_output(&doctor);
	ck_assert_str_eq(find(&doctor, "sandbox")->text.text, "refused system calls: number 1023");
	doctor_release(&doctor);
}
END_TEST

/* ---- source lines ----------------------------------------------------------------------- */

static const char with_g[] = "Build it with -g to see the source line as well.",
	install[] = "Install binutils and bubblewrap to see the source line (addr2line) of a robot built with -g.";

/* What addr2line prints, and the place that is found. NULL means that only the function is known. */
static const struct {
	const char *printed, *place, *advice;
} places[] = {
	{"deep\nfile.c:34\n", "deep (file.c:34)", NULL},
	{"deep\nfile.c:34 (discriminator 2)\n", "deep (file.c:34)", NULL},
	{"deep\ndice.h:1\nchoose\nfile.c:340\n", "deep (dice.h:1), inlined in choose (file.c:340)", NULL},
	{"deep\ndice.h:1\nchoose\n??:0\n", "deep (dice.h:1)", NULL}, {"deep\nx:5", "deep (x:5)", NULL},
	{"deep\na\033b:5\n", "deep (a b:5)", NULL},
	{"??\n??:0\n", NULL, with_g}, {"deep\nfile.c:?\n", NULL, with_g}, {"deep\nfile.c:0\n", NULL, with_g},
	{"deep\nfile.c:? (discriminator 2)\n", NULL, with_g},
	{"deep\nfile.c:0 (discriminator 2)\n", NULL, with_g}, {"deep\n", NULL, with_g},
	{"deep\n\n", NULL, with_g}, {"", NULL, install},
};

START_TEST(crashes_have_a_place)
{
	static char nowhere[] = "/nonexistent";
	struct robot robot = {.path = nowhere};
	AUTO_STR struct str out = {0}, path = {0};
	char function[128];
	enter_folder();
	write_file("answer", places[_i].printed);
	write_file("bwrap", "#!/bin/sh\nexec /bin/cat \"${0%/*}/answer\"\n");
	ck_assert_int_eq(chmod("bwrap", 0700), 0);
	str_addf(&path, "%s:/usr/bin:/bin", folder);
	ck_assert_int_eq(setenv("PATH", path.text, 1), 0);
	const char *advice = doctor_where(&robot, 0x123, &out);
	if (places[_i].place) {
		ck_assert_str_eq(out.text, places[_i].place);
		ck_assert_ptr_null(advice);
	} else {
		crash_symbol(&robot, 0x123, function, sizeof function);
		ck_assert_str_eq(str_text(&out), function);
		ck_assert_str_eq(advice, places[_i].advice);
	}
	leave_folder();
}
END_TEST

/* ---- loading ---------------------------------------------------------------------------- */

/* What a program says about itself, and the findings: level, check and text. Advice is marked. */
static const struct {
	const char *said, *variant; /* the variant is one that was asked for; NULL: none */
	const char *findings;
} manifests[] = {
	{"echo robot name=T version=2 author=B_C variants=wild,maexchen lanes=5; exit 0", NULL,
	 "0 loading loads without a sandbox; describes itself as T 2 by B C; plays wild maexchen\n"
	 "0 processes one plays up to 5 games at once\n"},
	{"echo robot name=T variants=wild lanes=2; exit 0", "wild",
	 "0 loading loads without a sandbox; describes itself as T; plays wild\n"
	 "0 processes one plays up to 2 games at once\n"},
	{"echo robot author=B variants=wild lanes=2; exit 0", "maexchen",
	 "0 loading loads without a sandbox; plays wild\n"
	 "1 manifest does not list maexchen as supported: Print the variants that it plays in its first line: "
	 "robot variants=liars-dice,wild (docs/programs.md).\n"
	 "0 processes one plays up to 2 games at once\n"},
	{"echo robot name=T; exit 0", "maexchen",
	 "0 loading loads without a sandbox; describes itself as T\n0 manifest lists no variants, which means all\n"
	 "1 processes one is started for every rotation of every match, which makes tournaments slower, "
	 "but does not change results: Let one process play many matches: with robot lanes=64 in its first line, "
	 "and matches=yes if it keeps state; a Python file with a class Robot, or with STATELESS = True "
	 "(docs/programs.md).\n"},
	{"read line; exit 0", NULL,
	 "0 loading loads without a sandbox\n1 manifest does not list the variants it plays, so it is used in all: "
	 "Print the variants that it plays in its first line: robot variants=liars-dice,wild (docs/programs.md).\n"
	 "1 processes one is started for every rotation of every match, which makes tournaments slower, "
	 "but does not change results: Let one process play many matches: with robot lanes=64 in its first line, "
	 "and matches=yes if it keeps state; a Python file with a class Robot, or with STATELESS = True "
	 "(docs/programs.md).\n"},
	{"echo none here >&2; exit 127", NULL,
	 "2 loading cannot be loaded: its interpreter was not found: none here: "
	 "Name one that is installed in its first line (#!/usr/bin/python3); "
	 "only programs of the system are available.\n"},
};

START_TEST(a_robot_is_described_when_it_is_loaded)
{
	struct doctor doctor = {.n_robots = 1,
		.base = {.is_trusted = true, .limits = {.move_time_ns = 100000000, .memory = 256 << 20}}};
	struct err err = {0};
	AUTO_STR struct str spec = {0}, findings = {0};
	const char *variant = manifests[_i].variant;
	str_addf(&spec, "cmd:/bin/sh -c '%s'", manifests[_i].said);
	ck_assert_msg(robot_open(&doctor.robots[0], spec.text, &err) == 0, "%s", err.text);
	ck_assert_int_eq(rules_init(&doctor.rules, variant ? variant : "liars-dice", NULL), 0);
	doctor.base.rules = doctor.rules;
	doctor.is_given = variant != NULL;
	ck_assert_msg(doctor_check_loading(&doctor, &err) == 0, "%s", err.text);
	for (int i = 0; i < doctor.n_findings; i++) {
		const struct doctor_finding *finding = &doctor.findings[i];
		str_addf(&findings, "%d %s %s%s%s\n", (int)finding->level, finding->check, str_text(&finding->text),
			 finding->advice ? ": " : "", finding->advice ? finding->advice : "");
	}
	ck_assert_str_eq(findings.text, manifests[_i].findings);
	ck_assert_ptr_eq(doctor.robots[0].notes, &doctor.notes);
	doctor_release(&doctor);
}
END_TEST

/* ---- opening ---------------------------------------------------------------------------- */

/* It plays with bundled robots, none of which learns. */
START_TEST(the_subject_comes_first)
{
	static const char *const labels[] = {"sh", "random_raiser", "raiser", "computer", "prober:learn=off",
		"maexchen"};
	struct doctor doctor = {0};
	struct err err = {0};
	const char *bundled = getenv("ARENA_ROBOTS");
	setenv("ARENA_PATH", bundled ? bundled : "build/release/robots", 1);
	ck_assert_msg(doctor_open(&doctor, "cmd:/bin/sh", &err) == 0, "%s", err.text);
	ck_assert_int_eq(doctor.n_robots, COUNT(labels));
	for (int i = 0; i < COUNT(labels); i++)
		ck_assert_str_eq(doctor.robots[i].label, labels[i]);
	doctor_release(&doctor);
	doctor = (struct doctor){0};
	ck_assert_int_ne(doctor_open(&doctor, "human", &err), 0);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_str_eq(err.text, "doctor checks robots, not people");
	ck_assert_int_eq(doctor.n_robots, 1);
	doctor_release(&doctor);
}
END_TEST

/* ---- tables ----------------------------------------------------------------------------- */

/* The subject sits first. After it come the robots that play the rules, again and again, or the subject itself if there
 * are none. */
START_TEST(the_subject_sits_with_robots_that_play_the_rules)
{
	static const struct {
		const char *variant;
		int n_seats;
		const char *labels;
	} cases[] = {{"wild", 2, "SA"}, {"wild", 3, "SAC"}, {"wild", 6, "SACACA"}, {"maexchen", 3, "SBC"},
		{"perudo", 2, "SC"}};
	static char labels[5][2] = {"S", "A", "B", "C", "X"};
	static const char *const variants[] = {"", "wild", "maexchen", "", ""};
	struct doctor doctor;
	const struct rules *rules;
	begin(&doctor);
	doctor.n_robots = 5;
	doctor.robots[4].fault.verdict = VERDICT_LOAD;
	for (int i = 0; i < 5; i++) {
		doctor.robots[i].label = labels[i];
		snprintf(doctor.robots[i].manifest.variants, sizeof doctor.robots[i].manifest.variants, "%s",
			 variants[i]);
	}
	doctor.robots[0].notes = &doctor.notes;
	for (int k = 0; k < COUNT(cases); k++) {
		struct rules of_case;
		struct err err = {0};
		struct doctor_table table = {.n_seats = cases[k].n_seats, .n_blocks = 6, .match_length = 3};
		ck_assert_int_eq(rules_init(&of_case, cases[k].variant, NULL), 0);
		rules = &of_case;
		ck_assert_msg(doctor_sit_down(&doctor, rules, &table, &err) == 0, "%s", err.text);
		for (int i = 0; i < table.n_seats; i++) {
			ck_assert_int_eq(table.robots[i].label[0], cases[k].labels[i]);
			ck_assert_int_eq(table.robots[i].notes != NULL, i == 0);
		}
		ck_assert_uint_eq(table.run.schedule.n_games, 6 * (uint64_t)table.n_seats);
		ck_assert_uint_eq(table.run.schedule.n_matches, 2);
		ck_assert(table.run.schedule.is_as_given && table.run.n_workers == 1);
	}
	doctor.n_robots = 1; /* nobody else */
	struct rules wild;
	ck_assert_int_eq(rules_init(&wild, "wild", NULL), 0);
	struct doctor_table table = {.n_seats = 3, .n_blocks = 1, .match_length = 1};
	ck_assert_int_eq(doctor_sit_down(&doctor, &wild, &table, NULL), 0);
	ck_assert(table.robots[1].label[0] == 'S' && table.robots[2].label[0] == 'S' && !table.robots[2].notes);
}
END_TEST

SUITE(0,
	LOOP(a_checklist_for_people, 0, COUNT(lists)),
	TEST(colours_change_no_column),
	LOOP(a_checklist_for_programs, 0, 2),
	TEST(last_words_are_eight_lines),
	TEST(the_beginning_of_the_output_is_kept),
	LOOP(a_silent_robot_is_good, 0, 2),
	LOOP(refused_calls_are_named, 1, 11),
	TEST(a_call_without_a_name_has_its_number),
	LOOP(crashes_have_a_place, 0, COUNT(places)),
	LOOP(a_robot_is_described_when_it_is_loaded, 0, COUNT(manifests)),
	TEST(the_subject_comes_first),
	TEST(the_subject_sits_with_robots_that_play_the_rules))
