/* test_standings.c - sums and verdicts do not depend on where chunks end: random results, split into chunks at random
 * and added in any order (in a test: in order), give the same bytes. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "base/rng.h"
#include "output/standings_forms.h"
#include "standings/regress.h"
#include "standings/standings.h"

enum { MATCHES = 600, MANY = 150 };

static uint64_t state;

static uint32_t below(uint32_t n)
{
	return rng_below(rng_next(&state), n);
}

/* ---- results ------------------------------------------------------------------------- */

/* Random places by strength: the lower its number, the more often a robot finishes before others; with occasional
 * ties. */
static void make_game(uint8_t *places, int n)
{
	double strength[SCHEDULE_MAX_SEATS];
	for (int i = 0; i < n; i++)
		strength[i] = below(100) + (below(20) ? (n - i) * 5.0 : 50);
	for (int i = 0; i < n; i++) {
		int before = 0;
		for (int j = 0; j < n; j++)
			before += strength[j] > strength[i];
		places[i] = (uint8_t)(1 + before);
	}
}

/* All matches as one chunk with details. Places as in chunk.h. */
static void make_chunk(struct chunk *chunk, const struct schedule *schedule, bool is_alike)
{
	size_t n = (size_t)schedule->n_seats, n_matches = schedule->n_matches;
	*chunk = (struct chunk){
		.matches = {0, n_matches, 1}, .n_seats = schedule->n_seats, .n_blocks = schedule->match_length,
		.has_order = true, .has_details = true,
	};
	chunk->places = NEW_ARRAY(uint8_t, n_matches * chunk_match_size(chunk));
	chunk->signatures = NEW_ARRAY(uint64_t, n_matches);
	chunk->alike = NEW_ARRAY(uint32_t, n_matches);
	chunk->asks = NEW_ARRAY(uint32_t, n_matches * n);
	for (size_t game = 0; game < n_matches * chunk->n_blocks * n; game++)
		make_game(chunk->places + game * n, schedule->n_seats);
	for (size_t match = 0; match < n_matches; match++) {
		chunk->signatures[match] = is_alike ? match / 2 : below(1 << 30);
		chunk->alike[match] = is_alike ? chunk->n_blocks : 0;
		for (size_t player = 0; player < n; player++)
			chunk->asks[match * n + player] = 10 + below(100);
		if (!is_alike && below(50) == 0) {
			struct match_trouble trouble = {.match = (uint32_t)match, .player = below((uint32_t)n),
				.illegal = 1 + below(3),
				.showdowns = {.n = 1 + below(9), .evidence = {below(9), -(int64_t)below(9)}}};
			chunk_add_trouble(chunk, &trouble);
		}
	}
	chunk_sort_troubles(chunk);
	chunk_sum(chunk, schedule);
}

/* Matches from `from` on, below `to`, as a chunk of its own. */
static void make_part(const struct chunk *whole, uint64_t from, uint64_t to, const struct schedule *schedule,
		      struct chunk *part)
{
	size_t n = (size_t)whole->n_seats;
	*part = (struct chunk){
		.matches = {from, to - from, 1}, .n_seats = whole->n_seats, .n_blocks = whole->n_blocks,
		.has_order = true, .has_details = true,
	};
	part->places = mem_resize(NULL, (to - from) * chunk_match_size(whole), 1);
	part->signatures = NEW_ARRAY(uint64_t, to - from);
	part->alike = NEW_ARRAY(uint32_t, to - from);
	part->asks = NEW_ARRAY(uint32_t, (to - from) * n);
	memcpy(part->places, chunk_match(whole, from), (to - from) * chunk_match_size(whole));
	memcpy(part->signatures, whole->signatures + from, (to - from) * sizeof *part->signatures);
	memcpy(part->alike, whole->alike + from, (to - from) * sizeof *part->alike);
	memcpy(part->asks, whole->asks + from * n, (to - from) * n * sizeof *part->asks);
	for (size_t i = 0; i < whole->n_troubles; i++) {
		struct match_trouble trouble = whole->troubles[i];
		if (trouble.match < from || trouble.match >= to)
			continue;
		trouble.match -= (uint32_t)from;
		chunk_add_trouble(part, &trouble);
	}
	chunk_sum(part, schedule);
}

static void make_schedule(struct schedule *schedule, enum format format, int n_robots, int n_seats, uint32_t length,
			  enum deals deals)
{
	const struct schedule_options options = {
		.format = format, .deals = deals, .n_robots = n_robots, .n_seats = n_seats, .match_length = length,
		.games = (uint64_t)MATCHES * length * (uint64_t)n_seats, .seed = rng_key_of_seed("standings"),
	};
	struct err err = {0};
	ck_assert_msg(schedule_init(schedule, &options, &err) == 0, "%s", err.text);
}

/* ---- standings ------------------------------------------------------------------------ */

static void describe(const struct standings *standings, struct str *out)
{
	for (int i = 0; i < standings->n_robots; i++) {
		const struct showdowns *sums = &standings->list[i].showdowns;
		str_addf(out, "%" PRId64 " %" PRId64 " %" PRId64 "\n", sums->n, sums->evidence[0], sums->evidence[1]);
	}
	standings_csv(standings, out);
	standings_table(standings, 0, false, false, "", out);
	AUTO_FREE char *json = NULL;
	json_t *rows = standings_json(standings);
	json = json_dumps(rows, JSON_REAL_PRECISION(17));
	str_add(out, json);
	json_decref(rows);
}

