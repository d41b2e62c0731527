/* test_match.c - runs of matches by coordinator and workers: the same results however the work is divided, resumed
 * runs, early ends, and which matches a robot's process serves. */
#include <signal.h>
#include <sys/resource.h>

#include "match/move_log.h"
#include "match/worker.h"
#include "match/workers.h"
#include "zoo.h"

enum { MOST_MATCHES = 400, MOST_CHUNKS = 400, LARGE_NS = 1000000000 };

/* ---- a run with everything that it delivers -------------------------------------------------- */

/* All that is known of a match. */
struct match_notes {
	int n_arrived, n_finished;
	uint64_t hash;             /* of places, signature, n_alike, asks and troubles */
	struct chunk chunk;        /* only this match; owned */
};

struct stage {
	struct robot robots[ZOO_MAX_ROBOTS];
	struct tournament t;
	struct match_notes match[MOST_MATCHES];
	struct tally sum[ZOO_MAX_ROBOTS];
	uint64_t signature, n_alike;
	struct chunk faults;       /* the first of each robot, as chunk_add_fault keeps them */
	uint64_t order[MOST_MATCHES]; /* match numbers in the order of delivery; n_order */
	size_t n_order;
	uint64_t size[MOST_CHUNKS];/* of the chunks, in the order of arrival */
	size_t n_chunks, n_handed_on; /* chunks that arrived; chunks passed to `finished` */
	size_t n_recalled;
	size_t n_unknown[ZOO_MAX_ROBOTS]; /* chunks without the CPU time of the robot */
	int64_t cpu_ns;            /* of all robots in all chunks */
	/* Stop after so many chunks; 0: never. */
	size_t stop_after_finished, stop_after_arrived, kill_after_arrived, fail_after_arrived;
	volatile sig_atomic_t stop;
};

static int arrive(const struct chunk *chunk, void *context, struct err *err);
static bool finish(const struct chunk *chunk, void *context);

static void open_stage(struct stage *stage, const char *const *robots, const struct schedule_options *options)
{
	struct err err = {0};
	struct schedule_options o = *options;
	int n = 0;
	memset(stage, 0, sizeof *stage);
	for (; n < ZOO_MAX_ROBOTS && robots[n]; n++)
		zoo_open(&stage->robots[n], robots[n]);
	stage->t = (struct tournament){
		.robots = stage->robots, .seed = rng_key_of_seed("match"), .n_workers = 1, .keeps_details = true,
		.limits = {.move_time_ns = INT64_C(5000000000), .memory = (uint64_t)512 << 20},
		.arrived = arrive, .finished = finish, .context = stage, .stop = &stage->stop,
	};
	o.n_robots = n;
	o.seed = stage->t.seed;
	ck_assert_int_eq(rules_init(&stage->t.rules, "liars-dice", &err), 0);
	ck_assert_msg(schedule_init(&stage->t.schedule, &o, &err) == 0, "%s", err.text);
	ck_assert_uint_le(stage->t.schedule.n_matches, MOST_MATCHES);
}

static void forget_run(struct stage *stage)
{
	for (int i = 0; i < MOST_MATCHES; i++)
		chunk_release(&stage->match[i].chunk);
	chunk_release(&stage->faults);
	memset(stage->match, 0, sizeof stage->match);
	memset(stage->sum, 0, sizeof stage->sum);
	stage->signature = stage->n_alike = 0;
	stage->n_order = stage->n_chunks = stage->n_handed_on = stage->n_recalled = 0;
	stage->cpu_ns = 0;
	memset(stage->n_unknown, 0, sizeof stage->n_unknown);
	stage->stop = 0;
}

static void close_stage(struct stage *stage)
{
	forget_run(stage);
	for (int i = 0; i < stage->t.schedule.n_robots; i++)
		robot_release(&stage->robots[i]);
}

static void *copy_of(const void *bytes, size_t n)
{
	char *copy = NEW_ARRAY(char, n + 1);
	memcpy(copy, bytes, n);
	return copy;
}

/* Copies one match of a chunk to a chunk of its own, without faults. */
static void cut_out(const struct chunk *from, uint64_t index, struct chunk *to)
{
	size_t n = (size_t)from->n_seats, size = chunk_match_size(from);
	*to = (struct chunk){
		.matches = {matches_number(&from->matches, index), 1, 1}, .n_seats = from->n_seats,
		.n_blocks = from->n_blocks, .has_order = true, .has_details = true,
		.places = copy_of(chunk_match(from, index), size),
		.signatures = copy_of(&from->signatures[index], sizeof *from->signatures),
		.alike = copy_of(&from->alike[index], sizeof *from->alike),
		.asks = copy_of(&from->asks[index * n], n * sizeof *from->asks),
	};
	for (size_t i = 0; i < from->n_troubles; i++) {
		struct match_trouble trouble = from->troubles[i];
		if (trouble.match != index)
			continue;
		trouble.match = 0;
		chunk_add_trouble(to, &trouble);
	}
}

static uint64_t hash_of(const struct chunk *match)
{
	uint64_t hash = 0;
	zoo_hash(&hash, match->places, chunk_match_size(match));
	zoo_hash(&hash, match->signatures, sizeof *match->signatures);
	zoo_hash(&hash, match->alike, sizeof *match->alike);
	zoo_hash(&hash, match->asks, (size_t)match->n_seats * sizeof *match->asks);
	zoo_hash(&hash, match->troubles, match->n_troubles * sizeof *match->troubles);
	return hash;
}

static int arrive(const struct chunk *chunk, void *context, struct err *err)
{
	struct stage *stage = context;
	int workers[8];
	for (uint64_t i = 0; i < chunk->matches.n; i++) {
		uint64_t number = matches_number(&chunk->matches, i);
		ck_assert_uint_lt(number, stage->t.schedule.n_matches);
		ck_assert_int_eq(stage->match[number].n_arrived++, 0);
	}
	if (stage->n_chunks < MOST_CHUNKS)
		stage->size[stage->n_chunks] = chunk->matches.n;
	if (++stage->n_chunks == stage->stop_after_arrived)
		stage->stop = 1;
	if (stage->n_chunks == stage->kill_after_arrived) {
		ck_assert_int_ge(zoo_children(getpid(), workers, 8), 2);
		kill(workers[stage->kill_after_arrived % 2], SIGKILL);
	}
	return stage->n_chunks == stage->fail_after_arrived ? err_set(err, EXIT_WORLD, "the disk is full") : 0;
}

static void add_fault(struct stage *stage, const struct fault_record *record)
{
	struct fault_record copy = *record;
	copy.hands = mem_strdup(record->hands);
	copy.history = mem_strdup(record->history);
	copy.fault = copy_of(record->fault, sizeof *record->fault);
	chunk_add_fault(&stage->faults, &copy);
}

