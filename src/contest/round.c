/* round.c - rounds of the ladder, and the final (contest.h). */
#include "contest/contest.h"

#include <unistd.h>

#include "contest/ladder.h"
#include "contest/last_evening.h"
#include "run/session.h"

enum { MOST_FINAL_TABLES = 20000 };

/* The input of a run except its robots. */
struct round_order {
	struct schedule_options matches;
	struct rules rules;
	const char *seed;
	const int *versions; /* versions[i]: version of robot i of the run */
	const struct contest_versions *all;
};

/* Opens the robot of a version, whose file must not change. `played` is the SHA-256 with which it has played, or "" if
 * it has not. In an open season without an unfinished run, it can be built again. */
static int open_robot(const struct contest *contest, const struct contest_version *version, const char *played,
		      bool can_retry, struct robot *robot, struct err *err)
{
	AUTO_STR struct str retry = {0};
	struct err why = {0};
	AUTO_STR struct str path = contest_path(contest, version->file);
	AUTO_STR struct str label = contest_label(version);
	int is_lost = robot_open(robot, path.text, &why);
	if (!is_lost && *played && strcmp(played, robot->sha256) != 0)
		is_lost = err_set(&why, EXIT_WORLD, "'%s' has changed since it played as %s", path.text, label.text);
	if (!is_lost)
		return 0;
	if (can_retry && !*contest->season.frozen)
		str_addf(&retry, ", or build it again as a new version: arena contest retry FOLDER '%s'", label.text);
	return err_set(err, EXIT_WORLD, "%.600s\nRestore it from a backup%s", why.text, str_text(&retry));
}

/* Opens the robots of a new run, with the labels of their versions as names. */
static int open_robots(struct session *session, const struct contest *contest, const struct round_order *order,
		       struct err *err)
{
	session->n_robots = order->matches.n_robots;
	session->robots = NEW_ARRAY(struct robot, (size_t)session->n_robots);
	for (int i = 0; i < session->n_robots; i++) {
		const struct contest_version *version = &order->all->items[order->versions[i]];
		if (open_robot(contest, version, version->played, true, &session->robots[i], err))
			return -1;
		AUTO_STR struct str label = contest_label(version);
		free(session->robots[i].label);
		session->robots[i].label = mem_strdup(label.text);
	}
	return 0;
}

/* Reports which robots failed in all their games. */
static void say_failures(const struct session *session, const struct contest *contest)
{
	for (int i = 0; i < session->n_robots; i++) {
		const struct tally *tally = &session->results.standings.list[i].tally;
		if (tally->games && tally->failed_games == tally->games)
			contest_say(contest, "%s failed in all of its %" PRIu64 " games", session->robots[i].label,
				    tally->games);
	}
}

static int play_session(struct session *session, const struct contest *contest, const struct round_order *order,
			struct err *err)
{
	if (order ? open_robots(session, contest, order, err) || session_prepare(session, err) ||
	    session_open_results(session, err) : session_prepare_again(session, err))
		return -1;
	if (session_play(session, err))
		return session_end_badly(session, err);
	bool is_complete = run_files_are_complete(&session->results);
	if (session_write(session, err))
		return -1;
	say_failures(session, contest);
	return is_complete ? 0
			   : err_set(err, EXIT_INTERRUPTED,
				     "interrupted; finished matches are stored, and the same command plays the rest");
}

/* Plays a new run (order), or resumes the run with this name (order NULL), for which `moved` has the current paths of
 * the robots' files. The database is closed during the run. */
static int play_run(struct contest *contest, const struct round_order *order, const char *run,
		    const struct run_config *moved, struct err *err)
{
	static const char *const argv[] = {"arena", "contest", "run", NULL};
	AUTO_STR struct str command = str_of("arena contest run --seed=%s", order ? order->seed : "");
	struct request request = {
		.limits = settings_limits(&contest->settings), .rules = contest->rules, .n_workers = contest->n_jobs,
		.stop = contest->stop, .allows_weak_sandbox = contest->allows_weak_sandbox, .accepts_all = true,
		.results = contest->results, .hidden = {contest->results}, .log = RUN_LOG_HANDS, .is_resumed = !order,
		.run = run, .argv = argv, .is_quiet = !contest->say, .command = command.text,
	};
	struct session session = {.request = &request, .again = "the same command again", .moved = moved};
	if (order) {
		request.rules = order->rules;
		request.matches = order->matches;
		request.n_robots = order->matches.n_robots;
		request.seed = order->seed;
	}
	contest_leave_database(contest);
	int failed = play_session(&session, contest, order, err);
	session_release(&session);
	return failed || contest_enter_database(contest, err) ? -1 : 0;
}

