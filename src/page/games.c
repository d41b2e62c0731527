/* games.c - the sample games of a report (games.h). */
#include "page/games.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "page/drama.h"
#include "page/record.h"

enum {
	TABLES_LOOKED = 12,      /* tables from which games are considered */
	GAMES_LOOKED = 24,       /* games considered at each of them */
	FIRST_FAULTS_SHOWN = 4,
	TIMEOUTS_LOOKED = 2,     /* of a robot, when looking for games; then matches with it are left out */
	SIZE_MOST = 250 * 1024,  /* bytes of JSON; games beyond that are left out */
};

struct candidate {
	struct record record;
	json_t *reasons;   /* array of strings; NULL while there are none; owned */
	struct drama drama;
	bool is_asked;
};

struct sampler {
	struct tournament *tournament;      /* NULL: the games are read from logs */
	const struct report_reader *reader;
	struct candidate *candidates; /* owned */
	int n;
	int n_here;        /* recorded since the watching began */
	int n_wanted;      /* break off then */
	int *timeouts;     /* by robot of the run: in what was recorded; owned */
	struct game_record log; /* the game that is watched */
};

static void sampler_release(struct sampler *sampler)
{
	for (int i = 0; i < sampler->n; i++) {
		record_release(&sampler->candidates[i].record);
		json_decref(sampler->candidates[i].reasons);
	}
	free(sampler->candidates);
	free(sampler->timeouts);
	game_record_release(&sampler->log);
}
#define AUTO_SAMPLER __attribute__((cleanup(sampler_release)))

/* Of the game that is over. Returns whether a robot has had as many as are wanted. */
static bool count_timeouts(struct sampler *sampler)
{
	const struct game_record *log = &sampler->log;
	bool is_enough = false;
	for (int i = 0; i < log->n_asks; i++)
		sampler->timeouts[game_record_robot(log, log->asks[i].seat)] += log->asks[i].verdict == VERDICT_TIMEOUT;
	for (int i = 0; i < log->n_looks; i++)
		sampler->timeouts[game_record_robot(log, log->looks[i].seat)] += log->looks[i].verdict == VERDICT_TIMEOUT;
	for (int seat = 0; seat < log->n_seats; seat++)
		is_enough |= sampler->timeouts[game_record_robot(log, seat)] >= TIMEOUTS_LOOKED;
	return is_enough;
}

/* A robot that always times out would take minutes. */
static bool is_quick(const struct sampler *sampler, uint64_t match)
{
	struct match_plan plan;
	schedule_match(&sampler->tournament->schedule, match, &plan);
	for (int player = 0; player < sampler->tournament->schedule.n_seats; player++)
		if (sampler->timeouts[plan.robot[player]] >= TIMEOUTS_LOOKED)
			return false;
	return true;
}

/* True: more are wanted. */
static bool keep(struct sampler *sampler, const struct game_record *log)
{
	for (int i = 0; i < sampler->n; i++)
		if (sampler->candidates[i].record.number == log->number)
			return true;
	bool is_enough = count_timeouts(sampler);
	sampler->candidates = mem_resize(sampler->candidates, (size_t)sampler->n + 1, sizeof *sampler->candidates);
	struct candidate *candidate = &sampler->candidates[sampler->n++];
	*candidate = (struct candidate){0};
	record_of(log, &candidate->record);
	drama_of(candidate->record.json, &candidate->drama);
	return ++sampler->n_here < sampler->n_wanted && !is_enough;
}

/* ---- looking ---------------------------------------------------------------------------- */

static bool watch(const struct spectacle *spectacle, void *context)
{
	struct sampler *sampler = context;
	sampler->log.has_words = true;
	sampler->log.tournament = sampler->tournament;
	game_record_watch(&sampler->log, spectacle);
	return !sampler->log.is_over || keep(sampler, &sampler->log);
}

static int watch_match(struct sampler *sampler, uint64_t match, struct err *err)
{
	return tournament_watch_match(sampler->tournament, match, watch, sampler, err);
}

