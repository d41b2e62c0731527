/* test_versions.c - which robots of several runs are versions of one, their labels, and how they changed. Of made-up
 * runs. */
#include "database_testing.h"

#include "base/json.h"
#include "page/ratings.h"

static struct database *database;

static void replace(char **text, const char *by)
{
	free(*text);
	*text = mem_strdup(by);
}

/* A robot of a run: how it was named on the command line, its manifest, and the first digits of its file's hash. */
struct entered {
	const char *spec, *name, *version, *hash;
};

static bool is_as_given; /* of the next run, like the next */
static int n_seats = 2;

static const struct entered other = {"other", "", "", "00"}, third = {"third", "", "", "01"};

/* Stores a run of these two robots, and of `third` if n_seats is 3. Runs are named "0001" and so on. The caller
 * releases info. */
static void store(struct run_config *info, int number, const struct entered *first, const struct entered *second,
		  const char *setting, uint32_t match_length)
{
	const struct entered *const entered[] = {first, second, &third};
	char name[8], hash[65];
	struct schedule schedule;
	struct err err = {0};
	int64_t run;
	make_long_info(info, FORMAT_TABLE, n_seats, n_seats, 200, match_length, "versions");
	for (int i = 0; i < n_seats; i++) {
		snprintf(hash, sizeof hash, "%s%062d", entered[i]->hash, 0);
		replace(&info->robots[i].spec, entered[i]->spec);
		replace(&info->robots[i].label, entered[i]->spec);
		replace(&info->robots[i].name, entered[i]->name);
		replace(&info->robots[i].version, entered[i]->version);
		replace(&info->robots[i].sha256, hash);
	}
	info->is_as_given = is_as_given;
	if (setting)
		ck_assert_msg(rules_set(&info->rules, setting, &err) == 0, "%s", err.text);
	snprintf(name, sizeof name, "%04d", number);
	ck_assert_msg(database_begin_run(database, info, name, &run, &err) == 0, "%s", err.text);
	ck_assert_int_eq(run_config_schedule(info, &schedule, &err), 0);
	store_chunks(database, run, &schedule, 0, 1, 100);
}

static void begin_database(void)
{
	struct err err = {0};
	enter_folder();
	database = database_open("arena.db", DATABASE_WRITE, &err);
	ck_assert_msg(database != NULL, "%s", err.text);
}

static void end_database(void)
{
	database_close(database);
	leave_folder();
}

/* Adds the versions as text: "name: label label". */
static void add_versions(const json_t *list, struct str *out)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *robot = json_array_get(list, i), *versions = json_object_get(robot, "versions");
		str_addf(out, "%s%s:", i ? "; " : "", json_string_value(json_object_get(robot, "name")));
		for (size_t k = 0; k < json_array_size(versions); k++)
			str_addf(out, " %s", json_string_value(json_object_get(json_array_get(versions, k), "label")));
	}
}

static void check_versions(const struct run_config *info, const char *wanted)
{
	AUTO_STR struct str text = {0};
	struct err err = {0};
	AUTO_JSON json_t *list = report_versions(database, info, &err);
	ck_assert_msg(list != NULL, "%s", err.text);
	add_versions(list, &text);
	ck_assert_str_eq(str_text(&text), wanted);
}

/* ---- names and labels ------------------------------------------------------------------- */

static const struct {
	struct entered before, now;
	const char *versions;
} pairs[] = {
	/* the number of the file */
	{{"prober-1.so", "", "", "a1"}, {"robots/prober-2.so", "", "", "a2"}, "prober: 1 2"},
	{{"./prober-09", "", "", "a1"}, {"prober-12", "", "", "a2"}, "prober: 09 12"},
	{{"prober.so", "", "", "a1"}, {"prober-2.so", "", "", "a2"}, "prober: a100000 2"},
	{{"prober", "", "", "a1"}, {"prober", "", "", "a2"}, "prober: a100000 a200000"},
	{{"prober2", "", "", "a1"}, {"prober3", "", "", "a2"}, ""},
	{{"-1", "", "", "a1"}, {"-2", "", "", "a2"}, ""}, /* nothing before the dash */
	{{"a-1", "", "", "a1"}, {"a-2", "", "", "a2"}, "a: 1 2"},
	{{"12", "", "", "a1"}, {"13", "", "", "a2"}, ""},
	{{".so", "", "", "a1"}, {".so", "", "", "a2"}, ".so: a100000 a200000"},
	{{"x.so", "", "", "a1"}, {"y.so", "", "", "a2"}, ""},
	/* options are part of the name */
	{{"prober-1.so:risk=0.4", "", "", "a1"}, {"prober-2.so:risk=0.4", "", "", "a2"}, "prober:risk=0.4: 1 2"},
	{{"prober-1.so:risk=0.4", "", "", "a1"}, {"prober-2.so:risk=0.5", "", "", "a2"}, ""},
	{{"prober-1:file=a/b-7", "", "", "a1"}, {"prober-2:file=a/b-7", "", "", "a2"}, "prober:file=a/b-7: 1 2"},
	/* the manifest counts more */
	{{"a.so", "ann", "1.0", "a1"}, {"b.so", "ann", "1.1", "a2"}, "ann: 1.0 1.1"},
	{{"a.so", "ann", "1.0", "a1"}, {"b.so", "ann", "1.0", "a2"}, "ann: 1.0 a100000 1.0 a200000"},
	{{"a-3.so", "ann", "", "a1"}, {"b.so", "ann", "2.0", "a2"}, "ann: 3 2.0"},
	{{"a-1.so", "ann", "", "a1"}, {"a-2.so", "bob", "", "a2"}, ""},
	/* the same file is one version */
	{{"prober-1.so", "", "", "a1"}, {"prober-2.so", "", "", "a1"}, ""},
};

