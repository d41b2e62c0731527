/* last_evening.c - a Swiss or elimination final: its file, its runs (last_evening.h). */
#include "contest/last_evening.h"

#include <math.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "contest/site.h"

enum { MOST_ROUNDS = 1000 };

void last_evening_release(struct last_evening *last)
{
	contest_versions_release(&last->versions);
	evening_release(&last->evening);
	free(last->version);
	*last = (struct last_evening){0};
}

struct str last_evening_label(const struct last_evening *last, int player)
{
	return contest_label(&last->versions.items[last->version[player]]);
}

static struct str path_of(const struct contest *contest, int64_t season)
{
	return str_of("%s/final-%" PRId64 ".json", contest->results, season);
}

bool last_evening_has_begun(const struct contest *contest, int64_t season)
{
	AUTO_STR struct str path = path_of(contest, season);
	return access(path.text, F_OK) == 0;
}

static int write_json(const struct contest *contest, int64_t season, json_t *object, struct err *err)
{
	AUTO_STR struct str path = path_of(contest, season), text = {0};
	json_add_text(&text, object);
	return file_write(path.text, &text, err);
}

/* Begins the final. The form comes from the settings, the players from the ratings. */
static int begin(const struct contest *contest, struct err *err)
{
	const struct settings *settings = &contest->settings;
	AUTO_RANKING struct ranking ranking = {0};
	if (ranking_read(contest, &ranking, err))
		return -1;
	int n = settings->final_top && settings->final_top < ranking.n_rows ? (int)settings->final_top : ranking.n_rows;
	json_t *players = json_array();
	for (int i = 0; i < n; i++) {
		AUTO_STR struct str label = contest_label(ranking.rows[i].version);
		json_array_append_new(players, json_clean(label.text));
	}
	long long seats = settings->final_seats ? settings->final_seats : settings->table_size;
	if (settings->final_form == EVENING_DOUBLE)
		seats = 2;
	return write_json(contest, contest->season.number,
		json_pack("{s:s, s:I, s:I, s:I, s:i, s:o}", "form", evening_forms[settings->final_form],
			  "rounds", (json_int_t)(settings->final_rounds ? settings->final_rounds
									: evening_swiss_rounds(n)),
			  "seats", (json_int_t)seats, "blocks", (json_int_t)settings->final_blocks,
			  "shown", 0, "players", players), err);
}

static int read_players(struct last_evening *last, json_t *players, const char *path, struct err *err)
{
	AUTO_LABELS struct labels labels = {0};
	struct evening *evening = &last->evening;
	bool is_whole = true;
	evening->n_players = (int)json_array_size(players);
	last->version = NEW_ARRAY(int, (size_t)evening->n_players + 1);
	labels_init(&labels, &last->versions);
	for (int i = 0; i < evening->n_players; i++) {
		const char *label = json_string_value(json_array_get(players, (size_t)i));
		last->version[i] = label ? labels_find(&labels, label) : -1;
		is_whole &= last->version[i] >= 0;
	}
	return is_whole && evening->n_players >= 2 ? 0 : err_set(err, EXIT_WORLD,
		"'%s' is damaged: its players are not versions of the contest; restore it from a backup", path);
}

static int read_file(const struct contest *contest, struct last_evening *last, struct err *err)
{
	AUTO_STR struct str path = path_of(contest, last->season);
	AUTO_JSON json_t *object = json_read(path.text, err);
	long long rounds, seats, blocks, shown;
	const char *form = object ? json_get_text(object, "form", path.text, err) : NULL;
	json_t *players = form ? json_get_array(object, "players", path.text, err) : NULL;
	if (!players || json_get_int(object, "rounds", (struct json_range){1, MOST_ROUNDS}, &rounds, path.text, err) ||
	    json_get_int(object, "seats", (struct json_range){2, SCHEDULE_MAX_SEATS}, &seats, path.text, err) ||
	    json_get_int(object, "blocks", (struct json_range){1, 1000000}, &blocks, path.text, err) ||
	    json_get_int(object, "shown", (struct json_range){0, INT32_MAX}, &shown, path.text, err))
		return -1;
	for (int i = 0; evening_forms[i]; i++)
		if (strcmp(evening_forms[i], form) == 0)
			last->evening.form = (enum evening_form)i;
	last->evening.n_wanted = (int)rounds;
	last->evening.n_seats = (int)seats;
	last->blocks = blocks;
	last->n_shown = (int)shown;
	return read_players(last, players, path.text, err);
}

