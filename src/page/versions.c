/* versions.c - robots of which several versions played with the same name (ratings.h). */

#include "base/json.h"
#include "page/ratings.h"
#include "robot/spec.h"
#include "standings/regress.h"

/* A robot that played, identified by its file and options. */
struct version_entrant {
	char *name;           /* name of the robot with its options, the same for all versions; owned */
	char *version;        /* from its manifest, or the number in its file's name, or ""; owned */
	char *run;            /* the first run that it played; owned */
	int in_pool;
};

struct past {
	struct database *database;
	struct pool pool;       /* all runs with these rules and seats */
	struct version_entrant *entrants; /* in the order of their first game; owned */
	int n;
};

static void past_release(struct past *past)
{
	for (int i = 0; i < past->n; i++)
		FREE_ALL(past->entrants[i].name, past->entrants[i].version, past->entrants[i].run);
	free(past->entrants);
	pool_release(&past->pool);
}
#define AUTO_PAST __attribute__((cleanup(past_release)))

/* Returns the length of the name without a number at its end: 6 for "prober-12". Without a number, returns `length`. */
static size_t without_number(const char *name, size_t length)
{
	size_t n = length;
	while (n > 0 && name[n - 1] >= '0' && name[n - 1] <= '9')
		n--;
	return n < length && n > 1 && name[n - 1] == '-' ? n - 1 : length;
}

/* Splits "robots/prober-2.so:risk=0.4" into the name "prober:risk=0.4" and the number "2", or "" if there is none. */
static void add_name(const struct run_config_robot *robot, struct str *name, struct str *number)
{
	const char *options = spec_options(robot->spec);
	size_t n = (size_t)(options - robot->spec);
	const char *slash = memrchr(robot->spec, '/', n);
	const char *base = slash ? slash + 1 : robot->spec;
	size_t length = n - (size_t)(base - robot->spec);
	if (length > 3 && memcmp(base + length - 3, ".so", 3) == 0)
		length -= 3;
	size_t short_length = without_number(base, length);
	if (robot->name && robot->name[0])
		str_add(name, robot->name);
	else
		str_add_n(name, base, short_length);
	if (short_length < length)
		str_add_n(number, base + short_length + 1, length - short_length - 1);
	str_add(name, options);
}

static int find_entrant(const struct past *past, int in_pool)
{
	return FIND_IF(i, past->n, past->entrants[i].in_pool == in_pool);
}

static void enter(struct past *past, const struct run_config_robot *robot, const char *run)
{
	int in_pool = pool_find(&past->pool, robot);
	AUTO_STR struct str name = {0}, number = {0};
	if (in_pool < 0 || find_entrant(past, in_pool) >= 0)
		return;
	add_name(robot, &name, &number);
	*MEM_APPEND(past->entrants, past->n) = (struct version_entrant){
		.name = mem_strdup(str_text(&name)),
		.version = mem_strdup(robot->version && robot->version[0] ? robot->version : str_text(&number)),
		.run = mem_strdup(run), .in_pool = in_pool,
	};
}

static bool is_alike(const struct run_config *a, const struct run_config *b)
{
	AUTO_STR struct str rules_a = rules_text(&a->rules), rules_b = rules_text(&b->rules);
	bool is_match_alike = a->match_length == b->match_length &&
		(a->n_seats == 2 || a->is_as_given == b->is_as_given);
	return is_match_alike && a->n_seats == b->n_seats && strcmp(str_text(&rules_a), str_text(&rules_b)) == 0;
}

static int enter_all(struct past *past, const struct run_config *like, int64_t run, bool has_games, struct err *err)
{
	AUTO_RUN_CONFIG struct run_config info = {0};
	if (database_info(past->database, run, &info, err))
		return -1;
	AUTO_FREE char *name = database_name(past->database, run, err);
	int failed = !name;
	if (!failed && is_alike(&info, like)) {
		failed = has_games ? pool_add(&past->pool, past->database, run, err) : 0;
		for (int i = 0; i < info.n_robots && !failed && !has_games; i++)
			enter(past, &info.robots[i], name);
	}
	return failed;
}

/* Collects the entrants in the order in which they first played. The pool reads its runs latest first. */
static int gather(struct past *past, const struct run_config *like, struct err *err)
{
	AUTO_FREE int64_t *runs = NULL;
	int n_runs, failed = 0;
	if (database_runs(past->database, &runs, &n_runs, err))
		return -1;
	for (int i = n_runs - 1; i >= 0 && !failed; i--)
		failed = enter_all(past, like, runs[i], true, err);
	for (int i = 0; i < n_runs && !failed; i++)
		failed = enter_all(past, like, runs[i], false, err);
	return failed;
}

static int count_versions(const struct past *past, const char *name)
{
	return COUNT_IF(i, past->n, strcmp(past->entrants[i].name, name) == 0);
}

/* Adds the label: its version, and also the beginning of its hash if it has no version, or if another file has the same
 * version. */
static void add_label(const struct past *past, int at, struct str *out)
{
	const struct version_entrant *entrant = &past->entrants[at];
	bool is_shared = ANY_OF(i, past->n, i != at && strcmp(past->entrants[i].name, entrant->name) == 0 &&
				strcmp(past->entrants[i].version, entrant->version) == 0);
	str_add(out, entrant->version);
	if (is_shared || !*entrant->version)
		str_addf(out, "%s%.7s", out->length ? " " : "", past->pool.robots[entrant->in_pool].sha256);
}

