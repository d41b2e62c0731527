/* run_files.c - sums over chunks, the first faults, and the files with both. */
#include "run/run_files.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include "game/game.h"
#include "output/show.h"
#include "output/standings_forms.h"

void run_files_init(struct run_files *results, const struct run_config *info, const struct schedule *schedule,
		  const struct robot *robots)
{
	*results = (struct run_files){.info = info, .schedule = *schedule, .robots = robots};
	standings_init(&results->standings, robots, &results->schedule);
}

void run_files_release(struct run_files *results)
{
	standings_release(&results->standings);
	chunk_release(&results->faults);
	*results = (struct run_files){0};
}

void run_files_keep(struct run_files *results, const struct run *run, struct database *database, int64_t run_id)
{
	results->run = run;
	results->database = database;
	results->run_id = run_id;
}

int run_files_open_folder(const struct run_config *info, const char *folder, struct err *err)
{
	struct run_config there;
	AUTO_STR struct str file = str_of("%s/run.json", folder);
	if (access(file.text, F_OK))
		return run_make_folders(folder, err);
	if (run_config_read(&there, folder, err))
		return -1;
	AUTO_STR struct str command = text_cleaned(info->command); /* as in run.json */
	bool is_same = strcmp(there.command, str_text(&command)) == 0;
	run_config_release(&there);
	return is_same ? 0 : err_set(err, EXIT_USAGE,
		"the folder '%s' does not belong to the run in the database; --results and --db must "
		"belong to the same runs", folder);
}

/* Records a fault. The line below the table describes the first one of a robot. */
static void note_fault(struct run_files *results, const struct fault_record *record)
{
	struct first_fault *first_fault = &results->standings.list[record->robot].first_fault;
	if (record->fault->verdict == VERDICT_ILLEGAL || (first_fault->is_set && first_fault->game <= record->game + 1))
		return;
	*first_fault = (struct first_fault){
		.is_set = true, .is_shown = first_fault->is_shown, .game = record->game + 1,
		.verdict = record->fault->verdict,
	};
	snprintf(first_fault->cause, sizeof first_fault->cause, "%s", record->fault->cause);
}

static void keep_fault(struct run_files *results, const struct fault_record *record)
{
	struct fault_record copy = *record;
	copy.hands = mem_strdup(record->hands ? record->hands : "");
	copy.history = mem_strdup(record->history ? record->history : "");
	copy.fault = NEW(struct fault);
	*copy.fault = *record->fault;
	chunk_add_fault(&results->faults, &copy);
}

int run_files_add(struct run_files *results, const struct chunk *chunk, struct err *err)
{
	standings_add(&results->standings, chunk);
	results->n_matches += chunk->matches.n;
	for (int i = 0; i < chunk->n_faults; i++) {
		note_fault(results, &chunk->faults[i]);
		keep_fault(results, &chunk->faults[i]);
	}
	return 0;
}

bool run_files_are_complete(const struct run_files *results)
{
	return results->n_matches >= run_config_matches(results->info, &results->schedule);
}

void run_files_changes(const struct rules *rules, struct str *out)
{
	struct rules plain;
	bool is_variant = rules_init(&plain, rules->name, NULL) == 0 && plain.family == rules->family;
	const struct rule_option *options = rules->family->options;
	for (int i = 0; options[i].name; i++) {
		if (rules->value[i] == (is_variant ? plain.value[i] : options[i].fallback))
			continue;
		str_add(out, " ");
		rules_add_setting(rules, i, out);
	}
}

/* Adds how much of the run was played. */
static void add_extent(const struct run_files *results, struct str *out)
{
	const struct run_config *info = results->info;
	const struct show_count played = show_count(standings_games(&results->standings));
	bool is_complete = run_files_are_complete(results);
	const struct schedule *schedule = &results->schedule;
	/* The games of the shard. */
	uint64_t n_games = run_config_matches(info, schedule) * schedule->match_length * (uint64_t)schedule->n_seats;
	if (info->test.is_set) {
		const char *end = info->test.n_matches ? "decided" : is_complete ? "undecided" : "stopped";
		str_addf(out, "A test (arena regress), %s after %s games.\n", end, played.text);
		return;
	}
	if (info->test.n_matches)
		str_addf(out, "Ended at the first fault (--stop-on-fault) after %s of %s games.\n", played.text,
			 show_count(results->schedule.n_games).text);
	if (info->n_shards > 1)
		str_addf(out, "Shard %" PRIu64 " of %" PRIu64 ": ", info->shard + 1, info->n_shards);
	if (!is_complete)
		str_addf(out, "%s after %s of %s games.\n", info->n_shards > 1 ? "stopped" : "Stopped", played.text,
			 show_count(n_games).text);
	else if (info->n_shards > 1)
		str_addf(out, "%s games.\n", played.text);
}