int last_evening_store_shown(const struct contest *contest, int64_t season, int n, struct err *err)
{
	AUTO_STR struct str path = path_of(contest, season);
	json_t *object = json_read(path.text, err);
	if (!object)
		return -1;
	json_object_set_new(object, "shown", json_integer(n));
	return write_json(contest, season, object, err);
}

/* The matches of a run. */
struct part {
	int round, n_seats, extra; /* extra 0: the matches; otherwise the extra games number `extra` of tied matches */
	int *matches, n;           /* indices in the round; owned */
	int *players, n_players;   /* the robots of the run, ascending; owned */
	int *tables;               /* as in struct schedule_options; owned */
	char seed[CONTEST_SEED];
};

static void part_release(struct part *part)
{
	FREE_ALL(part->matches, part->players, part->tables);
}
#define AUTO_PART __attribute__((cleanup(part_release)))

/* Lists the matches of the part. If it has extra games, these are the matches that are known to be tied. */
static void list_part(const struct last_evening *last, struct part *part)
{
	const struct evening_round *round = &last->evening.rounds[part->round];
	AUTO_FREE int *robot = NEW_ARRAY(int, (size_t)last->evening.n_players);
	AUTO_STR struct str seed = str_of("%s\nround %d, %d seats, games %d", last->seed, part->round + 1,
					  part->n_seats, part->extra + 1);
	hash_bytes(seed.text, seed.length, part->seed);
	for (int i = 0; i < round->n; i++) {
		const struct evening_match *match = &round->matches[i];
		bool is_bye = match->is_known && !match->games;
		if (is_bye || match->n != part->n_seats ||
		    (part->extra && (!match->is_known || !evening_is_tied(match))))
			continue;
		*MEM_APPEND(part->matches, part->n) = i;
		for (int k = 0; k < match->n; k++)
			robot[match->player[k]] = 1;
	}
	for (int i = 0; i < last->evening.n_players; i++) {
		if (robot[i]) {
			robot[i] = part->n_players;
			*MEM_APPEND(part->players, part->n_players) = i;
		}
	}
	part->tables = NEW_ARRAY(int, (size_t)part->n * (size_t)part->n_seats + 1);
	for (int i = 0; i < part->n; i++)
		for (int k = 0; k < part->n_seats; k++)
			part->tables[i * part->n_seats + k] = robot[round->matches[part->matches[i]].player[k]];
}

static int check_run(const struct last_evening *last, const struct part *part, const struct run_config *info,
		     const char *path, struct err *err)
{
	bool is_same = info->format == FORMAT_LISTED && info->n_robots == part->n_players &&
		info->n_seats == part->n_seats && info->n_tables == (uint64_t)part->n &&
		memcmp(info->tables, part->tables, (size_t)part->n * (size_t)part->n_seats * sizeof *part->tables) == 0;
	for (int i = 0; is_same && i < part->n_players; i++) {
		AUTO_STR struct str label = last_evening_label(last, part->players[i]);
		is_same = strcmp(label.text, info->robots[i].label) == 0;
	}
	return is_same ? 0 : err_set(err, EXIT_WORLD,
		"the matches of a run of the final are not those that the results before it lead to: "
		"restore '%s' and the database from a backup", path);
}

struct reading {
	struct evening_round *round;
	const struct part *part;
	struct schedule schedule;
};