static const struct field {
	enum format format;
	int n_robots, n_seats;
	uint32_t length;
	enum deals deals;
} fields[] = {
	{FORMAT_TABLE, 2, 2, 1, 0}, {FORMAT_TABLE, 2, 2, 7, 0}, {FORMAT_TABLE, 4, 4, 1, 0},
	{FORMAT_ROUND_ROBIN, 4, 2, 1, 0}, {FORMAT_POOL, 7, 3, 2, 0}, {FORMAT_TABLE, 26, 26, 1, 0},
	{FORMAT_POOL, MANY, 2, 1, 0}, {FORMAT_PAIRED, 4, 3, 2, 0},
	{FORMAT_ROUND_ROBIN, 5, 3, 1, DEALS_SAME}, {FORMAT_GAUNTLET, 4, 2, 3, DEALS_SAME},
	{FORMAT_GAUNTLET, 110, 2, 1, DEALS_SAME},
};

static void name_robots(struct robot *robots, int n)
{
	static char labels[MANY][16];
	for (int i = 0; i < n; i++) {
		if (i < 26)
			snprintf(labels[i], sizeof labels[i], "%c", 'a' + i);
		else
			snprintf(labels[i], sizeof labels[i], "%c%d", 'a' + i % 26, i / 26);
		robots[i].label = labels[i];
	}
}

/* A run of n robots at one table. */
static void make_table(struct robot *robots, int n, struct schedule *schedule, struct chunk *whole, bool is_alike)
{
	name_robots(robots, n);
	make_schedule(schedule, FORMAT_TABLE, n, n, 1, DEALS_SHUFFLED);
	make_chunk(whole, schedule, is_alike);
}

/* Every JSON key with a single value is a column of CSV with the same value, and vice versa. */
START_TEST(csv_and_json_have_the_same_columns)
{
	struct robot robots[4] = {0};
	struct schedule schedule;
	struct chunk whole;
	struct standings standings;
	AUTO_STR struct str csv = {0};
	make_table(robots, 4, &schedule, &whole, false);
	standings_init(&standings, robots, &schedule);
	standings_add(&standings, &whole);
	standings_csv(&standings, &csv);
	AUTO_JSON json_t *rows = standings_json(&standings);
	char *lines = csv.text, *line = strsep(&lines, "\n");
	char *titles[64];
	size_t n = 0, at = 0;
	for (char *title; (title = strsep(&line, ",")); n++)
		titles[n] = title;
	json_t *row, *value;
	const char *key;
	json_object_foreach(json_array_get(rows, 0), key, value) {
		size_t i = 0;
		while (i < n && strcmp(titles[i], key) != 0)
			i++;
		bool is_conditional = strncmp(key, "leak_", 5) == 0;
		ck_assert_msg((i < n) == !(json_is_array(value) || is_conditional), "%s", key);
	}
	json_array_foreach(rows, at, row) {
		size_t i = 0;
		line = strsep(&lines, "\n");
		for (char *field; (field = strsep(&line, ",")); i++) {
			value = json_object_get(row, titles[i]);
			ck_assert_msg(value != NULL, "%s", titles[i]);
			if (json_is_string(value))
				ck_assert_str_eq(field, json_string_value(value));
			else
				ck_assert_double_eq_tol(strtod(field, NULL), json_number_value(value), 1e-12);
		}
		ck_assert_uint_eq(i, n);
	}
	ck_assert_str_eq(lines, "");
	standings_release(&standings);
	chunk_release(&whole);
}
END_TEST

START_TEST(chunks_change_nothing)
{
	const struct field *field = &fields[_i];
	struct robot robots[MANY] = {0};
	struct schedule schedule;
	struct chunk whole;
	AUTO_STR struct str wanted = {0};
	state = (uint64_t)_i;
	name_robots(robots, field->n_robots);
	make_schedule(&schedule, field->format, field->n_robots, field->n_seats, field->length, field->deals);
	make_chunk(&whole, &schedule, false);
	for (int try = 0; try < 6; try++) {
		struct standings standings;
		AUTO_STR struct str text = {0};
		uint64_t ends[20], n_parts = try ? 2 + below(15) : 1;
		standings_init(&standings, robots, &schedule);
		for (uint64_t i = 0; i <= n_parts; i++)
			ends[i] = schedule.n_matches * i / n_parts;
		for (uint64_t i = 0; i < n_parts; i++) { /* in a permuted order: i times 7 modulo n_parts */
			uint64_t at = n_parts % 7 ? i * 7 % n_parts : n_parts - 1 - i;
			struct chunk part;
			make_part(&whole, ends[at], ends[at + 1], &schedule, &part);
			standings_add(&standings, &part);
			chunk_release(&part);
		}
		ck_assert_ptr_null(standings.sets.open);
		describe(&standings, &text);
		ck_assert_uint_eq(standings_games(&standings), schedule.n_games);
		if (!try)
			str_add(&wanted, text.text);
		ck_assert_str_eq(text.text, wanted.text);
		standings_release(&standings);
	}
	chunk_release(&whole);
}
END_TEST

