/* selection.c - which stored runs are counted together (selection.h). */
#include "run/selection.h"

#include "base/json.h"
#include "output/standings_forms.h"
#include "store/merge.h"

static int kind_of_run(struct database *database, int64_t run, struct selection_kind *kind, bool *is_test,
		       struct err *err)
{
	AUTO_RUN_CONFIG struct run_config info = {0};
	if (database_info(database, run, &info, err))
		return -1;
	*kind = (struct selection_kind){
		.rules = info.rules, .match_length = info.match_length, .is_as_given = info.is_as_given,
		.has_circle = info.n_seats > 2,
	};
	*is_test = info.test.is_set;
	return 0;
}

static bool has_rules(const struct selection *selection, const struct selection_kind *kind)
{
	AUTO_STR struct str text = rules_text(&kind->rules);
	return strcmp(text.text, selection->rules) == 0;
}

/* Takes those properties that no option sets from the latest tournament with these rules. */
static int complete_kind(struct selection *selection, const struct selection_wish *wish, const int64_t *all, int n_all,
			 struct err *err)
{
	bool is_as_given = wish->is_as_given, is_open = wish->match_length < 0;
	selection->kind.match_length = is_open ? 1 : (uint32_t)wish->match_length;
	selection->kind.is_as_given = is_as_given;
	selection->kind.has_circle = is_as_given;
	for (int i = n_all - 1; i >= 0 && is_open; i--) {
		struct selection_kind kind;
		bool is_test;
		if (kind_of_run(selection->database, all[i], &kind, &is_test, err))
			return -1;
		if (is_test || !has_rules(selection, &kind) || (is_as_given && kind.has_circle && !kind.is_as_given))
			continue;
		selection->kind.match_length = kind.match_length;
		selection->kind.is_as_given |= kind.is_as_given;
		selection->kind.has_circle |= kind.has_circle;
		is_open = false;
	}
	return 0;
}

/* Returns true if two runs have the same games. The order of two robots does not matter, because they play each deal
 * from both seats. */
static bool has_same_games(const struct run_config *a, const struct run_config *b)
{
	struct run_config other = *b;
	if (a->shard != b->shard || a->n_shards != b->n_shards || a->n_robots != b->n_robots)
		return false;
	other.log = a->log;
	if (a->format != FORMAT_TABLE || a->n_robots != 2 || merge_is_same(a, &other, NULL))
		return merge_is_same(a, &other, NULL);
	other.robots = (struct run_config_robot[]){b->robots[1], b->robots[0]};
	return merge_is_same(a, &other, NULL);
}

/* Drops repeated runs. Runs with the same seed, robots and settings have the same games, which count only once; the run
 * with the most matches is kept. */
static int drop_repeats(struct selection *selection, struct err *err)
{
	struct run_config *kept = NEW_ARRAY(struct run_config, (size_t)selection->n_runs), *info;
	AUTO_FREE uint64_t *n_matches = NEW_ARRAY(uint64_t, (size_t)selection->n_runs);
	int n_kept = 0, failed = 0;
	for (int i = 0; i < selection->n_runs && !failed; i++) {
		int64_t run = selection->runs[i];
		uint64_t n = 0;
		if ((failed = database_info(selection->database, run, info = &kept[n_kept], err)) != 0)
			break;
		failed = database_count(selection->database, run, &n, err);
		int same = 0;
		while (same < n_kept && !has_same_games(&kept[same], info))
			same++;
		if (same == n_kept || n > n_matches[same]) {
			selection->runs[same] = run;
			n_matches[same] = n;
		}
		if (same == n_kept) {
			n_kept++;
		} else {
			run_config_release(info);
			selection->n_repeats++;
		}
	}
	for (int i = 0; i < n_kept; i++)
		run_config_release(&kept[i]);
	free(kept);
	selection->n_runs = n_kept;
	return failed;
}

/* Keeps the tournaments of the wanted kind, in reverse order. A test counts only when it is named: it ended because of
 * its results, so its games are not a fair sample. */
static int select_by_kind(struct selection *selection, const int64_t *all, int n_all, struct err *err)
{
	selection->runs = NEW_ARRAY(int64_t, (size_t)n_all);
	for (int i = n_all - 1; i >= 0; i--) {
		struct selection_kind kind;
		bool is_test;
		if (kind_of_run(selection->database, all[i], &kind, &is_test, err))
			return -1;
		if (is_test || !has_rules(selection, &kind))
			continue;
		if (kind.match_length == selection->kind.match_length &&
		    (!kind.has_circle || !selection->kind.has_circle ||
		     kind.is_as_given == selection->kind.is_as_given)) {
			selection->runs[selection->n_runs++] = all[i];
			/* Runs at tables of two may have any circle, so a run at a larger table sets it. */
			if (kind.has_circle && !selection->kind.has_circle) {
				selection->kind.has_circle = true;
				selection->kind.is_as_given = kind.is_as_given;
			}
		} else {
			selection->n_others++;
		}
	}
	if (selection->n_runs)
		return drop_repeats(selection, err);
	if (selection->n_others)
		return err_set(err, EXIT_USAGE, "the database has %d run%s of %s, but none with matches of %" PRIu32
			       " block%s%s", selection->n_others, selection->n_others == 1 ? "" : "s",
			       selection->kind.rules.name, selection->kind.match_length,
			       selection->kind.match_length == 1 ? "" : "s",
			       selection->kind.is_as_given ? " and the seats as given" : "");
	return err_set(err, EXIT_USAGE, "there is no run of %s in the database (%s); to see a test of "
		       "`arena regress`, give its name", selection->kind.rules.name, selection->rules);
}

int selection_find(struct selection *selection, const struct selection_wish *wish, struct err *err)
{
	AUTO_FREE int64_t *all = NULL;
	int n_all;
	int64_t latest;
	bool is_test;
	selection->kind.rules = wish->rules;
	if (database_find_run(selection->database, wish->run, &latest, err) ||
	    (!wish->has_rules && kind_of_run(selection->database, latest, &selection->kind, &is_test, err)))
		return -1;
	selection->rules = rules_text(&selection->kind.rules).text;
	if (!wish->run && !wish->is_one)
		return database_runs(selection->database, &all, &n_all, err) ||
		       complete_kind(selection, wish, all, n_all, err) ||
		       select_by_kind(selection, all, n_all, err) ? -1 : 0;
	selection->runs = NEW_ARRAY(int64_t, 1);
	selection->runs[selection->n_runs++] = latest;
	selection->name = database_name(selection->database, latest, err);
	return selection->name ? 0 : -1;
}

void selection_release(struct selection *selection)
{
	FREE_ALL(selection->runs, selection->rules, selection->name);
	*selection = (struct selection){0};
}

void selection_json(const struct selection *selection, const struct pool_list *list, struct str *out)
{
	const struct pool *pool = list->pool;
	json_t *object = json_pack("{s:s, s:o, s:I, s:b, s:o, s:i, s:I, s:I, s:I}", "arena", ARENA_VERSION,
		"rules", json_clean(selection->rules), "match_length", (json_int_t)selection->kind.match_length,
		"as_given", selection->kind.is_as_given, "run", selection->name ? json_clean(selection->name)
		: json_null(), "runs", pool->n_runs, "games", (json_int_t)pool->games,
		"blocks", (json_int_t)pool->n_blocks, "matches", (json_int_t)pool->n_matches);
	pool_list_json(list, object);
	json_add_text(out, object);
}
