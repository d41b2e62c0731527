/* usage.c - the CPU time of robots in the rounds of a season (contest.h). */
#include "base/json.h"
#include "contest/ladder.h"
#include "output/columns.h"

struct usage {
	struct contest_versions versions; /* all versions; owned */
	struct usage_version {
		double cpu_s;
		uint64_t games; /* games in which this was measured */
	} *of;                  /* by version; owned */
	double cpu_s, wall_s;   /* over all rounds that were measured: CPU time of the robots, duration of the rounds */
	int n_rounds;      /* rounds that were measured */
};

static void usage_release(struct usage *usage)
{
	contest_versions_release(&usage->versions);
	free(usage->of);
}
#define AUTO_USAGE __attribute__((cleanup(usage_release)))

/* Returns the row of a robot in table.json, or NULL. */
static const json_t *find_row(const json_t *rows, const char *label)
{
	for (size_t i = 0; i < json_array_size(rows); i++)
		if (strcmp(json_text_at(json_array_get(rows, i), "robot"), label) == 0)
			return json_array_get(rows, i);
	return NULL;
}

/* Adds the times of a run. There are none if its files are missing or from an older arena. */
static void add_run(const char *folder, const struct labels *labels, struct usage *usage)
{
	AUTO_STR struct str clock_path = str_of("%s/clock.json", folder), table_path = str_of("%s/table.json", folder);
	AUTO_JSON json_t *clock = json_read(clock_path.text, NULL), *table = json_read(table_path.text, NULL);
	json_t *robots = json_object_get(clock, "robots");
	bool is_measured = false;
	JSON_EACH(i, robot, robots) {
		const char *label = json_text_at(robot, "label");
		int version = labels_find(labels, label);
		const json_t *row = find_row(json_object_get(table, "robots"), label);
		const json_t *cpu = json_object_get(robot, "cpu_us_per_ask");
		if (version < 0 || !row || !json_is_number(cpu))
			continue;
		double cpu_s = json_number_value(cpu) * json_number_at(row, "asks") / 1e6;
		usage->of[version].cpu_s += cpu_s;
		usage->of[version].games += (uint64_t)json_number_at(row, "games");
		usage->cpu_s += cpu_s;
		is_measured = true;
	}
	if (!is_measured)
		return;
	usage->wall_s += json_number_at(clock, "seconds");
	usage->n_rounds++;
}

/* Reads the rounds of the latest season. */
static int read_usage(const struct contest *contest, struct usage *usage, struct err *err)
{
	AUTO_LABELS struct labels labels = {0};
	int64_t n_rounds;
	if (contest_get_versions(contest->database, &usage->versions, err) ||
	    ladder_count_rounds(contest, contest->season.number, &n_rounds, err))
		return -1;
	usage->of = NEW_ARRAY(struct usage_version, (size_t)usage->versions.n + 1);
	labels_init(&labels, &usage->versions);
	for (int64_t round = 1; round <= n_rounds; round++) {
		int64_t run;
		if (ladder_find_round(contest, contest->season.number, round, &run, err))
			return -1;
		AUTO_FREE char *name = database_name(contest->database, run, err);
		if (!name)
			return -1;
		AUTO_STR struct str folder = str_of("%s/%s", contest->results, name);
		add_run(folder.text, &labels, usage);
	}
	return 0;
}

/* Adds a duration in words, such as "about 3 minutes". */
static void add_time(double seconds, struct str *out)
{
	if (seconds < 90)
		str_addf(out, "%.0f s", seconds < 1 ? 1 : seconds);
	else if (seconds < 5400)
		str_addf(out, "%.0f minutes", seconds / 60);
	else
		str_addf(out, "%.1f hours", seconds / 3600);
}