/* What a player has of a match by the definitions: shares of the games it won, all of them and those of the first and
 * the later rotations, and the mean score. */
static void add_up(const struct chunk *chunk, uint64_t match, int player, double *share, double *score, double *gain)
{
	const uint8_t *places = chunk_match(chunk, match);
	int n = chunk->n_seats, n_games = (int)chunk->n_blocks * n, n_first = (int)chunk->n_blocks * (n / 2);
	double wins[2] = {0}, scores = 0; /* in the later rotations, in the first ones */
	for (int game = 0; game < n_games; game++, places += n) {
		int tied = 0;
		for (int i = 0; i < n; i++)
			tied += places[i] == places[player];
		wins[game % n < n / 2] += places[player] == 1 ? 1.0 / tied : 0;
		scores += (n - places[player] - (tied - 1) / 2.0) / (n - 1);
	}
	*share = (wins[0] + wins[1]) / n_games;
	*score = scores / n_games;
	*gain = wins[0] / (n_games - n_first) - wins[1] / n_first;
}

/* Those of a robot are the means over its matches, and those of a deal set are one unit. In circles as given no leak is
 * looked for. */
START_TEST(shares_scores_and_leaks_are_means_of_deal_sets)
{
	const struct field *field = &fields[_i];
	struct robot robots[MANY] = {0};
	struct schedule schedule;
	struct chunk whole;
	struct standings standings, given;
	state = 200 + (uint64_t)_i;
	name_robots(robots, field->n_robots);
	make_schedule(&schedule, field->format, field->n_robots, field->n_seats, field->length, field->deals);
	make_chunk(&whole, &schedule, false);
	standings_init(&standings, robots, &schedule);
	standings_add(&standings, &whole);
	schedule.is_as_given = true;
	standings_init(&given, robots, &schedule);
	standings_add(&given, &whole);
	schedule.is_as_given = false;
	for (int robot = 0; robot < field->n_robots; robot++) {
		const struct standing *standing = &standings.list[robot];
		double share, score, gain, shares = 0, scores = 0, gains = 0;
		uint64_t n = 0, n_sets = 0, last = UINT64_MAX;
		for (uint64_t match = 0; match < schedule.n_matches; match++) {
			struct match_plan plan = schedule_match(&schedule, match);
			for (int player = 0; player < field->n_seats; player++) {
				if (plan.robot[player] != robot)
					continue;
				add_up(&whole, match, player, &share, &score, &gain);
				shares += share;
				scores += score;
				gains += gain;
				n++;
				n_sets += match / schedule.set_size != last;
				last = match / schedule.set_size;
			}
		}
		const struct histogram *own = standings.has_pairs ? &standings.shares.own[robot] : &standing->shares;
		ck_assert(own->n == n_sets && standing->leak.gains.n == n_sets &&
			  standing->scores.n == (field->n_seats > 2 ? n_sets : 0));
		ck_assert(standing->shares.n == (field->n_robots > 100 ? n_sets : 0) &&
			  given.list[robot].leak.gains.n == 0);
		ck_assert_double_eq_tol(histogram_mean(own), shares / (double)n, 1e-12);
		ck_assert_double_eq_tol(leak_gain(&standing->leak), gains / (double)n, 1e-12);
		if (field->n_seats > 2)
			ck_assert_double_eq_tol(histogram_mean(&standing->scores), scores / (double)n, 1e-12);
		ck_assert_double_eq_tol(standings_score(&standings, robot).mean, scores / (double)n, 1e-12);
	}
	standings_release(&standings);
	standings_release(&given);
	chunk_release(&whole);
}
END_TEST

/* Pairs of robots are compared up to 100 of them. */
START_TEST(a_hundred_robots_have_pairs)
{
	struct robot robots[101] = {0};
	struct schedule schedule;
	struct standings standings;
	make_schedule(&schedule, FORMAT_POOL, 100 + _i, 2, 1, DEALS_SHUFFLED);
	standings_init(&standings, robots, &schedule);
	ck_assert_int_eq(standings.has_pairs, _i == 0);
	ck_assert_int_eq(standings.shares.n_robots, _i ? 0 : 100);
	standings_release(&standings);
}
END_TEST

/* What one chunk does not know of CPU times and plays is not known of the run. */
START_TEST(chunks_are_summed)
{
	struct robot robots[2] = {0};
	struct schedule schedule;
	struct chunk whole, part;
	struct standings standings;
	static const struct {
		int64_t cpu_ns, sum;
		bool are_alike;
	} chunks[] = {{5, 5, true}, {70, 75, true}, {0, 75, true}, {-1, -1, true}, {9, -1, true}};
	make_table(robots, 2, &schedule, &whole, true);
	standings_init(&standings, robots, &schedule);
	ck_assert(!standings_are_alike(&standings) && !standings_has_failed_robot(&standings)); /* nothing was played */
	for (uint64_t i = 0; i < COUNT(chunks); i++) {
		make_part(&whole, 10 * i, 10 * i + 10, &schedule, &part);
		chunk_robot(&part, 1)->cpu_ns = chunks[i].cpu_ns;
		standings_add(&standings, &part);
		chunk_release(&part);
		ck_assert_int_eq(standings.list[1].cpu_ns, chunks[i].sum);
		ck_assert_int_eq(standings.list[0].cpu_ns, 0);
		ck_assert_int_eq(standings_are_alike(&standings), chunks[i].are_alike);
		ck_assert(standings.n_matches == 10 * i + 10 && standings.n_blocks == 10 * i + 10 &&
			  standings.n_alike == 10 * i + 10);
	}
	standings_release(&standings);
	chunk_release(&whole);
}
END_TEST

