/* games.c - the sample games of a report (games.h). */
#include "page/games.h"

#include "base/json.h"
#include "page/puzzles.h"

enum {
	FIRST_FAULTS_SHOWN = 4,
	SEARCHED_MOST = 400, /* games searched for an illegal play of a robot */
	SIZE_MOST = 512 * 1024,  /* maximum bytes of JSON for the selected games; others are left out */
};

void report_wish_fault(struct report_wish *wish, uint64_t game, int robot, enum verdict verdict)
{
	for (int i = 0; i < wish->n_first_faults; i++)
		if (wish->first_faults[i].robot == robot && wish->first_faults[i].verdict == verdict)
			return;
	*MEM_APPEND(wish->first_faults, wish->n_first_faults) = (struct report_first_fault){game, robot, verdict};
	for (int i = wish->n_first_faults - 1; i > 0 && wish->has_robot && robot == wish->robot; i--) {
		struct report_first_fault before = wish->first_faults[i - 1];
		wish->first_faults[i - 1] = wish->first_faults[i];
		wish->first_faults[i] = before;
	}
}

struct candidate {
	struct record record;
	json_t *reasons;   /* array of strings; NULL if there are none; owned */
	struct drama drama;
	bool is_asked;
};

struct sampler {
	struct tournament *tournament;      /* NULL: the games are read from logs */
	const struct report_reader *reader;
	struct candidate *candidates; /* owned */
	int n;
	struct game_record log; /* the game in progress */
	int culprit;            /* watch_match keeps the first game in which this robot makes an illegal play */
	int n_searched;         /* games so far */
	bool is_found;
};

static void sampler_release(struct sampler *sampler)
{
	for (int i = 0; i < sampler->n; i++) {
		record_release(&sampler->candidates[i].record);
		json_decref(sampler->candidates[i].reasons);
	}
	free(sampler->candidates);
	game_record_release(&sampler->log);
}
#define AUTO_SAMPLER __attribute__((cleanup(sampler_release)))

/* Returns the candidate with this number, or NULL. */
static struct candidate *find(const struct sampler *sampler, uint64_t number)
{
	return FIND_IN(candidate, sampler->candidates, sampler->n, candidate->record.number == number);
}

/* Stores the record, which the sampler then owns. */
static void keep(struct record *record, void *context)
{
	struct sampler *sampler = context;
	struct candidate *candidate = MEM_APPEND(sampler->candidates, sampler->n);
	*candidate = (struct candidate){.record = *record};
	drama_of(record->json, &candidate->drama);
}

static void keep_log(struct sampler *sampler, const struct game_record *log)
{
	struct record record;
	if (find(sampler, log->number))
		return;
	record_of(log, &record);
	keep(&record, sampler);
}

/* Watches until the requested game is over. */
static bool watch(const struct watch_event *watch_event, void *context)
{
	struct sampler *sampler = context;
	sampler->log.has_words = true;
	sampler->log.tournament = sampler->tournament;
	game_record_watch(&sampler->log, watch_event);
	if (sampler->log.is_over)
		keep_log(sampler, &sampler->log);
	return !sampler->log.is_over;
}

/* Returns true if the robot makes an illegal play in the game. */
static bool is_illegal_by(const json_t *game, int robot)
{
	const json_t *seats = json_object_get(game, "seats");
	JSON_EACH(i, hand, json_object_get(game, "hands"))
		JSON_EACH(k, step, json_object_get(hand, "steps")) {
			size_t seat = (size_t)json_integer_at(step, "seat");
			bool is_its = json_integer_at(json_array_get(seats, seat), "robot") == robot;
			if (is_its && strcmp(json_string_value(json_object_get(step, "verdict")), "illegal") == 0)
				return true;
		}
	return false;
}

/* Watches until the culprit has made an illegal play. */
static bool watch_match(const struct watch_event *watch_event, void *context)
{
	struct sampler *sampler = context;
	struct record record;
	sampler->log.has_words = true;
	sampler->log.tournament = sampler->tournament;
	game_record_watch(&sampler->log, watch_event);
	if (!sampler->log.is_over)
		return true;
	record_of(&sampler->log, &record);
	sampler->n_searched++;
	sampler->is_found = is_illegal_by(record.json, sampler->culprit);
	if (sampler->is_found)
		keep(&record, sampler);
	else
		record_release(&record);
	return !sampler->is_found && sampler->n_searched < SEARCHED_MOST;
}

static bool read_game(struct sampler *sampler, uint64_t game)
{
	const struct game_record *log = sampler->reader->read(game, sampler->reader->context);
	if (log)
		keep_log(sampler, log);
	return log != NULL;
}

static int watch_game(struct sampler *sampler, uint64_t game, struct err *err)
{
	if (sampler->reader)
		return read_game(sampler, game) ? 0 :
			err_set(err, EXIT_USAGE, "game %" PRIu64 " is not stored, or its log is inconsistent",
				game + 1);
	return tournament_watch(sampler->tournament, game, watch, sampler, err);
}

