/* site.c - reads the data for the pages of a contest (site.h). */
#include "contest/site.h"

#include "base/json.h"
#include "contest/last_evening.h"
#include "page/faces.h"
#include "stats/anytime.h"

void contest_site_release(struct contest_site *site)
{
	for (int i = 0; site->versions && i < site->ranking.versions.n; i++) {
		FREE_ALL(site->versions[i].points, site->versions[i].met);
		for (int k = 0; k < site->versions[i].n_faults; k++)
			FREE_ALL(site->versions[i].faults[k].kind, site->versions[i].faults[k].what,
				 site->versions[i].faults[k].output);
	}
	for (uint32_t i = 0; i < site->n_pairs; i++)
		histogram_release(&site->pair[i]);
	intern_release(&site->pairs);
	json_decref(site->notes);
	json_decref(site->all_notes);
	for (int i = 0; i < site->n_ended; i++) {
		contest_season_release(&site->ended[i].season);
		json_decref(site->ended[i].rows);
		json_decref(site->ended[i].evening);
		str_release(&site->ended[i].again);
	}
	for (int i = 0; i < site->n_games; i++)
		ranking_release(&site->by_game[i]);
	json_decref(site->evening);
	FREE_ALL(site->night.why, site->by_game);
	FREE_ALL(site->versions, site->pair, site->shares, site->ended, site->runs);
	labels_release(&site->labels);
	ranking_release(&site->ranking);
	*site = (struct contest_site){0};
}