START_TEST(a_head_is_the_first_matches)
{
	const struct field *field = &fields[_i];
	struct robot robots[MANY] = {0};
	struct schedule schedule;
	struct chunk whole;
	state = 50 + (uint64_t)_i;
	name_robots(robots, field->n_robots);
	make_schedule(&schedule, field->format, field->n_robots, field->n_seats, field->length, field->deals);
	make_chunk(&whole, &schedule, false);
	for (uint64_t n = 0; n <= schedule.n_matches; n += schedule.n_matches / 5) {
		struct chunk both[2];
		struct str text[2] = {{0}, {0}};
		chunk_head(&whole, n, &schedule, &both[0]);
		make_part(&whole, 0, n, &schedule, &both[1]);
		for (int i = 0; i < 2; i++) {
			struct standings standings;
			standings_init(&standings, robots, &schedule);
			standings_add(&standings, &both[i]);
			standings_finish(&standings);
			describe(&standings, &text[i]);
			standings_release(&standings);
		}
		ck_assert_str_eq(text[0].text, text[1].text);
		ck_assert_uint_eq(both[0].signature, both[1].signature);
		ck_assert_uint_eq(both[0].n_troubles, both[1].n_troubles);
		chunk_head_release(&both[0]);
		chunk_release(&both[1]);
		str_release(&text[0]);
		str_release(&text[1]);
	}
	chunk_release(&whole);
}
END_TEST

START_TEST(equal_robots_are_reported_as_equal)
{
	struct robot robots[2] = {0};
	struct schedule schedule;
	struct chunk whole;
	struct standings standings;
	AUTO_STR struct str text = {0};
	make_table(robots, 2, &schedule, &whole, true);
	standings_init(&standings, robots, &schedule);
	standings_table(&standings, 0, false, false, "", &text);
	ck_assert_ptr_null(strstr(text.text, "alike"));
	standings_add(&standings, &whole);
	standings_table(&standings, 0, false, false, "", &text);
	ck_assert_ptr_nonnull(strstr(text.text, "a and b played identically in every game"));
	standings_release(&standings);
	whole.n_alike--;
	standings_init(&standings, robots, &schedule);
	standings_add(&standings, &whole);
	ck_assert(!standings_are_alike(&standings));
	standings_release(&standings);
	chunk_release(&whole);
}
END_TEST

/* With many robots one is surely better when intervals that hold for all of them do not overlap. */
START_TEST(ranks_of_many_have_ranges)
{
	struct robot robots[MANY] = {0};
	struct schedule schedule;
	struct chunk whole;
	struct standings standings;
	struct interval likely[MANY];
	int n_sure = 0;
	state = 7;
	name_robots(robots, MANY);
	make_schedule(&schedule, FORMAT_POOL, MANY, 2, 1, DEALS_SHUFFLED);
	make_chunk(&whole, &schedule, false);
	for (uint64_t match = 0; match < schedule.n_matches; match++) { /* the first half beats the other */
		struct match_plan plan = schedule_match(&schedule, match);
		bool is_first = plan.robot[0] < MANY / 2;
		for (int game = 0; game < 2 && is_first != (plan.robot[1] < MANY / 2); game++) {
			whole.places[4 * match + 2 * (uint64_t)game] = is_first ? 1 : 2;
			whole.places[4 * match + 2 * (uint64_t)game + 1] = is_first ? 2 : 1;
		}
	}
	standings_init(&standings, robots, &schedule);
	ck_assert(!standings.has_pairs);
	for (int i = 0; i < 10; i++)
		standings_add(&standings, &whole);
	AUTO_FREE struct standings_row *rows = standings_rows(&standings);
	for (int i = 0; i < MANY; i++)
		likely[i] = interval_of_shares_at(&standings.list[i].shares, 1 - 0.05 / MANY);
	for (int at = 0; at < MANY; at++) {
		struct rank_range range = {1, MANY};
		for (int i = 0; i < MANY; i++) {
			range.best += likely[i].low > likely[rows[at].robot].high;
			range.worst -= likely[i].high < likely[rows[at].robot].low;
		}
		ck_assert_int_eq(rows[at].range.best, range.best);
		ck_assert_int_eq(rows[at].range.worst, range.worst);
		n_sure += range.best > 1;
	}
	ck_assert_int_gt(n_sure, 0);
	standings_release(&standings);
	chunk_release(&whole);
}
END_TEST