/* Checks that a resumed run has the robots with which it began. Sets their paths, because the contest may have been
 * moved. */
static int check_robots(const struct contest *contest, struct run_config *info, struct err *err)
{
	AUTO_VERSIONS struct contest_versions versions = {0};
	AUTO_LABELS struct labels labels = {0};
	if (contest_get_versions(contest->database, &versions, err))
		return -1;
	AUTO_FREE int *list = NULL;
	labels_init(&labels, &versions);
	int failed = ladder_find_versions(info, &labels, &list, err);
	for (int i = 0; i < info->n_robots && !failed; i++) {
		struct robot robot = {0};
		failed = open_robot(contest, &versions.items[list[i]], info->robots[i].sha256, false, &robot, err);
		if (!failed) {
			free(info->robots[i].path);
			info->robots[i].path = mem_strdup(robot.path);
		}
		robot_release(&robot);
	}
	return failed;
}

int round_is_complete(const struct contest *contest, int64_t run, bool *is_complete, struct err *err)
{
	AUTO_RUN_CONFIG struct run_config info = {0};
	struct schedule schedule;
	uint64_t n_stored;
	AUTO_FREE char *name = database_name(contest->database, run, err);
	if (!name || database_info(contest->database, run, &info, err) || run_config_schedule(&info, &schedule, err) ||
	    database_count(contest->database, run, &n_stored, err))
		return -1;
	/* A process that was killed may have stored all matches without writing the files, of which table.json is the
	 * last. */
	AUTO_STR struct str last = str_of("%s/%s/table.json", contest->results, name);
	*is_complete = n_stored >= schedule.n_matches && access(last.text, F_OK) == 0;
	return 0;
}

/* Resumes a run that already exists. Sets *was_complete to true if no matches were missing. */
static int play_again(struct contest *contest, int64_t run, bool *was_complete, struct err *err)
{
	AUTO_RUN_CONFIG struct run_config info = {0};
	AUTO_FREE char *name = database_name(contest->database, run, err);
	if (!name || round_is_complete(contest, run, was_complete, err))
		return -1;
	return !*was_complete && (database_info(contest->database, run, &info, err) ||
		check_robots(contest, &info, err) || play_run(contest, NULL, name, &info, err)) ? -1 : 0;
}

/* The state of the season. */
struct season {
	struct contest_versions versions;
	struct ladder ladder;
	int64_t round; /* the last round that has been added to the ladder */
};

/* Returns the versions that take part, as indices in the list of all versions; the caller owns the array. */
static int *list_active(const struct contest_versions *versions, int *n)
{
	int *active = NEW_ARRAY(int, (size_t)versions->n + 1);
	*n = 0;
	for (int i = 0; i < versions->n; i++)
		if (versions->items[i].is_active)
			active[(*n)++] = i;
	return active;
}

/* Finds the index of a version in the fit (list, n). */
static int find_index(const int *list, int n, int version)
{
	for (int i = 0; i < n; i++)
		if (list[i] == version)
			return i;
	bug("a version that takes part is not in the fit");
}

/* Returns the order of a new run of n versions, without its format and games. */
static struct round_order new_order(const struct contest *contest, const struct contest_versions *all,
				    const int *active, int n, const char *seed, const struct rules *rules, int n_seats)
{
	const struct settings *settings = &contest->settings;
	return (struct round_order){
		.rules = *rules, .seed = seed, .versions = active, .all = all,
		.matches = {
			.n_robots = n, .n_seats = n_seats < n ? n_seats : n,
			.match_length = (uint32_t)settings->match_length, .seed = rng_key_of_seed(seed),
			.deals = settings->deals ? DEALS_INDEPENDENT : DEALS_SHUFFLED,
		},
	};
}

