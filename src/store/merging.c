/* merging.c - merges parts of a run from several databases into one (merge.h). */
#include "store/merge.h"

#include "base/file.h"

static int read_first(struct merging *merging, const char *wanted, struct err *err)
{
	int64_t run;
	struct database *database = database_open(merging->first, DATABASE_READ, err);
	if (!database)
		return -1;
	int failed = database_find_run(database, wanted, &run, err) ||
		database_info(database, run, &merging->info, err) ||
		!(merging->name = database_name(database, run, err));
	database_close(database);
	return failed ? -1 : 0;
}

/* Reads a run. Returns 0, 1 for a damaged run, which is skipped so that the others can be merged, or -1 with err. */
static int read_run(struct merging *merging, struct database *database, int64_t run, struct run_config *info,
		    struct err *err)
{
	struct err why = {0};
	int found = database_examine(database, run, info, &why);
	if (found > 0 && merging->n_damaged++ == 0)
		merging->damage = why;
	return found < 0 ? err_set(err, why.code, "%s", why.text) : found;
}

/* Merges the run if it is a part of the run to be merged. Otherwise sets `why` to the difference. */
static int take_run(struct merging *merging, struct database *from, int64_t run, bool *is_part, struct str *why,
		    struct err *err)
{
	AUTO_RUN_CONFIG struct run_config info = {0};
	*is_part = false;
	int found = read_run(merging, from, run, &info, err);
	if (found)
		return found < 0 ? -1 : 0;
	str_clear(why);
	*is_part = merge_is_same(&merging->info, &info, why);
	if (*is_part && merging->n_parts++ == 0)
		merging->n_shards = info.n_shards;
	else if (*is_part && merging->n_shards != info.n_shards)
		merging->n_shards = 0;
	if (!*is_part)
		return 0;
	uint64_t stride;
	if (merge_stride(from, run, &stride, err) || merge_agree(merging->stride, stride, err))
		return -1;
	merging->stride = stride ? stride : merging->stride;
	return !merging->database ? 0 : merge_run(merging->database, merging->run, from, run, &merging->count, err);
}

/* Reads a part. It is read once without an output database, to find errors before data is written, and once with it. */
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
	if (!failed && !is_any && merging->n_damaged)
		return err_set(err, merging->damage.code, "%s", merging->damage.text);
	if (!failed && !is_any)
		return err_set(err, EXIT_USAGE, "'%s' has no part of the run %s of '%s': they differ in %s", path,
			       merging->name, merging->first, str_text(&why));
	return failed;
}

/* Finds the run in the output database, or adds it, with the same name if that is free. */
static int find_run(struct merging *merging, struct err *err)
{
	AUTO_FREE int64_t *runs = NULL;
	int n_runs = 0, highest;
	if (database_runs(merging->database, &runs, &n_runs, err))
		return -1;
	for (int i = 0; i < n_runs; i++) {
		AUTO_RUN_CONFIG struct run_config info = {0};
		int found = read_run(merging, merging->database, runs[i], &info, err);
		if (found < 0)
			return -1;
		if (found)
			continue;
		if (merge_is_same(&merging->info, &info, NULL)) {
			merging->run = runs[i];
			free(merging->name);
			merging->name = database_name(merging->database, runs[i], err);
			uint64_t stride; /* the runs may have been divided into different parts */
			return !merging->name || merge_stride(merging->database, merging->run, &stride, err) ||
			       merge_agree(stride, merging->stride, err) ? -1 : 0;
		}
	}
	merging->info.shard = 0;
	merging->info.n_shards = 1;
	int failed = database_begin_run(merging->database, &merging->info, merging->name, &merging->run, err);
	while (failed > 0) {
		if (database_highest_name(merging->database, &highest, err))
			return -1;
		AUTO_STR struct str name = str_of("%04d", highest + 1);
		free(merging->name);
		merging->name = mem_strdup(name.text);
		failed = database_begin_run(merging->database, &merging->info, merging->name, &merging->run, err);
	}
	return failed;
}

int merging_add_missing(const struct merging *merging, const struct schedule *schedule, struct str *out,
			struct err *err)
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

int merging_run(struct merging *merging, char *const *parts, const char *wanted, struct err *err)
{
	merging->first = parts[0];
	for (int i = 0; parts[i]; i++)
		if (file_is_same(parts[i], merging->out))
			return err_set(err, EXIT_USAGE, "'%s' is the database to write to; do not also name it as a "
				       "part", parts[i]);
	if (read_first(merging, wanted, err))
		return -1;
	for (int i = 0; parts[i]; i++)
		if (take_part(merging, parts[i], err))
			return -1;
	merging->database = database_open(merging->out, DATABASE_WRITE, err);
	if (!merging->database || find_run(merging, err))
		return -1;
	uint64_t n_damaged = merging->n_damaged;
	for (int i = 0; parts[i]; i++)
		if (take_part(merging, parts[i], err))
			return -1;
	merging->n_damaged = n_damaged; /* take_part has counted each of them twice */
	return 0;
}

void merging_release(struct merging *merging)
{
	database_close(merging->database);
	run_config_release(&merging->info);
	free(merging->name);
}