static bool can_read(const struct sampler *sampler, uint64_t game)
{
	return sampler->reader->read(game, sampler->reader->context) != NULL;
}

static bool read_game(struct sampler *sampler, uint64_t game)
{
	const struct game_record *log = sampler->reader->read(game, sampler->reader->context);
	if (log)
		keep(sampler, log);
	return log != NULL;
}

static int watch_game(struct sampler *sampler, uint64_t game, struct err *err)
{
	sampler->n_here = 0;
	sampler->n_wanted = 1;
	if (sampler->reader)
		return read_game(sampler, game) ? 0 :
			err_set(err, EXIT_USAGE, "game %" PRIu64 " is not stored, or its log is inconsistent", game + 1);
	return tournament_watch(sampler->tournament, game, watch, sampler, err);
}

/* Considers tables at equal distances through the run, so that all robots are represented. */
static int look_around(struct sampler *sampler, const struct report_wish *wish, struct err *err)
{
	const struct schedule *schedule = &sampler->tournament->schedule;
	uint64_t n_tables = schedule->n_tables, n_looked = n_tables < TABLES_LOOKED ? n_tables : TABLES_LOOKED;
	for (uint64_t i = 0; i < n_looked; i++) {
		uint64_t first = i * n_tables / n_looked * schedule->matches_per_table, match = first;
		while (wish->played && match < first + schedule->matches_per_table && !matches_list_has(wish->played, match))
			match++;
		sampler->n_here = 0;
		sampler->n_wanted = GAMES_LOOKED;
		if (wish->progress)
			wish->progress("tables examined", (int)i + 1, (int)n_looked);
		for (; match < first + schedule->matches_per_table && sampler->n_here < sampler->n_wanted; match++)
			if ((!wish->played || matches_list_has(wish->played, match)) && is_quick(sampler, match) &&
			    watch_match(sampler, match, err))
				return -1;
	}
	return 0;
}

/* The same for games from logs: games at equal distances whose logs are consistent. */
static void read_around(struct sampler *sampler)
{
	uint64_t first = sampler->reader->first, n = sampler->reader->end - first;
	uint64_t n_looked = n < TABLES_LOOKED * GAMES_LOOKED ? n : TABLES_LOOKED * GAMES_LOOKED;
	for (uint64_t i = 0; i < n_looked; i++)
		read_game(sampler, first + i * n / n_looked);
}

/* ---- picking ---------------------------------------------------------------------------- */

static void pick(struct candidate *candidate, const char *reason)
{
	if (!candidate->reasons)
		candidate->reasons = json_array();
	json_array_append_new(candidate->reasons, json_clean(reason));
}

static struct candidate *find(const struct sampler *sampler, uint64_t number)
{
	for (int i = 0; i < sampler->n; i++)
		if (sampler->candidates[i].record.number == number)
			return &sampler->candidates[i];
	bug("game %" PRIu64 " was watched and not recorded", number);
}

static bool is_longer(const struct record *a, const struct record *b)
{
	return a->n_plays != b->n_plays ? a->n_plays > b->n_plays : a->number < b->number;
}

/* Of games with the same margin, the longer one counts as closer. */
static bool is_closer(const struct record *a, const struct record *b)
{
	if (a->margin != b->margin)
		return a->margin >= 0 && (b->margin < 0 || a->margin < b->margin);
	return is_longer(a, b);
}

static struct candidate *best_of(const struct sampler *sampler, int n,
				 bool (*is_better)(const struct record *a, const struct record *b))
{
	struct candidate *best = NULL;
	for (int i = 0; i < n; i++)
		if (!best || is_better(&sampler->candidates[i].record, &best->record))
			best = &sampler->candidates[i];
	return best;
}

static int count_picked(const struct sampler *sampler)
{
	int n = 0;
	for (int i = 0; i < sampler->n; i++)
		n += sampler->candidates[i].reasons && !sampler->candidates[i].is_asked;
	return n;
}