/* Reads evenly spaced games from logs, and keeps those whose logs are consistent. */
static void read_around(struct sampler *sampler)
{
	uint64_t first = sampler->reader->first, n = sampler->reader->end - first;
	uint64_t n_looked = n < TABLES_LOOKED * GAMES_LOOKED ? n : TABLES_LOOKED * GAMES_LOOKED;
	for (uint64_t i = 0; i < n_looked; i++)
		read_game(sampler, first + i * n / n_looked);
}

static void pick(struct candidate *candidate, const char *reason)
{
	bug_if(!candidate);
	if (!candidate->reasons)
		candidate->reasons = json_array();
	json_array_append_new(candidate->reasons, json_clean(reason));
}

static bool is_longer(const struct record *a, const struct record *b)
{
	return a->n_plays != b->n_plays ? a->n_plays > b->n_plays : a->number < b->number;
}

/* Compares records. Among games with the same margin, the longer one counts as closer. */
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
	return COUNT_IF(i, sampler->n, sampler->candidates[i].reasons && !sampler->candidates[i].is_asked);
}

/* Selects remarkable games. The first `n` candidates are those from the tables. */
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
	uint64_t last = UINT64_MAX;
	for (int i = 0; i < n && schedule->n_tables > 1; i++) {
		struct candidate *candidate = &sampler->candidates[i];
		uint64_t table = schedule_table(schedule, schedule_game(schedule, candidate->record.number).match);
		if (table == last)
			continue;
		last = table;
		if (!candidate->reasons && count_picked(sampler) < wish->n_games)
			pick(candidate, schedule->n_seats == 2 ? "the first of this pair" : "the first of this table");
	}
}

/* Selects the most dramatic game of each kind among the first `n`. */
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
		drama_describe(&best->drama, (enum drama_kind)kind, &reason);
		pick(best, reason.text);
	}
}

/* Adds games up to the requested number, the most dramatic first. */
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
			drama_describe(&best->drama, kind, &reason);
		pick(best, kind < DRAMA_KINDS ? reason.text : "one more");
	}
}

/* Selects a game to which the page has a link. It is added even beyond the requested number of games. */
static int pick_linked(struct sampler *sampler, uint64_t game, const char *what, const json_t *of, const char *why,
		       struct err *err)
{
	if (watch_game(sampler, game, err))
		return -1;
	struct candidate *candidate = find(sampler, game);
	bug_if(!candidate);
	candidate->is_asked |= !candidate->reasons;
	AUTO_STR struct str reason = str_of("%s of %s %s", what, json_string_value(json_object_get(of, "robot")), why);
	pick(candidate, reason.text);
	return 0;
}

static uint64_t game_of(const json_t *place)
{
	return (uint64_t)json_integer_at(place, "game") - 1;
}

/* Selects the most costly losses of each studied robot. If there are many robots, there are fewer of each, but at least
 * one, and all of the robot of the page, which is the first. */
static int pick_worst(struct sampler *sampler, const struct report_wish *wish, struct err *err)
{
	enum { LINKED_MOST = 15 };
	size_t n = json_array_size(wish->studies), n_each = n && LINKED_MOST / n ? LINKED_MOST / n : 1;
	for (size_t i = 0; wish->n_games > 0 && i < n; i++) {
		const json_t *study = json_array_get(wish->studies, i), *worst = json_object_get(study, "worst");
		for (size_t k = 0; k < json_array_size(worst) && (k < n_each || (wish->has_robot && i == 0)); k++)
			if (pick_linked(sampler, game_of(json_array_get(worst, k)), "a loss", study, "worth looking at",
					err))
				return -1;
	}
	return 0;
}

/* Selects the most costly positions of each coached robot. */
static int pick_costliest(struct sampler *sampler, const struct report_wish *wish, struct err *err)
{
	const json_t *robots = json_object_get(wish->coached, "robots");
	JSON_EACH(i, robot, robots)
		JSON_EACH(k, position, json_object_get(robot, "costliest"))
			if (wish->n_games > 0 &&
			    pick_linked(sampler, game_of(position), "a mistake", robot, "that cost much", err))
				return -1;
	return 0;
}

ORDER_BY(by_number, struct candidate, item->record.number)

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
		size += text && !candidate->is_asked ? strlen(text) : 0;
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
		bug_if(!candidate);
		candidate->is_asked = true;
		pick(candidate, "asked for");
	}
	return 0;
}

static const char *label_of(const struct sampler *sampler, int robot)
{
	return sampler->reader ? sampler->reader->label(robot, sampler->reader->context)
			       : sampler->tournament->robots[robot].label;
}

