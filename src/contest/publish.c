/* publish.c - writes a contest as a site of static files (contest.h). */
#include "contest/contest.h"

#include <dirent.h>
#include <errno.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "contest/site.h"
#include "output/show.h"
#include "page/frame.h"
#include "page/puzzles.h"
#include "page/report.h"
#include "store/run.h"

struct publishing {
	const struct contest *contest;
	const char *to;
	struct contest_site site;
	struct publish_count count;
};

static int write_file(struct publishing *publishing, const char *name, const struct str *text, struct err *err)
{
	AUTO_STR struct str path = str_of("%s/%s", publishing->to, name);
	publishing->count.n_files++;
	if (str_is_file(text, path.text))
		return 0;
	publishing->count.n_written++;
	return file_write(path.text, text, err);
}

/* Returns true if the file already exists. Only for files that never change. */
static bool has_file(struct publishing *publishing, const char *name)
{
	AUTO_STR struct str path = str_of("%s/%s", publishing->to, name);
	bool is_old = access(path.text, F_OK) == 0;
	publishing->count.n_files += is_old;
	return is_old;
}

static int make_folders(const struct publishing *publishing, struct err *err)
{
	static const char *const names[] = {"teams", "games"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		AUTO_STR struct str path = str_of("%s/%s", publishing->to, names[i]);
		if (run_make_folders(path.text, err))
			return -1;
	}
	return 0;
}

/* Returns the real path of a folder, of which the last components may not exist yet; none of these may be "..". The
 * caller owns the result. Returns NULL with errno on failure. */
static char *real_place(const char *folder)
{
	char *real = mem_realpath(folder);
	if (real || errno != ENOENT)
		return real;
	const char *slash = strrchr(folder, '/');
	if (strcmp(basename(folder), "..") == 0)
		return NULL;
	AUTO_STR struct str parent = {0}, whole = {0};
	str_add_n(&parent, slash ? folder : ".", slash > folder ? (size_t)(slash - folder) : 1);
	AUTO_FREE char *above = real_place(parent.text);
	if (!above)
		return NULL;
	str_addf(&whole, "%s/%s", above, basename(folder));
	return mem_strdup(whole.text);
}

int publish_check_place(const struct contest *contest, const char *to, struct err *err)
{
	static const char *const own[] = {"submissions", "teams", "results", "tokens", "challenges"};
	AUTO_FREE char *real = real_place(to);
	if (!real)
		return err_errno(err, "cannot open the folder '%s'", to);
	bool is_own = file_is_within(contest->folder, real);
	for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
		AUTO_STR struct str path = contest_path(contest, own[i]);
		is_own |= file_is_within(real, path.text);
	}
	return !is_own ? 0 : err_set(err, EXIT_USAGE,
		"'%s' is a folder of the contest itself: choose another folder for the site", to);
}

/* Fails if the folder contains a file that does not belong to a site. A publication that was stopped early may have
 * left the folder of its archive. */
static int check_empty(const struct publishing *publishing, struct err *err)
{
	DIR *folder = opendir(publishing->to);
	if (!folder)
		return errno == ENOENT ? 0 : err_errno(err, "cannot read the folder '%s'", publishing->to);
	bool is_empty = true;
	for (struct dirent *entry; is_empty && (entry = readdir(folder)) != NULL;)
		is_empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
			strcmp(entry->d_name, "archive") == 0;
	closedir(folder);
	return is_empty ? 0
			: err_set(err, EXIT_USAGE, "'%s' has files that do not belong to a contest site: name a new or "
		"an empty folder", publishing->to);
}

/* Checks that the site belongs to this contest, which is identified by its first season. Otherwise pages that never
 * change would be kept, because their names are the same in every contest. */
static int take_site(struct publishing *publishing, struct err *err)
{
	static const char *const name = "archive/contest.txt";
	AUTO_STR struct str path = {0}, there = {0}, text = {0};
	struct contest_season first = {0};
	if (contest_get_season(publishing->contest->database, 1, &first, err))
		return -1;
	str_addf(&text, "%s %s\n", first.seal, first.begun);
	contest_season_release(&first);
	str_addf(&path, "%s/%s", publishing->to, name);
	bool is_site = str_read_file(&there, path.text, 1 << 10, NULL) == 0;
	if (is_site && strcmp(str_text(&there), text.text) != 0)
		return err_set(err, EXIT_USAGE, "'%s' contains the site of another contest: empty it, or name another "
			"folder", publishing->to);
	if (!is_site && check_empty(publishing, err))
		return -1;
	str_set(&path, "%s/archive", publishing->to);
	return run_make_folders(path.text, err) || write_file(publishing, name, &text, err) ||
		make_folders(publishing, err) ? -1 : 0;
}

