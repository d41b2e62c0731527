/* chunk.c - sums over the matches of a chunk, and packing it for a socket. */
#include "match/chunk.h"

#include "base/bisect.h"

void chunk_release(struct chunk *chunk)
{
	for (int i = 0; i < chunk->n_faults; i++)
		fault_record_release(&chunk->faults[i]);
	FREE_ALL(chunk->faults, chunk->places, chunk->signatures, chunk->alike, chunk->asks, chunk->troubles,
		 chunk->robots, chunk->luck_sums, chunk->luck_terms);
	str_release(&chunk->plays);
	*chunk = (struct chunk){0};
}

void chunk_add_fault(struct chunk *chunk, const struct fault_record *record)
{
	int n_of_robot = 0, last = -1, at = 0;
	for (int i = 0; i < chunk->n_faults; i++) {
		const struct fault_record *other = &chunk->faults[i];
		if (fault_record_compare(other, record) < 0)
			at = i + 1;
		if (other->robot == record->robot) {
			n_of_robot++;
			last = i;
		}
	}
	struct fault_record added = *record;
	if (n_of_robot == CHUNK_FAULTS) {
		if (fault_record_compare(&chunk->faults[last], record) < 0) {
			fault_record_release(&added);
			return;
		}
		fault_record_release(&chunk->faults[last]);
		memmove(chunk->faults + last, chunk->faults + last + 1,
			(size_t)(chunk->n_faults - last - 1) * sizeof *chunk->faults);
		chunk->n_faults--; /* drop this fault, which is later than the new one */
	} else {
		chunk->faults = mem_resize(chunk->faults, (size_t)chunk->n_faults + 1, sizeof *chunk->faults);
	}
	memmove(chunk->faults + at + 1, chunk->faults + at, (size_t)(chunk->n_faults - at) * sizeof *chunk->faults);
	chunk->faults[at] = added;
	chunk->n_faults++;
}

void chunk_add_trouble(struct chunk *chunk, const struct match_trouble *trouble)
{
	size_t n = chunk->n_troubles++;
	if ((n & (n + 1)) == 0) /* at 0, 1, 3, 7, ...: double the room */
		chunk->troubles = mem_resize(chunk->troubles, 2 * n + 1, sizeof *chunk->troubles);
	chunk->troubles[n] = *trouble;
}

static int compare_troubles(const void *a, const void *b)
{
	const struct match_trouble *x = a, *y = b;
	if (x->match != y->match)
		return x->match < y->match ? -1 : 1;
	return (x->player > y->player) - (x->player < y->player);
}

void chunk_sort_troubles(struct chunk *chunk)
{
	size_t n = 0;
	if (chunk->n_troubles == 0)
		return;
	qsort(chunk->troubles, chunk->n_troubles, sizeof *chunk->troubles, compare_troubles);
	for (size_t i = 1; i < chunk->n_troubles; i++) {
		struct match_trouble *sum = &chunk->troubles[n];
		const struct match_trouble *next = &chunk->troubles[i];
		if (compare_troubles(sum, next) != 0) {
			chunk->troubles[++n] = *next;
			continue;
		}
		TROUBLES_ADD(sum, next);
		showdowns_add(&sum->showdowns, &next->showdowns);
	}
	chunk->n_troubles = n + 1;
}

struct chunk_robot *chunk_robot(struct chunk *chunk, int robot)
{
	int at = (int)BISECT(i, chunk->n_robots, chunk->robots[i].robot < robot);
	if (at < chunk->n_robots && chunk->robots[at].robot == robot)
		return &chunk->robots[at];
	chunk->robots = mem_resize(chunk->robots, (size_t)chunk->n_robots + 1, sizeof *chunk->robots);
	memmove(chunk->robots + at + 1, chunk->robots + at, (size_t)(chunk->n_robots - at) * sizeof *chunk->robots);
	chunk->robots[at] = (struct chunk_robot){.robot = robot};
	chunk->n_robots++;
	return &chunk->robots[at];
}

