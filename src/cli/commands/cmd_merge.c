/* cmd_merge.c - `arena merge`: the parts of a run (--shard) that were played into several databases become
 * one run in one database. */
#include <stdio.h>

#include "cli/command.h"
#include "store/merge.h"

static int report(const struct merging *merging, struct err *err)
{
	struct schedule schedule;
	uint64_t n_stored;
	const struct merge_count *count = &merging->count;
	AUTO_RUN_CONFIG struct run_config info = {0};
	if (run_config_schedule(&merging->info, &schedule, err) ||
	    database_count(merging->database, merging->run, &n_stored, err) ||
	    database_info(merging->database, merging->run, &info, err))
		return -1;
	uint64_t n_matches = run_config_matches(&info, &schedule);
	AUTO_STR struct str text = str_of("Run %s in %s has %" PRIu64 " of %" PRIu64 " matches, %" PRIu64
		" of them new.\n", merging->name, merging->out, n_stored, n_matches, count->n_new);
	if (n_stored < n_matches && merging->n_shards > 1) {
		str_add(&text, "Missing: ");
		if (merging_add_missing(merging, &schedule, &text, err))
			return -1;
		str_add(&text, ".\n");
	}
	fputs(text.text, stdout);
	if (merging->n_damaged)
		fprintf(stderr, "arena: warning: %s; %" PRIu64 " run%s not merged\n", merging->damage.text,
			merging->n_damaged, merging->n_damaged == 1 ? " was" : "s were");
	if (count->n_left)
		fprintf(stderr,
			"arena: warning: %" PRIu64
			" matches were not merged, because others stored together with them are "
			"already in the run; `arena tournament --resume` plays them\n", count->n_left);
	if (count->n_other)
		fprintf(stderr, "arena: warning: %" PRIu64
			" matches are already in the run with a different outcome, which was "
			"kept: the robots played differently on the two machines\n", count->n_other);
	return 0;
}

static int run(const struct args *args, struct err *err)
{
	if (args->n_operands < 2)
		return err_set(err, EXIT_USAGE, "merge needs a database to write to and at least one database to read");
	struct merging merging = {.out = args->operands[0]};
	int failed = merging_run(&merging, args->operands + 1, args_text(args, "run"), err) || report(&merging, err);
	merging_release(&merging);
	return failed ? -1 : EXIT_OK;
}

COMMAND(merge, NAMES_FOLDERS, run);