/* Adds a line that says why no win rate is corrected for the luck of the dice. */
static void add_luck(const struct run_files *results, struct str *out)
{
	const struct standings *standings = &results->standings;
	const char *why = luck_obstacle(&results->info->rules, &results->schedule);
	uint64_t most = 0, needed = (uint64_t)LUCK_TERMS * CONTROL_LEAST;
	for (int i = 0; i < standings->n_robots; i++) {
		if (standings_corrected(standings, i).is_known)
			return;
		most = standings->list[i].tally.matches > most ? standings->list[i].tally.matches : most;
	}
	if (results->info->test.is_set)
		return;
	if (!why && !results->info->has_luck)
		why = "--no-luck-correction was given, or the run comes from an older version";
	if (!why && !standings->has_luck && standings->n_matches)
		why = "a fault ended the run";
	str_add(out, "Not corrected for the luck of the dice: ");
	if (why)
		str_addf(out, "%s.\n", why);
	else if (most < needed)
		str_addf(out, "too few games (a robot needs %" PRIu64 " matches).\n", needed);
	else
		str_add(out, "the dice explain too little of the results.\n");
}

void run_files_heading(const struct run_files *results, struct str *out)
{
	const struct schedule *schedule = &results->schedule;
	AUTO_STR struct str seed = text_cleaned(results->info->seed);
	str_addf(out, "%s games of %s", show_count(schedule->n_games).text, results->info->rules.name);
	run_files_changes(&results->info->rules, out);
	if (schedule->format == FORMAT_TABLE)
		str_addf(out, ", one table of %d", schedule->n_seats);
	else
		str_addf(out, ", %s of %d robots at tables of %d", run_config_formats[schedule->format],
			 schedule->n_robots, schedule->n_seats);
	if (schedule->deals == DEALS_SAME)
		str_add(out, " with the same deals");
	if (schedule->deals == DEALS_INDEPENDENT)
		str_add(out, " with independent dice in each game");
	str_addf(out, ", matches of %" PRIu32 " block%s", schedule->match_length,
		 schedule->match_length == 1 ? "" : "s");
	if (schedule->is_as_given && schedule->n_seats > 2)
		str_add(out, ", seats as given");
	str_addf(out, ", seed %s\n", str_text(&seed));
	add_extent(results, out);
	add_luck(results, out);
	str_add(out, "\n");
}

void run_files_json(const struct run_files *results, struct str *out)
{
	const struct run_config *info = results->info;
	AUTO_STR struct str rules = rules_text(&info->rules);
	json_t *all = json_pack("{s:o, s:o, s:o, s:o, s:s, s:i, s:I, s:b, s:I, s:I}", "arena",
		json_clean(info->version), "command", json_clean(info->command), "seed", json_clean(info->seed),
		"rules", json_clean(rules.text), "format", run_config_formats[info->format], "seats", info->n_seats,
		"match_length", (json_int_t)results->schedule.match_length, "as_given", results->schedule.is_as_given,
		"games", (json_int_t)results->schedule.n_games,
		"games_finished", (json_int_t)standings_games(&results->standings));
	run_config_add_shard(info, all);
	json_object_set_new(all, "robots", standings_json(&results->standings));
	json_add_text(out, all);
}

int run_files_forget(const struct run_files *results, struct err *err)
{
	AUTO_STR struct str path = str_of("%s/table.json", results->run->folder);
	return unlink(path.text) && errno != ENOENT ? err_errno(err, "cannot replace '%s'", path.text) : 0;
}

static int write_crash_reports(struct run_files *results, struct err *err)
{
	AUTO_FREE struct crash_reports *crash_reports = NEW(struct crash_reports);
	crash_reports->run = results->run;
	crash_reports->info = results->info;
	if (run_clear_faults(results->run, err))
		return -1;
	for (int i = 0; i < results->faults.n_faults; i++) {
		const struct fault_record *record = &results->faults.faults[i];
		struct first_fault *first_fault = &results->standings.list[record->robot].first_fault;
		char symbol[CRASH_REPORT_SYMBOL];
		AUTO_FREE char *name = NULL;
		bool is_known = database_symbol(results->database, results->run_id, record, symbol);
		if (crash_report_write(crash_reports, is_known ? symbol : NULL, record, &name, err))
			return -1;
		if (first_fault->crash_report || first_fault->game != record->game + 1 ||
		    record->fault->verdict != first_fault->verdict)
			continue;
		first_fault->crash_report = name;
		name = NULL;
	}
	return 0;
}

int run_files_write(struct run_files *results, struct err *err)
{
	AUTO_STR struct str table = {0}, csv = {0}, json = {0};
	/* There is no table while the other files change, because it marks them as complete. */
	if (run_files_forget(results, err) || write_crash_reports(results, err) ||
	    run_config_write(results->info, results->run, err))
		return -1;
	run_files_heading(results, &table);
	standings_table(&results->standings, 0, false, false, "", &table);
	standings_csv(&results->standings, &csv);
	run_files_json(results, &json);
	const struct {
		const char *name;
		const struct str *text;
	} files[] = {{"table.txt", &table}, {"table.csv", &csv}, {"table.json", &json}};
	for (int i = 0; i < 3; i++)
		if (run_write(results->run, files[i].name, files[i].text->text, files[i].text->length, err))
			return -1;
	return 0;
}