static bool finish(const struct chunk *chunk, void *context)
{
	struct stage *stage = context;
	ck_assert(chunk->has_details && chunk->has_order);
	ck_assert_msg(!stage->stop_after_finished || stage->n_handed_on < stage->stop_after_finished,
		      "a chunk after the run was stopped");
	for (uint64_t i = 0; i < chunk->matches.n; i++) {
		uint64_t number = matches_number(&chunk->matches, i);
		struct match_notes *match = &stage->match[number];
		ck_assert_uint_lt(number, stage->t.schedule.n_matches);
		ck_assert_int_eq(match->n_finished++, 0);
		cut_out(chunk, i, &match->chunk);
		match->hash = hash_of(&match->chunk);
		stage->order[stage->n_order++] = number;
	}
	for (int i = 0; i < chunk->n_robots; i++) {
		const struct chunk_robot *robot = &chunk->robots[i];
		tally_add(&stage->sum[robot->robot], &robot->tally);
		ck_assert_int_ge(robot->cpu_ns, -1);
		stage->n_unknown[robot->robot] += robot->cpu_ns < 0;
		stage->cpu_ns += robot->cpu_ns < 0 ? 0 : robot->cpu_ns;
	}
	for (int i = 0; i < chunk->n_faults; i++)
		add_fault(stage, &chunk->faults[i]);
	stage->signature += chunk->signature;
	stage->n_alike += chunk->n_alike;
	return ++stage->n_handed_on != stage->stop_after_finished;
}

static struct err play(struct stage *stage)
{
	struct err err = {0};
	for (int i = 0; i < stage->t.schedule.n_robots; i++)
		stage->robots[i].fault.verdict = VERDICT_OK;
	ck_assert_msg(tournament_probe(&stage->t, &err) == 0, "%s", err.text);
	int failed = tournament_play(&stage->t, &err);
	ck_assert_int_eq(failed != 0, err.code != EXIT_OK);
	ck_assert_msg(zoo_all_gone(), "a process is left");
	return err;
}

static void play_well(struct stage *stage)
{
	struct err err = play(stage);
	ck_assert_msg(err.code == EXIT_OK, "%s", err.text);
}

/* All matches are delivered once, in order. */
static void check_whole(const struct stage *stage)
{
	ck_assert_uint_eq(stage->n_order, stage->t.schedule.n_matches);
	for (uint64_t i = 0; i < stage->n_order; i++)
		ck_assert_uint_eq(stage->order[i], i);
}

static void check_same_faults(const struct chunk *a, const struct chunk *b, const char *how)
{
	ck_assert_msg(a->n_faults == b->n_faults, "%s: %d faults kept or %d", how, a->n_faults, b->n_faults);
	for (int i = 0; i < a->n_faults; i++) {
		const struct fault_record *x = &a->faults[i], *y = &b->faults[i];
		ck_assert_msg(fault_record_compare(x, y) == 0 && x->me == y->me, "%s: fault %d in game %lu or %lu", how,
			      i, (unsigned long)x->game, (unsigned long)y->game);
		ck_assert_str_eq(x->hands, y->hands);
		ck_assert_str_eq(x->history, y->history);
		ck_assert_int_eq(x->fault->verdict, y->fault->verdict);
	}
}

/* The same outcome of every match, the same sums, the same first faults. */
static void check_same(const struct stage *a, const struct stage *b, const char *how)
{
	for (uint64_t i = 0; i < a->t.schedule.n_matches; i++)
		ck_assert_msg(a->match[i].hash == b->match[i].hash, "%s: match %lu went otherwise", how,
			      (unsigned long)i);
	for (int i = 0; i < ZOO_MAX_ROBOTS; i++)
		ck_assert_msg(memcmp(&a->sum[i], &b->sum[i], sizeof a->sum[i]) == 0, "%s: other sums of robot %d", how,
			      i);
	ck_assert_msg(a->signature == b->signature && a->n_alike == b->n_alike, "%s: another signature", how);
	check_same_faults(&a->faults, &b->faults, how);
}

/* ---- however the work is divided ------------------------------------------------------------------ */

#define RUN(f, seats, n, length) {.format = (f), .n_seats = (seats), .games = (n), .match_length = (length)}
#define RUN_SAME(f, seats, n, length) \
	{.format = (f), .n_seats = (seats), .games = (n), .match_length = (length), .deals = DEALS_SAME}

static const struct run {
	const char *robots[6];
	struct schedule_options options;
} runs[] = {
	{{"learner", "computer"}, RUN(FORMAT_TABLE, 0, 60, 1)},
	{{"learner", "dicer"}, RUN(FORMAT_TABLE, 0, 90, 4)},
	{{"learner", "tired:every=2", "prober"}, RUN(FORMAT_TABLE, 0, 60, 3)},
	{{"learner", "unresolved", "learner", "garbage"}, RUN(FORMAT_TABLE, 0, 60, 1)},
	{{"learner", "random_raiser", "observer", "tls"}, RUN(FORMAT_ROUND_ROBIN, 2, 8, 1)},
	{{"learner", "random_raiser", "computer", "tired:every=3"}, RUN(FORMAT_ROUND_ROBIN, 3, 20, 3)},
	{{"learner", "conservative", "dicer", "segv"}, RUN(FORMAT_GAUNTLET, 2, 14, 1)},
	{{"learner", "conservative", "dicer", "meek"}, RUN(FORMAT_GAUNTLET, 3, 20, 2)},
	{{"learner", "conservative", "observer", "computer", "dicer"}, RUN(FORMAT_POOL, 3, 90, 1)},
	{{"learner", "conservative", "unique", "computer", "dicer"}, RUN(FORMAT_POOL, 2, 90, 4)},
	{{"learner", "learner", "dicer"}, RUN(FORMAT_PAIRED, 0, 40, 1)},
	{{"learner", "computer", "tired:every=3", "dicer"}, RUN(FORMAT_PAIRED, 0, 50, 3)},
	{{"learner", "random_raiser", "computer"}, RUN_SAME(FORMAT_ROUND_ROBIN, 2, 12, 2)},
	{{"learner", "conservative", "dicer", "tired:every=3"}, RUN_SAME(FORMAT_GAUNTLET, 3, 15, 1)},
	{{"learner", "conservative", "dicer"},
	 {.format = FORMAT_ROUND_ROBIN, .n_seats = 2, .games = 12, .match_length = 2, .deals = DEALS_INDEPENDENT}},
};
enum { N_RUNS = sizeof runs / sizeof *runs };

static const struct way {
	int n_workers, n_lanes;
	int64_t chunk_ns;
	bool is_trusted;
} ways[] = {
	{1, 1, 1, true}, {2, 5, 0, true}, {3, 512, LARGE_NS, true}, {3, 1, 1, true}, {1, 5, 1, true},
	{1, 1, LARGE_NS, false}, {1, 5, 1, false}, {2, 512, 1, false}, {2, 5, LARGE_NS, false}, {3, 1, 0, false},
	{3, 512, 0, false},
};
enum { N_WAYS = sizeof ways / sizeof *ways, SANDBOXED_WAYS = 6 }; /* the last ones */