static void add_style(const struct contest_site *site, struct str *out)
{
	page_style(out);
}

static void add_standings_csv(const struct contest_site *site, struct str *out)
{
	ranking_csv(&site->ranking, out);
}

static void add_standings_json(const struct contest_site *site, struct str *out)
{
	json_add_text(out, json_pack("{s:o, s:I, s:o, s:O}", "season", json_clean(site->contest->season.name), "round",
				     (json_int_t)site->ranking.round, "standings", ranking_json(&site->ranking),
				     "notes", site->notes));
}

static int write_pages(struct publishing *publishing, struct err *err)
{
	static const struct {
		const char *name;
		void (*add)(const struct contest_site *site, struct str *out);
	} pages[] = {
		{"style.css", add_style},
		{"index.html", contest_pages_index},
		{"take-part.html", contest_pages_take_part},
		{"feed.xml", contest_pages_feed},
		{"versus.html", contest_pages_versus},
		{"archive/index.html", contest_pages_archive},
		{"archive/standings.csv", add_standings_csv},
		{"archive/standings.json", add_standings_json},
		{"archive/history.csv", contest_pages_history_csv},
		{"archive/versus.csv", contest_pages_versus_csv},
	};
	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
		AUTO_STR struct str text = {0};
		pages[i].add(&publishing->site, &text);
		if (write_file(publishing, pages[i].name, &text, err))
			return -1;
	}
	return 0;
}

/* Writes the public page and the private page of each team. */
static int write_teams(struct publishing *publishing, struct err *err)
{
	const struct contest_site *site = &publishing->site;
	for (int i = 0; i < site->ranking.versions.n; i++) {
		AUTO_STR struct str name = str_of("teams/%d.html", i + 1), text = {0}, all = {0};
		AUTO_STR struct str private =
			contest_team_page(publishing->contest, site->ranking.versions.items[i].team);
		if (site->versions[i].team != i + 1)
			continue;
		contest_pages_team(site, i, false, &text);
		contest_pages_team(site, i, true, &all);
		if (write_file(publishing, name.text, &text, err) || write_file(publishing, private.text, &all, err))
			return -1;
	}
	return 0;
}

void publish_remove_output(json_t *data)
{
	AUTO_STR struct str kind = {0};
	const char *key, *cause = json_string_value(json_object_get(data, "cause"));
	json_t *value;
	size_t i;
	json_object_del(data, "output");
	if (cause) {
		contest_add_kind(cause, &kind);
		json_object_set_new(data, "cause", json_string(str_text(&kind)));
	}
	json_object_foreach(data, key, value)
		publish_remove_output(value);
	json_array_foreach(data, i, value)
		publish_remove_output(value);
}

/* Returns the data of a page with games of a run. `info` is the configuration of the run. */
static json_t *read_games(const struct publishing *publishing, int64_t run, const struct report_wish *wish,
			  const struct run_config *info, struct err *err)
{
	struct report report = {
		.database = publishing->contest->database, .run_id = run, .name = "", .info = info,
		.is_only_games = true, .wish = *wish, .folder = publishing->contest->results,
	};
	json_t *data = report_data(&report, err);
	report_release(&report);
	publish_remove_output(data);
	return data;
}

/* Returns the data of the page of one game: of the robots of the run only those that play in it. The caller owns it. */
static json_t *page_of(const json_t *data, json_t *game)
{
	const json_t *robots = json_object_get(data, "robots"), *seat;
	json_t *page = json_copy((json_t *)(uintptr_t)data), *players = json_array();
	size_t i;
	json_array_foreach(json_object_get(game, "seats"), i, seat)
		json_array_append(players, json_array_get(robots, (size_t)json_integer_at(seat, "robot")));
	json_add(page, "{s:[O], s:o}", "games", game, "robots", players);
	return page;
}