int usage_say_estimate(const struct contest *contest, const double *games, double n_games, const char *what,
		       struct err *err)
{
	AUTO_USAGE struct usage usage = {0};
	AUTO_STR struct str text = str_of("the final has %s and %s games", what, show_count((uint64_t)n_games).text);
	double cpu_s = 0, measured = 0;
	if (read_usage(contest, &usage, err))
		return -1;
	for (int i = 0; i < usage.versions.n; i++)
		measured += (double)usage.of[i].games;
	for (int i = 0; i < usage.versions.n; i++) {
		const struct usage_version *version = &usage.of[i];
		cpu_s += games[i] * (version->games ? version->cpu_s / (double)version->games
						    : measured > 0 ? usage.cpu_s / measured : 0);
	}
	if (!usage.n_rounds || usage.cpu_s <= 0) {
		str_add(&text, "; its duration is unknown, because no round of the season was measured");
	} else {
		str_add(&text, "; judging by the rounds so far, it takes about ");
		add_time(cpu_s * usage.wall_s / usage.cpu_s, &text);
		str_add(&text, " (CPU time of the robots: ");
		add_time(cpu_s, &text);
		str_add(&text, ")");
	}
	contest_say(contest, "%s", text.text);
	return 0;
}

struct usage_row {
	const char *team;
	double cpu_s, share;
	uint64_t games;
};

COLUMN_VALUE(usage_row, team_value, json_clean(r->team))
COLUMN_VALUE(usage_row, cpu_value, json_number(r->cpu_s))
COLUMN_VALUE(usage_row, share_value, json_number(r->share))
COLUMN_VALUE(usage_row, games_value, json_integer((json_int_t)r->games))
COLUMN_VALUE(usage_row, each_value, r->games ? json_number(1000 * r->cpu_s / (double)r->games) : json_null())
COLUMN_TEXT(usage_row, cpu_text, "%.2f", r->cpu_s)
COLUMN_TEXT(usage_row, share_text, "%.1f%%", 100 * r->share)
COLUMN_TEXT(usage_row, each_text, r->games ? "%.3f" : "", 1000 * r->cpu_s / (double)r->games)

static const struct column columns[] = {
	{.key = "team", .title = "team", .value = team_value, .is_left = true},
	{.key = "cpu_s", .title = "CPU s", .value = cpu_value, .add_text = cpu_text},
	{.key = "share", .title = "share", .value = share_value, .add_text = share_text},
	{.key = "games", .title = "games", .value = games_value},
	{.key = "cpu_ms_per_game", .title = "ms a game", .value = each_value, .add_text = each_text},
};

static int compare(const void *a, const void *b)
{
	const struct usage_row *x = a, *y = b;
	return x->cpu_s != y->cpu_s ? x->cpu_s < y->cpu_s ? 1 : -1 : strcmp(x->team, y->team);
}

/* Returns the rows of the teams. The caller owns the array. */
static struct usage_row *list_teams(const struct usage *usage, int *n)
{
	struct usage_row *rows = NEW_ARRAY(struct usage_row, (size_t)usage->versions.n + 1);
	*n = 0;
	for (int i = 0; i < usage->versions.n; i++) {
		struct usage_row *row = &rows[contest_find_team(&usage->versions, usage->versions.items[i].team)];
		row->team = usage->versions.items[i].team;
		row->cpu_s += usage->of[i].cpu_s;
		row->games += usage->of[i].games;
	}
	for (int i = 0; i < usage->versions.n; i++) {
		rows[i].share = usage->cpu_s > 0 ? rows[i].cpu_s / usage->cpu_s : 0;
		if (rows[i].team)
			rows[(*n)++] = rows[i];
	}
	qsort(rows, (size_t)*n, sizeof *rows, compare);
	return rows;
}

int usage_text(const struct contest *contest, bool has_colour, struct str *out, struct err *err)
{
	AUTO_USAGE struct usage usage = {0};
	int n;
	if (read_usage(contest, &usage, err))
		return -1;
	AUTO_FREE struct usage_row *rows = list_teams(&usage, &n);
	str_add(out, "\nCPU time of the robots of each team in the rounds of the season\n\n");
	columns_add_table(COLUMNS(columns), 0, ROWS(rows, n), has_colour, out);
	return 0;
}

json_t *usage_json(const struct contest *contest, struct err *err)
{
	AUTO_USAGE struct usage usage = {0};
	int n;
	if (read_usage(contest, &usage, err))
		return NULL;
	AUTO_FREE struct usage_row *rows = list_teams(&usage, &n);
	return columns_all_json(COLUMNS(columns), ROWS(rows, n));
}