/* Finds the first robot of the order that has played with the same file as robot i. */
static int find_same(const struct season *season, const struct round_order *order, int i)
{
	const struct contest_version *versions = season->versions.items, *version = &versions[order->versions[i]];
	for (int k = 0; k < i && *version->played; k++)
		if (strcmp(versions[order->versions[k]].played, version->played) == 0)
			return k;
	return i;
}

/* Chooses the tables of the order from all results so far. The caller owns *tables. */
static void plan(const struct contest *contest, const struct season *season, struct round_order *order, int **tables)
{
	int n = order->matches.n_robots, n_seats = order->matches.n_seats;
	const struct settings *settings = &contest->settings;
	struct strengths strengths;
	int *list;
	AUTO_FREE int *indices = NEW_ARRAY(int, (size_t)n), *same = NEW_ARRAY(int, (size_t)n);
	ladder_fit(&season->ladder, &season->versions, &strengths, &list);
	for (int i = 0; i < n; i++) {
		indices[i] = find_index(list, strengths.n, order->versions[i]);
		same[i] = find_same(season, order, i);
	}
	const struct pairing pairing = {
		.strengths = &strengths, .robots = indices, .same = same, .n = n, .n_seats = n_seats,
		.games = (int)settings->games_per_table,
		.n_tables = (int)((settings->games_per_round + settings->games_per_table - 1) /
				  settings->games_per_table),
		.key = order->matches.seed,
	};
	int n_tables = pairing_n_tables(&pairing);
	*tables = NEW_ARRAY(int, (size_t)n_tables * (size_t)n_seats);
	pairing_tables(&pairing, *tables);
	order->matches.tables = *tables;
	order->matches.n_tables = (uint64_t)n_tables;
	strengths_release(&strengths);
	free(list);
}

static int play_new(struct contest *contest, const struct season *season, const int *active, int n, const char *seed,
		    struct err *err)
{
	AUTO_FREE int *tables = NULL;
	struct rules rules;
	int n_seats;
	if (settings_round(&contest->settings, season->round, &rules, &n_seats, err))
		return -1;
	struct round_order order = new_order(contest, &season->versions, active, n, seed, &rules, n_seats);
	order.matches.format = FORMAT_LISTED;
	order.matches.games = (uint64_t)contest->settings.games_per_table;
	plan(contest, season, &order, &tables);
	return play_run(contest, &order, NULL, NULL, err);
}

/* Adds the run of the round to the ladder, and stores the ratings after it. */
static int rate(struct contest *contest, struct season *season, int64_t run, bool is_new, struct err *err)
{
	struct strengths strengths;
	AUTO_LABELS struct labels labels = {0};
	int *list;
	labels_init(&labels, &season->versions);
	if (ladder_add_run(&season->ladder, contest->database, run, &labels, err))
		return -1;
	ladder_fit(&season->ladder, &season->versions, &strengths, &list);
	AUTO_FREE struct contest_rating *ratings = ladder_ratings(&strengths, list, &season->versions);
	int best = -1, failed = contest_put_ratings(contest->database, contest->season.number, season->round, ratings,
						   strengths.n, err);
	for (int i = 0; i < strengths.n; i++)
		if (season->versions.items[list[i]].is_active && (best < 0 || ratings[i].elo > ratings[best].elo))
			best = i;
	if (!failed && is_new && best >= 0) {
		AUTO_STR struct str label = contest_label(&season->versions.items[list[best]]);
		contest_say(contest, "round %" PRId64 ": %" PRIu64 " games so far; %s leads", season->round,
			    season->ladder.games, label.text);
	}
	strengths_release(&strengths);
	free(list);
	if (!failed && is_new)
		on_round(contest, season->round);
	return failed;
}

static int read_versions(const struct contest *contest, struct season *season, struct err *err)
{
	contest_versions_release(&season->versions);
	return contest_get_versions(contest->database, &season->versions, err);
}