/* Standings of robots with these sums, each of ten games at tables of `n_seats`. */
static void made_up(struct standings *standings, struct standing *of, struct robot *robots, int n, int n_seats)
{
	*standings = (struct standings){.n_robots = n, .n_seats = n_seats, .n_blocks = 10, .list = of,
		.robots = robots};
	for (int i = 0; i < n; i++)
		of[i].tally.games = 10;
}

static const struct {
	int n, n_seats;
	struct {
		uint64_t asks, timeouts, crashes, failed_games;
		bool is_unloadable;
	} robot[3];
	bool has_failed;
} failures[] = {
	{2, 2, {{50, 0, 0, 0, false}, {50, 0, 0, 0, false}}, false},
	{2, 2, {{50, 9, 0, 9, false}, {50, 0, 9, 9, false}}, false}, /* each still has a game of its own */
	{2, 2, {{50, 0, 0, 0, false}, {50, 10, 0, 10, false}}, true},
	{2, 2, {{50, 0, 0, 0, false}, {9, 4, 4, 8, false}}, false},
	{2, 2, {{50, 0, 0, 0, false}, {9, 4, 5, 9, false}}, true}, /* it has never answered */
	{2, 2, {{50, 0, 0, 0, false}, {0, 0, 0, 0, false}}, false},
	{2, 2, {{50, 0, 0, 0, false}, {0, 0, 0, 0, true}}, true},
	{2, 2, {{50, 0, 0, 0, false}, {1, 0, 1, 9, false}}, true}, /* it was asked once */
	{2, 2, {{50, 0, 0, 0, false}, {1, 1, 0, 0, false}}, true},
	{3, 3, {{50, 0, 0, 7, false}, {50, 0, 0, 7, false}, {50, 0, 0, 6, false}}, false},
};

START_TEST(failures_are_noticed)
{
	struct standing of[3] = {{.tally = {0}}};
	struct robot robots[3] = {0};
	struct standings standings;
	made_up(&standings, of, robots, failures[_i].n, failures[_i].n_seats);
	for (int i = 0; i < failures[_i].n; i++) {
		struct tally *tally = &of[i].tally;
		tally->asks = failures[_i].robot[i].asks;
		tally->timeouts = failures[_i].robot[i].timeouts;
		tally->crashes = failures[_i].robot[i].crashes;
		tally->failed_games = failures[_i].robot[i].failed_games;
		robots[i].fault.verdict = failures[_i].robot[i].is_unloadable ? VERDICT_LOAD : VERDICT_OK;
	}
	ck_assert_int_eq(standings_has_failed_robot(&standings), failures[_i].has_failed);
}
END_TEST

/* No game was decided by play: in each all except the winner have failed. Of four robots, each in half of the games. */
START_TEST(games_without_play_are_noticed)
{
	struct standing of[4] = {{.tally = {0}}};
	struct robot robots[4] = {0};
	struct standings standings;
	made_up(&standings, of, robots, 4, 2);
	for (int i = 0; i < 4; i++)
		of[i].tally = (struct tally){.games = 10, .asks = 50, .failed_games = 5};
	ck_assert(standings_games(&standings) == 20 && standings_has_failed_robot(&standings));
	of[2].tally.failed_games = 4;
	ck_assert(!standings_has_failed_robot(&standings));
	of[2].tally = (struct tally){.games = 0};
	robots[2].fault.verdict = VERDICT_LOAD; /* it did not play */
	ck_assert(!standings_has_failed_robot(&standings));
	of[2].tally.games = 1; /* the only game it was in */
	ck_assert(standings_has_failed_robot(&standings));
	robots[2].fault.verdict = VERDICT_OK;
	ck_assert(!standings_has_failed_robot(&standings));
	of[2].tally.failed_games = 1;
	ck_assert(standings_has_failed_robot(&standings));
}
END_TEST

/* By wins, then by mean places, then as given; equal ones share a rank. */
START_TEST(robots_are_ranked)
{
	static const struct {
		uint64_t wins, halves;
		int place, rank; /* place: in the order */
	} robot[] = {{2, 50, 4, 5}, {4, 40, 1, 2}, {4, 39, 0, 1}, {4, 40, 2, 2}, {3, 60, 3, 4}, {2, 50, 5, 5}};
	enum { N = COUNT(robot) };
	struct standing of[N] = {{.tally = {0}}};
	struct robot robots[N] = {0};
	struct standings standings;
	int order[N];
	made_up(&standings, of, robots, N, 3);
	for (int i = 0; i < N; i++) {
		of[i].tally.first_count[0] = robot[i].wins;
		of[i].tally.place_halves = robot[i].halves;
	}
	standings_sort(&standings, order);
	for (int i = 0; i < N; i++) {
		ck_assert_int_eq(order[robot[i].place], i);
		ck_assert_int_eq(standings_rank(&standings, order, robot[i].place), robot[i].rank);
	}
}
END_TEST

/* ---- tests of a robot ------------------------------------------------------------------- */

static char words[4][4] = {"new", "old", "x", "y"}, seed[] = "standings";
static struct run_config_robot names[] = {
	{.label = words[0], .spec = words[0], .sha256 = words[0]},
	{.label = words[1], .spec = words[1], .sha256 = words[1]},
	{.label = words[2], .spec = words[2], .sha256 = words[2]},
	{.label = words[3], .spec = words[3], .sha256 = words[3]},
};