static void go_way(struct stage *stage, const struct way *way)
{
	stage->t.n_workers = way->n_workers;
	stage->t.n_lanes = way->n_lanes;
	stage->t.chunk_ns = way->chunk_ns;
	stage->t.is_trusted = way->is_trusted;
}

static void open_run(struct stage *stage, int i)
{
	open_stage(stage, runs[i].robots, &runs[i].options);
}

/* Robots such as segv and observer crash in every game; trusted ones would end the worker. */
static bool can_be_trusted(int i)
{
	static const char *const crash[] = {"tired", "observer", "segv"};
	for (int k = 0; runs[i].robots[k]; k++)
		for (int c = 0; c < 3; c++)
			if (strncmp(runs[i].robots[k], crash[c], strlen(crash[c])) == 0)
				return false;
	return true;
}

/* Processes take time to start, so each run is played in two of the ways with a sandbox; the runs of all formats
 * together are played in all of them, also those with robots that cannot be trusted. */
static bool is_left_to_others(int i, int w)
{
	if (ways[w].is_trusted)
		return !can_be_trusted(i);
	return (w - i - (N_WAYS - SANDBOXED_WAYS)) % 3 != 0 || (ZOO_IS_SANITIZED && w < N_WAYS - 3);
}

START_TEST(every_division_of_the_work_gives_the_same)
{
	static struct stage first, other;
	open_run(&first, _i);
	go_way(&first, &(struct way){1, 7, 0, can_be_trusted(_i)});
	play_well(&first);
	check_whole(&first);
	open_run(&other, _i);
	for (int i = 0; i < N_WAYS; i++) {
		char how[100];
		if (is_left_to_others(_i, i))
			continue;
		snprintf(how, sizeof how, "%d workers, %d lanes, chunks of %ld ns%s", ways[i].n_workers,
			 ways[i].n_lanes, (long)ways[i].chunk_ns, ways[i].is_trusted ? ", trusted" : "");
		forget_run(&other);
		go_way(&other, &ways[i]);
		play_well(&other);
		check_whole(&other);
		check_same(&first, &other, how);
		for (uint64_t number = 0; number < other.n_order; number++)
			ck_assert_int_eq(other.match[number].n_arrived, 1);
		for (size_t k = 0; k < other.n_chunks; k++)
			ck_assert_uint_eq(other.size[k] % other.t.schedule.set_size, 0);
		ck_assert_uint_eq(other.n_chunks, other.n_handed_on);
	}
	close_stage(&first);
	close_stage(&other);
}
END_TEST

/* Shows that the comparison above can fail: with other dice, and with shorter matches for a robot that learns. */
START_TEST(other_games_are_told_apart)
{
	static struct stage first, other;
	const char *const robots[] = {"learner", "computer", NULL};
	struct schedule_options options = RUN(FORMAT_TABLE, 0, 80, 2);
	open_stage(&first, robots, &options);
	first.t.is_trusted = true;
	play_well(&first);
	int n_same = 0;
	open_stage(&other, robots, &options);
	other.t.is_trusted = true;
	other.t.seed = rng_key_of_seed("other");
	play_well(&other);
	for (uint64_t i = 0; i < first.t.schedule.n_matches; i++)
		n_same += first.match[i].hash == other.match[i].hash;
	ck_assert_int_eq(n_same, 0);
	ck_assert(first.signature != other.signature);
	close_stage(&other);
	options.match_length = 1;
	open_stage(&other, robots, &options);
	other.t.is_trusted = true;
	play_well(&other);
	ck_assert_uint_eq(other.sum[0].games, first.sum[0].games);
	ck_assert(other.signature != first.signature);
	close_stage(&first);
	close_stage(&other);
}
END_TEST

/* ---- resumed runs ---------------------------------------------------------------------------------- */

/* The matches played in an earlier part of a run. */
struct past {
	struct stage stage;      /* must be first: the tournament's context is the stage */
	const struct stage *whole;
	struct matches known[MOST_MATCHES];
	size_t n_reported;       /* chunks that had arrived at the last report of progress */
};

static int recall(const struct matches *which, struct chunk *chunk, void *context, struct err *err)
{
	struct past *past = context;
	const struct chunk *model = &past->whole->match[which->first].chunk;
	size_t n = (size_t)model->n_seats, size = chunk_match_size(model);
	(void)err;
	*chunk = (struct chunk){
		.matches = *which, .n_seats = model->n_seats, .n_blocks = model->n_blocks, .has_order = true,
		.has_details = true, .places = NEW_ARRAY(uint8_t, which->n * size),
		.signatures = NEW_ARRAY(uint64_t, which->n), .alike = NEW_ARRAY(uint32_t, which->n),
		.asks = NEW_ARRAY(uint32_t, which->n * n),
	};
	for (uint64_t i = 0; i < which->n; i++) {
		const struct chunk *from = &past->whole->match[matches_number(which, i)].chunk;
		memcpy(chunk->places + i * size, from->places, size);
		memcpy(chunk->asks + i * n, from->asks, n * sizeof *from->asks);
		chunk->signatures[i] = from->signatures[0];
		chunk->alike[i] = from->alike[0];
		for (size_t k = 0; k < from->n_troubles; k++) {
			struct match_trouble trouble = from->troubles[k];
			trouble.match = (uint32_t)i;
			chunk_add_trouble(chunk, &trouble);
		}
	}
	chunk_sum(chunk, &past->whole->t.schedule);
	past->stage.n_recalled++;
	return 0;
}

static int compare_matches(const void *a, const void *b)
{
	const struct matches *x = a, *y = b;
	return (x->first > y->first) - (x->first < y->first);
}

/* Each match is known or not, at random. Known matches that are adjacent in one residue class are in one chunk, or in
 * several. The shorter last match of an old run has a chunk of its own. One match in `rare` is known, or missing. */
static void know_some(struct past *past, uint64_t *state, uint64_t stride, uint32_t rare, bool are_most_known)
{
	const struct schedule *s = &past->whole->t.schedule;
	size_t n = 0;
	for (uint64_t residue = 0; residue < stride; residue++) {
		bool was_known = false;
		for (uint64_t number = residue; number < s->n_matches; number += stride) {
			bool is_known = (rng_below(rng_next(state), rare) == 0) != are_most_known;
			bool is_last = s->match_length > 1 && number == s->n_matches - 1;
			if (is_known && was_known && !is_last && rng_below(rng_next(state), 4))
				past->known[n - 1].n++;
			else if (is_known)
				past->known[n++] = (struct matches){number, 1, stride};
			was_known = is_known;
		}
	}
	for (size_t i = 0; i < n; i++)
		if (past->known[i].n == 1 && rng_below(rng_next(state), 2))
			past->known[i].stride = 1; /* the stride of a chunk with one match is arbitrary */
	qsort(past->known, n, sizeof *past->known, compare_matches);
	past->stage.t.known = past->known;
	past->stage.t.n_known = n;
	past->stage.t.recall = recall;
}