/* Plays a round that has not begun. */
static int play_new_round(struct contest *contest, struct season *season, const char *seed, bool *is_played,
			  struct err *err)
{
	int n = 0;
	*is_played = false;
	if (last_evening_has_begun(contest, contest->season.number)) { /* its seeds come from the ratings */
		contest_say(contest, "the final of the season '%s' has begun: `arena contest final` continues it",
			    contest->season.name);
		return 0;
	}
	if ((!*contest->season.frozen && enter_all(contest, season->round, ENTER_READY, err)) ||
	    read_versions(contest, season, err))
		return -1;
	AUTO_FREE int *active = list_active(&season->versions, &n);
	*is_played = n >= 2;
	if (*is_played)
		return play_new(contest, season, active, n, seed, err);
	contest_say(contest, "%s", n ? "one robot takes part; a round needs two" : "no robot takes part");
	return 0;
}

/* Plays the next round or resumes it. Sets *is_played to false when too few robots take part, when the final has begun,
 * or when the round was already finished and rated. */
static int play_round(struct contest *contest, struct season *season, bool *is_played, struct err *err)
{
	char seed[CONTEST_SEED];
	int64_t run, rated;
	bool was_complete = false, is_there = true;
	season->round++;
	contest_seed(contest, contest->season.number, season->round, seed);
	if (contest_find_run(contest->database, seed, &run, err) ||
	    contest_last_rated(contest->database, contest->season.number, &rated, err))
		return -1;
	if (run ? play_again(contest, run, &was_complete, err) : play_new_round(contest, season, seed, &is_there, err))
		return -1;
	*is_played = is_there && rated < season->round;
	if (!is_there)
		return 0;
	return contest_find_run(contest->database, seed, &run, err) ||
		rate(contest, season, run, *is_played, err) ? -1 : 0;
}

static void season_release(struct season *season)
{
	contest_versions_release(&season->versions);
	ladder_release(&season->ladder);
}
#define AUTO_SEASON __attribute__((cleanup(season_release)))

/* Adds all rounds except the last to the ladder, because the last one may be unfinished or not rated yet. Sets
 * *n_rounds to the number of rounds. */
static int read_season(const struct contest *contest, struct season *season, int64_t *n_rounds, struct err *err)
{
	if (read_versions(contest, season, err) || ladder_count_rounds(contest, contest->season.number, n_rounds, err))
		return -1;
	season->round = *n_rounds ? *n_rounds - 1 : 0;
	return ladder_add_rounds(&season->ladder, contest, contest->season.number, season->round, &season->versions,
				 err);
}

int round_play_all(struct contest *contest, int64_t n, struct err *err)
{
	AUTO_SEASON struct season season = {0};
	int64_t n_rounds;
	bool is_played = false, may_play;
	if (*contest->season.ended)
		return err_set(err, EXIT_USAGE, "the season '%s' has ended; `arena contest begin` begins the next",
			       contest->season.name);
	if (read_season(contest, &season, &n_rounds, err) ||
	    (n_rounds && play_round(contest, &season, &is_played, err)))
		return -1;
	int64_t i = is_played;
	do {
		if (*contest->stop)
			return err_set(err, EXIT_INTERRUPTED, "interrupted");
		if (n && i++ >= n)
			return contest->workshop.n ? enter_all(contest, season.round + 1, ENTER_ALL, err) : 0;
		if (calendar_follow(contest, &may_play, err))
			return -1;
		if (!may_play)
			return 0;
		if (play_round(contest, &season, &is_played, err))
			return -1;
	} while (is_played);
	return 0;
}

int round_freeze(struct contest *contest, struct err *err)
{
	AUTO_VERSIONS struct contest_versions versions = {0};
	char now[CONTEST_TIME];
	int64_t n_rounds;
	int n;
	if (*contest->season.ended)
		return err_set(err, EXIT_USAGE, "the season '%s' has ended", contest->season.name);
	if (*contest->season.frozen)
		return 0;
	contest_now(now);
	if (ladder_count_rounds(contest, contest->season.number, &n_rounds, err) ||
	    enter_all(contest, n_rounds + 1, ENTER_ALL, err) || contest_get_versions(contest->database, &versions, err))
		return -1;
	free(list_active(&versions, &n));
	if (n < 2)
		return err_set(err, EXIT_USAGE,
			       "a final needs at least two robots, but %d take%s part: the season '%s' "
			       "stays open", n, n == 1 ? "s" : "", contest->season.name);
	return contest_freeze_season(contest->database, now, err) || contest_read_season(contest, err) ? -1 : 0;
}