/* kind: duel, duel of long matches, field, no change, no change in a field. */
static void make_test(int kind, struct schedule *schedule, struct run_config *info, struct chunk *whole)
{
	bool is_field = kind == 2 || kind == 4;
	state = 100 + (uint64_t)kind;
	make_schedule(schedule, is_field ? FORMAT_PAIRED : FORMAT_TABLE, is_field ? 4 : 2, is_field ? 3 : 2,
		      kind == 1 ? 4 : 1, DEALS_SHUFFLED);
	make_chunk(whole, schedule, kind >= 3);
	*info = (struct run_config){
		.format = schedule->format, .n_seats = schedule->n_seats, .match_length = schedule->match_length,
		.games = schedule->n_games, .seed = seed, .n_robots = schedule->n_robots, .robots = names,
		.test = {.is_set = true, .elo0 = -60, .elo1 = 60, .alpha = 0.05, .beta = 0.05},
	};
	snprintf(info->rules.name, sizeof info->rules.name, "liars-dice");
	if (is_field)
		info->games /= 2;
}

START_TEST(a_verdict_does_not_depend_on_chunks)
{
	struct schedule schedule;
	struct run_config info;
	struct chunk whole;
	AUTO_STR struct str wanted = {0};
	uint64_t wanted_n = 0;
	make_test(_i, &schedule, &info, &whole);
	for (uint64_t size = 1; size <= schedule.n_matches; size = size * 2 + 1) {
		struct regress regress;
		AUTO_STR struct str text = {0};
		uint64_t n = 0;
		ck_assert_ptr_null(regress_init(&regress, &info));
		for (uint64_t from = 0; from < schedule.n_matches; from += size) {
			uint64_t to = from + size < schedule.n_matches ? from + size : schedule.n_matches;
			struct chunk part;
			make_part(&whole, from, to, &schedule, &part);
			n += regress_add(&regress, &part);
			chunk_release(&part);
		}
		regress_json(&regress, &text);
		regress_text(&regress, &text);
		regress_junit(&regress, &text);
		if (size == 1) {
			str_add(&wanted, text.text);
			wanted_n = n;
		}
		ck_assert_str_eq(text.text, wanted.text);
		ck_assert_uint_eq(n, wanted_n);
		ck_assert_msg(regress_is_decided(&regress), "%s", text.text);
		ck_assert_uint_lt(n, schedule.n_matches);
		ck_assert(regress.alike == (_i >= 3 ? regress.blocks : 0));
		ck_assert_uint_eq(regress.blocks, n / (_i == 2 || _i == 4 ? 2 : 1) * whole.n_blocks);
		if (_i >= 3) {
			ck_assert_int_eq(regress_verdict(&regress), REGRESS_NO_DIFFERENCE);
			ck_assert_uint_eq(regress.blocks, SPRT_MIN_UNITS);
			ck_assert(regress_passes(&regress));
			regress.elo0 = 0;
			ck_assert(!regress_passes(&regress));
			ck_assert_ptr_null(strstr(text.text, "Elo"));
			ck_assert_ptr_null(strstr(text.text, "SPRT"));
		} else if (_i < 2) {
			ck_assert_int_eq(regress_verdict(&regress), REGRESS_PASS);
		}
		regress_release(&regress);
	}
	chunk_release(&whole);
}
END_TEST

/* In a field the bounds are differences in score. A match of a duel has five values, seen or not. */
START_TEST(a_test_is_set_up)
{
	static const double bounds[][2] = {{-60, 60}, {-60, 60}, {-0.0854987, 0.0854987}};
	struct schedule schedule;
	struct run_config info;
	struct chunk whole;
	struct regress regress;
	make_test(_i, &schedule, &info, &whole);
	info.test.alpha = 0.01;
	ck_assert_ptr_null(regress_init(&regress, &info));
	const struct sprt_test *test = &regress.sprt.test;
	ck_assert_int_eq(test->model, _i == 2 ? SPRT_DIFFERENCE : SPRT_LOGISTIC);
	ck_assert_double_eq_tol(test->low, bounds[_i][0], 5e-7);
	ck_assert_double_eq_tol(test->high, bounds[_i][1], 5e-7);
	ck_assert(test->alpha == 0.01 && test->beta == 0.05 && test->games_per_unit == (_i == 1 ? 8 : 2));
	ck_assert(regress.elo0 == -60 && regress.elo1 == 60 && regress.is_field == (_i == 2) &&
		  regress.n_seats == (_i == 2 ? 3 : 2));
	ck_assert_str_eq(regress.new_side.label, "new");
	ck_assert_str_eq(regress.old_side.label, "old");
	ck_assert_str_eq(regress.field, _i == 2 ? "x,y" : "");
	ck_assert_uint_eq(regress.values.n_values, _i == 2 ? 0 : 5);
	double value = 0;
	for (struct histogram_cursor at = {0}; histogram_next(&regress.values, &at); value += 0.25)
		ck_assert(at.value == value && at.count == 0);
	ck_assert(!regress_is_decided(&regress));
	regress_release(&regress);

	info.test.model = _i == 2 ? MODEL_WINS : MODEL_NORMALIZED;
	ck_assert_ptr_null(regress_init(&regress, &info));
	ck_assert_int_eq(test->model, _i == 2 ? SPRT_DIFFERENCE : SPRT_NORMALIZED);
	if (_i == 2) /* of 3 equal robots, one that is 60 Elo stronger wins 41.4 % */
		ck_assert(fabs(test->low + 0.0719) < 5e-5 && fabs(test->high - 0.0804) < 5e-4 && !regress.by_places);
	regress_release(&regress);
	info.test.elo0 = 60;
	ck_assert_ptr_nonnull(regress_init(&regress, &info));
	regress_release(&regress);
	chunk_release(&whole);
}
END_TEST