static bool is_known(const struct tournament *t, uint64_t number)
{
	for (size_t i = 0; i < t->n_known; i++)
		for (uint64_t k = 0; k < t->known[i].n; k++)
			if (matches_number(&t->known[i], k) == number)
				return true;
	return false;
}

static uint64_t stride_of(const struct tournament *t)
{
	for (size_t i = 0; i < t->n_known; i++)
		if (t->known[i].n > 1)
			return t->known[i].stride;
	return 1;
}

/* Everything is delivered once, one residue class after the other; exactly the unknown matches were played. */
static void check_completed(const struct past *past, const char *how)
{
	const struct stage *stage = &past->stage;
	uint64_t n = stage->t.schedule.n_matches, stride = stride_of(&stage->t);
	ck_assert_uint_eq(stage->n_order, n);
	for (uint64_t i = 1; i < n; i++) {
		uint64_t before = stage->order[i - 1], number = stage->order[i];
		bool is_next = before % stride == number % stride ? number == before + stride
								  : number == before % stride + 1;
		ck_assert_msg(is_next, "%s: match %lu after %lu", how, (unsigned long)number, (unsigned long)before);
	}
	ck_assert_uint_eq(stage->order[0], 0);
	for (uint64_t i = 0; i < n; i++)
		ck_assert_msg(stage->match[i].n_arrived == !is_known(&stage->t, i), "%s: match %lu was played %d times",
			      how, (unsigned long)i, stage->match[i].n_arrived);
	ck_assert_uint_eq(stage->n_recalled, stage->t.n_known);
}

static const struct {
	int run;
	uint64_t stride;
	uint32_t rare;
	bool are_most_known;
} pasts[] = {
	{0, 1, 2, false}, {0, 1, 10, true}, {0, 1, 10, false}, {0, 3, 2, false}, {0, 3, 6, true}, {0, 3, 6, false},
	{0, 3, 1, false}, {0, 1, 1, false}, {0, 3, 1000000, true}, {1, 1, 3, true}, {9, 3, 3, true}, {7, 1, 3, true},
	{10, 1, 2, false}, {10, 3, 4, true}, {10, 2, 4, false}, {12, 1, 20, false}, {12, 3, 20, true},
};

/* Whichever matches are already finished, exactly the missing ones are played. */
START_TEST(runs_resume_where_matches_are_missing)
{
	static struct stage whole;
	static struct past past;
	uint64_t state = (uint64_t)_i;
	open_run(&whole, pasts[_i].run);
	whole.t.is_trusted = true;
	play_well(&whole);
	for (int round = 0; round < 4; round++) {
		const struct way few[] = {{1, 1, 1, true}, {2, 5, 1, true}, {3, 5, 0, true}, {2, 512, 1, _i % 4 != 0}};
		char how[80];
		snprintf(how, sizeof how, "round %d", round);
		open_run(&past.stage, pasts[_i].run);
		past.whole = &whole;
		know_some(&past, &state, pasts[_i].stride, pasts[_i].rare, pasts[_i].are_most_known);
		go_way(&past.stage, &few[round]);
		play_well(&past.stage);
		check_completed(&past, how);
		check_same(&whole, &past.stage, how);
		close_stage(&past.stage);
	}
	close_stage(&whole);
}
END_TEST

/* The games of the chunks that arrived and of the known ones; between two arrivals there may be more. */
static void check_progress(uint64_t games, void *context)
{
	struct past *past = context;
	struct stage *stage = &past->stage;
	uint64_t n_games = stage->t.schedule.n_games, n = 3;
	for (size_t i = 0; i < stage->n_chunks; i++)
		n += stage->size[i];
	n *= n_games / stage->t.schedule.n_matches;
	if (past->n_reported != stage->n_chunks) /* the only worker waits */
		ck_assert_uint_eq(games, n);
	ck_assert(games >= n && games <= n_games);
	past->n_reported = stage->n_chunks;
}

START_TEST(progress_counts_the_games)
{
	static struct stage whole;
	static struct past past;
	open_run(&whole, 1);
	whole.t.is_trusted = true;
	play_well(&whole);
	ck_assert(whole.t.schedule.n_matches == 12 && whole.t.schedule.n_games == 96);
	open_run(&past.stage, 1);
	past.whole = &whole;
	past.known[0] = (struct matches){0, 2, 1};
	past.known[1] = (struct matches){5, 1, 1};
	past.stage.t.known = past.known;
	past.stage.t.n_known = 2;
	past.stage.t.recall = recall;
	past.stage.t.progress = check_progress;
	go_way(&past.stage, &(struct way){1, 2, 1, true});
	play_well(&past.stage);
	check_completed(&past, "progress");
	ck_assert_uint_gt(past.stage.n_chunks, 1);
	ck_assert_uint_eq(past.n_reported, past.stage.n_chunks);
	close_stage(&past.stage);
	close_stage(&whole);
}
END_TEST

static int be_elsewhere(int index, int fd, void *context)
{
	static volatile uint64_t games; /* not shared with the owner */
	(void)index;
	return worker_main(context, 3, fd, &games);
}

static void watch_progress(uint64_t games, void *context)
{
	struct past *past = context;
	ck_assert_uint_ge(games, past->n_reported);
	past->n_reported = games;
}

/* Workers that share no memory with their owner, as on other machines: their games count when their chunks arrive. */
START_TEST(workers_elsewhere_give_the_same)
{
	static struct stage whole;
	static struct past past;
	struct stage *stage = &past.stage;
	struct workers workers;
	struct err err = {0};
	open_run(&whole, 1);
	whole.t.is_trusted = true;
	play_well(&whole);
	open_run(stage, 1);
	stage->t.is_trusted = true;
	stage->t.chunk_ns = 1;
	stage->t.progress = watch_progress;
	ck_assert_int_eq(tournament_probe(&stage->t, &err), 0);
	ck_assert_int_eq(workers_start(&workers, 2, be_elsewhere, &stage->t, &err), 0);
	struct workers_kind kind = *workers.kind;
	kind.is_remote = true;
	workers.kind = &kind;
	stage->t.workers = &workers;
	ck_assert_msg(tournament_play(&stage->t, &err) == 0, "%s", err.text);
	ck_assert_ptr_null(stage->t.workers);
	ck_assert(zoo_all_gone());
	check_whole(stage);
	check_same(&whole, stage, "elsewhere");
	ck_assert_uint_gt(stage->n_chunks, 1);
	ck_assert_uint_eq(past.n_reported, stage->t.schedule.n_games);
	close_stage(stage);
	close_stage(&whole);
}
END_TEST

/* A robot that crashes at each ask loses the game at once, or with fault=die one of its five dice at each turn and at
 * each showdown: three hands with two crashes, of which the last costs nothing. However often it crashed, each of its
 * games has failed once. */