static void take_match(const struct match_plan *plan, const uint8_t *places, uint64_t times, void *context)
{
	const struct reading *reading = context;
	const struct part *part = reading->part;
	struct evening_match *match =
		&reading->round->matches[part->matches[schedule_table(&reading->schedule, plan->number)]];
	uint64_t games = (uint64_t)plan->n_blocks * (uint64_t)part->n_seats, n = games * times;
	for (int i = 0; i < part->n_seats; i++) {
		double score = match_score(places, games, part->n_seats, i);
		for (int k = 0; k < match->n; k++)
			if (match->player[k] == part->players[plan->robot[i]])
				match->score[k] = (match->score[k] * (double)match->games +
						   score * (double)n) / (double)(match->games + n);
	}
	match->games += n;
}

/* Reads the results of a part. Sets *is_there to false if it is not complete. */
static int read_part(const struct contest *contest, struct last_evening *last, const struct part *part, bool *is_there,
		     struct err *err)
{
	AUTO_RUN_CONFIG struct run_config info = {0};
	AUTO_STR struct str path = path_of(contest, last->season);
	struct reading reading = {.round = &last->evening.rounds[part->round], .part = part};
	int64_t run;
	*is_there = false;
	if (contest_find_run(contest->database, part->seed, &run, err) ||
	    (run && round_is_complete(contest, run, is_there, err)))
		return -1;
	if (!*is_there)
		return 0;
	if (database_info(contest->database, run, &info, err) || check_run(last, part, &info, path.text, err) ||
	    run_config_schedule(&info, &reading.schedule, err) ||
	    database_each_match(contest->database, run, &reading.schedule, take_match, &reading, err))
		return -1;
	for (int i = 0; i < part->n; i++) {
		struct evening_match *match = &reading.round->matches[part->matches[i]];
		match->is_known = true;
		if (part->extra) {
			match->n_extra = part->extra;
		} else {
			match->run = run;
			match->table = i;
		}
		evening_place(match);
		match->is_by_seed = part->extra == EVENING_MOST_EXTRA && evening_is_tied(match);
	}
	return 0;
}

/* Reads the parts of a round with this number of seats. The results of a missing part are unknown. */
static int read_parts(const struct contest *contest, struct last_evening *last, int round, int n_seats, struct err *err)
{
	bool is_there = true;
	for (int extra = 0; extra <= EVENING_MOST_EXTRA && is_there; extra++) {
		AUTO_PART struct part part = {.round = round, .n_seats = n_seats, .extra = extra};
		list_part(last, &part);
		if (!part.n)
			return 0;
		if (read_part(contest, last, &part, &is_there, err))
			return -1;
		for (int i = 0; i < part.n && !is_there; i++)
			last->evening.rounds[round].matches[part.matches[i]].is_known = false;
		if (!is_there && !last->next_seats) {
			last->next_round = round;
			last->next_seats = n_seats;
			last->next_extra = extra;
		}
	}
	return 0;
}

struct finding {
	const struct contest *contest;
	struct last_evening *last;
	int most; /* number of results requested, or EVENING_ALL */
};

static int find(struct evening *evening, int round, void *context, struct err *err)
{
	const struct finding *finding = context;
	struct last_evening *last = finding->last;
	for (int n_seats = 2; n_seats <= evening->n_seats; n_seats++)
		if (read_parts(finding->contest, last, round, n_seats, err))
			return -1;
	for (int i = 0; i < evening->rounds[round].n; i++) {
		struct evening_match *match = &evening->rounds[round].matches[i];
		bool is_bye = match->is_known && !match->games;
		match->is_known &= is_bye || finding->most == EVENING_ALL || last->n_matches < finding->most;
		last->n_matches += match->is_known && !is_bye;
	}
	return 0;
}

int last_evening_read(const struct contest *contest, int64_t season, int most, struct last_evening *last,
		      struct err *err)
{
	*last = (struct last_evening){.season = season, .hides = contest->settings.final_results};
	contest_seed(contest, season, 0, last->seed);
	if (contest_get_versions(contest->database, &last->versions, err) || read_file(contest, last, err))
		return -1;
	if (most == EVENING_PUBLIC)
		most = last->hides ? last->n_shown : EVENING_ALL;
	else if (most == EVENING_NEXT)
		most = last->n_shown + 1;
	struct finding finding = {contest, last, most};
	return evening_pair(&last->evening, find, &finding, err);
}