/* A worse robot is found as a better one is. Where all plays were the same, no result decides before there are enough
 * blocks. */
START_TEST(verdicts_follow_from_the_results)
{
	struct schedule schedule;
	struct run_config info;
	struct chunk whole;
	struct regress regress;
	make_test(0, &schedule, &info, &whole);
	memset(whole.alike, 0, schedule.n_matches * sizeof *whole.alike);
	for (uint64_t game = 0; game < 2 * schedule.n_matches; game++) {
		whole.places[2 * game] = _i == 1 ? 1 : 2;
		whole.places[2 * game + 1] = _i == 1 ? 2 : 1;
	}
	for (uint64_t match = 0; match < 99 && _i == 2; match++)
		whole.alike[match] = 1;
	if (_i == 2) /* which needs 257 equal matches */
		info.test.elo0 = -5;
	ck_assert_ptr_null(regress_init(&regress, &info));
	uint64_t n = regress_add(&regress, &whole);
	ck_assert_int_eq(regress_verdict(&regress), _i == 1 ? REGRESS_PASS : REGRESS_WORSE);
	ck_assert_uint_eq(n, _i == 2 ? 100 : SPRT_MIN_UNITS);
	ck_assert_uint_eq(regress.alike, _i == 2 ? 99 : 0);
	regress_release(&regress);
	chunk_release(&whole);
}
END_TEST

START_TEST(matches_behind_a_gap_are_left_out)
{
	struct schedule schedule;
	struct run_config info;
	struct chunk whole, parts[3];
	struct regress regress;
	make_test(0, &schedule, &info, &whole);
	ck_assert_ptr_null(regress_init(&regress, &info));
	for (uint64_t i = 0; i < 3; i++)
		make_part(&whole, i * 10, i * 10 + 10, &schedule, &parts[i]);
	ck_assert_uint_eq(regress_add(&regress, &parts[0]), 10);
	ck_assert_uint_eq(regress_add(&regress, &parts[2]), 0);
	ck_assert_uint_eq(regress.games, 20);
	ck_assert_uint_eq(regress_add(&regress, &parts[1]), 10);
	ck_assert_uint_eq(regress_add(&regress, &parts[2]), 10);
	ck_assert_uint_eq(regress.games, 60);
	regress_release(&regress);
	for (int i = 0; i < 3; i++)
		chunk_release(&parts[i]);
	chunk_release(&whole);
}
END_TEST

/* The faults of a player in the matches first, first + stride, ... of a chunk. */
static struct tally troubles_of(const struct chunk *chunk, uint32_t player, uint32_t first, uint32_t stride)
{
	struct tally sum = {0};
	for (size_t i = 0; i < chunk->n_troubles; i++) {
		const struct match_trouble *trouble = &chunk->troubles[i];
		if (trouble->player != player || trouble->match < first || (trouble->match - first) % stride)
			continue;
		sum.illegal += trouble->illegal;
		sum.timeouts += trouble->timeouts;
		sum.crashes += trouble->crashes;
		sum.failed_games += trouble->failed_games;
	}
	return sum;
}

static void check_troubles(const struct tally *is, const struct tally *wanted)
{
	ck_assert_uint_eq(is->illegal, wanted->illegal);
	ck_assert_uint_eq(is->timeouts, wanted->timeouts);
	ck_assert_uint_eq(is->crashes, wanted->crashes);
	ck_assert_uint_eq(is->failed_games, wanted->failed_games);
}

/* A failed game ends the test, also one of the robots beside the two in a field. There the new robot is player 0 of the
 * even matches, the old one of the odd ones. */
static const struct {
	bool is_field;
	uint32_t player, match, n_added; /* the trouble; the matches that count */
	char side;                       /* new, old, field */
} failed[] = {
	{false, 0, 5, 6, 'n'}, {false, 1, 5, 6, 'o'}, {false, 1, 0, 1, 'o'}, {true, 0, 4, 6, 'n'}, {true, 0, 5, 6, 'o'},
	{true, 1, 4, 6, 'f'}, {true, 1, 5, 6, 'f'}, {true, 2, 4, 6, 'f'}, {true, 2, 5, 6, 'f'},
};

