/* crash_report.c - the report of a fault as a file (database.h). */
#include "store/database.h"

#include "base/text.h"
#include "robot/so/symbol.h"

static void add_line(struct str *out, const char *key, const char *text)
{
	str_addf(out, "%-10s", key);
	text_add_clean(out, text);
	str_add(out, "\n");
}

bool crash_report_symbol(const struct robot *robot, const struct fault *fault, char symbol[CRASH_REPORT_SYMBOL])
{
	return fault->has_offset && crash_symbol(robot, fault->offset, symbol, CRASH_REPORT_SYMBOL) == 0;
}

static void add_output(const struct fault *fault, struct str *out)
{
	if (!fault->n_output) {
		str_add(out, "\nIt printed nothing.\n");
		return;
	}
	str_add(out, "\nLast output:\n\n");
	str_add_n(out, fault->output, fault->n_output);
	if (out->text[out->length - 1] != '\n')
		str_add(out, "\n");
}

static void add_story(const struct run_config *info, const char *symbol, const struct fault_record *record,
		      struct str *out)
{
	const struct run_config_robot *known = &info->robots[record->robot];
	const char me[] = {record->me, '\0'};
	AUTO_STR struct str rules = rules_text(&info->rules);
	add_line(out, "robot", known->label);
	add_line(out, "given as", known->spec);
	add_line(out, "sha256", known->sha256);
	add_line(out, "verdict", verdict_name(record->fault->verdict));
	add_line(out, "cause", record->fault->cause);
	if (symbol)
		add_line(out, "where", symbol);
	else if (record->fault->has_offset)
		str_addf(out, "%-10s+0x%" PRIx64 "\n", "offset", record->fault->offset);
	str_addf(out, "%-10s%" PRIu64 "\n", "game", record->game + 1);
	str_addf(out, "%-10s%" PRIu32 " of this robot in the game\n", "ask", record->ask + 1);
	add_line(out, "me", me);
	add_line(out, "hands", record->hands ? record->hands : "");
	add_line(out, "history", record->history ? record->history : "");
	add_line(out, "variant", info->rules.name);
	add_line(out, "rules", rules.text);
	add_line(out, "seed", info->seed);
	add_line(out, "run by", info->command);
	str_addf(out, "%-10sarena replay .. %" PRIu64 "   (in the folder of this file)\n", "replay by",
		 record->game + 1);
	str_addf(out, "%-10sarena replay .. %" PRIu64 " --ask %c%" PRIu32 " --debug\n", "debug by", record->game + 1,
		 record->me, record->ask + 1);
	add_output(record->fault, out);
}

int crash_report_write(struct crash_reports *crash_reports, const char *symbol, const struct fault_record *record,
		       char **name, struct err *err)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.#";
	*name = NULL;
	if (!crash_report_is_due(crash_reports, record->robot))
		return 0;
	AUTO_STR struct str path = {0}, text = {0};
	str_addf(&path, "faults/%03d-", crash_reports->n_written + 1);
	size_t begin = path.length;
	str_add(&path, crash_reports->info->robots[record->robot].label);
	if (path.length > begin + 60)
		path.text[path.length = begin + 60] = '\0';
	for (char *c = path.text + begin; *c; c++)
		if (!strchr(plain, *c))
			*c = '_';
	str_add(&path, ".txt");
	add_story(crash_reports->info, symbol, record, &text);
	if (run_write(crash_reports->run, path.text, text.text, text.length, err))
		return -1;
	crash_reports->n_written++;
	crash_reports->n_of[record->robot]++;
	*name = mem_strdup(path.text);
	return 0;
}