/* The first `n` candidates are those from the tables. */
static void pick_remarkable(const struct sampler *sampler, int n, const struct report_wish *wish)
{
	AUTO_STR struct str longest = {0}, closest = {0};
	if (n == 0 || wish->n_games == 0)
		return;
	pick(&sampler->candidates[0], "the first game");
	struct candidate *candidate = best_of(sampler, n, is_longer);
	str_addf(&longest, "the longest of %d examined", n);
	if (count_picked(sampler) < wish->n_games || candidate->reasons)
		pick(candidate, longest.text);
	candidate = best_of(sampler, n, is_closer);
	str_addf(&closest, "the closest of %d examined", n);
	if (candidate->record.margin >= 0 && (count_picked(sampler) < wish->n_games || candidate->reasons))
		pick(candidate, closest.text);
	for (int i = 0; i < n && count_picked(sampler) < wish->n_games; i++) {
		if (sampler->candidates[i].record.has_illegal) {
			pick(&sampler->candidates[i], "an illegal play");
			break;
		}
	}
}

static void pick_tables(const struct sampler *sampler, int n, const struct report_wish *wish)
{
	const struct schedule *schedule = &sampler->tournament->schedule;
	uint64_t games_per_table = schedule->blocks_per_table * (uint64_t)schedule->n_seats, last = UINT64_MAX;
	for (int i = 0; i < n && schedule->n_tables > 1; i++) {
		struct candidate *candidate = &sampler->candidates[i];
		uint64_t table = candidate->record.number / games_per_table;
		if (table == last)
			continue;
		last = table;
		if (!candidate->reasons && count_picked(sampler) < wish->n_games)
			pick(candidate, schedule->n_seats == 2 ? "the first of this pair" : "the first of this table");
	}
}

/* Picks the most dramatic of each kind among the first `n`. */
static void pick_dramatic(const struct sampler *sampler, int n, const struct report_wish *wish)
{
	for (int kind = 0; kind < DRAMA_KINDS; kind++) {
		struct candidate *best = NULL;
		AUTO_STR struct str reason = {0};
		for (int i = 0; i < n; i++)
			if (!best || sampler->candidates[i].drama.value[kind] > best->drama.value[kind])
				best = &sampler->candidates[i];
		if (!best || best->drama.value[kind] <= 0 || (!best->reasons && count_picked(sampler) >= wish->n_games))
			continue;
		drama_tell(&best->drama, (enum drama_kind)kind, &reason);
		pick(best, reason.text);
	}
}

/* Fills up to the wanted number, the more dramatic games first. */
static void fill_up(const struct sampler *sampler, int n, const struct report_wish *wish)
{
	while (count_picked(sampler) < wish->n_games) {
		struct candidate *best = NULL;
		AUTO_STR struct str reason = {0};
		for (int i = 0; i < n; i++)
			if (!sampler->candidates[i].reasons &&
			    (!best || drama_sum(&sampler->candidates[i].drama) > drama_sum(&best->drama)))
				best = &sampler->candidates[i];
		if (!best)
			return;
		enum drama_kind kind = drama_most(&best->drama);
		if (kind < DRAMA_KINDS)
			drama_tell(&best->drama, kind, &reason);
		pick(best, kind < DRAMA_KINDS ? reason.text : "one more");
	}
}

/* For each studied robot, its most costly loss. The page links to it, so it is added beyond the wanted number of games. */
static int pick_worst(struct sampler *sampler, const struct report_wish *wish, struct err *err)
{
	for (size_t i = 0; wish->n_games > 0 && i < json_array_size(wish->studies); i++) {
		const json_t *study = json_array_get(wish->studies, i), *worst = json_array_get(json_object_get(study, "worst"), 0);
		uint64_t game = (uint64_t)json_integer_value(json_object_get(worst, "game")) - 1;
		AUTO_STR struct str reason = {0};
		if (!worst)
			continue;
		if (watch_game(sampler, game, err))
			return -1;
		struct candidate *candidate = find(sampler, game);
		candidate->is_asked |= !candidate->reasons;
		str_addf(&reason, "a loss of %s worth looking at", json_string_value(json_object_get(study, "robot")));
		pick(candidate, reason.text);
	}
	return 0;
}

