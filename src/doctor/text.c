/* text.c - the checklist: for people in lines, for programs in JSON. */
#include "base/json.h"
#include "base/text.h"
#include "doctor/doctor.h"
#include "output/show.h"

static const char *const level_names[] = {"ok", "warning", "fault"};
static const char *const level_styles[] = {SHOW_GREEN, SHOW_BOLD, SHOW_RED};

enum { INDENT = 21 };

static int count(const struct doctor *doctor, enum doctor_level level)
{
	int n = 0;
	for (int i = 0; i < doctor->n_findings; i++)
		n += doctor->findings[i].level == level;
	return n;
}

static void add_paragraph(struct str *out, const char *text, bool has_colour, const char *style, int width)
{
	AUTO_STR struct str wrapped = {0};
	text_add_wrapped(&wrapped, text, INDENT, INDENT, width);
	str_addf(out, "%*s", INDENT, "");
	show_add_styled(out, has_colour, style, str_text(&wrapped));
	str_add(out, "\n");
}

/* The lines of an example, as they are. */
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
			"level", level_names[finding->level], "check", finding->check, "text", json_clean(str_text(&finding->text)),
			"detail", json_lines(str_text(&finding->detail)), "advice", json_clean(finding->advice ? finding->advice : "")));
	}
	const struct robot *robot = &doctor->robots[0];
	json_add_text(out, json_pack("{s:o, s:s, s:b, s:i, s:i, s:o}", "robot", json_clean(robot->label), "sha256",
				     robot->sha256, "healthy", !doctor_has_fault(doctor), "faults", count(doctor, DOCTOR_FAULT),
				     "warnings", count(doctor, DOCTOR_WARNING), "findings", list));
}
