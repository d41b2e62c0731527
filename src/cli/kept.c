/* kept.c - see kept.h. */
#include "cli/kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/setup.h"
#include "store/merge.h"
#include "store/run.h"

/* Is that the run, and are its plays there? */
static bool has_plays(struct kept *kept, const char *name, const struct info *info)
{
	struct info there;
	if (database_find_run(kept->database, name, &kept->run, NULL) ||
	    database_info(kept->database, kept->run, &there, NULL))
		return false;
	bool is_it = there.log == INFO_LOG_HANDS && strcmp(there.seed, info->seed) == 0 &&
		     strcmp(there.command, info->command) == 0;
	info_release(&there);
	return is_it;
}

int kept_open(struct kept *kept, const char *path, bool is_asked, const char *name, const struct info *info, struct err *err)
{
	struct err why = {0};
	*kept = (struct kept){.database = database_open(path, DATABASE_READ, &why), .is_owner = true};
	if (!kept->database && is_asked)
		return err_set(err, why.code, "%s", why.text);
	if (kept->database && !has_plays(kept, name, info))
		kept_release(kept);
	return 0;
}

void kept_release(struct kept *kept)
{
	if (kept->is_owner)
		database_close(kept->database);
	*kept = (struct kept){0};
}

static int get_plays(uint64_t match, struct str *plays, void *context, struct err *err)
{
	struct kept *kept = context;
	int found = database_get_plays(kept->database, kept->run, match, plays, err);
	if (found == 0)
		return err_set(err, EXIT_USAGE, "no plays of match %llu are stored: the run has not come to it yet",
			       (unsigned long long)match);
	return found;
}

/* With the seed the plays make the whole match: what comes out must be what was counted. */
static int check_result(const struct match_result *result, void *context, struct err *err)
{
	struct kept *kept = context;
	struct match_result stored = {0};
	int found = database_get_match(kept->database, kept->run, &result->plan, result->n_seats, &stored, err);
	bool is_same = found == 1 && match_result_is_same(result, &stored);
	match_result_release(&stored);
	if (found < 0 || is_same)
		return found < 0 ? -1 : 0;
	return err_set(err, EXIT_WORLD, "the plays kept of match %llu do not lead to its result: one of the two in the database is "
		       "damaged, or made up", (unsigned long long)result->plan.number);
}

void kept_use(struct kept *kept, struct tournament *tournament)
{
	tournament->kept_plays = get_plays;
	tournament->kept_check = check_result;
	tournament->kept_context = kept;
	for (int i = 0; i < tournament->schedule.n_robots; i++)
		tournament->robots[i].fault.verdict = VERDICT_LOAD;
	fprintf(stderr, "arena: the plays are those that were stored (--log hands); no robot plays again\n");
}

int kept_end(const struct kept *kept, const struct schedule *schedule, uint64_t *end_game, struct err *err)
{
	uint64_t n_matches;
	struct match_plan plan = {0};
	if (database_count(kept->database, kept->run, &n_matches, err))
		return -1;
	if (n_matches)
		schedule_match(schedule, n_matches - 1, &plan);
	uint64_t end = (plan.first_block + plan.n_blocks) * (uint64_t)schedule->n_seats;
	*end_game = end < *end_game ? end : *end_game;
	return 0;
}
