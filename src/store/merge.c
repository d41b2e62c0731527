/* merge.c - copies chunks from one database to another that lacks their matches (merge.h). */
#include "store/merge.h"

#include "base/bisect.h"
#include "base/varint.h"
#include "robot/spec.h"
#include "store/database_inside.h"

/* Returns true if two texts differ, and then adds the difference as the reason. */
static bool differ(const char *what, const char *a, const char *b, struct str *why)
{
	if (strcmp(a, b) == 0)
		return false;
	if (why)
		str_addf(why, "%s ('%s' and '%s')", what, a, b);
	return true;
}

static bool differ_number(const char *what, uint64_t a, uint64_t b, struct str *why)
{
	if (a != b && why)
		str_addf(why, "%s (%" PRIu64 " and %" PRIu64 ")", what, a, b);
	return a != b;
}

static bool differ_robot(const struct run_config_robot *a, const struct run_config_robot *b, struct str *why)
{
	AUTO_STR struct str what = str_of("the file of the robot '%s' or its data folder", a->label);
	if (differ(what.text, a->sha256, b->sha256, why))
		return true;
	str_set(&what, "the options of the robot '%s'", a->label);
	return differ(what.text, spec_options(a->spec), spec_options(b->spec), why);
}

static bool differ_tables(const struct run_config *a, const struct run_config *b, struct str *why)
{
	AUTO_STR struct str tables_a = {0}, tables_b = {0};
	tables_to_text(a, &tables_a);
	tables_to_text(b, &tables_b);
	bool is_same = strcmp(str_text(&tables_a), str_text(&tables_b)) == 0;
	if (!is_same && why)
		str_add(why, "the tables");
	return !is_same;
}

/* Returns true if two tests differ in more than their progress, and then adds the difference as the reason. */
static bool differ_test(const struct run_config_test *a, const struct run_config_test *b, struct str *why)
{
	bool is_same = a->is_set == b->is_set && a->model == b->model && a->elo0 == b->elo0 &&
		       a->elo1 == b->elo1 && a->alpha == b->alpha && a->beta == b->beta;
	if (!is_same && why)
		str_add(why, "what is tested");
	return !is_same;
}

static bool differ_settings(const struct run_config *a, const struct run_config *b, struct str *why)
{
	int i = 0;
	while (i < SCHEDULE_N_SETTINGS && a->setting[i] == b->setting[i])
		i++;
	return i < SCHEDULE_N_SETTINGS &&
	       differ_number(schedule_settings[i].words, (uint64_t)a->setting[i], (uint64_t)b->setting[i], why);
}

bool merge_is_same(const struct run_config *a, const struct run_config *b, struct str *why)
{
	AUTO_STR struct str rules_a = rules_text(&a->rules), rules_b = rules_text(&b->rules);
	if (differ("the seed", a->seed, b->seed, why) || differ("the rules", rules_a.text, rules_b.text, why) ||
	    differ("the format", run_config_formats[a->format], run_config_formats[b->format], why) ||
	    differ_number("the seats", (uint64_t)a->n_seats, (uint64_t)b->n_seats, why) ||
	    differ_number("the number of games", a->games, b->games, why) ||
	    differ_number("the length of a match", a->match_length, b->match_length, why) ||
	    differ_settings(a, b, why) ||
	    differ_number("the correction for luck (--no-luck-correction)", a->has_luck, b->has_luck, why) ||
	    differ("the deals", run_config_deals[a->deals], run_config_deals[b->deals], why) ||
	    differ_number("the move time in ns", (uint64_t)a->limits.move_time_ns,
			  (uint64_t)b->limits.move_time_ns, why) ||
	    differ_number("the start time in ns", (uint64_t)limits_start_ns(&a->limits),
			  (uint64_t)limits_start_ns(&b->limits), why) ||
	    differ("what robots may read", a->limits.readable, b->limits.readable, why) ||
	    differ_number("the memory", a->limits.memory, b->limits.memory, why) ||
	    differ("what is stored (--log)", run_config_logs[a->log], run_config_logs[b->log], why) ||
	    differ_number("the results epoch of the arena", a->epoch, b->epoch, why) ||
	    differ_number("the number of robots", (uint64_t)a->n_robots, (uint64_t)b->n_robots, why))
		return false;
	if (differ_tables(a, b, why) || differ_test(&a->test, &b->test, why))
		return false;
	return !ANY_OF(i, a->n_robots, differ_robot(&a->robots[i], &b->robots[i], why));
}