/* Finds the index of a version, whose ids are ascending. Returns -1 if there is no such version. */
static int find_id(const struct contest_site *site, int64_t id)
{
	int low = 0, high = site->ranking.versions.n;
	while (low < high) {
		int middle = (low + high) / 2;
		if (site->ranking.versions.items[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < site->ranking.versions.n && site->ranking.versions.items[low].id == id ? low : -1;
}

static void take_rating(int64_t round, const struct contest_rating *rating, void *context)
{
	struct contest_site *site = context;
	int version = find_id(site, rating->version);
	if (version < 0 || !rating->matches)
		return;
	struct site_version *of = &site->versions[version];
	*MEM_APPEND(of->points, of->n_points) = (struct html_point){round, rating->elo, rating->low, rating->high};
	of->rating = *rating;
}

static void number_teams(struct contest_site *site)
{
	for (int i = 0; i < site->ranking.versions.n; i++)
		site->versions[i].team =
			contest_find_team(&site->ranking.versions, site->ranking.versions.items[i].team) + 1;
}

/* Chooses the marks of versions in the order of their arrival, so that a new version does not change the mark of
 * another. */
static void choose_faces(struct contest_site *site)
{
	struct faces faces = {0};
	for (int i = 0; i < site->ranking.versions.n; i++) {
		const struct contest_version *version = &site->ranking.versions.items[i];
		AUTO_STR struct str label = contest_label(version);
		site->versions[i].face = faces_choose(&faces, *version->played ? version->played : label.text);
	}
}

/* Returns the round of a run, 0 for the final, or -1 for neither. Pages do not show rounds in play or earlier
 * seasons. */
static int64_t round_of(const struct contest_site *site, int64_t run)
{
	for (int64_t round = 0; round <= site->ranking.round; round++)
		if (site->runs[round] == run)
			return round;
	return -1;
}

static void take_fault(const struct contest_fault *fault, void *context)
{
	struct contest_site *site = context;
	AUTO_STR struct str what = {0}, output = {0};
	int version = labels_find(&site->labels, fault->label);
	if (version < 0 || site->versions[version].n_faults == SITE_FAULTS)
		return;
	int64_t round = round_of(site, fault->run);
	if (round < 0)
		return;
	struct site_version *of = &site->versions[version];
	str_addf(&what, "%s: ", fault->verdict);
	contest_add_public(site->contest, fault->cause, &what);
	contest_add_public(site->contest, fault->output, &output);
	of->faults[of->n_faults++] =
		(struct site_fault){mem_strdup(fault->verdict), mem_strdup(what.text), mem_strdup(str_text(&output)),
			round, fault->game};
}

static void take_pair(int a, int b, double value, uint32_t games, uint64_t times, void *context)
{
	struct contest_site *site = context;
	uint32_t number = intern_add(&site->pairs, (const uint32_t[]){(uint32_t)a, (uint32_t)b}, 2);
	if (number == site->n_pairs)
		*MEM_APPEND(site->pair, site->n_pairs) = (struct histogram){0};
	histogram_add(&site->pair[number], value, times);
}

/* Lists the meetings. Their intervals are stored, because each is on several pages, and computing it again would take
 * longer. */
static void list_meetings(struct contest_site *site)
{
	site->shares = NEW_ARRAY(struct interval, site->n_pairs + 1);
	for (uint32_t i = 0; i < site->n_pairs; i++) {
		site->shares[i] = anytime_share(&site->pair[i]);
		const uint32_t *words = intern_words(&site->pairs, i);
		for (int k = 0; k < 2; k++) {
			struct site_version *of = &site->versions[words[k]];
			*MEM_APPEND(of->met, of->n_met) = (struct site_meeting){(int)words[1 - k], i};
		}
	}
}

bool contest_site_share(const struct contest_site *site, int a, int b, struct interval *share, uint64_t *matches)
{
	const struct site_version *of = &site->versions[a];
	for (int i = 0; i < of->n_met; i++) {
		const struct histogram *pair = &site->pair[of->met[i].pair];
		if (of->met[i].opponent != b)
			continue;
		*matches = pair->n;
		*share = site->shares ? site->shares[of->met[i].pair] : anytime_share(pair);
		if (a > b)
			*share = (struct interval){1 - share->mean, 1 - share->high, 1 - share->low};
		return true;
	}
	return false;
}

struct losing {
	struct contest_site *site;
	struct schedule schedule;
	int *version; /* version[i]: version of robot i of the run */
	int64_t round, run;
};

/* Inserts a loss in order, and keeps only the worst losses; among equal ones the first is kept. */
static void note_loss(struct site_version *of, const struct site_loss *loss)
{
	int at = of->n_losses;
	while (at > 0 && of->losses[at - 1].elo > loss->elo)
		at--;
	if (at == SITE_LOSSES)
		return;
	int n_after = of->n_losses - at - (of->n_losses == SITE_LOSSES);
	memmove(&of->losses[at + 1], &of->losses[at], (size_t)n_after * sizeof *of->losses);
	of->losses[at] = *loss;
	of->n_losses += of->n_losses < SITE_LOSSES;
}

static void note_match(const struct losing *losing, const struct match_plan *plan, const uint8_t *places)
{
	int n_seats = losing->schedule.n_seats, best = 0;
	double shares[SCHEDULE_MAX_SEATS];
	for (int i = 0; i < n_seats; i++) {
		shares[i] = match_win_share(places, (uint64_t)plan->n_blocks * (uint64_t)n_seats, n_seats, i);
		best = shares[i] > shares[best] ? i : best;
	}
	int winner = losing->version[plan->robot[best]];
	for (int i = 0; i < n_seats; i++) {
		const struct site_loss loss = {
			.opponent = winner, .elo = losing->site->versions[winner].rating.elo, .round = losing->round,
			.run = losing->run, .game = schedule_game_number(&losing->schedule, plan->first_block, 0, 0),
		};
		if (shares[i] <= 0)
			note_loss(&losing->site->versions[losing->version[plan->robot[i]]], &loss);
	}
}

static int take_chunk(const struct chunk *chunk, void *context, struct err *err)
{
	const struct losing *losing = context;
	for (int i = 0; i < chunk->n_robots; i++) {
		const struct tally *tally = &chunk->robots[i].tally;
		uint64_t *troubles = losing->site->versions[losing->version[chunk->robots[i].robot]].troubles;
		troubles[VERDICT_ILLEGAL] += tally->illegal;
		troubles[VERDICT_TIMEOUT] += tally->timeouts;
		troubles[VERDICT_CRASH] += tally->crashes;
	}
	for (uint64_t i = 0; chunk->has_order && i < chunk->matches.n; i++) {
		struct match_plan plan = schedule_match(&losing->schedule, matches_number(&chunk->matches, i));
		note_match(losing, &plan, chunk_match(chunk, i));
	}
	return 0;
}

static int read_losses(struct contest_site *site, int64_t round, int64_t run, struct err *err)
{
	struct losing losing = {.site = site, .round = round, .run = run};
	AUTO_RUN_CONFIG struct run_config info = {0};
	if (database_info(site->contest->database, run, &info, err))
		return -1;
	int failed = run_config_schedule(&info, &losing.schedule, err) ||
		     ladder_find_versions(&info, &site->labels, &losing.version, err) ||
		     database_each_chunk(site->contest->database, run, &losing.schedule, take_chunk, &losing, err);
	free(losing.version);
	return failed ? -1 : 0;
}

/* Reads the standings of each game that the rounds have in turn. */
static int read_games(struct contest_site *site, struct err *err)
{
	const struct contest *contest = site->contest;
	int n = settings_n_rounds(&contest->settings);
	site->by_game = NEW_ARRAY(struct ranking, (size_t)n);
	for (; n > 1 && site->n_games < n; site->n_games++) {
		AUTO_LADDER struct ladder ladder = {0};
		for (int64_t round = site->n_games + 1; round <= site->ranking.round; round += n)
			if (ladder_add_run(&ladder, contest->database, site->runs[round], &site->labels, err))
				return -1;
		ranking_of_ladder(&site->ranking, &ladder, &site->by_game[site->n_games]);
	}
	return 0;
}

static int read_rounds(struct contest_site *site, struct err *err)
{
	const struct contest *contest = site->contest;
	AUTO_LADDER struct ladder ladder = {0};
	for (int64_t round = 1; round <= site->ranking.round; round++) {
		int64_t run;
		if (ladder_find_round(contest, contest->season.number, round, &run, err) ||
		    ladder_add_run(&ladder, contest->database, run, &site->labels, err) ||
		    read_losses(site, round, run, err))
			return -1;
		site->runs[round] = run;
	}
	for (int i = 0; i < site->ranking.versions.n && site->ranking.n_rows > SITE_MANY; i++)
		site->versions[i].n_losses = site->versions[i].n_losses > 0;
	ladder_each_pair(&ladder, take_pair, site);
	list_meetings(site);
	site->games = ladder.games;
	return read_games(site, err);
}

/* Adds the command that replays the final, and its robots in their order, because a robot's dice depend on the
 * order. */
static int add_again(const struct contest *contest, int64_t run, struct str *out, struct err *err)
{
	AUTO_RUN_CONFIG struct run_config info = {0};
	if (database_info(contest->database, run, &info, err))
		return -1;
	AUTO_STR struct str rules = rules_text(&info.rules);
	char *words = rules.text, *variant = strsep(&words, " ");
	str_addf(out, "arena tournament %" PRIu64 " --format %s --seats %d --match-length %" PRIu32 " --seed %s",
		 info.games, run_config_formats[info.format], info.n_seats, info.match_length, info.seed);
	if (info.deals == DEALS_INDEPENDENT)
		str_add(out, " --deals independent");
	str_addf(out, " --move-time %" PRId64 "ms --start-time %" PRId64 "ms --memory %" PRIu64 "M -v %s",
		 info.limits.move_time_ns / 1000000, info.limits.start_time_ns / 1000000, info.limits.memory >> 20,
		 variant);
	for (char *word; (word = strsep(&words, " ")) != NULL;)
		str_addf(out, " -r %s", word);
	for (int i = 0; i < info.n_robots; i++)
		str_addf(out, " %s", info.robots[i].label);
	str_add(out, "\n\n");
	for (int i = 0; i < info.n_robots; i++)
		str_addf(out, "%s  %s\n", info.robots[i].sha256, info.robots[i].label);
	return 0;
}

int contest_final_table(const struct contest *contest, int64_t season, int64_t *run, struct str *table, struct err *err)
{
	if (ladder_find_round(contest, season, 0, run, err))
		return -1;
	AUTO_FREE char *name = *run ? database_name(contest->database, *run, err) : NULL;
	if (!name)
		return *run ? -1 : 0;
	AUTO_STR struct str path = str_of("%s/%s/table.txt", contest->results, name);
	return str_read_file(table, path.text, 1 << 24, err);
}

static int read_final_rows(const struct contest *contest, int64_t run, json_t **rows, struct err *err)
{
	AUTO_FREE char *name = database_name(contest->database, run, err);
	if (!name)
		return -1;
	AUTO_STR struct str path = str_of("%s/%s/table.json", contest->results, name);
	AUTO_JSON json_t *table = json_read(path.text, err);
	*rows = table ? json_incref(json_get_array(table, "robots", path.text, err)) : NULL;
	return *rows ? 0 : -1;
}

/* Reads a final into *evening, which is NULL if the final has another form or has not begun. If it is over, sets *run
 * to the run of its last match. */
static int read_evening(const struct contest *contest, int64_t season, json_t **evening, int64_t *run, struct err *err)
{
	AUTO_LAST_EVENING struct last_evening last = {0};
	if (!last_evening_has_begun(contest, season))
		return 0;
	if (last_evening_read(contest, season, EVENING_PUBLIC, &last, err))
		return -1;
	*evening = last_evening_json(&last);
	for (int i = 0; last.evening.is_over && i < last.evening.n_rounds; i++)
		for (int k = 0; k < last.evening.rounds[i].n; k++)
			*run = last.evening.rounds[i].matches[k].run ? last.evening.rounds[i].matches[k].run : *run;
	return 0;
}

static int read_finals(struct contest_site *site, struct err *err)
{
	int64_t last = site->contest->season.number - !*site->contest->season.ended, none;
	site->ended = NEW_ARRAY(struct site_season, (size_t)last + 1);
	for (int64_t number = 1; number <= last; number++) {
		struct site_season *of = &site->ended[site->n_ended++];
		int64_t run;
		if (contest_get_season(site->contest->database, number, &of->season, err) ||
		    ladder_find_round(site->contest, number, 0, &run, err) ||
		    (run && (read_final_rows(site->contest, run, &of->rows, err) ||
			     add_again(site->contest, run, &of->again, err))) ||
		    read_evening(site->contest, number, &of->evening, &run, err))
			return -1;
		if (number == site->contest->season.number)
			site->runs[0] = run;
	}
	return last < site->contest->season.number ? read_evening(site->contest, last + 1, &site->evening, &none, err)
						   : 0;
}

/* Returns the notes without the details of failures, which can quote a team's files. */
static json_t *without_details(const json_t *notes)
{
	static const char *const mark = " does not take part: ";
	json_t *list = json_array();
	JSON_EACH(i, note, notes) {
		AUTO_STR struct str text = {0};
		const char *whole = json_string_value(json_array_get(note, 1)), *reason = strstr(whole, mark);
		str_add_n(&text, whole, reason ? (size_t)(reason - whole) + strlen(mark) : strlen(whole));
		if (reason)
			contest_add_kind(reason + strlen(mark), &text);
		json_array_append_new(list, json_pack("[O, s]", json_array_get(note, 0), str_text(&text)));
	}
	return list;
}

int contest_site_read(struct contest_site *site, const struct contest *contest, struct err *err)
{
	*site = (struct contest_site){.contest = contest};
	if (!contest->database || !contest->season.number)
		return err_set(err, EXIT_USAGE, "the contest '%s' has not begun yet: run `arena contest run` first",
			       contest->folder);
	if (ranking_read(contest, &site->ranking, err))
		return -1;
	site->versions = NEW_ARRAY(struct site_version, (size_t)site->ranking.versions.n + 1);
	number_teams(site);
	choose_faces(site);
	labels_init(&site->labels, &site->ranking.versions);
	site->all_notes = contest_notes(contest->database, err);
	site->notes = without_details(site->all_notes);
	site->runs = NEW_ARRAY(int64_t, (size_t)site->ranking.round + 1);
	return !site->all_notes || contest_each_rating(contest->database, contest->season.number, take_rating, site,
						       err) || read_rounds(site, err) || read_finals(site, err) ||
		contest_each_fault(contest->database, take_fault, site, err) ? -1 : 0;
}