static int play_next(struct contest *contest, const struct last_evening *last, struct err *err)
{
	AUTO_PART struct part part = {.round = last->next_round, .n_seats = last->next_seats,
		.extra = last->next_extra};
	struct evening_round *round = &last->evening.rounds[part.round];
	for (int i = 0; i < round->n && part.extra; i++) /* tied matches count as unknown until these extra games are
	                                                  * played */
		round->matches[i].is_known |= round->matches[i].games > 0;
	list_part(last, &part);
	AUTO_FREE int *versions = NEW_ARRAY(int, (size_t)part.n_players);
	for (int i = 0; i < part.n_players; i++)
		versions[i] = last->version[part.players[i]];
	int64_t extra_blocks = (last->blocks + EVENING_EXTRA_PART - 1) / EVENING_EXTRA_PART;
	const struct round_tables tables = {
		.versions = &last->versions, .robots = versions, .n_robots = part.n_players, .n_seats = part.n_seats,
		.tables = part.tables,
		.n_tables = (uint64_t)part.n, .blocks = (uint64_t)(part.extra ? extra_blocks : last->blocks),
		.seed = part.seed,
	};
	contest_say(contest, "%s: %d match%s%s", round->name, part.n, part.n == 1 ? "" : "es",
		    part.extra ? ", more games because of a tie" : "");
	return round_play_tables(contest, &tables, err);
}

/* Lets the better seeds win, for the estimate of the time. */
static int win_by_seed(struct evening *evening, int round, void *context, struct err *err)
{
	struct last_evening *last = context;
	for (int i = 0; i < evening->rounds[round].n; i++) {
		struct evening_match *match = &evening->rounds[round].matches[i];
		if (match->is_known)
			continue;
		match->is_known = true;
		match->games = (uint64_t)last->blocks * (uint64_t)match->n;
		for (int k = 0; k < match->n; k++)
			match->score[k] = 1.0 / (k + 1);
		evening_place(match);
		last->n_matches++;
	}
	return 0;
}

static int say_estimate(const struct contest *contest, struct err *err)
{
	AUTO_LAST_EVENING struct last_evening last = {.season = contest->season.number};
	struct evening *evening = &last.evening;
	double n_games = 0;
	if (contest_get_versions(contest->database, &last.versions, err) || read_file(contest, &last, err) ||
	    evening_pair(evening, win_by_seed, &last, err))
		return -1;
	AUTO_FREE double *games = NEW_ARRAY(double, (size_t)last.versions.n + 1);
	for (int r = 0; r < evening->n_rounds; r++) {
		for (int i = 0; i < evening->rounds[r].n; i++) {
			const struct evening_match *match = &evening->rounds[r].matches[i];
			n_games += (double)match->games;
			for (int k = 0; k < match->n; k++)
				games[last.version[match->player[k]]] += (double)match->games;
		}
	}
	AUTO_STR struct str what = str_of("%d robots (%s), %d rounds, about %d matches", evening->n_players,
					  evening_forms[evening->form], evening->n_rounds, last.n_matches);
	return usage_say_estimate(contest, games, n_games, what.text, err);
}

int last_evening_play(struct contest *contest, struct err *err)
{
	int64_t season = contest->season.number;
	if ((!last_evening_has_begun(contest, season) && begin(contest, err)) || say_estimate(contest, err))
		return -1;
	for (;;) {
		AUTO_LAST_EVENING struct last_evening last = {0};
		if (last_evening_read(contest, season, EVENING_ALL, &last, err))
			return -1;
		if (!last.next_seats)
			return 0;
		if (*contest->stop)
			return err_set(err, EXIT_INTERRUPTED, "interrupted");
		if (play_next(contest, &last, err))
			return -1;
	}
}