START_TEST(faults_and_failed_games_are_counted)
{
	static struct stage stage;
	static const char *const robots[] = {"prober", "segv", NULL};
	const struct schedule_options options = RUN(FORMAT_TABLE, 0, 20, 2);
	uint64_t n_crashes = _i ? 6 : 1; /* in each game */
	open_stage(&stage, robots, &options);
	ck_assert_int_eq(rules_set(&stage.t.rules, _i ? "fault=die" : "fault=game", NULL), 0);
	play_well(&stage);
	const struct tally *good = &stage.sum[0], *bad = &stage.sum[1];
	ck_assert(bad->games == 20 && bad->failed_games == 20 && bad->crashes == 20 * n_crashes &&
		  bad->asks == bad->crashes);
	ck_assert(bad->timeouts == 0 && bad->illegal == 0 && bad->first_count[0] == 0);
	ck_assert(good->failed_games == 0 && good->crashes == 0 && good->timeouts == 0 && good->illegal == 0 &&
		  good->first_count[0] == 20);
	for (int i = 0; i < 5; i++) {
		const struct chunk *match = &stage.match[i].chunk;
		ck_assert_uint_eq(match->n_troubles, 1);
		ck_assert(match->troubles[0].player == 1 && match->troubles[0].failed_games == 4 &&
			  match->troubles[0].crashes == 4 * n_crashes);
	}
	ck_assert_int_eq(stage.faults.n_faults, CHUNK_FAULTS);
	for (int i = 0; i < CHUNK_FAULTS; i++) {
		const struct fault_record *record = &stage.faults.faults[i];
		ck_assert(record->robot == 1 && record->me == 'B' && record->game == (uint64_t)i / n_crashes &&
			  record->ask == (uint64_t)i % n_crashes);
	}
	close_stage(&stage);
}
END_TEST

/* Without a free descriptor there is no memory to share with robots. */
START_TEST(no_shared_memory_is_an_error)
{
	static struct stage stage;
	struct worker worker;
	struct err err = {0};
	volatile uint64_t games = 0;
	open_run(&stage, 1);
	int lowest = dup(STDERR_FILENO);
	close(lowest);
	struct rlimit some, none;
	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &some), 0);
	none = (struct rlimit){(rlim_t)lowest, some.rlim_max};
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
	ck_assert_int_eq(tournament_probe(&stage.t, &err), -1);
	ck_assert_msg(err.code == EXIT_WORLD && strstr(err.text, "Too many open files"), "%s", err.text);
	err = (struct err){0};
	ck_assert_int_eq(worker_init(&worker, &stage.t, 2, &games, &err), -1);
	ck_assert_msg(err.code == EXIT_WORLD && strstr(err.text, "Too many open files"), "%s", err.text);
	worker_release(&worker);
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &some), 0);
	ck_assert_int_eq(worker_init(&worker, &stage.t, 2, &games, &err), 0);
	for (int i = 0; i < 2; i++) /* each transport knows the others */
		ck_assert(worker.transports[i]->peers == worker.transports && worker.transports[i]->n_peers == 2);
	worker_release(&worker);
	close_stage(&stage);
}
END_TEST