/* The source and the target of a merge. */
struct copying {
	struct database *database, *from;
	int64_t run, from_run;
	struct schedule schedule;
	uint64_t stride;      /* stride of all chunks of more than one match, in both databases */
	struct matches *ours; /* ours[i], i < n_ours: the stored matches, by remainder and then ascending; disjoint
	                       * within a remainder */
	size_t n_ours;
	struct merge_count count;
};

/* Returns the number of common matches of two chunks with the same remainder. */
static uint64_t n_common(const struct matches *a, const struct matches *b, uint64_t stride)
{
	uint64_t first = a->first > b->first ? a->first : b->first;
	uint64_t end_a = a->first / stride + a->n;
	uint64_t end_b = b->first / stride + b->n, end = end_a < end_b ? end_a : end_b;
	return end > first / stride ? end - first / stride : 0;
}

/* Returns our chunk with the same matches, or NULL if there is none. In that case *n_shared is the number of these
 * matches that other chunks of ours have. */
static const struct matches *find_ours(const struct copying *copying, const struct matches *theirs, uint64_t *n_shared)
{
	uint64_t stride = copying->stride;
	size_t low = BISECT(i, copying->n_ours, database_by_remainder(&copying->ours[i], theirs, &stride) < 0);
	*n_shared = 0;
	for (size_t i = low ? low - 1 : 0; i < copying->n_ours; i++) {
		const struct matches *ours = &copying->ours[i];
		uint64_t n = ours->first % stride == theirs->first % stride ? n_common(ours, theirs, stride) : 0;
		if (n && n == theirs->n && n == ours->n)
			return ours;
		if (!n && i > low)
			break;
		*n_shared += n;
	}
	return NULL;
}

/* Compares sums over all games, which is enough to detect different plays. */
static bool are_same(const struct chunk *a, const struct chunk *b)
{
	bool are_same = a->n_robots == b->n_robots && a->signature == b->signature;
	for (int i = 0; are_same && i < a->n_robots; i++)
		are_same = a->robots[i].robot == b->robots[i].robot &&
			   memcmp(&a->robots[i].tally, &b->robots[i].tally, sizeof a->robots[i].tally) == 0;
	return are_same;
}

static int compare(struct copying *copying, const struct matches *which, const struct chunk *theirs, struct err *err)
{
	struct chunk ours;
	if (database_get_chunk(copying->database, copying->run, &copying->schedule, which, &ours, err))
		return -1;
	*(are_same(&ours, theirs) ? &copying->count.n_known : &copying->count.n_other) += theirs->matches.n;
	chunk_release(&ours);
	return 0;
}

/* Adds the stored plays of the chunk's matches to the chunk. */
static int copy_plays(struct copying *copying, struct chunk *chunk, struct err *err)
{
	AUTO_STR struct str plays = {0};
	for (uint64_t i = 0; i < chunk->matches.n; i++) {
		uint64_t number = matches_number(&chunk->matches, i);
		str_clear(&plays);
		int found = database_get_plays(copying->from, copying->from_run, number, &plays, err);
		if (found <= 0)
			return found;
		varint_add(&chunk->plays, plays.length);
		str_add_n(&chunk->plays, str_text(&plays), plays.length);
	}
	return 0;
}

static int copy_chunk(const struct chunk *theirs, void *context, struct err *err)
{
	struct copying *copying = context;
	const struct rows_source source = {.schedule = &copying->schedule, .database = copying->from,
		.run = copying->from_run};
	uint64_t n_shared;
	bool is_new;
	const struct matches *ours = find_ours(copying, &theirs->matches, &n_shared);
	if (ours)
		return compare(copying, ours, theirs, err);
	if (n_shared) {
		copying->count.n_known += n_shared;
		copying->count.n_left += theirs->matches.n - n_shared;
		return 0;
	}
	struct chunk chunk = *theirs; /* a copy, to which the plays are added */
	int failed = copy_plays(copying, &chunk, err) ||
		     database_put_rows(copying->database, copying->run, &source, &chunk, &is_new, err);
	str_release(&chunk.plays);
	copying->count.n_new += theirs->matches.n;
	return failed ? -1 : 0;
}