static int pick_faults(struct sampler *sampler, const struct report_wish *wish, struct err *err)
{
	for (int i = 0; i < wish->n_first_faults && i < FIRST_FAULTS_SHOWN && count_picked(sampler) < wish->n_games;
	     i++) {
		/* A log may be inconsistent and still contain the fault of a robot. */
		if (sampler->reader && !sampler->reader->read(wish->first_faults[i].game, sampler->reader->context))
			continue;
		if (watch_game(sampler, wish->first_faults[i].game, err))
			return -1;
		bool is_timeout = wish->first_faults[i].verdict == VERDICT_TIMEOUT;
		AUTO_STR struct str reason = str_of("%s %s", label_of(sampler, wish->first_faults[i].robot),
			is_timeout ? "takes too long" : "fails");
		pick(find(sampler, wish->first_faults[i].game), reason.text);
	}
	return 0;
}

/* Returns true if an illegal play is expected within few games, without many timeouts. */
static bool is_frequent(const struct report_wish *wish, const struct report_illegal *illegal)
{
	double timeouts = wish->timeouts_of_game ? wish->timeouts_of_game[illegal->robot] : 0;
	return illegal->rate * SEARCHED_MOST >= 1 && timeouts * SEARCHED_MOST < 2;
}

/* Searches the robot's matches in the chunk that has most of its illegal plays. */
static int search_illegal(struct sampler *sampler, const struct report_illegal *illegal, struct err *err)
{
	sampler->culprit = illegal->robot;
	sampler->n_searched = 0;
	sampler->is_found = false;
	for (uint64_t i = 0; i < illegal->matches.n && !sampler->is_found && sampler->n_searched < SEARCHED_MOST; i++) {
		uint64_t match = matches_number(&illegal->matches, i);
		struct match_plan plan = schedule_match(&sampler->tournament->schedule, match);
		bool is_there = ANY_OF(player, sampler->tournament->schedule.n_seats,
				       plan.robot[player] == illegal->robot);
		if (is_there && tournament_watch_match(sampler->tournament, match, watch_match, sampler, err))
			return -1;
	}
	return 0;
}

/* Selects a game with an illegal play for each robot that has made one, from the games examined or, if there is none,
 * another game. */
static int pick_illegal(struct sampler *sampler, const struct report_wish *wish, struct err *err)
{
	for (int i = 0; i < wish->n_illegal && i < FIRST_FAULTS_SHOWN; i++) {
		const struct report_illegal *illegal = &wish->illegal[i];
		struct candidate *found = NULL;
		AUTO_STR struct str reason = str_of("%s plays illegally", label_of(sampler, illegal->robot));
		for (int k = 0; k < sampler->n && !(found && found->reasons); k++)
			if ((!found || sampler->candidates[k].reasons) &&
			    is_illegal_by(sampler->candidates[k].record.json, illegal->robot))
				found = &sampler->candidates[k];
		if (!found && is_frequent(wish, illegal)) {
			if (search_illegal(sampler, illegal, err))
				return -1;
			found = sampler->is_found ? &sampler->candidates[sampler->n - 1] : NULL;
		}
		if (!found)
			continue;
		found->is_asked |= !found->reasons;
		pick(found, reason.text);
	}
	return 0;
}

static void pick_puzzles(struct sampler *sampler, const struct report_wish *wish)
{
	AUTO_JSON json_t *games = JSON_LIST(i, sampler->n, json_incref(sampler->candidates[i].record.json));
	AUTO_JSON json_t *puzzles = puzzles_choose(games, wish->puzzle_seed);
	for (size_t i = 0; i < json_array_size(puzzles); i++) {
		struct candidate *candidate = find(sampler, game_of(json_array_get(puzzles, i)));
		candidate->is_asked = true;
		pick(candidate, "bids to judge");
	}
}

/* Selects all games. Called after the candidates are recorded. */
static json_t *pick_all(struct sampler *sampler, const struct report_wish *wish, struct err *err)
{
	int n_looked = sampler->n;
	if (wish->puzzle_seed) {
		pick_puzzles(sampler, wish);
		return hand_over(sampler);
	}
	if (pick_asked(sampler, wish, err))
		return NULL;
	if (wish->is_dramatic) {
		fill_up(sampler, n_looked, wish);
		return hand_over(sampler);
	}
	pick_remarkable(sampler, n_looked, wish);
	pick_dramatic(sampler, n_looked, wish);
	if (pick_faults(sampler, wish, err))
		return NULL;
	if (sampler->tournament && wish->n_games > 0 && pick_illegal(sampler, wish, err))
		return NULL;
	if (sampler->tournament)
		pick_tables(sampler, n_looked, wish);
	if (pick_worst(sampler, wish, err) || pick_costliest(sampler, wish, err))
		return NULL;
	fill_up(sampler, n_looked, wish);
	return hand_over(sampler);
}

json_t *report_games(struct tournament *tournament, const struct report_wish *wish, struct err *err)
{
	AUTO_SAMPLER struct sampler sampler = {.tournament = tournament};
	if (wish->n_games > 0 && candidates_find(tournament, wish, keep, &sampler, err))
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