/* Equal matches at one table are counted together when few are different, in a direct-mapped table of the latest
 * bins. */
enum { BINS = 64, KIND_BYTES = 40 };

struct bin {
	uint64_t times;
	uint8_t places[KIND_BYTES];
};

static size_t bin_of(const uint8_t *places, size_t size)
{
	uint64_t hash = 0;
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ places[i]) * RNG_GOLDEN;
	return hash >> 58;
}

/* Visits the matches at one table, beginning with `from`. */
static void visit_bins(const struct chunk *chunk, uint64_t from, uint64_t period, const struct match_plan *plan,
			void (*visit)(const struct match_plan *, const uint8_t *, uint64_t, void *), void *context)
{
	size_t size = chunk_match_size(chunk);
	struct bin bins[BINS];
	for (int i = 0; i < BINS; i++)
		bins[i].times = 0;
	for (uint64_t match = from; match < chunk->matches.n; match += period) {
		const uint8_t *places = chunk_match(chunk, match);
		struct bin *bin = &bins[bin_of(places, size)];
		if (bin->times && memcmp(bin->places, places, size) != 0) {
			visit(plan, bin->places, bin->times, context);
			bin->times = 0;
		}
		if (bin->times++ == 0)
			memcpy(bin->places, places, size);
	}
	for (int i = 0; i < BINS; i++)
		if (bins[i].times)
			visit(plan, bins[i].places, bins[i].times, context);
}

uint64_t chunk_period(const struct chunk *chunk, const struct schedule *schedule)
{
	return schedule_period(schedule, chunk->matches.first, chunk->matches.n, chunk->matches.stride);
}

void chunk_each(const struct chunk *chunk, const struct schedule *schedule,
		void (*visit)(const struct match_plan *plan, const uint8_t *places, uint64_t times, void *context),
		void *context)
{
	uint64_t period = schedule->set_size > 1 ? chunk->matches.n : chunk_period(chunk, schedule);
	for (uint64_t from = 0; from < period; from++) {
		struct match_plan plan = schedule_match(schedule, matches_number(&chunk->matches, from));
		if (chunk_match_size(chunk) <= KIND_BYTES && from + period < chunk->matches.n)
			visit_bins(chunk, from, period, &plan, visit, context);
		else
			for (uint64_t match = from; match < chunk->matches.n; match += period)
				visit(&plan, chunk_match(chunk, match), 1, context);
	}
}

static void add_places(const struct match_plan *plan, const uint8_t *places, uint64_t times, void *context)
{
	struct chunk *chunk = context;
	uint64_t n_games = (uint64_t)chunk->n_blocks * (uint64_t)chunk->n_seats;
	for (int player = 0; player < chunk->n_seats; player++)
		tally_places(&chunk_robot(chunk, plan->robot[player])->tally, places, n_games, chunk->n_seats, player,
			     times);
}

static void add_asks(struct chunk *chunk, const struct schedule *schedule)
{
	uint64_t n = (uint64_t)chunk->n_seats, period = chunk_period(chunk, schedule);
	for (uint64_t from = 0; from < period; from++) {
		uint64_t asks[SCHEDULE_MAX_SEATS] = {0};
		struct match_plan plan = schedule_match(schedule, matches_number(&chunk->matches, from));
		for (uint64_t match = from; match < chunk->matches.n; match += period)
			for (uint64_t player = 0; player < n; player++)
				asks[player] += chunk->asks[match * n + player];
		for (uint64_t player = 0; player < n; player++)
			chunk_robot(chunk, plan.robot[player])->tally.asks += asks[player];
	}
}