START_TEST(versions_have_one_name)
{
	struct run_config before, now;
	store(&before, 1, &pairs[_i].before, &other, NULL, 1);
	store(&now, 2, &pairs[_i].now, &other, NULL, 1);
	check_versions(&now, pairs[_i].versions);
	run_config_release(&before);
	run_config_release(&now);
}
END_TEST

/* ---- runs ------------------------------------------------------------------------------- */

static const struct entered one = {"p-1", "", "", "a1"}, two = {"p-2", "", "", "a2"}, three = {"p-3", "", "", "a3"};

/* Only runs of the same rules and matches are alike. At tables of two the order of the seats does not matter. */
START_TEST(runs_must_be_alike)
{
	struct run_config run[5];
	store(&run[0], 1, &one, &other, NULL, 1);
	store(&run[1], 2, &two, &other, "dice=3", 1);
	store(&run[2], 3, &two, &other, NULL, 2);
	check_versions(&run[0], "");
	check_versions(&run[1], "");
	check_versions(&run[2], "");
	is_as_given = true;
	store(&run[3], 4, &three, &other, NULL, 1);
	check_versions(&run[0], "p: 1 3");
	check_versions(&run[3], "p: 1 3");
	store(&run[4], 5, &one, &two, NULL, 1); /* of two versions in one run */
	check_versions(&run[4], "p: 1 3 2");
	for (int i = 0; i < 5; i++)
		run_config_release(&run[i]);
}
END_TEST

START_TEST(at_larger_tables_the_seats_matter)
{
	struct run_config run[3];
	n_seats = 3;
	store(&run[0], 1, &one, &other, NULL, 1);
	store(&run[1], 2, &two, &other, NULL, 1);
	is_as_given = true;
	store(&run[2], 3, &three, &other, NULL, 1);
	check_versions(&run[0], "p: 1 2");
	check_versions(&run[2], "");
	for (int i = 0; i < 3; i++)
		run_config_release(&run[i]);
}
END_TEST

static double number(const json_t *object, const char *key)
{
	ck_assert_msg(json_is_number(json_object_get(object, key)), "%s", key);
	return json_number_value(json_object_get(object, key));
}

START_TEST(versions_change)
{
	struct run_config run[2];
	struct err err = {0};
	store(&run[0], 1, &one, &other, NULL, 1);
	store(&run[1], 2, &two, &other, NULL, 1);
	AUTO_JSON json_t *list = report_versions(database, &run[1], &err);
	const json_t *versions = json_object_get(json_array_get(list, 0), "versions");
	const json_t *first = json_array_get(versions, 0), *second = json_array_get(versions, 1);
	ck_assert_str_eq(json_string_value(json_object_get(first, "run")), "0001");
	ck_assert_str_eq(json_string_value(json_object_get(second, "run")), "0002");
	ck_assert_int_eq(strncmp(json_string_value(json_object_get(second, "sha256")), "a20000", 6), 0);
	ck_assert_str_eq(json_string_value(json_object_get(second, "kind")), "between");
	ck_assert(json_is_null(json_object_get(first, "change")));
	const json_t *change = json_object_get(second, "change");
	ck_assert_double_eq_tol(number(change, "elo"), number(second, "elo") - number(first, "elo"), 1e-6);
	ck_assert(number(change, "low") < number(change, "elo") && number(change, "elo") < number(change, "high"));
	for (int i = 0; i < 2; i++)
		run_config_release(&run[i]);
}
END_TEST

SUITE_WITH(begin_database, end_database, 0,
	LOOP(versions_have_one_name, 0, COUNT(pairs)),
	TEST(runs_must_be_alike),
	TEST(at_larger_tables_the_seats_matter),
	TEST(versions_change))