START_TEST(a_failed_game_ends_a_test)
{
	struct schedule schedule;
	struct run_config info;
	struct chunk whole;
	struct regress regress;
	make_test(failed[_i].is_field ? 2 : 0, &schedule, &info, &whole);
	whole.n_troubles = 0;
	struct match_trouble trouble = {.match = failed[_i].match, .player = failed[_i].player, .illegal = 3,
		.timeouts = 2, .crashes = 1, .failed_games = 1};
	chunk_add_trouble(&whole, &trouble);
	trouble.match = failed[_i].n_added; /* which does not count any more */
	chunk_add_trouble(&whole, &trouble);
	chunk_sort_troubles(&whole);
	ck_assert_ptr_null(regress_init(&regress, &info));
	ck_assert_uint_eq(regress_add(&regress, &whole), failed[_i].n_added);
	ck_assert_int_eq(regress_verdict(&regress), REGRESS_FAILED);
	const struct tally some = {.illegal = 3, .timeouts = 2, .crashes = 1, .failed_games = 1}, none = {0};
	check_troubles(&regress.new_side.tally, failed[_i].side == 'n' ? &some : &none);
	check_troubles(&regress.old_side.tally, failed[_i].side == 'o' ? &some : &none);
	check_troubles(&regress.field_tally, failed[_i].side == 'f' ? &some : &none);
	regress_release(&regress);
	chunk_release(&whole);
}
END_TEST

/* Matches are better, worse or even for the new robot; in a field by the difference of two matches with the same
 * dice. */
START_TEST(matches_of_a_test_are_counted)
{
	struct schedule schedule;
	struct run_config info;
	struct chunk whole;
	struct regress regress;
	uint64_t better = 0, even = 0, worse = 0, n_games, asks[2] = {0};
	double sum = 0;
	bool is_field = _i == 2;
	make_test(_i, &schedule, &info, &whole);
	/* hard to decide */
	info.test = (struct run_config_test){.is_set = true, .elo0 = -1, .elo1 = 1, .alpha = 0.001, .beta = 0.001};
	ck_assert_ptr_null(regress_init(&regress, &info));
	uint64_t n = regress_add(&regress, &whole);
	n_games = (uint64_t)whole.n_blocks * (uint64_t)whole.n_seats;
	for (uint64_t match = 0; match + is_field < n; match += 1 + is_field) {
		double base = is_field ? match_score(chunk_match(&whole, match + 1), n_games, whole.n_seats, 0) : 0.5;
		double difference = is_field ? match_score(chunk_match(&whole, match), n_games, whole.n_seats, 0) - base
					     : match_win_share(chunk_match(&whole, match), n_games, 2, 0) - base;
		better += difference > 1e-9;
		worse += difference < -1e-9;
		even += difference <= 1e-9 && difference >= -1e-9;
		sum += difference;
		asks[0] += whole.asks[match * (uint64_t)whole.n_seats];
		asks[1] += whole.asks[is_field ? (match + 1) * 3 : match * 2 + 1];
	}
	ck_assert(n > 100 && better != worse);
	ck_assert_uint_eq(regress.better, better);
	ck_assert_uint_eq(regress.worse, worse);
	ck_assert_uint_eq(regress.even, even);
	ck_assert_uint_eq(regress.games, n * n_games);
	ck_assert_uint_eq(regress.new_side.tally.games, is_field ? n / 2 * n_games : n * n_games);
	ck_assert_uint_eq(regress.old_side.tally.games, regress.new_side.tally.games);
	ck_assert(regress.new_side.tally.asks == asks[0] && regress.old_side.tally.asks == asks[1]);
	double units = (double)(better + even + worse);
	ck_assert_double_eq_tol(histogram_mean(&regress.values), is_field ? (1 + sum / units) / 2 : 0.5 + sum / units,
				1e-12);
	const struct tally new_faults = troubles_of(&whole, 0, 0, is_field ? 2 : 1);
	const struct tally old_faults = is_field ? troubles_of(&whole, 0, 1, 2) : troubles_of(&whole, 1, 0, 1);
	ck_assert(n == schedule.n_matches && new_faults.illegal > 0 && old_faults.illegal > 0);
	check_troubles(&regress.new_side.tally, &new_faults);
	check_troubles(&regress.old_side.tally, &old_faults);
	regress_release(&regress);
	chunk_release(&whole);
}
END_TEST

SUITE(0,
	TEST(csv_and_json_have_the_same_columns),
	LOOP(chunks_change_nothing, 0, COUNT(fields)),
	LOOP(shares_scores_and_leaks_are_means_of_deal_sets, 0, COUNT(fields)),
	LOOP(a_hundred_robots_have_pairs, 0, 2),
	TEST(chunks_are_summed),
	LOOP(a_head_is_the_first_matches, 0, COUNT(fields)),
	TEST(equal_robots_are_reported_as_equal),
	TEST(ranks_of_many_have_ranges),
	LOOP(failures_are_noticed, 0, COUNT(failures)),
	TEST(games_without_play_are_noticed),
	TEST(robots_are_ranked),
	LOOP(a_test_is_set_up, 0, 3),
	LOOP(verdicts_follow_from_the_results, 0, 3),
	LOOP(a_failed_game_ends_a_test, 0, COUNT(failed)),
	LOOP(matches_of_a_test_are_counted, 0, 3),
	LOOP(a_verdict_does_not_depend_on_chunks, 0, 5),
	TEST(matches_behind_a_gap_are_left_out))