static void add_troubles(struct chunk *chunk, const struct schedule *schedule)
{
	for (size_t i = 0; i < chunk->n_troubles; i++) {
		const struct match_trouble *trouble = &chunk->troubles[i];
		struct match_plan plan = schedule_match(schedule, matches_number(&chunk->matches, trouble->match));
		struct chunk_robot *robot = chunk_robot(chunk, plan.robot[trouble->player]);
		showdowns_add(&robot->showdowns, &trouble->showdowns);
		TROUBLES_ADD(&robot->tally, trouble);
	}
}

/* Returns the same as match_win_share, but faster. */
static float win_share(const uint8_t *places, uint64_t n_games, int n_seats, int player)
{
	float wins = 0;
	for (uint64_t game = 0; game < n_games; game++, places += n_seats)
		if (places[player] == 1)
			wins += 1 / (float)result_places_tied(places, n_seats, player);
	return wins / (float)n_games;
}

static int64_t *sums_of(struct chunk *chunk, int robot)
{
	return chunk->luck_sums + (chunk_robot(chunk, robot) - chunk->robots) * LUCK_SUMS;
}

/* Adds the luck of the players of a table, in the matches beginning with `from`. */
static void add_luck_of(struct chunk *chunk, const struct match_plan *plan, uint64_t from, uint64_t period)
{
	int n_seats = chunk->n_seats, n_kept = luck_players(n_seats);
	uint64_t n = (chunk->matches.n - from + period - 1) / period;
	uint64_t n_games = (uint64_t)chunk->n_blocks * (uint64_t)n_seats;
	size_t size = (size_t)n_kept * LUCK_TERMS;
	AUTO_FREE float *share = NEW_ARRAY(float, n);
	for (int player = 0; player < n_kept; player++) {
		for (uint64_t i = 0; i < n; i++)
			share[i] = win_share(chunk_match(chunk, from + i * period), n_games, n_seats, player);
		luck_sum(chunk->luck_terms + from * size + (size_t)player * LUCK_TERMS, period * size, share, n,
			 n_games, sums_of(chunk, plan->robot[player]),
			 n_kept < n_seats ? sums_of(chunk, plan->robot[1]) : NULL);
	}
}

static void add_luck(struct chunk *chunk, const struct schedule *schedule)
{
	uint64_t period = chunk_period(chunk, schedule);
	chunk->luck_sums = NEW_ARRAY(int64_t, (size_t)chunk->n_robots * LUCK_SUMS);
	for (uint64_t from = 0; from < period; from++) {
		struct match_plan plan = schedule_match(schedule, matches_number(&chunk->matches, from));
		add_luck_of(chunk, &plan, from, period);
	}
}

void chunk_sum(struct chunk *chunk, const struct schedule *schedule)
{
	chunk_each(chunk, schedule, add_places, chunk);
	if (chunk->has_luck && chunk->luck_terms)
		add_luck(chunk, schedule);
	if (!chunk->has_details)
		return;
	for (uint64_t match = 0; match < chunk->matches.n; match++) {
		chunk->signature += chunk->signatures[match];
		chunk->n_alike += chunk->alike[match];
	}
	add_asks(chunk, schedule);
	add_troubles(chunk, schedule);
}

static uint64_t games_until(const struct chunk *chunk, uint64_t n, const struct schedule *schedule)
{
	struct match_plan plan = schedule_match(schedule, matches_number(&chunk->matches, n - 1));
	return schedule_game_number(schedule, plan.first_block + plan.n_blocks, 0, 0);
}

