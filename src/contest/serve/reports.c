/* reports.c - the reports about the rounds on the organiser's page: the CPU time of each team, and similar versions.
 * Commands in processes of their own compute them. The results are kept in FOLDER/organiser and read when a command has
 * ended, not for each page. */
#include "contest/serve/inside.h"

#include <stdio.h>
#include <sys/stat.h>

#include "base/json.h"
#include "contest/pages.h"

enum { REPORT_S = 3600 }; /* limit on the wall-clock time of a report */

static const char *const names[N_REPORTS] = {[REPORT_CPU] = "cpu", [REPORT_SIMILAR] = "similar"};

static struct str path_of(const struct host *host, enum host_report report, const char *ending)
{
	return str_of("%s/organiser/%s.json%s", host->contest.folder, names[report], ending);
}

/* Returns the object or array in a file, or NULL if the file has none. */
static json_t *load(const char *path)
{
	enum { LARGEST = 16 << 20 };
	AUTO_STR struct str text = {0};
	return str_read_file(&text, path, LARGEST, NULL) ? NULL : json_loadb(str_text(&text), text.length, 0, NULL);
}

void reports_read(struct host *host)
{
	AUTO_STR struct str folder = contest_path(&host->contest, "organiser");
	mkdir(folder.text, 0700);
	for (enum host_report i = 0; i < N_REPORTS; i++) {
		AUTO_STR struct str path = path_of(host, i, "");
		host->reports[i].found = load(path.text);
	}
}

/* Starts the command of a wanted report, unless one is running. */
static void start_one(struct host *host)
{
	const char *const argv[N_REPORTS][6] =
		{[REPORT_CPU] = {"status", host->contest.folder, "--cpu", "--output=json"},
						[REPORT_SIMILAR] = {"similar", host->contest.folder, "--output=json"}};
	for (enum host_report i = 0; i < N_REPORTS && !host->report.name; i++) {
		AUTO_STR struct str path = path_of(host, i, ".new");
		struct err err = {0};
		if (!host->reports[i].is_wanted)
			continue;
		host->reports[i].is_wanted = false;
		host->running = i;
		if (job_start(&host->report, host, argv[i], path.text, &err))
			str_set(&host->reports[i].said, "%s", err.text);
	}
}

static void end(struct host *host, bool is_good)
{
	AUTO_STR struct str path = path_of(host, host->running, ""), new_path = path_of(host, host->running, ".new");
	json_t *found = is_good && rename(new_path.text, path.text) == 0 ? load(path.text) : NULL;
	struct str *said = &host->reports[host->running].said;
	str_clear(said);
	if (found) {
		json_decref(host->reports[host->running].found);
		host->reports[host->running].found = found;
		return;
	}
	job_add_last_line(&host->report, said);
	if (!said->length)
		str_add(said, "it took too long, or was ended");
}

void reports_step(struct host *host, int64_t now)
{
	bool is_good;
	if (job_read(&host->report, &is_good))
		end(host, is_good);
	if (host->report.name && now - host->report.since_ns > REPORT_S * SECOND)
		job_end(&host->report);
	if (!host->report.name)
		start_one(host);
}

void reports_release(struct host *host)
{
	for (enum host_report i = 0; i < N_REPORTS; i++) {
		json_decref(host->reports[i].found);
		str_release(&host->reports[i].said);
	}
}

/* Returns a share as a percentage, or an empty text if it is unknown. */
static json_t *share_of(const json_t *row, const char *key)
{
	const json_t *value = json_object_get(row, key);
	return json_is_number(value) ? json_sprintf("%.1f %%", 100 * json_number_value(value)) : json_string("");
}

static json_t *cpu_rows(const json_t *rows)
{
	json_t *list = json_array();
	JSON_EACH(i, row, rows)
		json_array_append_new(list, json_pack("{s:s, s:o, s:o, s:o, s:o}", "team", json_text_at(row, "team"),
			"cpu", json_sprintf("%.2f", json_number_at(row, "cpu_s")), "share", share_of(row, "share"),
			"games", contest_page_count((uint64_t)json_number_at(row, "games")), "each",
			json_sprintf("%.3f", json_number_at(row, "cpu_ms_per_game"))));
	return json_listed(list);
}

static json_t *similar_rows(const json_t *rows)
{
	json_t *list = json_array();
	JSON_EACH(i, row, rows)
		json_array_append_new(list, json_pack("{s:s, s:s, s:b, s:o, s:o, s:b}", "a", json_text_at(row, "a"),
			"b", json_text_at(row, "b"), "has_equal_files", (int)(json_number_at(row, "equal_files") > 0),
			"sources", share_of(row, "sources"), "alike", share_of(row, "alike"), "is_similar",
			(int)(json_number_at(row, "is_similar") > 0)));
	return json_listed(list);
}

void reports_add(const struct host *host, json_t *data)
{
	const struct host_found *cpu = &host->reports[REPORT_CPU], *similar = &host->reports[REPORT_SIMILAR];
	bool compares = similar->is_wanted || (host->report.name && host->running == REPORT_SIMILAR);
	json_add(data, "{s:o, s:o, s:b, s:b, s:b, s:s, s:s}", "cpu", cpu_rows(json_object_get(cpu->found, "cpu")),
		 "similar", similar_rows(similar->found),
		 "compares", (int)compares, "has_compared", (int)(similar->found != NULL),
		 "can_compare", (int)(host->ranking.round > 0), "cpu_said",
		 str_text(&cpu->said), "similar_said", str_text(&similar->said));
}