static int write_game(struct publishing *publishing, int64_t round, const json_t *data, json_t *game, struct err *err)
{
	AUTO_STR struct str page = {0}, title = {0}, name = {0};
	AUTO_JSON json_t *shown = page_of(data, game);
	long long number = json_integer_at(game, "number");
	contest_pages_game_name(&publishing->site, &(struct site_loss){.round = round, .game = (uint64_t)number - 1},
				&name);
	if (round)
		str_addf(&title, "Round %" PRId64 ", game %lld", round, number);
	else
		str_addf(&title, "Final, game %lld", number);
	page_add(PAGE_GAME, title.text, shown, &page, NULL);
	return write_file(publishing, name.text, &page, err);
}

/* Stores the players, winner first. */
static void take_players(struct publishing *publishing, const json_t *game, const int *versions)
{
	struct site_night *night = &publishing->site.night;
	const json_t *seats = json_object_get(game, "seats"), *places = json_object_get(game, "places"), *seat;
	size_t i;
	bool has_winner = false;
	json_array_foreach((json_t *)(uintptr_t)seats, i, seat) {
		int version = versions[json_integer_value(json_object_get(seat, "robot"))];
		bool is_winner = !has_winner && json_integer_value(json_array_get(json_array_get(places, i), 0)) == 1;
		if (is_winner)
			night->winner = version;
		else if (night->n_others < SCHEDULE_MAX_SEATS - 1)
			night->others[night->n_others++] = version;
		has_winner |= is_winner;
	}
}

/* Finds the game of the night. `info` is the configuration of the round's run. */
static int find_night(struct publishing *publishing, int64_t round, const struct run_config *info, struct err *err)
{
	struct contest_site *site = &publishing->site;
	struct site_night *night = &site->night;
	AUTO_FREE int *versions = NULL;
	int64_t run = site->runs[round];
	if (ladder_find_versions(info, &site->labels, &versions, err))
		return -1;
	AUTO_JSON json_t *data = read_games(publishing, run, &(struct report_wish){.n_games = 1, .is_dramatic = true},
					    info, err);
	if (!data)
		return -1;
	json_t *game = json_array_get(json_object_get(data, "games"), 0);
	if (!game)
		return 0;
	night->game = (struct site_loss){.round = round, .run = run,
		.game = (uint64_t)json_integer_value(json_object_get(game, "number")) - 1};
	night->why = mem_strdup(json_string_value(json_array_get(json_object_get(game, "why"), 0)));
	take_players(publishing, game, versions);
	return write_game(publishing, round, data, game, err);
}

/* Writes the page "Would you call?". */
static int write_puzzles(struct publishing *publishing, int64_t round, const struct run_config *info, struct err *err)
{
	struct contest_site *site = &publishing->site;
	AUTO_STR struct str page = {0};
	const struct report_wish wish = {.n_games = PUZZLES_MOST, .puzzle_seed = puzzles_seed(info->seed)};
	AUTO_JSON json_t *data = read_games(publishing, site->runs[round], &wish, info, err);
	site->has_puzzles = json_array_size(json_object_get(data, "puzzles")) >= PUZZLES_LEAST;
	if (site->has_puzzles)
		page_add(PAGE_PUZZLES, "Would you call?", data, &page, NULL);
	return !data || (site->has_puzzles && write_file(publishing, "puzzles.html", &page, err)) ? -1 : 0;
}

/* Writes the parts about the final or, without one, the last round, if its plays are stored. */
static int write_latest(struct publishing *publishing, struct err *err)
{
	const struct contest_site *site = &publishing->site;
	AUTO_RUN_CONFIG struct run_config info = {0};
	int64_t round = site->runs[0] ? 0 : site->ranking.round;
	if (!site->runs[round])
		return 0;
	if (database_info(publishing->contest->database, site->runs[round], &info, err))
		return -1;
	if (info.log != RUN_LOG_HANDS)
		return 0;
	return find_night(publishing, round, &info, err) || write_puzzles(publishing, round, &info, err) ? -1 : 0;
}

static int by_number(const void *a, const void *b)
{
	uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
	return (one > other) - (one < other);
}