/* ---- output ----------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
	const struct candidate *first = a, *second = b;
	return (first->record.number > second->record.number) - (first->record.number < second->record.number);
}

static json_t *hand_over(struct sampler *sampler)
{
	json_t *games = json_array();
	size_t size = 0;
	if (sampler->n > 0)
		qsort(sampler->candidates, (size_t)sampler->n, sizeof *sampler->candidates, by_number);
	for (int i = 0; i < sampler->n; i++) {
		struct candidate *candidate = &sampler->candidates[i];
		if (!candidate->reasons)
			continue;
		AUTO_FREE char *text = json_dumps(candidate->record.json, JSON_COMPACT | JSON_ENSURE_ASCII);
		size += text ? strlen(text) : 0;
		if (size > SIZE_MOST && !candidate->is_asked && json_array_size(games) > 0)
			continue;
		json_object_set(candidate->record.json, "why", candidate->reasons);
		json_array_append(games, candidate->record.json);
	}
	return games;
}

static int pick_asked(struct sampler *sampler, const struct report_wish *wish, struct err *err)
{
	for (int i = 0; i < wish->n_asked; i++) {
		if (watch_game(sampler, wish->asked[i], err))
			return -1;
		struct candidate *candidate = find(sampler, wish->asked[i]);
		candidate->is_asked = true;
		pick(candidate, "asked for");
	}
	return 0;
}

static const char *label_of(const struct sampler *sampler, int robot)
{
	return sampler->reader ? sampler->reader->label(robot, sampler->reader->context) : sampler->tournament->robots[robot].label;
}

static int pick_faults(struct sampler *sampler, const struct report_wish *wish, struct err *err)
{
	for (int i = 0; i < wish->n_first_faults && i < FIRST_FAULTS_SHOWN && count_picked(sampler) < wish->n_games; i++) {
		AUTO_STR struct str reason = {0};
		/* A log may be inconsistent, and still tell that a robot failed. */
		if (sampler->reader && !can_read(sampler, wish->first_faults[i].game))
			continue;
		if (watch_game(sampler, wish->first_faults[i].game, err))
			return -1;
		str_addf(&reason, "%s fails", label_of(sampler, wish->first_faults[i].robot));
		pick(find(sampler, wish->first_faults[i].game), reason.text);
	}
	return 0;
}

/* Called after the candidates are recorded. */
static json_t *pick_all(struct sampler *sampler, const struct report_wish *wish, struct err *err)
{
	int n_looked = sampler->n;
	if (pick_asked(sampler, wish, err))
		return NULL;
	pick_remarkable(sampler, n_looked, wish);
	pick_dramatic(sampler, n_looked, wish);
	if (pick_faults(sampler, wish, err))
		return NULL;
	if (sampler->tournament)
		pick_tables(sampler, n_looked, wish);
	if (pick_worst(sampler, wish, err))
		return NULL;
	fill_up(sampler, n_looked, wish);
	return hand_over(sampler);
}

json_t *report_games(struct tournament *tournament, const struct report_wish *wish, struct err *err)
{
	AUTO_SAMPLER struct sampler sampler = {
		.tournament = tournament, .timeouts = NEW_ARRAY(int, (size_t)tournament->schedule.n_robots),
	};
	if (wish->n_games > 0 && look_around(&sampler, wish, err))
		return NULL;
	return pick_all(&sampler, wish, err);
}

json_t *report_games_read(const struct report_reader *reader, const struct report_wish *wish, struct err *err)
{
	AUTO_SAMPLER struct sampler sampler = {.reader = reader};
	if (wish->n_games > 0)
		read_around(&sampler);
	return pick_all(&sampler, wish, err);
}
