/* stored_plays.c - played matches and stored plays from the database. */
#include "run/replay.h"

#include "base/text.h"
#include "store/run.h"

static bool is_run(const struct run_config *there, const struct run_config *info)
{
	/* Cleaned, as in run.json. */
	AUTO_STR struct str command = text_cleaned(there->command), seed = text_cleaned(there->seed);
	return strcmp(str_text(&seed), info->seed) == 0 && strcmp(str_text(&command), info->command) == 0;
}

/* Finds the run and its played matches. If it is found, sets *log to the form in which its games are stored. */
static int find_run(struct stored_plays *stored, const struct stored_plays_source *source, struct matches_list *played,
		    bool *is_known, enum run_config_log *log, struct err *err)
{
	AUTO_RUN_CONFIG struct run_config there = {0};
	struct matches *chunks;
	size_t n_chunks;
	if (database_find_run(stored->database, source->name, &stored->run, NULL) ||
	    database_info(stored->database, stored->run, &there, NULL))
		return 0;
	*is_known = is_run(&there, source->info);
	*log = there.log;
	if (!*is_known)
		return 0;
	if (database_chunks(stored->database, stored->run, &chunks, &n_chunks, err))
		return -1;
	matches_list_init(played, chunks, n_chunks);
	return 0;
}

int stored_plays_open(struct stored_plays *stored, const struct stored_plays_source *source,
		      struct matches_list *played, bool *is_known, struct err *err)
{
	struct err why = {0};
	enum run_config_log log = RUN_LOG_NONE;
	*is_known = false;
	*stored = (struct stored_plays){.database = database_open(source->path, DATABASE_READ, &why), .is_owner = true};
	if (!stored->database && source->is_asked)
		return err_set(err, why.code, "%s", why.text);
	int failed = stored->database ? find_run(stored, source, played, is_known, &log, err) : 0;
	if (!*is_known || log != RUN_LOG_HANDS)
		stored_plays_release(stored);
	return failed;
}

void stored_plays_release(struct stored_plays *stored)
{
	if (stored->is_owner)
		database_close(stored->database);
	matches_list_release(&stored->played);
	chunk_release(&stored->chunk);
	*stored = (struct stored_plays){0};
}

static int get_plays(uint64_t match, struct str *plays, void *context, struct err *err)
{
	struct stored_plays *stored = context;
	int found = database_get_plays(stored->database, stored->run, match, plays, err);
	if (found == 0)
		return err_set(err, EXIT_USAGE, "no plays of match %" PRIu64 " are stored: it was not played", match);
	return found;
}

/* Finds the chunk that has the match, and reads it into stored->chunk. */
static int find_chunk(struct stored_plays *stored, uint64_t match, struct err *err)
{
	const struct matches *which = matches_list_find(&stored->played, match);
	struct chunk chunk;
	if (!which)
		return err_set(err, EXIT_USAGE, "no result of match %" PRIu64 " is stored: it was not played", match);
	if (database_get_chunk(stored->database, stored->run, &stored->schedule, which, &chunk, err))
		return -1;
	chunk_release(&stored->chunk);
	stored->chunk = chunk;
	return 0;
}

/* Returns the signature of a match of the chunk, or NULL if unknown. */
static const uint64_t *stored_signature(const struct chunk *chunk, uint64_t index)
{
	if (chunk->has_details)
		return &chunk->signatures[index];
	return chunk->matches.n == 1 ? &chunk->signature : NULL;
}

/* Checks that the outcome is the stored one. The seed and the plays determine the whole match. */
static int check_match(uint64_t match, const uint8_t *places, size_t size, const uint64_t *signature, void *context,
		       struct err *err)
{
	struct stored_plays *stored = context;
	const struct chunk *chunk = &stored->chunk;
	if (!(chunk->matches.n && matches_have(&chunk->matches, match)) && find_chunk(stored, match, err))
		return -1;
	uint64_t index = (match - chunk->matches.first) / chunk->matches.stride;
	const uint64_t *expected = stored_signature(chunk, index);
	bool is_same = chunk->has_order && size == chunk_match_size(chunk) &&
		memcmp(chunk_match(chunk, index), places, size) == 0;
	if (is_same && (!expected || !signature || *expected == *signature))
		return 0;
	return err_set(err, EXIT_WORLD,
		       "the stored plays of match %" PRIu64 " do not lead to its stored result: the database '%s' "
		       "was changed; restore it from a backup", match, database_path(stored->database));
}

void stored_plays_use(struct stored_plays *stored, struct tournament *tournament)
{
	struct matches *chunks;
	size_t n_chunks;
	stored->schedule = tournament->schedule;
	if (database_chunks(stored->database, stored->run, &chunks, &n_chunks, NULL) == 0)
		matches_list_init(&stored->played, chunks, n_chunks);
	tournament->stored_plays = get_plays;
	tournament->stored_check = check_match;
	tournament->keeps_details = true; /* the signature is computed from the details */
	tournament->stored_context = stored;
	for (int i = 0; i < tournament->schedule.n_robots; i++)
		tournament->robots[i].fault.verdict = VERDICT_LOAD;
	tournament_tell(tournament, "arena: using the stored plays (--log hands); no robot is run\n");
}