void chunk_head(const struct chunk *chunk, uint64_t n, const struct schedule *schedule, struct chunk *head)
{
	bug_if(!chunk->has_details || n > chunk->matches.n);
	uint64_t end = n ? games_until(chunk, n, schedule) : 0;
	*head = *chunk;
	head->matches.n = n;
	head->robots = NULL;
	head->n_robots = 0;
	head->signature = head->n_alike = 0;
	head->plays = (struct str){0};
	head->has_luck &= n == chunk->matches.n;
	head->luck_terms = NULL; /* the sums over all matches remain */
	while (head->n_troubles && head->troubles[head->n_troubles - 1].match >= n)
		head->n_troubles--;
	while (head->n_faults && head->faults[head->n_faults - 1].game >= end)
		head->n_faults--;
	if (n)
		chunk_sum(head, schedule);
	for (int i = 0; i < chunk->n_robots && n; i++) {
		int64_t whole = chunk->robots[i].cpu_ns;
		chunk_robot(head, chunk->robots[i].robot)->cpu_ns =
			whole < 0 ? -1 : (int64_t)((double)whole * (double)n / (double)chunk->matches.n);
	}
}

void chunk_head_release(struct chunk *head)
{
	free(head->robots);
	*head = (struct chunk){0};
}

/* Both ends are the same program on the same machine, so structs and arrays are sent unchanged. */
#define CHUNK_ARRAYS \
	ARRAY(true, places, chunk->matches.n * chunk_match_size(chunk)) \
	ARRAY(chunk->has_details, signatures, chunk->matches.n) \
	ARRAY(chunk->has_details, alike, chunk->matches.n) \
	ARRAY(chunk->has_details, asks, chunk->matches.n * (size_t)chunk->n_seats) \
	ARRAY(chunk->has_details, troubles, chunk->n_troubles) \
	ARRAY(true, robots, (size_t)chunk->n_robots) \
	ARRAY(chunk->has_luck, luck_sums, (size_t)chunk->n_robots * LUCK_SUMS)

static void pack(struct str *out, const void *bytes, size_t n)
{
	str_add_n(out, bytes, n);
}

void chunk_pack(const struct chunk *chunk, struct str *out)
{
	pack(out, chunk, sizeof *chunk);
#define ARRAY(is_there, array, n) \
	if (is_there) \
		pack(out, chunk->array, (n) * sizeof *chunk->array);
	CHUNK_ARRAYS
#undef ARRAY
	pack(out, chunk->plays.text, chunk->plays.length);
	for (int i = 0; i < chunk->n_faults; i++) {
		const struct fault_record *record = &chunk->faults[i];
		pack(out, record, sizeof *record);
		pack(out, record->fault, sizeof *record->fault);
		pack(out, record->hands, strlen(record->hands) + 1);
		pack(out, record->history, strlen(record->history) + 1);
	}
}

struct unpacking {
	const char *at, *end;
};

static void *take(struct unpacking *from, size_t n)
{
	bug_if(n > (size_t)(from->end - from->at));
	char *bytes = NEW_ARRAY(char, n + 1);
	memcpy(bytes, from->at, n);
	from->at += n;
	return bytes;
}

static void take_fault(struct unpacking *from, struct fault_record *record)
{
	memcpy(record, from->at, sizeof *record);
	from->at += sizeof *record;
	record->fault = take(from, sizeof *record->fault);
	record->hands = take(from, strlen(from->at) + 1);
	record->history = take(from, strlen(from->at) + 1);
}

void chunk_unpack(const char *bytes, size_t size, struct chunk *chunk)
{
	struct unpacking from = {bytes, bytes + size};
	bug_if(size < sizeof *chunk);
	memcpy(chunk, bytes, sizeof *chunk);
	from.at += sizeof *chunk;
	size_t plays_size = chunk->plays.length;
#define ARRAY(is_there, array, n) \
	if (is_there) \
		chunk->array = take(&from, (n) * sizeof *chunk->array);
	CHUNK_ARRAYS
#undef ARRAY
	chunk->luck_terms = NULL;
	chunk->plays = (struct str){0};
	str_add_n(&chunk->plays, from.at, plays_size);
	from.at += plays_size;
	chunk->faults = NEW_ARRAY(struct fault_record, (size_t)chunk->n_faults + 1);
	for (int i = 0; i < chunk->n_faults; i++)
		take_fault(&from, &chunk->faults[i]);
}