/* Returns the shown losses of a round whose pages are not there yet, in ascending order. The caller owns the array. */
static uint64_t *list_losses(struct publishing *publishing, int64_t round, int *n)
{
	const struct contest_site *site = &publishing->site;
	const struct site_night *night = &site->night;
	uint64_t *list = NULL;
	int n_listed = 0;
	*n = 0;
	for (int i = 0; i < site->ranking.versions.n; i++)
		for (int k = 0; k < site->versions[i].n_losses; k++)
			if (site->versions[i].losses[k].round == round)
				*MEM_APPEND(list, n_listed) = site->versions[i].losses[k].game;
	if (list)
		qsort(list, (size_t)n_listed, sizeof *list, by_number);
	for (int i = 0; i < n_listed; i++) {
		const struct site_loss loss = {.round = round, .game = list[i]};
		AUTO_STR struct str name = {0};
		contest_pages_game_name(site, &loss, &name);
		bool is_night = night->why && night->game.round == round && night->game.game == loss.game;
		if (!(i && list[i] == list[i - 1]) && !is_night && !has_file(publishing, name.text))
			list[(*n)++] = list[i];
	}
	return list;
}

/* Writes the pages of the losses in a round. */
static int write_games(struct publishing *publishing, int64_t round, struct err *err)
{
	int n;
	size_t i;
	json_t *game;
	int64_t run = publishing->site.runs[round];
	AUTO_RUN_CONFIG struct run_config info = {0};
	AUTO_FREE uint64_t *asked = list_losses(publishing, round, &n);
	if (n == 0)
		return 0;
	if (database_info(publishing->contest->database, run, &info, err))
		return -1;
	AUTO_JSON json_t *data = read_games(publishing, run, &(struct report_wish){.asked = asked, .n_asked = n}, &info,
					    err);
	json_array_foreach(json_object_get(data, "games"), i, game)
		if (write_game(publishing, round, data, game, err))
			return -1;
	return data ? 0 : -1;
}

struct archive {
	struct schedule schedule;
	const struct run_config *info;
	int64_t round;
	struct str *out;
};

static int add_chunk(const struct chunk *chunk, void *context, struct err *err)
{
	const struct archive *archive = context;
	for (uint64_t i = 0; chunk->has_order && i < chunk->matches.n; i++) {
		struct match_plan plan = schedule_match(&archive->schedule, matches_number(&chunk->matches, i));
		uint64_t games = (uint64_t)plan.n_blocks * (uint64_t)chunk->n_seats;
		for (int seat = 0; seat < chunk->n_seats; seat++) {
			str_addf(archive->out, "%" PRId64 ",%" PRIu64 ",", archive->round, plan.number);
			show_add_csv(archive->out, archive->info->robots[plan.robot[seat]].label);
			str_addf(archive->out, ",%" PRIu64 ",%.6g\r\n", games,
				 match_win_share(chunk_match(chunk, i), games, chunk->n_seats, seat));
		}
	}
	return 0;
}

static int write_round(struct publishing *publishing, int64_t round, struct err *err)
{
	const struct contest *contest = publishing->contest;
	AUTO_STR struct str name = {0}, text = {0};
	AUTO_RUN_CONFIG struct run_config info = {0};
	int64_t run;
	str_addf(&name, "archive/%" PRId64 "-%" PRId64 ".csv", contest->season.number, round);
	if (has_file(publishing, name.text))
		return 0;
	if (ladder_find_round(contest, contest->season.number, round, &run, err) ||
	    database_info(contest->database, run, &info, err))
		return -1;
	struct archive archive = {.info = &info, .round = round, .out = &text};
	str_add(&text, "round,match,version,games,share\r\n");
	return run_config_schedule(&info, &archive.schedule, err) ||
	       database_each_chunk(contest->database, run, &archive.schedule, add_chunk, &archive, err) ||
	       write_file(publishing, name.text, &text, err) ? -1 : 0;
}

int publish_site(const struct contest *contest, const char *to, struct publish_count *count, struct err *err)
{
	struct publishing publishing = {.contest = contest, .to = to};
	int failed = contest_site_read(&publishing.site, contest, err) || publish_check_place(contest, to, err) ||
		     run_make_folders(to, err) || take_site(&publishing, err) || write_latest(&publishing, err) ||
		     write_pages(&publishing, err) || write_teams(&publishing, err);
	for (int64_t round = 1; round <= publishing.site.ranking.round && !failed; round++)
		failed = write_games(&publishing, round, err) || write_round(&publishing, round, err);
	contest_site_release(&publishing.site);
	*count = publishing.count;
	return failed ? -1 : 0;
}