/* The CPU time of the robots is that of their processes, and each chunk has the time since the chunk before. */
START_TEST(chunks_have_the_time_of_their_robots)
{
	static struct stage stage;
	struct rusage used;
	open_run(&stage, 3); /* the second of four robots cannot be loaded */
	go_way(&stage, &(struct way){1, 1, 1, false});
	play_well(&stage);
	ck_assert_uint_gt(stage.n_chunks, 10);
	for (size_t i = 0; i < 4; i++)
		ck_assert_uint_eq(stage.n_unknown[i], i == 1 ? stage.n_chunks : 0);
	ck_assert_int_eq(getrusage(RUSAGE_CHILDREN, &used), 0);
	int64_t all_us =
		(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000 + used.ru_utime.tv_usec + used.ru_stime.tv_usec;
	ck_assert_msg(stage.cpu_ns > 0 && stage.cpu_ns / 1000 <= all_us, "%ld of %ld", (long)stage.cpu_ns / 1000,
		      (long)all_us);
	close_stage(&stage);
}
END_TEST

/* Only matches of the shard and below the end are played, and known ones are not played again. */
START_TEST(shards_add_up_to_the_whole)
{
	static struct stage whole;
	static struct past shards[3];
	struct tally sum[ZOO_MAX_ROBOTS] = {0};
	uint64_t signature = 0, state = 1;
	open_run(&whole, _i);
	go_way(&whole, &(struct way){2, 5, 0, true});
	play_well(&whole);
	uint64_t n = whole.t.schedule.n_matches;
	for (uint64_t shard = 0; shard < 3; shard++) {
		struct past *past = &shards[shard];
		struct stage *stage = &past->stage;
		open_run(stage, _i);
		past->whole = &whole;
		know_some(past, &state, 3, 2, false);
		size_t n_known = 0; /* chunks of this shard */
		for (size_t i = 0; i < stage->t.n_known; i++)
			if (past->known[i].first % 3 == shard)
				past->known[n_known++] = past->known[i];
		stage->t.n_known = n_known;
		stage->t.shard = shard;
		stage->t.n_shards = 3;
		go_way(stage, &ways[shard]);
		play_well(stage);
		for (uint64_t i = 0; i < n; i++) {
			ck_assert_int_eq(stage->match[i].n_finished, i % 3 == shard);
			ck_assert_int_eq(stage->match[i].n_arrived, i % 3 == shard && !is_known(&stage->t, i));
			if (i % 3 == shard)
				ck_assert_uint_eq(stage->match[i].hash, whole.match[i].hash);
		}
		for (size_t i = 1; i < stage->n_order; i++)
			ck_assert_uint_eq(stage->order[i], stage->order[i - 1] + 3);
		for (int i = 0; i < ZOO_MAX_ROBOTS; i++)
			tally_add(&sum[i], &stage->sum[i]);
		signature += stage->signature;
	}
	ck_assert_mem_eq(sum, whole.sum, sizeof sum);
	ck_assert_uint_eq(signature, whole.signature);
	for (int i = 0; i < 3; i++)
		close_stage(&shards[i].stage);
	close_stage(&whole);
}
END_TEST

START_TEST(only_the_matches_below_the_end_are_played)
{
	static struct stage whole, part;
	open_run(&whole, 0);
	open_run(&part, 0);
	whole.t.is_trusted = part.t.is_trusted = true;
	play_well(&whole);
	part.t.end_match = 1 + (uint64_t)_i * 9;
	part.t.n_workers = 3;
	part.t.chunk_ns = _i % 2;
	play_well(&part);
	ck_assert_uint_eq(part.n_order, part.t.end_match);
	for (uint64_t i = 0; i < part.n_order; i++)
		ck_assert(part.order[i] == i && part.match[i].hash == whole.match[i].hash &&
			  part.match[i].n_arrived == 1);
	close_stage(&whole);
	close_stage(&part);
}
END_TEST

/* ---- early ends ------------------------------------------------------------------------------------ */

static void check_beginning(const struct stage *part, const struct stage *whole)
{
	for (uint64_t i = 0; i < part->n_order; i++) {
		ck_assert_uint_eq(part->order[i], i);
		ck_assert_uint_eq(part->match[i].hash, whole->match[i].hash);
	}
}

/* Stops soon and late, each in another combination of one, two or three workers and a sequential test or none. */
static const int stops[] = {1, 2, 3, 4, 11, 12};

/* The receiver of the chunks may stop after any of them: it has the first part of the run, and gets no more. A resumed
 * run does not replay what has arrived. */
START_TEST(the_run_stops_after_any_chunk)
{
	static struct stage whole;
	static struct past part;
	int stop = stops[_i];
	open_run(&whole, 0);
	whole.t.is_trusted = true;
	play_well(&whole);
	open_run(&part.stage, 0);
	part.whole = &whole;
	go_way(&part.stage, &(struct way){1 + stop % 3, 1, 1, true});
	part.stage.stop_after_finished = (size_t)stop;
	part.stage.t.is_sequential = stop % 2;
	play_well(&part.stage);
	ck_assert_uint_eq(part.stage.n_handed_on, (size_t)stop);
	check_beginning(&part.stage, &whole);
	/* Resume. */
	size_t n = 0;
	for (uint64_t i = 0; i < whole.t.schedule.n_matches; i++)
		if (part.stage.match[i].n_arrived)
			part.known[n++] = (struct matches){i, 1, 1};
	ck_assert_uint_ge(n, part.stage.n_order);
	part.stage.stop_after_finished = 0;
	forget_run(&part.stage);
	part.stage.t.known = part.known;
	part.stage.t.n_known = n;
	part.stage.t.recall = recall;
	play_well(&part.stage);
	check_completed(&part, "going on");
	check_same(&whole, &part.stage, "going on");
	close_stage(&part.stage);
	close_stage(&whole);
}
END_TEST

/* After a stop by the user everything that has arrived is delivered in order, with or without gaps; in a sequential
 * test only the part before the first gap. */
START_TEST(the_user_stops_the_run)
{
	static const struct {
		int stop, n_workers, n_lanes;
		bool is_sequential;
	} cases[] = {{1, 2, 2, false}, {2, 3, 1, false}, {3, 1, 2, true}, {4, 2, 1, false}, {7, 2, 2, true},
		{12, 1, 1, false}};
	static struct stage whole;
	static struct past part;
	size_t stop = (size_t)cases[_i].stop;
	uint64_t state = stop;
	open_run(&whole, 0);
	whole.t.is_trusted = true;
	play_well(&whole);
	open_run(&part.stage, 0);
	part.whole = &whole;
	know_some(&part, &state, 1, 5, false);
	go_way(&part.stage, &(struct way){cases[_i].n_workers, cases[_i].n_lanes, 1, true});
	part.stage.t.is_sequential = cases[_i].is_sequential;
	part.stage.stop_after_arrived = stop;
	play_well(&part.stage);
	ck_assert_uint_ge(part.stage.n_chunks, stop);
	ck_assert_uint_lt(part.stage.n_chunks, stop + 3); /* the other workers may have finished theirs at the same
	                                                         * moment */
	if (part.stage.t.is_sequential) {
		check_beginning(&part.stage, &whole);
		return;
	}
	for (uint64_t i = 0; i < whole.t.schedule.n_matches; i++) {
		bool is_there = part.stage.match[i].n_arrived || is_known(&part.stage.t, i);
		ck_assert_int_eq(part.stage.match[i].n_finished, is_there);
		if (is_there)
			ck_assert_uint_eq(part.stage.match[i].hash, whole.match[i].hash);
	}
	for (size_t i = 1; i < part.stage.n_order; i++)
		ck_assert_uint_gt(part.stage.order[i], part.stage.order[i - 1]);
	close_stage(&part.stage);
	close_stage(&whole);
}
END_TEST

/* If a stop comes before the start, all processes end without an error. */
START_TEST(a_run_may_be_stopped_before_it_begins)
{
	static struct stage stage;
	open_run(&stage, 0);
	stage.stop = 1;
	stage.t.n_workers = 2;
	zoo_adopt_orphans();
	play_well(&stage);
	close_stage(&stage);
}
END_TEST

/* If a worker is killed from outside, this is an error with a message. */
START_TEST(a_killed_worker_is_an_error)
{
	static struct stage stage;
	const char *const robots[] = {"slow:ms=1", "meek", NULL};
	zoo_adopt_orphans();
	open_stage(&stage, robots, &(struct schedule_options)RUN(FORMAT_TABLE, 0, 800, 1));
	go_way(&stage, &(struct way){2, 2, 1, false});
	stage.kill_after_arrived = 3 + (size_t)_i;
	struct err err = play(&stage);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_msg(strstr(err.text, "a worker of the arena was killed by SIGKILL"), "%s", err.text);
	ck_assert_uint_ge(stage.n_chunks, stage.kill_after_arrived);
	close_stage(&stage);
}
END_TEST

static int cannot_recall(const struct matches *which, struct chunk *chunk, void *context, struct err *err)
{
	(void)which, (void)chunk, (void)context;
	return err_set(err, EXIT_WORLD, "the database is damaged");
}

/* What cannot be stored or read ends the run with its error, and ends all its processes. */
START_TEST(a_storage_error_ends_the_run)
{
	static struct stage stage;
	static const struct matches known = {3, 2, 1};
	open_run(&stage, 0);
	go_way(&stage, &(struct way){2, 1, 1, false});
	zoo_adopt_orphans();
	if (_i == 0) {
		stage.fail_after_arrived = 5;
	} else {
		stage.t.known = &known;
		stage.t.n_known = 1;
		stage.t.recall = cannot_recall;
	}
	struct err err = play(&stage);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_str_eq(err.text, _i ? "the database is damaged" : "the disk is full");
	close_stage(&stage);
}
END_TEST

/* ---- the size of chunks ------------------------------------------------------------------------------ */

struct sizes {
	uint64_t n_chunks, n_matches, first, n_workers;
	uint64_t games_before; /* the count in the last progress report */
	uint64_t n_games;
	bool stops;
};

static int note_size(const struct chunk *chunk, void *context, struct err *err)
{
	struct sizes *sizes = context;
	uint64_t most = sizes->n_matches / (2 * sizes->n_workers);
	(void)err;
	/* A test may be decided soon, so only a few games may be wasted after that. */
	if (!sizes->stops)
		ck_assert_uint_le(chunk->matches.n, most > 64 ? most : 64);
	if (sizes->n_chunks++ == 0)
		sizes->first = chunk->matches.n;
	sizes->n_matches += chunk->matches.n;
	return 0;
}

static bool go_on(const struct chunk *chunk, void *context)
{
	(void)chunk;
	return !((struct sizes *)context)->stops;
}

static void note_progress(uint64_t games, void *context)
{
	struct sizes *sizes = context;
	ck_assert_uint_ge(games, sizes->games_before);
	ck_assert_uint_le(games, sizes->n_games);
	sizes->games_before = games;
}

static void play_sizes(struct zoo_run *run, struct sizes *sizes)
{
	struct robot robots[2];
	struct err err = {0};
	for (int i = 0; i < 2; i++)
		zoo_open(&robots[i], run->robots[i]);
	struct tournament t = {
		.robots = robots, .n_workers = run->n_workers, .n_lanes = run->n_lanes, .is_trusted = run->is_trusted,
		.chunk_ns = run->chunk_ns, .is_sequential = !sizes->stops, .arrived = note_size, .finished = go_on,
		.progress = note_progress, .context = sizes,
		.limits = {.move_time_ns = INT64_C(5000000000), .memory = (uint64_t)512 << 20},
	};
	zoo_schedule(run, 2, &t);
	sizes->n_games = t.schedule.n_games;
	sizes->n_workers = (uint64_t)run->n_workers;
	ck_assert_msg(tournament_probe(&t, &err) == 0 && tournament_play(&t, &err) == 0, "%s", err.text);
	for (int i = 0; i < 2; i++)
		robot_release(&robots[i]);
}

/* A sequential test begins with small chunks, which grow with the number of matches played. */
START_TEST(a_sequential_test_begins_with_small_chunks)
{
	struct sizes sizes = {0};
	struct zoo_run run = {.robots = {"meek", "caller"}, .games = 20000, .is_trusted = true, .n_workers = 1 + _i};
	play_sizes(&run, &sizes);
	ck_assert_uint_eq(sizes.n_matches, 10000);
	ck_assert_uint_le(sizes.first, 64);
	ck_assert_uint_lt(sizes.n_chunks, 100); /* they do grow */
}
END_TEST

/* ---- chunks that wait for earlier ones --------------------------------------------------------- */

struct queue {
	uint64_t n_arrived, n_finished, most_waiting; /* matches */
};

static int enqueue(const struct chunk *chunk, void *context, struct err *err)
{
	struct queue *queue = context;
	(void)err;
	queue->n_arrived += chunk->matches.n;
	if (queue->n_arrived - queue->n_finished > queue->most_waiting)
		queue->most_waiting = queue->n_arrived - queue->n_finished;
	return 0;
}

static bool dequeue(const struct chunk *chunk, void *context)
{
	((struct queue *)context)->n_finished += chunk->matches.n;
	return true;
}

/* Workers play neighbouring matches instead of separate parts: in a long run, only a few chunks wait for those before
 * them. (With the details of each match, less of them is too much.) */
START_TEST(few_chunks_wait_for_their_turn)
{
	const uint64_t games = ZOO_IS_SANITIZED ? 600000 : 2400000; /* with the sanitizers it would take a minute and
	                                                             * show nothing more */
	enum { MATCH_BYTES = 4 + 8 + 4 + 2 * 4 }; /* places, signature, blocks played alike, asks */
	struct err err = {0};
	struct robot robots[2];
	struct queue queue = {0};
	zoo_open(&robots[0], "caller");
	zoo_open(&robots[1], "caller");
	struct tournament t = {
		.robots = robots, .seed = rng_key_of_seed("queue"), .n_workers = 2, .is_trusted = true,
		.chunk_ns = 1000000, .keeps_details = true,
		.limits = {.move_time_ns = INT64_C(5000000000), .memory = (uint64_t)512 << 20},
		.arrived = enqueue, .finished = dequeue, .context = &queue,
	};
	struct schedule_options options = {.n_robots = 2, .games = games, .match_length = 1, .seed = t.seed};
	ck_assert_int_eq(rules_init(&t.rules, "one-hand", &err), 0);
	ck_assert_msg(schedule_init(&t.schedule, &options, &err) == 0, "%s", err.text);
	ck_assert_msg(tournament_play(&t, &err) == 0, "%s", err.text);
	ck_assert_uint_eq(queue.n_finished, games / 2);
	/* 6 MB of them, and those in transit at that time */
	ck_assert_msg(queue.most_waiting <= (6 << 20) / MATCH_BYTES + 3 * CHUNK_MATCHES, "%lu matches waited",
		      (unsigned long)queue.most_waiting);
	robot_release(&robots[0]);
	robot_release(&robots[1]);
}
END_TEST

/* Matches that are not played yet, and the smallest chunk that a worker got while more matches than that were left. */
static uint64_t n_left, fewest;
static const struct workers_kind *real_kind;

static bool note_given(struct workers *workers, int index, const void *bytes, size_t n)
{
	struct matches given;
	ck_assert_uint_eq(n, sizeof given);
	memcpy(&given, bytes, sizeof given);
	if (given.first > 0 && given.n < n_left && given.n < fewest)
		fewest = given.n;
	return real_kind->give(workers, index, bytes, n);
}

static bool note_played(const struct chunk *chunk, void *context)
{
	(void)context;
	n_left -= chunk->matches.n;
	return true;
}

/* However long a match takes, a worker gets enough of them to play in all its lanes, not only in the first chunk. */
START_TEST(later_chunks_fill_the_lanes)
{
	static struct stage stage;
	const char *const robots[] = {"slow:ms=1", "slow:ms=1", NULL};
	struct workers workers;
	struct err err = {0};
	open_stage(&stage, robots, &(struct schedule_options)RUN(FORMAT_TABLE, 0, 24, 2));
	struct tournament *t = &stage.t;
	go_way(&stage, &(struct way){1, 3, 1, true});
	t->arrived = NULL;
	t->finished = note_played;
	n_left = t->schedule.n_matches;
	fewest = UINT64_MAX;
	ck_assert_int_eq(tournament_probe(t, &err), 0);
	ck_assert_int_eq(workers_start(&workers, 1, be_elsewhere, t, &err), 0);
	real_kind = workers.kind;
	struct workers_kind kind = *real_kind;
	kind.give = note_given;
	workers.kind = &kind;
	t->workers = &workers;
	ck_assert_msg(tournament_play(t, &err) == 0, "%s", err.text);
	ck_assert_uint_eq(n_left, 0);
	ck_assert_uint_eq(fewest, 3);
	close_stage(&stage);
}
END_TEST

/* Robots that take 5 ms per ask, computing or sleeping: the first chunk contains few of the many matches. */
START_TEST(first_results_of_slow_robots_are_early)
{
	struct sizes sizes = {.stops = true};
	struct zoo_run run = {
		.robots = {_i % 2 ? "napper:ms=5" : "slow:ms=5", "caller"}, .games = 200000, .chunk_ns = 50000000,
		.n_workers = 1, .n_lanes = _i == 1 || _i == 2 ? 64 : 0, .is_trusted = _i / 2,
	};
	play_sizes(&run, &sizes);
	ck_assert_uint_ge(sizes.first, 1);
	ck_assert_uint_le(sizes.first, 64);
}
END_TEST

/* ---- instances and processes --------------------------------------------------------------------------- */

/* The first answer of a robot that answers with numbers below -1, by game of a match (rotation after rotation). */
struct answers {
	int rotations, blocks;
	uint64_t n_matches;
	int number[MOST_MATCHES][64];
	uint64_t chunk_of[MOST_MATCHES], n_chunks;
};

static int first_number(const char *plays, size_t size, uint64_t game)
{
	struct varints events;
	int play = 0;
	enum verdict verdict;
	ck_assert(move_log_find(plays, size, game, &events));
	for (int turn = 0; turn < 2 && play >= -1; turn++)
		ck_assert(move_log_turn(&events, &play, &verdict) && verdict == VERDICT_OK);
	ck_assert_int_lt(play, -1);
	return -2 - play;
}

static bool note_answers(const struct chunk *chunk, void *context)
{
	struct answers *answers = context;
	struct varints plays = varints_of(chunk->plays.text, chunk->plays.length);
	answers->rotations = chunk->n_seats;
	answers->blocks = (int)chunk->n_blocks;
	for (uint64_t i = 0; i < chunk->matches.n; i++) {
		uint64_t size, match = answers->n_matches++;
		ck_assert_uint_eq(match, matches_number(&chunk->matches, i));
		ck_assert(varint_get(&plays, &size) && size <= (uint64_t)(plays.end - plays.at));
		for (int game = 0; game < answers->rotations * answers->blocks; game++)
			answers->number[match][game] = first_number((const char *)plays.at, size, (uint64_t)game);
		plays.at += size;
		answers->chunk_of[match] = answers->n_chunks;
	}
	ck_assert_ptr_eq(plays.at, plays.end);
	answers->n_chunks++;
	return true;
}

static void gather_answers(const char *robot, const struct way *way, uint32_t match_length, enum deals deals,
			   struct answers *answers)
{
	struct robot robots[2];
	struct err err = {0};
	enum { MATCHES = 12 };
	struct zoo_run run = {.games = 2 * MATCHES * match_length, .match_length = match_length, .deals = deals};
	*answers = (struct answers){0};
	zoo_open(&robots[0], robot);
	zoo_open(&robots[1], "conservative");
	struct tournament t = {
		.robots = robots, .n_workers = way->n_workers, .n_lanes = way->n_lanes, .chunk_ns = way->chunk_ns,
		.is_trusted = way->is_trusted, .finished = note_answers, .context = answers, .keeps_plays = true,
		.limits = {.move_time_ns = INT64_C(5000000000), .memory = (uint64_t)512 << 20},
	};
	zoo_schedule(&run, 2, &t);
	ck_assert_msg(tournament_probe(&t, &err) == 0 && tournament_play(&t, &err) == 0, "%s", err.text);
	ck_assert_uint_eq(answers->n_matches, MATCHES);
	for (int i = 0; i < 2; i++)
		robot_release(&robots[i]);
}

/* In every rotation of every match an instance starts as loaded, and keeps counting through the blocks. */
START_TEST(robots_keep_their_state_for_a_rotation)
{
	static struct answers answers;
	gather_answers(_i % 2 ? "counter_loaded" : "counter", &ways[_i / 4], 3,
		       _i / 2 % 2 ? DEALS_INDEPENDENT : DEALS_SHUFFLED, &answers);
	for (uint64_t match = 0; match < answers.n_matches; match++)
		for (int game = 0; game < answers.rotations * answers.blocks; game++)
			ck_assert_msg(answers.number[match][game] == game % answers.blocks + 1,
				      "match %lu, game %d: %d games begun",
				      (unsigned long)match, game, answers.number[match][game]);
}
END_TEST

/* One process serves a robot in all lanes for one rotation of the matches of a chunk, or for all rotations where each
 * has its own dice. No process serves two rotations with the same dice, or two chunks. */
START_TEST(no_process_sees_the_same_dice_twice)
{
	static struct answers answers;
	static const struct way sandboxed[] = {{1, 512, LARGE_NS, false}, {2, 4, 1, false}, {1, 1, 1, false}};
	bool has_own_dice = _i >= (int)COUNT(sandboxed);
	gather_answers("cookie", &sandboxed[_i % (int)COUNT(sandboxed)], 2,
		       has_own_dice ? DEALS_INDEPENDENT : DEALS_SHUFFLED, &answers);
	struct {
		int process;
		uint64_t chunk;
		int rotation;
	} served[2 * MOST_MATCHES];
	int n = 0;
	for (uint64_t match = 0; match < answers.n_matches; match++) {
		for (int game = 0; game < answers.rotations * answers.blocks; game++) {
			int process = answers.number[match][game], rotation = has_own_dice ? 0 : game / answers.blocks,
				i = 0;
			uint64_t chunk = answers.chunk_of[match];
			while (i < n && served[i].process != process &&
			       (served[i].chunk != chunk || served[i].rotation != rotation))
				i++;
			if (i == n) {
				ck_assert_int_lt(n, 2 * MOST_MATCHES);
				served[n].process = process;
				served[n].chunk = chunk;
				served[n++].rotation = rotation;
			}
			ck_assert_msg(served[i].process == process && served[i].chunk == chunk &&
				      served[i].rotation == rotation,
				      "match %lu, game %d: process %d of rotation %d of chunk %lu",
				      (unsigned long)match, game, served[i].process, served[i].rotation,
				      (unsigned long)served[i].chunk);
		}
	}
	ck_assert_int_eq(n, (has_own_dice ? 1 : 2) * (int)answers.n_chunks);
}
END_TEST

ZOO_SUITE(120,
	LOOP(every_division_of_the_work_gives_the_same, 0, N_RUNS),
	TEST(other_games_are_told_apart),
	LOOP(runs_resume_where_matches_are_missing, 0, COUNT(pasts)),
	TEST(progress_counts_the_games),
	TEST(chunks_have_the_time_of_their_robots),
	TEST(no_shared_memory_is_an_error),
	LOOP(faults_and_failed_games_are_counted, 0, 2),
	TEST(workers_elsewhere_give_the_same),
	LOOP(shards_add_up_to_the_whole, 0, 2),
	LOOP(only_the_matches_below_the_end_are_played, 0, 4),
	LOOP(the_run_stops_after_any_chunk, 0, COUNT(stops)),
	LOOP(the_user_stops_the_run, 0, 6),
	TEST(a_run_may_be_stopped_before_it_begins),
	LOOP(a_killed_worker_is_an_error, 0, 2),
	LOOP(a_storage_error_ends_the_run, 0, 2),
	LOOP(a_sequential_test_begins_with_small_chunks, 0, 3),
	LOOP(first_results_of_slow_robots_are_early, 0, 4),
	TEST(few_chunks_wait_for_their_turn),
	TEST(later_chunks_fill_the_lanes),
	LOOP(robots_keep_their_state_for_a_rotation, 0, 4 * N_WAYS),
	LOOP(no_process_sees_the_same_dice_twice, 0, 6))
