/* results.c - sums of chunks, the first faults, and the files of both. */
#include "run/results.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/mem.h"
#include "game/game.h"
#include "output/show.h"
#include "output/standings_forms.h"

void results_init(struct results *results, const struct info *info, const struct schedule *schedule,
		  const struct robot *robots)
{
	*results = (struct results){.info = info, .schedule = *schedule, .robots = robots};
	standings_init(&results->standings, robots, &results->schedule);
}

void results_release(struct results *results)
{
	standings_release(&results->standings);
	chunk_release(&results->faults);
	*results = (struct results){0};
}

void results_keep(struct results *results, const struct run *run, struct database *database, int64_t run_id)
{
	results->run = run;
	results->database = database;
	results->run_id = run_id;
}

/* Both texts as run.json can hold them. */
static bool is_command_of(const struct info *info, const struct info *there)
{
	AUTO_STR struct str command = {0};
	json_add_clean(&command, info->command);
	return strcmp(there->command, str_text(&command)) == 0;
}

int results_open_folder(const struct info *info, const char *folder, struct err *err)
{
	AUTO_STR struct str file = {0};
	struct info there;
	str_addf(&file, "%s/run.json", folder);
	if (access(file.text, F_OK))
		return run_make_folders(folder, err);
	if (info_read(&there, folder, err))
		return -1;
	bool is_same = is_command_of(info, &there);
	info_release(&there);
	return is_same ? 0 : err_set(err, EXIT_USAGE, "the folder '%s' belongs to another run than the one in the database", folder);
}

/* ---- chunks ----------------------------------------------------------------------------- */

/* The first one of a robot is told of under the table. */
static void note_fault(struct results *results, const struct fault_record *record)
{
	struct mishap *mishap = &results->standings.of[record->robot].mishap;
	if (record->fault->verdict == VERDICT_ILLEGAL || (mishap->is_set && mishap->game <= record->game + 1))
		return;
	*mishap = (struct mishap){.is_set = true, .game = record->game + 1, .verdict = record->fault->verdict};
	snprintf(mishap->cause, sizeof mishap->cause, "%s", record->fault->cause);
}

static void keep_fault(struct results *results, const struct fault_record *record)
{
	struct fault_record copy = *record;
	copy.hands = mem_strdup(record->hands ? record->hands : "");
	copy.history = mem_strdup(record->history ? record->history : "");
	copy.fault = NEW(struct fault);
	*copy.fault = *record->fault;
	chunk_add_fault(&results->faults, &copy);
}

int results_add(struct results *results, const struct chunk *chunk, struct err *err)
{
	(void)err;
	standings_add(&results->standings, chunk, &results->schedule);
	results->n_matches += chunk->matches.n;
	for (int i = 0; i < chunk->n_faults; i++) {
		note_fault(results, &chunk->faults[i]);
		if (results->run)
			keep_fault(results, &chunk->faults[i]);
	}
	return 0;
}

bool results_are_complete(const struct results *results)
{
	return results->n_matches >= info_matches(results->info, &results->schedule);
}

/* ---- forms ------------------------------------------------------------------------------ */

void results_changes(const struct rules *rules, struct str *out)
{
	struct rules plain;
	bool is_variant = rules_init(&plain, rules->name, NULL) == 0 && plain.family == rules->family;
	const struct rule_option *options = rules->family->options;
	for (int i = 0; options[i].name; i++) {
		if (rules->value[i] == (is_variant ? plain.value[i] : options[i].fallback))
			continue;
		if (options[i].type == RULE_WORD)
			str_addf(out, " %s=%s", options[i].name, options[i].words[rules->value[i]]);
		else
			str_addf(out, " %s=%d", options[i].name, rules->value[i]);
	}
}

/* The games of the run, or of its shard. */
static uint64_t n_games_of(const struct results *results)
{
	const struct schedule *schedule = &results->schedule;
	uint64_t n = info_matches(results->info, schedule) * schedule->match_length * (uint64_t)schedule->n_seats;
	return n < schedule->n_games ? n : schedule->n_games; /* the last match of an old run may be shorter */
}

