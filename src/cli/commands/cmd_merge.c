/* cmd_merge.c - `arena merge`: the parts of a run (--shard) that were played into several databases become
 * one run in one database. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "cli/command.h"
#include "store/database.h"
#include "store/merge.h"

static const struct opt options[] = {
	{.name = "run", .type = OPT_TEXT, .value = "RUN",
	 .help = "The run in the first PART; default: its latest. The other files must have parts of the same run."},
	{0},
};

struct merging {
	const char *out, *first; /* paths */
	struct run_config info;        /* of the run that is merged */
	char *name;
	struct database *database;
	int64_t run;
	uint64_t n_shards;       /* of the parts; 0 when they do not agree */
	uint64_t stride;         /* of their chunks; 0: not known yet */
	uint64_t n_parts;        /* runs merged */
	struct merge_count count;
};

/* ---- the parts -------------------------------------------------------------------------- */

static bool is_same_file(const char *a, const char *b)
{
	struct stat x, y;
	return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static int read_first(struct merging *merging, const char *wanted, struct err *err)
{
	int64_t run;
	struct database *database = database_open(merging->first, DATABASE_READ, err);
	if (!database)
		return -1;
	int failed = database_find_run(database, wanted, &run, err) || database_info(database, run, &merging->info, err) ||
		     !(merging->name = database_name(database, run, err));
	database_close(database);
	return failed ? -1 : 0;
}

/* Merges the run if it is a part of ours. Otherwise `why` gets the difference. */
static int take_run(struct merging *merging, struct database *from, int64_t run, bool *is_part, struct str *why,
		    struct err *err)
{
	struct run_config info;
	if (database_info(from, run, &info, err))
		return -1;
	str_clear(why);
	*is_part = merge_is_same(&merging->info, &info, why);
	if (*is_part && merging->n_parts++ == 0)
		merging->n_shards = info.n_shards;
	else if (*is_part && merging->n_shards != info.n_shards)
		merging->n_shards = 0;
	run_config_release(&info);
	if (!*is_part)
		return 0;
	uint64_t stride;
	if (merge_stride(from, run, &stride, err) || merge_agree(merging->stride, stride, err))
		return -1;
	merging->stride = stride ? stride : merging->stride;
	return !merging->database ? 0 : merge_run(merging->database, merging->run, from, run, &merging->count, err);
}

/* Once without a database, to find what is wrong before anything is written, once with it. */
static int take_part(struct merging *merging, const char *path, struct err *err)
{
	AUTO_FREE int64_t *runs = NULL;
	AUTO_STR struct str why = {0};
	int n_runs = 0;
	bool is_any = false, is_part;
	struct database *from = database_open(path, DATABASE_READ, err);
	if (!from)
		return -1;
	int failed = database_runs(from, &runs, &n_runs, err);
	for (int i = 0; i < n_runs && !failed; i++) {
		failed = take_run(merging, from, runs[i], &is_part, &why, err);
		is_any |= !failed && is_part;
	}
	database_close(from);
	if (!failed && n_runs == 0)
		return err_set(err, EXIT_USAGE, "there are no runs in '%s'", path);
	if (!failed && !is_any)
		return err_set(err, EXIT_USAGE, "'%s' has no part of the run %s of '%s': they differ in %s", path, merging->name,
			       merging->first, str_text(&why));
	return failed;
}

/* ---- the whole -------------------------------------------------------------------------- */

/* Its parts may have been divided in a different way. */
static int check_stride(const struct merging *merging, struct err *err)
{
	uint64_t stride;
	return merge_stride(merging->database, merging->run, &stride, err) || merge_agree(stride, merging->stride, err) ? -1 : 0;
}

/* The run in OUT: the same run, or a new one, with the same name if that is free. */
static int find_run(struct merging *merging, struct err *err)
{
	AUTO_FREE int64_t *runs = NULL;
	int n_runs = 0, highest;
	if (database_runs(merging->database, &runs, &n_runs, err))
		return -1;
	for (int i = 0; i < n_runs; i++) {
		struct run_config info;
		if (database_info(merging->database, runs[i], &info, err))
			return -1;
		bool is_same = merge_is_same(&merging->info, &info, NULL);
		run_config_release(&info);
		if (is_same) {
			merging->run = runs[i];
			free(merging->name);
			merging->name = database_name(merging->database, runs[i], err);
			return !merging->name || check_stride(merging, err) ? -1 : 0;
		}
	}
	merging->info.shard = 0;
	merging->info.n_shards = 1;
	int failed = database_begin_run(merging->database, &merging->info, merging->name, &merging->run, err);
	while (failed > 0) {
		if (database_highest_name(merging->database, &highest, err))
			return -1;
		AUTO_STR struct str name = {0};
		str_addf(&name, "%04d", highest + 1);
		free(merging->name);
		merging->name = mem_strdup(name.text);
		failed = database_begin_run(merging->database, &merging->info, merging->name, &merging->run, err);
	}
	return failed;
}

/* "all of shard 2/4, 7 of the 50 matches of shard 3/4". */
static int add_missing(const struct merging *merging, const struct schedule *schedule, struct str *out, struct err *err)
{
	enum { MOST_NAMED = 20 };
	AUTO_FREE uint64_t *n_stored = NEW_ARRAY(uint64_t, merging->n_shards);
	if (merge_count_shards(merging->database, merging->run, merging->n_shards, n_stored, err))
		return -1;
	uint64_t n_missing = 0;
	struct run_config info = {.n_shards = merging->n_shards};
	for (info.shard = 0; info.shard < info.n_shards; info.shard++) {
		uint64_t wanted = run_config_matches(&info, schedule), stored = n_stored[info.shard];
		if (stored >= wanted || n_missing++ >= MOST_NAMED)
			continue;
		str_add(out, n_missing > 1 ? ", " : "");
		if (stored == 0)
			str_add(out, "all of");
		else
			str_addf(out, "%" PRIu64 " of the %" PRIu64 " matches of", wanted - stored, wanted);
		str_addf(out, " shard %" PRIu64 "/%" PRIu64, info.shard + 1, info.n_shards);
	}
	if (n_missing > MOST_NAMED)
		str_addf(out, " and %" PRIu64 " more", n_missing - MOST_NAMED);
	return 0;
}

static int report(const struct merging *merging, struct err *err)
{
	AUTO_STR struct str text = {0};
	struct schedule schedule;
	uint64_t n_stored;
	const struct merge_count *count = &merging->count;
	struct run_config info;
	if (run_config_schedule(&merging->info, &schedule, err) ||
	    database_count(merging->database, merging->run, &n_stored, err) ||
	    database_info(merging->database, merging->run, &info, err))
		return -1;
	uint64_t n_matches = run_config_matches(&info, &schedule);
	run_config_release(&info);
	str_addf(&text, "Run %s in %s has %" PRIu64 " of %" PRIu64 " matches, %" PRIu64 " of them new.\n", merging->name,
		 merging->out, n_stored, n_matches, count->n_new);
	if (n_stored < n_matches && merging->n_shards > 1) {
		str_add(&text, "Missing: ");
		if (add_missing(merging, &schedule, &text, err))
			return -1;
		str_add(&text, ".\n");
	}
	fputs(text.text, stdout);
	if (count->n_left)
		fprintf(stderr, "arena: warning: %" PRIu64 " matches were not merged, since others that were stored together with them were "
			"there already; `arena tournament --resume` plays what is missing\n", count->n_left);
	if (count->n_other)
		fprintf(stderr, "arena: warning: %" PRIu64 " matches were there already with another outcome, which was kept: "
			"the robots did not play the same on both machines\n", count->n_other);
	return EXIT_OK;
}

static int merge(struct merging *merging, const struct args *args, struct err *err)
{
	char *const *parts = args->operands + 1;
	for (int i = 0; parts[i]; i++)
		if (is_same_file(parts[i], merging->out))
			return err_set(err, EXIT_USAGE, "'%s' is the database to write to; do not also name it as a "
				       "part", parts[i]);
	if (read_first(merging, args_text(args, "run"), err))
		return -1;
	for (int i = 0; parts[i]; i++)
		if (take_part(merging, parts[i], err))
			return -1;
	merging->database = database_open(merging->out, DATABASE_WRITE, err);
	if (!merging->database || find_run(merging, err))
		return -1;
	for (int i = 0; parts[i]; i++)
		if (take_part(merging, parts[i], err))
			return -1;
	return report(merging, err);
}

static int run(const struct args *args, struct err *err)
{
	if (args->n_operands < 2)
		return err_set(err, EXIT_USAGE, "merge needs the database to write to and at least one with a part");
	struct merging merging = {.out = args->operands[0], .first = args->operands[1]};
	int code = merge(&merging, args, err);
	database_close(merging.database);
	run_config_release(&merging.info);
	free(merging.name);
	return code;
}

const struct command command_merge = {
	.name = "merge",
	.arguments = "OUT.db PART.db...",
	.summary = "join the parts of a run that was played on many machines",
	.description =
		"Copies the matches of the parts of a run (`arena tournament --shard`) into the database OUT.db.\n"
		"It creates OUT.db if necessary, and keeps matches that are already there, so parts can be merged\n"
		"again, or later. Parts of another run are an error. The tables of the\n"
		"merged run (`arena standings RUN --db OUT.db`) are those of a run on one machine.\n",
	.options = options,
	.examples =
		"arena merge all.db shard-*/arena.db\n"
		"arena standings --db all.db --files tables\n",
	.operands = NAMES_FOLDERS,
	.run = run,
};