/* Returns the change from the version before. Both are indices in the pool; a negative `before` means that there is
 * none. */
static json_t *change_json(const struct ratings *ratings, int before, int now)
{
	struct interval change;
	bool is_rated = before >= 0 && before < ratings->n_robots && now < ratings->n_robots;
	if (!is_rated || !ratings_difference(ratings, now, before, &change))
		return json_null();
	return json_pack("{s:f, s:f, s:f}", "elo", change.mean, "low", change.low, "high", change.high);
}

/* Returns the robots of the run that are versions with this name. */
static json_t *robots_of(const struct past *past, const struct run_config *info, const char *name)
{
	json_t *robots = json_array();
	for (int i = 0; i < info->n_robots; i++) {
		int at = find_entrant(past, pool_find(&past->pool, &info->robots[i]));
		if (at >= 0 && strcmp(past->entrants[at].name, name) == 0)
			json_array_append_new(robots, json_integer(i));
	}
	return robots;
}

static json_t *versions_of(const struct past *past, const struct ratings *ratings, const struct run_config *info,
			   const char *name)
{
	json_t *versions = json_array();
	for (int i = 0, before = -1; i < past->n; i++) {
		const struct version_entrant *entrant = &past->entrants[i];
		AUTO_STR struct str label = {0};
		if (strcmp(entrant->name, name) != 0)
			continue;
		add_label(past, i, &label);
		json_t *version = report_rating(ratings, entrant->in_pool);
		json_add(version, "{s:o, s:o, s:o, s:o}", "label", json_clean(str_text(&label)),
			"sha256", json_clean(past->pool.robots[entrant->in_pool].sha256),
			"run", json_clean(entrant->run), "change", change_json(ratings, before, entrant->in_pool));
		json_array_append_new(versions, version);
		before = entrant->in_pool;
	}
	return json_pack("{s:o, s:o, s:o}", "name", json_clean(name), "robots", robots_of(past, info, name),
			 "versions", versions);
}

static bool has_name_before(const struct past *past, const struct run_config *info, int robot, const char *name)
{
	for (int i = 0; i < robot; i++) {
		int at = find_entrant(past, pool_find(&past->pool, &info->robots[i]));
		if (at >= 0 && strcmp(past->entrants[at].name, name) == 0)
			return true;
	}
	return false;
}

json_t *report_versions(struct database *database, const struct run_config *info, struct err *err)
{
	AUTO_PAST struct past past = {.database = database};
	AUTO_RATINGS struct ratings ratings = {0};
	if (gather(&past, info, err))
		return NULL;
	pool_finish(&past.pool);
	json_t *list = json_array();
	for (int i = 0; i < info->n_robots; i++) {
		int at = find_entrant(&past, pool_find(&past.pool, &info->robots[i]));
		if (at < 0 || count_versions(&past, past.entrants[at].name) < 2 ||
		    has_name_before(&past, info, i, past.entrants[at].name))
			continue;
		if (!ratings.robots) {
			struct rating_options options = rating_defaults();
			ratings_of(&ratings, &past.pool.blocks, &options);
		}
		json_array_append_new(list, versions_of(&past, &ratings, info, past.entrants[at].name));
	}
	return list;
}

static bool is_named(const struct run_config_robot *robot, const char *name)
{
	AUTO_STR struct str own = {0}, number = {0};
	add_name(robot, &own, &number);
	return strcmp(str_text(&own), name) == 0;
}

/* Adds the test of this run, if it is a test of these versions. */
static int add_test(struct database *database, const struct run_config *like, const char *name, int64_t run,
		    json_t *list, struct err *err)
{
	AUTO_RUN_CONFIG struct run_config info = {0};
	AUTO_STR struct str words = {0};
	if (database_info(database, run, &info, err))
		return -1;
	if (!info.test.is_set || !is_alike(&info, like) ||
	    (!is_named(&info.robots[0], name) && !is_named(&info.robots[1], name)))
		return 0;
	AUTO_FREE char *label = database_name(database, run, err);
	struct regress regress = {0};
	int failed = !label || regress_read(&regress, &info, database, run, err);
	if (!failed) {
		regress_sentence(&regress, &words);
		json_array_append_new(list,
			json_pack("{s:o, s:o}", "run", json_clean(label), "words", json_clean(str_text(&words))));
	}
	regress_release(&regress);
	return failed ? -1 : 0;
}

json_t *report_tests(struct database *database, const struct run_config *info, int robot, struct err *err)
{
	AUTO_STR struct str name = {0}, number = {0};
	AUTO_FREE int64_t *runs = NULL;
	int n_runs, failed = 0;
	add_name(&info->robots[robot], &name, &number);
	if (database_runs(database, &runs, &n_runs, err))
		return NULL;
	json_t *list = json_array();
	for (int i = 0; i < n_runs && !failed; i++)
		failed = add_test(database, info, str_text(&name), runs[i], list, err);
	if (!failed)
		return list;
	json_decref(list);
	return NULL;
}