/* How much of it was played. */
static void add_extent(const struct results *results, struct str *out)
{
	const struct info *info = results->info;
	const struct show_count played = show_count(standings_games(&results->standings));
	bool is_complete = results_are_complete(results);
	if (info->test.is_set) {
		const char *end = info->test.n_matches ? "decided" : is_complete ? "undecided" : "stopped";
		str_addf(out, "A test (arena regress), %s after %s games.\n", end, played.text);
		return;
	}
	if (info->n_shards > 1)
		str_addf(out, "Shard %" PRIu64 " of %" PRIu64 ": ", info->shard + 1, info->n_shards);
	if (!is_complete)
		str_addf(out, "%s after %s of %s games.\n", info->n_shards > 1 ? "stopped" : "Stopped", played.text,
			 show_count(n_games_of(results)).text);
	else if (info->n_shards > 1)
		str_addf(out, "%s games.\n", played.text);
}

void results_heading(const struct results *results, struct str *out)
{
	const struct schedule *schedule = &results->schedule;
	AUTO_STR struct str seed = {0};
	json_add_clean(&seed, results->info->seed);
	str_addf(out, "%s games of %s", show_count(schedule->n_games).text, results->info->rules.name);
	results_changes(&results->info->rules, out);
	if (schedule->format == FORMAT_TABLE)
		str_addf(out, ", one table of %d", schedule->n_seats);
	else
		str_addf(out, ", %s of %d robots at tables of %d", info_formats[schedule->format], schedule->n_robots,
			 schedule->n_seats);
	str_addf(out, ", matches of %" PRIu32 " block%s", schedule->match_length, schedule->match_length == 1 ? "" : "s");
	if (schedule->is_as_given && schedule->n_seats > 2)
		str_add(out, ", seats as given");
	str_addf(out, ", seed %s\n", str_text(&seed));
	add_extent(results, out);
	str_add(out, "\n");
}

void results_json(const struct results *results, struct str *out)
{
	const struct info *info = results->info;
	AUTO_STR struct str rules = {0}, shard = {0};
	rules_to_text(&info->rules, &rules);
	json_t *all = json_pack("{s:o, s:o, s:o, s:o, s:s, s:i, s:I, s:b, s:I, s:I}", "arena", json_clean(info->version),
		"command", json_clean(info->command), "seed", json_clean(info->seed), "rules", json_clean(rules.text),
		"format", info_formats[info->format], "seats", info->n_seats, "match_length",
		(json_int_t)results->schedule.match_length, "as_given", results->schedule.is_as_given, "games", (json_int_t)results->schedule.n_games,
		"games_finished", (json_int_t)standings_games(&results->standings));
	if (info->n_shards > 1) {
		str_addf(&shard, "%" PRIu64 "/%" PRIu64, info->shard + 1, info->n_shards);
		json_object_set_new(all, "shard", json_string(shard.text));
	}
	json_object_set_new(all, "robots", standings_json(&results->standings));
	json_add_text(out, all);
}

int results_forget(const struct results *results, struct err *err)
{
	AUTO_STR struct str path = {0};
	str_addf(&path, "%s/table.json", results->run->folder);
	return unlink(path.text) && errno != ENOENT ? err_errno(err, "cannot replace '%s'", path.text) : 0;
}

static int write_capsules(struct results *results, struct err *err)
{
	AUTO_FREE struct capsules *capsules = NEW(struct capsules);
	if (run_clear_faults(results->run, err))
		return -1;
	for (int i = 0; i < results->faults.n_faults; i++) {
		const struct fault_record *record = &results->faults.faults[i];
		struct mishap *mishap = &results->standings.of[record->robot].mishap;
		char symbol[CAPSULE_SYMBOL];
		AUTO_FREE char *name = NULL;
		bool is_known = database_symbol(results->database, results->run_id, record, symbol);
		if (capsule_write(capsules, results->run, results->info, is_known ? symbol : NULL, record, &name, err))
			return -1;
		if (mishap->capsule || mishap->game != record->game + 1 || record->fault->verdict != mishap->verdict)
			continue;
		mishap->capsule = name;
		name = NULL;
	}
	return 0;
}

int results_write(struct results *results, struct err *err)
{
	AUTO_STR struct str table = {0}, csv = {0}, json = {0};
	/* While they change there is no table: it says that all the others are right. */
	if (results_forget(results, err) || write_capsules(results, err) || info_write(results->info, results->run, err))
		return -1;
	results_heading(results, &table);
	standings_table(&results->standings, 0, false, false, "", &table);
	standings_csv(&results->standings, &csv);
	results_json(results, &json);
	const struct {
		const char *name;
		const struct str *text;
	} files[] = {{"table.txt", &table}, {"table.csv", &csv}, {"table.json", &json}};
	for (int i = 0; i < 3; i++)
		if (run_write(results->run, files[i].name, files[i].text->text, files[i].text->length, err))
			return -1;
	return 0;
}