/* Returns C(n, k), or a number above MOST_FINAL_TABLES. */
static double count_tables(int n, int k)
{
	double tables = 1;
	for (int i = 1; i <= k; i++)
		tables = tables * (n - k + i) / i;
	return tables;
}

static int play_new_final(struct contest *contest, const char *seed, struct err *err)
{
	AUTO_VERSIONS struct contest_versions versions = {0};
	int n;
	if (contest_get_versions(contest->database, &versions, err))
		return -1;
	AUTO_FREE int *active = list_active(&versions, &n);
	if (n < 2)
		return err_set(err, EXIT_USAGE, "a final needs at least two robots; %d take part", n);
	struct round_order order = new_order(contest, &versions, active, n, seed, &contest->rules,
					     (int)contest->settings.table_size);
	bool is_pool = count_tables(n, order.matches.n_seats) > MOST_FINAL_TABLES;
	order.matches.format = is_pool ? FORMAT_POOL : FORMAT_ROUND_ROBIN;
	order.matches.games = (uint64_t)contest->settings.final_blocks * (uint64_t)order.matches.n_seats *
		(is_pool ? (uint64_t)n : 1);
	AUTO_FREE double *games = NEW_ARRAY(double, (size_t)versions.n + 1);
	double n_tables = is_pool ? 1 : count_tables(n, order.matches.n_seats);
	double n_games = n_tables * (double)order.matches.games;
	for (int i = 0; i < n; i++)
		games[active[i]] = n_games * order.matches.n_seats / n;
	AUTO_STR struct str what = str_of("%d robots, %.0f table%s", n, n_tables, n_tables == 1 ? "" : "s");
	return usage_say_estimate(contest, games, n_games, what.text, err) ||
		play_run(contest, &order, NULL, NULL, err) ? -1 : 0;
}

int round_play_tables(struct contest *contest, const struct round_tables *tables, struct err *err)
{
	int64_t run;
	bool was_complete;
	if (contest_find_run(contest->database, tables->seed, &run, err))
		return -1;
	if (run)
		return play_again(contest, run, &was_complete, err);
	struct round_order order = new_order(contest, tables->versions, tables->robots, tables->n_robots, tables->seed,
					     &contest->rules, tables->n_seats);
	order.matches.format = FORMAT_LISTED;
	order.matches.tables = tables->tables;
	order.matches.n_tables = tables->n_tables;
	order.matches.games = tables->blocks * (uint64_t)tables->n_seats;
	return play_run(contest, &order, NULL, NULL, err);
}

/* Ends the round that was in progress when the season was frozen. */
static int end_last_round(struct contest *contest, struct err *err)
{
	AUTO_SEASON struct season season = {0};
	int64_t n_rounds;
	bool is_played;
	return read_season(contest, &season, &n_rounds, err) ||
			       (n_rounds && play_round(contest, &season, &is_played, err)) ? -1 : 0;
}

int round_play_final(struct contest *contest, struct err *err)
{
	char seed[CONTEST_SEED], now[CONTEST_TIME];
	int64_t run;
	bool was_complete;
	if (*contest->season.ended)
		return err_set(err, EXIT_USAGE, "the final of the season '%s' has been played", contest->season.name);
	if (!*contest->season.frozen)
		return err_set(err, EXIT_USAGE, "the season '%s' is not frozen: run `arena contest freeze` first",
			       contest->season.name);
	contest_seed(contest, contest->season.number, 0, seed);
	if (end_last_round(contest, err) || contest_find_run(contest->database, seed, &run, err))
		return -1;
	bool is_evening = last_evening_has_begun(contest, contest->season.number) ||
		(contest->settings.final_form && !run);
	if (is_evening ? last_evening_play(contest, err)
		       : run ? play_again(contest, run, &was_complete, err) : play_new_final(contest, seed, err))
		return -1;
	contest_now(now);
	if (contest_end_season(contest->database, now, err) || contest_read_season(contest, err))
		return -1;
	on_round(contest, 0);
	return 0;
}