/* Finds the stored chunks, and the stride of all chunks. */
static int find_strides(struct copying *copying, struct err *err)
{
	uint64_t ours, theirs;
	if (merge_stride(copying->database, copying->run, &ours, err) ||
	    merge_stride(copying->from, copying->from_run, &theirs, err))
		return -1;
	if (merge_agree(ours, theirs, err))
		return -1;
	copying->stride = ours ? ours : theirs ? theirs : 1;
	if (database_chunks(copying->database, copying->run, &copying->ours, &copying->n_ours, err))
		return -1;
	if (copying->n_ours)
		qsort_r(copying->ours, copying->n_ours, sizeof *copying->ours, database_by_remainder, &copying->stride);
	return 0;
}

static int copy_all(struct copying *copying, struct err *err)
{
	return database_write(copying->database,
			      "UPDATE runs SET shard = 0, n_shards = 1 WHERE id = ? AND n_shards > 1",
			      VALUES(NUMBER(copying->run)), err) ||
	       database_sum_run(copying->database, copying->run, err) || find_strides(copying, err) ||
	       database_each_chunk(copying->from, copying->from_run, &copying->schedule, copy_chunk, copying, err)
	       ? -1 : 0;
}

int merge_run(struct database *database, int64_t run, struct database *from, int64_t from_run,
	      struct merge_count *count, struct err *err)
{
	struct copying copying = {.database = database, .from = from, .run = run, .from_run = from_run};
	AUTO_RUN_CONFIG struct run_config info = {0};
	if (database_info(from, from_run, &info, err))
		return -1;
	int failed = run_config_schedule(&info, &copying.schedule, err);
	uint64_t n_matches = info.test.n_matches;
	if (failed || database_lock_run(database, run, err) || database_begin(database, err))
		return -1;
	failed = copy_all(&copying, err) || (n_matches && database_set_test(database, run, n_matches, err));
	free(copying.ours);
	if (database_settle(database, failed, err))
		return -1;
	count->n_new += copying.count.n_new;
	count->n_known += copying.count.n_known;
	count->n_other += copying.count.n_other;
	count->n_left += copying.count.n_left;
	return 0;
}

int merge_stride(struct database *database, int64_t run, uint64_t *stride, struct err *err)
{
	AUTO_FREE struct matches *chunks = NULL;
	size_t n;
	if (database_chunks(database, run, &chunks, &n, err))
		return -1;
	*stride = 0;
	for (size_t i = 0; i < n; i++) {
		if (chunks[i].n == 1)
			continue;
		if (*stride && *stride != chunks[i].stride)
			return database_damaged_chunk(database, run, &chunks[i], err);
		*stride = chunks[i].stride;
	}
	return 0;
}

int merge_agree(uint64_t a, uint64_t b, struct err *err)
{
	if (!a || !b || a == b)
		return 0;
	return err_set(err, EXIT_USAGE, "the parts divide the run in different ways (--shard I/%" PRIu64
		       " and I/%" PRIu64 "), and such parts cannot be merged", a, b);
}

int merge_count_shards(struct database *database, int64_t run, uint64_t n_shards, uint64_t *n_stored, struct err *err)
{
	AUTO_FREE struct matches *chunks = NULL;
	size_t n_chunks;
	if (database_chunks(database, run, &chunks, &n_chunks, err))
		return -1;
	memset(n_stored, 0, n_shards * sizeof *n_stored);
	for (size_t i = 0; i < n_chunks; i++) {
		/* The shards of the chunk's matches repeat after every `period` matches. */
		uint64_t shard = chunks[i].first % n_shards, step = chunks[i].stride % n_shards, period = 1;
		for (uint64_t at = (shard + step) % n_shards; at != shard; at = (at + step) % n_shards)
			period++;
		for (uint64_t k = 0; k < period && k < chunks[i].n; k++, shard = (shard + step) % n_shards)
			n_stored[shard] += (chunks[i].n - k - 1) / period + 1;
	}
	return 0;
}
